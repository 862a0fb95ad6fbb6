## Moves

errors-game-over = la partida ha terminado
errors-off-board = { $square } está fuera del tablero, que tiene { $columns } columnas y { $rows } filas; juega dentro
errors-occupied = { $square } está ocupado; juega donde el tablero esté libre
errors-column-full = la columna { $column } está llena; juega en { $open }
errors-column-full-elsewhere = la columna { $column } está llena; juega en otra parte
errors-one-or-other = { $others } o { $last }
errors-forbidden = { $square } está prohibida ({ $kind }); juega en otro punto
errors-no-move = { $text } no es una jugada aquí; escribe { $expected }
errors-moves-are-columns = una columna, de 1 a { $last }
errors-moves-are-squares = una letra y una fila, de a1 a { $last }
errors-or-command = { $error }, o una orden (help las enumera)
errors-no-square = { $text } no es una casilla; escribe una letra y una fila, de a1 a t20, como h8
errors-no-choice = eso no se puede elegir ahora

## Games and boards

errors-unknown-game = juego desconocido: { $name }; elige uno de estos: { $known }
errors-no-board = { $text } no es un tablero; escribe columnas x filas x piedras en línea y después cómo se ponen, por ejemplo 9x7x5:falls, 12x12x6:free o 19x19x5:exact
errors-width = la anchura debe ser de 3 a 20, no { $given }
errors-height = la altura debe ser de 3 a 20, no { $given }
errors-in-row = las piedras en línea deben ser de 3 a 10, no { $given }
errors-row-too-long = { $count } en línea no caben en un tablero de { $columns } x { $rows }; cambia uno de los dos

## Clocks and numbers

errors-clock-initial = el tiempo inicial debe ser de 1s a 24h, no { $time }
errors-clock-increment = el incremento debe ser como máximo 1h, no { $time }
errors-no-time = { $text } no es un tiempo; escribe un número y h, m, s o ms, como 5m o 90s
errors-grace = el tiempo de ausencia permitido debe ser de 1s a 24h, no { $given }
errors-number = { $what }: de { $low } a { $high }, no { $given }
errors-number-depth = profundidad de un bot
errors-number-pace = ritmo
errors-number-repeat = repeticiones de un encuentro
errors-number-think-time = tiempo de un bot por jugada, en milisegundos
errors-number-grace = tiempo de ausencia permitido, en milisegundos
errors-number-time = tiempo en milisegundos

## Bots, names, codes

errors-no-bot = { $text } no es un tipo de bot; un tipo es una palabra de 24 letras minúsculas como máximo, por ejemplo negamax
errors-no-bot-option = { $text } no es una opción; escribe su nombre, = y un número entero tras una coma, cada nombre una vez y como máximo 8, por ejemplo temperature=20
errors-no-name = { $text } no es un nombre; un nombre tiene de 1 a 20 caracteres imprimibles
errors-no-chat = una línea de chat tiene de 1 a 200 caracteres imprimibles
errors-no-side = { $text } no es un lado; di first o second
errors-no-room-code = { $text } no es un código de sala; un código son 6 caracteres de { $alphabet }
errors-not-in-room-codes = { $text } no es un código de sala: ninguno tiene "{ $letter }"; un código son 6 caracteres de { $alphabet }
errors-no-tournament-code = { $text } no es el código de un torneo; un código son 6 caracteres de { $alphabet }
errors-or-link = { $problem }; o escribe un enlace, como http://192.168.1.5:4270/#K7QM2X
errors-hand-over-link = este enlace pasa un lugar a otro dispositivo: dáselo a enlinea join; o quita el punto y lo que le sigue para mirar o tomar un lugar libre: { $link }
errors-no-player-id = { $text } no es un identificador de jugador; es un número entero
errors-no-seed = { $text } no es una semilla; es un número entero menor que 2^64
errors-no-server-id = { $text } no es un identificador de servidor; son 32 cifras hexadecimales
errors-no-hand-over-code = un código para tomar un lugar son 8 caracteres de { $alphabet }
errors-not-found = no existe ese archivo o directorio
errors-not-permitted = permiso denegado
errors-is-directory = es un directorio
errors-no-token = un token son 32 cifras hexadecimales

## What a server sends

errors-unknown-game-here = este programa no conoce el juego { $name }; usa una versión posterior
errors-impossible-game = el servidor envió una partida imposible: { $reason }
