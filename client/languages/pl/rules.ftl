rules-title = Zasady: { $game }
rules-more = { $key }: dalej
rules-end = koniec

## The rules, a paragraph each

rules-falls-board = Dwie strony na zmianę wrzucają krążki do pionowej planszy; kolumny: { $columns }, wiersze: { $rows }.
rules-falls-drop = Krążek spada na najniższe wolne miejsce swojej kolumny. Do pełnej kolumny nie można już nic wrzucić.
rules-falls-win = Wygrywa, kto jako pierwszy ma obok siebie { $count } lub więcej krążków: w kolumnie, w wierszu albo na skos.
rules-stones-board = Dwie strony, czarne i białe, na zmianę stawiają kamienie na dowolnych wolnych przecięciach planszy { $columns } x { $rows }. Zaczynają czarne, a kamienie nigdy się nie ruszają.
rules-free-win = Wygrywa, kto jako pierwszy ma obok siebie { $count } lub więcej kamieni: w kolumnie, w wierszu albo na skos.
rules-exact-win = Wygrywa, kto jako pierwszy ma obok siebie dokładnie { $count ->
    [one] { $count } kamień
    [few] { $count } kamienie
    [many] { $count } kamieni
   *[other] { $count } kamienia
    }: w kolumnie, w wierszu albo na skos. Dłuższy rząd nie wygrywa.
rules-renju-win = Wygrywa, kto jako pierwszy ma obok siebie pięć kamieni: w kolumnie, w wierszu albo na skos. Białe wygrywają także z więcej niż pięcioma.
rules-renju-forbidden = Ponieważ czarne zaczynają, niektóre punkty są dla nich zakazane; na planszy są przekreślone:
rules-renju-overline = - ponad pięć: punkt, który tworzy sześć lub więcej w rzędzie.
rules-renju-double-four = - podwójna czwórka: punkt, który tworzy dwie czwórki naraz. Czwórka to cztery kamienie, z których jeszcze jeden robi dokładnie pięć.
rules-renju-double-three = - podwójna trójka: punkt, który tworzy dwie otwarte trójki naraz. Otwarta trójka to taka, z której jeszcze jeden kamień robi czwórkę z oboma końcami wolnymi.
rules-renju-five = Punkt, który tworzy dokładnie pięć, wygrywa, nawet gdyby był zakazany. Białym wolno wszystko.
rules-draw = Gdy plansza jest pełna i nikt nie wygrywa, partia kończy się remisem.
rules-swap2 = Otwarcie to swap2, które wyrównuje szanse obu stron:
rules-swap2-three = - Jedna strona stawia trzy kamienie gdziekolwiek: dwa czarne i jeden biały.
rules-swap2-choice = - Druga bierze białe i gra, albo bierze czarne, albo stawia jeszcze po jednym kamieniu każdego koloru.
rules-swap2-last = - Po tych dwóch kamieniach pierwsza strona wybiera kolor. Ruch mają białe.

## The opening at the table

rules-stones = { $count ->
    [one] { $count } kamień
    [few] { $count } kamienie
    [many] { $count } kamieni
   *[other] { $count } kamienia
    }
rules-stones-more = { $count ->
    [one] jeszcze { $count } kamień
    [few] jeszcze { $count } kamienie
    [many] jeszcze { $count } kamieni
   *[other] jeszcze { $count } kamienia
    }
rules-choice-two = dwa dodatkowe kamienie
rules-choice-two-short = jeszcze dwa
rules-either = { $first } lub { $last }
