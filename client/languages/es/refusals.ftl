refusals-version = aquí no se habla el protocolo { $yours }, este servidor habla { $newest }; usa un cliente y un servidor de la misma versión
refusals-version-of-several = aquí no se habla el protocolo { $yours }, este servidor habla de { $oldest } a { $newest }; usa un cliente y un servidor de la misma versión
refusals-hello-expected = el primer mensaje debe ser hello, una sola vez; envía hello y después todo lo demás
refusals-malformed = no se pudo leer el mensaje: { $problem }; su forma está en PROTOCOL.md
refusals-too-fast = demasiadas peticiones a la vez; espera { $wait } y envía menos
refusals-full = en el servidor no cabe más ({ $what }); inténtalo más tarde
refusals-full-rooms = { $count ->
    [one] hay { $count } sala abierta
   *[other] hay { $count } salas abiertas
    }
refusals-full-games = { $count ->
    [one] se jugó { $count } partida en esta sala
   *[other] se jugaron { $count } partidas en esta sala
    }
refusals-full-chat = { $count ->
    [one] se dijo { $count } línea en esta partida
   *[other] se dijeron { $count } líneas en esta partida
    }
refusals-full-seats = { $count ->
    [one] los lugares de esta sala se dejaron { $count } vez
   *[other] los lugares de esta sala se dejaron { $count } veces
    }
refusals-full-codes = no queda ningún código de sala libre
refusals-full-places = solo quedan lugares para quienes vuelven al suyo
refusals-shutting-down = el servidor se está apagando; vuelve en un momento, los lugares se conservan
refusals-internal = algo falló en el servidor, no se cambió nada; di el número { $reference } a quien lo administra
refusals-disk-full = el disco del servidor está lleno, no se perdió nada; inténtalo de nuevo cuando quien lo administra haya hecho sitio

## Opening a room

refusals-unknown-bot = aquí ningún bot se llama { $kind }; elige uno de estos: { $known }
refusals-bot-cannot-play = { $bot } no juega a { $game }; elige uno de estos: { $others }
refusals-bad-depth = { $bot } no tiene esa profundidad; { $expected }
refusals-bad-option = las opciones de { $bot } no son válidas; { $expected }
refusals-choose-between = elige de { $least } a { $most }
refusals-no-depth = no lleva profundidad, así que escribe solo { $kind }
refusals-no-options = no tiene opciones, así que escribe solo { $kind }
refusals-choose-from = elige entre: { $options }
refusals-option-range = { $name } de { $least } a { $most }
refusals-bot-cannot-open = { $bot } no juega la apertura { $opening }; elige uno de estos: { $others }
refusals-no-bot-opens = { $bot } no juega la apertura { $opening }; quita la apertura
refusals-both-seats-yours = los dos lugares son tuyos; deja uno abierto para otra persona o pon ahí un bot
refusals-seat-of-nobody = un lugar es para quien abre la sala, que no es nadie; déjalo abierto o pon ahí un bot
refusals-nobody-may-watch = tendrías que mirar, pero la sala no admite espectadores; toma un lugar o admítelos
refusals-unknown-opening = este servidor no conoce la apertura; elige swap2 o ninguna
refusals-opening-not-played = la apertura necesita un tablero donde se juega en cualquier casilla y ganan cuatro o más en línea; quita la apertura o elige otro juego
refusals-rated-with-help = una partida con puntuación no permite deshacer jugadas ni pedir pistas; quítalas o juega sin puntuación
refusals-other-problem = el servidor no abre una sala así ({ $name })

## Rooms

refusals-no-such-room = no hay ninguna sala { $room }; comprueba el código o busca en la lista las salas abiertas (enlinea rooms)
refusals-already-in-room = ya estás en la sala { $room }; sal de ella primero
refusals-not-in-room = no estás en ninguna sala; entra en una o abre una primero
refusals-no-open-seat = los dos lugares de { $room } están ocupados; puedes mirar
refusals-no-spectators = esta sala no admite espectadores; pide a sus jugadores una que los admita
refusals-wrong-token = el token no abre ningún lugar de { $room }; entra sin él para mirar o para tomar un lugar abierto
refusals-locked = en la sala { $room } ya no entra nadie más; pide a quien la abrió que te deje entrar
refusals-not-owner = solo puede hacerlo quien abrió la sala
refusals-not-watching = no miras { $room }; mírala primero
refusals-not-in-lobby = no estás en la lista de salas; entra primero

## Moves

refusals-not-seated = aquí solo miras; eso solo lo pueden hacer los dos jugadores
refusals-not-started = la partida no ha empezado; espera a que se ocupen los dos lugares
refusals-game-over = la partida ha terminado; pide la revancha poco después del final o abre otra sala
refusals-game-not-over = la partida no ha terminado; termínala o abandona primero
refusals-turn-of-first = no te toca: la jugada { $ply } es del primer lado; espera la próxima posición
refusals-turn-of-second = no te toca: la jugada { $ply } es del segundo lado; espera la próxima posición
refusals-stale = esa jugada era para la revisión { $yours } del tablero, que ya va por la { $current }; mira la nueva posición y juega otra vez
refusals-nothing-to-choose = la apertura no lo permite ahora; pon una piedra o espera al otro lado
refusals-bad-choice = la apertura no lo permite ahora; elige una de estas opciones: { $choices }

## Offers and ends

refusals-takebacks-off = en esta sala no se puede deshacer, o ya no en esta partida; sigue jugando
refusals-nothing-to-take-back = no tienes ninguna jugada que se pueda deshacer; sigue jugando
refusals-nothing-offered = nadie te ha ofrecido eso; ofrécelo tú
refusals-already-offered = ya lo has ofrecido, o demasiadas veces en esta partida; espera la respuesta o sigue jugando
refusals-too-late-to-abort = los dos lados han jugado, así que la partida no se puede anular; sigue jugando o abandona
refusals-opponent-present = no puedes reclamar la partida: tu rival no está ausente; sigue jugando
refusals-claim-too-early = todavía no puedes reclamar la partida; espera { $wait } más por si vuelve tu rival
refusals-bots-do-not = los bots no aceptan el empate; sigue jugando o abandona

## Chat, hints, analysis

refusals-nothing-to-say = esa línea no dice nada; escribe algún texto
refusals-too-long = { $size ->
    [one] un mensaje de { $size } byte es demasiado largo, el límite es { $limit }; envía menos
   *[other] un mensaje de { $size } bytes es demasiado largo, el límite es { $limit }; envía menos
    }
refusals-chat-closed = el chat de esta sala está cerrado; espera a que lo abra otra vez quien abrió la sala
refusals-hints-off = en esta partida no se permiten pistas; pídelas cuando termine o abre una sala con pistas
refusals-not-analysed = las posiciones de { $game } no se analizan; pregunta en gomoku, o donde caen las fichas en tableros como 7 x 6 u 8 x 7
refusals-nothing-to-analyse = { $plies ->
    [one] no hay nada que analizar tras { $plies } jugada; pregunta de 0 a { $last }
   *[other] no hay nada que analizar tras { $plies } jugadas; pregunta de 0 a { $last }
    }

## People

refusals-name-owned = el nombre { $name } es aquí de otra persona; elige otro, como { $suggestion }, o ven con la clave a la que pertenece
refusals-banned = tienes prohibida la entrada a este servidor ({ $reason }); habla con quien lo administra
refusals-banned-for = tienes prohibida la entrada a este servidor ({ $reason }); vuelve en { $wait }
refusals-banned-without-reason = tienes prohibida la entrada a este servidor; habla con quien lo administra
refusals-banned-without-reason-for = tienes prohibida la entrada a este servidor; vuelve en { $wait }
refusals-unknown-player = aquí nadie más se llama { $name }; comprueba el nombre
refusals-no-such-person = aquí nadie es dueño del nombre { $name }; comprueba el nombre
refusals-no-own-name = aquí no tienes un nombre propio; elige uno y tus partidas contarán para él
refusals-no-such-game = aquí no hay ninguna partida { $game }, o solo la ven sus jugadores; comprueba el número
refusals-no-history = este servidor olvida las partidas cuando terminan; pregunta en uno que las guarde
refusals-elsewhere = la sala { $room } está en otro servidor; conéctate a { $address }
refusals-wrong-code = el código es incorrecto o ya se usó, o pasó su minuto; pide uno nuevo al otro dispositivo
refusals-over-limit = es más de lo que el servidor permite: { $limit }, como máximo { $most }; termina algo primero
refusals-limit-sent-out = personas expulsadas de una sala
refusals-limit-decisions = decisiones sobre una sala en una partida
refusals-limit-watched = salas que se miran
refusals-limit-muted = nombres silenciados

## Releases that differ

refusals-unknown-message = este servidor no conoce el mensaje { $name }; consulta PROTOCOL.md o usa un servidor de una versión posterior
refusals-unknown-field = el mensaje no tiene el campo { $field }; corrígelo, no se hizo nada
refusals-other = el servidor lo rechaza ({ $name }); una versión posterior del cliente sabe por qué
refusals-full-tournaments = el servidor no tiene sitio para más ({ $count } torneos abiertos); inténtalo más tarde
refusals-full-entrants = el torneo no tiene sitio para más ({ $count } inscritos); míralo
refusals-no-such-tournament = no hay ningún torneo { $code }; revisa el código o mira la lista de torneos
refusals-no-tournament = no sigues ningún torneo; abre uno primero
refusals-not-organiser = solo puede hacerlo quien organiza el torneo
refusals-not-entered = no estás en este torneo; inscríbete primero
refusals-too-late = ya es tarde para eso en este torneo; míralo o pregunta a quien lo organiza
refusals-no-such-entrant = el torneo no tiene ese participante, emparejamiento o partida; míralo otra vez
refusals-tournament-name = el nombre tiene más de { $most } caracteres; acórtalo
refusals-tournament-rounds = un torneo suizo tiene de 1 a { $most } rondas; elige otro número
refusals-tournament-games = un emparejamiento tiene de 1 a { $most } partidas; elige otro número
refusals-tournament-length = una arena dura de un minuto a un día; elige otro tiempo
refusals-tournament-filling = un torneo tiene como máximo { $most } participantes; pide menos bots
refusals-tournament-times = un tiempo es demasiado corto o largo; hay diez segundos o más para llegar, y ningún tiempo pasa de una semana
