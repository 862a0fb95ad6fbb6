//! Timed duties of a room: the flag, the next game of a match, closing, leaving memory.
//!
//! Every duty follows from the state alone. [`Room::deadline`] returns the moment of the first of them, and
//! the `Tick` given at that moment or later carries it out, after which it is no longer due.

use protocol::millis::Millis;
use protocol::view::{Outcome, Reason};

use crate::play::{over, unresolved};
use crate::seats::Seat;
use crate::{Event, Phase, Room};

/// An action that is due at a certain moment.
#[derive(Clone, Debug, PartialEq)]
enum Duty {
    /// The side to move has no time left, or did not make its first ply.
    EndOnTime(Outcome),
    /// After an outage, the side to move is back, or did not come back within the grace period.
    StartClock,
    /// All players have been away for days.
    Abandon,
    /// Nobody took an open seat.
    Close,
    /// The next game of a match of bots begins.
    NextGame,
    /// Nobody is in the room, and nothing but abandonment after days of absence would change it.
    Retire,
}

impl Room {
    /// Returns the next moment at which `Command::Tick` is due.
    ///
    /// It may be in the past, for example when somebody comes to watch a match that was paused: `Tick` is
    /// then due at once.
    pub fn deadline(&self) -> Option<Millis> {
        self.duties().map(|(moment, _)| moment).min()
    }

    /// Returns the events of the first duty that is due at `now`; none if nothing is due. A room that came back to
    /// memory late may leave it again only after all others: it came back for one of them.
    pub(crate) fn tick(&self, now: Millis) -> Vec<Event> {
        let due = self.duties().filter(|(moment, _)| *moment <= now);
        let first = due.min_by_key(|(moment, duty)| (*duty == Duty::Retire, *moment));
        match first {
            None => Vec::new(),
            Some((_, Duty::EndOnTime(outcome))) => over(outcome),
            Some((_, Duty::StartClock)) => vec![Event::ClockStarted],
            Some((_, Duty::Abandon)) => over(unresolved(Reason::Abandoned)),
            Some((_, Duty::Close)) => vec![Event::Closed],
            Some((_, Duty::NextGame)) => vec![Event::Started],
            Some((_, Duty::Retire)) => vec![Event::Retired],
        }
    }

    /// Returns the duties to come, with their moments.
    fn duties(&self) -> impl Iterator<Item = (Millis, Duty)> {
        let duties = match &self.phase {
            Phase::Seating { since } => [self.closing(*since), None, None, None],
            Phase::Playing => [
                self.end_on_time(),
                self.clock_start(),
                self.abandonment(),
                self.retirement(Millis::ZERO),
            ],
            Phase::Over { at, .. } => [self.next_game(*at), self.retirement(*at), None, None],
            Phase::Closed => [None, None, None, None],
        };
        duties.into_iter().flatten()
    }

    fn end_on_time(&self) -> Option<(Millis, Duty)> {
        self.play
            .time_up(self.timing.first_move)
            .map(|(moment, outcome)| (moment, Duty::EndOnTime(outcome)))
    }

    /// Returns the start of a clock that waits. It comes with a return to the seat, but where a hold kept it from that:
    /// then it is due at once.
    fn clock_start(&self) -> Option<(Millis, Duty)> {
        let clock = self.play.clock_waiting_for_player()?;
        let is_back = self.seats[self.play.side_to_move()].here().is_some();
        let moment = if is_back {
            clock.resumed()
        } else {
            self.grace_after_outage()?
        };
        Some((moment, Duty::StartClock))
    }

    /// Returns the moment until which the clock waits for the side to move, after an outage.
    pub(crate) fn grace_after_outage(&self) -> Option<Millis> {
        self.play
            .clock_waiting_for_player()
            .map(|clock| clock.resumed() + self.timing.grace)
    }

    /// Returns the abandonment. Only people count: a bot is never away, and keeps no room alive.
    fn abandonment(&self) -> Option<(Millis, Duty)> {
        self.deserted()
            .map(|since| (since + self.timing.abandoned, Duty::Abandon))
    }

    /// Returns the closing of a room with an open seat. A player who waits on a seat keeps it open, a
    /// spectator does not.
    fn closing(&self, since: Millis) -> Option<(Millis, Duty)> {
        if self.has_player_here() {
            return None;
        }
        let empty_since = since.max(self.last_player_left().unwrap_or_default());
        Some((empty_since + self.timing.seating, Duty::Close))
    }

    /// Returns true if a match of bots has another game to come.
    fn has_next_game(&self) -> bool {
        self.is_bots_only()
            && !self.archived
            && self.series.game <= u16::from(self.spec.repeat.value())
    }

    /// Returns true if the last game of the room is over: another follows only by a rematch.
    pub fn is_finished(&self) -> bool {
        match self.phase {
            Phase::Over { .. } | Phase::Closed => !self.has_next_game(),
            Phase::Seating { .. } | Phase::Playing => false,
        }
    }

    /// Returns the start of a match's next game. A match of bots goes on while somebody watches it, but for one that is
    /// played [unattended](Self::play_unattended).
    fn next_game(&self, over_at: Millis) -> Option<(Millis, Duty)> {
        let is_wanted = self.unattended || !self.spectators.is_empty();
        (self.has_next_game() && is_wanted)
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

    /// Returns true if nobody is in the room and only its abandonment is to come.
    pub fn may_leave_memory(&self) -> bool {
        let idle = match self.phase {
            // A clock ends the game without anybody, and the ply of a bot changes it.
            Phase::Playing => self.play.clock().is_none() && self.thinking().is_none(),
            Phase::Over { .. } => true,
            // An open seat is closed after a time, and the closed room leaves memory with that.
            Phase::Seating { .. } | Phase::Closed => false,
        };
        idle && !self.retired && !self.has_somebody()
    }

    /// Returns the event with which the room leaves memory at once, if it may.
    pub(crate) fn unload(&self) -> Vec<Event> {
        let may = self.may_leave_memory();
        may.then_some(Event::Retired).into_iter().collect()
    }

    /// Appends `ClockStarted` to `events` if they end the clock's waiting: the side to move is present, or
    /// its grace period is over.
    ///
    /// The events are tried on a copy of the room, which is cheap because few rooms wait, and not for long.
    pub(crate) fn start_clock_after_outage(&self, now: Millis, events: &mut Vec<Event>) {
        if !self.play.waits_for_anybody() {
            return;
        }
        let mut next = self.clone();
        for event in events.iter() {
            next.apply(now, event);
        }
        let to_move: &Seat = &next.seats[next.play.side_to_move()];
        let waits = match next.phase {
            Phase::Playing => next.grace_after_outage(),
            Phase::Seating { .. } | Phase::Over { .. } | Phase::Closed => None,
        };
        if waits.is_some_and(|until| now >= until || to_move.here().is_some()) {
            events.push(Event::ClockStarted);
        }
    }
}

#[cfg(test)]
mod tests;
