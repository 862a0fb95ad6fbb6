//! The search: principal variation search with a table, from the threats outwards.
//!
//! What [`Outlook`] sees ends a branch or leaves few moves; an answer to a four costs no depth. Elsewhere
//! later moves are searched less deeply, and the last ones near the leaves not at all.

use super::board::{Board, Ground};
use super::cross::Threat;
use super::moves::{self, History, Move};
use super::outlook::Outlook;
use super::score::{INFINITE, WIN, estimate, is_proven, loss_at, win_at};
use super::study::Sampling;
use super::table::{Bound, Known, Table};
use super::vcf::{VcfSearch, Win};
use crate::search::SearchRequest;

/// Plies below the root that are searched at most.
pub(super) const DEEPEST: usize = 100;

/// VcfSearch in a row that are tried at a leaf.
const LEAF_VCF_FOURS: usize = 8;

/// Positions that are looked at for it.
const LEAF_VCF_NODES: u64 = 64;

/// Plies beyond the last one for positions where an open four threatens: their evaluation means little.
const BEYOND: i32 = 2;

/// Positions between two looks at the clock.
const BETWEEN_LOOKS: u64 = 256;

/// Told to stop, or out of time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Interrupted;

/// See the module.
pub(super) struct Tree<'a> {
    pub(super) ground: &'a Ground,
    pub(super) table: &'a mut Table,
    pub(super) vcf: &'a mut VcfSearch,
    pub(super) history: &'a mut History,
    pub(super) search: SearchRequest<'a>,
    pub(super) nodes: u64,
    /// Where the clock is looked at next.
    pub(super) next_look: u64,
    /// The positions from the root to here.
    pub(super) boards: Vec<Board>,
    /// The moves from the root to here.
    path: Vec<usize>,
    /// What is offered the positions that the evaluation is asked of.
    pub(super) sampling: Option<&'a mut Sampling>,
    /// The moves of each ply, kept to be filled again.
    pub(super) lists: Vec<Vec<Move>>,
    /// The best line from each ply.
    pub(super) lines: Vec<Vec<usize>>,
}

impl<'a> Tree<'a> {
    pub(super) fn new(
        ground: &'a Ground,
        table: &'a mut Table,
        vcf: &'a mut VcfSearch,
        history: &'a mut History,
        search: SearchRequest<'a>,
        root: Board,
    ) -> Self {
        Self {
            ground,
            table,
            vcf,
            history,
            search,
            nodes: 0,
            next_look: 0,
            boards: vec![root; DEEPEST + 1],
            path: vec![0; DEEPEST],
            sampling: None,
            lists: vec![Vec::new(); DEEPEST + 1],
            lines: vec![Vec::new(); DEEPEST + 2],
        }
    }

    /// The value of the position at `ply` for its side to move, searched `depth` plies ahead.
    pub(super) fn value(
        &mut self,
        ply: usize,
        depth: i32,
        mut alpha: i32,
        mut beta: i32,
    ) -> Result<i32, Interrupted> {
        self.count()?;
        self.lines[ply].clear();
        let board = &self.boards[ply];
        if board.is_full() {
            return Ok(0);
        }
        let outlook = Outlook::of(board);
        match outlook {
            Outlook::Won(plies) => return Ok(win_at(ply + plies)),
            Outlook::Lost(plies) => return Ok(loss_at(ply + plies)),
            Outlook::Forced(_) | Outlook::Threatened | Outlook::Free => {}
        }
        if ply >= DEEPEST {
            return Ok(self.estimate(ply));
        }
        // Nothing here can be better than a win at the next ply, nor worse than a loss at the one after it.
        alpha = alpha.max(loss_at(ply + 2));
        beta = beta.min(win_at(ply + 1));
        if alpha >= beta {
            return Ok(alpha);
        }
        if let Outlook::Forced(cell) = outlook {
            self.play(ply, cell);
            let value = -self.value(ply + 1, depth, -beta, -alpha)?;
            self.lead_line(ply, cell);
            return Ok(value);
        }
        let must_answer = outlook == Outlook::Threatened && depth > -BEYOND;
        if depth <= 0 && !must_answer {
            return Ok(self.leaf(ply, beta));
        }
        self.inner(ply, depth, alpha, beta, outlook)
    }

    /// The value of a position that is not searched further, but for fours where they are needed.
    fn leaf(&mut self, ply: usize, beta: i32) -> i32 {
        let estimate = self.estimate(ply);
        if estimate >= beta {
            return estimate;
        }
        match self.vcf_win(ply) {
            Some(win) => win_at(ply + win.plies),
            None => estimate,
        }
    }

    /// What the position looks like.
    fn estimate(&mut self, ply: usize) -> i32 {
        if let Some(sampling) = &mut self.sampling {
            sampling.offer(&self.path[..ply]);
        }
        estimate(self.boards[ply].evaluation(self.ground))
    }

    /// A short win by fours of the side to move at `ply`.
    pub(super) fn vcf_win(&mut self, ply: usize) -> Option<Win> {
        let board = &self.boards[ply];
        let late = || false;
        self.vcf
            .win(self.ground, board, LEAF_VCF_FOURS, LEAF_VCF_NODES, &late)
    }

    fn inner(
        &mut self,
        ply: usize,
        depth: i32,
        mut alpha: i32,
        beta: i32,
        outlook: Outlook,
    ) -> Result<i32, Interrupted> {
        let key = self.boards[ply].key;
        let is_pv = beta - alpha > 1;
        let known = self.table.get(key, ply);
        if let Some(known) = known
            && known.depth >= depth
            && !is_pv
            && match known.bound {
                Bound::Exact => true,
                Bound::Lower => known.score >= beta,
                Bound::Upper => known.score <= alpha,
            }
        {
            return Ok(known.score);
        }
        let evaluation = self.estimate(ply);
        let is_open = !is_pv && !is_proven(alpha) && !is_proven(beta);
        if is_open && outlook == Outlook::Free && is_enough(depth, evaluation, beta) {
            return Ok(evaluation);
        }
        // Most of the time goes into this, so it comes after all that makes it needless.
        if let Some(win) = self.vcf_win(ply) {
            return Ok(win_at(ply + win.plies));
        }
        if is_open && is_hopeless(depth, evaluation, alpha) {
            return Ok(evaluation);
        }
        let board = &self.boards[ply];
        let cells = match outlook {
            Outlook::Threatened => moves::threatened(self.ground, board),
            Outlook::Free | Outlook::Forced(_) | Outlook::Won(_) | Outlook::Lost(_) => {
                moves::free(board)
            }
        };
        if cells.is_empty() {
            // The open four cannot be held.
            return Ok(loss_at(ply + 4));
        }
        let us = board.us;
        let mut list = std::mem::take(&mut self.lists[ply]);
        let first = known.and_then(|known| known.cell);
        moves::list(self.ground, board, &cells, first, self.history, &mut list);
        let start = alpha;
        let mut best = -INFINITE;
        let mut best_cell = None;
        for number in 0..list.len() {
            let cell = moves::pick(&mut list, number).cell;
            let quiet = outlook == Outlook::Free && self.is_quiet(ply, cell);
            if best > -WIN / 2 && quiet {
                if number >= most_moves(depth, is_pv) {
                    break;
                }
                let hoped_for = evaluation + gain(depth);
                if !is_pv && depth <= 5 && hoped_for <= alpha && !is_proven(alpha) {
                    best = best.max(hoped_for);
                    continue;
                }
            }
            self.play(ply, cell);
            let value = if number == 0 {
                -self.value(ply + 1, depth - 1, -beta, -alpha)?
            } else {
                let less = self.how_much_less(ply, cell, outlook, depth, number, is_pv);
                let mut value = -self.value(ply + 1, depth - 1 - less, -alpha - 1, -alpha)?;
                if value > alpha && less > 0 {
                    value = -self.value(ply + 1, depth - 1, -alpha - 1, -alpha)?;
                }
                if value > alpha && value < beta {
                    value = -self.value(ply + 1, depth - 1, -beta, -alpha)?;
                }
                value
            };
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_cell = Some(cell);
                    self.lead_line(ply, cell);
                }
                if value >= beta {
                    self.learn(us, &list[..number], cell, depth);
                    break;
                }
            }
        }
        self.lists[ply] = list;
        let bound = if best >= beta {
            Bound::Lower
        } else if best > start {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.table.put(
            key,
            ply,
            Known {
                score: best,
                bound,
                depth,
                cell: best_cell,
            },
        );
        Ok(best)
    }

    /// By how many plies less a later move is searched, until it turns out to be better than thought.
    fn how_much_less(
        &self,
        ply: usize,
        cell: usize,
        outlook: Outlook,
        depth: i32,
        number: usize,
        is_pv: bool,
    ) -> i32 {
        if depth < 2 {
            return 0;
        }
        let board = &self.boards[ply];
        match self.ground.cross(board.code(board.us, cell)).threat {
            Threat::Four => reduction(depth, number, is_pv),
            Threat::Quiet | Threat::Three | Threat::DoubleThree if outlook == Outlook::Free => {
                let hasty = i32::from(!self.is_quiet(ply, cell));
                (reduction(depth, number, is_pv) - hasty).max(0)
            }
            Threat::Quiet
            | Threat::Three
            | Threat::DoubleThree
            | Threat::FourThree
            | Threat::OpenFour
            | Threat::Five => 0,
        }
    }

    /// Whether a move neither threatens nor takes away a threat.
    fn is_quiet(&self, ply: usize, cell: usize) -> bool {
        let board = &self.boards[ply];
        let threat = |side| self.ground.cross(board.code(side, cell)).threat;
        threat(board.us) < Threat::Three && threat(board.them()) < Threat::DoubleThree
    }

    fn learn(&mut self, side: usize, worse: &[Move], cell: usize, depth: i32) {
        self.history.learn(side, cell, depth, true);
        for other in worse {
            self.history.learn(side, other.cell, depth, false);
        }
    }

    /// Makes the position of the next ply.
    pub(super) fn play(&mut self, ply: usize, cell: usize) {
        let [board, next] = &mut self.boards[ply..ply + 2] else {
            unreachable!("there is a board for every ply");
        };
        next.clone_from(board);
        next.play(self.ground, cell);
        self.path[ply] = cell;
    }

    /// The best line from here is this move and the best line from there.
    pub(super) fn lead_line(&mut self, ply: usize, cell: usize) {
        let [line, rest] = &mut self.lines[ply..ply + 2] else {
            unreachable!("there is a line for every ply");
        };
        line.clear();
        line.push(cell);
        line.extend_from_slice(rest);
    }

    /// Counts a position, and looks at the clock now and then.
    fn count(&mut self) -> Result<(), Interrupted> {
        self.nodes += 1;
        let all = self.nodes + self.vcf.nodes();
        if all < self.next_look {
            return Ok(());
        }
        self.next_look = all + BETWEEN_LOOKS;
        let late = |limit| (self.search.elapsed)() >= limit;
        if self.search.stop.is_raised() || self.search.limit.is_some_and(late) {
            return Err(Interrupted);
        }
        Ok(())
    }
}

/// Whether not even threats will bring the position up to `alpha`, near the leaves.
fn is_hopeless(depth: i32, evaluation: i32, alpha: i32) -> bool {
    depth <= 3 && evaluation + 80 + 50 * depth * depth <= alpha
}

/// Whether the position is so good that so few plies will not bring it below `beta`.
fn is_enough(depth: i32, evaluation: i32, beta: i32) -> bool {
    depth <= 5 && evaluation - 40 - 60 * depth >= beta
}

/// Moves that are tried at most where nothing threatens.
fn most_moves(depth: i32, is_pv: bool) -> usize {
    if depth > 10 {
        return usize::MAX;
    }
    let moves = 3 + depth + depth * depth / 2;
    (if is_pv { moves * 3 / 2 } else { moves }) as usize
}

/// How much a quiet move may be hoped to gain near the leaves.
fn gain(depth: i32) -> i32 {
    50 + 40 * depth
}

/// By how many plies less the later moves are searched.
pub(super) fn reduction(depth: i32, number: usize, is_pv: bool) -> i32 {
    let product = f64::from(depth).ln() * (number as f64 + 1.0).ln();
    let plies = 0.3 + product / if is_pv { 1.7 } else { 1.3 };
    (plies as i32).clamp(0, depth - 1)
}
