## Games

words-game-connect-four = Cuatro en línea
words-game-connect-four-7x7 = Cuatro en línea 7 x 7
words-game-gomoku = Gomoku 20 x 20
words-game-gomoku-15 = Gomoku 15 x 15
words-game-gomoku-standard = Gomoku 15 x 15, cinco exactas
words-game-renju = Renju
words-game-falls = { $count } en línea, { $columns } x { $rows }, con caída
words-game-free = { $count } en línea, { $columns } x { $rows }, libre
words-game-exact = exactamente { $count } en línea, { $columns } x { $rows }, libre

## Sides and the colours of their stones or discs

words-side-first = primero
words-side-second = segundo
words-seat-open = lugar libre
words-colour-black = negras
words-colour-white = blancas
words-colour-red = rojas
words-colour-yellow = amarillas
words-colour-blue = azules
words-colour-amber = ámbar
words-colour-orange = naranjas
words-colour-rose = rosas
words-colour-mint = menta
words-colour-dark = oscuras
words-colour-bright = claras

words-choice-black = negras
words-choice-white = blancas
words-choice-place-two = dos piedras más

## Shapes that are forbidden to black in renju

words-foul-overline = más de cinco en línea
words-foul-double-four = doble cuatro
words-foul-double-three = doble tres

## The end of a game

words-you-win = ¡Has ganado { $how }!
words-wins = Gana { $name } { $how }
words-draw = Empate { $how }
words-how-line = con { $count } en línea
words-how-resignation = por abandono
words-how-flag = por tiempo
words-how-claim = por ausencia del rival
words-how-bot-failed = por un fallo del bot
words-how-other = por { $reason }
words-draw-full-board = Empate: el tablero está lleno
words-draw-agreed = Empate de común acuerdo
words-no-result-aborted = Anulada, sin resultado
words-no-result-first-move = Anulada: la primera jugada no llegó a tiempo
words-no-result-first-choice = Anulada: la elección no llegó a tiempo
words-no-result-abandoned = Anulada: ausencia de los dos lados
words-no-result-closed = Cerrada por el anfitrión, sin resultado

## Bots

words-level-easy = fácil
words-level-medium = medio
words-level-hard = difícil
words-level-human = humano
words-level-full = máximo
words-level-number = nivel { $number }
words-level-random = al azar
words-bot-of-level = Bot, { $level }
words-bot-of-depth = Bot { $kind }, profundidad { $depth }
words-bot-of-kind = Bot { $kind }
words-bot-lines = mantiene abiertas sus líneas y corta las tuyas; en la misma posición, siempre la misma jugada
words-bot-level = nueve niveles, cada uno un poco más fuerte que el anterior
words-bot-minimax = abre en el centro y construye sus filas, pensando poco en las tuyas
words-bot-negamax = cuenta sus filas de dos y de tres; entre iguales elige al azar, así que no hay dos partidas iguales
words-bot-perfect = nunca se equivoca en Cuatro en línea, y poco en otros tableros
words-bot-priority = valora cada casilla vacía por las filas que la rodean y no mira más allá; se le puede ganar
words-bot-random = hace una jugada cualquiera, al azar
words-bot-threat = busca en gomoku por las amenazas, tan hondo como le permite su tiempo
words-option-spread = puntos en que una jugada que elige puede ser peor que la mejor
words-option-temperature = probabilidad en porcentaje de una jugada legal al azar en vez de la mejor
words-option-own-two = peso de un cinco con dos piedras suyas y ninguna tuya
words-option-own-three = peso de un cinco con tres piedras suyas y ninguna tuya
words-option-own-four = peso de un cinco con cuatro piedras suyas y ninguna tuya
words-option-other-two = peso de un cinco con dos piedras tuyas y ninguna suya
words-option-other-three = peso de un cinco con tres piedras tuyas y ninguna suya
words-option-other-four = peso de un cinco con cuatro piedras tuyas y ninguna suya
