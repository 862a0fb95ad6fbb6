## The value of a column, in full. $stones are those that the winner has yet to play; $score is such as 3 or -3.

values-win = wygrana w { $stones }
values-loss = przegrana w { $stones }
values-full = pełna
values-open = nie wiadomo

## The value below each column of the board: as few letters as can be. A letter stands for a win or a loss.

values-short-win = wygr. { $stones }
values-short-loss = przegr. { $stones }
values-short-draw = remis
values-letter-win-in = W{ $stones }
values-letter-loss-in = P{ $stones }
values-letter-win = W
values-letter-loss = P
values-legend = Wn wygrana w n, Pn przegrana w n, = remis
values-legend-cut = Wn wygrana w n, W w 10 lub więcej, P przegrana, = remis
values-legend-letter = W wygrana, P przegrana, = remis

## The value of a line of moves, or of what a bot found

values-wins = wygrana w { $stones }
values-loses = przegrana w { $stones }
values-draws = remis
values-sees-win = widzi wygraną
values-sees-loss = widzi przegraną
values-score = ocena { $score }
values-plus = najlepsze warianty, + to { $colour }; pasek: { $first } u dołu

values-found = zdaniem bota: { $score }
values-found-depth = zdaniem bota: { $score }, głębokość { $depth }
values-found-line = zdaniem bota: { $score }, dalej { $line }
values-found-depth-line = zdaniem bota: { $score }, głębokość { $depth }, dalej { $line }

## The analysis of a position or of a game

values-of-column = kolumna { $column }: { $value }
values-game-over = partia jest skończona
values-analysed = analiza: { $known } z { $all }
values-analysed-short = { $known } z { $all }...
values-mistake-won = { $made } to błąd, { $best } wygrywał
values-mistake-drew = { $made } to błąd, { $best } dawał remis
values-mistake-loses = { $made } to błąd: przegrywa, lepszy był { $best }
values-blunder = { $made } to gruby błąd, { $best } wygrywał
values-faults = { $mistake } błąd, { $blunder } wygrana stała się przegraną
values-chances = szanse: { $colour }
values-no-faults = bez błędów
