//! What can be said of every column within some plies: forced wins and losses, the nearest first.
//!
//! A question about a score is a question about a ply: a side that is to win with its k-th last stone has to
//! do it by then, and the search goes no further. So a search of a few plies is a question about a high
//! score, and deepening is asking for less and less.

use super::position::Position;
use super::solver::Inquiry;
use crate::search::Stopped;

/// What is known of a drop: its score is from `least` to `most`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    pub(crate) least: i32,
    pub(crate) most: i32,
}

impl Bounds {
    /// The same seen from the other side.
    pub(super) fn reversed(self) -> Self {
        Self {
            least: -self.most,
            most: -self.least,
        }
    }

    /// The score, where it is known.
    pub(crate) fn settled(self) -> Option<i32> {
        (self.least == self.most).then_some(self.least)
    }
}

/// What is known of every column of a position.
#[derive(Clone, Debug)]
pub(crate) struct Outlook {
    position: Position,
    /// From the left; none where the column is full.
    pub(crate) columns: Vec<Option<Bounds>>,
    /// How many plies ahead everything is known.
    pub(crate) depth: u32,
}

impl Outlook {
    /// Nothing is known of this position, which is not over.
    pub(crate) fn new(position: Position) -> Self {
        let most = position.win_at(position.plies() + 1);
        let open = Bounds { least: -most, most };
        Self {
            position,
            columns: (0..position.columns())
                .map(|column| position.is_open(column).then_some(open))
                .collect(),
            depth: 0,
        }
    }

    /// Looks one ply further.
    ///
    /// # Errors
    ///
    /// [`Stopped`] in the middle of it; what was found until then is noted.
    pub(crate) fn deepen(&mut self, inquiry: &mut Inquiry<'_>) -> Result<(), Stopped> {
        let position = self.position;
        let ply = self.depth + 1;
        let score = position.win_at(position.plies() + ply);
        for (column, bounds) in (0..).zip(&mut self.columns) {
            let Some(bounds) = bounds.as_mut().filter(|bounds| bounds.settled().is_none()) else {
                continue;
            };
            if ply % 2 == 1 {
                // With this ply the side to move would win; sooner it does not.
                if inquiry.keeps(&position, column, score)? {
                    *bounds = Bounds {
                        least: score,
                        most: score,
                    };
                } else {
                    bounds.most = bounds.most.min(score - 1);
                }
            } else if inquiry.keeps(&position, column, 1 - score)? {
                bounds.least = bounds.least.max(1 - score);
            } else {
                *bounds = Bounds {
                    least: -score,
                    most: -score,
                };
            }
        }
        self.depth = ply;
        Ok(())
    }

    /// Adds what is known of the columns without a search.
    pub(crate) fn recall(&mut self, inquiry: &Inquiry<'_>) {
        for (column, bounds) in (0..).zip(&mut self.columns) {
            let Some(bounds) = bounds.as_mut() else {
                continue;
            };
            if let Some(known) = inquiry.bounds_at_hand(&self.position, column) {
                bounds.least = bounds.least.max(known.least);
                bounds.most = bounds.most.min(known.most);
            }
        }
    }

    /// Finds the score of every column.
    ///
    /// # Errors
    ///
    /// [`Stopped`] in the middle of it; the columns that were finished are noted.
    pub(crate) fn solve(&mut self, inquiry: &mut Inquiry<'_>) -> Result<(), Stopped> {
        for (column, bounds) in (0..).zip(&mut self.columns) {
            if let Some(bounds) = bounds {
                let score = inquiry.score_of_drop(&self.position, column)?;
                *bounds = Bounds {
                    least: score,
                    most: score,
                };
            }
        }
        Ok(())
    }

    /// Whether more plies would tell nothing new.
    pub(crate) fn is_settled(&self) -> bool {
        self.columns
            .iter()
            .flatten()
            .all(|bounds| bounds.settled().is_some())
    }
}
