# Refusals of the server: what happened, then what to do. They begin with a small letter, and end without a full stop,
# since they also stand after a colon. The server's own words, for logs and programs, are in the protocol.

# "protocol" is the number of the language of programs.
refusals-version = protocol { $yours } is not spoken here, this server speaks { $newest }; use a client and a server of the same release
# The server speaks the numbers from $oldest to $newest.
refusals-version-of-several = protocol { $yours } is not spoken here, this server speaks { $oldest } to { $newest }; use a client and a server of the same release
# "hello" is the name of a message, and is not translated.
refusals-hello-expected = the first message must be hello, once; send hello, then everything else
# $problem is English; PROTOCOL.md is a file.
refusals-malformed = the message could not be read: { $problem }; see PROTOCOL.md for its form
# $wait is a time as on a clock, such as 0:00.9.
refusals-too-fast = too many requests at once; wait { $wait } and send fewer
# $what is one of the messages refusals-full-...
refusals-full = the server has no place for more ({ $what }); try again later
refusals-full-rooms = { $count ->
    [one] { $count } room is open
   *[other] { $count } rooms are open
    }
refusals-full-games = { $count ->
    [one] { $count } game was played in this room
   *[other] { $count } games were played in this room
    }
# Lines of chat.
refusals-full-chat = { $count ->
    [one] { $count } line was said in this game
   *[other] { $count } lines were said in this game
    }
refusals-full-seats = { $count ->
    [one] the seats of this room were given up { $count } time
   *[other] the seats of this room were given up { $count } times
    }
refusals-full-codes = no room code is free
refusals-full-places = every place is taken, except those for players who come back to their seat
refusals-shutting-down = the server is shutting down; come back in a moment, seats are kept
refusals-internal = something went wrong in the server, nothing was changed; give number { $reference } to its operator
refusals-disk-full = the server's disk is full, nothing was lost; try again when its operator has made room

## Opening a room

# $kind is in quotes; $known are names, separated by commas.
refusals-unknown-bot = no bot is called { $kind } here; choose one of: { $known }
# $game is a name such as connect-four.
refusals-bot-cannot-play = { $bot } does not play { $game }; choose one of: { $others }
# Depth of the search of a bot. $expected is refusals-choose-between or refusals-no-depth.
refusals-bad-depth = { $bot } has no such depth; { $expected }
# $expected is refusals-no-options or refusals-choose-from.
refusals-bad-option = the options of { $bot } are not valid; { $expected }
refusals-choose-between = choose { $least } to { $most }
refusals-no-depth = it takes no depth, so write just { $kind }
refusals-no-options = it has no options, so write just { $kind }
# $options are refusals-option-range, separated by commas.
refusals-choose-from = choose from: { $options }
refusals-option-range = { $name } from { $least } to { $most }
# $opening is a name such as swap2.
refusals-bot-cannot-open = { $bot } does not play the opening { $opening }; choose one of: { $others }
refusals-no-bot-opens = { $bot } does not play the opening { $opening }; leave the opening out
refusals-both-seats-yours = both seats are yours; leave one open for somebody else, or seat a bot there
refusals-seat-of-nobody = a seat is for the person who opens the room, and nobody does; leave it open, or seat a bot there
refusals-nobody-may-watch = you would have to watch, but the room admits no spectators; take a seat, or admit them
refusals-unknown-opening = this server does not know the opening; choose swap2, or none
refusals-opening-not-played = the opening needs a board where stones are put on any cell and four or more in a row win; leave the opening out, or choose another game
refusals-rated-with-help = a rated game has neither takebacks nor hints; turn them off, or play unrated
# $name is a word of a later release.
refusals-other-problem = the server does not open such a room ({ $name })

## Rooms

refusals-no-such-room = there is no room { $room }; check the code, or find the open rooms in the lobby (enlinea rooms)
refusals-already-in-room = you are in room { $room } already; leave it first
refusals-not-in-room = you are in no room; join or open one first
refusals-no-open-seat = both seats of { $room } are taken; watch instead
refusals-no-spectators = this room does not admit spectators; ask its players for a room that does
# The token is a secret that is the right to a seat.
refusals-wrong-token = the token opens no seat of { $room }; join without it to watch or to take an open seat
refusals-locked = room { $room } is locked; ask its host to let you in
refusals-not-owner = only the host of the room may do that
refusals-not-watching = you are not watching { $room }; watch it first
refusals-not-in-lobby = you have not entered the lobby; enter it first

## Moves

refusals-not-seated = you are watching; only the two players may do that
refusals-not-started = the game has not begun; wait until both seats are taken
refusals-game-over = the game is over; ask for a rematch soon after its end, or open another room
refusals-game-not-over = the game is not over; finish it, or resign, first
# A ply is one move by one side; $ply is its number.
refusals-turn-of-first = it is not your turn: first to move, ply { $ply }; wait for the next position
refusals-turn-of-second = it is not your turn: second to move, ply { $ply }; wait for the next position
refusals-stale = that move was meant for revision { $yours } of the board, which is now at { $current }; look at the new position and move again
refusals-nothing-to-choose = the opening does not allow that now; place a stone, or wait for the opponent
refusals-bad-choice = the opening does not allow that now; choose one of: { $choices }

## Offers and ends

refusals-takebacks-off = takebacks are not allowed in this room, or no more of them in this game; play on
# An increment is the time that the clock adds for each ply.
refusals-nothing-to-take-back = you have no move that can be taken back; play on
refusals-nothing-offered = nobody has offered you that; make the offer yourself
refusals-already-offered = you have offered that already, or too often in this game; wait for the answer, or play on
refusals-too-late-to-abort = both sides have moved, so the game cannot be aborted; play on, or resign
# To claim a game is to win it because the opponent went away.
refusals-opponent-present = you cannot claim the game: your opponent is not away; play on
refusals-claim-too-early = you cannot claim the game yet; wait { $wait } more for your opponent to come back
refusals-bots-do-not = bots do not accept draws; play on, or resign

## Chat, hints, analysis

refusals-nothing-to-say = that line is empty; write some text
refusals-too-long = a message of { $size } bytes is too long, the limit is { $limit }; send less
refusals-chat-closed = the chat of this room is closed; wait until its host opens it again
refusals-hints-off = hints are not allowed in this game; ask when it is over, or open a room with hints
refusals-not-analysed = positions of { $game } are not analysed; ask in gomoku, or where discs fall on boards such as 7 x 6 or 8 x 7
refusals-nothing-to-analyse = { $plies ->
    [one] there is nothing to analyse after { $plies } ply; ask about 0 to { $last }
   *[other] there is nothing to analyse after { $plies } plies; ask about 0 to { $last }
    }

## People

refusals-name-owned = the name { $name } belongs to somebody else here; choose another, such as { $suggestion }, or use the key that owns it
refusals-banned = you are banned from this server ({ $reason }); ask its operator
refusals-banned-for = you are banned from this server ({ $reason }); come back in { $wait }
refusals-banned-without-reason = you are banned from this server; ask its operator
refusals-banned-without-reason-for = you are banned from this server; come back in { $wait }
refusals-unknown-player = nobody else here is called { $name }; check the name
refusals-no-such-person = no one owns the name { $name } here; check the name
refusals-no-own-name = you own no name here; choose one, and your games count for it
refusals-no-such-game = there is no game { $game } here, or only its players may see it; check the number
refusals-no-history = this server forgets games when they are over; ask a server that keeps them
refusals-elsewhere = room { $room } is at another server; connect to { $address }
refusals-wrong-code = the code is wrong or used, or its minute is over; ask the other device for a new one
# $limit is one of the messages refusals-limit-..., $most the number of them.
refusals-over-limit = that is more than the server allows: { $limit }, at most { $most }; give one up first
refusals-limit-sent-out = people sent out of a room
refusals-limit-decisions = decisions about a room in one game
refusals-limit-watched = rooms watched
refusals-limit-muted = names muted

## Releases that differ

refusals-unknown-message = this server knows no message { $name }; see PROTOCOL.md, or use a server of a later release
refusals-unknown-field = the message has no field { $field }; correct it, nothing was done
# $name is a code of a later release.
refusals-other = the server refuses it ({ $name }); a later release of the client knows why
refusals-full-tournaments = the server has no place for more ({ $count } tournaments are open); try again later
refusals-full-entrants = the tournament has no place for more ({ $count } entered it); watch it instead
refusals-no-such-tournament = there is no tournament { $code }; check the code, or list the tournaments
refusals-no-tournament = you follow no tournament; open one first
refusals-not-organiser = only the organiser of the tournament may do that
refusals-not-entered = you are not in this tournament; enter it first
refusals-too-late = it is too late for that in this tournament; watch it, or ask its organiser
refusals-no-such-entrant = the tournament has no such entrant, pairing or game; look at it again
refusals-tournament-name = the name has more than { $most } characters; shorten it
refusals-tournament-rounds = a Swiss tournament has 1 to { $most } rounds; choose another number
refusals-tournament-games = a pairing has 1 to { $most } games; choose another number
refusals-tournament-length = an arena takes a minute to a day; choose another time
refusals-tournament-filling = a tournament has at most { $most } entrants; ask for fewer bots
refusals-tournament-times = a time is too short or too long; players have ten seconds or more to come, and no time is more than a week
