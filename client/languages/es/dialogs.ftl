## Questions. y and b are keys.

dialogs-resign = ¿Abandonar esta partida?
dialogs-draw = ¿Acabar esta partida en empate?
dialogs-leave-alone = ¿Salir? La partida no se guarda: se da por abandonada.
dialogs-leave = ¿Salir?
dialogs-close-seat = ¿Cerrar este asiento?
dialogs-lock = ¿Cerrar la sala? Nadie más podrá entrar a mirar.
dialogs-unlock = ¿Volver a abrir la sala?
dialogs-close-chat = ¿Cerrar el chat? Nadie podrá escribir hasta que lo abras.
dialogs-open-chat = ¿Volver a abrir el chat?
dialogs-end-games = ¿Salir? La partida está solo en este programa y termina ahora.
dialogs-stop-server = ¿Detener este servidor?
dialogs-quit-alone = ¿Salir del programa? La partida está solo en él y termina con él.
dialogs-quit = ¿Salir del programa?
dialogs-seat-kept = Se te guarda el lugar.
dialogs-seat-kept-clock = Se te guarda el lugar, y tu reloj sigue corriendo.
dialogs-seat-kept-first-move = Se te guarda el lugar, pero si tu primera jugada no llega pronto, la partida se anula.
dialogs-seat-kept-first-choice = Se te guarda el lugar, pero si tu elección no llega pronto, la partida se anula.
dialogs-claim-after = Tras { $time } de ausencia, tu rival puede reclamar la partida.
dialogs-waiting-lost = Lo que espera a la conexión se pierde.
dialogs-server-stops = Tu servidor se detiene.
dialogs-others-unknown = Puede que haya gente jugando en él.
dialogs-others = { $count ->
    [one] Hay otra persona conectada.
   *[other] Hay otras { $count } personas conectadas.
    }
dialogs-games-kept = Las partidas que hay en él se guardan y siguen cuando lo abras otra vez.
dialogs-games-lost = Las partidas que hay en él están solo en la memoria y se pierden.
dialogs-keys = s = sí    cualquier otra tecla = no
dialogs-keys-quit = s o { $key } = sí    otra tecla = no
dialogs-keys-close-seat = s cerrarlo    n seguir esperando
dialogs-keys-stop = s detenerlo    b dejarlo abierto    otra no
dialogs-yes = s
dialogs-server-goes-on = el servidor sigue; su línea vuelve a él y otra lo detiene

## Notices

dialogs-saved = se guardó en { $path }
dialogs-not-saved = no se puede guardar la partida ({ $problem }); indica otro lugar con --data
dialogs-port-taken = el puerto { $port } está ocupado, quizá por otro servidor de aquí: entra en ese o escribe otro puerto
dialogs-server-stopped = el servidor se detuvo
dialogs-line-broken = la conexión se cortó
dialogs-server-stopped-back = el servidor se detuvo; cuando funcione otra vez, vuelves a él
dialogs-server-stopped-seat = el servidor se detuvo; tu lugar se conserva, y vuelves a él cuando funcione otra vez
dialogs-host-says = el servidor dice: { $text }
dialogs-stale = el tablero cambió antes de que llegara tu jugada; míralo y juega otra vez
dialogs-room-gone = la sala { $room } ya no existe: el servidor no la conoce
dialogs-out-of-room = ya no estás en { $room }: { $reason }
