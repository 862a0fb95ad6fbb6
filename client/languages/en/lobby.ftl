# The lobby of a server: the list of its rooms, the people and the chat.

## The list

# The title of the list: the rooms ("200+" where the server may have more), and the people connected.
lobby-rooms = Rooms ({ $count }) - { $present } here
# $filter says in words which rooms are listed: so many of all.
lobby-rooms-filtered = Rooms ({ $shown } of { $count }): { $filter }
# The heads of the columns.
lobby-head-code = code
lobby-head-game = game
lobby-head-players = players
lobby-head-clock = clock
lobby-head-state = state

# The state of a room, at most 17 columns: nobody enters; a seat is free; $ply plies are played; the game is over.
lobby-state-locked = locked
lobby-state-open = open: join!
lobby-state-ply = ply { $ply }
lobby-state-over = over
# $state is one of those before, and so many people watch.
lobby-state-watched = { $count ->
    [one] { $state }, { $count } watches
   *[other] { $state }, { $count } watch
    }

# The state of a game of the person at the screen, at most 17 columns.
lobby-own = yours
lobby-own-your-turn = your turn!
lobby-own-their-turn = yours, their turn
lobby-own-ply = yours, ply { $ply }
# A seat is free.
lobby-own-waiting = yours, waiting
lobby-own-over = yours, over
# The last line of the list: games that are over.
lobby-finished = { $count ->
    [one] { $count } finished game
   *[other] { $count } finished games
    }
# Of a game: it counts for ratings.
lobby-rated = rated

## In place of an empty list. The lines after the first say what a key does.

lobby-none = No room is open.
lobby-none-new = opens a game, against a bot or for a friend
lobby-none-quick = plays whoever wants to play
lobby-none-code = goes to a room whose code you know
lobby-none-like = No room is like that.
lobby-none-like-game = goes on to another game
lobby-none-like-state = to rooms in another state
lobby-none-like-text = and Enter lists rooms with any text

## The filter

lobby-filter-open = open seats
lobby-filter-running = running
lobby-filter-text = "{ $text }"

## Beside the list

lobby-here = Here
lobby-here-join = others join with
# The key of the server, below the line before.
lobby-here-key = and compare this key
lobby-here-people = people
# People without a name to show.
lobby-here-more = and { $count } more
lobby-here-bots = bots
lobby-here-bots-key = bots ({ $key } plays one)

## Below the list

# In the edge of the list.
lobby-join-with = others join with { $url }
lobby-talk = Talk in the lobby
lobby-talk-none = Nobody has said anything yet.

## Notices

lobby-invite = others join with { $urls }
lobby-invite-key = others join with { $urls }, and compare this key: { $key }
# Below the link of a room: the key of the server.
lobby-invitation-key = To be sure that they reach you, compare { $key }
lobby-muted = what { $name } says is hidden
# $key is the name of a key, and so below.
lobby-muted-key = what { $name } says is hidden; { $key } and the name show it again
lobby-muted-unknown = nobody here is known as { $name }; chat by anyone who takes that name is hidden
lobby-muted-unknown-key = nobody here is known as { $name }; chat by anyone who takes that name is hidden, and { $key } and the name show it again
lobby-unmuted = what { $name } says is shown again
lobby-seats-taken = both seats of { $room } are taken: you watch
