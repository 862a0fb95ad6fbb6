//! The drawing of the lobby: the rooms in sections, the people beside them, the chat below.

use protocol::game::Game;
use protocol::side::Side;
use protocol::tournament::TournamentPhase;
use protocol::view::{Phase, RoomSummary, Seat};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Position, Rect};
use ratatui::style::Stylize;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::{LobbyLine, has_open_seat, key, talk};
use crate::args::shown;
use crate::board::Look;
use crate::input::Intent;
use crate::text::plain;
use crate::ui::games::{chip, clock, title};
use crate::ui::text::{fit, shortened_line, shortened_name};
use crate::ui::widgets::list::{KeyWords, List, Row, heading, in_ascii, mark, tinted};
use crate::ui::widgets::{draw_position, rows, strong, upright};
use crate::ui::{App, GameState, OwnGame, Screen, Target, invitation, roles};
use crate::words;
use crate::words::players::short_names;

/// Columns of the people, and of a screen that has room for them; the same with the board of the chosen game.
const PEOPLE: u16 = 28;
const WIDE: u16 = 100;
const BOARD: u16 = 38;
const WIDEST: u16 = 116;

/// Rows from which on there is the board, and most rows of it.
const HIGH: u16 = 30;
const BOARD_ROWS: u16 = 17;

/// Columns from which on the game and the state have columns of their own.
const ROOMY: u16 = 60;

/// The fewest columns of the players on a narrow list.
const NAME: usize = 10;

/// The areas of the rooms, of the people and of the chat.
fn parts(app: &App, area: Rect) -> [Rect; 3] {
    let people = match area.width {
        WIDEST.. => BOARD,
        WIDE.. => PEOPLE,
        _ => 0,
    };
    let [left, people] =
        Layout::horizontal([Constraint::Min(0), Constraint::Length(people)]).areas(area);
    let (rooms, chat) = talk::parts(app, left);
    [rooms, people, chat]
}

pub(super) fn draw(app: &App, look: &Look, frame: &mut Frame<'_>, area: Rect) {
    let [rooms, people, chat] = parts(app, area);
    let lines = app.lobby.lines();
    list(app, &lines, rooms, people.width > 0).draw(look, frame, |at, width| {
        let (line, is_chosen) = (lines[at], at == app.lobby.chosen);
        let is_new = app.lobby.is_new(line);
        let drawn = Cells::of(line, is_new).line(is_chosen, width, look);
        tinted(drawn, is_chosen, look)
    });
    if people.width > 0 {
        upright(people.x + 1, people, look, frame);
        let [_, people] =
            Layout::horizontal([Constraint::Length(3), Constraint::Min(0)]).areas(people);
        let people = chosen_game(app, look, frame, people);
        rows(here(app, people.width, look), frame, people);
    }
    talk::draw(app, look, frame, chat, area);
}

/// The line at a position.
pub(super) fn target_at(app: &App, area: Rect, at: Position) -> Option<Target> {
    let [rooms, people, _] = parts(app, area);
    list(app, &app.lobby.lines(), rooms, people.width > 0).target_at(at)
}

/// The list with its sections: games of this person, open seats, games being played, finished ones.
fn list(app: &App, lines: &[LobbyLine<'_>], area: Rect, has_people: bool) -> List {
    let mut rows = Vec::new();
    // Beside the people there is room for all addresses.
    if let Some(url) = app.server.shared.first().filter(|_| !has_people) {
        let url = shown(url);
        let join = say!("lobby-join-with", url = url.as_str());
        // The address is what others need.
        let has_room = join.width() + 2 <= usize::from(area.width);
        rows.push(Row::Words(if has_room { join } else { url }));
    }
    // Open seats have their title even in an empty section: the keys of the list stand in it.
    for wanted in 0..=4 {
        let here = (0..)
            .zip(lines)
            .filter(|(_, line)| line.section() == wanted);
        let here: Vec<_> = here.map(|(at, _)| Row::Line(at)).collect();
        if here.is_empty() && wanted != 1 {
            continue;
        }
        let more = if app.lobby.is_cut { "+" } else { "" };
        let count = format!("{}{more}", here.len());
        let is_narrow = area.width < ROOMY;
        let keys: Vec<Option<KeyWords>> = match wanted {
            1 => app.lobby.filter.keys(app).into(),
            2 => vec![
                key(app, Intent::Tv, say!("keys-tv"), false),
                key(app, Intent::Watch, say!("keys-watch"), false),
                key(app, Intent::Person, say!("keys-profile"), false)
                    .filter(|_| app.is_available(Intent::Person)),
            ],
            _ => Vec::new(),
        };
        let title = match wanted {
            0 => say!("lobby-yours"),
            1 if is_narrow => say!("lobby-waiting-short", count = count),
            1 => say!("lobby-waiting", count = count),
            2 => say!("lobby-played", count = count),
            3 => say!("lobby-tournaments"),
            _ => String::new(),
        };
        rows.push(Row::Gap);
        // Finished games are one line, which says what they are.
        if wanted < 4 {
            rows.push(Row::Title(title, keys.into_iter().flatten().collect()));
        }
        rows.extend(here);
    }
    if lines.is_empty() {
        let words = nothing(app).into_iter().map(Row::Words);
        rows.extend([Row::Gap].into_iter().chain(words));
    }
    // Beside the people the first heading stands in the same row as theirs.
    if has_people && rows.first() == Some(&Row::Gap) {
        rows.remove(0);
    }
    if rows.len() > area.height.into() {
        rows.retain(|row| *row != Row::Gap);
    }
    List::new(rows, app.lobby.chosen, area)
}

/// The sentences below an empty list: every room is filtered out, or no room is open.
fn nothing(app: &App) -> Vec<String> {
    if app.lobby.filter.is_on() {
        return vec![say!("lobby-none-like")];
    }
    let keys = [
        (Intent::NewGame, say!("lobby-none-new")),
        (Intent::Quick, say!("lobby-none-quick")),
        (Intent::Code, say!("lobby-none-code")),
    ];
    let keys = keys.into_iter().filter_map(|(intent, does)| {
        let key = app.keymap.key(Screen::Lobby, intent)?;
        Some(format!("{key}  {does}"))
    });
    let first = [say!("lobby-none"), String::new()].into_iter();
    first.chain(keys).collect()
}

/// Draws the chosen game with its board, if there is room and the server sent its moves; returns the area below.
fn chosen_game(app: &App, look: &Look, frame: &mut Frame<'_>, area: Rect) -> Rect {
    let has_room = area.width + 3 >= BOARD && area.height >= HIGH;
    let room = app.lobby.chosen_room().filter(|_| has_room);
    let game = room.and_then(|room| {
        let moves = room.moves.as_ref()?.iter().copied();
        Game::after(*room.variant.known()?, moves).ok()
    });
    let (Some(room), Some(game)) = (room, game) else {
        return area;
    };
    let cells = Cells::of_room(room);
    let state = Some(cells.state).filter(|state| !state.is_empty());
    let title: Vec<_> = [Some(cells.players), state].into_iter().flatten().collect();
    let title = in_ascii(&title.join(" · "), look.glyphs);
    let title = shortened_line(&title, area.width.into(), look.glyphs);
    let row = Rect { height: 1, ..area };
    frame.render_widget(Line::from(title).bold(), row);
    let board = Rect {
        y: area.y + 2,
        height: BOARD_ROWS,
        ..area
    };
    let line = game.ending().map_or(&[][..], |ending| ending.line());
    let rows = draw_position(&game, line, look, frame, board).unwrap_or_default();
    let taken = 2 + rows + 1;
    Rect {
        y: area.y + taken,
        height: area.height - taken,
        ..area
    }
}

/// The right part: the addresses for others, and the people connected.
fn here(app: &App, width: u16, look: &Look) -> Vec<Line<'static>> {
    let title = |text: String| heading(&text, &[], width, look);
    let mut lines = Vec::new();
    if !app.server.shared.is_empty() {
        lines.push(title(say!("lobby-here-join")));
        lines.extend(app.server.shared.iter().map(|url| Line::from(shown(url))));
        if let Some(key) = invitation::key(app) {
            lines.push(Line::styled(say!("lobby-here-key"), roles::grey(look)));
            let groups: Vec<_> = key.split(' ').collect();
            let rows = groups.chunks(4).map(|row| Line::from(row.join(" ")));
            lines.extend(rows);
        }
        lines.push(Line::default());
    }
    lines.push(title(say!("lobby-here", count = app.lobby.present)));
    let names = app.lobby.players.iter().map(|name| plain(name.as_str()));
    lines.extend(names.map(Line::from));
    let unnamed = (app.lobby.present as usize).saturating_sub(app.lobby.players.len());
    if unnamed > 0 {
        let more = say!("lobby-here-more", count = unnamed);
        lines.push(Line::styled(more, roles::grey(look)));
    }
    lines
}

/// The words of a line.
#[derive(Debug, Default)]
struct Cells {
    chip: Option<(protocol::rules::Variant, Side)>,
    players: String,
    game: String,
    clock: String,
    state: String,
    /// Spectators, if there are any.
    watching: Option<String>,
    /// True for a state that calls this person.
    calls: bool,
    is_new: bool,
}

impl Cells {
    fn of(line: LobbyLine<'_>, is_new: bool) -> Self {
        match line {
            LobbyLine::Own(own) => Self::of_own(own),
            LobbyLine::Room(room) => Self {
                is_new,
                ..Self::of_room(room)
            },
            LobbyLine::Tournament(it) => Self {
                players: plain(it.spec.name.as_str()),
                game: words::tournament::about(&it.spec),
                state: words::tournament::state(it),
                calls: it.yours || it.phase == TournamentPhase::Entries,
                ..Self::default()
            },
            LobbyLine::Finished(count) => Self {
                players: say!("lobby-finished", count = count),
                ..Self::default()
            },
        }
    }

    fn of_own(own: &OwnGame) -> Self {
        Self {
            chip: own.chip,
            players: own.opponent.clone(),
            game: own.title.clone(),
            clock: own.clock.clone(),
            state: own.state.words(),
            calls: own.state == GameState::YourTurn,
            ..Self::default()
        }
    }

    fn of_room(room: &RoomSummary) -> Self {
        let names = short_names(&room.seats).map(|name| plain(&name));
        let open = room.seats.find(|seat| *seat == Seat::Open);
        let players = match open {
            // The room says by its section that it waits.
            Some(open) if room.seats[open.other()] != Seat::Open => names[open.other()].clone(),
            Some(_) => names.first,
            None => format!("{} - {}", names.first, names.second),
        };
        let state = match &room.phase {
            Phase::Seating if room.locked => say!("lobby-state-locked"),
            Phase::Seating => String::new(),
            Phase::Playing => say!("lobby-state-move", number = room.plies),
            Phase::Over { .. } => say!("lobby-state-over"),
        };
        let watching =
            (room.spectators > 0).then(|| say!("lobby-state-watching", count = room.spectators));
        Self {
            chip: chip(room, open.filter(|_| has_open_seat(room))),
            players,
            game: title(room),
            clock: clock(room),
            state,
            watching,
            ..Self::default()
        }
    }

    fn line(&self, is_chosen: bool, width: u16, look: &Look) -> Line<'static> {
        let (width, is_narrow) = (usize::from(width), width < ROOMY);
        let grey = roles::grey(look);
        let name = strong(is_chosen);
        let chip = self.chip.map(|(variant, side)| look.chip(variant, side));
        let mut spans = vec![
            mark(is_chosen, look),
            chip.unwrap_or_else(|| Span::from("   ")),
            Span::from(" "),
        ];
        let room = width.saturating_sub(7);
        if self.game.is_empty() {
            spans.push(Span::styled(fit(&self.players, room), name));
            return Line::from(spans);
        }
        let new = self.is_new.then(|| format!(" {} ", say!("lobby-new")));
        let new = new.map(|new| Span::styled(new, roles::accent(look).bold().reversed()));
        let new_width = new.as_ref().map_or(0, |new| new.width() + 1);
        let state_style = if self.calls {
            roles::accent(look)
        } else {
            grey
        };
        if is_narrow {
            let (text, style) = match (self.calls, self.state.is_empty()) {
                (true, _) => (self.state.clone(), state_style),
                (false, true) => (format!("{} {}", self.game, self.clock), grey),
                (false, false) => (format!("{}, {}", self.game, self.state), grey),
            };
            let name_least = NAME.min(self.players.width());
            let most = room.saturating_sub(name_least + 1 + new_width);
            let text = in_ascii(text.trim_end(), look.glyphs);
            let text = shortened_line(&text, most, look.glyphs);
            let left = room.saturating_sub(text.width() + 1 + new_width);
            // Names keep their end, which tells guests apart.
            let is_open = self.players == say!("words-seat-open");
            let shortened = if is_open {
                shortened_line
            } else {
                shortened_name
            };
            let players = shortened(&self.players, left, look.glyphs);
            spans.push(Span::styled(fit(&players, left + 1), name));
            spans.push(Span::styled(text, style));
            spans.extend(new.map(|new| [Span::from(" "), new]).into_iter().flatten());
            spans.push(Span::from(" "));
            return Line::from(spans);
        }
        let column = width * 3 / 10;
        let cell = |text: &str, width: usize| {
            let text = in_ascii(text, look.glyphs);
            let text = shortened_line(&text, width - 1, look.glyphs);
            fit(&text, width)
        };
        spans.push(Span::styled(cell(&self.players, column), name));
        spans.push(Span::from(cell(&self.game, column)));
        let room = room.saturating_sub(2 * column);
        let new = new.map(|new| [new, Span::from(" ")]);
        spans.extend(new.into_iter().flatten());
        let left = room.saturating_sub(new_width + self.clock.width());
        let state = [Some(self.state.as_str()), self.watching.as_deref()];
        let state = state.into_iter().flatten().filter(|text| !text.is_empty());
        let state = in_ascii(&state.collect::<Vec<_>>().join(" · "), look.glyphs);
        let state = shortened_line(&state, left.saturating_sub(1), look.glyphs);
        spans.push(Span::styled(fit(&state, left), state_style));
        spans.push(Span::from(format!("{} ", self.clock)));
        Line::from(spans)
    }
}
