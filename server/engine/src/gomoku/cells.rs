//! A set of cells, one bit each.

use protocol::square::Square;

/// Cells of the largest board.
pub(super) const CELLS: usize = Square::LIMIT as usize * Square::LIMIT as usize;

const WORDS: usize = CELLS.div_ceil(64);

/// A set of cells: cell `c` is bit `c % 64` of word `c / 64`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Cells([u64; WORDS]);

impl Cells {
    pub(super) fn insert(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    pub(super) fn remove(&mut self, cell: usize) {
        self.0[cell / 64] &= !(1 << (cell % 64));
    }

    pub(super) fn contains(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 == 1
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// The cell with the least number.
    pub(super) fn first(&self) -> Option<usize> {
        self.iter().next()
    }

    /// The only cell of a set of one.
    pub(super) fn only(&self) -> Option<usize> {
        let mut cells = self.iter();
        cells.next().filter(|_| cells.next().is_none())
    }

    /// Intersection.
    pub(super) fn and(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a &= b);
        self
    }

    /// Union.
    pub(super) fn or(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a |= b);
        self
    }

    /// The cells that are not in the other set.
    pub(super) fn without(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a &= !b);
        self
    }

    /// The cells in ascending order.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + use<> {
        let words = self.0;
        (0..WORDS).flat_map(move |index| {
            let mut word = words[index];
            std::iter::from_fn(move || {
                let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
                word &= word - 1;
                Some(index * 64 + bit)
            })
        })
    }
}

impl FromIterator<usize> for Cells {
    fn from_iter<I: IntoIterator<Item = usize>>(cells: I) -> Self {
        let mut set = Self::default();
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_gives_back_its_cells_in_order() {
        let cells = [0, 1, 63, 64, 200, CELLS - 1];
        let mut set: Cells = cells.into_iter().rev().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), cells);
        assert_eq!((set.first(), set.only()), (Some(0), None));
        for cell in cells {
            assert!(set.contains(cell) && !set.is_empty());
            set.remove(cell);
        }
        assert!(set.is_empty());
        set.insert(65);
        assert_eq!(set.only(), Some(65));
    }
}
