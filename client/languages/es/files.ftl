## The key of the person

files-key-unreadable = no se puede leer tu clave en { $file } ({ $problem }) y se deja como está; recupérala de una copia o toma otra: enlinea import-key --force
files-other-key = { $file } tiene otra clave, { $key }, a la que pertenecen tus nombres; --force la guarda al lado y toma esta
files-key-unkept = la clave que había no se puede guardar ({ $problem }), así que se queda en su sitio
files-key-unsaved = tu clave no se puede guardar en { $directory } ({ $problem }); indica otro directorio con --data
files-no-key = esto no es una clave; una clave es una línea que empieza por { $prefix }, como la escribe enlinea export-key

## Servers that are remembered

files-servers-unreadable = no se puede leer { $file } ({ $problem }), así que las claves de los servidores no se pueden comprobar; repáralo o indica otro directorio con --data
files-server-unclear = no se entiende lo que { $file } dice de { $server }, así que su clave no se puede comprobar; repara la línea o bórrala: enlinea forget { $server }
files-servers-unsaved = las claves de los servidores no se pueden guardar en { $file } ({ $problem }); indica otro directorio con --data

## Seats to return to

files-seats-unkept = el camino de vuelta a tus lugares no se puede guardar en { $directory } ({ $problem }); el juego sigue, indica otro directorio con --data para tenerlo
files-seats-nowhere = el camino de vuelta a tus lugares no se puede guardar en el directorio de datos, porque no hay directorio personal; el juego sigue, indica otro directorio con --data para tenerlo
files-seats-unreadable = no se puede leer { $file } ({ $problem }); no se conoce ningún camino de vuelta a un lugar
files-seats-set-aside = { $count ->
    [one] no se entiende { $count } entrada de { $file }; el archivo como estaba es ahora { $aside }, y las demás se conservan
   *[other] no se entienden { $count } entradas de { $file }; el archivo como estaba es ahora { $aside }, y las demás se conservan
    }
files-seats-not-set-aside = { $count ->
    [one] no se entiende { $count } entrada de { $file }; no se puede apartar ({ $problem }), y las demás se conservan
   *[other] no se entienden { $count } entradas de { $file }; no se pueden apartar ({ $problem }), y las demás se conservan
    }
files-seats-moved = no se entiende { $file } ({ $problem }); ahora es { $aside }, y no se conoce ningún camino de vuelta a un lugar
files-seats-not-moved = no se entiende { $file } ({ $problem }); tampoco se puede apartar ({ $error }), y no se conoce ningún camino de vuelta a un lugar

## Settings

files-settings-wrong = los ajustes { $file }: { $problem }; corrige el archivo o quítalo de ahí
files-settings-too-long = pasa de { $most } KiB
files-settings-wrong-line = los ajustes { $file }, línea { $line }: { $problem }; corrige el archivo o quítalo de ahí
# $given is in quotes, $known are words to choose from.
files-settings-choice = { $given } no está entre { $known }

## Themes

files-no-theme = { $file } no es un tema ({ $names }) ni un archivo: { $problem }
files-theme-line = el tema { $file }, línea { $line }: { $problem }; un tema es uno de { $names }, o un archivo con colores
files-theme-base = base debe ser uno de { $names }
files-theme-names = names deben ser dos textos
files-theme-key = { $key } no se entiende; un tema tiene base, names, groove, [colours], [dark] y [light]
files-theme-part = { $name } no es una parte de un tema; las partes son { $known }
files-theme-colour = { $name } debe ser "#RRGGBB" o ["#RRGGBB", 0 a 255, 0 a 15]

## Records of games

files-problem = { $file }: { $problem }
files-damaged-game = { $file }: partida { $number }: { $problem }
files-standard-input = entrada estándar
files-record-unreadable = { $file }: no se puede leer: { $problem }
files-no-file-no-room = no hay tal archivo, y el nombre tampoco es un código de sala
files-several-games = { $file } tiene { $count } partidas; elige una con --number, de 1 a { $count }
files-no-such-game = { $file } tiene { $count ->
    [one] { $count } partida
   *[other] { $count } partidas
    }, así que no hay partida { $number }
files-no-record-sent = el servidor envió un registro que no lo es: { $problem }
files-format-unknown = no es una partida en un formato que se pueda leer: registros de este programa, Piskvork (.psq), SGF (gomoku y renju)

## Games of other programs

files-foreign-move = jugada { $number }, { $text }: { $problem }
files-foreign-no-move = no es una casilla del tablero
files-foreign-renju = el renju se juega solo en 15 x 15
files-psq-size = la primera línea no tiene tamaño; un archivo de Piskvork empieza con una línea como Piskvorky 20x20, 11:11, 0
files-sgf-other-game = GM[{ $game }] es otro juego; el gomoku es GM[4]
files-sgf-size = falta el tamaño del tablero; escríbelo, como en SZ[15]
files-sgf-setup = empieza con piedras en el tablero; solo se leen partidas desde la primera jugada
files-sgf-turn = la jugada { $number } está fuera de turno; negras y blancas se alternan
files-sgf-open = el texto termina demasiado pronto; una partida SGF acaba con )
