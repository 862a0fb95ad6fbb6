## Titles of the list

help-title = Teclas: { $back } cierra
help-title-scrolled = Teclas: { $up } y { $down } desplazan, { $back } cierra
help-title-scrolled-short = { $up }/{ $down } desplazan, { $back } cierra

## Keys of the table that are no single key

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
bottom-move = escribir una jugada
bottom-done = listo
bottom-not-now = ahora no
bottom-phrases = frases
help-levels = elegir un nivel
