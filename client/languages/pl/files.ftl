## The key of the person

files-key-unreadable = nie można odczytać twojego klucza w { $file } ({ $problem }), więc zostaje, jak jest; przywróć go z kopii albo przyjmij inny: enlinea import-key --force
files-other-key = w { $file } jest inny klucz, { $key }, do którego należą twoje nazwy; --force zachowa go obok i przyjmie ten
files-key-unkept = nie można zachować dotychczasowego klucza ({ $problem }), więc zostaje na miejscu
files-key-unsaved = nie można zapisać twojego klucza w { $directory } ({ $problem }); podaj inny katalog przez --data
files-no-key = to nie klucz; klucz to jeden wiersz, który zaczyna się od { $prefix }, jak go wypisuje enlinea export-key

## Servers that are remembered

files-servers-unreadable = nie można odczytać { $file } ({ $problem }), więc nie da się sprawdzić kluczy serwerów; napraw plik albo podaj inny katalog przez --data
files-server-unclear = niezrozumiałe jest to, co { $file } mówi o { $server }, więc nie da się sprawdzić jego klucza; napraw wiersz albo go usuń: enlinea forget { $server }
files-servers-unsaved = nie można zapisać kluczy serwerów w { $file } ({ $problem }); podaj inny katalog przez --data

## Seats to return to

files-seats-unkept = nie można zapisać drogi powrotu do twoich miejsc w { $directory } ({ $problem }); gra trwa, a by ją mieć, podaj inny katalog przez --data
files-seats-nowhere = nie można zapisać drogi powrotu do twoich miejsc w katalogu danych, bo nie ma katalogu domowego; gra trwa, a by ją mieć, podaj inny katalog przez --data
files-seats-unreadable = nie można odczytać { $file } ({ $problem }); żadna droga powrotu do miejsca nie jest znana
files-seats-set-aside = { $count ->
    [one] { $count } wpis w { $file } jest niezrozumiały; dotychczasowy plik to teraz { $aside }, a pozostałe wpisy są zachowane
    [few] { $count } wpisy w { $file } są niezrozumiałe; dotychczasowy plik to teraz { $aside }, a pozostałe wpisy są zachowane
    [many] { $count } wpisów w { $file } jest niezrozumiałych; dotychczasowy plik to teraz { $aside }, a pozostałe wpisy są zachowane
   *[other] { $count } wpisu w { $file } jest niezrozumiałe; dotychczasowy plik to teraz { $aside }, a pozostałe wpisy są zachowane
    }
files-seats-not-set-aside = { $count ->
    [one] { $count } wpis w { $file } jest niezrozumiały; nie można go odłożyć ({ $problem }), a pozostałe są zachowane
    [few] { $count } wpisy w { $file } są niezrozumiałe; nie można ich odłożyć ({ $problem }), a pozostałe są zachowane
    [many] { $count } wpisów w { $file } jest niezrozumiałych; nie można ich odłożyć ({ $problem }), a pozostałe są zachowane
   *[other] { $count } wpisu w { $file } jest niezrozumiałe; nie można ich odłożyć ({ $problem }), a pozostałe są zachowane
    }
files-seats-moved = plik { $file } jest niezrozumiały ({ $problem }); to teraz { $aside }, i żadna droga powrotu do miejsca nie jest znana
files-seats-not-moved = plik { $file } jest niezrozumiały ({ $problem }); nie można go też odłożyć ({ $error }), i żadna droga powrotu do miejsca nie jest znana

## Settings

files-settings-wrong = ustawienia { $file }: { $problem }; popraw plik albo go usuń
files-settings-too-long = ma więcej niż { $most } KiB
files-settings-wrong-line = ustawienia { $file }, wiersz { $line }: { $problem }; popraw plik albo go usuń
# $given is in quotes, $known are words to choose from.
files-settings-choice = { $given } nie należy do: { $known }

## Themes

files-no-theme = { $file } to nie motyw ({ $names }) ani plik: { $problem }
files-theme-line = motyw { $file }, wiersz { $line }: { $problem }; motyw to jeden z { $names } albo plik z kolorami
files-theme-base = base musi być jednym z: { $names }
files-theme-names = names to muszą być dwa teksty
files-theme-key = { $key } jest niezrozumiałe; motyw ma base, names, groove, [colours], [dark] i [light]
files-theme-part = { $name } to nie część motywu; części to { $known }
files-theme-colour = { $name } musi być "#RRGGBB" albo ["#RRGGBB", 0 do 255, 0 do 15]

## Records of games

files-problem = { $file }: { $problem }
files-damaged-game = { $file }: partia { $number }: { $problem }
files-standard-input = standardowe wejście
files-record-unreadable = { $file }: nie można odczytać: { $problem }
files-no-file-no-room = nie ma takiego pliku, a nazwa nie jest też kodem pokoju
files-several-games = liczba partii, które ma { $file }: { $count }; wybierz jedną przez --number, od 1 do { $count }
files-no-such-game = liczba partii, które ma { $file }: { $count }, więc nie ma partii { $number }
files-no-record-sent = serwer przysyła zapis, który nim nie jest: { $problem }
files-format-unknown = to nie jest partia w odczytywanym formacie: zapisy tego programu, Piskvork (.psq), SGF (gomoku i renju)

## Games of other programs

files-foreign-move = ruch { $number }, { $text }: { $problem }
files-foreign-no-move = to nie jest pole planszy
files-foreign-renju = w renju gra się tylko na 15 x 15
files-psq-size = pierwszy wiersz nie ma rozmiaru; plik programu Piskvork zaczyna się wierszem takim jak Piskvorky 20x20, 11:11, 0
files-sgf-other-game = GM[{ $game }] to inna gra; gomoku to GM[4]
files-sgf-size = brakuje rozmiaru planszy; napisz go, jak w SZ[15]
files-sgf-setup = zaczyna się z kamieniami na planszy; czyta się tylko partie od pierwszego ruchu
files-sgf-turn = ruch { $number } jest nie w kolejności; czarne i białe grają na zmianę
files-sgf-open = tekst kończy się za wcześnie; partia SGF kończy się znakiem )
