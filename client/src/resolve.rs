//! Resolves the server of a command: the one that was named, the one on this machine, or the only one on the
//! local network.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use protocol::id::RoomId;
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::args::{Common, DEFAULT_PORT, ServerUrl};
use crate::discovery::{self, Found, LISTEN};
use crate::failure::Failure;
use crate::identity::Identity;
use crate::known_servers::KnownServers;
use crate::seats::{SavedSeat, Seats, data_directory, is_at};

/// The servers that the person's client remembers.
pub fn known_servers(common: &Common) -> KnownServers {
    KnownServers::open(data_directory(common.data.clone()))
}

/// The key of the person, which is made at the first start; none where there is no place for it, or with a warning
/// where it cannot be used. Play goes on as a guest then.
pub fn identity(common: &Common) -> (Option<Identity>, Option<String>) {
    let Some(directory) = data_directory(common.data.clone()) else {
        return (None, None);
    };
    match Identity::open(&directory) {
        Ok(identity) => (Some(identity), None),
        Err(problem) => {
            let problem = problem.to_string();
            (None, Some(say!("hosting-guest", problem = problem)))
        }
    }
}

/// Returns the addresses of the server to connect to, after the key that it announces was noted in `known`.
///
/// # Errors
///
/// One line, where no server is found, or several are and none was named.
pub async fn server(common: &Common, known: &KnownServers) -> Result<Vec<String>, Failure> {
    if let Some(server) = &common.server {
        return Ok(vec![server.url.to_string()]);
    }
    let here = ServerUrl::here();
    if is_server_here().await {
        return Ok(vec![here.to_string()]);
    }
    if common.no_discovery {
        let here = here.to_string();
        return Err(Failure::failed(say!("hosting-not-searched", here = here)));
    }
    let found = discovery::find(LISTEN).await.map_err(Failure::failed)?;
    let only = only_server(found)?;
    only.note_key(known);
    Ok(only.urls)
}

/// True where something accepts connections on the default port of this machine.
pub async fn is_server_here() -> bool {
    let here = SocketAddr::from((Ipv4Addr::LOCALHOST, DEFAULT_PORT));
    matches!(timeout(LOOPBACK, TcpStream::connect(here)).await, Ok(Ok(_)))
}

/// Returns the seat in `room` on a server that this program started and that does not run now, so that it is to be
/// started again; none where another server was named.
pub async fn seat_on_stopped_server(
    common: &Common,
    seats: &Seats,
    room: RoomId,
) -> Option<SavedSeat> {
    let mut all = seats.returnable().into_iter();
    let seat = all.find(|seat| seat.hosted && seat.room == room)?;
    if let Some(named) = &common.server
        && !is_at(&seat, &[named.url.to_string()])
    {
        return None;
    }
    let url: ServerUrl = seat.servers.first()?.parse().ok()?;
    // It listens on this machine, whether others run it now or another terminal does.
    let reached = timeout(LOOPBACK, TcpStream::connect(url.authority())).await;
    let runs = matches!(reached, Ok(Ok(_)));
    (cfg!(feature = "host") && !runs).then_some(seat)
}

/// Limit of a connection attempt to this machine: loopback answers in microseconds or is filtered.
const LOOPBACK: Duration = Duration::from_millis(300);

fn only_server(mut found: Vec<Found>) -> Result<Found, Failure> {
    match found.len() {
        1 => Ok(found.remove(0)),
        0 => {
            let here = ServerUrl::here().to_string();
            Err(Failure::failed(say!("hosting-none-found", here = here)))
        }
        _ => {
            let list: Vec<_> = found
                .iter()
                .map(|server| format!("{} ({})", server.urls.join(", "), server.name))
                .collect();
            Err(Failure::failed(say!(
                "hosting-several-found",
                servers = list.join("; ")
            )))
        }
    }
}

#[cfg(test)]
mod tests {
    use protocol::fingerprint::Fingerprint;

    use super::*;

    fn found(name: &str, url: &str) -> Found {
        Found {
            id: name.to_owned(),
            name: name.to_owned(),
            urls: vec![url.to_owned()],
            key: Some(Fingerprint::from_public_key(name.as_bytes())),
        }
    }

    #[test]
    fn the_only_server_is_taken_and_of_several_none() {
        let one = found("attic", "ws://10.0.0.1:4270/ws");
        let other = found("cellar", "ws://10.0.0.2:4270/ws");
        assert_eq!(only_server(vec![one.clone()]), Ok(one.clone()));
        let none = only_server(Vec::new()).unwrap_err().to_string();
        assert!(none.contains("--server"), "{none}");
        let several = only_server(vec![one, other]).unwrap_err().to_string();
        for expected in ["ws://10.0.0.1:4270/ws (attic)", "cellar", "--server"] {
            assert!(several.contains(expected), "{several}");
        }
    }

    #[test]
    fn the_announced_key_is_that_of_every_address_of_the_server() {
        let mut attic = found("attic", "ws://10.0.0.1:4270/ws");
        attic.urls.push("ws://[fd00::1]:4270/ws".to_owned());
        let known = KnownServers::nowhere();
        attic.note_key(&known);
        for server in ["10.0.0.1:4270", "[fd00::1]:4270"] {
            assert_eq!(known.announcement(server), attic.key);
        }
        assert_eq!(known.announcement("10.0.0.1:1"), None);
        // It was started again without TLS.
        attic.key = None;
        attic.note_key(&known);
        assert_eq!(known.announcement("10.0.0.1:4270"), None);
    }

    /// Such a seat could be returned to from the first screen alone.
    #[cfg(feature = "host")]
    #[tokio::test]
    async fn a_server_of_this_program_is_to_be_started_again_unless_it_runs_or_another_was_named() {
        use protocol::id::Token;
        use protocol::millis::Millis;
        use protocol::word::Named;

        let data = tempfile::tempdir().unwrap();
        let (mut seats, _) = Seats::open(Some(data.path().to_path_buf()));
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let room = "K7QM2X".parse().unwrap();
        let url = format!("ws://{address}/ws");
        for (token, hosted, room) in [(1, true, room), (2, false, "ABCDEF".parse().unwrap())] {
            let seat = SavedSeat {
                servers: vec![url.clone()],
                room,
                token: Token(token),
                variant: Named::Unknown(String::new()),
                when: Millis::default(),
                hosted,
                listen: hosted.then_some(address),
                announced: None,
                server_id: None,
            };
            seats.remember(seat).unwrap();
            seats.release(Token(token));
        }
        let line = |named: &str| {
            let line = ["enlinea", "join", named].map(Into::into);
            let line = crate::args::read(line, &crate::settings::Settings::default());
            line.unwrap().common
        };
        let here = line("K7QM2X");
        let found = seat_on_stopped_server(&here, &seats, room).await;
        assert_eq!(found, None, "it runs");
        drop(listener);
        for (named, expected) in [
            ("K7QM2X", Some(Token(1))),
            (&format!("http://{address}/#K7QM2X"), Some(Token(1))),
            ("http://box:4270/#K7QM2X", None),
        ] {
            let found = seat_on_stopped_server(&line(named), &seats, room).await;
            assert_eq!(found.map(|seat| seat.token), expected, "{named}");
        }
        let other = "ABCDEF".parse().unwrap();
        let found = seat_on_stopped_server(&here, &seats, other).await;
        assert_eq!(found, None, "another's server");
    }

    #[tokio::test]
    async fn a_server_that_was_named_is_not_searched_for() {
        let line = ["enlinea", "--server", "box", "rooms"].map(Into::into);
        let line = crate::args::read(line, &crate::settings::Settings::default());
        let common = line.unwrap().common;
        let urls = server(&common, &KnownServers::nowhere()).await.unwrap();
        assert_eq!(urls, ["ws://box:4270/ws"]);
    }
}
