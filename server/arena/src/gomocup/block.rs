//! What is told on several lines: a position, or an opening.

use protocol::square::Square;

use super::board::{Owner, Position};
use super::command::Place;

/// The lines since `BOARD` or `SWAP2BOARD`.
pub(super) struct Block {
    /// An opening of swap2, whose stones were put down in turns, rather than a position.
    pub(super) is_opening: bool,
    stones: Vec<(Place, Option<i64>)>,
    /// What was wrong first.
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

    /// Takes a stone in; `field` says whose it is.
    pub(super) fn add(&mut self, place: Place, field: Option<i64>) {
        if self.stones.len() < MOST {
            self.stones.push((place, field));
        } else {
            self.object("there are more stones than cells; send each once".to_owned());
        }
    }

    /// Keeps in mind what was wrong: it is told when the lines end, since nobody listens before.
    pub(super) fn object(&mut self, problem: String) {
        self.problem.get_or_insert(problem);
    }

    /// The position, on a board like this one.
    ///
    /// # Errors
    ///
    /// Some line was wrong, or a stone is nobody's, off the board or where another is.
    pub(super) fn position(self, empty: &Position) -> Result<Position, String> {
        let mut position = empty.cleared();
        for (place, field) in self.stones()? {
            position.put(owner(field)?, position.square(place)?)?;
        }
        Ok(position)
    }

    /// The stones of the opening, in order; some managers say whose they are, which follows from that.
    ///
    /// # Errors
    ///
    /// Some line was wrong, or a stone is off the board.
    pub(super) fn opening(self, empty: &Position) -> Result<Vec<Square>, String> {
        let squares = self.stones()?.into_iter();
        squares.map(|(place, _)| empty.square(place)).collect()
    }

    fn stones(self) -> Result<Vec<(Place, Option<i64>)>, String> {
        match self.problem {
            Some(problem) => Err(problem),
            None => Ok(self.stones),
        }
    }
}

/// Cells of the largest board.
const MOST: usize = Square::LIMIT as usize * Square::LIMIT as usize;

/// Whose stone a line of `BOARD` tells of.
fn owner(field: Option<i64>) -> Result<Owner, String> {
    match field {
        Some(1) => Ok(Owner::Own),
        Some(2) => Ok(Owner::Theirs),
        Some(3) => Err("blocked cells (3) are not played here; send 1 and 2 only".to_owned()),
        Some(other) => Err(format!(
            "{other} is nobody's stone; send 1, own, or 2, the opponent's"
        )),
        None => Err("a stone of BOARD needs whose it is; write such as 7,7,1".to_owned()),
    }
}
