# Errors: what is wrong, then what to do. They begin with a small letter, and end without a full stop, since they also
# stand behind a colon. A value of the person's is in quotes already.

## Moves

errors-game-over = the game is over
# $square is a cell such as h8.
errors-off-board = { $square } is off the board, which has { $columns } columns and { $rows } rows; play inside it
errors-occupied = { $square } is taken; play where the board is free
# $open is a number, or errors-one-or-other.
errors-column-full = column { $column } is full; play { $open }
errors-column-full-elsewhere = column { $column } is full; play elsewhere
# A list of numbers: "1, 2 or 3".
errors-one-or-other = { $others } or { $last }
# $kind is one of the messages words-foul-...
errors-forbidden = { $square } is forbidden ({ $kind }); play another point
# $expected is errors-moves-are-columns or errors-moves-are-squares.
errors-no-move = { $text } is not a move here; write { $expected }
errors-moves-are-columns = a column, 1 to { $last }
errors-moves-are-squares = a letter and a row, a1 to { $last }
# $error says that a line is no move; "help" is typed as it stands.
errors-or-command = { $error }, or a command (help lists them)
errors-no-square = { $text } is not a square; write a letter and a row, a1 to t20, such as h8
errors-no-choice = that is no choice now

## Games and boards

errors-unknown-game = unknown game { $name }; choose one of: { $known }
# What follows "such as" is typed as it stands.
errors-no-board = { $text } is not a board; write columns x rows x stones in a row, then how they are placed, such as 9x7x5:falls, 12x12x6:free or 19x19x5:exact
errors-width = the width must be 3 to 20, not { $given }
errors-height = the height must be 3 to 20, not { $given }
errors-in-row = the stones in a row must be 3 to 10, not { $given }
errors-row-too-long = { $count } in a row do not fit a board of { $columns } x { $rows }; make one of them smaller

## Clocks and numbers

# 1s, 24h, 5m are typed as they stand: a second, 24 hours, 5 minutes.
errors-clock-initial = the time at the start must be 1s to 24h, not { $time }
errors-clock-increment = the increment must be at most 1h, not { $time }
errors-no-time = { $text } is not a time; write a number and h, m, s or ms, such as 5m or 90s
# 1s and 24h are typed as they stand.
errors-grace = the grace must be 1s to 24h, not { $given }
# $what is one of the messages errors-number-...
errors-number = { $what } must be { $low } to { $high }, not { $given }
# Number of plies that a bot looks ahead.
errors-number-depth = the depth of a bot
# The least time between two plies where only bots play.
errors-number-pace = the pace
errors-number-repeat = the repetitions of a match
errors-number-think-time = the time of a bot per ply, in milliseconds,
# The absence after which the opponent may claim the game.
errors-number-grace = the grace, in milliseconds,
errors-number-time = a time in milliseconds

## Bots, names, codes

errors-no-bot = { $text } is not a kind of bot; a kind is a word of at most 24 small letters, such as negamax
errors-no-bot-option = { $text } is not an option; write its name, = and a whole number after a comma, each name once and at most 8, such as temperature=20
errors-no-name = { $text } is not a name; a name is 1 to 20 printable characters
errors-no-chat = a line of chat is 1 to 200 printable characters
# "first" and "second" are typed as they stand.
errors-no-side = { $text } is not a side; say first or second
errors-no-room-code = { $text } is not a room code; a code is 6 characters of { $alphabet }
errors-not-in-room-codes = { $text } is not a room code: no code has "{ $letter }"; a code is 6 characters of { $alphabet }
errors-no-tournament-code = { $text } is not the code of a tournament; a code is 6 characters of { $alphabet }
# $problem is errors-no-room-code.
errors-or-link = { $problem }; or write a link, such as http://192.168.1.5:4270/#K7QM2X
errors-hand-over-link = this link hands a seat over: give it to enlinea join; or leave out the dot and what follows, to watch or to take an open seat: { $link }
errors-no-player-id = { $text } is not a player id; it is a whole number
errors-no-seed = { $text } is not a seed; it is a whole number below 2^64
errors-no-server-id = { $text } is not an id of a server; it is 32 hexadecimal digits
errors-no-hand-over-code = a code to take a seat over is 8 characters of { $alphabet }
# Errors of the system, in parentheses or after a colon.
errors-not-found = no such file or directory
errors-not-permitted = permission denied
errors-is-directory = it is a directory
errors-no-token = a token is 32 hexadecimal digits

## What a server sends

errors-unknown-game-here = this program does not know the game { $name }; use a later release of it
errors-impossible-game = the server sent a game that cannot be: { $reason }
