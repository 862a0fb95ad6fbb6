replay-title = { $game }, { $date }
replay-beginning = antes de la primera de { $played } jugadas
replay-ply = jugada { $shown } de { $played }: { $move }
replay-branch = tras la jugada { $at } pruebas { $moves }

## The result of a game whose record tells no reason

replay-wins = Gana { $name }
replay-draw = Empate
replay-no-result = La partida no tiene resultado
