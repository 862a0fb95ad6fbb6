//! The lobby of a server: its rooms and players.

use protocol::id::RoomId;
use protocol::message::{ClientMsg, Role};
use protocol::rules::Variant;
use protocol::text::Name;
use protocol::view::{Phase, RoomSummary, Seat};

use super::{Action, App, PromptKind, Screen, step};
use crate::input::Intent;

/// The lobby as it is now.
#[derive(Debug, Default)]
pub struct Lobby {
    /// The rooms, the newest first.
    pub rooms: Vec<RoomSummary>,
    /// The players with a name to show.
    pub players: Vec<Name>,
    /// The number of people connected.
    pub present: u32,
    /// The line that is chosen.
    pub chosen: usize,
}

impl Lobby {
    pub(super) fn set_all(&mut self, rooms: Vec<RoomSummary>, players: Vec<Name>, present: u32) {
        let chosen = self.chosen_room().map(|room| room.room);
        self.rooms = rooms;
        self.set_players(players, present);
        self.choose(chosen);
    }

    pub(super) fn set_room(&mut self, room: RoomSummary) {
        let chosen = self.chosen_room().map(|room| room.room);
        match self.rooms.iter_mut().find(|old| old.room == room.room) {
            Some(old) => *old = room,
            None => self.rooms.insert(0, room),
        }
        self.choose(chosen);
    }

    pub(super) fn remove_room(&mut self, room: RoomId) {
        let chosen = self.chosen_room().map(|room| room.room);
        self.rooms.retain(|old| old.room != room);
        self.choose(chosen);
    }

    pub(super) fn set_players(&mut self, players: Vec<Name>, present: u32) {
        self.players = players;
        self.present = present;
    }

    /// The room that is chosen.
    pub fn chosen_room(&self) -> Option<&RoomSummary> {
        self.rooms.get(self.chosen)
    }

    /// Chooses `room` wherever it is listed now; without it, the line with the same number.
    fn choose(&mut self, room: Option<RoomId>) {
        self.chosen = room
            .and_then(|room| self.rooms.iter().position(|other| other.room == room))
            .unwrap_or(self.chosen.min(self.rooms.len().saturating_sub(1)));
    }
}

/// True where a seat of the room is open.
pub(crate) fn has_open_seat(room: &RoomSummary) -> bool {
    room.phase == Phase::Seating && room.seats.find(|seat| *seat == Seat::Open).is_some()
}

impl App {
    pub(super) fn in_lobby(&mut self, intent: Intent) -> Vec<Action> {
        let rooms = self.lobby.rooms.len();
        match intent {
            Intent::Up
            | Intent::Down
            | Intent::First
            | Intent::Last
            | Intent::PageUp
            | Intent::PageDown => step(&mut self.lobby.chosen, intent, rooms),
            Intent::Back => return self.go_home(),
            Intent::NewGame => self.screen = Screen::Form,
            Intent::Code => return self.open_prompt(PromptKind::Code),
            Intent::Quick => {
                let chosen = self.lobby.chosen_room();
                let variant = match chosen.and_then(|room| room.variant.known()) {
                    Some(variant) => *variant,
                    None => Variant::named("connect-four").expect("a variant of ours"),
                };
                let clock = None;
                return vec![Action::Send(ClientMsg::Quick {
                    variant,
                    clock,
                    holding: self.home.holding(),
                })];
            }
            Intent::Choose | Intent::Watch => {
                if let Some(room) = self.lobby.chosen_room() {
                    let sit = intent == Intent::Choose && has_open_seat(room);
                    let role = if sit { Role::Player } else { Role::Spectator };
                    let room = room.room;
                    return vec![Action::Send(ClientMsg::Join { room, role })];
                }
            }
            _ => {}
        }
        Vec::new()
    }
}
