# Names of keys, as short as on a keyboard, and what each key does: a few words each, since they also stand
# in the line at the bottom of the screen.

## Names of keys

key-space = Space
key-enter = Enter
key-esc = Esc
key-up = Up
key-down = Down
key-left = Left
key-right = Right
key-home = Home
key-end = End
key-page-up = PgUp
key-page-down = PgDn
key-backspace = Backspace
key-delete = Delete
key-tab = Tab

## Everywhere

keys-up = up
keys-down = down
keys-left = left, less
keys-right = right, more
keys-first = first
keys-last = last
keys-many-up = page up
keys-many-down = page down
keys-back = back
keys-all = all keys
keys-quit = leave the program

## The first screen and the form of a new game

keys-choose = choose
keys-change = change
keys-next-game = next game
keys-name = your name
keys-settings = settings
# The rules of the game.
keys-rules = the rules
# Of a game with the values on the form.
keys-start = start
# By typing it, such as 5m+3s.
keys-clock = type a clock
keys-edit-line = type the value
# Closes the rules.
keys-close-rules = close the rules

## The lobby

# Takes a seat of the chosen room, or watches it.
keys-join-or-watch = join or watch
keys-new-game = new game
keys-find-opponent = quick match
# Types the code of a room.
keys-room-by-code = room by code
keys-watch = watch
# The screen with many running games.
keys-invite = address and key
keys-tv = TV
# In the chat.
keys-talk = talk
keys-filter-text = only rooms with this text
# Lists the rooms of one game; pressed again, of the next.
keys-filter-game = only one game, then the next
# Lists the rooms in one of these states in turn.
keys-filter-state = open seats, running games, all
keys-ignore = hide what somebody says, or show it

## The table

# From an earlier position to the one where the game goes on.
keys-live = back to the game
keys-play = play at the cursor
keys-write-move = type a move
# Asks the opponent for it.
keys-takeback = take back a move
keys-offer-draw = offer a draw
# An offer.
keys-accept = accept
# An offer.
keys-decline = decline
keys-resign = resign
keys-abort = abort the game
# Wins the game where the opponent has been away for long.
keys-claim = claim the game (opponent away)
keys-rematch = rematch
keys-lock = lock the room, or open it
keys-remove = remove somebody from the room
keys-close-chat = close the chat, or open it
keys-save = save the game as text
# To the clipboard.
keys-copy = copy the game as text
keys-values = what each move is worth
keys-analyse = analyse the game
keys-earlier = one move back (or the wheel)
keys-later = one move forward
keys-beginning = first position

## A saved game

# To the position a ply earlier.
keys-replay-back = earlier
# To the position a ply later.
keys-replay-on = later
# A move that the game does not have.
keys-try = try a move
keys-replay-start = start
keys-replay-end = end
keys-ten-on = ten moves forward
keys-ten-back = ten moves back
# Opens a game that is over.
keys-look-back = look back
keys-filter = filter
# Of the player on the chosen line.
keys-profile = profile
keys-copy-link = copy link
# Saves the game as text.
keys-export = export
keys-leaderboard = leaderboard
keys-older = older games
keys-newer = newer games
keys-open = open
# Of this person.
keys-all-games = all games
# Only players of today; pressed again, all.
keys-today = today, or all time
keys-my-games = my games
keys-new-tournament = new tournament
keys-enter-tournament = enter
keys-ready = ready
keys-pause = pause
keys-next-pane = standings, all games
keys-withdraw = leave
keys-next-round = next round
keys-hold = stop the countdown
keys-add = add
keys-take-out = take out
keys-correct = correct
keys-end-tournament = end

## Faults in the section "keys" of the file of settings

# $known lists the names of actions, here and below.
keys-fault-action = { $action } is not an action; the actions are { $known }
keys-fault-action-of-screen = { $action } is not an action of the screen { $screen }; its actions are { $known }
keys-fault-screen = { $screen } is not a screen; the screens are { $known }
# The names in English are those that the file has.
keys-fault-key = { $key } is not a key; a key is one character, ctrl-a to ctrl-z without h, i, j and m, f1 to f12, or one of { $known }
keys-fault-taken = { $key } already means { $other } on the screen { $screen }; give that another key
keys-fault-column = { $key } is a column of the board on the screen { $screen }; take another key
keys-fault-none = { $action } needs a key

## The manual page

# The heading of the section, in capitals.
manual-keys = KEYS
manual-keys-settings = The keys of the screens, each with the name of its action in the section [keys] of the file of settings, or [keys.table] and the like for one screen.
