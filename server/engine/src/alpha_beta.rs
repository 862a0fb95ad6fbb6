//! The search of the three old programs that look ahead: minimax over falling games, cut by alpha-beta.
//!
//! What a bot chooses must be what its document's plain search would choose, ties included. So a move of
//! the root is out only when its value is certainly too low to count, equal or better as the bot has it,
//! and of every other the value is found exactly. Inside the tree order, cuts and the transposition table
//! are free, since they change no exact value. The documents' values do not depend on the distance of a
//! win, and nothing here adds that.
//!
//! [`choose`] deepens ply by ply over one `tree`, which searches to one depth at a time.

mod moves;
mod tree;

use protocol::game::Game;
use protocol::side::Side;
use protocol::spec::Depth;
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

use self::tree::{Cut, Line, Tree};
use crate::falling::{Counted, Standing, Sums};
use crate::search::{Choice, SearchRequest, Stopped};

/// How a bot values positions and chooses among equals.
pub(crate) struct Manner {
    /// The windows it counts; the first are those of full length.
    pub(crate) counted: &'static [Counted],
    /// The value, for `root`, of a position where the search ends: the game is over, or the depth is
    /// reached.
    pub(crate) value: fn(sums: &Sums, root: Side, mover: Side, standing: Standing) -> i64,
    /// No value is greater, and none is less than its opposite.
    pub(crate) greatest: i64,
    /// Whether lots decide among the best; otherwise the leftmost is played.
    pub(crate) lots: bool,
}

/// The deepest search there is.
const DEEPEST: usize = 12;

/// The best moves of a position, all of the same value, from left to right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Best {
    pub(crate) value: i64,
    pub(crate) columns: Vec<u8>,
}

/// A finished depth: the best moves, and the line that each leads to.
struct Finished {
    depth: usize,
    best: Best,
    lines: Vec<Line>,
}

/// Deepens ply by ply and chooses from the deepest finished result.
pub(crate) fn choose(
    game: &Game,
    depth: Depth,
    search: SearchRequest<'_>,
    manner: &Manner,
) -> Result<Choice, Stopped> {
    let deepest = usize::from(depth.value()).min(DEEPEST);
    let mut tree = Tree::new(game, deepest, search, manner);
    let deepest = deepest.min(tree.board.empty());
    let mut finished = None;
    for depth in 1..=deepest {
        let horizon = tree.horizon;
        match tree.best(depth) {
            Ok((best, lines)) => {
                tree.prefer(&best.columns);
                finished = Some(Finished { depth, best, lines });
            }
            Err(Cut::Stopped) => return Err(Stopped),
            Err(Cut::OutOfTime) => break,
        }
        // Every line that matters ended within the depth: looking deeper would see the same.
        if tree.horizon == horizon {
            break;
        }
    }
    let finished =
        finished.expect("one ply has fewer positions than pass between two looks at the time");
    let columns = &finished.best.columns;
    let at = if manner.lots {
        let mut lots = StdRng::seed_from_u64(search.seed);
        let all: Vec<usize> = (0..columns.len()).collect();
        all.choose(&mut lots).copied()
    } else {
        Some(0)
    };
    let at = at.expect("a game that is not over has a best move");
    Ok(Choice {
        square: tree.board.landing(columns[at]).expect("the column is open"),
        score: finished.best.value,
        depth: Depth::new(finished.depth as u64).ok(),
        nodes: tree.nodes,
        pv: tree.squares_of(&finished.lines[at]),
        exact: None,
    })
}

/// The best moves for one depth, without deepening.
#[cfg(test)]
pub(crate) fn best(
    game: &Game,
    depth: usize,
    search: SearchRequest<'_>,
    manner: &Manner,
) -> Option<Best> {
    let best = Tree::new(game, depth, search, manner).best(depth).ok();
    best.map(|(best, _)| best)
}
