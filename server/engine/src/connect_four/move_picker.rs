//! The drops of one position that are still to be searched, one lane for each column.

use super::context::{ProbeResult, SearchContext};
use super::expand::Drops;
use super::node::{ForcedLine, ForcedResult, Node};
use super::parity;
use super::size::Size;
use super::tables::Tables;
use super::transposition_table::Slot;

/// Less than every value.
const NO_VALUE: i32 = -99;

/// Bonus of a drop that forces the reply.
const FORCES: i64 = 40;
/// Bonus of a drop whose position has an entry with a best column in the table.
const IN_TABLE: i64 = 12;
/// Bonus of a drop for each point of its lower bound in the table.
const LOWER_BOUND: i64 = 9;

/// Settles drops without a search where it can, and hands out the rest, best score first.
///
/// The weights were found by hill climbing over positions outside the measured sets: 2.74 M nodes -> 2.65 M on
/// `L1_R3`, 1210 -> 1116 on `L1_R1`. Forcing moves first and the table's lower bound gave the most.
#[derive(Debug)]
pub(super) struct MovePicker<const LANES: usize> {
    /// The positions that the drops lead to, forced replies followed, field by field as in [`Node`]: most come out
    /// of [`Drops`] as whole vectors.
    mine: [u64; LANES],
    theirs: [u64; LANES],
    their_threats: [u64; LANES],
    moves: [u64; LANES],
    plies: [u32; LANES],
    /// Bit set of the lanes in whose position the side is to move that dropped.
    same_side: u32,
    /// The table's bounds on these positions.
    pub(super) known: [ProbeResult; LANES],
    /// The best value so far: of a drop, or the greatest upper bound of the drops that were ruled out.
    pub(super) best: i32,
    /// The column of the best value that a drop was given; drops that were ruled out do not count.
    pub(super) best_column: Option<u32>,
    pub(super) slots: [Slot; LANES],
    /// Bit set of the lanes still to be searched.
    live: u32,
    /// Bit set of the lanes that were put off while another thread searches them.
    put_off: u32,
    /// True once the lanes that were put off are handed out.
    pub(super) is_second_round: bool,
    /// Bit set of the lanes whose drop leaves the other side one reply.
    forced: u32,
}

impl<const LANES: usize> MovePicker<LANES> {
    /// The drops of a position. The table's memory for them is requested here and used after the static work on all of
    /// them: without that `L1_R3` took 409 ms instead of 337.
    #[inline(always)]
    pub(super) fn new<S: Size, T: Tables>(
        context: SearchContext<S, T>,
        node: &Node,
        drops: &Drops<LANES>,
    ) -> Self {
        let mut picker = Self {
            mine: [node.theirs; LANES],
            theirs: drops.stones,
            their_threats: drops.threats,
            moves: drops.replies,
            plies: [node.plies + 1; LANES],
            same_side: 0,
            known: [ProbeResult::default(); LANES],
            best: NO_VALUE,
            best_column: None,
            slots: drops.keys.map(|key| context.slot(key)),
            live: 0,
            put_off: 0,
            is_second_round: false,
            forced: 0,
        };
        let mut dropped = 0;
        for lane in 0..LANES {
            let replies = drops.replies[lane];
            dropped |= u32::from(drops.stones[lane] != node.mine) << lane;
            picker.live |= u32::from(replies != 0) << lane;
            picker.forced |= u32::from(replies & replies.wrapping_sub(1) == 0) << lane;
        }
        if let Some(lane) = lanes(dropped & !picker.live).next() {
            // No drop wins here, so the board is full.
            picker.raise_best(0, lane);
        }
        picker.live &= dropped;
        picker.forced &= picker.live;
        for lane in lanes(picker.live & !picker.forced) {
            let table = context.tables.table(picker.plies[lane]);
            table.prefetch(picker.slots[lane]);
        }
        picker
    }

    /// The position that a drop leads to, forced replies followed, and true if the side that dropped is to move there.
    #[inline(always)]
    pub(super) fn line(&self, lane: usize) -> ForcedLine {
        ForcedLine {
            node: Node {
                mine: self.mine[lane],
                theirs: self.theirs[lane],
                their_threats: self.their_threats[lane],
                moves: self.moves[lane],
                plies: self.plies[lane],
            },
            same_side: self.is_same_side(lane),
        }
    }

    #[inline(always)]
    fn is_same_side(&self, lane: usize) -> bool {
        self.same_side >> lane & 1 != 0
    }

    /// Follows the forced replies. A line that is decided on its way gives the drop its exact value; one whose end
    /// is too late for a win above `alpha` is ruled out (mate distance pruning).
    #[inline(always)]
    pub(super) fn follow_forced<S: Size, T: Tables>(
        &mut self,
        context: SearchContext<S, T>,
        alpha: i32,
    ) {
        for lane in lanes(self.forced) {
            let most = match context.follow_forced(self.line(lane).node) {
                ForcedResult::Exact(value) => {
                    self.live &= !(1 << lane);
                    self.raise_best(-value, lane);
                    if self.best > alpha {
                        return;
                    }
                    continue;
                }
                ForcedResult::Open(line) => {
                    // The line began with the reply, one ply after the drop.
                    let same_side = !line.same_side;
                    let node = line.node;
                    self.mine[lane] = node.mine;
                    self.theirs[lane] = node.theirs;
                    self.their_threats[lane] = node.their_threats;
                    self.moves[lane] = node.moves;
                    self.plies[lane] = node.plies;
                    self.same_side |= u32::from(same_side) << lane;
                    context.win_at(line.node.plies + if same_side { 3 } else { 4 })
                }
            };
            if most > alpha {
                let (key, _) = self.line(lane).node.key(context.size);
                self.slots[lane] = context.slot(key);
                let table = context.tables.table(self.plies[lane]);
                table.prefetch(self.slots[lane]);
            } else {
                self.rule_out(lane, most);
            }
        }
    }

    /// Settles the drops whose parity bounds are outside of the window.
    #[inline(always)]
    pub(super) fn apply_parity<S: Size>(&mut self, size: S, alpha: i32) {
        for lane in lanes(self.live) {
            let line = self.line(lane);
            let value = if line.same_side {
                parity::settle(size, &line.node, alpha)
            } else {
                parity::settle(size, &line.node, -alpha - 1).map(|value| -value)
            };
            match value {
                Some(least) if least > alpha => {
                    self.raise_best(least, lane);
                    return;
                }
                Some(most) => self.rule_out(lane, most),
                None => {}
            }
        }
    }

    /// Enhanced transposition cutoff: probes the table for every drop, settles those whose bounds are outside of
    /// the window, and adds what is known of the others to their scores.
    #[inline(always)]
    pub(super) fn probe_children<S: Size, T: Tables>(
        &mut self,
        context: SearchContext<S, T>,
        scores: &mut [i64; LANES],
        alpha: i32,
    ) {
        for lane in lanes(self.live) {
            if let Some(least) = self.probe_child(context, lane, alpha) {
                scores[lane] += IN_TABLE * i64::from(self.known[lane].column.is_some())
                    + LOWER_BOUND * i64::from(least);
            } else if self.best > alpha {
                return;
            }
        }
    }

    /// Probes the table for one drop; its lower bound, or none where the table settles the drop.
    #[inline(always)]
    pub(super) fn probe_child<S: Size, T: Tables>(
        &mut self,
        context: SearchContext<S, T>,
        lane: usize,
        alpha: i32,
    ) -> Option<i32> {
        let known = context.probe(self.slots[lane], self.plies[lane]);
        let (least, most) = if self.is_same_side(lane) {
            (known.lower, known.upper)
        } else {
            (-known.upper, -known.lower)
        };
        if least > alpha {
            self.raise_best(least, lane);
            return None;
        }
        if most <= alpha {
            self.rule_out(lane, most);
            return None;
        }
        self.known[lane] = known;
        Some(least)
    }

    /// Adds the bonus of drops that force the reply, after which the same side is to move again.
    #[inline(always)]
    pub(super) fn bonus_forcing(&self, scores: &mut [i64; LANES]) {
        for (lane, score) in scores.iter_mut().enumerate() {
            *score += FORCES * i64::from(self.is_same_side(lane));
        }
    }

    /// Puts off a lane that was taken out, until all others were.
    #[inline(always)]
    pub(super) fn put_off(&mut self, lane: usize) {
        self.put_off |= 1 << lane;
    }

    /// Takes out the lane with the highest score; of equals the one furthest to the right.
    #[inline(always)]
    pub(super) fn next_best(&mut self, scores: &[i64; LANES]) -> Option<usize> {
        if self.live == 0 && self.put_off != 0 {
            self.live = std::mem::take(&mut self.put_off);
            self.is_second_round = true;
        }
        let best = lanes(self.live).max_by_key(|lane| scores[*lane])?;
        self.live &= !(1 << best);
        Some(best)
    }

    /// Raises the best value to that of a drop.
    #[inline(always)]
    pub(super) fn raise_best(&mut self, value: i32, lane: usize) {
        if value > self.best {
            self.best = value;
            self.best_column = Some(lane as u32);
        }
    }

    /// Takes out a drop whose upper bound is at most alpha.
    #[inline(always)]
    fn rule_out(&mut self, lane: usize, most: i32) {
        self.live &= !(1 << lane);
        self.best = self.best.max(most);
    }
}

/// The numbers of the bits that are set.
#[inline(always)]
fn lanes(mut bits: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (bits != 0).then(|| {
            let lane = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            lane
        })
    })
}
