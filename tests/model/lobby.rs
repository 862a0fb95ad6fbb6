//! The lobby as clients follow it, against the rooms of the model.

use std::ops::Range;

use protocol::id::RoomId;
use protocol::message::ServerMsg;
use protocol::millis::Millis;
use protocol::text::Name;
use protocol::view::{Phase, RoomSummary, Seat};

use super::compare::BOARDS;
use super::world::World;

/// The lobby as a client sees it.
#[derive(Clone, Debug, Default)]
pub(super) struct LobbyView {
    rooms: Vec<RoomSummary>,
    players: Vec<Name>,
    present: u32,
}

impl LobbyView {
    pub(super) fn hear(&mut self, message: &ServerMsg) {
        match message {
            ServerMsg::Lobby {
                rooms,
                players,
                present,
                ..
            } => {
                self.rooms.clone_from(rooms);
                self.players.clone_from(players);
                self.present = *present;
            }
            ServerMsg::LobbyRoom { room } => {
                match self.rooms.iter_mut().find(|known| known.room == room.room) {
                    Some(known) => *known = room.clone(),
                    None => self.rooms.insert(0, room.clone()),
                }
            }
            ServerMsg::LobbyRoomRemoved { room } => self.rooms.retain(|known| known.room != *room),
            ServerMsg::LobbyPlayers { players, present } => {
                self.players.clone_from(players);
                self.present = *present;
            }
            _ => {}
        }
    }

    /// Compares with the model, but for how long somebody has been away, which the lobby does not follow.
    pub(super) fn check(&self, world: &World, boards: bool, now: u64) -> Result<(), String> {
        let listed = world.tables.iter().filter(|table| table.spec.listed);
        let listed = listed.filter(|table| !table.asleep && !table.adrift);
        let mut expected: Vec<_> = listed.map(|table| table.summary(now)).collect();
        // Whatever leaves the list at this moment may or may not be there.
        let leaving = expected.iter().filter(|room| is_left_for(room, 0..2000));
        let unknown: Vec<RoomId> = leaving
            .map(|room| room.room)
            .chain(
                world
                    .tables
                    .iter()
                    .filter(|table| table.adrift)
                    .map(|table| table.room),
            )
            .collect();
        expected.retain(|room| !unknown.contains(&room.room) && !is_left_for(room, 0..u64::MAX));
        let mut expected: Vec<_> = expected.into_iter().map(timeless).collect();
        for room in &mut expected {
            // The whole lobby does not have the moves of all.
            let seen = self.rooms.iter().find(|seen| seen.room == room.room);
            if !boards || seen.is_some_and(|seen| seen.moves.is_none()) && self.rooms.len() > BOARDS
            {
                room.moves = None;
            }
        }
        let seen = self
            .rooms
            .iter()
            .filter(|seen| !unknown.contains(&seen.room));
        let mut seen: Vec<_> = seen.cloned().map(timeless).collect();
        // A room that comes back to the lobby is an old one.
        seen.sort_by_key(|room| room.room);
        expected.sort_by_key(|room| room.room);
        if seen != expected {
            let differ = |one: &[RoomSummary], other: &[RoomSummary]| -> Vec<RoomSummary> {
                one.iter()
                    .filter(|room| !other.contains(room))
                    .cloned()
                    .collect()
            };
            return Err(format!(
                "the lobby shows {:?}\ninstead of {:?}",
                differ(&seen, &expected),
                differ(&expected, &seen)
            ));
        }
        let names = world.names();
        let mut players = self.players.clone();
        players.sort();
        if players != names || self.present as usize != names.len() {
            return Err(format!("the lobby shows {players:?} instead of {names:?}"));
        }
        Ok(())
    }
}

/// True if everybody on the seats of an open room has been away for five minutes and one of these milliseconds more.
fn is_left_for(room: &RoomSummary, more: Range<u64>) -> bool {
    let people = room.seats.iter().filter_map(|(_, seat)| match seat {
        Seat::Human { away, .. } => Some(*away),
        Seat::Open | Seat::Bot { .. } => None,
    });
    let away = people.min().flatten().map(Millis::as_millis);
    let left = away.and_then(|away| away.checked_sub(300_000));
    room.phase == Phase::Seating && left.is_some_and(|left| more.contains(&left))
}

fn timeless(mut room: RoomSummary) -> RoomSummary {
    room.seats = room.seats.map(|seat| match seat {
        Seat::Human { name, away } => Seat::Human {
            name,
            away: away.map(|_| Millis::ZERO),
        },
        seat @ (Seat::Open | Seat::Bot { .. }) => seat,
    });
    room
}
