## A game in the list: short words, since each stands in a column

history-game-gomoku-15 = Gomoku 15
history-game-gomoku-20 = Gomoku 20
history-won = wygrana
history-drawn = remis
history-lost = przegrana
history-no-result = bez wyniku
history-how-four = cztery w rzędzie
history-how-five = pięć w rzędzie
history-how-line = rząd
history-how-full-board = pełna plansza
history-how-resignation = poddana
history-how-flag = na czas
history-how-agreement = za zgodą
history-how-claim = nieobecność
history-beat = { $winner } wygrywa z { $loser }
history-met = { $first } i { $second }
history-how-and-moves = { $count ->
    [one] { $how }, { $count } ruch
    [few] { $how }, { $count } ruchy
    [many] { $how }, { $count } ruchów
   *[other] { $how }, { $count } ruchu
    }
history-result = wynik

## Days

history-today = dziś
history-yesterday = wczoraj
history-day = { $day } { $month }
history-day-of-year = { $day } { $month } { $year }
history-january = stycznia
history-february = lutego
history-march = marca
history-april = kwietnia
history-may = maja
history-june = czerwca
history-july = lipca
history-august = sierpnia
history-september = września
history-october = października
history-november = listopada
history-december = grudnia

## The filter, in the order of the line; parts are divided by dots

history-anyone = Wszyscy gracze
history-against-anyone = { $player } przeciw każdemu
history-against-people = { $player } przeciw ludziom
history-against-bots = { $player } przeciw botom
history-against = { $player } przeciw { $opponent }
history-all-games = wszystkie gry
history-any-result = dowolny wynik
history-any-time = zawsze
history-days = { $count ->
    [one] ostatni { $count } dzień
    [few] ostatnie { $count } dni
    [many] ostatnich { $count } dni
   *[other] ostatniego { $count } dnia
    }
history-moves-range = od { $least } do { $most } ruchów
history-moves-from = co najmniej { $least } ruchów
history-filter = filtruj
history-filter-unknown = { $word } nie jest jednym ze słów dla partii; napisz nazwy, grę ({ $games }), won, drawn lub lost, today lub 30d, 20-40 dla liczby ruchów, people lub bots

## Below the list, and in its place

history-place = partie { $first } do { $last }
history-place-of = partie { $first } do { $last } z { $total }
history-many = ponad 1000
history-older = { $key } starsze
history-newer = { $key } nowsze
history-none = nie ma takich partii

## Notices

history-no-profile = Ten gracz nie ma profilu.
history-no-moves = Serwer ma tylko wynik tej partii.
history-no-records = Serwer ma tylko wyniki tych partii.
history-link-copied = Skopiowano: { $link }

## A profile. The first texts are titles of sections.

profile-ratings = rankingi
profile-uncertain = ? opiera się na zbyt małej liczbie partii
profile-levels = poziom przeciw botom
profile-results = wyniki: wygrane, remisy, przegrane
profile-opponents = najczęstsi przeciwnicy
profile-best-wins = najlepsze wygrane
profile-games = ostatnie partie
profile-since = { $count ->
    [one] od { $day } · { $count } partia
    [few] od { $day } · { $count } partie
    [many] od { $day } · { $count } partii
   *[other] od { $day } · { $count } partii
    }
profile-level = około poziomu { $level }, między { $lowest } a { $highest }
profile-level-short = około poziomu { $level }
profile-score = { $won } · { $drawn } · { $lost }

## The order of the players of a game. The first texts are heads of columns.

leaderboard-name = nazwa
leaderboard-rating = ranking
leaderboard-at-least = minimum
leaderboard-games = partie
leaderboard-change = dziś
leaderboard-form = ostatnie
leaderboard-all-time = zawsze
leaderboard-unplaced = jeszcze bez miejsca
leaderboard-you = ty
leaderboard-none = nie ma jeszcze partii rankingowych
leaderboard-about = O miejscu decyduje „minimum”: ranking minus dwukrotność jego ±. Aby mieć miejsce, trzeba pięciu partii rankingowych z co najmniej dwoma graczami. Partie z botami nigdy się nie liczą.
