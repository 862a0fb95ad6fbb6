//! `backup`, `restore`, `check`, `export` and `rebuild` of the program, beside a server that runs and without one.

use std::path::Path;

use protocol::record::Record;
use protocol::view::Phase;
use tempfile::tempdir;

use crate::binaries::{Ended, binary, command, run};
use crate::harness::{Pair, TestServer, spec};

/// Runs a subcommand on a data directory.
fn job(data: &Path, arguments: &[&str]) -> Ended {
    let mut program = command(binary("enlinea-server"));
    run(program.arg("--data").arg(data).args(arguments))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_beside_a_server_is_restored_elsewhere_and_the_game_goes_on() {
    let [data, other] = [tempdir().unwrap(), tempdir().unwrap()];
    let file = data.path().join("copy.db");
    let name = file.to_str().unwrap();
    let server = TestServer::on_disk(data.path()).await;
    let mut pair = Pair::at(&server, spec("connect-four")).await;
    pair.play("4 4 3").await;
    let copied = job(data.path(), &["backup", name]);
    assert_eq!(copied.code(), 0, "{copied:?}");
    pair.play("3 5 5 6").await;
    pair.first.over().await;
    let again = job(data.path(), &["backup", name]);
    assert_eq!(again.code(), 1);
    assert!(again.complaint().contains("exists"), "{again:?}");
    let in_use = job(data.path(), &["restore", "--force", name]);
    assert_eq!(in_use.code(), 1);
    assert!(in_use.complaint().contains("another server"), "{in_use:?}");
    server.stop().await;

    let restored = job(other.path(), &["restore", name]);
    assert_eq!(restored.code(), 0, "{restored:?}");
    let server = TestServer::on_disk(other.path()).await;
    let mut ana = server.client("Ana").await;
    let snapshot = ana.come_back(pair.room, pair.tokens.first).await;
    assert_eq!(snapshot.phase, Phase::Playing);
    assert_eq!(snapshot.plies.len(), 3);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_check_counts_the_rooms_and_its_status_says_whether_they_are_whole() {
    let data = tempdir().unwrap();
    let server = TestServer::on_disk(data.path()).await;
    let mut pair = Pair::at(&server, spec("connect-four")).await;
    pair.play("4 4 3 3 5 5 6").await;
    pair.first.over().await;
    let whole = job(data.path(), &["check"]);
    assert_eq!(whole.code(), 0, "{whole:?}");
    assert!(whole.said[0].contains("1 room with"), "{whole:?}");
    assert!(whole.said[0].contains("1 finished game"), "{whole:?}");
    server.stop().await;
    let file = data.path().join("games.db");
    let mut bytes = std::fs::read(&file).unwrap();
    let room = pair.room.to_string();
    // The code is in the row of the room, and in the table of finished games.
    let places: Vec<_> = (0..bytes.len() - room.len())
        .filter(|&at| &bytes[at..at + room.len()] == room.as_bytes())
        .collect();
    for at in places {
        if let Some(byte) = bytes.get_mut(at + room.len() + 20) {
            *byte ^= 0xff;
        }
    }
    std::fs::write(&file, bytes).unwrap();
    let damaged = job(data.path(), &["check"]);
    assert_eq!(damaged.code(), 1, "{damaged:?}");
    let last = damaged.said.last().unwrap();
    assert_eq!(last, "the database is damaged");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_export_has_unlisted_games_too_and_all_is_derived_again_once_no_server_runs() {
    let data = tempdir().unwrap();
    let none = job(data.path(), &["export"]);
    assert_eq!(none.code(), 1);
    assert!(none.complaint().contains("there are no games"), "{none:?}");
    let server = TestServer::on_disk(data.path()).await;
    let mut unlisted = spec("connect-four");
    unlisted.listed = false;
    let mut pair = Pair::at(&server, unlisted).await;
    pair.play("4 4 3 3 5 5 6").await;
    pair.first.over().await;
    let printed = job(data.path(), &["export"]);
    assert_eq!(printed.code(), 0, "{printed:?}");
    let file = data.path().join("games.txt");
    let name = file.to_str().unwrap();
    let written = job(data.path(), &["export", name]);
    assert_eq!(written.said, [format!("{name} has 1 game")]);
    let text = std::fs::read_to_string(&file).unwrap();
    assert_eq!(text.lines().collect::<Vec<_>>(), printed.said);
    let games: Vec<_> = Record::read_each(&text).map(Result::unwrap).collect();
    assert_eq!(games.len(), 1);
    assert_eq!(games[0].tag("Room"), Some(pair.room.as_str()));
    assert_eq!(games[0].plies().len(), 7);
    let again = job(data.path(), &["export", name]);
    assert_eq!(again.code(), 1);
    assert!(again.complaint().contains("exists"), "{again:?}");

    let in_use = job(data.path(), &["rebuild"]);
    assert_eq!(in_use.code(), 1);
    assert!(in_use.complaint().contains("another server"), "{in_use:?}");
    server.stop().await;
    let rebuilt = job(data.path(), &["rebuild"]);
    assert_eq!(rebuilt.code(), 0, "{rebuilt:?}");
    assert!(rebuilt.said[0].ends_with(": 1"), "{rebuilt:?}");
}
