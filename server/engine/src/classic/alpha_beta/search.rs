//! Fail-soft negamax with alpha-beta to one depth.
//!
//! Values inside the tree are for the side to move: what is good for one side is as bad for the other.
//! The effect of each step on nodes is exact only together with the others; none was measured alone except
//! the size of the transposition table.

use std::cmp::Reverse;

use protocol::game::Game;
use protocol::millis::Millis;
use protocol::side::Side;
use protocol::square::Square;

use super::move_list::{HASH_MOVE, MoveList};
use super::{BestMoves, Heuristic, MAX_DEPTH};
use crate::classic::gravity_board::{GravityBoard, Status, Sums};
use crate::classic::transposition_table::{Bound, TranspositionTable, TtEntry};
use crate::search::SearchRequest;

/// Beyond every value of every heuristic.
const INFINITE: i64 = i64::MAX / 4;

/// Nodes between two looks at the clock and the stop flag.
const NODES_PER_TIME_CHECK: u64 = 1024;

/// Reason for the early end of a search.
pub(super) enum Interrupted {
    Stopped,
    OutOfTime,
}

/// A principal variation, as columns.
pub(super) type Pv = Vec<u8>;

/// A root move with its value and its principal variation.
#[derive(Clone)]
pub(super) struct RootMove {
    pub(super) column: u8,
    pub(super) value: i64,
    pub(super) pv: Pv,
}

/// A search under way.
pub(super) struct Search<'a> {
    pub(super) board: GravityBoard,
    root: Side,
    heuristic: &'a Heuristic,
    request: SearchRequest<'a>,
    /// None where the board is too large for exact keys.
    table: Option<TranspositionTable>,
    /// Positions evaluated.
    pub(super) nodes: u64,
    /// The number of nodes at which the clock and the stop flag are looked at next.
    next_time_check: u64,
    /// Positions that were evaluated only because the depth was reached.
    pub(super) horizon_nodes: u64,
    /// Static move order inside the tree: columns from the middle outwards.
    order: Vec<u8>,
    /// Move order at the root: the best of the last iteration first.
    root_order: Vec<u8>,
    /// The principal variation from each ply on, as far as it is known.
    pv: Vec<Pv>,
}

impl<'a> Search<'a> {
    /// A search of `game` of up to `depth` plies.
    pub(super) fn new(
        game: &Game,
        depth: usize,
        request: SearchRequest<'a>,
        heuristic: &'a Heuristic,
    ) -> Self {
        let board = GravityBoard::from_game(game, heuristic.terms);
        let columns = board.columns();
        let mut order: Vec<u8> = (0..columns).collect();
        order.sort_by_key(|&column| (2 * u32::from(column) + 1).abs_diff(u32::from(columns)));
        Self {
            root: board.to_move(),
            table: board.key().map(|_| TranspositionTable::for_depth(depth)),
            board,
            heuristic,
            request,
            nodes: 0,
            next_time_check: NODES_PER_TIME_CHECK,
            horizon_nodes: 0,
            root_order: order.clone(),
            order,
            pv: vec![Pv::new(); MAX_DEPTH + 1],
        }
    }

    /// Searches the root moves `depth` plies deep; the best moves, and the principal variation of each.
    pub(super) fn search_root(
        &mut self,
        depth: usize,
    ) -> Result<(BestMoves, Vec<Pv>), Interrupted> {
        let mut value = -INFINITE;
        let mut found: Vec<(u8, Pv)> = Vec::new();
        for at in 0..self.root_order.len() {
            let column = self.root_order[at];
            if !self.board.is_open(column) {
                continue;
            }
            // An equal is one of the best where ties are broken at random, and replaces the best where it is
            // further left.
            let equal_counts =
                self.heuristic.random_ties || found.first().is_none_or(|(best, _)| column < *best);
            let least = if equal_counts { value } else { value + 1 };
            if least > self.heuristic.greatest {
                continue;
            }
            // Null window: most root moves are refuted by it. The rest are searched again for an exact value.
            if !found.is_empty()
                && self.search_root_move::<false>(column, depth, least - 1, least)? < least
            {
                continue;
            }
            let exact = self.search_root_move::<true>(column, depth, least - 1, INFINITE)?;
            if exact > value || !self.heuristic.random_ties {
                found.clear();
            }
            value = exact;
            found.push((column, self.pv[0].clone()));
        }
        found.sort_unstable();
        let (columns, pvs) = found.into_iter().unzip();
        Ok((BestMoves { value, columns }, pvs))
    }

    /// Searches every root move `depth` plies deep; the best first, from left to right where they are equal. The value
    /// of one that is worse than the best by more than `margin` may be less than is said.
    pub(super) fn search_every_root_move(
        &mut self,
        depth: usize,
        margin: i64,
    ) -> Result<Vec<RootMove>, Interrupted> {
        let mut moves: Vec<RootMove> = Vec::new();
        let mut best = -INFINITE;
        for at in 0..self.root_order.len() {
            let column = self.root_order[at];
            if !self.board.is_open(column) {
                continue;
            }
            let alpha = best - margin - 1;
            let value = self.search_root_move::<true>(column, depth, alpha, INFINITE)?;
            best = best.max(value);
            let pv = self.pv[0].clone();
            moves.push(RootMove { column, value, pv });
        }
        moves.sort_by_key(|found| (Reverse(found.value), found.column));
        self.root_order = moves.iter().map(|found| found.column).collect();
        Ok(moves)
    }

    /// The value of a root move.
    fn search_root_move<const PV: bool>(
        &mut self,
        column: u8,
        depth: usize,
        alpha: i64,
        beta: i64,
    ) -> Result<i64, Interrupted> {
        let after = self.board.after(column);
        let (value, over) = self.evaluate_child(&after, depth == 1);
        if over || depth == 1 {
            self.pv[0].clear();
            self.pv[0].push(column);
            return Ok(value);
        }
        let value = self.search_child::<PV>(column, after, depth, 0, alpha, beta);
        self.update_pv(0, column);
        value
    }

    /// The static value of the position after a move, for the side that made it, and whether the game is
    /// over. `last` says that the depth is reached.
    fn evaluate_child(&mut self, after: &Sums, last: bool) -> (i64, bool) {
        self.nodes += 1;
        let mover = self.board.to_move();
        let status = self.board.status(after);
        let over = status != Status::Open;
        self.horizon_nodes += u64::from(last && !over);
        let value = (self.heuristic.value)(after, self.root, mover, status);
        (if mover == self.root { value } else { -value }, over)
    }

    /// The value, for the side to move, of a move that does not end the game, searched `depth` plies deep
    /// with the move itself, at least 2. Exact between `alpha` and `beta`, a bound outside.
    ///
    /// With `PV` the continuation is in `pv[ply + 1]` where the value is exact.
    fn search_child<const PV: bool>(
        &mut self,
        column: u8,
        after: Sums,
        depth: usize,
        ply: usize,
        alpha: i64,
        beta: i64,
    ) -> Result<i64, Interrupted> {
        self.board.drop(column, after);
        let value = self.search::<PV>(depth - 1, ply + 1, -beta, -alpha);
        self.board.lift(column);
        value.map(|value| -value)
    }

    /// The value of the position for the side to move; the game is not over.
    fn search<const PV: bool>(
        &mut self,
        depth: usize,
        ply: usize,
        alpha: i64,
        beta: i64,
    ) -> Result<i64, Interrupted> {
        if self.nodes >= self.next_time_check {
            self.check_time()?;
        }
        if depth == 1 {
            return Ok(self.search_frontier::<PV>(ply, alpha, beta));
        }
        let known = match (&self.table, self.board.key()) {
            (Some(table), Some(key)) => table.probe(key),
            (None, _) | (_, None) => None,
        };
        // Transposition cutoff; not on the principal variation, whose moves are to be told to its end.
        if let Some(entry) = known.filter(|entry| !PV && entry.holds_at(depth)) {
            let cuts = match entry.bound {
                Bound::Lower => entry.value >= beta,
                Bound::Upper => entry.value <= alpha,
                Bound::Exact => true,
            };
            if cuts {
                self.horizon_nodes += u64::from(!entry.complete);
                return Ok(entry.value);
            }
        }
        let horizon_nodes = self.horizon_nodes;
        let (value, column) = self.search_moves::<PV>(depth, ply, alpha, beta, known)?;
        if let (Some(table), Some(key)) = (&mut self.table, self.board.key()) {
            let bound = if value >= beta {
                Bound::Lower
            } else if value <= alpha {
                Bound::Upper
            } else {
                Bound::Exact
            };
            table.store(
                key,
                TtEntry {
                    value,
                    bound,
                    depth: depth as u8,
                    complete: self.horizon_nodes == horizon_nodes,
                    column,
                },
            );
        }
        Ok(value)
    }

    /// The value where at least two plies are left, and the move that has it.
    fn search_moves<const PV: bool>(
        &mut self,
        depth: usize,
        ply: usize,
        mut alpha: i64,
        beta: i64,
        known: Option<TtEntry>,
    ) -> Result<(i64, u8), Interrupted> {
        // No value is greater than the greatest: a win cuts off whatever beta is.
        let beta_or_win = beta.min(self.heuristic.greatest);
        let mut best = (-INFINITE, 0);
        let mut moves = MoveList::new();
        // Moves that end the game are settled first: a win at once is a cutoff without a search.
        for at in 0..self.order.len() {
            let column = self.order[at];
            if !self.board.is_open(column) {
                continue;
            }
            let after = self.board.after(column);
            let (value, over) = self.evaluate_child(&after, false);
            if over {
                if value > best.0 {
                    best = (value, column);
                    if PV && value > alpha {
                        self.pv[ply].clear();
                        self.pv[ply].push(column);
                    }
                    if value >= beta_or_win {
                        return Ok(best);
                    }
                    alpha = alpha.max(value);
                }
            } else {
                // Move ordering: the hash move first, then by static value.
                let is_hash_move = known.is_some_and(|entry| entry.column == column);
                moves.push(column, if is_hash_move { HASH_MOVE } else { value }, after);
            }
        }
        let mut first = true;
        while let Some((column, after)) = moves.next() {
            // Principal variation search: on the principal variation every move but the first is tried with a
            // null window, and searched again only where that shows it to be better.
            let mut value = if PV && first {
                INFINITE
            } else {
                let beta = if PV { alpha + 1 } else { beta };
                self.search_child::<false>(column, after, depth, ply, alpha, beta)?
            };
            if PV && value > alpha {
                value = self.search_child::<true>(column, after, depth, ply, alpha, beta)?;
                if value > alpha {
                    self.update_pv(ply, column);
                }
            }
            first = false;
            if value > best.0 {
                best = (value, column);
                if value >= beta_or_win {
                    break;
                }
                alpha = alpha.max(value);
            }
        }
        Ok(best)
    }

    /// The value of a frontier node: one ply is left, so its moves are evaluated and not made.
    fn search_frontier<const PV: bool>(&mut self, ply: usize, alpha: i64, beta: i64) -> i64 {
        let beta_or_win = beta.min(self.heuristic.greatest);
        let mut best = -INFINITE;
        for at in 0..self.order.len() {
            let column = self.order[at];
            if !self.board.is_open(column) {
                continue;
            }
            let after = self.board.after(column);
            let (value, _) = self.evaluate_child(&after, true);
            if value > best {
                best = value;
                if PV && value > alpha {
                    self.pv[ply].clear();
                    self.pv[ply].push(column);
                }
                if value >= beta_or_win {
                    break;
                }
            }
        }
        best
    }

    /// Makes the principal variation of this ply the column and the variation of the next ply.
    fn update_pv(&mut self, ply: usize, column: u8) {
        let (above, below) = self.pv.split_at_mut(ply + 1);
        above[ply].clear();
        above[ply].push(column);
        above[ply].extend_from_slice(&below[0]);
    }

    /// Searches these root moves first from now on.
    pub(super) fn order_root_first(&mut self, best: &[u8]) {
        self.root_order.sort_by_key(|column| !best.contains(column));
    }

    fn check_time(&mut self) -> Result<(), Interrupted> {
        self.next_time_check = self.nodes + NODES_PER_TIME_CHECK;
        if self.request.stop.is_raised() {
            return Err(Interrupted::Stopped);
        }
        let out_of_time = |limit: Millis| (self.request.elapsed)() >= limit;
        if self.request.limit.is_some_and(out_of_time) {
            return Err(Interrupted::OutOfTime);
        }
        Ok(())
    }

    /// The squares of a variation from the root.
    pub(super) fn squares(&mut self, pv: &[u8]) -> Vec<Square> {
        let mut squares = Vec::with_capacity(pv.len());
        for &column in pv {
            squares.extend(self.board.landing(column));
            self.board.drop(column, self.board.after(column));
        }
        for &column in pv.iter().rev() {
            self.board.lift(column);
        }
        squares
    }
}
