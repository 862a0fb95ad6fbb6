//! The line of text at the bottom: an address, a code, a move, something to say.

use protocol::game::Game;
use protocol::message::ClientMsg;
use protocol::rules::Notation;
use protocol::text::{ChatText, Name};
use tui_input::{Input, InputRequest};

use super::{Action, App, Connection, Ends, Goal, History, HostScope, Listen, Replay, Screen};
use crate::args::{Place, RoomLink, ServerUrl};
use crate::input::Key;
use crate::language::{Id, Said};
use crate::past::Filter;
use crate::text::plain;

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
    /// Something to say in the lobby.
    LobbyChat,
    /// The name of somebody whose chat is hidden, or shown again.
    Mute,
    /// The text of the rooms to list.
    Filter,
    /// The words of the games that are over to list.
    Games,
    /// A move, in the notation of the board.
    Move(Notation),
    /// The clock of a new game.
    Clock,
    /// The depth of the chosen bot.
    Depth,
    /// The port of a server in this program, where the usual one is taken.
    Port,
    /// The name of somebody to send out of the room.
    Remove,
    /// The name of this person.
    Name,
    /// The value of a line of the form.
    Value,
    /// A person or a bot to add to a tournament.
    Add,
    /// An entrant to take out of a tournament.
    TakeOut,
    /// The score of a game of a tournament.
    Score,
}

/// What people say at most tables, for those who do not want to type it.
const PHRASES: [Id; 6] = [
    id!("prompts-phrase-hello"),
    id!("prompts-phrase-good-game"),
    id!("prompts-phrase-well-played"),
    id!("prompts-phrase-thanks"),
    id!("prompts-phrase-again"),
    id!("prompts-phrase-bye"),
];

/// Returns the phrase after or before `text`, around the end; the first or the last behind any other text.
fn phrase_after(text: &str, is_next: bool) -> String {
    let phrases = PHRASES.map(Id::said);
    let (at, count) = (
        phrases.iter().position(|phrase| phrase == text),
        PHRASES.len(),
    );
    let next = match (at, is_next) {
        (Some(at), true) => (at + 1) % count,
        (Some(at), false) => (at + count - 1) % count,
        (None, true) => 0,
        (None, false) => count - 1,
    };
    phrases[next].clone()
}

impl PromptKind {
    /// True where what is typed is said to others.
    pub(super) fn is_talk(self) -> bool {
        matches!(self, Self::Chat | Self::LobbyChat)
    }

    /// True where what is typed is a request to the server, which does not wait for a lost connection.
    fn asks_the_server(self) -> bool {
        self.is_talk()
            || matches!(
                self,
                Self::Code
                    | Self::Mute
                    | Self::Remove
                    | Self::Games
                    | Self::Add
                    | Self::TakeOut
                    | Self::Score
            )
    }

    /// The text in front of the line, for people.
    pub fn label(self) -> String {
        match self {
            Self::Address => say!("prompts-address"),
            Self::Code => say!("prompts-code"),
            Self::Chat => say!("prompts-say"),
            Self::LobbyChat => say!("prompts-say-to-all"),
            Self::Mute => say!("prompts-mute"),
            Self::Filter => say!("prompts-filter"),
            Self::Games => say!("prompts-games"),
            Self::Move(Notation::Column) => say!("prompts-move-column"),
            Self::Move(Notation::Cell) => say!("prompts-move-cell"),
            Self::Clock => say!("prompts-clock"),
            Self::Depth => say!("prompts-depth"),
            Self::Port => say!("prompts-port"),
            Self::Remove => say!("prompts-remove"),
            Self::Value => say!("prompts-value"),
            Self::Name => say!("prompts-name"),
            Self::Add => say!("prompts-add"),
            Self::TakeOut => say!("prompts-take-out"),
            Self::Score => say!("prompts-score"),
        }
    }
}

/// What is said of a text of which no name is left.
pub(super) fn no_name() -> String {
    say!("prompts-no-name", most = Name::LONGEST)
}

/// The place that a text names; a name alone may be that of a machine.
fn place_or_host(text: &str) -> Result<Place, String> {
    let is_name = !text.contains(['#', '.', ':', '/']);
    let host = || text.parse().ok().filter(|_| is_name).map(Place::Server);
    text.parse().or_else(|problem| host().ok_or(problem))
}

/// The next step on the server of a room.
fn goal_of(link: &RoomLink) -> Goal {
    link.hand_over.map_or(Goal::Join(link.room), Goal::TakeOver)
}

impl App {
    pub(super) fn open_prompt(&mut self, kind: PromptKind) -> Vec<Action> {
        let name = self.home.me.name.clone();
        let text = name.filter(|_| kind == PromptKind::Name);
        self.open_prompt_with(kind, &text.unwrap_or_default())
    }

    /// The game on the screen.
    fn game_shown(&self) -> Option<&Game> {
        match self.screen {
            Screen::Replay => self.replay.as_ref().map(Replay::game),
            _ => self.view.as_ref().map(|view| view.table.game()),
        }
    }

    /// Begins a line with a move.
    pub(super) fn open_move_prompt(&mut self) -> Vec<Action> {
        let notation = self.game_shown().map(|game| game.variant().notation());
        notation.map_or(Vec::new(), |notation| {
            self.open_prompt(PromptKind::Move(notation))
        })
    }

    /// Begins a line of text with a text in it.
    pub(super) fn open_prompt_with(&mut self, kind: PromptKind, text: &str) -> Vec<Action> {
        if kind == PromptKind::Chat {
            self.end_notice(Ends::Talk);
        }
        self.prompt = Some(Prompt {
            kind,
            input: Input::new(text.to_owned()),
        });
        Vec::new()
    }

    /// Says why a line was not taken, and begins it with its text, to be corrected and not to be typed anew.
    pub(super) fn correct_prompt(
        &mut self,
        kind: PromptKind,
        text: &str,
        problem: impl AsRef<str>,
    ) -> Vec<Action> {
        self.say(problem);
        self.open_prompt_with(kind, text)
    }

    pub(super) fn edit_prompt(&mut self, key: Key) -> Vec<Action> {
        let Some(prompt) = &mut self.prompt else {
            return Vec::new();
        };
        let request = match key {
            Key::Char(character) => {
                if prompt.input.value().chars().count() >= ChatText::LONGEST {
                    self.say(say!("prompts-full", most = ChatText::LONGEST));
                    return Vec::new();
                }
                InputRequest::InsertChar(character)
            }
            Key::Backspace => InputRequest::DeletePrevChar,
            Key::Delete => InputRequest::DeleteNextChar,
            Key::Ctrl('u') => InputRequest::DeleteLine,
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
            Key::Up | Key::Down if prompt.kind.is_talk() => {
                prompt.input = Input::new(phrase_after(prompt.input.value(), key == Key::Down));
                return Vec::new();
            }
            Key::Up
            | Key::Down
            | Key::PageUp
            | Key::PageDown
            | Key::Tab
            | Key::Ctrl(_)
            | Key::F(_) => {
                return Vec::new();
            }
        };
        prompt.input.handle(request);
        self.preview_move();
        Vec::new()
    }

    /// Writes pasted text into the line that is being typed. Without one a line is begun, where the screen has a
    /// use for text; it is never taken for keys.
    pub(super) fn paste(&mut self, text: &str) -> Vec<Action> {
        if self.confirm.is_some() || self.help.is_some() {
            return Vec::new();
        }
        if self.prompt.is_none() {
            let kind = match self.screen {
                Screen::Home => Some(PromptKind::Address),
                Screen::Lobby => Some(PromptKind::Code),
                Screen::History => Some(PromptKind::Games),
                Screen::Table => {
                    self.at_table(|view, around| vec![view.talk_effect(around)]);
                    None
                }
                _ => None,
            };
            kind.map(|kind| self.open_prompt(kind));
            if self.prompt.is_none() {
                return Vec::new();
            }
        }
        let text = plain(text.trim());
        for character in text.chars() {
            self.edit_prompt(Key::Char(character));
        }
        Vec::new()
    }

    /// Goes into a room of this server, or of the one that the link names.
    fn follow_link(&mut self, link: RoomLink) -> Vec<Action> {
        let leads_here = |server: &ServerUrl| {
            let told = self
                .server
                .greeting
                .iter()
                .flat_map(|greeting| &greeting.addresses);
            let known = self
                .server
                .urls
                .iter()
                .chain(&self.server.shared)
                .chain(told);
            let mut known = known.filter_map(|url| url.parse::<ServerUrl>().ok());
            known.any(|url| url.authority() == server.authority())
        };
        if link
            .server
            .as_ref()
            .is_some_and(|server| !leads_here(server))
        {
            return self.go_elsewhere(Place::Room(link));
        }
        match link.hand_over {
            Some(code) => self.send(ClientMsg::TakeOver { code }),
            None => self.enter_room(link.room),
        }
    }

    /// Goes to another server.
    fn go_elsewhere(&mut self, place: Place) -> Vec<Action> {
        let (server, goal) = match place {
            Place::Server(server) => (Some(server), Goal::Lobby),
            Place::Room(link) => (link.server.clone(), goal_of(&link)),
        };
        let urls = server.iter().map(ToString::to_string).collect();
        self.go(urls, goal)
    }

    /// Goes to the server that has the room, if it was found.
    pub(super) fn on_room_found(
        &mut self,
        link: &RoomLink,
        urls: Option<Vec<String>>,
    ) -> Vec<Action> {
        match urls {
            // The person may have gone on meanwhile.
            _ if self.screen != Screen::Home => Vec::new(),
            Some(urls) => self.go(urls, goal_of(link)),
            None => {
                self.say(say!("prompts-room-nowhere", room = link.room.as_str()));
                Vec::new()
            }
        }
    }

    /// Moves the cursor to the move that is being typed, once it can be read.
    fn preview_move(&mut self) {
        let (Some(prompt), Some(view)) = (&self.prompt, &mut self.view) else {
            return;
        };
        if matches!(prompt.kind, PromptKind::Move(_))
            && let Ok(square) = view.table.game().read_move(prompt.input.value())
        {
            view.move_cursor_to(square);
        }
    }

    fn submit_prompt(&mut self, kind: PromptKind, text: &str) -> Vec<Action> {
        if text.is_empty() && !matches!(kind, PromptKind::Filter | PromptKind::Games) {
            if kind == PromptKind::Name && self.home.me.name.is_some() {
                self.say(say!("prompts-name-stays"));
            }
            return Vec::new();
        }
        if kind.asks_the_server() && self.server.is_lost() {
            return self.correct_prompt(kind, text, say!("prompts-no-connection"));
        }
        self.take_text(kind, text)
            .unwrap_or_else(|problem| self.correct_prompt(kind, text, problem))
    }

    /// Does what a line of text says, or says why not.
    fn take_text(&mut self, kind: PromptKind, text: &str) -> Result<Vec<Action>, String> {
        Ok(match kind {
            PromptKind::Address => match place_or_host(text)? {
                Place::Room(link) if link.server.is_none() => {
                    self.say(say!("prompts-looking", room = link.room.as_str()));
                    vec![Action::FindRoom(link)]
                }
                place => self.go_elsewhere(place),
            },
            PromptKind::Code => match text.parse()? {
                Place::Room(link) => self.follow_link(link),
                place @ Place::Server(_) => self.go_elsewhere(place),
            },
            PromptKind::Mute => self.mute(text)?,
            PromptKind::Filter => {
                let is_cut = self.lobby.set_filter_text(text);
                let finds = is_cut && self.server.says(|server| server.finds_rooms);
                let words = text.to_owned();
                let find = finds.then_some(ClientMsg::FindRooms { words });
                find.into_iter().map(Action::Send).collect()
            }
            PromptKind::Games => {
                *self.history = History::new(Filter::read_line(text)?);
                self.screen.ask(self)
            }
            PromptKind::Chat | PromptKind::LobbyChat => self.talk(kind, text),
            PromptKind::Move(_) => match self.game_shown().map(|game| game.read_move(text)) {
                Some(Ok(square)) if self.screen == Screen::Replay => {
                    let replay = self.replay.as_mut();
                    let effects = replay.map(|replay| replay.try_move(square));
                    self.carry_out(effects.unwrap_or_default())
                }
                Some(Ok(square)) => self.at_table(|view, around| view.play(around, square)),
                Some(Err(error)) => return Err(error.said()),
                None => Vec::new(),
            },
            PromptKind::Port => {
                let port = text.parse();
                let port = port.map_err(|_no_port| say!("prompts-no-port", most = u16::MAX))?;
                self.server.connection = Connection::Connecting;
                vec![Action::Host {
                    scope: HostScope::Network,
                    listen: Listen::Port(port),
                }]
            }
            PromptKind::Depth => {
                let effects = self.home.to_play.take_depth(text)?;
                self.carry_out(effects)
            }
            PromptKind::Add | PromptKind::TakeOut | PromptKind::Score => {
                let act = self.tournament.read(kind, text)?;
                self.send(ClientMsg::InTournament { act })
            }
            PromptKind::Value if self.screen == Screen::TournamentForm => {
                self.tournament_form.write(text)?;
                Vec::new()
            }
            PromptKind::Value => {
                self.form.write_value(text)?;
                Vec::new()
            }
            PromptKind::Clock => {
                self.form.write_clock(text)?;
                Vec::new()
            }
            PromptKind::Name => self.take_name(text)?,
            PromptKind::Remove => {
                let name = Name::clean(text).ok_or_else(no_name)?;
                self.send(ClientMsg::Remove { name })
            }
        })
    }
}
