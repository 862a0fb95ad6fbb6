//! What time brings to a room: the flag, the next game of a match, closing, leaving memory.
//!
//! Every duty follows from the state alone. [`Room::deadline`] says when the first of them is due, and
//! the `Tick` given at that moment or later does it; what it does makes it due no more.

use protocol::clock::Millis;
use protocol::message::{Outcome, Reason};

use crate::play::{over, unresolved};
use crate::seats::Seat;
use crate::{Event, Room, Stage};

/// Something to do at a certain moment.
#[derive(Clone, Debug, PartialEq)]
enum Duty {
    /// The side to move has no time left, or did not make its first ply.
    EndOnTime(Outcome),
    /// After an outage, the side to move did not come back within the grace.
    StartClock,
    /// Everybody who plays has been away for days.
    Abandon,
    /// Nobody came for an open seat.
    Close,
    /// The next game of a match of bots begins.
    NextGame,
    /// Nobody is here, and nothing but days of absence would change the room.
    Retire,
}

impl Room {
    /// The next moment at which `Command::Tick` is due.
    ///
    /// It may have passed already, as when somebody comes to watch a match that was paused: `Tick` is
    /// due at once then.
    pub fn deadline(&self) -> Option<Millis> {
        self.duty().map(|(moment, _)| moment)
    }

    /// Does what is due at `now`; nothing, if nothing is.
    pub(crate) fn tick(&self, now: Millis) -> Vec<Event> {
        let due = self.duty().filter(|(moment, _)| *moment <= now);
        match due {
            None => Vec::new(),
            Some((_, Duty::EndOnTime(outcome))) => over(outcome),
            Some((_, Duty::StartClock)) => vec![Event::ClockStarted],
            Some((_, Duty::Abandon)) => over(unresolved(Reason::Abandoned)),
            Some((_, Duty::Close)) => vec![Event::Closed],
            Some((_, Duty::NextGame)) => vec![Event::Started],
            Some((_, Duty::Retire)) => vec![Event::Retired],
        }
    }

    /// The first duty to come.
    fn duty(&self) -> Option<(Millis, Duty)> {
        let duties = match &self.stage {
            Stage::Seating { since } => [self.closing(*since), None, None, None],
            Stage::Playing => [
                self.end_on_time(),
                self.clock_start(),
                self.abandonment(),
                self.retirement(Millis::ZERO),
            ],
            Stage::Over { at, .. } => [self.next_game(*at), self.retirement(*at), None, None],
            Stage::Closed => [None, None, None, None],
        };
        duties
            .into_iter()
            .flatten()
            .min_by_key(|(moment, _)| *moment)
    }

    fn end_on_time(&self) -> Option<(Millis, Duty)> {
        self.play
            .time_up(self.timing.first_move)
            .map(|(moment, outcome)| (moment, Duty::EndOnTime(outcome)))
    }

    fn clock_start(&self) -> Option<(Millis, Duty)> {
        self.grace_after_outage()
            .map(|moment| (moment, Duty::StartClock))
    }

    /// Until when the clock waits for the side to move, after an outage.
    pub(crate) fn grace_after_outage(&self) -> Option<Millis> {
        self.play
            .waiting_clock()
            .map(|clock| clock.resumed() + self.timing.grace)
    }

    /// A bot is never away, and never there for anybody: only the people count.
    fn abandonment(&self) -> Option<(Millis, Duty)> {
        self.deserted()
            .map(|since| (since + self.timing.abandoned, Duty::Abandon))
    }

    /// A room that waits for a player is kept by those who wait in it on a seat, not by spectators.
    fn closing(&self, since: Millis) -> Option<(Millis, Duty)> {
        if self.has_player_here() {
            return None;
        }
        let empty_since = since.max(self.last_player_left().unwrap_or_default());
        Some((empty_since + self.timing.seating, Duty::Close))
    }

    /// Whether a match of bots is to have another game.
    fn has_next_game(&self) -> bool {
        self.is_bots_only()
            && !self.archived
            && self.series.game <= u16::from(self.spec.repeat.value())
    }

    /// Whether the last game of the room is over, as far as nobody asks for a rematch.
    pub fn is_finished(&self) -> bool {
        match self.stage {
            Stage::Over { .. } | Stage::Closed => !self.has_next_game(),
            Stage::Seating { .. } | Stage::Playing => false,
        }
    }

    /// A match of bots goes on while somebody watches it.
    fn next_game(&self, over_at: Millis) -> Option<(Millis, Duty)> {
        (self.has_next_game() && !self.spectators.is_empty())
            .then_some((over_at + self.timing.between_games, Duty::NextGame))
    }

    fn retirement(&self, not_before: Millis) -> Option<(Millis, Duty)> {
        if !self.may_leave_memory() {
            return None;
        }
        let empty_since = not_before
            .max(self.spectators.last_left())
            .max(self.last_player_left().unwrap_or_default());
        Some((empty_since + self.timing.lingering, Duty::Retire))
    }

    /// Whether nobody is here, and nothing is to happen in the room but its abandonment.
    fn may_leave_memory(&self) -> bool {
        let idle = match self.stage {
            // A clock ends the game by itself, and so does a bot's ply bring it on.
            Stage::Playing => self.play.clock().is_none() && self.thinking().is_none(),
            Stage::Over { .. } => true,
            // An open seat is closed after its time, and the closed room leaves with that.
            Stage::Seating { .. } | Stage::Closed => false,
        };
        idle && !self.retired && !self.has_somebody()
    }

    /// Leaves memory without waiting, where it may.
    pub(crate) fn unload(&self) -> Vec<Event> {
        let may = self.may_leave_memory();
        may.then_some(Event::Retired).into_iter().collect()
    }

    /// Once `events` are applied: the span after a restart, or after the last player went, at which the
    /// room must be brought to memory though nobody asks for it. None where it is over or closed.
    pub fn wake_after(&self, events: &[Event]) -> Option<Millis> {
        let mut next = self.clone();
        for event in events {
            // No span depends on the moment.
            next.apply(Millis::ZERO, event);
        }
        match next.stage {
            Stage::Seating { .. } => Some(next.timing.seating),
            Stage::Playing if next.thinking().is_some() => Some(Millis::ZERO),
            Stage::Playing if next.play.clock().is_some() => Some(next.timing.grace),
            Stage::Playing => Some(next.timing.abandoned),
            Stage::Over { .. } | Stage::Closed => None,
        }
    }

    /// Adds `ClockStarted` behind `events` where these bring the clock's waiting to an end: the side to
    /// move is here, or its grace is over.
    ///
    /// It is found out on a copy of the room, which is cheap because few rooms wait, and those not long.
    pub(crate) fn start_clock_after_outage(&self, now: Millis, events: &mut Vec<Event>) {
        if !self.play.excuses_anybody() {
            return;
        }
        let mut next = self.clone();
        for event in events.iter() {
            next.apply(now, event);
        }
        let to_move: &Seat = &next.seats[next.play.side_to_move()];
        let waits = match next.stage {
            Stage::Playing => next.grace_after_outage(),
            Stage::Seating { .. } | Stage::Over { .. } | Stage::Closed => None,
        };
        if waits.is_some_and(|until| now >= until || to_move.here().is_some()) {
            events.push(Event::ClockStarted);
        }
    }
}

#[cfg(test)]
mod tests;
