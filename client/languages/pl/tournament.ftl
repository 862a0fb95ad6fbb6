# Turnieje.

tournament-round-robin = Każdy z każdym
tournament-round-robin-twice = Każdy z każdym, dwa razy
tournament-swiss = { $count ->
    [one] System szwajcarski, { $count } runda
    [few] System szwajcarski, { $count } rundy
   *[many] System szwajcarski, { $count } rund
    }
tournament-knockout = System pucharowy
tournament-arena = Arena, { $time }
tournament-games = po { $count } partie
tournament-begins-in = początek za { $time }
tournament-takes-entries = zapisy otwarte
tournament-over = zakończony
tournament-ends-in = koniec za { $time }
tournament-round-of = runda { $round } z { $rounds }

tournament-here = { $here } tutaj
tournament-away = { $away } poza
tournament-bots =
    { $bots ->
         [one] { $bots } bot
         [few] { $bots } boty
        *[many] { $bots } botów
    }
tournament-is-over = Turniej zakończony.
tournament-first-place = Pierwsze miejsce: { $names }
tournament-is-held = Organizator zatrzymał odliczanie.
tournament-round-in = Runda { $round } zaczyna się za
tournament-waits = { $name } rozpocznie pierwszą rundę.
tournament-waits-key = Naciśnij { $key }, żeby rozpocząć pierwszą rundę.
tournament-arena-ends = Arena kończy się za
tournament-round-on = Runda { $round }: { $over } z { $all } zakończone
tournament-forfeit = walkower
tournament-standings = tabela
tournament-points = punkty
tournament-b = B
tournament-sb = SB
tournament-d = M
tournament-w = wygr.
tournament-about-b = Przy równych punktach decyduje B: punkty wszystkich przeciwników oprócz najsłabszego (Buchholz). Potem SB, M i wygrane.
tournament-about-sb = SB to punkty każdego przeciwnika razy twój wynik z nim (Sonneborn-Berger): wygrana z silnym graczem liczy się więcej.
tournament-about-d = M to punkty z partii z graczami o tej samej liczbie punktów, jeśli wszyscy się spotkali (bezpośrednie mecze).
tournament-about-w = Jeśli nic innego nie decyduje, wyżej jest ten, kto wygrał więcej partii.
tournament-round = runda { $round }
tournament-arena-games = partie
tournament-your-game = Twoja partia: przeciwnik { $name }
tournament-your-game-short = przeciwnik: { $name }
tournament-bye = W tej rundzie nie masz przeciwnika: liczy się jako wygrana.
tournament-free = wolny los
tournament-is-ready = (gotowe)
tournament-by-itself = Twój stół otworzy się sam.
tournament-enter = Naciśnij { $key }, aby wziąć udział.
tournament-entered = Bierzesz udział. Twój stół otworzy się sam.
tournament-no-game = Ta para nie ma jeszcze partii.

tournament-ask-withdraw = Opuścić turniej? Trwająca partia będzie przegrana.
tournament-ask-next-round = Rozpocząć teraz następną rundę?
tournament-ask-hold = Zatrzymać odliczanie dla wszystkich?
tournament-ask-go-on = Wznowić odliczanie?
tournament-ask-end = Zakończyć turniej dla wszystkich? Trwające partie się nie liczą.
tournament-no-entrant = { $name } nie bierze udziału w tym turnieju
tournament-no-score = wpisz 1-0, 0-1 albo 1/2-1/2; dla wcześniejszej partii z jej numerem: 1: 1-0

tournament-round-over = zakończone w tej rundzie
tournament-scan = Zeskanuj, aby grać lub oglądać; albo
tournament-with-code = z kodem { $code }

tourney-name = Nazwa
tourney-about-name = Tak nazywa się w poczekalni i na ekranie dla wszystkich.
tourney-format = System
tourney-about-swiss = Szwajcarski: w każdej rundzie spotykają się równi i wszyscy grają do końca.
tourney-about-robin = Każdy gra z każdym.
tourney-about-knockout = Pucharowy: kto przegra, odpada.
tourney-about-arena = Arena: przez ustalony czas wolni gracze od razu dostają przeciwnika. Wygrana daje 2, remis 1; podwójnie po dwóch wygranych z rzędu.
tourney-rounds = Rundy
tourney-about-rounds = Pięć wystarcza dla 16 graczy, siedem dla 64.
tourney-twice = Dwa razy
tourney-about-twice = Każdy spotyka każdego po raz drugi.
tourney-third = O trzecie miejsce
tourney-about-third = Przegrani półfinałów grają o trzecie miejsce.
tourney-length = Czas
tourney-about-length = Arena kończy się po tym czasie; trwające wtedy partie się nie liczą.
tourney-games = Partie w parze
tourney-about-games = Partie każdej pary, po każdej zmiana kolorów. Dwie są sprawiedliwe: pierwszy ruch daje przewagę.
tourney-start = Początek za
tourney-about-start = Czas na zapisy. Pierwszą rundę możesz zacząć wcześniej.
tourney-bots = Boty
tourney-about-bots = Bot dołącza, gdy liczba graczy jest nieparzysta, żeby nikt nie pauzował.
tourney-up-to = Boty dopełniają do
tourney-about-up-to = W pierwszej rundzie boty dopełniają do tej liczby graczy.
tourney-late = Późniejsze wejście
tourney-about-late = Można dołączyć po rozpoczęciu pierwszej rundy.
tourney-pause = Między rundami
tourney-about-pause = Następna runda zaczyna się po tym czasie albo gdy wszyscy są gotowi.
tourney-come = Przyjść w ciągu
tourney-about-come = Kto w tym czasie nie przyjdzie do stołu, przegrywa partię.
tourney-about-game = Gra, w którą grają wszyscy.
tourney-about-clock = Czas każdego gracza na partię i dodatek za każdy ruch.
tourney-about-rated = Partie dwóch osób z własnymi nazwami liczą się do rankingu.
tourney-about-listed = W poczekalni znajdzie go każdy; inaczej prowadzi do niego tylko kod.
tourney-about-open = Otwiera zapisy. Grasz tylko, jeśli też się zapiszesz.
tourney-open = Otwórz zapisy
tourney-evening = Wieczór gier
tourney-swiss = Szwajcarski
tourney-arena = Arena
tourney-by-hand = gdy dasz znak
tourney-no-bots = bez botów
tourney-even = liczby parzystej
tourney-type = { $key } wpisuje nazwę
tournament-elsewhere = twój turniej jest na innym serwerze; wrócisz do niego, gdy opuścisz tę grę
