//! Overlines: rows that are longer than asked for.

/// The effect of an overline, a straight run of more stones than are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Overline {
    /// It wins, as in freestyle gomoku.
    Wins,
    /// It does not win, and the game goes on, as in standard gomoku.
    DoesNotWin,
}

impl Overline {
    /// Returns `true` if a straight run of exactly `run` stones wins where `in_row` are asked for.
    pub fn wins(self, run: u8, in_row: u8) -> bool {
        match self {
            Self::Wins => run >= in_row,
            Self::DoesNotWin => run == in_row,
        }
    }
}
