## Options of every command

options-server = El servidor: un equipo, equipo:puerto o dirección ws://, con cifrado donde el servidor lo ofrece; wss:// siempre lo tiene [por omisión: este equipo, luego la red local]
options-name = Tu nombre, como lo ven los demás
options-data = Directorio de los lugares y las partidas que se guardan [por omisión: el directorio de datos del sistema]
options-key-in-clear = Envía la clave de tu nombre también sin cifrado, donde otros pueden leerla
options-lang = Idioma de las pantallas y las líneas [por omisión: el del sistema, o en]
options-no-discovery = No busca servidores en la red local ni anuncia uno
options-quiet = Ni suena la campana ni se avisa al escritorio cuando te toca
options-plain = Líneas de texto sin mover el cursor, para tuberías y lectores de pantalla
options-json = Un mensaje JSON del protocolo por línea, para programas
options-patience = Con --plain y --json: segundos durante los que se reintenta una conexión perdida
options-color = Colores: tantos como diga el terminal, 16, 256, todos o ninguno
options-ground = Fondo del terminal: el que él mismo dice, oscuro o claro
options-graphics = Tableros como imágenes nítidas, en terminales que las muestran: protocolo de kitty, de iTerm2 o sixel
options-theme = Colores del tablero: uno de { $names }, o un archivo que cambia algunos
options-ascii = Dibuja solo con caracteres ASCII, como se hace sin UTF-8 y en la consola de Linux
options-no-animation = Las fichas aparecen en su sitio en vez de caer
options-log = Añade a un archivo lo que pasa con la conexión [por omisión: sin registro]
options-log-level = Cuánto lleva el registro: con debug también el tipo de cada mensaje, nunca lo que dice

## Options of commands

options-game = El juego: uno de { $names }
options-bots-game = Solo los que juegan a este juego; el juego: uno de { $names }
options-moves-game = El juego de --moves: uno de { $names }
options-first = Quien hace la primera jugada: me, open, bot:TIPO, bot:TIPO:PROFUNDIDAD o bot:TIPO:NIVEL, y opciones como ,temperature=10
options-second = Quien hace la segunda jugada: me, open, bot:TIPO, bot:TIPO:PROFUNDIDAD o bot:TIPO:NIVEL, y opciones como ,temperature=10
options-shuffle = Elige al azar quién de los dos empieza
options-clock = Tiempo inicial y por jugada, como 5m+3s [por omisión: sin reloj]
options-opening = Regla de la apertura, en tableros sin caída: { $names } [por omisión: ninguna]
options-private = No muestra la sala en la lista: solo se llega con su código
options-pace-between-bots = Tiempo mínimo por jugada entre bots, en milisegundos [por omisión: 700; 0 con --plain y --json]
options-repeat = Número de revanchas entre bots
options-seed = Semilla del azar de los bots: la misma semilla da la misma partida
options-think-time = Tiempo máximo de un bot por jugada, en milisegundos [por omisión: 1000 para level, perfect, threat y otros programas, 10000 para los demás]
options-no-takebacks = Nadie puede pedir deshacer
options-hints = Durante la partida se puede preguntar cuánto vale cada columna (v en las pantallas)
options-open-thoughts = Quien mira la partida de una persona ve mientras tanto las búsquedas de los bots y cuánto vale cada columna
options-grace = Tiempo de ausencia tras el que la otra parte puede reclamar la partida, como 5m [por omisión: el del servidor]
options-no-spectators = Nadie puede mirar
options-rated = Cuenta para la puntuación de los dos si sus nombres son propios; sin deshacer jugadas ni pistas [por defecto: sí para quien tiene un nombre propio]
options-unrated = No cuenta para ninguna puntuación
options-history-words = Solo partidas así: nombres (el jugador y luego su rival), un juego, `won`, `drawn` o `lost` (ganada, tablas, perdida), `today` o `30d`, `20-40` jugadas, `people` o `bots`; `player=`, `opponent=`, `game=`, `result=`, `time=`, `moves=` y `against=` aclaran cuál es cuál
options-history-before = Solo partidas con un número menor, como para la página siguiente
options-history-export = Escribe los registros de todas estas partidas en un archivo que aún no exista; - es la salida estándar
options-profile-name = El nombre de una persona a la que pertenece [por defecto: el tuyo]
options-leaderboard-game = Juego: uno de { $names }
options-today = Solo quienes jugaron hoy una partida con puntuación
options-listen = Dirección en la que escuchar, o solo un puerto; el puerto 0 toma cualquiera libre. `[::]` acepta IPv4 e IPv6, `0.0.0.0` solo IPv4
options-store = Dónde guardar las partidas: una base de datos que sobrevive al servidor, o la memoria
options-pace = Tiempo mínimo por jugada, en milisegundos [por omisión: 700; 0 con --plain y --json]
options-shell = El intérprete de órdenes
options-man-directory = Directorio donde escribir una página de cada orden; - es la salida estándar, para la página principal [por omisión: -]
options-rename-name = El nombre
options-key-file = Archivo con la clave; - es la entrada estándar
options-force = La toma aunque haya otra clave, que se guarda al lado
options-forget-host = El servidor, como lo nombra el rechazo: un equipo o equipo:puerto
options-room-code = El código de la sala, seis letras y cifras; un enlace a ella, como http://192.168.1.5:4270/#K7QM2X; o la dirección de un servidor, para ver sus salas
options-tv-tournament = Muestra un torneo para un proyector, por su código
options-export-code = El código de la sala, para su última partida; CÓDIGO-3 es la tercera, como las muestra `enlinea games`
options-export-file = El archivo que escribir, que no debe existir; - es la salida estándar [por omisión: -]
options-game-source = Un archivo con un registro, el código de una sala, CÓDIGO-3 para su tercera partida, o - para la entrada estándar; ./NOMBRE es siempre un archivo
options-number = La partida de un archivo con varias, contando desde 1
options-boards = Dibuja el tablero tras cada jugada en vez de solo el último
options-moves = Las jugadas de una posición, como "4 4 3" o "h8 h9 i8", en vez de un registro
options-seconds = Tiempo máximo por posición, en segundos

## Values of options

options-color-auto = Tantos como el entorno dice que tiene el terminal
options-color-16 = Los dieciséis que tiene todo terminal con colores
options-color-256 = 256
options-color-all = Todos
options-color-none = Ninguno
options-ground-auto = Como dice el entorno, y oscuro donde no dice nada
options-ground-dark = Oscuro
options-ground-light = Claro
options-graphics-auto = Donde el terminal dice que las muestra y no hay nada en medio
options-graphics-on = También dentro de tmux, y con un aviso si el terminal no las muestra
options-graphics-off = Ninguna
options-log-error = Lo que falló del todo
options-log-warn = Conexiones perdidas y rechazos
options-log-info = Conexiones que se hacen
options-log-debug = El tipo de cada mensaje
options-store-sqlite = En una base de datos
options-store-memory = En la memoria

## Headings and the frame of the help

options-heading-common = Opciones de todas las órdenes
options-heading-look = Aspecto de las pantallas
options-heading-log = Registro
options-usage = Uso:
options-any-options = [OPCIONES]
options-any-command = [ORDEN]
options-heading-commands = Órdenes:
options-heading-arguments = Argumentos:
options-heading-options = Opciones:
options-heading-values = Valores posibles:
options-default = [por omisión:
options-possible = [valores posibles:
options-help-flag = Muestra la ayuda
options-version = Muestra la versión
options-help-more = (hay más con '--help')
options-help-summary = (un resumen con '-h')
options-help-command = Muestra esta ayuda o la de una orden

## Words for what is typed, in capitals

options-value-name = NOMBRE
options-value-directory = DIRECTORIO
options-value-language = IDIOMA
options-value-seconds = SEGUNDOS
options-value-depth = CUÁNTOS
options-value-ground = FONDO
options-value-when = CUÁNDO
options-value-theme = NOMBRE|ARCHIVO
options-value-file = ARCHIVO
options-value-level = NIVEL
options-value-game = JUEGO
options-value-clock = RELOJ
options-value-seat = LUGAR
options-value-rule = REGLA
options-value-time = TIEMPO
options-value-address = [DIRECCIÓN:]PUERTO
options-value-store = DÓNDE
options-value-code = CÓDIGO
options-value-place = CÓDIGO|ENLACE|DIRECCIÓN
options-value-host = EQUIPO
options-value-shell = INTÉRPRETE
options-value-source = ARCHIVO|CÓDIGO
options-value-moves = JUGADAS
options-value-words = PALABRAS

## Behind the options

options-examples = Ejemplos:
options-statuses = Código de salida:
options-status-done = hecho
options-status-failed = fallo: algo no funcionó
options-status-usage = uso incorrecto: los argumentos, los ajustes o una línea leída no tienen sentido
options-status-refused = rechazado por el servidor
options-status-lost = conexión perdida, sin volver en los segundos de --patience
options-status-defect = un defecto del programa, con un informe en el directorio de estado
options-status-interrupted = interrumpido, por Ctrl-C o por el sistema
options-without-command = Sin orden se abren las pantallas; con `--plain` o `--json` se ejecuta `demo`. Con `--server` y sin pantallas se ejecuta `rooms`.
options-typed = Con --plain, en una mesa, la entrada estándar admite una línea de estas cada vez:
options-typed-move = juega ahí
options-typed-choose = elige un color en la apertura, o poner dos piedras más
options-typed-resign = abandona la partida
options-typed-draw = ofrece el empate, o acepta el ofrecido
options-typed-answer = responde a lo que ofrece tu rival
options-typed-takeback = pide deshacer tu última jugada
options-typed-abort = anula la partida antes de que jueguen los dos lados
options-typed-claim = reclama la partida de un rival que no vuelve
options-typed-rematch = ofrece la revancha, o la acepta
options-typed-say = dice algo a los presentes
options-typed-board = muestra el tablero
options-typed-last = dice la última jugada y a quién le toca
options-typed-clocks = dice el tiempo de los dos lados
options-typed-moves = dice todas las jugadas
options-typed-legal = dice las jugadas que hay
options-typed-who = dice quién juega y quién mira
options-typed-record = muestra la partida como texto, para guardarla
options-typed-analyse = dice cuánto valen las jugadas de la posición, ahora o tras el número de jugadas que se indique
options-typed-leave = sale; tu lugar en una partida se conserva
options-typed-help = muestra esto

## Wrong arguments: what is wrong, then what to do. A value of the person is in quotes already.

options-no-name = { $name } no es un nombre: un nombre tiene de 1 a 20 caracteres imprimibles
options-tip-play = enlinea sin orden abre las pantallas, e Intro juega; enlinea new --game gomoku abre una partida
options-two-servers = --server indica { $server }, y el enlace una sala de { $link }; quita --server
options-no-room = no se ha indicado ninguna sala; escribe su código, o un enlace a ella, como http://192.168.1.5:4270/#K7QM2X
options-both-seats-yours = los dos lugares son tuyos, y una persona tiene uno; da uno con --first o --second a open o a un bot
options-repeat-of-people = --repeat es el número de revanchas entre bots; nombra un bot con --first y otro con --second, o quítalo: las personas piden la revancha en la mesa
options-no-opening = ninguna apertura se llama { $name }; elige una de: { $names }
options-opening-elsewhere = { $game } no tiene la apertura { $opening }; quita --opening, o elige uno de estos con --game: { $games }, o un tablero propio sin caída en que ganan 4 o más en línea
options-no-seat = { $text } no es un lugar; escribe me, open, bot:TIPO, bot:TIPO:PROFUNDIDAD o bot:TIPO:NIVEL, con opciones detrás o sin ellas, como bot:minimax:hard o bot:minimax:hard,temperature=10
options-no-level = bot:{ $kind } no tiene el nivel { $level }; elige { $levels }
options-levels-none = bot:{ $kind } sin nivel, no calcula por adelantado
options-levels-numbers = un nivel de { $least } a { $most }
options-levels-presets = uno de: { $presets }
options-levels-depths = una profundidad de { $least } a { $most }
options-levels-both = una profundidad de { $least } a { $most }, o uno de: { $presets }
options-no-listen = { $text } no es una dirección en la que escuchar; escribe un puerto como { $port }, o dirección y puerto como 192.168.1.5:{ $port } o [::]:{ $port }
options-no-address = { $text } no es la dirección de un servidor: { $problem }; escribe un equipo, equipo:puerto o ws://equipo:puerto, como 192.168.1.5:{ $port }
options-address-protocol = empieza con otro protocolo
options-address-port = un puerto es un número de 1 a 65535
options-address-host = el equipo no es un nombre ni un número
options-address-characters = tiene caracteres que no tiene ninguna dirección
options-out-of-range = { $given } no está entre { $least } y { $most }
options-no-number = { $given } no es un número entero; escribe uno de { $least } a { $most }
# A tip after a wrong value.
options-value-of-variable = el valor es el de la variable de entorno { $variable }
options-format-swiss = En cada ronda juegan los igualados
options-format-round-robin = Todos contra todos
options-format-round-robin-twice = Todos contra todos, a doble vuelta
options-format-knockout = Quien pierde queda eliminado
options-format-arena = Durante un tiempo fijo, quien está libre juega enseguida
options-tournament-name = Nombre del torneo
options-format = Forma del torneo
options-value-format = FORMA
options-rounds = Rondas de un torneo suizo
options-length = Duración de una arena, como 30m o 1h
options-games-of-pairing = Partidas de un emparejamiento, con cambio de colores tras cada una; al mejor de ellas en una eliminatoria
options-third-place = Se juega por el tercer puesto de una eliminatoria
options-tournament-rated = Las partidas entre dueños de sus nombres puntúan
options-tournament-private = El torneo no aparece en la lista: solo se llega con su código
options-no-late-entries = Nadie puede entrar tras emparejar la primera ronda
options-filling-bot = Bot que completa cuando el número de jugadores es impar, como level:4
options-fill-to = Número de participantes hasta el que completan los bots al empezar
options-tournament-pause = Tiempo entre el final de una ronda y la siguiente
options-late = Tiempo tras el que quien no ha llegado pierde la partida
options-starts-in = Tiempo hasta la primera ronda, como 15m; sin él la empiezas tú
options-tournament-code = Código del torneo
options-csv = Como dos tablas para hojas de cálculo
