//! The connection to a server: comes back by itself, to the same seat.
//!
//! [`Link`] -> orders -> the task -> frames -> the server
//! caller   <- [`NetEvent`] <- the task <- frames <-
//!
//! One task holds the socket. It pings, so that a dead line is noticed and the round trip is known; when
//! the line breaks it tries again, at growing intervals, for as long as [`Timing::patience`] allows. What
//! must survive a break is kept apart from the socket, in `net/pending.rs`: the way back, the messages
//! that wait, and the move that was not answered.

mod pending;
mod socket;
mod task;
#[cfg(test)]
mod tests;

use std::time::Duration;

use protocol::id::{RoomId, Token};
use protocol::message::{ClientMsg, Role, ServerMsg};
use tokio::sync::mpsc;

use self::task::Task;

/// Where to connect, and as whom.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The addresses to try, in order; the first that answers is kept. `ws://host:port/ws`.
    pub urls: Vec<String>,
    /// What the person wants to be called.
    pub name: Option<String>,
    /// How long things may take.
    pub timing: Timing,
}

impl Settings {
    /// These addresses and this name, with the usual timing.
    pub fn new(urls: Vec<String>, name: Option<String>) -> Self {
        Self {
            urls,
            name,
            timing: Timing::default(),
        }
    }
}

/// How long things may take on the line.
#[derive(Clone, Copy, Debug)]
pub struct Timing {
    /// From a knock at an address to a WebSocket. Long for a LAN, short for somebody who waits.
    pub connect: Duration,
    /// Between two pings: often enough that the round trip on the screen is true.
    pub ping_every: Duration,
    /// Silence for longer than this is a lost connection: three pings unanswered.
    pub silence: Duration,
    /// The first wait before trying again; every further one is twice as long.
    pub first_retry: Duration,
    /// The longest wait before trying again: a server that restarts is back at once for people.
    pub longest_retry: Duration,
    /// For how long a connection that broke is tried again; without it, for ever.
    pub patience: Option<Duration>,
    /// For how long the server may take to say goodbye after the link is dropped.
    pub goodbye: Duration,
}

impl Default for Timing {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(5),
            ping_every: Duration::from_secs(5),
            silence: Duration::from_secs(15),
            first_retry: Duration::from_millis(250),
            longest_retry: Duration::from_secs(5),
            patience: None,
            goodbye: Duration::from_secs(1),
        }
    }
}

impl Timing {
    /// The wait before try number `attempt`, from 0; `jitter` is 0 to 1.
    ///
    /// It lies between half of the full wait and the full wait, so that the clients of a server that
    /// restarts do not all knock in the same moment.
    fn retry_in(&self, attempt: u32, jitter: f64) -> Duration {
        let full = self
            .first_retry
            .saturating_mul(2_u32.saturating_pow(attempt))
            .min(self.longest_retry);
        full.mul_f64(0.5 + jitter.clamp(0.0, 1.0) / 2.0)
    }
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
    /// There is no use in trying again: the version is refused, nobody ever answered, or the connection
    /// broke and patience is at its end. The last event.
    Failed {
        /// What happened, for people.
        why: String,
    },
}

/// The sending end. Dropping it sends what was ordered, closes the connection and ends the events.
#[derive(Clone, Debug)]
pub struct Link {
    /// Unbounded: only people and scripts at the keyboard's pace write here.
    orders: mpsc::UnboundedSender<Order>,
}

#[derive(Debug)]
enum Order {
    Send(ClientMsg),
    Home(Option<(RoomId, Role)>),
}

impl Link {
    /// Starts the connection's task. Needs a tokio runtime.
    ///
    /// The events are unbounded: the server bounds what it sends to one connection, and the task must
    /// never miss a pong because a screen is being drawn.
    pub fn open(settings: Settings) -> (Self, mpsc::UnboundedReceiver<NetEvent>) {
        let (orders, inbox) = mpsc::unbounded_channel();
        let (outbox, events) = mpsc::unbounded_channel();
        tokio::spawn(Task::new(settings, inbox, outbox).run());
        (Self { orders }, events)
    }

    /// Sends a message, now or when the connection is back.
    ///
    /// Before the first `Welcome` everything waits, in order. While a connection that broke is away:
    ///
    /// - the last move waits, since its revision keeps it from being played into another position; a
    ///   move that was sent and not answered when the connection broke is sent again with its old
    ///   revision, unless the board has changed meanwhile;
    /// - offers, answers to offers and claims are dropped: they speak of a position that may be gone;
    /// - everything else waits, in order.
    pub fn send(&self, message: ClientMsg) {
        // A task that has ended has said why in its last event.
        let _ = self.orders.send(Order::Send(message));
    }

    /// The seat (or, without one, nothing) to come back to after a lost connection.
    ///
    /// Being sent out of the room by the server forgets it too.
    pub fn set_seat(&self, seat: Option<(RoomId, Token)>) {
        let home = seat.map(|(room, token)| (room, Role::Seat { token }));
        let _ = self.orders.send(Order::Home(home));
    }

    /// The room to come back to as a spectator, in place of a seat.
    pub fn set_watching(&self, room: RoomId) {
        let _ = self.orders.send(Order::Home(Some((room, Role::Spectator))));
    }
}
