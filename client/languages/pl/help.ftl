## Groups of the list

help-play = gra
help-look-back = przeglądanie
help-talk = rozmowa
help-room = pokój
help-program = program
help-not-now = nie teraz
help-more = { $arrow } jeszcze { $count }
help-asks-first = { $does } (najpierw pyta)

## When a key works that does not work now

help-on-your-turn = w twojej kolejce
help-after-a-move = po pierwszym ruchu
help-when-over = po końcu partii
help-when-away = gdy przeciwnika długo nie ma
help-before-moves = zanim obie strony zagrają
help-while-you-play = w trakcie gry
help-when-offered = gdy jest propozycja
help-when-back = podczas przeglądania
help-in-your-room = w pokoju otwartym przez ciebie
help-on-typed-line = w wierszu z wartością do wpisania
help-with-clock = w grze z człowiekiem
help-while-read = gdy ktoś może to przeczytać
help-elsewhere = nie na tym serwerze

## Keys of the table that are no single key

help-steps = przesuń kursor lub wybór
help-jumps = przesuń dalej
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
bottom-move = ruch
bottom-done = gotowe
bottom-not-now = nie teraz
bottom-phrases = zwroty
help-levels = wybierz poziom
bottom-play = zagraj
bottom-takeback = cofnij
bottom-values = wartości
bottom-analyse = analiza
bottom-help = pomoc
bottom-quit = wyjdź
bottom-live = do partii
bottom-scroll = przewiń
bottom-close = zamknij
bottom-try = próba
bottom-new = nowa
bottom-match = szybka
bottom-continue = wróć
bottom-list = pokaż
bottom-open = otwórz
bottom-code = kod
bottom-invite = zaproś
