//! The bot of the first document, a desktop program in Gambas: negamax that counts rows of two and three.
//!
//! The document's: negamax with alpha-beta; every move is made on a copy, and where the game is over or
//! the counter is 0 the position is evaluated for the side that has just moved, 4·n2 + 9·n3 + 100000·n4,
//! where nk counts the windows of k cells that are all that side's; where n4 > 0 the others are left out.
//! A full board is evaluated likewise. A win now is worth no more than a win later. Ties are
//! broken at random.
//!
//! Ours: the level L of the document is the counter at the root, hence L + 1 plies of depth; every move at
//! counter 0 is evaluated; ties are exactly the moves that plain negamax calls best;
//! elsewhere than four in a row the windows are of k-2, k-1 and k cells.

use protocol::analysis::WINDOWS_WIN;
use protocol::game::Game;
use protocol::rules::Variant;
use protocol::side::Side;
use protocol::spec::Depth;

use super::{Bot, depth, one_to_twelve};
use crate::caches::Caches;
use crate::classic::alpha_beta::{self, Heuristic};
use crate::classic::gravity_board::{GravityBoard, Status, Sums, WindowTerm};
use crate::classic::windows::index;
use crate::search::{Choice, SearchRequest, Stopped};

/// Negamax that counts windows filled by one side, and breaks ties at random.
pub(super) struct Negamax;

/// The document's highest level; it answers within milliseconds, on the widest board too.
const DEFAULT: u64 = 5;

/// Value of a window of k cells. The others of the largest board sum up to less.
const ROW: i64 = 100_000;

/// Windows of k, k-1 and k-2 cells.
pub(crate) const HEURISTIC: Heuristic = Heuristic {
    terms: &[
        WindowTerm {
            shorter: 0,
            weigh: |length, own, _| if own == length { ROW } else { 0 },
        },
        WindowTerm {
            shorter: 1,
            weigh: |length, own, _| if own == length { 9 } else { 0 },
        },
        WindowTerm {
            shorter: 2,
            weigh: |length, own, _| if own == length { 4 } else { 0 },
        },
    ],
    value,
    // One stone can complete at most ten windows of ten in each of the four directions.
    greatest: 40 * ROW,
    random_ties: true,
};

fn value(sums: &Sums, root: Side, mover: Side, status: Status) -> i64 {
    let [whole, less_one, less_two] = sums.map(|sum| sum.worth[index(mover)]);
    let value = match status {
        Status::Won => whole,
        Status::Full | Status::Open => less_one + less_two,
    };
    if mover == root { value } else { -value }
}

impl Bot for Negamax {
    fn name(&self) -> &'static str {
        "negamax"
    }

    fn about(&self) -> &'static str {
        "counts its rows of two and three; picks among equals at random, so no two games are alike"
    }

    fn depths(&self) -> Option<(Depth, Depth)> {
        Some(one_to_twelve())
    }

    fn default_depth(&self) -> Option<Depth> {
        Some(depth(DEFAULT))
    }

    fn presets(&self) -> &'static [(&'static str, u8)] {
        &[("level1", 2), ("level2", 3), ("level3", 4), ("level4", 5)]
    }

    fn plays(&self, variant: Variant) -> bool {
        GravityBoard::fits(variant)
    }

    fn choose(
        &self,
        game: &Game,
        request: SearchRequest<'_>,
        _: &Caches,
    ) -> Result<Choice, Stopped> {
        let wanted = request.depth.unwrap_or(depth(DEFAULT));
        let choice = alpha_beta::choose(game, wanted, request, &HEURISTIC)?;
        // A reader of scores knows one value of a win for the bots that count windows.
        let score = match choice.score {
            won if won >= ROW => WINDOWS_WIN,
            lost if lost <= -ROW => -WINDOWS_WIN,
            score => score,
        };
        Ok(Choice { score, ..choice })
    }
}
