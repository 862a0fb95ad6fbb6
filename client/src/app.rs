//! What the screens show and what happens on them: `update(Event) -> Vec<Action>`.
//!
//! Knows neither terminal nor network: keys come in as [`Key`]s, clicks as what was clicked, the server
//! as [`NetEvent`]s, and time as a number; what is to be done goes out as [`Action`]s. So whole games
//! are played in tests without either.

mod analysis;
mod form;
mod home;
mod keys;
mod lobby;
mod prompt;
mod server;
mod table;

#[cfg(test)]
pub(crate) mod tests;

use protocol::clock::Millis;
use protocol::id::{RoomId, Token};
use protocol::message::{BotOffer, ClientMsg};
use protocol::rules::Variant;
use protocol::side::Side;
use protocol::spec::ClockSpec;
use protocol::square::Square;

use crate::args::NewArgs;
use crate::discovery::{Change, Found};
use crate::input::Key;
use crate::net::NetEvent;
use crate::seats::SavedSeat;
use crate::table::Table;
use crate::text::plain;

pub use analysis::Values;
pub use form::{Field, Form};
pub use home::{Home, HomeItem};
pub use keys::Confirm;
use keys::step;
pub use lobby::Lobby;
pub use prompt::{Prompt, PromptKind};
pub use table::View;

/// What happens to the program.
#[derive(Debug)]
pub enum Event {
    /// A key was pressed.
    Key(Key),
    /// Something was clicked.
    Click(Target),
    /// The mouse is over something.
    Hover(Target),
    /// The server, or the line to it, says something.
    Net(NetEvent),
    /// The servers on the local network changed.
    Network(Change),
    /// The server inside this program runs; the addresses are for others.
    Hosted {
        /// Its address for this program.
        url: String,
        /// Its addresses for others; none where it is for this program alone.
        urls: Vec<String>,
    },
    /// A text was kept, in the file with this path, or could not be.
    Saved(Result<String, String>),
    /// Something could not be done.
    Failed(String),
    /// Time went on.
    Tick,
}

/// What can be clicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A line of a list: of the first screen, the lobby or the form.
    Line(usize),
    /// A cell of the board.
    Cell(Square),
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Connects to the server of these addresses.
    Connect(Vec<String>),
    /// Closes the connection.
    Disconnect,
    /// Says something to the server.
    Send(ClientMsg),
    /// Serves in this program: for others, or for this client alone.
    Host {
        /// Whether others may come.
        for_others: bool,
    },
    /// Keeps the way back to a seat.
    Remember {
        /// The room.
        room: RoomId,
        /// The right to the seat.
        token: Token,
        /// The game, as people call it.
        title: String,
    },
    /// The game of a seat is over, or the seat was given up: there is no way back to it any more.
    Forget(Token),
    /// Comes back to this room as a spectator when the line breaks.
    ComeBackToWatch(RoomId),
    /// Comes back nowhere when the line breaks.
    ComeBackNowhere,
    /// It is this person's turn: calls their attention.
    Bell,
    /// Keeps a text in a file of this name, in the data directory.
    Save {
        /// The name of the file.
        name: String,
        /// What is in it.
        text: String,
    },
    /// Ends the program.
    Quit,
}

/// What somebody came for, done as soon as the server answers.
#[derive(Clone, Debug)]
pub enum Goal {
    /// Looks around.
    Lobby,
    /// Opens a room.
    New(Box<NewArgs>),
    /// Takes a seat.
    Join(RoomId),
    /// Watches.
    Watch(RoomId),
    /// Plays whoever wants the same.
    Quick(Variant, Option<ClockSpec>),
    /// Comes back to a seat.
    Return(RoomId, Token),
}

/// Which screen is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    /// Where to play.
    Home,
    /// The rooms of a server.
    Lobby,
    /// A new game.
    Form,
    /// A table.
    Table,
}

/// How the line to the server is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Connection {
    /// There is none, and none is wanted.
    Down,
    /// It is being made.
    Connecting,
    /// It is there, with the last round trip in milliseconds.
    Up(Option<u64>),
    /// It broke, and is tried again at a moment.
    Lost {
        /// Why.
        why: String,
        /// When.
        again_at: Millis,
    },
}

/// Whom the server calls this client, and what it offers.
#[derive(Clone, Debug)]
pub struct Greeting {
    /// What the server is called.
    pub server: String,
    /// What the person is called there.
    pub name: String,
    /// The bots offered.
    pub bots: Vec<BotOffer>,
}

/// Everything that the screens show.
#[derive(Debug)]
pub struct App {
    /// The moment, since the program began.
    pub now: Millis,
    /// Which screen is open.
    pub screen: Screen,
    /// The first screen.
    pub home: Home,
    /// The lobby.
    pub lobby: Lobby,
    /// The form for a new game.
    pub form: Form,
    /// The table, where this client is at one.
    pub view: Option<View>,
    /// The line to the server.
    pub connection: Connection,
    /// The server.
    pub greeting: Option<Greeting>,
    /// Addresses to give to others, where this program serves them.
    pub shared: Vec<String>,
    /// The line being written.
    pub prompt: Option<Prompt>,
    /// The question that the next key answers.
    pub confirm: Option<Confirm>,
    /// How far the list of keys is scrolled, where it is open.
    pub help: Option<u16>,
    /// What there is to say at the bottom, and since when.
    pub notice: Option<(String, Millis)>,
    goal: Option<Goal>,
}

/// How long a notice stays: long enough to read a refusal.
const NOTICE: Millis = Millis::from_secs(12);

impl App {
    /// The first screen, with the ways back to seats and the servers visited last.
    pub fn new(seats: Vec<SavedSeat>, recent: Vec<String>) -> Self {
        Self {
            now: Millis::ZERO,
            screen: Screen::Home,
            home: Home::new(seats, recent),
            lobby: Lobby::default(),
            form: Form::new(),
            view: None,
            connection: Connection::Down,
            greeting: None,
            shared: Vec::new(),
            prompt: None,
            confirm: None,
            help: None,
            notice: None,
            goal: None,
        }
    }

    /// Goes to a server with a purpose, without asking on the first screen.
    pub fn go(&mut self, urls: Vec<String>, goal: Goal) -> Vec<Action> {
        self.goal = Some(goal);
        self.connection = Connection::Connecting;
        vec![Action::Connect(urls)]
    }

    /// Serves in this program, with a purpose.
    pub fn serve(&mut self, for_others: bool, goal: Goal) -> Vec<Action> {
        self.goal = Some(goal);
        self.connection = Connection::Connecting;
        vec![Action::Host { for_others }]
    }

    /// Takes in what happened at `now`, and says what is to be done.
    pub fn update(&mut self, now: Millis, event: Event) -> Vec<Action> {
        self.now = now;
        match event {
            Event::Key(key) => self.key(key),
            Event::Click(target) => self.click(target),
            Event::Hover(target) => {
                self.point(target);
                Vec::new()
            }
            Event::Net(event) => self.net(event),
            Event::Network(change) => {
                self.home.network(change);
                Vec::new()
            }
            Event::Hosted { url, urls } => {
                self.shared = urls;
                self.connection = Connection::Connecting;
                vec![Action::Connect(vec![url])]
            }
            Event::Saved(saved) => {
                self.say(match saved {
                    Ok(path) => format!("saved as {path}"),
                    Err(problem) => {
                        format!("cannot save the game ({problem}); name another place with --data")
                    }
                });
                Vec::new()
            }
            Event::Failed(problem) => {
                self.connection = Connection::Down;
                self.goal = None;
                self.say(problem);
                Vec::new()
            }
            Event::Tick => {
                if self
                    .notice
                    .as_ref()
                    .is_some_and(|(_, since)| now - *since > NOTICE)
                {
                    self.notice = None;
                }
                Vec::new()
            }
        }
    }

    /// Says something at the bottom.
    pub fn say(&mut self, text: impl AsRef<str>) {
        self.notice = Some((plain(text.as_ref()), self.now));
    }

    /// The table, where this client is at one.
    pub fn table(&self) -> Option<&Table> {
        self.view.as_ref().map(|view| &view.table)
    }

    /// The server of a found one, for the first screen.
    fn connect_to(&mut self, found: &Found) -> Vec<Action> {
        self.go(found.urls.clone(), Goal::Lobby)
    }

    /// The side whose turn calls for this person.
    fn called(&self) -> Option<Side> {
        let table = self.table()?;
        table.you().filter(|_| table.is_my_turn())
    }
}
