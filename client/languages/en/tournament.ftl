# Tournaments.

tournament-round-robin = Round robin
tournament-round-robin-twice = Round robin, twice
tournament-swiss = { $count ->
    [one] Swiss, { $count } round
   *[other] Swiss, { $count } rounds
    }
tournament-knockout = Knockout
# $time is such as 45m.
tournament-arena = Arena, { $time }
# After the form: the number of games of each pairing, two at least.
tournament-games = { $count } games each
tournament-begins-in = begins in { $time }
tournament-takes-entries = open to enter
tournament-over = over
tournament-ends-in = ends in { $time }
tournament-round-of = round { $round } of { $rounds }

## The page

# The entrants: people who are connected, people who are not, and bots; a number of none is left out.
tournament-here = { $here } here
tournament-away = { $away } away
tournament-bots =
    { $bots ->
         [one] { $bots } bot
        *[other] { $bots } bots
    }
tournament-is-over = The tournament is over.
# After the sentence above. The name of the winner, or names with commas.
tournament-first-place = First place: { $names }
tournament-is-held = The organiser has stopped the countdown.
# The time follows.
tournament-round-in = Round { $round } begins in
tournament-waits = { $name } starts the first round.
# The same, for the organiser.
tournament-waits-key = Press { $key } to start the first round.
# The time follows.
tournament-arena-ends = The arena ends in
# $over is the number of pairings that are over.
tournament-round-on = Round { $round }: { $over } of { $all } over
# Of a pairing of which a player did not come. At most 11 columns.
tournament-forfeit = forfeit
# The heads of the columns, as short as can be.
tournament-standings = standings
tournament-points = points
# The letters of the tie-breaks: Buchholz, Sonneborn-Berger, direct encounter, wins.
tournament-b = B
tournament-sb = SB
tournament-d = D
tournament-w = wins
tournament-about-b = B decides between equal points: the points of all opponents but the weakest (Buchholz). Then SB, D and wins.
tournament-about-sb = SB is the points of each opponent times your score against them (Sonneborn-Berger): a win against a strong player counts more.
tournament-about-d = D is the points from the games against those with as many points, if all of them have met (direct encounter).
tournament-about-w = If nothing else decides, more games won come first.
# The title of the pairings of a round.
tournament-round = round { $round }
# The title of the games of an arena.
tournament-arena-games = games
tournament-your-game = Your game against { $name }
# The same on a narrow screen.
tournament-your-game-short = against { $name }
tournament-bye = You have no opponent in this round: it counts as won.
tournament-free = no opponent
tournament-is-ready = (ready)
tournament-by-itself = Your table opens by itself.
tournament-enter = Press { $key } to enter.
tournament-entered = You are in. Your table opens by itself.
tournament-no-game = That pairing has no game yet.

## Questions, and what was typed

tournament-ask-withdraw = Leave the tournament? A game that goes on is lost.
tournament-ask-next-round = Start the next round now?
tournament-ask-hold = Stop the countdown for everyone?
tournament-ask-go-on = Let the countdown run again?
tournament-ask-end = Finish the tournament for everyone? Games that go on do not count.
tournament-no-entrant = { $name } is not in this tournament
tournament-no-score = write 1-0, 0-1 or 1/2-1/2, for an earlier game with its number: 1: 1-0

## The screen for a projector

tournament-round-over = over in this round
tournament-scan = Scan to enter or to watch, or open
# Below the address of the server.
tournament-with-code = with the code { $code }

## The form. The explanations say what a line means.

tourney-name = Name
tourney-about-name = What the lobby and the wall call it.
tourney-format = Format
tourney-about-swiss = Swiss: equals meet in each round, and everyone plays to the end.
tourney-about-robin = Round robin: everyone meets everyone.
tourney-about-knockout = Knockout: the loser of a pairing is out.
tourney-about-arena = Arena: for a fixed time, free players are paired at once. A win gives 2, a draw 1; both count double after two wins in a row.
tourney-rounds = Rounds
tourney-about-rounds = Five are enough for up to 16 players, seven for up to 64.
tourney-twice = Twice
tourney-about-twice = Everyone meets everyone a second time.
tourney-third = Third place
tourney-about-third = The losers of the semi-finals play for the third place.
tourney-length = Time
tourney-about-length = The arena ends after this time; games that go on then do not count.
tourney-games = Games each
tourney-about-games = Games of each pairing, with colours exchanged after each. Two are fair: the first move is an advantage.
tourney-start = Begins in
tourney-about-start = Time to enter. You can start the first round before.
tourney-bots = Bots
tourney-about-bots = One comes if the number of players is odd, so that no player has to sit out.
tourney-up-to = Bots fill up to
tourney-about-up-to = At the first round bots make up this number of players.
tourney-late = Late entries
tourney-about-late = People may enter after the first round has begun.
tourney-pause = Between rounds
tourney-about-pause = The next round begins after this time, or when everyone is ready.
tourney-come = Come within
tourney-about-come = A player who has not come to the table after this time loses the game.
tourney-about-game = The game that everyone plays.
tourney-about-clock = The time of each player for a game, and what each move adds.
tourney-about-rated = Games between two people who own their names count for ratings.
tourney-about-listed = In the lobby everyone finds it; otherwise only its code leads to it.
tourney-about-open = Opens the entries. You play only if you enter, too.
tourney-open = Open the entries
# The name that the form begins with.
tourney-evening = An evening of games
tourney-swiss = Swiss
tourney-arena = Arena
tourney-by-hand = when you say
tourney-no-bots = none
tourney-even = an even number
tourney-type = { $key } types the name
tournament-elsewhere = your tournament is at another server; you are back in it when you leave this game
