replay-title = { $game }, { $date }
replay-beginning = antes de la primera de { $played } jugadas
replay-ply = jugada { $shown } de { $played }: { $move }
replay-branch = tras la jugada { $at } pruebas { $moves }

## The result of a game whose record tells no reason

replay-wins = Gana { $name }
replay-draw = Empate
replay-no-result = La partida no tiene resultado

## Moves that were played on the server in the position of one of its games

replay-played = jugado aquí antes: ganadas, empatadas, perdidas
replay-played-here = aquí: { $moves }
replay-never-played = nunca jugado aquí
