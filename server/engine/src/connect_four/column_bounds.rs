//! Bounds on the score of every column, within some plies: forced wins and losses, the nearest first.
//!
//! A null window is a bound on plies too: a side that is to win with its k-th last stone has to do it by then, and
//! mate distance pruning ends the search there. So a search of a few plies is a window at a high score, and
//! iterative deepening is a sequence of windows towards the draw.

use super::position::Position;
use super::score::ScoreBounds;
use super::solver::SolveSession;
use crate::search::Stopped;

/// Bounds on the score of every column of a position.
#[derive(Clone, Debug)]
pub(crate) struct ColumnBounds {
    position: Position,
    /// From the left; none where the column is full.
    pub(crate) columns: Vec<Option<ScoreBounds>>,
    /// Plies within which every win and loss is known.
    pub(crate) depth: u32,
}

impl ColumnBounds {
    /// The bounds that the number of stones gives, for a position that is not over.
    pub(crate) fn new(position: Position) -> Self {
        let most = position.win_at(position.plies() + 1);
        let unknown = ScoreBounds { least: -most, most };
        Self {
            position,
            columns: (0..position.columns())
                .map(|column| position.is_open(column).then_some(unknown))
                .collect(),
            depth: 0,
        }
    }

    /// Searches one ply deeper: one null window for every column whose score is unknown.
    ///
    /// # Errors
    ///
    /// [`Stopped`] in the middle of it; the bounds found until then are kept.
    pub(crate) fn search_next_ply(
        &mut self,
        session: &mut SolveSession<'_>,
    ) -> Result<(), Stopped> {
        let position = self.position;
        let ply = self.depth + 1;
        let score = position.win_at(position.plies() + ply);
        for (column, bounds) in (0..).zip(&mut self.columns) {
            let Some(bounds) = bounds.as_mut().filter(|bounds| bounds.exact().is_none()) else {
                continue;
            };
            if ply % 2 == 1 {
                // With this ply the side to move would win; sooner it does not.
                if session.drop_reaches(&position, column, score)? {
                    *bounds = ScoreBounds::from_exact(score);
                } else {
                    bounds.most = bounds.most.min(score - 1);
                }
            } else if session.drop_reaches(&position, column, 1 - score)? {
                bounds.least = bounds.least.max(1 - score);
            } else {
                *bounds = ScoreBounds::from_exact(-score);
            }
        }
        self.depth = ply;
        Ok(())
    }

    /// Tightens the bounds by what book and table have of the columns, without a search.
    pub(crate) fn tighten_from_table(&mut self, session: &SolveSession<'_>) {
        for (column, bounds) in (0..).zip(&mut self.columns) {
            let Some(bounds) = bounds.as_mut() else {
                continue;
            };
            if let Some(known) = session.known_bounds(&self.position, column) {
                bounds.least = bounds.least.max(known.least);
                bounds.most = bounds.most.min(known.most);
            }
        }
    }

    /// Finds the exact score of every column.
    ///
    /// # Errors
    ///
    /// [`Stopped`] in the middle of it; the columns that were finished are kept.
    pub(crate) fn solve(&mut self, session: &mut SolveSession<'_>) -> Result<(), Stopped> {
        for (column, bounds) in (0..).zip(&mut self.columns) {
            if let Some(bounds) = bounds {
                let score = session.score_of_drop(&self.position, column)?;
                *bounds = ScoreBounds::from_exact(score);
            }
        }
        Ok(())
    }

    /// True if the score of every column is known, so that more plies would give nothing new.
    pub(crate) fn is_exact(&self) -> bool {
        self.columns
            .iter()
            .flatten()
            .all(|bounds| bounds.exact().is_some())
    }
}
