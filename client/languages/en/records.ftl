# Errors of records, which are games as text. They begin with a small letter, and end without a full stop. A piece of
# the text is in quotes already; words in brackets, such as [Result "1-0"], stand so in the text.

records-at = line { $line }, column { $column }: { $problem }
# A ply is one move by one side; $ply is its number, $column the character at which it begins.
records-moves-at = ply { $ply }, at character { $column } of the moves: { $problem }

# $expected is one of the messages records-wanted-...
records-unexpected = { $found } stands here, expected { $expected }
records-truncated = the text ends here, expected { $expected }
records-wanted-move = a move, or the result: 1-0, 0-1, 1/2-1/2 or *
records-wanted-value = a value in quotes, as in [First "Ana"]
records-wanted-tag-end = ] at the end of the tag
records-wanted-comment = a comment
records-wanted-time = a clock time, as in [%clk 0:04:58.3]
records-open-value = the value has no end; expected " before the line ends
records-open-comment = the comment has no end; expected {"}"} behind it
records-no-comment = {"}"} ends no comment; expected a move or a result
records-open-variation = the variation has no end; expected ) after it
records-no-variation = ) ends no variation; expected a move or a result
records-late-tag = a tag stands among the moves; write it above them
records-repeated-tag = the tag { $name } is said twice; say it once
records-empty = the text is empty; expected a game with its tags, as in [Variant "connect-four"]
records-no-game = the tags do not name the game; say it above the moves, as in [Variant "connect-four"]
records-two-results = the result { $result } contradicts the tag [Result "{ $tagged }"]; write the same in both
records-move-number = the move number is { $found }, expected { $expected }
records-early-time = a clock time stands before the first ply; write it behind its ply
records-two-times = the ply has a clock time already; write one
records-trailing = { $character } stands behind the result; end there

records-game-over = the game ended with ply { $ply }; end the moves there
# A tag that the program writes itself.
records-derived-tag = the tag { $name } is set with the game, its result or its opening, not by itself
records-tag-name = { $name } is no name of a tag; a name is a word of letters, digits and underscores, such as First
# $game is a name such as connect-four, $rule one such as swap2.
records-no-opening = { $game } is not opened by { $rule }; leave the tag out
records-opening-choices = the choices { $choices } cannot be made in { $rule }
records-opening-too-short = the last choice of the opening comes after { $expected } plies, and there are { $plies }
records-opening-no-choice = a choice comes after { $expected } plies, and there are { $plies }; say it in the tag
records-no-result = { $text } is no result; write 1-0, 0-1, 1/2-1/2 or *
records-contradiction = the result { $result } contradicts the board; after these moves it is { $expected }
records-unknown-game = the game { $name } is not known; use a later release
records-illegal-ply = ply { $ply } is not legal: { $reason }
