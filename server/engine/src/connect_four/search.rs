//! The search: is the value of a position above a number?
//!
//! Alpha-beta with a null window, fail-soft: the answer is a bound on the value, and what was proved stays
//! in the table. A position is looked at in order of cost: what its number of stones allows; what its drops
//! show at once (threats that cannot all be met); what forced answers lead to; what parity proves; what the
//! table knows of every drop. Only then are drops searched, the most promising first.
//!
//! Sources: fail-soft alpha-beta, J. Fishburn; looking all drops up before searching one (enhanced
//! transposition cutoff), J. Schaeffer and A. Plaat. What each part gave is in `SOLVER.md`.

use super::choices::Choices;
use super::expand::{expand, guess};
use super::node::{Glance, Node, glance};
use super::raw::Version;
use super::size::Size;
use super::table::{Known, Slot, Table};

/// How often the word to stop is listened for: every so many nodes, well below a millisecond.
const NODES_BETWEEN_LOOKS: u64 = 1 << 12;

/// With fewer cells left than this the table is asked about one drop at a time.
const LATE: u32 = 12;

/// A search under way.
pub(super) struct Tree<'a, S> {
    pub(super) size: S,
    pub(super) table: &'a Table,
    /// Whether nobody else uses the table, so that it may grow.
    pub(super) alone: bool,
    /// Which of several threads that search the same this is; each has an order of its own.
    pub(super) worker: u32,
    /// Whether the search is to end.
    pub(super) until: &'a (dyn Fn() -> bool + 'a),
    /// Positions that were expanded.
    pub(super) nodes: u64,
    /// The search was told to stop: what it returns means nothing.
    pub(super) stopped: bool,
}

/// What the table says of a position, and where it says it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entry {
    pub(super) slot: Slot,
    pub(super) lower: i32,
    pub(super) upper: i32,
    /// The column that was best, in the image that the table keeps.
    pub(super) column: Option<u32>,
}

/// A position with a choice, which forced answers led to.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Fork {
    pub(super) node: Node,
    /// Whether the side that began is to move.
    pub(super) again: bool,
}

/// What forced answers lead to.
pub(super) enum Outcome {
    /// The value for the side that began.
    Settled(i32),
    /// A position to be searched.
    Open(Fork),
}

impl<'a, S: Size> Tree<'a, S> {
    /// A search that has not begun.
    pub(super) fn new(
        size: S,
        table: &'a Table,
        alone: bool,
        worker: u32,
        until: &'a (dyn Fn() -> bool + 'a),
    ) -> Self {
        Self {
            size,
            table,
            alone,
            worker,
            until,
            nodes: 0,
            stopped: false,
        }
    }

    /// A bound on the value of a position that is not over: at most the answer where that is at most
    /// `alpha`, at least the answer where that is more.
    pub(super) fn ask<V: Version, const LANES: usize>(
        &mut self,
        mine: u64,
        theirs: u64,
        alpha: i32,
    ) -> i32 {
        let plies = (mine | theirs).count_ones();
        match glance(self.size, mine, theirs) {
            Glance::Win => self.win_at(plies + 1),
            Glance::Loss => -self.win_at(plies + 2),
            Glance::Full => 0,
            Glance::Open(node) => match self.follow(node) {
                Outcome::Settled(value) => value,
                Outcome::Open(fork) => {
                    let (key, _) = fork.node.key(self.size);
                    let entry = self.look_up(self.table.slot(key));
                    self.descend::<V, LANES>(&fork, entry, alpha)
                }
            },
        }
    }

    /// A bound on the value of `node`, as [`ask`](Self::ask) gives it.
    #[inline(always)]
    pub(super) fn visit<V: Version, const LANES: usize>(
        &mut self,
        node: &Node,
        entry: Entry,
        alpha: i32,
    ) -> i32 {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_BETWEEN_LOOKS) && (self.until)() {
            self.stopped = true;
        }
        if self.stopped {
            return alpha;
        }
        let begun = self.nodes;
        // Neither side wins with its next stone: the second is the soonest.
        let soonest = self.win_at(node.plies + 3);
        if soonest <= alpha {
            return soonest;
        }
        let worst = -self.win_at(node.plies + 4);
        if worst > alpha {
            return worst;
        }
        let mut drops = expand::<S, LANES>(self.size, node);
        if drops.any_wins() {
            return soonest;
        }
        let upper = entry.upper.min(self.win_at(node.plies + 5));
        if upper <= alpha {
            return upper;
        }

        let mut choices = Choices::of(self, node, &drops);
        choices.follow_forced(self, alpha);
        if choices.best <= alpha {
            choices.apply_parity(self.size, alpha);
        }
        if choices.best > alpha {
            return choices.best;
        }
        let (_, mirrored) = node.key(self.size);
        let hint = entry.column.map(|column| self.turned(column, mirrored));
        guess::<S, LANES>(self.size, node, hint, &mut drops);
        if self.worker > 0 {
            disagree(&mut drops.promise, node.plies, self.worker);
        }
        choices.favour_forcing(&mut drops.promise);
        // Near the end a drop is cheaper to search than all of them are to look up.
        let looks_all_up = node.plies + LATE <= self.size.cells();
        if looks_all_up {
            choices.consult(self, &mut drops.promise, alpha);
            if choices.best > alpha {
                return choices.best;
            }
        }

        while let Some(lane) = choices.pick(&drops.promise) {
            if !looks_all_up && choices.look_up(self, lane, alpha).is_none() {
                if choices.best > alpha {
                    break;
                }
                continue;
            }
            let value =
                self.descend::<V, LANES>(&choices.forks[lane], choices.entries[lane], alpha);
            if self.stopped {
                return alpha;
            }
            choices.note(value, lane);
            if value > alpha {
                break;
            }
        }
        let (lower, upper) = if choices.best > alpha {
            (choices.best, entry.upper)
        } else {
            (entry.lower, choices.best.min(upper))
        };
        let known = Known {
            lower,
            upper,
            column: choices
                .best_column
                .map(|column| self.turned(column, mirrored)),
        };
        self.table.store(entry.slot, known, self.nodes - begun);
        if self.alone {
            self.table.grow_if_nearly_full();
        }
        choices.best
    }

    /// Asks about a fork, from the side that began.
    #[inline(always)]
    fn descend<V: Version, const LANES: usize>(
        &mut self,
        fork: &Fork,
        entry: Entry,
        alpha: i32,
    ) -> i32 {
        if fork.again {
            V::visit::<S, LANES>(self, &fork.node, entry, alpha)
        } else {
            -V::visit::<S, LANES>(self, &fork.node, entry, -alpha - 1)
        }
    }

    /// Plays the answers that are forced.
    #[inline(always)]
    pub(super) fn follow(&self, mut node: Node) -> Outcome {
        let mut again = true;
        while node.moves.is_power_of_two() {
            let plies = node.plies + 1;
            let value = match glance(self.size, node.theirs, node.mine | node.moves) {
                Glance::Win => -self.win_at(plies + 1),
                Glance::Loss => self.win_at(plies + 2),
                Glance::Full => 0,
                Glance::Open(next) => {
                    node = next;
                    again = !again;
                    continue;
                }
            };
            return Outcome::Settled(if again { value } else { -value });
        }
        Outcome::Open(Fork { node, again })
    }

    /// What the table knows of a slot, and where it does not, what holds of every position.
    #[inline(always)]
    pub(super) fn look_up(&self, slot: Slot) -> Entry {
        let known = self.table.probe(slot);
        let most = self.win_at(0);
        Entry {
            slot,
            lower: known.map_or(-most, |known| known.lower),
            upper: known.map_or(most, |known| known.upper),
            column: known.and_then(|known| known.column),
        }
    }

    /// The score of a side that completes a line with the stone that makes `plies` on the board; 0 where no
    /// such stone is left.
    #[inline(always)]
    pub(super) fn win_at(&self, plies: u32) -> i32 {
        ((self.size.cells() as i32 + 2 - plies as i32) / 2).max(0)
    }

    #[inline(always)]
    fn turned(&self, column: u32, mirrored: bool) -> u32 {
        if mirrored {
            self.size.columns() - 1 - column
        } else {
            column
        }
    }
}

/// Changes the guesses a little, in another way for each worker, so that workers who share a table do not
/// all search the same.
#[cold]
fn disagree(promise: &mut [i64], plies: u32, worker: u32) {
    for (lane, promise) in promise.iter_mut().enumerate() {
        let number = (lane as u32 + 1) * 7 + plies * 13 + worker * 29;
        *promise += i64::from(number.wrapping_mul(0x9e37_79b9) >> 28) * 3;
    }
}
