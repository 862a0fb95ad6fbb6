//! The programs that are measured: a relay, a peer, or a server with one of its stores.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use tempfile::TempDir;

use super::accounting::Accounting;
use super::client::Speech;
use super::cores::{Cores, stay_on};
use super::peer::{self, Peer};
use super::tls::Certificate;

/// A store that the server is started with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum StoreKind {
    Memory,
    Sqlite,
}

impl StoreKind {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Memory => "memory",
            Self::Sqlite => "sqlite",
        }
    }
}

/// Transport of the connections to a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Transport {
    Plain,
    Tls,
}

/// One program among those that are compared.
#[derive(Clone, Debug)]
pub(crate) struct Contender {
    pub(crate) label: String,
    pub(crate) transport: Transport,
    pub(crate) kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Relay {
        direct: bool,
    },
    Server {
        program: PathBuf,
        /// Place of the build among those on the command line: the others are compared with the first.
        build: usize,
        store: StoreKind,
    },
    Peer {
        peer: Peer,
        /// The file that Node.js runs.
        server: PathBuf,
    },
}

impl Contender {
    pub(crate) fn is_relay(&self) -> bool {
        self.kind == Kind::Relay { direct: false }
    }

    pub(crate) fn store(&self) -> Option<StoreKind> {
        match self.kind {
            Kind::Relay { .. } | Kind::Peer { .. } => None,
            Kind::Server { store, .. } => Some(store),
        }
    }

    pub(crate) fn speech(&self) -> Speech {
        match self.kind {
            Kind::Relay { .. } | Kind::Peer { peer: Peer::Ws, .. } => Speech::Relay,
            Kind::Server { .. } => Speech::Enlinea,
            Kind::Peer {
                peer: Peer::Colyseus,
                ..
            } => Speech::Colyseus,
        }
    }

    /// Starts it on the cores of the measured side. What it stores goes into a directory below `data`.
    pub(crate) fn start(
        &self,
        cores: &Cores,
        data: &Path,
        certificate: &Certificate,
    ) -> Result<Running> {
        let directory = tempfile::Builder::new()
            .prefix("enlinea-load-")
            .tempdir_in(data)
            .with_context(|| format!("cannot make a directory in {}", data.display()))?;
        let certificate = (self.transport == Transport::Tls).then_some(certificate);
        let mut command = match &self.kind {
            Kind::Relay { direct } => relay(*direct, certificate)?,
            Kind::Server { program, store, .. } => {
                server(program, *store, directory.path(), certificate)?
            }
            Kind::Peer { server, .. } => peer::node(server),
        };
        let log = directory.path().join("log");
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(File::create(&log)?);
        let child = start_on(&cores.measured, &mut command)
            .with_context(|| format!("cannot start {}", self.label))?;
        let mut running = Running {
            accounting: Accounting::of(child.id()),
            child,
            address: SocketAddr::from(([127, 0, 0, 1], 0)),
            directory,
        };
        running.address = running.first_line()?;
        Ok(running)
    }
}

/// Starts a program on these cores: a child begins where the thread that starts it runs.
fn start_on(cores: &[usize], command: &mut Command) -> Result<Child> {
    thread::scope(|scope| {
        let starter = scope.spawn(|| {
            stay_on(cores)?;
            command.spawn()
        });
        Ok(starter.join().expect("does not panic")?)
    })
}

/// The command of a relay, which is a job of this program.
fn relay(direct: bool, certificate: Option<&Certificate>) -> Result<Command> {
    let mut command = Command::new(std::env::current_exe()?);
    command.arg("relay");
    if direct {
        command.arg("--direct");
    }
    if let Some(certificate) = certificate {
        command.arg("--certificate").arg(certificate.file());
        command.arg("--key").arg(certificate.key_file());
    }
    Ok(command)
}

/// The command of a server without the limits that a crowd from one address would meet.
fn server(
    program: &Path,
    store: StoreKind,
    directory: &Path,
    certificate: Option<&Certificate>,
) -> Result<Command> {
    let settings = directory.join("settings.toml");
    fs::write(&settings, LIFTED)?;
    let mut command = bare(program);
    command
        .args(["--listen", "127.0.0.1:0", "--name", "load"])
        .args([
            "--no-discovery",
            "--no-exhibition",
            "--store",
            store.as_str(),
        ])
        .arg("--settings")
        .arg(settings)
        .arg("--data")
        .arg(directory);
    match certificate {
        None => command.args(["--tls", "off"]),
        Some(certificate) => command
            .args(["--tls", "required"])
            .arg("--tls-cert")
            .arg(certificate.file())
            .arg("--tls-key")
            .arg(certificate.key_file()),
    };
    Ok(command)
}

/// `program` without the settings that the person has made for their own games.
fn bare(program: &Path) -> Command {
    let mut command = Command::new(program);
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("ENLINEA_") {
            command.env_remove(name);
        }
    }
    command
}

/// Settings without limits that a crowd from one address would meet; but for the searches at once: each has a thread
/// from the start, whose memory would count for the connections'.
const LIFTED: &str = "\
    connections = 1_000_000\n\
    people-per-address = 1_000_000\n\
    messages-per-second = 1_000_000\n\
    rooms = 1_000_000\n\
    # Clients that wait until all are there read nothing meanwhile.\n\
    silence = 600\n";

/// A program that runs, until this is dropped.
#[derive(Debug)]
pub(crate) struct Running {
    child: Child,
    pub(crate) address: SocketAddr,
    pub(crate) accounting: Accounting,
    directory: TempDir,
}

impl Running {
    /// The address in the first line that the program prints.
    fn first_line(&mut self) -> Result<SocketAddr> {
        let output = self.child.stdout.take().expect("piped");
        let mut output = BufReader::new(output);
        let mut line = String::new();
        output.read_line(&mut line)?;
        let address = line
            .trim_end()
            .strip_prefix("listening on ")
            .and_then(|rest| rest.parse().ok());
        let Some(address) = address else {
            bail!("the program does not listen: {line}{}", self.last_words());
        };
        // The rest must be read, or the program would stop at a full pipe.
        thread::spawn(move || std::io::copy(&mut output, &mut std::io::sink()));
        Ok(address)
    }

    /// End of the log, for the report of a failure.
    pub(crate) fn last_words(&self) -> String {
        let log = fs::read_to_string(self.directory.path().join("log")).unwrap_or_default();
        let lines: Vec<_> = log.lines().rev().take(5).collect();
        lines.into_iter().rev().collect::<Vec<_>>().join("\n")
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
