board-too-small = El tablero necesita { $width } x { $height } caracteres; esta terminal tiene { $columns } x { $rows }. Agrándala o reduce el tamaño de la letra.
