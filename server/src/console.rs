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

use std::collections::VecDeque;
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{debug, info, warn};

pub use self::command::{Command, Span};
use crate::accept::accept_until;
use crate::directory::Directory;
use crate::own_files;
use crate::private;
use crate::random::Random;

/// Bytes of a request at most: a line of text for everybody is far shorter.
const REQUEST_LIMIT: u64 = 16 * 1024;

/// Time in which a request must come: it is one line of a program on this machine.
const REQUEST_TIME: Duration = Duration::from_secs(5);

/// Time that a program waits for an answer before it takes the server for stopped. What may take longer is asked for
/// as long as the server answers others.
const ANSWER_TIME: Duration = Duration::from_secs(10);

/// Connections at once that have asked for nothing yet: other people of the machine reach the port, though they do not
/// know the secret. The oldest one gives way to the next.
const CONNECTIONS: usize = 16;

/// Time between tries to open a console: a disk that was full at the start may have room later.
const OPENED_EVERY: Duration = Duration::from_secs(30);

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
    let invalid = |problem: &str| io::Error::new(io::ErrorKind::InvalidData, problem);
    let file = match std::fs::read_to_string(directory.join(own_files::CONSOLE)) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
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
    let may_take_long = command.may_take_long();
    let mut stream = std::net::TcpStream::connect_timeout(&address, patience)?;
    stream.set_write_timeout(Some(patience))?;
    stream.set_read_timeout(Some(patience))?;
    let request = Request {
        secret: secret.to_owned(),
        command,
    };
    let mut line = serde_json::to_vec(&request)?;
    line.push(b'\n');
    stream.write_all(&line)?;
    let mut answer = Vec::new();
    let mut stream = BufReader::new(stream);
    loop {
        match stream.read_until(b'\n', &mut answer) {
            Ok(_) => return Ok(answer),
            Err(error) if is_late(&error) && may_take_long => {
                // Its answer waits for no disk, but for bans that could not be read so far.
                exchange(address, secret, Command::Bans, patience)?;
            }
            Err(error) if is_late(&error) => {
                let seconds = patience.as_secs();
                return Err(io::Error::new(
                    io::ErrorKind::TimedOut,
                    format!("no answer within {seconds} s"),
                ));
            }
            Err(error) => return Err(error),
        }
    }
}

/// Returns true if the error is that nothing came in time; systems name it differently.
fn is_late(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut
    )
}

/// Opens the console of a server that has one, and serves it as one of `tasks` until `stop`. Returns after the first
/// try: one that cannot be opened is tried again.
pub(crate) async fn start(
    directory: &Arc<Directory>,
    tasks: &TaskTracker,
    stop: &CancellationToken,
) {
    let shared = directory.shared();
    let Some(place) = shared.config.console.clone() else {
        return;
    };
    let opened = Console::open(&place, &shared.random).await;
    if let Err(error) = &opened {
        let seconds = OPENED_EVERY.as_secs();
        warn!(%error, "the server runs without its console, which is tried again every {seconds} s");
    }
    let (directory, more, stop) = (Arc::clone(directory), tasks.clone(), stop.clone());
    tasks.spawn(async move {
        let console = match opened {
            Ok(console) => console,
            Err(_later) => tokio::select! {
                biased;
                () = stop.cancelled() => return,
                console = open_later(&place, &directory.shared().random) => console,
            },
        };
        console.run(directory, more, stop).await;
    });
}

/// Opens a console that could not be opened, as soon as it can be.
async fn open_later(place: &Path, random: &Random) -> Console {
    loop {
        sleep(OPENED_EVERY).await;
        match Console::open(place, random).await {
            Ok(console) => {
                info!("the console is open");
                return console;
            }
            Err(error) => debug!(%error, "the console still cannot be opened"),
        }
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
    async fn run(mut self, directory: Arc<Directory>, tasks: TaskTracker, stop: CancellationToken) {
        let secret: Arc<str> = self.secret.into();
        let silent = Silent::default();
        accept_until(&mut self.listener, "the console", &stop, |stream, _peer| {
            let silence = silent.begin(&stop);
            let (directory, stop) = (Arc::clone(&directory), stop.clone());
            let (secret, more) = (Arc::clone(&secret), tasks.clone());
            tasks.spawn(async move {
                tokio::select! {
                    biased;
                    () = stop.cancelled() => {}
                    served = serve(stream, silence, &secret, &directory, &more, &stop) => {
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

/// Connections that have asked for nothing yet, the oldest one at the front.
#[derive(Clone, Debug, Default)]
struct Silent(Arc<Mutex<VecDeque<Arc<CancellationToken>>>>);

/// The silence of a connection, which ends with its request.
#[derive(Debug)]
struct Silence {
    silent: Silent,
    /// Cancelled where it gives way to another one.
    gives_way: Arc<CancellationToken>,
}

impl Silent {
    /// Adds a connection, for which the oldest one gives way if there are too many.
    fn begin(&self, stop: &CancellationToken) -> Silence {
        let gives_way = Arc::new(stop.child_token());
        let mut silent = self.0.lock().expect("no holder panics");
        silent.push_back(Arc::clone(&gives_way));
        if silent.len() > CONNECTIONS
            && let Some(oldest) = silent.pop_front()
        {
            oldest.cancel();
        }
        Silence {
            silent: self.clone(),
            gives_way,
        }
    }
}

impl Drop for Silence {
    fn drop(&mut self) {
        let mut silent = self.silent.0.lock().expect("no holder panics");
        silent.retain(|other| !Arc::ptr_eq(other, &self.gives_way));
    }
}

async fn serve(
    stream: TcpStream,
    silence: Silence,
    secret: &str,
    directory: &Arc<Directory>,
    tasks: &TaskTracker,
    stop: &CancellationToken,
) -> io::Result<()> {
    let (read, mut write) = stream.into_split();
    let mut line = String::new();
    let mut read = tokio::io::BufReader::new(read.take(REQUEST_LIMIT));
    tokio::select! {
        biased;
        asked = timeout(REQUEST_TIME, read.read_line(&mut line)) => drop(asked??),
        () = silence.gives_way.cancelled() => {
            debug!("a connection to the console asks for nothing, and gives way");
            return Ok(());
        }
    }
    drop(silence);
    let request: Request = serde_json::from_str(&line)?;
    if !same(&request.secret, secret) {
        return Err(io::Error::new(
            io::ErrorKind::PermissionDenied,
            "the secret is wrong",
        ));
    }
    info!(command = ?request.command, "the host asks");
    let answer = carry_out::carry_out(directory, request.command, tasks, stop).await;
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

    /// Time without an answer after which a server counts as stopped.
    const PATIENCE: Duration = Duration::from_millis(50);

    /// Takes a request from the next connection.
    fn taken(listener: &std::net::TcpListener) -> (std::net::TcpStream, String) {
        let (stream, _) = listener.accept().unwrap();
        let mut request = String::new();
        BufReader::new(&stream).read_line(&mut request).unwrap();
        (stream, request)
    }

    #[test]
    fn a_server_that_is_stopped_does_not_keep_whoever_asks() {
        // The system takes connections for it.
        let listener = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = listener.local_addr().unwrap();
        for command in [Command::Stats, Command::Check] {
            let error = exchange(address, "secret", command, PATIENCE).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::TimedOut, "{error}");
        }
    }

    /// Those that had to count the games of a slow disk came too late, and a copy that was under way was told as
    /// failed.
    #[test]
    fn what_takes_long_is_waited_for_while_the_server_answers_others() {
        let listener = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = listener.local_addr().unwrap();
        let server = std::thread::spawn(move || {
            let (mut checking, request) = taken(&listener);
            assert!(request.contains("check"), "{request}");
            // It is asked for signs of life while it checks.
            for _ in 0..2 {
                let (mut stream, request) = taken(&listener);
                assert!(request.contains("bans"), "{request}");
                stream.write_all(b"\n").unwrap();
            }
            checking.write_all(b"all is well\n").unwrap();
        });
        let answer = exchange(address, "secret", Command::Check, PATIENCE).unwrap();
        assert_eq!(answer, b"all is well\n");
        server.join().unwrap();
    }

    /// A disk that was full at the start kept a server without a console for good.
    #[tokio::test(start_paused = true)]
    async fn a_console_that_cannot_be_opened_at_the_start_is_opened_later() {
        let above = tempfile::tempdir().unwrap();
        let data = above.path().join("data");
        // In the way of the directory, for every user.
        std::fs::write(&data, "").unwrap();
        let config = Config {
            console: Some(data.clone()),
            ..Config::default()
        };
        let directory = testing::directory(config, crate::store::memory());
        let (tasks, stop) = (TaskTracker::new(), CancellationToken::new());
        start(&directory, &tasks, &stop).await;
        let file = data.join(own_files::CONSOLE);
        sleep(3 * OPENED_EVERY).await;
        assert!(!file.exists());
        std::fs::remove_file(&data).unwrap();
        // Time stands still while it is written.
        sleep(2 * OPENED_EVERY).await;
        assert!(file.exists());
        stop.cancel();
        tasks.close();
        tasks.wait().await;
        assert!(!file.exists(), "the next server writes its own");
    }

    /// Sixteen connections that asked for nothing kept the host out.
    #[tokio::test(flavor = "multi_thread")]
    async fn the_host_is_heard_however_many_others_are_connected_and_silent() {
        let data = tempfile::tempdir().unwrap();
        let place = data.path().to_owned();
        let config = Config {
            console: Some(place.clone()),
            ..Config::default()
        };
        let directory = testing::directory(config, crate::store::memory());
        let (tasks, stop) = (TaskTracker::new(), CancellationToken::new());
        start(&directory, &tasks, &stop).await;
        let file = std::fs::read_to_string(place.join(own_files::CONSOLE)).unwrap();
        let address: SocketAddr = file.split(' ').next().unwrap().parse().unwrap();
        let mut silent = Vec::new();
        for _ in 0..3 * CONNECTIONS {
            silent.push(TcpStream::connect(address).await.unwrap());
        }
        let asked = tokio::task::spawn_blocking(move || ask(&place, Command::List));
        let answer = asked.await.unwrap().unwrap().unwrap();
        assert!(answer.starts_with("0 rooms"), "{answer}");
        drop(silent);
        stop.cancel();
        tasks.close();
        tasks.wait().await;
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
