## A game in the list: short words, since each stands in a column

history-game-gomoku-15 = Gomoku 15
history-game-gomoku-20 = Gomoku 20
history-won = ganada
history-drawn = tablas
history-lost = perdida
history-no-result = anulada
history-how-four = cuatro en línea
history-how-five = cinco en línea
history-how-line = una línea
history-how-full-board = tablero lleno
history-how-resignation = abandono
history-how-flag = por tiempo
history-how-agreement = de acuerdo
history-how-claim = se fue
history-beat = { $winner } ganó a { $loser }
history-met = { $first } y { $second }
history-how-and-moves = { $count ->
    [one] { $how }, { $count } jugada
   *[other] { $how }, { $count } jugadas
    }
history-result = resultado

## Days

history-today = hoy
history-yesterday = ayer
history-day = { $day } de { $month }
history-day-of-year = { $day } de { $month } de { $year }
history-january = enero
history-february = febrero
history-march = marzo
history-april = abril
history-may = mayo
history-june = junio
history-july = julio
history-august = agosto
history-september = septiembre
history-october = octubre
history-november = noviembre
history-december = diciembre

## The filter, in the order of the line; parts are divided by dots

history-anyone = Todos los jugadores
history-against-anyone = { $player } contra cualquiera
history-against-people = { $player } contra personas
history-against-bots = { $player } contra bots
history-against = { $player } contra { $opponent }
history-all-games = todos los juegos
history-any-result = cualquier resultado
history-any-time = siempre
history-days = { $count ->
    [one] el último { $count } día
   *[other] los últimos { $count } días
    }
history-moves-range = de { $least } a { $most } jugadas
history-moves-from = al menos { $least } jugadas
history-filter = filtrar
history-filter-unknown = { $word } no es una de las palabras para partidas; escribe nombres, un juego ({ $games }), won, drawn o lost, today o 30d, 20-40 para las jugadas, people o bots

## Below the list, and in its place

history-place = partidas { $first } a { $last }
history-place-of = partidas { $first } a { $last } de { $total }
history-many = más de 1000
history-older = { $key } anteriores
history-newer = { $key } posteriores
history-none = no hay partidas así

## Notices

history-no-profile = Ese jugador no tiene perfil.
history-no-moves = El servidor solo tiene el resultado de esta partida.
history-no-records = El servidor solo tiene los resultados de estas partidas.
history-link-copied = Copiado: { $link }

## A profile. The first texts are titles of sections.

profile-ratings = puntuaciones
profile-uncertain = ? se basa en muy pocas partidas para comparar
profile-levels = nivel contra bots
profile-results = resultados: ganadas, tablas, perdidas
profile-opponents = rivales más frecuentes
profile-best-wins = mejores victorias
profile-games = últimas partidas
profile-since = { $count ->
    [one] aquí desde { $day } · { $count } partida
   *[other] aquí desde { $day } · { $count } partidas
    }
profile-level = cerca del nivel { $level }, entre { $lowest } y { $highest }
profile-level-short = cerca del nivel { $level }
profile-score = { $won } · { $drawn } · { $lost }

## The order of the players of a game. The first texts are heads of columns.

leaderboard-name = nombre
leaderboard-rating = puntuación
leaderboard-at-least = al menos
leaderboard-games = partidas
leaderboard-change = hoy
leaderboard-form = últimas 10
leaderboard-all-time = siempre
leaderboard-unplaced = aún sin puesto
leaderboard-you = tú
leaderboard-none = aún no hay partidas con puntuación
leaderboard-about = Los puestos van por «al menos»: la puntuación menos dos veces su ±. Para tener puesto hacen falta cinco partidas con puntuación, contra al menos dos rivales. Las partidas con bots nunca puntúan.
