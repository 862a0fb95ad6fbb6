### Texts of the page for browsers; server/web/lang is made of them.

## games, clocks, colours

game-connect-four = Czwórki
game-connect-four-7x7 = Czwórki 7 × 7
game-gomoku = Gomoku 20
game-gomoku-15 = Gomoku 15
game-gomoku-standard = Gomoku 15, dokładnie pięć
game-renju = Renju
game-custom-falls = { $inRow } w rzędzie, { $size }, z opadaniem
game-custom-free = { $inRow } w rzędzie, { $size }
game-custom-exact = dokładnie { $inRow } w rzędzie, { $size }
unknown-game = Ta strona nie zna gry { $game }; odśwież ją.
no-clock = bez zegara
clock-none = Brak
clock-with-increment = { $initial } + { $increment }
span-hours = { $n } godz.
span-minutes = { $n } min
span-seconds = { $n } s
red = czerwone
yellow = żółte
black = czarne
white = białe
colour-open = kolor niewybrany
pairing = { $first } – { $second }
score = { $a } : { $b }
score-drawn = { $a } : { $b }, remisy: { $draws }
somebody = ktoś

## bots

bot-of-level = Bot, { $level }
bot-of-depth = Bot { $kind }, głębokość { $depth }
bot-of-kind = Bot { $kind }
bot-with-strength = { $kind } ({ $level } Elo)
level-first = poziom 1, początkujący
level-last = poziom 9, najsilniejszy
level-none = inny bot
level-number = poziom { $n }
level-random = losowy
thinks = myśli
thinking = myśli, { $n } s
depth = głębokość { $n }
bot-about-level = dziewięć poziomów, każdy nieco silniejszy od poprzedniego
bot-about-lines = dba o swoje linie i blokuje linie przeciwnika; w tej samej pozycji zawsze ten sam ruch
bot-about-minimax = zaczyna w środku i buduje własne rzędy, mało myśląc o cudzych
bot-about-negamax = liczy swoje dwójki i trójki; spośród równych ruchów losuje, więc każda gra jest inna
bot-about-perfect = nigdy się nie myli w Czwórkach, a na innych planszach rzadko
bot-about-priority = ocenia każdy wolny punkt po rzędach wokół niego i nie patrzy dalej; da się z nim wygrać
bot-about-random = wykonuje dowolny ruch na chybił trafił
bot-about-threat = szuka najpierw gróźb: czwórek i otwartych trójek
option-spread = O ile punktów może odejść od najlepszego ruchu
option-temperature = Procent losowych ruchów
option-own_two = Waga własnych dwójek
option-own_three = Waga własnych trójek
option-own_four = Waga własnych czwórek
option-other_two = Waga dwójek przeciwnika
option-other_three = Waga trójek przeciwnika
option-other_four = Waga czwórek przeciwnika
no-levels = Ta plansza nie ma poziomów; gra { $kind }, chyba że wybierzesz innego niżej.
only-random = W tę grę gra tylko bot, który wykonuje losowe ruchy.

## start

game = Gra
more = Więcej…
level = Poziom bota
play-bot = Zagraj z botem
band-label = Zagraj z botem: wygrywa { $inRow } w rzędzie
who-moves-first = Zaczyna
first-move-me = ty
first-move-bot = bot
first-move-turn = na zmianę
instead-of-rematch = Zamiast rewanżu
level-instead = Raczej poziom { $n }
again-me = Znów zaczynasz
again-bot = Znów zaczyna bot
quick-match = Szybka partia
invite-friend = Zaproś kogoś
two-here = Dwie osoby tutaj
analyse = Analiza pozycji
second-player = Gracz 2
code = Kod
code-hint = albo link
go = Wejdź
no-code = To nie jest kod partii: kod ma sześć liter i cyfr.
no-position = To nie jest pozycja: ruchy w adresie nie pasują do planszy.
other-server = Ten link prowadzi do innego serwera: otwórz go w pasku adresu przeglądarki.
your-games = Twoje partie
your-other-games = Twoje inne partie
waiting-for-someone = Czekają na gracza
waiting-short = Czeka na gracza
nobody-waits = Teraz nie ma otwartych partii.
rooms-new =
    { $n ->
         [one] { $n } nowa
         [few] { $n } nowe
         [many] { $n } nowych
        *[other] { $n } nowych
    }
row-gone = już nie czeka
nothing-found = Nic nie znaleziono.
filter-words = Szukaj imion, partii, kodów
go-to-room = Przejdź do { $room }
filter-game = Gra
filter-game-any = Wszystkie gry
filter-game-falls = Krążki spadają
filter-game-free = Gomoku i inne
filter-state = Stan
filter-state-any = Dowolny stan
filter-state-waiting = Czekają
filter-state-playing = W toku
being-played = W toku
nothing-played = Teraz nikt nie gra.
other-rooms = Gier jest więcej, niż widać: wyszukiwanie je znajdzie.
just-over = Właśnie zakończone
played-here = Rozegrane tutaj
play = Zagraj
watch = Oglądaj
moves =
    { $n ->
         [one] { $n } ruch
         [few] { $n } ruchy
         [many] { $n } ruchów
        *[other] { $n } ruchu
    }
watching =
    { $n ->
         [one] ogląda { $n }
         [few] oglądają { $n }
         [many] ogląda { $n }
        *[other] ogląda { $n }
    }
your-turn = twój ruch
their-turn = ruch przeciwnika
to-move = na ruchu
turn-red = Ruch czerwonych
turn-yellow = Ruch żółtych
turn-black = Ruch czarnych
turn-white = Ruch białych
here-now =
    { $n ->
         [one] Obecni: { $n }
        *[other] Obecni: { $n }
    }
is-playing = gra
is-waiting = czeka
is-away = poza grą
and-more = i jeszcze { $n }
on-this-network = w tej sieci: { $address }
your-name = Twoje imię: { $name }
say-something = Napisz coś
host-says = Gospodarz mówi: { $words }
tv = TV

## new game

new-game = Nowa partia
all-games = Wszystkie gry
custom-board = Własna plansza
custom-columns = Kolumny
custom-rows = Wiersze
custom-in-row = W rzędzie
custom-kind = Sposób gry
custom-falls = Z opadaniem
custom-free = Dowolnie
custom-exact = Dokładnie tyle
bounds = od { $least } do { $most }
out-of-bounds = Dozwolone wartości: od { $least } do { $most }.
not-whole = Tu pasuje tylko liczba całkowita.
not-digits = Tu pasuje liczba, która ma najwyżej 19 cyfr.
too-long-by =
    { $n ->
         [one] O { $n } znak za dużo: mieści się { $most }.
         [few] O { $n } znaki za dużo: mieści się { $most }.
        *[other] O { $n } znaków za dużo: mieści się { $most }.
    }
against = Przeciwnik
against-friend = Znajomy
against-anyone = Ktokolwiek
against-bot = Bot
against-bots = Dwa boty
bot = Bot
first-bot = Pierwszy bot
second-bot = Drugi bot
which-bot = Który bot i jak głęboko
bot-depth = Ile ruchów naprzód
no-bot-plays = Żaden bot nie gra na tej planszy.
clock = Zegar
clock-hint = minuty na początku + sekundy na ruch
other-clock = Inny zegar
clock-minutes = Minuty na początku
clock-seconds = Sekundy na ruch
who-begins = Pierwszy ruch
begins-lot = Losowo
begins-me = Ja
begins-them = Przeciwnik
switch-spectators = Można oglądać
switch-spectators-hint = inaczej tylko dwoje grających
switch-listed = Widoczna na liście
switch-listed-hint = inaczej tylko przez link
switch-rated = Rankingowa
switch-rated-hint = bez cofania i podpowiedzi, między osobami z własnym imieniem
switch-takebacks = Można cofać ruchy
switch-takebacks-hint = za zgodą drugiej strony
switch-hints = Pokazuj, ile warte są ruchy
switch-hints-hint = do nauki, obu stronom
switch-open_thoughts = Widzowie widzą myśli bota
switch-open_thoughts-hint = i mogą pytać, ile warte są ruchy
switch-swap2 = Otwarcie swap2
switch-swap2-hint = jedna strona kładzie trzy kamienie, druga wybiera
more-options = Więcej opcji
grace = Minuty nieobecności, po których można żądać wygranej
think-time = Najwięcej sekund bota na ruch
pace = Najmniej sekund na ruch
repeat = Ile razy powtórzyć partię
seed = Liczba ustalająca losowe wybory botów
open-game = Otwórz partię

## waiting and links

waiting-for-friend = Czekamy na gracza
looking-for-opponent = Szukamy przeciwnika
in-the-list = Partia jest na liście. Można też w tej samej sieci otworzyć lub zeskanować:
same-network = W tej samej sieci otwórz lub zeskanuj:
only-this-machine = Do serwera dociera tylko ten komputer; dla innych musi słuchać w sieci.
qr-label = Link jako obraz do zeskanowania
copy-link = Skopiuj link
copied = Skopiowano
copy-by-hand = Przeglądarka nie pozwala stronie kopiować; zaznacz tekst i skopiuj go.
you-first = Zaczynasz,
you-second = Ruszasz po przeciwniku,
invited-first = Zaczynasz
invited-second = Ruszasz po przeciwniku
you-propose = Swap2: kładziesz trzy kamienie, druga strona wybiera kolor.
you-choose = Swap2: druga strona kładzie trzy kamienie, ty wybierasz kolor.
bot-instead = Jednak z botem
close-game = Zamknij partię
waiting-or-leave = W partii { $room } czekasz na gracza. Wchodząc do innej, tracisz to miejsce, a link prowadzi do pustego stołu.
give-seat-up = Zwolnij miejsce
keep-waiting = Czekam dalej
somebody-waits = { $name } czeka na ciebie
room-is-open = Oba miejsca są wolne
you-are = Twoje imię
back-to-game = Wróć do partii
back-to-seat = Wróć na swoje miejsce
not-watchable = Tę partię widzą tylko grający.
look-at = Zobacz
seats-taken = Oba miejsca są zajęte; możesz oglądać.
game-is-over =
    { $n ->
         [one] koniec po { $n } ruchu
        *[other] koniec po { $n } ruchach
    }
moves-and-watching =
    { $n ->
         [one] na razie { $n } ruch, ogląda { $watching }
         [few] na razie { $n } ruchy, ogląda { $watching }
         [many] na razie { $n } ruchów, ogląda { $watching }
        *[other] na razie { $n } ruchu, ogląda { $watching }
    }
room-is-locked = nikt więcej nie wejdzie
looking-for-room = Szukamy partii { $room }
no-server = Serwer nie odpowiada.
no-such-room = Nie ma partii { $room }
no-such-room-why = Partia jest zamknięta albo w kodzie jest błąd.
room-closed = Partia { $room } została zamknięta
room-closed-why = Zamknął ją gospodarz serwera albo nikt nie wrócił.
elsewhere = Grasz w to w innej karcie lub na innym urządzeniu
elsewhere-why = Miejsce ma tylko strona otwarta jako ostatnia.
bring-here = Graj dalej tutaj
was-removed = Wyproszono cię z partii { $room }
was-removed-why = Tak postanowił gospodarz partii.
left-room = Nie ma cię już w partii { $room }
left-room-why = Miejsce czeka, dopóki partia trwa.
brand-to-start = enlinea: na stronę główną
to-start = Na stronę główną

## table

back = Wstecz
menu = Menu
close = Zamknij
send = Wyślij
no = Nie
you-watch = oglądasz
offers-draw = { $name } proponuje remis
asks-takeback =
    { $n ->
         [one] { $name } prosi o cofnięcie { $n } ruchu
        *[other] { $name } prosi o cofnięcie { $n } ruchów
    }
offers-rematch = { $name } chce rewanżu
accept = Przyjmij
allow = Pozwól
offered = Wysłano
asked = Wysłano
takeback-asked = Wysłano prośbę o cofnięcie ruchu.
draw-offered = Zaproponowano remis.
draw-declined = { $name } nie przyjmuje remisu
takeback-declined = { $name } się nie zgadza
rematch-declined = { $name } nie przyjmuje rewanżu
draw-lapsed = Twoja propozycja remisu przepadła wraz z ruchem.
draw-lapsed-choice = Twoja propozycja remisu przepadła wraz z wyborem.
takeback-lapsed = Twoja prośba o cofnięcie przepadła wraz z ruchem.
takeback-lapsed-choice = Twoja prośba o cofnięcie przepadła wraz z wyborem.
taken-back = Ruch cofnięty
takes-back =
    { $n ->
         [one] { $name } cofa { $n } ruch
         [few] { $name } cofa { $n } ruchy
         [many] { $name } cofa { $n } ruchów
        *[other] { $name } cofa { $n } ruchu
    }
take-back = Cofnij
draw-offer = Remis
resign = Poddaj
resign-question = Poddać partię?
draw-question = Zakończyć remisem?
turn-board = Obracaj
play-on = Gram dalej
abort = Przerwij
claim = Przejmij
claim-question = Zażądać wygranej?
claim-due = { $name } zbyt długo poza grą: możesz przejąć wygraną.
abort-question = Przerwać partię?
leave = Wyjdź
leave-clock-question = Twój zegar idzie dalej
leave-first-question = Twój pierwszy ruch musi paść wkrótce
clock-or-leave = Twój zegar w partii { $room } idzie dalej, gdy jesteś w innej.
first-or-leave = Twój pierwszy ruch w partii { $room } musi paść wkrótce, nawet gdy jesteś w innej.
rules = Zasady
my-phone = Mój telefon
chat = Czat
chat-unread = Czat, nieprzeczytane
rematch = Rewanż
rematch-offered = Rewanż: czekamy
look-back = Przejrzyj
looking-back = Przegląd
live = Na żywo
reconnecting = Łączenie, { $n } s
trying = Łączenie…
line-lost = Utracono połączenie.
line-back = Połączono ponownie.
not-let-in = Brak wstępu
try-now = Spróbuj teraz
part-missing = Ta część strony się nie wczytała.
kept-on-server = partia jest na serwerze
storage-off = Ta przeglądarka nie zapamięta twojego miejsca: nie zamykaj ani nie odświeżaj tej strony.
server-stops = Serwer się zatrzymuje; partia jest zachowana.
waits-to-be-sent = { $move } czeka na wysłanie
premove = potem grasz { $move }
premove-said = Ruch { $move } zostanie zagrany, gdy przyjdzie twoja kolej.
premove-gone = Ruch { $move } nie zostanie zagrany.
first-move-due = Pierwszy ruch musi paść wkrótce, inaczej partia się nie liczy.
first-choice-due = Wybór musi nastąpić wkrótce, inaczej partia się nie liczy.
away = poza grą, { $time }
away-claim = poza grą; przejmij za { $rest }
drop-premove = Anuluj { $move }
status-you-win = wygrana · { $score }
status-you-lose = przegrana · { $score }
status-wins = wygrywa · { $score }
column-full = Kolumna { $move } jest pełna.
point-taken = { $move } jest zajęte.
forbidden-overline = { $move } jest zabronione: więcej niż pięć w rzędzie.
forbidden-double-four = { $move } jest zabronione: dwie czwórki naraz.
forbidden-double-three = { $move } jest zabronione: dwie trójki naraz.
play-move = Zagraj { $move }
whole-board = Cała plansza
say-or-move = Napisz coś albo /{ $move }, by zagrać
say-closed = Czat zamknięty
say-closed-or-move = Czat zamknięty; /{ $move }, by zagrać
no-move = { $words } to nie ruch w tej partii i nikt tego nie zobaczył; ruchem jest /{ $move }.
no-move-now = Po / stoi ruch, a teraz go nie masz; nikt tego nie zobaczył.
are-watching =
    { $n ->
         [one] ogląda: { $names }
        *[other] oglądają: { $names }
    }
chat-line = { $name }: { $words }
mute = Wycisz: { $name }
name-mute = { $name }: ukryj wypowiedzi
unmute-name = Pokazuj znowu: { $name }
muted = Wyciszeni: { $names }
unmute = Pokazuj znowu
swap2-choose = Wybierz kolor
swap2-they-choose = { $name } wybiera kolor
swap2-place =
    { $n ->
         [one] Połóż jeszcze { $n } kamień
         [few] Połóż { $n } kamienie, czarne i białe na zmianę
         [many] Połóż { $n } kamieni, czarnych i białych na zmianę
        *[other] Połóż { $n } kamienia, czarne i białe na zmianę
    }
swap2-place-short =
    { $n ->
         [one] Połóż { $n } kamień
         [few] Połóż { $n } kamienie
         [many] Połóż { $n } kamieni
        *[other] Połóż { $n } kamienia
    }
swap2-they-place =
    { $n ->
         [one] { $name } kładzie jeszcze { $n } kamień
         [few] { $name } kładzie { $n } kamienie
         [many] { $name } kładzie { $n } kamieni
        *[other] { $name } kładzie { $n } kamienia
    }
swap2-take-black = Biorę czarne
swap2-take-white = Biorę białe
swap2-two = Dołóż dwa kamienie
swap2-two-short = jeszcze dwa
swap2 = swap2
swap2-places =
    { $n ->
         [one] kładzie { $n } kamień
         [few] kładzie { $n } kamienie
         [many] kładzie { $n } kamieni
        *[other] kładzie { $n } kamienia
    }
swap2-chooses = wybiera kolor
swap2-took-black = { $name } bierze czarne
swap2-took-white = { $name } bierze białe
swap2-took-two = { $name } kładzie jeszcze dwa
swap2-you-took-black = Bierzesz czarne
swap2-you-took-white = Bierzesz białe

## ends

you-win = Wygrana
you-lose = Przegrana
somebody-wins = Wygrywa { $name }
draw = Remis
not-counted = Nie liczy się
row-3 = trzy w rzędzie
row-4 = cztery w rzędzie
row-5 = pięć w rzędzie
row-of = { $inRow } w rzędzie
end-line =
    { $n ->
         [one] { $row }, { $n } ruch
         [few] { $row }, { $n } ruchy
         [many] { $row }, { $n } ruchów
        *[other] { $row }, { $n } ruchu
    }
end-full-board = plansza jest pełna
end-resignation = { $name } poddaje partię
end-resignation-you = poddajesz partię
end-flag = { $name } nie ma już czasu
end-flag-you = skończył ci się czas
end-agreement = za zgodą obu stron
end-claim = { $name } zbyt długo poza grą
end-claim-you = za długo cię nie było
end-aborted = partia została przerwana
end-no-first-move = pierwszy ruch nie przyszedł na czas
end-no-first-choice = wybór nie nastąpił na czas
end-abandoned = nikt nie wrócił
end-bot-failed = { $name } nie wykonuje ruchu
end-closed = partię zamyka gospodarz serwera

## looking back

line-of-moves = Ruchy partii
curve-label = Wartość partii, ruch po ruchu
move-of = { $at } z { $n }
the-end = Koniec
trying-moves = Twój wariant: { $moves }
copy-line = Kopiuj ten wariant
empty-board = Pusta plansza
to-move-worth = Ruch mają { $colour }: { $value }
colour-wins = Wygrywają { $colour }
move-sentence = { $name } gra { $move }
first-move = Pierwszy ruch
previous-move = Poprzedni ruch
next-move = Następny ruch
last-move = Ostatni ruch
position-label = Pozycja po ruchach ({ $at }): { $moves }
values-label = Ile warta jest każda kolumna
values-after-game = Zobaczysz, ile warte są ruchy, gdy skończy się partia.
values-after-own = Zobaczysz, ile warte są ruchy, gdy skończy się twoja partia.
values-coming = Serwer liczy, ile to było warte.
not-analysed = Tej planszy się nie analizuje.
value-unknown = Nie wiadomo, ile to było warte.
value-win = wygr.
value-draw = remis
value-loss = przegr.
value-in = { $word } w { $n }
gave-away = było: { $before }, jest: { $after }; lepiej { $better }
slower = { $value }; lepiej { $better }
best-move = jeden z najlepszych ruchów: { $value }
line-better = lepiej { $move }: { $value }
line-better-than = lepiej { $move }: { $value } (zagrano: { $played })
line-best = jeden z najlepszych ruchów: { $value }
wins-in = wygrywa w { $n }
loses-in = przegrywa w { $n }
colour-wins-in = { $colour } wygrywają w { $n }
sees-win = widzi wygraną
sees-loss = widzi przegraną
score-of = ocena { $score }
loses = przegrywa
worse = gorszy ruch
copy-as-text = Skopiuj jako tekst

## games that are over

history = Historia
leaderboard = Klasyfikacja
screens = Ekrany
rated = rankingowa
not-rated = bez rankingu
somebody-beat = { $one } wygrywa z { $other }
somebody-drew = { $one } remisuje z { $other }
somebody-played = { $one } kontra { $other }
won-drawn-lost = wygrane { $won } · remisy { $drawn } · przegrane { $lost }
games-of = Gry: { $name }
all-past-games = Wszystkie partie
games-at-least = co najmniej { $n } partii
games-many = ponad 1000 partii
all-your-games = Wszystkie twoje partie
older-games = Starsze partie
download-text = Pobierz jako tekst
moves-not-kept = Serwer przechowuje tylko wynik tej partii.
filters = Filtry
clear-filters = Wyczyść filtry
without-filter = Usuń filtr: { $filter }
anyone = Dowolna osoba
past-player = Osoba
past-opponent = Przeciw
past-game = Gra
past-result = Wynik
result-any = każdy
result-won = wygrane
result-drawn = remisy
result-lost = przegrane
past-within = Kiedy
within-any = Kiedykolwiek
within-1d = Ostatnie 24 godziny
within-7d = Ostatnie 7 dni
within-30d = Ostatnie 30 dni
within-365d = Ostatni rok
past-length = Długość
length-any = Dowolna liczba ruchów
length-most = Najwyżej { $most } ruchów
length-between = Od { $least } do { $most } ruchów
length-least = { $least } ruchów lub więcej
past-against = Przeciwnicy
past-against-any = Ludzie i boty
past-against-people = Ludzie
past-against-bots = Boty
played-before = Ta pozycja w partiach tutaj
played-never = brak
turning-point = Punkt zwrotny
turning-move = ruch { $at }, { $colour } grają { $move }
ended-so = { $red } { $first }, remisy { $drawn }, { $yellow } { $second }
your-profile = Twój profil
change-name = Zmień imię
here-since = tutaj od { $date }
ratings = Rankingi
rating-uncertain = Ranking z „?” opiera się na zbyt małej liczbie partii, by go porównywać.
rating-said = Twój ranking: { $words }
form-last-ten = Forma, ostatnie dziesięć
form-hint = W górę: wygrana. W dół: przegrana. Najnowsza po prawej.
nothing-played-yet = Jeszcze bez partii.
level-against-bots = Poziom w grze z botami
about-level = około poziomu { $level }, między { $least } a { $most }.
about-level-sure = około poziomu { $level }.
past-games = Gry
most-played = Najczęstsi przeciwnicy
score-hint = Najpierw wygrane, potem przegrane; bez remisów.
best-win = Najlepsza wygrana
against-rated = Z { $name } ({ $rating })
last-games = Ostatnie partie
you = ty
column-place = Miejsce
column-name = Imię
column-rating = Ranking
column-at-least = Co najmniej
column-games = Gry
column-form = Forma, ostatnie dziesięć
places-today = Dzisiaj
places-all = Cały czas
places-how = Skąd biorą się miejsca
places-why = Liczy się najniższy prawdopodobny ranking: ranking minus dwa razy jego niepewność (±). Jeden szczęśliwy wieczór nie daje pierwszego miejsca.
places-least = Potrzeba pięciu partii rankingowych z dwiema różnymi osobami.
places-bots = Boty
places-bots-why = Gry z botami są przechowywane i liczą się do poziomu na twoim profilu. Nigdy nie są rankingowe.
not-placed = Jeszcze bez miejsca
no-places = Jeszcze bez zajętych miejsc.
rated-games =
    { $n ->
         [one] { $n } partia rankingowa
         [few] { $n } partie rankingowe
         [many] { $n } partii rankingowych
        *[other] { $n } partii rankingowej
    }
from-games =
    { $n ->
         [one] Z { $n } partii.
         [few] Z { $n } partii.
         [many] Z { $n } partii.
        *[other] Z { $n } partii.
    }

## said by screen readers

board-label = Plansza o { $columns } kolumnach i { $rows } wierszach
cell-empty = puste
cell-forbidden = zabronione
cell-of-column = kolumna { $column }, wiersz { $row }
said-column = kolumna { $column }
played = { $name }: { $move }.
you-played = Zagrywasz: { $move }.
played-your-turn = { $name }: { $move }. Twój ruch.
game-begins = Partia się zaczyna.
game-begins-your-turn = Partia się zaczyna. Twój ruch.
clocks-said = { $first } ma { $left }, { $second } ma { $other }.
no-moves = Nie było jeszcze ruchu.
somebody-away = { $name } jest poza grą.
somebody-back = { $name } wraca do gry.
chat-is-open = Czat znów jest otwarty.
room-locked = Nikt więcej nie wejdzie.
room-unlocked = Inni znów mogą wejść.
somebody-removed = { $name } opuszcza pokój na żądanie właściciela.
title-your-turn = ● Twój ruch – { $game }
title-game = { $game } – enlinea

## menu and dialogs

menu-rules = Zasady
menu-keys = Klawisze
menu-link = Link do tej partii
menu-phone = Graj dalej na innym urządzeniu
menu-people = Osoby
menu-export = Partia jako tekst
menu-settings = Ustawienia
menu-name = Twoje imię
menu-tv = TV: wszystkie partie naraz
menu-leave = Na stronę główną
menu-leave-keep = Na stronę główną; partia poczeka
menu-leave-clock = Na stronę główną; twój zegar idzie dalej
menu-leave-first = Na stronę główną; twój pierwszy ruch musi paść wkrótce
dialog-menu = Menu
dialog-settings = Ustawienia
dialog-keys = Klawisze
dialog-name = Twoje imię
dialog-phone = Graj dalej na innym urządzeniu
dialog-here = Obecni
dialog-people = Osoby
dialog-link = Link do tej partii
dialog-export = Partia jako tekst
dialog-waiting = Twoja partia czeka
dialog-leave = Twoja partia trwa
dialog-banned = Serwer cię nie wpuszcza
dialog-version = Serwer ma inną wersję
version-does-not-fit = Strona i serwer nie pasują do siebie; odśwież ją za chwilę.
reload = Odśwież
setting-placing = Stawianie kamieni
placing-auto = Auto
placing-one = Jeden dotyk
placing-two = Dwa dotyki
placing-button = Przycisk
setting-placing-hint = Jeden dotyk: ruch od razu. Dwa dotyki: pierwszy pokazuje miejsce, drugi gra. Przycisk: gra tylko „Zagraj” pod planszą.
setting-secondClick = Drugie kliknięcie gra na planszach od 15
setting-shortcuts = Klawisze z jedną literą lub znakiem
setting-sound = Dźwięki i wibracje
setting-values = Wartość ruchów, gdy wolno ją widzieć
setting-turns = Dwie osoby tutaj: obracaj planszę do gracza, który ma ruch
setting-theme = Kolory
theme-auto = Jak urządzenie
theme-light = Jasne
theme-dark = Ciemne
setting-language = Język
language-waits = Ten język wczyta się, gdy serwer znów odpowie.
name-label = Jak inni cię widzą
name-length = najwyżej 20 znaków
name-at-table = W tej partii nadal nazywasz się { $name }.
name-owned = { $name } należy do kogoś; twoje imię to { $suggestion }.
save = Zapisz
players-are = Grają { $first } i { $second }
remove = Wyproś
lock-room = Zamknij pokój
unlock-room = Otwórz pokój
close-the-chat = Zamknij czat
open-chat = Otwórz czat
hand-over-coming = Prosimy serwer o kod…
hand-over-scan = Zeskanuj to drugim urządzeniem, które przejmie twoje miejsce:
hand-over-time = ważne { $n } s, jeden raz
hand-over-expired = Kod już nie działa.
hand-over-again = Nowy kod

## TV

games-count =
    { $n ->
         [one] { $n } partia
         [few] { $n } partie
         [many] { $n } partii
        *[other] { $n } partii
    }
play-along = zagraj i ty:
scan-to-play = zeskanuj w tej sieci, aby grać lub oglądać
tv-wins = wygrywa
tv-won =
    { $n ->
         [one] { $n } wygrana
         [few] { $n } wygrane
         [many] { $n } wygranych
        *[other] { $n } wygranej
    }
full-screen = Pełny ekran

## rules

rules-falls = Dwoje graczy wrzuca na zmianę krążki do planszy o { $columns } kolumnach i { $rows } wierszach. Krążek spada na najniższe wolne miejsce w kolumnie.
rules-free = Dwoje graczy, czarne i białe, kładzie na zmianę kamienie na dowolnym wolnym punkcie planszy { $columns } × { $rows }. Zaczynają czarne, a kamieni się nie przesuwa.
rules-win-falls = Wygrywa, kto pierwszy ma { $inRow } lub więcej krążków obok siebie: w kolumnie, w wierszu lub na ukos.
rules-win-free = Wygrywa, kto pierwszy ma { $inRow } lub więcej kamieni obok siebie: w kolumnie, w wierszu lub na ukos.
rules-win-exact = Wygrywa, kto pierwszy ma dokładnie { $inRow } kamieni obok siebie, w kolumnie, w wierszu lub na ukos. Dłuższy rząd nie wygrywa.
rules-win-renju = Wygrywa, kto pierwszy ma pięć kamieni obok siebie. Białe wygrywają też z więcej niż pięcioma.
rules-renju-why = Ponieważ zaczynają czarne, niektóre punkty są im zabronione; plansza zaznacza je krzyżykiem.
rules-overline = Nadmiar: punkt, który daje sześć lub więcej w rzędzie.
rules-double-four = Podwójna czwórka: punkt, który daje dwie czwórki naraz. Czwórka to cztery kamienie, które po dołożeniu jednego dają dokładnie pięć.
rules-double-three = Podwójna trójka: punkt, który daje dwie trójki naraz. Trójka to trzy kamienie, które po dołożeniu jednego dają czwórkę otwartą z obu stron.
rules-swap2 = Swap2: jedna strona kładzie trzy kamienie, dwa czarne i biały. Druga bierze czarne, bierze białe albo kładzie dwa kolejne i oddaje wybór.
rules-draw = Gdy plansza jest pełna i nikt nie wygrał, jest remis.
keys-columns = wybór kolumny
keys-points = wybór punktu
keys-digits = ruch w kolumnie o tym numerze
keys-edges = pierwsza lub ostatnia kolumna
keys-play = ruch w to miejsce; także spacja
keys-steps = o ruch wstecz lub naprzód
keys-clocks = czytnik ekranu czyta zegary
keys-last = czytnik ekranu czyta ostatni ruch
keys-escape = rezygnacja z tego, co zaczęte, lub powrót
keys-keys = ta lista klawiszy
keys-typed = Na czacie /4 albo /h8 jest ruchem.

## refusals

refused-banned = Gospodarz tego serwera cię nie wpuszcza.
refused-too-fast =
    { $n ->
         [one] Za szybko; poczekaj { $n } sekundę.
         [few] Za szybko; poczekaj { $n } sekundy.
         [many] Za szybko; poczekaj { $n } sekund.
        *[other] Za szybko; poczekaj { $n } sekundy.
    }
refused-full = Serwer nie ma na to miejsca; spróbuj później.
refused-shutting-down = Serwer się zatrzymuje; wróć za chwilę.
refused-internal = Coś poszło nie tak na serwerze (numer { $reference }); nic się nie zmieniło.
refused-disk-full = Dysk serwera jest pełny. Nic nie zginęło; spróbuj ponownie, gdy będzie miejsce.
refused-bad-spec = Serwer nie otworzy takiej partii; zmień formularz.
refused-bad-move = Ten ruch jest niedozwolony.
refused-bad-choice = Otwarcie teraz na to nie pozwala.
refused-not-seated = Mogą to zrobić tylko dwaj gracze.
refused-not-started = Partia się jeszcze nie zaczęła.
refused-game-not-over = Partia się jeszcze nie skończyła.
refused-nothing-offered = Tej propozycji już nie ma.
refused-nothing-to-say = W tej linii nie ma nic do powiedzenia.
refused-too-long = To jest za długie.
refused-over-limit = To więcej, niż serwer pozwala; najpierw coś zakończ.
refused-not-owner = Może to zrobić tylko ten, kto otworzył partię.
refused-unknown-player = Nikt tu nie ma takiego imienia.
refused-other = Serwer tego odmawia, a ta strona nie wie dlaczego; wczytaj ją ponownie.
refused-already-in-room = Jesteś w innej partii; najpierw z niej wyjdź.
refused-no-open-seat = Oba miejsca są zajęte; można oglądać.
refused-no-spectators = Tej partii nie można oglądać.
refused-locked = Nie masz wstępu do tej partii.
refused-takebacks-off = W tej partii nie cofa się ruchów.
refused-nothing-to-take-back = Nie ma czego cofać.
refused-already-offered = Propozycja już jest.
refused-bots-do-not = Bot nie przyjmuje remisu.
refused-game-over = Partia jest skończona.
refused-too-late-to-abort = Obie strony wykonały już ruch; możesz się poddać.
refused-not-your-turn = To nie twój ruch.
refused-claim-too-early =
    { $n ->
         [one] Jeszcze nie; za { $n } sekundę.
         [few] Jeszcze nie; za { $n } sekundy.
         [many] Jeszcze nie; za { $n } sekund.
        *[other] Jeszcze nie; za { $n } sekundy.
    }
refused-opponent-present = Przeciwnik wrócił.
refused-wrong-code = Kod jest zużyty lub za stary; poproś o nowy.
refused-chat-closed = W tej partii nie można rozmawiać.
refused-bot-cannot-open = Ten bot nie gra tego otwarcia; wybierz innego.
refused-no-bot-opens = Żaden bot nie gra tego otwarcia na tej planszy; zagraj bez niego.
refused-bot-cannot-play = Ten bot nie gra na tej planszy; wybierz innego.
refused-no-such-person = To imię nie należy tutaj do nikogo.
refused-no-such-game = Nie ma partii o tym numerze albo widzą ją tylko grający.
refused-no-history = Ten serwer nie przechowuje partii.
refused-elsewhere = Ta gra jest na innym serwerze, który jest teraz nieosiągalny.
tournament-elsewhere = Twój turniej jest na innym serwerze. Wrócisz do niego, gdy opuścisz tę grę.

## tournaments

tournament = Turniej
tournaments = Turnieje
new-tournament = Nowy turniej
tournament-of-day = Turniej, { $day }
tournament-name = Nazwa
tournament-starts = Początek
starts-by-hand = gdy go rozpoczniesz
starts-in = za { $n } min
tournament-format = System
format-round-robin = Każdy z każdym
format-twice = Każdy z każdym, dwa razy
format-swiss = Szwajcarski
format-knockout = Pucharowy
format-arena = Arena
format-swiss-of =
    { $n ->
         [one] Szwajcarski, { $n } runda
         [few] Szwajcarski, { $n } rundy
         [many] Szwajcarski, { $n } rund
        *[other] Szwajcarski, { $n } rundy
    }
format-arena-of = Arena, { $n } min
games-each =
    { $n ->
         [one] po { $n } partii
         [few] po { $n } partie
         [many] po { $n } partii
        *[other] po { $n } partie
    }
format-round-robin-hint = Wszyscy grają ze wszystkimi: najlepiej do dziesięciu graczy.
format-swiss-hint = Spotykają się gracze o podobnej liczbie punktów, nikt dwa razy z tym samym: dobre przy każdej liczbie.
format-knockout-hint = Zwycięzca gra dalej, przegrany odpada.
format-arena-hint = Stały czas: wolni gracze od razu dostają partię. Wygrana daje 2 punkty, remis 1, podwójnie po dwóch wygranych z rzędu.
tournament-clock = Zegar każdego gracza
clock-none-hint = Bez zegara jedna powolna partia wstrzymuje rundę.
tournament-rounds = Rundy
tournament-length = Czas trwania
tournament-games = Partie w każdej parze
best-of = do { $n } partii
games-even-hint = Kolory się zmieniają: obaj zaczynają równie często.
games-odd-hint = Jeden z graczy zaczyna o raz częściej; turniej to wyrównuje.
tournament-entry = Kto może wejść
entry-anybody = Ktokolwiek
entry-code = Z kodem
entry-anybody-hint = Widać go na liście.
entry-code-hint = Prowadzi do niego tylko kod, link lub kod QR.
tournament-late = Spóźniony przegrywa po
late-hint = Po dwóch tak przegranych partiach gracz pauzuje.
switch-twice = Dwa razy
switch-twice-hint = wszyscy spotykają się ponownie
switch-third = Trzecie miejsce
switch-third-hint = grają o nie przegrani z półfinałów
switch-late-entries = Późne wejście
switch-late-entries-hint = po rozpoczęciu pierwszej rundy
switch-fills = Bot uzupełnia
switch-fills-hint = gdy liczba graczy jest nieparzysta
with-players = Przy 16 graczach
rounds-count =
    { $n ->
         [one] { $n } runda
         [few] { $n } rundy
         [many] { $n } rund
        *[other] { $n } rundy
    }
takes-about = Potrwa około
takes-most = Najwyżej
hours-minutes = { $h } godz. { $m } min
breaks = Przerwy
equal-points = Przy równych punktach
organiser-may = Możesz go wstrzymać, poprawić wynik, dodać lub usunąć gracza i zakończyć wcześniej.
open-for-entries = Otwórz zapisy
players-count =
    { $n ->
         [one] { $n } gracz
         [few] { $n } graczy
         [many] { $n } graczy
        *[other] { $n } graczy
    }
entrants-count =
    { $n ->
         [one] zapisany { $n } gracz
         [few] zapisanych { $n } graczy
         [many] zapisanych { $n } graczy
        *[other] zapisanych { $n } graczy
    }
you-are-in = bierzesz udział
tournament-entries = zapisy otwarte
tournament-running = trwa
tournament-over = zakończony
round-of = runda { $n } z { $rounds }
round-number = Runda { $n }
final = Finał
semi-finals = Półfinały
quarter-finals = Ćwierćfinały
third-place = O trzecie miejsce
bracket = Drabinka
open-match = przed nami
your-place = jesteś na miejscu { $place }, punkty: { $points }
place-points = miejsce { $place }, punkty: { $points }
next-game-soon = następna partia otworzy się sama
standings = Tabela
place = Miejsce
player-name = Nazwa gracza
points = Punkty
rounds = Rundy
tie-how = Przy równych punktach decydują kolejno:
tie-buchholz = punkty wszystkich rywali bez najsłabszego
tie-buchholz-short = B
tie-sonneborn-berger = za każdą partię punkty rywala razy jej wynik
tie-sonneborn-berger-short = SB
tie-direct = punkty z partii między nimi, jeśli wszyscy się spotkali
tie-direct-short = BS
tie-wins = wygrane partie
tie-wins-short = W
mark-won = wygrana
mark-drawn = remis
mark-lost = przegrana
mark-bye = wolny los
mark-absent = nieobecność
mark-not-entered = jeszcze bez zapisu
mark-open = trwa
entrant-away = nieobecny
entrant-ready = gotowy
entrant-paused = pauzuje
entrant-eliminated = odpadł
entrant-withdrawn = wycofany
begins-in = Początek za
ends-in = Koniec za
round-begins-in = Runda { $n } zacznie się za
round-paired = Runda { $n } ma już pary
waits-for-organiser = Rozpocznie go organizator.
held = Organizator zatrzymał odliczanie.
you-play = Grasz z: { $name }
you-have-bye = Masz wolny los: liczy się jak wygrana
not-paired = W tej rundzie nie grasz.
paired-when-free = Zagrasz, gdy tylko inny gracz będzie wolny.
round-goes-on = Masz już tę rundę za sobą. Następna zostanie ustalona po wszystkich partiach.
table-opens-itself = Stół otworzy się sam, z dźwiękiem.
table-opens = Zaczyna się twoja partia turniejowa.
you-paused = Pauzujesz
pause-costs = Rundy toczą się bez ciebie i nie dają ci punktów. Wróć, a zagrasz w następnej ustalanej rundzie.
you-withdrew = Opuszczasz turniej
you-are-out = Odpadasz; możesz oglądać innych
somebody-won-it = Turniej wygrywa { $name }
enter-tournament = Weź udział
play-again = Graj znowu
i-am-ready = Jestem gotów
waits-for-others = Gotowe. Runda zacznie się wcześniej, jeśli gotowi będą wszyscy.
pause-after = Pauza od następnej rundy
withdraw = Opuść turniej
press-again = { $words }: naciśnij ponownie
invite-players = Zaproś graczy
show-on-wall = Pokaż na dużym ekranie
games-now = Partie teraz
next-round = Następna: runda { $n }
bye = wolny los
game-number = Partia { $n }
decision-forfeit = walkower: rywal nie zagrał
decision-forfeit-both = obustronny walkower
decision-void = bez wyniku, liczy się jak remis
decision-corrected = poprawiono
download-txt = Tekst
download-csv = CSV
download-json = JSON
correct-result = Popraw
organiser = Organizator
start-now = Rozpocznij pierwszą rundę
next-now = Rozpocznij rundę teraz
hold = Zatrzymaj odliczanie
run-on = Wznów odliczanie
change-players = Dodaj lub usuń graczy
add = Dodaj
add-bot = Bot
remove-player = Gracz
remove-entrant = Usuń
end-tournament = Zakończ turniej
people-here = { $n } tutaj
people-away = { $n } poza
bots-here =
    { $n ->
         [one] { $n } bot
         [few] { $n } boty
         [many] { $n } botów
        *[other] { $n } bota
    }
scan-to-enter = Zeskanuj, by wejść lub oglądać, albo wpisz kod:
other-results = Także w tej rundzie
colours-change = Po pierwszej partii kolory się zmieniają.
tables-open = Stoły otworzą się same.
paired-when-over =
    { $n ->
         [one] Pary będą po tej { $n } parze.
         [few] Pary będą po tych { $n } parach.
         [many] Pary będą po tych { $n } parach.
        *[other] Pary będą po tych { $n } parach.
    }
still-time = Jeszcze można wejść
late-start = Spóźnieni zaczną w rundzie { $n }.
countdown-said = Zostało sekund: { $n }
countdown-over = Koniec odliczania
refused-no-such-tournament = Żaden turniej nie ma tego kodu.
refused-no-tournament = Najpierw otwórz turniej.
refused-bad-tournament = Takiego turnieju nie da się rozegrać: sprawdź nazwę, rundy, partie i czasy.
refused-not-organiser = Może to zrobić tylko organizator.
refused-not-entered = Nie bierzesz udziału w tym turnieju.
refused-too-late = W tym turnieju jest już na to za późno.
refused-no-such-entrant = Turniej nie ma takiego gracza ani partii.
