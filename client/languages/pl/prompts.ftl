## What is typed, in front of the line; a colon follows

prompts-address = serwer (host, host:port lub link)
prompts-code = kod pokoju lub link
prompts-say = powiedz
prompts-say-to-all = powiedz wszystkim
prompts-mute = ignoruj lub przestań (nazwa)
prompts-filter = pokoje z tekstem
prompts-move = ruch (4 lub h8)
prompts-clock = zegar (5m+3s, 90s lub - bez zegara)
prompts-port = port (0 to dowolny wolny)
prompts-remove = wyproś (nazwa)
prompts-value = wartość (- to zwykła)
prompts-name = twoja nazwa (- to żadna)

## Faults

prompts-no-name = z tej nazwy nic nie zostaje; nazwa ma od 1 do { $most } drukowalnych znaków
prompts-other-server = ten link prowadzi do innego serwera: wróć i wpisz go jako adres
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
