# What the commands say in lines, with --plain and in lists. Lines are read aloud too. They begin with a small letter,
# and end without a full stop. Words that are typed stay as they are: board, rematch, --data, enlinea join.

## A table

# $room is a code, $clock is lines-clock or lines-no-clock.
lines-room = room { $room }: { $game }, { $clock }
# $opening is a name such as swap2.
lines-room-opening = room { $room }: { $game }, { $opening }, { $clock }
lines-no-clock = no clock
# $clock is such as 5m+3s.
lines-clock = clock { $clock }
lines-seat-held = { $seat }: { $name }
lines-seat-yours = { $seat }: { $name }, you
lines-you-watch = you are watching
# $room is a code, and may be followed by --server.
lines-seat-is-open = a seat is open; others take it with: enlinea join { $room }
# The board stands below. A move is one stone of one side.
lines-after-plies = game { $game }, after move { $ply }:
# The person or bot that plays the first side, in sentences.
lines-first = first ({ $name })
lines-second = second ({ $name })
lines-column = column { $column }
# Number of those who watch.
lines-watch = { $count ->
    [0] nobody is watching
    [one] { $count } watching
   *[other] { $count } watching
    }
lines-watch-names = { $count ->
    [one] { $count } watching: { $names }
   *[other] { $count } watching: { $names }
    }
# A list of names, of which some are left out.
lines-and-more = { $names } and { $more } more
lines-nobody-watches = nobody is watching
lines-nobody-watches-now = nobody is watching any more

## What happens at it. $who is lines-first or lines-second.

lines-thinks = { $name } has thought for { $time }
lines-thinks-depth = { $name } has thought for { $time }, depth { $depth }
# A list of cells.
lines-forbidden = forbidden: { $points }

## Whose turn it is

# $seat is a side with the mark of its stones, such as first (X).
lines-your-turn = your turn: you play { $seat }
lines-nobody-to-move = no game is in progress

## Openings with choices. The words in $choices that are typed stay as they are.

# $mine and $theirs are a colour with its mark, such as black (X).
lines-colours = { $who } plays { $mine }, { $other } { $theirs }

## What a bot thought, and what positions are worth

# $found is a list of what follows here.
lines-thought = { $ply }. { $name } thought: { $found }
lines-exact = exact
lines-not-exact = not exact
lines-depth = depth { $depth }
# Positions that it searched.
lines-nodes = { $nodes ->
    [one] { $nodes } node in { $time } ms
   *[other] { $nodes } nodes in { $time } ms
    }
lines-expects = expects { $moves }
# $found is a list of moves with values, or lines-no-value.
lines-after-ply = after move { $ply }: { $found }
lines-no-value = no move has a value
# "threat" is the name of a bot.
lines-not-analysed = { $game } is not analysed: falling discs are analysed on boards of at most 19 rows and, with one empty row added, 64 cells; other games if the bot threat plays them
# $made and $best are moves.
lines-mistake-won = move { $ply }: { $made } is a mistake, { $best } wins
lines-mistake-drew = move { $ply }: { $made } is a mistake, { $best } draws
lines-mistake-loses = move { $ply }: { $made } is a mistake: it loses, { $best } was better
lines-blunder-won = move { $ply }: { $made } is a blunder, { $best } wins

## Answers at a table

lines-no-move-yet = no move has been played yet
lines-last = { $ply }. { $cell } by { $who }
lines-last-colour = { $ply }. { $cell }, { $colour }
lines-nobody-has-clock = nobody has a clock in this game
lines-left = { $who }: { $left } left
# The clock is running.
lines-left-running = { $who }: { $left } left, running
# Moves that there are.
lines-none-over = none: the game is over
# Number of cells where a move is legal.
lines-cells = { $cells ->
    [one] { $legal } of the { $cells } cells
   *[other] { $legal } of the { $cells } cells
    }

## A session

lines-connected = connected to { $server } as { $name }
lines-connected-again = connected again
lines-server-stops = the server is shutting down; saved games go on when it runs again
lines-host-says = the host says: { $text }
lines-play-again = type rematch to play again, or leave
lines-ask = ask board, last, moves, clocks, who or analyse, or leave
lines-refused = refused: { $problem }
lines-input-ended = the input has ended and it is your turn: leaving; your seat is kept, come back with: enlinea join { $room }
lines-input-ended-unsaved = the input has ended and it is your turn: leaving; there is no way back to your seat, since it could not be saved
lines-input-ended-here = the input has ended and it is your turn: leaving, and the server here stops; your seat is kept, come back with: enlinea join { $room }
lines-input-ended-lost = the input has ended and it is your turn: leaving, and the server here stops; its games are only in memory, and are lost with it
lines-no-message = that line is not a message of the protocol ({ $problem }); see PROTOCOL.md for their form
lines-only-watch = you are watching; type say TEXT, board, help or leave
lines-over-not-played = the game is over, { $text } is not played
lines-not-your-turn = it is not your turn: { $turn }; wait for the next position
lines-no-choice-now = { $text } cannot be chosen now; { $turn }
lines-no-choice = { $text } is not a choice; { $turn }
lines-nothing-offered = nothing is offered to you; make the offer yourself: draw, takeback, rematch
lines-interrupted = interrupted
lines-interrupted-seat = interrupted; a seat in a game that goes on is kept, come back with enlinea join
lines-interrupted-unsaved = interrupted; there is no way back to a seat in a game that goes on, since it could not be saved
lines-interrupted-here = interrupted; a seat in a game that goes on is kept, and the server here has stopped: enlinea join starts it again
lines-interrupted-lost = interrupted; the server here has stopped, and its games, only in memory, are lost
lines-lost = the connection is lost ({ $why }); trying to come back
lines-line-long = a line has at most { $most } characters, and this one has { $length }: nothing was said; say it in several lines
lines-ended = the connection ended
lines-not-kept = the game could not be saved in the library: { $problem }
lines-answer-missing = the connection ended before the answer; try again

## Lists

# The last part is typed as it stands.
lines-no-screen = this is not a terminal that can show screens: choose a command (enlinea --help lists them), or --plain for lines of text, such as: enlinea --plain host --second bot:level:3
lines-no-server-found = no server was found; start one with enlinea host or enlinea-server, or name one with --server
lines-no-room = no room is open; open one with: enlinea new
lines-no-other-room = no other room is open; open one with: enlinea new
lines-other-rooms = other rooms:
# Above the games of the person, each with the code of its room. $server is such as " --server box:9000", or nothing.
lines-own-games = your games; go into one with: enlinea join CODE{ $server }
# $opponent is a name, or words-seat-open.
lines-own-against = against { $opponent }
lines-own-your-turn = your turn
lines-own-their-turn = their turn
# Below the games of the person.
lines-own-most = { $most ->
    [one] a server lists at most { $most } game; there may be more
   *[other] a server lists at most { $most } games; there may be more
    }
lines-own-untold = your games may be missing from the list: { $problem }
# The others who are connected.
lines-present = { $count ->
    [0] nobody else is connected
    [one] { $count } other connected: { $names }
   *[other] { $count } others connected: { $names }
    }
lines-against = { $first } against { $second }
lines-room-seating = a seat is open
lines-room-playing = at move { $ply }
lines-room-over = over
lines-no-spectators = no spectators
# $games is the next one, or names of games.
lines-bot-plays = plays { $games }
lines-every-game = every game with a name
# Below the list.
lines-bots-own-board = bots for another board: enlinea bots --game custom:9x7x5:falls
lines-bot-openings = openings: { $openings }
# $levels is one of the messages options-levels-...
lines-bot-depth = { $levels }, default { $depth }
lines-bot-strength = Elo over random: { $strength }
lines-bot-options = options: { $options }
lines-bot-option = { $name } { $least } to { $most } ({ $default })

## Games that are kept

lines-no-games = no finished game is saved yet: every game that you play or watch to its end will be; for running games: enlinea rooms
lines-games-directory = the files are in { $directory }
# A game against a bot in this program, which the first screen offers.
lines-own-kept = your game of { $game } against { $opponent }: move { $number }, your turn; go on with: enlinea
lines-on-server = on the server:
lines-plies = { $count ->
    [one] { $count } move
   *[other] { $count } moves
    }
# A game that was watched.
lines-watched = watched
# Ways in which a game ends, in a list.
lines-reason-line = line
lines-reason-full-board = full board
lines-reason-resignation = resignation
# The time of a clock ran out.
lines-reason-flag = flag
lines-reason-agreement = agreement
# The opponent stayed away.
lines-reason-claim = claim
lines-reason-aborted = aborted
lines-reason-first-move = no first move
lines-reason-abandoned = abandoned
lines-reason-bot-failed = bot failed
lines-reason-closed = ended by the host
lines-file-exists = { $file }: { $problem }; it is left as it is, name another file
lines-written = written to { $file }
# The head of a game.
lines-tag-variant = Game: { $value }
lines-tag-first = First: { $value }
lines-tag-second = Second: { $value }
lines-tag-clock = Clock: { $value }
lines-tag-opening = Opening: { $value }
lines-tag-date = Date: { $value }
lines-tag-room = Room: { $value }
lines-tag-result = Result: { $value }
lines-tag-reason = Reason: { $value }
lines-replayed = { $ply }. { $side }: { $made }
lines-replayed-left = { $ply }. { $side }: { $made }, { $left } left
lines-result = result: { $result }
lines-part-of-game = this is the game as it was saved while it went on; the rest could not be fetched: { $problem }
lines-none-kept = no game of the room { $room } is saved; the latest may be on the server, as { $room }
lines-number-not-kept = game { $number } of the room { $room } is not saved; there are: { $numbers }
lines-kept-nowhere = games are not saved because there is no home directory; name one with --data
lines-library-unreadable = the library cannot be read: { $problem }

## The key of the person

lines-key = key: { $file }
lines-fingerprint = fingerprint: { $key }
lines-name-at = name: { $name } at { $server }
lines-no-name-at = name: none at { $server }; take one with: enlinea rename NAME
lines-name-empty = that name has no printable characters; a name has 1 to 20 printable characters
lines-name-cut = that name would be cut to { $name }; a name has 1 to 20 printable characters
lines-you-are = you are { $name } at { $server }
lines-name-yours = { $wanted } is yours at { $server }; you are { $name } while another connection has that name
lines-other-name-set = --name, ENLINEA_NAME or the settings say { $name }, which is taken at the next start
lines-key-secret = whoever has this line is you on every server; keep it as you keep a password
lines-cannot-read = cannot read { $file }: { $problem }
lines-former-key = the former key is now { $file }
# $key is a fingerprint.
lines-your-key = your key is { $key }
lines-no-key-directory = there is no directory for your key; name one with --data
lines-binds-no-names = that server binds no names to keys
lines-key-not-sent = your key is not sent over unencrypted connections, and without it you have no name there; --key-in-clear sends it

## Other commands

lines-tournament-join = tournament join is a screen, and needs a terminal
lines-tv = tv is a screen, and needs a terminal; enlinea watch CODE writes one game as lines
lines-forgotten = { $server } is forgotten; the key that it has when it is met next is remembered
lines-no-server-known = { $server } is not known; no server is
lines-server-not-known = { $server } is not known; known are { $servers }
lines-no-game-directory = there is no directory to keep games in; name one with --data, or keep nothing: --store memory
lines-serving = serving; others connect with: enlinea --server { $url }
# The key of the server.
lines-its-key = its key: { $key }
lines-game-waits = a game of yours waits here; go back to it with: enlinea join { $room }
lines-no-server-inside = this program was built without a server inside; start enlinea-server and name it with --server
lines-no-output = standard output cannot be written to: { $problem }
# The file of settings.
lines-config-absent = { $file }, which is not there
# Where the value of a setting comes from.
lines-origin-default = default
lines-origin-file = this file
lines-origin-flag = command line
# $name is a setting.
lines-not-set = { $name } is not set
lines-no-manual = no manual is written: { $problem }

## Games that are over, on a server

# $total is a number, or history-many.
lines-games-of = { $shown } of { $total } games
lines-older-games = older games: --before { $before }
lines-games-written = { $count ->
    [one] { $count } game is in { $file }
   *[other] { $count } games are in { $file }
    }
lines-games-without-moves = { $count ->
    [one] { $count } game is left out: the server keeps only its result
   *[other] { $count } games are left out: the server keeps only their results
    }
lines-profile = { $count ->
    [one] { $name }: here since { $day }, { $count } game
   *[other] { $name }: here since { $day }, { $count } games
    }
lines-profile-rating = { $count ->
    [one] rating in { $game }: { $rating } +- { $deviation }, { $count } rated game
   *[other] rating in { $game }: { $rating } +- { $deviation }, { $count } rated games
    }
lines-profile-level = { $count ->
    [one] level against bots in { $game }: about { $level }, between { $lowest } and { $highest }, { $count } game
   *[other] level against bots in { $game }: about { $level }, between { $lowest } and { $highest }, { $count } games
    }
lines-profile-form = last results, the newest last: { $results }
# $score is lines-score.
lines-profile-opponent = against { $name }: { $score }
lines-profile-best = best win: game { $game } against { $name }, { $day }
lines-score = won { $won }, drawn { $drawn }, lost { $lost }
lines-at-least = at least { $rating }
lines-rated-games = { $count ->
    [one] { $count } rated game
   *[other] { $count } rated games
    }
# $change has its sign, such as +9.
lines-change = today { $change }
lines-tournament-opened = tournament { $code } is open; others enter with this code
lines-no-tournaments = no tournament is listed on this server
lines-tournament-round = round { $round }
lines-tournament-entrants = { $count ->
    [one] { $count } entrant
   *[other] { $count } entrants
}
