# The server in the program and the search for one, the terminal, and the program itself: what goes wrong there.
# Errors begin with a small letter, and end without a full stop.


## The server in the program

# In the place of the name of a server.
hosting-this-machine = this machine
# The name of a server: that of a person, and that of the computer.
hosting-name = { $person } on { $machine }
hosting-stopped = the server in this program stopped: { $problem }
hosting-broke-down = the server in this program broke down: { $problem }
hosting-cannot-listen = cannot listen on { $address } ({ $problem }); another server may be running there: join it, or choose another address with --listen, such as --listen 0.0.0.0:0 for any free port
hosting-no-server = this program was built without a server; join one by its address
# An engine is a program that searches for the best move.
hosting-no-engine = this program was built without an engine; analyse the game at a server's table
hosting-not-analysed = { $game } is not analysed

## The search for a server

# $problem says why the key of the person cannot be used.
hosting-guest = { $problem }; you play as a guest
hosting-not-searched = no server answers at { $here }, and the network is not searched; start one with enlinea host or enlinea-server, or name another with --server
hosting-none-found = no server answers at { $here } and none was found on the local network; start one with enlinea host or enlinea-server, or name one with --server
hosting-several-found = several servers were found; choose one with --server: { $servers }
# $servers is a list of addresses and names.
hosting-room-nowhere = no server on this network has the room { $room }; asked: { $servers }; check the code, or name another server with --server

## The terminal

hosting-no-interrupt = cannot listen for Ctrl-C ({ $problem })
hosting-no-terminal = cannot use this terminal for the screens ({ $problem }); use --plain for lines of text
hosting-terminal-failed = the terminal failed: { $problem }
hosting-no-images = this terminal shows no images here, so boards are drawn with characters
hosting-images-not-built = built without images; with them: { $command }
# In a notice on the desktop, and in the title of the window: short, and without a number or a name.
hosting-your-move = your move
# There is no directory for files.
hosting-nothing-kept = nothing can be kept here
hosting-choices-unkept = your choices cannot be kept for the next start ({ $problem })

## The program

hosting-log-no-file = the log is a file and never the output: name one with --log, or ./- for a file of that name
hosting-log-is-level = --log and ENLINEA_LOG name the file of the log: for its level { $level } use --log-level, for a file of that name ./{ $level }
hosting-log-unwritable = the log { $file } cannot be written: { $problem }; name another file with --log
# $place is a line of the source.
hosting-defect = this is a defect of the program, at { $place }; a report without names, keys and chat is in { $file }: send it to the makers of the program, with what you did last
hosting-defect-unreported = this is a defect of the program, at { $place } ({ $message }); no report could be written ({ $problem }): send this line to the makers of the program, with what you did last
hosting-no-home = there is no home directory
# Where somebody hosts again, and a new room is opened.
hosting-game-waits = your game { $room } waits here: it is the first line of the lobby
hosting-own-unkept = another enlinea plays your own games just now, so this one is not kept
# $problem names the file, in English.
hosting-own-unreadable = your own games cannot be opened, and what you play now is not kept: move that file away, or start with another --data ({ $problem })
