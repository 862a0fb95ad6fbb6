//! The list of the rooms of a server, in the order of the lobby: the unfinished games of this person, open seats,
//! running games, and one line for all games that are over.
//!
//! The server tells the games of a client with a key. The rest, such as the games of guests, is known by the saved
//! seats, as on the screens.

use protocol::id::Token;
use protocol::message::{ClientMsg, ServerMsg};
use protocol::refusal::Refusal;
use protocol::text::Name;
use protocol::view::{Phase, RoomSummary, YOUR_GAMES, YourGame};

use super::conversation::Conversation;
use super::json_lines::RoomLine;
use crate::failure::Failure;
use crate::language::Said;
use crate::seats::SavedSeat;
use crate::ui::{has_open_seat, is_abandoned, is_over};
use crate::words::rooms::{clock_of, phase_in_words, room_in_words};
use crate::words::{self, listed, listed_of};

/// The rooms of a server, as far as they are known.
#[derive(Debug, Default)]
pub(super) struct RoomList {
    /// The saved seats on the server.
    seats: Vec<SavedSeat>,
    /// The games that the server told.
    games: Vec<YourGame>,
    /// The rooms of other saved seats.
    looked_at: Vec<RoomSummary>,
    /// The rooms in the lobby.
    rooms: Vec<RoomSummary>,
    /// The names of others who are connected, as far as the server tells them.
    players: Vec<Name>,
    /// The number of others who are connected.
    present: u32,
    /// Saved seats of rooms that are gone.
    pub(super) gone: Vec<Token>,
    /// Words after the code of a room in a command that leads to it.
    pub(super) server_option: String,
    /// The reason why games of this person may be missing, where the server knows them.
    pub(super) problem: Option<String>,
}

impl RoomList {
    /// Asks a server for its rooms. `seats` are those saved at its address: another server there knows nothing of their
    /// rooms.
    pub(super) async fn ask(
        (mut conversation, welcome): (Conversation<'_>, ServerMsg),
        mut seats: Vec<SavedSeat>,
    ) -> Result<Self, Failure> {
        let ServerMsg::Welcome { id, name, .. } = welcome else {
            return Ok(Self::default());
        };
        seats.retain(|seat| !seat.is_of_another(Some(id)));
        let mut list = Self::default();
        let games = conversation.ask(ClientMsg::YourGames, |message| match message {
            ServerMsg::YourGames { games } => Some(Ok(games.clone())),
            ServerMsg::Refused { refusal, message } => Some(Err(words::refused(refusal, message))),
            _ => None,
        });
        match games.await? {
            Ok(games) => list.games = games,
            Err(problem) => list.problem = Some(problem),
        }
        let mut rooms: Vec<_> = seats.iter().map(|seat| seat.room).collect();
        rooms.retain(|room| list.games.iter().all(|game| game.room.room != *room));
        // Both players of a room may have their seats in one directory.
        rooms.sort_unstable();
        rooms.dedup();
        for room in rooms {
            let looked = conversation.ask(ClientMsg::RoomInfo { room }, |message| match message {
                ServerMsg::RoomInfo { room } => Some(Ok(room.clone())),
                ServerMsg::Refused { refusal, .. } => Some(Err(refusal.clone())),
                _ => None,
            });
            match looked.await? {
                Ok(room) => list.looked_at.push(room),
                Err(Refusal::NoSuchRoom { .. }) => {
                    let gone = seats.extract_if(.., |seat| seat.room == room);
                    list.gone.extend(gone.map(|seat| seat.token));
                }
                Err(_) => {}
            }
        }
        list.seats = seats;
        let lobby = ClientMsg::EnterLobby { boards: false };
        let lobby = conversation.ask(lobby, |message| match message {
            ServerMsg::Lobby {
                rooms,
                players,
                present,
                chat: _,
            } => Some((rooms.clone(), players.clone(), *present)),
            _ => None,
        });
        (list.rooms, list.players, list.present) = lobby.await?;
        list.rooms.retain(|room| !is_abandoned(room));
        // The list is not about the connection that asks.
        list.players.retain(|player| *player != name);
        list.present = list.present.saturating_sub(1);
        Ok(list)
    }

    /// Its lines.
    pub(super) fn lines(&self) -> Vec<String> {
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
        let others = self.rooms.iter().filter(|room| !is_known(room.room));
        let (over, mut others): (Vec<_>, Vec<_>) = others.partition(|room| is_over(room));
        finished += over.len();
        // Stable: the newest room of each kind stays the first.
        others.sort_by_key(|room| !has_open_seat(room));
        let others: Vec<_> = others.into_iter().map(room_in_words).collect();
        let mut lines = Vec::new();
        if own.is_empty() {
            lines.extend(others.is_empty().then(|| say!("lines-no-room")));
        } else {
            lines.push(say!(
                "lines-own-games",
                server = self.server_option.as_str()
            ));
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
        lines.push(say!(
            "lines-present",
            count = self.present,
            names = listed_of(&self.players, self.present)
        ));
        lines
    }

    /// Every room that is known, those of this person first.
    pub(super) fn rooms(&self) -> Vec<RoomLine> {
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
        let others: Vec<_> = self.rooms.iter().filter(|room| !is_known(room)).collect();
        lines.extend(others.into_iter().map(|room| line(room, false, None)));
        lines
    }
}

/// A game against a bot that this program keeps; `None` if the seat is on a server.
pub(super) fn kept_in_words(seat: &SavedSeat) -> Option<String> {
    let own = seat.own.as_ref()?;
    Some(say!(
        "lines-own-kept",
        game = seat.variant.said(),
        opponent = words::players::of_saved(&own.opponent),
        number = own.ply
    ))
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
