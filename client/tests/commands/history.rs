//! The games that are over on a server, and its people.

use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdout};

use protocol::record::Record;
use serde_json::Value;

use crate::{command, enlinea_in, json, text};

/// A server that keeps its games, in a program with a game against a bot that was won.
struct Server {
    /// The program, which ends once its output has no reader.
    _host: Talker,
    data: tempfile::TempDir,
    url: String,
}

impl Server {
    fn start() -> Self {
        let data = tempfile::tempdir().expect("a directory");
        let host = "host --listen 127.0.0.1:0 --second bot:random --seed 3 --plain --name Ana";
        let host: Vec<_> = host.split(' ').collect();
        let mut host = Talker::start(data.path(), &host);
        let serving = host.until(": enlinea --server ");
        let url = serving.rsplit(' ').next().expect("an address").to_owned();
        host.types(crate::hosted::WINS);
        host.until("game over: you win");
        Self {
            _host: host,
            data,
            url,
        }
    }

    /// Runs a command as Ana.
    fn run(&self, words: &[&str]) -> std::process::Output {
        let at = ["--server", self.url.as_str(), "--name", "Ana"];
        enlinea_in(self.data.path(), &[&at, words].concat(), "")
    }

    /// The lines of a command, each of which is of this kind.
    fn json(&self, words: &[&str], kinds: &[&str]) -> Vec<Value> {
        let at = ["--server", self.url.as_str(), "--name", "Ana"];
        json::lines(self.data.path(), &[&at, words].concat(), kinds)
    }

    fn plain(&self, words: &[&str]) -> String {
        let output = self.run(&[&["--plain"], words].concat());
        assert!(output.status.success(), "{words:?}: {output:?}");
        text(&output.stdout)
    }
}

#[test]
fn a_game_against_a_bot_is_in_the_history_the_profile_and_an_export() {
    let server = Server::start();
    let games = server.json(&["history"], &["PastGame"]);
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

    let profile = server.json(&["profile"], &["Profile"]);
    assert_eq!(profile[0]["name"], "Ana");
    assert_eq!(profile[0]["results"][0]["score"]["won"], 1);
    let line = server.plain(&["profile", "ana"]);
    assert!(line.starts_with("Ana: here since "), "{line}");
    let nobody = server.run(&["--plain", "profile", "Zoe"]);
    assert_eq!(nobody.status.code(), Some(3), "{nobody:?}");

    // Games with bots are never rated.
    assert_eq!(
        server.json(&["leaderboard", "--today"], &[]),
        [] as [Value; 0]
    );
}

/// Ana hosts, and Bruno comes to her with a key of his own.
#[test]
fn a_game_between_two_people_with_names_is_rated_and_its_end_says_what_it_changed() {
    let [ana, bruno] = [(), ()].map(|()| tempfile::tempdir().expect("a directory"));
    let host = "host --listen 127.0.0.1:0 --plain --name Ana";
    let host: Vec<_> = host.split(' ').collect();
    let mut first = Talker::start(ana.path(), &host);
    let serving = first.until(": enlinea --server ");
    let url = serving.rsplit(' ').next().expect("an address").to_owned();
    let room = first.until("room ")["room ".len()..][..6].to_owned();
    first.until("rated game");
    let join = [
        "--server", &url, "--name", "Bruno", "--plain", "join", &room,
    ];
    let mut second = Talker::start(bruno.path(), &join);
    for (ply, column) in "4343434".chars().enumerate() {
        let mover = [&mut first, &mut second][ply % 2].types(column);
        mover.until(&format!("{}. ", ply + 1));
        [&mut second, &mut first][ply % 2].until(&format!("{}. ", ply + 1));
    }
    for person in [&mut first, &mut second] {
        let told = person.until("rating of ");
        assert!(told.contains("(Ana): 1500 to 1742 (+242)"), "{told}");
        assert!(told.contains("(Bruno): 1500 to 1258 (-242)"), "{told}");
    }
    let places = ["--server", &url, "leaderboard"];
    let placed = json::lines(bruno.path(), &places, &["PlaceLine"]);
    assert_eq!(placed[0]["place"], Value::Null);
    let places = ["--server", &url, "--plain", "leaderboard"];
    let places = enlinea_in(bruno.path(), &places, "");
    let places = text(&places.stdout);
    assert!(places.contains("Ana: 1742?"), "{places}");
}

/// A program at a table, which is ended with the test.
struct Talker {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Talker {
    fn start(data: &std::path::Path, words: &[&str]) -> Self {
        let mut child = command(data, words).spawn().expect("it starts");
        let lines = BufReader::new(child.stdout.take().expect("it is piped")).lines();
        Self { child, lines }
    }

    /// Reads on to a line that contains `text`.
    fn until(&mut self, text: &str) -> String {
        let mut lines = self
            .lines
            .by_ref()
            .map(|line| line.expect("it writes UTF-8"));
        lines.find(|line| line.contains(text)).expect(text)
    }

    fn types(&mut self, line: impl std::fmt::Display) -> &mut Self {
        let input = self.child.stdin.as_mut().expect("it is piped");
        writeln!(input, "{line}").expect("it reads");
        self
    }
}

impl Drop for Talker {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
