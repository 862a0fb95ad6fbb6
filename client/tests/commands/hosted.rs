//! A program that hosts a room, and stays while others come to it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use tempfile::TempDir;

use crate::command;

/// A host against a bot, with its own data.
pub(crate) struct Hosted {
    child: Child,
    input: ChildStdin,
    lines: BufReader<ChildStdout>,
    pub(crate) data: TempDir,
    /// The address for `--server`.
    pub(crate) url: String,
    /// The code of the room.
    pub(crate) room: String,
    /// Everything that it has written.
    pub(crate) written: String,
}

/// Moves that win against the bot.
pub(crate) const WINS: &str = "4\n4\n4\n4\n3\n2\n1\n5\n3\n3\n3\n2\n2\n2\n5\n5\n5\n";

impl Hosted {
    pub(crate) fn start(more: &[&str]) -> Self {
        Self::start_in("room", more)
    }

    /// Starts one in a language that has this word for a room.
    pub(crate) fn start_in(word: &str, more: &[&str]) -> Self {
        let data = tempfile::tempdir().expect("a directory for the test");
        let host = "host --listen 127.0.0.1:0 --store memory --second bot:random --seed 3 --plain";
        let host: Vec<_> = host.split(' ').chain(more.iter().copied()).collect();
        let mut child = command(data.path(), &host).spawn().expect("it starts");
        let mut hosted = Self {
            input: child.stdin.take().expect("it is piped"),
            lines: BufReader::new(child.stdout.take().expect("it is piped")),
            child,
            data,
            url: String::new(),
            room: String::new(),
            written: String::new(),
        };
        let serving = hosted.until(": enlinea --server ");
        let url = serving.rsplit(' ').next().expect("an address");
        url.clone_into(&mut hosted.url);
        let room = hosted.until(&format!("{word} "));
        let code = room[word.len() + 1..].get(..6).expect("a code");
        code.clone_into(&mut hosted.room);
        hosted
    }

    /// Reads on to a line that contains `text`.
    pub(crate) fn until(&mut self, text: &str) -> String {
        loop {
            let mut line = String::new();
            let length = self.lines.read_line(&mut line).expect("it writes UTF-8");
            self.written += &line;
            assert!(length > 0, "before: {text}: {}", self.written);
            if line.contains(text) {
                return line.trim_end().to_owned();
            }
        }
    }

    pub(crate) fn types(&mut self, lines: &str) {
        self.input.write_all(lines.as_bytes()).expect("it reads");
    }

    /// Plays the game to its end, which the host wins.
    pub(crate) fn win(&mut self) {
        self.types(WINS);
        self.until("game over: you win");
    }

    /// Ends the input; the program leaves.
    pub(crate) fn end(self) {
        let Self {
            mut child, input, ..
        } = self;
        drop(input);
        assert!(child.wait().expect("it ends").success());
    }
}

/// The seat was said to be kept on a server that had stopped with the program, and saved as one of another.
#[test]
fn the_seat_on_a_server_in_the_program_is_told_and_saved_as_what_it_is() {
    for (store, expected) in [
        ("sqlite", "your seat is kept, come back with: enlinea join "),
        (
            "memory",
            "its games are only in memory, and are lost with it",
        ),
    ] {
        let data = tempfile::tempdir().unwrap();
        let host = "--plain host --listen 127.0.0.1:0 --second bot:random --store";
        let host: Vec<_> = host.split(' ').chain([store]).collect();
        let output = crate::enlinea_in(data.path(), &host, "4\n");
        let told = crate::text(&output.stdout) + &crate::text(&output.stderr);
        assert!(told.contains(expected), "{told}");
        assert_eq!(told.contains("enlinea join"), store == "sqlite", "{told}");
        let saved = std::fs::read_to_string(data.path().join("seats.json")).unwrap_or_default();
        if store == "memory" {
            assert!(!saved.contains("\"token\""), "{saved}");
            continue;
        }
        let saved: serde_json::Value = serde_json::from_str(&saved).unwrap();
        let seat = &saved["seats"][0];
        assert_eq!(seat["hosted"], true, "{seat}");
        let listen = seat["listen"].as_str().unwrap();
        assert!(
            listen.starts_with("127.0.0.1:") && !listen.ends_with(":0"),
            "{seat}"
        );
    }
}

/// The server of the settings was asked for the room, though nobody had named it.
#[test]
fn who_hosted_returns_by_the_code_whatever_server_the_settings_name() {
    let data = tempfile::tempdir().unwrap();
    let setting = |arguments: &[&str]| {
        let mut command = command(data.path(), arguments);
        command.env("ENLINEA_SERVER", "127.0.0.1:1");
        command.stdin(Stdio::null()).output().expect("it runs")
    };
    let host = "--plain host --listen 127.0.0.1:0 --second bot:random";
    let host: Vec<_> = host.split(' ').collect();
    let left = crate::text(&setting(&host).stdout);
    let (_, code) = left.rsplit_once("enlinea join ").expect("the way back");
    let back = setting(&["--plain", "join", code.trim_end()]);
    let told = crate::text(&back.stdout) + &crate::text(&back.stderr);
    assert!(back.status.success(), "{told}");
    assert!(
        told.contains(&format!("room {}", code.trim_end())),
        "{told}"
    );
}
