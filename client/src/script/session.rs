//! A stay at one table without a screen: what the server says and what is typed in, what to do out.
//!
//! Pure: no socket, no standard input; time is an argument. `script/runner.rs` lends it all three.
//!
//! Typed lines are taken in order. From a pipe, a move waits for its turn and a command for the game to
//! begin, so that a whole game may be written in advance; at a terminal they are answered at once.

mod command;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;

use protocol::clock::Millis;
use protocol::id::{Revision, RoomId, Token};
use protocol::message::{BotOffer, ClientMsg, LeftWhy, Role, ServerMsg, TableEvent};
use protocol::refusal::Refusal;
use protocol::rules::Variant;
use protocol::spec::ClockSpec;

use super::describe;
use crate::args::NewArgs;
use crate::board_change::BoardChange;
use crate::failure::{Failure, Kind};
use crate::table::Table;

/// What the person came for.
#[derive(Clone, Debug)]
pub(super) enum Goal {
    /// A room of one's own.
    New(Box<NewArgs>),
    /// A room that exists.
    Join { room: RoomId, role: Role },
    /// Whoever wants the same game.
    Quick {
        variant: Variant,
        clock: Option<ClockSpec>,
        /// Rooms where this person has a seat.
        holding: Vec<RoomId>,
    },
}

impl Goal {
    /// How the server is asked for it.
    fn asked(&self, offers: &[BotOffer]) -> Result<ClientMsg, Failure> {
        Ok(match self {
            Self::New(room) => ClientMsg::Open {
                spec: room.spec(true),
                seats: room.seats(offers)?,
                shuffle: room.shuffle,
            },
            Self::Join { room, role } => ClientMsg::Join {
                room: *room,
                role: role.clone(),
            },
            Self::Quick {
                variant,
                clock,
                holding,
            } => ClientMsg::Quick {
                variant: *variant,
                clock: *clock,
                holding: holding.clone(),
            },
        })
    }
}

/// Something to be done for the session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// Tell the server.
    Send(ClientMsg),
    /// Tell the person what happened.
    Line(String),
    /// Tell the person about something they typed.
    Note(String),
    /// Keep the way back to this seat.
    Seated { room: RoomId, token: Token },
    /// Come back to this room as a spectator.
    Watching(RoomId),
    /// The way back to the seat is of no use any more.
    Forget(Token),
    /// It is over.
    End(Result<(), Failure>),
}

/// A stay at one table.
#[derive(Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "input, room and connection come and go independently of each other"
)]
pub(super) struct Session {
    goal: Goal,
    /// Whether lines come from a pipe, and wait for their moment.
    is_patient: bool,
    table: Option<Table>,
    token: Option<Token>,
    typed: VecDeque<String>,
    input_ended: bool,
    /// The revision of a move that the server has not answered.
    awaited: Option<Revision>,
    /// Whether the room was asked for again, so that events of before do not matter.
    resyncing: bool,
    /// The last thing that was refused, unless a move was played since.
    refused: Option<String>,
    leaving: bool,
    asked: bool,
    effects: Vec<Effect>,
}

impl Session {
    pub(super) fn new(goal: Goal, is_patient: bool) -> Self {
        let token = match &goal {
            Goal::Join {
                role: Role::Seat { token },
                ..
            } => Some(*token),
            Goal::Join { .. } | Goal::New(_) | Goal::Quick { .. } => None,
        };
        Self {
            goal,
            is_patient,
            table: None,
            token,
            typed: VecDeque::new(),
            input_ended: false,
            awaited: None,
            resyncing: false,
            refused: None,
            leaving: false,
            asked: false,
            effects: Vec::new(),
        }
    }

    /// What there is to do since this was asked last.
    pub(super) fn effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    /// Somebody typed a line, or, without one, will type no more.
    pub(super) fn typed(&mut self, line: Option<String>) {
        self.input_ended = line.is_none();
        self.typed.extend(line);
        self.take_typed();
    }

    /// The server said something at `now`.
    pub(super) fn heard(&mut self, now: Millis, message: &ServerMsg) {
        match message {
            ServerMsg::Welcome {
                server, name, bots, ..
            } => self.welcomed(server, name.as_str(), bots),
            ServerMsg::Joined {
                you,
                token,
                snapshot,
            } => match Table::new(*you, (**snapshot).clone(), now) {
                Ok(table) => self.joined(table, *token),
                Err(refusal) => self.end(Err(Failure::failed(format!(
                    "the server tells of a game that breaks the rules ({refusal}); \
                     use a client and a server of the same release"
                )))),
            },
            ServerMsg::Table { seq, event } => {
                let Some(table) = self.table.as_mut().filter(|_| !self.resyncing) else {
                    return;
                };
                // Somebody who sits down was not away, and there is nothing to tell.
                let is_news =
                    !matches!(event, TableEvent::Back { side } if table.away(*side, now).is_none());
                if table.apply(now, *seq, event).is_err() {
                    self.resyncing = true;
                    self.send(ClientMsg::Resync);
                } else {
                    let lines = if is_news {
                        describe::event(table, event, now)
                    } else {
                        Vec::new()
                    };
                    self.say(lines);
                    self.on_event(event);
                }
            }
            ServerMsg::Refused { refusal, message } => self.refused(refusal, message),
            ServerMsg::Left { why, .. } => self.left(*why),
            ServerMsg::Analysed { plies, columns, .. } => {
                let lines = self
                    .table
                    .as_ref()
                    .map(|table| describe::values(table, *plies, columns));
                self.say(lines.unwrap_or_default());
            }
            ServerMsg::ShuttingDown => {
                self.say(vec![
                    "the server is shutting down; what was played is kept".to_owned(),
                ]);
            }
            ServerMsg::Lobby { .. }
            | ServerMsg::LobbyRoom { .. }
            | ServerMsg::LobbyRoomGone { .. }
            | ServerMsg::LobbyPlayers { .. } => {}
        }
        self.take_typed();
    }

    /// What the game at the table is called.
    pub(super) fn title(&self) -> String {
        let table = self.table.as_ref();
        table.map_or_else(String::new, |table| table.seen().spec.variant.title())
    }

    fn welcomed(&mut self, server: &str, name: &str, bots: &[BotOffer]) {
        if std::mem::replace(&mut self.asked, true) {
            self.say(vec!["connected again".to_owned()]);
            return;
        }
        self.say(vec![format!("connected to {server} as {name}")]);
        match self.goal.asked(bots) {
            Ok(message) => self.send(message),
            Err(failure) => self.end(Err(failure)),
        }
    }

    fn joined(&mut self, table: Table, token: Option<Token>) {
        self.resyncing = false;
        self.token = token.or(self.token).filter(|_| table.you().is_some());
        let room = table.room();
        self.effects.push(match self.token {
            Some(token) => Effect::Seated { room, token },
            None => Effect::Watching(room),
        });
        // An older move was played, or is out of date; a newer one is on its way.
        self.awaited.take_if(|awaited| table.revision() > *awaited);
        let lines = describe::table(&table);
        self.say(lines);
        let is_over = table.outcome().is_some();
        self.table = Some(table);
        if is_over {
            self.game_over();
        }
    }

    fn on_event(&mut self, event: &TableEvent) {
        let you = self.table.as_ref().and_then(Table::you);
        if let TableEvent::Moved { side, .. } = event
            && you == Some(*side)
        {
            self.refused = None;
        }
        match BoardChange::from_event(event) {
            Some(BoardChange::Revised(revision)) => self.board_is_at(revision),
            Some(BoardChange::Over) => {
                self.awaited = None;
                self.game_over();
            }
            None => {}
        }
    }

    fn board_is_at(&mut self, revision: Revision) {
        self.awaited.take_if(|awaited| revision > *awaited);
    }

    /// A spectator has seen what there was to see; a player may want another game.
    fn game_over(&mut self) {
        let Some(table) = &self.table else { return };
        if table.you().is_some() {
            if !self.input_ended {
                self.say(vec!["type rematch to play again, or leave".to_owned()]);
            }
            return;
        }
        let again = u16::from(table.seen().spec.repeat.value());
        let more = describe::is_between_bots(table) && table.seen().series.game <= again;
        if !more {
            self.end(Ok(()));
        }
    }

    fn refused(&mut self, refusal: &Refusal, message: &str) {
        let is_out = matches!(
            refusal,
            Refusal::NoSuchRoom { .. } | Refusal::WrongToken { .. } | Refusal::NotInRoom
        );
        if self.table.is_none() || is_out {
            if let (true, Some(token)) = (is_out, self.token) {
                self.effects.push(Effect::Forget(token));
            }
            self.end(Err(Failure::new(Kind::Refused, message)));
            return;
        }
        // A server on its way out has not judged the move: it is sent again when it is back.
        if *refusal != Refusal::ShuttingDown {
            self.awaited = None;
        }
        self.refused = Some(message.to_owned());
        self.say(vec![format!("refused: {message}")]);
    }

    fn left(&mut self, why: LeftWhy) {
        match why {
            LeftWhy::Asked => {
                // A seat in a game that goes on is kept; any other is given up.
                let plays_on = self
                    .table
                    .as_ref()
                    .is_some_and(|table| table.to_move().is_some());
                if let (false, Some(token)) = (plays_on, self.token) {
                    self.effects.push(Effect::Forget(token));
                }
                let outcome = match self.refused.take() {
                    Some(message) if self.input_ended => {
                        Err(Failure::new(Kind::Refused, message))
                    }
                    Some(_) | None => Ok(()),
                };
                self.end(outcome);
            }
            LeftWhy::Replaced => self.end(Err(Failure::failed(
                "another client came back to your seat; play on there, or join again to take it back",
            ))),
            LeftWhy::Closed => {
                if let Some(token) = self.token {
                    self.effects.push(Effect::Forget(token));
                }
                self.end(Err(Failure::failed(
                    "the room was closed, nobody took its open seat in time; open another",
                )));
            }
        }
    }

    fn leave(&mut self) {
        self.leaving = true;
        self.send(ClientMsg::Leave);
    }

    fn send(&mut self, message: ClientMsg) {
        self.effects.push(Effect::Send(message));
    }

    fn say(&mut self, lines: Vec<String>) {
        self.effects.extend(lines.into_iter().map(Effect::Line));
    }

    fn end(&mut self, outcome: Result<(), Failure>) {
        self.effects.push(Effect::End(outcome));
    }
}
