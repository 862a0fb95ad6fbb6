//! Commands about people at the other end of pipes, and about rooms and stores that are not as usual.

use protocol::codec::Encoding;
use protocol::id::{Seq, TokenHash};
use protocol::refusal::Refusal;
use protocol::rules::Variant;
use protocol::side::{BySide, Side};
use protocol::turn_order::TurnOrder;
use protocol::view::{PastPlayer, Reason};
use room::{Finished, Player};

use super::*;
use crate::config::Config;
use crate::outbox::SharedStream;
use crate::people::Candidate;
use crate::store::{Append, Store};
use crate::testing;

const WHO: PlayerId = PlayerId(1);

/// Lets in the only person who is present, for as long as the value is held.
fn enter(directory: &Directory, name: &str) -> impl Sized + use<> {
    let shared = directory.shared();
    let (near, far) = tokio::io::duplex(64);
    let stream = SharedStream::new(near);
    let (outbox, outgoing) = stream.outbox(10, Encoding::Json, Arc::default());
    let (name, person) = (Name::clean(name).unwrap(), at("192.0.2.7"));
    let connected = &shared.host.connected;
    connected.enter(WHO, name, person, shared.time.now(), outbox);
    (stream, far, outgoing)
}

fn at(address: &str) -> Person {
    Person::at(address.parse().unwrap())
}

#[tokio::test]
async fn every_ban_ends_by_the_words_by_which_it_is_listed() {
    let directory = testing::directory(Config::default(), store::memory());
    let _present = enter(&directory, "Zoe");
    let banned = ban(&directory, "zoe", None, Some("shouted")).unwrap();
    assert_eq!(banned, "banned: zoe, 192.0.2.7; 1 connection ended");
    for who in ["2001:db8::9", "fe80::1", "bruno"] {
        ban(&directory, who, None, Some("shouted")).unwrap();
    }
    let listed = bans(&directory);
    let subjects: Vec<_> = listed
        .lines()
        .skip(1)
        .map(|line| line.split('\t').next().unwrap())
        .collect();
    assert_eq!(
        subjects,
        ["zoe", "192.0.2.7", "2001:db8::/64", "fe80::1", "bruno"]
    );
    for subject in subjects {
        let ended = unban(&directory, subject).unwrap();
        assert_eq!(ended, format!("{subject} may come again"));
        let again = unban(&directory, subject).unwrap_err();
        assert!(again.contains("is not banned"), "{again}");
    }
    assert_eq!(bans(&directory), "0 bans");
}

#[tokio::test]
async fn a_guest_is_kicked_by_the_address_and_others_by_the_name() {
    let directory = testing::directory(Config::default(), store::memory());
    for (name, subject) in [("guest-02", "192.0.2.7"), ("Ana", "ana")] {
        let _present = enter(&directory, name);
        let kicked = kick(&directory, name).unwrap();
        let expected = format!("1 connection ended; {subject} is let in again after a minute");
        assert_eq!(kicked, expected);
        assert!(bans(&directory).contains(&format!("{subject}\tfor 1m")));
        directory.shared().host.connected.leave(WHO);
    }
}

/// Gives each name to the key of its number, from 1.
async fn own_names(directory: &Directory, names: &[&str]) {
    let shared = directory.shared();
    for (key, name) in (1..).zip(names) {
        let (key, now) = (Some(TokenHash(key)), shared.time.now());
        let candidate = Candidate {
            wanted: Some(name),
            key,
            may_bind: true,
        };
        let entered = shared.people.enter(candidate, now, |_| None);
        shared.store.change_names(entered.unwrap().changes).await;
    }
}

/// It was told as done, and the next start took the name back.
#[cfg(unix)]
#[tokio::test]
async fn a_release_that_cannot_be_stored_is_said_to_end_with_the_server() {
    let data = tempfile::tempdir().unwrap();
    let store = store::sqlite(data.path()).unwrap();
    let directory = testing::directory(Config::default(), store);
    own_names(&directory, &["Ana", "Bo"]).await;
    let released = release(&directory, "Ana").await.unwrap();
    assert!(released.starts_with("Ana is free"), "{released}");
    std::fs::remove_file(data.path().join("games.db")).unwrap();
    let released = release(&directory, "Bo").await.unwrap_err();
    for words in [
        "Bo is free",
        "until the server stops",
        "was removed or replaced",
    ] {
        assert!(released.contains(words), "{released}");
    }
}

/// Stores a room with a game that goes on.
fn stored_game(store: &mut dyn Store) -> RoomId {
    let room = RoomId::from_draw(1);
    let at = Millis::from_millis(1_700_000_000_000);
    let events = testing::begun_game().into_iter().map(|event| (at, event));
    let events: Vec<_> = events.collect();
    let wake_after = Some(Millis::from_millis(3_600_000));
    let append = Append::to_room(room, Seq(0), &events, wake_after);
    store.append(&[append]).pop().unwrap().unwrap();
    room
}

/// Returns a rated game that Ana won against Bo, with the keys 1 and 2.
fn rated_game() -> Finished {
    let player = |name: &str, key| Player {
        name: name.to_owned(),
        is_bot: false,
        owner: Some(TokenHash(key)),
    };
    Finished {
        game: 1,
        ended: Millis::from_millis(1_700_000_000_000),
        variant: Variant::named("connect-four").unwrap(),
        clock: None,
        players: BySide {
            first: player("Ana", 1),
            second: player("Bo", 2),
        },
        winner: Some(Side::First),
        reason: Reason::Resignation,
        moves: Vec::new(),
        turns: TurnOrder::default(),
        listed: true,
        rated: true,
    }
}

#[tokio::test]
async fn a_game_is_annulled_two_keys_are_one_person_and_a_person_is_forgotten() {
    let data = tempfile::tempdir().unwrap();
    let directory = testing::directory(Config::default(), store::sqlite(data.path()).unwrap());
    own_names(&directory, &["Ana", "Bo", "Cy"]).await;
    let mut append = Append::to_room(RoomId::from_draw(1), Seq(0), &[], None);
    append.finished = Some(Box::new(rated_game()));
    let shared = directory.shared();
    shared.store.append(append).await.unwrap();
    let reader = store::Reader::open(data.path()).unwrap();
    let asker = store::Asker {
        key: None,
        now: shared.time.now(),
    };
    let game = || reader.game(asker, GameNr(1)).unwrap();
    let names = || {
        let players = game().players;
        [players.first, players.second].map(|player| match player {
            PastPlayer::Human { name, .. } => name.to_string(),
            PastPlayer::Bot { bot } => bot.to_string(),
        })
    };

    assert!(game().ratings.is_some());
    let annulled = annul(&directory, GameNr(1)).await.unwrap();
    assert_eq!(annulled, "game 1 counts for the ratings no more");
    assert_eq!(game().ratings, None);
    for game in [GameNr(1), GameNr(2)] {
        let refused = annul(&directory, game).await.unwrap_err();
        assert!(refused.contains("counts for the ratings"), "{refused}");
    }

    let merged = merge(&directory, "Cy", "bo").await.unwrap();
    assert_eq!(merged, "the games of bo count for Cy now");
    assert_eq!(names(), ["Ana", "Cy"]);
    let refused = merge(&directory, "Cy", "Zoe").await.unwrap_err();
    assert!(refused.contains("no key owns the name Cy, or the name Zoe"));

    let forgotten = forget(&directory, "Ana").await.unwrap();
    assert!(forgotten.ends_with("Ana is free; who says it next with a key has it"));
    assert_eq!(names(), ["someone", "Cy"]);
    let refused = forget(&directory, "Ana").await.unwrap_err();
    assert!(refused.contains("no key owns the name Ana"), "{refused}");
}

/// It spoke of the games of another server, which used the directory before.
#[tokio::test]
async fn a_server_with_games_in_memory_does_not_take_those_in_its_directory_for_its_own() {
    let data = tempfile::tempdir().unwrap();
    stored_game(store::sqlite(data.path()).unwrap().as_mut());
    let config = Config {
        console: Some(data.path().to_owned()),
        ..Config::default()
    };
    let directory = testing::directory(config, store::memory_beside(data.path()).unwrap());
    let (tasks, stop) = (TaskTracker::new(), CancellationToken::new());
    let ask =
        async |command| carry_out(&testing::tournaments(&directory), command, &tasks, &stop).await;
    let file = data.path().join("copy.db");
    let backup = Command::Backup { file: file.clone() };
    for command in [backup, Command::Check, Command::Annul { game: 1 }] {
        assert_eq!(ask(command).await, Err(IN_MEMORY.to_owned()));
    }
    assert!(!file.exists());
    let numbers = ask(Command::Stats).await.unwrap();
    assert!(numbers.contains(IN_MEMORY), "{numbers}");
    // No other one comes to its bans and its console meanwhile.
    for opened in [
        store::sqlite(data.path()),
        store::memory_beside(data.path()),
    ] {
        let problem = opened.err().expect("is locked").to_string();
        assert!(problem.contains("another server uses"), "{problem}");
        assert!(!problem.contains("--store memory"), "{problem}");
    }
    drop(directory);
    store::sqlite(data.path()).unwrap();
}

/// The refusal was that of a person: as many rooms as may be are open.
#[tokio::test]
async fn a_room_is_closed_though_no_more_rooms_may_be_in_memory() {
    let mut store = store::memory();
    let room = stored_game(store.as_mut());
    let config = Config {
        rooms: 0,
        ..Config::default()
    };
    let directory = testing::directory(config, store);
    directory.read_index().await.unwrap();
    let found = directory.find(room).await;
    assert!(matches!(found, Err(Refusal::Full { .. })), "{found:?}");
    let closed = close(&directory, room).await.unwrap();
    assert_eq!(closed, format!("room {room} is closed"));
}

/// A ban kept one thread of the server for itself, and each command after it another one.
#[test]
fn a_ban_on_a_disk_that_hangs_holds_up_no_task() {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .unwrap();
    let directory =
        runtime.block_on(async { testing::directory(Config::default(), store::memory()) });
    let hangs = directory.shared().host.bans.hang();
    let (answers, answered) = std::sync::mpsc::channel();
    let who = "192.0.2.1".to_owned();
    let ban = Command::Ban {
        who,
        span: None,
        reason: Some("shouted".to_owned()),
    };
    for command in [ban, Command::List, Command::Bans] {
        let (directory, answers) = (Arc::clone(&directory), answers.clone());
        runtime.spawn(async move {
            let (tasks, stop) = (TaskTracker::new(), CancellationToken::new());
            let answer = carry_out(&testing::tournaments(&directory), command, &tasks, &stop).await;
            answers.send(answer).unwrap();
        });
    }
    let patience = Duration::from_secs(10);
    let others = [(); 2].map(|()| answered.recv_timeout(patience));
    drop(hangs);
    assert_eq!(
        others,
        [
            Ok(Ok("0 rooms\n0 people".to_owned())),
            Ok(Ok("0 bans".to_owned()))
        ]
    );
    let banned = answered.recv_timeout(patience).unwrap();
    assert_eq!(banned.unwrap(), "banned: 192.0.2.1; 0 connections ended");
}

/// There was no answer at all.
#[tokio::test(start_paused = true)]
async fn the_other_numbers_are_told_where_the_games_cannot_be_counted_in_time() {
    let problem = counted_games(std::future::pending()).await;
    assert!(problem.contains("more than 2 s"), "{problem}");
    let counted = counted_games(async { Ok("0 finished games".to_owned()) });
    assert_eq!(counted.await, "0 finished games");
}
