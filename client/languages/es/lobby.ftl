## The list

lobby-present = presentes: { $count }
lobby-yours = tus partidas
lobby-waiting = buscan rival · { $count }
lobby-waiting-short = buscan rival · { $count }
lobby-played = en curso · { $count }
lobby-tournaments = torneos
lobby-new = nueva


lobby-state-locked = bloqueada
lobby-state-over = terminada
lobby-state-move = jugada { $number }
lobby-state-watching = { $count ->
    [one] mira { $count }
   *[other] miran { $count }
    }

lobby-own = tu partida
lobby-own-your-turn = te toca
lobby-own-their-turn = le toca al rival
lobby-own-ply = jugada { $ply }
lobby-own-waiting = esperando
lobby-own-over = terminada
lobby-finished = { $count ->
    [one] { $count } partida recién terminada
   *[other] { $count } partidas recién terminadas
    }
lobby-rated = con puntuación

## In place of an empty list. The lines after the first say what a key does.

lobby-none = No hay partidas abiertas.
lobby-none-new = abre una partida, contra un bot o con alguien
lobby-none-quick = juega con quien busque rival
lobby-none-code = entra en una sala por su código
lobby-none-like = No hay ninguna partida así.

## The filter

lobby-filter-games = todos los juegos
lobby-filter-search = buscar
lobby-filter-states = todas
lobby-filter-open = lugares libres
lobby-filter-running = en curso

## Beside the list

lobby-here = aquí ahora · { $count }
lobby-here-join = otros entran con
lobby-here-key = y comparan esta clave
lobby-here-more = y { $count } más

## Below the list

lobby-join-with = otros entran con { $url }
lobby-talk = charla
lobby-ignore = ignorar

## Notices

lobby-invite = otros entran con { $urls }
lobby-invite-key = otros entran con { $urls } y comparan esta clave: { $key }
lobby-invitation-key = Para que sepan que es tu servidor: { $key }
lobby-muted = lo que dice { $name } queda oculto
lobby-muted-key = lo que dice { $name } queda oculto; { $key } y el nombre lo muestran otra vez
lobby-unmuted = lo que dice { $name } se muestra otra vez
lobby-seats-taken = los dos lugares de { $room } están ocupados: miras la partida
