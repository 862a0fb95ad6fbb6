# The form of a new game.

form-more-above = { $count } more above
form-more-below = { $count } more below
form-start = Open the seat
form-start-play = Play
form-start-watch = Watch
form-more = more

## The labels of the lines, as short as can be

form-game = Game
form-columns = Columns
form-rows = Rows
# As many in a row win.
form-in-row = In a row
form-rules = Rules
form-opening = Opening
# Who plays the side of the person at the screen: they themselves, or a bot.
form-you = Your side
form-opponent = Opponent
# Of the bot in the line above.
form-depth = Its depth
# Who begins in an opening with choices.
form-opens = First move
form-first = First move
form-clock = Clock
# Whether the game counts for ratings.
form-rated = Rated
form-pace = Pace
# The number of rematches between bots.
form-repeat = Play again
# Whether the game is listed in the lobby.
form-listed = Listed
form-takebacks = Take back moves
form-hints = Hints
form-spectators = Spectators
# Whether spectators see what bots think.
form-thoughts = Show bot thoughts
form-think-time = Think time
form-seed = Seed
# How long a player may be away.
form-grace = Away at most

## The values in the lines

form-yes = yes
form-no = no
form-in-lobby = in the lobby
form-by-code = by code only
form-never-of-bots = never between two bots
# In place of the value of "Rated".
form-never-with-bots = never with a bot
form-only-with-name = only with a name of your own
# In place of the values of "Take back moves" and "Hints".
form-never-rated = never in a rated game
form-own-board = a board of your own
form-falls = discs fall
form-free = { $count } in a row or more win
form-exact = exactly { $count } in a row win
form-no-opening = none
form-person = you
form-anyone = anyone
form-bot = bot { $kind }
form-plies = { $count ->
    [one] { $count } move
   *[other] { $count } moves
    }
form-plies-level = { $count ->
    [one] { $count } move ({ $level })
   *[other] { $count } moves ({ $level })
    }
form-you-first = you
form-your-bot-first = the bot on your side
form-opponent-first = the opponent
form-random = at random
form-no-clock = none
form-hours = { $count } h
form-minutes = { $count } min
form-seconds = { $count } s
form-millis = { $count } ms
form-fast = as fast as they think
form-at-least = at least { $millis } ms
form-times = { $count ->
    [one] { $count } time
   *[other] { $count } times
    }
form-usual-time = as usual
form-think-millis = { $millis } ms a ply
form-new-seed = a new one
form-usual-grace = as usual

## What the chosen line is about; two lines of 36 columns are best. $key is the name of a key, such as c.

form-about-friend = Anyone may take the seat: from the lobby, with the code or with the link.
form-about-game = The game and the size of its board.
form-about-game-key = The game and the size of its board. { $key } explains the rules.
form-about-board = The size of your own board, up to 20 by 20.
form-about-rules = Discs fall to the lowest free cell, or stones go to any crossing.
form-about-you = You play, or choose a bot that plays for you while you watch.
form-about-first = Who makes the first move. After each game the other side begins.
form-about-no-clock = No clock: both players take as long as they like.
form-about-clock = Each player has { $time } for the whole game. A player who runs out of time loses.
form-about-clock-more = Each player has { $time } and gets { $more } more with each move. A player who runs out of time loses.
form-about-rated = Counts for the ratings of both players, if both own their names. There are no takebacks and no hints.
form-about-listed = In the lobby everyone sees the game. By code only, you invite people yourself.
form-about-takebacks = Whether a player may ask to take back a move. The other player decides.
form-about-spectators = Whether others may watch.
form-about-no-opening = The first move is free. With swap2 the players share the advantage of the first move.
form-about-pace = How long each move of a bot stays on the screen at least.
form-about-repeat = How many rematches the bots play.
form-about-start = Your seat opens, and the game begins when somebody takes the other one.
form-about-hints = Whether players may see during the game what their moves are worth. After the game they always may.
form-about-hints-key = Whether { $key } shows during the game what the moves are worth. After the game it always does.
form-about-think-time = The most time that a bot takes for a move, from 10 to 60000 ms.
form-about-seed = With the same seed the bots make the same choices again.
form-about-thoughts = Whether spectators see during the game what the bots think.
form-about-grace = How long a player is away before the opponent may claim the game.
form-about-in-row = This many stones in a row win, and so do more.
form-about-in-row-exact = Exactly this many stones in a row win; more do not.
form-about-swap2 = The first player places 3 stones. The other player takes a colour, or places 2 more and lets the first player choose.
form-hint-clock = Or type one with { $key }: 10+5, 90s, 3m+2s, none
form-hint-typed = { $key } to type it
# $about says what an option of a bot is; it goes from $least to $most.
form-about-option = { $about }; { $least } to { $most }, { $usual } by itself
# $elo is a number with its sign, such as +250; "random" is the name of a bot.
form-about-bot-elo = { $about }; { $elo } Elo against random

## Faults

form-fault-no-clock = a game between two bots has no clock
form-fault-not-typed = this line is changed with left and right
# $text is in quotes.
form-fault-option = { $name } is a number from { $least } to { $most }, not { $text }
