form-more-above = { $count } más arriba
form-more-below = { $count } más abajo
form-start = Abrir la partida
form-start-play = Jugar
form-start-watch = Mirar
form-more = más opciones

## The labels of the lines, as short as can be

form-game = Juego
form-columns = Columnas
form-rows = Filas
form-in-row = En línea
form-rules = Reglas
form-opening = Apertura
form-you = Tu lado
form-opponent = Rival
form-depth = Profundidad
form-opens = Empieza
form-first = Empieza
form-clock = Reloj
form-rated = Puntuación
form-pace = Ritmo
form-repeat = Revanchas
form-listed = Visible
form-takebacks = Deshacer jugadas
form-hints = Pistas
form-spectators = Espectadores
form-thoughts = Ver qué piensan
form-think-time = Para pensar
form-seed = Semilla
form-grace = Ausente tras

## The values in the lines

form-yes = sí
form-no = no
form-in-lobby = en la lista
form-by-code = solo con código
form-never-of-bots = nunca entre dos bots
form-never-with-bots = nunca con un bot
form-only-with-name = solo con un nombre propio
form-never-rated = nunca con puntuación
form-own-board = un tablero propio
form-falls = con caída
form-free = { $count } o más
form-exact = exactamente { $count }
form-no-opening = ninguna
form-person = tú
form-anyone = cualquiera
form-bot = bot { $kind }
form-plies = { $count ->
    [one] { $count } jugada
   *[other] { $count } jugadas
    }
form-plies-level = { $count ->
    [one] { $count } jugada ({ $level })
   *[other] { $count } jugadas ({ $level })
    }
form-you-first = tú
form-your-bot-first = tu bot
form-opponent-first = el rival
form-random = al azar
form-no-clock = sin reloj
form-hours = { $count } h
form-minutes = { $count } min
form-seconds = { $count } s
form-millis = { $count } ms
form-fast = tan rápido como piensen
form-at-least = { $millis } ms o más
form-times = { $count ->
    [one] { $count } vez
   *[other] { $count } veces
    }
form-usual-time = lo habitual
form-think-millis = hasta { $millis } ms
form-new-seed = una nueva
form-usual-grace = lo habitual

## What the chosen line is about; two lines of 36 columns are best. v, c and e are keys.

form-about-friend = Cualquiera puede ocupar el lugar libre: desde la lista, con el código o con el enlace.
form-about-game = El juego y el tamaño del tablero.
form-about-game-key = El juego y el tamaño del tablero. { $key } explica las reglas.
form-about-board = El tamaño de tu tablero, hasta 20 por 20.
form-about-rules = Las fichas caen a la casilla libre más baja, o las piedras van a cualquier cruce.
form-about-you = Juegas tú, o un bot juega por ti mientras miras.
form-about-first = Quién hace la primera jugada. Tras cada partida empieza el otro lado.
form-about-no-clock = Sin reloj: cada cual piensa lo que quiera.
form-about-clock = Cada jugador tiene { $time } para toda la partida. Quien agota su tiempo pierde.
form-about-clock-more = Cada jugador tiene { $time } y gana { $more } con cada jugada. Quien agota su tiempo pierde.
form-about-rated = Cuenta para la puntuación de los dos si sus nombres son propios. No se deshacen jugadas ni hay pistas.
form-about-listed = En la lista todos ven la partida. Solo con código, invitas tú.
form-about-takebacks = Si se puede pedir deshacer una jugada. Decide el rival.
form-about-spectators = Si otros pueden mirar.
form-about-no-opening = La primera jugada es libre. Con swap2 se reparte la ventaja de empezar.
form-about-pace = Cuánto se ve como mínimo cada jugada de un bot.
form-about-repeat = Cuántas revanchas juegan los bots.
form-about-start = La partida queda abierta y empieza cuando alguien ocupa el otro lugar.
form-about-hints = Si durante la partida se puede ver cuánto valen las jugadas. Después se puede siempre.
form-about-hints-key = Si { $key } muestra durante la partida cuánto valen las jugadas. Después lo hace siempre.
form-about-think-time = Lo que un bot piensa como mucho por jugada, de 10 a 60000 ms.
form-about-seed = Con la misma semilla los bots vuelven a elegir lo mismo.
form-about-thoughts = Si quien mira ve durante la partida lo que piensan los bots.
form-about-grace = Cuánto tiempo falta alguien antes de que el rival pueda reclamar la partida.
form-about-in-row = Gana esta cantidad de piedras en línea, o más.
form-about-in-row-exact = Gana exactamente esta cantidad de piedras en línea; más no.
form-about-swap2 = Quien abre pone 3 piedras. El rival toma un color, o pone 2 más y deja elegir a quien abre.
form-hint-clock = O escribe uno con { $key }: 10+5, 90s, 3m+2s, none
form-hint-typed = { $key } para escribirlo
form-about-option = { $about }; de { $least } a { $most }, normalmente { $usual }
form-about-bot-elo = { $about }; { $elo } Elo frente a random

## Faults

form-fault-no-clock = una partida entre dos bots no tiene reloj
form-fault-not-typed = esta línea se cambia con izquierda y derecha
form-fault-option = { $name } es un número de { $least } a { $most }, no { $text }
