//! The bot of the third document, a program in C: minimax with alpha-beta over the lines still possible.
//!
//! The document's: MAX is the computer; a won game is worth ±10000, otherwise the value is the lines still
//! possible for MAX less those for MIN. At the root every move has the full window and replaces the best
//! only when strictly greater.
//!
//! Ours: a possible line is a window of k cells that holds no disc of the other side (69 for each on the
//! empty board of 7 x 6); columns are tried from left to right; the depth is the caller's.

use protocol::analysis::LINES_WIN;
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

/// Alpha-beta over the lines that are still possible for each side.
pub(super) struct Lines;

/// The document leaves it to the caller; this answers within milliseconds, on the widest board too.
const DEFAULT: u64 = 6;

/// Windows of k cells.
pub(crate) const HEURISTIC: Heuristic = Heuristic {
    terms: &[WindowTerm {
        shorter: 0,
        weigh: |_, _, others| i64::from(others == 0),
    }],
    value,
    greatest: LINES_WIN,
    random_ties: false,
};

fn value(sums: &Sums, root: Side, mover: Side, status: Status) -> i64 {
    match status {
        Status::Won if mover == root => LINES_WIN,
        Status::Won => -LINES_WIN,
        Status::Full | Status::Open => {
            let possible = |side| sums[0].worth[index(side)];
            possible(root) - possible(root.other())
        }
    }
}

impl Bot for Lines {
    fn name(&self) -> &'static str {
        "lines"
    }

    fn about(&self) -> &'static str {
        "keeps its own rows open and blocks yours; always the same move in the same position"
    }

    fn depths(&self) -> Option<(Depth, Depth)> {
        Some(one_to_twelve())
    }

    fn default_depth(&self) -> Option<Depth> {
        Some(depth(DEFAULT))
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
        alpha_beta::choose(game, wanted, request, &HEURISTIC)
    }
}
