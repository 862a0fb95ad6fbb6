//! Alpha-beta to one depth.
//!
//! Values inside the tree are for the side to move: what is good for one side is as bad for the other.

use protocol::clock::Millis;
use protocol::game::Game;
use protocol::side::Side;
use protocol::square::Square;

use super::moves::{FIRST, Moves};
use super::{Best, DEEPEST, Manner};
use crate::falling::{Falling, Standing, Sums};
use crate::search::SearchRequest;
use crate::table::{Bound, Found, Table};

/// Beyond every value of every bot.
const INFINITE: i64 = i64::MAX / 4;

/// The word to stop and the time are looked at whenever at least so many more positions were looked at.
const LOOK_EVERY: u64 = 1024;

/// Why a search ended before its end.
pub(super) enum Cut {
    Stopped,
    OutOfTime,
}

/// A line of play, as columns.
pub(super) type Line = Vec<u8>;

/// A search under way.
pub(super) struct Tree<'a> {
    pub(super) board: Falling,
    root: Side,
    manner: &'a Manner,
    search: SearchRequest<'a>,
    table: Option<Table>,
    /// Positions looked at.
    pub(super) nodes: u64,
    /// The number of nodes at which the word to stop and the time are looked at next.
    next_look: u64,
    /// How often a position was valued only because the depth was reached.
    pub(super) horizon: u64,
    /// Columns in the order in which they are tried inside the tree: the middle first.
    order: Vec<u8>,
    /// Columns in the order in which they are tried at the root: the best so far first.
    root_order: Vec<u8>,
    /// The principal variation from each ply on, as far as it is known.
    lines: Vec<Line>,
}

impl<'a> Tree<'a> {
    /// A search of `game` of up to `depth` plies.
    pub(super) fn new(
        game: &Game,
        depth: usize,
        search: SearchRequest<'a>,
        manner: &'a Manner,
    ) -> Self {
        let board = Falling::of(game, manner.counted);
        let columns = board.columns();
        let mut order: Vec<u8> = (0..columns).collect();
        order.sort_by_key(|&column| (2 * u32::from(column) + 1).abs_diff(u32::from(columns)));
        Self {
            root: board.to_move(),
            table: board.key().map(|_| Table::for_depth(depth)),
            board,
            manner,
            search,
            nodes: 0,
            next_look: LOOK_EVERY,
            horizon: 0,
            root_order: order.clone(),
            order,
            lines: vec![Line::new(); DEEPEST + 1],
        }
    }

    /// The best moves, looking `depth` plies ahead, and the line that each leads to.
    pub(super) fn best(&mut self, depth: usize) -> Result<(Best, Vec<Line>), Cut> {
        let mut value = -INFINITE;
        let mut found: Vec<(u8, Line)> = Vec::new();
        for at in 0..self.root_order.len() {
            let column = self.root_order[at];
            if !self.board.is_open(column) {
                continue;
            }
            // An equal counts where lots decide, and where it is further left than the best so far.
            let equal_counts =
                self.manner.lots || found.first().is_none_or(|(best, _)| column < *best);
            let least = if equal_counts { value } else { value + 1 };
            if least > self.manner.greatest {
                continue;
            }
            if !found.is_empty()
                && self.drop_value::<false>(column, depth, least - 1, least)? < least
            {
                continue;
            }
            let exact = self.drop_value::<true>(column, depth, least - 1, INFINITE)?;
            if exact > value || !self.manner.lots {
                found.clear();
            }
            value = exact;
            found.push((column, self.lines[0].clone()));
        }
        found.sort_unstable();
        let (columns, lines) = found.into_iter().unzip();
        Ok((Best { value, columns }, lines))
    }

    /// The value of a drop at the root.
    fn drop_value<const PV: bool>(
        &mut self,
        column: u8,
        depth: usize,
        alpha: i64,
        beta: i64,
    ) -> Result<i64, Cut> {
        let after = self.board.after(column);
        let (value, over) = self.look_at(&after, depth == 1);
        if over || depth == 1 {
            self.lines[0].clear();
            self.lines[0].push(column);
            return Ok(value);
        }
        let value = self.child::<PV>(column, after, depth, 0, alpha, beta);
        self.extend_line(0, column);
        value
    }

    /// The value of a position for the side that has just moved into it, if the search ended there, and
    /// whether the game is over.
    fn look_at(&mut self, after: &Sums, last: bool) -> (i64, bool) {
        self.nodes += 1;
        let mover = self.board.to_move();
        let standing = self.board.standing(after);
        let over = standing != Standing::Open;
        self.horizon += u64::from(last && !over);
        let value = (self.manner.value)(after, self.root, mover, standing);
        (if mover == self.root { value } else { -value }, over)
    }

    /// The value, for the side to move, of a drop that does not end the game, `depth` plies ahead, this one
    /// included, which is at least the second. Exact between `alpha` and `beta`, a bound outside.
    ///
    /// With `PV` the line that follows is in `lines[ply + 1]` where the value is exact.
    fn child<const PV: bool>(
        &mut self,
        column: u8,
        after: Sums,
        depth: usize,
        ply: usize,
        alpha: i64,
        beta: i64,
    ) -> Result<i64, Cut> {
        self.board.drop(column, after);
        let value = self.below::<PV>(depth - 1, ply + 1, -beta, -alpha);
        self.board.lift(column);
        value.map(|value| -value)
    }

    /// The value of the position for the side to move, which has moves.
    fn below<const PV: bool>(
        &mut self,
        depth: usize,
        ply: usize,
        alpha: i64,
        beta: i64,
    ) -> Result<i64, Cut> {
        if self.nodes >= self.next_look {
            self.look_up()?;
        }
        if depth == 1 {
            return Ok(self.last::<PV>(ply, alpha, beta));
        }
        let known = match (&self.table, self.board.key()) {
            (Some(table), Some(key)) => table.get(key),
            (None, _) | (_, None) => None,
        };
        // A principal variation is followed to its end, for its line.
        if let Some(found) = known.filter(|found| !PV && found.holds_at(depth)) {
            let enough = match found.bound {
                Bound::Lower => found.value >= beta,
                Bound::Upper => found.value <= alpha,
                Bound::Exact => true,
            };
            if enough {
                self.horizon += u64::from(!found.closed);
                return Ok(found.value);
            }
        }
        let horizon = self.horizon;
        let (value, column) = self.try_moves::<PV>(depth, ply, alpha, beta, known)?;
        if let (Some(table), Some(key)) = (&mut self.table, self.board.key()) {
            let bound = if value >= beta {
                Bound::Lower
            } else if value <= alpha {
                Bound::Upper
            } else {
                Bound::Exact
            };
            table.put(
                key,
                Found {
                    value,
                    bound,
                    depth: depth as u8,
                    closed: self.horizon == horizon,
                    column,
                },
            );
        }
        Ok(value)
    }

    /// The value where at least two plies are left, and the move that has it.
    fn try_moves<const PV: bool>(
        &mut self,
        depth: usize,
        ply: usize,
        mut alpha: i64,
        beta: i64,
        known: Option<Found>,
    ) -> Result<(i64, u8), Cut> {
        let enough = beta.min(self.manner.greatest);
        let mut best = (-INFINITE, 0);
        let mut moves = Moves::new();
        for at in 0..self.order.len() {
            let column = self.order[at];
            if !self.board.is_open(column) {
                continue;
            }
            let after = self.board.after(column);
            let (value, over) = self.look_at(&after, false);
            if over {
                if value > best.0 {
                    best = (value, column);
                    if PV && value > alpha {
                        self.lines[ply].clear();
                        self.lines[ply].push(column);
                    }
                    if value >= enough {
                        return Ok(best);
                    }
                    alpha = alpha.max(value);
                }
            } else {
                let first = known.is_some_and(|found| found.column == column);
                moves.push(column, if first { FIRST } else { value }, after);
            }
        }
        let mut first = true;
        while let Some((column, after)) = moves.next() {
            let mut value = if PV && first {
                INFINITE
            } else {
                let beta = if PV { alpha + 1 } else { beta };
                self.child::<false>(column, after, depth, ply, alpha, beta)?
            };
            if PV && value > alpha {
                value = self.child::<true>(column, after, depth, ply, alpha, beta)?;
                if value > alpha {
                    self.extend_line(ply, column);
                }
            }
            first = false;
            if value > best.0 {
                best = (value, column);
                if value >= enough {
                    break;
                }
                alpha = alpha.max(value);
            }
        }
        Ok(best)
    }

    /// The value where one ply is left.
    fn last<const PV: bool>(&mut self, ply: usize, alpha: i64, beta: i64) -> i64 {
        let enough = beta.min(self.manner.greatest);
        let mut best = -INFINITE;
        for at in 0..self.order.len() {
            let column = self.order[at];
            if !self.board.is_open(column) {
                continue;
            }
            let after = self.board.after(column);
            let (value, _) = self.look_at(&after, true);
            if value > best {
                best = value;
                if PV && value > alpha {
                    self.lines[ply].clear();
                    self.lines[ply].push(column);
                }
                if value >= enough {
                    break;
                }
            }
        }
        best
    }

    /// The line of this ply is now this column and what follows it.
    fn extend_line(&mut self, ply: usize, column: u8) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        above[ply].clear();
        above[ply].push(column);
        above[ply].extend_from_slice(&below[0]);
    }

    /// Tries these columns first from now on.
    pub(super) fn prefer(&mut self, best: &[u8]) {
        self.root_order.sort_by_key(|column| !best.contains(column));
    }

    fn look_up(&mut self) -> Result<(), Cut> {
        self.next_look = self.nodes + LOOK_EVERY;
        if self.search.stop.is_raised() {
            return Err(Cut::Stopped);
        }
        let late = |limit: Millis| (self.search.elapsed)() >= limit;
        if self.search.limit.is_some_and(late) {
            return Err(Cut::OutOfTime);
        }
        Ok(())
    }

    /// The squares of a line from the root.
    pub(super) fn squares_of(&mut self, line: &[u8]) -> Vec<Square> {
        let mut squares = Vec::with_capacity(line.len());
        for &column in line {
            squares.extend(self.board.landing(column));
            self.board.drop(column, self.board.after(column));
        }
        for &column in line.iter().rev() {
            self.board.lift(column);
        }
        squares
    }
}
