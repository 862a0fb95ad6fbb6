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

    /// Opens a stream to `address`, which is `host:port`, also with a zone: `[fe80::1%eth0]:4270`.
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
        let stream = match zoned(&address) {
            // Only the resolver of the system knows the names of interfaces, and it knows no brackets.
            Some(place) => TcpStream::connect(place).await?,
            None => TcpStream::connect(address).await?,
        };
        // A move is one small packet: it must not wait for more to send.
        stream.set_nodelay(true)?;
        Ok(stream)
    }
}

/// The host without its brackets, and the port, where the address has a zone.
fn zoned(address: &str) -> Option<(&str, u16)> {
    let (host, port) = address.strip_prefix('[')?.split_once("]:")?;
    Some((host, port.parse().ok()?)).filter(|(host, _)| host.contains('%'))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_resolver_is_asked_for_a_host_with_a_zone_alone() {
        for (address, expected) in [
            ("[fe80::1%eth0]:4270", Some(("fe80::1%eth0", 4270))),
            ("[fe80::1%3]:80", Some(("fe80::1%3", 80))),
            ("[fe80::1]:4270", None),
            ("box:4270", None),
            ("10.0.0.1:4270", None),
        ] {
            assert_eq!(zoned(address), expected, "{address}");
        }
    }

    /// The numbers of interfaces are those of Linux, whose first one is loopback.
    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn an_address_with_an_interface_is_reached_and_an_unknown_one_is_an_error_of_the_resolver()
     {
        let Ok(listener) = tokio::net::TcpListener::bind("[::1]:0").await else {
            // There is no IPv6 here.
            return;
        };
        let port = listener.local_addr().unwrap().port();
        let stream = Tcp.connect(format!("[::1%1]:{port}")).await;
        assert!(stream.is_ok(), "{stream:?}");
        let nowhere = Tcp.connect(format!("[fe80::1%nowhere]:{port}")).await;
        let problem = nowhere.unwrap_err();
        assert_eq!(problem.raw_os_error(), None, "{problem}");
    }
}
