# The form of a new game.

form-title = A new game
form-more-above = { $count } more above
form-more-below = { $count } more below
form-start = Start the game

## The labels of the lines, as short as can be

form-game = Game
form-columns = Columns
form-rows = Rows
# As many in a row win.
form-in-row = In a row
form-rules = Rules
form-opening = Opening
# Who plays the side of the person at the screen: they themselves, or a bot.
form-you = On your side
form-opponent = Opponent
# Of the bot in the line above.
form-depth = Its depth
# Who begins in an opening with choices.
form-opens = Opens
form-first = First move
form-clock = Clock
form-pace = Pace
# The number of rematches between bots.
form-repeat = Play again
# Whether the game is listed in the lobby.
form-listed = In the lobby
form-takebacks = Takebacks
form-hints = Hints
form-spectators = Spectators
# Whether spectators see what bots think.
form-thoughts = Open thoughts
form-think-time = Think time
form-seed = Seed
# How long a player may be away.
form-grace = Absence

## The values in the lines

form-yes = yes
form-no = no
form-own-board = a board of your own
form-falls = discs fall
form-free = { $count } in a row or more win
form-exact = exactly { $count } in a row win
form-no-opening = none
form-person = you
form-anyone = whoever comes
form-bot = bot { $kind }
form-plies = { $count ->
    [one] { $count } ply
   *[other] { $count } plies
    }
form-plies-level = { $count ->
    [one] { $count } ply ({ $level })
   *[other] { $count } plies ({ $level })
    }
form-you-first = you
form-your-bot-first = the bot on your side
form-opponent-first = the opponent
form-random = at random
form-no-clock = none
form-fast = as fast as they think
form-at-least = at least { $millis } ms a ply
form-times = { $count ->
    [one] { $count } time
   *[other] { $count } times
    }
form-usual-time = as usual
form-think-millis = { $millis } ms a ply
form-new-seed = a new one
form-usual-grace = server default

## What the chosen line is about; two lines of 36 columns are best. $key is the name of a key, such as c.

form-about-friend = a friend joins by the lobby or the code
form-about-clock = time for the whole game, and what each ply adds
form-about-clock-key = time for the whole game, and what each ply adds; { $key } writes one of your own
form-about-listed = otherwise only the code of the room leads there
form-about-hints = shows during the game what the moves are worth; after the game it is always shown
form-about-hints-key = { $key } shows during the game what the moves are worth; after the game it always does
form-about-think-time = the most time of a bot for a ply, 10 to 60000 ms
form-about-seed = the same seed gives the same choices of the bots
form-about-thoughts = whether spectators see during the game what bots think
form-about-grace = how long a player is away before the other may claim the game
form-about-in-row = as many stones in a row win, or more
form-about-in-row-exact = exactly as many stones in a row win, and not more
form-about-swap2 = one puts 3 stones; the other takes a colour, or puts 2 more
# $about says what an option of a bot is; it goes from $least to $most.
form-about-option = { $about }; { $least } to { $most }, { $usual } by itself
# $about is one of the texts above, about a value that can be typed.
form-about-written = { $about }; { $key } writes it
# $strength says whom a bot beats, $about what it does.
form-about-bot = { $strength }; { $about }
# $elo is a number with its sign, such as +250; "random" is the name of a bot.
form-about-bot-elo = { $elo } Elo over random; { $about }

## Whom a bot beats, from the weakest to the strongest

form-beats-nobody = anybody beats it
form-beats-careless = beats players who do not look ahead
form-beats-beginners = beats beginners
form-beats-most-beginners = beats most beginners
form-beats-casual = beats players who play now and then
form-beats-many = beats players who play often, and can be beaten
form-beats-regular = beats players who play often
form-beats-hardly = hardly anybody beats it
form-beats-all = nobody beats it

## Faults

form-fault-no-clock = a game between two bots has no clock
form-fault-not-typed = this line is changed with left and right
# $text is in quotes.
form-fault-option = { $name } is a number from { $least } to { $most }, not { $text }
