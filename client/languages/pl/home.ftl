# The first screen.

## The lines of the menu: what they are, and what they say

home-continue = Kontynuuj
# $game is a title, $opponent a name.
home-seat-against = { $game }, przeciwnik: { $opponent }
# $room is a code such as K3X9A.
home-seat = { $game } w pokoju { $room }
home-seat-here = na serwerze tego programu
# $ply is the number of the move to come, as in the list of moves.
home-your-move = ruch { $ply }
home-your-turn = twoja kolej
home-play-bot = Graj z botem
# $bot is such as "level 4, steady".
home-game-and-bot = { $game } · { $bot }
home-bot-level = poziom { $number }, { $name }
home-bot-depth = { $kind }, { $depth }
home-depth = { $count ->
    [one] { $count } ruch naprzód
    [few] { $count } ruchy naprzód
    [many] { $count } ruchów naprzód
   *[other] { $count } ruchu naprzód
    }
home-play-friend = Ze znajomym
home-friend-network = w tej sieci
home-friend-rated = w tej sieci, rankingowa
home-friend-keyboard = przy tej klawiaturze
home-watch = Oglądaj
home-two-bots = dwa boty
# Behind an arrow to the right, the key that opens the list of what there is to choose from.
home-change = zmień
home-network = serwery w tej sieci
home-no-server = Nie ma serwera. „Ze znajomym” uruchomi go tutaj.
home-visited = odwiedzony wcześniej
home-visited-as = odwiedzony wcześniej jako { $name }
home-join = Dołącz przez adres, kod lub link
home-hosted = Twój serwer
home-hosted-about = działa w tym programie
home-stop-server = Zatrzymaj swój serwer

# At the top of the screen, where somebody has no name.
home-guest = grasz jako gość
home-guest-known = { $name } w tej sieci

# Somebody at this keyboard.
home-player = Gracz { $number }

## The opponents

home-bots = boty
home-friends = znajomi
# What holds for every game that begins here.
home-options = każda gra
home-other-bots = inne boty, o wybranej głębokości
home-level-1 = początkujący
home-level-2 = niedzielny
home-level-3 = ostrożny
home-level-4 = solidny
home-level-5 = bystry
home-level-6 = silny
home-level-7 = ekspert
home-level-8 = mistrz
# Of a game that is solved.
home-level-9 = doskonały
home-level-champion = czempion
home-about-level-1 = Poziom 1 kończy i blokuje linie, a poza tym gra prawie na chybił trafił.
home-about-level-2 = Poziom 2 często gra nieuważnie.
home-about-level-3 = Poziom 3 blokuje linie i nie zastawia pułapek.
home-about-level-4 = Poziom 4 karze za nieuwagę i nie widzi dalekich planów.
home-about-level-5 = Poziom 5 sam zastawia pułapki.
home-about-level-6 = Poziom 6 rzadko przeoczy wygraną.
home-about-level-7 = Poziom 7 patrzy daleko naprzód; potrzebny jest plan.
home-about-level-8 = Poziom 8 prawie się nie myli.
home-about-level-9 = Poziom 9 się nie myli. Żeby wygrać, zacznij i też się nie pomyl.
home-about-champion = Poziom 9 gra najlepiej, jak ten program potrafi.
home-about-other-bots = Inne boty; większość patrzy tyle ruchów naprzód, ile powiesz.
home-about-friend-network = Uruchamia tu serwer; znajomy wpisuje adres albo skanuje kod.
home-about-friend-hosted = Otwiera miejsce na twoim serwerze.
home-about-friend-found = Otwiera miejsce na { $server }.
home-about-friend-keyboard = Gracie na zmianę przy tej klawiaturze; bez rankingu.

## Notices

home-offer-ascii = jeśli linie i kamienie się tu rozpadają, uruchom z --ascii: niektóre terminale rysują je na dwie kolumny
home-name-of-guests = nazwa { $name } nie jest wolna: takie nazwy serwery nadają gościom; wpisz inną, a - to żadna
home-name-cut = twoja nazwa jest skrócona do { $name }: nazwa ma najwyżej { $most } znaków
home-name-cleaned = twoja nazwa to { $name }: reszty tego, co tu stało, nie może być w nazwie
home-name-set = do końca programu: przy starcie --name, ENLINEA_NAME lub ustawienia podają inną
home-name-later = miejsca i połączenia, które już masz, zachowują nazwę, z którą się zaczęły

## The settings

settings-look = wygląd
settings-theme = Motyw
settings-ground = Tło
settings-dark = ciemne
settings-light = jasne
settings-colours = Kolory
settings-colours-all = 16 milionów
settings-colours-none = żadne
settings-graphics = Grafika
settings-characters = znaki
settings-images = obrazy
settings-detected = wykryto
settings-not-here = nie w tym terminalu
settings-falls = Spadanie krążków
settings-sound = dźwięk i powiadomienia
settings-bell = Powiadomienia
settings-bell-on = gdy twój ruch
settings-bell-off = nigdy
settings-you = ty
settings-language = Język
settings-language-name = Polski
settings-name = Nazwa
settings-key = Klucz
settings-no-key = brak
settings-about-theme = Kolory plansz.
settings-about-ground = Czy tło terminala jest ciemne, czy jasne.
settings-about-colours = Ile kolorów ma terminal.
settings-about-graphics = Czy plansze są rysowane znakami, czy jako obrazy, gdy terminal je pokazuje.
settings-about-falls = Czy krążek spada na swoje miejsce, czy się na nim pojawia.
settings-about-bell = Czy dzwonek dzwoni, a pulpit pokazuje powiadomienie, gdy patrzysz gdzie indziej, a jest twój ruch.
settings-about-name = Nazwa, którą widzą inni.
settings-about-key = Dowodzi, że twoje nazwy i rankingi są twoje. „enlinea whoami” pokazuje jego plik; „export-key” i „import-key” przenoszą go na inny komputer.
settings-hint = Zmiany są zapisywane od razu.
