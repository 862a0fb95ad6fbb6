# What each command of the program does, in the list of "enlinea --help". The English texts are those of the source.

about = Connect Four and gomoku over the network: with friends, against bots, or to watch
about-servers = Lists the servers on this machine and on the local network
about-rooms = Lists your games on a server, with whose turn it is, and its open rooms
about-bots = Lists the bots of a server, the weakest first
about-host = Serves on this machine and opens a room for a friend; enlinea-server ctl does not reach this server
about-new = Opens a room
about-join = Takes an open seat of a room, returns to your own, or takes the one that a page's link hands over
about-watch = Watches a room
about-tv = Shows as many running games as fit on one screen
about-quick = Plays whoever asks for the same game
about-demo = Shows two bots at play, with no server needed
about-forget = Forgets the key of a server, so that another one is trusted the next time
about-whoami = Shows where your key is, its fingerprint, and your name on the server
about-rename = Takes another name on the server, and frees the one you had there
about-export-key = Prints your key, to keep it or to use it on another device
about-import-key = Takes a key that was exported, so that you are the same person here
about-games = Lists the games that you played or watched to the end, and those that go on as `rooms` does
about-export = Writes the record of a game
about-replay = Shows a game that was saved, ply by ply
about-analyse = Tells what each position of a game is worth, and which moves were mistakes
about-config = Shows the settings, each with its origin, and the path of their file
about-keys = Shows the keys of the screens, as the file of settings has them
about-completions = Prints the completions of a shell
about-man = Prints the manual page, or writes that of each command to a directory
