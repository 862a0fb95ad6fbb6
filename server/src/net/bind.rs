//! The listening socket: one for IPv4 and IPv6 if the machine has both.

use std::io;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};

use socket2::{Domain, Protocol, Socket, Type};
use tokio::net::TcpListener;

/// Address to listen on unless another is given: the usual port of every address of the machine.
pub const DEFAULT_LISTEN: &str = "[::]:4270";

/// Reads an address to listen on: `ADDR:PORT`, or a port of every address of the machine.
///
/// # Errors
///
/// The text, and the forms that are taken.
pub fn listen_address(text: &str) -> Result<SocketAddr, String> {
    match text.parse::<u16>() {
        Ok(port) => Ok((Ipv6Addr::UNSPECIFIED, port).into()),
        Err(_) => text.parse().map_err(|_wrong| {
            format!("{text:?} is no address; write a port such as 4270, or ADDR:PORT such as 192.168.1.5:4270")
        }),
    }
}

/// Connections that the system completes before they are accepted, as with tokio's listeners.
const BACKLOG: i32 = 1024;

/// Returns a listener on `address`. `[::]` listens for both families, whatever the system's default is, and
/// is `0.0.0.0` on a machine without IPv6; every other address listens for its own family.
///
/// # Errors
///
/// The error of the system, for example if the address is taken.
pub fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    if address.is_ipv6() && address.ip().is_unspecified() {
        match bind(address) {
            Err(error) if is_want_of_ipv6(&error) => {
                return bind((Ipv4Addr::UNSPECIFIED, address.port()).into());
            }
            bound => return bound,
        }
    }
    bind(address)
}

fn bind(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = Socket::new(
        Domain::for_address(address),
        Type::STREAM,
        Some(Protocol::TCP),
    )?;
    if address.is_ipv6() && address.ip().is_unspecified() {
        socket.set_only_v6(false)?;
    }
    // A server that is started again must not wait for the connections of the last one to time out. On
    // Windows the option means another thing: two servers on one port.
    #[cfg(unix)]
    socket.set_reuse_address(true)?;
    socket.bind(&address.into())?;
    socket.listen(BACKLOG)?;
    socket.set_nonblocking(true)?;
    TcpListener::from_std(socket.into())
}

/// Returns true if a socket of IPv6 failed because the machine has no IPv6, or none that accepts IPv4 too.
fn is_want_of_ipv6(error: &io::Error) -> bool {
    !matches!(
        error.kind(),
        io::ErrorKind::AddrInUse | io::ErrorKind::PermissionDenied
    )
}

#[cfg(test)]
mod tests {
    use std::net::Ipv6Addr;

    use tokio::net::TcpStream;

    use super::*;

    fn any_port() -> SocketAddr {
        let mut address: SocketAddr = DEFAULT_LISTEN.parse().unwrap();
        address.set_port(0);
        address
    }

    /// Returns true if a client can connect from `[::1]` at all on this machine.
    fn has_ipv6() -> bool {
        std::net::TcpListener::bind((Ipv6Addr::LOCALHOST, 0)).is_ok()
    }

    #[tokio::test]
    async fn the_default_address_hears_both_families() {
        let listener = listen(any_port()).unwrap();
        let port = listener.local_addr().unwrap().port();
        let client = TcpStream::connect((Ipv4Addr::LOCALHOST, port))
            .await
            .unwrap();
        let (_, peer) = listener.accept().await.unwrap();
        assert_eq!(peer.port(), client.local_addr().unwrap().port());
        assert_eq!(peer.ip().to_canonical(), Ipv4Addr::LOCALHOST);
        if !has_ipv6() {
            skipped();
            return;
        }
        let client = TcpStream::connect((Ipv6Addr::LOCALHOST, port))
            .await
            .unwrap();
        let (_, peer) = listener.accept().await.unwrap();
        assert_eq!(peer, client.local_addr().unwrap());
    }

    #[tokio::test]
    async fn an_address_of_ipv4_hears_ipv4_alone() {
        let listener = listen("0.0.0.0:0".parse().unwrap()).unwrap();
        let port = listener.local_addr().unwrap().port();
        assert!(
            TcpStream::connect((Ipv4Addr::LOCALHOST, port))
                .await
                .is_ok()
        );
        assert!(
            TcpStream::connect((Ipv6Addr::LOCALHOST, port))
                .await
                .is_err()
        );
    }

    #[tokio::test]
    async fn a_port_that_is_taken_is_refused_and_not_shared_with_ipv4() {
        let taken = listen("0.0.0.0:0".parse().unwrap()).unwrap();
        let mut address = any_port();
        address.set_port(taken.local_addr().unwrap().port());
        let refused = listen(address).unwrap_err();
        assert_eq!(refused.kind(), io::ErrorKind::AddrInUse);
    }

    #[expect(clippy::print_stderr, reason = "a skip is to be seen")]
    fn skipped() {
        eprintln!("skipped: this machine has no [::1]");
    }

    #[test]
    fn an_address_or_a_port_is_listened_on() {
        for (text, address) in [
            ("4270", "[::]:4270"),
            ("0", "[::]:0"),
            ("127.0.0.1:80", "127.0.0.1:80"),
            (DEFAULT_LISTEN, DEFAULT_LISTEN),
        ] {
            assert_eq!(listen_address(text).unwrap().to_string(), address);
        }
        for wrong in ["", "localhost", "127.0.0.1", "70000", ":4270"] {
            assert!(listen_address(wrong).unwrap_err().contains("ADDR:PORT"));
        }
    }
}
