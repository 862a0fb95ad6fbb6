//! One game: the plies, the position after them, the end.
//!
//! It remembers, and asks the [`Rules`] of its variant for every decision. Plain and obviously right, not fast: the
//! engines have fast boards of their own, and random games cross-check them against this one.

#[cfg(test)]
mod tests;

use std::fmt;

use crate::rules::{Ending, Foul, Illegal, NotationError, Position, Rules, Shape, Variant};
use crate::side::Side;
use crate::square::Square;

/// A position and the plies that led to it.
///
/// ```
/// use protocol::game::Game;
/// use protocol::rules::Variant;
///
/// let mut game = Game::new(Variant::named("connect-four").unwrap());
/// for column in ["4", "4", "3", "3", "5", "5", "6"] {
///     game.play(game.read_move(column).unwrap()).unwrap();
/// }
/// assert_eq!(game.ending().unwrap().line().len(), 4);
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Game {
    position: Position,
    plies: Vec<Square>,
    ending: Option<Ending>,
}

impl Game {
    /// An empty board.
    pub fn new(variant: Variant) -> Self {
        Self {
            position: Position::empty(variant),
            plies: Vec::new(),
            ending: None,
        }
    }

    /// The game after `plies`, from an empty board.
    ///
    /// # Errors
    ///
    /// The first ply that is not legal: its index, and why.
    pub fn after(
        variant: Variant,
        plies: impl IntoIterator<Item = Square>,
    ) -> Result<Self, (usize, Illegal)> {
        let mut game = Self::new(variant);
        for (index, square) in plies.into_iter().enumerate() {
            game.play(square).map_err(|illegal| (index, illegal))?;
        }
        Ok(game)
    }

    /// Plays for the side to move and returns where the stone came to lie.
    ///
    /// Only the column of `square` counts where discs fall.
    ///
    /// # Errors
    ///
    /// [`Illegal`], and the game is as it was.
    pub fn play(&mut self, square: Square) -> Result<Square, Illegal> {
        let landing = self.landing(square)?;
        self.position.put(landing);
        self.plies.push(landing);
        self.ending = self.rules().judge(&self.position, landing);
        Ok(landing)
    }

    /// Returns what [`play`](Self::play) would bring about: where the stone would come to lie, and the end of the
    /// game, if that ended it.
    ///
    /// # Errors
    ///
    /// As for [`play`](Self::play).
    pub fn look_ahead(&self, square: Square) -> Result<(Square, Option<Ending>), Illegal> {
        let landing = self.landing(square)?;
        let mut position = self.position.clone();
        position.put(landing);
        Ok((landing, self.rules().judge(&position, landing)))
    }

    /// Takes the last ply back and returns where it was, or nothing on an empty board.
    pub fn undo(&mut self) -> Option<Square> {
        let square = self.plies.pop()?;
        self.position.take_back(square);
        self.ending = None;
        Some(square)
    }

    /// Returns the cell where a stone played at `square` would come to lie.
    ///
    /// # Errors
    ///
    /// As for [`play`](Self::play).
    pub fn landing(&self, square: Square) -> Result<Square, Illegal> {
        if self.ending.is_some() {
            return Err(Illegal::GameOver);
        }
        self.rules().landing(&self.position, square)
    }

    /// The rules and the board.
    pub fn variant(&self) -> Variant {
        self.position.variant()
    }

    /// The board.
    pub fn shape(&self) -> Shape {
        self.position.shape()
    }

    /// Owner of the stone in a cell; nothing for an empty cell and off the board.
    pub fn cell(&self, square: Square) -> Option<Side> {
        self.position.cell(square)
    }

    /// Cells where the plies came to lie, in order.
    pub fn plies(&self) -> &[Square] {
        &self.plies
    }

    /// Plies until the longest game of its rules would be over.
    pub fn plies_left(&self) -> usize {
        self.variant().longest() - self.plies.len()
    }

    /// The side that makes the next ply; after the end, the side that would have.
    pub fn side_to_move(&self) -> Side {
        self.position.side_to_move()
    }

    /// The end of the game by the rules, if they ended it.
    pub fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// Cells where the side to move may play; none after the end.
    ///
    /// The order is that of the landing cells from left to right where discs fall, and elsewhere row by row from
    /// the bottom left.
    pub fn legal(&self) -> Box<dyn Iterator<Item = Square> + '_> {
        if self.ending.is_some() {
            Box::new(std::iter::empty())
        } else {
            self.rules().legal(&self.position)
        }
    }

    /// Empty cells where the side to move may not play, in the order of the squares, and the shape that forbids
    /// each; none after the end.
    pub fn forbidden(&self) -> Vec<(Square, Foul)> {
        if self.ending.is_some() {
            Vec::new()
        } else {
            self.rules().forbidden(&self.position)
        }
    }

    /// Reads a move as people write it on this board: `4` where discs fall (`d` too, and `d3` with any
    /// row), `h8` elsewhere.
    ///
    /// # Errors
    ///
    /// [`NotationError`] says what would do. Only [`play`](Self::play) checks that the move is legal.
    pub fn read_move(&self, text: &str) -> Result<Square, NotationError> {
        self.variant().notation().read(self.shape(), text)
    }

    /// Writes a move as people write it on this board: `4` where discs fall, `h8` elsewhere.
    pub fn write_move(&self, square: Square) -> String {
        self.variant().notation().write(square)
    }

    fn rules(&self) -> &'static dyn Rules {
        self.variant().family().rules()
    }
}

/// The board as text, the top row first: `X` for the first side, `O` for the second.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shape { columns, rows, .. } = self.shape();
        for row in (0..rows).rev() {
            for column in 0..columns {
                let stone = Square::new(column, row).and_then(|square| self.cell(square));
                f.write_str(match stone {
                    Some(Side::First) => "X",
                    Some(Side::Second) => "O",
                    None => ".",
                })?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves: Vec<_> = self.plies.iter().map(|&ply| self.write_move(ply)).collect();
        write!(f, "Game({}: {})", self.variant(), moves.join(" "))
    }
}
