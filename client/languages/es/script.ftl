## A table

script-room = sala { $room }: { $game }, { $clock }
script-room-opening = sala { $room }: { $game }, { $opening }, { $clock }
script-no-clock = sin reloj
script-clock = reloj { $clock }
script-seat-marked = { $side } ({ $mark })
script-seat-coloured = { $side }, { $colour } ({ $mark })
script-seat-held = { $seat }: { $name }
script-seat-yours = { $seat }: { $name }, tú
script-you-watch = estás mirando
script-seat-is-open = hay un lugar libre; otros lo ocupan con: enlinea join { $room }
script-after-plies = partida { $game }, tras la jugada { $ply }:
script-first = { $name } (primer lado)
script-second = { $name } (segundo lado)
script-column = columna { $column }
script-watch = { $count ->
    [0] nadie está mirando
    [one] { $count } mirando
   *[other] { $count } mirando
    }
script-watch-names = { $count ->
    [one] { $count } mirando: { $names }
   *[other] { $count } mirando: { $names }
    }
script-and-more = { $names } y { $more } más
script-nobody-watches = nadie está mirando
script-nobody-watches-now = ya no mira nadie

## What happens at it. $who is script-first or script-second.

script-sits-first = { $name } ocupa el primer lugar
script-sits-second = { $name } ocupa el segundo lugar
script-vacated-first = el primer lugar vuelve a estar libre
script-vacated-second = el segundo lugar vuelve a estar libre
script-away = { $who } no está
script-away-claim = { $who } no está; la partida se puede reclamar tras { $seconds } s
script-back = { $who } ha vuelto
script-begins = empieza la partida { $game }: { $first } es el primer lado, { $second } el segundo
script-played = { $ply }. Juega { $name } ({ $side }): { $cell }
script-played-left = { $ply }. Juega { $name } ({ $side }): { $cell }, quedan { $left }
script-played-colour = { $ply }. Juega { $name } ({ $side }): { $cell }, { $colour }
script-played-colour-left = { $ply }. Juega { $name } ({ $side }): { $cell }, { $colour }, quedan { $left }
script-score = marcador: { $first } { $wins }, { $second } { $losses }, tablas { $draws }
script-offers-draw = { $who } ofrece tablas
script-declines-draw = { $who } rechaza las tablas
script-asks-takeback = { $count ->
    [one] { $who } pide deshacer una jugada
   *[other] { $who } pide deshacer { $count } jugadas
    }
script-declines-takeback = { $who } no acepta deshacer
script-takes-back = { $plies ->
    [one] { $who } deshace; queda { $plies } jugada
   *[other] { $who } deshace; quedan { $plies } jugadas
    }
script-offers-rematch = { $who } ofrece la revancha
script-declines-rematch = { $who } rechaza la revancha
script-clocks = reloj: primer lado { $first }, segundo lado { $second }
script-thinks = { $name } lleva pensando { $time }
script-thinks-depth = { $name } lleva pensando { $time }, profundidad { $depth }
script-forbidden = prohibido: { $points }
script-locked = ya no se deja entrar a nadie más
script-unlocked = se deja entrar de nuevo
script-removed = expulsan de la sala a { $name }
script-chat-closed = el chat está cerrado
script-chat-open = el chat vuelve a estar abierto

## Whose turn it is

script-your-turn = te toca: tu lado es el { $seat }
script-to-move = le toca a { $who }
script-nobody-to-move = no le toca a nadie

## Openings with choices. The words in $choices that are typed stay as they are.

script-choose = te toca: elige { $choices }
script-place-one = te toca: pon { $stones }, { $next }
script-place = te toca: pon { $stones }, la siguiente es de las { $next }
script-other-chooses = le toca elegir a { $who }: { $choices }
script-other-places = { $who } pone { $stones }
script-stones = { $count ->
    [one] { $count } piedra
   *[other] { $count } piedras
    }
script-stones-more = { $count ->
    [one] { $count } piedra más
   *[other] { $count } piedras más
    }
script-colour-marked = { $colour } ({ $mark })
script-choice-two = dos piedras más
script-chooses = { $who } elige { $choice }
script-colours = { $who } juega con { $mine }, { $other } con { $theirs }

## The end of a game. $how is one of the messages script-how-...

script-over-you-win = fin de la partida: has ganado, { $who }, { $how }
script-over-wins = fin de la partida: gana { $who } { $how }
script-over-draw = fin de la partida: tablas, { $how }
script-over-no-result = fin de la partida sin resultado: { $how }
script-how-line = con { $cells } en línea
script-how-resignation = por abandono de { $name }
script-how-flag = porque se acabó el tiempo de { $name }
script-how-claim = por ausencia de { $name }
script-how-bot-failed = porque { $name } no hizo ninguna jugada legal
script-how-full-board = el tablero está lleno
script-how-agreed = de común acuerdo
script-how-aborted = anulada
script-how-first-move = la primera jugada no llegó a tiempo
script-how-first-choice = la elección no llegó a tiempo
script-how-abandoned = ausencia de los dos lados
script-how-closed = cerrada por el anfitrión
script-how-resigned = abandono
script-how-out-of-time = tiempo agotado
script-how-claimed = partida reclamada
script-how-a-bot-failed = fallo de un bot
script-how-other = por { $reason }

## What a bot thought, and what positions are worth

script-thought = { $ply }. { $name } pensó: { $found }
script-exact = exacto
script-not-exact = no exacto
script-depth = profundidad { $depth }
script-nodes = { $nodes ->
    [one] { $nodes } nodo en { $time } ms
   *[other] { $nodes } nodos en { $time } ms
    }
script-expects = espera { $moves }
script-after-ply = tras la jugada { $ply }: { $found }
script-no-value = ninguna jugada tiene valor
script-not-analysed = { $game } no se analiza: los tableros con caída pueden tener 19 filas, y 64 casillas contando una fila vacía arriba, los demás deben ser de los que juega el bot threat
script-mistake-won = jugada { $ply }: { $made } es un error, { $best } ganaba
script-mistake-drew = jugada { $ply }: { $made } es un error, { $best } llevaba a tablas
script-blunder-won = jugada { $ply }: { $made } es un error grave, { $best } ganaba

## Answers at a table

script-no-move-yet = aún no se ha jugado nada
script-last = { $ply }. { $cell }, de { $who }
script-last-colour = { $ply }. { $cell }, { $colour }
script-nobody-has-clock = nadie tiene reloj en esta partida
script-left = { $who }: quedan { $left }
script-left-running = { $who }: quedan { $left }, en marcha
script-none-over = ninguna: la partida ha terminado
script-cells = { $cells ->
    [one] { $legal } de las { $cells } casillas
   *[other] { $legal } de las { $cells } casillas
    }

## A session

script-connected = conexión con { $server } como { $name }
script-connected-again = conexión recuperada
script-server-stops = el servidor se apaga; las partidas que guarda siguen cuando vuelva a funcionar
script-host-says = aviso del servidor: { $text }
script-play-again = escribe rematch para jugar otra vez, o leave
script-ask = pregunta board, last, moves, clocks, who o analyse, o leave para salir
script-refused = rechazado: { $problem }
script-replaced = otro cliente ha vuelto a tu lugar; sigue allí, o entra otra vez para recuperarlo
script-closed = la sala se cerró, nadie ocupó a tiempo su lugar libre; abre otra
script-sent-out = quien abrió la sala te ha expulsado; entra en otra
script-out-of-room = estás fuera de la sala: { $why }
script-input-ended = la entrada ha terminado y te toca: saliendo; tu lugar se conserva, vuelve con: enlinea join { $room }
script-input-ended-unsaved = la entrada ha terminado y te toca: saliendo; no hay camino de vuelta a tu lugar, porque no se pudo guardar
script-input-ended-here = la entrada ha terminado y te toca: saliendo, y el servidor de aquí se detiene; tu lugar se conserva, vuelve con: enlinea join { $room }
script-input-ended-lost = la entrada ha terminado y te toca: saliendo, y el servidor de aquí se detiene; sus partidas están solo en la memoria y se pierden con él
script-no-message = esa línea no es un mensaje del protocolo ({ $problem }); su forma está en PROTOCOL.md
script-only-watch = solo estás mirando; escribe say TEXTO, board, help o leave
script-over-not-played = la partida ha terminado, { $text } no se juega
script-not-your-turn = no te toca: { $turn }; espera la siguiente posición
script-no-choice-now = { $text } no se puede elegir ahora; { $turn }
script-no-choice = { $text } no se puede elegir; { $turn }
script-nothing-offered = no te ofrecen nada; haz tú la oferta: draw, takeback, rematch
script-interrupted = interrumpido
script-interrupted-seat = interrumpido; tu lugar en una partida en curso se conserva, vuelve con enlinea join
script-interrupted-unsaved = interrumpido; no hay camino de vuelta a tu lugar en una partida en curso, porque no se pudo guardar
script-interrupted-here = interrumpido; tu lugar en una partida en curso se conserva y el servidor de aquí se ha detenido: enlinea join lo inicia otra vez
script-interrupted-lost = interrumpido; el servidor de aquí se ha detenido, y sus partidas, solo en la memoria, se han perdido
script-lost = se perdió la conexión ({ $why }); intentando volver
script-not-sent = no enviado: escríbelo otra vez cuando vuelva la conexión
script-line-long = una línea tiene como mucho { $most } caracteres, y esta tiene { $length }: no se ha dicho nada; dilo en varias líneas
script-kept-choice = tu elección se guarda: se envía cuando vuelva la conexión
script-kept-leaving = sales cuando vuelva la conexión; Ctrl-C termina el programa enseguida
script-ended = la conexión terminó
script-not-kept = la partida no se guarda en la biblioteca: { $problem }
script-answer-missing = la conexión terminó antes de la respuesta; prueba otra vez

## Lists

script-no-server-found = no se encontró ningún servidor; inicia uno con enlinea-server, o indica uno con --server
script-no-room = no hay salas abiertas; abre una con: enlinea new
script-no-other-room = no hay otras salas abiertas; abre una con: enlinea new
script-other-rooms = otras salas:
script-own-games = tus partidas; entra en una con: enlinea join CÓDIGO
script-own-against = contra { $opponent }
script-own-your-turn = te toca
script-own-their-turn = le toca al rival
script-own-most = { $most ->
    [one] un servidor muestra como máximo { $most } partida; puede haber más
   *[other] un servidor muestra como máximo { $most } partidas; puede haber más
    }
script-own-untold = en la lista pueden faltar tus partidas: { $problem }
script-present = { $count ->
    [one] { $count } conexión: { $names }
   *[other] { $count } conexiones: { $names }
    }
script-against = { $first } contra { $second }
script-room-seating = hay un lugar libre
script-room-playing = en la jugada { $ply }
script-room-over = terminada
script-no-spectators = sin público
script-bot-plays = juega a { $games }
script-every-game = todos los juegos con nombre
script-bots-own-board = quién juega en otro tablero: enlinea bots --game custom:9x7x5:falls
script-bot-openings = aperturas: { $openings }
script-bot-depth = { $levels }, { $depth } si no se dice
script-bot-strength = Elo sobre random: { $strength }
script-bot-options = opciones: { $options }
script-bot-option = { $name } de { $least } a { $most } ({ $default })

## Games that are kept

script-no-games = aún no se ha guardado ninguna partida terminada: se guardará toda la que juegues o mires hasta el final; para las que siguen en juego: enlinea rooms
script-games-directory = los archivos están en { $directory }
script-on-server = en el servidor:
script-plies = { $count ->
    [one] { $count } jugada
   *[other] { $count } jugadas
    }
script-watched = mirada
script-reason-line = línea
script-reason-full-board = tablero lleno
script-reason-resignation = abandono
script-reason-flag = tiempo
script-reason-agreement = acuerdo
script-reason-claim = ausencia
script-reason-aborted = anulada
script-reason-first-move = sin primera jugada
script-reason-abandoned = ausencia de los dos lados
script-reason-bot-failed = fallo del bot
script-reason-closed = cerrada
script-file-exists = { $file }: { $problem }; se deja como está, indica otro archivo
script-written = escrito en { $file }
script-tag-variant = Juego: { $value }
script-tag-first = Primero: { $value }
script-tag-second = Segundo: { $value }
script-tag-clock = Reloj: { $value }
script-tag-opening = Apertura: { $value }
script-tag-date = Fecha: { $value }
script-tag-room = Sala: { $value }
script-tag-result = Resultado: { $value }
script-tag-reason = Motivo: { $value }
script-replayed = { $ply }. { $side }: { $made }
script-replayed-left = { $ply }. { $side }: { $made }, quedan { $left }
script-result = resultado: { $result }
script-part-of-game = esta es la partida como se guardó mientras seguía; el resto no se ha podido obtener: { $problem }
script-none-kept = no se guarda ninguna partida de la sala { $room }; la última puede estar en el servidor, como { $room }
script-number-not-kept = la partida { $number } de la sala { $room } no está guardada; las hay: { $numbers }
script-kept-nowhere = las partidas no se guardan, porque no hay directorio personal; indica uno con --data
script-library-unreadable = no se puede leer la biblioteca: { $problem }

## The key of the person

script-key = clave: { $file }
script-fingerprint = huella: { $key }
script-name-at = nombre: { $name } en { $server }
script-no-name-at = nombre: ninguno en { $server }; toma uno con: enlinea rename NOMBRE
script-name-empty = de ese nombre no queda nada; un nombre tiene de 1 a 20 caracteres imprimibles
script-name-cut = ese nombre quedaría cortado en { $name }; un nombre tiene de 1 a 20 caracteres imprimibles
script-you-are = eres { $name } en { $server }
script-name-yours = { $wanted } es tuyo en { $server }; eres { $name } mientras otra persona esté ahí como { $wanted }
script-other-name-set = --name, ENLINEA_NAME o la configuración indican { $name }, que se toma en el próximo inicio
script-key-secret = quien tenga esta línea eres tú en todos los servidores; guárdala como una contraseña
script-cannot-read = no se puede leer { $file }: { $problem }
script-former-key = la clave anterior es ahora { $file }
script-your-key = tu clave es { $key }
script-no-key-directory = no hay directorio para tu clave; indica uno con --data
script-binds-no-names = ese servidor no asocia nombres a claves
script-key-not-sent = tu clave no se envía donde otros pueden leerla, y sin ella no tienes nombre ahí; --key-in-clear la envía

## Other commands

script-tv = tv es una pantalla y necesita un terminal; enlinea watch CÓDIGO escribe una partida en líneas
script-forgotten = { $server } queda olvidado; se recordará la clave que tenga la próxima vez
script-no-server-known = no se conoce { $server }; no se conoce ningún servidor
script-server-not-known = no se conoce { $server }; se conocen { $servers }
script-no-game-directory = no hay directorio para guardar partidas; indica uno con --data, o no guardes nada: --store memory
script-serving = sirviendo; otros se conectan con: enlinea --server { $url }
script-its-key = su clave: { $key }
script-game-waits = una partida tuya espera aquí; vuelve a ella con: enlinea join { $room }
script-no-server-inside = este programa se construyó sin servidor; inicia enlinea-server e indícalo con --server
script-no-output = no se puede escribir en la salida estándar: { $problem }
script-config-absent = { $file }, que no existe
script-origin-default = por omisión
script-origin-file = este archivo
script-origin-flag = línea de órdenes
script-not-set = { $name } no tiene valor
script-no-manual = no se escribe el manual: { $problem }
