//! The position as the manager tells it.
//!
//! A manager says whose stone lies where, not always in which order they were played. So stones are kept by
//! owner, and an order is found when the rules need one.

use std::fmt;

use protocol::game::Game;
use protocol::rules::{Shape, Variant};
use protocol::square::Square;

use super::command::Place;

/// Stones in a row that win.
const FIVE: u8 = 5;

/// Whose a stone is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    /// The brain's.
    Own,
    /// The opponent's.
    Theirs,
}

/// The stones on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Position {
    columns: u8,
    rows: u8,
    own: Vec<Square>,
    theirs: Vec<Square>,
}

impl Position {
    /// An empty board.
    ///
    /// # Errors
    ///
    /// The board is too small or too large: which would do.
    pub(super) fn empty(columns: i64, rows: i64) -> Result<Self, String> {
        let least = i64::from(FIVE);
        let measure = |cells: i64| {
            u8::try_from(cells)
                .ok()
                .filter(|_| (least..=i64::from(Square::LIMIT)).contains(&cells))
                .ok_or_else(|| {
                    format!(
                        "a board of {columns} x {rows} is not played here; choose {least} to {} each way",
                        Square::LIMIT
                    )
                })
        };
        Ok(Self {
            columns: measure(columns)?,
            rows: measure(rows)?,
            own: Vec::new(),
            theirs: Vec::new(),
        })
    }

    /// The same board without its stones.
    pub(super) fn cleared(&self) -> Self {
        Self {
            own: Vec::new(),
            theirs: Vec::new(),
            ..*self
        }
    }

    /// The cell at a place. The only spot, with [`At`], that knows how the two ways of counting go together:
    /// rows are counted from the other end, which mirrors the board and changes nothing else.
    ///
    /// # Errors
    ///
    /// The place is off the board.
    pub(super) fn square(&self, Place { x, y }: Place) -> Result<Square, String> {
        let measure = |at: i64, cells: u8| u8::try_from(at).ok().filter(|&at| at < cells);
        measure(x, self.columns)
            .zip(measure(y, self.rows))
            .and_then(|(column, row)| Square::new(column, row))
            .ok_or_else(|| {
                format!(
                    "{x},{y} is off the board; play 0,0 to {},{}",
                    self.columns - 1,
                    self.rows - 1
                )
            })
    }

    /// Puts a stone down.
    ///
    /// # Errors
    ///
    /// The place is off the board or taken; nothing has changed then.
    pub(super) fn put(&mut self, owner: Owner, square: Square) -> Result<(), String> {
        if self.own.contains(&square) || self.theirs.contains(&square) {
            return Err(format!("{} is taken; play an empty cell", At(square)));
        }
        match owner {
            Owner::Own => self.own.push(square),
            Owner::Theirs => self.theirs.push(square),
        }
        Ok(())
    }

    /// Takes a stone off again.
    ///
    /// # Errors
    ///
    /// There is none.
    pub(super) fn take(&mut self, square: Square) -> Result<(), String> {
        for stones in [&mut self.own, &mut self.theirs] {
            if let Some(at) = stones.iter().rposition(|&stone| stone == square) {
                stones.remove(at);
                return Ok(());
            }
        }
        Err(format!("{} is empty; take back a stone", At(square)))
    }

    /// The same position with the stones the other way round.
    pub(super) fn swapped(self) -> Self {
        Self {
            own: self.theirs,
            theirs: self.own,
            ..self
        }
    }

    /// How many stones the brain has.
    pub(super) fn made(&self) -> usize {
        self.own.len()
    }

    /// How many stones there are.
    pub(super) fn stones(&self) -> usize {
        self.own.len() + self.theirs.len()
    }

    /// Columns and rows.
    pub(super) fn size(&self) -> (u8, u8) {
        (self.columns, self.rows)
    }

    /// The position as a game in which the brain is to move. With `exactly` more than five do not win.
    ///
    /// # Errors
    ///
    /// The rules are not played on this board, it is not the brain's turn, or nothing is left to play.
    pub(super) fn game(&self, exactly: bool) -> Result<Game, String> {
        let (first, second) = match self.theirs.len().checked_sub(self.own.len()) {
            Some(0) => (&self.own, &self.theirs),
            Some(1) => (&self.theirs, &self.own),
            Some(_) | None => {
                return Err(format!(
                    "it cannot be this brain's turn with {} stones against {}; send the whole BOARD",
                    self.own.len(),
                    self.theirs.len()
                ));
            }
        };
        let mut game = Game::new(self.variant(exactly)?);
        let mut left = [first.clone(), second.clone()];
        for side in [0, 1].into_iter().cycle().take(self.stones()) {
            play_one(&mut game, &mut left[side])?;
        }
        match game.ending() {
            None => Ok(game),
            Some(_) => Err("the game is over; send RESTART or START".to_owned()),
        }
    }

    fn variant(&self, exactly: bool) -> Result<Variant, String> {
        let (columns, rows) = self.size();
        let shape = Shape::new(columns, rows, FIVE, false)?;
        let is_played = |variant: &Variant| {
            let longer_wins = variant.rules().wins(FIVE + 1, FIVE);
            variant.shape() == shape && longer_wins != exactly
        };
        match Variant::fixed().find(is_played) {
            Some(variant) => Ok(variant),
            None if exactly => Err(format!(
                "exactly five in a row are not played on {columns} x {rows}; choose 15 x 15, or rule 0"
            )),
            None => Ok(Variant::custom(shape)),
        }
    }
}

/// Plays the first of the stones that does not end the game, or where each does the first.
///
/// Stones that make six, where only five win, would have made five on the way if they were played from one
/// end to the other.
fn play_one(game: &mut Game, stones: &mut Vec<Square>) -> Result<(), String> {
    let mut at = 0;
    for candidate in 0..stones.len() {
        game.play(stones[candidate])
            .map_err(|_over| "the game is over; send RESTART or START".to_owned())?;
        let ended = game.ending().is_some();
        game.undo();
        if !ended {
            at = candidate;
            break;
        }
    }
    let square = stones.remove(at);
    game.play(square)
        .map(drop)
        .map_err(|refusal| refusal.to_string())
}

/// A cell as the manager counts.
pub(super) struct At(pub(super) Square);

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.0.column(), self.0.row())
    }
}
