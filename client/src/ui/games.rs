//! The games in which this person has a seat, on the server that this client is connected to.
//!
//! The server lists those that the person's key took. The client asks about the rooms of the other saved seats, such as
//! those of a guest, one by one.

use protocol::id::{RoomId, Token};
use protocol::message::{ClientMsg, Role};
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::rules::Variant;
use protocol::side::Side;
use protocol::view::{Phase, RoomSummary, Seat, YourGame};

use super::{Action, App, RoomRequest, Screen};
use crate::language::Said;
use crate::seats::{self, SavedSeat};
use crate::text::plain;
use crate::words::listed;
use crate::words::players::short_names;

/// A game in which this person has a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnGame {
    /// The room.
    pub room: RoomId,
    /// The game, by which the lobby is filtered.
    pub game: String,
    /// The game and the side of this person; `None` if they are not known, or an opening may change the side.
    pub chip: Option<(Variant, Side)>,
    /// The game with its opening.
    pub title: String,
    /// The other player; empty where it is not known.
    pub opponent: String,
    /// The clock as the lobby writes it; empty without one.
    pub clock: String,
    /// The state of the game.
    pub state: GameState,
    /// The right to the seat; none where another device has it.
    pub token: Option<Token>,
}

/// The state of a game as its list tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameState {
    /// This person is to move.
    YourTurn,
    /// The opponent is to move.
    TheirTurn,
    /// It goes on, and whose turn it is was not told.
    GoesOn {
        /// The number of plies.
        plies: u16,
    },
    /// A seat is open.
    Waiting,
    /// It is over.
    Over,
    /// Not told yet.
    Unknown,
}

impl GameState {
    /// The state in words.
    pub fn words(self) -> String {
        match self {
            Self::YourTurn => say!("lobby-own-your-turn"),
            Self::TheirTurn => say!("lobby-own-their-turn"),
            Self::GoesOn { plies } => say!("lobby-own-ply", ply = plies),
            Self::Waiting => say!("lobby-own-waiting"),
            Self::Over => say!("lobby-own-over"),
            Self::Unknown => say!("lobby-own"),
        }
    }

    /// True for a game that has not ended.
    pub(super) fn goes_on(self) -> bool {
        self != Self::Over
    }
}

/// Answers of the server about the games of this person.
#[derive(Debug, Default)]
pub(super) struct Games {
    /// True while an answer to `YourGames` is awaited.
    is_asked: bool,
    /// The time of the last question.
    asked_at: Millis,
    /// True where a game has changed since the last answer.
    is_stale: bool,
    /// The last answer.
    answer: Vec<YourGame>,
    /// Rooms of saved seats that were looked at and not answered.
    looked_at: Vec<RoomId>,
    /// Those that were answered.
    infos: Vec<RoomSummary>,
}

/// Least time between two questions: the lobby changes several times a second.
const BETWEEN_QUESTIONS: Millis = Millis::from_secs(2);

/// Time between two questions about games that the lobby does not list, which nothing else tells of. A server may have
/// to load each of them.
const BETWEEN_LOOKS: Millis = Millis::from_secs(20);

impl App {
    /// Asks for the games of this person.
    pub(super) fn ask_for_games(&mut self) -> Vec<Action> {
        self.server.games = Games {
            is_asked: true,
            asked_at: self.now,
            answer: std::mem::take(&mut self.server.games.answer),
            infos: std::mem::take(&mut self.server.games.infos),
            ..Games::default()
        };
        vec![Action::Send(ClientMsg::YourGames)]
    }

    /// Asks again, where a game has changed or is not listed, and the lobby is open.
    pub(super) fn ask_for_changed_games(&mut self) -> Vec<Action> {
        match self.next_question() {
            Some(Millis::ZERO) => self.ask_for_games(),
            _ => Vec::new(),
        }
    }

    /// The time until the games of this person are asked for again; `None` where they are not.
    pub(crate) fn next_question(&self) -> Option<Millis> {
        let between = if self.server.games.is_stale {
            BETWEEN_QUESTIONS
        } else {
            self.unlisted().next().map(|_| BETWEEN_LOOKS)?
        };
        let is_wanted = self.screen == Screen::Lobby && self.server.is_up();
        is_wanted.then(|| (self.server.games.asked_at + between) - self.now)
    }

    /// The games that go on in rooms which the lobby does not list.
    fn unlisted(&self) -> impl Iterator<Item = &OwnGame> {
        let is_listed = |own: &OwnGame| self.lobby.rooms.iter().any(|room| room.room == own.room);
        let own = self.lobby.own.iter();
        own.filter(move |own| own.state.goes_on() && !is_listed(own))
    }

    pub(super) fn on_your_games(&mut self, games: Vec<YourGame>) -> Vec<Action> {
        self.server.games.is_asked = false;
        self.server.games.answer = games;
        self.list_games();
        // What the server does not know by the key, such as seats taken as a guest.
        self.look_at_seats()
    }

    pub(super) fn on_room_info(&mut self, room: RoomSummary) -> Vec<Action> {
        self.server
            .games
            .looked_at
            .retain(|asked| *asked != room.room);
        self.server
            .games
            .infos
            .retain(|info| info.room != room.room);
        self.server.games.infos.push(room);
        self.list_games();
        Vec::new()
    }

    /// Notes that a room of the lobby changed, where it is one of this person's.
    pub(super) fn note_changed_game(&mut self, room: &RoomSummary) {
        if !self.lobby.own.iter().any(|own| own.room == room.room) {
            return;
        }
        self.server.games.is_stale = true;
        if let Some(info) = self
            .server
            .games
            .infos
            .iter_mut()
            .find(|info| info.room == room.room)
        {
            *info = room.clone();
        }
        self.list_games();
    }

    /// Notes the rooms of this person that differ in a list of the whole lobby.
    pub(super) fn note_changed_lobby(&mut self, rooms: &[RoomSummary]) {
        let was_stale = self.server.games.is_stale;
        let is_new = |room: &&RoomSummary| !self.lobby.rooms.contains(room);
        let changed: Vec<_> = rooms.iter().filter(is_new).collect();
        for room in changed {
            self.note_changed_game(room);
        }
        // The answer that is awaited is of the same time.
        self.server.games.is_stale &= was_stale || !self.server.games.is_asked;
    }

    /// Handles a refusal of a question about the games; `None` where it is about something else.
    pub(super) fn games_refused(&mut self, refusal: &Refusal) -> Option<Vec<Action>> {
        let Refusal::NoSuchRoom { room } = *refusal else {
            return None;
        };
        if !self.server.games.looked_at.contains(&room) {
            return None;
        }
        self.server.games.looked_at.retain(|asked| *asked != room);
        let dead = self.seat_in(room).map(|seat| seat.token)?;
        self.home.seats.retain(|seat| seat.token != dead);
        self.list_games();
        Some(vec![Action::Forget(dead)])
    }

    /// Asks about the rooms of saved seats that the server has not listed.
    fn look_at_seats(&mut self) -> Vec<Action> {
        let told = self.server.games.answer.iter().map(|game| game.room.room);
        let told: Vec<_> = told.collect();
        let mut rooms: Vec<_> = self.seats_here().map(|seat| seat.room).collect();
        rooms.retain(|room| !told.contains(room));
        rooms.dedup();
        self.server.games.looked_at.clone_from(&rooms);
        let look = |room| Action::Send(ClientMsg::RoomInfo { room });
        rooms.into_iter().map(look).collect()
    }

    /// The saved seats on this server.
    pub(super) fn seats_here(&self) -> impl Iterator<Item = &SavedSeat> {
        let is_here =
            |seat: &&SavedSeat| seats::is_at(seat, &self.server.urls) && !self.is_elsewhere(seat);
        self.home.seats.iter().filter(is_here)
    }

    /// True where this server knows nothing of a seat, whatever its address: it is another one, or one in this program
    /// that keeps its games in memory and began with none.
    pub(super) fn is_elsewhere(&self, seat: &SavedSeat) -> bool {
        let keeps_none = self.server.serves_others() && !self.home.here.is_kept;
        let is_unknown = seat.server_id.is_none();
        seat.is_of_another(self.server.id) || (is_unknown && seat.hosted && keeps_none)
    }

    /// True where the server is in this program and keeps its games: a room that it does not know is gone, even where
    /// its database was replaced.
    pub fn serves_kept_games(&self) -> bool {
        self.server.serves_others() && self.home.here.is_kept
    }

    /// The saved seat in a room of this server.
    pub(super) fn seat_in(&self, room: RoomId) -> Option<&SavedSeat> {
        self.seats_here().find(|seat| seat.room == room)
    }

    /// Takes the saved seats as they are now.
    pub fn set_seats(&mut self, seats: Vec<SavedSeat>) {
        self.home.set_seats(seats);
        self.list_games();
    }

    /// Makes the list of the lobby anew.
    fn list_games(&mut self) {
        let mut games: Vec<OwnGame> = Vec::new();
        for game in &self.server.games.answer {
            games.push(OwnGame {
                room: game.room.room,
                game: game.room.variant.said(),
                chip: chip(&game.room, Some(game.side)),
                title: title(&game.room),
                opponent: opponent(&game.room, Some(game.side)),
                clock: clock(&game.room),
                state: state(&game.room, Some(game.your_turn)),
                token: self.seat_in(game.room.room).map(|seat| seat.token),
            });
        }
        let me = self
            .server
            .greeting
            .as_ref()
            .map(|greeting| greeting.name.as_str());
        for seat in self.seats_here() {
            if games.iter().any(|game| game.room == seat.room) {
                continue;
            }
            let infos = self.server.games.infos.iter().chain(&self.lobby.rooms);
            let info = { infos }.find(|info| info.room == seat.room);
            let is_mine = |other: &Seat| matches!(other, Seat::Human { name, .. } if Some(name.as_str()) == me);
            let side = info.and_then(|info| info.seats.find(is_mine));
            games.push(OwnGame {
                room: seat.room,
                game: seat.variant.said(),
                chip: info.and_then(|info| chip(info, side)),
                title: info.map_or_else(|| seat.variant.said(), title),
                opponent: info.map_or(String::new(), |info| opponent(info, side)),
                clock: info.map_or(String::new(), clock),
                state: info.map_or(GameState::Unknown, |info| state(info, None)),
                token: Some(seat.token),
            });
        }
        self.lobby.set_own(games);
    }

    /// Returns to the seat with this token.
    pub(super) fn return_to(&mut self, room: RoomId, token: Token) -> Vec<Action> {
        let request = RoomRequest::Return(room, token);
        self.ask_for_room(room, Role::Seat { token }, request)
    }

    /// Goes into a room: to this person's seat, to an open one, or else to watch.
    pub(super) fn enter_room(&mut self, room: RoomId) -> Vec<Action> {
        if let Some(token) = self.seat_in(room).map(|seat| seat.token) {
            return self.return_to(room, token);
        }
        self.ask_for_room(room, Role::Player, RoomRequest::Enter(room))
    }

    /// Watches the room whose seats are taken, where this person wanted to go into it; `None` otherwise.
    pub(super) fn watch_instead(
        &mut self,
        request: Option<RoomRequest>,
        refusal: &Refusal,
    ) -> Option<Vec<Action>> {
        let Refusal::NoOpenSeat { room } = *refusal else {
            return None;
        };
        if request != Some(RoomRequest::Enter(room)) {
            return None;
        }
        self.say(say!("lobby-seats-taken", room = room.to_string()));
        Some(self.ask_for_room(room, Role::Spectator, RoomRequest::Other))
    }
}

/// The player opposite `side`, or both players where the side is not known.
fn opponent(room: &RoomSummary, side: Option<Side>) -> String {
    let names = short_names(&room.seats);
    let name = |side: Side| plain(&names[side]);
    match side {
        Some(side) => name(side.other()),
        None => format!("{} - {}", name(Side::First), name(Side::Second)),
    }
}

/// The game of a room in the lobby, with its opening, and that it is rated.
pub(super) fn title(room: &RoomSummary) -> String {
    let opening = room.opening.map(|opening| opening.to_string());
    let rated = room.rated.then(|| say!("lobby-rated"));
    let parts = [Some(room.variant.said()), opening, rated];
    listed(parts.into_iter().flatten())
}

/// The clock of a room in the lobby; empty without one.
pub(super) fn clock(room: &RoomSummary) -> String {
    room.clock.map_or(String::new(), |clock| clock.to_string())
}

/// The chip of a seat; `None` in a game whose opening may change the sides.
pub(super) fn chip(room: &RoomSummary, side: Option<Side>) -> Option<(Variant, Side)> {
    let variant = room.variant.known().filter(|_| room.opening.is_none())?;
    side.map(|side| (*variant, side))
}

fn state(room: &RoomSummary, your_turn: Option<bool>) -> GameState {
    match (&room.phase, your_turn) {
        (Phase::Seating, _) => GameState::Waiting,
        (Phase::Over { .. }, _) => GameState::Over,
        (Phase::Playing, Some(true)) => GameState::YourTurn,
        (Phase::Playing, Some(false)) => GameState::TheirTurn,
        (Phase::Playing, None) => GameState::GoesOn { plies: room.plies },
    }
}
