# What positions and moves are worth, and what bots thought of them. Short: most stand in a panel of 26 columns, and on
# a screen of 40 columns behind the number of the ply.

## The value of a column, in full. $stones are those that the winner has yet to play; $score is such as 3 or -3.

values-win = win in { $stones }
values-loss = loss in { $stones }
# The column has no room left.
values-full = full
# The value is not known.
values-open = open

## The value below each column of the board: as few letters as can be. A letter stands for a win or a loss.

values-short-win = win { $stones }
values-short-loss = loss { $stones }
values-short-draw = draw
values-letter-win-in = W{ $stones }
values-letter-loss-in = L{ $stones }
values-letter-win = W
values-letter-loss = L
# Legends of these letters.
values-legend = Wn wins in n, Ln loses in n, = draws
values-legend-cut = Wn wins in n, W in 10 or more, L loses, = draws
values-legend-letter = W wins, L loses, = draws

## The value of a line of moves, or of what a bot found

values-wins = wins in { $stones }
values-loses = loses in { $stones }
values-draws = draw
# The bot knows that it wins, or loses, and not when.
values-sees-win = sees a win
values-sees-loss = sees a loss
# Points in a unit of the bot's own.
values-score = score { $score }
# Above lines of moves with scores such as +0.8. The bar beside the board shows the chances of $first, from below.
values-plus = best lines, + for { $colour }; bar: { $first } below

# $score is one of the messages above, such as values-wins; $depth is how many plies the bot looked ahead; $line are
# moves, such as "h8 h9".
values-found = the bot found: { $score }
values-found-depth = the bot found: { $score }, depth { $depth }
values-found-line = the bot found: { $score }, expected { $line }
values-found-depth-line = the bot found: { $score }, depth { $depth }, expected { $line }

## The analysis of a position or of a game

# $value is the value of a column in full, such as values-win.
values-of-column = column { $column }: { $value }
values-game-over = the game is over
# Of so many positions; the short one stands where there is little room.
values-analysed = analysed { $known } of { $all }
values-analysed-short = { $known } of { $all }...
# $made is the move that was played, $best the one that wins, or drawn. A blunder is worse than a mistake.
values-mistake-won = { $made } is a mistake, { $best } wins
values-mistake-drew = { $made } is a mistake, { $best } draws
values-mistake-loses = { $made } is a mistake: it loses, { $best } was better
values-blunder = { $made } is a blunder, { $best } wins
# The two values are signs behind moves in a list, ? and X.
values-faults = { $mistake } mistake, { $blunder } a win became a loss
# Above a curve that rises with them.
values-chances = chances of { $colour }
values-no-faults = no mistakes found
