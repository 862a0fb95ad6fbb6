//! The engine as others see it: tables, memory and limits in, a move out.

use std::sync::Arc;

use protocol::game::Game;
use protocol::millis::Millis;
use protocol::spec::Depth;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::board::Board;
use super::parallel::{Memory, SharedSearch};
use super::root::{RootSearch, SearchResult};
use super::root_moves::{ForcedWinBudget, RootMoves};
use super::score::{WIN, from_tt, is_proven};
use super::search::{MAX_PLY, Observer, SearchThread};
use super::tables::Tables;
use super::transposition_table::TranspositionTable;
use super::vcf::VcfSearch;
use super::vct::VctSearch;
use crate::search::{Choice, SearchRequest, Stopped};

/// The budget of a move in a game.
const GAME_BUDGET: ForcedWinBudget = ForcedWinBudget {
    vcf_nodes: 50_000,
    vct_nodes: 50_000,
};

/// Deepest iteration: extensions may double it.
const MAX_DEPTH: i32 = MAX_PLY as i32 / 2;

/// The engine for free boards. Its memory is kept from move to move.
#[expect(
    missing_debug_implementations,
    reason = "a table of millions of entries has nothing to show"
)]
pub struct Searcher {
    tables: Arc<Tables>,
    tt: TranspositionTable,
    memory: Memory,
    /// Those of the threads beside the one that is asked.
    helpers: Vec<Memory>,
    /// Nodes of a search at most.
    max_nodes: Option<u64>,
}

/// Options of a search besides its position and its limits.
pub(super) struct RunOptions<'a> {
    /// Nodes of the searches for a forced win before it.
    pub(super) budget: ForcedWinBudget,
    /// Cells that are not chosen, unless there is no other.
    pub(super) excluded: &'a [usize],
    /// Called with the moves from the root to every position that is evaluated.
    pub(super) observer: Option<Observer<'a>>,
    /// Searches the position after an only move, for its value. A game needs the move alone, which is there at once.
    pub(super) follows_only_move: bool,
}

impl RunOptions<'_> {
    /// The options for a move in a game.
    fn game() -> Self {
        Self {
            budget: GAME_BUDGET,
            excluded: &[],
            observer: None,
            follows_only_move: false,
        }
    }
}

/// One part in this many of the nodes of a bounded search is for each of the searches for a forced win before it.
const FORCED_WIN_SHARE: u64 = 4;

impl Searcher {
    /// Score of a win with no ply left; a proven win in `n` plies scores `n` less, a loss the negative.
    pub const WIN: i64 = WIN as i64;

    /// MiB that each thread takes beyond the first: tables of forced wins, and the boards of its search.
    pub const MEBIBYTES_PER_THREAD: usize = 8;

    /// An engine for the variant of `tables`, with a transposition table of `mebibytes` MiB and some 8 MiB
    /// besides.
    pub fn new(tables: Arc<Tables>, mebibytes: usize) -> Self {
        Self {
            tables,
            tt: TranspositionTable::new(mebibytes),
            memory: Memory::new(),
            helpers: Vec::new(),
            max_nodes: None,
        }
    }

    /// Bounds the nodes of every search from now on; a search may overrun by some hundred. None leaves it to time and
    /// depth.
    pub fn limit_nodes(&mut self, max_nodes: Option<u64>) {
        self.max_nodes = max_nodes;
    }

    /// Searches on this number of threads from now on, at least one. With several, the same search twice may choose
    /// different moves: what one thread finds depends on what the others have stored by then.
    pub fn set_threads(&mut self, threads: usize) {
        self.helpers
            .resize_with(threads.saturating_sub(1), Memory::new);
    }

    /// The best move of a game that is not over, on the variant of this engine.
    ///
    /// The score is in points for the side to move: 200 points are odds of e to 1 to win. Beyond ±29 000 it is
    /// proven, and [`Choice::exact`] is `Some(true)`: `30 000 - n` is a win with the `n`-th ply from here, and
    /// `n - 30 000` a loss likewise.
    ///
    /// # Errors
    ///
    /// [`Stopped`] when told to stop. Running out of time is no error: the result is then that of the deepest
    /// iteration so far.
    pub fn choose(&mut self, game: &Game, search: SearchRequest<'_>) -> Result<Choice, Stopped> {
        self.run(game, search, RunOptions::game())
    }

    /// The best lines of play in a game that is not over, the best first, each with another first move: at most
    /// `most`, in equal shares of the time. Nothing follows a proven score: beside a win no other move is of
    /// interest, and beside a loss all others lose.
    ///
    /// # Errors
    ///
    /// [`Stopped`] when told to stop.
    pub fn best_lines(
        &mut self,
        game: &Game,
        search: SearchRequest<'_>,
        most: u64,
    ) -> Result<Vec<Choice>, Stopped> {
        let mut lines: Vec<Choice> = Vec::new();
        let mut cells = Vec::new();
        for number in 1..=most {
            let share = |limit: Millis| Millis::from_millis(limit.as_millis() * number / most);
            let limit = search.limit.map(share);
            let request = SearchRequest { limit, ..search };
            let options = RunOptions {
                excluded: &cells,
                follows_only_move: true,
                ..RunOptions::game()
            };
            let choice = self.run(game, request, options)?;
            let cell = self.tables.layout().cell(choice.square);
            if cells.contains(&cell) {
                break;
            }
            cells.push(cell);
            let is_last = choice.exact == Some(true) || game.plies().is_empty();
            lines.push(choice);
            if is_last {
                break;
            }
        }
        // A later search may have seen deeper.
        lines.sort_by_key(|line| std::cmp::Reverse(line.score));
        Ok(lines)
    }

    /// Chooses a move of a game that is not over.
    pub(super) fn run(
        &mut self,
        game: &Game,
        request: SearchRequest<'_>,
        options: RunOptions<'_>,
    ) -> Result<Choice, Stopped> {
        if request.stop.is_raised() {
            return Err(Stopped);
        }
        let mut rng = StdRng::seed_from_u64(request.seed);
        if game.plies().is_empty() {
            return Ok(self.first_move(&mut rng));
        }
        self.begin_search();
        let (result, nodes) = self.search_root(game, request, options, &mut rng);
        if request.stop.is_raised() {
            return Err(Stopped);
        }
        Ok(self.choice(&result, nodes))
    }

    /// Makes what was learned in earlier searches count for less.
    fn begin_search(&mut self) {
        self.tt.new_generation();
        self.memory.history.age();
        for helper in &mut self.helpers {
            helper.history.age();
        }
    }

    /// Searches a position with at least one ply: first for a forced win, then, where none decides it, with all
    /// threads. Returns the result with the nodes of both.
    fn search_root(
        &mut self,
        game: &Game,
        request: SearchRequest<'_>,
        options: RunOptions<'_>,
        rng: &mut StdRng,
    ) -> (SearchResult, u64) {
        let RunOptions {
            budget,
            excluded,
            observer,
            follows_only_move,
        } = options;
        let budget = self.forced_win_budget(budget, request);
        let tables = &self.tables;
        let board = Board::from_game(tables, game);
        let memory = &mut self.memory;
        let mut vcf = VcfSearch::new(tables, &mut memory.vcf_table);
        let mut vct = VctSearch::new(&mut memory.vct_table);
        let root = RootMoves::new(&board, &mut vcf, &mut vct, &request, budget, rng);
        let mut moves = match root {
            RootMoves::Decided(result) => return (result, vcf.nodes() + vct.nodes() + 1),
            RootMoves::Open(moves) => moves,
        };
        if moves.iter().any(|other| !excluded.contains(&other.cell)) {
            moves.retain(|other| !excluded.contains(&other.cell));
            if let (true, [only]) = (follows_only_move, &moves[..]) {
                let (cell, nodes) = (only.cell, vcf.nodes() + vct.nodes());
                return self.search_after(game, cell, request, rng, nodes);
            }
        } else if follows_only_move {
            // No other line begins here.
            return (SearchResult::immediate(moves[0].cell, 0), 0);
        }
        let tt = &self.tt;
        let history = &mut memory.history;
        let mut thread = SearchThread::new(board.clone(), request, tt, vcf, vct, history);
        // Whoever observes a search has it repeatable.
        let helpers = match observer {
            Some(observer) => {
                thread.observe(observer);
                &mut []
            }
            None => &mut self.helpers[..],
        };
        let shared = SharedSearch {
            tables,
            board: &board,
            moves: &moves,
            tt,
            max_depth: Self::depth_of(request),
            max_nodes: self.max_nodes.unwrap_or(u64::MAX) / (1 + helpers.len() as u64),
        };
        thread.limit_nodes(shared.max_nodes);
        shared.search(RootSearch::new(thread, moves.clone()), helpers)
    }

    /// Searches the position after an only move. Returns the result as it is before the move, with `nodes` more.
    fn search_after(
        &mut self,
        game: &Game,
        cell: usize,
        request: SearchRequest<'_>,
        rng: &mut StdRng,
        nodes: u64,
    ) -> (SearchResult, u64) {
        let mut game = game.clone();
        game.play(self.tables.layout().square(cell))
            .expect("a candidate can be played");
        if game.ending().is_some() {
            // With the last cell: a move that wins is no candidate, but a win.
            return (SearchResult::immediate(cell, 0), nodes);
        }
        let options = RunOptions {
            follows_only_move: true,
            ..RunOptions::game()
        };
        let (after, more) = self.search_root(&game, request, options, rng);
        let result = SearchResult {
            score: -from_tt(after.score, 1),
            depth: after.depth + 1,
            pv: [&[cell], &after.pv[..]].concat(),
        };
        (result, nodes + more)
    }

    /// Nodes of the searches for a forced win: at most those of `budget`, and their share where the nodes are bounded.
    fn forced_win_budget(
        &self,
        budget: ForcedWinBudget,
        request: SearchRequest<'_>,
    ) -> ForcedWinBudget {
        let most = self.max_nodes.unwrap_or(u64::MAX) / FORCED_WIN_SHARE;
        // Where the time alone decides, the VCT search has its share of it, and otherwise its nodes: a bot of
        // little depth is not to think for seconds, and a search without a clock is to be repeatable.
        let is_timed = Self::depth_of(request) == MAX_DEPTH && request.limit.is_some();
        let vct_nodes = if is_timed { u64::MAX } else { budget.vct_nodes };
        ForcedWinBudget {
            vcf_nodes: budget.vcf_nodes.min(most),
            vct_nodes: vct_nodes.min(most),
        }
    }

    /// Plies that a search looks ahead at most.
    pub(super) fn depth_of(request: SearchRequest<'_>) -> i32 {
        let depth = request.depth.map(|depth| i32::from(depth.value()));
        depth.map_or(MAX_DEPTH, |depth| depth.min(MAX_DEPTH))
    }

    /// The tables of the variant.
    pub(super) fn tables(&self) -> Arc<Tables> {
        Arc::clone(&self.tables)
    }

    /// A search without a root, from the position of `game` on.
    pub(super) fn detached_thread<'a>(
        &'a mut self,
        game: &Game,
        request: SearchRequest<'a>,
    ) -> SearchThread<'a> {
        let board = Board::from_game(&self.tables, game);
        let Memory {
            vcf_table,
            vct_table,
            history,
        } = &mut self.memory;
        let vcf = VcfSearch::new(&self.tables, vcf_table);
        let vct = VctSearch::new(vct_table);
        let mut thread = SearchThread::new(board, request, &self.tt, vcf, vct, history);
        thread.limit_nodes(self.max_nodes.unwrap_or(u64::MAX));
        thread
    }

    /// A central cell, at random where the centre is more than one; the nearest one where that is blocked.
    fn first_move(&self, rng: &mut StdRng) -> Choice {
        let layout = self.tables.layout();
        let shape = layout.shape;
        let mut middle =
            |size: u8| (size - 1) / 2 + u8::from(size.is_multiple_of(2) && rng.random());
        let (column, row) = (middle(shape.columns), middle(shape.rows));
        let distance = |&cell: &usize| {
            let square = layout.square(cell);
            square
                .column()
                .abs_diff(column)
                .max(square.row().abs_diff(row))
        };
        let cell = layout.open.iter().min_by_key(distance);
        let cell = cell.expect("a game that is not over has a move");
        self.choice(&SearchResult::immediate(cell, 0), 1)
    }

    /// The result of a search as the caller has it.
    pub(super) fn choice(&self, result: &SearchResult, nodes: u64) -> Choice {
        let square = |&cell: &usize| self.tables.layout().square(cell);
        Choice {
            square: square(&result.pv[0]),
            score: result.score.into(),
            depth: Depth::new(result.depth as u64).ok(),
            nodes,
            pv: result.pv.iter().map(square).collect(),
            exact: Some(is_proven(result.score)),
        }
    }
}
