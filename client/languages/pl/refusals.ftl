refusals-version = protokół { $yours } nie jest tu obsługiwany, ten serwer obsługuje { $newest }; użyj klienta i serwera w tej samej wersji
refusals-version-of-several = protokół { $yours } nie jest tu obsługiwany, ten serwer obsługuje od { $oldest } do { $newest }; użyj klienta i serwera w tej samej wersji
refusals-hello-expected = pierwszą wiadomością musi być hello, jeden raz; wyślij hello, a potem całą resztę
refusals-malformed = nie można odczytać wiadomości: { $problem }; jej postać opisuje PROTOCOL.md
refusals-too-fast = za dużo żądań naraz; poczekaj { $wait } i wysyłaj ich mniej
refusals-full = na serwerze nie ma więcej miejsca ({ $what }); spróbuj później
refusals-full-rooms = { $count ->
    [one] otwarty jest { $count } pokój
    [few] otwarte są { $count } pokoje
    [many] otwartych jest { $count } pokojów
   *[other] otwartych jest { $count } pokoju
    }
refusals-full-games = { $count ->
    [one] w tym pokoju rozegrano { $count } partię
    [few] w tym pokoju rozegrano { $count } partie
    [many] w tym pokoju rozegrano { $count } partii
   *[other] w tym pokoju rozegrano { $count } partii
    }
refusals-full-chat = { $count ->
    [one] w tej partii napisano { $count } wiersz czatu
    [few] w tej partii napisano { $count } wiersze czatu
    [many] w tej partii napisano { $count } wierszy czatu
   *[other] w tej partii napisano { $count } wiersza czatu
    }
refusals-full-seats = { $count ->
    [one] miejsca w tym pokoju zwolniono { $count } raz
    [few] miejsca w tym pokoju zwolniono { $count } razy
    [many] miejsca w tym pokoju zwolniono { $count } razy
   *[other] miejsca w tym pokoju zwolniono { $count } razy
    }
refusals-full-codes = nie ma wolnego kodu pokoju
refusals-full-places = zostały tylko miejsca dla tych, którzy wracają na swoje
refusals-shutting-down = serwer się wyłącza; wróć za chwilę, miejsca są zachowane
refusals-internal = na serwerze wystąpił błąd, nic się nie zmieniło; podaj numer { $reference } osobie, która go prowadzi
refusals-disk-full = dysk serwera jest pełny, nic nie zginęło; spróbuj ponownie, gdy osoba, która go prowadzi, zrobi miejsce

## Opening a room

refusals-unknown-bot = nie ma tu bota { $kind }; wybierz jednego z tych: { $known }
refusals-bot-cannot-play = { $bot } nie gra w { $game }; wybierz jednego z tych: { $others }
refusals-bad-depth = { $bot } nie ma takiej głębokości; { $expected }
refusals-bad-option = opcje { $bot } są nieprawidłowe; { $expected }
refusals-choose-between = wybierz od { $least } do { $most }
refusals-no-depth = nie ma głębokości, więc napisz samo { $kind }
refusals-no-options = nie ma opcji, więc napisz samo { $kind }
refusals-choose-from = wybierz z: { $options }
refusals-option-range = { $name } od { $least } do { $most }
refusals-bot-cannot-open = { $bot } nie gra otwarcia { $opening }; wybierz jednego z tych: { $others }
refusals-no-bot-opens = { $bot } nie gra otwarcia { $opening }; zrezygnuj z otwarcia
refusals-both-seats-yours = oba miejsca są twoje; zostaw jedno wolne dla kogoś innego albo posadź tam bota
refusals-seat-of-nobody = miejsce jest dla tego, kto otwiera pokój, a nie ma nikogo takiego; zostaw je wolne albo posadź tam bota
refusals-nobody-may-watch = pozostaje ci oglądanie, ale pokój nie wpuszcza widzów; zajmij miejsce albo wpuść widzów
refusals-unknown-opening = ten serwer nie zna tego otwarcia; wybierz swap2 albo żadne
refusals-opening-not-played = to otwarcie wymaga planszy, na której kładzie się kamienie na dowolnym polu, a wygrywają cztery lub więcej w rzędzie; zrezygnuj z otwarcia albo wybierz inną grę
refusals-rated-with-help = w partii rankingowej nie ma cofania ruchów ani podpowiedzi; wyłącz je albo graj bez rankingu
refusals-other-problem = serwer nie otwiera takiego pokoju ({ $name })

## Rooms

refusals-no-such-room = nie ma pokoju { $room }; sprawdź kod albo znajdź otwarte pokoje na liście (enlinea rooms)
refusals-already-in-room = jesteś już w pokoju { $room }; najpierw z niego wyjdź
refusals-not-in-room = nie jesteś w żadnym pokoju; najpierw do jakiegoś dołącz albo go otwórz
refusals-no-open-seat = oba miejsca w { $room } są zajęte; możesz oglądać
refusals-no-spectators = ten pokój nie wpuszcza widzów; poproś graczy o pokój, który ich wpuszcza
refusals-wrong-token = ten token nie otwiera miejsca w { $room }; dołącz bez niego, by oglądać lub zająć wolne miejsce
refusals-locked = do pokoju { $room } nikt więcej nie wejdzie; o wpuszczenie poproś osobę, która go otworzyła
refusals-not-owner = może to zrobić tylko właściciel pokoju
refusals-not-watching = nie oglądasz { $room }; najpierw zacznij oglądać
refusals-not-in-lobby = nie ma cię na liście pokojów; najpierw na nią wejdź

## Moves

refusals-not-seated = tu tylko oglądasz; mogą to robić tylko dwaj gracze
refusals-not-started = partia się nie zaczęła; poczekaj, aż oba miejsca będą zajęte
refusals-game-over = partia jest skończona; o rewanż proś zaraz po jej końcu albo otwórz inny pokój
refusals-game-not-over = partia trwa; najpierw ją dokończ albo się poddaj
refusals-turn-of-first = to nie twój ruch: ruch nr { $ply } należy do pierwszej strony; poczekaj na następną pozycję
refusals-turn-of-second = to nie twój ruch: ruch nr { $ply } należy do drugiej strony; poczekaj na następną pozycję
refusals-stale = ten ruch dotyczył stanu { $yours } planszy, a teraz jest { $current }; spójrz na nową pozycję i zagraj jeszcze raz
refusals-nothing-to-choose = otwarcie teraz na to nie pozwala; postaw kamień albo poczekaj na przeciwnika
refusals-bad-choice = otwarcie teraz na to nie pozwala; wybierz jedno z tych: { $choices }

## Offers and ends

refusals-takebacks-off = w tym pokoju nie można cofać ruchów albo w tej partii już nie można; graj dalej
refusals-nothing-to-take-back = nie masz ruchu, który można cofnąć; graj dalej
refusals-nothing-offered = nikt ci tego nie proponuje; zaproponuj to
refusals-already-offered = ta propozycja już padła albo padła w tej partii zbyt wiele razy; poczekaj na odpowiedź lub graj dalej
refusals-too-late-to-abort = obie strony mają już ruch za sobą, więc partii nie można przerwać; graj dalej albo się poddaj
refusals-opponent-present = nie możesz przejąć partii: przeciwnik jest obecny; graj dalej
refusals-claim-too-early = nie możesz jeszcze przejąć partii; poczekaj { $wait }, aż przeciwnik wróci
refusals-bots-do-not = boty nie przyjmują remisu; graj dalej albo się poddaj

## Chat, hints, analysis

refusals-nothing-to-say = ten wiersz nic nie mówi; napisz jakiś tekst
refusals-too-long = { $size ->
    [one] wiadomość o długości { $size } bajtu jest za długa, granica to { $limit }; wyślij mniej
    [few] wiadomość o długości { $size } bajtów jest za długa, granica to { $limit }; wyślij mniej
    [many] wiadomość o długości { $size } bajtów jest za długa, granica to { $limit }; wyślij mniej
   *[other] wiadomość o długości { $size } bajtu jest za długa, granica to { $limit }; wyślij mniej
    }
refusals-chat-closed = czat tego pokoju jest zamknięty; poczekaj, aż właściciel pokoju znów go otworzy
refusals-hints-off = w tej partii nie ma podpowiedzi; zapytaj po jej końcu albo otwórz pokój z podpowiedziami
refusals-not-analysed = pozycji w { $game } się nie analizuje; pytaj w gomoku albo tam, gdzie krążki spadają, na planszach takich jak 7 x 6 lub 8 x 7
refusals-nothing-to-analyse = { $plies ->
    [one] po { $plies } ruchu nie ma nic do analizy; pytaj o 0 do { $last }
    [few] po { $plies } ruchach nie ma nic do analizy; pytaj o 0 do { $last }
    [many] po { $plies } ruchach nie ma nic do analizy; pytaj o 0 do { $last }
   *[other] po { $plies } ruchu nie ma nic do analizy; pytaj o 0 do { $last }
    }

## People

refusals-name-owned = nazwa { $name } należy tu do kogoś innego; wybierz inną, np. { $suggestion }, albo użyj klucza, do którego należy
refusals-banned = masz zakaz wstępu na ten serwer ({ $reason }); zapytaj osobę, która go prowadzi
refusals-banned-for = masz zakaz wstępu na ten serwer ({ $reason }); wróć za { $wait }
refusals-banned-without-reason = masz zakaz wstępu na ten serwer; zapytaj osobę, która go prowadzi
refusals-banned-without-reason-for = masz zakaz wstępu na ten serwer; wróć za { $wait }
refusals-unknown-player = nikt inny tu się nie nazywa { $name }; sprawdź nazwę
refusals-no-such-person = nazwa { $name } nie ma tu właściciela; sprawdź nazwę
refusals-no-own-name = nie masz tu własnej nazwy; wybierz ją, a twoje partie będą się jej liczyć
refusals-no-such-game = nie ma tu partii { $game } albo widzą ją tylko jej gracze; sprawdź numer
refusals-no-history = ten serwer zapomina partie po ich końcu; zapytaj serwer, który je zachowuje
refusals-elsewhere = pokój { $room } jest na innym serwerze; połącz się z { $address }
refusals-wrong-code = kod jest błędny lub zużyty albo minęła jego minuta; poproś drugie urządzenie o nowy
refusals-over-limit = to więcej, niż serwer pozwala: { $limit }, najwyżej { $most }; najpierw coś zakończ
refusals-limit-sent-out = osoby wyproszone z pokoju
refusals-limit-decisions = decyzje o pokoju w jednej partii
refusals-limit-watched = oglądane pokoje
refusals-limit-muted = wyciszone nazwy

## Releases that differ

refusals-unknown-message = ten serwer nie zna wiadomości { $name }; zajrzyj do PROTOCOL.md albo użyj nowszego serwera
refusals-unknown-field = wiadomość nie ma pola { $field }; popraw ją, nic nie zostało zrobione
refusals-other = serwer odmawia ({ $name }); nowsza wersja klienta wie dlaczego
refusals-full-tournaments = na serwerze nie ma miejsca na więcej (otwarte turnieje: { $count }); spróbuj później
refusals-full-entrants = w turnieju nie ma więcej miejsca (uczestnicy: { $count }); możesz go oglądać
refusals-no-such-tournament = nie ma turnieju { $code }; sprawdź kod albo zobacz listę turniejów
refusals-no-tournament = nie śledzisz żadnego turnieju; najpierw jakiś otwórz
refusals-not-organiser = może to zrobić tylko organizator turnieju
refusals-not-entered = nie bierzesz udziału w tym turnieju; najpierw się zapisz
refusals-too-late = w tym turnieju jest już na to za późno; oglądaj go albo zapytaj organizatora
refusals-no-such-entrant = w turnieju nie ma takiego uczestnika, pary ani partii; spójrz jeszcze raz
refusals-tournament-name = nazwa ma więcej niż { $most } znaków; skróć ją
refusals-tournament-rounds = turniej szwajcarski ma od 1 do { $most } rund; wybierz inną liczbę
refusals-tournament-games = para gra od 1 do { $most } partii; wybierz inną liczbę
refusals-tournament-length = arena trwa od minuty do doby; wybierz inny czas
refusals-tournament-filling = turniej ma najwyżej { $most } uczestników; poproś o mniej botów
refusals-tournament-times = jakiś czas jest za krótki albo za długi; na przyjście jest co najmniej dziesięć sekund, a żaden czas nie przekracza tygodnia
