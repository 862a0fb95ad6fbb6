## The list

lobby-rooms = Pokoje ({ $count }) - obecnych: { $present }
lobby-rooms-filtered = Pokoje ({ $shown } z { $count }): { $filter }
lobby-head-code = kod
lobby-head-game = gra
lobby-head-players = gracze
lobby-head-clock = zegar
lobby-head-state = stan

lobby-state-locked = zablokowany
lobby-state-open = wolny: dołącz!
lobby-state-ply = ruch { $ply }
lobby-state-over = koniec
lobby-state-watched = { $state }, widzów: { $count }

lobby-own = twoja
lobby-own-your-turn = twój ruch!
lobby-own-their-turn = twoja, gra rywal
lobby-own-ply = twoja, ruch { $ply }
lobby-own-waiting = twoja, czeka
lobby-own-over = twoja, koniec
lobby-finished = { $count ->
    [one] { $count } zakończona partia
    [few] { $count } zakończone partie
    [many] { $count } zakończonych partii
   *[other] { $count } zakończonej partii
    }
lobby-rated = rankingowa

## In place of an empty list. The lines after the first say what a key does.

lobby-none = Nie ma otwartych pokojów.
lobby-none-new = otwiera partię, z botem lub z kimś
lobby-none-quick = gra z każdym, kto chce zagrać
lobby-none-code = wchodzi do pokoju, którego kod znasz
lobby-none-like = Nie ma takiego pokoju.
lobby-none-like-game = przechodzi do innej gry
lobby-none-like-state = do pokojów w innym stanie
lobby-none-like-text = i Enter: pokoje z dowolnym tekstem

## The filter

lobby-filter-open = wolne miejsca
lobby-filter-running = trwające
lobby-filter-text = „{ $text }”

## Beside the list

lobby-here = Tutaj
lobby-here-join = inni dołączają przez
lobby-here-key = i porównują ten klucz
lobby-here-people = osoby
lobby-here-more = i jeszcze { $count }
lobby-here-bots = boty
lobby-here-bots-key = boty ({ $key }: zagraj z nim)

## Below the list

lobby-join-with = inni dołączają przez { $url }
lobby-talk = Rozmowa w poczekalni
lobby-talk-none = Nikt jeszcze nic nie napisał.

## Notices

lobby-invite = inni dołączają przez { $urls }
lobby-invite-key = inni dołączają przez { $urls } i porównują ten klucz: { $key }
lobby-invitation-key = Aby mieć pewność, że trafią do ciebie, porównajcie { $key }
lobby-muted = { $name }: wypowiedzi są ukryte
lobby-muted-key = { $name }: wypowiedzi są ukryte; { $key } i nazwa pokazują je znowu
lobby-muted-unknown = nikt tu się nie nazywa { $name }; wypowiedzi każdego, kto przyjmie tę nazwę, są ukryte
lobby-muted-unknown-key = nikt tu się nie nazywa { $name }; wypowiedzi każdego, kto przyjmie tę nazwę, są ukryte, a { $key } i nazwa pokazują je znowu
lobby-unmuted = { $name }: wypowiedzi są znowu widoczne
lobby-seats-taken = oba miejsca w { $room } są zajęte: oglądasz partię
