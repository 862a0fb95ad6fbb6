//! The games of a person that go on, in the list of the rooms.

use crate::hosted::Hosted;
use crate::{enlinea_in, messages, text};

use protocol::message::ServerMsg;

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
    let own = format!("{code}: Connect Four, against random, at ply 0, your turn");
    // Without a command a server alone lists its rooms.
    for command in [&["rooms"][..], &["--plain"], &["games"]] {
        let output = run(command);
        let lines = text(&output.stdout);
        let lines: Vec<_> = lines.lines().collect();
        let head = "your games; go into one with: enlinea join CODE";
        let at = lines.iter().position(|line| *line == head);
        let at = at.unwrap_or_else(|| panic!("{lines:?}"));
        assert_eq!(lines[at + 1], own);
        let rest = "no other room is open; open one with: enlinea new";
        assert_eq!(lines[at + 2], rest);
    }
    let kinds = messages(&run(&["--json", "rooms"]));
    let [
        ServerMsg::Welcome { .. },
        ServerMsg::YourGames { games },
        ServerMsg::Lobby { .. },
    ] = &kinds[..]
    else {
        panic!("{kinds:?}");
    };
    assert_eq!(games[0].room.room.as_str(), code);
    hosted.end();
}

#[test]
fn nobody_is_told_of_games_of_their_own_who_has_none() {
    let hosted = Hosted::start(&[]);
    let away = tempfile::tempdir().unwrap();
    let output = enlinea_in(away.path(), &["rooms", "--server", &hosted.url], "");
    let lines = text(&output.stdout);
    assert!(
        lines.starts_with(&format!("{}: Connect Four", hosted.room)),
        "{lines}"
    );
    assert!(!lines.contains("your games"), "{lines}");
    hosted.end();
}

/// It looked as if there were no games at all.
#[test]
fn an_empty_library_leads_to_the_games_that_go_on() {
    let data = tempfile::tempdir().unwrap();
    let games = enlinea_in(data.path(), &["games"], "");
    let told = text(&games.stderr);
    assert!(told.contains("no finished game is kept yet"), "{told}");
    assert!(told.contains("enlinea rooms"), "{told}");
    let help = text(&enlinea_in(data.path(), &["games", "--help"], "").stdout);
    assert!(help.contains("`rooms`"), "{help}");
}
