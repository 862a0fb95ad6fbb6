## The lines of the list

home-seat = Twoje miejsce: { $title } w { $room }
home-game = Twoja partia: { $title } w { $room }
home-play = Gra < { $game } >
home-with = Przeciwnik < { $opponent } >
home-join = Dołącz do: { $server }
home-address = Dołącz do serwera, podając adres
home-host = Uruchom serwer dla innych
home-hosted = Wróć do swojego serwera
home-stop-server = Zatrzymaj swój serwer
home-quit = Zakończ

## Hints beside the lines

home-about-seat-here = na serwerze tego programu
home-about-seat = na { $server }
home-about-game = przeciwnik: { $opponent }, na { $server }
home-about-game-your-turn = przeciwnik: { $opponent }, twój ruch, na { $server }
home-about-play = { $left }, { $right } zmieniają; { $start } zaczyna
home-about-play-start = { $start } zaczyna
home-about-found = w twojej sieci, { $server }
home-about-recent = już odwiedzony
home-about-recent-known = już odwiedzony, zna cię jako { $name }
home-about-address = gdy ktoś ci go podał
home-about-host = tutaj, dla twojej sieci
home-about-hosted = działa w tym programie
home-about-stop-server = i graj dalej bez niego
home-about-watch = pojedynek na tym komputerze
home-about-friend-hosted = na twoim serwerze
home-about-friend-found = otwiera pokój na { $server }
home-about-friend = uruchamia tu serwer dla twojej sieci

## The opponent, in the line "With"

home-opponent-friend = ktoś z tej sieci
home-opponent-watch = nikt: oglądaj dwa boty
home-opponent-bot = bot { $kind }
home-opponent-level = bot, { $level }
home-opponent-bot-words = bot { $kind }, { $words }
home-depth-full = najgłębiej, jak potrafi
home-depth = { $count ->
    [one] { $count } ruch
    [few] { $count } ruchy
    [many] { $count } ruchów
   *[other] { $count } ruchu
    }

## The person

home-you = Nazywasz się { $name }
home-you-with-key = Nazywasz się { $name }, z kluczem { $fingerprint }
home-you-without-key = Nazywasz się { $name }, bez klucza
home-guest = Grasz jako gość
home-guest-with-key = Grasz jako gość, z kluczem { $fingerprint }
home-guest-without-key = Grasz jako gość, bez klucza
home-changes = { $key } zmienia nazwę
home-what = w rzędzie, online

## Notices

home-offer-ascii = jeśli linie i kamienie się tu rozpadają, uruchom z --ascii: niektóre terminale rysują je na dwie kolumny
home-name-of-guests = nazwa { $name } nie jest wolna: takie nazwy serwery nadają gościom; wpisz inną, a - to żadna
home-name-cut = twoja nazwa jest skrócona do { $name }: nazwa ma najwyżej { $most } znaków
home-name-cleaned = twoja nazwa to { $name }: reszty tego, co tu stało, nie może być w nazwie
home-name-set = do końca programu: przy starcie --name, ENLINEA_NAME lub ustawienia podają inną
home-name-later = miejsca i połączenia, które już masz, zachowują nazwę, z którą się zaczęły
