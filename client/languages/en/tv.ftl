# The screen with many running games.

tv-none = No game is running that may be watched. The next one appears here by itself.
tv-too-small = The terminal is too small for a board. Make it larger, or its letters smaller.
# The title of a game that so many others watch.
tv-watched = { $count ->
    [one] { $room } { $game }, { $count } watches
   *[other] { $room } { $game }, { $count } watch
    }
# So many games have no room on the screen.
tv-more = +{ $count } more
