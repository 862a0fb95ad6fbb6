//! Depth by depth until the time is up.

use std::sync::Arc;

use protocol::clock::Millis;
use protocol::game::Game;
use protocol::rules::Variant;
use protocol::spec::Depth;
use protocol::square::Square;
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};

use super::board::{Board, Ground};
use super::cells::Cells;
use super::cross::Threat;
use super::moves::{self, History, Move};
use super::outlook::Outlook;
use super::score::{INFINITE, estimate, is_proven, loss_at, win_at};
use super::study::Sampling;
use super::table::{Bound, Known, Table};
use super::tree::{DEEPEST, Interrupted, Tree, reduction};
use super::vcf::{MAX_FOURS, VcfSearch};
use super::vct::VctSearch;
use crate::search::{Choice, SearchRequest, Stopped};

/// Positions looked at from the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct ForcedWinBudget {
    /// For a win by fours.
    pub(super) vcf_nodes: u64,
    /// For a win by threats.
    pub(super) vct_nodes: u64,
}

/// That of a game.
const FORCED_WIN_BUDGET: ForcedWinBudget = ForcedWinBudget {
    vcf_nodes: 50_000,
    vct_nodes: 20_000,
};

/// The share of the time that may go into wins by threats: an eighth.
const VCT_TIME_SHARE: u64 = 8;

/// The engine for free boards: what it learned of one move helps the next.
#[expect(
    missing_debug_implementations,
    reason = "a table of millions of entries has nothing to show"
)]
pub struct Searcher {
    pub(super) ground: Arc<Ground>,
    table: Table,
    vcf: VcfSearch,
    history: History,
}

/// By what a win is forced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForcedWinKind {
    /// VcfSearch alone: every move threatens to win at once.
    Vcf,
    /// VcfSearch and threes.
    Vct,
}

/// A win that no defence prevents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForcedWin {
    /// The first move.
    pub square: Square,
    /// Plies until the row is complete, at most.
    pub plies: usize,
}

impl Searcher {
    /// Whether the variant can be played.
    pub fn plays(variant: Variant) -> bool {
        Ground::fits(variant)
    }

    /// An engine for a variant that [can be played](Self::plays), with so many MiB of memory for what it
    /// learns; it takes some ten more.
    pub fn new(variant: Variant, mebibytes: usize) -> Self {
        let ground = Ground::of(variant);
        Self {
            table: Table::new(mebibytes),
            vcf: VcfSearch::new(&ground),
            history: History::new(),
            ground,
        }
    }

    /// The best move of a game that is not over, on the variant of this engine.
    ///
    /// # Errors
    ///
    /// [`Stopped`] when told to stop. Running out of time is no error: then the deepest finished result is
    /// the choice.
    pub fn choose(&mut self, game: &Game, search: SearchRequest<'_>) -> Result<Choice, Stopped> {
        self.consider(game, search, FORCED_WIN_BUDGET, None)
    }

    /// Chooses a move; `sampling` is offered the positions that the evaluation is asked of.
    pub(super) fn consider(
        &mut self,
        game: &Game,
        search: SearchRequest<'_>,
        budget: ForcedWinBudget,
        sampling: Option<&mut Sampling>,
    ) -> Result<Choice, Stopped> {
        if search.stop.is_raised() {
            return Err(Stopped);
        }
        let board = Board::of(&self.ground, game);
        let mut rng = StdRng::seed_from_u64(search.seed);
        if board.stones() == 0 {
            return Ok(self.opening(&mut rng));
        }
        self.table.next_age();
        self.history.fade();
        let before = self.vcf.nodes();
        let root = Root::new(
            &self.ground,
            &mut self.vcf,
            &board,
            &search,
            budget,
            &mut rng,
        );
        let mut found = match root {
            Root::Known(found) => found,
            Root::Open(moves) => {
                let mut tree = self.tree(search, board);
                tree.sampling = sampling;
                let deepest = search.depth.map_or(DEEPEST as i32 / 2, |depth| {
                    i32::from(depth.value()).min(DEEPEST as i32 / 2)
                });
                let mut found = deepen(&mut tree, moves, deepest);
                found.nodes = tree.nodes;
                found
            }
        };
        if search.stop.is_raised() {
            return Err(Stopped);
        }
        found.nodes += self.vcf.nodes() - before;
        Ok(self.choice(&found))
    }

    /// A search from this position on.
    pub(super) fn tree<'a>(&'a mut self, search: SearchRequest<'a>, root: Board) -> Tree<'a> {
        Tree::new(
            &self.ground,
            &mut self.table,
            &mut self.vcf,
            &mut self.history,
            search,
            root,
        )
    }

    /// A win of the side to move by threats alone, looking at about so many positions; the game is not over.
    pub fn forced_win(&mut self, game: &Game, by: ForcedWinKind, nodes: u64) -> Option<ForcedWin> {
        let board = Board::of(&self.ground, game);
        let never = || false;
        let win = match by {
            ForcedWinKind::Vcf => self.vcf.win(&self.ground, &board, MAX_FOURS, nodes, &never),
            ForcedWinKind::Vct => {
                VctSearch::new(&self.ground, &mut self.vcf).win(&board, nodes, &never)
            }
        }?;
        Some(ForcedWin {
            square: self.ground.layout.square(win.cell),
            plies: win.plies,
        })
    }

    /// A cell in the middle.
    fn opening(&self, rng: &mut StdRng) -> Choice {
        let shape = self.ground.layout.shape;
        let mut middle =
            |size: u8| (size - 1) / 2 + u8::from(size.is_multiple_of(2) && rng.random());
        let (column, row) = (middle(shape.columns), middle(shape.rows));
        let cell = usize::from(row) * usize::from(shape.columns) + usize::from(column);
        self.choice(&Found::at_once(cell, 0))
    }

    fn choice(&self, found: &Found) -> Choice {
        let line = found
            .line
            .iter()
            .map(|&cell| self.ground.layout.square(cell));
        Choice {
            square: self.ground.layout.square(found.line[0]),
            score: found.score.into(),
            depth: Depth::new(found.depth as u64).ok(),
            nodes: found.nodes,
            pv: line.collect(),
            exact: Some(is_proven(found.score)),
        }
    }
}

/// What a search came to.
struct Found {
    score: i32,
    depth: i32,
    /// The move and what is expected to follow.
    line: Vec<usize>,
    nodes: u64,
}

impl Found {
    fn at_once(cell: usize, score: i32) -> Self {
        Self {
            score,
            depth: 1,
            line: vec![cell],
            nodes: 1,
        }
    }
}

/// What is to be decided.
enum Root {
    /// Nothing: one move wins, or there is no other.
    Known(Found),
    /// Which of these.
    Open(Vec<Move>),
}

impl Root {
    fn new(
        ground: &Ground,
        vcf: &mut VcfSearch,
        board: &Board,
        search: &SearchRequest<'_>,
        budget: ForcedWinBudget,
        rng: &mut StdRng,
    ) -> Self {
        let cells = match Outlook::of(board) {
            Outlook::Won(plies) => {
                let threat = if plies == 1 {
                    Threat::Five
                } else {
                    Threat::OpenFour
                };
                let cells: Vec<_> = board.threats(board.us, threat).iter().collect();
                let cell = cells.choose(rng).expect("what wins");
                return Self::Known(Found::at_once(*cell, win_at(plies)));
            }
            // There is no choice, but it may be known how it ends.
            Outlook::Forced(cell) => Cells::from_iter([cell]),
            Outlook::Lost(plies) => {
                let fives = board.threats(board.them(), Threat::Five);
                let cell = fives.first().expect("what loses");
                return Self::Known(Found::at_once(cell, loss_at(plies)));
            }
            Outlook::Threatened => moves::threatened(ground, board),
            Outlook::Free => moves::free(board),
        };
        let late = || {
            let late = |limit| (search.elapsed)() >= limit;
            search.stop.is_raised() || search.limit.is_some_and(late)
        };
        let out_of_time_for_vct = || {
            let late = |limit: Millis| (search.elapsed)() >= Millis(limit.0 / VCT_TIME_SHARE);
            search.stop.is_raised() || search.limit.is_some_and(late)
        };
        let mut win = vcf.win(ground, board, MAX_FOURS, budget.vcf_nodes, &late);
        if win.is_none() && cells.only().is_none() {
            win = VctSearch::new(ground, vcf).win(board, budget.vct_nodes, &out_of_time_for_vct);
        }
        if let Some(win) = win {
            return Self::Known(Found::at_once(win.cell, win_at(win.plies)));
        }
        let cells = if cells.is_empty() {
            moves::free(board)
        } else {
            cells
        };
        let mut list = Vec::new();
        moves::list(ground, board, &cells, None, &History::new(), &mut list);
        // Among moves that look the same the seed decides.
        list.shuffle(rng);
        list.sort_by_key(|candidate| std::cmp::Reverse(candidate.score));
        Self::Open(list)
    }
}

/// Searches deeper and deeper. There is always a result: the move with the highest policy logit to begin with.
fn deepen(tree: &mut Tree<'_>, mut moves: Vec<Move>, deepest: i32) -> Found {
    let mut found = Found::at_once(moves[0].cell, 0);
    if moves.len() == 1 {
        found.score = estimate(tree.boards[0].evaluation(tree.ground));
        return found;
    }
    for depth in 1..=deepest {
        let finished = at_depth(tree, &mut moves, depth, &mut found);
        if finished.is_err() {
            break;
        }
        if is_proven(found.score) {
            break;
        }
    }
    found
}

/// Searches every move so deep. What is found before an interruption counts: the first move is the best of
/// the depth before.
fn at_depth(
    tree: &mut Tree<'_>,
    moves: &mut [Move],
    depth: i32,
    found: &mut Found,
) -> Result<(), Interrupted> {
    let mut alpha = -INFINITE;
    for number in 0..moves.len() {
        let cell = moves[number].cell;
        tree.play(0, cell);
        let value = if number == 0 {
            -tree.value(1, depth - 1, -INFINITE, INFINITE)?
        } else {
            let less = if depth >= 3 && number >= 3 {
                reduction(depth, number, true)
            } else {
                0
            };
            let mut value = -tree.value(1, depth - 1 - less, -alpha - 1, -alpha)?;
            if value > alpha && less > 0 {
                value = -tree.value(1, depth - 1, -alpha - 1, -alpha)?;
            }
            if value > alpha {
                value = -tree.value(1, depth - 1, -INFINITE, -alpha)?;
            }
            value
        };
        if value > alpha {
            alpha = value;
            tree.lead_line(0, cell);
            found.score = value;
            found.depth = depth;
            found.line.clone_from(&tree.lines[0]);
            // The best comes first at the next depth, the others keep their order.
            moves[..=number].rotate_right(1);
        }
    }
    let key = tree.boards[0].key;
    tree.table.put(
        key,
        0,
        Known {
            score: alpha,
            bound: Bound::Exact,
            depth,
            cell: Some(moves[0].cell),
        },
    );
    Ok(())
}
