records-at = wiersz { $line }, kolumna { $column }: { $problem }
records-moves-at = ruch { $ply }, od znaku { $column } listy ruchów: { $problem }

records-game-over = partia kończy się ruchem { $ply }; zakończ na nim ruchy
records-empty = tekst jest pusty; powinna w nim być partia ze znacznikami, jak w [Variant "connect-four"]
records-no-game = znaczniki nie podają gry; podaj ją nad ruchami, jak w [Variant "connect-four"]
