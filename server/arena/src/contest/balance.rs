//! Openings that leave both sides about as well off, by the engine's own search.
//!
//! random stones -> a short search -> long searches of both sides -> opening
//!
//! Where an opening decides the game, each contender wins it once, and the pair says nothing. Each opening is
//! therefore searched twice: for the side to move, and after the best move for the other one, since a score depends
//! on who moved last. Searches are bounded by nodes, so that a seed gives the same openings on every machine; they are
//! made when a game needs them and kept in memory.

use std::collections::HashSet;
use std::sync::Mutex;

use engine::gomoku::Searcher;
use engine::{Caches, Choice, Options, SearchRequest, Stop};
use protocol::game::Game;
use protocol::millis::Millis;
use protocol::rules::Variant;
use rand::SeedableRng;
use rand::rngs::StdRng;

use super::random_openings::{PATIENCE, draw};
use crate::built_in_bot::kind_named;

/// Score in points that an opening may have for either side: odds of 11 to 9 to win.
const BALANCED: i64 = 40;

/// Short searches, by their nodes and the score beyond which the longer ones are left out: of fifty random openings
/// one is balanced, and most are far from it.
const SHORT: [(u64, i64); 2] = [(1_000, 300), (10_000, 120)];

/// Openings drawn for one; then the most even of them is taken.
const MAX_DRAWS: usize = 200;

/// Long searches for one opening, after which the most even one so far is taken.
const MAX_LONG: usize = 24;

/// MiB of the table of the search.
const TABLE: usize = 16;

/// Balanced openings, made one after the other.
pub(crate) struct Balancer(Mutex<State>);

struct State {
    variant: Variant,
    max_nodes: u64,
    rng: StdRng,
    searcher: Searcher,
    /// Stones that were drawn, in any order of play.
    seen: HashSet<String>,
    made: Vec<Game>,
    /// There are no new ones any more.
    is_exhausted: bool,
}

impl Balancer {
    /// Returns the openings of this seed, with long searches of `max_nodes` nodes; none where the engine does not
    /// play the variant.
    pub(crate) fn new(variant: Variant, seed: u64, max_nodes: u64) -> Option<Self> {
        let engine = kind_named("threat").ok()?;
        if !engine.plays(variant) {
            return None;
        }
        Some(Self(Mutex::new(State {
            variant,
            max_nodes,
            rng: StdRng::seed_from_u64(seed),
            searcher: Searcher::new(Caches::default().gomoku_tables(variant), TABLE),
            seen: HashSet::new(),
            made: Vec::new(),
            is_exhausted: false,
        })))
    }

    /// The opening of a round, from 0. On a small board, where there are no others, the first ones come again.
    pub(crate) fn opening(&self, round: usize) -> Game {
        let mut state = self.0.lock().expect("no holder panics");
        while state.made.len() <= round && !state.is_exhausted {
            match state.make() {
                Some(opening) => state.made.push(opening),
                None => state.is_exhausted = true,
            }
        }
        let count = state.made.len();
        state.made[round % count].clone()
    }
}

impl State {
    /// Makes one opening; none where there are no new ones.
    fn make(&mut self) -> Option<Game> {
        let mut best: Option<(i64, Game)> = None;
        let mut long = 0;
        for _ in 0..MAX_DRAWS {
            let Some(opening) = self.draw_new() else {
                break;
            };
            let (imbalance, searches) = self.imbalance(&opening);
            long += searches;
            if best.as_ref().is_none_or(|(least, _)| imbalance < *least) {
                best = Some((imbalance, opening));
            }
            let least = best.as_ref().map_or(i64::MAX, |(least, _)| *least);
            if least <= BALANCED || long >= MAX_LONG {
                break;
            }
        }
        best.map(|(_, opening)| opening).or_else(|| {
            // Of a board without any opening the empty one is left.
            self.made.is_empty().then(|| Game::new(self.variant))
        })
    }

    fn draw_new(&mut self) -> Option<Game> {
        (0..PATIENCE)
            .map(|_| draw(self.variant, 4..=8, &mut self.rng))
            .find(|opening| self.seen.insert(opening.to_string()))
    }

    /// The greater of the scores that either side has, whichever it favours, and the number of long searches for it.
    /// Where the short ones were enough, it is beyond those that were searched well.
    fn imbalance(&mut self, opening: &Game) -> (i64, usize) {
        for (max_nodes, limit) in SHORT {
            let score = self.search(opening, max_nodes).score.abs();
            if score > limit {
                return (score.saturating_add(Searcher::WIN), 0);
            }
        }
        let mover = self.search(opening, self.max_nodes);
        let score = mover.score.abs();
        if score > BALANCED {
            return (score, 1);
        }
        let mut after = opening.clone();
        after.play(mover.square).expect("a choice is allowed");
        if after.ending().is_some() {
            return (Searcher::WIN, 1);
        }
        let other = self.search(&after, self.max_nodes);
        (score.max(other.score.abs()), 2)
    }

    fn search(&mut self, game: &Game, max_nodes: u64) -> Choice {
        self.searcher.limit_nodes(Some(max_nodes));
        let request = SearchRequest {
            depth: None,
            limit: None,
            elapsed: &|| Millis::from_millis(0),
            stop: &Stop::default(),
            seed: 0,
            options: Options::default(),
            progress: None,
        };
        self.searcher
            .choose(game, request)
            .expect("nobody else has the flag that stops it")
    }
}

#[cfg(test)]
mod tests {
    use super::super::random_openings::random_openings;
    use super::*;

    const NODES: u64 = 5_000;

    fn balancer(variant: &str, seed: u64) -> Balancer {
        Balancer::new(variant.parse().unwrap(), seed, NODES).unwrap()
    }

    /// The distance of openings from even, for the side to move and for the other one after the best move, on average;
    /// by a search that knows nothing of others.
    fn unevenness(balancer: &Balancer, openings: &[Game]) -> i64 {
        let mut state = balancer.0.lock().unwrap();
        let mut score = |game: &Game| {
            state.searcher = Searcher::new(Caches::default().gomoku_tables(state.variant), TABLE);
            state.search(game, NODES)
        };
        let sum: i64 = openings
            .iter()
            .map(|opening| {
                let mover = score(opening);
                let mut after = opening.clone();
                after.play(mover.square).unwrap();
                let worse = mover.score.abs().max(score(&after).score.abs());
                // A proven win is not worth all other openings together.
                worse.min(1_000)
            })
            .sum();
        sum / openings.len() as i64
    }

    #[test]
    fn openings_are_even_for_whoever_moves() {
        let balancer = balancer("gomoku-15", 1);
        let balanced: Vec<Game> = (0..8).map(|round| balancer.opening(round)).collect();
        for opening in &balanced {
            assert!((4..=8).contains(&opening.plies().len()), "{opening:?}");
        }
        let random = random_openings("gomoku-15".parse().unwrap(), 1, 8);
        let [balanced, random] =
            [balanced, random].map(|openings| unevenness(&balancer, &openings));
        assert!(2 * balanced < random, "{balanced} and {random}");
    }

    #[test]
    fn a_seed_gives_the_same_openings_in_whatever_order_they_are_asked_for() {
        let [one, other] = [balancer("gomoku", 3), balancer("gomoku", 3)];
        let openings: Vec<Game> = (0..2).map(|round| one.opening(round)).collect();
        let backwards: Vec<Game> = (0..2).rev().map(|round| other.opening(round)).collect();
        assert!(openings.iter().eq(backwards.iter().rev()));
        let distinct: HashSet<_> = openings.iter().map(ToString::to_string).collect();
        assert_eq!(distinct.len(), 2);
        assert_ne!(balancer("gomoku", 4).opening(0), openings[0]);
    }

    #[test]
    fn where_the_engine_does_not_play_there_is_no_balance_and_small_boards_repeat() {
        for variant in ["connect-four", "custom:9x9x5:falls"] {
            assert!(Balancer::new(variant.parse().unwrap(), 1, NODES).is_none());
        }
        let small = balancer("custom:3x3x3:free", 1);
        let last = small.opening(500);
        let count = small.0.lock().unwrap().made.len();
        assert!(count < 500 && last == small.opening(500 % count));
    }
}
