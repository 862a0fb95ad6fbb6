## Names of keys

key-space = Espacio
key-enter = Intro
key-esc = Esc
key-up = Arriba
key-down = Abajo
key-left = Izq
key-right = Der
key-home = Inicio
key-end = Fin
key-page-up = RePág
key-page-down = AvPág
key-backspace = Retroceso
key-delete = Supr
key-tab = Tab

## Everywhere

keys-up = arriba
keys-down = abajo
keys-left = izquierda, menos
keys-right = derecha, más
keys-first = al principio
keys-last = al final
keys-many-up = página arriba
keys-many-down = página abajo
keys-back = volver
keys-all = teclas
keys-quit = salir del programa

## The first screen and the form of a new game

keys-choose = elegir
keys-change = cambiar
keys-next-game = otro juego
keys-name = tu nombre
keys-settings = ajustes
keys-rules = las reglas
keys-start = empezar
keys-clock = escribir un reloj
keys-edit-line = escribir el valor
keys-close-rules = cerrar las reglas

## The lobby

keys-join-or-watch = entrar o mirar
keys-new-game = nueva partida
keys-find-opponent = partida rápida
keys-room-by-code = entrar con un código
keys-watch = mirar
keys-invite = dirección y clave
keys-tv = TV
keys-talk = hablar
keys-filter-text = solo salas con este texto
keys-filter-game = solo un juego, luego el siguiente
keys-filter-state = lugares libres, partidas en curso, todas
keys-ignore = ocultar lo que dice alguien, o mostrarlo

## The table

keys-live = volver a la partida
keys-play = jugar donde está el cursor
keys-write-move = escribir una jugada
keys-takeback = deshacer una jugada
keys-offer-draw = ofrecer el empate
keys-accept = aceptar
keys-decline = rechazar
keys-resign = rendirse
keys-abort = anular la partida
keys-claim = reclamar la partida (rival ausente)
keys-rematch = revancha
keys-lock = cerrar la sala, o abrirla
keys-remove = expulsar a alguien de la sala
keys-close-chat = cerrar el chat, o abrirlo
keys-save = guardar la partida como texto
keys-copy = copiar la partida como texto
keys-values = cuánto vale cada jugada
keys-analyse = analizar la partida
keys-earlier = una jugada atrás (o la rueda)
keys-later = una jugada adelante
keys-beginning = posición inicial

## A saved game

keys-replay-back = antes
keys-replay-on = después
keys-try = probar una jugada
keys-replay-start = inicio
keys-replay-end = final
keys-ten-on = diez jugadas adelante
keys-ten-back = diez jugadas atrás
keys-look-back = repasar
keys-filter = filtrar
keys-profile = perfil
keys-copy-link = copiar enlace
keys-export = exportar
keys-leaderboard = clasificación
keys-older = partidas anteriores
keys-newer = partidas posteriores
keys-open = abrir
keys-all-games = todas
keys-today = hoy o siempre
keys-my-games = mis partidas
keys-new-tournament = nuevo torneo
keys-enter-tournament = participar
keys-ready = listo
keys-pause = pausa
keys-next-pane = tabla, partidas
keys-withdraw = dejar
keys-next-round = siguiente ronda
keys-hold = parar la cuenta
keys-add = añadir
keys-take-out = quitar
keys-correct = corregir
keys-end-tournament = terminar

## Faults in the section "keys" of the file of settings

keys-fault-action = { $action } no es una acción; las acciones son { $known }
keys-fault-action-of-screen = { $action } no es una acción de la pantalla { $screen }; sus acciones son { $known }
keys-fault-screen = { $screen } no es una pantalla; las pantallas son { $known }
keys-fault-key = { $key } no es una tecla; una tecla es un carácter, ctrl-a a ctrl-z sin h, i, j ni m, f1 a f12, o una de { $known }
keys-fault-taken = { $key } ya significa { $other } en la pantalla { $screen }; dale otra tecla a esa acción
keys-fault-column = { $key } es una columna del tablero en la pantalla { $screen }; usa otra tecla
keys-fault-none = { $action } necesita una tecla

## The manual page

manual-keys = TECLAS
manual-keys-settings = Las teclas de las pantallas, cada una con el nombre de su acción en la sección [keys] del archivo de configuración, o [keys.table] y similares para una sola pantalla.
