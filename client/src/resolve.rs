//! Resolves the server of a command: the one that was named, the one on this machine, the only one on the local
//! network, or the one that has the room.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use futures::future::select_ok;
use protocol::id::RoomId;
use protocol::message::{ClientMsg, ServerMsg};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::args::{Common, DEFAULT_PORT, ServerUrl, shown};
use crate::discovery::{self, Found, LISTEN};
use crate::failure::Failure;
use crate::identity::Identity;
use crate::known_servers::KnownServers;
use crate::net::{Link, NetEvent, Settings};
use crate::seats::{SavedSeat, Seats, data_directory};

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
    if is_server_here().await {
        return Ok(vec![ServerUrl::here().to_string()]);
    }
    let only = only_server(on_network(common, known).await?)?;
    Ok(only.urls)
}

/// Returns the addresses of the server that has `room`: the one that was named, or else the one on this machine or on
/// the local network that says so. Notes the keys that servers announce in `known`.
///
/// # Errors
///
/// One line if no server is found, or several are and none has the room.
pub async fn server_with(
    room: RoomId,
    common: &Common,
    known: &KnownServers,
) -> Result<Vec<String>, Failure> {
    if let Some(server) = &common.server {
        return Ok(vec![server.url.to_string()]);
    }
    let here = vec![ServerUrl::here().to_string()];
    let is_here = is_server_here().await;
    if is_here && (common.no_discovery || has_room(here.clone(), room, known).await) {
        return Ok(here);
    }
    let mut found = on_network(common, known).await?;
    if !is_here && found.len() <= 1 {
        return only_server(found).map(|only| only.urls);
    }
    let asked = found.iter().map(|server| server.urls.clone());
    let urls = first_with(room, asked, known).await;
    if is_here {
        found.push(discovery::here());
    }
    urls.ok_or_else(|| {
        let servers = list(&found);
        Failure::failed(say!(
            "hosting-room-nowhere",
            room = room.as_str(),
            servers = servers
        ))
    })
}

/// Asks servers, each of which has several addresses, for a room; returns the addresses of the first that has it.
pub async fn first_with(
    room: RoomId,
    servers: impl IntoIterator<Item = Vec<String>>,
    known: &KnownServers,
) -> Option<Vec<String>> {
    let asked = servers.into_iter().map(|urls| {
        Box::pin(async move {
            let has_room = has_room(urls.clone(), room, known).await;
            has_room.then_some(urls).ok_or(())
        })
    });
    let asked: Vec<_> = asked.collect();
    if asked.is_empty() {
        return None;
    }
    select_ok(asked).await.ok().map(|(urls, _others)| urls)
}

/// Returns true if the server at these addresses says that it has the room.
async fn has_room(urls: Vec<String>, room: RoomId, known: &KnownServers) -> bool {
    let mut settings = Settings::new(urls, None);
    settings.known = known.clone();
    let (link, mut events) = Link::open(settings);
    link.send(ClientMsg::RoomInfo { room });
    let answer = async {
        while let Some(event) = events.recv().await {
            if let NetEvent::Message(message) = event {
                match *message {
                    ServerMsg::RoomInfo { .. } => return true,
                    ServerMsg::Refused { .. } => return false,
                    _ => {}
                }
            }
        }
        false
    };
    timeout(ANSWER, answer).await.unwrap_or_default()
}

/// Time for a server on the network to say whether it has a room: one that is off must not keep the others waiting.
const ANSWER: Duration = Duration::from_secs(3);

/// The servers on the local network, whose keys are noted in `known`.
async fn on_network(common: &Common, known: &KnownServers) -> Result<Vec<Found>, Failure> {
    if common.no_discovery {
        let here = ServerUrl::here().short();
        return Err(Failure::failed(say!("hosting-not-searched", here = here)));
    }
    let found = discovery::find(LISTEN).await.map_err(Failure::failed)?;
    for server in &found {
        server.note_key(known);
    }
    Ok(found)
}

/// True where something accepts connections on the default port of this machine.
pub async fn is_server_here() -> bool {
    let here = SocketAddr::from((Ipv4Addr::LOCALHOST, DEFAULT_PORT));
    matches!(timeout(LOOPBACK, TcpStream::connect(here)).await, Ok(Ok(_)))
}

/// The way back to a saved seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WayBack {
    /// Its server is one that this program started and that does not run now, so that it is to be started again.
    Start(SavedSeat),
    /// Its server is at these addresses.
    Connect(Vec<String>, SavedSeat),
}

/// Returns the way back to the person's seat in `room`, which the code alone leads to: the seat says where its server
/// is, unless the command line does. A server that is a setting comes first, and has no say where it has no seat.
pub async fn way_back(common: &Common, seats: &Seats, room: RoomId) -> Option<WayBack> {
    let named = common.server.as_ref().map(|server| server.url.to_string());
    let named: Vec<String> = named.into_iter().collect();
    if let Some(seat) = seats.saved_seat(&named, room) {
        return Some(way_to(named, seat).await);
    }
    if common.names_server {
        return None;
    }
    let mut all = seats.returnable().into_iter();
    let seat = all.find(|seat| seat.room == room && !seat.servers.is_empty())?;
    Some(way_to(seat.servers.clone(), seat).await)
}

/// Returns the way to the server of the seat, which is at these addresses where it runs.
async fn way_to(urls: Vec<String>, seat: SavedSeat) -> WayBack {
    if cfg!(feature = "host") && seat.hosted && !runs(&seat).await {
        WayBack::Start(seat)
    } else {
        WayBack::Connect(urls, seat)
    }
}

/// True where a server listens at the seat's address on this machine, whether others run it now or another terminal
/// does. An address that cannot be read is none to start a server for.
async fn runs(seat: &SavedSeat) -> bool {
    let url = seat.servers.first().and_then(|url| url.parse().ok());
    let Some(url): Option<ServerUrl> = url else {
        return true;
    };
    let reached = timeout(LOOPBACK, TcpStream::connect(url.authority())).await;
    matches!(reached, Ok(Ok(_)))
}

/// Limit of a connection attempt to this machine: loopback answers in microseconds or is filtered.
const LOOPBACK: Duration = Duration::from_millis(300);

fn only_server(mut found: Vec<Found>) -> Result<Found, Failure> {
    match found.len() {
        1 => Ok(found.remove(0)),
        0 => {
            let here = ServerUrl::here().short();
            Err(Failure::failed(say!("hosting-none-found", here = here)))
        }
        _ => Err(Failure::failed(say!(
            "hosting-several-found",
            servers = list(&found)
        ))),
    }
}

/// Servers with their addresses, for people.
fn list(servers: &[Found]) -> String {
    let server = |server: &Found| {
        let url = server.urls.first().map(String::as_str).unwrap_or_default();
        format!("{} ({})", shown(url), server.name)
    };
    servers.iter().map(server).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use protocol::fingerprint::Fingerprint;

    use super::*;
    use crate::seats::tests::seat_at;

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
        for expected in ["10.0.0.1 (attic)", "cellar", "--server"] {
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

    /// The code led to the server of the settings, to this machine or to one of the network, wherever the seat was; and
    /// a seat on a server of this program could be returned to from the first screen alone.
    #[cfg(feature = "host")]
    #[tokio::test]
    async fn the_code_of_a_room_leads_to_the_server_of_the_seat_unless_another_is_named() {
        use protocol::id::Token;

        let data = tempfile::tempdir().unwrap();
        let (mut seats, _) = Seats::open(Some(data.path().to_path_buf()));
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let url = format!("ws://{address}/ws");
        for (token, hosted, url, room) in [
            (1, true, url.as_str(), "K7QM2X"),
            (2, false, "ws://box:4270/ws", "ABCDEF"),
        ] {
            let seat = SavedSeat {
                hosted,
                listen: hosted.then_some(address),
                ..seat_at(url, room.parse().unwrap(), token)
            };
            seats.remember(seat).unwrap();
            seats.release(Token(token));
        }
        let found = async |setting: Option<&str>, line: &[&str]| {
            let mut settings = crate::args::settings::Settings::default();
            if let Some(server) = setting {
                let file = data.path().join("config.toml");
                std::fs::write(&file, format!("server = {server:?}")).unwrap();
                settings = crate::args::settings::Settings::read(file).unwrap();
            }
            let line = ["enlinea", "join"].iter().chain(line).map(Into::into);
            let line = crate::args::read(line, &settings).unwrap();
            let Some(crate::args::Command::Join(room)) = line.command else {
                unreachable!("it was written");
            };
            way_back(&line.common, &seats, room.room()).await
        };
        let connect = |token, url: &str| Some((token, vec![url.to_owned()]));
        let start = |token| Some((token, Vec::new()));
        let here = format!("http://{address}/#K7QM2X");
        let wss = "wss://box:4270/ws";
        let rows = |runs: bool| {
            let own = if runs { connect(1, &url) } else { start(1) };
            let away = connect(2, "ws://box:4270/ws");
            [
                (None, vec!["K7QM2X"], own.clone()),
                (Some("attic"), vec!["K7QM2X"], own.clone()),
                (Some("attic"), vec![here.as_str()], own),
                (None, vec!["http://box:4270/#K7QM2X"], None),
                (None, vec!["K7QM2X", "--server", "box"], None),
                (None, vec!["ABCDEF"], away.clone()),
                (Some("attic"), vec!["ABCDEF"], away),
                // As much encryption as was asked for.
                (Some(wss), vec!["ABCDEF"], connect(2, wss)),
                (None, vec!["ABCDEF", "--server", "attic"], None),
                (None, vec!["ZZZZZZ"], None),
            ]
        };
        let expect = async |runs: bool| {
            for (setting, line, expected) in rows(runs) {
                let found = match found(setting, &line).await {
                    Some(WayBack::Start(seat)) => Some((seat.token.0, Vec::new())),
                    Some(WayBack::Connect(urls, seat)) => Some((seat.token.0, urls)),
                    None => None,
                };
                assert_eq!(found, expected, "{setting:?} {line:?}, it runs: {runs}");
            }
        };
        expect(true).await;
        drop(listener);
        expect(false).await;
    }

    #[tokio::test]
    async fn a_server_that_was_named_is_not_searched_for() {
        let line = ["enlinea", "--server", "box", "rooms"].map(Into::into);
        let line = crate::args::read(line, &crate::args::settings::Settings::default());
        let common = line.unwrap().common;
        let urls = server(&common, &KnownServers::nowhere()).await.unwrap();
        assert_eq!(urls, ["ws://box:4270/ws"]);
    }
}
