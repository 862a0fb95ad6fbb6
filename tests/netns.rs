//! Machines for real: network namespaces, and a cable from each client's to the server's.
//!
//! ```text
//! cellar 10.77.0.1 ---- veth ---- 10.77.0.2 attic
//! the server                      a client
//!        10.77.1.1 ---- veth ---- 10.77.1.2 garden, where a test needs a third machine
//!                                 a client
//! ```
//!
//! The one place where discovery is tested: in here nobody else's servers are heard, and nobody hears ours.

mod screens;

use std::io::Write;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::binaries::{Ended, Program, binary, code, command, run};
use crate::harness::PATIENCE;

/// Address of the server, seen from the attic.
const CELLAR: &str = "10.77.0.1";

/// A server's machine and those of clients, gone with everything in them when this is dropped.
struct Lan {
    cellar: String,
    /// The machines of clients: the attic, and the garden.
    clients: Vec<String>,
    data: TempDir,
}

/// Runs `ip` with these arguments; the error is its message.
fn ip(arguments: &str) -> Result<(), String> {
    let output = Command::new("ip")
        .args(arguments.split_whitespace())
        .output()
        .map_err(|error| format!("ip {arguments}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let problem = String::from_utf8_lossy(&output.stderr);
    Err(format!("ip {arguments}: {}", problem.trim()))
}

impl Lan {
    /// Two machines, or nothing where this system does not let us make any; that is a failure where
    /// `ENLINEA_REQUIRE_NETNS=1` says that it must.
    fn new() -> Option<Self> {
        Self::with(&["attic"])
    }

    /// The server's machine, and a machine for each of these clients.
    fn with(clients: &[&str]) -> Option<Self> {
        static MADE: AtomicU32 = AtomicU32::new(0);
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let name = format!("enl{}-{number}", std::process::id());
        let lan = Self {
            cellar: format!("{name}-cellar"),
            clients: clients.iter().map(|own| format!("{name}-{own}")).collect(),
            data: tempfile::tempdir().expect("a directory"),
        };
        match lan.wire() {
            Ok(()) => Some(lan),
            Err(problem) => {
                let required =
                    std::env::var_os("ENLINEA_REQUIRE_NETNS").is_some_and(|set| set == "1");
                assert!(!required, "no network namespaces here: {problem}");
                skipped(&problem);
                None
            }
        }
    }

    fn wire(&self) -> Result<(), String> {
        let cellar = &self.cellar;
        ip(&format!("netns add {cellar}"))?;
        ip(&format!("-n {cellar} link set lo up"))?;
        for (number, client) in self.clients.iter().enumerate() {
            ip(&format!("netns add {client}"))?;
            ip(&format!("-n {client} link set lo up"))?;
            // Both ends are made inside: nothing of this is ever seen outside.
            ip(&format!(
                "-n {cellar} link add cable{number} type veth peer name cable netns {client}"
            ))?;
            let ends = [
                (cellar, format!("cable{number}"), 1),
                (client, "cable".into(), 2),
            ];
            for (machine, cable, host) in ends {
                ip(&format!(
                    "-n {machine} address add 10.77.{number}.{host}/24 dev {cable}"
                ))?;
                ip(&format!("-n {machine} link set {cable} up"))?;
            }
            ip(&format!("-n {client} route add 224.0.0.0/4 dev cable"))?;
        }
        ip(&format!("-n {cellar} route add 224.0.0.0/4 dev cable0"))
    }

    /// A program of ours on one of the machines.
    fn on(&self, machine: &str, program: &str, arguments: &[&str]) -> Command {
        let mut command = command("ip");
        command
            .args(["netns", "exec", machine])
            .arg(binary(program))
            .args(arguments)
            .env("ENLINEA_DATA", self.data.path().join(machine));
        command
    }

    /// The server in the cellar, announced to whoever listens.
    fn server(&self) -> Program {
        let arguments = [
            "--no-exhibition",
            "--name",
            "the cellar",
            "--store",
            "memory",
        ];
        let mut server = Program::start(&mut self.on(&self.cellar, "enlinea-server", &arguments));
        server.until(|line| line.starts_with("listening on ") && line.ends_with(":4270"));
        server
    }

    fn client(&self, arguments: &[&str]) -> Command {
        self.on(&self.clients[0], "enlinea", arguments)
    }

    /// Asks until the answer is the wanted one: the network may lose any packet of a search, and people
    /// ask again then.
    fn ask(&self, arguments: &[&str], wanted: impl Fn(&Ended) -> bool) -> Ended {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let answer = run(&mut self.client(arguments));
            if wanted(&answer) {
                return answer;
            }
            assert!(Instant::now() < deadline, "{arguments:?}: {answer:?}");
        }
    }

    fn cable(&self, state: &str) {
        ip(&format!("-n {} link set cable {state}", self.clients[0])).expect("a cable of ours");
    }
}

impl Drop for Lan {
    fn drop(&mut self) {
        for machine in self.clients.iter().chain([&self.cellar]) {
            // What was never made needs no removal.
            let _ = ip(&format!("netns delete {machine}"));
        }
    }
}

/// Prints to standard error directly, past the test harness, which holds back the output of tests that pass:
/// the person who runs them is to know.
fn skipped(problem: &str) {
    let _ = writeln!(
        std::io::stderr(),
        "skipped, no network namespaces here: {problem}"
    );
}

#[test]
fn a_server_on_another_machine_is_found_and_played_on() {
    let Some(lan) = Lan::new() else { return };
    let _server = lan.server();
    let found = lan.ask(&["--plain", "servers"], |answer| !answer.said.is_empty());
    assert_eq!(found.code(), 0, "{found:?}");
    let [line] = &found.said[..] else {
        panic!("one server was expected: {found:?}");
    };
    assert!(line.starts_with("the cellar: "), "{line}");
    assert!(line.contains(CELLAR) && !line.contains("ws://"), "{line}");
    assert!(!line.contains("127.0.0.1"), "{line}");
    let seats = ["--first", "bot:negamax:2", "--second", "bot:minimax:2"];
    let new = [&["--plain", "new"], &seats[..]].concat();
    let game = lan.ask(&new, |answer| answer.code() == 0);
    assert!(
        game.said[0].starts_with("connected to the cellar"),
        "{game:?}"
    );
    assert!(
        game.said.iter().any(|line| line.starts_with("game over: ")),
        "{game:?}"
    );
}

#[test]
fn a_server_on_another_machine_is_reached_by_its_address() {
    let Some(lan) = Lan::new() else { return };
    let _server = lan.server();
    let seats = ["--first", "bot:negamax:2", "--second", "bot:minimax:2"];
    let new = [
        &["--plain", "--server", CELLAR, "--no-discovery", "new"],
        &seats[..],
    ]
    .concat();
    let game = run(&mut lan.client(&new));
    assert_eq!(game.code(), 0, "{game:?}");
}

#[test]
fn where_discovery_is_switched_off_nobody_is_found() {
    let Some(lan) = Lan::new() else { return };
    let _server = lan.server();
    let alone = run(&mut lan.client(&["--plain", "--no-discovery", "rooms"]));
    assert_eq!(alone.code(), 1, "{alone:?}");
    assert!(
        alone.complaint().contains("the network is not searched"),
        "{alone:?}"
    );
}

/// Time either end may take to notice that nothing comes any more, and a little for a busy machine.
const SILENCE: Duration = Duration::from_secs(15 + 10);

#[test]
fn a_player_whose_cable_is_pulled_is_away_and_returns_to_the_seat() {
    let Some(lan) = Lan::new() else { return };
    let _server = lan.server();
    let here = ["--plain", "--server", "127.0.0.1", "new", "--name", "Ana"];
    let mut ana = Program::start(&mut lan.on(&lan.cellar, "enlinea", &here));
    let room = code(&ana.until_begins("room "));
    let there = [
        "--plain", "--server", CELLAR, "join", &room, "--name", "Bruno",
    ];
    let mut bruno = Program::start(&mut lan.client(&there));
    ana.until_begins("your turn");
    ana.say("4");
    bruno.until_begins("1. ");

    lan.cable("down");
    let pulled = Instant::now();
    bruno.until_complains("the connection is lost");
    ana.until(|line| line.contains("Bruno") && line.contains("is away"));
    assert!(pulled.elapsed() < SILENCE, "{:?}", pulled.elapsed());

    lan.cable("up");
    bruno.until_begins("connected again");
    ana.until(|line| line.contains("Bruno") && line.contains("is back"));
    for (ply, column) in (2..).zip("141414".chars()) {
        let mover = if ply % 2 == 1 { &mut ana } else { &mut bruno };
        mover.say(&column.to_string());
        ana.until_begins(&format!("{ply}. "));
        bruno.until_begins(&format!("{ply}. "));
    }
    for mut player in [ana, bruno] {
        player.until_begins("game over: ");
        player.say("leave");
        assert_eq!(player.ended().code(), 0);
    }
}
