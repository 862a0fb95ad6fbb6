# Questions before something is done, and notices about the server.

## Questions. y and b are keys.

dialogs-resign = Resign this game?
dialogs-draw = Draw this game?
dialogs-leave-alone = Leave? The game is not kept: it is given up.
dialogs-leave = Leave?
# Of moves and words that were given while the connection was lost.
dialogs-close-seat = Close this seat?
dialogs-lock = Lock the room? Nobody else can come in to watch.
dialogs-unlock = Open the room again?
dialogs-close-chat = Close the chat? Nobody can write until you open it again.
dialogs-open-chat = Open the chat again?
dialogs-end-games = Leave? The game is only in this program, and ends now.
dialogs-stop-server = Stop the server here?
dialogs-quit-alone = Quit? The game is only in this program, and ends with it.
dialogs-quit = Quit?
# These sentences may follow "Leave?", "Quit?" and "Stop the server here?".
dialogs-seat-kept = Your seat is kept.
dialogs-seat-kept-clock = Your seat is kept, and your clock runs on.
dialogs-seat-kept-first-move = Your seat is kept, but the game ends unless you move soon.
dialogs-seat-kept-first-choice = Your seat is kept, but the game ends unless you choose soon.
# $time is such as 1:00.
dialogs-claim-after = Once you are away for { $time }, your opponent may claim the game.
dialogs-waiting-lost = What waits for the connection is lost.
dialogs-server-stops = Your server stops.
dialogs-others-unknown = Others may be playing there.
dialogs-others = { $count ->
    [one] Somebody else is connected.
   *[other] { $count } others are connected.
    }
dialogs-games-kept = The games on it are kept, and go on when you host again.
dialogs-games-lost = The games on it are only in memory, and are lost.
dialogs-keys = y yes    any other key no
# $key leaves the program when it is pressed once more.
dialogs-keys-quit = y or { $key } yes    any other key no
dialogs-keys-close-seat = y close it    n keep waiting
dialogs-keys-stop = y stop it    b leave it running    any other no
# The letter of yes above; y is yes in every language.
dialogs-yes = y
dialogs-server-goes-on = the server goes on; one line of this screen leads back to it, and another one stops it

## Notices

dialogs-saved = saved as { $path }
dialogs-not-saved = cannot save the game ({ $problem }); name another place with --data
dialogs-port-taken = port { $port } is taken, perhaps by another server here: join that, or write another port
dialogs-server-stopped = the server was stopped
dialogs-line-broken = the connection is broken
dialogs-server-stopped-back = the server was stopped; you are back on it when it runs again
dialogs-server-stopped-seat = the server was stopped; your seat is kept, and you are back at it when it runs again
dialogs-host-says = the host says: { $text }
dialogs-stale = the board changed before your move was there; look at it and move again
dialogs-room-gone = the room { $room } is gone: the server does not know it any more
dialogs-out-of-room = you are out of { $room }: { $reason }
