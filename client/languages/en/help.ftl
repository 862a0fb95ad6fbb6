# The list of keys that lies over a screen, and the keys in the line at the bottom.

## Titles of the list

# The values are the names of keys, such as Up, Down and Esc.
help-title = Keys: { $back } closes
help-title-scrolled = Keys: { $up } and { $down } scroll, { $back } closes
help-title-scrolled-short = { $up }/{ $down } scroll, { $back } closes

## Keys of the table that are no single key

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
bottom-move = write a move
# Of Enter, while a line is typed.
bottom-done = done
# Of Esc, while a line is typed: gives it up.
bottom-not-now = not now
# What people say often, to choose from.
bottom-phrases = phrases
help-levels = choose a level
