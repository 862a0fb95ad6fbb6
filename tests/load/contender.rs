//! The programs that are measured: the relay, the server with one of its stores, and Colyseus.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;

use anyhow::{Context, Result, bail};
use tempfile::TempDir;

use super::case::StoreKind;
use super::client::Speech;
use super::machine::{Accounting, Cores, stay_on};
use super::postgres::Database;

/// One program among those that are compared.
#[derive(Clone, Debug)]
pub(crate) struct Contender {
    pub(crate) label: String,
    pub(crate) kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Relay,
    Server {
        program: PathBuf,
        store: StoreKind,
    },
    /// A server with a database of finished games, which a client may be exporting meanwhile.
    History {
        program: PathBuf,
        data: PathBuf,
        is_exported: bool,
    },
    Colyseus {
        /// The file that Node.js runs.
        server: PathBuf,
    },
}

impl Contender {
    pub(crate) fn store(&self) -> Option<StoreKind> {
        match self.kind {
            Kind::Server { store, .. } => Some(store),
            Kind::History { .. } => Some(StoreKind::Sqlite),
            Kind::Relay | Kind::Colyseus { .. } => None,
        }
    }

    pub(crate) fn speech(&self) -> Speech {
        match self.kind {
            Kind::Relay => Speech::Relay,
            Kind::Server { .. } | Kind::History { .. } => Speech::Enlinea,
            Kind::Colyseus { .. } => Speech::Colyseus,
        }
    }

    /// Returns true if its servers need `PostgreSQL`.
    pub(crate) fn is_shared(&self) -> bool {
        self.store().is_some_and(StoreKind::is_shared)
    }

    /// Starts it on the cores of the measured side. What it stores goes into a directory below `data`, or into the
    /// database.
    pub(crate) fn start(
        &self,
        cores: &Cores,
        data: &Path,
        database: Option<&Database>,
    ) -> Result<Running> {
        let directory = tempfile::Builder::new()
            .prefix("enlinea-load-")
            .tempdir_in(data)
            .with_context(|| format!("cannot make a directory in {}", data.display()))?;
        let commands = match &self.kind {
            Kind::Relay => {
                let mut command = Command::new(std::env::current_exe()?);
                command.arg("relay");
                vec![command]
            }
            Kind::Server { program, store } => {
                let url = database.map_or_else(|| store.as_str().to_owned(), Database::url);
                let servers = if *store == StoreKind::Postgres3 { 3 } else { 1 };
                (0..servers)
                    .map(|number| server(program, &url, &directory.path().join(number.to_string())))
                    .collect::<Result<_>>()?
            }
            Kind::History { program, data, .. } => {
                vec![server(program, StoreKind::Sqlite.as_str(), data)?]
            }
            Kind::Colyseus { server } => {
                let mut command = Command::new("node");
                command.arg(server).env("NODE_ENV", "production");
                vec![command]
            }
        };
        let mut running = Running {
            accounting: Accounting::of([]),
            children: Vec::new(),
            addresses: Vec::new(),
            directory,
        };
        for mut command in commands {
            let log = File::options()
                .create(true)
                .append(true)
                .open(running.log())?;
            command
                .stdin(Stdio::null())
                .stdout(Stdio::piped())
                .stderr(log);
            let child = start_on(&cores.measured, &mut command)
                .with_context(|| format!("cannot start {}", self.label))?;
            running.children.push(child);
            let address = running.first_line()?;
            running.addresses.push(address);
        }
        running.accounting = Accounting::of(running.children.iter().map(Child::id));
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

/// The settings that are raised: what may be had at once, the messages of a connection, and the silence, since clients
/// that wait until all are there read nothing meanwhile. Limits of an address are met by nobody, since each table and
/// each spectator comes from another one.
const RAISED: &str = "\
    connections = 1_000_000\n\
    messages-per-second = 1_000_000\n\
    rooms = 1_000_000\n\
    silence = 600\n";

fn server(program: &Path, store: &str, directory: &Path) -> Result<Command> {
    fs::create_dir_all(directory)?;
    let settings = directory.join("settings.toml");
    fs::write(&settings, RAISED)?;
    let mut command = Command::new(program);
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("ENLINEA_") {
            command.env_remove(name);
        }
    }
    command
        .args(["--listen", "127.0.0.1:0", "--name", "load", "--tls", "off"])
        .args(["--no-discovery", "--no-exhibition"])
        .args(["--store", store])
        .arg("--settings")
        .arg(settings)
        .arg("--data")
        .arg(directory);
    if store.starts_with("postgres:") {
        // No client is sent to another server.
        command.args(["--advertise", "ws://load.test"]);
    }
    Ok(command)
}

/// Installs Colyseus below `directory`, unless it is there, and returns the file of its server. npm takes the exact
/// versions of the list.
pub(crate) fn install_colyseus(directory: &Path) -> Result<PathBuf> {
    const PACKAGES: &str = include_str!("colyseus/package.json");
    fs::create_dir_all(directory)
        .with_context(|| format!("cannot make a directory {}", directory.display()))?;
    let list = directory.join("package.json");
    let is_there = directory.join("node_modules").is_dir()
        && fs::read_to_string(&list).is_ok_and(|list| list == PACKAGES);
    let server = directory.join("server.js");
    fs::write(&server, include_str!("colyseus/server.js"))?;
    if is_there {
        return Ok(server);
    }
    fs::write(&list, PACKAGES)?;
    let mut npm = Command::new("npm");
    npm.args(["install", "--no-package-lock", "--ignore-scripts"])
        .args(["--no-audit", "--no-fund", "--loglevel=error"])
        .current_dir(directory)
        .stdin(Stdio::null())
        .stdout(Stdio::null());
    if !npm
        .status()
        .context("cannot start npm, of Node.js")?
        .success()
    {
        // Half of it would count as all the next time.
        fs::remove_file(&list)?;
        bail!("npm cannot install what is listed in {}", list.display());
    }
    Ok(server)
}

/// Programs that run, until this is dropped.
#[derive(Debug)]
pub(crate) struct Running {
    children: Vec<Child>,
    pub(crate) addresses: Vec<SocketAddr>,
    pub(crate) accounting: Accounting,
    directory: TempDir,
}

impl Running {
    /// The address in the first line that the last program prints.
    fn first_line(&mut self) -> Result<SocketAddr> {
        let child = self.children.last_mut().expect("is started");
        let output = child.stdout.take().expect("piped");
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

    fn log(&self) -> PathBuf {
        self.directory.path().join("log")
    }

    /// End of the log, for the report of a failure.
    pub(crate) fn last_words(&self) -> String {
        let log = fs::read_to_string(self.log()).unwrap_or_default();
        let lines: Vec<_> = log.lines().rev().take(5).collect();
        lines.into_iter().rev().collect::<Vec<_>>().join("\n")
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        for child in &mut self.children {
            // It may have ended by itself.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
