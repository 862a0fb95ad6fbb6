//! A session at one table without a screen: messages and typed lines in, [`Effect`]s out.
//!
//! Pure: no socket, no standard input; time is an argument. `lines/runner.rs` lends it all three.
//!
//! Typed lines are taken in order. From a pipe, a move waits for its turn and a command for the game to
//! begin, so that a whole game may be written in advance; at a terminal they are answered at once.

mod command;
mod end;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;

use protocol::codec::Envelope;
use protocol::id::{HandOverCode, RoomId, Seq, Token};
use protocol::message::{ClientMsg, Role, RoomEvent, ServerMsg};
use protocol::millis::Millis;
use protocol::replica::Replica;
use protocol::rules::Variant;
use protocol::spec::ClockSpec;
use protocol::view::{BotOffer, ChatLine, LeftWhy, SNAPSHOT_CHAT};
use protocol::word::Named;

use crate::args::{NewArgs, RatingArgs};
use crate::board_change::BoardChange;
use crate::failure::Failure;
use crate::happened::Happened;
use crate::language::Said;
use crate::library::FinishedGame;
use crate::past;
use crate::unanswered::Unanswered;
use crate::words::table::table as table_in_lines;
use crate::words::{self, analysis, events, questions};

/// The purpose of the session.
#[derive(Clone, Debug)]
pub(super) enum SessionGoal {
    /// Opens a room.
    New(Box<NewArgs>),
    /// Joins a room.
    Join { room: RoomId, role: Role },
    /// Takes over the seat of the device that showed this code.
    TakeOver { code: HandOverCode },
    /// Plays the next person who asks for the same game.
    Quick {
        variant: Variant,
        clock: Option<ClockSpec>,
        rating: RatingArgs,
        /// Rooms where this person has a seat.
        own_rooms: Vec<RoomId>,
    },
}

impl SessionGoal {
    /// The message that asks the server for it. `owns_name` says that the person plays for ratings if nothing else is
    /// said.
    fn asked(&self, offers: &[BotOffer], owns_name: bool) -> Result<ClientMsg, Failure> {
        Ok(match self {
            Self::New(room) => ClientMsg::Open {
                spec: room.spec(true, owns_name),
                seats: room.seats(offers)?,
                shuffle: room.shuffle,
            },
            Self::Join { room, role } => ClientMsg::Join {
                room: *room,
                role: role.clone(),
            },
            Self::TakeOver { code } => ClientMsg::TakeOver { code: *code },
            Self::Quick {
                variant,
                clock,
                rating,
                own_rooms,
            } => ClientMsg::Quick {
                variant: *variant,
                clock: *clock,
                own_rooms: own_rooms.clone(),
                rated: rating.or(owns_name),
            },
        })
    }
}

/// An effect that the runner carries out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// Sends a message to the server.
    Send(Envelope<ClientMsg>),
    /// Writes a line about the game.
    Line(String),
    /// Writes a line about the input.
    Note(String),
    /// Saves the seat, to return to.
    Seated {
        room: RoomId,
        token: Token,
        variant: Variant,
    },
    /// Returns to the seat of a game that is over after a lost connection, without saving it.
    Rejoining { room: RoomId, token: Token },
    /// Rejoins this room as a spectator after a lost connection.
    Watching(RoomId),
    /// Deletes the saved seat.
    Forget(Token),
    /// Keeps the record of the game that is over.
    Keep(Box<FinishedGame>),
    /// Ends the session.
    End(Result<(), Failure>),
}

/// Fate of the seat of this person when the session ends during a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum SeatFate {
    /// It is kept on a server that goes on.
    #[default]
    Kept,
    /// It is kept on the server, but this program could not save the way back to it.
    Unsaved,
    /// It is kept by the server in this program, which stops and may be started again.
    KeptHere,
    /// It is lost with the server in this program.
    LostHere,
}

/// The state of the connection, as far as a session tells it apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Connection {
    /// Before the first welcome.
    Connecting,
    Up,
    /// Lost: it tries to come back.
    Lost,
    /// Back on the server, and not yet at the table.
    Returning,
}

impl Connection {
    /// True from the loss until the return to the table.
    fn is_lost(self) -> bool {
        matches!(self, Self::Lost | Self::Returning)
    }
}

/// A session at one table.
#[derive(Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "input, room and answers come and go independently of each other"
)]
pub(super) struct Session {
    goal: SessionGoal,
    /// True where lines come from a pipe and wait for the moment when they apply.
    is_patient: bool,
    /// Words after the code of a room in a command that leads to it.
    server_option: String,
    /// True if the person has a key, to own a name with.
    has_key: bool,
    table: Option<Replica>,
    token: Option<Token>,
    /// Moment of the last message or line.
    now: Millis,
    typed: VecDeque<String>,
    input_ended: bool,
    /// The act that the server has not answered, which the connection sends again.
    unanswered: Option<Unanswered>,
    /// True while another answer is awaited, to a question or to an act that ends the game: the lines after it wait,
    /// and so does the end.
    awaits_answer: bool,
    connection: Connection,
    /// Fate of the seat when the session ends.
    seat_fate: SeatFate,
    /// True where a game was over before this person came to watch it: there is nothing to wait for but questions.
    joined_after_end: bool,
    /// True while a new snapshot is awaited: events that come before it are ignored.
    resyncing: bool,
    /// The last thing that was refused, by the server or as a line that makes no sense, unless a move was played since.
    refused: Option<Failure>,
    /// True once the server was asked to let this person go.
    is_leaving: bool,
    /// True once the server was asked for the room.
    goal_was_sent: bool,
    /// The last words of the host to all, until the chat of the table has them too.
    announced: Option<String>,
    effects: Vec<Effect>,
}

impl Session {
    pub(super) fn new(goal: SessionGoal, is_patient: bool) -> Self {
        let token = match &goal {
            SessionGoal::Join {
                role: Role::Seat { token },
                ..
            } => Some(*token),
            SessionGoal::Join { .. }
            | SessionGoal::TakeOver { .. }
            | SessionGoal::New(_)
            | SessionGoal::Quick { .. } => None,
        };
        Self {
            goal,
            is_patient,
            server_option: String::new(),
            has_key: false,
            table: None,
            token,
            now: Millis::default(),
            typed: VecDeque::new(),
            input_ended: false,
            unanswered: None,
            awaits_answer: false,
            connection: Connection::Connecting,
            seat_fate: SeatFate::default(),
            joined_after_end: false,
            resyncing: false,
            refused: None,
            is_leaving: false,
            goal_was_sent: false,
            announced: None,
            effects: Vec::new(),
        }
    }

    /// Takes the effects since the last call.
    pub(super) fn effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    /// Takes in a line that was typed at `now`; `None` is the end of the input.
    pub(super) fn on_line(&mut self, now: Millis, line: Option<String>) {
        self.now = now;
        self.input_ended = line.is_none();
        self.typed.extend(line);
        self.run_due_lines();
    }

    /// Notes that the connection is lost; it tries to come back to the table.
    pub(super) fn on_lost(&mut self) {
        self.connection = Connection::Lost;
        if self.is_leaving {
            self.left(LeftWhy::Asked);
        }
    }

    /// Takes in a message of the server that came at `now`.
    pub(super) fn on_message(&mut self, now: Millis, message: &ServerMsg) {
        self.now = now;
        match message {
            ServerMsg::Welcome {
                server,
                name,
                bots,
                features,
                ..
            } => {
                let owns_name = self.has_key && past::owns_name(name, features);
                self.welcomed(server, name.as_str(), bots, owns_name);
            }
            ServerMsg::Joined {
                you,
                token,
                snapshot,
                owner: _,
            } => match Replica::new(*you, (**snapshot).clone(), now) {
                Ok(table) => self.joined(table, *token),
                Err(error) => self.end(Err(Failure::failed(error.said()))),
            },
            // A connection may watch rooms beside its own.
            ServerMsg::Event { room, .. } | ServerMsg::Left { room, .. }
                if self.is_at_another_than(*room) => {}
            ServerMsg::Event { seq, event, .. } => self.on_event(*seq, event),
            ServerMsg::Refused { refusal, message } => {
                let message = words::refused(refusal, message);
                self.refused(refusal, &message);
            }
            ServerMsg::Left { why, .. } => self.left(*why),
            ServerMsg::Analysis {
                variant: Named::Known(variant),
                moves,
                columns,
                lines,
                ..
            } => {
                self.awaits_answer = false;
                self.say(analysis::analysis(*variant, moves, columns, lines));
            }
            ServerMsg::Who {
                room,
                spectators,
                watching,
            } => {
                self.awaits_answer = false;
                let table = self.table.as_ref().filter(|table| table.room() == *room);
                let said = table.map(|table| questions::present(table, spectators, *watching));
                self.say(said.unwrap_or_default());
            }
            ServerMsg::ShuttingDown => {
                self.say(vec![say!("lines-server-stops")]);
            }
            ServerMsg::Announcement { text } => {
                let said = text.iter();
                let said = said.map(|text| say!("lines-host-says", text = text.as_str()));
                self.say(said.collect());
                self.announced.clone_from(text);
            }
            // They are for screens, which list them all.
            _ => {}
        }
        self.run_due_lines();
    }

    /// Sets what becomes of the seat when the session ends.
    pub(super) fn set_seat_fate(&mut self, fate: SeatFate) {
        self.seat_fate = fate;
    }

    /// Sets what leads others to the server, beside the code of the room.
    pub(super) fn set_server_option(&mut self, option: String) {
        self.server_option = option;
    }

    /// Sets whether the person has a key.
    pub(super) fn set_has_key(&mut self, has_key: bool) {
        self.has_key = has_key;
    }

    /// The line for an interrupt.
    pub(super) fn interrupted(&self) -> String {
        match self.seat_fate {
            _ if self.token.is_none() => say!("lines-interrupted"),
            SeatFate::Kept => say!("lines-interrupted-seat"),
            SeatFate::Unsaved => say!("lines-interrupted-unsaved"),
            SeatFate::KeptHere => say!("lines-interrupted-here"),
            SeatFate::LostHere => say!("lines-interrupted-lost"),
        }
    }

    fn is_at_another_than(&self, room: RoomId) -> bool {
        let table = self.table.as_ref();
        table.is_some_and(|table| table.room() != room)
    }

    fn welcomed(&mut self, server: &str, name: &str, bots: &[BotOffer], owns_name: bool) {
        self.connection = if self.connection.is_lost() {
            Connection::Returning
        } else {
            Connection::Up
        };
        if std::mem::replace(&mut self.goal_was_sent, true) {
            self.say(vec![say!("lines-connected-again")]);
            return;
        }
        self.say(vec![say!("lines-connected", server = server, name = name)]);
        match self.goal.asked(bots, owns_name) {
            Ok(message) => self.send(message),
            Err(failure) => self.end(Err(failure)),
        }
    }

    fn joined(&mut self, table: Replica, token: Option<Token>) {
        self.resyncing = false;
        self.token = token.or(self.token).filter(|_| table.you().is_some());
        let room = table.room();
        match self.token {
            Some(token) if table.outcome().is_some() => {
                self.effects.push(Effect::Forget(token));
                self.effects.push(Effect::Rejoining { room, token });
            }
            Some(token) => self.effects.push(seated(&table, token)),
            None => self.effects.push(Effect::Watching(room)),
        }
        self.unanswered
            .take_if(|act| !act.outlives_return(table.you(), table.snapshot()));
        self.connection = Connection::Up;
        // A connection that came back does not bring the answer.
        self.awaits_answer = false;
        self.say(self.lines_on_join(&table));
        let is_over = table.outcome().is_some();
        let is_first = self.table.is_none();
        self.joined_after_end = is_over && (is_first || self.joined_after_end) && self.is_watch();
        self.table = Some(table);
        if is_over {
            self.keep();
            self.game_over();
        }
    }

    /// The table before a new snapshot of the same room.
    fn table_before(&self, now: &Replica) -> Option<&Replica> {
        let before = self.table.as_ref();
        before.filter(|before| before.room() == now.room())
    }

    /// The code of the room at a table, and what leads to its server.
    fn way_to(&self, table: &Replica) -> String {
        format!("{}{}", table.room(), self.server_option)
    }

    /// The lines that tell of a new snapshot: the talk since the one before, and the table. What was said before the
    /// first arrival is not told. The talk comes first, so that the last line is whose turn it is.
    fn lines_on_join(&self, table: &Replica) -> Vec<String> {
        let told = &table.snapshot().chat;
        let before = self.table_before(table);
        let known = before.map_or(told, |before| &before.snapshot().chat);
        let mut lines: Vec<_> = said_since(known, told).iter().map(events::talk).collect();
        lines.extend(table_in_lines(table, self.way_to(table)));
        lines
    }

    /// True for the command `watch`.
    fn is_watch(&self) -> bool {
        match &self.goal {
            SessionGoal::Join { role, .. } => *role == Role::Spectator,
            SessionGoal::TakeOver { .. } | SessionGoal::New(_) | SessionGoal::Quick { .. } => false,
        }
    }

    /// Takes in an event of the own room: the table changes, and what is news is said.
    fn on_event(&mut self, seq: Seq, event: &RoomEvent) {
        let now = self.now;
        let Some(table) = self.table.as_mut().filter(|_| !self.resyncing) else {
            return;
        };
        let Ok(happened) = Happened::follow(table, now, seq, event) else {
            self.resyncing = true;
            self.send(ClientMsg::Resync);
            return;
        };
        let is_known = match event {
            RoomEvent::ChatPosted { line } if line.side.is_none() => {
                let text = line.text.as_str();
                self.announced.take_if(|said| said == text).is_some()
            }
            _ => false,
        };
        if !is_known {
            let lines = events::in_lines(table, event, happened, now);
            self.say(lines);
        }
        self.on_applied(event, happened);
    }

    /// Draws the consequences of an event for the seat, for the commands that wait, and for the files.
    fn on_applied(&mut self, event: &RoomEvent, happened: Happened) {
        if let RoomEvent::Started { .. } = event {
            self.joined_after_end = false;
        }
        // The seat was forgotten with the end of the game before.
        if let (Some(table), Some(token), true) = (&self.table, self.token, happened.is_next_game) {
            self.effects.push(seated(table, token));
        }
        let you = self.table.as_ref().and_then(Replica::you);
        if let RoomEvent::Moved { side, .. } | RoomEvent::OpeningChosen { by: side, .. } = event
            && you == Some(*side)
        {
            self.refused = None;
        }
        let is_over = happened.board == Some(BoardChange::Over);
        if let Some(change) = happened.board {
            self.unanswered.take_if(|act| !act.outlives(change));
        }
        if is_over {
            self.awaits_answer = false;
            self.effects.extend(self.token.map(Effect::Forget));
        }
        if happened.is_recorded {
            self.keep();
        }
        if is_over {
            self.game_over();
        }
    }

    /// Leaves the room; without a connection no answer is waited for.
    fn leave(&mut self) {
        self.is_leaving = true;
        if self.connection.is_lost() {
            self.left(LeftWhy::Asked);
        } else {
            self.send(ClientMsg::Leave);
        }
    }

    fn send(&mut self, message: impl Into<ClientMsg>) {
        self.effects.push(Effect::Send(message.into().into()));
    }

    fn say(&mut self, lines: Vec<String>) {
        self.effects.extend(lines.into_iter().map(Effect::Line));
    }

    fn end(&mut self, outcome: Result<(), Failure>) {
        self.effects.push(Effect::End(outcome));
    }
}

/// The effect that saves the seat with this token at a table.
fn seated(table: &Replica, token: Token) -> Effect {
    Effect::Seated {
        room: table.room(),
        token,
        variant: table.game().variant(),
    }
}

/// Returns the lines of talk in a snapshot that are not among those `known` before. Both are the last lines of the
/// room.
fn said_since<'a>(known: &[ChatLine], told: &'a [ChatLine]) -> &'a [ChatLine] {
    let most = known.len().min(told.len());
    let known_of_told = (1..=most)
        .rev()
        .find(|&count| known.ends_with(&told[..count]))
        .or_else(|| {
            // No line is too old to be told, so some were not told before: a line of JSON may mute somebody, and that
            // lasts as long as a connection.
            let last = known.last().filter(|_| told.len() < SNAPSHOT_CHAT)?;
            told.iter().rposition(|line| line == last).map(|at| at + 1)
        });
    &told[known_of_told.unwrap_or(0)..]
}
