## People

events-sits-down = { $who } zajmuje miejsce
events-vacated-first = pierwsze miejsce jest znów wolne
events-vacated-second = drugie miejsce jest znów wolne
events-away = { $who } traci połączenie
events-away-claim = partię można przejąć po { $seconds } s
events-back = { $who } wraca do gry
events-locked = nikt więcej już nie wejdzie
events-unlocked = inni znów mogą wejść
events-removed = { $who } musi opuścić pokój
events-chat-closed = czat jest zamknięty
events-chat-open = czat jest znów otwarty

## The game

events-begins = zaczyna się partia { $game }: { $first } to pierwsza strona, { $second } druga
events-played = { $ply }. { $who } gra: { $move }
events-left = zostaje { $left }
events-clocks = zegar: pierwsza strona { $first }, druga strona { $second }
events-to-move = ruch: { $who }
events-score = wynik: { $first } { $wins } : { $losses } { $second }; remisy { $draws }
events-game-over = koniec partii: { $how }
events-row = rząd: { $row }
events-row-columns = { $count ->
    [one] rząd: kolumna { $row }
    [few] rząd: kolumny { $row }
    [many] rząd: kolumny { $row }
   *[other] rząd: kolumny { $row }
    }

## Openings with choices. $stones is rules-stones or rules-stones-more, $signs are the colours in order.

events-your-stones = twój ruch: postaw { $stones }: { $signs }
events-their-stones = { $who } stawia { $stones }: { $signs }
events-your-choice = twój ruch: wybierz
events-their-choice = { $who } wybiera
events-you-choose = wybierasz: { $choice }
events-chooses = { $who } wybiera: { $choice }

## Offers

events-you-offer-draw = proponujesz remis
events-offers-draw = { $who } proponuje remis
events-you-decline-draw = odrzucasz remis
events-declines-draw = { $who } odrzuca remis
events-you-ask-takeback = { $count ->
    [one] prosisz o cofnięcie ruchu
    [few] prosisz o cofnięcie { $count } ruchów
    [many] prosisz o cofnięcie { $count } ruchów
   *[other] prosisz o cofnięcie { $count } ruchu
    }
events-asks-takeback = { $count ->
    [one] { $who } prosi o cofnięcie ruchu
    [few] { $who } prosi o cofnięcie { $count } ruchów
    [many] { $who } prosi o cofnięcie { $count } ruchów
   *[other] { $who } prosi o cofnięcie { $count } ruchu
    }
events-you-decline-takeback = nie zgadzasz się cofnąć ruchu
events-declines-takeback = { $who } nie zgadza się cofnąć ruchu
events-you-take-back = { $count ->
    [one] cofasz ruch
    [few] cofasz { $count } ruchy
    [many] cofasz { $count } ruchów
   *[other] cofasz { $count } ruchu
    }
events-takes-back = { $count ->
    [one] { $who } cofa ruch
    [few] { $who } cofa { $count } ruchy
    [many] { $who } cofa { $count } ruchów
   *[other] { $who } cofa { $count } ruchu
    }
events-you-offer-rematch = proponujesz rewanż
events-offers-rematch = { $who } proponuje rewanż
events-offers-rematch-away = { $offer }, ale jest poza grą
events-you-decline-rematch = odrzucasz rewanż
events-declines-rematch = { $who } odrzuca rewanż
events-draw-expired = twoja propozycja remisu została bez odpowiedzi
events-takeback-expired = twoja prośba o cofnięcie została bez odpowiedzi

## Why the person is out of the room

events-left-replaced = twoje miejsce zajmuje teraz inny z twoich klientów; graj tam dalej albo wejdź ponownie, by je odzyskać
events-left-closed-waiting = pokój został zamknięty: nikt nie przyszedł na czas; otwórz inny
events-left-closed = pokój został zamknięty
events-left-closed-early = pokój został zamknięty przed końcem partii
events-left-removed = właściciel pokoju kazał ci wyjść; wejdź do innego
events-left-other = jesteś poza pokojem: { $reason }

## While the connection is lost; on screens they follow frame-lost-unsent

events-kept-move = twój ruch { $move } czeka: wyjdzie, gdy wróci połączenie
events-kept-premove = ruch { $move } czeka: wyjdzie w twojej kolejce
events-kept-choice = twój wybór czeka: wyjdzie, gdy wróci połączenie
events-kept-resignation = twoje poddanie czeka: wyjdzie, gdy wróci połączenie
events-not-sent = nie wysłano: spróbuj jeszcze raz, gdy wróci połączenie
events-rating = ranking { $who }: z { $before } na { $after } ({ $change })
