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
use super::widgets::list::KeyWords;
use super::{Action, App, OwnGame, Page, PromptKind, Scene, Screen, Target, invitation, step};
use crate::board::Look;
use crate::input::{Binding, Intent, Key, bind};
use crate::language::{Id, Said};
use crate::past::is_same;

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
    fn filter_next_game(&mut self) {
        let own = self.own.iter().map(|own| own.game.clone());
        let rooms = self.rooms.iter().map(|room| room.variant.said());
        let games = own.chain(rooms).collect();
        self.change_filter(|filter| filter.next_game(games));
    }

    fn change_filter(&mut self, change: impl FnOnce(&mut Filter)) {
        let chosen = self.chosen_row();
        change(&mut self.filter);
        self.choose(chosen);
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
            Self::Room(room) => !matches!(room.phase, Phase::Over { .. }),
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

impl Page for Lobby {
    const KEYS: &'static [Binding] = {
        use Key::{Char, Enter};
        &[
            bind(
                &[Enter, Char(' ')],
                Intent::Choose,
                id!("keys-join-or-watch"),
                true,
            ),
            bind(&[Char('n')], Intent::NewGame, id!("keys-new-game"), true),
            bind(&[Char('f')], Intent::Quick, id!("keys-find-opponent"), true),
            bind(&[Char('c')], Intent::Code, id!("keys-room-by-code"), true),
            bind(&[Char('w')], Intent::Watch, id!("keys-watch"), false),
            bind(&[Char('a')], Intent::Invite, id!("keys-invite"), true),
            bind(&[Char('v')], Intent::Tv, id!("keys-tv"), false),
            bind(&[Char('t')], Intent::Chat, id!("keys-talk"), false),
            bind(
                &[Char('/')],
                Intent::FilterText,
                id!("keys-filter-text"),
                false,
            ),
            bind(
                &[Char('g')],
                Intent::FilterGame,
                id!("keys-filter-game"),
                false,
            ),
            bind(
                &[Char('o')],
                Intent::FilterState,
                id!("keys-filter-state"),
                false,
            ),
            bind(&[Char('p')], Intent::Mute, id!("keys-ignore"), false),
            bind(&[Char('m')], Intent::Games, id!("keys-my-games"), true),
            bind(&[Char('b')], Intent::Places, id!("keys-leaderboard"), true),
            bind(&[Char('i')], Intent::Person, id!("keys-profile"), false),
            bind(
                &[Char('e')],
                Intent::NewTournament,
                id!("keys-new-tournament"),
                true,
            ),
        ]
    };

    fn update(app: &mut App, intent: Intent) -> Vec<Action> {
        app.on_lobby_intent(intent)
    }

    fn click(_app: &App, was_chosen: bool) -> Option<Intent> {
        // In a list of games the first click only chooses.
        was_chosen.then_some(Intent::Choose)
    }

    fn chosen(app: &mut App) -> Option<&mut usize> {
        app.lobby.just_left = None;
        app.lobby.has_moved = true;
        Some(&mut app.lobby.chosen)
    }

    fn draw(app: &App, scene: Scene<'_>, frame: &mut Frame<'_>, area: Rect) {
        draw::draw(app, scene.look, frame, area);
    }

    fn target_at(app: &App, _: &Look, area: Rect, at: Position) -> Option<Target> {
        draw::target_at(app, area, at)
    }
}

impl App {
    /// Tells the addresses and the key of the server in this program, or how the connection to another is protected.
    pub(super) fn tell_how_others_join(&mut self) {
        let security = self.security.clone();
        let words = invitation::words(self).or(Some(security).filter(|words| !words.is_empty()));
        if let Some(words) = words {
            self.say(words);
        }
    }

    fn on_lobby_intent(&mut self, intent: Intent) -> Vec<Action> {
        let lines = self.lobby.lines().len();
        let just_left = self.lobby.just_left.take();
        match intent {
            Intent::Up
            | Intent::Down
            | Intent::First
            | Intent::Last
            | Intent::PageUp
            | Intent::PageDown => {
                step(&mut self.lobby.chosen, intent, lines);
                self.lobby.look_at_chosen();
            }
            Intent::Back => return self.leave_lobby(),
            Intent::NewGame => {
                self.screen = Screen::Form;
                return self.form.ask();
            }
            Intent::Code => return self.open_prompt(PromptKind::Code),
            Intent::Games => return self.open_games(),
            Intent::Places => return self.open_leaderboard(),
            Intent::Person => {
                let name = self.chosen_player().cloned();
                return self.open_profile(name.as_ref());
            }
            Intent::NewTournament if self.has_tournaments() => {
                self.screen = Screen::TournamentForm;
            }
            Intent::Chat => return self.open_prompt(PromptKind::LobbyChat),
            Intent::Mute => return self.open_prompt(PromptKind::Mute),
            Intent::Invite => self.tell_how_others_join(),
            Intent::FilterText => return self.open_prompt(PromptKind::Filter),
            Intent::FilterGame => self.lobby.filter_next_game(),
            Intent::FilterState => self.lobby.change_filter(Filter::next_state),
            Intent::Tv => {
                self.open_tv();
                return self.ask_for_lobby();
            }
            Intent::Quick => return vec![Action::Send(self.quick_match())],
            Intent::Choose | Intent::Watch => return self.choose_line(intent, just_left),
            _ => {}
        }
        Vec::new()
    }

    /// The room of the chosen line.
    fn chosen_room(&self) -> Option<&RoomSummary> {
        match self.lobby.chosen_line()? {
            LobbyLine::Own(own) => self.lobby.rooms.iter().find(|room| room.room == own.room),
            LobbyLine::Room(room) => Some(room),
            LobbyLine::Finished(_) | LobbyLine::Tournament(_) => None,
        }
    }

    /// A person of the chosen line, if possible another one than this one.
    fn chosen_player(&self) -> Option<&Name> {
        let seats = self.chosen_room()?.seats.iter();
        let names = seats.filter_map(|(_, seat)| match seat {
            Seat::Human { name, .. } => Some(name),
            _ => None,
        });
        let own = self.greeting.as_ref().map(|greeting| &greeting.name);
        let is_own = |name: &Name| own.is_some_and(|own| is_same(own, name.as_str()));
        names.min_by_key(|name| is_own(name) || name.is_of_guest())
    }

    /// A request for an opponent: in the game of the room that is chosen, or else in Connect Four.
    fn quick_match(&self) -> ClientMsg {
        let variant = match self.lobby.chosen_line() {
            Some(LobbyLine::Room(room)) => room.variant.known().copied(),
            Some(LobbyLine::Tournament(it)) => it.spec.variant.known().copied(),
            Some(LobbyLine::Own(_) | LobbyLine::Finished(_)) | None => None,
        };
        ClientMsg::Quick {
            variant: variant
                .unwrap_or_else(|| Variant::named("connect-four").expect("a variant of ours")),
            clock: None,
            own_rooms: self.home.own_rooms(),
            rated: self.owns_name(),
        }
    }

    /// Enters or watches the room of the chosen line. `just_left` is the room that was left last, while its line was
    /// to be chosen.
    fn choose_line(&mut self, intent: Intent, just_left: Option<RoomId>) -> Vec<Action> {
        // The list has not come yet: its line is not that of another room.
        let chosen = self.lobby.chosen_row();
        let unlisted = just_left.filter(|left| chosen != Some(Row::Room(*left)));
        if let Some(room) = unlisted.filter(|_| intent == Intent::Choose) {
            return self.enter_room(room);
        }
        match self.lobby.chosen_line() {
            Some(LobbyLine::Own(own)) => match (own.room, own.token) {
                (room, Some(token)) => self.return_to(room, token),
                (room, None) => self.enter_room(room),
            },
            // The room just left is there as one of others until the games of this person are told.
            Some(LobbyLine::Room(room))
                if intent == Intent::Choose
                    && (has_open_seat(room) || just_left == Some(room.room)) =>
            {
                self.enter_room(room.room)
            }
            Some(LobbyLine::Room(room)) => {
                let (room, role) = (room.room, Role::Spectator);
                vec![Action::Send(ClientMsg::Join { room, role })]
            }
            Some(LobbyLine::Tournament(it)) => {
                let tournament = it.tournament;
                self.screen = Screen::Tournament;
                self.follow(tournament)
            }
            // They are a part of all games that the server keeps.
            Some(LobbyLine::Finished(_)) if self.is_available(Intent::Games) => self.open_games(),
            Some(LobbyLine::Finished(_)) => {
                self.lobby.is_unfolded = !self.lobby.is_unfolded;
                self.lobby.has_moved = true;
                Vec::new()
            }
            None => Vec::new(),
        }
    }
}
