//! A client's copy of a room: a snapshot, and every event since.
//!
//! `Joined` -> [`Replica::new`] -> [`Replica::apply`] for every `Event` message -> whatever shows the room
//!
//! Pure: the time is an argument, in [`Millis`] since any fixed moment, such as the start of the program.
//! Clock times and absences are kept as the server told them, with the time of arrival, so that they can be
//! computed for any later time. An event that does not follow is a [`Gap`] and changes nothing: send
//! `Resync`, and make a new replica of the answer.

mod changes;
mod opening;

use crate::game::Game;
use crate::id::{Revision, RoomId, Seq};
use crate::message::RoomEvent;
use crate::millis::Millis;
use crate::rules::Illegal;
use crate::side::{BySide, Side};
use crate::view::{Outcome, Phase, Ply, Seat, Snapshot, Thinking};
use crate::word::Named;

/// A client's copy of the room that it is in.
#[derive(Clone, Debug)]
pub struct Replica {
    you: Option<Side>,
    /// The room after the last event, with clock times and absences as of the times below.
    snapshot: Snapshot,
    game: Game,
    /// Arrival of `snapshot.clock`.
    clock_at: Millis,
    /// Arrival of `snapshot.thinking`.
    thinking_at: Millis,
    /// Arrival of each of `snapshot.seats`.
    seats_at: BySide<Millis>,
}

/// An event that does not follow from the last one known: the client missed something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("event {got} does not fit the table at event {at}; ask for the room again")]
pub struct Gap {
    /// The last event known.
    pub at: Seq,
    /// The event received.
    pub got: Seq,
}

/// A snapshot of which there is no replica.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplicaError {
    /// The game has a name that this release does not know.
    #[error("this program does not know the game {0}; use a later release of it")]
    UnknownVariant(String),
    /// A ply is not legal; only a faulty server sends one.
    #[error("the server sent a game that cannot be: {0}")]
    Ply(Illegal),
}

impl Replica {
    /// The replica of the room in a `Joined` that arrived at `now`.
    ///
    /// # Errors
    ///
    /// [`ReplicaError`], where this release does not know the game, or the plies are none.
    pub fn new(you: Option<Side>, snapshot: Snapshot, now: Millis) -> Result<Self, ReplicaError> {
        let variant = match &snapshot.spec.variant {
            Named::Known(variant) => *variant,
            Named::Unknown(name) => return Err(ReplicaError::UnknownVariant(name.clone())),
        };
        let squares = snapshot.plies.iter().map(|ply| ply.square);
        let game =
            Game::after(variant, squares).map_err(|(_, illegal)| ReplicaError::Ply(illegal))?;
        Ok(Self {
            you,
            snapshot,
            game,
            clock_at: now,
            thinking_at: now,
            seats_at: BySide {
                first: now,
                second: now,
            },
        })
    }

    /// Applies an event that arrived at `now`.
    ///
    /// # Errors
    ///
    /// [`Gap`], with nothing changed, where `seq` is neither the last number nor the one after it, where the rules do
    /// not allow the ply, or where more plies are left after a takeback than are known.
    pub fn apply(&mut self, now: Millis, seq: Seq, event: &RoomEvent) -> Result<(), Gap> {
        let gap = Gap {
            at: self.snapshot.seq,
            got: seq,
        };
        if seq != gap.at && seq != gap.at.next() {
            return Err(gap);
        }
        match event {
            RoomEvent::SeatTaken { side, seat } => self.take_seat(now, *side, seat.clone()),
            RoomEvent::SeatVacated { side } => self.take_seat(now, *side, Seat::Open),
            RoomEvent::Disconnected { side } => self.set_away(now, *side, Some(Millis::ZERO)),
            RoomEvent::Reconnected { side } => self.set_away(now, *side, None),
            RoomEvent::Watchers { watching, names } => {
                self.snapshot.spectators = names.clone().unwrap_or_default();
                self.snapshot.watching = *watching;
            }
            RoomEvent::Started {
                revision,
                series,
                seats,
                clock,
                rated,
            } => {
                self.start(now, *series, seats.clone());
                self.snapshot.rated = *rated;
                self.set_revision(*revision);
                self.set_clock(now, *clock);
            }
            RoomEvent::Moved {
                revision,
                side,
                ply,
                made,
                ends_game: _,
                clock,
            } => {
                if !self.play(*side, *ply, *made) {
                    return Err(gap);
                }
                self.board_changed(now, *revision, None, *clock);
            }
            RoomEvent::Over {
                outcome,
                series,
                clock,
            } => {
                self.end(outcome.clone(), *series);
                self.set_clock(now, *clock);
            }
            RoomEvent::DrawOffered { by } => self.snapshot.offers.draw = Some(*by),
            RoomEvent::DrawDeclined { by: _ } => self.snapshot.offers.draw = None,
            RoomEvent::TakebackAsked { by } => self.snapshot.offers.takeback = Some(*by),
            RoomEvent::TakebackDeclined { by: _ } => self.snapshot.offers.takeback = None,
            RoomEvent::TakenBack {
                revision,
                by: _,
                plies,
                clock,
            } => {
                if !self.take_back(*plies) {
                    return Err(gap);
                }
                self.board_changed(now, *revision, None, *clock);
            }
            RoomEvent::RematchOffered { by } => self.snapshot.offers.rematch = Some(*by),
            RoomEvent::RematchDeclined { by: _ } => self.snapshot.offers.rematch = None,
            RoomEvent::ChatPosted { line } => self.add_chat(line.clone()),
            RoomEvent::SearchInfo { search } => self.add_search(search.clone()),
            RoomEvent::Clock { clock } => self.set_clock(now, Some(*clock)),
            RoomEvent::Thinking { thinking } => {
                self.snapshot.thinking = Some(*thinking);
                self.thinking_at = now;
            }
            // Shown as it comes, and not kept; a hidden line is not even shown.
            RoomEvent::EngineMessage { .. }
            | RoomEvent::Removed { .. }
            | RoomEvent::ChatHidden
            | RoomEvent::Rated { .. } => {}
            RoomEvent::Forbidden { points } => self.snapshot.forbidden.clone_from(points),
            RoomEvent::OpeningChosen {
                revision,
                by: _,
                choice,
                clock,
            } => self.board_changed(now, *revision, Some(*choice), *clock),
            RoomEvent::Opening { opening } => self.snapshot.opening = Some(opening.clone()),
            RoomEvent::Locked { locked } => self.snapshot.locked = *locked,
            RoomEvent::ChatClosed { closed } => self.snapshot.chat_closed = *closed,
        }
        self.snapshot.seq = seq;
        Ok(())
    }

    /// The side that this client plays, or nothing for a spectator. A rematch exchanges the sides.
    pub fn you(&self) -> Option<Side> {
        self.you
    }

    /// Takes another seat, as for two people at one keyboard, of whom the one to move is `you`.
    pub fn sit(&mut self, you: Option<Side>) {
        self.you = you;
    }

    /// The room after the last event. Clock times and absences in it are as of their arrival; use
    /// [`left`](Self::left) and [`away`](Self::away) for current ones.
    pub fn snapshot(&self) -> &Snapshot {
        &self.snapshot
    }

    /// The code of the room.
    pub fn room(&self) -> RoomId {
        self.snapshot.room
    }

    /// The revision of the board, to be sent with a move.
    pub fn revision(&self) -> Revision {
        self.snapshot.revision
    }

    /// The position.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The plies, each with the clock time that its side had left.
    pub fn plies(&self) -> &[Ply] {
        &self.snapshot.plies
    }

    /// The outcome of the game, once it is over.
    pub fn outcome(&self) -> Option<&Outcome> {
        match &self.snapshot.phase {
            Phase::Over { outcome } => Some(outcome),
            Phase::Seating | Phase::Playing => None,
        }
    }

    /// The side that acts, while the game goes on: by the number of plies, or as the opening says.
    pub fn to_move(&self) -> Option<Side> {
        match self.snapshot.phase {
            Phase::Playing => Some(self.acting()),
            Phase::Seating | Phase::Over { .. } => None,
        }
    }

    /// The search of the bot to move as of `now`, if it has thought for a moment.
    pub fn thinking(&self, now: Millis) -> Option<Thinking> {
        let thinking = self.snapshot.thinking?;
        Some(Thinking {
            elapsed: thinking.elapsed + (now - self.thinking_at),
            ..thinking
        })
    }

    /// Returns `true` if the server lets this client analyse the positions of the game: after it everybody, during
    /// it where only bots play or hints are allowed, and spectators where thoughts are open.
    pub fn may_analyse(&self) -> bool {
        let spec = &self.snapshot.spec;
        match self.snapshot.phase {
            Phase::Over { .. } => true,
            Phase::Seating => false,
            Phase::Playing => {
                let is_person = |side| matches!(self.snapshot.seats[side], Seat::Human { .. });
                spec.hints
                    || !Side::BOTH.into_iter().any(is_person)
                    || (spec.open_thoughts && self.you.is_none())
            }
        }
    }

    /// Returns `true` if this client is to move.
    pub fn is_my_turn(&self) -> bool {
        self.you.is_some() && self.to_move() == self.you
    }

    /// Time left to `side` at `now`, where there is a clock.
    pub fn left(&self, side: Side, now: Millis) -> Option<Millis> {
        let face = self.snapshot.clock?;
        let passed = if face.running == Some(side) {
            now - self.clock_at
        } else {
            Millis::ZERO
        };
        Some(face.remaining[side] - passed)
    }

    /// The side whose clock runs, if one does.
    pub fn running(&self) -> Option<Side> {
        self.snapshot.clock.and_then(|face| face.running)
    }

    /// Length of the absence of the player of `side` at `now`, if they are away.
    pub fn away(&self, side: Side, now: Millis) -> Option<Millis> {
        match &self.snapshot.seats[side] {
            Seat::Human { away, .. } => away.map(|away| away + (now - self.seats_at[side])),
            Seat::Open | Seat::Bot { .. } => None,
        }
    }

    /// Time at `now` until this client may claim the game of its absent opponent: zero once it may, nothing
    /// where no opponent is away.
    pub fn claim_in(&self, now: Millis) -> Option<Millis> {
        self.to_move()?;
        let away = self.away(self.you?.other(), now)?;
        Some(self.snapshot.grace - away)
    }

    /// Name of the occupant of the seat of `side`, as [`Seat`] displays it.
    pub fn occupant(&self, side: Side) -> String {
        self.snapshot.seats[side].to_string()
    }
}

#[cfg(test)]
mod tests;
