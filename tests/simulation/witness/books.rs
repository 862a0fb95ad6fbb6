//! What the store has of a room: its events, and the room after each of them.

use std::time::Duration;

use protocol::game::Game;
use protocol::id::{PlayerId, Revision, RoomId, Seq, TokenHash};
use protocol::millis::Millis;
use protocol::side::{BySide, Side};
use protocol::square::Square;
use protocol::view::{Phase, Seat, Snapshot};
use room::{Event, Occupant, Room};

use super::clocks::{Clocks, Outages};

/// An onlooker who is not in the room.
const NOBODY: PlayerId = PlayerId(u64::MAX);

/// The events of one room, and the room after each.
pub(super) struct Book {
    id: RoomId,
    events: Vec<(Millis, Event)>,
    room: Option<Room>,
    /// The room after each number of events, from 1.
    pages: Vec<Snapshot>,
    /// Hashes of the tokens of the people on the seats, after each number of events.
    seats: Vec<BySide<Option<TokenHash>>>,
    /// Games begun.
    games: u32,
    pub(super) clocks: Clocks,
}

impl Book {
    pub(super) fn new(id: RoomId) -> Self {
        Self {
            id,
            events: Vec::new(),
            room: None,
            pages: Vec::new(),
            seats: Vec::new(),
            games: 0,
            clocks: Clocks::default(),
        }
    }

    /// Writes the next event.
    pub(super) fn write(&mut self, at: Millis, event: &Event) -> Result<(), String> {
        let before = self.room.as_ref().map(Room::revision);
        if let Some(room) = &mut self.room {
            room.apply(at, event);
        } else {
            let room = Room::replay(self.id, [(at, event)]);
            self.room = Some(room.map_err(|error| error.to_string())?);
        }
        self.events.push((at, event.clone()));
        self.write_seats(event);
        let room = self.room.as_ref().expect("made above");
        self.pages.push(page(room, at));
        if let (Event::Played { .. }, Some(before)) = (event, before)
            && room.revision() != before.next()
        {
            let after = room.revision();
            return Err(format!("a ply leads from {before} to {after}"));
        }
        Ok(())
    }

    /// Checks what the event, which was just written, does to the clocks. Returns the flag that there was an outage in
    /// a turn that it charges.
    pub(super) fn check_clocks(
        &mut self,
        at: Duration,
        moment: Millis,
        event: &Event,
        outages: &Outages,
    ) -> Result<Option<bool>, String> {
        let room = self.room.as_ref().expect("an event was written");
        let shown = room.snapshot(moment, NOBODY);
        self.clocks.write(at, event, &shown, outages)
    }

    fn write_seats(&mut self, event: &Event) {
        let mut seats = self.seats.last().copied().unwrap_or_default();
        match event {
            Event::SeatTaken { side, occupant } => {
                seats[*side] = match occupant {
                    Occupant::Human { hash, .. } | Occupant::KeyHolder { hash, .. } => Some(*hash),
                    Occupant::Bot(_) => None,
                };
            }
            Event::SeatVacated { side } => seats[*side] = None,
            Event::Started if self.games > 0 => {
                seats = BySide {
                    first: seats.second,
                    second: seats.first,
                };
            }
            _ => {}
        }
        self.games += u32::from(*event == Event::Started);
        self.seats.push(seats);
    }

    /// The hash of the token of the person on this seat after this number of events.
    pub(super) fn seat(&self, seq: Seq, side: Side) -> Option<TokenHash> {
        self.seats.get((seq.0 as usize).checked_sub(1)?)?[side]
    }

    /// The room after this number of events.
    pub(super) fn after(&self, seq: Seq) -> Option<&Snapshot> {
        self.pages.get((seq.0 as usize).checked_sub(1)?)
    }

    pub(super) fn seq(&self) -> Seq {
        Seq(u32::try_from(self.events.len()).expect("a room has fewer events"))
    }

    pub(super) fn is_closed(&self) -> bool {
        self.room.as_ref().is_some_and(Room::is_closed)
    }

    /// The revision of the board, and the hash of the token of the person who is to move, if it is one.
    pub(super) fn person_to_move(&self) -> Option<(Revision, TokenHash)> {
        let page = self.pages.last()?;
        let side = Side::to_move_after(page.plies.len());
        let seats = self.seats.last()?;
        seats[side].map(|hash| (page.revision, hash))
    }

    /// The cell in which a move to this square ends.
    pub(super) fn lands(&self, square: Square) -> Option<Square> {
        let room = self.room.as_ref()?;
        let squares = room.cells().iter().copied();
        let game = Game::after(room.spec().variant, squares).ok()?;
        game.landing(square).ok()
    }

    /// The reason why the room cannot be read back as it was written.
    pub(super) fn replay_problem(&self) -> Option<String> {
        let events = self.events.iter().map(|(at, event)| (*at, event));
        match Room::replay(self.id, events) {
            Err(error) => Some(error.to_string()),
            Ok(room) => {
                let (at, _) = self.events.last()?;
                let (read, written) = (page(&room, *at), self.pages.last()?);
                (read != *written).then(|| format!("read {read:#?}, written {written:#?}"))
            }
        }
    }
}

fn page(room: &Room, at: Millis) -> Snapshot {
    without_presence(room.snapshot(at, NOBODY))
}

/// The snapshot without what is not stored: who is there, the time that ran since, what bots think; and without what
/// is told in messages of their own behind an event.
pub(super) fn without_presence(mut snapshot: Snapshot) -> Snapshot {
    for seat in [&mut snapshot.seats.first, &mut snapshot.seats.second] {
        if let Seat::Human { away, .. } = seat {
            *away = None;
        }
    }
    snapshot.clock = None;
    snapshot.spectators.clear();
    snapshot.watching = 0;
    snapshot.searches.clear();
    snapshot.thinking = None;
    snapshot.forbidden.clear();
    snapshot.opening = None;
    // The end of a game is an event of its own, which the rules already know.
    if let Phase::Over { .. } = snapshot.phase {
        snapshot.offers.takeback = None;
    }
    snapshot
}
