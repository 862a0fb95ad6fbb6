//! Everything that a connection takes from outside: streams and random numbers. Its time is tokio's.
//!
//! The masks of WebSocket frames and the key of the handshake are tungstenite's own random numbers; no message
//! depends on them.

use std::future::Future;
use std::io::{self, ErrorKind};
use std::net::SocketAddr;
use std::time::Duration;

use futures::StreamExt;
use futures::stream::FuturesUnordered;
use rand::SeedableRng;
use rand::rngs::StdRng;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpStream, lookup_host};
use tokio::time::sleep;

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
        // Only the resolver of the system knows the names of interfaces, and it knows no brackets.
        let addresses: Vec<_> = if let Some(place) = zoned(&address) {
            lookup_host(place).await?.collect()
        } else {
            let found = lookup_host(address).await;
            let found = found.map_err(|error| io::Error::new(ErrorKind::NotFound, error))?;
            found.collect()
        };
        let stream = first_of(addresses, TcpStream::connect).await?;
        // A move is one small packet: it must not wait for more to send.
        stream.set_nodelay(true)?;
        Ok(stream)
    }
}

/// Time between the beginnings of two tries (RFC 8305): one that is never answered must not use up the time of all.
const BETWEEN_TRIES: Duration = Duration::from_millis(250);

/// Connects to the first of the addresses of a server that answers. The next try begins when the last one fails, or has
/// had its time, and goes on beside it.
///
/// # Errors
///
/// The last error, where no address answers.
async fn first_of<S, F>(
    addresses: Vec<SocketAddr>,
    connect: impl Fn(SocketAddr) -> F,
) -> io::Result<S>
where
    F: Future<Output = io::Result<S>>,
{
    let mut left = by_family(addresses).into_iter();
    let mut tries = FuturesUnordered::new();
    let mut error = io::Error::new(ErrorKind::NotFound, "the name has no address");
    loop {
        let next = left.next();
        if next.is_none() && tries.is_empty() {
            return Err(error);
        }
        tries.extend(next.map(&connect));
        let has_more = left.len() > 0;
        tokio::select! {
            biased;
            Some(tried) = tries.next() => match tried {
                Ok(stream) => return Ok(stream),
                Err(problem) => error = problem,
            },
            () = sleep(BETWEEN_TRIES), if has_more => {}
        }
    }
}

/// The addresses with the families in turn: where one of them leads nowhere, all of its addresses do.
fn by_family(addresses: Vec<SocketAddr>) -> Vec<SocketAddr> {
    let Some(first) = addresses.first().map(SocketAddr::is_ipv6) else {
        return addresses;
    };
    let count = addresses.len();
    let (one, other): (Vec<_>, Vec<_>) = addresses
        .into_iter()
        .partition(|address| address.is_ipv6() == first);
    let (mut one, mut other) = (one.into_iter(), other.into_iter());
    let pairs = std::iter::repeat_with(|| [one.next(), other.next()]);
    pairs.take(count).flatten().flatten().collect()
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

    /// The first was waited for until the time of all was over: a name with an address of IPv6 that leads nowhere was
    /// never reached by that of IPv4.
    #[tokio::test]
    async fn an_address_that_is_never_answered_keeps_from_no_other() {
        let address = |text: &str| text.parse::<SocketAddr>().unwrap();
        let [dead, dead_too, refused, alive] =
            ["[fd00::1]:1", "[fd00::2]:1", "10.0.0.1:1", "10.0.0.2:1"].map(address);
        let connect = |to: SocketAddr| async move {
            match to {
                to if to == refused => Err(ErrorKind::ConnectionRefused.into()),
                to if to == alive => Ok(to),
                _ => std::future::pending().await,
            }
        };
        let all = vec![dead, dead_too, refused, alive];
        assert_eq!(by_family(all.clone()), [dead, refused, dead_too, alive]);
        assert_eq!(by_family(vec![alive]), [alive]);
        let reached = tokio::time::timeout(Duration::from_secs(30), first_of(all, connect));
        assert_eq!(reached.await.unwrap().unwrap(), alive);
        let nobody = first_of(vec![refused, refused], connect).await;
        assert_eq!(nobody.unwrap_err().kind(), ErrorKind::ConnectionRefused);
        assert!(first_of(Vec::new(), connect).await.is_err());
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
