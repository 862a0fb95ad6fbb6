## The status, in one line

table-your-turn = te toca
table-first-move = el reloj aún no corre, pero si la primera jugada no llega pronto, la partida se anula
table-first-choice = el reloj aún no corre, pero si la elección no llega pronto, la partida se anula
table-first-move-short = urge la primera jugada
table-first-choice-short = urge la elección
table-waiting = en espera: comparte el código { $room }
table-waiting-short = en espera: { $room }
table-watching = mirando: { $status }
table-watching-waiting = mirando: { $room } espera jugadores
table-watching-waiting-short = mirando: { $room } espera
table-live-at = { $key } vuelve a la partida ({ $shown }/{ $played })
table-live-at-your-turn = { $key } vuelve a tu turno ({ $shown }/{ $played })
table-place = jugada { $shown } de { $played }
table-place-short = { $shown }/{ $played }
table-last-move = última jugada: { $move }
table-out-of-view = fuera de vista: { $moves }
table-place-and-result = { $place }; { $result }


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
    [one] partida { $game }, { $first } : { $second }, { $draws } en empate
   *[other] partida { $game }, { $first } : { $second }, { $draws } en empate
    }
table-locked = ya no entra nadie más
table-chat-closed = el chat está cerrado
table-locked-and-chat-closed = ya no entra nadie más, el chat está cerrado

## Headings in the panel

table-moves = jugadas
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

## What a bot thought. It begins with the number of the move and the sign of the bot's colour.

table-search-ply = { $ply }.
table-search = { $move }: { $score }
table-search-depth = { $move }: { $score }, prof. { $depth }
table-search-proven = { $move }: { $score }, seguro
table-search-proven-depth = { $move }: { $score }, seguro, prof. { $depth }
table-search-nodes = { $nodes } nodos, { $rate }/s

## Offers. With $keys, such as "y / n", a player answers them.

table-premove = luego { $move }; { $key } lo descarta
table-premove-not-played = { $move } no se juega: { $reason }
table-premove-other-position = se eligió para otra posición
table-claim = puedes reclamar la partida
table-claim-key = { $key }: reclamar la partida por ausencia
table-claim-in = puedes reclamar la partida en { $wait }

## What happened at the table

table-key-to-move = { $moved }; { $key } te lleva allí

## Why the person left the table

table-seat-closed = tu asiento está cerrado

## What a key cannot do now

table-you-watch = aquí solo miras; en la lista de salas puedes abrir una partida propia
table-you-watch-key = aquí solo miras; { $key } en la lista de salas abre una partida propia
table-over = la partida ha terminado
table-over-key = la partida ha terminado; { $key } pide la revancha
table-turn-of = es el turno de { $name }
table-not-begun = la partida empieza cuando los dos lugares estén ocupados
table-nothing-to-save = aún no hay nada que guardar
table-choose-first = elige primero: { $choices }
table-now-live = esta es la partida EN VIVO: ahora juega
table-no-talk = el chat de esta sala está cerrado
table-no-talk-key = el chat de esta sala está cerrado; { $key } lo vuelve a abrir
table-owner-only = eso solo puede hacerlo quien abrió la sala
table-not-analysed = { $game } no se analiza en este servidor
table-not-analysed-keys = { $game } no se analiza en este servidor; "{ $earlier }" y "{ $later }" recorren la partida
table-not-analysed-yet = el valor de las jugadas se ve cuando la partida ha terminado, o si se abrió con pistas

table-copied = el registro de la partida se ha enviado a la terminal, para su portapapeles
# Of two people at one keyboard; $colour is such as "red".
table-colour-to-move = { $colour } juega: { $who }
table-rated = partida con puntuación
table-rated-waiting = partida con puntuación; para jugar sin ella, cierra este lugar y abre otro con «Puntuación: no»
# After a number at a board of crossings.
table-write-move = una jugada es una letra y un número: H8
