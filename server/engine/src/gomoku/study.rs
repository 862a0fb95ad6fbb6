//! What the weights are to learn: positions whose evaluation a search asks for, each searched by itself.
//!
//! Positions of games alone would not do. A search asks mostly of positions after moves that nobody would
//! play, and has to know that they are bad.

use protocol::game::Game;
use protocol::spec::Depth;
use protocol::square::Square;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::board::Board;
use super::outlook::Outlook;
use super::score::INFINITE;
use super::searcher::{ForcedWinBudget, Searcher};
use super::tree::Interrupted;
use crate::search::{Choice, SearchRequest, Stopped};

/// A position and what it is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// The moves that lead to it from the position studied.
    pub line: Vec<Square>,
    /// What a search of it says, for its side to move.
    pub score: i32,
    /// The move that the search found best; nothing where all lose at once.
    pub best: Option<Square>,
}

/// How a position is studied.
#[derive(Clone, Copy, Debug)]
pub struct Study {
    /// Lessons to be taken at most.
    pub lessons: usize,
    /// Plies that each is searched.
    pub depth: Depth,
}

/// Draws some of many lines, each with the same chance: algorithm R (J. Vitter, "Random Sampling with a
/// Reservoir", 1985).
#[derive(Debug)]
pub(super) struct Sampling {
    rng: StdRng,
    most: usize,
    offered: usize,
    drawn: Vec<Vec<usize>>,
}

impl Sampling {
    fn new(most: usize, seed: u64) -> Self {
        Self {
            rng: StdRng::seed_from_u64(seed),
            most,
            offered: 0,
            drawn: Vec::new(),
        }
    }

    /// Perhaps keeps the line.
    pub(super) fn offer(&mut self, line: &[usize]) {
        self.offered += 1;
        if self.drawn.len() < self.most {
            self.drawn.push(line.to_vec());
        } else if let Some(drawn) = self.drawn.get_mut(self.rng.random_range(0..self.offered)) {
            line.clone_into(drawn);
        }
    }
}

/// Enough to see short wins: the games learned from need not be won as soon as can be.
const FORCED_WIN_BUDGET: ForcedWinBudget = ForcedWinBudget {
    vcf_nodes: 5_000,
    vct_nodes: 2_000,
};

impl Searcher {
    /// The best move of a game, as [`choose`](Self::choose) would find it, and lessons from the positions that
    /// the evaluation was asked of meanwhile.
    ///
    /// # Errors
    ///
    /// [`Stopped`] when told to stop.
    pub fn study(
        &mut self,
        game: &Game,
        search: SearchRequest<'_>,
        study: Study,
    ) -> Result<(Choice, Vec<Lesson>), Stopped> {
        let mut sampling = Sampling::new(study.lessons, search.seed);
        let choice = self.consider(game, search, FORCED_WIN_BUDGET, Some(&mut sampling))?;
        let lines = sampling.drawn.iter();
        let lessons = lines
            .filter_map(|line| self.lesson(game, line, search, study.depth).transpose())
            .collect::<Result<_, _>>()
            .map_err(|Interrupted| Stopped)?;
        Ok((choice, lessons))
    }

    /// What a line leads to; nothing where that needs no evaluation.
    fn lesson(
        &mut self,
        game: &Game,
        line: &[usize],
        search: SearchRequest<'_>,
        depth: Depth,
    ) -> Result<Option<Lesson>, Interrupted> {
        let board = Board::of(&self.ground, game);
        let mut tree = self.tree(search, board);
        for (ply, &cell) in line.iter().enumerate() {
            tree.play(ply, cell);
        }
        let ply = line.len();
        match Outlook::of(&tree.boards[ply]) {
            Outlook::Free | Outlook::Threatened => {}
            Outlook::Won(_) | Outlook::Lost(_) | Outlook::Forced(_) => return Ok(None),
        }
        if tree.vcf_win(ply).is_some() {
            return Ok(None);
        }
        let score = tree.value(ply, depth.value().into(), -INFINITE, INFINITE)?;
        let square = |&cell: &usize| tree.ground.layout.square(cell);
        Ok(Some(Lesson {
            line: line.iter().map(square).collect(),
            score,
            best: tree.lines[ply].first().map(square),
        }))
    }
}

#[cfg(test)]
mod tests {
    use protocol::clock::Millis;
    use protocol::rules::Variant;

    use super::*;
    use crate::search::Stop;

    #[test]
    fn every_line_has_the_same_chance() {
        let mut counts = [0; 20];
        for seed in 0..2_000 {
            let mut sampling = Sampling::new(5, seed);
            for cell in 0..counts.len() {
                sampling.offer(&[cell]);
            }
            assert_eq!(sampling.drawn.len(), 5);
            for line in sampling.drawn {
                counts[line[0]] += 1;
            }
        }
        // 500 each on average; the deviation is 19.
        assert!(counts.iter().all(|count| (400..600).contains(count)));
    }

    #[test]
    fn lessons_are_positions_of_the_tree_and_the_same_seed_gives_the_same() {
        let variant = Variant::named("gomoku-15").unwrap();
        let mut game = Game::new(variant);
        for square in ["h8", "i9", "i8", "g8"] {
            game.play(game.read_move(square).unwrap()).unwrap();
        }
        let study = |seed| {
            let search = SearchRequest {
                depth: Some(Depth::new(4).unwrap()),
                limit: None,
                elapsed: &|| Millis(0),
                stop: &Stop::default(),
                seed,
            };
            let study = Study {
                lessons: 12,
                depth: Depth::new(2).unwrap(),
            };
            Searcher::new(variant, 1)
                .study(&game, search, study)
                .unwrap()
        };
        let (choice, lessons) = study(7);
        assert_eq!(choice.depth, Depth::new(4).ok());
        assert!(!lessons.is_empty() && lessons.len() <= 12);
        for lesson in &lessons {
            let mut game = game.clone();
            for square in &lesson.line {
                game.play(*square).unwrap();
            }
            assert!(game.ending().is_none());
            game.play(lesson.best.expect("nobody loses at once here"))
                .unwrap();
        }
        assert_eq!(study(7).1, lessons);
        assert_ne!(study(8).1, lessons);
    }
}
