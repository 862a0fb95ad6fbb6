# The screen of a game that is played or watched. $key is the name of a key, such as Esc or y; $name that of a player or
# a bot, mostly behind the sign of its colour; $move is written as in the list of moves, such as 4 or h8.

## The status, in one line

table-your-turn = your turn
# While the clock stands still before the first act of a side: its first move, or its choice in the opening. The short
# ones stand where the others have no room.
table-first-move = the clock is not running yet; without a first move the game is soon aborted
table-first-choice = the clock is not running yet; without a choice the game is soon aborted
table-first-move-short = first move due soon
table-first-choice-short = choice due soon
# $room is the code by which a friend joins.
table-waiting = waiting: tell a friend the code { $room }
table-waiting-short = waiting: { $room }
# For a spectator; $status is one of the messages above.
table-watching = watching: { $status }
# For a spectator; $room is the code of the room.
table-watching-waiting = watching: { $room } waits for players
table-watching-waiting-short = watching: { $room } waits
# If a player looks at an earlier position: $key leads back to the current one.
table-live-at = { $key } back to the game ({ $shown }/{ $played })
table-live-at-your-turn = { $key } back to your turn ({ $shown }/{ $played })
table-place = move { $shown } of { $played }
table-place-short = { $shown }/{ $played }
# Where the board is a window and these are not in it: the last move, or the stones of an opening, with commas.
table-last-move = last move: { $move }
table-out-of-view = out of view: { $moves }
# $place is table-place or the short one, $result how the game ended.
table-place-and-result = { $place }; { $result }


## The end of the game: what happened, then keys that are of use now, each with what it does

table-key-rematch = { $key }: rematch
table-key-analyse = { $key }: analyse
table-key-beginning = { $key }: from the start
table-key-leave = { $key }: leave

## The panel beside the board. It has 14 to 40 columns.

table-room = room
# The name of the person at the screen.
table-you = { $name } (you)
# The player is away since $time, such as 0:10.
table-away = { $name } away { $time }
table-thinks = { $name } thinks, { $seconds } s
# $depth is how many plies the bot looks ahead.
table-thinks-depth = { $name } thinks, { $seconds } s, depth { $depth }
# Of several games of the same players: this is number $game, and $draws were drawn.
table-series = { $draws ->
    [one] game { $game }, score { $first } : { $second }, { $draws } drawn
   *[other] game { $game }, score { $first } : { $second }, { $draws } drawn
    }
table-locked = the room is locked
table-chat-closed = the chat is closed
table-locked-and-chat-closed = the room is locked, the chat closed

## Headings in the panel

table-moves = moves
table-moves-at = moves, { $shown } of { $played }
# In the place of the moves, before the first one.
table-beginning = the beginning
table-talk = talk
# $names are those of some who watch.
table-talk-watching = { $watching ->
    [one] talk, { $watching } watching: { $names }
   *[other] talk, { $watching } watching: { $names }
    }
# The heading where so many watch that they are not named.
table-talk-watching-unnamed = { $watching ->
    [one] talk, { $watching } watching
   *[other] talk, { $watching } watching
    }
table-says-something = press { $key } to talk
table-thoughts = what the bots thought
table-invite = invite a friend
# A command follows.
table-invite-hint = a friend on your network finds the server in the list, or types
# The same of a server that does not announce itself on this network, as far as is known.
table-invite-hint-address = a friend types, with the address of this server

## What a bot thought. It begins with the number of the move and the sign of the bot's colour.

table-search-ply = { $ply }.
# $score is such as values-wins; $depth is how many plies the bot looked ahead.
table-search = { $move }: { $score }
table-search-depth = { $move }: { $score }, depth { $depth }
table-search-proven = { $move }: { $score }, proven
table-search-proven-depth = { $move }: { $score }, proven, depth { $depth }
# Positions that were looked at, in all and in a second; amounts such as 123k.
table-search-nodes = { $nodes } nodes, { $rate }/s

## Offers. With $keys, such as "y / n", a player answers them.

# The move that is sent when the person's turn comes.
table-premove = premove: { $move }, { $key } cancels
# $reason is an error.
table-premove-not-played = { $move } is not played: { $reason }
# Such a reason: the server tells the room anew after a broken line, and more than a move has changed.
table-premove-other-position = it was chosen for another position
table-claim = you may claim the game: your opponent is away
table-claim-key = { $key } claims the game: your opponent is away
# $wait is such as 0:10.
table-claim-in = you may claim the game in { $wait }

## What happened at the table

# A move that is not seen, since the person looks at an earlier position. $moved is events-played.
table-key-to-move = { $moved }; { $key } goes there

## Why the person left the table

table-seat-closed = your seat is closed

## What a key cannot do now

table-you-watch = you are watching this game; open one of your own in the lobby
table-you-watch-key = you are watching this game; { $key } in the lobby opens one of your own
table-over = the game is over
table-over-key = the game is over; { $key } asks for a rematch
table-turn-of = it is { $name }'s turn
table-not-begun = the game begins when both seats are taken
table-nothing-to-save = there is nothing to save yet
# $choices is a list of keys, each with what it chooses: "1 black, 2 white or 3 two more stones".
table-choose-first = choose first: { $choices }
# The person pressed a key for a move while an earlier position was on the screen.
table-now-live = this is the current position: now play
table-no-talk = the chat of this room is closed
# Whoever opened the room opens the chat again by $key.
table-no-talk-key = the chat of this room is closed; { $key } opens it again
table-owner-only = only the host of the room may do that
# $game is a title. The two keys go a ply back, and a ply on.
table-not-analysed = { $game } is not analysed on this server
table-not-analysed-keys = { $game } is not analysed on this server; "{ $earlier }" and "{ $later }" go through the game
# Hints are what each move is worth, while the game goes on.
table-not-analysed-yet = the value of moves is shown when the game is over, or if it was opened with hints

table-copied = the game was copied to the clipboard, if the terminal allows it
# Of two people at one keyboard; $colour is such as "red".
table-colour-to-move = { $colour } to move: { $who }
table-rated = rated game
# While a seat is open. “Rated” is form-rated, “no” form-no.
table-rated-waiting = rated game; to play unrated, close this seat and open another with “Rated: no”
# After a number at a board of crossings.
table-write-move = a move is a letter and a number: H8
