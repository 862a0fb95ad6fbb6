//! Two people at this keyboard: the second connection of the program, on the seat opposite.
//!
//! The screens know one table, at which the side to move is theirs. What they send is said by the connection of the
//! side that it is for, and what one of the two asks of the other is granted at once.

use protocol::act::Act;
use protocol::id::RoomId;
use protocol::message::{ClientMsg, Role, RoomEvent, ServerMsg};
use protocol::millis::Millis;
use protocol::replica::Replica;
use protocol::side::Side;

use super::EventLoop;
use crate::net::{Link, NetEvent};

/// The seat opposite.
#[derive(Debug)]
pub(super) struct Opposite {
    link: Link,
    /// The room as that connection knows it, once it has the seat.
    table: Option<Replica>,
}

impl Opposite {
    fn side(&self) -> Option<Side> {
        self.table.as_ref().and_then(Replica::you)
    }
}

impl EventLoop {
    /// Takes the seat opposite in a room, for the second person.
    pub(super) fn sit_opposite(&mut self, room: RoomId) {
        if self.opposite.is_some() {
            return;
        }
        let mut settings = self.settings(self.servers.clone());
        settings.name = Some(say!("home-player", number = 2));
        let (link, net) = Link::open(settings);
        let role = Role::Player;
        link.send(ClientMsg::Join { room, role });
        self.opposite_net = Some(net);
        self.opposite = Some(Opposite { link, table: None });
    }

    /// Takes in what the second connection hears.
    pub(super) fn hear_opposite(&mut self, event: NetEvent) {
        let Some(opposite) = &mut self.opposite else {
            return;
        };
        let NetEvent::Message(message) = event else {
            return;
        };
        match *message {
            ServerMsg::Joined {
                you,
                token,
                snapshot,
                ..
            } => {
                if let Some(token) = token {
                    opposite.link.set_seat(Some((snapshot.room, token)));
                }
                opposite.table = Replica::new(you, *snapshot, Millis::ZERO).ok();
            }
            ServerMsg::Event { seq, event, .. } => {
                let table = opposite.table.as_mut();
                let is_lost =
                    table.is_none_or(|table| table.apply(Millis::ZERO, seq, &event).is_err());
                if is_lost {
                    opposite.link.send(ClientMsg::Resync);
                }
                if let (Some(granted), Some(side)) = (granted(&event), opposite.side())
                    && granted.0 != side
                {
                    opposite.link.send(granted.1);
                }
            }
            _ => {}
        }
    }

    /// Grants what the second person asks of the first.
    pub(super) fn grant_opposite(&self, event: &NetEvent) {
        let (Some(link), Some(opposite)) = (&self.link, &self.opposite) else {
            return;
        };
        if let NetEvent::Message(message) = event
            && let ServerMsg::Event { event, .. } = &**message
            && let Some((by, granted)) = granted(event)
            && Some(by) == opposite.side()
        {
            link.send(granted);
        }
    }

    /// Sends a message by the connection that it is for.
    pub(super) fn send(&self, message: ClientMsg) {
        let to_move = self.app.table().and_then(Replica::to_move);
        let by = match &message {
            // Whoever has just moved takes the move back.
            ClientMsg::Act(Act::AskTakeback) => to_move.map(Side::other),
            ClientMsg::Act(_) => to_move,
            _ => None,
        };
        let opposite = self.opposite.as_ref();
        let opposite = opposite.filter(|opposite| by.is_some() && opposite.side() == by);
        if let Some(link) = opposite
            .map(|opposite| &opposite.link)
            .or(self.link.as_ref())
        {
            link.send(message);
        }
    }
}

/// The answer that grants what somebody asks for, with the side that asks.
fn granted(event: &RoomEvent) -> Option<(Side, ClientMsg)> {
    match event {
        RoomEvent::TakebackAsked { by } => {
            let accept = true;
            Some((*by, Act::AnswerTakeback { accept }.into()))
        }
        RoomEvent::DrawOffered { by } => {
            let accept = true;
            Some((*by, Act::AnswerDraw { accept }.into()))
        }
        RoomEvent::RematchOffered { by } => Some((*by, Act::Rematch.into())),
        _ => None,
    }
}
