//! The lobby of a server: its rooms, players and chat.

mod cells;
mod filter;
mod rows;
mod talk;
#[cfg(test)]
mod tests;

use protocol::id::RoomId;
use protocol::message::{ClientMsg, LOBBY_ROOMS, Role};
use protocol::rules::Variant;
use protocol::text::Name;
use protocol::view::{self, Phase, RoomSummary, Seat};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Position, Rect};
use ratatui::style::{Style, Stylize};
use ratatui::text::{Line, Text};
use ratatui::widgets::{Paragraph, Wrap};
use unicode_width::UnicodeWidthStr;

use self::cells::KeptCells;
use self::filter::Filter;
use self::rows::Table;
pub(super) use self::talk::Muted;
use super::{
    Action, App, OwnGame, Page, PromptKind, Scene, Screen, Target, chosen_style, edge, framed,
    invitation, line_under, scroll, step,
};
use crate::args::shown;
use crate::board::{Glyphs, Look};
use crate::input::{Binding, Intent, Key, bind};
use crate::language::Said;
use crate::text::plain;

/// The lobby as it is now.
#[derive(Debug, Default)]
pub struct Lobby {
    /// The games of this person.
    pub own: Vec<OwnGame>,
    /// The rooms, the newest first.
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
    /// The texts of the rooms that were drawn.
    cells: KeptCells,
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
        match self.rooms.iter_mut().find(|old| old.room == room.room) {
            Some(old) => *old = room,
            None => self.rooms.insert(0, room),
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

    /// Takes the games of this person; the first is chosen where there was none.
    pub(super) fn set_own(&mut self, own: Vec<OwnGame>) {
        let chosen = self
            .chosen_row()
            .filter(|_| !self.own.is_empty() || self.chosen > 0);
        self.own = own;
        self.choose(chosen);
    }

    /// The lines that the filter lets through, from the top: the unfinished games of this person, open seats, running
    /// games, and one line for all games that are over.
    pub fn lines(&self) -> Vec<LobbyLine<'_>> {
        let is_own = |room: &&RoomSummary| self.own.iter().any(|own| own.room == room.room);
        let own = self.own.iter().map(LobbyLine::Own);
        let others = self.rooms.iter().filter(|room| !is_own(room));
        let all = own.chain(others.map(LobbyLine::Room));
        let shown = all.filter(|line| self.filter.shows(line));
        let (mut lines, finished): (Vec<_>, Vec<_>) = shown.partition(|line| line.goes_on());
        // Stable: the newest room of each kind stays the first.
        lines.sort_by_key(|line| match line {
            LobbyLine::Own(_) => 0,
            LobbyLine::Room(room) if has_open_seat(room) => 1,
            LobbyLine::Room(_) | LobbyLine::Finished(_) => 2,
        });
        if !finished.is_empty() {
            lines.push(LobbyLine::Finished(finished.len()));
        }
        lines
    }

    /// The number of rooms without a filter.
    fn all(&self) -> usize {
        let is_own = |room: &&RoomSummary| self.own.iter().any(|own| own.room == room.room);
        self.own.len() + self.rooms.iter().filter(|room| !is_own(room)).count()
    }

    fn chosen_line(&self) -> Option<LobbyLine<'_>> {
        self.lines().get(self.chosen).copied()
    }

    fn chosen_row(&self) -> Option<Row> {
        self.chosen_line().map(LobbyLine::row)
    }

    /// Lists rooms by the words of a person.
    pub(super) fn set_filter_text(&mut self, text: &str) {
        self.change_filter(|filter| filter.set_text(text));
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

    /// Chooses the room just left, or else `row`, wherever it is listed now; without it, the line with the same number.
    fn choose(&mut self, row: Option<Row>) {
        let lines = self.lines();
        let line = |row: Row| lines.iter().position(|line| line.row() == row);
        let just_left = self.just_left.map(Row::Room);
        let at = just_left.and_then(line).or(row.and_then(line));
        self.chosen = at.unwrap_or(self.chosen.min(lines.len().saturating_sub(1)));
    }

    /// Chooses the line of a room just left, now or when it comes; false if the filter may hide it.
    pub(super) fn choose_just_left(&mut self, room: RoomId) -> bool {
        let is_shown = self.filter.words().is_none();
        self.just_left = is_shown.then_some(room);
        self.choose(self.chosen_row());
        is_shown
    }
}

/// A line of the lobby.
#[derive(Clone, Copy, Debug)]
pub enum LobbyLine<'a> {
    /// A game of this person.
    Own(&'a OwnGame),
    /// A room of others.
    Room(&'a RoomSummary),
    /// The number of games that are over.
    Finished(usize),
}

/// Identity of a line, whatever it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Row {
    Room(RoomId),
    Finished,
}

impl LobbyLine<'_> {
    fn row(self) -> Row {
        match self {
            Self::Own(own) => Row::Room(own.room),
            Self::Room(room) => Row::Room(room.room),
            Self::Finished(_) => Row::Finished,
        }
    }

    fn goes_on(self) -> bool {
        match self {
            Self::Own(own) => own.state.goes_on(),
            Self::Room(room) => !matches!(room.phase, Phase::Over { .. }),
            Self::Finished(_) => false,
        }
    }

    /// The number of rooms that it stands for.
    fn rooms(self) -> usize {
        match self {
            Self::Own(_) | Self::Room(_) => 1,
            Self::Finished(count) => count,
        }
    }
}

/// True where a seat of the room is open.
pub(crate) fn has_open_seat(room: &RoomSummary) -> bool {
    room.phase == Phase::Seating
        && !room.locked
        && room.seats.find(|seat| *seat == Seat::Open).is_some()
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
            bind(&[Char('w')], Intent::Watch, id!("keys-watch"), true),
            bind(&[Char('a')], Intent::Invite, id!("keys-invite"), true),
            bind(&[Char('v')], Intent::Tv, id!("keys-tv"), true),
            bind(&[Char('t')], Intent::Chat, id!("keys-talk"), true),
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
        Some(&mut app.lobby.chosen)
    }

    fn draw(app: &App, scene: Scene<'_>, frame: &mut Frame<'_>, area: Rect) {
        draw(app, scene.look.glyphs, frame, area);
    }

    fn target_at(app: &App, _: &Look, area: Rect, at: Position) -> Option<Target> {
        target_at(app, area, at)
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
            | Intent::PageDown => step(&mut self.lobby.chosen, intent, lines),
            Intent::Back => return self.leave_lobby(),
            Intent::NewGame => {
                self.screen = Screen::Form;
                return self.form.ask();
            }
            Intent::Code => return self.open_prompt(PromptKind::Code),
            Intent::Games => return self.open_games(),
            Intent::Places => return self.open_leaderboard(),
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

    /// A request for an opponent: in the game of the room that is chosen, or else in Connect Four.
    fn quick_match(&self) -> ClientMsg {
        let variant = match self.lobby.chosen_line() {
            Some(LobbyLine::Room(room)) => room.variant.known().copied(),
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
            Some(LobbyLine::Finished(_)) | None => Vec::new(),
        }
    }
}

/// The areas of the rooms and of the people, above the chat.
fn parts(app: &App, area: Rect) -> [Rect; 2] {
    let (area, _) = talk::parts(app, area);
    let people = if area.width >= 90 { 26 } else { 0 };
    Layout::horizontal([Constraint::Min(0), Constraint::Length(people)]).areas(area)
}

/// Rows of the heads of the columns: a room is worth more than they.
fn head_rows(inside: Rect) -> u16 {
    u16::from(inside.height > 1)
}

fn draw(app: &App, glyphs: Glyphs, frame: &mut Frame<'_>, area: Rect) {
    let [rooms, people] = parts(app, area);
    let lines = app.lobby.lines();
    let count = app.lobby.all();
    let more = if app.lobby.is_cut { "+" } else { "" };
    let told = format!("{count}{more}");
    let title = match app.lobby.filter.words() {
        None => say!("lobby-rooms", count = told, present = app.lobby.present),
        Some(filter) => say!(
            "lobby-rooms-filtered",
            shown = lines.iter().map(|line| line.rooms()).sum::<usize>(),
            count = told,
            filter = filter
        ),
    };
    let mut block = edge(glyphs).title(format!(" {title} "));
    // Where there is no room for them on the right.
    if let Some(url) = app.shared.first().filter(|_| people.width == 0) {
        let url = shown(url);
        let join = say!("lobby-join-with", url = url.as_str());
        let has_room = join.width() + 4 <= usize::from(rooms.width);
        // The address is what others need.
        let join = if has_room { join } else { url };
        block = block.title_bottom(format!(" {join} "));
    }
    let (inside, has_edge) = framed(rooms);
    if has_edge {
        frame.render_widget(block, rooms);
    }
    if lines.is_empty() {
        let text = nothing(app, count);
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), inside);
    }
    let table = Table::new(&lines, &app.lobby.cells, usize::from(inside.width));
    let head = head_rows(inside);
    if head > 0 && !lines.is_empty() {
        frame.render_widget(
            Line::from(table.head()).dim(),
            Rect {
                height: 1,
                ..inside
            },
        );
    }
    let room = usize::from(inside.height - head);
    let first = scroll(app.lobby.chosen, room);
    let shown = lines.iter().enumerate().skip(first).take(room);
    for ((at, line), y) in shown.zip(inside.y + head..) {
        let style = match line {
            LobbyLine::Own(_) => Style::new().bold(),
            LobbyLine::Room(_) | LobbyLine::Finished(_) => Style::new(),
        };
        let style = style.patch(chosen_style(at == app.lobby.chosen));
        let text = match line {
            LobbyLine::Own(_) | LobbyLine::Room(_) => table.line(at),
            LobbyLine::Finished(count) => say!("lobby-finished", count = *count),
        };
        let line = Line::from(text).style(style);
        frame.render_widget(
            line,
            Rect {
                y,
                height: 1,
                ..inside
            },
        );
    }
    let block = edge(glyphs).title(format!(" {} ", say!("lobby-here")));
    let lines = Paragraph::new(here(app)).wrap(Wrap { trim: true });
    frame.render_widget(lines.block(block), people);
    let (_, chat) = talk::parts(app, area);
    talk::draw(app, glyphs, frame, chat, area);
}

/// The text in place of an empty list: where `all` rooms are filtered out, or there is none.
fn nothing(app: &App, all: usize) -> String {
    let (first, keys) = if all > 0 {
        let keys = [
            (Intent::FilterGame, say!("lobby-none-like-game")),
            (Intent::FilterState, say!("lobby-none-like-state")),
            (Intent::FilterText, say!("lobby-none-like-text")),
        ];
        (say!("lobby-none-like"), keys)
    } else {
        let keys = [
            (Intent::NewGame, say!("lobby-none-new")),
            (Intent::Quick, say!("lobby-none-quick")),
            (Intent::Code, say!("lobby-none-code")),
        ];
        (say!("lobby-none"), keys)
    };
    let lines = keys.into_iter().filter_map(|(intent, does)| {
        let key = app.keymap.key(Screen::Lobby, intent)?;
        Some(format!("{key}  {does}"))
    });
    let lines: Vec<_> = lines.collect();
    format!("{first}\n\n{}", lines.join("\n"))
}

/// The right part: the URLs for others, the people connected, and the bots on offer.
fn here(app: &App) -> Text<'_> {
    let head = |text: String| Line::from(text).dim();
    let mut lines = Vec::new();
    if !app.shared.is_empty() {
        lines.push(head(say!("lobby-here-join")));
        lines.extend(app.shared.iter().map(|url| Line::from(shown(url))));
        if let Some(key) = invitation::key(app) {
            lines.push(head(say!("lobby-here-key")));
            lines.push(Line::from(key.to_owned()));
        }
        lines.push(Line::default());
    }
    lines.push(head(say!("lobby-here-people")));
    let names = app.lobby.players.iter().map(|name| plain(name.as_str()));
    lines.extend(names.map(Line::from));
    let unnamed = (app.lobby.present as usize).saturating_sub(app.lobby.players.len());
    if unnamed > 0 {
        lines.push(Line::from(say!("lobby-here-more", count = unnamed)).dim());
    }
    if let Some(greeting) = &app.greeting {
        let bots = match app.keymap.key(Screen::Lobby, Intent::NewGame) {
            Some(key) => say!("lobby-here-bots-key", key = key),
            None => say!("lobby-here-bots"),
        };
        lines.extend([Line::default(), head(bots)]);
        lines.extend(greeting.bots.iter().map(|bot| Line::from(plain(&bot.kind))));
    }
    Text::from(lines)
}

/// The line at a position.
fn target_at(app: &App, area: Rect, at: Position) -> Option<Target> {
    let [rooms, _] = parts(app, area);
    let (inside, _) = framed(rooms);
    let head = head_rows(inside);
    let room = usize::from(inside.height - head);
    let first = scroll(app.lobby.chosen, room);
    let line = || line_under(inside, head, first, app.lobby.lines().len(), at.y);
    inside.contains(at).then(line)?.map(Target::Line)
}
