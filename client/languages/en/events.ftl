# What happens at a table, the same on screens and in lines. $who is a player: a name on screens, mostly after the sign of
# the colour, and lines-first or lines-second in lines. They begin with a small letter, and end without a full stop.

## People

events-sits-down = { $who } sits down
events-vacated-first = the seat of first is open again
events-vacated-second = the seat of second is open again
events-away = { $who } is away
# After events-away and a semicolon.
events-away-claim = the game can be claimed after { $seconds } s
events-back = { $who } is back
events-locked = the room is locked
events-unlocked = the room is open again
events-removed = { $who } was removed from the room
events-chat-closed = the chat is closed
events-chat-open = the chat is open again

## The game

events-begins = game { $game } begins: { $first } is first, { $second } is second
# $ply is a number, $move is lines-column or a cell such as h8.
events-played = { $ply }. { $who } plays { $move }
# Time on a clock.
events-left = { $left } left
events-clocks = clock: first { $first }, second { $second }
events-to-move = { $who } to move
# Games that each of the two has won, and games drawn.
events-score = score: { $first } { $wins } : { $losses } { $second }; drawn { $draws }
# $how is the end of the game, a message such as words-wins-line.
events-game-over = game over: { $how }
# The winning row: cells, or the columns of its discs.
events-row = the row: { $row }
events-row-columns = { $count ->
    [one] the row: column { $row }
   *[other] the row: columns { $row }
    }

## Openings with choices. $stones is rules-stones or rules-stones-more, $signs are the colours in order.

events-your-stones = your turn: place { $stones }: { $signs }
events-their-stones = { $who } places { $stones }: { $signs }
# What can be chosen may follow.
events-your-choice = your turn: choose
events-their-choice = { $who } chooses
# $choice is such as black.
events-you-choose = you chose { $choice }
events-chooses = { $who } chose { $choice }

## Offers

events-you-offer-draw = you offered a draw
events-offers-draw = { $who } offers a draw
events-you-decline-draw = you declined the draw
events-declines-draw = { $who } declined the draw
# $count is the number of moves.
events-you-ask-takeback = { $count ->
    [one] you asked to take back a move
   *[other] you asked to take back { $count } moves
    }
events-asks-takeback = { $count ->
    [one] { $who } asks to take back a move
   *[other] { $who } asks to take back { $count } moves
    }
events-you-decline-takeback = you declined the takeback
events-declines-takeback = { $who } declined the takeback
events-you-take-back = { $count ->
    [one] you took back a move
   *[other] you took back { $count } moves
    }
events-takes-back = { $count ->
    [one] { $who } took back a move
   *[other] { $who } took back { $count } moves
    }
events-you-offer-rematch = you offered a rematch
events-offers-rematch = { $who } offers a rematch
# $offer is events-offers-rematch.
events-offers-rematch-away = { $offer } and is away
events-you-decline-rematch = you declined the rematch
events-declines-rematch = { $who } declined the rematch
# The game went on without an answer.
events-draw-expired = your draw offer was not answered
events-takeback-expired = your request to take back a move was not answered

## Why the person is out of the room

events-left-replaced = another client has taken your seat; play on there, or join again to take it back
events-left-closed-waiting = the room was closed: no opponent came in time; open another
events-left-closed = the room was closed
events-left-closed-early = the room was closed before the game was over
events-left-removed = the host of the room removed you; join another
# $reason is an English word of a later release.
events-left-other = you are out of the room: { $reason }

## While the connection is lost; on screens they follow frame-lost-unsent

events-kept-move = your move { $move } is kept: sent when the connection is back
# A move that was chosen on the opponent's turn.
events-kept-premove = { $move } is kept: played at your turn
events-kept-choice = your choice is kept: sent when the connection is back
events-kept-resignation = your resignation is kept: sent when the connection is back
events-not-sent = not sent: try again when the connection is back
# The end of a rated game. $change has its sign, such as +9.
events-rating = rating of { $who }: { $before } to { $after } ({ $change })
