tv-none = No hay ninguna partida en curso que se pueda mirar. La próxima aparece aquí sola.
tv-too-small = La terminal es demasiado pequeña para un tablero. Agrándala, o haz más pequeña su letra.
tv-watched = { $count ->
    [one] { $room } { $game }, mira { $count }
   *[other] { $room } { $game }, miran { $count }
    }
tv-more = +{ $count } más
