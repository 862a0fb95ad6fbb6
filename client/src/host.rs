//! Serving from inside the client: `host`, `demo` and a bot from the first screen.
//!
//! The server is the same as the program `enlinea-server`, and is spoken to over loopback like any other:
//! there is no second way to play.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use protocol::fingerprint::Fingerprint;
use protocol::millis::Millis;
use server::store::{self, OpenError};
use server::{Config, Encryption, Env, Identity};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::failure::Failure;
use crate::seats::Seats;
use crate::text::plain;

/// The settings of a server inside this program.
#[derive(Clone, Debug)]
pub struct Options {
    /// The address to listen on; port 0 takes any free port.
    pub listen: SocketAddr,
    /// The directory of the database; games are kept in memory without it.
    pub keep: Option<PathBuf>,
    /// The time for which games that ended are kept; none keeps them for ever.
    pub ended: Option<Millis>,
    /// The directory of the server's key and of the bans; TLS is not offered without it, and nobody is banned.
    pub key: Option<PathBuf>,
    /// The name of the server.
    pub name: String,
    /// Announces the server on the local network.
    pub discovery: bool,
    /// Opens a room where two bots play for spectators.
    pub exhibition: bool,
}

impl Options {
    /// The settings for this client alone: a free port of loopback, in memory, unannounced.
    pub fn private() -> Self {
        Self {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            keep: None,
            ended: None,
            key: None,
            name: say!("hosting-this-machine"),
            discovery: false,
            exhibition: false,
        }
    }
}

/// The name by which others know a server of this person: theirs, and the machine's. That of a nameless person keeps
/// the name that it had when their saved seat there was taken.
pub fn announced_name(person: Option<&str>, seats: &Seats) -> String {
    let machine = server::machine_name();
    let person = person.map(|name| plain(name).trim().to_owned());
    let before = || seats.hosted()?.announced;
    match (person.filter(|name| !name.is_empty()), machine) {
        (Some(person), Some(machine)) => say!("hosting-name", person = person, machine = machine),
        (Some(person), None) => person,
        (None, machine) => before().or(machine).unwrap_or_else(|| "enlinea".to_owned()),
    }
}

/// The bots of a server inside this program.
pub fn bots() -> Vec<protocol::view::BotOffer> {
    server::built_in_bots()
}

/// Those of them that play `game`, with their strength there, the weakest first.
pub fn bots_for(game: protocol::rules::Variant) -> Vec<protocol::view::BotOffer> {
    server::built_in_bots_for(game)
}

/// A server inside this program. It stops when this is dropped; [`shut_down`](Self::shut_down) waits for it.
#[derive(Debug)]
pub struct Hosted {
    /// Its name for others.
    pub name: String,
    /// The address that it listens on.
    pub listen: SocketAddr,
    /// Its URL for this program.
    pub url: String,
    /// Its URLs for others, the likeliest to work first.
    pub urls: Vec<String>,
    /// The fingerprint of its key, where it offers TLS.
    pub key: Option<Fingerprint>,
    stop: oneshot::Sender<()>,
    task: JoinHandle<Result<(), server::Error>>,
}

impl Hosted {
    /// Says goodbye to every client, writes every game and stops.
    ///
    /// # Errors
    ///
    /// The error of the server.
    pub async fn shut_down(self) -> Result<(), Failure> {
        drop(self.stop);
        match self.task.await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => {
                let problem = error.to_string();
                Err(Failure::failed(say!("hosting-stopped", problem = problem)))
            }
            Err(error) => {
                let problem = error.to_string();
                Err(Failure::failed(say!(
                    "hosting-broke-down",
                    problem = problem
                )))
            }
        }
    }
}

/// The reason why a server was not started.
#[derive(Debug)]
pub enum NotServing {
    /// Something else listens on the address.
    Taken(SocketAddr),
    /// The games cannot be opened.
    Unopened(OpenError),
    /// Something did not work.
    Failed(Failure),
}

impl From<NotServing> for Failure {
    fn from(problem: NotServing) -> Self {
        match problem {
            NotServing::Taken(address) => {
                cannot_listen(address, &std::io::ErrorKind::AddrInUse.into())
            }
            NotServing::Unopened(problem) => Failure::failed(problem.to_string()),
            NotServing::Failed(failure) => failure,
        }
    }
}

/// Serves in this program until the [`Hosted`] is dropped.
///
/// # Errors
///
/// [`NotServing`], where the address cannot be listened on or the games cannot be kept.
pub async fn serve(options: Options) -> Result<Hosted, NotServing> {
    let failed = |problem: String| NotServing::Failed(Failure::failed(problem));
    let store = match &options.keep {
        None => store::memory(),
        Some(directory) => store::sqlite(directory).map_err(NotServing::Unopened)?,
    };
    let encryption = match &options.key {
        None => Encryption::Off,
        Some(directory) => Identity::kept_in(directory)
            .map(Encryption::Optional)
            .map_err(|error| failed(error.to_string()))?,
    };
    let key = encryption.identity().map(Identity::fingerprint);
    let (listener, address) = server::listen(options.listen)
        .and_then(|listener| {
            let address = listener.local_addr()?;
            Ok((listener, address))
        })
        .map_err(|error| match error.kind() {
            std::io::ErrorKind::AddrInUse => NotServing::Taken(options.listen),
            _ => NotServing::Failed(cannot_listen(options.listen, &error)),
        })?;
    let config = Config {
        name: options.name.clone(),
        encryption,
        bans: options.key.clone(),
        discovery: options.discovery,
        exhibition: options.exhibition,
        keep: options.ended,
        ..Config::default()
    };
    let (stop, stopped) = oneshot::channel::<()>();
    let shutdown = async move {
        // Nothing is ever sent: the end of the sender is the signal.
        let _ = stopped.await;
    };
    Ok(Hosted {
        name: options.name,
        listen: address,
        url: own_url(address),
        urls: server::lan_urls(address, false),
        key,
        stop,
        task: tokio::spawn(server::serve(
            Env::real(listener),
            config,
            store,
            Box::pin(shutdown),
        )),
    })
}

fn cannot_listen(address: SocketAddr, error: &std::io::Error) -> Failure {
    Failure::failed(say!(
        "hosting-cannot-listen",
        address = address.to_string(),
        problem = error.to_string()
    ))
}

/// The URL by which this program reaches a server that listens on `address`.
fn own_url(address: SocketAddr) -> String {
    let ip = match address.ip() {
        ip if !ip.is_unspecified() => ip,
        // `[::]` hears IPv4 too, and there are machines that have it but no `[::1]`.
        _ => Ipv4Addr::LOCALHOST.into(),
    };
    let mut reached = address;
    reached.set_ip(ip);
    // The zone of an address of one link, as a URL has it.
    format!("ws://{}/ws", reached.to_string().replace('%', "%25"))
}

#[cfg(test)]
mod tests {
    use protocol::id::Token;
    use tokio::net::TcpListener;

    use super::*;
    use crate::seats::SavedSeat;
    use crate::seats::tests::seat_at;

    #[test]
    fn a_server_on_every_address_is_reached_over_loopback() {
        for (address, expected) in [
            ("0.0.0.0:4270", "ws://127.0.0.1:4270/ws"),
            ("[::]:4270", "ws://127.0.0.1:4270/ws"),
            ("192.168.1.5:80", "ws://192.168.1.5:80/ws"),
            ("[fe80::1%3]:80", "ws://[fe80::1%253]:80/ws"),
        ] {
            assert_eq!(own_url(address.parse().unwrap()), expected);
        }
    }

    #[test]
    fn the_announced_name_is_that_of_the_person_and_the_machine() {
        let (seats, _) = Seats::open(None);
        let [ana, nobody] = [Some("Ana"), None].map(|person| announced_name(person, &seats));
        assert!(ana.starts_with("Ana"), "{ana}");
        assert_ne!(ana, nobody);
        assert_eq!(announced_name(Some(" "), &seats), nobody);
        assert!(!nobody.is_empty() && nobody != "this machine", "{nobody}");
    }

    /// Friends who looked for "Ana on vm" found "vm".
    #[test]
    fn a_server_that_starts_again_for_a_seat_has_the_name_that_others_know() {
        let data = tempfile::tempdir().unwrap();
        let (mut seats, _) = Seats::open(Some(data.path().to_owned()));
        let known = announced_name(Some("Ana"), &seats);
        let token = Token(1);
        let seat = SavedSeat {
            hosted: true,
            announced: Some(known.clone()),
            ..seat_at("ws://127.0.0.1:4270/ws", "K7QM2X".parse().unwrap(), token.0)
        };
        seats.remember(seat).unwrap();
        seats.release(token);
        assert_eq!(announced_name(None, &seats), known);
        assert!(announced_name(Some("Bo"), &seats).starts_with("Bo"));
        seats.forget(token, None).unwrap();
        assert_ne!(announced_name(None, &seats), known);
    }

    #[tokio::test]
    async fn an_address_in_use_is_named_with_the_way_out() {
        let taken = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let options = Options {
            listen: taken.local_addr().unwrap(),
            ..Options::private()
        };
        let problem = serve(options).await.unwrap_err();
        assert!(matches!(problem, NotServing::Taken(_)), "{problem:?}");
        let failure = Failure::from(problem).to_string();
        assert!(failure.contains("--listen"), "{failure}");
    }
}
