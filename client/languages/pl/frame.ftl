## The state of the connection, in the upper right corner

frame-connecting = łączenie...
frame-connected = połączono
frame-milliseconds = { $millis } ms
frame-not-connected = brak połączenia

## The line that tells of a lost connection. $why is the reason, in words; $unsent is one of the messages table-kept-...

frame-lost = { $why }; ponowna próba za { $seconds } s
frame-lost-unsent = { $why }; ponowna próba za { $seconds } s; { $unsent }
frame-lost-seat = { $why }; ponowna próba za { $seconds } s, twoje miejsce czeka

frame-sure = Na pewno?
