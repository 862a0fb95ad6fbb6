//! The search: is the value of a position more than a number?
//!
//! Fail-soft alpha-beta with a null window: the answer is a bound on the value, and what was proven stays in
//! the table. Each node does what costs least first, and ends at the first step that answers:
//!
//! 1. mate distance pruning: no win can come sooner than the number of stones allows
//! 2. all drops at once: double threats, replies that are forced
//! 3. forced moves, followed until somebody has a choice or the game is decided
//! 4. parity bounds, which hold without a search
//! 5. enhanced transposition cutoff: the table is probed for every drop before one is searched
//! 6. the drops that are left, in the order of their scores
//!
//! Every figure below is from `SOLVER.md`: nodes or time of the set `L1_R3` unless it says another.
//!
//! Sources: fail-soft alpha-beta, J. Fishburn; enhanced transposition cutoff, J. Schaeffer and A. Plaat.

use super::context::{ProbeResult, SearchContext};
use super::expand::{MIDDLE, expand, score_moves};
use super::move_picker::MovePicker;
use super::node::{ForcedLine, ForcedResult, Node, StaticResult, static_result};
use super::size::Size;
use super::tables::Tables;
use super::transposition_table::TtEntry;

/// Nodes between two calls of `should_stop`: well below a millisecond.
const NODES_PER_TIME_CHECK: u64 = 1 << 12;

/// With fewer empty cells than this the table is probed for one drop at a time.
const PROBE_ALL_FROM: u32 = 12;

/// The search compiled for one instruction set.
pub(super) trait Isa {
    /// [`SearchThread::search`], which calls itself through this.
    fn search<S: Size, T: Tables, const LANES: usize>(
        thread: &mut SearchThread<'_, S, T>,
        node: &Node,
        known: ProbeResult,
        alpha: i32,
    ) -> i32;
}

/// One thread's search under way.
pub(super) struct SearchThread<'a, S, T> {
    context: SearchContext<S, T>,
    /// True if the search is to end where it needs a larger table.
    may_grow: bool,
    /// True once the search is to end.
    should_stop: &'a (dyn Fn() -> bool + 'a),
    /// Positions expanded.
    pub(super) nodes: u64,
    /// True if the search was told to stop, or the table is outgrown: what it returned means nothing.
    pub(super) stopped: bool,
    /// True if the search is to begin again with a larger table.
    pub(super) outgrown: bool,
}

impl<'a, S: Size, T: Tables> SearchThread<'a, S, T> {
    /// A search that has not begun.
    pub(super) fn new(
        size: S,
        tables: T,
        may_grow: bool,
        should_stop: &'a (dyn Fn() -> bool + 'a),
    ) -> Self {
        Self {
            context: SearchContext { size, tables },
            may_grow,
            should_stop,
            nodes: 0,
            stopped: false,
            outgrown: false,
        }
    }

    /// Searches a position, which is not over, with the window from `alpha` to `alpha + 1`.
    ///
    /// Returns a bound on the value: an upper bound where it is at most `alpha` (fail low), a lower bound where it
    /// is more (fail high).
    pub(super) fn null_window<I: Isa, const LANES: usize>(
        &mut self,
        mine: u64,
        theirs: u64,
        alpha: i32,
    ) -> i32 {
        let context = self.context;
        let plies = (mine | theirs).count_ones();
        match static_result(context.size, mine, theirs) {
            StaticResult::Win => context.win_at(plies + 1),
            StaticResult::Loss => -context.win_at(plies + 2),
            StaticResult::Full => 0,
            StaticResult::Open(node) => match context.follow_forced(node) {
                ForcedResult::Exact(value) => value,
                ForcedResult::Open(line) => {
                    let (key, _) = line.node.key(context.size);
                    let known = context.probe(context.slot(key), line.node.plies);
                    self.search_child::<I, LANES>(&line, known, alpha)
                }
            },
        }
    }

    /// A bound on the value of `node`, as [`null_window`](Self::null_window) returns it.
    #[inline(always)]
    pub(super) fn search<I: Isa, const LANES: usize>(
        &mut self,
        node: &Node,
        known: ProbeResult,
        alpha: i32,
    ) -> i32 {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_PER_TIME_CHECK) && (self.should_stop)() {
            self.stopped = true;
        }
        if self.stopped {
            return alpha;
        }
        let nodes_before = self.nodes;
        let context = self.context;
        // Mate distance pruning. Neither side wins with its next stone, so the second is the soonest. Part of the
        // first form, not measured alone.
        let soonest_win = context.win_at(node.plies + 3);
        if soonest_win <= alpha {
            return soonest_win;
        }
        let soonest_loss = -context.win_at(node.plies + 4);
        if soonest_loss > alpha {
            return soonest_loss;
        }
        // Double threats. Looking at all drops at once with vector instructions: 551 ms portable, 444 ms with
        // 256 bits, 421 ms with 512.
        let mut drops = expand::<S, LANES>(context.size, node);
        if drops.any_wins() {
            return soonest_win;
        }
        // Mate distance pruning again: without a double threat a win takes one stone more.
        let upper = known.upper.min(context.win_at(node.plies + 5));
        if upper <= alpha {
            return upper;
        }

        let mut picker = MovePicker::new(context, node, &drops);
        // Forced moves: part of the first form, not measured alone.
        picker.follow_forced(context, alpha);
        // Parity bounds: 6.09 M nodes -> 2.74 M.
        if picker.best <= alpha {
            picker.apply_parity(context.size, alpha);
        }
        if picker.best > alpha {
            return picker.best;
        }
        // Move ordering: static scores, the hash move, forcing moves; 87 % of first drops cut off.
        let (_, mirrored) = node.key(context.size);
        let hash_move = known.column.map(|column| self.turned(column, mirrored));
        score_moves::<S, LANES>(context.size, node, MIDDLE, hash_move, &mut drops);
        picker.bonus_forcing(&mut drops.scores);
        // Enhanced transposition cutoff, part of the first form and not measured alone. Near the end a drop is
        // cheaper to search than all of them are to probe: 2.30 M nodes -> 2.33 M, 350 ms -> 340 ms.
        let probes_all = node.plies + PROBE_ALL_FROM <= context.size.cells();
        if probes_all {
            picker.probe_children(context, &mut drops.scores, alpha);
            if picker.best > alpha {
                return picker.best;
            }
        }

        let under_search = context.tables.under_search(node.plies);
        while let Some(lane) = picker.next_best(&drops.scores) {
            if (!probes_all || picker.is_second_round)
                && picker.probe_child(context, lane, alpha).is_none()
            {
                if picker.best > alpha {
                    break;
                }
                continue;
            }
            if let Some(under_search) = under_search {
                let is_first = self.nodes == nodes_before;
                if !is_first && !picker.is_second_round && under_search.has(picker.slots[lane]) {
                    picker.put_off(lane);
                    continue;
                }
                under_search.begin(picker.slots[lane]);
            }
            let value =
                self.search_child::<I, LANES>(&picker.line(lane), picker.known[lane], alpha);
            if let Some(under_search) = under_search {
                under_search.end(picker.slots[lane]);
            }
            if self.stopped {
                return alpha;
            }
            picker.raise_best(value, lane);
            if value > alpha {
                break;
            }
            if under_search.is_some() {
                // Another thread may have settled this very position meanwhile.
                let now = context.probe(known.slot, node.plies);
                if now.lower > alpha {
                    return now.lower;
                }
                if now.upper <= alpha {
                    return now.upper;
                }
            }
        }
        // Fail-soft: what was proven is as sharp as the drops allow, and keeps the bound of the other side.
        let (lower, upper) = if picker.best > alpha {
            (picker.best, known.upper)
        } else {
            (known.lower, picker.best.min(upper))
        };
        let entry = TtEntry {
            lower,
            upper,
            column: picker
                .best_column
                .map(|column| self.turned(column, mirrored)),
        };
        let table = context.tables.table(node.plies);
        table.store(known.slot, entry, self.nodes - nodes_before);
        if self.may_grow && table.is_outgrown() {
            self.outgrown = true;
            self.stopped = true;
        }
        picker.best
    }

    /// A bound on the value of a line of forced moves, for the side to move at its beginning.
    #[inline(always)]
    fn search_child<I: Isa, const LANES: usize>(
        &mut self,
        line: &ForcedLine,
        known: ProbeResult,
        alpha: i32,
    ) -> i32 {
        if line.same_side {
            I::search::<S, T, LANES>(self, &line.node, known, alpha)
        } else {
            -I::search::<S, T, LANES>(self, &line.node, known, -alpha - 1)
        }
    }

    #[inline(always)]
    fn turned(&self, column: u32, mirrored: bool) -> u32 {
        if mirrored {
            self.context.size.columns() - 1 - column
        } else {
            column
        }
    }
}
