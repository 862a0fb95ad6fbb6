//! The games that are over on a server, and the people who played them.

use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdout};

use protocol::record::Record;
use serde_json::Value;

use crate::{command, enlinea_in, text};

/// A server that keeps its games, in a program with a game against a bot that was won.
struct Server {
    child: Child,
    /// The program ends once its output has no reader.
    _lines: Lines<BufReader<ChildStdout>>,
    data: tempfile::TempDir,
    url: String,
}

impl Server {
    fn start() -> Self {
        let data = tempfile::tempdir().expect("a directory");
        let host = "host --listen 127.0.0.1:0 --second bot:random --seed 3 --plain --name Ana";
        let host: Vec<_> = host.split(' ').collect();
        let mut child = command(data.path(), &host).spawn().expect("it starts");
        let mut lines = BufReader::new(child.stdout.take().expect("it is piped")).lines();
        let mut until = |text: &str| {
            let mut lines = lines.by_ref().map(|line| line.expect("it writes UTF-8"));
            lines.find(|line| line.contains(text)).expect(text)
        };
        let serving = until(": enlinea --server ");
        let url = serving.rsplit(' ').next().expect("an address").to_owned();
        let input = child.stdin.as_mut().expect("it is piped");
        input
            .write_all(crate::hosted::WINS.as_bytes())
            .expect("it reads");
        until("game over: you win");
        Self {
            child,
            _lines: lines,
            data,
            url,
        }
    }

    /// Runs a command as Ana.
    fn run(&self, words: &[&str]) -> std::process::Output {
        let at = ["--server", self.url.as_str(), "--name", "Ana"];
        enlinea_in(self.data.path(), &[&at, words].concat(), "")
    }

    fn json(&self, words: &[&str]) -> Vec<Value> {
        let output = self.run(&[&["--json"], words].concat());
        assert!(output.status.success(), "{words:?}: {output:?}");
        let stdout = text(&output.stdout);
        let lines = stdout.lines();
        lines
            .map(|line| serde_json::from_str(line).expect("a value in each line"))
            .collect()
    }

    fn plain(&self, words: &[&str]) -> String {
        let output = self.run(&[&["--plain"], words].concat());
        assert!(output.status.success(), "{words:?}: {output:?}");
        text(&output.stdout)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_game_against_a_bot_is_in_the_history_the_profile_and_an_export() {
    let server = Server::start();
    let games = server.json(&["history"]);
    assert_eq!(games.len(), 1, "{games:?}");
    assert_eq!(games[0]["players"]["first"]["name"], "Ana");
    assert_eq!(games[0]["outcome"]["winner"], "first");
    let line = server.plain(&["history", "Ana", "won", "bots", "today"]);
    assert!(line.contains("Ana wins, four in a row"), "{line}");
    let none = server.run(&["--plain", "history", "Ana", "lost"]);
    assert!(
        text(&none.stderr).contains("no games like that"),
        "{none:?}"
    );

    let file = server.data.path().join("ana.txt");
    let export = ["history", "Ana", "--export", file.to_str().expect("a path")];
    let line = server.plain(&export);
    assert!(line.starts_with("1 game is in "), "{line}");
    let written = std::fs::read_to_string(&file).expect("it was written");
    let record: Record = written.parse().expect("one record");
    assert_eq!(record.tag("First"), Some("Ana"));
    assert!(!server.run(&export).status.success(), "it is there already");

    let profile = server.json(&["profile"]);
    assert_eq!(profile[0]["name"], "Ana");
    assert_eq!(profile[0]["results"][0]["score"]["won"], 1);
    let line = server.plain(&["profile", "ana"]);
    assert!(line.starts_with("Ana: here since "), "{line}");
    let nobody = server.run(&["--plain", "profile", "Zoe"]);
    assert_eq!(nobody.status.code(), Some(3), "{nobody:?}");

    // Games with bots are never rated.
    assert_eq!(server.json(&["leaderboard", "--today"]), [] as [Value; 0]);
}
