## The status, in one line

table-your-turn = twój ruch
table-first-move = zegar jeszcze nie chodzi, ale jeśli wkrótce nie będzie pierwszego ruchu, partia zostanie przerwana
table-first-choice = zegar jeszcze nie chodzi, ale jeśli wkrótce nie będzie wyboru, partia zostanie przerwana
table-first-move-short = pora na pierwszy ruch
table-first-choice-short = pora na wybór
table-to-move = ruch: { $name }
table-waiting = czekasz na gracza: podaj kod { $room }
table-waiting-short = czekasz: { $room }
table-watching = oglądasz; { $status }
table-watching-waiting = oglądasz: { $room } czeka na graczy
table-watching-waiting-short = oglądasz: { $room } czeka
table-live-at = { $key } NA ŻYWO (teraz { $shown } z { $played })
table-live-at-your-turn = { $key } NA ŻYWO ({ $shown } z { $played }), twój ruch
table-live = NA ŻYWO
table-place = ruch { $shown } z { $played }
table-place-short = { $shown }/{ $played }
table-last-move = ostatni ruch: { $move }
table-out-of-view = poza widokiem: { $moves }
table-place-and-result = { $place }; { $result }

table-line = { $cells } w rzędzie
table-line-column = { $count } w kolumnie { $column }

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
table-moves-live = ruchy, NA ŻYWO
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

## What a bot thought. It begins with the number of the ply and the sign of the bot's colour.

table-search-ply = ruch { $ply }
table-search = { $move }: { $score }
table-search-depth = { $move }: { $score }, głęb. { $depth }
table-search-proven = { $move }: { $score }, pewne
table-search-proven-depth = { $move }: { $score }, pewne, głęb. { $depth }
table-search-nodes = węzły: { $nodes }, { $rate }/s

## Offers. With $keys, such as "y / n", a player answers them.

table-you-offer-draw = proponujesz remis
table-offers-draw = { $name } proponuje remis
table-offers-draw-keys = { $name } proponuje remis: { $keys }
table-you-ask-takeback = { $count ->
    [one] prosisz o cofnięcie ruchu
    [few] prosisz o cofnięcie { $count } ruchów
    [many] prosisz o cofnięcie { $count } ruchów
   *[other] prosisz o cofnięcie { $count } ruchu
    }
table-asks-takeback = { $count ->
    [one] { $name } prosi o cofnięcie ruchu
    [few] { $name } prosi o cofnięcie { $count } ruchów
    [many] { $name } prosi o cofnięcie { $count } ruchów
   *[other] { $name } prosi o cofnięcie { $count } ruchu
    }
table-asks-takeback-keys = { $count ->
    [one] { $name } prosi o cofnięcie ruchu: { $keys }
    [few] { $name } prosi o cofnięcie { $count } ruchów: { $keys }
    [many] { $name } prosi o cofnięcie { $count } ruchów: { $keys }
   *[other] { $name } prosi o cofnięcie { $count } ruchu: { $keys }
    }
table-you-ask-rematch = prosisz o rewanż
table-asks-rematch = { $name } prosi o rewanż
table-asks-rematch-keys = { $name } prosi o rewanż: { $keys }
table-asked-rematch-away = { $name } prosi o rewanż, a jest poza grą: { $keys }
table-premove = potem { $move }; { $key } odwołuje
table-premove-not-played = ruch { $move } przepada: { $reason }
table-premove-other-position = był wybrany dla innej pozycji
table-claim = możesz przejąć partię nieobecnego
table-claim-key = { $key } przejmuje partię nieobecnego
table-claim-in = możesz przejąć partię za { $wait }

## What happened at the table

table-declines-draw = { $name } odrzuca remis
table-declines-takeback = { $name } nie zgadza się cofnąć ruchu
table-declines-rematch = { $name } odrzuca rewanż
table-you-decline-draw = odrzucasz remis
table-you-decline-takeback = nie zgadzasz się cofnąć ruchu
table-you-decline-rematch = odrzucasz rewanż
table-draw-lapsed = twoja propozycja remisu przepadła wraz z ruchem
table-takeback-lapsed = twoja prośba o cofnięcie przepadła wraz z ruchem
table-draw-lapsed-choice = twoja propozycja remisu przepadła wraz z wyborem
table-takeback-lapsed-choice = twoja prośba o cofnięcie przepadła wraz z wyborem
table-you-took-back = { $count ->
    [one] cofasz ruch
    [few] cofasz { $count } ruchy
    [many] cofasz { $count } ruchów
   *[other] cofasz { $count } ruchu
    }
table-took-back = { $count ->
    [one] { $name } cofa ruch
    [few] { $name } cofa { $count } ruchy
    [many] { $name } cofa { $count } ruchów
   *[other] { $name } cofa { $count } ruchu
    }
table-is-back = { $name } wraca do gry
table-you-chose = wybierasz: { $choice }
table-chose = { $name } wybiera: { $choice }
table-moved = ruch { $ply }: { $name } gra { $move }
table-moved-key = ruch { $ply }: { $name } gra { $move }; { $key } prowadzi tam
table-sits-down = { $name } zajmuje miejsce
table-is-locked = nikt więcej już nie wejdzie
table-is-unlocked = inni znów mogą wejść
table-sent-out = { $name } opuszcza pokój na żądanie właściciela
table-chat-is-closed = czat został zamknięty
table-chat-is-open = czat znów jest otwarty

## Why the person left the table

table-left-replaced = twoje miejsce zajmuje teraz inny z twoich klientów
table-room-stays = pokój { $room } pozostaje otwarty
table-room-stays-key = pokój { $room } pozostaje otwarty; { $key } prowadzi do niego z powrotem
table-room-stays-code = pokój pozostaje otwarty; { $key } i kod { $room } prowadzą do niego z powrotem
table-left-closed = pokój został zamknięty
table-left-closed-early = pokój został zamknięty przed końcem partii
table-left-removed = właściciel pokoju kazał ci wyjść
table-left-other = jesteś poza pokojem: { $reason }

## What a key cannot do now

table-you-watch = tę partię tylko oglądasz; własną otworzysz na liście pokojów
table-you-watch-key = tę partię tylko oglądasz; własną otworzysz klawiszem { $key } na liście pokojów
table-over = partia jest skończona
table-over-key = partia jest skończona; { $key } prosi o rewanż
table-turn-of = teraz ruch ma { $name }
table-not-begun = partia zacznie się, gdy oba miejsca będą zajęte
table-nothing-to-save = jeszcze nic nie zagrano, więc nie ma czego zapisać
table-choose-first = najpierw wybierz: { $choices }
table-now-live = to jest partia NA ŻYWO: teraz zagraj
table-no-talk = czat tego pokoju jest zamknięty
table-no-talk-key = czat tego pokoju jest zamknięty; { $key } znów go otwiera
table-owner-only = może to zrobić tylko właściciel pokoju
table-not-analysed = gra { $game } nie jest analizowana na tym serwerze
table-not-analysed-keys = gra { $game } nie jest analizowana na tym serwerze; partię przejrzysz klawiszami „{ $earlier }” i „{ $later }”
table-not-analysed-yet = ruchy są oceniane po końcu partii albo w pokojach z podpowiedziami

table-copied = zapis partii został wysłany do terminala, do schowka

## While the connection is lost; they follow frame-lost-unsent

table-kept-move = twój ruch { $move } czeka: wyjdzie, gdy wróci połączenie
table-kept-premove = ruch { $move } czeka: wyjdzie w twojej kolejce
table-kept-resignation = twoje poddanie czeka: wyjdzie, gdy wróci połączenie
table-kept-resignation-alone = ruch nie czeka: gdy wróci połączenie, wyjdzie twoje poddanie
table-kept-words = twoje słowa czekają: wyjdą, gdy wróci połączenie
table-not-sent = nie wysłano: naciśnij klawisz jeszcze raz, gdy wróci połączenie
