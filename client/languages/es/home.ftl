# The first screen.

## The lines of the menu: what they are, and what they say

home-continue = Continuar
# $game is a title, $opponent a name.
home-seat-against = { $game } contra { $opponent }
# $room is a code such as K3X9A.
home-seat = { $game } en la sala { $room }
home-seat-here = en el servidor de este programa
# $ply is the number of the move to come, as in the list of moves.
home-your-move = jugada { $ply }
home-your-turn = te toca
home-play-bot = Contra un bot
# $bot is such as "level 4, steady".
home-game-and-bot = { $game } · { $bot }
home-bot-level = nivel { $number }, { $name }
home-bot-depth = { $kind }, { $depth }
home-depth = { $count ->
    [one] { $count } jugada
   *[other] { $count } jugadas
    }
home-play-friend = Con un amigo
home-friend-network = en esta red
home-friend-rated = en esta red, puntuada
home-friend-keyboard = en el mismo teclado
home-watch = Mirar
home-two-bots = dos bots
# Behind an arrow to the right, the key that opens the list of what there is to choose from.
home-change = cambiar
home-network = servidores en esta red
home-no-server = No hay ningún servidor. «Con un amigo» inicia uno aquí.
home-visited = ya visitado
home-visited-as = ya visitado, como { $name }
home-join = Entrar por dirección, código o enlace
home-hosted = Tu servidor
home-hosted-about = está en este programa
home-stop-server = Detener tu servidor

# At the top of the screen, where somebody has no name.
home-guest = juegas como invitado
home-guest-known = { $name } en esta red

# Somebody at this keyboard.
home-player = Jugador { $number }

## The opponents

home-bots = bots
home-friends = amigos
# What holds for every game that begins here.
home-options = todas las partidas
home-other-bots = otros bots, a la profundidad que quieras
home-level-1 = principiante
home-level-2 = ocasional
home-level-3 = prudente
home-level-4 = regular
home-level-5 = astuto
home-level-6 = fuerte
home-level-7 = experto
home-level-8 = maestro
# Of a game that is solved.
home-level-9 = perfecto
home-level-champion = campeón
home-about-level-1 = El nivel 1 completa y corta líneas, y por lo demás juega casi al azar.
home-about-level-2 = El nivel 2 hace muchas jugadas descuidadas.
home-about-level-3 = El nivel 3 corta las líneas y no pone trampas.
home-about-level-4 = El nivel 4 castiga los descuidos y no ve los planes largos.
home-about-level-5 = El nivel 5 pone trampas.
home-about-level-6 = El nivel 6 casi nunca deja pasar una línea ganadora.
home-about-level-7 = El nivel 7 ve muy lejos; hace falta un plan.
home-about-level-8 = El nivel 8 apenas se equivoca.
home-about-level-9 = El nivel 9 no se equivoca. Para ganar, empieza y no falles.
home-about-champion = El nivel 9 juega lo mejor que puede este programa.
home-about-other-bots = Otros bots; casi todos ven tantas jugadas como digas.
home-about-friend-network = Inicia un servidor aquí; tu amigo escribe su dirección o lee un código.
home-about-friend-hosted = Abre una partida en tu servidor.
home-about-friend-found = Abre una partida en { $server }.
home-about-friend-keyboard = Jugáis por turnos en este teclado; nunca puntúa.

## Notices

home-offer-ascii = si las líneas y las fichas se ven rotas, inicia con --ascii: algunas terminales las dibujan de dos columnas
home-name-of-guests = { $name } no está libre: los servidores dan nombres así a sus invitados; escribe otro, o - para ninguno
home-name-cut = tu nombre queda en { $name }: un nombre tiene como máximo { $most } caracteres
home-name-cleaned = tu nombre es { $name }: lo demás que escribiste no puede estar en un nombre
home-name-set = hasta el final del programa: --name, ENLINEA_NAME o la configuración indican otro al iniciarlo
home-name-later = los lugares y las conexiones que ya tienes conservan el nombre con que empezaron

## The settings

settings-look = aspecto
settings-theme = Tema
settings-ground = Fondo
settings-dark = oscuro
settings-light = claro
settings-colours = Colores
settings-colours-all = 16 millones
settings-colours-none = ninguno
settings-graphics = Gráficos
settings-characters = caracteres
settings-images = imágenes
settings-detected = detectado
settings-not-here = no en esta terminal
settings-falls = Fichas que caen
settings-sound = sonido y avisos
settings-bell = Avisos
settings-bell-on = cuando te toca
settings-bell-off = nunca
settings-you = tú
settings-language = Idioma
settings-language-name = Español
settings-name = Nombre
settings-key = Clave
settings-no-key = ninguna
settings-about-theme = Los colores de los tableros.
settings-about-ground = Si el fondo de la terminal es oscuro o claro.
settings-about-colours = Cuántos colores tiene la terminal.
settings-about-graphics = Si los tableros se dibujan con caracteres, o como imágenes si la terminal las muestra.
settings-about-falls = Si una ficha cae hasta su sitio o aparece en él.
settings-about-bell = Si suena el timbre y el escritorio muestra un aviso cuando miras a otro lado y te toca.
settings-about-name = El nombre que ven los demás.
settings-about-key = Prueba que tus nombres y puntuaciones son tuyos. «enlinea whoami» muestra su archivo; «export-key» e «import-key» lo llevan a otro equipo.
settings-hint = Los cambios se guardan enseguida.
