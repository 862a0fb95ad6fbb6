## Moves

errors-game-over = partia jest skończona
errors-off-board = { $square } leży poza planszą (kolumny: { $columns }, wiersze: { $rows }); zagraj na planszy
errors-occupied = { $square } jest zajęte; zagraj tam, gdzie plansza jest wolna
errors-column-full = kolumna { $column } jest pełna; zagraj w { $open }
errors-column-full-elsewhere = kolumna { $column } jest pełna; zagraj gdzie indziej
errors-one-or-other = { $others } lub { $last }
errors-forbidden = { $square } jest zabronione ({ $kind }); zagraj na innym punkcie
errors-no-move = { $text } to nie ruch w tej grze; napisz { $expected }
errors-moves-are-columns = kolumnę od 1 do { $last }
errors-moves-are-squares = literę i rząd, od a1 do { $last }
errors-or-command = { $error } lub polecenie (wymienia je help)
errors-no-square = { $text } to nie pole; napisz literę i rząd, od a1 do t20, np. h8
errors-no-choice = tego nie można teraz wybrać

## Games and boards

errors-unknown-game = nieznana gra: { $name }; wybierz jedną z tych: { $known }
errors-no-board = { $text } to nie plansza; napisz kolumny x wiersze x kamienie w rzędzie, a potem sposób ich stawiania, np. 9x7x5:falls, 12x12x6:free lub 19x19x5:exact
errors-width = szerokość musi wynosić od 3 do 20, a nie { $given }
errors-height = wysokość musi wynosić od 3 do 20, a nie { $given }
errors-in-row = liczba kamieni w rzędzie musi wynosić od 3 do 10, a nie { $given }
errors-row-too-long = { $count } w rzędzie nie zmieści się na planszy { $columns } x { $rows }; zmień jedno z nich

## Clocks and numbers

errors-clock-initial = czas na początku musi wynosić od 1s do 24h, a nie { $time }
errors-clock-increment = dodawany czas musi wynosić najwyżej 1h, a nie { $time }
errors-no-time = { $text } to nie czas; napisz liczbę i h, m, s lub ms, np. 5m lub 90s
errors-grace = dozwolona nieobecność musi wynosić od 1s do 24h, a nie { $given }
errors-number = { $what }: od { $low } do { $high }, a nie { $given }
errors-number-depth = głębokość bota
errors-number-pace = tempo
errors-number-repeat = powtórzenia meczu
errors-number-think-time = czas bota na ruch, w milisekundach
errors-number-grace = dozwolona nieobecność, w milisekundach
errors-number-time = czas w milisekundach

## Bots, names, codes

errors-no-bot = { $text } to nie rodzaj bota; rodzaj to słowo z najwyżej 24 małych liter, np. negamax
errors-no-bot-option = { $text } to nie opcja; napisz po przecinku jej nazwę, = i liczbę całkowitą, każdą nazwę raz i najwyżej 8, np. temperature=20
errors-no-name = { $text } to nie nazwa; nazwa ma od 1 do 20 drukowalnych znaków
errors-no-chat = wiersz czatu ma od 1 do 200 drukowalnych znaków
errors-no-side = { $text } to nie strona; podaj first lub second
errors-no-room-code = { $text } to nie kod pokoju; kod to 6 znaków z { $alphabet }
errors-not-in-room-codes = { $text } to nie kod pokoju: w żadnym nie ma "{ $letter }"; kod to 6 znaków z { $alphabet }
errors-no-tournament-code = { $text } to nie kod turnieju; kod to 6 znaków z { $alphabet }
errors-or-link = { $problem }; albo wpisz odnośnik, np. http://192.168.1.5:4270/#K7QM2X
errors-hand-over-link = ten odnośnik przekazuje miejsce innemu urządzeniu: podaj go w enlinea join; albo pomiń kropkę i to, co po niej, aby oglądać lub zająć wolne miejsce: { $link }
errors-no-player-id = { $text } to nie identyfikator gracza; to liczba całkowita
errors-no-seed = { $text } to nie ziarno; to liczba całkowita mniejsza niż 2^64
errors-no-server-id = { $text } to nie identyfikator serwera; to 32 cyfry szesnastkowe
errors-no-hand-over-code = kod przejęcia miejsca to 8 znaków z { $alphabet }
errors-not-found = nie ma takiego pliku ani katalogu
errors-not-permitted = brak uprawnień
errors-is-directory = to katalog
errors-no-token = token to 32 cyfry szesnastkowe

## What a server sends

errors-unknown-game-here = ten program nie zna gry { $name }; użyj nowszej wersji
errors-impossible-game = serwer przysyła niemożliwą partię: { $reason }
