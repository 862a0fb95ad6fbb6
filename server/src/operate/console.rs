//! The host's console: commands of `enlinea-server ctl` to the server that uses the same data directory.
//!
//! ```text
//! ctl -> file `console` in the directory: address, secret -> TCP on loopback -> one line of JSON each way
//! ```
//!
//! TCP, since it is the same on every system: a socket in the directory is not there on Windows, and its path may have
//! 108 bytes at most elsewhere. Other people of the machine reach the port, so a request has a secret of 128 bits,
//! drawn at each start, which only the owner of the file can read.

mod carry_out;
mod command;

use std::io::{self, BufRead as _, BufReader, ErrorKind, Write as _};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{info, warn};

pub use self::command::Command;
use crate::base::own_files;
use crate::base::private;
use crate::base::random::Random;
pub use crate::base::span::Span;
use crate::net::accept::accept_until;
use crate::tournaments::Tournaments;

/// Bytes of a request at most: a line of text for everybody is far shorter.
const REQUEST_LIMIT: u64 = 16 * 1024;

/// Time in which a request must come: it is one line of a program on this machine.
const REQUEST_TIME: Duration = Duration::from_secs(5);

/// Time that a program waits for an answer before it takes the server for stopped; what reads all games may take any.
const ANSWER_TIME: Duration = Duration::from_secs(10);

/// Answer to a command: text for the host, or what is wrong.
pub type Answer = Result<String, String>;

#[derive(Debug, Serialize, Deserialize)]
struct Request {
    /// The secret of the file, in hexadecimal digits.
    secret: String,
    command: Command,
}

/// Error of speaking to a server.
#[derive(Debug, thiserror::Error)]
pub enum ConsoleError {
    /// There is no file of a console.
    #[error("no server with a console uses {}; start one, or name its directory with --data", directory.display())]
    NoServer {
        /// The directory.
        directory: PathBuf,
    },
    /// The server does not answer.
    #[error("the server that used {} does not answer ({problem}); is it running?", directory.display())]
    Silent {
        /// The directory.
        directory: PathBuf,
        /// Message of the system.
        problem: String,
    },
}

/// Sends a command to the server that uses `directory`, and waits for the answer.
///
/// # Errors
///
/// [`ConsoleError`] if there is no such server.
pub fn ask(directory: &Path, command: Command) -> Result<Answer, ConsoleError> {
    let silent = |error: io::Error| ConsoleError::Silent {
        directory: directory.to_owned(),
        problem: error.to_string(),
    };
    let invalid = |problem: &str| io::Error::new(ErrorKind::InvalidData, problem);
    let file = match std::fs::read_to_string(directory.join(own_files::CONSOLE)) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let directory = directory.to_owned();
            return Err(ConsoleError::NoServer { directory });
        }
        Err(error) => return Err(silent(error)),
    };
    let talk = || {
        let (address, secret) = file
            .trim()
            .split_once(' ')
            .ok_or_else(|| invalid("the file of its console is damaged"))?;
        let address: SocketAddr = address.parse().map_err(io::Error::other)?;
        let answer = exchange(address, secret, command, ANSWER_TIME)?;
        serde_json::from_slice(&answer).map_err(|_empty| invalid("it closed the connection"))
    };
    talk().map_err(silent)
}

/// Sends a command, and returns the line that is the answer.
fn exchange(
    address: SocketAddr,
    secret: &str,
    command: Command,
    patience: Duration,
) -> io::Result<Vec<u8>> {
    let mut stream = std::net::TcpStream::connect_timeout(&address, patience)?;
    stream.set_write_timeout(Some(patience))?;
    stream.set_read_timeout((!command.may_take_long()).then_some(patience))?;
    let request = Request {
        secret: secret.to_owned(),
        command,
    };
    let mut line = serde_json::to_vec(&request)?;
    line.push(b'\n');
    stream.write_all(&line)?;
    let mut answer = Vec::new();
    match BufReader::new(stream).read_until(b'\n', &mut answer) {
        Ok(_) => Ok(answer),
        // Systems name it differently.
        Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
            let problem = format!("no answer within {} s", patience.as_secs());
            Err(io::Error::new(ErrorKind::TimedOut, problem))
        }
        Err(error) => Err(error),
    }
}

/// Opens the console of a server that has one, and serves it as one of `tasks` until `stop`. A server whose console
/// cannot be opened runs without it.
pub(crate) async fn start(
    tournaments: &Arc<Tournaments>,
    tasks: &TaskTracker,
    stop: &CancellationToken,
) {
    let shared = tournaments.directory().shared();
    let Some(place) = shared.config.console.clone() else {
        return;
    };
    match Console::open(&place, &shared.random).await {
        Ok(console) => {
            let (tournaments, more, stop) = (Arc::clone(tournaments), tasks.clone(), stop.clone());
            tasks.spawn(console.run(tournaments, more, stop));
        }
        Err(error) => warn!(%error, "the console cannot be opened; start the server again for ctl"),
    }
}

/// The console of a server.
#[derive(Debug)]
struct Console {
    listener: TcpListener,
    file: PathBuf,
    secret: String,
}

impl Console {
    /// Opens a port on loopback, and writes where it is and the secret into `directory`.
    async fn open(directory: &Path, random: &Random) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let secret = format!("{:032x}", random.draw::<u128>());
        let file = directory.join(own_files::CONSOLE);
        let line = format!("{} {secret}\n", listener.local_addr()?);
        let (place, written) = (directory.to_owned(), file.clone());
        // Away from the tasks of the server: the disk may hang.
        let write = tokio::task::spawn_blocking(move || {
            private::create_directory(&place)?;
            private::replace(&written, line.as_bytes())
        });
        write.await??;
        Ok(Self {
            listener,
            file,
            secret,
        })
    }

    /// Answers until `stop`; what takes long goes on as one of `tasks`.
    async fn run(
        mut self,
        tournaments: Arc<Tournaments>,
        tasks: TaskTracker,
        stop: CancellationToken,
    ) {
        let secret: Arc<str> = self.secret.into();
        accept_until(&mut self.listener, "the console", &stop, |stream, _peer| {
            let (tournaments, stop) = (Arc::clone(&tournaments), stop.clone());
            let (secret, more) = (Arc::clone(&secret), tasks.clone());
            tasks.spawn(async move {
                tokio::select! {
                    biased;
                    () = stop.cancelled() => {}
                    served = serve(stream, &secret, &tournaments, &more, &stop) => {
                        if let Err(error) = served {
                            warn!(%error, "a connection to the console broke");
                        }
                    }
                }
            });
        })
        .await;
        // The next server writes its own.
        let _ = std::fs::remove_file(&self.file);
    }
}

async fn serve(
    stream: TcpStream,
    secret: &str,
    tournaments: &Arc<Tournaments>,
    tasks: &TaskTracker,
    stop: &CancellationToken,
) -> io::Result<()> {
    let (read, mut write) = stream.into_split();
    let mut line = String::new();
    let mut read = tokio::io::BufReader::new(read.take(REQUEST_LIMIT));
    timeout(REQUEST_TIME, read.read_line(&mut line)).await??;
    let request: Request = serde_json::from_str(&line)?;
    if !same(&request.secret, secret) {
        return Err(io::Error::new(
            ErrorKind::PermissionDenied,
            "the secret is wrong",
        ));
    }
    info!(command = ?request.command, "the host asks");
    let answer = carry_out::carry_out(tournaments, request.command, tasks, stop).await;
    let mut line = serde_json::to_vec(&answer)?;
    line.push(b'\n');
    write.write_all(&line).await?;
    write.shutdown().await
}

/// Compares secrets in a time that does not depend on where they differ.
fn same(one: &str, other: &str) -> bool {
    let differences = one
        .bytes()
        .zip(other.bytes())
        .fold(0, |all, (one, other)| all | (one ^ other));
    one.len() == other.len() && differences == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;
    use crate::testing;

    #[test]
    fn a_server_that_is_stopped_does_not_keep_whoever_asks() {
        // The system takes connections for it.
        let listener = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = listener.local_addr().unwrap();
        let patience = Duration::from_millis(50);
        let error = exchange(address, "secret", Command::Stats, patience).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TimedOut, "{error}");
    }

    /// Whoever keeps sixteen connections open kept the operator out.
    #[tokio::test(flavor = "multi_thread")]
    async fn the_operator_is_heard_however_many_others_are_connected_and_silent() {
        let data = tempfile::tempdir().unwrap();
        let place = data.path().to_owned();
        let config = Config {
            console: Some(place.clone()),
            ..Config::default()
        };
        let directory = testing::directory(config, crate::store::memory());
        let tournaments = testing::tournaments(&directory);
        let (tasks, stop) = (TaskTracker::new(), CancellationToken::new());
        start(&tournaments, &tasks, &stop).await;
        let file = place.join(own_files::CONSOLE);
        let line = std::fs::read_to_string(&file).unwrap();
        let address: SocketAddr = line.split(' ').next().unwrap().parse().unwrap();
        let mut silent = Vec::new();
        for _ in 0..50 {
            silent.push(TcpStream::connect(address).await.unwrap());
        }
        let asked = tokio::task::spawn_blocking(move || ask(&place, Command::List));
        let answer = asked.await.unwrap().unwrap().unwrap();
        assert!(answer.starts_with("0 rooms"), "{answer}");
        drop(silent);
        stop.cancel();
        tasks.close();
        tasks.wait().await;
        assert!(!file.exists(), "the next server writes its own");
    }

    #[test]
    fn a_secret_is_the_same_in_all_of_its_digits_alone() {
        for (one, other, equal) in [
            ("", "", true),
            ("ab", "ab", true),
            ("ab", "aa", false),
            ("ab", "bb", false),
            ("ab", "a", false),
            ("a", "ab", false),
        ] {
            assert_eq!(same(one, other), equal, "{one} {other}");
        }
    }
}
