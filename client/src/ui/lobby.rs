//! The lobby of a server: its rooms, players and chat.

mod draw;
mod filter;
mod talk;
#[cfg(test)]
mod tests;

use protocol::id::RoomId;
use protocol::message::{ClientMsg, LOBBY_ROOMS, Role};
use protocol::rules::Variant;
use protocol::side::BySide;
use protocol::text::Name;
use protocol::tournament::{TournamentPhase, TournamentSummary};
use protocol::view::{self, Phase, RoomSummary, Seat};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};

use self::filter::Filter;
pub(super) use self::talk::Muted;
use super::keys::is_step;
use super::past::{games, person, person_of, places};
use super::widgets::list::KeyWords;
use super::{
    App, Around, Component, Effect, OwnGame, PromptKind, Scene, Screen, Server, Target, step,
};
use crate::board::Look;
use crate::input::{Binding, Intent, keys};
use crate::language::{Id, Said};

/// The lobby as it is now.
#[derive(Debug, Default)]
pub struct Lobby {
    /// The games of this person.
    pub own: Vec<OwnGame>,
    /// The rooms; one that opens while the lobby is shown comes last.
    pub rooms: Vec<RoomSummary>,
    /// The server has told as many rooms as it does at most, so there may be more.
    is_cut: bool,
    /// The players with a name to show.
    pub players: Vec<Name>,
    /// The number of people connected.
    pub present: u32,
    /// The line that is chosen.
    pub chosen: usize,
    /// The chat, the oldest line first.
    pub chat: Vec<view::LobbyLine>,
    /// The rooms that are listed.
    filter: Filter,
    /// The room that this person has just left: its line is chosen once it is listed, unless a key comes first.
    just_left: Option<RoomId>,
    /// True once this person has moved the choice: until then it is the first line.
    has_moved: bool,
    /// Rooms that opened while the lobby was shown, and were not chosen since.
    new: Vec<RoomId>,
    /// True while the games that are over are listed.
    is_unfolded: bool,
    /// The tournaments that are to come or go on.
    tournaments: Vec<TournamentSummary>,
}

impl Lobby {
    pub(super) fn set_all(&mut self, rooms: Vec<RoomSummary>, players: Vec<Name>, present: u32) {
        let chosen = self.chosen_row();
        self.is_cut = rooms.len() >= LOBBY_ROOMS;
        self.rooms = rooms;
        self.set_players(players, present);
        self.choose(chosen);
    }

    pub(super) fn set_room(&mut self, room: RoomSummary) {
        let chosen = self.chosen_row();
        if let Some(old) = self.rooms.iter_mut().find(|old| old.room == room.room) {
            *old = room;
        } else {
            self.new.push(room.room);
            self.rooms.push(room);
        }
        self.choose(chosen);
    }

    /// Adds rooms that a search found and the list left out, as older ones.
    pub(super) fn add_found(&mut self, found: Vec<RoomSummary>) {
        let chosen = self.chosen_row();
        for room in found {
            if self.rooms.iter().all(|old| old.room != room.room) {
                self.rooms.push(room);
            }
        }
        self.choose(chosen);
    }

    pub(super) fn remove_room(&mut self, room: RoomId) {
        self.just_left.take_if(|left| *left == room);
        let chosen = self.chosen_row();
        self.rooms.retain(|old| old.room != room);
        self.choose(chosen);
    }

    pub(super) fn set_players(&mut self, players: Vec<Name>, present: u32) {
        self.players = players;
        self.present = present;
    }

    /// Forgets which line this person chose, and what was new.
    pub(super) fn begin(&mut self) {
        self.has_moved = false;
        self.new.clear();
    }

    /// Takes the tournaments of the server.
    pub(super) fn set_tournaments(&mut self, mut tournaments: Vec<TournamentSummary>) {
        let chosen = self.chosen_row();
        tournaments.retain(|it| it.yours || it.phase != TournamentPhase::Over);
        self.tournaments = tournaments;
        self.choose(chosen);
    }

    /// Takes the games of this person.
    pub(super) fn set_own(&mut self, own: Vec<OwnGame>) {
        let chosen = self.chosen_row();
        self.own = own;
        self.choose(chosen);
    }

    /// The lines that the filter lets through, from the top: the unfinished games of this person, open seats, running
    /// games, and one line for all games that are over, with them below it if they are unfolded.
    pub fn lines(&self) -> Vec<LobbyLine<'_>> {
        let is_own = |room: &&RoomSummary| self.own.iter().any(|own| own.room == room.room);
        let own = self.own.iter().map(LobbyLine::Own);
        let is_listed = |room: &&RoomSummary| !is_own(room) && !is_abandoned(room);
        let others = self.rooms.iter().filter(is_listed);
        let tournaments = self.tournaments.iter().map(LobbyLine::Tournament);
        let all = own.chain(others.map(LobbyLine::Room)).chain(tournaments);
        let shown = all.filter(|line| self.filter.shows(line));
        let (mut lines, finished): (Vec<_>, Vec<_>) = shown.partition(|line| line.goes_on());
        // Stable: otherwise nothing moves within a section.
        lines.sort_by_key(|line| (line.section(), line.waits()));
        if !finished.is_empty() {
            lines.push(LobbyLine::Finished(finished.len()));
        }
        if self.is_unfolded {
            lines.extend(finished);
        }
        lines
    }

    /// True for an open seat that this person has not looked at yet.
    fn is_new(&self, line: LobbyLine<'_>) -> bool {
        matches!(line, LobbyLine::Room(room) if has_open_seat(room) && self.new.contains(&room.room))
    }

    pub(super) fn chosen_line(&self) -> Option<LobbyLine<'_>> {
        self.lines().get(self.chosen).copied()
    }

    /// Notes that this person has moved to the chosen line.
    fn look_at_chosen(&mut self) {
        self.has_moved = true;
        if let Some(Row::Room(chosen)) = self.chosen_row() {
            self.new.retain(|room| *room != chosen);
        }
    }

    fn chosen_row(&self) -> Option<Row> {
        self.chosen_line().map(LobbyLine::row)
    }

    /// Lists rooms by the words of a person. Returns true if the server may have more of them than its list.
    pub(super) fn set_filter_text(&mut self, text: &str) -> bool {
        self.change_filter(|filter| filter.set_text(text));
        !text.trim().is_empty() && self.rooms.len() >= LOBBY_ROOMS
    }

    /// Lists the rooms of the next game.
    fn filter_next_game(&mut self) -> Vec<Effect> {
        let own = self.own.iter().map(|own| own.game.clone());
        let rooms = self.rooms.iter().map(|room| room.variant.said());
        let games = own.chain(rooms).collect();
        self.change_filter(|filter| filter.next_game(games))
    }

    fn change_filter(&mut self, change: impl FnOnce(&mut Filter)) -> Vec<Effect> {
        let chosen = self.chosen_row();
        change(&mut self.filter);
        self.choose(chosen);
        Vec::new()
    }

    /// Chooses the room just left, or else `row`, wherever it is listed now, if this person chose it; without it, the
    /// line with the same number.
    fn choose(&mut self, row: Option<Row>) {
        let lines = self.lines();
        let line = |row: Row| lines.iter().position(|line| line.row() == row);
        let just_left = self.just_left.map(Row::Room);
        let row = row.filter(|_| self.has_moved);
        let at = just_left.and_then(line).or(row.and_then(line));
        let same = if self.has_moved { self.chosen } else { 0 };
        self.chosen = at.unwrap_or(same.min(lines.len().saturating_sub(1)));
    }

    /// Chooses the line of a room just left, now or when it comes, if no filter may hide it.
    pub(super) fn choose_just_left(&mut self, room: RoomId) {
        let is_shown = !self.filter.is_on();
        self.just_left = is_shown.then_some(room);
        self.choose(self.chosen_row());
    }
}

/// A line of the lobby.
#[derive(Clone, Copy, Debug)]
pub enum LobbyLine<'a> {
    /// A game of this person.
    Own(&'a OwnGame),
    /// A room of others.
    Room(&'a RoomSummary),
    /// A tournament.
    Tournament(&'a TournamentSummary),
    /// The number of games that are over.
    Finished(usize),
}

/// Identity of a line, whatever it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Row {
    Room(RoomId),
    Tournament(RoomId),
    Finished,
}

impl LobbyLine<'_> {
    fn row(self) -> Row {
        match self {
            Self::Own(own) => Row::Room(own.room),
            Self::Room(room) => Row::Room(room.room),
            Self::Tournament(tournament) => Row::Tournament(tournament.tournament),
            Self::Finished(_) => Row::Finished,
        }
    }

    fn goes_on(self) -> bool {
        match self {
            Self::Own(own) => own.state.goes_on(),
            Self::Room(room) => !is_over(room),
            Self::Tournament(_) => true,
            Self::Finished(_) => false,
        }
    }

    /// The section of the list: games of this person, open seats, running games, tournaments, games that are over.
    fn section(self) -> u8 {
        match self {
            _ if !self.goes_on() => 4,
            Self::Tournament(_) => 3,
            Self::Own(_) => 0,
            Self::Room(room) if has_open_seat(room) => 1,
            Self::Room(_) | Self::Finished(_) => 2,
        }
    }

    /// True for a room of others with a player who is away.
    fn waits(self) -> bool {
        matches!(self, Self::Room(room) if is_anyone_away(&room.seats))
    }

    /// The effect of Enter there, in a word.
    pub(super) fn enter(self) -> Id {
        match self {
            Self::Own(own) if own.state.goes_on() => id!("bottom-continue"),
            Self::Room(room) if has_open_seat(room) => id!("bottom-play"),
            Self::Own(_) | Self::Room(_) => id!("keys-watch"),
            Self::Tournament(_) => id!("bottom-open"),
            Self::Finished(_) => id!("bottom-list"),
        }
    }
}

/// True if the game of the room is over.
pub(crate) fn is_over(room: &RoomSummary) -> bool {
    matches!(room.phase, Phase::Over { .. })
}

/// True where a seat of the room is open.
pub(crate) fn has_open_seat(room: &RoomSummary) -> bool {
    room.phase == Phase::Seating
        && !room.locked
        && room.seats.find(|seat| *seat == Seat::Open).is_some()
}

/// True if a player of a game or an open seat is away.
pub(super) fn is_anyone_away(seats: &BySide<Seat>) -> bool {
    let is_away = |seat: &Seat| matches!(seat, Seat::Human { away: Some(_), .. });
    seats.iter().any(|(_, seat)| is_away(seat))
}

/// True for a room whose players have given up their seats and that nobody watches: nobody waits there.
pub(crate) fn is_abandoned(room: &RoomSummary) -> bool {
    let is_free = room.seats.iter().all(|(_, seat)| *seat == Seat::Open);
    room.phase == Phase::Seating && is_free && room.spectators == 0
}

/// The key of an intent in the lobby, with its effect; `None` if no key has it.
fn key(app: &App, intent: Intent, does: String, is_on: bool) -> Option<KeyWords> {
    let key = app.keymap.key(Screen::Lobby, intent)?;
    Some(KeyWords { key, does, is_on })
}

impl Component for Lobby {
    const KEYS: &'static [Binding] = keys! {
        Enter, Char(' ') => Intent::Choose, id!("keys-join-or-watch"), shown;
        Char('n') => Intent::NewGame, id!("keys-new-game"), shown;
        Char('f') => Intent::Quick, id!("keys-find-opponent"), shown;
        Char('c') => Intent::Code, id!("keys-room-by-code"), shown;
        Char('w') => Intent::Watch, id!("keys-watch");
        Char('a') => Intent::Invite, id!("keys-invite"), shown;
        Char('v') => Intent::Tv, id!("keys-tv");
        Char('t') => Intent::Chat, id!("keys-talk");
        Char('/') => Intent::FilterText, id!("keys-filter-text");
        Char('g') => Intent::FilterGame, id!("keys-filter-game");
        Char('o') => Intent::FilterState, id!("keys-filter-state");
        Char('p') => Intent::Mute, id!("keys-ignore");
        Char('m') => Intent::Games, id!("keys-my-games"), shown;
        Char('b') => Intent::Places, id!("keys-leaderboard"), shown;
        Char('i') => Intent::Person, id!("keys-profile");
        Char('e') => Intent::NewTournament, id!("keys-new-tournament"), shown;
    };

    fn update(&mut self, around: &Around<'_>, intent: Intent) -> Vec<Effect> {
        let lines = self.lines().len();
        let just_left = self.just_left.take();
        let server = around.server;
        let effect = match intent {
            Intent::Back => Effect::LeaveLobby,
            Intent::NewGame => Effect::Open(Screen::Form),
            Intent::Code => Effect::Type(PromptKind::Code),
            Intent::Games => games(server),
            Intent::Places => places(None),
            Intent::Person => person(self.chosen_player(server)),
            Intent::NewTournament if server.has_tournaments() => {
                Effect::Open(Screen::TournamentForm)
            }
            Intent::Chat => Effect::Type(PromptKind::LobbyChat),
            Intent::Mute => Effect::Type(PromptKind::Mute),
            Intent::Invite => Effect::Invite,
            Intent::FilterText => Effect::Type(PromptKind::Filter),
            Intent::FilterGame => return self.filter_next_game(),
            Intent::FilterState => return self.change_filter(Filter::next_state),
            Intent::Tv => Effect::ShowTv,
            Intent::Quick => Effect::Quick(self.game_to_play()),
            Intent::Choose | Intent::Watch => {
                let effect = self.choose_line(intent, just_left, server);
                return effect.into_iter().collect();
            }
            _ => {
                step(&mut self.chosen, intent, lines);
                if is_step(intent) {
                    self.look_at_chosen();
                }
                return Vec::new();
            }
        };
        vec![effect]
    }

    fn can(&self, around: &Around<'_>, intent: Intent) -> bool {
        let server = around.server;
        match intent {
            Intent::Invite => server.serves_others() || !server.security.is_empty(),
            Intent::Games | Intent::Places | Intent::Person => server.has_history(),
            Intent::NewTournament => server.has_tournaments(),
            _ => true,
        }
    }

    fn click(&self, was_chosen: bool) -> Option<Intent> {
        // In a list of games the first click only chooses.
        was_chosen.then_some(Intent::Choose)
    }

    fn chosen(&mut self) -> Option<&mut usize> {
        (self.just_left, self.has_moved) = (None, true);
        Some(&mut self.chosen)
    }

    fn draw(&self, app: &App, scene: Scene<'_>, frame: &mut Frame<'_>, area: Rect) {
        draw::draw(app, scene.look, frame, area);
    }

    fn target_at(&self, app: &App, _: &Look, area: Rect, at: Position) -> Option<Target> {
        draw::target_at(app, area, at)
    }
}

impl Lobby {
    /// The room of the chosen line.
    fn chosen_room(&self) -> Option<&RoomSummary> {
        match self.chosen_line()? {
            LobbyLine::Own(own) => self.rooms.iter().find(|room| room.room == own.room),
            LobbyLine::Room(room) => Some(room),
            LobbyLine::Finished(_) | LobbyLine::Tournament(_) => None,
        }
    }

    /// A person of the chosen line, if possible another one than this one.
    fn chosen_player(&self, server: &Server) -> Option<&Name> {
        person_of(&self.chosen_room()?.seats, server)
    }

    /// The game of the room that is chosen, or else Connect Four.
    fn game_to_play(&self) -> Variant {
        let variant = match self.chosen_line() {
            Some(LobbyLine::Room(room)) => room.variant.known().copied(),
            Some(LobbyLine::Tournament(it)) => it.spec.variant.known().copied(),
            Some(LobbyLine::Own(_) | LobbyLine::Finished(_)) | None => None,
        };
        variant.unwrap_or_else(|| Variant::named("connect-four").expect("a variant of ours"))
    }

    /// Enters or watches the room of the chosen line. `just_left` is the room that was left last, while its line was
    /// to be chosen.
    fn choose_line(
        &mut self,
        intent: Intent,
        just_left: Option<RoomId>,
        server: &Server,
    ) -> Option<Effect> {
        // The list has not come yet: its line is not that of another room.
        let chosen = self.chosen_row();
        let unlisted = just_left.filter(|left| chosen != Some(Row::Room(*left)));
        if let Some(room) = unlisted.filter(|_| intent == Intent::Choose) {
            return Some(Effect::Enter(room));
        }
        Some(match self.chosen_line()? {
            LobbyLine::Own(own) => match own.token {
                Some(token) => Effect::Return(own.room, token),
                None => Effect::Enter(own.room),
            },
            // The room just left is there as one of others until the games of this person are told.
            LobbyLine::Room(room)
                if intent == Intent::Choose
                    && (has_open_seat(room) || just_left == Some(room.room)) =>
            {
                Effect::Enter(room.room)
            }
            LobbyLine::Room(room) => Effect::Send(ClientMsg::Join {
                room: room.room,
                role: Role::Spectator,
            }),
            LobbyLine::Tournament(it) => Effect::Follow(it.tournament),
            // They are a part of all games that the server keeps.
            LobbyLine::Finished(_) if server.has_history() => games(server),
            LobbyLine::Finished(_) => {
                (self.is_unfolded, self.has_moved) = (!self.is_unfolded, true);
                return None;
            }
        })
    }
}
