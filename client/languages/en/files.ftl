# Files of the program: the key, saved seats, known servers, settings, themes, records. $file and $directory are
# paths, $problem is the reason, mostly in the words of the system. Options such as --data are typed as they stand.

## The key of the person

files-key-unreadable = your key in { $file } cannot be read ({ $problem }), and is left as it is; restore it from a backup, or import another one: enlinea import-key --force
# $key is the fingerprint of the key.
files-other-key = { $file } has another key, { $key }, which owns your names; --force keeps it beside and takes this one
files-key-unkept = the existing key cannot be backed up ({ $problem }), so it was not replaced
files-key-unsaved = your key cannot be saved in { $directory } ({ $problem }); name another directory with --data
# $prefix is how the line begins.
files-no-key = this is no key; a key is one line that begins with { $prefix }, as enlinea export-key prints it

## Servers that are remembered

files-servers-unreadable = { $file } cannot be read ({ $problem }), so the keys of servers cannot be checked; repair it, or name another directory with --data
files-server-unclear = what { $file } says of { $server } cannot be understood, so its key cannot be checked; repair the line, or delete it: enlinea forget { $server }
files-servers-unsaved = the keys of servers cannot be saved in { $file } ({ $problem }); name another directory with --data

## Seats to return to

files-seats-unkept = your seats cannot be saved in { $directory } ({ $problem }); play goes on, name another directory with --data to save them
files-seats-nowhere = your seats cannot be saved in the data directory, since there is no home directory; play goes on, name another directory with --data to save them
files-seats-unreadable = { $file } cannot be read ({ $problem }); no way back to a seat is known
# $count entries of a file; $aside is another file.
files-seats-set-aside = { $count ->
    [one] { $count } entry of { $file } cannot be understood; the file as it was is now { $aside }, and the others are kept
   *[other] { $count } entries of { $file } cannot be understood; the file as it was is now { $aside }, and the others are kept
    }
files-seats-not-set-aside = { $count ->
    [one] { $count } entry of { $file } cannot be understood; it cannot be set aside ({ $problem }), and the others are kept
   *[other] { $count } entries of { $file } cannot be understood; they cannot be set aside ({ $problem }), and the others are kept
    }
files-seats-moved = { $file } cannot be understood ({ $problem }); it is now { $aside }, and no way back to a seat is known
files-seats-not-moved = { $file } cannot be understood ({ $problem }); it cannot be moved aside either ({ $error }), and no way back to a seat is known

## Settings

files-settings-wrong = the settings { $file }: { $problem }; correct the file, or move it away
files-settings-too-long = it is longer than { $most } KiB
files-settings-wrong-line = the settings { $file }, line { $line }: { $problem }; correct the file, or move it away
# $given is in quotes, $known are words to choose from.
files-settings-choice = { $given } is not one of { $known }

## Themes

files-no-theme = { $file } is no theme ({ $names }) and no file: { $problem }
files-theme-line = the theme { $file }, line { $line }: { $problem }; a theme is one of { $names }, or a file with colours
# "base", "names" and what stands in brackets are keys of the file, and are not translated.
files-theme-base = the base must be one of { $names }
files-theme-names = names must be two texts
files-theme-key = { $key } is not understood; a theme has base, names, groove, [colours], [dark] and [light]
files-theme-part = { $name } is no part of a theme; the parts are { $known }
files-theme-colour = { $name } must be "#RRGGBB" or ["#RRGGBB", 0 to 255, 0 to 15]

## Records of games

files-problem = { $file }: { $problem }
# One game of a file with several.
files-damaged-game = { $file }: game { $number }: { $problem }
# In the place of the name of a file.
files-standard-input = standard input
files-record-unreadable = { $file }: cannot be read: { $problem }
files-no-file-no-room = there is no such file, and the name is no code of a room either
files-several-games = { $file } has { $count } games; choose one with --number, 1 to { $count }
files-no-such-game = { $file } has { $count ->
    [one] { $count } game
   *[other] { $count } games
    }, so there is no game { $number }
files-no-record-sent = the server sent a record that is none: { $problem }
files-format-unknown = this is no game in a format that is read: records of this program, Piskvork (.psq), SGF (gomoku and renju)

## Games of other programs

# $text is in quotes.
files-foreign-move = move { $number }, { $text }: { $problem }
files-foreign-no-move = not a cell of the board
files-foreign-renju = renju is played on 15 x 15 only
files-psq-size = the first line has no size; a file of Piskvork begins with a line such as Piskvorky 20x20, 11:11, 0
files-sgf-other-game = GM[{ $game }] is another game; gomoku is GM[4]
files-sgf-size = the size of the board is missing; write it, as in SZ[15]
files-sgf-setup = it begins with stones on the board; only games from the first move on are read
files-sgf-turn = move { $number } is out of turn; black and white move in turn
files-sgf-open = the text ends too soon; a game of SGF ends with )
