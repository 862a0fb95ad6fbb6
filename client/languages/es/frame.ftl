## The state of the connection, in the upper right corner

frame-connecting = conectando...
frame-connected = en línea
frame-milliseconds = { $millis } ms
frame-not-connected = sin conexión

## The line that tells of a lost connection. $why is the reason, in words; $unsent is one of the messages table-kept-...

frame-lost = { $why }; otro intento en { $seconds } s
frame-lost-unsent = { $why }; otro intento en { $seconds } s; { $unsent }
frame-lost-seat = { $why }; otro intento en { $seconds } s, se te guarda el lugar

frame-sure = ¿Seguro?
