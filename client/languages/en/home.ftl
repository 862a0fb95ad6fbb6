# The first screen.

## The lines of the menu: what they are, and what they say

home-continue = Continue
# $game is a title, $opponent a name.
home-seat-against = { $game } against { $opponent }
# $room is a code such as K3X9A.
home-seat = { $game } in room { $room }
home-seat-here = on the server of this program
# $ply is the number of the move to come, as in the list of moves.
home-your-move = move { $ply }
home-your-turn = your turn
home-play-bot = Play a bot
# $bot is such as "level 4, steady".
home-game-and-bot = { $game } · { $bot }
home-bot-level = level { $number }, { $name }
home-bot-depth = { $kind }, { $depth }
home-depth = { $count ->
    [one] { $count } move ahead
   *[other] { $count } moves ahead
    }
home-play-friend = Play a friend
home-friend-network = on this network
# The game counts for ratings, unless the list of opponents says otherwise.
home-friend-rated = on this network, rated
home-friend-keyboard = at this keyboard
home-watch = Watch
home-two-bots = two bots
# Behind an arrow to the right, the key that opens the list of what there is to choose from.
home-change = change
home-network = servers on this network
home-no-server = No server found. “Play a friend” starts one here.
home-visited = visited before
home-visited-as = visited before, as { $name }
home-join = Join by address, code or link
home-hosted = Your server
home-hosted-about = it runs in this program
home-stop-server = Stop your server

# At the top of the screen, where somebody has no name.
home-guest = playing as a guest
# The same, if the server for friends knows a name of this person's key.
home-guest-known = { $name } on this network

# Somebody at this keyboard.
home-player = Player { $number }

## The opponents

home-bots = bots
home-friends = friends
# What holds for every game that begins here.
home-options = every game
home-other-bots = other bots, to the depth you choose
home-level-1 = beginner
home-level-2 = casual
home-level-3 = careful
home-level-4 = steady
home-level-5 = sharp
home-level-6 = strong
home-level-7 = expert
home-level-8 = master
# Of a game that is solved.
home-level-9 = perfect
home-level-champion = champion
home-about-level-1 = Level 1 completes and stops rows, and plays almost anywhere otherwise.
home-about-level-2 = Level 2 makes many careless moves.
home-about-level-3 = Level 3 stops rows, and sets no traps.
home-about-level-4 = Level 4 punishes careless moves and misses long plans.
home-about-level-5 = Level 5 sets traps of its own.
home-about-level-6 = Level 6 seldom misses a winning line.
home-about-level-7 = Level 7 looks far ahead; you need a plan.
home-about-level-8 = Level 8 makes hardly any mistakes.
home-about-level-9 = Level 9 makes no mistakes. To win, move first and make none yourself.
home-about-champion = Level 9 plays as well as this program can.
home-about-other-bots = Other bots; most look as many moves ahead as you say.
home-about-friend-network = Starts a server here; your friend types its address or scans a code.
home-about-friend-hosted = Opens a seat on your server.
home-about-friend-found = Opens a seat on { $server }.
home-about-friend-keyboard = You take turns at this keyboard; never rated.

## Notices

home-offer-ascii = if lines and stones look broken here, start with --ascii: some terminals draw them two columns wide
home-name-of-guests = { $name } is not free: servers give names like it to guests; write another, or - for none
home-name-cut = your name is cut to { $name }: a name has at most { $most } characters
home-name-cleaned = your name is { $name }: what else you wrote cannot be in a name
home-name-set = until the end of the program: --name, ENLINEA_NAME or the settings say another at its start
home-name-later = your open games and connections keep the name that they began with

## The settings

settings-look = look
settings-theme = Theme
settings-ground = Background
settings-dark = dark
settings-light = light
settings-colours = Colours
settings-colours-all = 16 million
settings-colours-none = none
# Whether boards are characters or images.
settings-graphics = Graphics
settings-characters = characters
settings-images = images
# After a value that the program found out; after images that the terminal does not show.
settings-detected = detected
settings-not-here = not in this terminal
settings-falls = Falling discs
settings-sound = sound and notifications
settings-bell = Notifications
settings-bell-on = on your turn
settings-bell-off = never
settings-you = you
settings-language = Language
# The name of this language.
settings-language-name = English
settings-name = Name
# It owns the names of the person on servers.
settings-key = Key
settings-no-key = none
settings-about-theme = The colours of the boards.
settings-about-ground = Whether the background of the terminal is dark or light.
settings-about-colours = How many colours the terminal has.
settings-about-graphics = Whether boards are drawn with characters, or as images in terminals that show them.
settings-about-falls = Whether a disc falls to its place, or appears there.
settings-about-bell = Whether the bell rings and the desktop shows a notice when you look away and it is your turn.
settings-about-name = The name that others see.
settings-about-key = It proves that your names and ratings are yours. “enlinea whoami” shows its file; “export-key” and “import-key” take it to another machine.
settings-hint = Changes are kept at once.
