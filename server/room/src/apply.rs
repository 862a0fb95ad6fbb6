//! The effect of each event on the room: the one path of live play and of replay.

use protocol::id::{Revision, RoomId, Seq};
use protocol::millis::Millis;
use protocol::side::{BySide, Side};
use protocol::spec::GameSpec;
use protocol::view::{ChatLine, Offers, Outcome, Series};

use crate::bots::Searches;
use crate::chat::Chat;
use crate::counts::Counts;
use crate::owner::Owner;
use crate::play::Play;
use crate::presence::{Deserted, Spectators};
use crate::seats::{Presence, Seat};
use crate::{Event, Phase, Room, Timing};

impl Room {
    /// Returns the room right after its `Opened`.
    pub(crate) fn opened(id: RoomId, at: Millis, spec: &GameSpec, timing: Timing) -> Self {
        Self {
            id,
            spec: spec.clone(),
            timing,
            seq: Seq(1),
            revision: Revision(0),
            seats: BySide {
                first: Seat::Open,
                second: Seat::Open,
            },
            phase: Phase::Seating { since: at },
            play: Play::new(spec, at),
            offers: Offers::default(),
            series: Series {
                game: 1,
                ..Series::default()
            },
            chat: Chat::default(),
            spectators: Spectators::default(),
            searches: Searches::default(),
            counts: Counts::default(),
            deserted: Deserted::Since(at),
            owner: Owner::default(),
            retired: false,
            archived: false,
            unattended: false,
        }
    }

    /// Makes `event` part of the room, at the moment at which it is sent, or in a replay was recorded.
    ///
    /// Times in the event come from its stamp, however long the store took; a span that begins with the event
    /// begins at `at`. It cannot fail: an event from `decide` fits, and one from a store is checked by
    /// `replay` first.
    pub fn apply(&mut self, at: Millis, event: &Event) {
        if event.is_durable() {
            self.seq = self.seq.next();
        }
        self.count(event);
        match event {
            // The room exists already: `opened` has applied this event.
            Event::Opened { .. } => {}
            Event::SeatTaken { side, occupant } => {
                self.seats[*side] = Seat::taken(occupant, at);
                self.retired = false;
            }
            Event::SeatVacated { side } => {
                self.owner.vacated(&self.seats[*side]);
                self.seats[*side] = Seat::Open;
                self.phase = Phase::Seating { since: at };
                self.player_went(at);
            }
            Event::Started => self.start(at),
            Event::Played {
                square,
                charged,
                credit,
            } => self.play.ply(at, *square, *charged, *credit),
            Event::Chosen {
                choice,
                charged,
                credit,
            } => self.play.choose(at, *choice, *charged, *credit),
            Event::ClockStopped { charged } => self.play.settle(*charged),
            Event::Over { outcome } => self.end(at, outcome),
            Event::DrawOffered { by } => self.offers.draw = Some(*by),
            Event::DrawDeclined { .. } => self.offers.draw = None,
            Event::TakebackAsked { by } => self.offers.takeback = Some(*by),
            Event::TakebackDeclined { .. } => self.offers.takeback = None,
            Event::TakenBack { plies, .. } => {
                self.play.take_back(at, *plies);
                self.searches.keep_first(*plies);
            }
            Event::RematchOffered { by } => self.offers.rematch = Some(*by),
            Event::RematchDeclined { .. } => self.offers.rematch = None,
            Event::ChatPosted { name, side, text } => self.chat.add(ChatLine {
                name: name.clone(),
                side: *side,
                text: text.clone(),
            }),
            Event::Resumed => self.resume(at),
            Event::ClockStarted => self.play.stop_waiting_for_player(at),
            Event::Closed => self.phase = Phase::Closed,
            Event::Reconnected { side, who } => {
                self.seats[*side].set_presence(Presence::Here(*who));
                self.deserted = Deserted::No;
                self.retired = false;
            }
            Event::Disconnected { side } => {
                self.seats[*side].set_presence(Presence::Away(at));
                self.player_went(at);
            }
            Event::SpectatorJoined { who, name } => {
                self.spectators.add(*who, name);
                self.retired = false;
            }
            Event::SpectatorLeft { who, .. } => self.spectators.remove(at, *who),
            Event::SearchInfo { search } => self.searches.add(search.clone()),
            Event::Retired => self.retired = true,
            Event::ClockHeld => self.play.hold(at),
            Event::ClockReleased => self.play.release(at),
            Event::OwnerSeated { side } => self.owner.seated(&self.seats[*side]),
            Event::OwnerWatches { who, key } => self.owner_watches(*who, *key),
            Event::Unlocked => self.owner.locked = false,
            Event::Locked { locked } => self.owner.locked = *locked,
            Event::PersonRemoved { name } => self.owner.remove(name),
            Event::ChatClosed { closed } => self.owner.chat_closed = *closed,
            Event::ChatOpened => self.owner.chat_closed = false,
        }
        if event.changes_board() {
            self.board_changed();
        }
    }

    /// Starts a game. From the second on, the players exchange sides and keep their scores.
    fn start(&mut self, at: Millis) {
        match self.phase {
            Phase::Over { .. } => {
                self.seats = std::mem::replace(
                    &mut self.seats,
                    BySide {
                        first: Seat::Open,
                        second: Seat::Open,
                    },
                )
                .swapped();
                self.series.wins = self.series.wins.swapped();
                self.series.game = self.series.game.saturating_add(1);
            }
            Phase::Seating { .. } | Phase::Playing | Phase::Closed => {}
        }
        // Nobody loses a game by an absence from before it.
        for side in Side::BOTH {
            if self.seats[side].away_since().is_some() {
                self.seats[side].set_presence(Presence::Away(at));
            }
        }
        self.phase = Phase::Playing;
        let held = self.play.is_held();
        self.play = Play::new(&self.spec, at);
        if held {
            self.play.hold(at);
        }
        self.searches.clear();
    }

    fn end(&mut self, at: Millis, outcome: &Outcome) {
        self.play.stop();
        self.lapse_offers();
        if outcome.counts() {
            let count = match outcome.winner {
                Some(winner) => &mut self.series.wins[winner],
                None => &mut self.series.draws,
            };
            *count = count.saturating_add(1);
        }
        self.phase = Phase::Over {
            outcome: outcome.clone(),
            at,
        };
    }

    /// Marks everybody as away, and charges nobody for the time that the server was away.
    fn resume(&mut self, at: Millis) {
        for side in Side::BOTH {
            self.seats[side].set_presence(Presence::Away(at));
        }
        self.deserted.resume(at);
        self.spectators.clear();
        match &mut self.phase {
            Phase::Seating { since } => *since = at,
            Phase::Playing => {
                let people = BySide::from_fn(|side| self.seats[side].is_human());
                self.play.resume(at, people);
            }
            Phase::Over { .. } | Phase::Closed => {}
        }
    }

    /// Makes moves for the previous board stale, and clears the offers made over it.
    fn board_changed(&mut self) {
        self.revision = self.revision.next();
        self.lapse_offers();
    }
}
