# The line of text at the bottom.

## What is typed, in front of the line; a colon follows

prompts-address = address, code or link
prompts-code = code, link or address
prompts-say = say
prompts-say-to-all = say to all
# Hides what somebody says, or shows it again.
prompts-mute = ignore, or no more (name)
# Lists the rooms with this text.
prompts-filter = rooms with
# In front of the line with the words of games to list: two names, a game, a result, a time. The words are typed as they stand.
prompts-games = games (Ana Bruno connect-four won 30d)
prompts-move-column = move (4)
prompts-move-cell = move (h8)
# "none" and - are both understood in every language.
prompts-clock = clock (5+3, 90s, or none)
prompts-port = port (0 is any free one)
# Sends somebody out of the room.
prompts-remove = send out (name)
prompts-value = value (- is the usual one)
prompts-add = add a name, or a bot such as bot:level:4
prompts-take-out = take out (a name)
prompts-score = score of the last game
prompts-name = your name (- is none)

## Faults

prompts-no-name = that name has no printable characters; a name has 1 to { $most } printable characters
prompts-looking = looking for the room { $room }…
prompts-room-nowhere = no server on this network has the room { $room }; check the code, or write the address of its server
prompts-name-stays = your name stays as it was; write - to have none
prompts-no-port = a port is a number from 0 to { $most }
prompts-full = a line has at most { $most } characters: the rest is left out
prompts-no-connection = not sent: there is no connection; try again when it is back

## What people say often; the two at a table both see it

prompts-phrase-hello = Hello!
prompts-phrase-good-game = Good game!
prompts-phrase-well-played = Well played!
prompts-phrase-thanks = Thank you!
prompts-phrase-again = One more?
prompts-phrase-bye = Bye!
prompts-depth = depth
# Of a bot.
prompts-no-depth = this bot looks { $least } to { $most } moves ahead
