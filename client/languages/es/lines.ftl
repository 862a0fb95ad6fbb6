## A table

lines-room = sala { $room }: { $game }, { $clock }
lines-room-opening = sala { $room }: { $game }, { $opening }, { $clock }
lines-no-clock = sin reloj
lines-clock = reloj { $clock }
lines-seat-held = { $seat }: { $name }
lines-seat-yours = { $seat }: { $name }, tú
lines-you-watch = estás mirando
lines-seat-is-open = hay un lugar libre; otros lo ocupan con: enlinea join { $room }
lines-after-plies = partida { $game }, tras la jugada { $ply }:
lines-first = { $name } (primer lado)
lines-second = { $name } (segundo lado)
lines-column = columna { $column }
lines-watch = { $count ->
    [0] nadie está mirando
    [one] { $count } mirando
   *[other] { $count } mirando
    }
lines-watch-names = { $count ->
    [one] { $count } mirando: { $names }
   *[other] { $count } mirando: { $names }
    }
lines-and-more = { $names } y { $more } más
lines-nobody-watches = nadie está mirando
lines-nobody-watches-now = ya no mira nadie

## What happens at it. $who is lines-first or lines-second.

lines-thinks = { $name } lleva pensando { $time }
lines-thinks-depth = { $name } lleva pensando { $time }, profundidad { $depth }
lines-forbidden = prohibido: { $points }

## Whose turn it is

lines-your-turn = te toca: tu lado es el { $seat }
lines-nobody-to-move = no le toca a nadie

## Openings with choices. The words in $choices that are typed stay as they are.

lines-colours = { $who } juega con { $mine }, { $other } con { $theirs }

## What a bot thought, and what positions are worth

lines-thought = { $ply }. { $name } pensó: { $found }
lines-exact = exacto
lines-not-exact = no exacto
lines-depth = profundidad { $depth }
lines-nodes = { $nodes ->
    [one] { $nodes } nodo en { $time } ms
   *[other] { $nodes } nodos en { $time } ms
    }
lines-expects = espera { $moves }
lines-after-ply = tras la jugada { $ply }: { $found }
lines-no-value = ninguna jugada tiene valor
lines-not-analysed = { $game } no se analiza: los tableros con caída pueden tener 19 filas, y 64 casillas contando una fila vacía arriba, los demás deben ser de los que juega el bot threat
lines-mistake-won = jugada { $ply }: { $made } es un error, { $best } ganaba
lines-mistake-drew = jugada { $ply }: { $made } es un error, { $best } llevaba al empate
lines-mistake-loses = jugada { $ply }: { $made } es un error: pierde, { $best } era mejor
lines-blunder-won = jugada { $ply }: { $made } es un error grave, { $best } ganaba

## Answers at a table

lines-no-move-yet = aún no se ha jugado nada
lines-last = { $ply }. { $cell }, de { $who }
lines-last-colour = { $ply }. { $cell }, { $colour }
lines-nobody-has-clock = nadie tiene reloj en esta partida
lines-left = { $who }: quedan { $left }
lines-left-running = { $who }: quedan { $left }, en marcha
lines-none-over = ninguna: la partida ha terminado
lines-cells = { $cells ->
    [one] { $legal } de las { $cells } casillas
   *[other] { $legal } de las { $cells } casillas
    }

## A session

lines-connected = conexión con { $server } como { $name }
lines-connected-again = conexión recuperada
lines-server-stops = el servidor se apaga; las partidas que guarda siguen cuando vuelva a funcionar
lines-host-says = aviso del servidor: { $text }
lines-play-again = escribe rematch para jugar otra vez, o leave
lines-ask = pregunta board, last, moves, clocks, who o analyse, o leave para salir
lines-refused = rechazado: { $problem }
lines-input-ended = la entrada ha terminado y te toca: saliendo; tu lugar se conserva, vuelve con: enlinea join { $room }
lines-input-ended-unsaved = la entrada ha terminado y te toca: saliendo; no hay camino de vuelta a tu lugar, porque no se pudo guardar
lines-input-ended-here = la entrada ha terminado y te toca: saliendo, y el servidor de aquí se detiene; tu lugar se conserva, vuelve con: enlinea join { $room }
lines-input-ended-lost = la entrada ha terminado y te toca: saliendo, y el servidor de aquí se detiene; sus partidas están solo en la memoria y se pierden con él
lines-no-message = esa línea no es un mensaje del protocolo ({ $problem }); su forma está en PROTOCOL.md
lines-only-watch = solo estás mirando; escribe say TEXTO, board, help o leave
lines-over-not-played = la partida ha terminado, { $text } no se juega
lines-not-your-turn = no te toca: { $turn }; espera la siguiente posición
lines-no-choice-now = { $text } no se puede elegir ahora; { $turn }
lines-no-choice = { $text } no se puede elegir; { $turn }
lines-nothing-offered = no te ofrecen nada; haz tú la oferta: draw, takeback, rematch
lines-interrupted = interrumpido
lines-interrupted-seat = interrumpido; tu lugar en una partida en curso se conserva, vuelve con enlinea join
lines-interrupted-unsaved = interrumpido; no hay camino de vuelta a tu lugar en una partida en curso, porque no se pudo guardar
lines-interrupted-here = interrumpido; tu lugar en una partida en curso se conserva y el servidor de aquí se ha detenido: enlinea join lo inicia otra vez
lines-interrupted-lost = interrumpido; el servidor de aquí se ha detenido, y sus partidas, solo en la memoria, se han perdido
lines-lost = se perdió la conexión ({ $why }); intentando volver
lines-line-long = una línea tiene como mucho { $most } caracteres, y esta tiene { $length }: no se ha dicho nada; dilo en varias líneas
lines-ended = la conexión terminó
lines-not-kept = la partida no se guarda en la biblioteca: { $problem }
lines-answer-missing = la conexión terminó antes de la respuesta; prueba otra vez

## Lists

lines-no-screen = esta no es una terminal que pueda mostrar pantallas: elige un comando (enlinea --help los lista), o --plain para líneas de texto, por ejemplo: enlinea --plain host --second bot:level:3
lines-no-server-found = no se encontró ningún servidor; inicia uno con enlinea host o enlinea-server, o indica uno con --server
lines-no-room = no hay salas abiertas; abre una con: enlinea new
lines-no-other-room = no hay otras salas abiertas; abre una con: enlinea new
lines-other-rooms = otras salas:
lines-own-games = tus partidas; entra en una con: enlinea join CÓDIGO{ $server }
lines-own-against = contra { $opponent }
lines-own-your-turn = te toca
lines-own-their-turn = le toca al rival
lines-own-most = { $most ->
    [one] un servidor muestra como máximo { $most } partida; puede haber más
   *[other] un servidor muestra como máximo { $most } partidas; puede haber más
    }
lines-own-untold = en la lista pueden faltar tus partidas: { $problem }
lines-present = { $count ->
    [0] no hay nadie más conectado
    [one] { $count } conexión más: { $names }
   *[other] { $count } conexiones más: { $names }
    }
lines-against = { $first } contra { $second }
lines-room-seating = hay un lugar libre
lines-room-playing = en la jugada { $ply }
lines-room-over = terminada
lines-no-spectators = sin público
lines-bot-plays = juega a { $games }
lines-every-game = todos los juegos con nombre
lines-bots-own-board = quién juega en otro tablero: enlinea bots --game custom:9x7x5:falls
lines-bot-openings = aperturas: { $openings }
lines-bot-depth = { $levels }, { $depth } si no se dice
lines-bot-strength = Elo sobre random: { $strength }
lines-bot-options = opciones: { $options }
lines-bot-option = { $name } de { $least } a { $most } ({ $default })

## Games that are kept

lines-no-games = aún no se ha guardado ninguna partida terminada: se guardará toda la que juegues o mires hasta el final; para las que siguen en juego: enlinea rooms
lines-games-directory = los archivos están en { $directory }
lines-own-kept = tu partida de { $game } contra { $opponent }: jugada { $number }, te toca; continúa con: enlinea
lines-on-server = en el servidor:
lines-plies = { $count ->
    [one] { $count } jugada
   *[other] { $count } jugadas
    }
lines-watched = mirada
lines-reason-line = línea
lines-reason-full-board = tablero lleno
lines-reason-resignation = abandono
lines-reason-flag = tiempo
lines-reason-agreement = acuerdo
lines-reason-claim = ausencia
lines-reason-aborted = anulada
lines-reason-first-move = sin primera jugada
lines-reason-abandoned = ausencia de los dos lados
lines-reason-bot-failed = fallo del bot
lines-reason-closed = cerrada
lines-file-exists = { $file }: { $problem }; se deja como está, indica otro archivo
lines-written = escrito en { $file }
lines-tag-variant = Juego: { $value }
lines-tag-first = Primero: { $value }
lines-tag-second = Segundo: { $value }
lines-tag-clock = Reloj: { $value }
lines-tag-opening = Apertura: { $value }
lines-tag-date = Fecha: { $value }
lines-tag-room = Sala: { $value }
lines-tag-result = Resultado: { $value }
lines-tag-reason = Motivo: { $value }
lines-replayed = { $ply }. { $side }: { $made }
lines-replayed-left = { $ply }. { $side }: { $made }, quedan { $left }
lines-result = resultado: { $result }
lines-part-of-game = esta es la partida como se guardó mientras seguía; el resto no se ha podido obtener: { $problem }
lines-none-kept = no se guarda ninguna partida de la sala { $room }; la última puede estar en el servidor, como { $room }
lines-number-not-kept = la partida { $number } de la sala { $room } no está guardada; las hay: { $numbers }
lines-kept-nowhere = las partidas no se guardan, porque no hay directorio personal; indica uno con --data
lines-library-unreadable = no se puede leer la biblioteca: { $problem }

## The key of the person

lines-key = clave: { $file }
lines-fingerprint = huella: { $key }
lines-name-at = nombre: { $name } en { $server }
lines-no-name-at = nombre: ninguno en { $server }; toma uno con: enlinea rename NOMBRE
lines-name-empty = de ese nombre no queda nada; un nombre tiene de 1 a 20 caracteres imprimibles
lines-name-cut = ese nombre quedaría cortado en { $name }; un nombre tiene de 1 a 20 caracteres imprimibles
lines-you-are = eres { $name } en { $server }
lines-name-yours = { $wanted } es tuyo en { $server }; eres { $name } mientras otra conexión tenga ese nombre
lines-other-name-set = --name, ENLINEA_NAME o la configuración indican { $name }, que se toma en el próximo inicio
lines-key-secret = quien tenga esta línea eres tú en todos los servidores; guárdala como una contraseña
lines-cannot-read = no se puede leer { $file }: { $problem }
lines-former-key = la clave anterior es ahora { $file }
lines-your-key = tu clave es { $key }
lines-no-key-directory = no hay directorio para tu clave; indica uno con --data
lines-binds-no-names = ese servidor no asocia nombres a claves
lines-key-not-sent = tu clave no se envía donde otros pueden leerla, y sin ella no tienes nombre ahí; --key-in-clear la envía

## Other commands

lines-tournament-join = tournament join es una pantalla y necesita un terminal
lines-tv = tv es una pantalla y necesita un terminal; enlinea watch CÓDIGO escribe una partida en líneas
lines-forgotten = { $server } queda olvidado; se recordará la clave que tenga la próxima vez
lines-no-server-known = no se conoce { $server }; no se conoce ningún servidor
lines-server-not-known = no se conoce { $server }; se conocen { $servers }
lines-no-game-directory = no hay directorio para guardar partidas; indica uno con --data, o no guardes nada: --store memory
lines-serving = sirviendo; otros se conectan con: enlinea --server { $url }
lines-its-key = su clave: { $key }
lines-game-waits = una partida tuya espera aquí; vuelve a ella con: enlinea join { $room }
lines-no-server-inside = este programa se construyó sin servidor; inicia enlinea-server e indícalo con --server
lines-no-output = no se puede escribir en la salida estándar: { $problem }
lines-config-absent = { $file }, que no existe
lines-origin-default = por omisión
lines-origin-file = este archivo
lines-origin-flag = línea de órdenes
lines-not-set = { $name } no tiene valor
lines-no-manual = no se escribe el manual: { $problem }

## Games that are over, on a server

lines-games-of = { $shown } de { $total } partidas
lines-older-games = partidas anteriores: --before { $before }
lines-games-written = { $count ->
    [one] { $count } partida está en { $file }
   *[other] { $count } partidas están en { $file }
    }
lines-games-without-moves = { $count ->
    [one] falta { $count } partida: el servidor solo guarda su resultado
   *[other] faltan { $count } partidas: el servidor solo guarda sus resultados
    }
lines-profile = { $count ->
    [one] { $name }: aquí desde { $day }, { $count } partida
   *[other] { $name }: aquí desde { $day }, { $count } partidas
    }
lines-profile-rating = { $count ->
    [one] puntuación en { $game }: { $rating } +- { $deviation }, { $count } partida con puntuación
   *[other] puntuación en { $game }: { $rating } +- { $deviation }, { $count } partidas con puntuación
    }
lines-profile-level = { $count ->
    [one] nivel contra bots en { $game }: cerca de { $level }, entre { $lowest } y { $highest }, { $count } partida
   *[other] nivel contra bots en { $game }: cerca de { $level }, entre { $lowest } y { $highest }, { $count } partidas
    }
lines-profile-form = últimos resultados, el más reciente al final: { $results }
lines-profile-opponent = contra { $name }: { $score }
lines-profile-best = mejor victoria: partida { $game } contra { $name }, { $day }
lines-score = ganadas { $won }, tablas { $drawn }, perdidas { $lost }
lines-at-least = al menos { $rating }
lines-rated-games = { $count ->
    [one] { $count } partida con puntuación
   *[other] { $count } partidas con puntuación
    }
lines-change = hoy { $change }
lines-tournament-opened = el torneo { $code } está abierto; otros entran con este código
lines-no-tournaments = no hay ningún torneo en la lista de este servidor
lines-tournament-round = ronda { $round }
lines-tournament-entrants = { $count ->
    [one] { $count } participante
   *[other] { $count } participantes
}
