//! The first screen: who plays, the game to play, the servers, and the seats to return to.

mod draw;
mod opponents;
mod play;

use protocol::id::RoomId;
use protocol::text::Name;
use protocol::view::YourGame;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};

use self::draw::row;
pub use self::play::{Bot, Friend, Opponent, ToPlay};
use super::prompt::no_name;
use super::{
    Action, App, Around, Component, Confirm, Connection, Effect, Goal, HostScope, Listen,
    PromptKind, Scene, Screen, ServerKind, Target, step,
};
use crate::args::shown;
use crate::board::Look;
use crate::choices::Choices;
use crate::discovery::{Change, Found, HERE};
use crate::input::{Binding, Intent, keys};
use crate::language::Said;
use crate::seats::SavedSeat;
use crate::text::plain;
use crate::words::players;

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
}

/// The URLs of a server in this program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostedUrls {
    /// That for this program.
    pub own: String,
    /// Those for others; empty where it serves this program alone.
    pub for_others: Vec<String>,
    /// True where its games outlive it.
    pub is_kept: bool,
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

impl Me {
    /// The person in a few words.
    pub(super) fn shown(&self) -> String {
        let name = self.name.as_deref();
        name.map_or_else(|| say!("home-guest"), plain)
    }
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
    /// Starts a game.
    Play(Opponent),
    /// A server on the local network.
    Found(Found),
    /// A server visited before, with the name by which it knows this person's key.
    Recent(String, Option<String>),
    /// A typed address, code or link.
    Join,
    /// Goes back to the server in this program.
    Hosted,
    /// Stops it.
    StopServer,
}

/// The texts of a line: what it is, what it says, and what stands at its end.
pub(super) struct Texts {
    pub(super) name: String,
    pub(super) value: String,
    pub(super) detail: String,
}

impl Home {
    /// The texts of a line.
    pub(super) fn texts(&self, item: &HomeItem) -> Texts {
        let change = || Some(say!("home-change"));
        let (name, value, detail) = match item {
            HomeItem::Return(seat) => {
                let game = seat.variant.said();
                let server = seat.servers.first().map(String::as_str).unwrap_or_default();
                let (value, detail) = match &seat.own {
                    Some(own) => (
                        say!(
                            "home-seat-against",
                            game = game,
                            opponent = players::of_saved(&own.opponent)
                        ),
                        say!("home-your-move", ply = own.ply.div_ceil(2)),
                    ),
                    None if seat.hosted => (
                        say!("home-seat", game = game, room = seat.room.to_string()),
                        say!("home-seat-here"),
                    ),
                    None => (
                        say!("home-seat", game = game, room = seat.room.to_string()),
                        shown(server),
                    ),
                };
                (say!("home-continue"), value, Some(detail))
            }
            HomeItem::Game(game) => {
                let value = say!(
                    "home-seat-against",
                    game = game.title.as_str(),
                    opponent = plain(&game.opponent)
                );
                let detail = if game.is_your_turn {
                    say!("home-your-turn")
                } else {
                    shown(&game.url)
                };
                (say!("home-continue"), value, Some(detail))
            }
            HomeItem::Play(Opponent::Bot) => {
                let value = say!(
                    "home-game-and-bot",
                    game = self.to_play.game().said(),
                    bot = self.to_play.bot_in_words()
                );
                (say!("home-play-bot"), value, change())
            }
            HomeItem::Play(Opponent::Friend) => {
                let value = match self.to_play.friend {
                    Friend::Network if self.is_rated() => say!("home-friend-rated"),
                    Friend::Network => say!("home-friend-network"),
                    Friend::Keyboard => say!("home-friend-keyboard"),
                };
                (say!("home-play-friend"), value, change())
            }
            HomeItem::Play(Opponent::Watch) => (say!("home-watch"), say!("home-two-bots"), None),
            HomeItem::Found(found) => {
                let url = found.urls.first().map(String::as_str).unwrap_or_default();
                (plain(&found.name), String::new(), Some(shown(url)))
            }
            HomeItem::Recent(url, name) => {
                let value = match name {
                    None => say!("home-visited"),
                    Some(name) => say!("home-visited-as", name = plain(name)),
                };
                (shown(url), value, None)
            }
            HomeItem::Join => (say!("home-join"), String::new(), None),
            HomeItem::Hosted => (say!("home-hosted"), say!("home-hosted-about"), None),
            HomeItem::StopServer => (say!("home-stop-server"), String::new(), None),
        };
        Texts {
            name,
            value,
            detail: detail.unwrap_or_default(),
        }
    }
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
        }
    }

    /// The lines, from the top.
    pub fn items(&self) -> Vec<HomeItem> {
        let mut items: Vec<HomeItem> = self.seats.iter().cloned().map(HomeItem::Return).collect();
        let is_saved = |game: &&GameThere| self.seats.iter().any(|seat| seat.room == game.room);
        let games = self.games.iter().filter(|game| !is_saved(game));
        items.extend(games.cloned().map(HomeItem::Game));
        items.extend(self.hosted.iter().map(|_| HomeItem::Hosted));
        if cfg!(feature = "host") {
            let kinds = [Opponent::Bot, Opponent::Friend, Opponent::Watch];
            items.extend(kinds.map(HomeItem::Play));
        }
        items.extend(self.found.iter().cloned().map(HomeItem::Found));
        let new = |url: &&String| !self.found.iter().any(|found| found.urls.contains(*url));
        let known_as = |url: &String| self.choices.known_as.get(url).cloned();
        let recent = self.recent.iter().filter(new);
        items.extend(recent.map(|url| HomeItem::Recent(url.clone(), known_as(url))));
        items.push(HomeItem::Join);
        items.extend(self.hosted.iter().map(|_| HomeItem::StopServer));
        items
    }

    /// The line of the game that is played first: one that goes on, or the kind that was begun last.
    fn first_choice(&self) -> usize {
        let items = self.items();
        let goes_on = |item: &HomeItem| matches!(item, HomeItem::Return(_) | HomeItem::Game(_));
        let last = HomeItem::Play(self.to_play.last);
        let place = items.iter().position(goes_on);
        place
            .or_else(|| items.iter().position(|item| *item == last))
            .unwrap_or_default()
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

    /// Takes a game that is over from the list of those that go on.
    pub(super) fn end_game(&mut self, room: RoomId) {
        self.keep_chosen(|home| home.games.retain(|game| game.room != room));
    }

    /// The rooms where this person has a seat.
    pub(super) fn own_rooms(&self) -> Vec<RoomId> {
        self.seats.iter().map(|seat| seat.room).collect()
    }

    /// The name that the server for friends knows this person's key by.
    fn name_with_friends(&self) -> Option<&String> {
        let found = self.found.first().filter(|_| self.hosted.is_none());
        let here = [HERE.to_owned()];
        let urls = found.map_or(&here[..], |found| &found.urls);
        urls.iter().find_map(|url| self.choices.known_as.get(url))
    }

    /// True if a game against a friend on the network counts for ratings.
    fn is_rated(&self) -> bool {
        let has_name = self.me.name.is_some() || self.name_with_friends().is_some();
        self.to_play.is_rated() && self.me.key.is_some() && has_name
    }

    /// The person in a few words, with the name that friends see.
    pub(super) fn who(&self) -> String {
        match self.name_with_friends() {
            Some(name) if self.me.name.is_none() => say!("home-guest-known", name = plain(name)),
            _ => self.me.shown(),
        }
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
                    old.id == found.id
                        || old.key.is_some() && old.key == found.key
                        || old.urls.iter().any(|url| found.urls.contains(url))
                };
                match home.found.iter_mut().find(|old| is_same(old)) {
                    Some(old) => {
                        // A server that was announced has a better name than the one of this machine.
                        let (mut shown, other) = if found.id == HERE && old.id != HERE {
                            (old.clone(), found)
                        } else {
                            (found, old.clone())
                        };
                        // An announcement is of one network, and a server may be on several.
                        let more = other.urls.into_iter().filter(|_| shown.id != other.id);
                        shown.urls.extend(more);
                        let mut seen = Vec::new();
                        shown.urls.retain(|url| {
                            let is_new = !seen.contains(url);
                            seen.push(url.clone());
                            is_new
                        });
                        *old = shown;
                    }
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

impl Component for Home {
    const KEYS: &'static [Binding] = keys! {
        Enter, Char(' ') => Intent::Choose, id!("keys-start"), shown;
        Right => Intent::Right, id!("keys-change"), shown;
        Char('g') => Intent::NextGame, id!("keys-next-game"), shown;
        Char('n') => Intent::Name, id!("keys-name"), shown;
        Char('s') => Intent::Settings, id!("keys-settings"), shown;
        Char('i') => Intent::Rules, id!("keys-rules");
    };

    fn update(&mut self, around: &Around<'_>, intent: Intent) -> Vec<Effect> {
        let items = self.items();
        let chosen = items.get(self.chosen);
        let connection = &around.server.connection;
        match (intent, chosen) {
            (Intent::Right, Some(HomeItem::Play(opponent))) if *opponent != Opponent::Watch => {
                self.to_play.open(*opponent);
                return vec![Effect::Open(Screen::Opponents)];
            }
            (Intent::NextGame, _) => self.to_play.next_game(),
            (Intent::Rules, _) => return vec![Effect::ShowRules(self.to_play.game(), None)],
            (Intent::Settings, _) => return vec![Effect::Open(Screen::Settings)],
            (Intent::Name, _) => return vec![Effect::Type(PromptKind::Name)],
            (Intent::Back, _) if *connection == Connection::Down => return vec![Effect::Quit],
            (Intent::Back, _) => {
                let mut effects = vec![Effect::GoHome];
                if std::mem::take(&mut self.has_just_begun) {
                    // Nobody else is there yet.
                    self.hosted = None;
                    effects.push(Effect::Do(Action::StopServer));
                }
                return effects;
            }
            // A key that repeats: the server in this program has been started or found, and answers at once.
            (Intent::Choose, _)
                if around.server.kind != ServerKind::Remote
                    && matches!(connection, Connection::Connecting | Connection::Up(_)) => {}
            (Intent::Choose, Some(item)) => return Self::choose(item),
            _ => step(&mut self.chosen, intent, items.len()),
        }
        Vec::new()
    }

    fn chosen(&mut self) -> Option<&mut usize> {
        Some(&mut self.chosen)
    }

    fn draw(&self, app: &App, scene: Scene<'_>, frame: &mut Frame<'_>, area: Rect) {
        draw::draw(app, scene.look, frame, area);
    }

    fn target_at(&self, app: &App, look: &Look, area: Rect, at: Position) -> Option<Target> {
        draw::target_at(app, look, area, at)
    }
}

impl Home {
    fn choose(item: &HomeItem) -> Vec<Effect> {
        vec![match item {
            HomeItem::Return(seat) => {
                let goal = Goal::Return(seat.room, seat.token);
                if seat.own.is_some() {
                    Effect::Serve(HostScope::Own, goal)
                } else if seat.hosted {
                    Effect::GoToHosted(goal, Listen::Again(seat.listen()))
                } else {
                    Effect::Go(seat.servers.clone(), goal)
                }
            }
            HomeItem::Game(game) => Effect::Go(vec![game.url.clone()], Goal::Join(game.room)),
            HomeItem::Play(opponent) => Effect::Play(*opponent),
            HomeItem::Found(found) => Effect::Go(found.urls.clone(), Goal::Lobby),
            HomeItem::Recent(url, _) => Effect::Go(vec![url.clone()], Goal::Lobby),
            HomeItem::Join => Effect::Type(PromptKind::Address),
            HomeItem::Hosted => Effect::GoToHosted(Goal::Lobby, Listen::Usual),
            HomeItem::StopServer => Effect::Ask(Confirm::StopServer),
        }]
    }

    /// Starts a game, and remembers it for the next time.
    pub(super) fn play(&mut self, opponent: Opponent) -> Vec<Effect> {
        self.to_play.last = opponent;
        let to_play = &self.to_play;
        let goal = Goal::New(Box::new(to_play.room(opponent)));
        let found = self.found.first().filter(|_| self.hosted.is_none());
        let start = match (opponent, to_play.friend, found) {
            (Opponent::Bot, ..) => Effect::Serve(HostScope::Own, goal),
            (Opponent::Watch, ..) => Effect::Serve(HostScope::ThisClient, goal),
            (_, Friend::Keyboard, _) => Effect::Serve(HostScope::Keyboard, goal),
            (_, Friend::Network, Some(found)) => Effect::Go(found.urls.clone(), goal),
            (_, Friend::Network, None) => Effect::GoToHosted(goal, Listen::Usual),
        };
        let mut noted = self.choices.clone();
        to_play.note(&mut noted);
        let kept = self.keep(|choices| *choices = noted);
        kept.map(Effect::Do).into_iter().chain([start]).collect()
    }

    /// Changes the choices that are remembered.
    pub(super) fn keep(&mut self, change: impl FnOnce(&mut Choices)) -> Option<Action> {
        let before = self.choices.clone();
        change(&mut self.choices);
        let kept = || Action::KeepChoices(Box::new(self.choices.clone()));
        (self.choices != before).then(kept)
    }
}

impl App {
    /// Tells whoever hosts again, and opens a new room, of the game that waits for them.
    pub(super) fn tell_of_hosted_game(&mut self) {
        let opens = matches!(self.server.goal, Some(Goal::New(_)));
        if let Some(room) = self.home.hosted_game().filter(|_| opens) {
            self.say_for_long(say!("hosting-game-waits", room = room.to_string()));
        }
    }

    /// Takes the person and the choices of the last time.
    pub fn introduce(&mut self, me: Me, choices: Choices) {
        self.home.me = me;
        self.home.to_play.remember(&choices);
        self.form.remember(&choices.form);
        self.home.choices = choices;
        self.home.chosen = self.home.first_choice();
    }

    /// Tells once in a person's life of the flag that draws with ASCII alone, where the terminal `may_need` it.
    pub fn offer_ascii(&mut self, may_need: bool) {
        if may_need && !self.home.choices.ascii_offered {
            self.home.choices.ascii_offered = true;
            self.say_for_long(say!("home-offer-ascii"));
        }
    }

    /// Takes a name, from now on and for the next start; `-` is none.
    pub(super) fn take_name(&mut self, text: &str) -> Result<Vec<Action>, String> {
        let name = match Name::clean(text) {
            _ if text == "-" => None,
            Some(name) if name.is_of_guest() => {
                return Err(say!("home-name-of-guests", name = name.as_str()));
            }
            Some(name) => Some(name.as_str().to_owned()),
            None => return Err(no_name()),
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
        let is_late = self.server.connection != Connection::Down || !self.home.seats.is_empty();
        let later = is_late.then(|| say!("home-name-later"));
        let told: Vec<_> = told.into_iter().chain(later).collect();
        if !told.is_empty() {
            self.say(told.join("; "));
        }
        self.home.me.name.clone_from(&name);
        let mut actions = vec![Action::TakeName(name.clone())];
        actions.extend(self.home.keep(|choices| choices.name = name));
        Ok(actions)
    }
}
