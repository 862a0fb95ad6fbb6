# Errors of records, which are games as text. They begin with a small letter, and end without a full stop. A piece of
# the text is in quotes already; words in brackets, such as [Result "1-0"], stand so in the text.

records-at = line { $line }, column { $column }: { $problem }
# A ply is one move by one side; $ply is its number, $column the character at which it begins.
records-moves-at = ply { $ply }, at character { $column } of the moves: { $problem }

records-game-over = the game ended with ply { $ply }; end the moves there
records-empty = the text is empty; expected a game with its tags, as in [Variant "connect-four"]
records-no-game = the tags do not name the game; say it above the moves, as in [Variant "connect-four"]
