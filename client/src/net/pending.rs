//! The state that survives a lost connection: the room to rejoin, the messages that wait, and the move, choice or
//! resignation without an answer.
//!
//! Pure: orders and the server's messages go in, messages to write come out.

#[cfg(test)]
mod tests;

use std::collections::VecDeque;

use protocol::act::Act;
use protocol::codec::Envelope;
use protocol::id::{Revision, RoomId};
use protocol::message::{ClientMsg, Role, RoomEvent, ServerMsg};
use protocol::refusal::Refusal;
use protocol::view::Phase;

use super::while_lost::{WhileLost, while_lost};
use crate::board_change::BoardChange;

/// Most messages that wait for a connection; the oldest is dropped. A person types a handful.
const WAITING: usize = 64;

/// The first `ref` that is not a script's: far from those that a script may choose.
const FIRST_OWN: u32 = 1 << 31;

/// The state of the connection that outlives a socket.
#[derive(Debug, Default)]
pub(super) struct Pending {
    state: LinkState,
    home: Option<(RoomId, Role)>,
    /// The room of the last `Joined`, and the number of its game.
    room: Option<RoomId>,
    game: u16,
    waiting: VecDeque<Envelope<ClientMsg>>,
    unanswered: Option<Unanswered>,
    /// True where a program reads the answers, and must find no `ref` in them that it has not chosen.
    is_verbatim: bool,
    /// The number of messages so far with a `ref` of the connection.
    marked: u32,
}

/// The state of the link, by the messages exchanged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum LinkState {
    /// No `Welcome` was received yet.
    #[default]
    New,
    /// It was up, and is lost.
    Down,
    /// `Welcome` was received on the socket in use.
    Up,
}

/// A move, a choice of an opening or a resignation that the server has not answered.
#[derive(Debug)]
struct Unanswered {
    /// The `ref` of its message.
    reference: Option<u32>,
    act: Act,
    /// The number of the game: no other one is given up.
    game: u16,
    /// True once it was written to the socket in use.
    sent: bool,
}

impl Pending {
    /// Nothing is pending. `is_verbatim` is true where a program reads every answer as it came.
    pub(super) fn new(is_verbatim: bool) -> Self {
        Self {
            is_verbatim,
            ..Self::default()
        }
    }

    /// Takes a message to send; returns it if it is to be written now.
    pub(super) fn order(&mut self, mut order: Envelope<ClientMsg>) -> Option<Envelope<ClientMsg>> {
        if kept_act(&order.message).is_some() && !self.is_verbatim && order.reference.is_none() {
            order.reference = Some(FIRST_OWN.wrapping_add(self.marked));
            self.marked = self.marked.wrapping_add(1);
        }
        match self.state {
            LinkState::Up => {
                self.note(&order, true);
                return Some(order);
            }
            // Before the first connection nothing can be stale, and the order counts.
            LinkState::New => {}
            LinkState::Down => match while_lost(&order.message, self.has_resigned()) {
                // It waits for the table and not only for the connection.
                WhileLost::Kept => {
                    self.note(&order, false);
                    return None;
                }
                WhileLost::Waits => {}
                WhileLost::NotSent | WhileLost::Dropped => return None,
            },
        }
        if self.waiting.len() == WAITING {
            self.waiting.pop_front();
        }
        self.waiting.push_back(order);
        None
    }

    /// Sets the room to rejoin after a lost connection.
    pub(super) fn set_home(&mut self, home: Option<(RoomId, Role)>) {
        let moved =
            self.home.as_ref().map(|(room, _)| *room) != home.as_ref().map(|(room, _)| *room);
        if moved && self.state != LinkState::Up {
            self.unanswered = None;
        }
        self.home = home;
    }

    /// The message that follows `Hello` on a new connection.
    pub(super) fn rejoin_message(&self) -> Option<ClientMsg> {
        self.home
            .clone()
            .map(|(room, role)| ClientMsg::Join { room, role })
    }

    /// Takes in the answer to the move or the resignation with this `ref`. Other refusals are about other messages; in
    /// the hands of a program, which may give none a `ref`, one without may be about either.
    pub(super) fn on_refused(&mut self, reference: Option<u32>, refusal: &Refusal) {
        // A server on its way out has not judged them; the one that comes back will.
        if *refusal != Refusal::ShuttingDown {
            self.unanswered
                .take_if(|known| known.reference == reference);
        }
    }

    /// Takes in a message of the server; returns the messages to write in answer.
    pub(super) fn on_message(&mut self, message: &ServerMsg) -> Vec<Envelope<ClientMsg>> {
        match message {
            ServerMsg::Welcome { .. } => {
                self.state = LinkState::Up;
                let waiting: Vec<_> = self.waiting.drain(..).collect();
                for message in &waiting {
                    self.note(message, true);
                }
                waiting
            }
            ServerMsg::Ping => vec![ClientMsg::Pong.into()],
            // Another room that is watched has revisions of its own.
            ServerMsg::Event { room, .. } | ServerMsg::Left { room, .. }
                if self.room.is_some_and(|here| here != *room) =>
            {
                Vec::new()
            }
            ServerMsg::Joined { you, snapshot, .. } => {
                let is_same = self.room.is_none_or(|here| here == snapshot.room);
                let goes_on = matches!(snapshot.phase, Phase::Playing);
                if !is_same || !goes_on || you.is_none() {
                    self.unanswered = None;
                }
                (self.room, self.game) = (Some(snapshot.room), snapshot.series.game);
                self.board_is_at(snapshot.revision);
                let unanswered = self.unanswered.as_mut();
                unanswered
                    .and_then(Unanswered::resend)
                    .into_iter()
                    .collect()
            }
            ServerMsg::Event { event, .. } => {
                if let RoomEvent::Started { series, .. } = event {
                    self.game = series.game;
                }
                match BoardChange::from_event(event) {
                    Some(BoardChange::Revised(revision)) => self.board_is_at(revision),
                    Some(BoardChange::Over) => self.unanswered = None,
                    None => {}
                }
                Vec::new()
            }
            ServerMsg::Left { room, .. } => {
                self.unanswered = None;
                self.room = None;
                // Somebody else may have the seat: two clients must not take it from each other for ever.
                if self.home.as_ref().is_some_and(|(home, _)| home == room) {
                    self.home = None;
                }
                Vec::new()
            }
            ServerMsg::Refused { .. }
            | ServerMsg::Lobby { .. }
            | ServerMsg::LobbyRoom { .. }
            | ServerMsg::LobbyRoomRemoved { .. }
            | ServerMsg::LobbyPlayers { .. }
            | ServerMsg::Analysis { .. }
            | ServerMsg::ShuttingDown
            | ServerMsg::Pong
            | ServerMsg::RoomInfo { .. }
            | ServerMsg::Record { .. }
            | ServerMsg::Watching { .. }
            | ServerMsg::Who { .. }
            | ServerMsg::GameAnalysed { .. }
            | ServerMsg::Bots { .. }
            | ServerMsg::LobbyChat { .. }
            | ServerMsg::Muted { .. }
            | ServerMsg::HandedOver { .. }
            | ServerMsg::YourGames { .. }
            | ServerMsg::Announcement { .. }
            | ServerMsg::History { .. }
            | ServerMsg::PastGame { .. }
            | ServerMsg::Profile { .. }
            | ServerMsg::Leaderboard { .. }
            | ServerMsg::Explored { .. } => Vec::new(),
        }
    }

    /// Notes that the socket is gone; true where `Welcome` was received on it.
    pub(super) fn on_disconnect(&mut self) -> bool {
        if let Some(unanswered) = &mut self.unanswered {
            unanswered.sent = false;
        }
        let was_up = self.is_up();
        if was_up {
            self.state = LinkState::Down;
        }
        was_up
    }

    /// True where `Welcome` was received on the socket in use.
    pub(super) fn is_up(&self) -> bool {
        self.state == LinkState::Up
    }

    fn has_resigned(&self) -> bool {
        let unanswered = self.unanswered.as_ref();
        unanswered.is_some_and(|unanswered| unanswered.act == Act::Resign)
    }

    /// Notes what the server has to answer: the last one, but no move after a resignation, which ends the game.
    fn note(&mut self, order: &Envelope<ClientMsg>, sent: bool) {
        if let Some(act) = kept_act(&order.message)
            && (act == Act::Resign || !self.has_resigned())
        {
            self.unanswered = Some(Unanswered {
                reference: order.reference,
                act,
                game: self.game,
                sent,
            });
        }
    }

    fn board_is_at(&mut self, now: Revision) {
        let game = self.game;
        self.unanswered.take_if(|unanswered| match unanswered.act {
            Act::Move { revision, .. } | Act::Choose { revision, .. } => now > revision,
            _ => unanswered.game != game,
        });
    }
}

/// The act in a message that outlives a connection.
fn kept_act(message: &ClientMsg) -> Option<Act> {
    match message {
        ClientMsg::Act(act @ (Act::Move { .. } | Act::Choose { .. } | Act::Resign)) => Some(*act),
        _ => None,
    }
}

impl Unanswered {
    /// The message, unless it was written to the socket in use already.
    fn resend(&mut self) -> Option<Envelope<ClientMsg>> {
        let unseen = !std::mem::replace(&mut self.sent, true);
        unseen.then_some(Envelope {
            reference: self.reference,
            message: ClientMsg::Act(self.act),
        })
    }
}
