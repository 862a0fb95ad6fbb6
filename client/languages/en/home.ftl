# The first screen.

## The lines of the list

# $title is a game, and $room a code such as K3X9A.
home-seat = Back to your seat: { $title } in { $room }
home-game = Back to your game: { $title } in { $room }
# The signs show that left and right change the line.
home-play = Play < { $game } >
home-with = With < { $opponent } >
# $server is a name or an address.
home-join = Join { $server }
home-address = Join a server by its address
home-host = Host for others
home-hosted = Back to your server
home-stop-server = Stop your server
home-quit = Quit

## Hints beside the lines

home-about-seat-here = on the server of this program
home-about-seat = on { $server }
home-about-game = against { $opponent }, on { $server }
home-about-game-your-turn = against { $opponent }, your turn, on { $server }
# The keys that change the line, and the one that starts the game; a line without keys to change it has the second text.
home-about-play = { $left }, { $right } change it; { $start } starts
home-about-play-start = { $start } starts
home-about-found = on your network, { $server }
home-about-recent = visited before
home-about-recent-known = visited before as { $name }
home-about-address = when a friend told you where
home-about-host = a server here, for your network
home-about-hosted = it runs in this program
# Goes on from the line "Stop your server".
home-about-stop-server = and go on without it
# Of two bots that play each other.
home-about-watch = a match on this machine
home-about-friend-hosted = on your server
home-about-friend-found = opens a room on { $server }
home-about-friend = serves your network from here

## The opponent, in the line "With"

home-opponent-friend = a friend on this network
home-opponent-watch = nobody: watch two bots
home-opponent-bot = bot { $kind }
# $level is such as "level 3".
home-opponent-level = a bot of { $level }
# $words is a list: the name of a level and a depth.
home-opponent-bot-words = bot { $kind }, { $words }
home-depth-full = as deep as it can
home-depth = { $count ->
    [one] { $count } ply
   *[other] { $count } plies
    }

## The person

home-you = You are { $name }
home-you-with-key = You are { $name }, with the key { $fingerprint }
home-you-without-key = You are { $name }, without a key
home-guest = You are a guest
home-guest-with-key = You are a guest, with the key { $fingerprint }
home-guest-without-key = You are a guest, without a key
# $key is a key of the keyboard; it changes the name.
home-changes = { $key } changes it
# Under the name of the program, enlinea.
home-what = in a row, online

## Notices

home-offer-ascii = if lines and stones look broken here, start with --ascii: some terminals draw them two columns wide
home-name-of-guests = { $name } is not free: servers give names like it to guests; write another, or - for none
home-name-cut = your name is cut to { $name }: a name has at most { $most } characters
home-name-cleaned = your name is { $name }: what else you wrote cannot be in a name
home-name-set = until the end of the program: --name, ENLINEA_NAME or the settings say another at its start
home-name-later = seats and connections that you have keep the name that they began with
