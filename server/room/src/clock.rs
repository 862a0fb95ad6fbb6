//! The clock of one game: free first plies, lag credit, excuses after a restart, and holds.
//!
//! The time of the side to move runs from the moment at which its turn was told, and what it thought is
//! subtracted when an event settles it: `Played` and `ClockStopped` record the time charged. A replay
//! therefore needs no moment at which a turn began. The events of older servers (`Moved`, `TakenBack`,
//! `Over` without `ClockStopped`) record no time; for them it is what ran up to the moment recorded.
//!
//! Each side's first ply in a game is free, so the clock runs from ply 3. When the server was away, the
//! clock stands still for a person until they are back or their grace is over: `ClockStarted`, which is
//! recorded, says when, so that replay need not know who was here. While the clock is held, because the
//! store or the server is at fault, no time passes for anybody.

use protocol::clock::{ClockFace, Millis};
use protocol::side::{BySide, Side};
use protocol::spec::ClockSpec;

use crate::Timing;

/// Plies that are free of the clock: each side's first.
pub(crate) const FREE_PLIES: usize = 2;

/// A Fischer clock with what the table adds to it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TableClock {
    increment: Millis,
    /// Time of each side, without what is thought in the turn under way.
    remaining: BySide<Millis>,
    /// None while nobody's time is counted: the ply is free, its side is excused, or the clock was stopped.
    turn: Option<Turn>,
    /// Whether time stands still because the store or the server is at fault.
    held: bool,
    /// Lag credit that each side has spent in this game.
    spent: BySide<Millis>,
    /// Sides whose time stands still since the server came back, until `ClockStarted`.
    excused: BySide<bool>,
    /// When the server came back last.
    resumed: Millis,
}

/// The turn of a side whose time is counted.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Turn {
    side: Side,
    /// Thinking time before `since`.
    thought: Millis,
    /// Since when the time runs; none while the clock is held.
    since: Option<Millis>,
}

impl Turn {
    fn thought(&self, now: Millis) -> Millis {
        self.thought + self.since.map_or(Millis::ZERO, |since| now - since)
    }
}

impl TableClock {
    pub(crate) fn new(spec: ClockSpec) -> Self {
        Self {
            increment: spec.increment(),
            remaining: BySide {
                first: spec.initial(),
                second: spec.initial(),
            },
            turn: None,
            held: false,
            spent: BySide::default(),
            excused: BySide::default(),
            resumed: Millis::ZERO,
        }
    }

    /// Begins the turn of `side` at `at`. No time is counted in it where its ply is free or the side is
    /// excused.
    ///
    /// A turn that no event has settled, as in the logs of older servers, is charged up to `at`.
    pub(crate) fn begin_turn(&mut self, side: Side, at: Millis, free: bool) {
        self.settle_at(at);
        if !free && !self.excused[side] {
            self.turn = Some(Turn {
                side,
                thought: Millis::ZERO,
                since: (!self.held).then_some(at),
            });
        }
    }

    /// Ends the turn of `side` by a ply, for which it is charged and earns `earned`. Returns what it has
    /// left.
    pub(crate) fn press(
        &mut self,
        side: Side,
        charged: Millis,
        credit: Millis,
        earned: Millis,
    ) -> Millis {
        self.turn = None;
        self.spent[side] += credit;
        self.remaining[side] = self.remaining[side] - charged + earned;
        self.remaining[side]
    }

    /// Ends the turn under way: `charged` is subtracted from the time of `side`, and the clock stands still.
    pub(crate) fn settle(&mut self, side: Side, charged: Millis) {
        self.turn = None;
        self.remaining[side] = self.remaining[side] - charged;
    }

    /// Ends the turn under way, if no event did, and charges what was thought until `at`.
    pub(crate) fn settle_at(&mut self, at: Millis) {
        if let Some(turn) = self.turn {
            self.settle(turn.side, turn.thought(at));
        }
    }

    /// Takes the increments of plies that are taken back from the time of `side`.
    pub(crate) fn give_back(&mut self, side: Side, earned: Millis) {
        self.remaining[side] = self.remaining[side] - earned;
    }

    /// The server was away: nothing is charged for the turn under way, and `people` are excused.
    pub(crate) fn resume(&mut self, at: Millis, people: BySide<bool>) {
        self.turn = None;
        self.held = false;
        self.excused = people;
        self.resumed = at;
    }

    /// `side` is excused no more.
    pub(crate) fn excuse_ends(&mut self, side: Side) {
        self.excused[side] = false;
    }

    /// Lets no time pass from `at` on. What was thought before stays charged.
    pub(crate) fn hold(&mut self, at: Millis) {
        self.held = true;
        if let Some(turn) = &mut self.turn {
            turn.thought = turn.thought(at);
            turn.since = None;
        }
    }

    /// Lets time pass again, from `at` on.
    pub(crate) fn release(&mut self, at: Millis) {
        self.held = false;
        if let Some(turn) = &mut self.turn {
            turn.since = Some(at);
        }
    }

    pub(crate) fn is_held(&self) -> bool {
        self.held
    }

    pub(crate) fn is_excused(&self, side: Side) -> bool {
        self.excused[side]
    }

    /// When the server came back last; excuses last for the grace from then.
    pub(crate) fn resumed(&self) -> Millis {
        self.resumed
    }

    /// What a timed ply earns.
    pub(crate) fn increment(&self) -> Millis {
        self.increment
    }

    /// Thinking time in the turn under way; none where it is not counted.
    pub(crate) fn thought(&self, now: Millis) -> Option<Millis> {
        self.turn.map(|turn| turn.thought(now))
    }

    /// Thinking time to charge for the turn under way, if it ends at `now` without a ply: at most all that
    /// its side has left.
    pub(crate) fn charge(&self, now: Millis) -> Option<Millis> {
        self.turn
            .map(|turn| turn.thought(now).min(self.remaining[turn.side]))
    }

    /// The lag credit for a ply of `side` at `now`, by the server's own measure of the round trip.
    ///
    /// It is bounded for one ply and for the game, and no more is spent than the side thought. A ply for
    /// which no time is counted needs none.
    pub(crate) fn credit(
        &self,
        side: Side,
        now: Millis,
        round_trip: Millis,
        timing: &Timing,
    ) -> Millis {
        round_trip
            .min(timing.credit_per_ply)
            .min(timing.credit_per_game - self.spent[side])
            .min(self.thought(now).unwrap_or_default())
    }

    /// The moment at which the flag of the side to move falls, unless it plays or the clock is held.
    pub(crate) fn flag(&self) -> Option<Millis> {
        let turn = self.turn?;
        Some(turn.since? + self.remaining[turn.side] - turn.thought)
    }

    /// Whether the side to move has thought longer at `now` than it had time, the lag credit aside.
    pub(crate) fn is_flagged(&self, now: Millis, credit: Millis) -> bool {
        self.turn
            .is_some_and(|turn| turn.thought(now) - credit > self.remaining[turn.side])
    }

    pub(crate) fn left(&self, side: Side, now: Millis) -> Millis {
        let turn = self.turn.filter(|turn| turn.side == side);
        self.remaining[side] - turn.map_or(Millis::ZERO, |turn| turn.thought(now))
    }

    pub(crate) fn face(&self, now: Millis) -> ClockFace {
        let running = self.turn.filter(|turn| turn.since.is_some());
        ClockFace {
            remaining: BySide::from_fn(|side| self.left(side, now)),
            running: running.map(|turn| turn.side),
        }
    }
}

#[cfg(test)]
mod tests;
