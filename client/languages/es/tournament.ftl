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

tournament-here = { $here } aquí
tournament-away = { $away } fuera
tournament-bots =
    { $bots ->
         [one] { $bots } bot
        *[other] { $bots } bots
    }
tournament-is-over = El torneo ha terminado.
tournament-first-place = Primer lugar: { $names }
tournament-is-held = Quien organiza ha parado la cuenta atrás.
tournament-round-in = La ronda { $round } empieza en
tournament-waits = { $name } empieza la primera ronda.
tournament-waits-key = Pulsa { $key } para empezar la primera ronda.
tournament-arena-ends = La arena termina en
tournament-round-on = Ronda { $round }: { $over } de { $all } terminadas
tournament-forfeit = sin jugar
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

tourney-name = Nombre
tourney-about-name = Cómo se llama en la sala y en la pantalla grande.
tourney-format = Formato
tourney-about-swiss = Suizo: en cada ronda se enfrentan iguales y todos juegan hasta el final.
tourney-about-robin = Todos contra todos.
tourney-about-knockout = Eliminatoria: quien pierde queda fuera.
tourney-about-arena = Arena: durante un tiempo fijo, quien está libre recibe rival al momento. Ganar da 2, tablas 1; el doble tras dos victorias seguidas.
tourney-rounds = Rondas
tourney-about-rounds = Cinco bastan para 16 jugadores, siete para 64.
tourney-twice = Dos veces
tourney-about-twice = Todos se enfrentan dos veces.
tourney-third = Tercer puesto
tourney-about-third = Quienes pierden antes de la final juegan por el tercer puesto.
tourney-length = Tiempo
tourney-about-length = La arena termina tras este tiempo; las partidas en curso no cuentan.
tourney-games = Partidas
tourney-about-games = Partidas de cada pareja, con los colores cambiados tras cada una. Dos es justo: mover primero es ventaja.
tourney-start = Empieza en
tourney-about-start = Tiempo para apuntarse. Puedes empezar antes la primera ronda.
tourney-bots = Bots
tourney-about-bots = Se añade uno si el número de jugadores es impar, para que nadie descanse.
tourney-up-to = Bots hasta ser
tourney-about-up-to = En la primera ronda los bots completan este número de jugadores.
tourney-late = Entrar tarde
tourney-about-late = Se puede entrar después de empezar la primera ronda.
tourney-pause = Entre rondas
tourney-about-pause = La siguiente ronda empieza tras este tiempo, o cuando todos están listos.
tourney-come = Llegar en
tourney-about-come = Quien no llega a la mesa en este tiempo pierde la partida.
tourney-about-game = El juego que juegan todos.
tourney-about-clock = El tiempo de cada jugador por partida, y lo que añade cada jugada.
tourney-about-rated = Las partidas entre dos personas con nombre propio cuentan para la puntuación.
tourney-about-listed = En la sala lo encuentra cualquiera; si no, solo lleva a él su código.
tourney-about-open = Abre la inscripción. Solo juegas si también te apuntas.
tourney-open = Abrir la inscripción
tourney-evening = Una tarde de juegos
tourney-swiss = Suizo
tourney-arena = Arena
tourney-by-hand = cuando digas
tourney-no-bots = ninguno
tourney-even = un número par
tourney-type = { $key } escribe el nombre
tournament-elsewhere = tu torneo está en otro servidor; vuelves a él cuando dejas esta partida
