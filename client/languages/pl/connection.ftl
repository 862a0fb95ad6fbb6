## Connections that break

connection-closed = serwer zamyka połączenie
connection-broke-off = serwer zniknął bez słowa
connection-refused = połączenie odrzucone
connection-no-machine = nie znaleziono urządzenia o tej nazwie
connection-interface-missing = przy { $address } brakuje interfejsu, który tam prowadzi, np. { $example }
connection-no-interface = ten komputer nie ma interfejsu sieciowego { $name }
connection-other-server = odpowiada tam coś, co nie jest serwerem enlinea, albo proxy przed nim: HTTP { $status }
connection-name-unknown = ten serwer nie zna nazwy, pod którą go wywołano: połącz się przez jego adres albo poproś osobę, która go prowadzi, o --allowed-host z tą nazwą
connection-too-many = ten serwer ma już tyle połączeń z twojego adresu, ile przyjmuje: zakończ jedno albo poczekaj, aż któreś się zamknie
connection-turned-away = ten serwer odmawia połączenia: { $problem }
connection-speaks-otherwise = coś tam nie mówi tak, jak serwer enlinea: { $problem }
connection-no-enlinea = coś tam nie mówi tak, jak serwer enlinea
connection-silent = cisza od { $seconds } s
connection-no-answer = brak odpowiedzi w ciągu { $seconds } s
connection-takes-nothing = połączenie nie przyjmuje już danych
connection-no-server = żaden serwer nie odpowiada pod { $places }; uruchom tam serwer lub podaj inny przez --server
connection-no-server-on-screen = żaden serwer nie odpowiada pod { $places }; uruchom tam serwer albo dołącz do innego
connection-no-place = nie znaleziono urządzenia { $places }, a { $problem }
connection-lost = połączenie z { $url } jest przerwane ({ $why }) i nie wraca na czas; sprawdź sieć i serwer, a potem dołącz jeszcze raz
connection-elsewhere = gra jest pod { $address }
connection-unreadable = nie można odczytać wiadomości serwera ({ $problem }); użyj klienta i serwera w tej samej wersji
connection-this-machine = serwer na tym komputerze
connection-no-discovery = nie można nasłuchiwać w sieci lokalnej ({ $problem }); wpisz adres serwera

## The name of the person

connection-guest = grasz tu jako gość: klucza do twojej nazwy nie wysyła się tam, gdzie inni mogą czytać; wysyła go --key-in-clear
connection-name-owned = nazwa { $name } należy tu do kogoś innego, więc masz nazwę { $suggestion }; wybierz inną przez --name albo użyj klucza, do którego należy: enlinea import-key
connection-name-of-guests = nazwy takie jak { $name } serwer nadaje gościom, więc nazywasz się { $suggestion }; wybierz inną przez --name
connection-name-of-guests-on-screen = nazwy takie jak { $name } serwer nadaje gościom, więc nazywasz się { $suggestion }; { $key } na pierwszym ekranie zmienia nazwę
connection-name-owned-on-screen = nazwa { $name } należy tu do kogoś innego, więc nazywasz się { $suggestion }; { $key } na pierwszym ekranie zmienia nazwę, a enlinea import-key przynosi klucz, do którego ona należy
connection-id-of-another = grasz tu jako gość: { $server } podaje identyfikator innego serwera, co zdradziłoby twoją tamtejszą nazwę; jeśli tamten przeniósł się tutaj, użyj enlinea forget z jego starym adresem
connection-key-not-shown = nazwa nie została przyjęta: klucza, do którego należy, nie pokazuje się temu serwerowi
connection-no-id = nazwa nie została przyjęta: ten serwer nie podaje identyfikatora, od którego zależy, co z klucza mu pokazać; może usuwa go proxy

## Encryption. "enlinea forget" is a command, and is typed as it stands.

connection-not-encrypted = bez szyfrowania: inni w sieci mogą to czytać
connection-key = połączenie szyfrowane; aby mieć pewność, że to { $server }, porównaj jego klucz z kluczem na jego ekranie: { $key }
connection-certificate = szyfrowane, z certyfikatem dla { $host }
connection-first = pierwsza wizyta na { $server }: klucz został zapisany, a jeśli się zmieni, pojawi się ostrzeżenie
connection-tls-alone = mówi się tam tylko przez TLS
connection-no-tls = ten serwer nie obsługuje TLS; pomiń wss://, by użyć go bez szyfrowania
connection-tls-broken = TLS tu nie działa: { $problem }
connection-no-encryption = nie udało się uzgodnić szyfrowania: { $problem }
connection-encrypted-before = dawniej połączenie z { $server } było szyfrowane, a teraz nie jest, więc ktoś może być pośrodku; jeśli szyfrowanie wyłączono celowo: enlinea forget { $server }
connection-encryption-closed = serwer zamyka połączenie, które miało być szyfrowane; jeśli szyfrowanie wyłączono celowo: enlinea forget { $server }
connection-announced-not-encrypted = { $server } ogłasza w sieci klucz, a nie szyfruje
connection-other-key = klucz się zmienił: zapytaj osobę, która prowadzi serwer, potem enlinea forget { $server }; ktoś może być pośrodku: oczekiwany był { $remembered }, a przyszedł { $came }
connection-no-certificate = brak ważnego certyfikatu: zapytaj osobę, która prowadzi serwer, potem enlinea forget { $server }; ktoś może być pośrodku: znany był certyfikat urzędu, a ten, który przyszedł, jest nieważny ({ $problem }); jego klucz to { $came }
connection-other-than-announced = inny klucz niż ogłoszony: zapytaj osobę, która prowadzi serwer, potem enlinea --server { $server }; ktoś może być pośrodku: w sieci ogłoszono klucz { $announced }, a przyszedł { $came }
