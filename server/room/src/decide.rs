//! The answer to every command: the events it brings, or a refusal that changes nothing.

use protocol::act::Act;
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::side::Side;

use crate::host::host_says;
use crate::{Command, Event, Phase, Room, play};

impl Room {
    /// Returns the events that `command`, stamped at `now`, brings about. Changes nothing.
    ///
    /// The durable events are stored with `now`. All are then applied in order, at the moment at which they
    /// are sent to clients. A command about the game finds it over if time ended it before `now`, even if the
    /// `Tick` that would record it is still to come.
    ///
    /// # Errors
    ///
    /// The refusal is for the sender of the command alone. Commands that only the server gives are never
    /// refused, except for a bot's ply and those of the host.
    pub fn decide(&self, now: Millis, command: &Command) -> Result<Vec<Event>, Refusal> {
        let mut events = self.dispatch(now, command)?;
        self.stop_clock_first(now, &mut events);
        self.start_clock_after_outage(now, &mut events);
        // A room from the archive is never changed.
        if self.archived && events.iter().any(Event::is_durable) {
            return Err(Refusal::GameOver);
        }
        Ok(events)
    }

    fn dispatch(&self, now: Millis, command: &Command) -> Result<Vec<Event>, Refusal> {
        match command {
            Command::Sit {
                who,
                name,
                hash,
                holder,
            } => {
                self.ensure_not_closed()?;
                self.sit(*who, name, *hash, *holder)
            }
            Command::Return { who, hash } => {
                self.ensure_not_closed()?;
                self.come_back(*who, *hash)
            }
            Command::Watch { who, name, key } => {
                self.ensure_not_closed()?;
                self.watch(*who, name, *key)
            }
            Command::Leave { who, lost } => self.leave(*who, *lost),
            Command::Act {
                who,
                act,
                round_trip,
            } => self.act(now, self.player(*who)?, *act, *round_trip),
            Command::BotPlay { revision, thought } => self.bot_plays(now, *revision, thought),
            Command::BotOpen { revision, answer } => self.bot_opens(now, *revision, answer),
            Command::Lock { who, locked } => self.lock(*who, *locked),
            Command::Remove { who, name } => self.remove(*who, name),
            Command::CloseChat { who, closed } => self.close_chat(*who, *closed),
            Command::Chat { who, text } => self.say(*who, text),
            Command::HostSay { name, text } => {
                self.ensure_not_closed()?;
                Ok(host_says(name, text))
            }
            Command::HostClose => self.host_closes(),
            Command::Tick => Ok(self.tick(now)),
            Command::Resume => Ok(if self.is_live() {
                vec![Event::Resumed]
            } else {
                Vec::new()
            }),
            Command::HoldClock => Ok(self.hold_clock()),
            Command::ReleaseClock => Ok(self.release_clock()),
            Command::Stop => Ok(self.stop(now)),
            Command::Unload => Ok(self.unload()),
        }
    }

    /// Returns the events of an act by the player of `side`.
    fn act(
        &self,
        now: Millis,
        side: Side,
        act: Act,
        round_trip: Millis,
    ) -> Result<Vec<Event>, Refusal> {
        match act {
            Act::Move { revision, square } => {
                self.play_ply(now, side, revision, square, round_trip)
            }
            Act::Resign => self.in_game(now, || Ok(play::resigned(side))),
            Act::OfferDraw => self.in_game(now, || self.offer_draw(side)),
            Act::AnswerDraw { accept } => self.in_game(now, || self.answer_draw(side, accept)),
            Act::AskTakeback => self.in_game(now, || self.ask_takeback(now, side)),
            Act::AnswerTakeback { accept } => {
                self.in_game(now, || self.answer_takeback(now, side, accept))
            }
            Act::Abort => self.in_game(now, || self.abort()),
            Act::Claim => self.in_game(now, || self.claim(now, side)),
            Act::Rematch => self.rematch(side),
            Act::AnswerRematch { accept } => self.answer_rematch(side, accept),
            Act::Choose { revision, choice } => {
                self.choose(now, side, revision, choice, round_trip)
            }
        }
    }

    /// Inserts `ClockStopped` before the event that ends the turn under way without a ply, so that the time
    /// used in it is recorded.
    fn stop_clock_first(&self, now: Millis, events: &mut Vec<Event>) {
        let ends_turn =
            |event: &Event| matches!(event, Event::Over { .. } | Event::TakenBack { .. });
        let Some(end) = events.iter().position(ends_turn) else {
            return;
        };
        // A ply settles its own turn, and if it ends the game there is no other.
        let played = events[..end]
            .iter()
            .any(|event| matches!(event, Event::Played { .. }));
        let charge = self.play.clock().and_then(|clock| clock.charge(now));
        if let (false, Some(charged)) = (played, charge) {
            events.insert(end, Event::ClockStopped { charged });
        }
    }

    /// Returns the event that holds the clock; none if no clock could run, or if it is held already.
    fn hold_clock(&self) -> Vec<Event> {
        let holds =
            self.phase == Phase::Playing && self.play.clock().is_some() && !self.play.is_held();
        holds.then_some(Event::ClockHeld).into_iter().collect()
    }

    /// Charges the time between two moments to nobody, as when the room was not in memory. The time used
    /// before `from` stays charged.
    pub fn skip_time(&mut self, from: Millis, to: Millis) {
        for held in self.hold_clock() {
            self.apply(from, &held);
            self.apply(to, &Event::ClockReleased);
        }
    }

    /// Takes over the clock of `known`, which is this room as it was before it was loaded from its store anew at
    /// `now`. A turn that both know goes on as it did, with the faults that were taken off it; of any other nobody was
    /// told since `last`, the moment of the last event.
    pub fn keep_clock_of(&mut self, known: &Self, last: Millis, now: Millis) {
        let both_play = self.phase == Phase::Playing && known.phase == Phase::Playing;
        if both_play && self.revision == known.revision && self.play.has_turn_of(&known.play) {
            self.play = known.play.clone();
        } else {
            self.skip_time(last, now);
        }
    }

    fn release_clock(&self) -> Vec<Event> {
        let held = self.play.is_held();
        held.then_some(Event::ClockReleased).into_iter().collect()
    }

    /// Returns the event that records the time used in the turn under way, or those of the end that time has
    /// brought.
    fn stop(&self, now: Millis) -> Vec<Event> {
        if self.phase != Phase::Playing {
            return Vec::new();
        }
        self.ended_before(now).unwrap_or_else(|| {
            let charge = self.play.clock().and_then(|clock| clock.charge(now));
            charge
                .filter(|charged| *charged > Millis::ZERO)
                .map(|charged| Event::ClockStopped { charged })
                .into_iter()
                .collect()
        })
    }

    /// Refuses newcomers if the room is closed.
    fn ensure_not_closed(&self) -> Result<(), Refusal> {
        match self.phase {
            Phase::Seating { .. } | Phase::Playing | Phase::Over { .. } => Ok(()),
            Phase::Closed => Err(Refusal::NoSuchRoom { room: self.id }),
        }
    }

    /// Returns the events of an act in a game that goes on, or the end that time has brought.
    fn in_game(
        &self,
        now: Millis,
        events: impl FnOnce() -> Result<Vec<Event>, Refusal>,
    ) -> Result<Vec<Event>, Refusal> {
        self.ensure_playing()?;
        match self.ended_before(now) {
            Some(end) => Ok(end),
            None => events(),
        }
    }
}
