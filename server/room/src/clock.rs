//! The clock of one game: free first plies, lag credit, waiting for players after a restart, and holds.
//!
//! The time of the side to move runs from the moment at which clients were told of its turn. The time used is
//! subtracted when an event settles the turn: `Played` and `ClockStopped` record the time charged, so a
//! replay needs no moment at which a turn began.
//!
//! Each side's first act in a game, a ply or a choice of the opening, is free. An act that leaves the turn to the
//! other side earns the increment, unless it is free. When the server was away, the clock
//! stands still for a person until they are back or their grace period is over. `ClockStarted`, which is
//! recorded, marks that moment, so a replay need not know who was present. While the clock is held, because
//! the store or the server is at fault, no time passes for anybody.
//!
//! An orderly stop records the time used in the turn. After a kill the player gets back at most the time used since the
//! last ply.

use protocol::clock::ClockFace;
use protocol::millis::Millis;
use protocol::side::{BySide, Side};
use protocol::spec::ClockSpec;

use crate::Timing;

/// A Fischer clock with the additions of a room.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct GameClock {
    increment: Millis,
    /// Time of each side, without the time used in the turn under way.
    remaining: BySide<Millis>,
    /// None while no time is counted: the ply is free, the clock waits for its side, or it was stopped.
    turn: Option<Turn>,
    /// True if time stands still because the store or the server is at fault.
    held: bool,
    /// Lag credit that each side has spent in this game.
    spent: BySide<Millis>,
    /// Sides for which the clock waits since the server came back, until `ClockStarted`.
    awaited: BySide<bool>,
    /// Moment at which the server last came back.
    resumed: Millis,
}

/// Turn of a side whose time is counted.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Turn {
    side: Side,
    /// Time used before `since`.
    thought: Millis,
    /// Moment from which the time runs; none while the clock is held.
    since: Option<Millis>,
}

/// Effect of an act on the clock of its side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Charge {
    /// Time that is subtracted: the time used, less the lag credit.
    pub(crate) charged: Millis,
    /// Lag credit that is spent.
    pub(crate) credit: Millis,
    /// Increment that is added.
    pub(crate) earned: Millis,
}

impl Turn {
    fn thought(&self, now: Millis) -> Millis {
        self.thought + self.since.map_or(Millis::ZERO, |since| now - since)
    }
}

impl GameClock {
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
            awaited: BySide::default(),
            resumed: Millis::ZERO,
        }
    }

    /// Begins the turn of `side` at `at`. No time is counted in it if its ply is free or the clock waits for the side.
    pub(crate) fn begin_turn(&mut self, side: Side, at: Millis, free: bool) {
        self.turn = None;
        if !free && !self.awaited[side] {
            self.turn = Some(Turn {
                side,
                thought: Millis::ZERO,
                since: (!self.held).then_some(at),
            });
        }
    }

    /// Ends the turn of `side` by an act. Returns the time it has left.
    pub(crate) fn press(&mut self, side: Side, charge: Charge) -> Millis {
        self.turn = None;
        self.spent[side] += charge.credit;
        self.remaining[side] = self.remaining[side] - charge.charged + charge.earned;
        self.remaining[side]
    }

    /// Ends the turn under way: subtracts `charged` from the time of `side`, and stops the clock.
    pub(crate) fn settle(&mut self, side: Side, charged: Millis) {
        self.turn = None;
        self.remaining[side] = self.remaining[side] - charged;
    }

    /// Stops the clock at the end of the game, whose last turn an event has settled.
    pub(crate) fn stop(&mut self) {
        self.turn = None;
    }

    /// Subtracts the increments of plies that are taken back from the time of `side`.
    pub(crate) fn give_back(&mut self, side: Side, earned: Millis) {
        self.remaining[side] = self.remaining[side] - earned;
    }

    /// Resumes after the server was away: nothing is charged for the turn under way, and the clock waits for the
    /// sides in `people`.
    pub(crate) fn resume(&mut self, at: Millis, people: BySide<bool>) {
        self.turn = None;
        self.held = false;
        self.awaited = people;
        self.resumed = at;
    }

    /// Ends the waiting for `side`: its time is counted again from its next turn on.
    pub(crate) fn stop_waiting_for(&mut self, side: Side) {
        self.awaited[side] = false;
    }

    /// Holds the clock: no time passes from `at` on. The time used before stays charged.
    pub(crate) fn hold(&mut self, at: Millis) {
        self.held = true;
        if let Some(turn) = &mut self.turn {
            turn.thought = turn.thought(at);
            turn.since = None;
        }
    }

    /// Releases the clock: time passes again from `at` on.
    pub(crate) fn release(&mut self, at: Millis) {
        self.held = false;
        if let Some(turn) = &mut self.turn {
            turn.since = Some(at);
        }
    }

    /// Returns true if no event came between this clock and `other`: whatever ran since was not recorded.
    pub(crate) fn has_turn_of(&self, other: &Self) -> bool {
        let side = |clock: &Self| clock.turn.map(|turn| turn.side);
        side(self) == side(other)
            && self.remaining == other.remaining
            && self.spent == other.spent
            && self.awaited == other.awaited
    }

    pub(crate) fn is_held(&self) -> bool {
        self.held
    }

    /// Returns true if no time is counted for `side` until it is back or its grace period is over.
    pub(crate) fn waits_for(&self, side: Side) -> bool {
        self.awaited[side]
    }

    /// Returns the moment at which the server last came back; the clock waits for the grace period from then.
    pub(crate) fn resumed(&self) -> Millis {
        self.resumed
    }

    /// Returns the increment of a timed ply.
    pub(crate) fn increment(&self) -> Millis {
        self.increment
    }

    /// Returns the time used in the turn under way; none if it is not counted.
    pub(crate) fn thought(&self, now: Millis) -> Option<Millis> {
        self.turn.map(|turn| turn.thought(now))
    }

    /// Returns the time to charge for the turn under way if it ends at `now` without a ply: at most all that
    /// its side has left.
    pub(crate) fn charge(&self, now: Millis) -> Option<Millis> {
        self.turn
            .map(|turn| turn.thought(now).min(self.remaining[turn.side]))
    }

    /// Returns the lag credit for a ply of `side` at `now`, from the round trip that the server measured.
    ///
    /// It is bounded for each ply and for the game, and is at most the time used. A ply for which no time is
    /// counted needs none.
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

    /// Returns the moment at which the flag of the side to move falls, unless it plays or the clock is held.
    pub(crate) fn flag(&self) -> Option<Millis> {
        let turn = self.turn?;
        Some(turn.since? + self.remaining[turn.side] - turn.thought)
    }

    /// Returns true if the side to move has used more time at `now` than it had, the lag credit aside.
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
