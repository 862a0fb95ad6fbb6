## The server in the program

hosting-this-machine = ten komputer
hosting-name = { $person } na { $machine }
hosting-stopped = serwer w tym programie przestał działać: { $problem }
hosting-broke-down = awaria serwera w tym programie: { $problem }
hosting-cannot-listen = nie można nasłuchiwać na { $address } ({ $problem }); może działa tam już serwer: dołącz do niego albo wybierz inny adres przez --listen, np. --listen 0.0.0.0:0 dla dowolnego wolnego portu
hosting-no-server = ten program zbudowano bez serwera; dołącz do jakiegoś po adresie
hosting-no-engine = ten program zbudowano bez silnika; analizuj partię przy stole serwera
hosting-not-analysed = { $game }: brak analizy

## The search for a server

hosting-guest = { $problem }; grasz jako gość
hosting-not-searched = żaden serwer nie odpowiada na { $here }, a sieć nie jest przeszukiwana; uruchom serwer przez enlinea host lub enlinea-server albo podaj inny przez --server
hosting-none-found = żaden serwer nie odpowiada na { $here } i nie ma go w sieci lokalnej; uruchom serwer przez enlinea host lub enlinea-server albo podaj go przez --server
hosting-several-found = jest kilka serwerów; wybierz jeden przez --server: { $servers }
# $servers is a list of addresses and names.
hosting-room-nowhere = żaden serwer w tej sieci nie ma pokoju { $room }; zapytano: { $servers }; sprawdź kod albo podaj inny serwer przez --server

## The terminal

hosting-no-interrupt = nie można czekać na Ctrl-C ({ $problem })
hosting-no-terminal = ten terminal nie nadaje się do ekranów ({ $problem }); użyj --plain, a będą wiersze tekstu
hosting-terminal-failed = awaria terminala: { $problem }
hosting-no-images = ten terminal nie pokazuje tu obrazów, więc plansze są rysowane znakami
hosting-images-not-built = zbudowano bez obrazów; z nimi: { $command }
hosting-your-move = twój ruch
hosting-nothing-kept = tu nie można nic zapisać
hosting-choices-unkept = nie można zapisać twoich wyborów na następny raz ({ $problem })

## The program

hosting-log-no-file = dziennik jest plikiem, a nigdy wyjściem: podaj plik przez --log albo ./- dla pliku o tej nazwie
hosting-log-is-level = --log i ENLINEA_LOG podają plik dziennika: poziom { $level } podaj przez --log-level, a plik o tej nazwie jako ./{ $level }
hosting-log-unwritable = nie można pisać do dziennika { $file }: { $problem }; podaj inny plik przez --log
hosting-defect = to błąd programu, w { $place }; raport bez nazw, kluczy i czatu jest w { $file }: wyślij go twórcom programu wraz z opisem ostatnich działań
hosting-defect-unreported = to błąd programu, w { $place } ({ $message }); nie udało się zapisać raportu ({ $problem }): wyślij ten wiersz twórcom programu wraz z opisem ostatnich działań
hosting-no-home = nie ma katalogu domowego
hosting-game-waits = twoja partia { $room } czeka tutaj: to pierwsza linia listy pokojów
hosting-own-unkept = inny enlinea rozgrywa teraz twoje partie, więc ta nie zostanie zachowana
hosting-own-unreadable = twoich partii nie da się otworzyć, a to, co teraz zagrasz, nie zostanie zachowane: przenieś ten plik albo zacznij z innym --data ({ $problem })
