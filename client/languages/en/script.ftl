# What the commands say in lines, with --plain and in lists. Lines are read aloud too. They begin with a small letter,
# and end without a full stop. Words that are typed stay as they are: board, rematch, --data, enlinea join.


## A table

# $room is a code, $clock is script-clock or script-no-clock.
script-room = room { $room }: { $game }, { $clock }
# $opening is a name such as swap2.
script-room-opening = room { $room }: { $game }, { $opening }, { $clock }
script-no-clock = no clock
# $clock is such as 5m+3s.
script-clock = clock { $clock }
# $side is words-side-first or words-side-second; $mark is the letter of its stones on the board.
script-seat-marked = { $side } ({ $mark })
script-seat-coloured = { $side }, { $colour } ({ $mark })
script-seat-held = { $seat }: { $name }
script-seat-yours = { $seat }: { $name }, you
script-you-watch = you watch
script-seat-is-open = a seat is open; others take it with: enlinea join { $room }
# The board stands below. A ply is one move by one side.
script-after-plies = game { $game }, after ply { $ply }:
# The person or bot that plays the first side, in sentences.
script-first = first ({ $name })
script-second = second ({ $name })
script-column = column { $column }
# Number of those who watch.
script-watch = { $count ->
    [0] nobody watches
    [one] { $count } watches
   *[other] { $count } watch
    }
script-watch-names = { $count ->
    [one] { $count } watches: { $names }
   *[other] { $count } watch: { $names }
    }
# A list of names, of which some are left out.
script-and-more = { $names } and { $more } more
script-nobody-watches = nobody watches
script-nobody-watches-now = nobody watches any more

## What happens at it. $who is script-first or script-second.

script-sits-first = { $name } sits as first
script-sits-second = { $name } sits as second
script-vacated-first = the seat of first is open again
script-vacated-second = the seat of second is open again
script-away = { $who } is away
script-away-claim = { $who } is away; the game can be claimed after { $seconds } s
script-back = { $who } is back
script-begins = game { $game } begins: { $first } is first, { $second } is second
# $ply is a number, $cell is script-column or a cell such as h8.
script-played = { $ply }. { $side } plays { $cell } ({ $name })
# $left is the time left on a clock.
script-played-left = { $ply }. { $side } plays { $cell } ({ $name }), { $left } left
script-played-colour = { $ply }. { $side } plays { $cell }, { $colour } ({ $name })
script-played-colour-left = { $ply }. { $side } plays { $cell }, { $colour } ({ $name }), { $left } left
# Games that each of the two has won, and games drawn.
script-score = score: { $first } { $wins }, { $second } { $losses }, drawn { $draws }
script-offers-draw = { $who } offers a draw
script-declines-draw = { $who } declines the draw
# $count is the number of plies that the takeback takes off the board.
script-asks-takeback = { $count ->
    [one] { $who } asks for a ply back
   *[other] { $who } asks for { $count } plies back
    }
script-declines-takeback = { $who } declines the takeback
script-takes-back = { $plies ->
    [one] { $who } takes back; { $plies } ply is left
   *[other] { $who } takes back; { $plies } plies are left
    }
script-offers-rematch = { $who } offers a rematch
script-declines-rematch = { $who } declines the rematch
script-clocks = clock: first { $first }, second { $second }
script-thinks = { $name } has thought for { $time }
script-thinks-depth = { $name } has thought for { $time }, depth { $depth }
# A list of cells.
script-forbidden = forbidden: { $points }
script-locked = nobody else is let in any more
script-unlocked = others are let in again
script-removed = { $name } was sent out of the room
script-chat-closed = the chat is closed
script-chat-open = the chat is open again

## Whose turn it is

# $seat is script-seat-marked, script-seat-coloured or a side.
script-your-turn = your turn: you play { $seat }
script-to-move = { $who } is to move
script-nobody-to-move = nobody is to move

## Openings with choices. The words in $choices that are typed stay as they are.

script-choose = your turn: choose { $choices }
# $stones is script-stones or script-stones-more, $next is script-colour-marked.
script-place-one = your turn: place { $stones }, { $next }
script-place = your turn: place { $stones }, the next is { $next }
script-other-chooses = { $who } is to choose: { $choices }
script-other-places = { $who } places { $stones }
script-stones = { $count ->
    [one] { $count } stone
   *[other] { $count } stones
    }
script-stones-more = { $count ->
    [one] { $count } more stone
   *[other] { $count } more stones
    }
script-colour-marked = { $colour } ({ $mark })
# A choice of the opening, in a list with words-choice-black and words-choice-white.
script-choice-two = two more stones
script-chooses = { $who } chooses { $choice }
# $mine and $theirs are script-colour-marked.
script-colours = { $who } plays { $mine }, { $other } { $theirs }

## The end of a game. $how is one of the messages script-how-...

script-over-you-win = game over: you win, { $who }, { $how }
script-over-wins = game over: { $who } wins { $how }
script-over-draw = game over: a draw, { $how }
script-over-no-result = game over without a result: { $how }
script-how-line = with { $cells } in a row
# $name is who lost: script-first or script-second.
script-how-resignation = as { $name } resigns
script-how-flag = as the time of { $name } is up
script-how-claim = as { $name } stays away
script-how-bot-failed = as { $name } made no legal move
script-how-full-board = the board is full
script-how-agreed = the two agreed
script-how-aborted = aborted
script-how-first-move = the first ply did not come in time
script-how-first-choice = the choice did not come in time
script-how-abandoned = both players stayed away
script-how-closed = ended by the host
# In a game without a winner.
script-how-resigned = resigned
script-how-out-of-time = out of time
script-how-claimed = claimed
script-how-a-bot-failed = a bot failed
# $reason is an English word of a later release.
script-how-other = by { $reason }

## What a bot thought, and what positions are worth

# $found is a list of what follows here.
script-thought = { $ply }. { $name } thought: { $found }
script-exact = exact
script-not-exact = not exact
script-depth = depth { $depth }
# Positions that it searched.
script-nodes = { $nodes ->
    [one] { $nodes } node in { $time } ms
   *[other] { $nodes } nodes in { $time } ms
    }
script-expects = expects { $moves }
# $found is a list of moves with values, or script-no-value.
script-after-ply = after ply { $ply }: { $found }
script-no-value = no move has a value
# "threat" is the name of a bot.
script-not-analysed = { $game } is not analysed: boards where discs fall may have 19 rows, and 64 cells with an empty row on top, others must be ones that the bot threat plays
# $made and $best are moves.
script-mistake-won = ply { $ply }: { $made } is a mistake, { $best } won
script-mistake-drew = ply { $ply }: { $made } is a mistake, { $best } drew
script-blunder-won = ply { $ply }: { $made } is a blunder, { $best } won

## Answers at a table

script-no-move-yet = no move is played yet
script-last = { $ply }. { $cell } by { $who }
script-last-colour = { $ply }. { $cell }, { $colour }
script-nobody-has-clock = nobody has a clock in this game
script-left = { $who }: { $left } left
# The clock is running.
script-left-running = { $who }: { $left } left, it runs
# Moves that there are.
script-none-over = none: the game is over
# Number of cells where a move is legal.
script-cells = { $cells ->
    [one] { $legal } of the { $cells } cells
   *[other] { $legal } of the { $cells } cells
    }

## A session

script-connected = connected to { $server } as { $name }
script-connected-again = connected again
script-server-stops = the server is shutting down; games that it keeps go on when it runs again
script-host-says = the host says: { $text }
script-play-again = type rematch to play again, or leave
script-ask = ask board, last, moves, clocks, who or analyse, or leave
script-refused = refused: { $problem }
script-replaced = another client came back to your seat; play on there, or join again to take it back
script-closed = the room was closed, nobody took its open seat in time; open another
script-sent-out = whoever opened the room sent you out of it; join another
# $why is an English word of a later release.
script-out-of-room = you are out of the room: { $why }
script-input-ended = the input has ended and it is your turn: leaving; your seat is kept, come back with: enlinea join { $room }
script-input-ended-unsaved = the input has ended and it is your turn: leaving; there is no way back to your seat, since it could not be saved
script-input-ended-here = the input has ended and it is your turn: leaving, and the server here stops; your seat is kept, come back with: enlinea join { $room }
script-input-ended-lost = the input has ended and it is your turn: leaving, and the server here stops; its games are in memory alone, and are lost with it
script-no-message = that line is no message of the protocol ({ $problem }); see PROTOCOL.md for their form
script-only-watch = you only watch; type say TEXT, board, help or leave
script-over-not-played = the game is over, { $text } is not played
script-not-your-turn = it is not your turn: { $turn }; wait for the next position
script-no-choice-now = { $text } is no choice now; { $turn }
script-no-choice = { $text } is no choice; { $turn }
script-nothing-offered = nothing is offered to you; make the offer yourself: draw, takeback, rematch
script-interrupted = interrupted
script-interrupted-seat = interrupted; a seat in a game that goes on is kept, come back with enlinea join
script-interrupted-unsaved = interrupted; there is no way back to a seat in a game that goes on, since it could not be saved
script-interrupted-here = interrupted; a seat in a game that goes on is kept, and the server here has stopped: enlinea join starts it again
script-interrupted-lost = interrupted; the server here has stopped, and its games, in memory alone, are lost
script-lost = the connection is lost ({ $why }); trying to come back
script-not-sent = not sent: type it again when the connection is back
script-line-long = a line has at most { $most } characters, and this one has { $length }: nothing was said; say it in several lines
script-kept-choice = your choice is kept: sent when the connection is back
script-kept-leaving = you leave when the connection is back; Ctrl-C ends the program at once
script-ended = the connection ended
script-not-kept = the game is not kept in the library: { $problem }
script-answer-missing = the connection ended before the answer; try again

## Lists

script-no-server-found = no server was found; start one with enlinea-server, or name one with --server
script-no-room = no room is open; open one with: enlinea new
script-no-other-room = no other room is open; open one with: enlinea new
script-other-rooms = other rooms:
# Above the games of the person, each with the code of its room.
script-own-games = your games; go into one with: enlinea join CODE
# $opponent is a name, or words-seat-open.
script-own-against = against { $opponent }
script-own-your-turn = your turn
script-own-their-turn = their turn
# Below the games of the person.
script-own-most = { $most ->
    [one] a server tells of { $most } game at most; there may be more
   *[other] a server tells of { $most } games at most; there may be more
    }
script-own-untold = your games may be missing from the list: { $problem }
script-present = { $count ->
    [one] { $count } connected: { $names }
   *[other] { $count } connected: { $names }
    }
script-against = { $first } against { $second }
script-room-seating = a seat is open
script-room-playing = at ply { $ply }
script-room-over = over
script-no-spectators = no spectators
# $games is the next one, or names of games.
script-bot-plays = plays { $games }
script-every-game = every game with a name
# Below the list.
script-bots-own-board = bots for another board: enlinea bots --game custom:9x7x5:falls
script-bot-openings = openings: { $openings }
# $levels is one of the messages options-levels-...
script-bot-depth = { $levels }, default { $depth }
script-bot-strength = Elo over random: { $strength }
script-bot-options = options: { $options }
script-bot-option = { $name } { $least } to { $most } ({ $default })

## Games that are kept

script-no-games = no finished game is kept yet: every game that you play or watch to its end will be; for the games that go on: enlinea rooms
script-games-directory = the files are in { $directory }
script-on-server = on the server:
script-plies = { $count ->
    [one] { $count } ply
   *[other] { $count } plies
    }
# A game that was watched.
script-watched = watched
# Ways in which a game ends, in a list.
script-reason-line = line
script-reason-full-board = full board
script-reason-resignation = resignation
# The time of a clock ran out.
script-reason-flag = flag
script-reason-agreement = agreement
# The opponent stayed away.
script-reason-claim = claim
script-reason-aborted = aborted
script-reason-first-move = no first move
script-reason-abandoned = abandoned
script-reason-bot-failed = bot failed
script-reason-closed = ended by the host
script-file-exists = { $file }: { $problem }; it is left as it is, name another file
script-written = written to { $file }
# The head of a game.
script-tag-variant = Game: { $value }
script-tag-first = First: { $value }
script-tag-second = Second: { $value }
script-tag-clock = Clock: { $value }
script-tag-opening = Opening: { $value }
script-tag-date = Date: { $value }
script-tag-room = Room: { $value }
script-tag-result = Result: { $value }
script-tag-reason = Reason: { $value }
script-replayed = { $ply }. { $side }: { $made }
script-replayed-left = { $ply }. { $side }: { $made }, { $left } left
script-result = result: { $result }
script-part-of-game = this is the game as it was saved while it went on; the rest could not be fetched: { $problem }
script-none-kept = no game of the room { $room } is kept; its latest may be on the server, as { $room }
script-number-not-kept = game { $number } of the room { $room } is not kept; there are: { $numbers }
script-kept-nowhere = games are kept nowhere, since there is no home directory; name one with --data
script-library-unreadable = the library cannot be read: { $problem }

## The key of the person

script-key = key: { $file }
script-fingerprint = fingerprint: { $key }
script-name-at = name: { $name } at { $server }
script-no-name-at = name: none at { $server }; take one with: enlinea rename NAME
script-name-empty = that name has no printable characters; a name has 1 to 20 printable characters
script-name-cut = that name would be cut to { $name }; a name has 1 to 20 printable characters
script-you-are = you are { $name } at { $server }
script-name-yours = { $wanted } is yours at { $server }; you are { $name } while somebody else is there as { $wanted }
script-other-name-set = --name, ENLINEA_NAME or the settings say { $name }, which is taken at the next start
script-key-secret = whoever has this line is you on every server; keep it as you keep a password
script-cannot-read = cannot read { $file }: { $problem }
script-former-key = the former key is now { $file }
# $key is a fingerprint.
script-your-key = your key is { $key }
script-no-key-directory = there is no directory for your key; name one with --data
script-binds-no-names = that server binds no names to keys
script-key-not-sent = your key is not sent over unencrypted connections, and without it you have no name there; --key-in-clear sends it

## Other commands

script-tv = tv is a screen, and needs a terminal; enlinea watch CODE writes one game as lines
script-forgotten = { $server } is forgotten; the key that it has when it is met next is remembered
script-no-server-known = { $server } is not known; no server is
script-server-not-known = { $server } is not known; known are { $servers }
script-no-game-directory = there is no directory to keep games in; name one with --data, or keep nothing: --store memory
script-serving = serving; others connect with: enlinea --server { $url }
# The key of the server.
script-its-key = its key: { $key }
script-game-waits = a game of yours waits here; go back to it with: enlinea join { $room }
script-no-server-inside = this program was built without a server inside; start enlinea-server and name it with --server
script-no-output = standard output cannot be written to: { $problem }
# The file of settings.
script-config-absent = { $file }, which is not there
# Where the value of a setting comes from.
script-origin-default = default
script-origin-file = this file
script-origin-flag = command line
# $name is a setting.
script-not-set = { $name } is not set
script-no-manual = no manual is written: { $problem }
