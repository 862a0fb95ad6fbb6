//! Everything that a server takes from outside: connections, the machine's addresses, the time, random numbers,
//! threads.
//!
//! The program takes them from the machine, [`Env::real`]. A simulation passes in its own, [`Env::simulated`]:
//! then the same configuration, the same seed and the same clients give the same run, message by message.
//!
//! A run can be repeated only if tokio chooses nothing: every `select!` is `biased`, receivers are notified in an order
//! of their own, and no `watch` channel has several receivers that act on it, since tokio wakes those in a random
//! order.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::time::{SystemTime, UNIX_EPOCH};

use protocol::millis::Millis;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};

use crate::base::address;
use crate::base::random::Random;
use crate::base::service::ServiceManager;

/// The bytes of a connection in both directions: of TCP, or a pipe in the memory of a simulation.
pub trait Stream: AsyncRead + AsyncWrite + Unpin + Send + 'static {}

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> Stream for S {}

/// Source of connections.
pub trait Listener: Send + 'static {
    /// Stream of each connection.
    type Stream: Stream;

    /// Returns the address that is listened on.
    ///
    /// # Errors
    ///
    /// The error of the system.
    fn address(&self) -> io::Result<SocketAddr>;

    /// Waits for the next connection, and returns it with the address of the peer. Dropping the future loses
    /// none.
    ///
    /// # Errors
    ///
    /// The error of the system; the call may be repeated.
    fn accept(&mut self) -> impl Future<Output = io::Result<(Self::Stream, SocketAddr)>> + Send;
}

impl Listener for TcpListener {
    type Stream = TcpStream;

    fn address(&self) -> io::Result<SocketAddr> {
        self.local_addr()
    }

    async fn accept(&mut self) -> io::Result<(TcpStream, SocketAddr)> {
        let (stream, peer) = TcpListener::accept(self).await?;
        // A move is one small packet: it must not wait for more to send.
        let _ = stream.set_nodelay(true);
        // A peer of IPv4 that came to a socket of both families is one of IPv4.
        Ok((
            stream,
            SocketAddr::new(peer.ip().to_canonical(), peer.port()),
        ))
    }
}

/// The environment of a server. Its monotonic clock is tokio's in both, which a simulation pauses.
#[derive(Debug)]
pub struct Env<L> {
    /// Source of connections.
    pub(crate) listener: L,
    /// Links by which others reach a server that listens on an address, and requires TLS or not.
    pub(crate) links: fn(SocketAddr, bool) -> Vec<String>,
    /// Names of the machine.
    pub(crate) names: Vec<String>,
    /// Moment of the start by the wall clock, in milliseconds of the Unix epoch.
    pub(crate) epoch: Millis,
    /// The wall clock, for what the next start reads in a file.
    pub(crate) wall: fn() -> Millis,
    /// Source of random numbers.
    pub(crate) random: Random,
    /// The threads that do what may block or take long.
    pub(crate) executor: Executor,
    /// Source of connections that ask for metrics; none if nobody may.
    pub(crate) admin: Option<TcpListener>,
    /// Manager that is told what the server does.
    pub(crate) service_manager: ServiceManager,
}

/// The place where engines search, and where a store is called that may block; any other answers at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Executor {
    /// A pool of threads for engines, and a thread that writes.
    Threads,
    /// The task that asks, which has the answer at once.
    Inline,
}

impl<L: Listener> Env<L> {
    /// Returns the environment of the program: the system's clock and random numbers, threads.
    pub fn real(listener: L) -> Self {
        Self {
            listener,
            links: address::lan_links,
            names: address::host_names(),
            epoch: wall_clock(),
            wall: wall_clock,
            random: Random::unpredictable(),
            executor: Executor::Threads,
            admin: None,
            service_manager: ServiceManager::default(),
        }
    }

    /// Answers requests for metrics on `listener`, which should be on loopback.
    #[must_use]
    pub fn with_admin(self, listener: TcpListener) -> Self {
        Self {
            admin: Some(listener),
            ..self
        }
    }

    /// Tells a service manager what the server does.
    #[must_use]
    pub fn with_service_manager(self, service_manager: ServiceManager) -> Self {
        Self {
            service_manager,
            ..self
        }
    }

    /// Returns an environment without threads, that starts at the moment `epoch` and has the random numbers of
    /// `seed`.
    ///
    /// The store answers at once. An engine searches when it is asked, and its time is not the machine's, but
    /// the number of its looks at the clock, 1 ms each. The server must run on a runtime of one thread with
    /// paused time: tokio then moves the time on when every task waits.
    pub fn simulated(listener: L, epoch: Millis, seed: u64) -> Self {
        Self {
            listener,
            // There is no machine.
            links: |_, _| Vec::new(),
            names: Vec::new(),
            epoch,
            // There are no files, either.
            wall: || Millis::ZERO,
            random: Random::seeded(seed),
            executor: Executor::Inline,
            admin: None,
            service_manager: ServiceManager::default(),
        }
    }
}

/// Returns the moment by the system's clock, in milliseconds of the Unix epoch.
fn wall_clock() -> Millis {
    let since_epoch = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    Millis::from_millis(since_epoch.as_millis() as u64)
}
