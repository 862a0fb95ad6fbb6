//! What the screens show and what happens on them: `update(Event) -> Vec<Action>`.
//!
//! Knows neither terminal nor network: keys come in as [`Key`]s, clicks as what was clicked, the server
//! as [`NetEvent`]s, and time as a number; what is to be done goes out as [`Action`]s. So whole games
//! are played in tests without either.

mod analysis;
mod form;
mod home;
mod lobby;
mod server;
mod table;

#[cfg(test)]
pub(crate) mod tests;

use protocol::clock::Millis;
use protocol::id::{RoomId, Token};
use protocol::message::{BotOffer, ClientMsg, Role};
use protocol::rules::Variant;
use protocol::side::Side;
use protocol::spec::ClockSpec;
use protocol::square::Square;
use protocol::text::ChatText;
use tui_input::{Input, InputRequest};

use crate::args::NewArgs;
use crate::discovery::{Change, Found};
use crate::input::{self, Intent, Key, Place};
use crate::net::NetEvent;
use crate::seats::SavedSeat;
use crate::table::Table;
use crate::text::plain;

pub use analysis::Values;
pub use form::{Field, Form};
pub use home::{Home, HomeItem};
pub use lobby::Lobby;
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

/// A line of text that is being typed.
#[derive(Clone, Debug)]
pub struct Prompt {
    /// Its purpose.
    pub kind: PromptKind,
    /// The text so far, and the cursor in it.
    pub input: Input,
}

/// The purpose of a [`Prompt`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromptKind {
    /// The address of a server.
    Address,
    /// The code of a room.
    Code,
    /// Something to say.
    Chat,
    /// A move.
    Move,
    /// The clock of a new game.
    Clock,
}

impl PromptKind {
    /// The text in front of the line, for people.
    pub fn label(self) -> &'static str {
        match self {
            Self::Address => "address of the server (host or host:port)",
            Self::Code => "code of the room",
            Self::Chat => "say",
            Self::Move => "move (4, or h8)",
            Self::Clock => "clock (5m+3s, 90s, or none)",
        }
    }
}

/// An act that must be confirmed before it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confirm {
    /// Giving the game up.
    Resign,
    /// Leaving a game that goes on.
    Leave,
    /// Leaving the program during a game.
    Quit,
}

/// How the line to the server is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
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
    pub line: Line,
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

/// Lines that a page key moves.
const PAGE: usize = 10;

/// Moves the choice in a list of so many lines.
fn step(chosen: &mut usize, intent: Intent, lines: usize) {
    let last = lines.saturating_sub(1);
    *chosen = match intent {
        Intent::Up => chosen.saturating_sub(1),
        Intent::PageUp => chosen.saturating_sub(PAGE),
        Intent::Down => *chosen + 1,
        Intent::PageDown => *chosen + PAGE,
        Intent::First => 0,
        Intent::Last => last,
        _ => *chosen,
    }
    .min(last);
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
            line: Line::Down,
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
        self.line = Line::Connecting;
        vec![Action::Connect(urls)]
    }

    /// Serves in this program, with a purpose.
    pub fn serve(&mut self, for_others: bool, goal: Goal) -> Vec<Action> {
        self.goal = Some(goal);
        self.line = Line::Connecting;
        vec![Action::Host { for_others }]
    }

    /// True where `intent` can be carried out now: the bottom line leaves the others out.
    pub fn is_available(&self, intent: Intent) -> bool {
        let Some(table) = self.table().filter(|_| self.screen == Screen::Table) else {
            return true;
        };
        let plays = table.you().is_some() && table.to_move().is_some();
        match intent {
            Intent::Choose => table.is_my_turn(),
            Intent::Resign => plays,
            Intent::Takeback => plays && table.seen().spec.takebacks && !table.plies().is_empty(),
            Intent::Rematch => table.you().is_some() && table.outcome().is_some(),
            Intent::Values => {
                let open = table.outcome().is_some() || table.seen().spec.hints;
                open && table.game().shape().falls
            }
            _ => true,
        }
    }

    /// Where the keys are those of.
    pub fn place(&self) -> Place {
        match self.screen {
            Screen::Home => Place::Home,
            Screen::Lobby => Place::Lobby,
            Screen::Form => Place::Form,
            Screen::Table => Place::Table,
        }
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
                self.line = Line::Connecting;
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
                self.line = Line::Down;
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

    fn key(&mut self, key: Key) -> Vec<Action> {
        if let Some(confirm) = self.confirm.take() {
            return self.answer_confirm(confirm, key);
        }
        if self.help.is_some() {
            self.scroll_help(key);
            return if key == Key::CtrlC {
                vec![Action::Quit]
            } else {
                Vec::new()
            };
        }
        if self.prompt.is_some() && key != Key::CtrlC {
            return self.edit_prompt(key);
        }
        if let Key::Char(letter @ 'A'..='T') = key
            && self.place() == Place::Table
        {
            // The capital letter of a column begins a move where one consists of a letter and a row.
            let begins = |table: &Table| !table.game().shape().falls && table.you().is_some();
            if self.table().is_some_and(begins) {
                self.open_prompt(PromptKind::Move);
                return self.edit_prompt(Key::Char(letter.to_ascii_lowercase()));
            }
        }
        match input::intent(self.place(), key) {
            Some(Intent::Quit) => self.quit(),
            Some(Intent::Help) => {
                self.help = Some(0);
                Vec::new()
            }
            Some(intent) => self.intend(intent),
            None => Vec::new(),
        }
    }

    fn intend(&mut self, intent: Intent) -> Vec<Action> {
        match self.screen {
            Screen::Home => self.at_home(intent),
            Screen::Lobby => self.in_lobby(intent),
            Screen::Form => self.in_form(intent),
            Screen::Table => self.at_table(intent),
        }
    }

    fn click(&mut self, target: Target) -> Vec<Action> {
        if self.help.take().is_some() || self.confirm.is_some() || self.prompt.is_some() {
            return Vec::new();
        }
        let on_chosen = self.point(target);
        match self.screen {
            // The form's lines change by a click, and its last one starts the game.
            Screen::Form if !self.form.is_on_start() => self.intend(Intent::Right),
            Screen::Home | Screen::Form | Screen::Table => self.intend(Intent::Choose),
            // In a list of games the first click only chooses.
            Screen::Lobby if on_chosen => self.intend(Intent::Choose),
            Screen::Lobby => Vec::new(),
        }
    }

    /// Moves to what was pointed at, and says whether it was there already.
    fn point(&mut self, target: Target) -> bool {
        let chosen = match self.screen {
            Screen::Home => &mut self.home.chosen,
            Screen::Lobby => &mut self.lobby.chosen,
            Screen::Form => &mut self.form.chosen,
            Screen::Table => {
                if let (Some(view), Target::Cell(square)) = (&mut self.view, target) {
                    view.cursor = square;
                }
                return true;
            }
        };
        match target {
            Target::Line(line) => std::mem::replace(chosen, line) == line,
            Target::Cell(_) => true,
        }
    }

    fn scroll_help(&mut self, key: Key) {
        self.help = match (key, self.help) {
            (Key::Down | Key::Char('j'), Some(at)) => Some(at.saturating_add(1)),
            (Key::Up | Key::Char('k'), Some(at)) => Some(at.saturating_sub(1)),
            _ => None,
        };
    }

    fn answer_confirm(&mut self, confirm: Confirm, key: Key) -> Vec<Action> {
        if !matches!(key, Key::Char('y') | Key::Enter | Key::CtrlC) {
            self.say("nothing done");
            return Vec::new();
        }
        match confirm {
            Confirm::Resign => vec![Action::Send(ClientMsg::Resign)],
            Confirm::Leave => vec![Action::Send(ClientMsg::Leave)],
            Confirm::Quit => vec![Action::Quit],
        }
    }

    fn quit(&mut self) -> Vec<Action> {
        if self.view.as_ref().is_some_and(View::is_at_stake) {
            self.confirm = Some(Confirm::Quit);
            return Vec::new();
        }
        vec![Action::Quit]
    }

    fn open_prompt(&mut self, kind: PromptKind) -> Vec<Action> {
        self.prompt = Some(Prompt {
            kind,
            input: Input::default(),
        });
        Vec::new()
    }

    fn edit_prompt(&mut self, key: Key) -> Vec<Action> {
        let Some(prompt) = &mut self.prompt else {
            return Vec::new();
        };
        let request = match key {
            Key::Char(character) => {
                if prompt.input.value().chars().count() >= ChatText::LONGEST {
                    return Vec::new();
                }
                InputRequest::InsertChar(character)
            }
            Key::Backspace => InputRequest::DeletePrevChar,
            Key::Delete => InputRequest::DeleteNextChar,
            Key::Left => InputRequest::GoToPrevChar,
            Key::Right => InputRequest::GoToNextChar,
            Key::Home => InputRequest::GoToStart,
            Key::End => InputRequest::GoToEnd,
            Key::Esc => {
                self.prompt = None;
                return Vec::new();
            }
            Key::Enter => {
                let prompt = self.prompt.take();
                return prompt.map_or(Vec::new(), |prompt| {
                    self.submit_prompt(prompt.kind, prompt.input.value().trim())
                });
            }
            Key::Up | Key::Down | Key::PageUp | Key::PageDown | Key::Tab | Key::CtrlC => {
                return Vec::new();
            }
        };
        prompt.input.handle(request);
        self.preview_move();
        Vec::new()
    }

    /// The cursor goes where the move that is being written would be.
    fn preview_move(&mut self) {
        let (Some(prompt), Some(view)) = (&self.prompt, &mut self.view) else {
            return;
        };
        if prompt.kind == PromptKind::Move
            && let Ok(square) = view.table.game().read_move(prompt.input.value())
        {
            view.cursor = square;
        }
    }

    fn submit_prompt(&mut self, kind: PromptKind, text: &str) -> Vec<Action> {
        if text.is_empty() {
            return Vec::new();
        }
        match kind {
            PromptKind::Address => match text.parse::<crate::args::ServerUrl>() {
                Ok(url) => self.go(vec![url.to_string()], Goal::Lobby),
                Err(problem) => {
                    self.say(problem);
                    Vec::new()
                }
            },
            PromptKind::Code => match text.parse() {
                Ok(room) => vec![Action::Send(ClientMsg::Join {
                    room,
                    role: Role::Player,
                })],
                Err(problem) => {
                    self.say(problem);
                    Vec::new()
                }
            },
            PromptKind::Chat => vec![Action::Send(ClientMsg::Chat {
                text: text.to_owned(),
            })],
            PromptKind::Move => match self
                .view
                .as_ref()
                .map(|view| view.table.game().read_move(text))
            {
                Some(Ok(square)) => self.play(square),
                Some(Err(refusal)) => {
                    self.say(refusal.to_string());
                    Vec::new()
                }
                None => Vec::new(),
            },
            PromptKind::Clock => {
                if let Err(problem) = self.form.write_clock(text) {
                    self.say(problem);
                }
                Vec::new()
            }
        }
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
