# The rules of the games, and openings with choices.

rules-title = The rules of { $game }
# In the lower edge: the key that scrolls, or that nothing is below.
rules-more = { $key }: more
rules-end = the end

## The rules, a paragraph each

rules-falls-board = Two players drop discs in turn into a board of { $columns } columns and { $rows } rows, which stands upright.
rules-falls-drop = A disc falls to the lowest free place of its column. Where a column is full, no disc can be dropped.
rules-falls-win = Whoever first has { $count } or more discs side by side wins: in a column, in a row or in either diagonal.
rules-stones-board = Two players, black and white, put stones in turn on any free crossing of a board of { $columns } x { $rows }. Black begins, and stones never move.
rules-free-win = Whoever first has { $count } or more stones side by side wins: in a column, in a row or in either diagonal.
rules-exact-win = Whoever first has exactly { $count } stones side by side wins: in a column, in a row or in either diagonal. A longer row does not win.
rules-renju-win = Whoever first has five stones side by side wins: in a column, in a row or in either diagonal. White also wins with more than five.
rules-renju-forbidden = Because black begins, some points are forbidden to black; they are crossed out on the board:
# The sign "- " begins an item of a list, here and below.
rules-renju-overline = - overline: a point that makes six or more in a row.
rules-renju-double-four = - double four: a point that makes two fours at once. A four is four stones that one more makes exactly five.
rules-renju-double-three = - double three: a point that makes two open threes at once. An open three is one that one more stone makes a four with both ends free.
rules-renju-five = A point that makes exactly five wins, also where it would be forbidden. To white nothing is forbidden.
rules-draw = When the board is full and nobody has won, the game is a draw.
rules-swap2 = The opening is swap2, which makes the chances of both players equal:
rules-swap2-three = - One player puts three stones anywhere: two black and one white.
rules-swap2-choice = - The other then takes white and moves, or takes black, or puts one more stone of each colour.
rules-swap2-last = - After two more stones the first player chooses the colour. White is to move.

## The opening at the table

# The object of "place": the first stones, and more of them.
rules-stones = { $count ->
    [one] { $count } stone
   *[other] { $count } stones
    }
rules-stones-more = { $count ->
    [one] { $count } more stone
   *[other] { $count } more stones
    }
# A choice of the opening, the object of "choose": stones of this colour, or two stones more.
rules-choice-two = two more stones
# The same where there is little room.
rules-choice-two-short = two more
# The end of a list of words.
rules-either = { $first } or { $last }
