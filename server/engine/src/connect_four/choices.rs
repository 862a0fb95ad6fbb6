//! The drops that are still in question at one position, one lane for each column.

use super::expand::Drops;
use super::node::Node;
use super::parity;
use super::search::{Entry, Fork, Outcome, Tree};
use super::size::Size;
use super::table::Slot;

/// Less than every value.
const NOTHING_YET: i32 = -99;

/// What it is worth to a drop that it forces the other side's answer.
const FORCES: i64 = 40;
/// What it is worth to a drop that the position after it was searched before.
const KNOWN: i64 = 12;
/// What a point of the table's lower bound is worth to a drop.
const BOUND: i64 = 9;

/// See the module.
#[derive(Debug)]
pub(super) struct Choices<const LANES: usize> {
    /// Where the drops lead.
    pub(super) forks: [Fork; LANES],
    /// What the table knows of these.
    pub(super) entries: [Entry; LANES],
    /// The best value found, or the least upper bound of the drops that were ruled out.
    pub(super) best: i32,
    /// The column of the best value, where it is one.
    pub(super) best_column: Option<u32>,
    slots: [Slot; LANES],
    /// The lanes still in question.
    live: u32,
    /// The lanes whose drop leaves the other side one answer.
    forced: u32,
}

impl<const LANES: usize> Choices<LANES> {
    /// The drops of a position. What the table knows of them is on its way from memory afterwards.
    #[inline(always)]
    pub(super) fn of<S: Size>(tree: &Tree<'_, S>, node: &Node, drops: &Drops<LANES>) -> Self {
        let mut choices = Self {
            forks: [Fork::default(); LANES],
            entries: [Entry::default(); LANES],
            best: NOTHING_YET,
            best_column: None,
            slots: [Slot::default(); LANES],
            live: 0,
            forced: 0,
        };
        let mut moves = node.moves;
        while moves != 0 {
            let lane = (moves.trailing_zeros() / tree.size.stride()) as usize;
            moves &= moves - 1;
            let replies = drops.replies[lane];
            if replies == 0 {
                // No drop wins here, so the board is full.
                choices.note(0, lane);
                continue;
            }
            choices.forks[lane].node = Node {
                mine: node.theirs,
                theirs: drops.stones[lane],
                their_threats: drops.threats[lane],
                moves: replies,
                plies: node.plies + 1,
            };
            choices.live |= 1 << lane;
            if replies.is_power_of_two() {
                choices.forced |= 1 << lane;
            } else {
                choices.send_for(tree, lane, drops.keys[lane]);
            }
        }
        choices
    }

    /// Plays the answers of the drops that leave but one.
    #[inline(always)]
    pub(super) fn follow_forced<S: Size>(&mut self, tree: &Tree<'_, S>, alpha: i32) {
        for lane in lanes(self.forced) {
            let most = match tree.follow(self.forks[lane].node) {
                Outcome::Settled(value) => {
                    self.live &= !(1 << lane);
                    self.note(-value, lane);
                    if self.best > alpha {
                        return;
                    }
                    continue;
                }
                Outcome::Open(fork) => {
                    let again = !fork.again;
                    self.forks[lane] = Fork { again, ..fork };
                    tree.win_at(fork.node.plies + if again { 3 } else { 4 })
                }
            };
            if most > alpha {
                let (key, _) = self.forks[lane].node.key(tree.size);
                self.send_for(tree, lane, key);
            } else {
                self.rule_out(lane, most);
            }
        }
    }

    /// Settles what parity proves.
    #[inline(always)]
    pub(super) fn apply_parity<S: Size>(&mut self, size: S, alpha: i32) {
        for lane in lanes(self.live) {
            let fork = &self.forks[lane];
            let (least, most) = match (fork.again, parity::bounds(size, &fork.node)) {
                (true, bounds) => bounds,
                (false, (least, most)) => (-most, -least),
            };
            if least > alpha {
                self.note(least, lane);
                return;
            }
            if most <= alpha {
                self.rule_out(lane, most);
            }
        }
    }

    /// Settles what the table knows, and lets its knowledge count for how promising the others are.
    #[inline(always)]
    pub(super) fn consult<S: Size>(
        &mut self,
        tree: &Tree<'_, S>,
        promise: &mut [i64; LANES],
        alpha: i32,
    ) {
        for lane in lanes(self.live) {
            if let Some(least) = self.look_up(tree, lane, alpha) {
                promise[lane] += KNOWN * i64::from(self.entries[lane].column.is_some())
                    + BOUND * i64::from(least);
            } else if self.best > alpha {
                return;
            }
        }
    }

    /// Looks a drop up; its least value so far, unless what the table knows settles it.
    #[inline(always)]
    pub(super) fn look_up<S: Size>(
        &mut self,
        tree: &Tree<'_, S>,
        lane: usize,
        alpha: i32,
    ) -> Option<i32> {
        let entry = tree.look_up(self.slots[lane]);
        let (least, most) = if self.forks[lane].again {
            (entry.lower, entry.upper)
        } else {
            (-entry.upper, -entry.lower)
        };
        if least > alpha {
            self.note(least, lane);
            return None;
        }
        if most <= alpha {
            self.rule_out(lane, most);
            return None;
        }
        self.entries[lane] = entry;
        Some(least)
    }

    /// Lets it count for how promising the drops are that some force the other side's answer.
    #[inline(always)]
    pub(super) fn favour_forcing(&self, promise: &mut [i64; LANES]) {
        for (fork, promise) in self.forks.iter().zip(promise) {
            *promise += FORCES * i64::from(fork.again);
        }
    }

    /// Takes out the most promising lane; of equals the one furthest to the right.
    #[inline(always)]
    pub(super) fn pick(&mut self, promise: &[i64; LANES]) -> Option<usize> {
        let best = lanes(self.live).max_by_key(|lane| promise[*lane])?;
        self.live &= !(1 << best);
        Some(best)
    }

    /// Notes the value of a drop.
    #[inline(always)]
    pub(super) fn note(&mut self, value: i32, lane: usize) {
        if value > self.best {
            self.best = value;
            self.best_column = Some(lane as u32);
        }
    }

    /// Notes that a drop is worth this at most, which is not enough.
    #[inline(always)]
    fn rule_out(&mut self, lane: usize, most: i32) {
        self.live &= !(1 << lane);
        self.best = self.best.max(most);
    }

    #[inline(always)]
    fn send_for<S: Size>(&mut self, tree: &Tree<'_, S>, lane: usize, key: u64) {
        self.slots[lane] = tree.table.slot(key);
        tree.table.prefetch(self.slots[lane]);
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
