//! The search of the three old programs that look ahead: minimax over falling games, cut by alpha-beta.
//!
//! What a bot chooses must be what its document's plain search would choose, ties included. So the
//! moves of the root are searched with a window that is one point wider than the best value so far:
//! what falls below it is certainly worse, everything else is exact, and equals are seen as equals.
//! Inside the tree order and cuts are free, since they change no exact value. The documents' values do
//! not depend on the distance of a win, and nothing here adds that.

use protocol::clock::Millis;
use protocol::game::Game;
use protocol::side::Side;
use protocol::spec::Depth;
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

use crate::falling::{Falling, Standing};
use crate::search::{Choice, Search, Stopped};

/// How a bot values positions and chooses among equals.
pub(crate) struct Manner {
    /// The lengths of the windows it counts, as `in_row` less so many; the first is 0.
    pub(crate) shorter: &'static [u8],
    /// The value, seen from `root`, of a position where the search ends: the game is over, or the depth
    /// is reached. The side that has just moved is the other one of `board.to_move()`.
    pub(crate) value: fn(board: &Falling, root: Side, standing: Standing) -> i64,
    /// Whether lots decide among the best; otherwise the leftmost is played.
    pub(crate) lots: bool,
}

/// Beyond every value of every bot: a window of ten can promise 10^9, and there are few hundred.
const INFINITE: i64 = i64::MAX / 4;

/// The word to stop and the time are looked at whenever so many more positions were searched.
const LOOK_EVERY: u64 = 1024;

/// The deepest search there is.
const DEEPEST: usize = 12;

/// Why a search ended before its end.
enum Cut {
    Stopped,
    OutOfTime,
}

/// The best moves of a position, all of the same value, from left to right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Best {
    pub(crate) value: i64,
    pub(crate) columns: Vec<u8>,
}

/// Deepens ply by ply and chooses from the deepest finished result.
pub(crate) fn choose(
    game: &Game,
    depth: Depth,
    search: Search<'_>,
    manner: &Manner,
) -> Result<Choice, Stopped> {
    let mut tree = Tree::new(game, search, manner);
    let deepest = usize::from(depth.value())
        .min(tree.board.empty())
        .min(DEEPEST);
    let mut finished: Option<(usize, Best)> = None;
    for depth in 1..=deepest {
        tree.horizon = false;
        match tree.best(depth) {
            Ok(best) => {
                tree.prefer(&best.columns);
                finished = Some((depth, best));
            }
            Err(Cut::Stopped) => return Err(Stopped),
            Err(Cut::OutOfTime) => break,
        }
        // Every line that matters ended within the depth: looking deeper would see the same.
        if !tree.horizon {
            break;
        }
    }
    // Not even one ply was finished in time: any move is better than none.
    let (depth, best) = finished.unwrap_or_else(|| {
        let open = (0..tree.board.columns()).find(|&column| tree.board.is_open(column));
        let best = Best {
            value: 0,
            columns: open.into_iter().collect(),
        };
        (0, best)
    });
    let column = if manner.lots {
        let mut lots = StdRng::seed_from_u64(search.seed);
        best.columns.choose(&mut lots).copied()
    } else {
        best.columns.first().copied()
    };
    let column = column.expect("a game that is not over has an open column");
    Ok(Choice {
        square: tree.board.landing(column).expect("the column is open"),
        score: best.value,
        depth: Depth::new(depth as u64).ok(),
        nodes: tree.nodes,
        pv: tree.line_of(column),
    })
}

/// A search under way.
struct Tree<'a> {
    board: Falling,
    root: Side,
    manner: &'a Manner,
    search: Search<'a>,
    nodes: u64,
    /// Whether a position was valued only because the depth was reached.
    horizon: bool,
    /// Columns in the order in which they are tried inside the tree: the middle first.
    order: Vec<u8>,
    /// Columns in the order in which they are tried at the root: the best so far first.
    root_order: Vec<u8>,
    /// The principal variation below each ply, as far as it is known.
    lines: Vec<Vec<u8>>,
    /// The line that each column of the root led to, of the last depth that was finished or begun.
    root_lines: Vec<Vec<u8>>,
}

impl<'a> Tree<'a> {
    fn new(game: &Game, search: Search<'a>, manner: &'a Manner) -> Self {
        let board = Falling::of(game, manner.shorter);
        let columns = board.columns();
        let mut order: Vec<u8> = (0..columns).collect();
        order.sort_by_key(|&column| (2 * u32::from(column) + 1).abs_diff(u32::from(columns)));
        Self {
            root: board.to_move(),
            board,
            manner,
            search,
            nodes: 0,
            horizon: false,
            root_order: order.clone(),
            order,
            lines: vec![Vec::new(); DEEPEST + 1],
            root_lines: vec![Vec::new(); usize::from(columns)],
        }
    }

    /// The best moves, looking `depth` plies ahead.
    fn best(&mut self, depth: usize) -> Result<Best, Cut> {
        let mut best = Best {
            value: -INFINITE,
            columns: Vec::new(),
        };
        for at in 0..self.root_order.len() {
            let column = self.root_order[at];
            if !self.board.is_open(column) {
                continue;
            }
            // An equal counts where lots decide, and where it is further left than the best so far.
            let equal_counts = self.manner.lots
                || best
                    .columns
                    .first()
                    .is_none_or(|&leftmost| column < leftmost);
            let alpha = best.value - i64::from(equal_counts);
            let value = self.value_of(column, depth, 0, alpha.max(-INFINITE), INFINITE)?;
            if value > best.value {
                best.value = value;
                best.columns.clear();
            }
            if value == best.value && (equal_counts || best.columns.is_empty()) {
                best.columns.push(column);
                self.root_lines[usize::from(column)].clone_from(&self.lines[0]);
            }
        }
        best.columns.sort_unstable();
        if !self.manner.lots {
            best.columns.truncate(1);
        }
        Ok(best)
    }

    /// The value, for the root, of dropping into `column` with `depth` plies to look ahead, this one
    /// included. Exact between `alpha` and `beta`, a bound outside.
    fn value_of(
        &mut self,
        column: u8,
        depth: usize,
        ply: usize,
        alpha: i64,
        beta: i64,
    ) -> Result<i64, Cut> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(LOOK_EVERY) {
            self.look_up()?;
        }
        self.board.drop(column);
        let standing = self.board.standing();
        let value = if standing != Standing::Open || depth == 1 {
            self.horizon |= standing == Standing::Open;
            self.lines[ply].clear();
            Ok((self.manner.value)(&self.board, self.root, standing))
        } else {
            self.below(depth - 1, ply, alpha, beta)
        };
        self.board.lift(column);
        if value.is_ok() {
            self.lines[ply].insert(0, column);
        }
        value
    }

    /// The value of the position for the root: the best of its moves for the side to move.
    fn below(
        &mut self,
        depth: usize,
        ply: usize,
        mut alpha: i64,
        mut beta: i64,
    ) -> Result<i64, Cut> {
        let maximise = self.board.to_move() == self.root;
        let mut best = if maximise { -INFINITE } else { INFINITE };
        for at in 0..self.order.len() {
            let column = self.order[at];
            if !self.board.is_open(column) {
                continue;
            }
            let value = self.value_of(column, depth, ply + 1, alpha, beta)?;
            let better = if maximise { value > best } else { value < best };
            if better {
                best = value;
                let (above, below) = self.lines.split_at_mut(ply + 1);
                above[ply].clone_from(&below[0]);
            }
            if maximise {
                alpha = alpha.max(best);
            } else {
                beta = beta.min(best);
            }
            if alpha >= beta {
                break;
            }
        }
        Ok(best)
    }

    /// Tries these columns first from now on.
    fn prefer(&mut self, best: &[u8]) {
        self.root_order.sort_by_key(|column| !best.contains(column));
    }

    fn look_up(&self) -> Result<(), Cut> {
        if self.search.stop.is_raised() {
            return Err(Cut::Stopped);
        }
        let late = |limit: Millis| (self.search.elapsed)() >= limit;
        if self.search.limit.is_some_and(late) {
            return Err(Cut::OutOfTime);
        }
        Ok(())
    }

    /// The squares of the line that begins with `column`.
    fn line_of(&mut self, column: u8) -> Vec<protocol::square::Square> {
        let line = std::mem::take(&mut self.root_lines[usize::from(column)]);
        let line = if line.first() == Some(&column) {
            line
        } else {
            vec![column]
        };
        let squares = line
            .iter()
            .map_while(|&column| {
                let square = self.board.landing(column);
                self.board.drop(column);
                square
            })
            .collect();
        for &column in line.iter().rev() {
            self.board.lift(column);
        }
        squares
    }
}

/// The best moves for one depth, without deepening.
#[cfg(test)]
pub(crate) fn best(game: &Game, depth: usize, search: Search<'_>, manner: &Manner) -> Option<Best> {
    Tree::new(game, search, manner).best(depth).ok()
}
