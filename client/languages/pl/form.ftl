form-title = Nowa gra
form-more-above = wyżej jeszcze { $count }
form-more-below = niżej jeszcze { $count }
form-start = Zacznij partię

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
form-opens = Otwiera
form-first = Pierwszy ruch
form-clock = Zegar
form-pace = Tempo
form-repeat = Powtórz
form-listed = Na liście
form-takebacks = Cofanie
form-hints = Podpowiedzi
form-spectators = Widzowie
form-thoughts = Jawne myśli
form-think-time = Czas na ruch
form-seed = Ziarno
form-grace = Nieobecność

## The values in the lines

form-yes = tak
form-no = nie
form-own-board = własna plansza
form-falls = krążki spadają
form-free = { $count } lub więcej
form-exact = dokładnie { $count }
form-no-opening = brak
form-person = ty
form-anyone = kto przyjdzie
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
form-fast = jak szybko myślą
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
form-usual-grace = jak na serwerze

## What the chosen line is about; two lines of 36 columns are best. v, c and e are keys.

form-about-friend = ktoś dołącza z listy albo z kodem
form-about-clock = czas na całą partię i dodatek za każdy ruch
form-about-clock-key = czas na całą partię i dodatek za każdy ruch; { $key } wpisuje własny
form-about-listed = inaczej prowadzi tam tylko kod pokoju
form-about-hints = czy w czasie partii widać, ile warte są ruchy; po niej widać zawsze
form-about-hints-key = czy { $key } pokazuje w czasie partii, ile warte są ruchy; po niej pokazuje zawsze
form-about-think-time = najdłuższy czas bota na ruch, od 10 do 60000 ms
form-about-seed = to samo ziarno daje te same wybory botów
form-about-thoughts = czy widzowie widzą w czasie partii, co myślą boty
form-about-grace = nieobecność, po której druga strona może przejąć partię
form-about-in-row = tyle kamieni w rzędzie wygrywa, także więcej
form-about-in-row-exact = wygrywa dokładnie tyle kamieni w rzędzie, nie więcej
form-about-swap2 = jedna strona stawia 3 kamienie; druga bierze kolor albo stawia 2 dodatkowe
form-about-option = { $about }; od { $least } do { $most }, zwykle { $usual }
form-about-written = { $about }; { $key } wpisuje wartość
form-about-bot = { $strength }; { $about }
form-about-bot-elo = { $elo } Elo ponad random; { $about }

## Whom a bot beats, from the weakest to the strongest

form-beats-nobody = każdy z nim wygra
form-beats-careless = pokonuje tych, którzy nie myślą naprzód
form-beats-beginners = pokonuje początkujących
form-beats-most-beginners = pokonuje większość początkujących
form-beats-casual = pokonuje grających od czasu do czasu
form-beats-many = pokonuje grających często, ale da się z nim wygrać
form-beats-regular = pokonuje grających często
form-beats-hardly = mało kto z nim wygra
form-beats-all = nikt z nim nie wygra

## Faults

form-fault-no-clock = partia dwóch botów nie ma zegara
form-fault-not-typed = ten wiersz zmieniają strzałki w lewo i w prawo
form-fault-option = { $name } to liczba od { $least } do { $most }, a nie { $text }
