//! The answer to every command: the events it brings, or a refusal that changes nothing.

use protocol::clock::Millis;
use protocol::id::PlayerId;
use protocol::refusal::Refusal;
use protocol::side::Side;

use crate::{Command, Event, Room, Stage, play};

impl Room {
    /// What `command`, stamped at `now`, brings about. Changes nothing by itself.
    ///
    /// Every event is to be applied with the same `now`, in order, once the durable ones are stored.
    /// Whatever concerns the game finds it over if time ended it before `now`, even where the `Tick` that
    /// would have said so is still to come.
    ///
    /// # Errors
    ///
    /// The refusal is for whoever asked, and for nobody else. `Tick` and `Resume` are never refused.
    pub fn decide(&self, now: Millis, command: &Command) -> Result<Vec<Event>, Refusal> {
        let mut events = self.answer(now, command)?;
        self.start_clock_after_outage(now, &mut events);
        Ok(events)
    }

    fn answer(&self, now: Millis, command: &Command) -> Result<Vec<Event>, Refusal> {
        match command {
            Command::Sit { who, name, seal } => {
                self.admits()?;
                self.sit(*who, name, *seal)
            }
            Command::Return { who, seal } => {
                self.admits()?;
                self.come_back(*who, *seal)
            }
            Command::Watch { who, name } => {
                self.admits()?;
                self.watch(*who, name)
            }
            Command::Leave { who, lost } => self.leave(*who, *lost),
            Command::Play {
                who,
                revision,
                square,
                round_trip,
            } => self.play_ply(now, *who, *revision, *square, *round_trip),
            Command::BotPlay { revision, thought } => self.bot_plays(now, *revision, thought),
            Command::Resign { who } => self.in_game(now, *who, |side| Ok(play::resigned(side))),
            Command::OfferDraw { who } => self.in_game(now, *who, |side| self.offer_draw(side)),
            Command::AnswerDraw { who, accept } => {
                self.in_game(now, *who, |side| self.answer_draw(side, *accept))
            }
            Command::AskTakeback { who } => self.in_game(now, *who, |side| self.ask_takeback(side)),
            Command::AnswerTakeback { who, accept } => {
                self.in_game(now, *who, |side| self.answer_takeback(side, *accept))
            }
            Command::Abort { who } => self.in_game(now, *who, |_| self.abort()),
            Command::Claim { who } => self.in_game(now, *who, |side| self.claim(now, side)),
            Command::Rematch { who } => self.rematch(self.player(*who)?),
            Command::Chat { who, text } => self.say(*who, text),
            Command::Tick => Ok(self.tick(now)),
            Command::Resume => Ok(if self.is_live() {
                vec![Event::Resumed]
            } else {
                Vec::new()
            }),
        }
    }

    /// Refuses those who want to come in where the room is closed for good.
    fn admits(&self) -> Result<(), Refusal> {
        match self.stage {
            Stage::Seating { .. } | Stage::Playing | Stage::Over { .. } => Ok(()),
            Stage::Closed => Err(Refusal::NoSuchRoom { room: self.id }),
        }
    }

    /// What a player asks for in a game that goes on, unless time has ended it.
    fn in_game(
        &self,
        now: Millis,
        who: PlayerId,
        ask: impl FnOnce(Side) -> Result<Vec<Event>, Refusal>,
    ) -> Result<Vec<Event>, Refusal> {
        let side = self.player(who)?;
        self.in_play()?;
        match self.ended_before(now) {
            Some(end) => Ok(end),
            None => ask(side),
        }
    }
}
