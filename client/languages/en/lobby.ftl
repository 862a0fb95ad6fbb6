# The lobby of a server: the list of its rooms, the people and the chat.

## The list

# The people connected, in the upper right corner.
lobby-present = { $count } here
# The titles of the sections; $count is a number, with "+" if the server may have more.
lobby-yours = your games
lobby-waiting = waiting for an opponent · { $count }
# The same on a narrow screen.
lobby-waiting-short = waiting · { $count }
lobby-played = being played · { $count }
lobby-tournaments = tournaments
# The mark of a room that opened while the list was shown.
lobby-new = new

# The state of a room, at most 17 columns: no one may enter; the game is over; $number moves are played.
lobby-state-locked = locked
lobby-state-over = over
lobby-state-move = move { $number }
lobby-state-watching = { $count } watching

# The state of a game of the person at the screen, at most 17 columns.
lobby-own = your game
lobby-own-your-turn = your turn
lobby-own-their-turn = their turn
lobby-own-ply = move { $ply }
# A seat is free.
lobby-own-waiting = waiting
lobby-own-over = over
# The last line of the list: games that are over.
lobby-finished = { $count ->
    [one] { $count } game just over
   *[other] { $count } games just over
    }
# Of a game: it counts for ratings.
lobby-rated = rated

## In place of an empty list. The lines after the first say what a key does.

lobby-none = No game is open.
lobby-none-new = opens a game, against a bot or for a friend
lobby-none-quick = plays the next person who wants to play
lobby-none-code = goes to a room by its code
lobby-none-like = No game is like that.

## The filter

# What the keys of the filter list without one: every game, every text, every state.
lobby-filter-games = all games
lobby-filter-search = search
lobby-filter-states = all states
lobby-filter-open = open seats
lobby-filter-running = being played

## Beside the list

lobby-here = here now · { $count }
lobby-here-join = others join with
# The key of the server, below the line before.
lobby-here-key = and compare this key
# People without a name to show.
lobby-here-more = and { $count } more

## Below the list

# Above the list on a narrow screen.
lobby-join-with = others join with { $url }
lobby-talk = chat
# What a key does: hides what somebody says.
lobby-ignore = ignore

## Notices

lobby-invite = others join with { $urls }
lobby-invite-key = others join with { $urls }, and compare this key: { $key }
# Below the link of a room: the key of the server.
lobby-invitation-key = So that they know it is your server: { $key }
lobby-muted = what { $name } says is hidden
# $key is the name of a key, and so below.
lobby-muted-key = what { $name } says is hidden; { $key } and the name show it again
lobby-unmuted = what { $name } says is shown again
lobby-seats-taken = both seats of { $room } are taken: you watch
