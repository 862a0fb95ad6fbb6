//! The rules, which say what is legal, what a ply does and when a game is over; and the variants played by them.
//!
//! ```text
//! Variant --family--> Family --rules--> Rules: decide over a Position
//! ```
//!
//! A fixed variant is a row of data in `variant.rs`. Rules of another kind are a file below `rules/`, an entry of
//! [`Family`] and its arm in [`Family::rules`]: the enum is closed and matched without `_`, so that every bot, board
//! and client that must know the new family fails to compile until it says whether it does. A move that is illegal
//! for a new reason is an entry of [`Illegal`], and a refusal.
//!
//! Nothing here is hot: the engines keep fast boards of their own, cross-checked against
//! [`Game`](crate::game::Game).

mod illegal;
mod notation;
mod plain;
mod position;
mod renju;
mod shape;
mod variant;

use std::fmt;

pub use illegal::{Foul, Illegal};
pub use notation::{Notation, NotationError};
pub use position::{Ending, Position};
pub use renju::RenjuStones;
pub use shape::{Shape, ShapeError};
pub use variant::{CustomRules, Family, Overline, Variant, VariantError};

use crate::square::Square;

/// The decisions of a [`Family`]. They are pure: a position in, an answer out.
///
/// `landing` and `legal` are asked only for positions in which the game goes on.
pub trait Rules: fmt::Debug + Sync {
    /// Returns the cell where a stone of the side to move comes to lie when it is played at `square`.
    ///
    /// # Errors
    ///
    /// [`Illegal`], if the side to move may not play there.
    fn landing(&self, position: &Position, square: Square) -> Result<Square, Illegal>;

    /// Returns the cells where a stone of the side to move may come to lie.
    ///
    /// The order never changes: bots choose by it, and the same seed must give the same choice.
    fn legal<'p>(&self, position: &'p Position) -> Box<dyn Iterator<Item = Square> + 'p>;

    /// Returns the empty cells where the side to move may not play, and the shape that forbids each, in the order of
    /// the squares. `legal` leaves them out.
    fn forbidden(&self, _position: &Position) -> Vec<(Square, Foul)> {
        Vec::new()
    }

    /// Returns the end of the game, if the stone just placed at `last` ended it.
    fn judge(&self, position: &Position, last: Square) -> Option<Ending>;

    /// Returns the number of plies of the longest game on a board.
    fn longest(&self, shape: Shape) -> usize;

    /// The notation of moves.
    fn notation(&self) -> Notation;
}

impl Family {
    /// The rules of the family.
    pub fn rules(self) -> &'static dyn Rules {
        match self {
            Self::Gravity => &plain::Gravity,
            Self::Free => &plain::Free,
            Self::Renju => &renju::Renju,
        }
    }
}
