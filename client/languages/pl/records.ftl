records-at = wiersz { $line }, kolumna { $column }: { $problem }
records-moves-at = ruch { $ply }, od znaku { $column } listy ruchów: { $problem }

records-unexpected = stoi tu { $found }, a powinno być: { $expected }
records-truncated = tekst się tu kończy, a powinno być: { $expected }
records-wanted-move = ruch albo wynik: 1-0, 0-1, 1/2-1/2 lub *
records-wanted-value = wartość w cudzysłowie, jak w [First "Ana"]
records-wanted-tag-end = ] na końcu znacznika
records-wanted-comment = komentarz
records-wanted-time = czas zegara, jak w [%clk 0:04:58.3]
records-open-value = wartość nie ma końca; przed końcem wiersza powinien być znak "
records-open-comment = komentarz nie ma końca; za nim powinien być znak {"}"}
records-no-comment = {"}"} nie kończy żadnego komentarza; powinien tu być ruch lub wynik
records-open-variation = wariant nie ma końca; za nim powinien być znak )
records-no-variation = ) nie kończy żadnego wariantu; powinien tu być ruch lub wynik
records-late-tag = znacznik stoi wśród ruchów; napisz go nad nimi
records-repeated-tag = znacznik { $name } występuje dwa razy; napisz go raz
records-empty = tekst jest pusty; powinna w nim być partia ze znacznikami, jak w [Variant "connect-four"]
records-no-game = znaczniki nie podają gry; podaj ją nad ruchami, jak w [Variant "connect-four"]
records-two-results = wynik { $result } przeczy znacznikowi [Result "{ $tagged }"]; napisz w obu to samo
records-move-number = numer ruchu to { $found }, a powinien być { $expected }
records-early-time = czas zegara stoi przed pierwszym ruchem; napisz go za jego ruchem
records-two-times = ten ruch ma już czas zegara; napisz jeden
records-trailing = za wynikiem stoi { $character }; zakończ na wyniku

records-game-over = partia kończy się ruchem { $ply }; zakończ na nim ruchy
records-derived-tag = znacznik { $name } wynika z partii, jej wyniku albo jej otwarcia; nie ustawia się go osobno
records-tag-name = { $name } to nie nazwa znacznika; nazwa to słowo z liter, cyfr i podkreśleń, np. First
records-no-opening = { $game } nie zaczyna się od { $rule }; usuń znacznik
records-opening-choices = wyborów { $choices } nie można dokonać w { $rule }
records-opening-too-short = { $expected ->
    [one] ostatni wybór otwarcia następuje po { $expected } ruchu, a ruchów jest { $plies }
    [few] ostatni wybór otwarcia następuje po { $expected } ruchach, a ruchów jest { $plies }
    [many] ostatni wybór otwarcia następuje po { $expected } ruchach, a ruchów jest { $plies }
   *[other] ostatni wybór otwarcia następuje po { $expected } ruchu, a ruchów jest { $plies }
    }
records-opening-no-choice = { $expected ->
    [one] po { $expected } ruchu następuje wybór, a ruchów jest { $plies }; podaj go w znaczniku
    [few] po { $expected } ruchach następuje wybór, a ruchów jest { $plies }; podaj go w znaczniku
    [many] po { $expected } ruchach następuje wybór, a ruchów jest { $plies }; podaj go w znaczniku
   *[other] po { $expected } ruchu następuje wybór, a ruchów jest { $plies }; podaj go w znaczniku
    }
records-no-result = { $text } to nie wynik; napisz 1-0, 0-1, 1/2-1/2 lub *
records-contradiction = wynik { $result } przeczy planszy; po tych ruchach wynosi { $expected }
records-unknown-game = gra { $name } nie jest znana; użyj nowszej wersji
records-illegal-ply = ruch { $ply } jest niedozwolony: { $reason }
