# Games that are over, people and their ratings: the screens History, Profile and Leaderboard.


## A game in the list: short words, since each stands in a column

history-game-gomoku-15 = Gomoku 15
history-game-gomoku-20 = Gomoku 20
# The result for the person whose games they are, at most nine columns.
history-won = won
history-drawn = drawn
history-lost = lost
history-no-result = no result
# How it ended, at most 16 columns.
history-how-four = four in a row
history-how-five = five in a row
history-how-line = a row
history-how-full-board = board full
history-how-resignation = resigned
history-how-flag = on time
history-how-agreement = agreed
# The player who lost was away for too long.
history-how-claim = left
history-beat = { $winner } beat { $loser }
# Neither of the two won.
history-met = { $first } and { $second }
# $how is one of the messages history-how-....
history-how-and-moves = { $count ->
    [one] { $how }, { $count } move
   *[other] { $how }, { $count } moves
    }
history-result = result

## Days

history-today = today
history-yesterday = yesterday
history-day = { $day } { $month }
history-day-of-year = { $day } { $month } { $year }
# The months as they stand after a day.
history-january = January
history-february = February
history-march = March
history-april = April
history-may = May
history-june = June
history-july = July
history-august = August
history-september = September
history-october = October
history-november = November
history-december = December

## The filter, in the order of the line; parts are divided by dots

history-anyone = All players
history-against-anyone = { $player } against anyone
history-against-people = { $player } against people
history-against-bots = { $player } against bots
history-against = { $player } against { $opponent }
history-all-games = all games
history-any-result = any result
history-any-time = any time
history-days = { $count ->
    [one] the last { $count } day
   *[other] the last { $count } days
    }
history-moves-range = { $least } to { $most } moves
history-moves-from = at least { $least } moves
# After the name of a key.
history-filter = filter
# $word is in quotes. The other words are typed as they stand.
history-filter-unknown = { $word } is not one of the words for games; write names, a game ({ $games }), won, drawn or lost, today or 30d, 20-40 for the moves, people or bots

## Below the list, and in its place

# The numbers of the games on the screen, counted from the newest.
history-place = { $first } to { $last }
history-older = { $key } older
history-newer = { $key } newer
history-none = no games like that

## Notices

history-no-profile = That player has no profile.
history-no-moves = The server has only the result of this game.
history-link-copied = Copied: { $link }

## A profile. The first texts are titles of sections.

profile-ratings = ratings
profile-uncertain = ? means too few games to compare
profile-levels = level against bots
profile-results = results: won, drawn, lost
# People, with the games won and lost against them.
profile-opponents = most played
profile-best-wins = best wins
profile-games = last games
# $day is history-today, history-day or the like.
profile-since = { $count ->
    [one] here since { $day } · { $count } game
   *[other] here since { $day } · { $count } games
    }
profile-level = about level { $level }, between { $lowest } and { $highest }
profile-level-short = about level { $level }
# Numbers of games, as in the title of the section.
profile-score = { $won } · { $drawn } · { $lost }

## The order of the players of a game. The first texts are heads of columns.

leaderboard-name = name
leaderboard-rating = rating
# The rating minus two deviations, by which the players are ordered.
leaderboard-at-least = at least
leaderboard-games = games
# The rating won or lost today.
leaderboard-change = today
# The last ten results.
leaderboard-form = last ten
# In place of history-today.
leaderboard-all-time = all time
leaderboard-unplaced = not placed yet
# After the name of the person at the screen.
leaderboard-you = you
leaderboard-none = no rated games yet
# “at least” is leaderboard-at-least.
leaderboard-about = Places go by “at least”: the rating minus twice its ±. A place takes five rated games against two players. Games with bots are never rated.
