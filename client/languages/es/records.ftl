records-at = línea { $line }, columna { $column }: { $problem }
records-moves-at = jugada { $ply }, en el carácter { $column } de las jugadas: { $problem }

records-game-over = la partida terminó con la jugada { $ply }; termina ahí las jugadas
records-empty = el texto está vacío; se esperaba una partida con sus etiquetas, como en [Variant "connect-four"]
records-no-game = las etiquetas no dicen el juego; escríbelo encima de las jugadas, como en [Variant "connect-four"]
