//! The bot of the second document, a web application in Java: minimax that looks at its own discs alone.
//!
//! The document's: its first move is the centre column. Otherwise minimax, which asks whether a side has
//! won, then whether the depth is reached, then tries the columns; a column replaces the best only when
//! strictly greater. The evaluation sums, over the runs without an opposing disc, the possible moves times
//! 1, 10 or 100 for one, two or three discs. Easy, medium and hard are 4, 6 and 8 plies.
//!
//! Ours: runs are the windows of four, once each; possible moves are the empty cells of the window; columns
//! are tried from left to right; a won game is worth more than any evaluation, a draw 0; elsewhere than
//! four in a row, windows of k with n discs count 10^(n-1) per empty cell, and the first move is the lower
//! middle.

use protocol::analysis::WINDOWS_WIN;
use protocol::game::Game;
use protocol::rules::Variant;
use protocol::side::Side;
use protocol::spec::Depth;
use protocol::square::Square;

use super::{Bot, depth, one_to_twelve};
use crate::caches::Caches;
use crate::classic::alpha_beta::{self, Heuristic};
use crate::classic::gravity_board::{GravityBoard, Status, Sums, WindowTerm};
use crate::classic::windows::index;
use crate::search::{Choice, SearchRequest, Stopped};

/// Minimax that evaluates its own discs alone.
pub(super) struct Minimax;

/// The document's medium; it answers within milliseconds, on the widest board too.
const DEFAULT: u64 = 6;

/// Windows of k cells.
pub(crate) const HEURISTIC: Heuristic = Heuristic {
    terms: &[WindowTerm {
        shorter: 0,
        weigh: window_worth,
    }],
    value,
    greatest: WINDOWS_WIN,
    random_ties: false,
};

fn value(sums: &Sums, root: Side, mover: Side, status: Status) -> i64 {
    match status {
        Status::Won if mover == root => WINDOWS_WIN,
        Status::Won => -WINDOWS_WIN,
        Status::Full => 0,
        Status::Open => sums[0].worth[index(root)],
    }
}

/// `empty * 10^(own - 1)`, where there is no disc of the other side.
fn window_worth(length: u8, own: u8, others: u8) -> i64 {
    match (own, others) {
        (1.., 0) => i64::from(length - own) * 10_i64.pow(u32::from(own) - 1),
        (0, 0) | (_, 1..) => 0,
    }
}

impl Bot for Minimax {
    fn name(&self) -> &'static str {
        "minimax"
    }

    fn about(&self) -> &'static str {
        "opens in the centre and builds its own rows, with little thought for yours"
    }

    fn depths(&self) -> Option<(Depth, Depth)> {
        Some(one_to_twelve())
    }

    fn default_depth(&self) -> Option<Depth> {
        Some(depth(DEFAULT))
    }

    fn presets(&self) -> &'static [(&'static str, u8)] {
        &[("easy", 4), ("medium", 6), ("hard", 8)]
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
        if request.stop.is_raised() {
            return Err(Stopped);
        }
        if game.plies().len() < 2 {
            let middle = (game.shape().columns - 1) / 2;
            let square = Square::new(middle, 0).and_then(|middle| game.landing(middle).ok());
            let square = square.expect("no column is full after one ply");
            return Ok(Choice {
                square,
                score: 0,
                depth: None,
                nodes: 1,
                pv: vec![square],
                exact: None,
            });
        }
        let wanted = request.depth.unwrap_or(depth(DEFAULT));
        alpha_beta::choose(game, wanted, request, &HEURISTIC)
    }
}
