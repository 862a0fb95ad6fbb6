## The value of a column, in full. $stones are those that the winner has yet to play; $score is such as 3 or -3.

values-win = gana en { $stones }
values-loss = pierde en { $stones }
values-full = llena
values-open = sin resolver

## The value below each column of the board: as few letters as can be. A letter stands for a win or a loss.

values-short-win = gana { $stones }
values-short-loss = pierde { $stones }
values-short-draw = empate
values-letter-win-in = G{ $stones }
values-letter-loss-in = P{ $stones }
values-letter-win = G
values-letter-loss = P
values-legend = Gn gana en n, Pn pierde en n, = empate
values-legend-cut = Gn gana en n, G en 10 o más, P pierde, = empate
values-legend-letter = G gana, P pierde, = empate

## The value of a line of moves, or of what a bot found

values-wins = gana en { $stones }
values-loses = pierde en { $stones }
values-draws = empate
values-sees-win = ve que gana
values-sees-loss = ve que pierde
values-score = puntos { $score }
values-plus = mejores variantes, + para { $colour }; barra: { $first } abajo

values-found = según el bot: { $score }
values-found-depth = según el bot: { $score }, profundidad { $depth }
values-found-line = según el bot: { $score }, esperaba { $line }
values-found-depth-line = según el bot: { $score }, profundidad { $depth }, esperaba { $line }

## The analysis of a position or of a game

values-of-column = columna { $column }: { $value }
values-game-over = la partida ha terminado
values-analysed = analizado { $known } de { $all }
values-analysed-short = { $known } de { $all }...
values-mistake-won = { $made } es un error, { $best } ganaba
values-mistake-drew = { $made } es un error, { $best } empataba
values-mistake-loses = { $made } es un error: pierde, { $best } era mejor
values-blunder = { $made } es un error grave, { $best } ganaba
values-faults = { $mistake } error, { $blunder } victoria que pasó a derrota
values-chances = posibilidades: { $colour }
values-no-faults = sin errores
