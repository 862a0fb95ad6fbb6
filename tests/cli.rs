//! The real programs as scripts use them: flags, pipes, exit statuses and signals.

mod hosting;
mod server_program;

use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, TcpStream};
use std::path::Path;

use protocol::codec::{Encoding, Message as _};
use protocol::message::{RoomEvent, ServerMsg};
use protocol::square::Square;
use tempfile::TempDir;

use crate::binaries::{Program, ServerProcess, code, command, enlinea, run, server};
use crate::harness::event_of;

fn directory() -> TempDir {
    tempfile::tempdir().expect("a directory")
}

/// The arguments that every client of `server` has, with more behind.
fn at<'a>(url: &'a str, mode: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&[mode, "--server", url], more].concat()
}

/// Two people at a table, each a program with its own data.
struct Pair {
    first: Program,
    second: Program,
    room: String,
    data: [TempDir; 2],
}

impl Pair {
    fn at(url: &str) -> Self {
        let data = [directory(), directory()];
        let [ana, bruno] = data.each_ref().map(TempDir::path);
        let seats = ["new", "--first", "me", "--second", "open", "--name", "Ana"];
        let mut first = Program::start(&mut enlinea(ana, &at(url, "--plain", &seats)));
        let room = code(&first.until_begins("room "));
        let join = ["join", &room, "--name", "Bruno"];
        let mut second = Program::start(&mut enlinea(bruno, &at(url, "--plain", &join)));
        first.until_begins("your turn");
        second.until_begins("room ");
        Self {
            first,
            second,
            room,
            data,
        }
    }

    /// Plays the columns in turn from ply `from` on; both see each ply before the next is typed.
    fn play(&mut self, from: usize, columns: &str) {
        for (ply, column) in (from..).zip(columns.chars()) {
            let mover = if ply % 2 == 1 {
                &mut self.first
            } else {
                &mut self.second
            };
            mover.say(&column.to_string());
            self.both_see(&format!("{ply}. "));
        }
    }

    fn both_see(&mut self, beginning: &str) -> [String; 2] {
        [&mut self.first, &mut self.second].map(|program| program.until_begins(beginning))
    }

    /// Both are told this of the connection, on standard error.
    #[cfg(unix)]
    fn both_are_told(&mut self, text: &str) {
        for program in [&mut self.first, &mut self.second] {
            program.until_complains(text);
        }
    }

    /// Ana has won with four in column 4: both are told, and both leave.
    fn first_has_won(mut self) {
        let [winner, loser] = self.both_see("game over: ");
        assert!(winner.contains("you win"), "{winner}");
        assert!(loser.contains("first (Ana) wins with"), "{loser}");
        for mut program in [self.first, self.second] {
            program.say("leave");
            assert_eq!(program.ended().code(), 0);
        }
    }
}

#[test]
fn a_whole_game_may_be_written_in_advance() {
    let data = directory();
    let server = ServerProcess::start(data.path());
    let mut pair = Pair::at(&server.url());
    for _ in 0..4 {
        pair.first.say("4");
    }
    for _ in 0..3 {
        pair.second.say("1");
    }
    pair.first_has_won();
}

#[test]
fn who_leaves_by_the_end_of_input_comes_back_to_the_seat_by_the_code() {
    let data = directory();
    let server = ServerProcess::start(data.path());
    let url = server.url();
    let mut pair = Pair::at(&url);
    pair.play(1, "41");
    pair.first.say_no_more();
    assert_eq!(pair.first.ended().code(), 0);
    pair.second.until_begins("first (Ana) is away");
    // As the program said it: where the server is, the seat knows.
    let join = ["--plain", "join", &pair.room, "--name", "Ana"];
    pair.first = Program::start(&mut enlinea(pair.data[0].path(), &join));
    pair.second.until_begins("first (Ana) is back");
    pair.play(3, "41414");
    pair.first_has_won();
}

#[test]
fn two_who_want_the_same_game_meet() {
    let data = directory();
    let server = ServerProcess::start(data.path());
    let url = server.url();
    let homes = [directory(), directory()];
    let mut players = homes.each_ref().map(|home| {
        let quick = ["quick", "--game", "gomoku-15"];
        Program::start(&mut enlinea(home.path(), &at(&url, "--plain", &quick)))
    });
    let games = players
        .each_mut()
        .map(|player| player.until_begins("room "));
    assert_eq!(games[0], games[1]);
    assert!(games[0].contains("Gomoku"), "{games:?}");
}

#[test]
fn a_match_between_bots_is_watched_to_its_end() {
    let data = directory();
    let server = ServerProcess::start(data.path());
    let seats = [
        "new",
        "--first",
        "bot:negamax:2",
        "--second",
        "bot:minimax:2",
    ];
    let url = server.url();
    let text = run(&mut enlinea(data.path(), &at(&url, "--plain", &seats)));
    assert_eq!(text.code(), 0, "{text:?}");
    assert!(
        text.said.iter().any(|line| line.starts_with("game over: ")),
        "{text:?}"
    );
    let json = run(&mut enlinea(data.path(), &at(&url, "--json", &seats)));
    assert_eq!(json.code(), 0, "{json:?}");
    let mut messages = json.said.iter().map(|line| message(line));
    let over = messages.any(|message| matches!(event_of(&message), Some(RoomEvent::Over { .. })));
    assert!(over, "{json:?}");
}

fn message(line: &str) -> ServerMsg {
    ServerMsg::decode(Encoding::Json, line.as_bytes())
        .unwrap_or_else(|error| panic!("{line} is no message: {error}"))
}

/// The plies of a match that is seen through `--json`.
fn plies(url: &str, data: &Path, bot: &str, seed: &str) -> Vec<Square> {
    let seats = ["new", "--first", bot, "--second", bot, "--seed", seed];
    let seen = run(&mut enlinea(data, &at(url, "--json", &seats)));
    assert_eq!(seen.code(), 0, "{seen:?}");
    let mut plies = Vec::new();
    for line in &seen.said {
        match message(line) {
            ServerMsg::Joined { snapshot, .. } => {
                plies = snapshot.plies.iter().map(|made| made.square).collect();
            }
            ServerMsg::Event {
                event: RoomEvent::Moved { made, .. },
                ..
            } => plies.push(made.square),
            _ => {}
        }
    }
    assert!(plies.len() >= 7, "{seen:?}");
    plies
}

#[test]
fn the_same_seed_gives_the_same_game_and_another_seed_another() {
    let data = directory();
    let server = ServerProcess::start(data.path());
    let url = server.url();
    for bot in [
        "bot:random",
        "bot:negamax:2",
        "bot:minimax:easy,temperature=50",
    ] {
        let [game, again, other] = ["7", "7", "8"].map(|seed| plies(&url, data.path(), bot, seed));
        assert_eq!(game, again, "{bot}");
        assert_ne!(game, other, "{bot}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_list_that_cannot_be_written_is_a_failure() {
    let data = directory();
    let server = ServerProcess::start(data.path());
    let url = server.url();
    for list in ["bots", "rooms"] {
        let full = std::fs::File::options()
            .write(true)
            .open("/dev/full")
            .expect("Linux has it");
        let mut command = enlinea(data.path(), &["--server", &url, list]);
        let status = command.stdout(full).status().expect("runs");
        assert_eq!(status.code(), Some(1), "{list}");
    }
}

#[test]
fn rooms_and_bots_are_listed() {
    let data = directory();
    let server = ServerProcess::start(data.path());
    let url = server.url();
    let ana = directory();
    let mut new = Program::start(&mut enlinea(ana.path(), &at(&url, "--plain", &["new"])));
    let room = code(&new.until_begins("room "));
    // Whoever names a server and no command sees its rooms, too.
    for list in [&["rooms"][..], &[]] {
        let rooms = run(enlinea(data.path(), &["--server", &url]).args(list));
        assert_eq!(rooms.code(), 0);
        let line = rooms.said.iter().find(|line| line.starts_with(&room));
        let line = line.unwrap_or_else(|| panic!("{room} is not in {rooms:?}"));
        assert!(line.contains("Connect Four"), "{line}");
    }
    let bots = run(&mut enlinea(data.path(), &["--server", &url, "bots"]));
    assert_eq!(bots.code(), 0);
    for kind in ["negamax", "minimax", "lines", "priority", "random"] {
        let beginning = format!("bot:{kind}: ");
        assert!(
            bots.said.iter().any(|line| line.starts_with(&beginning)),
            "{kind}: {bots:?}"
        );
    }
    let board = ["bots", "--game", "custom:9x9x8:free"];
    let bots = run(enlinea(data.path(), &["--server", &url]).args(board));
    assert_eq!(bots.code(), 0);
    let kinds = bots.said.iter().filter_map(|line| line.split(": ").next());
    assert_eq!(kinds.collect::<Vec<_>>(), ["bot:random", "bot:priority"]);
    assert!(
        !bots.said.concat().contains("Elo"),
        "not measured: {bots:?}"
    );
    let measured = ["bots", "--game", "connect-four"];
    let bots = run(enlinea(data.path(), &["--server", &url]).args(measured));
    for (kind, strength) in [
        ("random", "Elo over random: 0;"),
        ("level", "Elo over random: level1 "),
    ] {
        let beginning = format!("bot:{kind}: ");
        let line = bots.said.iter().find(|line| line.starts_with(&beginning));
        let line = format!("{};", line.unwrap_or_else(|| panic!("{kind}: {bots:?}")));
        assert!(line.contains(strength), "{line}");
    }
}

#[test]
fn what_cannot_be_done_is_an_error_and_an_exit_status() {
    let data = directory();
    let server = ServerProcess::start(data.path());
    let url = server.url();
    // Nothing listens where a listener was a moment ago and is gone.
    let nowhere = std::net::TcpListener::bind("127.0.0.1:0")
        .and_then(|listener| listener.local_addr())
        .expect("a free port")
        .to_string();
    for (status, arguments, expected) in [
        (3, at(&url, "--plain", &["join", "ZZZZZZ"]), "ZZZZZZ"),
        (3, at(&url, "--json", &["watch", "ZZZZZZ"]), "ZZZZZZ"),
        (1, at(&nowhere, "--plain", &["rooms"]), "--server"),
        (1, at(&nowhere, "--plain", &[]), "--server"),
        (2, vec!["dance"], "dance"),
        (2, vec!["--plain", "--json", "demo"], "--json"),
        (2, at(&url, "--plain", &["join", "ZZ"]), "ZZ"),
        (
            2,
            at(&url, "--plain", &["new", "--first", "me", "--second", "me"]),
            "--second",
        ),
    ] {
        let ended = run(&mut enlinea(data.path(), &arguments));
        assert_eq!(ended.code(), status, "{arguments:?}: {ended:?}");
        // What is wrong with the command line is said with its usage.
        if status != 2 {
            assert!(ended.complaint().starts_with("enlinea: "), "{ended:?}");
        }
        assert!(ended.complaints.contains(expected), "{ended:?}");
    }
}

#[test]
fn without_a_terminal_the_program_says_what_to_write_instead() {
    let data = directory();
    let refused = run(&mut enlinea(data.path(), &[]));
    assert_eq!(refused.code(), 2, "{refused:?}");
    assert!(
        refused.complaint().contains("or --plain for lines of text"),
        "{refused:?}"
    );
    let ended = run(&mut enlinea(data.path(), &["--plain", "demo"]));
    assert_eq!(ended.code(), 0, "{ended:?}");
    assert!(
        ended
            .said
            .iter()
            .any(|line| line.starts_with("game over: ")),
        "{ended:?}"
    );
}

#[test]
fn two_servers_do_not_share_a_directory() {
    let data = directory();
    let _running = ServerProcess::start(data.path());
    let refused = run(&mut server("127.0.0.1:0", data.path()));
    assert_eq!(refused.code(), 1, "{refused:?}");
    let complaint = refused.complaint();
    assert!(complaint.contains("another server uses"), "{complaint}");
    assert!(complaint.contains("--data"), "{complaint}");
}

#[cfg(unix)]
mod signals {
    use std::time::{Duration, Instant};

    use super::*;

    /// Time a server may take to tell everyone and to write everything, and a little for a busy machine.
    const LEAVES_WITHIN: Duration = Duration::from_secs(5 + 2);

    #[test]
    fn a_server_that_is_stopped_in_mid_game_and_started_again_loses_nothing() {
        let data = directory();
        let server = ServerProcess::start(data.path());
        let mut pair = Pair::at(&server.url());
        pair.play(1, "414");
        let address = server.address.to_string();
        let told = Instant::now();
        server.program.terminate();
        assert_eq!(server.program.ended().code(), 0);
        assert!(told.elapsed() < LEAVES_WITHIN, "{:?}", told.elapsed());
        pair.both_are_told("the connection is lost");
        let _again = ServerProcess::at(&address, data.path());
        pair.both_see("connected again");
        pair.play(4, "1414");
        pair.first_has_won();
    }

    #[test]
    fn a_client_that_is_told_to_end_keeps_its_seat() {
        let data = directory();
        let server = ServerProcess::start(data.path());
        let url = server.url();
        let mut pair = Pair::at(&url);
        pair.play(1, "41");
        pair.first.terminate();
        let ended = pair.first.ended();
        assert_eq!(ended.code(), 130, "{ended:?}");
        assert!(ended.complaint().contains("enlinea join"), "{ended:?}");
        pair.second.until_begins("first (Ana) is away");
        let join = at(&url, "--plain", &["join", &pair.room, "--name", "Ana"]);
        pair.first = Program::start(&mut enlinea(pair.data[0].path(), &join));
        pair.play(3, "41414");
        pair.first_has_won();
    }

    /// It ended by the signal, with nothing said of the seat.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_client_ends_with_its_terminal_as_if_told_to_unless_it_was_started_to_outlive_it() {
        let data = directory();
        let server = ServerProcess::start(data.path());
        let url = server.url();
        let new = at(&url, "--plain", &["new", "--second", "bot:random"]);
        let client = enlinea(data.path(), &new);
        let mut outliving = command("sh");
        outliving
            .args(["-c", "trap '' HUP && exec \"$0\" \"$@\""])
            .arg(client.get_program())
            .args(client.get_args());
        for (name, value) in client.get_envs() {
            outliving.env(name, value.unwrap_or_default());
        }
        let mut outliving = Program::start(&mut outliving);
        outliving.until_begins("your turn");
        outliving.signal(rustix::process::Signal::HUP);
        outliving.say("clocks");
        outliving.until_begins("nobody has a clock");
        outliving.say("resign");
        outliving.say("leave");
        assert_eq!(outliving.ended().code(), 0);

        let status = std::fs::read_to_string("/proc/self/status").unwrap();
        let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        if ignored.is_some_and(|bits| bits.ends_with(['1', '3', '5', '7', '9', 'b', 'd', 'f'])) {
            // The tests were started to outlive their terminal, and so is what they start.
            return;
        }
        let mut client = Program::start(&mut enlinea(data.path(), &new));
        client.until_begins("your turn");
        client.signal(rustix::process::Signal::HUP);
        let ended = client.ended();
        assert_eq!(ended.code(), 130, "{ended:?}");
        assert!(ended.complaint().contains("enlinea join"), "{ended:?}");
    }

    #[test]
    fn a_server_that_does_not_come_back_is_a_lost_connection() {
        let data = directory();
        let server = ServerProcess::start(data.path());
        let url = server.url();
        let new = ["new", "--patience", "1"];
        let mut client = Program::start(&mut enlinea(data.path(), &at(&url, "--json", &new)));
        client.until(|line| matches!(message(line), ServerMsg::Joined { .. }));
        drop(server);
        let ended = client.ended();
        assert_eq!(ended.code(), 4, "{ended:?}");
    }
}

/// The status line of the answer to a request for `/healthz`.
fn health(ip: impl Into<IpAddr>, port: u16) -> std::io::Result<String> {
    let mut stream = TcpStream::connect((ip.into(), port))?;
    stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer.lines().next().unwrap_or_default().to_owned())
}

#[test]
#[expect(clippy::print_stderr, reason = "a skip is to be seen")]
fn a_server_on_the_default_address_is_reached_over_ipv4_and_ipv6() {
    let data = directory();
    let any_port = server::DEFAULT_LISTEN.replace(":4270", ":0");
    let server = ServerProcess::at(&any_port, data.path());
    let port = server.address.port();
    let answer = health(Ipv4Addr::LOCALHOST, port).expect("IPv4 is listened to");
    assert_eq!(answer, "HTTP/1.1 200 OK");
    if std::net::TcpListener::bind((Ipv6Addr::LOCALHOST, 0)).is_err() {
        eprintln!("skipped: this machine has no [::1]");
        return;
    }
    let answer = health(Ipv6Addr::LOCALHOST, port).expect("IPv6 is listened to");
    assert_eq!(answer, "HTTP/1.1 200 OK");
}

/// It had "1 game, so there is no game 2".
#[test]
fn an_empty_file_is_empty_whichever_of_its_games_is_asked_for() {
    let data = directory();
    let file = data.path().join("empty.txt");
    std::fs::write(&file, "").unwrap();
    let file = file.to_str().unwrap();
    for number in ["1", "2"] {
        let arguments = ["replay", "--plain", "--number", number, file];
        let ended = run(&mut enlinea(data.path(), &arguments));
        assert_eq!(ended.code(), 1, "{ended:?}");
        assert!(ended.complaints.contains("the text is empty"), "{ended:?}");
    }
}

/// It was told to come back with `enlinea join`, which then asked for a name and found the seat taken.
#[test]
fn a_player_whose_way_back_could_not_be_saved_is_told_of_none() {
    let data = directory();
    let server = ServerProcess::start(data.path());
    let no_directory = data.path().join("file");
    std::fs::write(&no_directory, "").unwrap();
    let nowhere = ["--data", no_directory.to_str().unwrap()];
    let new = [&nowhere[..], &["new", "--second", "bot:random"]].concat();
    let ended = run(&mut enlinea(
        data.path(),
        &at(&server.url(), "--plain", &new),
    ));
    assert_eq!(ended.code(), 0, "{ended:?}");
    let is_about_seat = |line: &&String| line.contains("the input has ended");
    let line = ended.said.iter().find(is_about_seat).unwrap();
    assert!(line.contains("no way back"), "{line}");
    assert!(!line.contains("enlinea join"), "{line}");
}
