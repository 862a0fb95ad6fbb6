## The status, in one line

table-your-turn = twój ruch
table-first-move = zegar jeszcze nie chodzi, ale jeśli wkrótce nie będzie pierwszego ruchu, partia zostanie przerwana
table-first-choice = zegar jeszcze nie chodzi, ale jeśli wkrótce nie będzie wyboru, partia zostanie przerwana
table-first-move-short = pora na pierwszy ruch
table-first-choice-short = pora na wybór
table-waiting = czekasz na gracza: podaj kod { $room }
table-waiting-short = czekasz: { $room }
table-watching = oglądasz; { $status }
table-watching-waiting = oglądasz: { $room } czeka na graczy
table-watching-waiting-short = oglądasz: { $room } czeka
table-live-at = { $key } wraca do partii ({ $shown }/{ $played })
table-live-at-your-turn = { $key } wraca do twojego ruchu ({ $shown }/{ $played })
table-place = ruch { $shown } z { $played }
table-place-short = { $shown }/{ $played }
table-last-move = ostatni ruch: { $move }
table-out-of-view = poza widokiem: { $moves }
table-place-and-result = { $place }; { $result }


## The end of the game: what happened, then keys that are of use now, each with what it does

table-key-rematch = { $key }: rewanż
table-key-analyse = { $key }: analiza
table-key-beginning = { $key }: od początku
table-key-leave = { $key }: wyjście

## The panel beside the board. It has 14 to 40 columns.

table-room = pokój
table-you = { $name } (ty)
table-away = { $name } poza grą { $time }
table-thinks = { $name } myśli, { $seconds } s
table-thinks-depth = { $name } myśli, { $seconds } s, głęb. { $depth }
table-series = { $draws ->
    [one] partia { $game }, { $first } : { $second }, { $draws } remis
    [few] partia { $game }, { $first } : { $second }, { $draws } remisy
    [many] partia { $game }, { $first } : { $second }, { $draws } remisów
   *[other] partia { $game }, { $first } : { $second }, { $draws } remisu
    }
table-locked = nikt więcej nie wejdzie
table-chat-closed = czat jest zamknięty
table-locked-and-chat-closed = nikt więcej nie wejdzie, czat jest zamknięty

## Headings in the panel

table-moves = ruchy
table-moves-at = ruchy, { $shown } z { $played }
table-beginning = początek
table-talk = czat
table-talk-watching = { $watching ->
    [one] czat, { $watching } widz: { $names }
    [few] czat, { $watching } widzów: { $names }
    [many] czat, { $watching } widzów: { $names }
   *[other] czat, { $watching } widza: { $names }
    }
table-talk-watching-unnamed = { $watching ->
    [one] czat, { $watching } widz
    [few] czat, { $watching } widzów
    [many] czat, { $watching } widzów
   *[other] czat, { $watching } widza
    }
table-says-something = { $key }: napisz coś
table-thoughts = co myślały boty
table-invite = zaproś kogoś do gry
table-invite-hint = kto jest w twojej sieci, znajdzie serwer na liście albo wpisze
table-invite-hint-address = kto ma dołączyć, potrzebuje adresu i wpisze

## What a bot thought. It begins with the number of the move and the sign of the bot's colour.

table-search-ply = { $ply }.
table-search = { $move }: { $score }
table-search-depth = { $move }: { $score }, głęb. { $depth }
table-search-proven = { $move }: { $score }, pewne
table-search-proven-depth = { $move }: { $score }, pewne, głęb. { $depth }
table-search-nodes = węzły: { $nodes }, { $rate }/s

## Offers. With $keys, such as "y / n", a player answers them.

table-premove = potem { $move }; { $key } odwołuje
table-premove-not-played = ruch { $move } przepada: { $reason }
table-premove-other-position = był wybrany dla innej pozycji
table-claim = możesz przejąć partię nieobecnego
table-claim-key = { $key } przejmuje partię nieobecnego
table-claim-in = możesz przejąć partię za { $wait }

## What happened at the table

table-key-to-move = { $moved }; { $key } prowadzi tam

## Why the person left the table

table-seat-closed = twoje miejsce jest zamknięte

## What a key cannot do now

table-you-watch = tę partię tylko oglądasz; własną otworzysz na liście pokojów
table-you-watch-key = tę partię tylko oglądasz; własną otworzysz klawiszem { $key } na liście pokojów
table-over = partia jest skończona
table-over-key = partia jest skończona; { $key } prosi o rewanż
table-turn-of = teraz ruch ma { $name }
table-not-begun = partia zacznie się, gdy oba miejsca będą zajęte
table-nothing-to-save = nie ma jeszcze czego zapisać
table-choose-first = najpierw wybierz: { $choices }
table-now-live = to jest bieżąca pozycja: teraz zagraj
table-no-talk = czat tego pokoju jest zamknięty
table-no-talk-key = czat tego pokoju jest zamknięty; { $key } znów go otwiera
table-owner-only = może to zrobić tylko właściciel pokoju
table-not-analysed = gra { $game } nie jest analizowana na tym serwerze
table-not-analysed-keys = gra { $game } nie jest analizowana na tym serwerze; partię przejrzysz klawiszami „{ $earlier }” i „{ $later }”
table-not-analysed-yet = ruchy są oceniane po końcu partii albo w pokojach z podpowiedziami

table-copied = zapis partii został wysłany do terminala, do schowka
# Of two people at one keyboard; $colour is such as "red".
table-colour-to-move = { $colour } na ruchu: { $who }
table-rated = partia rankingowa
table-rated-waiting = partia rankingowa; jeśli ma się nie liczyć, zamknij to miejsce i otwórz inne z „Ranking: nie”
# After a number at a board of crossings.
table-write-move = ruch to litera i liczba: H8
