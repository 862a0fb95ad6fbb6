//! Views of a room: the snapshot for one person, the row in the lobby, the events for everybody.

use protocol::clock::ClockFace;
use protocol::id::PlayerId;
use protocol::message::RoomEvent;
use protocol::millis::Millis;
use protocol::side::{BySide, Side};
use protocol::square::Square;
use protocol::text::Name;
use protocol::view::{self, ChatLine, ForbiddenPoint, NAMED_WATCHERS, RoomSummary, Snapshot};
use protocol::word::Named;

use crate::seats::Seat;
use crate::{Event, Occupant, Phase, Room};

/// The people who receive an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Everybody in the room.
    All,
    /// The spectators only.
    Spectators,
}

impl Room {
    /// Returns an event that was just applied as clients receive it, with its audience; none if they do not.
    /// `at` is the moment at which it was applied, and is sent.
    pub fn client_event(&self, at: Millis, event: &Event) -> Option<(Audience, RoomEvent)> {
        let client_event = match event {
            Event::SeatTaken { side, occupant } => RoomEvent::SeatTaken {
                side: *side,
                seat: arrived(occupant),
            },
            Event::SeatVacated { side } => RoomEvent::SeatVacated { side: *side },
            Event::Started => RoomEvent::Started {
                revision: self.revision,
                series: self.series,
                seats: self.seats_shown(at),
                clock: self.clock_face(at),
                rated: self.is_rated(),
            },
            Event::Played { .. } => RoomEvent::Moved {
                revision: self.revision,
                side: self.side_of_last_ply(),
                ply: self.play.ply_count(),
                made: self.play.plies().next_back()?,
                ends_game: self.play.game().ending().is_some(),
                clock: self.clock_face(at),
            },
            Event::Chosen { choice, .. } => RoomEvent::OpeningChosen {
                revision: self.revision,
                by: self.play.turns().last_chooser()?,
                choice: *choice,
                clock: self.clock_face(at),
            },
            Event::Over { outcome } => RoomEvent::Over {
                outcome: outcome.clone(),
                series: self.series,
                clock: self.clock_face(at),
            },
            Event::DrawOffered { by } => RoomEvent::DrawOffered { by: *by },
            Event::DrawDeclined { by } => RoomEvent::DrawDeclined { by: *by },
            Event::TakebackAsked { by } => RoomEvent::TakebackAsked { by: *by },
            Event::TakebackDeclined { by } => RoomEvent::TakebackDeclined { by: *by },
            Event::TakenBack { by, plies } => RoomEvent::TakenBack {
                revision: self.revision,
                by: *by,
                plies: *plies,
                clock: self.clock_face(at),
            },
            Event::RematchOffered { by } => RoomEvent::RematchOffered { by: *by },
            Event::RematchDeclined { by } => RoomEvent::RematchDeclined { by: *by },
            Event::ChatPosted { name, side, text } => RoomEvent::ChatPosted {
                line: ChatLine {
                    name: name.clone(),
                    side: *side,
                    text: text.clone(),
                },
            },
            Event::Resumed
            | Event::ClockStarted
            | Event::ClockStopped { .. }
            | Event::ClockHeld
            | Event::ClockReleased => RoomEvent::Clock {
                clock: self.clock_face(at)?,
            },
            Event::Reconnected { side, .. } => RoomEvent::Reconnected { side: *side },
            Event::Disconnected { side } => RoomEvent::Disconnected { side: *side },
            Event::SearchInfo { .. } if self.hides_searches_now() => return None,
            Event::SearchInfo { search } => RoomEvent::SearchInfo {
                search: search.clone(),
            },
            Event::Locked { locked } => RoomEvent::Locked { locked: *locked },
            Event::Unlocked => RoomEvent::Locked { locked: false },
            Event::PersonRemoved { name } => RoomEvent::Removed { name: name.clone() },
            Event::ChatClosed { closed } => RoomEvent::ChatClosed { closed: *closed },
            Event::ChatOpened => RoomEvent::ChatClosed { closed: false },
            // Spectators come and go by the hundred at once: see `watchers`.
            Event::SpectatorJoined { .. }
            | Event::SpectatorLeft { .. }
            | Event::Opened { .. }
            | Event::OwnerSeated { .. }
            | Event::OwnerWatches { .. }
            | Event::Closed
            | Event::Retired => return None,
        };
        let audience = match (event, &self.phase) {
            (Event::SearchInfo { .. }, Phase::Playing) => Audience::Spectators,
            (_, Phase::Seating { .. } | Phase::Playing | Phase::Over { .. } | Phase::Closed) => {
                Audience::All
            }
        };
        Some((audience, client_event))
    }

    /// Returns the events that everybody receives behind an event that was just applied: the opening and the forbidden
    /// points of a board that it changed, if there are any.
    pub fn follow_up_events(&self, event: &Event) -> impl Iterator<Item = RoomEvent> {
        let (mut opening, mut points) = (None, Vec::new());
        if event.changes_board() {
            // The last choice tells that the opening is over; behind it nothing changes any more.
            let is_choice = matches!(event, Event::Chosen { .. });
            opening = self.play.opening();
            opening = opening.filter(|opening| is_choice || !opening.is_over());
            points = self.forbidden();
        }
        let opening = opening.map(|opening| RoomEvent::Opening { opening });
        let forbidden = (!points.is_empty()).then_some(RoomEvent::Forbidden { points });
        opening.into_iter().chain(forbidden)
    }

    /// The points that the side to move may not play; none while no game goes on.
    fn forbidden(&self) -> Vec<ForbiddenPoint> {
        match self.phase {
            Phase::Playing => ForbiddenPoint::of(self.play.game()),
            Phase::Seating { .. } | Phase::Over { .. } | Phase::Closed => Vec::new(),
        }
    }

    /// Returns the event that tells who watches now. The caller sends one for any number of changes.
    pub fn watchers(&self) -> RoomEvent {
        RoomEvent::Watchers {
            watching: self.spectators.count(),
            names: self.watchers_named(),
        }
    }

    /// Returns true if the search information of bots is hidden from everybody until the game is over: if a
    /// person plays, who could also watch by a second connection, and the room was opened without open thoughts.
    pub fn searches_are_secret(&self) -> bool {
        self.has_person() && !self.spec.open_thoughts
    }

    /// Returns true if a person has a seat.
    pub(crate) fn has_person(&self) -> bool {
        self.seats.find(Seat::is_human).is_some()
    }

    /// Returns the names of at most `most` spectators, and the number of all.
    pub fn spectators(&self, most: usize) -> (Vec<Name>, u32) {
        let names = self.spectators.names().take(most).cloned().collect();
        (names, self.spectators.count())
    }

    /// Returns the names of the spectators, where they are few enough for everybody to be told.
    fn watchers_named(&self) -> Option<Vec<Name>> {
        let few = self.spectators.count() as usize <= NAMED_WATCHERS;
        few.then(|| self.spectators.names().cloned().collect())
    }

    fn hides_searches_now(&self) -> bool {
        self.phase == Phase::Playing && self.searches_are_secret()
    }

    /// Returns the snapshot for `who`. While a game goes on, players see no search information of bots, and
    /// spectators see it unless it is secret.
    pub fn snapshot(&self, now: Millis, who: PlayerId) -> Snapshot {
        let may_see_searches = !self.hides_searches_now()
            && (self.side_of(who).is_none() || self.phase != Phase::Playing);
        Snapshot {
            room: self.id,
            spec: self.spec.clone().map_variant(Named::Known),
            seq: self.seq,
            revision: self.revision,
            seats: self.seats_shown(now),
            phase: self.phase(),
            plies: self.play.plies().collect(),
            clock: self.clock_face(now),
            offers: self.offers,
            series: self.series,
            grace: self.timing.grace,
            chat: self.chat.lines(),
            spectators: self.watchers_named().unwrap_or_default(),
            watching: self.spectators.count(),
            searches: if may_see_searches {
                self.searches().to_vec()
            } else {
                Vec::new()
            },
            thinking: None,
            forbidden: self.forbidden(),
            opening: self.play.opening(),
            locked: self.owner.locked,
            chat_closed: self.owner.chat_closed,
            rated: self.is_rated(),
        }
    }

    fn side_of_last_ply(&self) -> Side {
        let last = usize::from(self.play.ply_count()).saturating_sub(1);
        self.play.turns().of_ply(last)
    }

    /// Returns the cells of the plies, in order.
    pub fn cells(&self) -> &[Square] {
        self.play.game().plies()
    }

    /// Returns the row of the room in the lobby, without its moves.
    pub fn summary(&self, now: Millis) -> RoomSummary {
        RoomSummary {
            room: self.id,
            variant: Named::Known(self.spec.variant),
            clock: self.spec.clock,
            seats: self.seats_shown(now),
            phase: self.phase(),
            plies: self.play.ply_count(),
            spectators: self.spectators.count(),
            watchable: self.spec.spectators,
            locked: self.owner.locked,
            moves: None,
            opening: self.spec.opening,
            rated: self.spec.rated,
        }
    }

    fn seats_shown(&self, now: Millis) -> BySide<view::Seat> {
        BySide::from_fn(|side| self.seats[side].shown(now))
    }

    fn clock_face(&self, now: Millis) -> Option<ClockFace> {
        self.play.clock().map(|clock| clock.face(now))
    }

    /// Returns the phase. A closed room shows the one it had before: a seat that is open.
    fn phase(&self) -> view::Phase {
        match &self.phase {
            Phase::Seating { .. } | Phase::Closed => view::Phase::Seating,
            Phase::Playing => view::Phase::Playing,
            Phase::Over { outcome, .. } => view::Phase::Over {
                outcome: outcome.clone(),
            },
        }
    }
}

/// Returns the seat of a newcomer, who is present although their `Reconnected` is applied later.
fn arrived(occupant: &Occupant) -> view::Seat {
    match occupant {
        Occupant::Human { name, .. } | Occupant::KeyHolder { name, .. } => view::Seat::Human {
            name: name.clone(),
            away: None,
        },
        Occupant::Bot(bot) => view::Seat::Bot { bot: bot.clone() },
    }
}

#[cfg(test)]
mod tests {
    use protocol::act::Act;
    use protocol::refusal::Refusal;
    use protocol::view::{ForbiddenKind, Ply};

    use super::*;
    use crate::Command;
    use crate::testing::{ANA, BO, TestRoom, TestRoomSpec, act};

    #[test]
    fn a_ply_is_told_with_the_side_that_made_it_and_its_number() {
        let mut table = TestRoom::two_people();
        for (number, side) in [(1, Side::First), (2, Side::Second), (3, Side::First)] {
            let who = table.room.seats[side].here().unwrap();
            let events = table.play(who, "4");
            let (audience, told) = table.room.client_event(table.now, &events[0]).unwrap();
            let made = Ply {
                square: format!("d{number}").parse().unwrap(),
                left: None,
            };
            let expected = RoomEvent::Moved {
                revision: table.room.revision(),
                side,
                ply: number,
                made,
                ends_game: false,
                clock: None,
            };
            assert_eq!((audience, told), (Audience::All, expected));
        }
    }

    #[test]
    fn a_takeback_is_told_with_the_plies_that_are_left() {
        let mut table = TestRoomSpec::new("connect-four")
            .clock("10s+5s")
            .seats("me", "bot:random")
            .open();
        table.play(ANA, "4");
        let events = table.give(act(ANA, Act::AskTakeback));
        let told = table.sent(&events);
        let expected = RoomEvent::TakenBack {
            revision: table.room.revision(),
            by: Side::First,
            plies: 0,
            clock: table.snapshot(ANA).clock,
        };
        assert_eq!(told, expected);
    }

    #[test]
    fn the_line_in_the_lobby_counts_the_plies() {
        let mut table = TestRoom::two_people();
        for plies in 0..4 {
            assert_eq!(table.room.summary(table.now).plies, plies);
            table.play_moves(&["4"]);
        }
        let cells = ["d1", "d2", "d3", "d4"].map(|cell| cell.parse().unwrap());
        assert_eq!(table.room.cells(), cells);
    }

    #[test]
    fn forbidden_points_are_told_while_black_is_to_move() {
        let mut table = TestRoomSpec::new("renju").open_with_bo();
        let h7 = ForbiddenPoint {
            square: "h7".parse().unwrap(),
            kind: ForbiddenKind::DoubleThree,
        };
        let told = RoomEvent::Forbidden { points: vec![h7] };
        let behind = |table: &TestRoom, events: &[Event]| {
            let all = events.iter();
            all.flat_map(|event| table.room.follow_up_events(event))
                .collect::<Vec<_>>()
        };
        table.play_moves(&["h8", "a1", "h9", "a3", "g7", "a5", "f7"]);
        assert_eq!(table.snapshot(ANA).forbidden, []);

        let events = table.play(BO, "a7");
        assert_eq!(behind(&table, &events), std::slice::from_ref(&told));
        assert_eq!(table.snapshot(BO).forbidden, [h7]);
        let revision = table.room.revision();
        let refused = table.try_play(ANA, "h7");
        assert_eq!(
            refused,
            Err(Refusal::Forbidden {
                square: h7.square,
                kind: h7.kind
            })
        );
        assert_eq!(table.room.revision(), revision);

        let events = table.play(ANA, "i7");
        assert_eq!(behind(&table, &events), []);
        table.give(act(ANA, Act::AskTakeback));
        let events = table.give(act(BO, Act::AnswerTakeback { accept: true }));
        assert_eq!(behind(&table, &events), [told]);
        assert_eq!(table.snapshot(ANA).forbidden, [h7]);

        let events = table.give(act(BO, Act::Resign));
        assert_eq!(behind(&table, &events), []);
        assert_eq!(table.snapshot(ANA).forbidden, []);
    }

    #[test]
    fn every_stored_event_after_the_opening_is_told_with_a_clock() {
        let mut table = TestRoomSpec::new("connect-four")
            .clock("10s")
            .open_with_bo();
        table.play_moves(&["4", "4"]);
        for events in [table.clone().give(act(ANA, Act::Resign)), {
            table.wait(10);
            table.give(Command::Stop)
        }] {
            for event in &events {
                assert!(
                    table.room.client_event(table.now, event).is_some(),
                    "{event:?}"
                );
            }
        }
    }
}
