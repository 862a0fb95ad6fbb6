form-title = Nueva partida
form-more-above = { $count } más arriba
form-more-below = { $count } más abajo
form-start = Empezar la partida

## The labels of the lines, as short as can be

form-game = Juego
form-columns = Columnas
form-rows = Filas
form-in-row = En línea
form-rules = Reglas
form-opening = Apertura
form-you = De tu lado
form-opponent = Rival
form-depth = Profundidad
form-opens = Abre
form-first = Empieza
form-clock = Reloj
form-pace = Ritmo
form-repeat = Repetir
form-listed = En la lista
form-takebacks = Deshacer
form-hints = Pistas
form-spectators = Espectadores
form-thoughts = Ideas visibles
form-think-time = Para pensar
form-seed = Semilla
form-grace = Ausencia

## The values in the lines

form-yes = sí
form-no = no
form-own-board = un tablero propio
form-falls = con caída
form-free = { $count } o más
form-exact = exactamente { $count }
form-no-opening = ninguna
form-person = tú
form-anyone = quien venga
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
form-fast = tan rápido como piensen
form-at-least = { $millis } ms o más
form-times = { $count ->
    [one] { $count } vez
   *[other] { $count } veces
    }
form-usual-time = lo habitual
form-think-millis = hasta { $millis } ms
form-new-seed = una nueva
form-usual-grace = la del servidor

## What the chosen line is about; two lines of 36 columns are best. v, c and e are keys.

form-about-friend = alguien entra por la lista o con el código
form-about-clock = tiempo para toda la partida y lo que suma cada jugada
form-about-clock-key = tiempo para toda la partida y lo que suma cada jugada; { $key } escribe otro
form-about-listed = si no, solo se llega con el código de la sala
form-about-hints = si durante la partida se muestra cuánto valen las jugadas; después se muestra siempre
form-about-hints-key = si { $key } muestra durante la partida cuánto valen las jugadas; después lo hace siempre
form-about-think-time = tiempo máximo de un bot por jugada, de 10 a 60000 ms
form-about-seed = con la misma semilla los bots eligen lo mismo
form-about-thoughts = si quien mira ve durante la partida lo que piensan los bots
form-about-grace = ausencia tras la que el otro lado puede reclamar la partida
form-about-in-row = gana quien tenga tantas piedras en línea, o más
form-about-in-row-exact = gana quien tenga exactamente tantas piedras en línea, no más
form-about-swap2 = un lado pone 3 piedras; el otro toma un color o pone 2 más
form-about-option = { $about }; de { $least } a { $most }, normalmente { $usual }
form-about-written = { $about }; se escribe con { $key }
form-about-bot = { $strength }; { $about }
form-about-bot-elo = { $elo } Elo sobre random; { $about }

## Whom a bot beats, from the weakest to the strongest

form-beats-nobody = cualquiera le gana
form-beats-careless = gana a quien no piensa por adelantado
form-beats-beginners = gana a principiantes
form-beats-most-beginners = gana a casi todos los principiantes
form-beats-casual = gana a quien juega de vez en cuando
form-beats-many = gana a quien juega a menudo, y se le puede ganar
form-beats-regular = gana a quien juega a menudo
form-beats-hardly = casi nadie le gana
form-beats-all = nadie le gana

## Faults

form-fault-no-clock = una partida entre dos bots no tiene reloj
form-fault-not-typed = esta línea se cambia con izquierda y derecha
form-fault-option = { $name } es un número de { $least } a { $most }, no { $text }
