//! A room built from its events: those of its opening, or all that the store has kept.
//!
//! Stored events are not trusted blindly. Each is checked before it is applied, so a damaged store gives an
//! error that says where, and neither a panic nor a game that never was.

use protocol::id::{RoomId, Seq};
use protocol::millis::Millis;

use crate::presence::Deserted;
use crate::seats::Seat;
use crate::{Event, Phase, Room};

/// Error of stored events that do not make a room.
#[derive(Debug, thiserror::Error)]
#[error("the stored events of room {room} do not fit together at {at}: {problem}")]
pub struct ReplayError {
    /// Code of the room.
    pub room: RoomId,
    /// Number of the event at fault.
    pub at: Seq,
    /// Description of the fault.
    pub problem: String,
}

impl Room {
    /// Returns the room after these events, each given with the moment at which it was recorded.
    ///
    /// # Errors
    ///
    /// [`ReplayError`] at the first event that cannot have happened after those before it.
    pub fn replay<'a>(
        id: RoomId,
        events: impl IntoIterator<Item = (Millis, &'a Event)>,
    ) -> Result<Self, ReplayError> {
        Self::replay_until(id, Millis::MAX, events)
    }

    /// Does the same as [`replay`](Self::replay), but moments later than `now` count as `now`: events
    /// recorded before the system's clock was set back must not keep the room alive until the clock has
    /// caught up.
    ///
    /// # Errors
    ///
    /// The same as those of `replay`.
    pub fn replay_until<'a>(
        id: RoomId,
        now: Millis,
        events: impl IntoIterator<Item = (Millis, &'a Event)>,
    ) -> Result<Self, ReplayError> {
        let wrong = |at, problem| ReplayError {
            room: id,
            at,
            problem,
        };
        let mut events = events.into_iter().map(|(at, event)| (at.min(now), event));
        let Some((at, Event::Opened { spec, timing })) = events.next() else {
            return Err(wrong(Seq(1), "a room begins with `Opened`".to_owned()));
        };
        let mut room = Self::opened(id, at, spec, *timing);
        let mut last = at;
        for (at, event) in events {
            last = at;
            room.check(event)
                .map_err(|problem| wrong(room.seq.next(), problem))?;
            room.apply(at, event);
        }
        if room.phase == Phase::Playing && room.play.game().ending().is_some() {
            let problem = "the last ply ended the game, but no `Over` follows".to_owned();
            return Err(wrong(room.seq, problem));
        }
        // Presence is not recorded; as far as the log can say, a player was there until the last event.
        if room.deserted != Deserted::No {
            room.deserted = Deserted::Since(last);
        }
        room.owner.loaded();
        Ok(room)
    }

    /// Returns an error that says, in a sentence, what is wrong with `event` as the next one.
    pub(crate) fn check(&self, event: &Event) -> Result<(), String> {
        let fits = match event {
            Event::Opened { .. } => false,
            Event::SeatTaken { side, .. } => self.is_seating() && self.seats[*side].is_open(),
            Event::SeatVacated { side } => self.is_seating() && self.seats[*side].is_human(),
            Event::Started => self.may_start(),
            Event::Played { square, .. } => {
                self.phase == Phase::Playing
                    && self.play.choices().is_empty()
                    && self.play.game().landing(*square) == Ok(*square)
            }
            Event::Chosen { choice, .. } => {
                self.phase == Phase::Playing && self.play.choices().contains(choice)
            }
            Event::Over { .. }
            | Event::DrawOffered { .. }
            | Event::TakebackAsked { .. }
            | Event::ClockStarted => self.phase == Phase::Playing,
            Event::DrawDeclined { by } => self.offers.draw == Some(by.other()),
            Event::TakebackDeclined { by } => self.offers.takeback == Some(by.other()),
            Event::ClockStopped { .. } => {
                self.phase == Phase::Playing && self.play.clock().is_some()
            }
            Event::TakenBack { plies, .. } => {
                self.phase == Phase::Playing
                    && (self.play.plies_at_choice()..self.play.ply_count()).contains(plies)
            }
            Event::RematchOffered { .. } => self.is_over(),
            Event::RematchDeclined { by } => {
                self.is_over() && self.offers.rematch == Some(by.other())
            }
            Event::Closed => self.is_seating() || self.is_over(),
            Event::Resumed => self.is_live(),
            Event::Reconnected { side, .. } | Event::Disconnected { side } => {
                self.seats[*side].is_human()
            }
            Event::OwnerSeated { side } => self.seats[*side].is_human(),
            Event::ChatPosted { .. }
            | Event::OwnerWatches { .. }
            | Event::Locked { .. }
            | Event::Unlocked
            | Event::PersonRemoved { .. }
            | Event::ChatClosed { .. }
            | Event::ChatOpened
            | Event::SpectatorJoined { .. }
            | Event::SpectatorLeft { .. }
            | Event::SearchInfo { .. }
            | Event::Retired
            | Event::ClockHeld
            | Event::ClockReleased => true,
        };
        if fits {
            Ok(())
        } else {
            Err(format!(
                "{event:?} cannot follow {:?} after {} plies",
                self.phase,
                self.play.ply_count()
            ))
        }
    }

    fn is_seating(&self) -> bool {
        match self.phase {
            Phase::Seating { .. } => true,
            Phase::Playing | Phase::Over { .. } | Phase::Closed => false,
        }
    }

    fn is_over(&self) -> bool {
        match self.phase {
            Phase::Over { .. } => true,
            Phase::Seating { .. } | Phase::Playing | Phase::Closed => false,
        }
    }

    fn may_start(&self) -> bool {
        (self.is_seating() || self.is_over()) && self.seats.find(Seat::is_open).is_none()
    }
}

#[cfg(test)]
mod tests {
    use protocol::act::Act;
    use protocol::side::Side;

    use super::*;
    use crate::Occupant;
    use crate::testing::{ANA, BO, TestRoom, TestRoomSpec, act, hash_of, name_of};

    /// Returns the error of a room that played some plies, with `event` inserted after them.
    fn error_of(event: Event) -> String {
        let mut table = TestRoom::two_people();
        table.play_moves(&["4", "4"]);
        table.log.push((table.now, event));
        let events = table.log.iter().map(|(at, event)| (*at, event));
        Room::replay(table.room.id(), events)
            .unwrap_err()
            .to_string()
    }

    fn square(text: &str) -> protocol::square::Square {
        text.parse().unwrap()
    }

    #[test]
    fn events_that_do_not_fit_together_are_an_error_that_says_where() {
        let credit = Millis::ZERO;
        for event in [
            Event::Started,
            Event::Closed,
            Event::SeatVacated { side: Side::First },
            Event::Played {
                square: square("d1"),
                charged: Millis::ZERO,
                credit,
            },
            Event::Played {
                square: square("d9"),
                charged: Millis::ZERO,
                credit,
            },
            Event::ClockStopped {
                charged: Millis::ZERO,
            },
            Event::TakenBack {
                by: Side::First,
                plies: 2,
            },
            Event::DrawDeclined { by: Side::First },
            Event::TakebackDeclined { by: Side::First },
            Event::RematchOffered { by: Side::First },
            Event::RematchDeclined { by: Side::First },
        ] {
            let error = error_of(event.clone());
            assert!(
                error.contains("do not fit together at 8"),
                "{event:?}: {error}"
            );
        }
    }

    #[test]
    fn a_stored_seat_is_taken_while_it_is_open_and_given_up_while_it_is_not() {
        let room = TestRoomSpec::new("connect-four");
        let TestRoom { room, .. } = room.open();
        let (name, hash) = (name_of(BO), hash_of(BO));
        let occupant = Occupant::Human { name, hash };
        for (side, is_taken) in [(Side::First, true), (Side::Second, false)] {
            let occupant = occupant.clone();
            let taken = room.check(&Event::SeatTaken { side, occupant });
            assert_eq!(taken.is_err(), is_taken, "{side}");
            let vacated = room.check(&Event::SeatVacated { side });
            assert_eq!(vacated.is_ok(), is_taken, "{side}");
        }
    }

    #[test]
    fn a_stored_rematch_is_declined_by_the_player_to_whom_it_was_offered() {
        let mut table = TestRoom::played_out();
        let fits = |table: &TestRoom| {
            Side::BOTH.map(|by| table.room.check(&Event::RematchDeclined { by }).is_ok())
        };
        assert_eq!(fits(&table), [false, false]);
        table.give(act(ANA, Act::Rematch));
        assert_eq!(fits(&table), [false, true]);
    }

    #[test]
    fn a_room_begins_with_its_opening() {
        let id = RoomId::from_draw(1);
        for events in [vec![], vec![(Millis::ZERO, &Event::Started)]] {
            let error = Room::replay(id, events).unwrap_err().to_string();
            assert!(error.contains("begins with `Opened`"), "{error}");
        }
    }

    #[test]
    fn a_ply_that_ends_the_game_without_its_outcome_is_an_error() {
        let table = TestRoom::played_out();
        let last = table
            .log
            .iter()
            .rposition(|(_, event)| matches!(event, Event::Over { .. }))
            .unwrap();
        let events = table.log[..last].iter().map(|(at, event)| (*at, event));
        let error = Room::replay(table.room.id(), events).unwrap_err();
        assert!(error.to_string().contains("no `Over` follows"), "{error}");
    }

    #[test]
    fn a_room_from_the_store_has_everybody_away_and_all_else_as_it_was() {
        let mut table = TestRoom::two_people();
        table.play_moves(&["4", "3"]);
        let mut back = table.restarted();
        assert!(!back.room.has(BO));
        assert_eq!(back.room.seq(), table.room.seq());
        back.come_back(BO);
        assert_eq!(back.snapshot(BO).plies, table.snapshot(BO).plies);
    }
}
