# The screen of a saved game.

# $game is a title, $date such as 2026-11-22.
replay-title = { $game }, { $date }
# $shown is the number of the ply that led to the position on the screen, $move that move.
replay-beginning = start of { $played } moves
replay-ply = move { $shown } of { $played }: { $move }
# Moves that the person tries instead of those of the game, from a position after $at moves on.
replay-branch = after move { $at } you try { $moves }

## The result of a game whose record tells no reason

replay-wins = { $name } wins
replay-draw = A draw
replay-no-result = The game has no result
