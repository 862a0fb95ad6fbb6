## Titles of the list

help-title = Klawisze: { $back } zamyka
help-title-scrolled = Klawisze: { $up } i { $down } przewijają, { $back } zamyka
help-title-scrolled-short = { $up }/{ $down } przewijają, { $back } zamyka

## Keys of the table that are no single key

help-columns = zagraj w kolumnie lub przejdź do niej
help-letters = wpisz ruch, który tak się zaczyna, np. H8
help-mouse = Mysz
help-click = kliknięcie wykonuje ruch
help-choices = wybierz, gdy otwarcie wymaga wyboru
help-go-to-column = przejdź do kolumny

## Choices of the opening swap2, as an act of the player

help-choose-black = wybierz czarne
help-choose-white = wybierz białe
help-choose-two = wybierz dwa dodatkowe kamienie
help-choose-other = wybierz: { $choice }

## The line at the bottom

bottom-columns = zagraj
bottom-move = wpisz ruch
bottom-done = gotowe
bottom-not-now = nie teraz
bottom-phrases = zwroty
help-levels = wybierz poziom
