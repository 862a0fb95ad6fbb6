# Torneos.

tournament-round-robin = Todos contra todos
tournament-round-robin-twice = Todos contra todos, dos veces
tournament-swiss = { $count ->
    [one] Suizo, { $count } ronda
   *[other] Suizo, { $count } rondas
    }
tournament-knockout = Eliminatoria
tournament-arena = Arena, { $time }
tournament-games = { $count } partidas cada vez
tournament-begins-in = empieza en { $time }
tournament-takes-entries = inscripción abierta
tournament-over = terminado
tournament-ends-in = termina en { $time }
tournament-round-of = ronda { $round } de { $rounds }
tournament-entrants = { $count ->
    [one] { $count } jugador
   *[other] { $count } jugadores
    }

tournament-presence = { $here } aquí, { $away } fuera, { $bots } bots
tournament-is-over = El torneo ha terminado.
tournament-is-held = Quien organiza ha parado la cuenta atrás.
tournament-round-in = La ronda { $round } empieza en
tournament-waits = { $name } empieza la primera ronda.
tournament-arena-ends = La arena termina en
tournament-round-on = Ronda { $round }: { $over } de { $all } terminadas
tournament-standings = clasificación
tournament-points = puntos
tournament-b = B
tournament-sb = SB
tournament-d = D
tournament-w = victorias
tournament-about-b = B decide si hay empate a puntos: los puntos de todos los rivales menos el más débil (Buchholz). Después SB, D y victorias.
tournament-about-sb = SB suma los puntos de cada rival por tu resultado contra él (Sonneborn-Berger): ganar a alguien fuerte vale más.
tournament-about-d = D son los puntos de las partidas contra quienes tienen los mismos puntos, si todos se han enfrentado (resultado particular).
tournament-about-w = Si nada más decide, va delante quien ganó más partidas.
tournament-round = ronda { $round }
tournament-arena-games = partidas
tournament-your-game = Tu partida contra { $name }
tournament-your-game-short = contra { $name }
tournament-bye = No tienes rival en esta ronda: cuenta como ganada.
tournament-free = sin rival
tournament-is-ready = (listo)
tournament-by-itself = Tu mesa se abre sola.
tournament-enter = Pulsa { $key } para participar.
tournament-entered = Ya participas. Tu mesa se abre sola.
tournament-no-game = Ese emparejamiento aún no tiene partida.

tournament-ask-withdraw = ¿Dejar el torneo? Una partida en curso se pierde.
tournament-ask-next-round = ¿Empezar ya la siguiente ronda?
tournament-ask-hold = ¿Parar la cuenta atrás para todos?
tournament-ask-go-on = ¿Reanudar la cuenta atrás?
tournament-ask-end = ¿Terminar el torneo para todos? Las partidas en curso no cuentan.
tournament-no-entrant = { $name } no participa en este torneo
tournament-no-score = escribe 1-0, 0-1 o 1/2-1/2; para una partida anterior, con su número: 1: 1-0

tournament-round-over = terminadas en esta ronda
tournament-scan = Escanea para jugar o mirar, o abre
tournament-with-code = con el código { $code }

tournament-form-name = Nombre
tournament-form-about-name = Cómo se llama en la sala y en la pantalla grande.
tournament-form-format = Formato
tournament-form-about-format = Suizo: en cada ronda se enfrentan iguales y todos juegan hasta el final. Todos contra todos. Eliminatoria: quien pierde queda fuera. Arena: durante un tiempo fijo, quien está libre recibe rival al momento; ganar da 2, tablas 1, el doble tras dos victorias seguidas.
tournament-form-rounds = Rondas
tournament-form-about-rounds = Cinco bastan para 16 jugadores, siete para 64.
tournament-form-twice = Dos veces
tournament-form-about-twice = Todos se enfrentan dos veces.
tournament-form-third = Tercer puesto
tournament-form-about-third = Quienes pierden antes de la final juegan por el tercer puesto.
tournament-form-length = Tiempo
tournament-form-about-length = La arena termina tras este tiempo; las partidas en curso no cuentan.
tournament-form-games = Partidas
tournament-form-about-games = Partidas de cada pareja, con los colores cambiados tras cada una. Dos es justo: mover primero es ventaja.
tournament-form-start = Empieza en
tournament-form-about-start = Tiempo para apuntarse. Puedes empezar antes la primera ronda.
tournament-form-bots = Bots
tournament-form-about-bots = Se añade uno si el número de jugadores es impar, para que nadie descanse.
tournament-form-up-to = Bots hasta ser
tournament-form-about-up-to = En la primera ronda los bots completan este número de jugadores.
tournament-form-late = Entrar tarde
tournament-form-about-late = Se puede entrar después de empezar la primera ronda.
tournament-form-pause = Entre rondas
tournament-form-about-pause = La siguiente ronda empieza tras este tiempo, o cuando todos están listos.
tournament-form-come = Tiempo para llegar
tournament-form-about-come = Quien no llega a la mesa en este tiempo pierde la partida.
tournament-form-about-game = El juego que juegan todos.
tournament-form-about-clock = El tiempo de cada jugador por partida, y lo que añade cada jugada.
tournament-form-about-rated = Las partidas entre dos personas con nombre propio cuentan para la puntuación.
tournament-form-about-listed = En la sala lo encuentra cualquiera; si no, solo lleva a él su código.
tournament-form-about-open = Abre la inscripción. Solo juegas si también te apuntas.
tournament-form-open = Abrir la inscripción
tournament-form-evening = Una tarde de juegos
tournament-form-swiss = Suizo
tournament-form-arena = Arena
tournament-form-by-hand = cuando digas
tournament-form-no-bots = ninguno
tournament-form-even = un número par
tournament-form-type = { $key } escribe el nombre
