board-too-small = Plansza wymaga { $width } x { $height } znaków, a ten terminal ma { $columns } x { $rows }. Powiększ go albo zmniejsz czcionkę.
