### Texts of the page for browsers; server/web/lang is made of them.

## games, clocks, colours

game-connect-four = Cuatro en línea
game-connect-four-7x7 = Cuatro en línea 7 × 7
game-gomoku = Gomoku 20
game-gomoku-15 = Gomoku 15
game-gomoku-standard = Gomoku 15, exactamente cinco
game-renju = Renju
game-custom-falls = { $inRow } en línea, { $size }, con caída
game-custom-free = { $inRow } en línea, { $size }
game-custom-exact = exactamente { $inRow } en línea, { $size }
unknown-game = Esta página no conoce el juego { $game }; recárgala.
no-clock = sin reloj
clock-none = Ninguno
clock-with-increment = { $initial } + { $increment }
span-hours = { $n } h
span-minutes = { $n } min
span-seconds = { $n } s
red = rojo
yellow = amarillo
black = negro
white = blanco
colour-open = color por elegir
pairing = { $first } – { $second }
score = { $a } : { $b }
score-drawn = { $a } : { $b }, empates: { $draws }
somebody = alguien

## bots

bot-of-level = Bot, { $level }
bot-of-depth = Bot { $kind }, profundidad { $depth }
bot-of-kind = Bot { $kind }
bot-with-strength = { $kind } ({ $level } Elo)
level-first = nivel 1, principiante
level-last = nivel 9, el más fuerte
level-none = otro bot
level-number = nivel { $n }
level-random = al azar
thinks = piensa
thinking = piensa, { $n } s
depth = profundidad { $n }
bot-about-level = nueve niveles, cada uno un poco más fuerte que el anterior
bot-about-lines = mantiene abiertas sus líneas y corta las del rival; en la misma posición, siempre la misma jugada
bot-about-minimax = abre en el centro y construye sus filas, sin pensar mucho en las del rival
bot-about-negamax = cuenta sus filas de dos y de tres; entre jugadas iguales elige al azar, así que no hay dos partidas iguales
bot-about-perfect = nunca se equivoca en Cuatro en línea, y poco en otros tableros
bot-about-priority = valora cada punto libre por las filas que lo rodean y no mira más allá; se le puede ganar
bot-about-random = hace una jugada cualquiera, al azar
bot-about-threat = busca primero amenazas: cuatros y treses abiertos
option-spread = Cuánto puede apartarse de su mejor jugada, en puntos
option-temperature = Porcentaje de jugadas al azar
option-own_two = Peso de sus propios doses
option-own_three = Peso de sus propios treses
option-own_four = Peso de sus propios cuatros
option-other_two = Peso de los doses del rival
option-other_three = Peso de los treses del rival
option-other_four = Peso de los cuatros del rival
no-levels = Este tablero no tiene niveles; juega { $kind }, salvo que elijas otro abajo.
only-random = A este juego solo juega un bot que mueve al azar.

## start

game = Juego
more = Más…
level = Nivel del bot
play-bot = Jugar con el bot
band-label = Jugar con el bot: ganan { $inRow } en línea
who-moves-first = Empieza
first-move-me = tú
first-move-bot = bot
first-move-turn = por turno
instead-of-rematch = En lugar de la revancha
level-instead = Mejor el nivel { $n }
again-me = Empiezas tú otra vez
again-bot = Empieza el bot otra vez
quick-match = Partida rápida
invite-friend = Invitar a alguien
two-here = Dos en este equipo
analyse = Analizar posición
second-player = Rival
code = Código
code-hint = o un enlace
go = Ir
no-code = Eso no es un código de partida: un código tiene seis letras y cifras.
no-position = Eso no es una posición: las jugadas de la dirección no caben en el tablero.
other-server = Ese enlace lleva a otro servidor: ábrelo en la barra de direcciones del navegador.
your-games = Tus partidas
your-other-games = Tus otras partidas
waiting-for-someone = Esperan rival
waiting-short = Esperando rival
nobody-waits = Ahora no hay partidas abiertas.
rooms-new =
    { $n ->
         [one] { $n } nueva
        *[other] { $n } nuevas
    }
row-gone = ya no espera
nothing-found = No se ha encontrado nada.
filter-words = Buscar nombres, juegos, códigos
go-to-room = Ir a { $room }
filter-game = Juego
filter-game-any = Todos los juegos
filter-game-falls = Las fichas caen
filter-game-free = Gomoku y otros
filter-state = Estado
filter-state-any = Cualquier estado
filter-state-waiting = En espera
filter-state-playing = En juego
being-played = En juego
nothing-played = Ahora no se juega ninguna partida.
other-rooms = Hay más partidas de las que se muestran: búscalas arriba.
just-over = Recién terminadas
played-here = Partidas jugadas aquí
play = Jugar
watch = Mirar
moves =
    { $n ->
         [one] { $n } jugada
        *[other] { $n } jugadas
    }
watching =
    { $n ->
         [one] { $n } mirando
        *[other] { $n } mirando
    }
your-turn = te toca
their-turn = le toca al rival
to-move = le toca
turn-red = Le toca al rojo
turn-yellow = Le toca al amarillo
turn-black = Le toca al negro
turn-white = Le toca al blanco
here-now =
    { $n ->
         [one] Conectados: { $n }
        *[other] Conectados: { $n }
    }
is-playing = jugando
is-waiting = esperando
is-away = ausente
and-more = y { $n } más
on-this-network = en esta red: { $address }
your-name = Tu nombre: { $name }
say-something = Di algo
host-says = El anfitrión dice: { $words }
tv = TV

## new game

new-game = Nueva partida
all-games = Todos los juegos
custom-board = Un tablero propio
custom-columns = Columnas
custom-rows = Filas
custom-in-row = En línea
custom-kind = Cómo se juega
custom-falls = Con caída
custom-free = Libre
custom-exact = Exactamente tantas
bounds = de { $least } a { $most }
out-of-bounds = Tiene que estar entre { $least } y { $most }.
not-whole = Tiene que ser un número entero.
not-digits = Tiene que ser un número de 19 cifras como mucho.
too-long-by =
    { $n ->
         [one] Sobra { $n } carácter: caben { $most }.
        *[other] Sobran { $n } caracteres: caben { $most }.
    }
against = Contra
against-friend = Quien invites
against-anyone = Cualquiera
against-bot = El bot
against-bots = Dos bots
bot = Bot
first-bot = El primer bot
second-bot = El segundo bot
which-bot = Qué bot, y con qué profundidad
bot-depth = Jugadas que calcula
no-bot-plays = Ningún bot juega en este tablero.
clock = Reloj
clock-hint = minutos al empezar + segundos por jugada
other-clock = Otro reloj
clock-minutes = Minutos al empezar
clock-seconds = Segundos por jugada
who-begins = Empieza
begins-lot = Al azar
begins-me = Yo
begins-them = El rival
switch-spectators = Se puede mirar
switch-spectators-hint = si no, solo quienes juegan
switch-listed = Aparece en la lista
switch-listed-hint = si no, solo con el enlace
switch-rated = Puntuada
switch-rated-hint = sin deshacer ni pistas, si ambos tienen nombre propio
switch-takebacks = Se pueden deshacer jugadas
switch-takebacks-hint = si el rival lo permite
switch-hints = Mostrar cuánto vale cada jugada
switch-hints-hint = para aprender, a ambos lados
switch-open_thoughts = Los espectadores ven qué piensa el bot
switch-open_thoughts-hint = y puede preguntar cuánto vale cada jugada
switch-swap2 = Apertura swap2
switch-swap2-hint = uno pone tres piedras, el otro elige
more-options = Más opciones
grace = Minutos de ausencia para reclamar la partida
think-time = Máximo de segundos del bot por jugada
pace = Mínimo de segundos por jugada
repeat = Repeticiones de la partida
seed = Número que fija el azar de los bots
open-game = Abrir la partida

## waiting and links

waiting-for-friend = Esperando a tu rival
looking-for-opponent = Buscando rival
in-the-list = Tu partida está en la lista. También, en la misma red, abre o escanea:
same-network = En la misma red, abre o escanea:
only-this-machine = Al servidor solo llega este equipo; para otros debe escuchar en la red.
qr-label = El enlace como imagen para escanear
copy-link = Copiar el enlace
copied = Copiado
copy-by-hand = Este navegador no deja copiar a la página; selecciona el texto y cópialo.
you-first = Empiezas tú,
you-second = Juegas en segundo lugar,
invited-first = Empiezas tú
invited-second = Juegas en segundo lugar
you-propose = Swap2: pones tres piedras y tu rival elige color.
you-choose = Swap2: tu rival pone tres piedras y tú eliges color.
bot-instead = Mejor con el bot
close-game = Cerrar la partida
waiting-or-leave = Esperas rival en la partida { $room }. Si entras en otra, pierdes ese asiento y el enlace lleva a una mesa vacía.
give-seat-up = Dejar el asiento
keep-waiting = Seguir esperando
somebody-waits = { $name } te espera
room-is-open = Hay dos asientos libres
you-are = Te llamas
back-to-game = Volver a la partida
back-to-seat = Volver a tu asiento
not-watchable = Esta partida solo la ven quienes juegan.
look-at = Verla
seats-taken = Los dos asientos están ocupados; puedes mirar.
game-is-over =
    { $n ->
         [one] terminó tras { $n } jugada
        *[other] terminó tras { $n } jugadas
    }
moves-and-watching =
    { $n ->
         [one] { $n } jugada hasta ahora, { $watching } mirando
        *[other] { $n } jugadas hasta ahora, { $watching } mirando
    }
room-is-locked = ya no entra nadie más
looking-for-room = Buscando la partida { $room }
no-server = El servidor no responde.
no-such-room = No hay ninguna partida { $room }
no-such-room-why = Se cerró, o el código tiene un error.
room-closed = La partida { $room } se ha cerrado
room-closed-why = La cerró el anfitrión del servidor, o nadie volvió a ella.
elsewhere = Juegas esta partida en otra pestaña o en otro dispositivo
elsewhere-why = Solo la última página abierta tiene el asiento.
bring-here = Seguir aquí
was-removed = Te han sacado de la partida { $room }
was-removed-why = Lo hizo quien la abrió.
left-room = Saliste de la partida { $room }
left-room-why = Tu asiento se guarda mientras siga la partida.
brand-to-start = enlinea: a la portada
to-start = A la portada

## table

back = Atrás
menu = Menú
close = Cerrar
send = Enviar
no = No
you-watch = estás mirando
offers-draw = { $name } ofrece empate
asks-takeback =
    { $n ->
         [one] { $name } pide deshacer { $n } jugada
        *[other] { $name } pide deshacer { $n } jugadas
    }
offers-rematch = { $name } quiere la revancha
accept = Aceptar
allow = Permitir
offered = Ofrecidas
asked = Pedido
takeback-asked = Has pedido deshacer una jugada.
draw-offered = Has ofrecido empate.
draw-declined = { $name } no acepta el empate
takeback-declined = { $name } no lo permite
rematch-declined = { $name } no acepta la revancha
draw-lapsed = Tu oferta de empate ha caducado con la jugada.
draw-lapsed-choice = Tu oferta de empate ha caducado con la elección.
takeback-lapsed = Tu petición de deshacer ha caducado con la jugada.
takeback-lapsed-choice = Tu petición de deshacer ha caducado con la elección.
taken-back = Se deshizo una jugada
takes-back =
    { $n ->
         [one] { $name } deshace { $n } jugada
        *[other] { $name } deshace { $n } jugadas
    }
take-back = Deshacer
draw-offer = Empate
resign = Rendirse
resign-question = ¿Rendirse?
draw-question = ¿Terminar en empate?
turn-board = Girar
play-on = Seguir
abort = Anular
abort-question = ¿Anular la partida?
leave = Salir
leave-clock-question = Tu reloj sigue corriendo
leave-first-question = Tu primera jugada debe llegar pronto
clock-or-leave = Tu reloj en la partida { $room } sigue corriendo mientras estás en otra.
first-or-leave = Tu primera jugada en la partida { $room } debe llegar pronto, aunque estés en otra.
claim = Reclamar
claim-question = ¿Reclamar la victoria?
claim-due = { $name } lleva demasiado tiempo ausente: puedes reclamar la partida.
rules = Reglas
my-phone = Mi móvil
chat = Chat
chat-unread = Chat, sin leer
rematch = Revancha
rematch-offered = Revancha ofrecida
look-back = Repasar
looking-back = Repaso
live = En vivo
reconnecting = Reconectando, { $n } s
trying = Reconectando…
line-lost = Se ha perdido la conexión.
line-back = Conexión recuperada.
not-let-in = Sin entrada
try-now = Probar ahora
part-missing = Esta parte de la página no se ha cargado.
kept-on-server = la partida sigue en el servidor
storage-off = Este navegador no guarda tu asiento: no cierres ni recargues esta página.
server-stops = El servidor se detiene; la partida se guarda.
waits-to-be-sent = { $move }, pendiente de enviar
premove = luego juegas { $move }
premove-said = { $move } se jugará cuando te toque.
premove-gone = { $move } ya no se jugará.
first-move-due = La primera jugada debe llegar pronto, o la partida no contará.
first-choice-due = La elección debe llegar pronto, o la partida no contará.
away = ausente, { $time }
away-claim = ausente; reclama en { $rest }
drop-premove = Cancelar { $move }
status-you-win = has ganado · { $score }
status-you-lose = has perdido · { $score }
status-wins = gana · { $score }
column-full = La columna { $move } está llena.
point-taken = { $move } está ocupado.
forbidden-overline = { $move } está prohibido: más de cinco en línea.
forbidden-double-four = { $move } está prohibido: dos cuatros a la vez.
forbidden-double-three = { $move } está prohibido: dos treses a la vez.
play-move = Jugar { $move }
whole-board = Todo el tablero
say-or-move = Di algo, o /{ $move } para jugar
say-closed = Chat cerrado
say-closed-or-move = Chat cerrado; /{ $move } para jugar
no-move = { $words } no es una jugada de esta partida y no se ha dicho; /{ $move } sí lo es.
no-move-now = Tras / va una jugada; ahora no juegas, y no se ha dicho nada.
are-watching =
    { $n ->
         [one] { $names } está mirando
        *[other] { $names } están mirando
    }
chat-line = { $name }: { $words }
mute = Silenciar a { $name }
name-mute = { $name }: ocultar lo que dice
unmute-name = Volver a leer a { $name }
muted = En silencio: { $names }
unmute = Volver a leer
swap2-choose = Elige tu color
swap2-they-choose = { $name } elige color
swap2-place =
    { $n ->
         [one] Pon { $n } piedra más
        *[other] Pon { $n } piedras, negras y blancas por turno
    }
swap2-place-short =
    { $n ->
         [one] Pon { $n } piedra más
        *[other] Pon { $n } piedras
    }
swap2-they-place =
    { $n ->
         [one] { $name } pone { $n } piedra más
        *[other] { $name } pone { $n } piedras
    }
swap2-take-black = Tomar las negras
swap2-take-white = Tomar las blancas
swap2-two = Poner dos más
swap2-two-short = dos más
swap2 = swap2
swap2-places =
    { $n ->
         [one] pone { $n } piedra más
        *[other] pone { $n } piedras
    }
swap2-chooses = elige color
swap2-took-black = { $name } toma las negras
swap2-took-white = { $name } toma las blancas
swap2-took-two = { $name } pone dos más
swap2-you-took-black = Tomas las negras
swap2-you-took-white = Tomas las blancas

## ends

you-win = Has ganado
you-lose = Has perdido
somebody-wins = Gana { $name }
draw = Empate
not-counted = No cuenta
row-3 = tres en línea
row-4 = cuatro en línea
row-5 = cinco en línea
row-of = { $inRow } en línea
end-line =
    { $n ->
         [one] { $row }, { $n } jugada
        *[other] { $row }, { $n } jugadas
    }
end-full-board = el tablero está lleno
end-resignation = { $name } se rindió
end-resignation-you = te has rendido
end-flag = se acabó el tiempo de { $name }
end-flag-you = se te ha acabado el tiempo
end-agreement = de común acuerdo
end-claim = { $name } se ausentó demasiado
end-claim-you = te has ausentado demasiado
end-aborted = la partida se anuló
end-no-first-move = la primera jugada no llegó a tiempo
end-no-first-choice = la elección no llegó a tiempo
end-abandoned = no volvió nadie
end-bot-failed = { $name } no supo jugar
end-closed = el anfitrión cerró la partida

## looking back

line-of-moves = Jugadas de la partida
curve-label = El valor de la partida, jugada a jugada
move-of = { $at } de { $n }
the-end = Final
trying-moves = Tu variante: { $moves }
copy-line = Copiar esta línea
empty-board = Tablero vacío
to-move-worth = Mueve { $colour }: { $value }
colour-wins = Gana { $colour }
move-sentence = { $name } juega { $move }
first-move = Primera jugada
previous-move = Jugada anterior
next-move = Jugada siguiente
last-move = Última jugada
position-label = Posición tras { $at } jugadas: { $moves }
values-label = Cuánto vale cada columna
values-after-game = Verás cuánto vale cada jugada cuando acabe la partida.
values-after-own = Verás cuánto vale cada jugada cuando acabe tu propia partida.
values-coming = El servidor calcula cuánto valía.
not-analysed = Este tablero no se analiza.
value-unknown = No se sabe cuánto valía.
value-win = gana
value-draw = empate
value-loss = pierde
value-in = { $word } en { $n }
gave-away = de «{ $before }» a «{ $after }»; mejor { $better }
slower = { $value }; mejor { $better }
best-move = una de las mejores jugadas: { $value }
line-better = mejor { $move }: { $value }
line-better-than = mejor { $move }: { $value } (jugada: { $played })
line-best = una de las mejores jugadas: { $value }
wins-in = gana en { $n }
loses-in = pierde en { $n }
colour-wins-in = gana { $colour } en { $n }
sees-win = ve una victoria
sees-loss = ve una derrota
score-of = valor { $score }
loses = pierde
worse = peor
copy-as-text = Copiar como texto

## games that are over

history = Historial
leaderboard = Clasificación
screens = Pantallas
rated = puntuada
not-rated = no puntuada
somebody-beat = { $one } gana a { $other }
somebody-drew = { $one } empata con { $other }
somebody-played = { $one } contra { $other }
won-drawn-lost = ganadas { $won } · empatadas { $drawn } · perdidas { $lost }
games-of = Partidas de { $name }
all-past-games = Todas las partidas
games-at-least = al menos { $n } partidas
games-many = más de 1000 partidas
all-your-games = Todas tus partidas
older-games = Partidas anteriores
download-text = Descargar como texto
moves-not-kept = El servidor solo guarda el resultado de esta partida.
filters = Filtros
clear-filters = Quitar filtros
without-filter = Quitar filtro: { $filter }
anyone = Cualquiera
past-player = Jugador/a
past-opponent = Contra
past-game = Juego
past-result = Resultado
result-any = Todas
result-won = ganadas
result-drawn = empatadas
result-lost = perdidas
past-within = Cuándo
within-any = Siempre
within-1d = Últimas 24 horas
within-7d = Últimos 7 días
within-30d = Últimos 30 días
within-365d = Último año
past-length = Duración
length-any = Cualquier número de jugadas
length-most = Como mucho { $most } jugadas
length-between = De { $least } a { $most } jugadas
length-least = { $least } jugadas o más
past-against = Rivales
past-against-any = Personas y bots
past-against-people = Personas
past-against-bots = Bots
played-before = Esta posición en partidas de aquí
played-never = ninguna
turning-point = Momento decisivo
turning-move = jugada { $at }, { $colour } juega { $move }
ended-so = { $red } { $first }, empates { $drawn }, { $yellow } { $second }
your-profile = Tu perfil
change-name = Cambiar nombre
here-since = aquí desde el { $date }
ratings = Puntuaciones
rating-uncertain = Una puntuación con «?» se basa en muy pocas partidas para comparar.
rating-said = Tu puntuación: { $words }
form-last-ten = Racha, últimas diez
form-hint = Arriba: ganada. Abajo: perdida. La última, a la derecha.
nothing-played-yet = Aún no hay partidas.
level-against-bots = Nivel contra bots
about-level = nivel { $level } aprox., entre { $least } y { $most }.
about-level-sure = nivel { $level } aprox.
past-games = Partidas
most-played = Rivales habituales
score-hint = Primero victorias, luego derrotas; sin los empates.
best-win = Mejor victoria
against-rated = Contra { $name } ({ $rating })
last-games = Últimas partidas
you = tú
column-place = Puesto
column-name = Nombre
column-rating = Puntuación
column-at-least = Al menos
column-games = Partidas
column-form = Racha, últimas diez
places-today = Hoy
places-all = Siempre
places-how = Cómo funcionan los puestos
places-why = Van por la puntuación más baja que es probable: la puntuación menos dos veces su incertidumbre (±). Así, una noche de suerte no da el primer puesto.
places-least = Hacen falta cinco partidas puntuadas contra dos personas distintas.
places-bots = Bots
places-bots-why = Las partidas con bots se guardan y cuentan para tu nivel en tu perfil. Nunca son puntuadas.
not-placed = Sin puesto todavía
no-places = Nadie tiene puesto todavía.
rated-games =
    { $n ->
         [one] { $n } partida puntuada
        *[other] { $n } partidas puntuadas
    }
from-games =
    { $n ->
         [one] De { $n } partida.
        *[other] De { $n } partidas.
    }

## said by screen readers

board-label = Tablero, { $columns } columnas y { $rows } filas
cell-empty = vacío
cell-forbidden = prohibido
cell-of-column = columna { $column }, fila { $row }
said-column = columna { $column }
played = { $name }: { $move }.
you-played = Has jugado: { $move }.
played-your-turn = { $name }: { $move }. Te toca.
game-begins = Empieza la partida.
game-begins-your-turn = Empieza la partida. Te toca.
clocks-said = { $first } tiene { $left }, { $second } tiene { $other }.
no-moves = Aún no hay jugadas.
somebody-away = { $name } se ha ausentado.
somebody-back = { $name } ha vuelto.
chat-is-open = El chat vuelve a estar abierto.
room-locked = Ya no entra nadie más.
room-unlocked = Se puede entrar de nuevo.
somebody-removed = { $name } ha tenido que salir.
title-your-turn = ● Te toca – { $game }
title-game = { $game } – enlinea

## menu and dialogs

menu-rules = Reglas
menu-keys = Teclas
menu-link = Enlace a esta partida
menu-phone = Seguir en otro dispositivo
menu-people = Personas
menu-export = La partida como texto
menu-settings = Ajustes
menu-name = Tu nombre
menu-tv = TV: todas las partidas a la vez
menu-leave = A la portada
menu-leave-keep = A la portada; la partida espera
menu-leave-clock = A la portada; tu reloj sigue corriendo
menu-leave-first = A la portada; tu primera jugada debe llegar pronto
dialog-menu = Menú
dialog-settings = Ajustes
dialog-keys = Teclas
dialog-name = Tu nombre
dialog-phone = Seguir en otro dispositivo
dialog-here = Conectados
dialog-people = Personas
dialog-link = Enlace a esta partida
dialog-export = La partida como texto
dialog-waiting = Tu partida espera
dialog-leave = Tu partida sigue
dialog-banned = El servidor no te deja entrar
dialog-version = El servidor es de otra versión
version-does-not-fit = Esta página y el servidor no encajan; recárgala dentro de un momento.
reload = Recargar
setting-placing = Jugar
placing-auto = Auto
placing-one = Un toque
placing-two = Dos toques
placing-button = Botón
setting-placing-hint = Un toque: se juega al instante. Dos toques: el primero muestra el lugar, el segundo juega. Botón: solo se juega con «Jugar», bajo el tablero.
setting-secondClick = Un segundo clic juega en tableros de 15 o más
setting-shortcuts = Teclas de una letra o un signo
setting-sound = Sonidos y vibración
setting-values = Valor de las jugadas, cuando se pueda ver
setting-turns = Dos en este equipo: girar el tablero hacia quien mueve
setting-theme = Colores
theme-auto = Del dispositivo
theme-light = Claro
theme-dark = Oscuro
setting-language = Idioma
language-waits = Este idioma se cargará cuando el servidor vuelva a responder.
name-label = Cómo te llaman los demás
name-length = como máximo 20 caracteres
name-at-table = En la partida en la que estás te sigues llamando { $name }.
name-owned = { $name } es de otra persona; te llamas { $suggestion }.
save = Guardar
players-are = Juegan { $first } y { $second }
remove = Sacar
lock-room = Cerrar la sala
unlock-room = Abrir la sala
close-the-chat = Cerrar el chat
open-chat = Abrir el chat
hand-over-coming = Pidiendo un código al servidor…
hand-over-scan = Escanéalo con el otro dispositivo, que recibe tu asiento:
hand-over-time = válido { $n } s, una sola vez
hand-over-expired = El código ya no es válido.
hand-over-again = Código nuevo

## TV

games-count =
    { $n ->
         [one] { $n } partida
        *[other] { $n } partidas
    }
play-along = juega tú también:
scan-to-play = escanea en esta red para jugar o mirar
tv-wins = gana
tv-won =
    { $n ->
         [one] { $n } victoria
        *[other] { $n } victorias
    }
full-screen = Pantalla completa

## rules

rules-falls = Dos jugadores dejan caer fichas por turnos en un tablero de { $columns } columnas y { $rows } filas. Una ficha cae hasta el hueco libre más bajo de su columna.
rules-free = Dos jugadores, negro y blanco, ponen piedras por turnos en cualquier punto libre de un tablero de { $columns } × { $rows }. Empieza negro, y las piedras no se mueven.
rules-win-falls = Gana quien primero tenga { $inRow } fichas seguidas o más: en columna, en fila o en diagonal.
rules-win-free = Gana quien primero tenga { $inRow } piedras seguidas o más: en columna, en fila o en diagonal.
rules-win-exact = Gana quien primero tenga exactamente { $inRow } piedras seguidas, en columna, en fila o en diagonal. Una línea más larga no gana.
rules-win-renju = Gana quien primero tenga cinco piedras seguidas. Blanco gana también con más de cinco.
rules-renju-why = Como empieza negro, algunos puntos le están prohibidos; el tablero los marca con una cruz.
rules-overline = Línea larga: un punto que forma seis o más en línea.
rules-double-four = Doble cuatro: un punto que forma dos cuatros a la vez. Un cuatro son cuatro piedras que con una más hacen exactamente cinco.
rules-double-three = Doble tres: un punto que forma dos treses a la vez. Un tres son tres piedras que con una más hacen un cuatro abierto por ambos lados.
rules-swap2 = Swap2: un jugador pone tres piedras, dos negras y una blanca. El otro toma las negras, toma las blancas, o pone dos más y deja elegir.
rules-draw = Si el tablero se llena y nadie ha ganado, hay empate.
keys-columns = elegir una columna
keys-points = elegir un punto
keys-digits = soltar una ficha en la columna con ese número
keys-edges = ir a la primera o a la última columna
keys-play = jugar ahí; también con la barra espaciadora
keys-steps = mirar una jugada atrás o adelante
keys-clocks = el lector de pantalla dice los relojes
keys-last = el lector de pantalla dice la última jugada
keys-escape = dejar lo empezado, o volver
keys-keys = estas teclas
keys-typed = En el chat, /4 o /h8 es una jugada.

## refusals

refused-banned = El anfitrión de este servidor no te deja entrar.
refused-too-fast =
    { $n ->
         [one] Demasiado rápido; espera { $n } segundo.
        *[other] Demasiado rápido; espera { $n } segundos.
    }
refused-full = El servidor no admite más; inténtalo más tarde.
refused-shutting-down = El servidor se detiene; vuelve en un momento.
refused-internal = Algo ha fallado en el servidor (número { $reference }); nada ha cambiado.
refused-disk-full = El disco del servidor está lleno. No se ha perdido nada; inténtalo de nuevo cuando haya sitio.
refused-bad-spec = El servidor no abre una partida así; cambia el formulario.
refused-bad-move = Esa jugada no está permitida.
refused-bad-choice = La apertura no lo permite ahora.
refused-not-seated = Solo los dos jugadores pueden hacerlo.
refused-not-started = La partida no ha empezado.
refused-game-not-over = La partida no ha terminado.
refused-nothing-offered = Eso ya no se ofrece.
refused-nothing-to-say = No hay nada que decir en esa línea.
refused-too-long = Es demasiado largo.
refused-over-limit = Es más de lo que el servidor permite; termina algo antes.
refused-not-owner = Solo puede hacerlo quien abrió la partida.
refused-unknown-player = Aquí nadie tiene ese nombre.
refused-other = El servidor lo rechaza y esta página no sabe por qué; cárgala de nuevo.
refused-already-in-room = Estás en otra partida; sal de ella primero.
refused-no-open-seat = Los dos asientos están ocupados; puedes mirar.
refused-no-spectators = Nadie puede mirar esta partida.
refused-locked = No puedes entrar en esta partida.
refused-takebacks-off = En esta partida no se deshacen jugadas.
refused-nothing-to-take-back = No hay nada que deshacer.
refused-already-offered = Ya está ofrecido.
refused-bots-do-not = Un bot no acepta empates.
refused-game-over = La partida ha terminado.
refused-too-late-to-abort = Los dos han jugado; puedes abandonar.
refused-not-your-turn = No te toca.
refused-claim-too-early =
    { $n ->
         [one] Todavía no; en { $n } segundo.
        *[other] Todavía no; en { $n } segundos.
    }
refused-opponent-present = El rival ha vuelto.
refused-wrong-code = El código está usado o es viejo; pide otro.
refused-chat-closed = En esta partida no se puede hablar.
refused-bot-cannot-open = Este bot no juega esta apertura; elige otro.
refused-no-bot-opens = Ningún bot juega esta apertura en este tablero; juega sin ella.
refused-bot-cannot-play = Este bot no juega en este tablero; elige otro.
refused-no-such-person = Nadie tiene este nombre aquí.
refused-no-such-game = No hay ninguna partida con este número, o solo la ven quienes la jugaron.
refused-no-history = Este servidor no guarda partidas.
refused-elsewhere = Esta partida está en otro servidor, al que ahora no se puede llegar.
tournament-elsewhere = Tu torneo está en otro servidor. Vuelves a él cuando dejas esta partida.

## tournaments

tournament = Torneo
tournaments = Torneos
new-tournament = Torneo nuevo
tournament-of-day = Torneo del { $day }
tournament-name = Nombre
tournament-starts = Empieza
starts-by-hand = cuando lo inicies
starts-in = en { $n } min
tournament-format = Sistema
format-round-robin = Todos contra todos
format-twice = Todos contra todos, ida y vuelta
format-swiss = Suizo
format-knockout = Eliminatorio
format-arena = Arena
format-swiss-of =
    { $n ->
         [one] Suizo, { $n } ronda
        *[other] Suizo, { $n } rondas
    }
format-arena-of = Arena, { $n } min
games-each =
    { $n ->
         [one] { $n } partida por pareja
        *[other] { $n } partidas por pareja
    }
format-round-robin-hint = Todos juegan contra todos: lo mejor hasta diez jugadores.
format-swiss-hint = Se enfrentan jugadores con puntos parecidos, y nunca dos veces los mismos: sirve para cualquier número.
format-knockout-hint = Quien gana sigue, quien pierde queda fuera.
format-arena-hint = Un tiempo fijo: quien está libre juega enseguida. Ganar da 2 puntos, empatar 1, el doble tras dos victorias seguidas.
tournament-clock = Reloj de cada jugador
clock-none-hint = Sin reloj, una partida lenta retrasa la ronda.
tournament-rounds = Rondas
tournament-length = Duración
tournament-games = Partidas por emparejamiento
best-of = al mejor de { $n }
games-even-hint = Se cambian los colores: los dos empiezan las mismas veces.
games-odd-hint = Uno de los dos empieza una vez más; el torneo lo equilibra.
tournament-entry = Quién puede entrar
entry-anybody = Todos
entry-code = Con el código
entry-anybody-hint = La sala lo muestra.
entry-code-hint = Solo llevan a él el código, el enlace o el QR.
tournament-late = Quien llega tarde pierde tras
late-hint = Tras dos partidas perdidas así, el jugador queda en pausa.
switch-twice = Ida y vuelta
switch-twice-hint = todos vuelven a enfrentarse
switch-third = Tercer puesto
switch-third-hint = lo juegan los perdedores de las semifinales
switch-late-entries = Entradas tardías
switch-late-entries-hint = cuando la primera ronda ya empezó
switch-fills = Un bot completa
switch-fills-hint = cuando el número de jugadores es impar
with-players = Con 16 jugadores
rounds-count =
    { $n ->
         [one] { $n } ronda
        *[other] { $n } rondas
    }
takes-about = Dura alrededor de
takes-most = Como mucho
hours-minutes = { $h } h { $m } min
breaks = Pausas
equal-points = A igualdad de puntos
organiser-may = Puedes pausarlo, corregir un resultado, añadir o quitar a un jugador y terminarlo antes.
open-for-entries = Abrir la inscripción
players-count =
    { $n ->
         [one] { $n } jugador
        *[other] { $n } jugadores
    }
entrants-count =
    { $n ->
         [one] { $n } inscrito
        *[other] { $n } inscritos
    }
you-are-in = participas
tournament-entries = inscripción abierta
tournament-running = en juego
tournament-over = terminado
round-of = ronda { $n } de { $rounds }
round-number = Ronda { $n }
final = Final
semi-finals = Semifinales
quarter-finals = Cuartos de final
third-place = Por el tercer puesto
bracket = Cuadro
open-match = por jugar
your-place =
    { $n ->
         [one] vas en el puesto { $place } con { $points } punto
        *[other] vas en el puesto { $place } con { $points } puntos
    }
place-points =
    { $n ->
         [one] en el puesto { $place } con { $points } punto
        *[other] en el puesto { $place } con { $points } puntos
    }
next-game-soon = la siguiente partida se abre sola
standings = Clasificación
place = Puesto
player-name = Nombre de un jugador
points = Puntos
rounds = Rondas
tie-how = A igualdad de puntos deciden, por este orden:
tie-buchholz = los puntos de todos los rivales menos el más débil
tie-buchholz-short = B
tie-sonneborn-berger = por cada partida, los puntos del rival por el resultado
tie-sonneborn-berger-short = SB
tie-direct = los puntos de las partidas entre ellos, si todos se han enfrentado
tie-direct-short = D
tie-wins = partidas ganadas
tie-wins-short = G
mark-won = ganada
mark-drawn = empatada
mark-lost = perdida
mark-bye = descanso
mark-absent = ausente
mark-not-entered = aún sin inscribir
mark-open = en juego
entrant-away = ausente
entrant-ready = listo
entrant-paused = en pausa
entrant-eliminated = eliminado
entrant-withdrawn = retirado
begins-in = Empieza en
ends-in = Termina en
round-begins-in = La ronda { $n } empieza en
round-paired = La ronda { $n } está emparejada
waits-for-organiser = Lo inicia la organización.
held = La organización ha parado la cuenta atrás.
you-play = Juegas contra { $name }
you-have-bye = Descansas: cuenta como victoria
not-paired = No juegas en esta ronda.
paired-when-free = Juegas en cuanto haya otro jugador libre.
round-goes-on = Has terminado esta ronda. La siguiente se empareja cuando acaben todas las partidas.
table-opens-itself = La mesa se abre sola, con un sonido.
table-opens = Empieza tu partida del torneo.
you-paused = Estás en pausa
pause-costs = Las rondas se juegan sin ti y no te dan puntos. Vuelve a jugar y entras en la próxima ronda que se empareje.
you-withdrew = Has dejado el torneo
you-are-out = Has quedado fuera; puedes mirar a los demás
somebody-won-it = { $name } gana el torneo
enter-tournament = Entrar en el torneo
play-again = Volver a jugar
i-am-ready = Estoy listo
waits-for-others = Estás listo. La ronda empieza antes si lo están todos.
pause-after = Pausar desde la próxima ronda
withdraw = Dejar el torneo
press-again = { $words }: pulsa otra vez
invite-players = Invitar a jugadores
show-on-wall = Mostrar en pantalla grande
games-now = Partidas de ahora
next-round = Después: ronda { $n }
bye = descansa
game-number = Partida { $n }
decision-forfeit = incomparecencia: el rival no jugó
decision-forfeit-both = incomparecencia de ambos
decision-void = sin resultado, cuenta como empate
decision-corrected = corregido
download-txt = Texto
download-csv = CSV
download-json = JSON
correct-result = Corregir
organiser = Organización
start-now = Empezar la primera ronda
next-now = Empezar la ronda ya
hold = Parar la cuenta atrás
run-on = Seguir la cuenta atrás
change-players = Añadir o quitar jugadores
add = Añadir
add-bot = Bot
remove-player = Jugador
remove-entrant = Quitar
end-tournament = Terminar el torneo
people-here = { $n } aquí
people-away = { $n } fuera
bots-here =
    { $n ->
         [one] { $n } bot
        *[other] { $n } bots
    }
scan-to-enter = Escanea para entrar o mirar, o escribe el código:
other-results = También en esta ronda
colours-change = Los colores cambian tras la primera partida.
tables-open = Las mesas se abren solas.
paired-when-over =
    { $n ->
         [one] Se empareja al acabar esta { $n } partida.
        *[other] Se empareja al acabar estas { $n } parejas.
    }
still-time = Aún se puede entrar
late-start = Quien llegue ahora empieza en la ronda { $n }.
countdown-said = Quedan { $n } segundos
countdown-over = Ha terminado la cuenta atrás
refused-no-such-tournament = Ningún torneo tiene este código.
refused-no-tournament = Abre antes el torneo.
refused-bad-tournament = Así no se puede jugar un torneo: revisa el nombre, las rondas, las partidas y los tiempos.
refused-not-organiser = Solo la organización puede hacerlo.
refused-not-entered = No participas en este torneo.
refused-too-late = En este torneo ya es tarde para eso.
refused-no-such-entrant = El torneo no tiene ese jugador o esa partida.
