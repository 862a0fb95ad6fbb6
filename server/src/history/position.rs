//! Positions as keys: the same for all that a turn or a reflection of the board makes of one.

use protocol::rules::{Family, Shape, Variant};
use protocol::square::Square;

/// Plies after the first position that are counted when a game ends: as many as people repeat.
pub(crate) const COUNTED: usize = 12;

/// A position in the form that stands for all of its symmetries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Key {
    pub(crate) number: i64,
    /// The symmetries that lead to this form; several of a position that is symmetric itself.
    symmetries: [bool; SYMMETRIES],
    shape: Shape,
}

/// The symmetries of a square.
const SYMMETRIES: usize = 8;

/// Returns the key of the position after these stones, which came to lie there.
pub(crate) fn key(variant: Variant, stones: &[Square]) -> Key {
    let shape = variant.shape();
    let mut keys = [None; SYMMETRIES];
    for (symmetry, key) in keys.iter_mut().enumerate() {
        if is_symmetry(variant, symmetry) {
            let places = stones.iter().enumerate();
            *key = Some(
                places
                    .map(|(ply, stone)| number(turned(shape, symmetry, *stone), ply % 2 == 0))
                    .fold(0_u64, u64::wrapping_add),
            );
        }
    }
    let least = keys.iter().flatten().min().copied().unwrap_or_default();
    Key {
        number: least.cast_signed(),
        symmetries: keys.map(|key| key == Some(least)),
        shape,
    }
}

impl Key {
    /// Returns a move in this position as it is counted.
    pub(crate) fn counted(&self, square: Square) -> Square {
        self.turns()
            .map(|symmetry| turned(self.shape, symmetry, square))
            .min()
            .unwrap_or(square)
    }

    /// Returns a move that was counted as it is on the board of the one who asks.
    pub(crate) fn shown(&self, counted: Square) -> Square {
        let symmetry = self.turns().next().unwrap_or_default();
        turned(self.shape, inverse(symmetry), counted)
    }

    fn turns(&self) -> impl Iterator<Item = usize> + '_ {
        (0..SYMMETRIES).filter(|symmetry| self.symmetries[*symmetry])
    }
}

/// Bit 0 reflects the columns, bit 1 the rows, and bit 2 exchanges both afterwards.
fn is_symmetry(variant: Variant, symmetry: usize) -> bool {
    let Shape { columns, rows, .. } = variant.shape();
    match variant.family() {
        Family::Gravity => symmetry < 2,
        Family::Free | Family::Renju => symmetry < 4 || columns == rows,
    }
}

fn turned(shape: Shape, symmetry: usize, square: Square) -> Square {
    let (mut column, mut row) = (square.column(), square.row());
    if symmetry & 1 != 0 {
        column = shape.columns - 1 - column;
    }
    if symmetry & 2 != 0 {
        row = shape.rows - 1 - row;
    }
    if symmetry & 4 != 0 {
        (column, row) = (row, column);
    }
    Square::new(column, row).expect("a square of the same board")
}

/// Of the eight only two quarter turns are not their own inverse.
fn inverse(symmetry: usize) -> usize {
    match symmetry {
        5 => 6,
        6 => 5,
        own => own,
    }
}

/// A number of 64 bits for a stone, which stays the same for good, since it is stored: `SplitMix64` of the cell.
fn number(square: Square, is_black: bool) -> u64 {
    let cell = u64::from(square.row()) * 64 + u64::from(square.column());
    let mut z = (cell * 2 + u64::from(is_black) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(text: &str) -> Vec<Square> {
        let words = text.split_whitespace();
        words.map(|word| word.parse().unwrap()).collect()
    }

    fn of(variant: &str, stones: &str) -> Key {
        key(Variant::named(variant).unwrap(), &squares(stones))
    }

    fn square(text: &str) -> Square {
        text.parse().unwrap()
    }

    #[test]
    fn reflections_and_other_orders_are_one_position() {
        let four = of("connect-four", "d1 c1 d2");
        assert_eq!(four.number, of("connect-four", "d2 c1 d1").number);
        assert_eq!(four.number, of("connect-four", "d1 e1 d2").number);
        assert_ne!(four.number, of("connect-four", "d1 b1 d2").number);
        assert_ne!(four.number, of("connect-four", "c1 d1 d2").number);
        let gomoku = of("gomoku-15", "h8 i9 h9");
        for same in ["h8 g9 h9", "h8 i7 h7", "h8 g7 g8", "h8 i9 i8"] {
            assert_eq!(gomoku.number, of("gomoku-15", same).number, "{same}");
        }
    }

    #[test]
    fn a_move_is_counted_alike_in_all_of_them_and_shown_where_it_is() {
        for (stones, reply) in [
            ("h8 i9 h9", "j8"),
            ("h8 g9 h9", "f8"),
            ("h8 i7 h7", "j8"),
            ("h8 g7 g8", "h6"),
            ("h8 i9 i8", "h10"),
        ] {
            let position = of("gomoku-15", stones);
            let counted = position.counted(square(reply));
            assert_eq!(counted, of("gomoku-15", "h8 i9 h9").counted(square("j8")));
            assert_eq!(position.shown(counted), square(reply), "{stones}");
        }
        // On the empty board all corners are one move.
        let empty = of("gomoku-15", "");
        assert_eq!(empty.counted(square("a15")), empty.counted(square("o1")));
    }
}
