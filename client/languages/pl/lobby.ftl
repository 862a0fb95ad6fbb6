## The list

lobby-present = obecnych: { $count }
lobby-yours = twoje partie
lobby-waiting = czekają na przeciwnika · { $count }
lobby-waiting-short = czekają · { $count }
lobby-played = trwające · { $count }
lobby-tournaments = turnieje
lobby-new = nowe


lobby-state-locked = zablokowany
lobby-state-over = koniec
lobby-state-move = ruch { $number }
lobby-state-watching = widzów: { $count }

lobby-own = twoja partia
lobby-own-your-turn = twój ruch
lobby-own-their-turn = ruch rywala
lobby-own-ply = ruch { $ply }
lobby-own-waiting = czeka
lobby-own-over = koniec
lobby-finished = { $count ->
    [one] { $count } właśnie zakończona partia
    [few] { $count } właśnie zakończone partie
    [many] { $count } właśnie zakończonych partii
   *[other] { $count } właśnie zakończonej partii
    }
lobby-rated = rankingowa

## In place of an empty list. The lines after the first say what a key does.

lobby-none = Nie ma otwartych partii.
lobby-none-new = otwiera partię, z botem lub z kimś
lobby-none-quick = gra z każdym, kto szuka przeciwnika
lobby-none-code = wchodzi do pokoju po kodzie
lobby-none-like = Nie ma takiej partii.

## The filter

lobby-filter-games = wszystkie gry
lobby-filter-search = szukaj
lobby-filter-states = wszystkie
lobby-filter-open = wolne miejsca
lobby-filter-running = w toku

## Beside the list

lobby-here = teraz tutaj · { $count }
lobby-here-join = inni dołączają przez
lobby-here-key = i porównują ten klucz
lobby-here-more = i jeszcze { $count }

## Below the list

lobby-join-with = inni dołączają przez { $url }
lobby-talk = czat
lobby-ignore = ignoruj

## Notices

lobby-invite = inni dołączają przez { $urls }
lobby-invite-key = inni dołączają przez { $urls } i porównują ten klucz: { $key }
lobby-invitation-key = Po tym poznają twój serwer: { $key }
lobby-muted = { $name }: wypowiedzi są ukryte
lobby-muted-key = { $name }: wypowiedzi są ukryte; { $key } i nazwa pokazują je znowu
lobby-unmuted = { $name }: wypowiedzi są znowu widoczne
lobby-seats-taken = oba miejsca w { $room } są zajęte: oglądasz partię
