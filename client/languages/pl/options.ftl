## Options of every command

options-server = Serwer: komputer, komputer:port lub adres ws://, szyfrowany, jeśli serwer to oferuje; wss:// jest zawsze szyfrowany [domyślnie: ten komputer, potem sieć lokalna]
options-name = Twoja nazwa, tak jak widzą ją inni
options-data = Katalog zapisanych miejsc i partii [domyślnie: katalog danych w systemie]
options-key-in-clear = Wysyła klucz twojej nazwy także bez szyfrowania, gdzie inni mogą go przeczytać
options-lang = Język ekranów i wierszy [domyślnie: język systemu albo en]
options-no-discovery = Wyłącza szukanie serwerów w sieci lokalnej i ogłaszanie własnego
options-quiet = Bez dzwonka i powiadomień na pulpicie, gdy przychodzi twój ruch
options-plain = Wiersze tekstu bez ruchu kursora, dla potoków i czytników ekranu
options-json = Jedna wiadomość protokołu w JSON na wiersz, dla skryptów
options-patience = Przy --plain i --json: przez ile sekund ponawia się zerwane połączenie
options-color = Kolory: tyle, ile podaje terminal, 16, 256, wszystkie albo żadne
options-ground = Tło terminala: takie, jak sam podaje, ciemne albo jasne
options-graphics = Plansze jako gładkie obrazy w terminalach, które je pokazują: protokół kitty, iTerm2 albo sixel
options-theme = Kolory planszy: jeden z motywów { $names } albo plik, który zmienia niektóre z nich
options-ascii = Rysuje samymi znakami ASCII, jak bez UTF-8 i na konsoli Linuksa
options-no-animation = Krążki od razu leżą, zamiast spadać
options-log = Dopisuje do pliku, co się dzieje z połączeniem [domyślnie: bez dziennika]
options-log-level = Ile zawiera dziennik: z debug także rodzaj każdej wiadomości, nigdy jej treść

## Options of commands

options-game = Gra: jedna z { $names }
options-bots-game = Tylko te, które grają w tę grę; gra: jedna z { $names }
options-moves-game = Gra z --moves: jedna z { $names }
options-first = Kto zaczyna: me, open, bot:RODZAJ, bot:RODZAJ:GŁĘBOKOŚĆ lub bot:RODZAJ:POZIOM, z opcjami takimi jak ,temperature=10
options-second = Kto gra drugi ruch: me, open, bot:RODZAJ, bot:RODZAJ:GŁĘBOKOŚĆ lub bot:RODZAJ:POZIOM, z opcjami takimi jak ,temperature=10
options-shuffle = Losuje, kto zaczyna
options-clock = Czas na początku i za ruch, np. 5m+3s [domyślnie: bez zegara]
options-opening = Zasada otwarcia na planszach bez spadania: { $names } [domyślnie: żadna]
options-private = Ukrywa pokój na liście: prowadzi do niego tylko kod
options-pace-between-bots = Najkrótszy czas ruchu między botami, w milisekundach [domyślnie: 700; 0 przy --plain i --json]
options-repeat = Liczba rewanżów między botami
options-seed = Ziarno losowości botów: to samo ziarno daje tę samą partię
options-think-time = Najdłuższy czas bota na ruch, w milisekundach [domyślnie: 1000 dla level, perfect, threat i innych programów, 10000 dla reszty]
options-no-takebacks = Nikt nie może prosić o cofnięcie ruchu
options-hints = W czasie partii każdy obecny może zapytać, ile warta jest każda kolumna (v na ekranach)
options-open-thoughts = Widzowie partii człowieka widzą na bieżąco przeszukiwania botów i wartość każdej kolumny
options-grace = Czas nieobecności, po którym druga strona może przejąć partię, np. 5m [domyślnie: jak na serwerze]
options-no-spectators = Nikt nie może oglądać
options-rated = Liczy się do rankingu obu graczy, jeśli mają własne nazwy; bez cofania i podpowiedzi [domyślnie: tak, gdy masz własną nazwę]
options-unrated = Nie liczy się do rankingu
options-history-words = Tylko takie partie: nazwy (gracz, potem przeciwnik), gra, `won`, `drawn` lub `lost` (wygrana, remis, przegrana), `today` lub `30d`, `20-40` ruchów, `people` lub `bots`; `player=`, `opponent=`, `game=`, `result=`, `time=`, `moves=` i `against=` mówią, co jest czym
options-history-before = Tylko partie o niższym numerze, jak dla następnej strony
options-history-export = Zapisuje przebieg wszystkich tych partii do pliku, którego nie może jeszcze być; - to standardowe wyjście
options-profile-name = Nazwa osoby, do której należy [domyślnie: twoja]
options-leaderboard-game = Gra, jedna z { $names }
options-today = Tylko gracze z dzisiejszą partią rankingową
options-listen = Adres do nasłuchiwania albo sam port; port 0 to dowolny wolny. `[::]` przyjmuje IPv4 i IPv6, `0.0.0.0` tylko IPv4
options-store = Gdzie trzymać partie: w bazie danych, która przetrwa serwer, albo w pamięci
options-pace = Najkrótszy czas ruchu, w milisekundach [domyślnie: 700; 0 przy --plain i --json]
options-shell = Powłoka
options-man-directory = Katalog na strony wszystkich poleceń; - to standardowe wyjście, na stronę główną [domyślnie: -]
options-rename-name = Nazwa
options-key-file = Plik z kluczem; - to standardowe wejście
options-force = Przyjmuje go także wtedy, gdy jest inny klucz, który zostaje obok
options-forget-host = Serwer, tak jak podaje go odmowa: komputer lub komputer:port
options-room-code = Kod pokoju, sześć liter i cyfr; link do niego, na przykład http://192.168.1.5:4270/#K7QM2X; albo adres serwera, aby zobaczyć jego pokoje
options-tv-tournament = Pokazuje turniej na rzutnik, według kodu
options-export-code = Kod pokoju, czyli jego ostatnia partia; KOD-3 to trzecia, jak podaje `enlinea games`
options-export-file = Plik do zapisania, którego nie może jeszcze być; - to standardowe wyjście [domyślnie: -]
options-game-source = Plik z zapisem, kod pokoju, KOD-3 dla jego trzeciej partii albo - dla standardowego wejścia; ./NAZWA to zawsze plik
options-number = Partia z pliku, w którym jest ich kilka, licząc od 1
options-boards = Rysuje planszę po każdym ruchu, a nie tylko ostatnią
options-moves = Ruchy pozycji, np. "4 4 3" lub "h8 h9 i8", zamiast zapisu
options-seconds = Najdłuższy czas na pozycję, w sekundach

## Values of options

options-color-auto = Tyle, ile terminal ma według środowiska
options-color-16 = Szesnaście, które ma każdy kolorowy terminal
options-color-256 = 256
options-color-all = Wszystkie
options-color-none = Żadne
options-ground-auto = Jak podaje środowisko, a ciemne, gdy nie podaje
options-ground-dark = Ciemne
options-ground-light = Jasne
options-graphics-auto = Gdy terminal podaje, że je pokazuje, i nic nie stoi pomiędzy
options-graphics-on = Także w tmux, z uwagą, gdy terminal ich nie pokazuje
options-graphics-off = Żadne
options-log-error = To, co zawiodło na dobre
options-log-warn = Zerwane połączenia i odmowy
options-log-info = Nawiązane połączenia
options-log-debug = Rodzaj każdej wiadomości
options-store-sqlite = W bazie danych
options-store-memory = W pamięci

## Headings and the frame of the help

options-heading-common = Opcje wszystkich poleceń
options-heading-look = Wygląd ekranów
options-heading-log = Dziennik
options-usage = Użycie:
options-any-options = [OPCJE]
options-any-command = [POLECENIE]
options-heading-commands = Polecenia:
options-heading-arguments = Argumenty:
options-heading-options = Opcje:
options-heading-values = Możliwe wartości:
options-default = [domyślnie:
options-possible = [możliwe wartości:
options-help-flag = Pokazuje pomoc
options-version = Pokazuje wersję
options-help-more = (więcej: '--help')
options-help-summary = (skrót: '-h')
options-help-command = Pokazuje tę pomoc albo pomoc polecenia

## Words for what is typed, in capitals

options-value-name = NAZWA
options-value-directory = KATALOG
options-value-language = JĘZYK
options-value-seconds = SEKUNDY
options-value-depth = ILE
options-value-ground = TŁO
options-value-when = KIEDY
options-value-theme = NAZWA|PLIK
options-value-file = PLIK
options-value-level = POZIOM
options-value-game = GRA
options-value-clock = ZEGAR
options-value-seat = MIEJSCE
options-value-rule = ZASADA
options-value-time = CZAS
options-value-address = [ADRES:]PORT
options-value-store = GDZIE
options-value-code = KOD
options-value-place = KOD|LINK|ADRES
options-value-host = KOMPUTER
options-value-shell = POWŁOKA
options-value-source = PLIK|KOD
options-value-moves = RUCHY
options-value-words = SŁOWA

## Behind the options

options-examples = Przykłady:
options-statuses = Kod wyjścia:
options-status-done = zrobione
options-status-failed = niepowodzenie: coś nie zadziałało
options-status-usage = złe użycie: argumenty, ustawienia lub wczytana linia nie mają sensu
options-status-refused = odmowa serwera
options-status-lost = połączenie zerwane, bez powrotu w ciągu sekund z --patience
options-status-defect = błąd programu, z raportem w katalogu stanu
options-status-interrupted = przerwane przez Ctrl-C albo przez system
options-without-command = Bez polecenia otwierają się ekrany; z `--plain` lub `--json` działa zamiast nich `demo`. Z `--server` i bez ekranów działa `rooms`.
options-typed = Z --plain przy stole standardowe wejście przyjmuje po jednym z tych wierszy:
options-typed-move = gra tam
options-typed-choose = wybiera w otwarciu kolor albo dwa dodatkowe kamienie
options-typed-resign = poddaje partię
options-typed-draw = proponuje remis albo przyjmuje propozycję
options-typed-answer = odpowiada na propozycję przeciwnika
options-typed-takeback = prosi o cofnięcie twojego ostatniego ruchu
options-typed-abort = przerywa partię, zanim obie strony zagrają
options-typed-claim = przejmuje partię przeciwnika, który nie wraca
options-typed-rematch = proponuje rewanż albo się na niego zgadza
options-typed-say = mówi coś obecnym
options-typed-board = pokazuje planszę
options-typed-last = podaje ostatni ruch i czyj jest następny
options-typed-clocks = podaje czas obu stron
options-typed-moves = podaje wszystkie ruchy
options-typed-legal = podaje możliwe ruchy
options-typed-who = podaje, kto gra i kto ogląda
options-typed-record = pokazuje partię jako tekst, do zachowania
options-typed-analyse = podaje wartość ruchów w pozycji, teraz albo po podanej liczbie ruchów
options-typed-leave = wychodzi; twoje miejsce w partii czeka
options-typed-help = pokazuje tę listę

## Wrong arguments: what is wrong, then what to do. A value of the person is in quotes already.

options-no-name = { $name } to nie nazwa: nazwa ma od 1 do 20 drukowalnych znaków
options-tip-play = enlinea bez polecenia otwiera ekrany, a Enter zaczyna grę; enlinea new --game gomoku otwiera partię
options-two-servers = --server wskazuje { $server }, a odnośnik pokój na { $link }; pomiń --server
options-no-room = nie podano pokoju; napisz jego kod albo odnośnik do niego, np. http://192.168.1.5:4270/#K7QM2X
options-both-seats-yours = oba miejsca są twoje, a jedna osoba ma jedno; oddaj jedno przez --first lub --second: open albo bot
options-repeat-of-people = --repeat to liczba rewanżów między botami; podaj jednego bota przez --first i drugiego przez --second albo usuń tę opcję: ludzie proszą o rewanż przy stole
options-no-opening = żadne otwarcie nie nazywa się { $name }; wybierz jedno z: { $names }
options-opening-elsewhere = { $game } nie ma otwarcia { $opening }; pomiń --opening albo wybierz jedną z tych przez --game: { $games }, albo własną planszę bez spadania, na której wygrywają 4 lub więcej w rzędzie
options-no-seat = { $text } to nie miejsce; napisz me, open, bot:RODZAJ, bot:RODZAJ:GŁĘBOKOŚĆ lub bot:RODZAJ:POZIOM, z opcjami na końcu lub bez, np. bot:minimax:hard lub bot:minimax:hard,temperature=10
options-no-level = bot:{ $kind } nie ma poziomu { $level }; wybierz: { $levels }
options-levels-none = bot:{ $kind } bez poziomu, bo nie liczy naprzód
options-levels-numbers = poziom od { $least } do { $most }
options-levels-presets = jeden z: { $presets }
options-levels-depths = głębokość od { $least } do { $most }
options-levels-both = głębokość od { $least } do { $most } albo jeden z: { $presets }
options-no-listen = { $text } nie jest adresem do nasłuchiwania; napisz port, np. { $port }, albo adres i port, np. 192.168.1.5:{ $port } lub [::]:{ $port }
options-no-address = { $text } to nie adres serwera: { $problem }; napisz komputer, komputer:port lub ws://komputer:port, np. 192.168.1.5:{ $port }
options-address-protocol = zaczyna się innym protokołem
options-address-port = port to liczba od 1 do 65535
options-address-host = komputer to nie nazwa ani numer
options-address-characters = ma znaki, których nie ma żaden adres
options-out-of-range = { $given } nie mieści się w zakresie od { $least } do { $most }
options-no-number = { $given } nie jest liczbą całkowitą; napisz liczbę od { $least } do { $most }
# A tip after a wrong value.
options-value-of-variable = wartość pochodzi ze zmiennej środowiskowej { $variable }
options-format-swiss = W każdej rundzie grają równi
options-format-round-robin = Każdy z każdym
options-format-round-robin-twice = Każdy z każdym dwa razy
options-format-knockout = Kto przegra parę, odpada
options-format-arena = Przez ustalony czas wolni są od razu łączeni w pary
options-tournament-name = Nazwa turnieju
options-format = Rodzaj turnieju
options-value-format = RODZAJ
options-rounds = Liczba rund turnieju szwajcarskiego
options-length = Czas areny, na przykład 30m albo 1h
options-games-of-pairing = Partie jednej pary, po każdej zamiana kolorów; w pucharze do rozstrzygnięcia
options-third-place = W pucharze gra się o trzecie miejsce
options-tournament-rated = Partie właścicieli swoich nazw liczą się do rankingu
options-tournament-private = Turnieju nie ma na liście: prowadzi do niego tylko kod
options-no-late-entries = Nikt nie może wejść po ustaleniu pierwszej rundy
options-filling-bot = Bot, który uzupełnia nieparzystą liczbę graczy, na przykład level:4
options-fill-to = Liczba uczestników, do której boty uzupełniają na początku
options-tournament-pause = Czas od końca rundy do następnej
options-late = Czas, po którym nieobecny gracz przegrywa partię
options-starts-in = Czas do pierwszej rundy, na przykład 15m; bez niego zaczynasz ją samodzielnie
options-tournament-code = Kod turnieju
options-csv = Jako dwie tabele dla arkuszy
