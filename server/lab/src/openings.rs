//! Openings that leave both sides about as well off, by the engine's own search.
//!
//! random stones -> a short search -> long searches of both sides -> opening
//!
//! If an opening decides the game, each contender wins it once, and the pair says nothing. Each opening is therefore
//! searched twice: for the side to move, and after the best move for the other one, since a score depends on who moved
//! last. Searches are bounded by nodes, so that a seed gives the same openings on every machine.

use std::io::Write;

use anyhow::Result;
use arena::RandomOpenings;
use clap::Args;
use engine::gomoku::Searcher;
use engine::{Caches, Choice, Options, SearchRequest, Stop};
use protocol::game::Game;
use protocol::millis::Millis;
use protocol::rules::Variant;

use crate::args;

/// Writes openings of gomoku that favour neither side, a line each, for `enlinea-engine match --openings FILE`.
#[derive(Args, Debug)]
pub(crate) struct Openings {
    /// The rules: gomoku, gomoku-15, ...
    #[arg(long, default_value = "gomoku-15", value_parser = args::gomoku)]
    variant: Variant,

    /// Number of openings.
    #[arg(long, value_name = "N", default_value_t = 50)]
    count: usize,

    /// Seed of the openings.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Nodes of each long search. More nodes leave fewer openings that one side wins, whichever engine has it.
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    nodes: u64,
}

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

impl Openings {
    pub(crate) fn run(&self, output: &mut dyn Write) -> Result<()> {
        writeln!(
            output,
            "# lab openings --variant {} --seed {} --nodes {}",
            self.variant, self.seed, self.nodes
        )?;
        let mut balancer = Balancer::new(self);
        for _ in 0..self.count {
            let opening = balancer.opening();
            let moves = opening.plies().iter().map(|ply| opening.write_move(*ply));
            writeln!(output, "{}", moves.collect::<Vec<_>>().join(" "))?;
            output.flush()?;
        }
        Ok(())
    }
}

struct Balancer {
    max_nodes: u64,
    random: RandomOpenings,
    drawn: usize,
    searcher: Searcher,
}

impl Balancer {
    fn new(openings: &Openings) -> Self {
        let tables = Caches::default().gomoku_tables(openings.variant);
        Self {
            max_nodes: openings.nodes,
            random: RandomOpenings::new(openings.variant, openings.seed),
            drawn: 0,
            searcher: Searcher::new(tables, TABLE),
        }
    }

    /// Makes the next opening.
    fn opening(&mut self) -> Game {
        let (mut best, mut least) = (None, i64::MAX);
        let mut long = 0;
        for _ in 0..MAX_DRAWS {
            let opening = self.random.opening(self.drawn);
            self.drawn += 1;
            let (imbalance, searches) = self.imbalance(&opening);
            long += searches;
            if imbalance < least {
                (best, least) = (Some(opening), imbalance);
            }
            if least <= BALANCED || long >= MAX_LONG {
                break;
            }
        }
        best.expect("some opening was drawn")
    }

    /// The greater of the scores that either side has, whichever it favours, and the number of long searches for it.
    /// If the short ones were enough, it is beyond those that were searched well.
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
        let choice = self.searcher.choose(game, request);
        choice.expect("no other code has the flag that stops it")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn openings(seed: u64, count: usize) -> Openings {
        Openings {
            variant: "gomoku-15".parse().unwrap(),
            count,
            seed,
            nodes: 5_000,
        }
    }

    fn lines(seed: u64, count: usize) -> Vec<String> {
        let mut output = Vec::new();
        openings(seed, count).run(&mut output).unwrap();
        let text = String::from_utf8(output).unwrap();
        text.lines().skip(1).map(str::to_owned).collect()
    }

    /// The distance of openings from even, for the side to move and for the other one after the best move, on average.
    fn unevenness(openings: &[Game]) -> i64 {
        let mut balancer = Balancer::new(&self::openings(1, 0));
        let mut score = |game: &Game| balancer.search(game, 5_000);
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
        let mut balancer = Balancer::new(&openings(1, 0));
        let balanced: Vec<Game> = (0..8).map(|_| balancer.opening()).collect();
        let mut random = RandomOpenings::new(balanced[0].variant(), 1);
        let random: Vec<Game> = (0..8).map(|round| random.opening(round)).collect();
        let [balanced, random] = [balanced, random].map(|openings| unevenness(&openings));
        assert!(2 * balanced < random, "{balanced} and {random}");
    }

    #[test]
    fn a_seed_gives_the_same_openings() {
        let two = lines(3, 2);
        assert_eq!(two.len(), 2);
        assert_ne!(two[0], two[1]);
        assert_eq!(lines(3, 1), two[..1]);
        assert_ne!(lines(4, 1), two[..1]);
    }
}
