//! The strongest play on boards with gravity that are too large for `perfect`: alpha-beta over the windows that are
//! still open for each side, worth four times as much with each disc more.

use protocol::analysis::WINDOWS_WIN;
use protocol::game::Game;
use protocol::rules::Variant;
use protocol::side::Side;
use protocol::spec::Depth;

use crate::bots::{Bot, SPREAD, depth, one_to_twelve};
use crate::caches::Caches;
use crate::classic::alpha_beta::{self, Heuristic};
use crate::classic::gravity_board::{GravityBoard, Status, Sums, WindowTerm};
use crate::classic::windows::index;
use crate::options::OptionSpec;
use crate::search::{Choice, SearchRequest, Stopped};

/// A part of [`Level`](super::Level): no bot that is offered by itself.
pub(super) struct Wide;

const HEURISTIC: Heuristic = Heuristic {
    terms: &[WindowTerm {
        shorter: 0,
        weigh: window_worth,
    }],
    value,
    greatest: WINDOWS_WIN,
    random_ties: true,
};

/// The worth of a window that lacks one disc. It is the unit of the spread, whatever the length of the row to complete.
const ALMOST: i64 = 1 << 10;

/// `ALMOST / 4^(lacking - 1)`, where there is no disc of the other side.
fn window_worth(length: u8, own: u8, others: u8) -> i64 {
    if own == 0 || own == length || others > 0 {
        return 0;
    }
    ALMOST >> (2 * (length - own - 1))
}

fn value(sums: &Sums, root: Side, mover: Side, status: Status) -> i64 {
    match status {
        Status::Won if mover == root => WINDOWS_WIN,
        Status::Won => -WINDOWS_WIN,
        Status::Full => 0,
        Status::Open => {
            let worth = |side| sums[0].worth[index(side)];
            worth(root) - worth(root.other())
        }
    }
}

impl Bot for Wide {
    fn name(&self) -> &'static str {
        "wide"
    }

    fn about(&self) -> &'static str {
        "keeps its rows open and closes yours, on large boards"
    }

    fn depths(&self) -> Option<(Depth, Depth)> {
        Some(one_to_twelve())
    }

    fn default_depth(&self) -> Option<Depth> {
        Some(depth(12))
    }

    fn options(&self) -> &'static [OptionSpec] {
        &[SPREAD]
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
        let wanted = request.depth.unwrap_or(depth(12));
        let spread = request.options.value(SPREAD);
        alpha_beta::choose_near_best(game, wanted, spread, request, &HEURISTIC)
    }
}
