## People

events-sits-down = { $who } ocupa su lugar
events-vacated-first = el primer lugar vuelve a estar libre
events-vacated-second = el segundo lugar vuelve a estar libre
events-away = { $who } no está
events-away-claim = la partida se puede reclamar tras { $seconds } s
events-back = { $who } ha vuelto
events-locked = ya no se deja entrar a nadie más
events-unlocked = se deja entrar de nuevo
events-removed = { $who } queda fuera de la sala
events-chat-closed = el chat está cerrado
events-chat-open = el chat vuelve a estar abierto

## The game

events-begins = empieza la partida { $game }: { $first } es el primer lado, { $second } el segundo
events-played = { $ply }. Juega { $who }: { $move }
events-left = quedan { $left }
events-clocks = reloj: primer lado { $first }, segundo lado { $second }
events-to-move = le toca a { $who }
events-score = marcador: { $first } { $wins } : { $losses } { $second }; empates { $draws }
events-game-over = fin de la partida: { $how }
events-row = la línea: { $row }
events-row-columns = { $count ->
    [one] la línea: columna { $row }
   *[other] la línea: columnas { $row }
    }

## Openings with choices. $stones is rules-stones or rules-stones-more, $signs are the colours in order.

events-your-stones = te toca: pon { $stones }: { $signs }
events-their-stones = { $who } pone { $stones }: { $signs }
events-your-choice = te toca: elige
events-their-choice = { $who } elige
events-you-choose = has elegido { $choice }
events-chooses = { $who } ha elegido { $choice }

## Offers

events-you-offer-draw = has ofrecido el empate
events-offers-draw = { $who } ofrece el empate
events-you-decline-draw = has rechazado el empate
events-declines-draw = { $who } ha rechazado el empate
events-you-ask-takeback = { $count ->
    [one] has pedido deshacer una jugada
   *[other] has pedido deshacer { $count } jugadas
    }
events-asks-takeback = { $count ->
    [one] { $who } pide deshacer una jugada
   *[other] { $who } pide deshacer { $count } jugadas
    }
events-you-decline-takeback = no has aceptado deshacer la jugada
events-declines-takeback = { $who } no acepta deshacer la jugada
events-you-take-back = { $count ->
    [one] has deshecho una jugada
   *[other] has deshecho { $count } jugadas
    }
events-takes-back = { $count ->
    [one] { $who } ha deshecho una jugada
   *[other] { $who } ha deshecho { $count } jugadas
    }
events-you-offer-rematch = has ofrecido la revancha
events-offers-rematch = { $who } ofrece la revancha
events-offers-rematch-away = { $offer }, pero no está
events-you-decline-rematch = has rechazado la revancha
events-declines-rematch = { $who } ha rechazado la revancha
events-draw-expired = tu oferta de empate quedó sin respuesta
events-takeback-expired = tu petición de deshacer quedó sin respuesta

## Why the person is out of the room

events-left-replaced = otro de tus clientes ocupa ahora tu lugar; sigue jugando allí, o vuelve a entrar para recuperarlo
events-left-closed-waiting = se ha cerrado la sala: no llegó ningún rival a tiempo; abre otra
events-left-closed = se ha cerrado la sala
events-left-closed-early = se ha cerrado la sala antes de acabar la partida
events-left-removed = quien abrió la sala te ha hecho salir; entra en otra
events-left-other = estás fuera de la sala: { $reason }

## While the connection is lost; on screens they follow frame-lost-unsent

events-kept-move = tu jugada { $move } se guarda: se envía cuando vuelva la conexión
events-kept-premove = { $move } se guarda: se juega cuando te toque
events-kept-choice = tu elección se guarda: se envía cuando vuelva la conexión
events-kept-resignation = tu abandono se guarda: se envía cuando vuelva la conexión
events-not-sent = no enviado: inténtalo otra vez cuando vuelva la conexión
events-rating = puntuación de { $who }: de { $before } a { $after } ({ $change })
