//! Servers with one database have the same history, each in its own copy.

use protocol::id::{GameNr, RoomId, Seq};
use protocol::rules::Variant;
use protocol::side::Side;
use protocol::turn_order::TurnOrder;
use protocol::view::Reason;
use room::{Finished, Player};
use rusqlite::Connection;
use rusqlite::types::Value;
use tempfile::TempDir;

use super::*;
use crate::store::{Kind, rebuild};
use crate::testing::postgres::{Database, Postgres as Cluster};

const PEOPLE: [&str; 3] = ["Ana", "Bruno", "Kasia"];

/// A server of the database, with its directory.
fn server(database: &Database) -> (Postgres, TempDir) {
    let directory = tempfile::tempdir().unwrap();
    let url = database.url();
    let opened = Postgres::open(
        &url,
        "ws://localhost:1",
        LEASE,
        Some(directory.path()),
        None,
    );
    (opened.unwrap(), directory)
}

fn key(person: usize) -> TokenHash {
    TokenHash(person as u128 + 1)
}

fn owned(person: usize, name: &str) -> NameChange {
    NameChange::owned(OwnedName {
        owner: key(person),
        name: Name::clean(name).unwrap(),
        used: Millis::from_millis(5),
    })
}

/// The append that ends a rated game in a room of its own.
fn ends(room: u64, first: usize, second: usize, winner: Option<Side>) -> Append {
    let player = |person: usize| Player {
        name: PEOPLE[person].to_owned(),
        is_bot: false,
        owner: Some(key(person)),
    };
    let finished = Finished {
        game: 1,
        ended: Millis::from_millis(7),
        variant: Variant::named("connect-four").unwrap(),
        clock: None,
        players: BySide {
            first: player(first),
            second: player(second),
        },
        winner,
        reason: Reason::Resignation,
        moves: ["d1", "d2"].map(|square| square.parse().unwrap()).to_vec(),
        turns: TurnOrder::default(),
        listed: true,
        rated: true,
    };
    Append {
        kind: Kind::Room,
        room: RoomId::from_draw(room),
        expected: Seq(0),
        events: vec![Record {
            at: Millis::from_millis(7),
            bytes: vec![0],
        }],
        seats: Vec::new(),
        wake_after: None,
        finished: Some(Box::new(finished)),
    }
}

/// All rows of the history in a directory that no server uses.
fn rows(directory: &TempDir) -> Vec<String> {
    let database = directory.path().join("copy").join("games.db");
    let connection = Connection::open(database).unwrap();
    let mut all = Vec::new();
    for table in [
        "finished",
        "person",
        "person_key",
        "name_owner",
        "rating",
        "rating_change",
        "tally",
        "position",
    ] {
        let select = format!("SELECT * FROM {table}");
        let mut select = connection.prepare(&select).unwrap();
        let columns = select.column_count();
        let rows = select.query_map([], |row| {
            (0..columns)
                .map(|at| row.get(at))
                .collect::<Result<Vec<Value>, _>>()
        });
        all.extend(
            rows.unwrap()
                .map(|row| format!("{table} {:?}", row.unwrap())),
        );
    }
    all.sort();
    all
}

#[test]
fn every_server_has_the_same_games_and_ratings_and_so_has_a_copy_that_is_made_again() {
    let Some(cluster) = Cluster::shared() else {
        return;
    };
    let database = cluster.database();
    let [(mut one, first), (mut other, second)] = [server(&database), server(&database)];
    for (person, name) in PEOPLE.into_iter().enumerate() {
        one.change_names(&[owned(person, name)]).unwrap();
    }
    let winners = [Some(Side::First), None, Some(Side::Second)];
    for game in 0..12_usize {
        let server = if game % 2 == 0 { &mut one } else { &mut other };
        let append = ends(game as u64, game % 3, (game + 1) % 3, winners[game / 2 % 3]);
        server.append(&[append]).remove(0).unwrap();
    }
    let room = RoomId::from_draw(3);
    let ratings = one.ratings(room, 1).unwrap();
    assert!(
        ratings.is_some(),
        "a game of the other server is rated here"
    );
    assert_eq!(ratings, other.ratings(room, 1).unwrap());
    let [ana, kasia, bruno] = ["Ana", "Kasia", "Bruno"].map(|name| Name::clean(name).unwrap());
    for (at_one, amendment) in [
        (true, Amendment::Annul(GameNr(4))),
        (false, Amendment::Merge(ana, kasia)),
        (true, Amendment::Forget(bruno)),
    ] {
        let server = if at_one { &mut one } else { &mut other };
        assert!(server.amend(&amendment).unwrap().is_some(), "{amendment:?}");
    }
    let append = ends(12, 0, 1, Some(Side::First));
    other.append(&[append]).remove(0).unwrap();
    for server in [&mut one, &mut other] {
        server.learned_names().unwrap();
    }
    let (third, late) = server(&database);
    drop((one, other, third));
    let all = rows(&first);
    assert!(all.len() > 30, "{}", all.len());
    assert_eq!(all, rows(&second));
    assert_eq!(all, rows(&late));
    // What a deleted room leaves, all of it.
    let games = rebuild(&late.path().join("copy")).unwrap();
    assert_eq!(games, 13);
    assert_eq!(all, rows(&late));
}

#[test]
fn of_two_servers_that_bind_a_name_at_once_the_first_has_it_and_both_know() {
    let Some(cluster) = Cluster::shared() else {
        return;
    };
    let database = cluster.database();
    let [(mut one, _first), (mut other, _second)] = [server(&database), server(&database)];
    one.change_names(&[owned(0, "Ana")]).unwrap();
    other.change_names(&[owned(1, "ana")]).unwrap();
    assert_eq!(one.learned_names().unwrap(), [NameChange::Freed(key(1))]);
    let learned = other.learned_names().unwrap();
    assert!(learned.contains(&NameChange::Freed(key(1))) && learned.contains(&owned(0, "Ana")));
    assert_eq!(other.owned_names().unwrap().len(), 1);
}
