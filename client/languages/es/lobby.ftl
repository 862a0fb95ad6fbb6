## The list

lobby-rooms = Salas ({ $count }) - presentes: { $present }
lobby-rooms-filtered = Salas ({ $shown } de { $count }): { $filter }
lobby-head-code = código
lobby-head-game = juego
lobby-head-players = jugadores
lobby-head-clock = reloj
lobby-head-state = estado

lobby-state-locked = bloqueada
lobby-state-open = libre: ¡entra!
lobby-state-ply = jugada { $ply }
lobby-state-over = terminada
lobby-state-watched = { $count ->
    [one] { $state }, mira { $count }
   *[other] { $state }, miran { $count }
    }

lobby-own = tuya
lobby-own-your-turn = ¡te toca!
lobby-own-their-turn = tuya, turno rival
lobby-own-ply = tuya, jugada { $ply }
lobby-own-waiting = tuya, en espera
lobby-own-over = tuya, terminada
lobby-finished = { $count ->
    [one] { $count } partida terminada
   *[other] { $count } partidas terminadas
    }
lobby-rated = con puntuación

## In place of an empty list. The lines after the first say what a key does.

lobby-none = No hay ninguna sala abierta.
lobby-none-new = abre una partida, contra un bot o con alguien
lobby-none-quick = juega con quien quiera jugar
lobby-none-code = va a una sala cuyo código conoces
lobby-none-like = No hay ninguna sala así.
lobby-none-like-game = pasa a otro juego
lobby-none-like-state = a salas en otro estado
lobby-none-like-text = e Intro: salas con cualquier texto

## The filter

lobby-filter-open = lugares libres
lobby-filter-running = en curso
lobby-filter-text = «{ $text }»

## Beside the list

lobby-here = Aquí
lobby-here-join = otros entran con
lobby-here-key = y comparan esta clave
lobby-here-people = gente
lobby-here-more = y { $count } más
lobby-here-bots = bots
lobby-here-bots-key = bots ({ $key } juega con uno)

## Below the list

lobby-join-with = otros entran con { $url }
lobby-talk = Charla de la sala común
lobby-talk-none = Nadie ha dicho nada todavía.

## Notices

lobby-invite = otros entran con { $urls }
lobby-invite-key = otros entran con { $urls } y comparan esta clave: { $key }
lobby-invitation-key = Para asegurarse de que llegan a ti, comparad { $key }
lobby-muted = lo que dice { $name } queda oculto
lobby-muted-key = lo que dice { $name } queda oculto; { $key } y el nombre lo muestran otra vez
lobby-muted-unknown = aquí nadie se llama { $name }; lo que diga quien tome ese nombre queda oculto
lobby-muted-unknown-key = aquí nadie se llama { $name }; lo que diga quien tome ese nombre queda oculto; { $key } y el nombre lo muestran otra vez
lobby-unmuted = lo que dice { $name } se muestra otra vez
lobby-seats-taken = los dos lugares de { $room } están ocupados: miras la partida
