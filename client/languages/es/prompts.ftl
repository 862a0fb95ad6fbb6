## What is typed, in front of the line; a colon follows

prompts-address = dirección, código o enlace
prompts-code = código, enlace o dirección
prompts-say = decir
prompts-say-to-all = decir a todos
prompts-mute = ignorar, o dejar de hacerlo (nombre)
prompts-filter = salas con
prompts-games = partidas (Ana Bruno connect-four won 30d)
prompts-move-column = jugada (4)
prompts-move-cell = jugada (h8)
prompts-clock = reloj (5+3, 90s, o none)
prompts-port = puerto (0 es uno libre cualquiera)
prompts-remove = expulsar (nombre)
prompts-value = valor (- es el habitual)
prompts-add = añade un nombre, o un bot como bot:level:4
prompts-take-out = quitar (un nombre)
prompts-score = resultado de la última partida
prompts-name = tu nombre (- es ninguno)

## Faults

prompts-no-name = de ese nombre no queda nada; un nombre tiene de 1 a { $most } caracteres imprimibles
prompts-looking = buscando la sala { $room }…
prompts-room-nowhere = ningún servidor de esta red tiene la sala { $room }; revisa el código, o escribe la dirección de su servidor
prompts-name-stays = tu nombre queda como estaba; escribe - para no tener ninguno
prompts-no-port = un puerto es un número de 0 a { $most }
prompts-full = una línea tiene como máximo { $most } caracteres: el resto queda fuera
prompts-no-connection = no enviado: no hay conexión; inténtalo otra vez cuando vuelva

## What people say often; the two at a table both see it

prompts-phrase-hello = ¡Hola!
prompts-phrase-good-game = ¡Buena partida!
prompts-phrase-well-played = ¡Bien jugado!
prompts-phrase-thanks = ¡Gracias!
prompts-phrase-again = ¿Otra?
prompts-phrase-bye = ¡Adiós!
prompts-depth = profundidad
# Of a bot.
prompts-no-depth = este bot ve de { $least } a { $most } jugadas
