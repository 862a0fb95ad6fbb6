//! The search: is the value of a position above a number?
//!
//! Alpha-beta with a null window, fail-soft: the answer is a bound on the value, and what was proved stays
//! in the table. A position is looked at in order of cost: what its number of stones allows, what its drops
//! show at once (threats that cannot all be met, answers that are forced), what parity proves, what the
//! table knows of every drop. Only then are drops searched, the most promising first.

use super::expand::{Drops, expand, guess};
use super::node::{Glance, Node, glance};
use super::parity;
use super::raw::Version;
use super::size::Size;
use super::table::{Known, Slot, Table};
use crate::search::Stop;

/// How often the word to stop is listened for: every so many nodes, a power of two.
const NODES_BETWEEN_LOOKS: u64 = 1 << 12;

/// Less than every value.
const NOTHING_YET: i32 = -99;

/// A search under way.
pub(super) struct Tree<'a, S> {
    pub(super) size: S,
    pub(super) table: &'a Table,
    /// Whether nobody else uses the table, so that it may grow.
    pub(super) alone: bool,
    pub(super) stop: &'a Stop,
    /// Positions that were expanded.
    pub(super) nodes: u64,
    /// The search was told to stop: what it returns means nothing.
    pub(super) stopped: bool,
}

/// What the table says of a position, and where it says it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entry {
    slot: Slot,
    lower: i32,
    upper: i32,
    column: Option<u32>,
}

/// A position with a choice that forced answers lead to.
pub(super) struct Fork {
    node: Node,
    /// Whether the side that began is to move.
    again: bool,
}

/// What forced answers lead to.
enum Outcome {
    /// The value for the side that began.
    Settled(i32),
    Open(Fork),
}

impl<S: Size> Tree<'_, S> {
    /// The score of a side that completes a line with the stone that makes `plies` on the board; 0 where no
    /// such stone is left.
    #[inline(always)]
    fn win_at(&self, plies: u32) -> i32 {
        ((self.size.cells() as i32 + 2 - plies as i32) / 2).max(0)
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
                    let entry = self.look_up(self.table.slot(key(self.size, &fork.node)));
                    self.descend::<V, LANES>(&fork, entry, alpha)
                }
            },
        }
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

    #[inline(always)]
    fn look_up(&self, slot: Slot) -> Entry {
        let known = self.table.probe(slot);
        let most = self.win_at(0);
        Entry {
            slot,
            lower: known.map_or(-most, |known| known.lower),
            upper: known.map_or(most, |known| known.upper),
            column: known.and_then(|known| known.column),
        }
    }

    /// Plays the answers that are forced.
    #[inline(always)]
    fn follow(&self, mut node: Node) -> Outcome {
        let mut again = true;
        while node.moves & (node.moves - 1) == 0 {
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

    /// Bounds on the value of a fork, from the side that began, without a search.
    #[inline(always)]
    fn prove(&self, fork: &Fork, alpha: i32) -> (i32, i32) {
        let node = &fork.node;
        let (least, most) = parity::bounds(self.size, node);
        if fork.again {
            (least, most)
        } else {
            (-most, -least)
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
        if self.nodes.is_multiple_of(NODES_BETWEEN_LOOKS) && self.stop.is_raised() {
            self.stopped = true;
        }
        if self.stopped {
            return alpha;
        }
        let begun = self.nodes;
        let plies = node.plies;
        // Nobody wins with the next stone of either side, and the other side's second is the earliest left.
        let soonest = self.win_at(plies + 3);
        if soonest <= alpha {
            return soonest;
        }
        let worst = -self.win_at(plies + 4);
        if worst > alpha {
            return worst;
        }
        let mut drops = expand::<S, LANES>(self.size, node);
        if drops.wins.iter().fold(0, |any, win| any | win) != 0 {
            return soonest;
        }
        let upper = entry.upper.min(self.win_at(plies + 5));
        if upper <= alpha {
            return upper;
        }
        let size = self.size;
        let mut best = NOTHING_YET;
        let mut best_column = None;
        let mut nodes = [Node::default(); LANES];
        let mut slots = [Slot::default(); LANES];
        let mut entries = [Entry::default(); LANES];
        let (mut live, mut again, mut forced) = (0_u32, 0_u32, 0_u32);
        let mut moves = node.moves;
        while moves != 0 {
            let lane = (moves.trailing_zeros() / size.stride()) as usize;
            moves &= moves - 1;
            let replies = drops.replies[lane];
            let taken = drops.stones[lane] | node.theirs;
            nodes[lane] = Node {
                mine: node.theirs,
                theirs: drops.stones[lane],
                my_threats: node.their_threats & !taken,
                their_threats: drops.threats[lane],
                moves: replies,
                plies: plies + 1,
            };
            if replies == 0 {
                // The board is full.
                best = 0;
                best_column = Some(lane as u32);
                continue;
            }
            if replies & (replies - 1) == 0 {
                forced |= 1 << lane;
            } else {
                slots[lane] = self.table.slot(drops.keys[lane]);
                self.table.prefetch(slots[lane]);
            }
            live |= 1 << lane;
        }
        let mut lanes = forced;
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize;
            lanes &= lanes - 1;
            match self.follow(nodes[lane]) {
                Outcome::Settled(value) => {
                    live &= !(1 << lane);
                    if -value > best {
                        best = -value;
                        best_column = Some(lane as u32);
                        if best > alpha {
                            return best;
                        }
                    }
                }
                Outcome::Open(fork) => {
                    again |= u32::from(!fork.again) << lane;
                    nodes[lane] = fork.node;
                    let most = self.win_at(fork.node.plies + if fork.again { 4 } else { 3 });
                    if most <= alpha {
                        live &= !(1 << lane);
                        best = best.max(most);
                    } else {
                        slots[lane] = self.table.slot(key(size, &fork.node));
                        self.table.prefetch(slots[lane]);
                    }
                }
            }
        }
        // Bounds that need no memory, while the table's lines are on their way.
        let mut lanes = live;
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize;
            lanes &= lanes - 1;
            let fork = Fork { node: nodes[lane], again: again >> lane & 1 != 0 };
            let (least, most) = self.prove(&fork, alpha);
            if least > alpha {
                return least;
            }
            if most <= alpha {
                live &= !(1 << lane);
                best = best.max(most);
            }
        }
        guess::<S, LANES>(size, node, &mut drops);
        let mut lanes = live;
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize;
            lanes &= lanes - 1;
            let found = self.look_up(slots[lane]);
            let (low, high) = if again >> lane & 1 != 0 {
                (found.lower, found.upper)
            } else {
                (-found.upper, -found.lower)
            };
            if low > alpha {
                return low;
            }
            if high <= alpha {
                live &= !(1 << lane);
                best = best.max(high);
                continue;
            }
            entries[lane] = found;
            let column = lane as u32;
            let middle = column.min(size.columns() - 1 - column);
            drops.promise[lane] += i64::from(middle)
                + 40 * i64::from(entry.column == Some(column))
                + 40 * i64::from(again >> lane & 1 != 0)
                + 12 * i64::from(found.column.is_some())
                + 9 * i64::from(low);
        }
        while live != 0 {
            let mut pick = live.trailing_zeros() as usize;
            let mut lanes = live & (live - 1);
            while lanes != 0 {
                let lane = lanes.trailing_zeros() as usize;
                lanes &= lanes - 1;
                if drops.promise[lane] >= drops.promise[pick] {
                    pick = lane;
                }
            }
            live &= !(1 << pick);
            let fork = Fork { node: nodes[pick], again: again >> pick & 1 != 0 };
            let value = self.descend::<V, LANES>(&fork, entries[pick], alpha);
            if self.stopped {
                return alpha;
            }
            if value > best {
                best = value;
                best_column = Some(pick as u32);
                if best > alpha {
                    break;
                }
            }
        }
        let known = if best > alpha {
            Known {
                lower: best,
                upper: entry.upper,
                column: best_column,
            }
        } else {
            Known {
                lower: entry.lower,
                upper: best.min(upper),
                column: best_column,
            }
        };
        self.table.store(entry.slot, known, self.nodes - begun);
        if self.alone {
            self.table.grow_if_nearly_full();
        }
        best
    }
}

/// What tells a position from every other but its mirror image: the stones of the side to move, and above
/// the topmost stone of each column a 1.
#[inline(always)]
fn key<S: Size>(size: S, node: &Node) -> u64 {
    let key = node.mine | ((node.mine | node.theirs) + size.bottom());
    key.min(size.mirror(key))
}
