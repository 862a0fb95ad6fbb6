//! The first screen: who plays, the game to play, the servers, and the seats to return to.

mod draw;
mod play;

use protocol::id::{RoomId, Token};
use protocol::rules::Variant;
use protocol::text::Name;
use protocol::view::YourGame;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};

pub use self::play::{Opponent, ToPlay};
use super::app::{HostScope, ServerKind};
use super::prompt::no_name;
use super::{
    Action, App, Confirm, Connection, Goal, KeyMap, Listen, Page, PromptKind, Scene, Screen,
    Target, step,
};
use crate::args::shown;
use crate::board::Look;
use crate::choices::Choices;
use crate::discovery::{Change, Found, HERE};
use crate::input::{Binding, Intent, Key, bind};
use crate::language::Said;
use crate::seats::SavedSeat;
use crate::text::plain;

/// The first screen.
#[derive(Debug)]
pub struct Home {
    /// The line that is chosen.
    pub chosen: usize,
    /// The person.
    pub me: Me,
    /// The game to play.
    pub to_play: ToPlay,
    /// The choices that are remembered.
    pub choices: Choices,
    /// The seats to return to.
    pub seats: Vec<SavedSeat>,
    /// Games of this person's key on servers visited before, that go on.
    pub games: Vec<GameThere>,
    /// Servers on the local network.
    pub found: Vec<Found>,
    /// Servers visited last.
    pub recent: Vec<String>,
    /// The URLs of the server in this program that serves others, while it runs.
    pub hosted: Option<HostedUrls>,
    /// True from the start of that server until it lets this client in.
    pub(super) has_just_begun: bool,
    /// What else there is to tell of that server.
    pub here: ServerHere,
    /// The room and the seat that the server was asked for, until it answers.
    pub(super) returning: Option<(RoomId, Token)>,
}

/// The URLs of a server in this program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostedUrls {
    /// That for this program.
    pub own: String,
    /// Those for others; empty where it serves this program alone.
    pub for_others: Vec<String>,
}

/// The server in this program that serves others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ServerHere {
    /// The fingerprint of its key, which others are told to compare; none where it offers no TLS.
    pub key: Option<String>,
    /// True where its games outlive it.
    pub is_kept: bool,
}

/// The person, as the first screen shows them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Me {
    /// The name that is used on every server; none is a guest.
    pub name: Option<String>,
    /// True where a flag, the environment or the settings say the name at every start.
    pub is_set: bool,
    /// The fingerprint of the key; none where there is none.
    pub key: Option<String>,
    /// True where its token is shown over connections that others can read.
    pub key_in_clear: bool,
}

/// A game of this person's key on a server visited before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameThere {
    /// The address of the server.
    pub url: String,
    /// The room.
    pub room: RoomId,
    /// The title of the game.
    pub title: String,
    /// The opponent.
    pub opponent: String,
    /// True where this person is to move.
    pub is_your_turn: bool,
}

/// A line of the first screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HomeItem {
    /// Returns to a seat.
    Return(SavedSeat),
    /// Returns to a game whose seat another device has saved.
    Game(GameThere),
    /// The game to play; starts it.
    Play(Variant),
    /// The opponent in that game, in words, with a hint; starts it.
    Opponent(String, String),
    /// A server on the local network.
    Found(Found),
    /// A server visited before, with the name by which it knows this person's key.
    Recent(String, Option<String>),
    /// A typed address.
    Address,
    /// Serves others.
    Host,
    /// Goes back to the server in this program.
    Hosted,
    /// Stops it.
    StopServer,
    /// Ends the program.
    Quit,
}

impl HomeItem {
    /// The text of the line.
    pub fn title(&self) -> String {
        match self {
            Self::Return(seat) => seat_line(&seat.variant.said(), seat.room),
            Self::Game(game) => game_line(&game.title, game.room),
            Self::Play(game) => say!("home-play", game = game.said()),
            Self::Opponent(who, _) => say!("home-with", opponent = who.as_str()),
            Self::Found(found) => say!("home-join", server = plain(&found.name)),
            Self::Recent(url, _) => say!("home-join", server = shown(url)),
            Self::Address => say!("home-address"),
            Self::Host => say!("home-host"),
            Self::Hosted => say!("home-hosted"),
            Self::StopServer => say!("home-stop-server"),
            Self::Quit => say!("home-quit"),
        }
    }

    /// A hint beside the line, with the keys of `keymap`.
    pub fn about(&self, keymap: &KeyMap) -> String {
        match self {
            Self::Return(seat) if seat.hosted => say!("home-about-seat-here"),
            Self::Return(seat) => {
                let url = seat.servers.first().map(String::as_str).unwrap_or_default();
                say!("home-about-seat", server = shown(url))
            }
            Self::Game(game) => {
                let (opponent, server) = (plain(&game.opponent), shown(&game.url));
                if game.is_your_turn {
                    say!(
                        "home-about-game-your-turn",
                        opponent = opponent,
                        server = server
                    )
                } else {
                    say!("home-about-game", opponent = opponent, server = server)
                }
            }
            Self::Play(_) => {
                let key = |intent| keymap.key(Screen::Home, intent);
                let start = key(Intent::Choose).unwrap_or_default();
                match (key(Intent::Left), key(Intent::Right)) {
                    (Some(left), Some(right)) => {
                        say!("home-about-play", left = left, right = right, start = start)
                    }
                    _ => say!("home-about-play-start", start = start),
                }
            }
            Self::Opponent(_, about) => about.clone(),
            Self::Found(found) => {
                let url = found.urls.first().map(String::as_str).unwrap_or_default();
                let url = shown(url);
                if found.id == HERE {
                    url
                } else {
                    say!("home-about-found", server = url)
                }
            }
            Self::Recent(_, None) => say!("home-about-recent"),
            Self::Recent(_, Some(name)) => {
                say!("home-about-recent-known", name = plain(name))
            }
            Self::Address => say!("home-about-address"),
            Self::Host => say!("home-about-host"),
            Self::Hosted => say!("home-about-hosted"),
            Self::StopServer => say!("home-about-stop-server"),
            Self::Quit => String::new(),
        }
    }
}

/// The line that leads back to a seat.
fn seat_line(title: &str, room: RoomId) -> String {
    say!("home-seat", title = title, room = room.to_string())
}

/// The line that leads back to a game.
fn game_line(title: &str, room: RoomId) -> String {
    say!("home-game", title = title, room = room.to_string())
}

impl Home {
    /// Creates the screen, with the seats to return to and the servers visited last. A seat is chosen where
    /// there is one: somebody may be waiting.
    pub(super) fn new(seats: Vec<SavedSeat>, recent: Vec<String>) -> Self {
        Self {
            chosen: 0,
            me: Me::default(),
            to_play: ToPlay::new(),
            choices: Choices::default(),
            seats,
            games: Vec::new(),
            found: Vec::new(),
            recent,
            hosted: None,
            has_just_begun: false,
            here: ServerHere::default(),
            returning: None,
        }
    }

    /// The lines, from the top.
    pub fn items(&self) -> Vec<HomeItem> {
        let new = |url: &&String| !self.found.iter().any(|found| found.urls.contains(*url));
        let mut items: Vec<HomeItem> = self.seats.iter().cloned().map(HomeItem::Return).collect();
        let is_saved = |game: &&GameThere| self.seats.iter().any(|seat| seat.room == game.room);
        let games = self.games.iter().filter(|game| !is_saved(game));
        items.extend(games.cloned().map(HomeItem::Game));
        items.extend(self.hosted.iter().map(|_| HomeItem::Hosted));
        if cfg!(feature = "host") {
            let who = self.to_play.opponent_line();
            items.push(HomeItem::Play(self.to_play.game()));
            items.push(HomeItem::Opponent(who, self.about_opponent()));
        }
        items.extend(self.found.iter().cloned().map(HomeItem::Found));
        let known_as = |url: &String| self.choices.known_as.get(url).cloned();
        let recent = self.recent.iter().filter(new);
        items.extend(recent.map(|url| HomeItem::Recent(url.clone(), known_as(url))));
        items.push(HomeItem::Address);
        if cfg!(feature = "host") {
            if self.hosted.is_some() {
                items.push(HomeItem::StopServer);
            } else {
                items.push(HomeItem::Host);
            }
        }
        items.push(HomeItem::Quit);
        items
    }

    /// A hint about the opponent: the bot, or the place where a friend finds the game.
    fn about_opponent(&self) -> String {
        match (self.to_play.opponent(), self.found.first()) {
            (Opponent::Watch, _) => say!("home-about-watch"),
            (Opponent::Friend, _) if self.hosted.is_some() => say!("home-about-friend-hosted"),
            (Opponent::Friend, Some(found)) => {
                say!("home-about-friend-found", server = plain(&found.name))
            }
            (Opponent::Friend, None) => say!("home-about-friend"),
            (Opponent::Bot(..), _) => self.to_play.about_bot().unwrap_or_default(),
        }
    }

    /// Takes the games of this person on a server.
    pub(super) fn set_games(&mut self, url: &str, games: &[YourGame]) {
        let games = games.iter().filter(|game| game.ended.is_none());
        let games = games.map(|game| GameThere {
            url: url.to_owned(),
            room: game.room.room,
            title: game.room.variant.said(),
            opponent: game.room.seats[game.side.other()].said(),
            is_your_turn: game.your_turn,
        });
        let games: Vec<_> = games.collect();
        self.keep_chosen(|home| {
            home.games.retain(|game| game.url != url);
            home.games.extend(games);
        });
    }

    /// The rooms where this person has a seat.
    pub(super) fn own_rooms(&self) -> Vec<RoomId> {
        self.seats.iter().map(|seat| seat.room).collect()
    }

    /// The latest game of this person that the server in this program has kept.
    fn hosted_game(&self) -> Option<RoomId> {
        let mut seats = self.seats.iter().filter(|_| self.here.is_kept);
        seats.find(|seat| seat.hosted).map(|seat| seat.room)
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
        &[
            bind(
                &[Enter, Char(' ')],
                Intent::Choose,
                id!("keys-choose"),
                true,
            ),
            bind(&[Char('i')], Intent::Rules, id!("keys-rules"), false),
            bind(&[Char('n')], Intent::Name, id!("keys-name"), true),
        ]
    };

    fn update(app: &mut App, intent: Intent) -> Vec<Action> {
        app.on_home_intent(intent)
    }

    fn chosen(app: &mut App) -> Option<&mut usize> {
        Some(&mut app.home.chosen)
    }

    fn draw(app: &App, scene: Scene<'_>, frame: &mut Frame<'_>, area: Rect) {
        draw::draw(app, scene.look.glyphs, frame, area);
    }

    fn target_at(app: &App, _: &Look, area: Rect, at: Position) -> Option<Target> {
        draw::target_at(app, area, at)
    }
}

impl App {
    /// Tells whoever hosts again, and opens a new room, of the game that waits for them.
    pub(super) fn tell_of_hosted_game(&mut self) {
        let opens = matches!(self.goal, Some(Goal::New(_)));
        if let Some(room) = self.home.hosted_game().filter(|_| opens) {
            self.say_for_long(say!("hosting-game-waits", room = room.to_string()));
        }
    }

    fn on_home_intent(&mut self, intent: Intent) -> Vec<Action> {
        let items = self.home.items();
        match intent {
            Intent::Up
            | Intent::Down
            | Intent::First
            | Intent::Last
            | Intent::PageUp
            | Intent::PageDown => step(&mut self.home.chosen, intent, items.len()),
            Intent::Left => self.change_at_home(-1),
            Intent::Right => self.change_at_home(1),
            Intent::Rules => self.show_rules(self.home.to_play.game(), None),
            Intent::Name => {
                let name = self.home.me.name.clone().unwrap_or_default();
                return self.open_prompt_with(PromptKind::Name, &name);
            }
            Intent::Back => {
                if self.connection == Connection::Down {
                    return self.quit();
                }
                let has_just_begun = std::mem::take(&mut self.home.has_just_begun);
                let mut actions = self.go_home();
                if has_just_begun {
                    // Nobody else is there yet.
                    self.home.hosted = None;
                    actions.push(Action::StopServer);
                }
                return actions;
            }
            // A key that repeats: the server in this program has been started or found, and answers at once.
            Intent::Choose
                if self.server_kind != ServerKind::Remote
                    && matches!(self.connection, Connection::Connecting | Connection::Up(_)) => {}
            Intent::Choose => {
                if let Some(item) = items.get(self.home.chosen) {
                    return self.choose_at_home(item);
                }
            }
            _ => {}
        }
        Vec::new()
    }

    /// Takes the person and the choices of the last time.
    pub fn introduce(&mut self, me: Me, choices: Choices) {
        self.home.me = me;
        self.home.to_play.remember(&choices);
        self.form.remember(&choices.form);
        self.home.choices = choices;
    }

    /// Tells once in a person's life of the flag that draws with ASCII alone, where the terminal `may_need` it.
    pub fn offer_ascii(&mut self, may_need: bool) {
        if may_need && !self.home.choices.ascii_offered {
            self.home.choices.ascii_offered = true;
            self.say_for_long(say!("home-offer-ascii"));
        }
    }

    fn change_at_home(&mut self, by: isize) {
        match self.home.items().get(self.home.chosen) {
            Some(HomeItem::Play(_)) => self.home.to_play.change_game(by),
            Some(HomeItem::Opponent(..)) => self.home.to_play.change_opponent(by),
            _ => {}
        }
    }

    fn choose_at_home(&mut self, item: &HomeItem) -> Vec<Action> {
        match item {
            HomeItem::Return(seat) => {
                let goal = Goal::Return(seat.room, seat.token);
                if seat.hosted {
                    self.go_to_hosted(goal, Listen::Again(seat.listen()))
                } else {
                    self.go(seat.servers.clone(), goal)
                }
            }
            HomeItem::Game(game) => self.go(vec![game.url.clone()], Goal::Join(game.room)),
            HomeItem::Play(_) | HomeItem::Opponent(..) => self.play_from_home(),
            HomeItem::Found(found) => self.connect_to(found),
            HomeItem::Recent(url, _) => self.go(vec![url.clone()], Goal::Lobby),
            HomeItem::Address => self.open_prompt(PromptKind::Address),
            HomeItem::Host => self.serve(HostScope::Network, Goal::Lobby),
            HomeItem::Hosted => self.go_to_hosted(Goal::Lobby, Listen::Usual),
            HomeItem::StopServer => {
                self.confirm = Some(Confirm::StopServer);
                Vec::new()
            }
            HomeItem::Quit => self.quit(),
        }
    }

    /// Starts the game of the first screen, and remembers it for the next time.
    fn play_from_home(&mut self) -> Vec<Action> {
        let to_play = &self.home.to_play;
        let goal = Goal::New(Box::new(to_play.room()));
        let begun = (to_play.game(), to_play.opponent().clone());
        let found = self.home.found.first().map(|found| found.urls.clone());
        let mut actions = self.keep(|choices| {
            choices.game = Some(begun.0.to_string());
            choices.opponent = Some(begun.1.to_string());
        });
        actions.extend(match (&begun.1, found) {
            (Opponent::Bot(..) | Opponent::Watch, _) => self.serve(HostScope::ThisClient, goal),
            (Opponent::Friend, Some(urls)) if self.home.hosted.is_none() => self.go(urls, goal),
            (Opponent::Friend, _) => self.go_to_hosted(goal, Listen::Usual),
        });
        actions
    }

    /// Takes a name, from now on and for the next start; `-` is none.
    pub(super) fn take_name(&mut self, text: &str) -> Vec<Action> {
        let name = match Name::clean(text) {
            _ if text == "-" => None,
            Some(name) if name.is_of_guest() => {
                let problem = say!("home-name-of-guests", name = name.as_str());
                return self.correct_prompt(PromptKind::Name, text, problem);
            }
            Some(name) => Some(name.as_str().to_owned()),
            None => return self.correct_prompt(PromptKind::Name, text, no_name()),
        };
        let is_cut = text.chars().count() > Name::LONGEST;
        let told = match name.as_ref().filter(|name| *name != text) {
            Some(name) if is_cut => Some(say!(
                "home-name-cut",
                name = name.as_str(),
                most = Name::LONGEST
            )),
            Some(name) => Some(say!("home-name-cleaned", name = name.as_str())),
            None => self.home.me.is_set.then(|| say!("home-name-set")),
        };
        // A server has the name of a connection, and of a seat, from their beginning.
        let is_late = self.connection != Connection::Down || !self.home.seats.is_empty();
        let later = is_late.then(|| say!("home-name-later"));
        let told: Vec<_> = told.into_iter().chain(later).collect();
        if !told.is_empty() {
            self.say(told.join("; "));
        }
        self.home.me.name.clone_from(&name);
        let mut actions = vec![Action::TakeName(name.clone())];
        actions.extend(self.keep(|choices| choices.name = name));
        actions
    }

    /// Changes the choices that are remembered.
    pub(super) fn keep(&mut self, change: impl FnOnce(&mut Choices)) -> Vec<Action> {
        let before = self.home.choices.clone();
        change(&mut self.home.choices);
        if self.home.choices == before {
            return Vec::new();
        }
        vec![Action::KeepChoices(Box::new(self.home.choices.clone()))]
    }
}
