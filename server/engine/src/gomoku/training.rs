//! Training positions: a sample of the positions that a search evaluates, each searched by itself.
//!
//! game -> search -> [`Reservoir`] of evaluated positions -> a search of each -> [`TrainingPosition`]s
//!
//! Positions of games alone would not do. A search evaluates mostly positions after moves that nobody would
//! play, and has to know that they are bad.

use protocol::game::Game;
use protocol::spec::Depth;
use protocol::square::Square;

use super::root_moves::ForcedWinBudget;
use super::sampling::Reservoir;
use super::score::INFINITE;
use super::search::Interrupted;
use super::searcher::{RunOptions, Searcher};
use super::threat_status::ThreatStatus;
use crate::search::{Choice, SearchRequest, Stopped};

/// A position with the result of a search of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrainingPosition {
    /// Moves from the root of the search it was drawn from.
    pub line: Vec<Square>,
    /// Score of its search for its side to move, in the unit of [`Searcher::choose`].
    pub score: i32,
    /// Best move of its search; none where all moves lose at once.
    pub best: Option<Square>,
}

/// Settings for the training positions of one search.
#[derive(Clone, Copy, Debug)]
pub struct TrainingRun {
    /// Positions to draw at most.
    pub positions: usize,
    /// Depth of the search of each.
    pub depth: Depth,
}

/// The budget of a move in a training game: enough for short wins, which need not be the shortest there.
const TRAINING_BUDGET: ForcedWinBudget = ForcedWinBudget {
    vcf_nodes: 5_000,
    vct_nodes: 5_000,
};

impl Searcher {
    /// The best move of a game, like [`choose`](Self::choose), and training positions drawn from its search.
    ///
    /// # Errors
    ///
    /// [`Stopped`] when told to stop.
    pub fn choose_and_sample(
        &mut self,
        game: &Game,
        search: SearchRequest<'_>,
        run: TrainingRun,
    ) -> Result<(Choice, Vec<TrainingPosition>), Stopped> {
        let mut reservoir = Reservoir::new(run.positions, search.seed);
        let mut offer = |line: &[usize]| reservoir.offer(line);
        let options = RunOptions {
            budget: TRAINING_BUDGET,
            excluded: &[],
            observer: Some(&mut offer),
            follows_only_move: false,
        };
        let choice = self.run(game, search, options)?;
        let lines = reservoir.into_lines();
        let positions = lines
            .iter()
            .filter_map(|line| {
                self.training_position(game, line, search, run.depth)
                    .transpose()
            })
            .collect::<Result<_, _>>()
            .map_err(|Interrupted| Stopped)?;
        Ok((choice, positions))
    }

    /// Searches the position after a line; none where its evaluation is not needed: it is won, lost or forced
    /// at first sight, or won by VCF.
    fn training_position(
        &mut self,
        game: &Game,
        line: &[usize],
        search: SearchRequest<'_>,
        depth: Depth,
    ) -> Result<Option<TrainingPosition>, Interrupted> {
        let mut thread = self.detached_thread(game, search);
        for (ply, &cell) in line.iter().enumerate() {
            thread.play(ply, cell);
        }
        let ply = line.len();
        match ThreatStatus::from(thread.board(ply)) {
            ThreatStatus::Free | ThreatStatus::Threatened => {}
            ThreatStatus::Won(_) | ThreatStatus::Lost(_) | ThreatStatus::Forced(_) => {
                return Ok(None);
            }
        }
        if thread.vcf_win(ply).is_some() {
            return Ok(None);
        }
        let score = thread.search(ply, depth.value().into(), -INFINITE, INFINITE)?;
        let square = |&cell: &usize| thread.board(ply).tables().layout().square(cell);
        Ok(Some(TrainingPosition {
            line: line.iter().map(square).collect(),
            score,
            best: thread.pv(ply).first().map(square),
        }))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use protocol::millis::Millis;
    use protocol::rules::Variant;

    use super::*;
    use crate::gomoku::Tables;
    use crate::options::Options;
    use crate::search::Stop;

    #[test]
    fn training_positions_are_of_the_tree_and_repeatable_from_a_seed() {
        let variant = Variant::named("gomoku-15").unwrap();
        let tables = Arc::new(Tables::new(variant));
        let mut game = Game::new(variant);
        for square in ["h8", "i9", "i8", "g8"] {
            game.play(game.read_move(square).unwrap()).unwrap();
        }
        let sample = |seed| {
            let search = SearchRequest {
                depth: Some(Depth::new(4).unwrap()),
                limit: None,
                elapsed: &|| Millis::from_millis(0),
                stop: &Stop::default(),
                seed,
                options: Options::default(),
                progress: None,
            };
            let run = TrainingRun {
                positions: 12,
                depth: Depth::new(2).unwrap(),
            };
            Searcher::new(Arc::clone(&tables), 1)
                .choose_and_sample(&game, search, run)
                .unwrap()
        };
        let (choice, positions) = sample(7);
        assert_eq!(choice.depth, Depth::new(4).ok());
        assert!(!positions.is_empty() && positions.len() <= 12);
        for position in &positions {
            let mut game = game.clone();
            for square in &position.line {
                game.play(*square).unwrap();
            }
            assert!(game.ending().is_none());
            game.play(position.best.expect("nobody loses at once here"))
                .unwrap();
        }
        assert_eq!(sample(7).1, positions);
        assert_ne!(sample(8).1, positions);
    }
}
