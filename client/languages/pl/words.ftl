## Games

words-game-connect-four = Czwórki
words-game-connect-four-7x7 = Czwórki 7 x 7
words-game-gomoku = Gomoku 20 x 20
words-game-gomoku-15 = Gomoku 15 x 15
words-game-gomoku-standard = Gomoku 15 x 15, dokładnie pięć
words-game-renju = Renju
words-game-falls = { $count } w rzędzie, { $columns } x { $rows }, spadanie
words-game-free = { $count } w rzędzie, { $columns } x { $rows }, dowolnie
words-game-exact = dokładnie { $count } w rzędzie, { $columns } x { $rows }, dowolnie

## Sides and the colours of their stones or discs

words-side-first = pierwsza
words-side-second = druga
words-seat-open = wolne miejsce
words-colour-black = czarne
words-colour-white = białe
words-colour-red = czerwone
words-colour-yellow = żółte
words-colour-blue = niebieskie
words-colour-amber = bursztynowe
words-colour-orange = pomarańczowe
words-colour-rose = różowe
words-colour-mint = miętowe
words-colour-dark = ciemne
words-colour-bright = jasne

words-choice-black = czarne
words-choice-white = białe
words-choice-place-two = dwa dodatkowe kamienie

## Shapes that are forbidden to black in renju

words-foul-overline = ponad pięć w rzędzie
words-foul-double-four = podwójna czwórka
words-foul-double-three = podwójna trójka

## The end of a game

words-you-win = Wygrana: { $how }!
words-wins = { $name } wygrywa: { $how }
words-draw = Remis: { $how }
words-how-line = { $count } w rzędzie
words-how-resignation = przeciwnik się poddaje
words-how-flag = koniec czasu przeciwnika
words-how-claim = przeciwnik nie wraca
words-how-bot-failed = awaria bota
words-how-other = { $reason }
words-draw-full-board = Remis: plansza jest pełna
words-draw-agreed = Remis za zgodą obu stron
words-no-result-aborted = Przerwana, bez wyniku
words-no-result-first-move = Przerwana: zabrakło pierwszego ruchu na czas
words-no-result-first-choice = Przerwana: zabrakło wyboru na czas
words-no-result-abandoned = Przerwana: obie strony nie wracają
words-no-result-closed = Zamknięta przez gospodarza, bez wyniku

## Bots

words-level-easy = łatwy
words-level-medium = średni
words-level-hard = trudny
words-level-human = ludzki
words-level-full = pełny
words-level-number = poziom { $number }
words-level-random = losowy
words-bot-of-level = Bot, { $level }
words-bot-of-depth = Bot { $kind }, głębokość { $depth }
words-bot-of-kind = Bot { $kind }
words-bot-lines = dba o swoje linie i blokuje twoje; w tej samej pozycji zawsze ten sam ruch
words-bot-level = dziewięć poziomów, każdy nieco silniejszy od poprzedniego
words-bot-minimax = zaczyna w środku i buduje własne rzędy, mało myśląc o twoich
words-bot-negamax = liczy swoje dwójki i trójki; spośród równych losuje, więc każda partia jest inna
words-bot-perfect = nigdy się nie myli w Czwórkach, a na innych planszach rzadko
words-bot-priority = ocenia każde puste pole po rzędach wokół niego i nie patrzy dalej; da się z nim wygrać
words-bot-random = wykonuje dowolny ruch na chybił trafił
words-bot-threat = przeszukuje gomoku groźbami, tak głęboko, jak pozwala czas
words-option-spread = o ile punktów ruch, który wybiera, może być gorszy od najlepszego
words-option-temperature = szansa w procentach na losowy dozwolony ruch zamiast najlepszego
words-option-own-two = waga piątki z dwoma jego kamieniami i bez twoich
words-option-own-three = waga piątki z trzema jego kamieniami i bez twoich
words-option-own-four = waga piątki z czterema jego kamieniami i bez twoich
words-option-other-two = waga piątki z dwoma twoimi kamieniami i bez jego
words-option-other-three = waga piątki z trzema twoimi kamieniami i bez jego
words-option-other-four = waga piątki z czterema twoimi kamieniami i bez jego
