# The list of keys that lies over a screen, and the keys in the line at the bottom.

## Groups of the list

help-play = play
help-look-back = look back
help-talk = talk
help-room = room
help-program = program
# The heading of the keys that do not work now.
help-not-now = not now
# Lines below those on the screen.
help-more = { $arrow } { $count } more
# $does is what a key does, such as "lock the room". The program asks before that.
help-asks-first = { $does } (asks first)

## When a key works that does not work now

help-on-your-turn = on your turn
help-after-a-move = after a move
help-when-over = when the game is over
help-when-away = when your opponent has been away for long
help-before-moves = before both have moved
help-while-you-play = while you play
help-when-offered = when there is an offer
help-when-back = while you look back
help-in-your-room = in a room that you opened
help-on-typed-line = on a line with a value to type
help-with-clock = in a game with a person
help-while-read = while others can read it
help-elsewhere = not on this server

## Keys of the table that are no single key

# Of the keys that move the cursor or the choice by a step, and of those that move it further.
help-steps = move the cursor, or the choice
help-jumps = move further
# Of the keys 1 to 9, each of which is a column of the board.
help-columns = play in the column, or go to it
# Of the keys A to T, each of which is the letter of a column. H8 is a move.
help-letters = write a move that begins so, such as H8
# The name of a device, in the place of a key.
help-mouse = Mouse
help-click = a click plays
# Of the keys 1 to 3, each of which is a choice of the opening swap2.
help-choices = choose, where the opening asks for a choice
help-go-to-column = go to the column

## Choices of the opening swap2, as an act of the player

# Black stones, for oneself.
help-choose-black = choose black
help-choose-white = choose white
# Instead of a colour: two stones more, and the opponent chooses.
help-choose-two = choose two more stones
# A choice that this release does not know; $choice is its English word.
help-choose-other = choose { $choice }

## The line at the bottom

# Of the keys 1 to 9, each of which is a column of the board.
bottom-columns = play
bottom-move = type a move
# Of Enter, while a line is typed.
bottom-done = done
# Of Esc, while a line is typed: gives it up.
bottom-not-now = not now
# What people say often, to choose from.
bottom-phrases = phrases
help-levels = choose a level
# What keys do, in one or two words.
bottom-play = play
bottom-takeback = take back
bottom-values = values
bottom-analyse = analyse
bottom-help = help
bottom-quit = quit
# From an earlier position.
bottom-live = back to the game
# In the list of keys.
bottom-scroll = scroll
bottom-close = close
bottom-try = try
# A new game, on narrow screens.
bottom-new = new
# Quick match, on narrow screens.
bottom-match = match
# Of Enter in the lobby: goes on with a game, lists the finished ones.
bottom-continue = continue
bottom-list = list
bottom-open = open
bottom-code = code
bottom-invite = invite
