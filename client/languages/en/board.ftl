# What stands in the place of a board that has no room. The sizes come first: the end may be cut.

board-too-small = The board needs { $width } x { $height } characters, this terminal has { $columns } x { $rows }. Make it larger, or its letters smaller.
