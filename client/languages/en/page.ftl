### Texts of the page for browsers; server/web/lang is made of them.

## games, clocks, colours

game-connect-four = Connect Four
game-connect-four-7x7 = Connect Four 7 × 7
game-gomoku = Gomoku 20
game-gomoku-15 = Gomoku 15
game-gomoku-standard = Gomoku 15, exactly five
game-renju = Renju
game-custom-falls = { $inRow } in a row, { $size }, falling
game-custom-free = { $inRow } in a row, { $size }
game-custom-exact = exactly { $inRow } in a row, { $size }
unknown-game = This page does not know the game { $game }; reload it.
no-clock = no clock
clock-none = None
clock-with-increment = { $initial } + { $increment }
span-hours = { $n } h
span-minutes = { $n } min
span-seconds = { $n } s
red = red
yellow = yellow
black = black
white = white
colour-open = colour not chosen yet
pairing = { $first } – { $second }
score = { $a } : { $b }
score-drawn = { $a } : { $b }, { $draws } drawn
somebody = somebody

## bots

bot-of-level = Bot, { $level }
bot-of-depth = Bot { $kind }, depth { $depth }
bot-of-kind = Bot { $kind }
bot-with-strength = { $kind } ({ $level } Elo)
level-first = level 1, beginner
level-last = level 9, the strongest
level-none = another bot
level-number = level { $n }
level-random = random
thinks = thinking
thinking = thinking { $n } s
depth = depth { $n }
bot-about-level = nine levels, each a little stronger than the one before
bot-about-lines = keeps its own rows open and blocks the other’s; always the same move in the same position
bot-about-minimax = opens in the centre and builds its own rows, with little thought for the other’s
bot-about-negamax = counts its rows of two and three; chooses at random among equal moves, so no two games are alike
bot-about-perfect = never makes a mistake in Connect Four, and few on other boards
bot-about-priority = weighs every free point by the rows around it, and looks no further; it can be beaten
bot-about-random = plays any legal move, chosen at random
bot-about-threat = looks for threats first: fours and open threes
option-spread = How far from its best it may play, in points
option-temperature = Random moves, in percent
option-own_two = Weight of its own twos
option-own_three = Weight of its own threes
option-own_four = Weight of its own fours
option-other_two = Weight of the other’s twos
option-other_three = Weight of the other’s threes
option-other_four = Weight of the other’s fours
no-levels = This board has no levels; { $kind } plays, unless you choose another below.
only-random = Only a bot that moves at random plays this game.

## start

game = Game
more = More…
level = Level of the bot
play-bot = Play the bot
band-label = Play the bot: { $inRow } in a row wins
who-moves-first = First move
first-move-me = you
first-move-bot = bot
first-move-turn = by turns
instead-of-rematch = Instead of a rematch
level-instead = Level { $n } instead
again-me = You move first again
again-bot = Bot moves first again
quick-match = Quick match
invite-friend = Invite a friend
two-here = Two on this device
analyse = Analyse a position
second-player = Player 2
code = Code
code-hint = or a link
go = Go
no-code = That is not a game code: a code has six letters and digits.
no-position = That is not a position: the moves in the address do not fit the board.
other-server = That link leads to another server: open it in the address bar of the browser.
your-games = Your games
your-other-games = Your other games
waiting-for-someone = Waiting for someone
waiting-short = Waiting for somebody
nobody-waits = No open games right now.
rooms-new =
    { $n ->
         [one] { $n } new
        *[other] { $n } new
    }
row-gone = no longer waiting
nothing-found = Nothing found.
filter-words = Search names, games, codes
go-to-room = Go to { $room }
filter-game = Game
filter-game-any = All games
filter-game-falls = Discs fall
filter-game-free = Gomoku and others
filter-state = State
filter-state-any = Any state
filter-state-waiting = Waiting
filter-state-playing = Being played
being-played = Being played
nothing-played = No game is being played right now.
other-rooms = There are more games than are shown: the search finds them.
just-over = Just over
played-here = Played here
play = Play
watch = Watch
moves =
    { $n ->
         [one] { $n } move
        *[other] { $n } moves
    }
watching =
    { $n ->
         [one] { $n } watching
        *[other] { $n } watching
    }
your-turn = your turn
their-turn = their turn
to-move = to move
turn-red = Red to move
turn-yellow = Yellow to move
turn-black = Black to move
turn-white = White to move
here-now =
    { $n ->
         [one] Here now: { $n }
        *[other] Here now: { $n }
    }
is-playing = playing
is-waiting = waiting
is-away = away
and-more = and { $n } more
on-this-network = on this network: { $address }
your-name = Your name: { $name }
say-something = Say something
host-says = The host says: { $words }
tv = TV

## new game

new-game = New game
all-games = All games
custom-board = A board of your own
custom-columns = Columns
custom-rows = Rows
custom-in-row = In a row
custom-kind = How it is played
custom-falls = Discs fall
custom-free = Anywhere
custom-exact = Exactly that many
bounds = { $least } to { $most }
out-of-bounds = It must be between { $least } and { $most }.
not-whole = It must be a whole number.
not-digits = It must be a number of at most 19 digits.
too-long-by =
    { $n ->
         [one] { $n } character too many: there is room for { $most }.
        *[other] { $n } characters too many: there is room for { $most }.
    }
against = Against
against-friend = A friend
against-anyone = Anyone
against-bot = The bot
against-bots = Two bots
bot = Bot
first-bot = The first bot
second-bot = The second bot
which-bot = Which bot, and how deep
bot-depth = Moves it looks ahead
no-bot-plays = No bot plays this board.
clock = Clock
clock-hint = minutes at the start + seconds for each move
other-clock = Another clock
clock-minutes = Minutes at the start
clock-seconds = Seconds for each move
who-begins = First move
begins-lot = Random
begins-me = I do
begins-them = They do
switch-spectators = Others may watch
switch-spectators-hint = off: only the two players
switch-listed = Shown in the list
switch-listed-hint = off: by link only
switch-rated = Rated
switch-rated-hint = without takebacks and hints, if both own their names
switch-takebacks = Moves may be taken back
switch-takebacks-hint = if the other agrees
switch-hints = Show what moves are worth
switch-hints-hint = for learning, to both
switch-open_thoughts = Spectators see what the bot thinks
switch-open_thoughts-hint = and may ask what moves are worth
switch-swap2 = Opening by swap2
switch-swap2-hint = one places three stones, the other chooses
more-options = More options
grace = Minutes a player may be away before the other can claim the game
think-time = Longest time of the bot for a move, in seconds
pace = Shortest time for a move, in seconds
repeat = How often it is repeated
seed = Number that fixes the bots’ random choices
open-game = Open the game

## waiting and links

waiting-for-friend = Waiting for a friend
looking-for-opponent = Looking for an opponent
in-the-list = Your game is in the list. Or, on the same network, open or scan:
same-network = On the same network, open or scan:
only-this-machine = Only this machine reaches the server; let it listen on the network for others.
qr-label = The link as a picture to scan
copy-link = Copy the link
copied = Copied
copy-by-hand = This browser does not let the page copy; select the text and copy it.
you-first = You play first,
you-second = You play second,
invited-first = You play first
invited-second = You play second
you-propose = Swap2: you place three stones, the other chooses a colour.
you-choose = Swap2: the other places three stones, you choose a colour.
bot-instead = Play the bot instead
close-game = Close the game
waiting-or-leave = You wait for somebody in the game { $room }. In another game you lose this seat, and the link leads to an empty table.
give-seat-up = Give up the seat
keep-waiting = Keep waiting
somebody-waits = { $name } is waiting for you
room-is-open = Both seats are free
you-are = You are
back-to-game = Back to the game
back-to-seat = Back to your seat
not-watchable = Only the two players may see this game.
look-at = Look at it
seats-taken = Both seats are taken; you may watch.
game-is-over =
    { $n ->
         [one] over after { $n } move
        *[other] over after { $n } moves
    }
moves-and-watching =
    { $n ->
         [one] { $n } move so far, { $watching } watching
        *[other] { $n } moves so far, { $watching } watching
    }
room-is-locked = nobody else is let in
looking-for-room = Looking for the game { $room }
no-server = The server does not answer.
no-such-room = There is no game { $room }
no-such-room-why = It was closed, or the code has a mistake.
room-closed = The game { $room } was closed
room-closed-why = The host of the server closed it, or nobody came back to it.
elsewhere = You play this game in another tab or on another device
elsewhere-why = Only the page opened last has the seat.
bring-here = Go on here
was-removed = You were sent out of the game { $room }
was-removed-why = Whoever opened it did so.
left-room = You left the game { $room }
left-room-why = Your seat is kept while the game goes on.
brand-to-start = enlinea: to the first page
to-start = To the first page

## table

back = Back
menu = Menu
close = Close
send = Send
no = No
you-watch = you watch
offers-draw = { $name } offers a draw
asks-takeback =
    { $n ->
         [one] { $name } asks to take { $n } move back
        *[other] { $name } asks to take { $n } moves back
    }
offers-rematch = { $name } wants a rematch
accept = Accept
allow = Allow
offered = Offered
asked = Asked
takeback-asked = You asked to take a move back.
draw-offered = You offered a draw.
draw-declined = { $name } declines the draw
takeback-declined = { $name } does not allow it
rematch-declined = { $name } declines the rematch
draw-lapsed = Your draw offer lapsed with the move.
draw-lapsed-choice = Your draw offer lapsed with the choice.
takeback-lapsed = Your request to take back lapsed with the move.
takeback-lapsed-choice = Your request to take back lapsed with the choice.
taken-back = A move was taken back
takes-back =
    { $n ->
         [one] { $name } takes back { $n } move
        *[other] { $name } takes back { $n } moves
    }
take-back = Take back
draw-offer = Draw
resign = Resign
resign-question = Give this game up?
draw-question = End this game as a draw?
turn-board = Turn
play-on = Play on
abort = Abort
abort-question = Abort this game?
leave = Leave
leave-clock-question = Your clock runs on
leave-first-question = Your first move must come soon
clock-or-leave = Your clock in the game { $room } runs on while you are in another.
first-or-leave = Your first move in the game { $room } must come soon, even while you are in another.
claim = Claim
claim-question = Claim the win?
claim-due = { $name } has been away too long: you may claim the game.
rules = Rules
my-phone = My phone
chat = Chat
chat-unread = Chat, unread
rematch = Rematch
rematch-offered = Rematch offered
look-back = Look back
looking-back = Looking back
live = Live
reconnecting = Reconnecting, { $n } s
trying = Reconnecting…
line-lost = The connection is lost.
line-back = Connected again.
not-let-in = Not let in
try-now = Try now
part-missing = This part of the page did not load.
kept-on-server = the game is kept on the server
storage-off = This browser does not keep your seat: do not close or reload this page.
server-stops = The server stops; the game is kept.
waits-to-be-sent = { $move } waits to be sent
premove = you play { $move } next
premove-said = { $move } is played at your turn.
premove-gone = { $move } is no longer to be played.
first-move-due = The first move must come soon, or the game does not count.
first-choice-due = The choice must come soon, or the game does not count.
away = away, { $time }
away-claim = away; claim in { $rest }
drop-premove = Cancel { $move }
status-you-win = you win · { $score }
status-you-lose = you lose · { $score }
status-wins = wins · { $score }
column-full = Column { $move } is full.
point-taken = { $move } is taken.
forbidden-overline = { $move } is forbidden: more than five in a row.
forbidden-double-four = { $move } is forbidden: two fours at once.
forbidden-double-three = { $move } is forbidden: two threes at once.
play-move = Play { $move }
whole-board = The whole board
say-or-move = Say something, or /{ $move } to move
say-closed = Chat is closed
say-closed-or-move = Chat is closed; /{ $move } to move
no-move = { $words } is no move here, and was not said; /{ $move } is one.
no-move-now = After / comes a move, and you have none now. Nothing was said.
are-watching =
    { $n ->
         [one] { $names } is watching
        *[other] { $names } are watching
    }
chat-line = { $name }: { $words }
mute = Mute { $name }
name-mute = { $name }: hide what they say
unmute-name = Hear { $name } again
muted = Muted: { $names }
unmute = Hear them again
swap2-choose = Choose your colour
swap2-they-choose = { $name } chooses a colour
swap2-place =
    { $n ->
         [one] Place { $n } more stone
        *[other] Place { $n } stones, black and white in turn
    }
swap2-place-short =
    { $n ->
         [one] Place { $n } more stone
        *[other] Place { $n } stones
    }
swap2-they-place =
    { $n ->
         [one] { $name } places { $n } more stone
        *[other] { $name } places { $n } stones
    }
swap2-take-black = Take black
swap2-take-white = Take white
swap2-two = Place two more
swap2-two-short = two more
swap2 = swap2
swap2-places =
    { $n ->
         [one] places { $n } more stone
        *[other] places { $n } stones
    }
swap2-chooses = chooses a colour
swap2-took-black = { $name } takes black
swap2-took-white = { $name } takes white
swap2-took-two = { $name } places two more
swap2-you-took-black = You take black
swap2-you-took-white = You take white

## ends

you-win = You win
you-lose = You lose
somebody-wins = { $name } wins
draw = Draw
not-counted = Not counted
row-3 = three in a row
row-4 = four in a row
row-5 = five in a row
row-of = { $inRow } in a row
end-line =
    { $n ->
         [one] { $row }, { $n } move
        *[other] { $row }, { $n } moves
    }
end-full-board = the board is full
end-resignation = { $name } gave up
end-resignation-you = you gave up
end-flag = the time of { $name } ran out
end-flag-you = your time ran out
end-agreement = both agreed
end-claim = { $name } was away too long
end-claim-you = you were away too long
end-aborted = the game was aborted
end-no-first-move = the first move did not come in time
end-no-first-choice = the choice did not come in time
end-abandoned = nobody came back
end-bot-failed = { $name } failed to move
end-closed = the host closed the game

## looking back

line-of-moves = Moves of the game
curve-label = The worth of the game, move by move
move-of = { $at } of { $n }
the-end = End
trying-moves = Your line: { $moves }
copy-line = Copy this line
empty-board = Empty board
to-move-worth = { $colour } to move: { $value }
colour-wins = { $colour } wins
move-sentence = { $name } plays { $move }
first-move = First move
previous-move = Previous move
next-move = Next move
last-move = Last move
position-label = Position after { $at } moves: { $moves }
values-label = What each column is worth
values-after-game = You see what moves are worth when the game is over.
values-after-own = You see what moves are worth when your own game is over.
values-coming = The server is working out what the move was worth.
not-analysed = This board is not analysed.
value-unknown = What the move was worth is not known.
value-win = win
value-draw = draw
value-loss = loss
value-in = a { $word } in { $n }
gave-away = { $before } becomes { $after }; better { $better }
slower = { $value }; better { $better }
best-move = a best move: { $value }
line-better = { $move } was better: { $value }
line-better-than = { $move } was better: { $value } (played: { $played })
line-best = a best move: { $value }
wins-in = wins in { $n }
loses-in = loses in { $n }
colour-wins-in = { $colour } wins in { $n }
sees-win = sees a win
sees-loss = sees a loss
score-of = score { $score }
loses = loses
worse = worse
copy-as-text = Copy as text

## games that are over

history = History
leaderboard = Leaderboard
screens = Screens
rated = rated
not-rated = not rated
somebody-beat = { $one } beat { $other }
somebody-drew = { $one } drew with { $other }
somebody-played = { $one } played { $other }
won-drawn-lost = { $won } won · { $drawn } drawn · { $lost } lost
games-of = Games of { $name }
all-past-games = All games
games-at-least = at least { $n } games
games-many = more than 1,000 games
all-your-games = All your games
older-games = Older games
download-text = Download as text
moves-not-kept = The server keeps only the result of this game.
filters = Filters
clear-filters = Clear filters
without-filter = Remove filter: { $filter }
anyone = Anyone
past-player = Player
past-opponent = Against
past-game = Game
past-result = Result
result-any = All
result-won = won
result-drawn = drawn
result-lost = lost
past-within = When
within-any = Any time
within-1d = Last 24 hours
within-7d = Last 7 days
within-30d = Last 30 days
within-365d = Last year
past-length = Length
length-any = Any number of moves
length-most = At most { $most } moves
length-between = { $least } to { $most } moves
length-least = { $least } moves or more
past-against = Opponents
past-against-any = People and bots
past-against-people = People
past-against-bots = Bots
played-before = This position in games here
played-never = none
turning-point = Turning point
turning-move = move { $at }, { $colour } plays { $move }
ended-so = { $red } { $first }, drawn { $drawn }, { $yellow } { $second }
your-profile = Your profile
change-name = Change name
here-since = here since { $date }
ratings = Ratings
rating-uncertain = A rating with “?” rests on too few games to compare.
rating-said = Your rating: { $words }
form-last-ten = Form, last ten
form-hint = Up: won. Down: lost. The newest is at the right.
nothing-played-yet = No games yet.
level-against-bots = Level against bots
about-level = about level { $level }, between { $least } and { $most }.
about-level-sure = about level { $level }.
past-games = Games
most-played = Most played
score-hint = Wins first, then losses; draws are left out.
best-win = Best win
against-rated = Against { $name } ({ $rating })
last-games = Last games
you = you
column-place = Place
column-name = Name
column-rating = Rating
column-at-least = At least
column-games = Games
column-form = Form, last ten
places-today = Today
places-all = All time
places-how = How places work
places-why = They go by the lowest rating that is likely: the rating minus twice its uncertainty (±). So one lucky evening does not make a first place.
places-least = It takes five rated games against two different players.
places-bots = Bots
places-bots-why = Games with bots are kept, and count for your level on your profile. They are never rated.
not-placed = Not placed yet
no-places = No places yet.
rated-games =
    { $n ->
         [one] { $n } rated game
        *[other] { $n } rated games
    }
from-games =
    { $n ->
         [one] From { $n } game.
        *[other] From { $n } games.
    }

## said by screen readers

board-label = Board, { $columns } columns and { $rows } rows
cell-empty = empty
cell-forbidden = forbidden
cell-of-column = column { $column }, row { $row }
said-column = column { $column }
played = { $name } played { $move }.
you-played = You played { $move }.
played-your-turn = { $name } played { $move }. Your turn.
game-begins = The game begins.
game-begins-your-turn = The game begins. Your turn.
clocks-said = { $first } has { $left }, { $second } has { $other }.
no-moves = No move was made yet.
somebody-away = { $name } is away.
somebody-back = { $name } is back.
chat-is-open = The chat is open again.
room-locked = Nobody else is let in.
room-unlocked = People are let in again.
somebody-removed = { $name } was sent out.
title-your-turn = ● Your turn – { $game }
title-game = { $game } – enlinea

## menu and dialogs

menu-rules = Rules
menu-keys = Keys
menu-link = Link to this game
menu-phone = Continue on another device
menu-people = People
menu-export = The game as text
menu-settings = Settings
menu-name = Your name
menu-tv = TV: all games at once
menu-leave = To the first page
menu-leave-keep = To the first page; the game waits
menu-leave-clock = To the first page; your clock runs on
menu-leave-first = To the first page; your first move must come soon
dialog-menu = Menu
dialog-settings = Settings
dialog-keys = Keys
dialog-name = Your name
dialog-phone = Continue on another device
dialog-here = Here now
dialog-people = People
dialog-link = Link to this game
dialog-export = The game as text
dialog-waiting = Your game waits
dialog-leave = Your game goes on
dialog-banned = The server does not let you in
dialog-version = The server is of another version
version-does-not-fit = This page and the server do not fit each other; reload it in a moment.
reload = Reload
setting-placing = Playing a move
placing-auto = Automatic
placing-one = One tap
placing-two = Two taps
placing-button = Button
setting-placing-hint = One tap: plays at once. Two taps: the first shows the place, the second plays. Button: only “Play” below the board plays.
setting-secondClick = A second click plays on boards of 15 and more
setting-shortcuts = Keys of one letter or sign
setting-sound = Sounds and vibration
setting-values = Values of moves, when they may be seen
setting-turns = Two on this device: turn the board to the player to move
setting-theme = Colours
theme-auto = As the device
theme-light = Light
theme-dark = Dark
setting-language = Language
language-waits = This language is loaded when the server answers again.
name-label = What others call you
name-length = at most 20 characters
name-at-table = In your current game you stay { $name }.
name-owned = { $name } belongs to somebody; you are { $suggestion }.
save = Save
players-are = Playing: { $first } and { $second }
remove = Send out
lock-room = Lock the room
unlock-room = Unlock the room
close-the-chat = Close the chat
open-chat = Open the chat
hand-over-coming = Asking the server for a code…
hand-over-scan = Scan this with the other device, which gets your seat:
hand-over-time = good for { $n } s, once
hand-over-expired = The code is no longer good.
hand-over-again = New code

## TV

games-count =
    { $n ->
         [one] { $n } game
        *[other] { $n } games
    }
play-along = play along:
scan-to-play = scan on this network to play or watch
tv-wins = wins
tv-won =
    { $n ->
         [one] { $n } win
        *[other] { $n } wins
    }
full-screen = Full screen

## rules

rules-falls = Two players drop discs in turn into a board of { $columns } columns and { $rows } rows. A disc falls to the lowest free place of its column.
rules-free = Two players, black and white, put stones in turn on any free point of a board of { $columns } × { $rows }. Black begins, and stones never move.
rules-win-falls = Whoever first has { $inRow } or more discs side by side wins: in a column, in a row or in a diagonal.
rules-win-free = Whoever first has { $inRow } or more stones side by side wins: in a column, in a row or in a diagonal.
rules-win-exact = Whoever first has exactly { $inRow } stones side by side wins, in a column, in a row or in a diagonal. A longer row does not win.
rules-win-renju = Whoever first has five stones side by side wins. White also wins with more than five.
rules-renju-why = Because black begins, some points are forbidden to black; they are crossed out on the board.
rules-overline = Overline: a point that makes six or more in a row.
rules-double-four = Double four: a point that makes two fours at once. A four is four stones that one more makes exactly five.
rules-double-three = Double three: a point that makes two threes at once. A three is three stones that one more makes a four open at both ends.
rules-swap2 = Swap2: one player places three stones, two black and one white. The other takes black, takes white, or places two more and leaves the choice.
rules-draw = When the board is full and nobody has won, the game is a draw.
keys-columns = choose a column
keys-points = choose a point
keys-digits = drop a disc into the column of this number
keys-edges = go to the first or the last column
keys-play = play there; the space bar does too
keys-steps = look a move back, or on
keys-clocks = a screen reader says the clocks
keys-last = a screen reader says the last move
keys-escape = cancel, or go back
keys-keys = these keys
keys-typed = In the chat, /4 or /h8 is a move.

## refusals

refused-banned = The host of this server does not let you in.
refused-too-fast =
    { $n ->
         [one] Too fast; wait { $n } second.
        *[other] Too fast; wait { $n } seconds.
    }
refused-full = The server has no place for more of this; try again later.
refused-shutting-down = The server stops; come back in a moment.
refused-internal = Something went wrong in the server (number { $reference }); nothing was changed.
refused-disk-full = The server's disk is full. Nothing was lost; try again when there is room.
refused-bad-spec = The server does not open such a game; change the form.
refused-bad-move = That move is not allowed.
refused-bad-choice = The opening does not allow that now.
refused-not-seated = Only the two players may do that.
refused-not-started = The game has not begun.
refused-game-not-over = The game is not over.
refused-nothing-offered = That is not offered any more.
refused-nothing-to-say = There is nothing to say in that line.
refused-too-long = That is too long.
refused-over-limit = That is more than the server allows; end something first.
refused-not-owner = Only whoever opened the game may do that.
refused-unknown-player = Nobody here has that name.
refused-other = The server refuses that, and this page does not know why; load it again.
refused-already-in-room = You are in another game; leave it first.
refused-no-open-seat = Both seats are taken; you may watch.
refused-no-spectators = Nobody may watch this game.
refused-locked = You are not let into this game.
refused-takebacks-off = Moves cannot be taken back in this game.
refused-nothing-to-take-back = There is nothing to take back.
refused-already-offered = It is offered already.
refused-bots-do-not = A bot takes no draw.
refused-game-over = The game is over.
refused-too-late-to-abort = Both have moved; you may resign.
refused-not-your-turn = It is not your turn.
refused-claim-too-early =
    { $n ->
         [one] Not yet; in { $n } second.
        *[other] Not yet; in { $n } seconds.
    }
refused-opponent-present = The other player is back.
refused-wrong-code = The code is used or too old; ask for a new one.
refused-chat-closed = Nobody may chat in this game.
refused-bot-cannot-open = This bot does not play this opening; choose another.
refused-no-bot-opens = No bot plays this opening on this board; play without it.
refused-bot-cannot-play = This bot does not play this board; choose another.
refused-no-such-person = No one owns this name here.
refused-no-such-game = There is no game of this number, or only its players may see it.
refused-no-history = This server keeps no games.
refused-elsewhere = This game is on another server, which cannot be reached now.
tournament-elsewhere = Your tournament is on another server. You are back in it when you leave this game.

## tournaments

tournament = Tournament
tournaments = Tournaments
new-tournament = New tournament
tournament-of-day = { $day }’s tournament
tournament-name = Name
tournament-starts = Starts
starts-by-hand = when you start it
starts-in = in { $n } min
tournament-format = Format
format-round-robin = Round robin
format-twice = Round robin, twice
format-swiss = Swiss
format-knockout = Knockout
format-arena = Arena
format-swiss-of =
    { $n ->
         [one] Swiss, { $n } round
        *[other] Swiss, { $n } rounds
    }
format-arena-of = Arena, { $n } min
games-each =
    { $n ->
         [one] { $n } game each
        *[other] { $n } games each
    }
format-round-robin-hint = Everybody plays everybody: best for up to ten players.
format-swiss-hint = Players with about the same points meet, and no two meet twice: good for any number.
format-knockout-hint = The winner of each pairing goes on, the loser is out.
format-arena-hint = A fixed time: players who are free are paired at once. A win gives 2 points, a draw 1, double after two wins in a row.
tournament-clock = Clock for each player
clock-none-hint = Without a clock one slow game holds up the round.
tournament-rounds = Rounds
tournament-length = Length
tournament-games = Games in each pairing
best-of = best of { $n }
games-even-hint = Colours are exchanged, so both move first equally often.
games-odd-hint = One of the two moves first once more; the tournament balances it.
tournament-entry = Who may enter
entry-anybody = Anybody here
entry-code = With the code
entry-anybody-hint = The lobby shows it.
entry-code-hint = Only the code, the link or the QR code leads to it.
tournament-late = Late players lose after
late-hint = After two games lost so, a player is paused.
switch-twice = Twice
switch-twice-hint = everybody meets everybody again
switch-third = Third place
switch-third-hint = the losers of the semi-finals play for it
switch-late-entries = Late entries
switch-late-entries-hint = after the first round has begun
switch-fills = A bot fills up
switch-fills-hint = when the number of players is odd
with-players = With 16 players
rounds-count =
    { $n ->
         [one] { $n } round
        *[other] { $n } rounds
    }
takes-about = Takes about
takes-most = At most
hours-minutes = { $h } h { $m } min
breaks = Breaks
equal-points = Equal points
organiser-may = You can pause it, correct a result, add or remove a player and end it early.
open-for-entries = Open for entries
players-count =
    { $n ->
         [one] { $n } player
        *[other] { $n } players
    }
entrants-count =
    { $n ->
         [one] { $n } has entered
        *[other] { $n } have entered
    }
you-are-in = you are in it
tournament-entries = open for entries
tournament-running = being played
tournament-over = over
round-of = round { $n } of { $rounds }
round-number = Round { $n }
final = Final
semi-finals = Semi-finals
quarter-finals = Quarter-finals
third-place = For third place
bracket = Bracket
open-match = to come
your-place =
    { $n ->
         [one] you are in place { $place } with { $points } point
        *[other] you are in place { $place } with { $points } points
    }
place-points =
    { $n ->
         [one] in place { $place } with { $points } point
        *[other] in place { $place } with { $points } points
    }
next-game-soon = the next game opens by itself
standings = Standings
place = Place
player-name = Name of a player
points = Points
rounds = Rounds
tie-how = Between equal points decide, in this order:
tie-buchholz = the points of all opponents but the weakest
tie-buchholz-short = B
tie-sonneborn-berger = for each game, the points of the opponent times its score
tie-sonneborn-berger-short = SB
tie-direct = the points from games between them, if all have met
tie-direct-short = D
tie-wins = games won
tie-wins-short = W
mark-won = won
mark-drawn = drawn
mark-lost = lost
mark-bye = bye
mark-absent = absent
mark-not-entered = not entered yet
mark-open = being played
entrant-away = away
entrant-ready = ready
entrant-paused = paused
entrant-eliminated = out
entrant-withdrawn = left
begins-in = Begins in
ends-in = Ends in
round-begins-in = Round { $n } begins in
round-paired = Round { $n } is paired
waits-for-organiser = The organiser starts it.
held = The organiser has stopped the countdown.
you-play = You play { $name }
you-have-bye = You have a bye: it counts as a win
not-paired = You are not paired in this round.
paired-when-free = You play as soon as another player is free.
round-goes-on = You have finished this round. The next one is paired when all games are over.
table-opens-itself = The table opens by itself, with a sound.
table-opens = Your game in the tournament begins.
you-paused = You have paused
pause-costs = Rounds are played without you and bring you no points. Play again, and you are in the next round that is paired.
you-withdrew = You have left the tournament
you-are-out = You are out; you can watch the others
somebody-won-it = { $name } wins the tournament
enter-tournament = Enter the tournament
play-again = Play again
i-am-ready = I am ready
waits-for-others = You are ready. The round begins early if everybody is.
pause-after = Pause from the next round
withdraw = Leave the tournament
press-again = { $words }: press again
invite-players = Invite players
show-on-wall = Show on a wall
games-now = Games now
next-round = Next: round { $n }
bye = bye
game-number = Game { $n }
decision-forfeit = forfeited: the other did not play
decision-forfeit-both = forfeited: neither played
decision-void = without a result, counts as a draw
decision-corrected = corrected
download-txt = Text
download-csv = CSV
download-json = JSON
correct-result = Correct
organiser = Organiser
start-now = Start the first round
next-now = Start the round now
hold = Stop the countdown
run-on = Let the countdown run
change-players = Add or remove players
add = Add
add-bot = Bot
remove-player = Player
remove-entrant = Remove
end-tournament = End the tournament
people-here = { $n } here
people-away = { $n } away
bots-here =
    { $n ->
         [one] { $n } bot
        *[other] { $n } bots
    }
scan-to-enter = Scan to enter or to watch, or type the code:
other-results = Also in this round
colours-change = Colours change after the first game.
tables-open = The tables open by themselves.
paired-when-over =
    { $n ->
         [one] Paired when this { $n } game is over.
        *[other] Paired when these { $n } pairings are over.
    }
still-time = Still time to enter
late-start = Late players start in round { $n }.
countdown-said = { $n } seconds to go
countdown-over = The countdown is over
refused-no-such-tournament = No tournament has this code.
refused-no-tournament = Open the tournament first.
refused-bad-tournament = A tournament cannot be played so: look at its name, rounds, games and times.
refused-not-organiser = Only the organiser may do that.
refused-not-entered = You are not in this tournament.
refused-too-late = It is too late for that in this tournament.
refused-no-such-entrant = The tournament has no such player or game.
