//! The list of the rooms of a server, in the order of the lobby: the unfinished games of this person, open seats,
//! running games, and one line for all games that are over.
//!
//! ```text
//! your_games -> look, for each saved seat that it does not tell -> enter_lobby -> lines
//! ```
//!
//! Pure: messages of the server in, questions and lines out; `lines/conversation.rs` lends it the connection.
//!
//! The server tells the games of whoever comes with a key. The rest, such as the games of guests, is known by the
//! saved seats, as on the screens.

use protocol::id::Token;
use protocol::message::{ClientMsg, ServerMsg};
use protocol::refusal::Refusal;
use protocol::text::Name;
use protocol::view::{Phase, RoomSummary, YOUR_GAMES, YourGame};

use super::conversation::Step;
use super::json_lines::RoomLine;
use crate::language::Said;
use crate::seats::SavedSeat;
use crate::ui::has_open_seat;
use crate::words::rooms::{clock_of, phase_in_words, room_in_words};
use crate::words::{self, listed, listed_of};

/// The rooms of a server, as far as they are known.
#[derive(Debug)]
pub(super) struct RoomList {
    /// The saved seats at the address of the server, and once its id is known, those on it.
    seats: Vec<SavedSeat>,
    awaited: Awaited,
    /// The name of the connection that asks, which is no news.
    name: Option<Name>,
    /// The games that the server told.
    games: Vec<YourGame>,
    /// The rooms of other saved seats.
    looked_at: Vec<RoomSummary>,
    gone: Vec<Token>,
    problem: Option<String>,
}

/// The answer that is awaited.
#[derive(Debug)]
enum Awaited {
    /// That to `your_games`.
    Games,
    /// The answers to this number of `look`.
    Looks(usize),
    /// That to `enter_lobby`.
    Lobby,
}

/// The list, ready to be written.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Listed {
    /// Its lines.
    pub(super) lines: Vec<String>,
    /// Its rooms, those of this person first.
    pub(super) rooms: Vec<RoomLine>,
    /// Saved seats of rooms that are gone.
    pub(super) gone: Vec<Token>,
    /// The reason why games of this person may be missing, where the server knows them.
    pub(super) problem: Option<String>,
}

impl RoomList {
    /// Begins the list of a server on which this person has these saved seats; the first message is
    /// [`ClientMsg::YourGames`].
    pub(super) fn new(seats: Vec<SavedSeat>) -> Self {
        Self {
            seats,
            awaited: Awaited::Games,
            name: None,
            games: Vec::new(),
            looked_at: Vec::new(),
            gone: Vec::new(),
            problem: None,
        }
    }

    /// Takes in a message of the server, from its `Welcome` on.
    pub(super) fn on_message(&mut self, message: &ServerMsg) -> Step<Listed> {
        match (&self.awaited, message) {
            (Awaited::Games, ServerMsg::Welcome { id, name, .. }) => {
                self.name = Some(name.clone());
                // Another server at the address knows nothing of their rooms.
                self.seats.retain(|seat| !seat.is_of_another(Some(*id)));
                Step::Pass
            }
            (Awaited::Games, ServerMsg::YourGames { games }) => {
                self.games.clone_from(games);
                self.look_at_seats()
            }
            (Awaited::Games, ServerMsg::Refused { refusal, message }) => {
                self.problem = Some(words::refused(refusal, message));
                self.look_at_seats()
            }
            (Awaited::Looks(_), ServerMsg::RoomInfo { room }) => {
                self.looked_at.push(room.clone());
                self.on_look_answered()
            }
            (Awaited::Looks(_), ServerMsg::Refused { refusal, .. }) => {
                if let Refusal::NoSuchRoom { room } = refusal {
                    let seats = self.seats.iter().filter(|seat| seat.room == *room);
                    self.gone.extend(seats.map(|seat| seat.token));
                    self.seats.retain(|seat| seat.room != *room);
                }
                self.on_look_answered()
            }
            (
                Awaited::Lobby,
                ServerMsg::Lobby {
                    rooms,
                    players,
                    present,
                    chat: _,
                },
            ) => Step::Done(Listed {
                lines: self.lines(rooms, players, *present),
                rooms: self.rooms(rooms),
                gone: std::mem::take(&mut self.gone),
                problem: self.problem.take(),
            }),
            (Awaited::Games | Awaited::Looks(_) | Awaited::Lobby, _) => Step::Pass,
        }
    }

    fn look_at_seats(&mut self) -> Step<Listed> {
        let told = |room| self.games.iter().any(|game| game.room.room == room);
        let mut rooms: Vec<_> = self.seats.iter().map(|seat| seat.room).collect();
        rooms.retain(|room| !told(*room));
        // Both players of a room may have their seats in one directory.
        rooms.sort_unstable();
        rooms.dedup();
        if rooms.is_empty() {
            return self.enter_lobby();
        }
        self.awaited = Awaited::Looks(rooms.len());
        let look = |room| ClientMsg::RoomInfo { room };
        Step::Ask(rooms.into_iter().map(look).collect())
    }

    fn on_look_answered(&mut self) -> Step<Listed> {
        match &mut self.awaited {
            Awaited::Looks(left) if *left > 1 => {
                *left -= 1;
                Step::Ask(Vec::new())
            }
            Awaited::Games | Awaited::Looks(_) | Awaited::Lobby => self.enter_lobby(),
        }
    }

    fn enter_lobby(&mut self) -> Step<Listed> {
        self.awaited = Awaited::Lobby;
        Step::Ask(vec![ClientMsg::EnterLobby { boards: false }])
    }

    fn lines(&self, rooms: &[RoomSummary], players: &[Name], present: u32) -> Vec<String> {
        let is_told = |room| self.games.iter().any(|game| game.room.room == room);
        let is_known = |room| is_told(room) || self.seats.iter().any(|seat| seat.room == room);
        let mut finished = self.games.iter().filter(|game| is_over(&game.room)).count();
        let games = self.games.iter().filter(|game| !is_over(&game.room));
        let mut own: Vec<_> = games.map(game_in_words).collect();
        let mut named = Vec::new();
        for seat in &self.seats {
            if is_told(seat.room) || named.contains(&seat.room) {
                continue;
            }
            named.push(seat.room);
            let info = self.looked_at.iter().find(|info| info.room == seat.room);
            match info {
                Some(info) if is_over(info) => finished += 1,
                Some(info) => own.push(room_in_words(info)),
                None => own.push(format!("{}: {}", seat.room, seat.variant.said())),
            }
        }
        let others = rooms.iter().filter(|room| !is_known(room.room));
        let (over, mut others): (Vec<_>, Vec<_>) = others.partition(|room| is_over(room));
        finished += over.len();
        // Stable: the newest room of each kind stays the first.
        others.sort_by_key(|room| !has_open_seat(room));
        let others: Vec<_> = others.into_iter().map(room_in_words).collect();
        let mut lines = Vec::new();
        if own.is_empty() {
            lines.extend(others.is_empty().then(|| say!("lines-no-room")));
        } else {
            lines.push(say!("lines-own-games"));
            lines.extend(own);
            lines.push(if others.is_empty() {
                say!("lines-no-other-room")
            } else {
                say!("lines-other-rooms")
            });
        }
        lines.extend(others);
        if finished > 0 {
            lines.push(say!("lobby-finished", count = finished));
        }
        // As many as that may be a part of them.
        if self.games.len() >= YOUR_GAMES {
            lines.push(say!("lines-own-most", most = self.games.len()));
        }
        // The list is not about the connection that asks.
        let others: Vec<_> = players
            .iter()
            .filter(|name| self.name.as_ref() != Some(*name))
            .cloned()
            .collect();
        let present = present.saturating_sub(1);
        lines.push(say!(
            "lines-present",
            count = present,
            names = listed_of(&others, present)
        ));
        lines
    }

    /// Every room that is known, those of this person first.
    fn rooms(&self, rooms: &[RoomSummary]) -> Vec<RoomLine> {
        let line = |room: &RoomSummary, yours, game: Option<&YourGame>| RoomLine {
            room: room.clone(),
            yours,
            side: game.map(|game| game.side),
            your_turn: game.map(|game| game.your_turn),
        };
        let games = self.games.iter();
        let mut lines: Vec<_> = games
            .map(|game| line(&game.room, true, Some(game)))
            .collect();
        lines.extend(self.looked_at.iter().map(|room| line(room, true, None)));
        let is_known = |room: &&RoomSummary| lines.iter().any(|line| line.room.room == room.room);
        let others: Vec<_> = rooms.iter().filter(|room| !is_known(room)).collect();
        lines.extend(others.into_iter().map(|room| line(room, false, None)));
        lines
    }
}

fn is_over(room: &RoomSummary) -> bool {
    matches!(room.phase, Phase::Over { .. })
}

/// A game of this person, with whose turn it is.
fn game_in_words(game: &YourGame) -> String {
    let room = &game.room;
    let opponent = room.seats[game.side.other()].said();
    let turn = match (&room.phase, game.your_turn) {
        (Phase::Playing, true) => Some(say!("lines-own-your-turn")),
        (Phase::Playing, false) => Some(say!("lines-own-their-turn")),
        (Phase::Seating | Phase::Over { .. }, _) => None,
    };
    let facts = [
        Some(room.variant.said()),
        room.opening.map(|opening| opening.to_string()),
        clock_of(room),
        Some(say!("lines-own-against", opponent = opponent)),
        Some(phase_in_words(room)),
        turn,
    ];
    format!("{}: {}", room.room, listed(facts.into_iter().flatten()))
}

#[cfg(test)]
mod tests;
