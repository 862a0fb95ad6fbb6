//! Gomoku in which the first side, black, has forbidden moves.
//!
//! A black stone is judged by the four lines through it, in this order:
//!
//! exactly five: wins -> six or more: overline -> two fours -> two threes
//!
//! so that a five wins whatever else it makes. White has no forbidden moves and wins with five or more.
//!
//! - A *four* needs one more stone to be exactly five. Two of them may stand in one line, as in `X.XXX.X`.
//! - A *straight four* is unbroken and becomes five in two ways.
//! - A *three* needs one more stone to be a straight four, and that stone must not make a five, nor be forbidden
//!   itself, which is judged in the same way with the stones before it on the board. Two public programs pass over
//!   the condition of the five: in 36,000 random positions they both forbid 172 of 7 million points that are allowed
//!   here, each of them beside such a stone.
//!
//! Where black has no point left, the game is a draw, as on a full board: nobody can pass here.
//!
//! Source: Renju International Federation, International Rules of Renju (1996, with the correction of 1998), terms
//! and definitions, and the sections on forbidden moves and on double threes that are allowed. The rules of its
//! openings are not part of this.

mod stones;
#[cfg(test)]
mod tests;

pub use self::stones::RenjuStones;
use super::Rules;
use super::illegal::{Foul, Illegal};
use super::notation::Notation;
use super::plain::Free;
use super::position::{Ending, Position, judge};
use super::shape::Shape;
use super::variant::Overline;
use crate::side::Side;
use crate::square::Square;

/// The rules of [`Family::Renju`](super::Family::Renju).
#[derive(Debug)]
pub(super) struct Renju;

impl Rules for Renju {
    fn landing(&self, position: &Position, square: Square) -> Result<Square, Illegal> {
        let square = Free.landing(position, square)?;
        let foul = match position.side_to_move() {
            Side::First => RenjuStones::new(position).foul(square),
            Side::Second => None,
        };
        match foul {
            Some(foul) => Err(Illegal::Forbidden { square, foul }),
            None => Ok(square),
        }
    }

    /// Row by row from the bottom left.
    fn legal<'p>(&self, position: &'p Position) -> Box<dyn Iterator<Item = Square> + 'p> {
        let empty = Free.legal(position);
        match position.side_to_move() {
            Side::First => {
                let mut stones = RenjuStones::new(position);
                Box::new(empty.filter(move |&square| stones.foul(square).is_none()))
            }
            Side::Second => empty,
        }
    }

    fn forbidden(&self, position: &Position) -> Vec<(Square, Foul)> {
        match position.side_to_move() {
            Side::First => {
                let mut stones = RenjuStones::new(position);
                let foul = |square| Some((square, stones.foul(square)?));
                Free.legal(position).filter_map(foul).collect()
            }
            Side::Second => Vec::new(),
        }
    }

    fn judge(&self, position: &Position, last: Square) -> Option<Ending> {
        let overline = match position.cell(last)? {
            Side::First => Overline::DoesNotWin,
            Side::Second => Overline::Wins,
        };
        let has_none = || self.legal(position).next().is_none();
        judge(position, last, overline).or_else(|| has_none().then_some(Ending::FullBoard))
    }

    fn longest(&self, shape: Shape) -> usize {
        shape.cells()
    }

    fn notation(&self) -> Notation {
        Notation::Cell
    }
}
