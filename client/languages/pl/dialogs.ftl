## Questions. y and b are keys.

dialogs-resign = Poddać tę partię?
dialogs-draw = Zakończyć tę partię remisem?
dialogs-leave-alone = Wyjść? Partia nie jest zachowywana: zostanie porzucona.
dialogs-leave = Wyjść?
dialogs-close-seat = Zamknąć to miejsce?
dialogs-lock = Zamknąć pokój? Nikt więcej nie wejdzie, żeby oglądać.
dialogs-unlock = Otworzyć pokój ponownie?
dialogs-close-chat = Zamknąć czat? Nikt nic nie napisze, dopóki go nie otworzysz.
dialogs-open-chat = Otworzyć czat ponownie?
dialogs-end-games = Wyjść? Partia jest tylko w tym programie i teraz się skończy.
dialogs-stop-server = Zatrzymać ten serwer?
dialogs-quit-alone = Zakończyć program? Partia jest tylko w nim i skończy się razem z nim.
dialogs-quit = Zakończyć program?
dialogs-seat-kept = Twoje miejsce jest zachowane.
dialogs-seat-kept-clock = Twoje miejsce jest zachowane, a zegar dalej chodzi.
dialogs-seat-kept-first-move = Twoje miejsce jest zachowane, ale jeśli wkrótce nie wykonasz pierwszego ruchu, partia zostanie przerwana.
dialogs-seat-kept-first-choice = Twoje miejsce jest zachowane, ale jeśli wkrótce nie dokonasz wyboru, partia zostanie przerwana.
dialogs-claim-after = Po { $time } twojej nieobecności przeciwnik może przejąć partię.
dialogs-waiting-lost = To, co czeka na połączenie, przepadnie.
dialogs-server-stops = Twój serwer się zatrzyma.
dialogs-others-unknown = Ktoś może na nim grać.
dialogs-others = { $count ->
    [one] Jest z nim połączona jeszcze jedna osoba.
    [few] Są z nim połączone jeszcze { $count } osoby.
    [many] Jest z nim połączonych jeszcze { $count } osób.
   *[other] Jest z nim połączone jeszcze { $count } osoby.
    }
dialogs-games-kept = Partie na nim są zachowane i będzie można je kontynuować po ponownym uruchomieniu.
dialogs-games-lost = Partie na nim są tylko w pamięci i przepadną.
dialogs-keys = t = tak    każdy inny klawisz = nie
dialogs-keys-quit = t albo { $key } = tak    inny klawisz = nie
dialogs-keys-close-seat = t zamknij    n czekaj dalej
dialogs-keys-stop = t zatrzymaj    b niech działa    inny nie
dialogs-yes = t
dialogs-server-goes-on = serwer działa dalej; jego wiersz prowadzi z powrotem do niego, a inny go zatrzymuje

## Notices

dialogs-saved = zapisano w { $path }
dialogs-not-saved = nie można zapisać partii ({ $problem }); podaj inne miejsce przez --data
dialogs-port-taken = port { $port } jest zajęty, może przez inny serwer tutaj: dołącz do niego albo wpisz inny port
dialogs-server-stopped = serwer został zatrzymany
dialogs-line-broken = połączenie jest przerwane
dialogs-server-stopped-back = serwer został zatrzymany; gdy znów będzie działać, wrócisz na niego
dialogs-server-stopped-seat = serwer został zatrzymany; twoje miejsce jest zachowane i wrócisz na nie, gdy serwer znów będzie działać
dialogs-host-says = serwer ogłasza: { $text }
dialogs-stale = plansza zmieniła się przed twoim ruchem; spójrz na nią i zagraj jeszcze raz
dialogs-room-gone = pokoju { $room } już nie ma: serwer go nie zna
dialogs-out-of-room = nie ma cię już w { $room }: { $reason }
