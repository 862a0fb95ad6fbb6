# The help of options and arguments, and what is said of wrong ones. The English texts of options are those of the
# source. Words that are typed stay as they are: me, open, bot, --plain, 5m+3s. In square brackets: what holds where the
# option is left out. KIND, DEPTH, PRESET and other words in capitals stand for something that is typed.


## Options of every command

options-server = The server: a host, host:port, or ws:// address, encrypted where the server offers it; wss:// always is [default: this machine, then the local network]
options-name = Your name, as others see it
options-data = Directory of the saved seats and games [default: the platform's data directory]
options-key-in-clear = Sends the key that owns your name also where the connection is not encrypted, so that others can read along
options-lang = Language of the screens and the lines [default: that of the locale, or en]
options-no-discovery = Disables the search for servers on the local network, and the announcement of one
options-quiet = Rings no bell, and sends no notice to the desktop, when it is your turn
options-plain = Lines of text and no cursor movement, for pipes and screen readers
options-json = One JSON message of the protocol a line, for scripts
options-patience = With --plain and --json: for how many seconds a lost connection is tried again
options-color = Colours to use: as many as the terminal says it has, 16, 256, all, or none
options-ground = Background of the terminal: as it says itself, dark, or light
options-graphics = Boards as smooth images, in terminals that show some: kitty's protocol, iTerm2's, or sixel
options-theme = Colours of the board: one of { $names }, or a file that changes some of them
options-ascii = Draws with ASCII characters alone, as is done where the locale is not UTF-8 and on the Linux console
options-no-animation = Discs lie at once instead of falling
options-log = Appends what happens to the connection to a file [default: no log]
options-log-level = How much the log has: with debug also the kind of each message, never what it says

## Options of commands

options-game = The game: one of { $names }
options-bots-game = Only those that play this game; the game: one of { $names }
options-moves-game = The game of --moves: one of { $names }
# "me" is whoever runs the program, "open" a seat for somebody else.
options-first = Player of the first move: me, open, bot:KIND, bot:KIND:DEPTH or bot:KIND:PRESET, and options such as ,temperature=10
options-second = Player of the second move: me, open, bot:KIND, bot:KIND:DEPTH or bot:KIND:PRESET, and options such as ,temperature=10
options-shuffle = Chooses at random which of the two moves first
options-clock = Time at the start and per ply, such as 5m+3s [default: no clock]
options-opening = Rule of the opening, on boards where discs do not fall: { $names } [default: none]
options-private = Keeps the room out of the lobby: only its code leads there
options-pace-between-bots = The least time of a ply between bots, in milliseconds [default: 700; 0 with --plain and --json]
options-repeat = Number of rematches between bots
options-seed = Seed of the bots' random choices: the same seed gives the same game
# "level", "perfect" and "threat" are names of bots.
options-think-time = The most time of a bot for one ply, in milliseconds [default: 1000 for level, perfect, threat and other programs, 10000 for the rest]
options-no-takebacks = Nobody may ask for a ply back
options-hints = Whoever is present may ask during the game what each column is worth (v on the screens)
options-open-thoughts = Spectators of a person's game see the searches of bots while it goes on, and what each column is worth
options-grace = Time that a player must be away before the other may claim the game, such as 5m [default: the server's]
options-no-spectators = Nobody may watch
options-rated = Counts for the ratings of both, if both own their names; without takebacks and hints [default: yes for people who own their name]
options-unrated = Counts for no ratings
options-history-words = Only games like this: names (the player, then the opponent), a game, `won`, `drawn` or `lost`, `today` or `30d`, `20-40` moves, `people` or `bots`; `player=`, `opponent=`, `game=`, `result=`, `time=`, `moves=` and `against=` say which is meant
options-history-before = Only games with a lower number, as for the next page
options-history-export = Writes the records of all these games to a file that must not exist yet; - is standard output
options-profile-name = The name of a person who owns it [default: yours]
options-leaderboard-game = Game: one of { $names }
options-today = Only players with a rated game today
options-listen = Address to listen on, or a port alone; port 0 takes any free port. `[::]` accepts IPv4 and IPv6, `0.0.0.0` IPv4 alone
options-store = Storage of games: a database that outlives the server, or memory
options-pace = The least time of a ply, in milliseconds [default: 700; 0 with --plain and --json]
options-shell = The shell
options-man-directory = The directory to write a page of each command to; - is standard output, for the main page [default: -]
options-rename-name = The name
options-key-file = The file with the key; - is standard input
options-force = Takes it also where there is another key, which is kept beside
options-forget-host = The server, as it was named in the refusal: a host or host:port
options-room-code = The code of the room, six letters and digits; a link to it, such as http://192.168.1.5:4270/#K7QM2X; or the address of a server, to see its lobby
options-tv-tournament = Shows a tournament for a projector, by its code
options-export-code = The code of the room, for its latest game; CODE-3 is the third, as `enlinea games` lists them
options-export-file = The file to write, which must not exist; - is standard output [default: -]
options-game-source = A file with a record, the code of a room, CODE-3 for its third game, or - for standard input; ./NAME is a file in any case
options-number = The game of a file with several, counted from 1
options-boards = Draws the board after every ply instead of the last one alone
options-moves = The moves of a position, such as "4 4 3" or "h8 h9 i8", instead of a record
options-seconds = The most time for a position, in seconds

## Values of options

options-color-auto = As many as the environment says that the terminal has
options-color-16 = The sixteen that every terminal with colours has
options-color-256 = 256
options-color-all = All
options-color-none = None
options-ground-auto = As the environment says, and dark where it says nothing
options-ground-dark = Dark
options-ground-light = Light
options-graphics-auto = Where the terminal says that it shows them, and nothing is between
options-graphics-on = Also inside tmux, and with a notice where the terminal shows none
options-graphics-off = None
options-log-error = What failed for good
options-log-warn = Lost connections and refusals
options-log-info = Connections that are made
options-log-debug = The kind of each message
options-store-sqlite = In a database
options-store-memory = In memory

## Headings and the frame of the help

options-heading-common = Options for every command
options-heading-look = Look of the screens
options-heading-log = Log
# Before a line that shows how a command is written.
options-usage = Usage:
# In that line: options may stand here.
options-any-options = [OPTIONS]
options-any-command = [COMMAND]
options-heading-commands = Commands:
options-heading-arguments = Arguments:
options-heading-options = Options:
options-heading-values = Possible values:
# In front of a value.
options-default = [default:
options-possible = [possible values:
options-help-flag = Print help
options-version = Print version
options-help-more = (see more with '--help')
options-help-summary = (see a summary with '-h')
options-help-command = Print this message or the help of the given subcommand(s)

## Words for what is typed, in capitals

options-value-name = NAME
options-value-directory = DIR
options-value-language = LANGUAGE
options-value-seconds = SECONDS
# Number of colours.
options-value-depth = DEPTH
options-value-ground = GROUND
options-value-when = WHEN
options-value-theme = NAME|FILE
options-value-file = FILE
options-value-level = LEVEL
options-value-game = GAME
options-value-clock = CLOCK
options-value-seat = SEAT
options-value-rule = RULE
options-value-time = TIME
options-value-address = [ADDR:]PORT
options-value-store = STORE
options-value-code = CODE
options-value-place = CODE|LINK|ADDRESS
options-value-host = HOST
options-value-shell = SHELL
options-value-source = FILE|CODE
options-value-moves = MOVES
options-value-words = WORDS

## Behind the options

options-examples = Examples:
options-statuses = Exit status:
options-status-done = done
options-status-failed = failed: something did not work
options-status-usage = wrong usage: the arguments, the settings or a line that was read make no sense
options-status-refused = refused by the server
options-status-lost = connection lost, and not come back within --patience seconds
options-status-defect = a defect of the program, which wrote a report into the state directory
options-status-interrupted = interrupted, by Ctrl-C or by the system
options-without-command = Without a command the screens open; with `--plain` or `--json`, `demo` runs instead. With `--server` and no screens, `rooms` runs.
# A list of words to type follows, each with one of the next messages.
options-typed = With --plain, at a table, standard input takes a line each of:
options-typed-move = plays there
options-typed-choose = chooses a colour in the opening, or to place two more stones
options-typed-resign = gives the game up
options-typed-draw = offers a draw, or takes the one that is offered
options-typed-answer = answers what your opponent offers
options-typed-takeback = asks for your last ply back
options-typed-abort = ends the game before both sides have moved
options-typed-claim = claims the game of an opponent who stays away
options-typed-rematch = offers another game, or agrees to it
options-typed-say = says something to those present
options-typed-board = prints the board
options-typed-last = prints the last move, and whose turn it is
options-typed-clocks = prints the time of both players
options-typed-moves = prints all moves
options-typed-legal = prints the legal moves
options-typed-who = prints who is at the table and who watches
options-typed-record = prints the game as text, to keep
options-typed-analyse = prints what the moves of the position are worth, now or after the number of plies that follows
options-typed-leave = leaves; your seat in a game is kept
options-typed-help = shows this

## Wrong arguments: what is wrong, then what to do. A value of the person is in quotes already.

options-no-name = { $name } is no name: a name has 1 to 20 printable characters
# After a word that is no command, such as play or gomoku.
options-tip-play = enlinea without a command opens the screens, and Enter plays; enlinea new --game gomoku opens a game
# Another server was named with --server than by the link. Both are addresses, such as ws://box:4270/ws.
options-two-servers = --server names { $server }, and the link a room of { $link }; leave out --server
# Neither a room code nor a link was given.
options-no-room = no room is named; write its code, or a link to it, such as http://192.168.1.5:4270/#K7QM2X
options-both-seats-yours = both seats are yours, and one person has one seat; give one of them with --first or --second to open or to a bot
options-repeat-of-people = --repeat is the number of rematches between bots; name a bot with --first and another with --second, or leave it out: people ask for a rematch at the table
options-no-opening = no opening is called { $name }; choose one of: { $names }
options-opening-elsewhere = { $game } has no opening { $opening }; leave --opening out, or choose one of these with --game: { $games }, or a board of your own where discs do not fall and 4 or more in a row win
options-no-seat = { $text } is no seat; write me, open, bot:KIND, bot:KIND:DEPTH or bot:KIND:PRESET, with options behind it or without, such as bot:minimax:hard or bot:minimax:hard,temperature=10
# $levels is one of the next messages.
options-no-level = bot:{ $kind } has no level { $level }; choose { $levels }
options-levels-none = bot:{ $kind } without a level, it does not look ahead
options-levels-numbers = a level from { $least } to { $most }
options-levels-presets = one of: { $presets }
options-levels-depths = a depth from { $least } to { $most }
options-levels-both = a depth from { $least } to { $most }, or one of: { $presets }
options-no-listen = { $text } is no address to listen on; write a port such as { $port }, or an address and a port such as 192.168.1.5:{ $port } or [::]:{ $port }
# $problem is one of the next messages.
options-no-address = { $text } is no address of a server: { $problem }; write a host, host:port or ws://host:port, such as 192.168.1.5:{ $port }
options-address-protocol = it begins with another protocol
options-address-port = a port is a number from 1 to 65535
options-address-host = the host is no name and no number
options-address-characters = it has characters that no address has
# $given is a number. The bounds are taken, too.
options-out-of-range = { $given } is not in { $least }..={ $most }
options-no-number = { $given } is no whole number; write one in { $least }..={ $most }
# A tip after a wrong value.
options-value-of-variable = the value comes from the environment variable { $variable }
options-format-swiss = In each round equals meet
options-format-round-robin = Everybody meets everybody
options-format-round-robin-twice = Everybody meets everybody twice
options-format-knockout = The loser of a pairing is out
options-format-arena = For a fixed time, those who are free are paired at once
options-tournament-name = Name of the tournament
options-format = Form of the tournament
options-value-format = FORM
options-rounds = Rounds of a Swiss tournament
options-length = Time of an arena, such as 30m or 1h
options-games-of-pairing = Games of a pairing, with colours exchanged after each; the best of these in a knockout
options-third-place = The third place of a knockout is played for
options-tournament-rated = Games between people who own their names are rated
options-tournament-private = The tournament is not listed: only its code leads to it
options-no-late-entries = Nobody may enter after the first round is paired
options-filling-bot = Bot that fills up when the number of players is odd, such as level:4
options-fill-to = Number of entrants to which bots fill up at the start
options-tournament-pause = Time from the end of a round to the next one
options-late = Time after which a player who has not come loses the game
options-starts-in = Time to the first round, such as 15m; without it you start it yourself
options-tournament-code = Code of the tournament
options-csv = As two tables for spreadsheets
