//! The program as scripts meet it: arguments and lines in, lines and an exit status out.
#![cfg(feature = "host")]

mod crash;
mod games;
mod history;
mod hosted;
mod json;
mod languages;
mod own_games;
mod settings;
mod statuses;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use protocol::codec::{Encoding, Message as _};
use protocol::message::{RoomEvent, ServerMsg};
use protocol::view::Phase;

/// Runs the program on `input`, with a data directory of its own and no discovery.
fn enlinea(arguments: &[&str], input: &str) -> Output {
    let data = tempfile::tempdir().expect("a directory for the test");
    enlinea_in(data.path(), arguments, input)
}

/// The program with this data directory, to be run.
fn command(data: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_enlinea"));
    command
        .args(arguments)
        .env("ENLINEA_DATA", data)
        .env("XDG_STATE_HOME", data.join("state"))
        .env("ENLINEA_CONFIG", data.join("config.toml"))
        .env("ENLINEA_NO_DISCOVERY", "1")
        .env("ENLINEA_LANG", "en")
        .env_remove("ENLINEA_SERVER")
        .env_remove("ENLINEA_NAME")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Runs the program on `input` with this data directory.
fn enlinea_in(data: &Path, arguments: &[&str], input: &str) -> Output {
    let mut child = command(data, arguments)
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("it is piped");
    // A program that refuses its arguments does not read.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("the program ends")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("the program writes UTF-8")
}

fn messages(output: &Output) -> Vec<ServerMsg> {
    let lines = text(&output.stdout);
    let message = |line: &str| ServerMsg::decode(Encoding::Json, line.as_bytes());
    lines
        .lines()
        .map(|line| message(line).expect("each line is a message"))
        .collect()
}

#[test]
fn without_a_terminal_there_is_a_hint_and_lines_only_where_they_are_asked_for() {
    let hint = enlinea(&[], "");
    assert_eq!(hint.status.code(), Some(2), "{hint:?}");
    assert!(
        text(&hint.stderr).contains("enlinea --help lists them"),
        "{hint:?}"
    );
    let output = enlinea(&["--plain"], "");
    assert!(output.status.success(), "{output:?}");
    let lines = text(&output.stdout);
    assert!(lines.contains("1. first plays column"), "{lines}");
    assert!(lines.contains("game over: "), "{lines}");
    assert!(
        lines.lines().last().unwrap().starts_with("score: "),
        "{lines}"
    );
    assert!(!lines.contains('\x1b'), "{lines}");
}

/// The exit status and the complaint of the program where its output goes elsewhere.
#[cfg(target_os = "linux")]
fn enlinea_into(output: impl Into<Stdio>, arguments: &[&str]) -> (Option<i32>, String) {
    let data = tempfile::tempdir().expect("a directory for the test");
    let ended = Command::new(env!("CARGO_BIN_EXE_enlinea"))
        .args(arguments)
        .env("ENLINEA_DATA", data.path())
        .env("ENLINEA_NO_DISCOVERY", "1")
        .stdin(Stdio::null())
        .stdout(output)
        .stderr(Stdio::piped())
        .output()
        .expect("the program runs");
    (ended.status.code(), text(&ended.stderr))
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_that_is_full_is_a_failure_and_one_that_is_closed_is_none() {
    for arguments in [&["demo", "--plain"][..], &["demo", "--json"], &["--help"]] {
        let full = std::fs::File::options()
            .write(true)
            .open("/dev/full")
            .expect("Linux has it");
        let (status, complaint) = enlinea_into(full, arguments);
        assert_eq!(status, Some(1), "{arguments:?}: {complaint}");
        assert!(complaint.contains("standard output"), "{complaint}");
        assert_eq!(complaint.lines().count(), 1, "{complaint}");
        let (reader, closed) = std::io::pipe().expect("a pipe");
        drop(reader);
        let (status, complaint) = enlinea_into(closed, arguments);
        assert_eq!(status, Some(0), "{arguments:?}: {complaint}");
    }
}

#[test]
fn in_json_each_line_is_a_message_and_the_same_seed_gives_the_same_game() {
    let squares = |output: &Output| -> Vec<_> {
        let moved = |message| match message {
            ServerMsg::Event {
                event: RoomEvent::Moved { made, .. },
                ..
            } => Some(made.square),
            _ => None,
        };
        messages(output).into_iter().filter_map(moved).collect()
    };
    let arguments = ["demo", "--json", "--game", "gomoku-15", "--seed", "5"];
    let [one, other] = [enlinea(&arguments, ""), enlinea(&arguments, "")];
    assert!(one.status.success(), "{one:?}");
    assert!(squares(&one).len() >= 9, "{one:?}");
    assert_eq!(squares(&one), squares(&other));
}

#[test]
fn the_ref_of_a_message_from_a_pipe_is_in_the_answer_to_it() {
    let arguments = [
        "host",
        "--json",
        "--listen",
        "127.0.0.1:0",
        "--store",
        "memory",
        "--second",
        "bot:random",
    ];
    let typed = "{\"type\":\"ping\",\"ref\":7}\n{\"type\":\"resync\",\"ref\":4294967295}\n{\"type\":\"ping\"}\n";
    let output = enlinea(&arguments, typed);
    assert!(output.status.success(), "{output:?}");
    let mut marked: Vec<_> = text(&output.stdout)
        .lines()
        .filter_map(|line| {
            let read = ServerMsg::open(Encoding::Json, line.as_bytes()).unwrap();
            let kind = match read.message {
                ServerMsg::Pong => "pong",
                ServerMsg::Joined { .. } => "joined",
                _ => "other",
            };
            read.reference.map(|reference| (reference, kind))
        })
        .collect();
    // The answer of the room and that of the server may overtake each other.
    marked.sort_unstable();
    assert_eq!(marked, [(7, "pong"), (u32::MAX, "joined")], "{output:?}");
}

#[test]
fn a_person_plays_a_bot_from_a_pipe_and_leaves_at_the_end_of_input() {
    let arguments = [
        "host",
        "--plain",
        "--listen",
        "127.0.0.1:0",
        "--store",
        "memory",
        "--name",
        "Ana",
        "--second",
        "bot:minimax:easy",
    ];
    let output = enlinea(&arguments, "4\n3\nboard\n");
    assert!(output.status.success(), "{output:?}");
    let lines = text(&output.stdout);
    for expected in [
        "serving; others connect with: enlinea --server 127.0.0.1:",
        "first (X): Ana, you",
        "second (O): Bot minimax, depth 4",
        "3. first plays column 3 (Ana)",
        "4. second plays column",
        "the input has ended and it is your turn",
    ] {
        assert!(lines.contains(expected), "{expected}: {lines}");
    }
}

/// The mark that editors of Windows put before a text made the first line no move.
#[test]
fn a_byte_order_mark_is_no_part_of_the_first_line_of_a_pipe() {
    let host = "host --plain --listen 127.0.0.1:0 --store memory --second bot:random";
    let host: Vec<_> = host.split(' ').collect();
    let output = enlinea(&host, "\u{feff}4\r\n");
    assert!(output.status.success(), "{output:?}");
    let lines = text(&output.stdout);
    assert!(lines.contains("1. first plays column 4"), "{lines}");
}

#[test]
fn a_match_is_repeated_as_often_as_asked() {
    let arguments = [
        "host",
        "--json",
        "--listen",
        "127.0.0.1:0",
        "--store",
        "memory",
        "--first",
        "bot:random",
        "--second",
        "bot:random",
        "--repeat",
        "1",
        "--game",
        "custom:4x4x3:falls",
    ];
    let output = enlinea(&arguments, "");
    assert!(output.status.success(), "{output:?}");
    let overs = messages(&output)
        .into_iter()
        .filter(|message| {
            matches!(
                message,
                ServerMsg::Event {
                    event: RoomEvent::Over { .. },
                    ..
                }
            )
        })
        .count();
    // A short game may be over before the room is seen for the first time.
    let seen_over = messages(&output).iter().any(|message| {
        matches!(message, ServerMsg::Joined { snapshot, .. }
            if matches!(snapshot.phase, Phase::Over { .. }))
    });
    assert_eq!(overs + usize::from(seen_over), 2, "{output:?}");
}

#[test]
fn what_goes_wrong_is_told_with_a_status() {
    for (arguments, status, expected) in [
        (&["dance"][..], 2, "try '--help'"),
        (
            &["new", "--first", "me", "--second", "me"],
            2,
            "one person has one seat",
        ),
        (&["rooms", "--server", "127.0.0.1:1"], 1, "--server"),
        (
            &[
                "host",
                "--plain",
                "--listen",
                "127.0.0.1:0",
                "--store",
                "memory",
                "--second",
                "bot:nobody",
            ],
            2,
            "choose one of: ",
        ),
        (
            &[
                "host",
                "--plain",
                "--listen",
                "127.0.0.1:0",
                "--store",
                "memory",
                "--second",
                "bot:priority",
            ],
            3,
            "priority does not play connect-four",
        ),
    ] {
        let output = enlinea(arguments, "");
        assert_eq!(output.status.code(), Some(status), "{output:?}");
        let problem = text(&output.stderr);
        // What is wrong with the command line itself is told by clap, with the usage.
        let is_of_clap = problem.starts_with("error: ");
        let is_line = problem.starts_with("enlinea: ") && problem.lines().count() == 1;
        assert!(is_of_clap || is_line, "{problem}");
        assert!(problem.contains(expected), "{expected}: {problem}");
    }
}

#[test]
fn a_mistake_is_told_with_the_move_that_was_better() {
    // The middle wins and any reply to it loses; the third disc gives that back.
    let analysis = enlinea(
        &["analyse", "-"],
        "[Variant \"connect-four\"]\n\n1. 4 1 2. 1 *",
    );
    let lines = text(&analysis.stdout);
    assert!(lines.contains("move 3: 1 is a mistake, 4 wins"), "{lines}");
    assert!(
        !lines.contains("\nmove 2: "),
        "a lost move loses nothing: {lines}"
    );
}

#[test]
fn a_game_that_is_not_there_is_a_failure_with_the_reason() {
    for (arguments, status, reason) in [
        (&["replay", "nothing.txt"][..], 1, "there is no such file"),
        (
            &["analyse", "--game", "custom:15x15x8:free", "--moves", "h8"],
            1,
            "is not analysed",
        ),
        (&["analyse", "--moves", "4 9"], 2, "ply 2, at character 3"),
        (&["analyse"], 2, "<FILE|CODE>"),
        (&["export", "nonsense"], 2, "nonsense"),
    ] {
        let output = enlinea(arguments, "");
        assert_eq!(output.status.code(), Some(status), "{output:?}");
        assert!(text(&output.stderr).contains(reason), "{output:?}");
    }
    let broken = enlinea(&["replay", "-"], "[Variant \"connect-four\"]\n\n1. 9");
    assert_eq!(broken.status.code(), Some(1), "{broken:?}");
}

#[test]
fn completions_and_manual_pages_have_every_command() {
    let manual = tempfile::tempdir().unwrap();
    let directory = manual.path().to_str().unwrap();
    assert!(enlinea(&["man", directory], "").status.success());
    let pages = std::fs::read_dir(manual.path()).unwrap();
    let pages: Vec<_> = pages.map(|page| page.unwrap().file_name()).collect();
    let scripts = ["bash", "zsh", "fish", "powershell", "elvish"];
    for command in ["analyse", "config", "join", "servers"] {
        let page = format!("enlinea-{command}.1");
        assert!(pages.iter().any(|name| *name == *page), "{pages:?}");
        for shell in scripts {
            let script = text(&enlinea(&["completions", shell], "").stdout);
            assert!(script.contains(command), "{shell}: {script}");
        }
    }
    assert!(
        enlinea(&["man", directory, "--lang", "es"], "")
            .status
            .success()
    );
    let page = std::fs::read_to_string(manual.path().join("enlinea-new.1")).unwrap();
    assert!(page.contains("Semilla del azar de los bots"), "{page}");
    let script = text(&enlinea(&["completions", "fish", "--lang", "pl"], "").stdout);
    assert!(script.contains("Ziarno losowości botów"), "{script}");

    let page = text(&enlinea(&["man"], "").stdout);
    for line in ["Exit status:", "  130  interrupted", "  board", "  analyse"] {
        // The manual writes a hyphen and an apostrophe in another way, and these lines as they are.
        assert!(page.contains(line), "{line}: {page}");
    }
}

#[test]
fn the_keys_are_listed_in_the_language_of_the_file_the_environment_or_the_flag() {
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("config.toml");
    let run = |arguments: &[&str], variables: &[(&str, &str)]| {
        let output = Command::new(env!("CARGO_BIN_EXE_enlinea"))
            .args(arguments)
            .env("ENLINEA_CONFIG", &file)
            .env_remove("ENLINEA_LANG")
            .env_remove("LANGUAGE")
            .env("LC_ALL", "C")
            .envs(variables.iter().copied())
            .output()
            .expect("the program starts");
        text(&output.stdout) + &text(&output.stderr)
    };
    let english = run(&["keys"], &[]);
    assert!(english.contains("resign = \"x\" # resign\n"), "{english}");
    let polish = run(&["keys"], &[("LC_ALL", "pl_PL.UTF-8")]);
    // Elsewhere the system has a setting of its own.
    if cfg!(target_os = "linux") {
        assert!(polish.contains("resign = \"x\" # poddaj się\n"), "{polish}");
    }
    let keys = "[keys]\nresign = [\"X\", \"ctrl-r\"]\n";
    std::fs::write(&file, format!("lang = \"es\"\n{keys}")).unwrap();
    let spanish = run(&["keys"], &[]);
    let line = "resign = [\"X\", \"ctrl-r\"] # rendirse\n";
    assert!(spanish.contains(line), "{spanish}");
    let polish = run(&["keys"], &[("ENLINEA_LANG", "pl")]);
    assert!(polish.contains("# poddaj się\n"), "{polish}");
    let english = run(&["keys", "--lang", "en"], &[("ENLINEA_LANG", "pl")]);
    assert!(english.contains("# resign\n"), "{english}");

    std::fs::write(&file, "[keys]\n\nresign = \"q\"\n").unwrap();
    let wrong = run(&["keys"], &[]);
    assert!(
        wrong.contains("line 3: q already means back on the screen table; "),
        "{wrong}"
    );
    assert!(run(&["--help"], &[]).contains("Usage: "));
}
