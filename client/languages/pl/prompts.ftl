## What is typed, in front of the line; a colon follows

prompts-address = adres, kod albo link
prompts-code = kod, link albo adres
prompts-say = powiedz
prompts-say-to-all = powiedz wszystkim
prompts-mute = ignoruj lub przestań (nazwa)
prompts-filter = pokoje z tekstem
prompts-games = partie (Ana Bruno connect-four won 30d)
prompts-move-column = ruch (4)
prompts-move-cell = ruch (h8)
prompts-clock = zegar (5+3, 90s albo none)
prompts-port = port (0 to dowolny wolny)
prompts-remove = wyproś (nazwa)
prompts-value = wartość (- to zwykła)
prompts-add = dodaj nazwę albo bota, np. bot:level:4
prompts-take-out = usuń (nazwa)
prompts-score = wynik ostatniej partii
prompts-name = twoja nazwa (- to żadna)

## Faults

prompts-no-name = z tej nazwy nic nie zostaje; nazwa ma od 1 do { $most } drukowalnych znaków
prompts-looking = szukam pokoju { $room }…
prompts-room-nowhere = żaden serwer w tej sieci nie ma pokoju { $room }; sprawdź kod albo wpisz adres jego serwera
prompts-name-stays = twoja nazwa się nie zmienia; wpisz -, by nie mieć żadnej
prompts-no-port = port to liczba od 0 do { $most }
prompts-full = wiersz ma najwyżej { $most } znaków: reszta jest pominięta
prompts-no-connection = nie wysłano: brak połączenia; spróbuj jeszcze raz, gdy wróci

## What people say often; the two at a table both see it

prompts-phrase-hello = Cześć!
prompts-phrase-good-game = Dobra partia!
prompts-phrase-well-played = Dobrze zagrane!
prompts-phrase-thanks = Dziękuję!
prompts-phrase-again = Jeszcze jedna?
prompts-phrase-bye = Do zobaczenia!
prompts-depth = głębokość
# Of a bot.
prompts-no-depth = ten bot patrzy od { $least } do { $most } ruchów naprzód
