rules-title = Reglas de { $game }
rules-more = { $key }: más
rules-end = el final

## The rules, a paragraph each

rules-falls-board = Dos jugadores dejan caer fichas por turnos en un tablero vertical de { $columns } columnas y { $rows } filas.
rules-falls-drop = Una ficha cae hasta el lugar libre más bajo de su columna. En una columna llena no cabe ninguna más.
rules-falls-win = Gana quien primero tiene { $count } o más fichas seguidas: en una columna, en una fila o en cualquier diagonal.
rules-stones-board = Dos jugadores, con negras y con blancas, ponen piedras por turnos en cualquier cruce libre de un tablero de { $columns } x { $rows }. Empiezan las negras, y las piedras nunca se mueven.
rules-free-win = Gana quien primero tiene { $count } o más piedras seguidas: en una columna, en una fila o en cualquier diagonal.
rules-exact-win = Gana quien primero tiene exactamente { $count } piedras seguidas: en una columna, en una fila o en cualquier diagonal. Una línea más larga no gana.
rules-renju-win = Gana quien primero tiene cinco piedras seguidas: en una columna, en una fila o en cualquier diagonal. Las blancas ganan también con más de cinco.
rules-renju-forbidden = Como las negras empiezan, algunos puntos les están prohibidos; aparecen tachados en el tablero:
rules-renju-overline = - más de cinco: un punto que forma seis o más en línea.
rules-renju-double-four = - doble cuatro: un punto que forma dos cuatros a la vez. Un cuatro son cuatro piedras a las que una más convierte en exactamente cinco.
rules-renju-double-three = - doble tres: un punto que forma dos treses abiertos a la vez. Un tres abierto es el que una piedra más convierte en un cuatro con los dos extremos libres.
rules-renju-five = Un punto que forma exactamente cinco gana, aunque estuviera prohibido. Para las blancas nada está prohibido.
rules-draw = Si el tablero se llena y nadie ha ganado, la partida termina en empate.
rules-swap2 = La apertura es swap2, que iguala las posibilidades de los dos lados:
rules-swap2-three = - Un lado pone tres piedras en cualquier sitio: dos negras y una blanca.
rules-swap2-choice = - El otro toma las blancas y juega, o toma las negras, o pone una piedra más de cada color.
rules-swap2-last = - Tras esas dos piedras, el primer lado elige el color. Juegan las blancas.

## The opening at the table

rules-stones = { $count ->
    [one] { $count } piedra
   *[other] { $count } piedras
    }
rules-stones-more = { $count ->
    [one] { $count } piedra más
   *[other] { $count } piedras más
    }
rules-choice-two = dos piedras más
rules-choice-two-short = dos más
rules-either = { $first } o { $last }
