//! The first screen: the list of games and servers to play on.

use protocol::id::{RoomId, Token};
use protocol::rules::Variant;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Stylize};
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::text::fit;
use super::{
    Action, App, Confirm, Connection, Glyphs, Goal, Page, PromptKind, Scene, Target, chosen_style,
    line_under, scroll, step,
};
use crate::args::{DemoArgs, NewArgs, ServerUrl};
use crate::board::Look;
use crate::discovery::{Change, Found, HERE};
use crate::input::{Binding, Intent, Key, bind};
use crate::seats::SavedSeat;

/// The first screen.
#[derive(Debug)]
pub struct Home {
    /// The line that is chosen.
    pub chosen: usize,
    /// The seats to return to.
    pub seats: Vec<SavedSeat>,
    /// Servers on the local network.
    pub found: Vec<Found>,
    /// Servers visited last.
    pub recent: Vec<String>,
    /// The URL of the server in this program that serves others, while it runs, and its URLs for them.
    pub hosted: Option<(String, Vec<String>)>,
    /// The seat that this person is returning to.
    pub(super) returning: Option<Token>,
}

/// A line of the first screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HomeItem {
    /// Returns to a seat.
    Return(SavedSeat),
    /// Starts a game against a bot.
    PlayBot,
    /// A server on the local network.
    Found(Found),
    /// A server visited before.
    Recent(String),
    /// A typed address.
    Address,
    /// Serves others.
    Host,
    /// Goes back to the server in this program.
    Hosted,
    /// Stops it.
    StopServer,
    /// Shows a game between two bots.
    Demo,
    /// Ends the program.
    Quit,
}

impl HomeItem {
    /// The text of the line.
    pub fn title(&self) -> String {
        match self {
            Self::Return(seat) => format!("Back to your seat: {} in {}", seat.title, seat.room),
            Self::PlayBot => "Play a bot here".to_owned(),
            Self::Found(found) => format!("Join {}", crate::text::plain(&found.name)),
            Self::Recent(url) => format!("Join {}", crate::text::plain(url)),
            Self::Address => "Join a server by its address".to_owned(),
            Self::Host => "Host for others".to_owned(),
            Self::Hosted => "Back to your server".to_owned(),
            Self::StopServer => "Stop your server".to_owned(),
            Self::Demo => "Watch two bots".to_owned(),
            Self::Quit => "Quit".to_owned(),
        }
    }

    /// A hint beside the line.
    pub fn about(&self) -> String {
        match self {
            Self::Return(seat) if seat.hosted => "on the server of this program".to_owned(),
            Self::Return(seat) => {
                let url = seat.servers.first().map(String::as_str).unwrap_or_default();
                format!("on {}", crate::text::plain(url))
            }
            Self::PlayBot => "Connect Four, at once, on this machine".to_owned(),
            Self::Found(found) => {
                let url = found.urls.first().map(String::as_str).unwrap_or_default();
                let url = crate::text::plain(url);
                if found.id == HERE {
                    url
                } else {
                    format!("on your network, {url}")
                }
            }
            Self::Recent(_) => "visited before".to_owned(),
            Self::Address => "when a friend told you where".to_owned(),
            Self::Host => "a server here, for your network".to_owned(),
            Self::Hosted => "it runs in this program".to_owned(),
            Self::StopServer => "and go on without it".to_owned(),
            Self::Demo => "a match between the old programs".to_owned(),
            Self::Quit => String::new(),
        }
    }
}

impl Home {
    /// Creates the screen, with the seats to return to and the servers visited last. A seat is chosen where
    /// there is one: somebody may be waiting.
    pub(super) fn new(seats: Vec<SavedSeat>, recent: Vec<String>) -> Self {
        Self {
            chosen: 0,
            seats,
            found: Vec::new(),
            recent,
            hosted: None,
            returning: None,
        }
    }

    /// The lines, from the top.
    pub fn items(&self) -> Vec<HomeItem> {
        let new = |url: &&String| !self.found.iter().any(|found| found.urls.contains(*url));
        let mut items: Vec<HomeItem> = self.seats.iter().cloned().map(HomeItem::Return).collect();
        items.extend(self.hosted.iter().map(|_| HomeItem::Hosted));
        if cfg!(feature = "host") {
            items.push(HomeItem::PlayBot);
        }
        items.extend(self.found.iter().cloned().map(HomeItem::Found));
        items.extend(
            self.recent
                .iter()
                .filter(new)
                .cloned()
                .map(HomeItem::Recent),
        );
        items.push(HomeItem::Address);
        if cfg!(feature = "host") {
            if self.hosted.is_some() {
                items.push(HomeItem::StopServer);
            } else {
                items.push(HomeItem::Host);
            }
            items.push(HomeItem::Demo);
        }
        items.push(HomeItem::Quit);
        items
    }

    /// The rooms where this person has a seat.
    pub(super) fn holding(&self) -> Vec<RoomId> {
        self.seats.iter().map(|seat| seat.room).collect()
    }

    /// Takes the seats to return to; the first is chosen where it is new.
    pub(super) fn set_seats(&mut self, seats: Vec<SavedSeat>) {
        let first = |seats: &[SavedSeat]| seats.first().map(|seat| seat.token);
        let is_new = first(&seats) != first(&self.seats);
        self.keep_chosen(|home| home.seats = seats);
        if is_new && !self.seats.is_empty() {
            self.chosen = 0;
        }
    }

    /// Applies a change among the servers.
    pub(super) fn network(&mut self, change: Change) {
        self.keep_chosen(|home| match change {
            Change::Found(found) => {
                let is_same = |old: &Found| {
                    old.id == found.id || old.urls.iter().any(|url| found.urls.contains(url))
                };
                match home.found.iter_mut().find(|old| is_same(old)) {
                    // A server that was announced has a better name than the one of this machine.
                    Some(old) if found.id == HERE && old.id != HERE => {}
                    // One that ended without a goodbye has another id when it is back.
                    Some(old) => *old = found,
                    None => home.found.push(found),
                }
            }
            Change::Gone(id) => home.found.retain(|found| found.id != id),
        });
    }

    /// Changes the items; the same one stays chosen while others come and go above it.
    fn keep_chosen(&mut self, change: impl FnOnce(&mut Self)) {
        let chosen = self.items().get(self.chosen).cloned();
        change(self);
        let items = self.items();
        self.chosen = items
            .iter()
            .position(|item| Some(item) == chosen.as_ref())
            .unwrap_or(self.chosen.min(items.len().saturating_sub(1)));
    }
}

impl Page for Home {
    const KEYS: &'static [Binding] = {
        use Key::{Char, Enter};
        &[bind(
            &[Enter, Char(' ')],
            "Enter",
            Intent::Choose,
            "choose",
            true,
        )]
    };

    fn update(app: &mut App, intent: Intent) -> Vec<Action> {
        app.at_home(intent)
    }

    fn chosen(app: &mut App) -> Option<&mut usize> {
        Some(&mut app.home.chosen)
    }

    fn draw(app: &App, scene: Scene<'_>, frame: &mut Frame<'_>, area: Rect) {
        draw(app, scene.look.glyphs, frame, area);
    }

    fn target_at(app: &App, _: &Look, area: Rect, at: Position) -> Option<Target> {
        target_at(app, area, at)
    }
}

impl App {
    fn at_home(&mut self, intent: Intent) -> Vec<Action> {
        let items = self.home.items();
        match intent {
            Intent::Up
            | Intent::Down
            | Intent::First
            | Intent::Last
            | Intent::PageUp
            | Intent::PageDown => step(&mut self.home.chosen, intent, items.len()),
            Intent::Back => {
                if self.connection != Connection::Down {
                    return self.go_home();
                }
                return self.quit();
            }
            Intent::Choose => {
                if let Some(item) = items.get(self.home.chosen) {
                    return self.choose_at_home(item);
                }
            }
            _ => {}
        }
        Vec::new()
    }

    fn choose_at_home(&mut self, item: &HomeItem) -> Vec<Action> {
        match item {
            HomeItem::Return(seat) => {
                self.home.returning = Some(seat.token);
                let goal = Goal::Return(seat.room, seat.token);
                if seat.hosted {
                    self.go_to_hosted(goal, port_of(seat))
                } else {
                    self.go(seat.servers.clone(), goal)
                }
            }
            HomeItem::PlayBot => self.serve(false, Goal::New(Box::new(against_a_bot()))),
            HomeItem::Found(found) => self.connect_to(found),
            HomeItem::Recent(url) => self.go(vec![url.clone()], Goal::Lobby),
            HomeItem::Address => self.open_prompt(PromptKind::Address),
            HomeItem::Host => self.serve(true, Goal::Lobby),
            HomeItem::Hosted => self.go_to_hosted(Goal::Lobby, None),
            HomeItem::StopServer => {
                self.confirm = Some(Confirm::StopServer);
                Vec::new()
            }
            HomeItem::Demo => self.serve(false, Goal::New(Box::new(DemoArgs::default().room()))),
            HomeItem::Quit => self.quit(),
        }
    }
}

/// The port of the server of a seat.
fn port_of(seat: &SavedSeat) -> Option<u16> {
    let url: ServerUrl = seat.servers.first()?.parse().ok()?;
    let authority = url.authority();
    let (_, port) = authority.rsplit_once(':')?;
    port.parse().ok()
}

/// The game of [`HomeItem::PlayBot`]: the person first, against a bot that most people can beat, and
/// that answers at once.
fn against_a_bot() -> NewArgs {
    NewArgs {
        game: Variant::named("connect-four").expect("a variant of ours"),
        first: "me".parse().expect("a seat as it is written"),
        second: "bot:negamax:4".parse().expect("a seat as it is written"),
        ..DemoArgs::default().room()
    }
}

/// Lines above the list: the picture and the question.
const TOP: u16 = 7;

fn draw(app: &App, glyphs: Glyphs, frame: &mut Frame<'_>, area: Rect) {
    let top = top(area);
    if top > 0 {
        for (line, row) in picture(glyphs).into_iter().zip(area.y + 1..area.bottom()) {
            frame.render_widget(
                line.centered(),
                Rect {
                    y: row,
                    height: 1,
                    ..area
                },
            );
        }
    }
    let items = app.home.items();
    // The hints are aligned.
    let wide = items.iter().map(|item| item.title().width()).max();
    let wide = wide.unwrap_or(0).clamp(34, 48);
    let room = usize::from(area.height.saturating_sub(top));
    let first = scroll(app.home.chosen, room);
    let shown = items.iter().enumerate().skip(first).take(room);
    for ((at, item), row) in shown.zip(area.y + top..) {
        let chosen = at == app.home.chosen;
        let mark = if chosen { ">" } else { " " };
        let title = format!(" {mark} {} ", fit(&item.title(), wide));
        let title = Span::from(title).style(chosen_style(chosen));
        let line = Line::from(vec![title, Span::from(format!("  {}", item.about())).dim()]);
        let indent = area.width.saturating_sub(84) / 2;
        let area = Rect {
            x: area.x + indent,
            y: row,
            width: area.width - indent,
            height: 1,
        };
        frame.render_widget(line, area);
    }
}

/// The line at a position.
fn target_at(app: &App, area: Rect, at: Position) -> Option<Target> {
    let items = app.home.items().len();
    let top = top(area);
    let room = usize::from(area.height.saturating_sub(top));
    line_under(area, top, scroll(app.home.chosen, room), items, at.y).map(Target::Line)
}

/// A low terminal has no room for a picture.
fn top(area: Rect) -> u16 {
    if area.height >= TOP + 6 { TOP } else { 0 }
}

fn picture(glyphs: Glyphs) -> Vec<Line<'static>> {
    let (disc, ring) = if glyphs.ascii {
        ("X", "O")
    } else {
        ("●", "○")
    };
    let red = || Span::from(disc).fg(Color::Red).bold();
    let yellow = || Span::from(ring).fg(Color::Yellow).bold();
    let gap = || Span::from(" ");
    vec![
        Line::from(vec![red(), gap(), red(), gap(), red(), gap(), red()]),
        Line::from(vec![
            yellow(),
            gap(),
            yellow(),
            gap(),
            red(),
            gap(),
            yellow(),
        ]),
        Line::default(),
        Line::from("e n l i n e a".bold()),
        Line::from("in a row, online".dim()),
    ]
}
