## Groups of the list

help-play = jugar
help-look-back = repasar
help-talk = hablar
help-room = sala
help-program = programa
help-not-now = ahora no
help-more = { $arrow } { $count } más
help-asks-first = { $does } (pregunta antes)

## When a key works that does not work now

help-on-your-turn = en tu turno
help-after-a-move = después de una jugada
help-when-over = cuando acaba la partida
help-when-away = cuando tu rival lleva mucho tiempo fuera
help-before-moves = antes de que ambos muevan
help-while-you-play = mientras juegas
help-when-offered = cuando hay una oferta
help-when-back = mientras repasas
help-in-your-room = en una sala que abriste tú
help-on-typed-line = en una línea con un valor que escribir
help-with-clock = en una partida con una persona
help-while-read = cuando otros pueden leerlo
help-elsewhere = no en este servidor

## Keys of the table that are no single key

help-steps = mover el cursor o la elección
help-jumps = mover más de un paso
help-columns = jugar en la columna, o ir a ella
help-letters = escribir una jugada que empieza así, como H8
help-mouse = Ratón
help-click = un clic juega
help-choices = elegir, cuando la apertura pide una elección
help-go-to-column = ir a la columna

## Choices of the opening swap2, as an act of the player

help-choose-black = elegir negras
help-choose-white = elegir blancas
help-choose-two = elegir dos piedras más
help-choose-other = elegir { $choice }

## The line at the bottom

bottom-columns = jugar
bottom-move = jugada
bottom-done = listo
bottom-not-now = ahora no
bottom-phrases = frases
help-levels = elegir un nivel
bottom-play = jugar
bottom-takeback = deshacer
bottom-values = valores
bottom-analyse = analizar
bottom-help = ayuda
bottom-quit = salir
bottom-live = a la partida
bottom-scroll = desplazar
bottom-close = cerrar
bottom-try = probar
bottom-new = nueva
bottom-match = rápida
bottom-continue = continuar
bottom-list = ver
bottom-open = abrir
bottom-code = código
bottom-invite = invitar
