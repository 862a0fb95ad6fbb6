//! The connection to a server: it reconnects by itself, to the same seat.
//!
//! [`Link`] -> orders -> the task -> frames -> the server
//! caller   <- [`NetEvent`] <- the task <- frames <-
//!
//! One task holds the socket. It pings, so that a dead connection is noticed and the round trip is measured;
//! when the connection breaks it tries again, at growing intervals, for as long as [`Timing::patience`]
//! allows. The state that must survive a break is kept apart from the socket, in `net/pending.rs`: the room
//! to rejoin, the messages that wait, and the move that was not answered.

mod connect;
mod env;
mod pending;
mod socket;
mod task;
#[cfg(test)]
pub(crate) mod tests;
mod trust;
mod while_lost;
mod words;

use std::time::Duration;

use protocol::codec::Envelope;
use protocol::id::{RoomId, Token};
use protocol::message::{ClientMsg, Role, ServerMsg};
use tokio::sync::{mpsc, watch};

use crate::identity::Identity;
use crate::known_servers::KnownServers;

pub use self::env::{Connector, Env, Tcp};
use self::task::Task;
pub use self::while_lost::{WhileLost, while_lost};

/// The settings of a connection.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own")]
pub struct Settings {
    /// The addresses to try, in order; the first that answers is kept. `ws://host:port/ws` is encrypted where the
    /// server offers that, `wss://host:port/ws` always.
    pub urls: Vec<String>,
    /// The name that the person asks for.
    pub name: Option<String>,
    /// `true` to speak JSON alone, and to be given every message of the server as it came, too.
    pub verbatim: bool,
    /// The servers that are known by their keys.
    pub known: KnownServers,
    /// The key of the person; a guest has none.
    pub identity: Option<Identity>,
    /// `true` to show the token of the key also where others can read along.
    pub key_in_clear: bool,
    /// `true` where a server that is not shown the key is of no use.
    pub needs_key: bool,
    /// `true` to take the name that a server suggests in place of one that is somebody else's.
    pub takes_suggestions: bool,
    /// `true` where the person has the keys of the screens to answer advice with, rather than flags.
    pub in_screens: bool,
    /// The name of the key of the screens that changes the person's name, for people; none is a flag's work.
    pub name_key: Option<String>,
    /// The time limits.
    pub timing: Timing,
}

impl Settings {
    /// These addresses and this name, with the usual timing, and no server that is known.
    pub fn new(urls: Vec<String>, name: Option<String>) -> Self {
        Self {
            urls,
            name,
            verbatim: false,
            known: KnownServers::nowhere(),
            identity: None,
            key_in_clear: false,
            needs_key: false,
            takes_suggestions: true,
            in_screens: false,
            name_key: None,
            timing: Timing::default(),
        }
    }
}

/// The time limits of a connection.
#[derive(Clone, Copy, Debug)]
pub struct Timing {
    /// Limit for opening a WebSocket at one address. Long for a LAN, short for somebody who waits.
    pub connect: Duration,
    /// Time between two pings: short enough that the round trip on the screen is up to date.
    pub ping_every: Duration,
    /// Time without a frame after which the connection is lost: three pings unanswered.
    pub silence: Duration,
    /// The first delay before a retry; each further one is twice as long.
    pub first_retry: Duration,
    /// The longest delay before a retry: short enough that a restarted server is found without a visible
    /// wait.
    pub longest_retry: Duration,
    /// Time for which a lost connection is tried again; `None` is no limit.
    pub patience: Option<Duration>,
    /// Limit for the closing handshake after the link is dropped.
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
    /// The delay before retry number `attempt`, from 0; `jitter` is in 0..=1.
    ///
    /// It lies between half of the full delay and the full delay, so that the clients of a server that
    /// restarts do not all reconnect in the same moment.
    fn retry_in(&self, attempt: u32, jitter: f64) -> Duration {
        let full = self
            .first_retry
            .saturating_mul(2_u32.saturating_pow(attempt))
            .min(self.longest_retry);
        full.mul_f64(0.5 + jitter.clamp(0.0, 1.0) / 2.0)
    }
}

/// The protection of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Security {
    /// Plain, and within this machine.
    Loopback,
    /// Plain: others on the network can read along.
    Plain,
    /// Encrypted, with a server that is trusted.
    Encrypted,
}

impl Security {
    /// True where a secret that proves who somebody is may be sent, as the key token of `hello`: nobody reads along.
    pub fn keeps_secrets(self) -> bool {
        match self {
            Self::Loopback | Self::Encrypted => true,
            Self::Plain => false,
        }
    }
}

/// An event of the connection.
#[derive(Debug)]
pub enum NetEvent {
    /// A message of the server in JSON as it came, where [`Settings::verbatim`] asks for it: before its
    /// `Message`, and alone where this release does not know it.
    Verbatim(String),
    /// A message of the server; `Welcome` is the first after every connection.
    Message(Box<ServerMsg>),
    /// The connection is lost, and is tried again after `retry_in`.
    Lost {
        /// The cause, for people.
        why: String,
        /// The delay before the next retry.
        retry_in: Duration,
        /// The number of retries since it was lost.
        attempt: u32,
    },
    /// The connection is protected in this way, and was not before. Comes before `Message`; not on loopback.
    Security {
        /// The protection.
        security: Security,
        /// The protection in words, with the key of the server to compare.
        about: String,
        /// A line about it that people should see.
        notice: Option<String>,
    },
    /// Something that the person should know of their name on the server.
    Notice(String),
    /// The round trip, measured by a ping of the client.
    RoundTrip(Duration),
    /// The connection is given up: the version is refused, no server ever answered, or the connection
    /// was lost for longer than [`Timing::patience`]. The last event.
    Failed {
        /// The cause, for people.
        why: String,
    },
}

/// The handle of the connection. Dropping it sends the messages that wait, closes the connection and ends
/// the events.
#[derive(Clone, Debug)]
pub struct Link {
    /// Unbounded: only people and scripts at the keyboard's pace write here.
    orders: mpsc::UnboundedSender<Order>,
    /// The address that was connected to last; empty before there is one.
    address: watch::Receiver<String>,
}

#[derive(Debug)]
enum Order {
    Send(Envelope<ClientMsg>),
    Home(Option<(RoomId, Role)>),
}

impl Link {
    /// Starts the connection's task on the network of this machine. Needs a tokio runtime.
    pub fn open(settings: Settings) -> (Self, mpsc::UnboundedReceiver<NetEvent>) {
        Self::open_in(Env::real(), settings)
    }

    /// Starts the connection's task in `env`. Needs a tokio runtime.
    ///
    /// The events are unbounded: the server bounds what it sends to one connection, and the task must
    /// never miss a pong because a screen is being drawn.
    pub fn open_in<C: Connector>(
        env: Env<C>,
        settings: Settings,
    ) -> (Self, mpsc::UnboundedReceiver<NetEvent>) {
        let (orders, inbox) = mpsc::unbounded_channel();
        let (outbox, events) = mpsc::unbounded_channel();
        let (connected, address) = watch::channel(String::new());
        tokio::spawn(Task::new(env, settings, inbox, outbox, connected).run());
        (Self { orders, address }, events)
    }

    /// The address of the server that answered: one of [`Settings::urls`], once something was heard from it.
    pub fn address(&self) -> Option<String> {
        Some(self.address.borrow().clone()).filter(|url| !url.is_empty())
    }

    /// Sends a message, with its `ref` if it has one, now or when the connection is back.
    ///
    /// Before the first `Welcome` everything waits, in order. While the connection is lost, [`while_lost()`] decides:
    /// of moves, choices and a resignation the last waits; one that was sent and not answered is sent again, unless the
    /// board has changed meanwhile.
    pub fn send(&self, message: impl Into<Envelope<ClientMsg>>) {
        // A task that has ended has said why in its last event.
        let _ = self.orders.send(Order::Send(message.into()));
    }

    /// Sets the seat to return to after a lost connection; `None` is no room at all.
    ///
    /// A `Left` from the server for this room clears it, too.
    pub fn set_seat(&self, seat: Option<(RoomId, Token)>) {
        let home = seat.map(|(room, token)| (room, Role::Seat { token }));
        let _ = self.orders.send(Order::Home(home));
    }

    /// Sets the room to rejoin as a spectator, in place of a seat.
    pub fn set_watching(&self, room: RoomId) {
        let _ = self.orders.send(Order::Home(Some((room, Role::Spectator))));
    }
}
