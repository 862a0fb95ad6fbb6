## A table

lines-room = pokój { $room }: { $game }, { $clock }
lines-room-opening = pokój { $room }: { $game }, { $opening }, { $clock }
lines-no-clock = bez zegara
lines-clock = zegar { $clock }
lines-seat-held = { $seat }: { $name }
lines-seat-yours = { $seat }: { $name }, ty
lines-you-watch = oglądasz
lines-seat-is-open = jest wolne miejsce; inni zajmują je tak: enlinea join { $room }
lines-after-plies = partia { $game }, po ruchu { $ply }:
lines-first = { $name } (pierwsza strona)
lines-second = { $name } (druga strona)
lines-column = kolumna { $column }
lines-watch = { $count ->
    [0] nikt nie ogląda
    [one] ogląda { $count } osoba
    [few] oglądają { $count } osoby
    [many] ogląda { $count } osób
   *[other] ogląda { $count } osoby
    }
lines-watch-names = { $count ->
    [one] ogląda { $count } osoba: { $names }
    [few] oglądają { $count } osoby: { $names }
    [many] ogląda { $count } osób: { $names }
   *[other] ogląda { $count } osoby: { $names }
    }
lines-and-more = { $more ->
    [one] { $names } i jeszcze { $more } osoba
    [few] { $names } i jeszcze { $more } osoby
    [many] { $names } i jeszcze { $more } osób
   *[other] { $names } i jeszcze { $more } osoby
    }
lines-nobody-watches = nikt nie ogląda
lines-nobody-watches-now = nikt już nie ogląda

## What happens at it. $who is lines-first or lines-second.

lines-thinks = { $name } myśli już { $time }
lines-thinks-depth = { $name } myśli już { $time }, głębokość { $depth }
lines-forbidden = zabronione: { $points }

## Whose turn it is

lines-your-turn = twój ruch: twoja strona to { $seat }
lines-nobody-to-move = nikt nie ma ruchu

## Openings with choices. The words in $choices that are typed stay as they are.

lines-colours = { $who } gra: { $mine }, { $other }: { $theirs }

## What a bot thought, and what positions are worth

lines-thought = { $ply }. { $name }, myśl: { $found }
lines-exact = dokładnie
lines-not-exact = niedokładnie
lines-depth = głębokość { $depth }
lines-nodes = { $nodes ->
    [one] { $nodes } węzeł w { $time } ms
    [few] { $nodes } węzły w { $time } ms
    [many] { $nodes } węzłów w { $time } ms
   *[other] { $nodes } węzła w { $time } ms
    }
lines-expects = oczekuje { $moves }
lines-after-ply = po ruchu { $ply }: { $found }
lines-no-value = żaden ruch nie ma wartości
lines-not-analysed = { $game }: brak analizy; plansze ze spadaniem mogą mieć 19 wierszy i 64 pola razem z pustym wierszem u góry, a inne muszą być takie, na których gra bot threat
lines-mistake-won = ruch { $ply }: { $made } to błąd, { $best } wygrywał
lines-mistake-drew = ruch { $ply }: { $made } to błąd, { $best } dawał remis
lines-mistake-loses = ruch { $ply }: { $made } to błąd: przegrywa, lepszy był { $best }
lines-blunder-won = ruch { $ply }: { $made } to gruby błąd, { $best } wygrywał

## Answers at a table

lines-no-move-yet = nie ma jeszcze żadnego ruchu
lines-last = { $ply }. { $cell }, gra { $who }
lines-last-colour = { $ply }. { $cell }, { $colour }
lines-nobody-has-clock = w tej partii nie ma zegara
lines-left = { $who }: zostaje { $left }
lines-left-running = { $who }: zostaje { $left }, zegar idzie
lines-none-over = żadne: partia jest skończona
lines-cells = { $cells ->
    [one] { $legal } z { $cells } pola
    [few] { $legal } z { $cells } pól
    [many] { $legal } z { $cells } pól
   *[other] { $legal } z { $cells } pola
    }

## A session

lines-connected = połączenie z { $server } jako { $name }
lines-connected-again = znów jest połączenie
lines-server-stops = serwer kończy pracę; partie, które przechowuje, będą trwać dalej, gdy znów ruszy
lines-host-says = ogłoszenie serwera: { $text }
lines-play-again = wpisz rematch, by zagrać jeszcze raz, albo leave
lines-ask = zapytaj: board, last, moves, clocks, who lub analyse, albo leave, by wyjść
lines-refused = odmowa: { $problem }
lines-input-ended = wejście się skończyło, a to twój ruch: wychodzę; twoje miejsce czeka, wróć tak: enlinea join { $room }
lines-input-ended-unsaved = wejście się skończyło, a to twój ruch: wychodzę; nie ma drogi powrotu do twojego miejsca, bo nie udało się jej zapisać
lines-input-ended-here = wejście się skończyło, a to twój ruch: wychodzę, a tutejszy serwer kończy pracę; twoje miejsce czeka, wróć tak: enlinea join { $room }
lines-input-ended-lost = wejście się skończyło, a to twój ruch: wychodzę, a tutejszy serwer kończy pracę; jego partie są tylko w pamięci i przepadną razem z nim
lines-no-message = ten wiersz to nie wiadomość protokołu ({ $problem }); ich postać opisuje PROTOCOL.md
lines-only-watch = tylko oglądasz; wpisz say TEKST, board, help lub leave
lines-over-not-played = partia jest skończona, { $text } nie będzie zagrane
lines-not-your-turn = to nie twój ruch: { $turn }; poczekaj na następną pozycję
lines-no-choice-now = { $text } nie można teraz wybrać; { $turn }
lines-no-choice = { $text } to nie wybór; { $turn }
lines-nothing-offered = nikt ci nic nie proponuje; zaproponuj to: draw, takeback, rematch
lines-interrupted = przerwano
lines-interrupted-seat = przerwano; miejsce w trwającej partii czeka, wróć przez enlinea join
lines-interrupted-unsaved = przerwano; nie ma drogi powrotu do miejsca w trwającej partii, bo nie udało się jej zapisać
lines-interrupted-here = przerwano; miejsce w trwającej partii czeka, a tutejszy serwer zakończył pracę: enlinea join uruchamia go ponownie
lines-interrupted-lost = przerwano; tutejszy serwer zakończył pracę, a jego partie, tylko w pamięci, przepadły
lines-lost = połączenie zerwane ({ $why }); próba powrotu
lines-line-long = linia ma najwyżej { $most } znaków, a ta ma { $length }: nic nie powiedziano; powiedz to w kilku liniach
lines-ended = połączenie się skończyło
lines-not-kept = partia nie jest zapisana w bibliotece: { $problem }
lines-answer-missing = połączenie skończyło się przed odpowiedzią; spróbuj jeszcze raz

## Lists

lines-no-screen = to nie jest terminal, który pokaże ekrany: wybierz polecenie (lista: enlinea --help) albo --plain dla wierszy tekstu, na przykład: enlinea --plain host --second bot:level:3
lines-no-server-found = nie znaleziono serwera; uruchom go przez enlinea host lub enlinea-server albo podaj przez --server
lines-no-room = nie ma otwartych pokojów; otwórz pokój: enlinea new
lines-no-other-room = nie ma innych otwartych pokojów; otwórz pokój: enlinea new
lines-other-rooms = inne pokoje:
lines-own-games = twoje partie; do wybranej wejdziesz tak: enlinea join KOD{ $server }
lines-own-against = kontra { $opponent }
lines-own-your-turn = twoja kolej
lines-own-their-turn = kolej przeciwnika
lines-own-most = { $most ->
    [one] serwer podaje najwyżej { $most } partię; może być ich więcej
    [few] serwer podaje najwyżej { $most } partie; może być ich więcej
    [many] serwer podaje najwyżej { $most } partii; może być ich więcej
   *[other] serwer podaje najwyżej { $most } partii; może być ich więcej
    }
lines-own-untold = na liście może brakować twoich partii: { $problem }
lines-present = { $count ->
    [0] nikt inny nie jest połączony
    [one] jeszcze { $count } połączenie: { $names }
    [few] jeszcze { $count } połączenia: { $names }
    [many] jeszcze { $count } połączeń: { $names }
   *[other] jeszcze { $count } połączenia: { $names }
    }
lines-against = { $first } kontra { $second }
lines-room-seating = jest wolne miejsce
lines-room-playing = ruch { $ply }
lines-room-over = po partii
lines-no-spectators = bez widzów
lines-bot-plays = gra: { $games }
lines-every-game = wszystkie gry z nazwą
lines-bots-own-board = kto gra na innej planszy: enlinea bots --game custom:9x7x5:falls
lines-bot-openings = otwarcia: { $openings }
lines-bot-depth = { $levels }, domyślnie { $depth }
lines-bot-strength = Elo ponad random: { $strength }
lines-bot-options = opcje: { $options }
lines-bot-option = { $name } od { $least } do { $most } ({ $default })

## Games that are kept

lines-no-games = nie ma jeszcze zapisanych zakończonych partii: zapisana będzie każda, którą zagrasz lub obejrzysz do końca; partie, które trwają, wypisuje: enlinea rooms
lines-games-directory = pliki są w { $directory }
lines-own-kept = twoja partia { $game }, przeciwnik: { $opponent }; ruch { $number }, twoja kolej; kontynuuj: enlinea
lines-on-server = na serwerze:
lines-plies = { $count ->
    [one] { $count } ruch
    [few] { $count } ruchy
    [many] { $count } ruchów
   *[other] { $count } ruchu
    }
lines-watched = oglądana
lines-reason-line = ułożony rząd
lines-reason-full-board = pełna plansza
lines-reason-resignation = poddanie
lines-reason-flag = czas
lines-reason-agreement = zgoda
lines-reason-claim = nieobecność
lines-reason-aborted = przerwana
lines-reason-first-move = bez pierwszego ruchu
lines-reason-abandoned = obie strony nieobecne
lines-reason-bot-failed = awaria bota
lines-reason-closed = zamknięta
lines-file-exists = { $file }: { $problem }; zostaje, jak jest, podaj inny plik
lines-written = zapisano w { $file }
lines-tag-variant = Gra: { $value }
lines-tag-first = Pierwsza: { $value }
lines-tag-second = Druga: { $value }
lines-tag-clock = Zegar: { $value }
lines-tag-opening = Otwarcie: { $value }
lines-tag-date = Data: { $value }
lines-tag-room = Pokój: { $value }
lines-tag-result = Wynik: { $value }
lines-tag-reason = Powód: { $value }
lines-replayed = { $ply }. { $side }: { $made }
lines-replayed-left = { $ply }. { $side }: { $made }, zostaje { $left }
lines-result = wynik: { $result }
lines-part-of-game = to partia zapisana, gdy jeszcze trwała; reszty nie udało się uzyskać: { $problem }
lines-none-kept = żadna partia z pokoju { $room } nie jest zapisana; ostatnia może być na serwerze, jako { $room }
lines-number-not-kept = partia { $number } z pokoju { $room } nie jest zapisana; są: { $numbers }
lines-kept-nowhere = partie nie są zapisywane, bo nie ma katalogu domowego; podaj katalog przez --data
lines-library-unreadable = nie można odczytać biblioteki: { $problem }

## The key of the person

lines-key = klucz: { $file }
lines-fingerprint = odcisk: { $key }
lines-name-at = nazwa: { $name } na { $server }
lines-no-name-at = nazwa: brak na { $server }; przyjmij ją tak: enlinea rename NAZWA
lines-name-empty = z tej nazwy nic nie zostaje; nazwa ma od 1 do 20 drukowalnych znaków
lines-name-cut = z tej nazwy zostałoby { $name }; nazwa ma od 1 do 20 drukowalnych znaków
lines-you-are = jesteś { $name } na { $server }
lines-name-yours = { $wanted } na { $server } należy do ciebie; jesteś { $name }, póki inne połączenie ma tę nazwę
lines-other-name-set = --name, ENLINEA_NAME lub ustawienia podają { $name }; przy następnym starcie wróci ta nazwa
lines-key-secret = kto ma ten wiersz, jest tobą na każdym serwerze; strzeż go jak hasła
lines-cannot-read = nie można odczytać { $file }: { $problem }
lines-former-key = poprzedni klucz to teraz { $file }
lines-your-key = twój klucz to { $key }
lines-no-key-directory = nie ma katalogu na twój klucz; podaj katalog przez --data
lines-binds-no-names = ten serwer nie wiąże nazw z kluczami
lines-key-not-sent = twój klucz nie jest wysyłany tam, gdzie inni mogą czytać, a bez niego nie masz tam nazwy; wysyła go --key-in-clear

## Other commands

lines-tournament-join = tournament join to ekran i potrzebuje terminala
lines-tv = tv to ekran i potrzebuje terminala; enlinea watch KOD wypisuje jedną partię w wierszach
lines-forgotten = { $server } jest zapomniany; zapamiętany będzie klucz, który pokaże następnym razem
lines-no-server-known = { $server } nie jest znany; żaden serwer nie jest
lines-server-not-known = { $server } nie jest znany; znane są { $servers }
lines-no-game-directory = nie ma katalogu na partie; podaj katalog przez --data albo niczego nie zapisuj: --store memory
lines-serving = serwer działa; inni łączą się tak: enlinea --server { $url }
lines-its-key = jego klucz: { $key }
lines-game-waits = twoja partia czeka tutaj; wrócisz do niej poleceniem: enlinea join { $room }
lines-no-server-inside = ten program zbudowano bez serwera; uruchom enlinea-server i podaj go przez --server
lines-no-output = nie można pisać na standardowe wyjście: { $problem }
lines-config-absent = { $file }, którego nie ma
lines-origin-default = domyślne
lines-origin-file = ten plik
lines-origin-flag = wiersz poleceń
lines-not-set = { $name } nie ma wartości
lines-no-manual = podręcznik nie jest zapisany: { $problem }

## Games that are over, on a server

lines-games-of = { $shown } z { $total } partii
lines-older-games = starsze partie: --before { $before }
lines-games-written = { $count ->
    [one] { $count } partia jest w { $file }
    [few] { $count } partie są w { $file }
    [many] { $count } partii jest w { $file }
   *[other] { $count } partii jest w { $file }
    }
lines-games-without-moves = { $count ->
    [one] pominięto { $count } partię: serwer ma tylko jej wynik
    [few] pominięto { $count } partie: serwer ma tylko ich wyniki
    [many] pominięto { $count } partii: serwer ma tylko ich wyniki
   *[other] pominięto { $count } partii: serwer ma tylko ich wyniki
    }
lines-profile = { $count ->
    [one] { $name }: od { $day }, { $count } partia
    [few] { $name }: od { $day }, { $count } partie
    [many] { $name }: od { $day }, { $count } partii
   *[other] { $name }: od { $day }, { $count } partii
    }
lines-profile-rating = { $count ->
    [one] ranking w { $game }: { $rating } +- { $deviation }, { $count } partia rankingowa
    [few] ranking w { $game }: { $rating } +- { $deviation }, { $count } partie rankingowe
    [many] ranking w { $game }: { $rating } +- { $deviation }, { $count } partii rankingowych
   *[other] ranking w { $game }: { $rating } +- { $deviation }, { $count } partii rankingowej
    }
lines-profile-level = { $count ->
    [one] poziom przeciw botom w { $game }: około { $level }, między { $lowest } a { $highest }, { $count } partia
    [few] poziom przeciw botom w { $game }: około { $level }, między { $lowest } a { $highest }, { $count } partie
    [many] poziom przeciw botom w { $game }: około { $level }, między { $lowest } a { $highest }, { $count } partii
   *[other] poziom przeciw botom w { $game }: około { $level }, między { $lowest } a { $highest }, { $count } partii
    }
lines-profile-form = ostatnie wyniki, najnowszy na końcu: { $results }
lines-profile-opponent = przeciw { $name }: { $score }
lines-profile-best = najlepsza wygrana: partia { $game }, przeciwnik: { $name }, { $day }
lines-score = wygrane { $won }, remisy { $drawn }, przegrane { $lost }
lines-at-least = co najmniej { $rating }
lines-rated-games = { $count ->
    [one] { $count } partia rankingowa
    [few] { $count } partie rankingowe
    [many] { $count } partii rankingowych
   *[other] { $count } partii rankingowej
    }
lines-change = dziś { $change }
lines-tournament-opened = turniej { $code } jest otwarty; inni wchodzą z tym kodem
lines-no-tournaments = na liście tego serwera nie ma turniejów
lines-tournament-round = runda { $round }
lines-tournament-entrants = { $count ->
    [one] { $count } uczestnik
    [few] { $count } uczestników
    [many] { $count } uczestników
   *[other] { $count } uczestnika
}
