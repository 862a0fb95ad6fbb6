records-at = línea { $line }, columna { $column }: { $problem }
records-moves-at = jugada { $ply }, en el carácter { $column } de las jugadas: { $problem }

records-unexpected = aquí dice { $found }, se esperaba { $expected }
records-truncated = el texto termina aquí, se esperaba { $expected }
records-wanted-move = una jugada o el resultado: 1-0, 0-1, 1/2-1/2 o *
records-wanted-value = un valor entre comillas, como en [First "Ana"]
records-wanted-tag-end = ] al final de la etiqueta
records-wanted-comment = un comentario
records-wanted-time = un tiempo de reloj, como en [%clk 0:04:58.3]
records-open-value = el valor no termina; se esperaba " antes del fin de la línea
records-open-comment = el comentario no termina; se esperaba {"}"} detrás
records-no-comment = {"}"} no cierra ningún comentario; se esperaba una jugada o un resultado
records-open-variation = la variante no termina; se esperaba ) detrás
records-no-variation = ) no cierra ninguna variante; se esperaba una jugada o un resultado
records-late-tag = hay una etiqueta entre las jugadas; escríbela encima de ellas
records-repeated-tag = la etiqueta { $name } está dos veces; escríbela una vez
records-empty = el texto está vacío; se esperaba una partida con sus etiquetas, como en [Variant "connect-four"]
records-no-game = las etiquetas no dicen el juego; escríbelo encima de las jugadas, como en [Variant "connect-four"]
records-two-results = el resultado { $result } contradice la etiqueta [Result "{ $tagged }"]; escribe lo mismo en los dos sitios
records-move-number = el número de jugada es { $found }, se esperaba { $expected }
records-early-time = hay un tiempo de reloj antes de la primera jugada; escríbelo detrás de su jugada
records-two-times = la jugada ya tiene un tiempo de reloj; escribe uno
records-trailing = tras el resultado hay { $character }; termina ahí

records-game-over = la partida terminó con la jugada { $ply }; termina ahí las jugadas
records-derived-tag = la etiqueta { $name } se pone con la partida, su resultado o su apertura, no por sí sola
records-tag-name = { $name } no es un nombre de etiqueta; un nombre es una palabra de letras, cifras y guiones bajos, como First
records-no-opening = { $game } no se abre con { $rule }; quita la etiqueta
records-opening-choices = las elecciones { $choices } no son posibles en { $rule }
records-opening-too-short = { $expected ->
    [one] la última elección de la apertura viene tras { $expected } jugada, y hay { $plies }
   *[other] la última elección de la apertura viene tras { $expected } jugadas, y hay { $plies }
    }
records-opening-no-choice = { $expected ->
    [one] tras { $expected } jugada viene una elección, y hay { $plies }; dila en la etiqueta
   *[other] tras { $expected } jugadas viene una elección, y hay { $plies }; dila en la etiqueta
    }
records-no-result = { $text } no es un resultado; escribe 1-0, 0-1, 1/2-1/2 o *
records-contradiction = el resultado { $result } contradice el tablero; tras estas jugadas es { $expected }
records-unknown-game = el juego { $name } no se conoce; usa una versión posterior
records-illegal-ply = la jugada { $ply } no es legal: { $reason }
