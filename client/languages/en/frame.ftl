# The surroundings of every screen.

## The state of the connection, in the upper right corner

frame-connecting = connecting...
frame-connected = connected
# The time that a message takes to the server and back.
frame-milliseconds = { $millis } ms
frame-not-connected = no connection

## The line that tells of a lost connection. $why is the reason, in words; $unsent is one of the messages table-kept-...

frame-lost = { $why }; trying again in { $seconds } s
frame-lost-unsent = { $why }; trying again in { $seconds } s; { $unsent }
frame-lost-seat = { $why }; trying again in { $seconds } s, your seat is kept

# The title of a question that is answered by yes or no.
frame-sure = Sure?
