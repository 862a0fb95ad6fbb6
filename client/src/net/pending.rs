//! The state that survives a lost connection: the room to rejoin, the messages that wait, and the move, choice or
//! resignation without an answer.
//!
//! Pure: orders and the server's messages go in, messages to write come out.

#[cfg(test)]
mod tests;

use std::collections::VecDeque;

use protocol::codec::Envelope;
use protocol::id::RoomId;
use protocol::message::{ClientMsg, Role, RoomEvent, ServerMsg};
use protocol::refusal::Refusal;

use super::while_lost::{WhileLost, while_lost};
use crate::board_change::BoardChange;
use crate::unanswered::Unanswered;

/// Most messages that wait for a connection; the oldest is dropped. A person types a handful.
const WAITING: usize = 64;

/// The first `ref` that is not a script's: far from those that a script may choose.
const FIRST_OWN: u32 = 1 << 31;

/// The state of the connection that outlives a socket.
#[derive(Debug, Default)]
pub(super) struct Pending {
    state: LinkState,
    home: Option<(RoomId, Role)>,
    /// The message that was written to get into a room, until it is answered.
    entering: Option<Envelope<ClientMsg>>,
    /// The room of the last `Joined`, and the number of its game.
    room: Option<RoomId>,
    game: u16,
    waiting: VecDeque<Envelope<ClientMsg>>,
    unanswered: Option<Sent>,
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

/// An act without an answer, and its message.
#[derive(Debug)]
struct Sent {
    /// The `ref` of its message.
    reference: Option<u32>,
    act: Unanswered,
    /// True once it was written to the socket in use.
    is_written: bool,
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
        let is_kept = Unanswered::in_message(&order.message, self.game).is_some();
        if is_kept && !self.is_verbatim && order.reference.is_none() {
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
    pub(super) fn rejoin_message(&mut self) -> Option<ClientMsg> {
        let (room, role) = self.home.clone()?;
        let message = ClientMsg::Join { room, role };
        self.entering = Some(message.clone().into());
        Some(message)
    }

    /// Takes in that another server has the room or the tournament. Returns true if the message that was refused with
    /// it is sent again there; any other question is asked here only. `in_screens` a tournament is followed again by
    /// itself.
    pub(super) fn on_elsewhere(
        &mut self,
        reference: Option<u32>,
        room: RoomId,
        in_screens: bool,
    ) -> bool {
        let is_answered = |entering: &mut Envelope<ClientMsg>| {
            entering.reference == reference
                && match &entering.message {
                    ClientMsg::Join { room: wanted, .. } => *wanted == room,
                    ClientMsg::FollowTournament { tournament, .. } => *tournament == room,
                    ClientMsg::Quick { .. } | ClientMsg::TakeOver { .. } => true,
                    _ => false,
                }
        };
        let Some(entering) = self.entering.take_if(is_answered) else {
            return false;
        };
        let follows = matches!(entering.message, ClientMsg::FollowTournament { .. });
        let is_home = |(home, role): &(RoomId, Role)| {
            entering.message
                == ClientMsg::Join {
                    room: *home,
                    role: role.clone(),
                }
        };
        // The way home is asked for by itself.
        if !(self.home.as_ref().is_some_and(is_home) || in_screens && follows) {
            self.waiting.push_front(entering);
        }
        true
    }

    /// Takes in the answer to the move or the resignation with this `ref`. Other refusals are about other messages; in
    /// the hands of a program, which may give none a `ref`, one without may be about either.
    pub(super) fn on_refused(&mut self, reference: Option<u32>, refusal: &Refusal) {
        if !Unanswered::outlives_refusal(refusal) {
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
                self.entering = None;
                (self.room, self.game) = (Some(snapshot.room), snapshot.series.game);
                self.unanswered
                    .take_if(|sent| !is_same || !sent.act.outlives_return(*you, snapshot));
                let again = self.unanswered.as_mut().and_then(Sent::write_again);
                again.into_iter().collect()
            }
            ServerMsg::Event { event, .. } => {
                if let RoomEvent::Started { series, .. } = event {
                    self.game = series.game;
                }
                if let Some(change) = BoardChange::from_event(event) {
                    self.unanswered.take_if(|sent| !sent.act.outlives(change));
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
            _ => Vec::new(),
        }
    }

    /// Notes that the socket is gone; true where `Welcome` was received on it.
    pub(super) fn on_disconnect(&mut self) -> bool {
        if let Some(unanswered) = &mut self.unanswered {
            unanswered.is_written = false;
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
        let sent = self.unanswered.as_ref();
        sent.is_some_and(|sent| sent.act.is_resignation())
    }

    /// Notes what the server has to answer: the last one, but no move after a resignation, which ends the game.
    fn note(&mut self, order: &Envelope<ClientMsg>, is_written: bool) {
        let enters = match order.message {
            ClientMsg::Join { .. } | ClientMsg::Quick { .. } | ClientMsg::TakeOver { .. } => true,
            // A room keeps its connection: two servers must not take turns.
            ClientMsg::FollowTournament { .. } => self.home.is_none(),
            _ => false,
        };
        if enters {
            self.entering = Some(order.clone());
        }
        if let Some(act) = Unanswered::in_message(&order.message, self.game)
            && (act.is_resignation() || !self.has_resigned())
        {
            self.unanswered = Some(Sent {
                reference: order.reference,
                act,
                is_written,
            });
        }
    }
}

impl Sent {
    /// The message, unless it was written to the socket in use already.
    fn write_again(&mut self) -> Option<Envelope<ClientMsg>> {
        let unseen = !std::mem::replace(&mut self.is_written, true);
        unseen.then_some(Envelope {
            reference: self.reference,
            message: self.act.message(),
        })
    }
}
