//! The games of a person that go on, in the list of the rooms.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;

use crate::hosted::{Hosted, WINS};
use crate::{command, enlinea_in, text};

/// A room that the lobby does not list was not in the list of the rooms, nor whose turn it was in any.
#[test]
fn games_of_ones_own_come_first_in_the_list_of_rooms_with_whose_turn_it_is() {
    let hosted = Hosted::start(&["--private"]);
    let run = |arguments: &[&str]| {
        let at = ["--server", &hosted.url];
        let output = enlinea_in(hosted.data.path(), &[&at, arguments].concat(), "");
        assert!(output.status.success(), "{output:?}");
        output
    };
    let code = hosted.room.as_str();
    let own = format!("{code}: Connect Four, against Bot, random, at move 0, your turn");
    // Without a command a server alone lists its rooms.
    for command in [&["rooms"][..], &["--plain"], &["games"]] {
        let output = run(command);
        let lines = text(&output.stdout);
        let lines: Vec<_> = lines.lines().collect();
        let head = "your games; go into one with: enlinea join CODE --server 127.0.0.1:";
        let at = lines.iter().position(|line| line.starts_with(head));
        let at = at.unwrap_or_else(|| panic!("{lines:?}"));
        assert_eq!(lines[at + 1], own);
        let rest = "no other room is open; open one with: enlinea new";
        assert_eq!(lines[at + 2], rest);
    }
    let listed = text(&run(&["--json", "rooms"]).stdout);
    let line: serde_json::Value = serde_json::from_str(listed.trim_end()).expect("one line");
    assert_eq!(
        (&line["room"], &line["yours"]),
        (&code.into(), &true.into())
    );
    assert_eq!(line["your_turn"], true);
    hosted.end();
}

/// The client asks when it ended, and the game is kept with the answer.
#[test]
fn a_game_that_was_over_at_the_return_is_kept() {
    let hosted = Hosted::start(&[]);
    let data = tempfile::tempdir().unwrap();
    let new = "new --plain --second bot:random --seed 3 --server";
    let new: Vec<_> = new.split(' ').chain([hosted.url.as_str()]).collect();
    let mut child = command(data.path(), &new).spawn().expect("it starts");
    let mut input = child.stdin.take().expect("it is piped");
    input.write_all(WINS.as_bytes()).expect("it reads");
    let lines = BufReader::new(child.stdout.take().expect("it is piped"));
    let mut lines = lines.lines().map(|line| line.expect("it writes UTF-8"));
    let room = lines
        .find(|line| line.starts_with("room "))
        .expect("a room");
    let room = &room[5..11];
    assert!(lines.any(|line| line.starts_with("game over: you win")));
    // The device is gone without a word.
    child.kill().expect("it runs");
    child.wait().expect("it has ended");

    let device = tempfile::tempdir().unwrap();
    let key = |data: &Path| data.join("identity");
    std::fs::copy(key(data.path()), key(device.path())).unwrap();
    for (mode, told) in [
        ("--json", "\"type\":\"left\""),
        ("--plain", "game over: you win"),
    ] {
        let join = [mode, "join", room, "--server", &hosted.url];
        let joined = enlinea_in(device.path(), &join, "board\n");
        assert!(text(&joined.stdout).contains(told), "{joined:?}");
        assert!(joined.status.success(), "{joined:?}");
        let games = device.path().join("games");
        let games = std::fs::read_dir(games).unwrap().filter(|file| {
            let path = file.as_ref().unwrap().path();
            path.extension().is_some_and(|extension| extension == "txt")
        });
        assert_eq!(games.count(), 1, "{joined:?}");
        std::fs::remove_dir_all(device.path().join("games")).unwrap();
    }
    hosted.end();
}
