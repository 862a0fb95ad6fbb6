# Words that the screens borrow: titles of games, sides, ends of games, bots.

## Games

words-game-connect-four = Connect Four
words-game-connect-four-7x7 = Connect Four 7 x 7
words-game-gomoku = Gomoku 20 x 20
words-game-gomoku-15 = Gomoku 15 x 15
# A row of more than five stones does not win.
words-game-gomoku-standard = Gomoku 15 x 15, exactly five
words-game-renju = Renju
# A board of one's own, on which discs fall to the bottom of their column.
words-game-falls = { $count } in a row, { $columns } x { $rows }, falling
# A board of one's own, on which stones are put anywhere.
words-game-free = { $count } in a row, { $columns } x { $rows }, free
words-game-exact = exactly { $count } in a row, { $columns } x { $rows }, free

## Sides and the colours of their stones or discs

# The side that makes the first move, and the other.
words-side-first = first
words-side-second = second
# Colours stand for "the black stones", "the red discs".
# In place of a player's name.
words-seat-open = open seat
words-colour-black = black
words-colour-white = white
words-colour-red = red
words-colour-yellow = yellow
words-colour-blue = blue
words-colour-amber = amber
words-colour-orange = orange
words-colour-rose = rose
words-colour-mint = mint
words-colour-dark = dark
words-colour-bright = bright

# Choices in the opening swap2, in a list: the black stones, the white ones, or to place two more stones.
words-choice-black = black
words-choice-white = white
words-choice-place-two = place_two

## Shapes that are forbidden to black in renju

words-foul-overline = overline
words-foul-double-four = double four
words-foul-double-three = double three

## The end of a game

# $how is one of the messages words-how-..., $name the winner.
words-you-win = You win { $how }!
words-wins = { $name } wins { $how }
words-draw = Draw { $how }
# Stones in a row.
words-how-line = with { $count } in a row
words-how-resignation = by resignation
# The time of the loser's clock ran out.
words-how-flag = on time
words-how-claim = because the opponent stayed away
words-how-bot-failed = because the bot failed
# $reason is an English word of a later release.
words-how-other = by { $reason }
words-draw-full-board = Draw: the board is full
words-draw-agreed = Draw by agreement
words-no-result-aborted = Aborted, no result
words-no-result-first-move = Aborted: the first move did not come in time
words-no-result-first-choice = Aborted: the choice did not come in time
words-no-result-abandoned = Aborted: both stayed away
words-no-result-closed = Ended by the host, no result

## Bots

words-level-easy = easy
words-level-medium = medium
words-level-hard = hard
# A depth at which people have a chance.
words-level-human = human
# The greatest depth.
words-level-full = full
words-level-number = level { $number }
words-level-random = random
# Names of bots at tables and in lists, the same as on the page.
words-bot-of-level = Bot, { $level }
# $depth is how many plies it looks ahead.
words-bot-of-depth = Bot { $kind }, depth { $depth }
words-bot-of-kind = Bot { $kind }
# One sentence about each bot; "it" is the bot, "you" is its opponent.
words-bot-lines = keeps its own rows open and blocks yours; always the same move in the same position
words-bot-level = nine levels, each a little stronger than the one before
words-bot-minimax = opens in the centre and builds its own rows, with little thought for yours
words-bot-negamax = counts its rows of two and three; picks among equals at random, so no two games are alike
words-bot-perfect = never makes a mistake in Connect Four, and few on other boards
words-bot-priority = weighs every empty cell by the rows around it, and looks no further; it can be beaten
words-bot-random = plays any legal move, chosen at random
words-bot-threat = searches gomoku by its threats, as deep as its time allows
# Options of bots.
words-option-spread = points by which a move that it chooses may well be worse than its best
words-option-temperature = chance in percent that it plays a random legal move instead of its best
# A five is a straight line of five cells.
words-option-own-two = weight of a five with two of its stones and none of yours
words-option-own-three = weight of a five with three of its stones and none of yours
words-option-own-four = weight of a five with four of its stones and none of yours
words-option-other-two = weight of a five with two of your stones and none of its
words-option-other-three = weight of a five with three of your stones and none of its
words-option-other-four = weight of a five with four of your stones and none of its
