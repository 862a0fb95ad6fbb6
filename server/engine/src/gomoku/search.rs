//! The alpha-beta search: principal variation search with a transposition table.
//!
//! search -> threat status -> transposition table -> pruning -> VCF -> moves, each searched in turn
//!
//! Scores are for the side to move; see [`score`](super::score). The gain of every step is quoted from
//! `GOMOKU.md`: Elo with its error at 95 %, against the same engine without it.

use super::board::Board;
use super::dispatch::IsaLevel;
use super::evaluator::Evaluator;
use super::history::History;
use super::moves::{self, Move};
use super::pruning::{
    IIR_DEPTH, THREAT_EXTENSION, base_reduction, can_razor, can_reverse_futility, futility_margin,
    late_move_limit,
};
use super::score::{INFINITE, WIN, estimate, is_proven, loss_at, win_at};
use super::threat::Threat;
use super::threat_status::ThreatStatus;
use super::transposition_table::{Bound, TranspositionTable, TtEntry};
use super::vcf::{FEW_NODES, VcfSearch, Win};
use super::vct::VctSearch;
use crate::search::SearchRequest;

/// Plies below the root that are searched at most.
pub(super) const MAX_PLY: usize = 100;

/// Fours of the VCF search at nodes and leaves.
const VCF_FOURS: usize = 8;

/// Nodes of the VCF search at nodes and leaves. 300 instead gave -26 ± 45 Elo, 32 gave -7 ± 49.
const VCF_NODES: u64 = FEW_NODES;

/// Depth from which nodes of the principal variation are searched for a win by VCT.
const VCT_DEPTH: i32 = 2;

/// Nodes of such a search for each ply of depth. What it leaves open, the next iteration takes up again.
const VCT_NODES: u64 = 20;

/// The same after the first move: whether the other side wins by threes against the best move.
const VCT_ROOT_NODES: u64 = 100;

/// Share of all nodes that the VCT search may take: one in 40, some eighth of the time.
const VCT_SHARE: u64 = 40;

/// Nodes between two looks at the clock.
const NODES_PER_TIME_CHECK: u64 = 256;

/// The search was told to stop, or ran out of time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Interrupted;

/// A callback that gets the moves from the root to a position.
pub(super) type Observer<'a> = &'a mut (dyn FnMut(&[usize]) + 'a);

/// The state of one search: a stack of boards, and what is learned on the way.
pub(super) struct SearchThread<'a> {
    request: SearchRequest<'a>,
    tt: &'a TranspositionTable,
    vcf: VcfSearch<'a>,
    vct: VctSearch<'a, 'a>,
    /// Nodes of the VCT search before this search.
    root_vct_nodes: u64,
    history: &'a mut History,
    /// Called with the moves from the root to every position that is evaluated.
    on_evaluation: Option<Observer<'a>>,
    /// Nodes of the alpha-beta search.
    nodes: u64,
    /// Value of [`nodes`](Self::nodes) at the next look at the clock.
    next_time_check: u64,
    /// Nodes after which the search ends as if its time were over.
    max_nodes: u64,
    /// Fours of the VCF search at nodes and leaves.
    max_fours: usize,
    /// By ply, the positions from the root to the current node.
    boards: Vec<Board<'a>>,
    evaluator: Evaluator,
    isa: IsaLevel,
    /// By ply, the moves from the root to the current node.
    path: Vec<usize>,
    /// By ply, buffers for the moves of a node.
    move_lists: Vec<Vec<Move>>,
    /// By ply, the principal variation from there (triangular table).
    pv: Vec<Vec<usize>>,
}

/// A node above the horizon that is not decided before its moves are searched.
struct Node {
    ply: usize,
    depth: i32,
    alpha: i32,
    beta: i32,
    status: ThreatStatus,
    evaluation: i32,
}

impl Node {
    fn is_pv(&self) -> bool {
        self.beta - self.alpha > 1
    }

    /// The bound that a score found in the window of this node is.
    fn bound_of(&self, score: i32) -> Bound {
        if score >= self.beta {
            Bound::Lower
        } else if score > self.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}

/// Fate of a move that is not the first of its node, decided before it is searched.
enum LateMove {
    Search,
    /// It is skipped, and counts as this score.
    Skip {
        score: i32,
    },
    /// It is skipped, as all moves after it.
    SkipRest,
}

impl<'a> SearchThread<'a> {
    pub(super) fn new(
        root: Board<'a>,
        request: SearchRequest<'a>,
        tt: &'a TranspositionTable,
        vcf: VcfSearch<'a>,
        vct: VctSearch<'a, 'a>,
        history: &'a mut History,
    ) -> Self {
        Self {
            request,
            tt,
            root_vct_nodes: vct.nodes(),
            vcf,
            vct,
            history,
            on_evaluation: None,
            nodes: 0,
            next_time_check: 0,
            max_nodes: u64::MAX,
            max_fours: VCF_FOURS,
            boards: vec![root; MAX_PLY + 1],
            evaluator: Evaluator::new(MAX_PLY),
            isa: IsaLevel::detect(),
            path: vec![0; MAX_PLY],
            move_lists: vec![Vec::new(); MAX_PLY + 1],
            pv: vec![Vec::new(); MAX_PLY + 2],
        }
    }

    /// Calls `observer` with the moves from the root to every position that is evaluated from now on.
    pub(super) fn observe(&mut self, observer: Observer<'a>) {
        self.on_evaluation = Some(observer);
    }

    /// Ends the search after this number of nodes, those of the VCF and VCT searches included.
    pub(super) fn limit_nodes(&mut self, max_nodes: u64) {
        self.max_nodes = max_nodes;
    }

    /// Follows no more than this number of fours at nodes and leaves, less than it would, and no threes.
    pub(super) fn limit_fours(&mut self, fours: usize) {
        self.max_fours = fours.min(VCF_FOURS - 1);
    }

    /// Notes that the iteration of this depth is finished.
    pub(super) fn report(&self, plies: u32) {
        self.request.report(plies);
    }

    /// Searches the position at `ply` to `depth` plies, with the window from `alpha` to `beta`.
    ///
    /// The score is exact within the window, an upper bound at or below `alpha` and a lower bound at or above
    /// `beta` (fail-soft).
    pub(super) fn search(
        &mut self,
        ply: usize,
        depth: i32,
        mut alpha: i32,
        mut beta: i32,
    ) -> Result<i32, Interrupted> {
        self.count_node()?;
        self.pv[ply].clear();
        let board = &self.boards[ply];
        if board.is_full() {
            return Ok(0);
        }
        let status = ThreatStatus::from(board);
        match status {
            ThreatStatus::Won(plies) => return Ok(win_at(ply + plies)),
            ThreatStatus::Lost(plies) => return Ok(loss_at(ply + plies)),
            ThreatStatus::Forced(_) | ThreatStatus::Threatened | ThreatStatus::Free => {}
        }
        if ply >= MAX_PLY {
            return Ok(self.static_score(ply));
        }
        // Mate distance pruning: no score here is better than a win with the next stone, nor worse than a loss
        // with the one after it. Not measured alone.
        alpha = alpha.max(loss_at(ply + 2));
        beta = beta.min(win_at(ply + 1));
        if alpha >= beta {
            return Ok(alpha);
        }
        // One-reply extension: the block of a four costs no depth. Not measured alone.
        if let ThreatStatus::Forced(cell) = status {
            self.play(ply, cell);
            let score = -self.search(ply + 1, depth, -beta, -alpha)?;
            self.update_pv(ply, cell);
            return Ok(score);
        }
        // Threat extension: the evaluation of a position under the threat of an open four means little.
        // +131 ± 70.
        let is_extended = status == ThreatStatus::Threatened && depth > -THREAT_EXTENSION;
        if depth <= 0 && !is_extended {
            return Ok(self.evaluate_leaf(ply, beta));
        }
        self.search_node(ply, depth, alpha, beta, status)
    }

    /// The score of a position at the horizon: quiescence by fours alone.
    fn evaluate_leaf(&mut self, ply: usize, beta: i32) -> i32 {
        let score = self.static_score(ply);
        // Stand pat: the VCF search, seven of ten nodes, is left out where the evaluation alone fails high.
        // +112 ± 55.
        if score >= beta {
            return score;
        }
        match self.vcf_win(ply) {
            Some(win) => win_at(ply + win.plies),
            None => score,
        }
    }

    /// The static evaluation of a position as a score.
    fn static_score(&mut self, ply: usize) -> i32 {
        if let Some(observer) = &mut self.on_evaluation {
            observer(&self.path[..ply]);
        }
        estimate(
            self.isa
                .evaluation(&mut self.evaluator, &self.boards[..=ply], &self.path[..ply]),
        )
    }

    /// A short VCF win of the side to move at `ply`.
    pub(super) fn vcf_win(&mut self, ply: usize) -> Option<Win> {
        let never = || false;
        self.vcf
            .win(&self.boards[ply], self.max_fours, VCF_NODES, &never)
    }

    /// A VCT win of the side to move at `ply`, in the principal variation only.
    ///
    /// A later move of the root that fails high is searched again as a part of the principal variation, so that
    /// none is chosen against which the other side has a win by threes that was found.
    fn vct_win(&mut self, ply: usize, depth: i32, is_pv: bool) -> Option<Win> {
        let spent = self.vct.nodes() - self.root_vct_nodes;
        let is_limited = self.max_fours < VCF_FOURS;
        if is_limited || !is_pv || depth < VCT_DEPTH || spent * VCT_SHARE > self.nodes() {
            return None;
        }
        let per_ply = if ply == 1 { VCT_ROOT_NODES } else { VCT_NODES };
        let nodes = per_ply * depth as u64;
        let request = self.request;
        let out_of_time = || request.should_stop(request.limit);
        self.vct
            .win(&self.boards[ply], &mut self.vcf, nodes, &out_of_time)
    }

    /// Searches a node above the horizon where nothing is won, lost or forced at first sight.
    fn search_node(
        &mut self,
        ply: usize,
        depth: i32,
        alpha: i32,
        beta: i32,
        status: ThreatStatus,
    ) -> Result<i32, Interrupted> {
        let is_pv = beta - alpha > 1;
        // Transposition cutoff, at nodes with a null window. Not measured alone.
        let entry = self.tt.get(self.boards[ply].key, ply);
        let cutoff = entry.and_then(|entry| entry.cutoff(depth, alpha, beta));
        if let Some(score) = cutoff.filter(|_| !is_pv) {
            return Ok(score);
        }
        // The score of an earlier, shallower search of the position says more than its evaluation. +40 ± 34.
        let evaluation = self.static_score(ply);
        let evaluation = entry.map_or(evaluation, |entry| entry.refine(evaluation));
        let may_prune = !is_pv && !is_proven(alpha) && !is_proven(beta);
        // Reverse futility pruning: the evaluation is so far above beta that a shallow search will not bring
        // it below. +168 ± 120 together with razoring, late move reductions and late move pruning.
        let is_free = status == ThreatStatus::Free;
        if may_prune && is_free && can_reverse_futility(depth, evaluation, beta) {
            return Ok(evaluation);
        }
        // Most of the time goes into the VCF search, so it comes after the cutoffs that need none.
        if let Some(win) = self.vcf_win(ply) {
            return Ok(win_at(ply + win.plies));
        }
        // Wins by threes: beyond the horizon, most of them.
        if let Some(win) = self.vct_win(ply, depth, is_pv) {
            let score = win_at(ply + win.plies);
            self.store(ply, depth, Bound::Lower, score, Some(win.cell));
            return Ok(score);
        }
        // Razoring: the evaluation is so far below alpha that even threats will not bring it up.
        if may_prune && can_razor(depth, evaluation, alpha) {
            return Ok(evaluation);
        }
        // Internal iterative reduction: without a move of the table, most of the work is wasted on a bad order of
        // moves. +19 ± 36 alone; `pruning` has more.
        let tt_move = entry.and_then(|entry| entry.cell);
        let node = Node {
            ply,
            depth: depth - i32::from(depth >= IIR_DEPTH && tt_move.is_none()),
            alpha,
            beta,
            status,
            evaluation,
        };
        self.search_moves(&node, tt_move)
    }

    /// Searches the moves of a node, that of the transposition table first, until one is good enough.
    fn search_moves(&mut self, node: &Node, tt_move: Option<usize>) -> Result<i32, Interrupted> {
        let &Node {
            ply,
            depth,
            mut alpha,
            beta,
            status,
            ..
        } = node;
        let board = &self.boards[ply];
        let cells = match status {
            ThreatStatus::Threatened => moves::when_threatened(board),
            ThreatStatus::Free
            | ThreatStatus::Forced(_)
            | ThreatStatus::Won(_)
            | ThreatStatus::Lost(_) => moves::when_free(board),
        };
        if cells.is_empty() {
            // Nothing holds the open four: four, block, five after any move.
            return Ok(loss_at(ply + 4));
        }
        let us = board.us;
        let mut list = std::mem::take(&mut self.move_lists[ply]);
        moves::list(board, &cells, tt_move, self.history, &mut list);
        let mut best = -INFINITE;
        let mut best_cell = None;
        for number in 0..list.len() {
            let cell = moves::next_best(&mut list, number).cell;
            match self.prune_late_move(node, alpha, best, number, cell) {
                LateMove::Search => {}
                LateMove::Skip { score } => {
                    best = best.max(score);
                    continue;
                }
                LateMove::SkipRest => break,
            }
            let score = self.search_move(node, alpha, number, cell)?;
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_cell = Some(cell);
                    self.update_pv(ply, cell);
                }
                if score >= beta {
                    self.update_history(us, &list[..number], cell, depth);
                    break;
                }
            }
        }
        self.move_lists[ply] = list;
        self.store(ply, depth, node.bound_of(best), best, best_cell);
        Ok(best)
    }

    /// Decides if the move with this number is searched, against `alpha` and the best score so far.
    fn prune_late_move(
        &self,
        node: &Node,
        alpha: i32,
        best: i32,
        number: usize,
        cell: usize,
    ) -> LateMove {
        let is_free = node.status == ThreatStatus::Free;
        if best <= -WIN / 2 || !is_free || !self.is_quiet(node.ply, cell) {
            return LateMove::Search;
        }
        // Late move pruning: the first quiet moves suffice near the leaves. +42 ± 35 in the principal
        // variation; elsewhere see reverse futility pruning above.
        if number >= late_move_limit(node.depth, node.is_pv()) {
            return LateMove::SkipRest;
        }
        // Futility pruning: a quiet move will not gain enough to reach alpha. +35 ± 35 for the margin
        // and the depth.
        let score = node.evaluation + futility_margin(node.depth);
        if !node.is_pv() && node.depth <= 5 && score <= alpha && !is_proven(alpha) {
            return LateMove::Skip { score };
        }
        LateMove::Search
    }

    /// The score of the move with this number, the first being 0, against `alpha`, which may have risen.
    fn search_move(
        &mut self,
        node: &Node,
        alpha: i32,
        number: usize,
        cell: usize,
    ) -> Result<i32, Interrupted> {
        let &Node {
            ply, depth, beta, ..
        } = node;
        if depth > 1 {
            // A leaf has no entry.
            self.tt.prefetch(self.boards[ply].key_after(cell));
        }
        self.play(ply, cell);
        if number == 0 {
            return Ok(-self.search(ply + 1, depth - 1, -beta, -alpha)?);
        }
        // Principal variation search: later moves get a null window, at reduced depth first, and only those that
        // fail high are searched again. Not measured alone.
        let reduction = self.late_move_reduction(node, number, cell);
        let mut score = -self.search(ply + 1, depth - 1 - reduction, -alpha - 1, -alpha)?;
        if score > alpha && reduction > 0 {
            score = -self.search(ply + 1, depth - 1, -alpha - 1, -alpha)?;
        }
        if score > alpha && score < beta {
            score = -self.search(ply + 1, depth - 1, -beta, -alpha)?;
        }
        Ok(score)
    }

    /// Plies by which the first search of a later move is reduced.
    ///
    /// Quiet moves are reduced in full and threes a ply less (+35 ± 56), where nothing threatens; fours are
    /// reduced everywhere (+35 ± 60). Answers to an open three are not (+14 ± 65 if they were).
    fn late_move_reduction(&self, node: &Node, number: usize, cell: usize) -> i32 {
        let &Node {
            ply, depth, status, ..
        } = node;
        if depth < 2 {
            return 0;
        }
        let is_pv = node.is_pv();
        let board = &self.boards[ply];
        match board.info(board.us, cell).threat() {
            Threat::Four => base_reduction(depth, number, is_pv),
            Threat::Quiet | Threat::Three | Threat::DoubleThree if status == ThreatStatus::Free => {
                let less = i32::from(!self.is_quiet(ply, cell));
                (base_reduction(depth, number, is_pv) - less).max(0)
            }
            Threat::Quiet
            | Threat::Three
            | Threat::DoubleThree
            | Threat::FourThree
            | Threat::OpenFour
            | Threat::Five => 0,
        }
    }

    /// Returns `true` if a move neither threatens nor blocks a threat.
    fn is_quiet(&self, ply: usize, cell: usize) -> bool {
        let board = &self.boards[ply];
        let threat = |side| board.info(side, cell).threat();
        threat(board.us) < Threat::Three && threat(board.them()) < Threat::DoubleThree
    }

    /// Rewards the move that caused a cutoff, and punishes those tried before it.
    fn update_history(&mut self, side: usize, tried: &[Move], cell: usize, depth: i32) {
        self.history.update(side, cell, depth, true);
        for other in tried {
            self.history.update(side, other.cell, depth, false);
        }
    }

    /// Makes the position of the next ply.
    pub(super) fn play(&mut self, ply: usize, cell: usize) {
        let [board, next] = &mut self.boards[ply..ply + 2] else {
            unreachable!("there is a board for every ply");
        };
        self.vcf.prefetch(board.key_after(cell));
        next.clone_from(board);
        next.play(cell);
        self.evaluator.forget(ply + 1);
        self.path[ply] = cell;
    }

    /// Makes `cell` and the principal variation of the next ply that of this one.
    pub(super) fn update_pv(&mut self, ply: usize, cell: usize) {
        let [line, rest] = &mut self.pv[ply..ply + 2] else {
            unreachable!("there is a line for every ply");
        };
        line.clear();
        line.push(cell);
        line.extend_from_slice(rest);
    }

    /// Stores the result of a search to `depth` plies of the position at `ply`.
    pub(super) fn store(
        &mut self,
        ply: usize,
        depth: i32,
        bound: Bound,
        score: i32,
        cell: Option<usize>,
    ) {
        let entry = TtEntry {
            score,
            bound,
            depth,
            cell,
        };
        self.tt.put(self.boards[ply].key, ply, entry);
    }

    pub(super) fn board(&self, ply: usize) -> &Board<'a> {
        &self.boards[ply]
    }

    /// The principal variation of the last search of the position at `ply`.
    pub(super) fn pv(&self, ply: usize) -> &[usize] {
        &self.pv[ply]
    }

    /// Nodes so far, of the alpha-beta search and the searches for forced wins together.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes + self.vcf.nodes() + self.vct.nodes()
    }

    /// Counts a node, and looks at the clock and the stop flag now and then.
    fn count_node(&mut self) -> Result<(), Interrupted> {
        self.nodes += 1;
        let nodes = self.nodes();
        if nodes < self.next_time_check {
            return Ok(());
        }
        if nodes >= self.max_nodes {
            return Err(Interrupted);
        }
        self.next_time_check = (nodes + NODES_PER_TIME_CHECK).min(self.max_nodes);
        if self.request.should_stop(self.request.limit) {
            return Err(Interrupted);
        }
        Ok(())
    }
}
