## The status, in one line

table-your-turn = te toca
table-first-move = el reloj aún no corre, pero si la primera jugada no llega pronto, la partida se anula
table-first-choice = el reloj aún no corre, pero si la elección no llega pronto, la partida se anula
table-first-move-short = urge la primera jugada
table-first-choice-short = urge la elección
table-to-move = turno de { $name }
table-waiting = en espera: comparte el código { $room }
table-waiting-short = en espera: { $room }
table-watching = mirando: { $status }
table-watching-waiting = mirando: { $room } espera jugadores
table-watching-waiting-short = mirando: { $room } espera
table-live-at = { $key } EN VIVO (vas por { $shown } de { $played })
table-live-at-your-turn = { $key } EN VIVO ({ $shown } de { $played }), te toca
table-live = EN VIVO
table-place = jugada { $shown } de { $played }
table-place-short = { $shown }/{ $played }
table-last-move = última jugada: { $move }
table-out-of-view = fuera de vista: { $moves }
table-place-and-result = { $place }; { $result }

table-line = { $cells } en línea
table-line-column = { $count } en la columna { $column }

## The end of the game: what happened, then keys that are of use now, each with what it does

table-key-rematch = { $key }: revancha
table-key-analyse = { $key }: analizar
table-key-beginning = { $key }: desde el inicio
table-key-leave = { $key }: salir

## The panel beside the board. It has 14 to 40 columns.

table-room = sala
table-you = { $name } (tú)
table-away = { $name } ausente { $time }
table-thinks = { $name } piensa, { $seconds } s
table-thinks-depth = { $name } piensa, { $seconds } s, prof. { $depth }
table-series = { $draws ->
    [one] partida { $game }, { $first } : { $second }, { $draws } en tablas
   *[other] partida { $game }, { $first } : { $second }, { $draws } en tablas
    }
table-locked = ya no entra nadie más
table-chat-closed = el chat está cerrado
table-locked-and-chat-closed = ya no entra nadie más, el chat está cerrado

## Headings in the panel

table-moves = jugadas
table-moves-live = jugadas, EN VIVO
table-moves-at = jugadas, { $shown } de { $played }
table-beginning = el comienzo
table-talk = chat
table-talk-watching = { $watching ->
    [one] chat, { $watching } mira: { $names }
   *[other] chat, { $watching } miran: { $names }
    }
table-talk-watching-unnamed = { $watching ->
    [one] chat, { $watching } mira
   *[other] chat, { $watching } miran
    }
table-says-something = { $key } para decir algo
table-thoughts = lo que pensaron los bots
table-invite = invita a jugar
table-invite-hint = quien esté en tu red encuentra el servidor en la lista, o escribe
table-invite-hint-address = quien venga necesita la dirección, y escribe

## What a bot thought. It begins with the number of the ply and the sign of the bot's colour.

table-search-ply = jug. { $ply }
table-search = { $move }: { $score }
table-search-depth = { $move }: { $score }, prof. { $depth }
table-search-proven = { $move }: { $score }, seguro
table-search-proven-depth = { $move }: { $score }, seguro, prof. { $depth }
table-search-nodes = { $nodes } nodos, { $rate }/s

## Offers. With $keys, such as "y / n", a player answers them.

table-you-offer-draw = has ofrecido tablas
table-offers-draw = { $name } ofrece tablas
table-offers-draw-keys = { $name } ofrece tablas: { $keys }
table-you-ask-takeback = { $count ->
    [one] has pedido deshacer una jugada
   *[other] has pedido deshacer { $count } jugadas
    }
table-asks-takeback = { $count ->
    [one] { $name } pide deshacer una jugada
   *[other] { $name } pide deshacer { $count } jugadas
    }
table-asks-takeback-keys = { $count ->
    [one] { $name } pide deshacer una jugada: { $keys }
   *[other] { $name } pide deshacer { $count } jugadas: { $keys }
    }
table-you-ask-rematch = has pedido la revancha
table-asks-rematch = { $name } pide la revancha
table-asks-rematch-keys = { $name } pide la revancha: { $keys }
table-asked-rematch-away = { $name } pidió la revancha y se fue: { $keys }
table-premove = luego { $move }; { $key } lo descarta
table-premove-not-played = { $move } no se juega: { $reason }
table-premove-other-position = se eligió para otra posición
table-claim = puedes reclamar la partida
table-claim-key = { $key }: reclamar la partida por ausencia
table-claim-in = puedes reclamar la partida en { $wait }

## What happened at the table

table-declines-draw = { $name } rechaza las tablas
table-declines-takeback = { $name } no acepta deshacer la jugada
table-declines-rematch = { $name } rechaza la revancha
table-you-decline-draw = has rechazado las tablas
table-you-decline-takeback = no has aceptado deshacer la jugada
table-you-decline-rematch = has rechazado la revancha
table-draw-lapsed = tu oferta de tablas ha caducado con la jugada
table-takeback-lapsed = tu petición de deshacer ha caducado con la jugada
table-draw-lapsed-choice = tu oferta de tablas ha caducado con la elección
table-takeback-lapsed-choice = tu petición de deshacer ha caducado con la elección
table-you-took-back = { $count ->
    [one] deshaces una jugada
   *[other] deshaces { $count } jugadas
    }
table-took-back = { $count ->
    [one] { $name } deshace una jugada
   *[other] { $name } deshace { $count } jugadas
    }
table-is-back = { $name } ha vuelto
table-you-chose = has elegido { $choice }
table-chose = { $name } elige { $choice }
table-moved = jugada { $ply }: { $name } juega { $move }
table-moved-key = jugada { $ply }: { $name } juega { $move }; { $key } te lleva allí
table-sits-down = { $name } ocupa un lugar
table-is-locked = ya no entra nadie más
table-is-unlocked = se puede entrar de nuevo
table-sent-out = { $name } queda fuera de la sala
table-chat-is-closed = el chat queda cerrado
table-chat-is-open = el chat vuelve a estar abierto

## Why the person left the table

table-left-replaced = otro de tus clientes ocupa ahora tu lugar
table-room-stays = la sala { $room } sigue abierta
table-room-stays-key = la sala { $room } sigue abierta; con { $key } vuelves a ella
table-room-stays-code = la sala sigue abierta; con { $key } y el código { $room } vuelves a ella
table-left-closed = se ha cerrado la sala
table-left-closed-early = se ha cerrado la sala antes de acabar la partida
table-left-removed = quien abrió la sala te ha hecho salir
table-left-other = estás fuera de la sala: { $reason }

## What a key cannot do now

table-you-watch = aquí solo miras; en la lista de salas puedes abrir una partida propia
table-you-watch-key = aquí solo miras; { $key } en la lista de salas abre una partida propia
table-over = la partida ha terminado
table-over-key = la partida ha terminado; { $key } pide la revancha
table-turn-of = es el turno de { $name }
table-not-begun = la partida empieza cuando los dos lugares estén ocupados
table-nothing-to-save = aún no se ha jugado nada, así que no hay nada que guardar
table-choose-first = elige primero: { $choices }
table-now-live = esta es la partida EN VIVO: ahora juega
table-no-talk = el chat de esta sala está cerrado
table-no-talk-key = el chat de esta sala está cerrado; { $key } lo vuelve a abrir
table-owner-only = eso solo puede hacerlo quien abrió la sala
table-not-analysed = { $game } no se analiza en este servidor
table-not-analysed-keys = { $game } no se analiza en este servidor; "{ $earlier }" y "{ $later }" recorren la partida
table-not-analysed-yet = las jugadas se valoran cuando la partida ha terminado, o si se abrió con pistas

table-copied = el registro de la partida se ha enviado a la terminal, para su portapapeles

## While the connection is lost; they follow frame-lost-unsent

table-kept-move = tu jugada { $move } se guarda: se envía cuando vuelva la conexión
table-kept-premove = { $move } se guarda: se juega cuando te toque
table-kept-resignation = tu abandono se guarda: se envía cuando vuelva la conexión
table-kept-resignation-alone = no se guarda ninguna jugada: tu abandono se envía cuando vuelva la conexión
table-kept-words = tu mensaje se guarda: se envía cuando vuelva la conexión
table-not-sent = no enviado: pulsa otra vez la tecla cuando vuelva la conexión
