//! A table as the client knows it: a snapshot, and every event since.
//!
//! `Joined` -> [`Table::new`] -> [`Table::apply`] for every `Table` message -> screens and lines of text
//!
//! Pure: the moment is an argument, in [`Millis`] since anything that stays the same while the program
//! runs. What the server counts in time (clocks, absences) is kept as it was told together with the
//! moment of telling, so that it can be shown at any later one. An event that does not fit is a [`Gap`]
//! and changes nothing: send `Resync`, and make a new table of the answer.

use protocol::clock::{ClockFace, Millis};
use protocol::game::Game;
use protocol::id::{Revision, RoomId, Seq};
use protocol::message::{
    Offers, Outcome, Phase, Ply, SNAPSHOT_CHAT, SNAPSHOT_NAMES, Seat, Snapshot, TableEvent,
};
use protocol::refusal::Refusal;
use protocol::side::{BySide, Side};

/// A table and everything to see of it.
#[derive(Clone, Debug)]
pub struct Table {
    you: Option<Side>,
    /// As the server would tell it, but for times, which are as of the moments below.
    seen: Snapshot,
    game: Game,
    clock_at: Millis,
    seats_at: BySide<Millis>,
}

/// An event that does not follow from what is known: something was missed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("event {got} does not fit the table at event {at}; ask for the room again")]
pub struct Gap {
    /// The last event that is known.
    pub at: Seq,
    /// The event that came.
    pub got: Seq,
}

impl Table {
    /// The table that `Joined` tells of, received at `now`.
    ///
    /// # Errors
    ///
    /// The refusal of the first ply that the rules do not allow, which no sane server sends.
    pub fn new(you: Option<Side>, snapshot: Snapshot, now: Millis) -> Result<Self, Refusal> {
        let squares = snapshot.plies.iter().map(|ply| ply.square);
        let game = Game::after(snapshot.spec.variant, squares).map_err(|(_, refusal)| refusal)?;
        Ok(Self {
            you,
            seen: snapshot,
            game,
            clock_at: now,
            seats_at: BySide {
                first: now,
                second: now,
            },
        })
    }

    /// Takes in an event, received at `now`.
    ///
    /// # Errors
    ///
    /// [`Gap`], and nothing changed, where the event does not follow from what is known.
    pub fn apply(&mut self, now: Millis, seq: Seq, event: &TableEvent) -> Result<(), Gap> {
        let gap = Gap {
            at: self.seen.seq,
            got: seq,
        };
        if seq != gap.at && seq != gap.at.next() {
            return Err(gap);
        }
        match event {
            TableEvent::Sat { side, seat } => self.take_seat(now, *side, seat.clone()),
            TableEvent::Stood { side } => self.take_seat(now, *side, Seat::Open),
            TableEvent::Gone { side } => self.set_away(now, *side, Some(Millis::ZERO)),
            TableEvent::Back { side } => self.set_away(now, *side, None),
            TableEvent::Watching { name, watching } => {
                if self.seen.spectators.len() < SNAPSHOT_NAMES {
                    self.seen.spectators.push(name.clone());
                }
                self.seen.watching = *watching;
            }
            TableEvent::Unwatched { name, watching } => {
                if let Some(at) = self.seen.spectators.iter().position(|other| other == name) {
                    self.seen.spectators.remove(at);
                }
                self.seen.watching = *watching;
            }
            TableEvent::Started {
                revision,
                series,
                seats,
                clock,
            } => {
                if series.game >= 2 && series.game != self.seen.series.game {
                    self.you = self.you.map(Side::other);
                }
                self.game = Game::new(self.seen.spec.variant);
                self.seen.plies.clear();
                self.seen.thoughts.clear();
                self.seen.offers = Offers::default();
                self.seen.phase = Phase::Playing;
                self.seen.revision = *revision;
                self.seen.series = *series;
                self.seen.seats = seats.clone();
                self.seats_at = BySide {
                    first: now,
                    second: now,
                };
                self.set_clock(now, *clock);
            }
            TableEvent::Moved {
                revision,
                side,
                ply,
                made,
                clock,
            } => {
                let fits = usize::from(*ply) == self.seen.plies.len() + 1
                    && *side == self.game.side_to_move()
                    && self.game.landing(made.square) == Ok(made.square);
                if !fits || self.game.play(made.square).is_err() {
                    return Err(gap);
                }
                self.seen.plies.push(*made);
                self.seen.revision = *revision;
                self.seen.offers.draw = None;
                self.seen.offers.takeback = None;
                self.set_clock(now, *clock);
            }
            TableEvent::Over {
                outcome,
                series,
                clock,
            } => {
                self.seen.phase = Phase::Over {
                    outcome: outcome.clone(),
                };
                self.seen.series = *series;
                self.seen.offers = Offers::default();
                self.set_clock(now, *clock);
            }
            TableEvent::DrawOffered { by } => self.seen.offers.draw = Some(*by),
            TableEvent::DrawDeclined { by: _ } => self.seen.offers.draw = None,
            TableEvent::TakebackAsked { by } => self.seen.offers.takeback = Some(*by),
            TableEvent::TakebackDeclined { by: _ } => self.seen.offers.takeback = None,
            TableEvent::TakenBack {
                revision,
                by: _,
                plies,
                clock,
            } => {
                let left = usize::from(*plies);
                if left > self.seen.plies.len() {
                    return Err(gap);
                }
                while self.game.plies().len() > left {
                    self.game.undo();
                }
                self.seen.plies.truncate(left);
                self.seen.thoughts.retain(|thought| thought.ply <= *plies);
                self.seen.revision = *revision;
                self.seen.offers.draw = None;
                self.seen.offers.takeback = None;
                self.set_clock(now, *clock);
            }
            TableEvent::RematchOffered { by } => self.seen.offers.rematch = Some(*by),
            TableEvent::Said { line } => {
                if self.seen.chat.len() >= SNAPSHOT_CHAT {
                    self.seen.chat.remove(0);
                }
                self.seen.chat.push(line.clone());
            }
            TableEvent::Thought { thought } => {
                // Players are told after the game what spectators were told during it.
                let known = &mut self.seen.thoughts;
                known.retain(|other| (other.ply, other.side) != (thought.ply, thought.side));
                known.push(thought.clone());
                known.sort_by_key(|thought| thought.ply);
            }
            TableEvent::Clock { clock } => self.set_clock(now, Some(*clock)),
        }
        self.seen.seq = seq;
        Ok(())
    }

    /// The side that this client plays; none watches. A rematch changes it.
    pub fn you(&self) -> Option<Side> {
        self.you
    }

    /// Everything as the server told it and the events since changed it. Times in it are as of the moment
    /// they were told: ask [`left`](Self::left) and [`away`](Self::away) for those of now.
    pub fn seen(&self) -> &Snapshot {
        &self.seen
    }

    /// The code of the room.
    pub fn room(&self) -> RoomId {
        self.seen.room
    }

    /// The revision that a move made now is meant for.
    pub fn revision(&self) -> Revision {
        self.seen.revision
    }

    /// The position.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The plies with the clock times they left.
    pub fn plies(&self) -> &[Ply] {
        &self.seen.plies
    }

    /// How the game ended, if it has.
    pub fn outcome(&self) -> Option<&Outcome> {
        match &self.seen.phase {
            Phase::Over { outcome } => Some(outcome),
            Phase::Seating | Phase::Playing => None,
        }
    }

    /// Whose ply it is, while the game goes on.
    pub fn to_move(&self) -> Option<Side> {
        match self.seen.phase {
            Phase::Playing => Some(self.game.side_to_move()),
            Phase::Seating | Phase::Over { .. } => None,
        }
    }

    /// Whether this client is to move.
    pub fn is_my_turn(&self) -> bool {
        self.you.is_some() && self.to_move() == self.you
    }

    /// What `side` has left at `now`, where there is a clock.
    pub fn left(&self, side: Side, now: Millis) -> Option<Millis> {
        let face = self.seen.clock?;
        let passed = if face.running == Some(side) {
            now - self.clock_at
        } else {
            Millis::ZERO
        };
        Some(face.remaining[side] - passed)
    }

    /// The side whose time runs, if any does.
    pub fn running(&self) -> Option<Side> {
        self.seen.clock.and_then(|face| face.running)
    }

    /// For how long the player of `side` has been away at `now`, if they are.
    pub fn away(&self, side: Side, now: Millis) -> Option<Millis> {
        match &self.seen.seats[side] {
            Seat::Human { away, .. } => away.map(|away| away + (now - self.seats_at[side])),
            Seat::Open | Seat::Bot { .. } => None,
        }
    }

    /// How long this client must still wait at `now` before it may claim the game of an opponent who is
    /// away: zero when it may, nothing when there is nobody to claim it from.
    pub fn claim_in(&self, now: Millis) -> Option<Millis> {
        self.to_move()?;
        let away = self.away(self.you?.other(), now)?;
        Some(self.seen.grace - away)
    }

    /// What whoever has the seat is called: a name, a bot such as `negamax:6`, or `open seat`.
    pub fn occupant(&self, side: Side) -> String {
        seat_name(&self.seen.seats[side])
    }

    fn take_seat(&mut self, now: Millis, side: Side, seat: Seat) {
        self.seen.seats[side] = seat;
        self.seats_at[side] = now;
    }

    fn set_away(&mut self, now: Millis, side: Side, gone: Option<Millis>) {
        match &mut self.seen.seats[side] {
            Seat::Human { away, .. } => {
                *away = gone;
                self.seats_at[side] = now;
            }
            Seat::Open | Seat::Bot { .. } => {}
        }
    }

    fn set_clock(&mut self, now: Millis, clock: Option<ClockFace>) {
        self.seen.clock = clock;
        self.clock_at = now;
    }
}

/// What whoever has a seat is called: a name, a bot such as `negamax:6`, or `open seat`.
pub fn seat_name(seat: &Seat) -> String {
    match seat {
        Seat::Open => "open seat".to_owned(),
        Seat::Human { name, .. } => name.to_string(),
        Seat::Bot { bot } => bot.to_string(),
    }
}

#[cfg(test)]
mod tests;
