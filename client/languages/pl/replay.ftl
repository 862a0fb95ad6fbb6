replay-title = { $game }, { $date }
replay-beginning = przed pierwszym z { $played } ruchów
replay-ply = ruch { $shown } z { $played }: { $move }
replay-branch = po ruchu { $at } próbujesz { $moves }

## The result of a game whose record tells no reason

replay-wins = { $name } wygrywa
replay-draw = Remis
replay-no-result = Partia nie ma wyniku

## Moves that were played on the server in the position of one of its games

replay-played = grano tu wcześniej: wygrane, remisy, przegrane
replay-played-here = tu: { $moves }
replay-never-played = nigdy tu nie grano
