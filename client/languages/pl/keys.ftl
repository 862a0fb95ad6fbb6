## Names of keys

key-space = Spacja
key-enter = Enter
key-esc = Esc
key-up = Góra
key-down = Dół
key-left = Lewo
key-right = Prawo
key-home = Home
key-end = End
key-page-up = PgUp
key-page-down = PgDn
key-backspace = Backspace
key-delete = Delete
key-tab = Tab

## Everywhere

keys-up = w górę
keys-down = w dół
keys-left = w lewo, mniej
keys-right = w prawo, więcej
keys-first = na początek
keys-last = na koniec
keys-many-up = strona w górę
keys-many-down = strona w dół
keys-back = wróć
keys-all = klawisze
keys-quit = zakończ program

## The first screen and the form of a new game

keys-choose = wybierz
keys-change = zmień
keys-next-game = inna gra
keys-name = twoja nazwa
keys-settings = ustawienia
keys-rules = zasady
keys-start = zacznij
keys-clock = wpisz zegar
keys-edit-line = wpisz wartość
keys-close-rules = zamknij zasady

## The lobby

keys-join-or-watch = dołącz lub oglądaj
keys-new-game = nowa partia
keys-find-opponent = szybka partia
keys-room-by-code = wejdź z kodem
keys-watch = oglądaj
keys-invite = adres i klucz
keys-tv = TV
keys-talk = napisz
keys-filter-text = tylko pokoje z tym tekstem
keys-filter-game = tylko jedna gra, potem następna
keys-filter-state = wolne miejsca, trwające partie, wszystkie
keys-ignore = ukryj czyjeś słowa lub je pokaż

## The table

keys-live = wróć do partii
keys-play = zagraj tam, gdzie kursor
keys-write-move = wpisz ruch
keys-takeback = cofnij ruch
keys-offer-draw = zaproponuj remis
keys-accept = przyjmij
keys-decline = odrzuć
keys-resign = poddaj się
keys-abort = przerwij partię
keys-claim = przejmij partię (rywal nieobecny)
keys-rematch = rewanż
keys-lock = zamknij pokój lub go otwórz
keys-remove = wyproś kogoś z pokoju
keys-close-chat = zamknij czat lub go otwórz
keys-save = zapisz partię jako tekst
keys-copy = skopiuj partię jako tekst
keys-values = ile wart jest każdy ruch
keys-analyse = przeanalizuj partię
keys-earlier = jeden ruch wstecz (także kółko myszy)
keys-later = jeden ruch naprzód
keys-beginning = pozycja początkowa

## A saved game

keys-replay-back = wcześniej
keys-replay-on = później
keys-try = wypróbuj ruch
keys-replay-start = początek
keys-replay-end = koniec
keys-ten-on = dziesięć ruchów naprzód
keys-ten-back = dziesięć ruchów wstecz
keys-look-back = obejrzyj
keys-filter = filtruj
keys-profile = profil
keys-copy-link = kopiuj link
keys-export = eksportuj
keys-leaderboard = ranking
keys-older = starsze partie
keys-newer = nowsze partie
keys-open = otwórz
keys-all-games = wszystkie partie
keys-today = dziś lub zawsze
keys-my-games = moje partie
keys-new-tournament = nowy turniej
keys-enter-tournament = weź udział
keys-ready = gotowe
keys-pause = pauza
keys-next-pane = tabela, partie
keys-withdraw = opuść
keys-next-round = następna runda
keys-hold = zatrzymaj odliczanie
keys-add = dodaj
keys-take-out = usuń
keys-correct = popraw
keys-end-tournament = zakończ

## Faults in the section "keys" of the file of settings

keys-fault-action = { $action } nie jest działaniem; działania to { $known }
keys-fault-action-of-screen = { $action } nie jest działaniem ekranu { $screen }; jego działania to { $known }
keys-fault-screen = { $screen } nie jest ekranem; ekrany to { $known }
keys-fault-key = { $key } nie jest klawiszem; klawisz to jeden znak, ctrl-a do ctrl-z bez h, i, j oraz m, f1 do f12 albo jeden z: { $known }
keys-fault-taken = { $key } oznacza już { $other } na ekranie { $screen }; daj temu działaniu inny klawisz
keys-fault-column = { $key } to kolumna planszy na ekranie { $screen }; wybierz inny klawisz
keys-fault-none = { $action } musi mieć klawisz

## The manual page

manual-keys = KLAWISZE
manual-keys-settings = Klawisze ekranów, każdy z nazwą działania w sekcji [keys] pliku ustawień albo [keys.table] i podobnych dla jednego ekranu.
