//! One game: the board, the plies, the side to move, the end.
//!
//! Plain and obviously right, not fast. The engines have fast boards of their own; random games
//! cross-check them against this one.

#[cfg(test)]
mod tests;

use std::fmt;

use crate::refusal::Refusal;
use crate::rules::{Shape, Variant};
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
    variant: Variant,
    cells: Vec<Option<Side>>,
    plies: Vec<Square>,
    ending: Option<Ending>,
}

/// The end of a game by the rules themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Enough stones in a row.
    Line {
        /// The side that made the line.
        winner: Side,
        /// Every cell of every line that the last ply completed, sorted.
        cells: Vec<Square>,
    },
    /// No cell is left and nobody has a line.
    FullBoard,
}

impl Ending {
    /// The winner, if there is one.
    pub fn winner(&self) -> Option<Side> {
        match self {
            Self::Line { winner, .. } => Some(*winner),
            Self::FullBoard => None,
        }
    }

    /// The winning cells; none for a draw.
    pub fn line(&self) -> &[Square] {
        match self {
            Self::Line { cells, .. } => cells,
            Self::FullBoard => &[],
        }
    }
}

/// The four directions in which stones stand in a row.
const DIRECTIONS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

impl Game {
    /// An empty board.
    pub fn new(variant: Variant) -> Self {
        Self {
            variant,
            cells: vec![None; variant.shape().cells()],
            plies: Vec::new(),
            ending: None,
        }
    }

    /// The game after `plies`, from an empty board.
    ///
    /// # Errors
    ///
    /// The refusal of the first ply that is not allowed, with its index.
    pub fn after(
        variant: Variant,
        plies: impl IntoIterator<Item = Square>,
    ) -> Result<Self, (usize, Refusal)> {
        let mut game = Self::new(variant);
        for (index, square) in plies.into_iter().enumerate() {
            game.play(square).map_err(|refusal| (index, refusal))?;
        }
        Ok(game)
    }

    /// Plays for the side to move and returns where the stone came to lie.
    ///
    /// Only the column of `square` counts where discs fall.
    ///
    /// # Errors
    ///
    /// A refusal, and the game is as it was: the game is over, the cell is off the board or taken,
    /// the column is full.
    pub fn play(&mut self, square: Square) -> Result<Square, Refusal> {
        let landing = self.landing(square)?;
        let side = self.side_to_move();
        let index = self.index(landing);
        self.cells[index] = Some(side);
        self.plies.push(landing);
        self.ending = self.judge(landing, side);
        Ok(landing)
    }

    /// Takes the last ply back and returns where it was, or nothing on an empty board.
    pub fn undo(&mut self) -> Option<Square> {
        let square = self.plies.pop()?;
        let index = self.index(square);
        self.cells[index] = None;
        self.ending = None;
        Some(square)
    }

    /// Returns the cell where a stone played at `square` would come to lie.
    ///
    /// # Errors
    ///
    /// As for [`play`](Self::play).
    pub fn landing(&self, square: Square) -> Result<Square, Refusal> {
        if self.ending.is_some() {
            return Err(Refusal::GameOver);
        }
        let shape = self.shape();
        if shape.falls {
            let column = square.column();
            if column >= shape.columns {
                return Err(Refusal::OffBoard {
                    square,
                    columns: shape.columns,
                    rows: shape.rows,
                });
            }
            self.lowest_empty(column)
                .ok_or_else(|| Refusal::ColumnFull {
                    column: column + 1,
                    open: self.legal().map(|open| open.column() + 1).collect(),
                })
        } else if !shape.contains(square) {
            Err(Refusal::OffBoard {
                square,
                columns: shape.columns,
                rows: shape.rows,
            })
        } else if self.cell(square).is_some() {
            Err(Refusal::Occupied { square })
        } else {
            Ok(square)
        }
    }

    /// The rules and the board.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The board.
    pub fn shape(&self) -> Shape {
        self.variant.shape()
    }

    /// Owner of the stone in a cell; nothing for an empty cell and off the board.
    pub fn cell(&self, square: Square) -> Option<Side> {
        if self.shape().contains(square) {
            self.cells[self.index(square)]
        } else {
            None
        }
    }

    /// Cells where the plies came to lie, in order.
    pub fn plies(&self) -> &[Square] {
        &self.plies
    }

    /// The side that makes the next ply; after the end, the side that would have.
    pub fn side_to_move(&self) -> Side {
        Side::to_move_after(self.plies.len())
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
        let shape = self.shape();
        if self.ending.is_some() {
            Box::new(std::iter::empty())
        } else if shape.falls {
            Box::new((0..shape.columns).filter_map(|column| self.lowest_empty(column)))
        } else {
            Box::new(
                shape
                    .squares()
                    .filter(|&square| self.cell(square).is_none()),
            )
        }
    }

    /// Reads a move as people write it on this board: `4` where discs fall (`d` too, and `d3` with any
    /// row), `h8` elsewhere.
    ///
    /// # Errors
    ///
    /// [`Refusal::BadMove`] says what would do. Only [`play`](Self::play) checks that the move is allowed.
    pub fn read_move(&self, text: &str) -> Result<Square, Refusal> {
        let shape = self.shape();
        let text = text.trim();
        let square = if shape.falls {
            let column = match text.parse::<u8>() {
                // `parse` takes a sign too.
                Ok(_) if text.starts_with('+') => None,
                Ok(number) => number.checked_sub(1),
                Err(_) => match text.as_bytes() {
                    [letter] if letter.is_ascii_alphabetic() => {
                        Some(letter.to_ascii_lowercase() - b'a')
                    }
                    _ => text.parse::<Square>().ok().map(Square::column),
                },
            };
            column.and_then(|column| Square::new(column, 0))
        } else {
            text.parse().ok()
        };
        square
            .filter(|square| square.column() < shape.columns)
            .filter(|square| shape.falls || square.row() < shape.rows)
            .ok_or_else(|| Refusal::BadMove {
                text: text.chars().take(20).collect(),
                expected: if shape.falls {
                    format!("a column, 1 to {}", shape.columns)
                } else {
                    let corner = Square::new(shape.columns - 1, shape.rows - 1);
                    format!(
                        "a letter and a row, a1 to {}",
                        corner.map(|corner| corner.to_string()).unwrap_or_default()
                    )
                },
            })
    }

    /// Writes a move as people write it on this board: `4` where discs fall, `h8` elsewhere.
    pub fn write_move(&self, square: Square) -> String {
        if self.shape().falls {
            (square.column() + 1).to_string()
        } else {
            square.to_string()
        }
    }

    fn lowest_empty(&self, column: u8) -> Option<Square> {
        (0..self.shape().rows)
            .filter_map(|row| Square::new(column, row))
            .find(|&square| self.cell(square).is_none())
    }

    fn index(&self, square: Square) -> usize {
        usize::from(square.row()) * usize::from(self.shape().columns) + usize::from(square.column())
    }

    /// Returns the end of the game, if the stone just placed at `last` ended it.
    fn judge(&self, last: Square, side: Side) -> Option<Ending> {
        let shape = self.shape();
        let rules = self.variant.rules();
        let mut cells: Vec<Square> = DIRECTIONS
            .into_iter()
            .map(|direction| self.run_through(last, side, direction))
            .filter(|run| rules.wins(run.len() as u8, shape.in_row))
            .flatten()
            .collect();
        if !cells.is_empty() {
            cells.sort_unstable();
            cells.dedup();
            return Some(Ending::Line {
                winner: side,
                cells,
            });
        }
        (self.plies.len() == shape.cells()).then_some(Ending::FullBoard)
    }

    /// The longest straight run of `side`'s stones through `square`.
    fn run_through(&self, square: Square, side: Side, direction: (i8, i8)) -> Vec<Square> {
        let (right, up) = direction;
        let mut run = vec![square];
        for (right, up) in [(right, up), (-right, -up)] {
            let mut here = square;
            while let Some(next) = step(here, right, up).filter(|&at| self.cell(at) == Some(side)) {
                run.push(next);
                here = next;
            }
        }
        run
    }
}

/// The neighbour of `square`, unless it would leave the largest board.
fn step(square: Square, right: i8, up: i8) -> Option<Square> {
    Square::new(
        square.column().checked_add_signed(right)?,
        square.row().checked_add_signed(up)?,
    )
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
        write!(f, "Game({}: {})", self.variant, moves.join(" "))
    }
}
