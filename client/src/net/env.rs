//! Everything that a connection takes from outside: streams and random numbers. Its time is tokio's.
//!
//! The masks of WebSocket frames and the key of the handshake are tungstenite's own random numbers; no message
//! depends on them.

use std::future::Future;
use std::io;

use rand::SeedableRng;
use rand::rngs::StdRng;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;

/// Opens streams to servers: by TCP, or in the memory of a simulation.
pub trait Connector: Send + Sync + 'static {
    /// The bytes of a connection in both directions.
    type Stream: AsyncRead + AsyncWrite + Unpin + Send + 'static;

    /// Opens a stream to `address`, which is `host:port`.
    ///
    /// # Errors
    ///
    /// The error of the system.
    fn connect(&self, address: String) -> impl Future<Output = io::Result<Self::Stream>> + Send;
}

/// The network of this machine.
#[derive(Debug)]
pub struct Tcp;

impl Connector for Tcp {
    type Stream = TcpStream;

    async fn connect(&self, address: String) -> io::Result<TcpStream> {
        let stream = TcpStream::connect(address).await?;
        // A move is one small packet: it must not wait for more to send.
        stream.set_nodelay(true)?;
        Ok(stream)
    }
}

/// The environment of a connection.
#[derive(Debug)]
pub struct Env<C> {
    pub(super) connector: C,
    pub(super) rng: StdRng,
}

impl Env<Tcp> {
    /// The environment of the program.
    pub fn real() -> Self {
        Self {
            connector: Tcp,
            rng: rand::make_rng(),
        }
    }
}

impl<C: Connector> Env<C> {
    /// The environment of a simulation, with the random numbers of `seed`.
    pub fn simulated(connector: C, seed: u64) -> Self {
        Self {
            connector,
            rng: StdRng::seed_from_u64(seed),
        }
    }
}
