form-more-above = wyżej jeszcze { $count }
form-more-below = niżej jeszcze { $count }
form-start = Otwórz miejsce
form-start-play = Graj
form-start-watch = Oglądaj
form-more = więcej

## The labels of the lines, as short as can be

form-game = Gra
form-columns = Kolumny
form-rows = Rzędy
form-in-row = W rzędzie
form-rules = Zasady
form-opening = Otwarcie
form-you = Twoja strona
form-opponent = Przeciwnik
form-depth = Głębokość
form-opens = Pierwszy ruch
form-first = Pierwszy ruch
form-clock = Zegar
form-rated = Ranking
form-pace = Tempo
form-repeat = Rewanże
form-listed = Widoczna
form-takebacks = Cofanie ruchów
form-hints = Podpowiedzi
form-spectators = Widzowie
form-thoughts = Pokazuj myśli botów
form-think-time = Czas na ruch
form-seed = Ziarno
form-grace = Nieobecność do

## The values in the lines

form-yes = tak
form-no = nie
form-in-lobby = na liście
form-by-code = tylko z kodem
form-never-of-bots = nigdy między botami
form-never-with-bots = nigdy z botem
form-only-with-name = tylko z własną nazwą
form-never-rated = nigdy w rankingowej
form-own-board = własna plansza
form-falls = krążki spadają
form-free = { $count } lub więcej
form-exact = dokładnie { $count }
form-no-opening = brak
form-person = ty
form-anyone = ktokolwiek
form-bot = bot { $kind }
form-plies = { $count ->
    [one] { $count } ruch
    [few] { $count } ruchy
    [many] { $count } ruchów
   *[other] { $count } ruchu
    }
form-plies-level = { $count ->
    [one] { $count } ruch ({ $level })
    [few] { $count } ruchy ({ $level })
    [many] { $count } ruchów ({ $level })
   *[other] { $count } ruchu ({ $level })
    }
form-you-first = ty
form-your-bot-first = twój bot
form-opponent-first = przeciwnik
form-random = losowo
form-no-clock = brak
form-hours = { $count } godz.
form-minutes = { $count } min
form-seconds = { $count } s
form-millis = { $count } ms
form-fast = tak szybko, jak myślą
form-at-least = { $millis } ms lub więcej
form-times = { $count ->
    [one] { $count } raz
    [few] { $count } razy
    [many] { $count } razy
   *[other] { $count } raza
    }
form-usual-time = jak zwykle
form-think-millis = { $millis } ms na ruch
form-new-seed = nowe
form-usual-grace = jak zwykle

## What the chosen line is about; two lines of 36 columns are best. v, c and e are keys.

form-about-friend = Miejsce może zająć każdy: z listy, z kodem albo z linkiem.
form-about-game = Gra i rozmiar planszy.
form-about-game-key = Gra i rozmiar planszy. { $key } objaśnia zasady.
form-about-board = Rozmiar własnej planszy, do 20 na 20.
form-about-rules = Krążki spadają na najniższe wolne pole albo kamienie stają na dowolnym skrzyżowaniu.
form-about-you = Grasz ty albo bot gra za ciebie, a ty oglądasz.
form-about-first = Kto wykonuje pierwszy ruch. Po każdej partii zaczyna druga strona.
form-about-no-clock = Bez zegara: każdy myśli tak długo, jak chce.
form-about-clock = Każdy gracz ma { $time } na całą partię. Kto przekroczy czas, przegrywa.
form-about-clock-more = Każdy gracz ma { $time } i dostaje { $more } za każdy ruch. Kto przekroczy czas, przegrywa.
form-about-rated = Liczy się do rankingu obu graczy, jeśli mają własne nazwy. Bez cofania ruchów i podpowiedzi.
form-about-listed = Na liście partię widzi każdy. Tylko z kodem: gości zapraszasz ty.
form-about-takebacks = Czy można poprosić o cofnięcie ruchu. Decyduje przeciwnik.
form-about-spectators = Czy inni mogą oglądać.
form-about-no-opening = Pierwszy ruch jest dowolny. Swap2 dzieli przewagę pierwszego ruchu.
form-about-pace = Jak długo co najmniej widać każdy ruch bota.
form-about-repeat = Ile rewanżów grają boty.
form-about-start = Otwiera się twoje miejsce, a partia zaczyna się, gdy ktoś zajmie drugie.
form-about-hints = Czy w czasie partii można zobaczyć, ile warte są ruchy. Po partii można zawsze.
form-about-hints-key = Czy { $key } pokazuje w czasie partii, ile warte są ruchy. Po partii pokazuje zawsze.
form-about-think-time = Najdłuższy czas bota na ruch, od 10 do 60000 ms.
form-about-seed = To samo ziarno daje te same wybory botów.
form-about-thoughts = Czy widzowie widzą w czasie partii, co myślą boty.
form-about-grace = Jak długo gracza może nie być, zanim przeciwnik przejmie partię.
form-about-in-row = Wygrywa tyle kamieni w rzędzie, także więcej.
form-about-in-row-exact = Wygrywa dokładnie tyle kamieni w rzędzie; więcej nie.
form-about-swap2 = Otwierający stawia 3 kamienie. Przeciwnik bierze kolor albo stawia 2 kolejne i oddaje wybór.
form-hint-clock = Albo wpisz własny, { $key }: 10+5, 90s, 3m+2s, none
form-hint-typed = { $key } wpisuje wartość
form-about-option = { $about }; od { $least } do { $most }, zwykle { $usual }
form-about-bot-elo = { $about }; { $elo } Elo wobec random

## Faults

form-fault-no-clock = partia dwóch botów nie ma zegara
form-fault-not-typed = ten wiersz zmieniają strzałki w lewo i w prawo
form-fault-option = { $name } to liczba od { $least } do { $most }, a nie { $text }
