//! The state that all screens share, and how it changes: `update(Event) -> Vec<Action>`.
//!
//! Pure: knows neither terminal nor network. Keys come in as [`Key`]s, clicks as [`Target`]s, the server's
//! messages as [`NetEvent`]s, and time as a number; effects go out as [`Action`]s. So whole games are played
//! in tests without either.
//!
//! A screen can be left without waiting for an answer: `App::leave` forgets the table at once, and later messages about
//! its room are ignored.

mod notice;
#[cfg(test)]
pub(crate) mod tests;

use std::net::SocketAddr;

use jiff::Zoned;
use protocol::game::Game;
use protocol::id::{HandOverCode, RoomId, ServerId, Token};
use protocol::message::ClientMsg;
use protocol::millis::Millis;
use protocol::record::Record;
use protocol::replica::Replica;
use protocol::rules::Variant;
use protocol::side::Side;
use protocol::spec::{ClockSpec, OpeningRule};
use protocol::square::Square;
use protocol::view::{BotOffer, YourGame};

pub(super) use self::notice::Ends;
use self::notice::Notices;
use super::games::Games;
use super::past::Page;
use super::{
    Confirm, Effect, Evaluated, Form, Help, History, Home, HostedUrls, KeyMap, Leaderboard, Lobby,
    Muted, Profile, Prompt, PromptKind, Replay, RoomRequest, Rules, Screen, Setting, Settings,
    Tournament, TournamentForm, Tv, View,
};
use crate::args::{NewArgs, RatingArgs, RoomLink};
use crate::choices::Choices;
use crate::discovery::Change;
use crate::input::Key;
use crate::library::FinishedGame;
use crate::net::NetEvent;
use crate::seats::{OwnSeat, SavedSeat, SavedTournament};

/// An input of the program.
#[derive(Debug)]
pub enum Event {
    /// A key was pressed.
    Key(Key),
    /// Something was clicked.
    Click(Target),
    /// The mouse is over something.
    Hover(Target),
    /// The wheel of the mouse was turned: up, or down.
    Wheel {
        /// True for up.
        up: bool,
    },
    /// A message of the server, or news of the connection.
    Net(NetEvent),
    /// The servers on the local network changed.
    Network(Change),
    /// The server inside this program was started.
    Hosted(HostedUrls),
    /// A text was saved in the file with this path, or could not be saved.
    Saved(Result<String, String>),
    /// The server for others was not started: something else listens on this port.
    PortTaken(u16),
    /// The engine in this program has evaluated a position, or, with none, all of them.
    Evaluated(Result<Option<(Game, Evaluated)>, String>),
    /// The games that a server visited before tells of this person.
    GamesAt(String, Vec<YourGame>),
    /// A room was looked for on the servers that are known: the addresses of the one that has it.
    RoomFound(RoomLink, Option<Vec<String>>),
    /// The games that were to be served here are served at these addresses, by another program.
    ServedElsewhere(Vec<String>),
    /// Text was pasted.
    Paste(String),
    /// The window came to the front, or went from there.
    Focus(bool),
    /// An action failed; a sentence for people.
    Failed(String),
    /// Time has passed.
    Tick,
}

/// A part of the screen that can be clicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A line of a list: of the first screen, the lobby or the form.
    Line(usize),
    /// A cell of the board.
    Cell(Square),
    /// A choice of the opening, counted from 0.
    Choice(usize),
    /// The name of a player at the table.
    Player(Side),
    /// A key in the bottom line.
    Key(Key),
}

/// An effect that the event loop carries out.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Connects to the server of these addresses.
    Connect(Vec<String>),
    /// Looks for a room on the servers that are known.
    FindRoom(RoomLink),
    /// Closes the connection, and ends the server that serves this client alone.
    Disconnect,
    /// Stops the server in this program that serves others.
    StopServer,
    /// Sends a message to the server.
    Send(ClientMsg),
    /// Takes the seat opposite, for the second person at this keyboard.
    SitOpposite(RoomId),
    /// Starts a server in this program.
    Host {
        /// The clients that reach it.
        scope: HostScope,
        /// The address of one on the network.
        listen: Listen,
    },
    /// Saves the token of a seat, so that this person can return to it.
    Remember {
        /// The room.
        room: RoomId,
        /// The right to the seat.
        token: Token,
        /// The variant.
        variant: Variant,
        /// Its game, where it is one of this program's own.
        own: Option<OwnSeat>,
    },
    /// Deletes the saved token of a seat: its game is over, or it was given up.
    Forget(Token),
    /// Keeps the saved token of a seat that this person has left, to return to it.
    Release(Token),
    /// Saves the right to a part in a tournament, so that this person can return to it.
    SaveTournament(SavedTournament),
    /// Deletes such a right: the tournament is over.
    ForgetTournament(Token),
    /// Returns to the seat of a game that is over after a lost connection, without saving it.
    RejoinSeat(RoomId, Token),
    /// Rejoins this room as a spectator after a lost connection.
    RejoinAsSpectator(RoomId),
    /// Rejoins no room after a lost connection.
    RejoinNothing,
    /// Uses this name on the servers to come; none is a guest.
    TakeName(Option<String>),
    /// Puts a setting in force.
    Set(Setting),
    /// Keeps these choices for the next start.
    KeepChoices(Box<Choices>),
    /// Rings the terminal's bell and tells the desktop: it is this person's turn.
    Bell,
    /// Keeps a game that is over in the library.
    Keep {
        /// The game.
        game: Box<FinishedGame>,
        /// True to tell the path of its file, and not only that it could not be kept.
        tell: bool,
    },
    /// Saves the record of a game that goes on, with the date of today.
    Save {
        /// The name of the file.
        name: String,
        /// The record.
        record: Box<Record>,
    },
    /// Saves a text beside the records.
    SaveText {
        /// The name of the file.
        name: String,
        /// The text.
        text: String,
    },
    /// Sends a record to the terminal for its clipboard.
    Copy {
        /// The record.
        record: Box<Record>,
        /// True for a game at a table, to add the day on which it ended, or today.
        dated: bool,
    },
    /// Sends a text to the terminal for its clipboard.
    CopyText(String),
    /// Evaluates positions of a game with the engine in this program.
    Evaluate {
        /// The game.
        game: Box<Game>,
        /// The positions in order, by the numbers of their plies.
        order: Vec<u16>,
    },
    /// Ends the program.
    Quit,
}

/// The clients that a server in this program is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostScope {
    /// This client alone.
    ThisClient,
    /// This client alone, whose game against a bot is kept.
    Own,
    /// The two people at this keyboard.
    Keyboard,
    /// Those on the network, too.
    Network,
}

/// The address that a server in this program listens on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listen {
    /// That of the command line or the environment, or else every address of the machine.
    Usual,
    /// That which it had before, so that whoever was there finds it again.
    Again(SocketAddr),
    /// That which was tried last and is taken, with another port.
    Port(u16),
}

/// The purpose of a connection, pursued as soon as the server answers.
#[derive(Clone, Debug)]
pub enum Goal {
    /// Shows the lobby.
    Lobby,
    /// Shows the running games.
    Tv,
    /// Shows a tournament on a projector.
    Wall(RoomId),
    /// Enters a tournament.
    Enter(RoomId),
    /// Opens a room.
    New(Box<NewArgs>),
    /// Takes a seat of this room.
    Join(RoomId),
    /// Watches this room.
    Watch(RoomId),
    /// Plays the next person who asks for the same game.
    Quick(Variant, Option<ClockSpec>, RatingArgs),
    /// Returns to a seat.
    Return(RoomId, Token),
    /// Takes over the seat of the device that showed this code.
    TakeOver(HandOverCode),
}

/// The connection to a server, and what that has said of itself.
#[derive(Debug, Default)]
pub struct Server {
    /// The state of the connection.
    pub connection: Connection,
    /// The welcome, once it came.
    pub greeting: Option<Greeting>,
    /// The id.
    pub id: Option<ServerId>,
    /// The addresses by which this client came.
    pub(super) urls: Vec<String>,
    pub(super) kind: ServerKind,
    pub(super) goal: Option<Goal>,
    /// URLs to give to others, where this program serves them.
    pub shared: Vec<String>,
    /// The words about the protection of the connection, with the key of the server.
    pub(super) security: String,
    /// True where others can read what goes over the connection.
    pub(super) is_eavesdroppable: bool,
    /// True where the server said that it stops.
    pub(super) has_stopped: bool,
    /// The fate of the last key that needed the connection, while that is lost.
    pub(super) unsent: Option<String>,
    /// The room that this person left, until the server has answered that.
    pub(super) left_room: Option<RoomId>,
    /// The request for a room that has no answer yet.
    pub(super) request: Option<RoomRequest>,
    /// The people whose chat is hidden.
    pub(super) muted: Muted,
    /// The line of talk that was sent last, until it is heard: if it is refused, it is written again.
    pub(super) unheard: Option<(PromptKind, String)>,
    /// The games of this person by the words of the server.
    pub(super) games: Games,
}

impl Server {
    pub(super) fn is_up(&self) -> bool {
        matches!(self.connection, Connection::Up(_))
    }

    /// True while the connection is lost, and comes back by itself.
    pub(super) fn is_lost(&self) -> bool {
        matches!(self.connection, Connection::Lost { .. })
    }

    /// True if the server said this of itself.
    pub(super) fn says(&self, fact: impl FnOnce(&Greeting) -> bool) -> bool {
        self.greeting.as_ref().is_some_and(fact)
    }

    /// True if this person owns the name that the server knows them by.
    pub(super) fn owns_name(&self) -> bool {
        self.says(|greeting| greeting.owns_name)
    }

    pub(super) fn has_history(&self) -> bool {
        self.says(|greeting| greeting.has_history)
    }

    pub(super) fn has_tournaments(&self) -> bool {
        self.says(|greeting| greeting.has_tournaments)
    }

    /// True where two people play at this keyboard.
    pub fn is_at_keyboard(&self) -> bool {
        self.kind == ServerKind::Keyboard
    }

    /// True where the server is in this program, for others too.
    pub(super) fn serves_others(&self) -> bool {
        self.kind == ServerKind::Hosted
    }
}

/// The state of the connection to the server.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Connection {
    /// Closed, and not wanted.
    #[default]
    Down,
    /// Being established.
    Connecting,
    /// Established, with the last round trip in milliseconds.
    Up(Option<u64>),
    /// Lost, with another attempt to come.
    Lost {
        /// The cause, for people.
        why: String,
        /// The time of the next attempt.
        again_at: Millis,
    },
}

/// The kind of the server, from which follows what ends with this program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum ServerKind {
    /// On another machine, or another program of this one.
    #[default]
    Remote,
    /// In this program, for this client alone.
    Private,
    /// The same, and its games are kept.
    Own,
    /// The same, for two people at this keyboard.
    Keyboard,
    /// In this program, for others too.
    Hosted,
}

impl ServerKind {
    /// True where the games end with this program.
    pub(super) fn ends_with_program(self) -> bool {
        matches!(self, Self::Private | Self::Keyboard)
    }
}

impl From<HostScope> for ServerKind {
    fn from(scope: HostScope) -> Self {
        match scope {
            HostScope::ThisClient => Self::Private,
            HostScope::Keyboard => Self::Keyboard,
            HostScope::Own => Self::Own,
            HostScope::Network => Self::Hosted,
        }
    }
}

/// The server's welcome: its name, this person's name and the bots on offer.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct Greeting {
    /// The name of the server.
    pub server: String,
    /// The name of this person there.
    pub name: String,
    /// The bots on offer.
    pub bots: Vec<BotOffer>,
    /// The addresses of its page for others, the likeliest first.
    pub addresses: Vec<String>,
    /// True if this person owns the name.
    pub owns_name: bool,
    /// True if the server keeps games that are over.
    pub has_history: bool,
    /// The server finds rooms that its list leaves out.
    pub finds_rooms: bool,
    /// True if the server has tournaments.
    pub has_tournaments: bool,
}

/// The model of the screens.
#[derive(Debug)]
pub struct App {
    /// The time since the program began.
    pub now: Millis,
    /// The time of day when the last message came.
    pub clock: Zoned,
    /// The open screen.
    pub screen: Screen,
    /// The first screen.
    pub home: Home,
    /// The lobby.
    pub lobby: Lobby,
    /// The form for a new game.
    pub form: Box<Form>,
    /// The table, if this client is at one.
    pub view: Option<View>,
    /// The running games on one screen.
    pub tv: Tv,
    /// The tournament that this client follows.
    pub(super) tournament: Box<Tournament>,
    /// The form for a new one.
    pub(super) tournament_form: Box<TournamentForm>,
    /// The saved game that is looked through, if one is.
    pub replay: Option<Replay>,
    /// Games that are over.
    pub(super) history: Box<History>,
    /// A person, by their games.
    pub(super) profile: Box<Profile>,
    /// The order of the players.
    pub(super) leaderboard: Box<Leaderboard>,
    /// The pages of these three before the open one.
    pub(super) pages: Vec<Page>,
    /// The rules on the screen.
    pub rules: Rules,
    /// The settings.
    pub settings: Settings,
    /// The connection to the server, and what is known of that.
    pub server: Server,
    /// True while the terminal says that its window is in front; few say it.
    is_in_front: bool,
    /// The line of text that is being typed.
    pub prompt: Option<Prompt>,
    /// The question that the next key answers.
    pub confirm: Option<Confirm>,
    /// The small letter before this key, if it did not open anything.
    pub(super) letter: Option<char>,
    /// The list of keys, if it is open.
    pub help: Option<Help>,
    /// The keys in force.
    pub keymap: KeyMap,
    /// The notice at the bottom.
    notices: Notices,
}

impl App {
    /// Creates the first screen, with the seats to return to and the servers visited last.
    pub fn new(seats: Vec<SavedSeat>, recent: Vec<String>) -> Self {
        Self {
            now: Millis::ZERO,
            clock: Zoned::default(),
            screen: Screen::Home,
            home: Home::new(seats, recent),
            lobby: Lobby::default(),
            form: Box::new(Form::new()),
            view: None,
            tv: Tv::default(),
            tournament: Box::default(),
            tournament_form: Box::default(),
            replay: None,
            history: Box::default(),
            profile: Box::default(),
            leaderboard: Box::default(),
            pages: Vec::new(),
            rules: Rules::default(),
            settings: Settings::default(),
            server: Server::default(),
            is_in_front: false,
            prompt: None,
            confirm: None,
            letter: None,
            help: None,
            keymap: KeyMap::default(),
            notices: Notices::default(),
        }
    }

    /// Shows the rules of a game, and goes back to this screen after them.
    pub(super) fn show_rules(&mut self, variant: Variant, opening: Option<OpeningRule>) {
        self.rules = Rules::new(variant, opening, self.screen);
        self.screen = Screen::Rules;
    }

    /// Shows a saved game.
    pub fn show_record(&mut self, record: Record) {
        self.replay = Some(Replay::new(record, None));
        self.screen = Screen::Replay;
    }

    /// The screen that is open, or below the rules while they are shown.
    pub(super) fn screen_below_rules(&self) -> Screen {
        match self.screen {
            Screen::Rules => self.rules.back,
            screen => screen,
        }
    }

    /// Connects to a server with a purpose.
    pub fn go(&mut self, urls: Vec<String>, goal: Goal) -> Vec<Action> {
        self.server.goal = Some(goal);
        self.tournament.forget();
        self.server.connection = Connection::Connecting;
        self.server.kind = ServerKind::Remote;
        self.server.request = None;
        self.server.urls.clone_from(&urls);
        self.server.is_eavesdroppable = false;
        self.server.security.clear();
        vec![Action::Connect(urls)]
    }

    /// Starts a server in this program, with a purpose.
    pub fn serve(&mut self, scope: HostScope, goal: Goal) -> Vec<Action> {
        self.server.goal = Some(goal);
        self.server.connection = Connection::Connecting;
        self.server.kind = scope.into();
        vec![Action::Host {
            scope,
            listen: Listen::Usual,
        }]
    }

    /// Connects to the server in this program, with a purpose. If it does not run, it is started at this address,
    /// where others look for it.
    pub(super) fn go_to_hosted(&mut self, goal: Goal, listen: Listen) -> Vec<Action> {
        let Some(hosted) = self.home.hosted.clone() else {
            let scope = HostScope::Network;
            self.serve(scope, goal);
            return vec![Action::Host { scope, listen }];
        };
        self.server.goal = Some(goal);
        self.server.kind = ServerKind::Hosted;
        self.connect_here(hosted)
    }

    fn connect_here(&mut self, urls: HostedUrls) -> Vec<Action> {
        self.server.shared = urls.for_others;
        self.server.connection = Connection::Connecting;
        self.server.request = None;
        self.server.urls = vec![urls.own.clone()];
        self.server.security.clear();
        vec![Action::Connect(vec![urls.own])]
    }

    /// Handles an event that happened at `now`, and returns the actions that follow.
    pub fn update(&mut self, now: Millis, event: Event) -> Vec<Action> {
        self.now = now;
        let (screen, notice) = (self.screen, self.notices.state());
        let by_person = matches!(event, Event::Key(_) | Event::Click(_) | Event::Wheel { .. });
        if by_person {
            self.tournament.ended = None;
        }
        let actions = self.dispatch(event);
        if self.notices.state() == notice {
            let is_other_screen = self.screen != screen;
            // What is said of a line that is being typed stays until the line is written.
            let is_typing = self.prompt.is_some();
            self.notices
                .after_event(self.now, is_other_screen, by_person, is_typing);
        }
        actions
    }

    fn dispatch(&mut self, event: Event) -> Vec<Action> {
        match event {
            Event::Key(key) => self.key(key),
            Event::Click(target) => self.click(target),
            Event::Hover(target) => {
                // What is written or answered is about the line that was chosen before.
                if self.prompt.is_none() && self.confirm.is_none() && self.help.is_none() {
                    self.point(target);
                }
                Vec::new()
            }
            Event::Wheel { up } => self.wheel(up),
            Event::Net(event) => {
                let actions = self.on_net_event(event);
                // A question whose subject has gone: its keys mean something else again.
                self.confirm = self.confirm.filter(|confirm| confirm.stands(self));
                actions
            }
            Event::Network(change) => {
                self.home.network(change);
                Vec::new()
            }
            Event::Hosted(urls) => {
                if self.server.kind == ServerKind::Own && !urls.is_kept {
                    self.server.kind = ServerKind::Private;
                }
                if self.server.serves_others() {
                    self.home.hosted = Some(urls.clone());
                    self.home.has_just_begun = true;
                    self.tell_of_hosted_game();
                }
                self.connect_here(urls)
            }
            Event::Saved(saved) => {
                self.say(match saved {
                    Ok(path) => say!("dialogs-saved", path = path),
                    Err(problem) => say!("dialogs-not-saved", problem = problem),
                });
                Vec::new()
            }
            Event::PortTaken(port) => {
                self.server.connection = Connection::Down;
                self.say(say!("dialogs-port-taken", port = port));
                self.open_prompt(PromptKind::Port)
            }
            Event::Evaluated(told) => {
                let replay = self.replay.as_mut();
                let problem = replay.and_then(|replay| replay.evaluated(told));
                let said = problem.map(Effect::Say);
                self.carry_out(said.into_iter().collect())
            }
            Event::GamesAt(url, games) => {
                self.home.set_games(&url, &games);
                Vec::new()
            }
            Event::RoomFound(link, urls) => self.on_room_found(&link, urls),
            Event::ServedElsewhere(urls) => {
                let goal = self.server.goal.take().unwrap_or(Goal::Lobby);
                self.go(urls, goal)
            }
            Event::Paste(text) => self.paste(&text),
            Event::Focus(is_in_front) => {
                self.is_in_front = is_in_front;
                Vec::new()
            }
            Event::Failed(problem) => {
                self.server.connection = Connection::Down;
                self.server.goal = None;
                self.say(problem);
                Vec::new()
            }
            Event::Tick => {
                self.notices.expire(self.now);
                let mut actions = self.ask_for_changed_games();
                actions.extend(self.at_table(|view, around| view.ask_refused_again(around.now)));
                actions.extend(self.tune());
                actions.extend(self.tick_tournament());
                actions
            }
        }
    }

    /// The room that this client is on the way to.
    pub fn goal_room(&self) -> Option<RoomId> {
        match self.server.goal {
            Some(Goal::Join(room) | Goal::Watch(room) | Goal::Return(room, _)) => Some(room),
            _ => None,
        }
    }

    /// The table, if this client is at one.
    pub fn table(&self) -> Option<&Replica> {
        self.view.as_ref().map(|view| &view.table)
    }

    /// True where a call may reach a person who does not see the screen.
    pub(super) fn may_ring(&self) -> bool {
        !self.settings.quiet && !self.is_in_front && !self.server.is_at_keyboard()
    }
}
