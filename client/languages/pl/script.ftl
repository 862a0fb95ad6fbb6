## A table

script-room = pokój { $room }: { $game }, { $clock }
script-room-opening = pokój { $room }: { $game }, { $opening }, { $clock }
script-no-clock = bez zegara
script-clock = zegar { $clock }
script-seat-marked = { $side } ({ $mark })
script-seat-coloured = { $side }, { $colour } ({ $mark })
script-seat-held = { $seat }: { $name }
script-seat-yours = { $seat }: { $name }, ty
script-you-watch = oglądasz
script-seat-is-open = jest wolne miejsce; inni zajmują je tak: enlinea join { $room }
script-after-plies = partia { $game }, po ruchu { $ply }:
script-first = { $name } (pierwsza strona)
script-second = { $name } (druga strona)
script-column = kolumna { $column }
script-watch = { $count ->
    [0] nikt nie ogląda
    [one] ogląda { $count } osoba
    [few] oglądają { $count } osoby
    [many] ogląda { $count } osób
   *[other] ogląda { $count } osoby
    }
script-watch-names = { $count ->
    [one] ogląda { $count } osoba: { $names }
    [few] oglądają { $count } osoby: { $names }
    [many] ogląda { $count } osób: { $names }
   *[other] ogląda { $count } osoby: { $names }
    }
script-and-more = { $more ->
    [one] { $names } i jeszcze { $more } osoba
    [few] { $names } i jeszcze { $more } osoby
    [many] { $names } i jeszcze { $more } osób
   *[other] { $names } i jeszcze { $more } osoby
    }
script-nobody-watches = nikt nie ogląda
script-nobody-watches-now = nikt już nie ogląda

## What happens at it. $who is script-first or script-second.

script-sits-first = { $name } zajmuje pierwsze miejsce
script-sits-second = { $name } zajmuje drugie miejsce
script-vacated-first = pierwsze miejsce jest znów wolne
script-vacated-second = drugie miejsce jest znów wolne
script-away = { $who } traci połączenie
script-away-claim = { $who } traci połączenie; partię można przejąć po { $seconds } s
script-back = { $who } wraca
script-begins = zaczyna się partia { $game }: { $first } to pierwsza strona, { $second } druga
script-played = { $ply }. { $name } ({ $side } strona) gra: { $cell }
script-played-left = { $ply }. { $name } ({ $side } strona) gra: { $cell }, zostaje { $left }
script-played-colour = { $ply }. { $name } ({ $side } strona) gra: { $cell }, { $colour }
script-played-colour-left = { $ply }. { $name } ({ $side } strona) gra: { $cell }, { $colour }, zostaje { $left }
script-score = wynik: { $first } { $wins }, { $second } { $losses }, remisy { $draws }
script-offers-draw = { $who } proponuje remis
script-declines-draw = { $who } odrzuca remis
script-asks-takeback = { $count ->
    [one] { $who } prosi o cofnięcie ruchu
    [few] { $who } prosi o cofnięcie { $count } ruchów
    [many] { $who } prosi o cofnięcie { $count } ruchów
   *[other] { $who } prosi o cofnięcie { $count } ruchu
    }
script-declines-takeback = { $who } odmawia cofnięcia
script-takes-back = { $plies ->
    [one] { $who } cofa; zostaje { $plies } ruch
    [few] { $who } cofa; zostają { $plies } ruchy
    [many] { $who } cofa; zostaje { $plies } ruchów
   *[other] { $who } cofa; zostaje { $plies } ruchu
    }
script-offers-rematch = { $who } proponuje rewanż
script-declines-rematch = { $who } odrzuca rewanż
script-clocks = zegar: pierwsza strona { $first }, druga strona { $second }
script-thinks = { $name } myśli już { $time }
script-thinks-depth = { $name } myśli już { $time }, głębokość { $depth }
script-forbidden = zabronione: { $points }
script-locked = nikt więcej już nie wejdzie
script-unlocked = inni znów mogą wejść
script-removed = { $name } musi opuścić pokój
script-chat-closed = czat jest zamknięty
script-chat-open = czat jest znów otwarty

## Whose turn it is

script-your-turn = twój ruch: twoja strona to { $seat }
script-to-move = ruch: { $who }
script-nobody-to-move = nikt nie ma ruchu

## Openings with choices. The words in $choices that are typed stay as they are.

script-choose = twój ruch: wybierz { $choices }
script-place-one = twój ruch: postaw { $stones }, { $next }
script-place = twój ruch: postaw { $stones }, następny: { $next }
script-other-chooses = wybiera { $who }: { $choices }
script-other-places = { $who } stawia { $stones }
script-stones = { $count ->
    [one] { $count } kamień
    [few] { $count } kamienie
    [many] { $count } kamieni
   *[other] { $count } kamienia
    }
script-stones-more = { $count ->
    [one] jeszcze { $count } kamień
    [few] jeszcze { $count } kamienie
    [many] jeszcze { $count } kamieni
   *[other] jeszcze { $count } kamienia
    }
script-colour-marked = { $colour } ({ $mark })
script-choice-two = dwa dodatkowe kamienie
script-chooses = { $who } wybiera { $choice }
script-colours = { $who } gra: { $mine }, { $other }: { $theirs }

## The end of a game. $how is one of the messages script-how-...

script-over-you-win = koniec partii: wygrana, { $who }, { $how }
script-over-wins = koniec partii: { $who } wygrywa, { $how }
script-over-draw = koniec partii: remis, { $how }
script-over-no-result = koniec partii bez wyniku: { $how }
script-how-line = { $cells } w rzędzie
script-how-resignation = bo { $name } się poddaje
script-how-flag = bo kończy się czas: { $name }
script-how-claim = bo { $name } nie wraca
script-how-bot-failed = bo { $name } nie wykonuje dozwolonego ruchu
script-how-full-board = plansza jest pełna
script-how-agreed = za zgodą obu stron
script-how-aborted = przerwana
script-how-first-move = zabrakło pierwszego ruchu na czas
script-how-first-choice = zabrakło wyboru na czas
script-how-abandoned = obie strony nie wracają
script-how-closed = zamknięta przez gospodarza
script-how-resigned = poddanie
script-how-out-of-time = koniec czasu
script-how-claimed = przejęcie partii
script-how-a-bot-failed = awaria bota
script-how-other = powód: { $reason }

## What a bot thought, and what positions are worth

script-thought = { $ply }. { $name }, myśl: { $found }
script-exact = dokładnie
script-not-exact = niedokładnie
script-depth = głębokość { $depth }
script-nodes = { $nodes ->
    [one] { $nodes } węzeł w { $time } ms
    [few] { $nodes } węzły w { $time } ms
    [many] { $nodes } węzłów w { $time } ms
   *[other] { $nodes } węzła w { $time } ms
    }
script-expects = oczekuje { $moves }
script-after-ply = po ruchu { $ply }: { $found }
script-no-value = żaden ruch nie ma wartości
script-not-analysed = { $game }: brak analizy; plansze ze spadaniem mogą mieć 19 wierszy i 64 pola razem z pustym wierszem u góry, a inne muszą być takie, na których gra bot threat
script-mistake-won = ruch { $ply }: { $made } to błąd, { $best } wygrywał
script-mistake-drew = ruch { $ply }: { $made } to błąd, { $best } dawał remis
script-blunder-won = ruch { $ply }: { $made } to gruby błąd, { $best } wygrywał

## Answers at a table

script-no-move-yet = nie ma jeszcze żadnego ruchu
script-last = { $ply }. { $cell }, gra { $who }
script-last-colour = { $ply }. { $cell }, { $colour }
script-nobody-has-clock = w tej partii nie ma zegara
script-left = { $who }: zostaje { $left }
script-left-running = { $who }: zostaje { $left }, zegar idzie
script-none-over = żadne: partia jest skończona
script-cells = { $cells ->
    [one] { $legal } z { $cells } pola
    [few] { $legal } z { $cells } pól
    [many] { $legal } z { $cells } pól
   *[other] { $legal } z { $cells } pola
    }

## A session

script-connected = połączenie z { $server } jako { $name }
script-connected-again = znów jest połączenie
script-server-stops = serwer kończy pracę; partie, które przechowuje, będą trwać dalej, gdy znów ruszy
script-host-says = ogłoszenie serwera: { $text }
script-play-again = wpisz rematch, by zagrać jeszcze raz, albo leave
script-ask = zapytaj: board, last, moves, clocks, who lub analyse, albo leave, by wyjść
script-refused = odmowa: { $problem }
script-replaced = inny klient zajmuje twoje miejsce; graj dalej tam albo dołącz jeszcze raz, by je odzyskać
script-closed = pokój jest zamknięty, bo nikt na czas nie zajął wolnego miejsca; otwórz inny
script-sent-out = właściciel wyprasza cię z pokoju; dołącz do innego
script-out-of-room = jesteś poza pokojem: { $why }
script-input-ended = wejście się skończyło, a to twój ruch: wychodzę; twoje miejsce czeka, wróć tak: enlinea join { $room }
script-input-ended-unsaved = wejście się skończyło, a to twój ruch: wychodzę; nie ma drogi powrotu do twojego miejsca, bo nie udało się jej zapisać
script-input-ended-here = wejście się skończyło, a to twój ruch: wychodzę, a tutejszy serwer kończy pracę; twoje miejsce czeka, wróć tak: enlinea join { $room }
script-input-ended-lost = wejście się skończyło, a to twój ruch: wychodzę, a tutejszy serwer kończy pracę; jego partie są tylko w pamięci i przepadną razem z nim
script-no-message = ten wiersz to nie wiadomość protokołu ({ $problem }); ich postać opisuje PROTOCOL.md
script-only-watch = tylko oglądasz; wpisz say TEKST, board, help lub leave
script-over-not-played = partia jest skończona, { $text } nie będzie zagrane
script-not-your-turn = to nie twój ruch: { $turn }; poczekaj na następną pozycję
script-no-choice-now = { $text } nie można teraz wybrać; { $turn }
script-no-choice = { $text } to nie wybór; { $turn }
script-nothing-offered = nikt ci nic nie proponuje; zaproponuj to: draw, takeback, rematch
script-interrupted = przerwano
script-interrupted-seat = przerwano; miejsce w trwającej partii czeka, wróć przez enlinea join
script-interrupted-unsaved = przerwano; nie ma drogi powrotu do miejsca w trwającej partii, bo nie udało się jej zapisać
script-interrupted-here = przerwano; miejsce w trwającej partii czeka, a tutejszy serwer zakończył pracę: enlinea join uruchamia go ponownie
script-interrupted-lost = przerwano; tutejszy serwer zakończył pracę, a jego partie, tylko w pamięci, przepadły
script-lost = połączenie zerwane ({ $why }); próba powrotu
script-not-sent = nie wysłano: wpisz to jeszcze raz, gdy wróci połączenie
script-line-long = linia ma najwyżej { $most } znaków, a ta ma { $length }: nic nie powiedziano; powiedz to w kilku liniach
script-kept-choice = twój wybór czeka: wyjdzie, gdy wróci połączenie
script-kept-leaving = wyjdziesz, gdy wróci połączenie; Ctrl-C kończy program od razu
script-ended = połączenie się skończyło
script-not-kept = partia nie jest zapisana w bibliotece: { $problem }
script-answer-missing = połączenie skończyło się przed odpowiedzią; spróbuj jeszcze raz

## Lists

script-no-server-found = nie znaleziono serwera; uruchom go przez enlinea-server albo podaj przez --server
script-no-room = nie ma otwartych pokojów; otwórz pokój: enlinea new
script-no-other-room = nie ma innych otwartych pokojów; otwórz pokój: enlinea new
script-other-rooms = inne pokoje:
script-own-games = twoje partie; do wybranej wejdziesz tak: enlinea join KOD
script-own-against = kontra { $opponent }
script-own-your-turn = twoja kolej
script-own-their-turn = kolej przeciwnika
script-own-most = { $most ->
    [one] serwer podaje najwyżej { $most } partię; może być ich więcej
    [few] serwer podaje najwyżej { $most } partie; może być ich więcej
    [many] serwer podaje najwyżej { $most } partii; może być ich więcej
   *[other] serwer podaje najwyżej { $most } partii; może być ich więcej
    }
script-own-untold = na liście może brakować twoich partii: { $problem }
script-present = { $count ->
    [one] { $count } połączenie: { $names }
    [few] { $count } połączenia: { $names }
    [many] { $count } połączeń: { $names }
   *[other] { $count } połączenia: { $names }
    }
script-against = { $first } kontra { $second }
script-room-seating = jest wolne miejsce
script-room-playing = ruch { $ply }
script-room-over = po partii
script-no-spectators = bez widzów
script-bot-plays = gra: { $games }
script-every-game = wszystkie gry z nazwą
script-bots-own-board = kto gra na innej planszy: enlinea bots --game custom:9x7x5:falls
script-bot-openings = otwarcia: { $openings }
script-bot-depth = { $levels }, domyślnie { $depth }
script-bot-strength = Elo ponad random: { $strength }
script-bot-options = opcje: { $options }
script-bot-option = { $name } od { $least } do { $most } ({ $default })

## Games that are kept

script-no-games = nie ma jeszcze zapisanych zakończonych partii: zapisana będzie każda, którą zagrasz lub obejrzysz do końca; partie, które trwają, wypisuje: enlinea rooms
script-games-directory = pliki są w { $directory }
script-on-server = na serwerze:
script-plies = { $count ->
    [one] { $count } ruch
    [few] { $count } ruchy
    [many] { $count } ruchów
   *[other] { $count } ruchu
    }
script-watched = oglądana
script-reason-line = ułożony rząd
script-reason-full-board = pełna plansza
script-reason-resignation = poddanie
script-reason-flag = czas
script-reason-agreement = zgoda
script-reason-claim = nieobecność
script-reason-aborted = przerwana
script-reason-first-move = bez pierwszego ruchu
script-reason-abandoned = obie strony nieobecne
script-reason-bot-failed = awaria bota
script-reason-closed = zamknięta
script-file-exists = { $file }: { $problem }; zostaje, jak jest, podaj inny plik
script-written = zapisano w { $file }
script-tag-variant = Gra: { $value }
script-tag-first = Pierwsza: { $value }
script-tag-second = Druga: { $value }
script-tag-clock = Zegar: { $value }
script-tag-opening = Otwarcie: { $value }
script-tag-date = Data: { $value }
script-tag-room = Pokój: { $value }
script-tag-result = Wynik: { $value }
script-tag-reason = Powód: { $value }
script-replayed = { $ply }. { $side }: { $made }
script-replayed-left = { $ply }. { $side }: { $made }, zostaje { $left }
script-result = wynik: { $result }
script-part-of-game = to partia zapisana, gdy jeszcze trwała; reszty nie udało się uzyskać: { $problem }
script-none-kept = żadna partia z pokoju { $room } nie jest zapisana; ostatnia może być na serwerze, jako { $room }
script-number-not-kept = partia { $number } z pokoju { $room } nie jest zapisana; są: { $numbers }
script-kept-nowhere = partie nie są zapisywane, bo nie ma katalogu domowego; podaj katalog przez --data
script-library-unreadable = nie można odczytać biblioteki: { $problem }

## The key of the person

script-key = klucz: { $file }
script-fingerprint = odcisk: { $key }
script-name-at = nazwa: { $name } na { $server }
script-no-name-at = nazwa: brak na { $server }; przyjmij ją tak: enlinea rename NAZWA
script-name-empty = z tej nazwy nic nie zostaje; nazwa ma od 1 do 20 drukowalnych znaków
script-name-cut = z tej nazwy zostałoby { $name }; nazwa ma od 1 do 20 drukowalnych znaków
script-you-are = jesteś { $name } na { $server }
script-name-yours = { $wanted } na { $server } należy do ciebie; jesteś { $name }, póki ktoś inny jest tam jako { $wanted }
script-other-name-set = --name, ENLINEA_NAME lub ustawienia podają { $name }; przy następnym starcie wróci ta nazwa
script-key-secret = kto ma ten wiersz, jest tobą na każdym serwerze; strzeż go jak hasła
script-cannot-read = nie można odczytać { $file }: { $problem }
script-former-key = poprzedni klucz to teraz { $file }
script-your-key = twój klucz to { $key }
script-no-key-directory = nie ma katalogu na twój klucz; podaj katalog przez --data
script-binds-no-names = ten serwer nie wiąże nazw z kluczami
script-key-not-sent = twój klucz nie jest wysyłany tam, gdzie inni mogą czytać, a bez niego nie masz tam nazwy; wysyła go --key-in-clear

## Other commands

script-tv = tv to ekran i potrzebuje terminala; enlinea watch KOD wypisuje jedną partię w wierszach
script-forgotten = { $server } jest zapomniany; zapamiętany będzie klucz, który pokaże następnym razem
script-no-server-known = { $server } nie jest znany; żaden serwer nie jest
script-server-not-known = { $server } nie jest znany; znane są { $servers }
script-no-game-directory = nie ma katalogu na partie; podaj katalog przez --data albo niczego nie zapisuj: --store memory
script-serving = serwer działa; inni łączą się tak: enlinea --server { $url }
script-its-key = jego klucz: { $key }
script-game-waits = twoja partia czeka tutaj; wrócisz do niej poleceniem: enlinea join { $room }
script-no-server-inside = ten program zbudowano bez serwera; uruchom enlinea-server i podaj go przez --server
script-no-output = nie można pisać na standardowe wyjście: { $problem }
script-config-absent = { $file }, którego nie ma
script-origin-default = domyślne
script-origin-file = ten plik
script-origin-flag = wiersz poleceń
script-not-set = { $name } nie ma wartości
script-no-manual = podręcznik nie jest zapisany: { $problem }
