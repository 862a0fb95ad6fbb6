//! A position or an opening, told on several lines.

use external::Cell;
use protocol::square::Square;

use super::board::{Owner, Position};

/// The lines since `BOARD` or `SWAP2BOARD`.
pub(super) struct Block {
    /// An opening of swap2, whose stones were put down in turns, rather than a position.
    pub(super) is_opening: bool,
    stones: Vec<(Cell, Option<i64>)>,
    /// The first error among the lines.
    problem: Option<String>,
}

impl Block {
    /// No line yet.
    pub(super) fn new(is_opening: bool) -> Self {
        Self {
            is_opening,
            stones: Vec::new(),
            problem: None,
        }
    }

    /// Adds a stone with the number of its owner.
    pub(super) fn add(&mut self, cell: Cell, owner: Option<i64>) {
        if self.stones.len() < MAX_STONES {
            self.stones.push((cell, owner));
        } else {
            self.add_error("there are more stones than cells; send each once".to_owned());
        }
    }

    /// Keeps the first error until the lines end: the manager reads no answer before.
    pub(super) fn add_error(&mut self, problem: String) {
        self.problem.get_or_insert(problem);
    }

    /// The position, on a board like this one.
    ///
    /// # Errors
    ///
    /// Some line was wrong, or a stone has no owner, is off the board or where another is.
    pub(super) fn position(self, empty: &Position) -> Result<Position, String> {
        let mut position = empty.cleared();
        for (cell, field) in self.stones()? {
            let square = position.square(cell)?;
            match read_field(field)? {
                Field::Stone(owner) => position.put(owner, square)?,
                Field::Blocked => position.block(square)?,
            }
        }
        Ok(position)
    }

    /// The stones of the opening, in order; their owners follow from that, and are ignored where a manager adds them.
    ///
    /// # Errors
    ///
    /// Some line was wrong, or a stone is off the board.
    pub(super) fn opening(self, empty: &Position) -> Result<Vec<Square>, String> {
        let squares = self.stones()?.into_iter();
        squares.map(|(cell, _)| empty.square(cell)).collect()
    }

    fn stones(self) -> Result<Vec<(Cell, Option<i64>)>, String> {
        match self.problem {
            Some(problem) => Err(problem),
            None => Ok(self.stones),
        }
    }
}

/// Cells of the largest board.
const MAX_STONES: usize = Square::LIMIT as usize * Square::LIMIT as usize;

/// Content of a cell.
enum Field {
    Stone(Owner),
    Blocked,
}

/// Reads the content of a cell from the third number of a line of `BOARD`.
fn read_field(number: Option<i64>) -> Result<Field, String> {
    match number {
        Some(1) => Ok(Field::Stone(Owner::Own)),
        Some(2) => Ok(Field::Stone(Owner::Theirs)),
        Some(3) => Ok(Field::Blocked),
        Some(other) => Err(format!(
            "{other} is nobody's stone; send 1, own, 2, the opponent's, or 3 for a blocked cell"
        )),
        None => Err("a stone of BOARD needs whose it is; write such as 7,7,1".to_owned()),
    }
}
