//! Bans by words that are both names and addresses, of people at the other end of pipes.

use futures::FutureExt as _;
use protocol::codec::Encoding;
use protocol::id::{Seq, TokenHash};
use protocol::refusal::Refusal;

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
    let (outbox, outgoing) = stream.outbox(shared.config.outbox, Encoding::Json, Arc::default());
    let (name, person) = (Name::clean(name).unwrap(), at("192.0.2.7"));
    let connected = &shared.host.connected;
    connected.enter(WHO, name, person, shared.time.now(), outbox);
    (stream, far, outgoing)
}

fn at(address: &str) -> Person {
    Person::at(address.parse().unwrap())
}

#[tokio::test]
async fn a_name_of_somebody_present_is_banned_though_it_has_the_characters_of_an_address() {
    let directory = testing::directory(Config::default(), store::memory());
    for name in ["A.C.", "Dad.", "fade.", "face:", "1.2.3.4:81"] {
        let mistyped = ban(&directory, name, None, Some("shouted")).unwrap_err();
        assert!(mistyped.contains("is no address"), "{mistyped}");
        let _present = enter(&directory, name);
        let banned = ban(&directory, name, None, Some("shouted")).unwrap();
        let key = name.to_lowercase();
        assert_eq!(
            banned,
            format!("banned: {key}, 192.0.2.7; 1 connection ended")
        );
        directory.shared().host.connected.leave(WHO);
        let ended = unban(&directory, name).unwrap();
        assert_eq!(ended, format!("{key}, 192.0.2.7 may come again"));
    }
}

#[tokio::test]
async fn an_address_that_is_the_name_of_somebody_present_is_not_banned_unasked() {
    let directory = testing::directory(Config::default(), store::memory());
    let _present = enter(&directory, "10.0.0.9");
    let refused = ban(&directory, "10.0.0.9", None, Some("shouted")).unwrap_err();
    for word in [
        "10.0.0.9 is an address and the name of somebody here",
        "list",
        "kick",
    ] {
        assert!(refused.contains(word), "{refused}");
    }
    assert_eq!(bans(&directory).unwrap(), "0 bans");
    // The two ways that the refusal names.
    let person = ban(&directory, "192.0.2.7", None, Some("shouted")).unwrap();
    assert_eq!(person, "banned: 192.0.2.7; 1 connection ended");
    let _present = enter(&directory, "10.0.0.9");
    assert_eq!(kick(&directory, "10.0.0.9").unwrap(), "1 connection ended");
    directory.shared().host.connected.leave(WHO);
    let address = ban(&directory, "10.0.0.9", None, Some("shouted")).unwrap();
    assert_eq!(address, "banned: 10.0.0.9; 0 connections ended");
}

#[tokio::test]
async fn every_ban_ends_by_the_words_by_which_it_is_listed() {
    let directory = testing::directory(Config::default(), store::memory());
    let (now, host) = (directory.shared().time.now(), &directory.shared().host);
    let subject_of = |text: &str| Subject::Address(text.parse().unwrap());
    let guests = Subject::Guests("192.0.2.7".parse().unwrap());
    let subjects = [
        Subject::Name("10.0.0.9".to_owned()),
        Subject::Name("guests of 192.0.2.7".to_owned()),
        Subject::Name("a.c.".to_owned()),
        Subject::Name("::1".to_owned()),
        subject_of("10.0.0.9"),
        subject_of("2001:db8::"),
        subject_of("fe80::1"),
        guests,
    ];
    for subject in subjects {
        let words = subject.to_string();
        let ban = Ban {
            subject,
            with: None,
            until: None,
            reason: Some("shouted".to_owned()),
        };
        host.bans.add(now, ban);
        let ended = unban(&directory, &words);
        assert_eq!(ended, Ok(format!("{words} may come again")));
        assert!(host.bans.lasting(now).is_empty(), "{words}");
    }
}

/// It was told as done, and the next start took the name back.
#[cfg(unix)]
#[tokio::test]
async fn a_release_that_cannot_be_stored_is_said_to_end_with_the_server() {
    let data = tempfile::tempdir().unwrap();
    let store = store::sqlite(data.path()).unwrap();
    let directory = testing::directory(Config::default(), store);
    let shared = directory.shared();
    for (name, key) in [("Ana", 1), ("Bo", 2)] {
        let (key, now) = (Some(TokenHash(key)), shared.time.now());
        let candidate = Candidate {
            wanted: Some(name),
            key,
            may_bind: true,
        };
        let entered = shared.people.enter(candidate, now, |_| None);
        shared.store.change_names(entered.unwrap().changes).await;
    }
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

/// The list was "0 bans", whatever was in the file, and it was not read again.
#[tokio::test]
async fn bans_that_cannot_be_read_are_said_and_read_again() {
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("bans.json");
    std::fs::write(&file, "[{").unwrap();
    let config = Config {
        bans: Some(data.path().to_owned()),
        ..Config::default()
    };
    let directory = testing::directory(config, store::memory());
    let (tasks, stop) = (TaskTracker::new(), CancellationToken::new());
    let ask = async |command| carry_out(&directory, command, &tasks, &stop).await;
    let ban = |who: &str| Command::Ban {
        who: who.to_owned(),
        span: None,
        reason: Some("shouted".to_owned()),
    };
    let problem = "bans.json cannot be read";
    for command in [Command::Bans, ban("bruno")] {
        let answer = ask(command).await.unwrap_err();
        assert!(answer.contains(problem), "{answer}");
    }
    let numbers = ask(Command::Stats).await.unwrap();
    assert!(numbers.contains(problem), "{numbers}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "[{");
    let _present = enter(&directory, "Ana");
    let ana = r#"[{"subject": {"name": "ana"}, "until": null, "reason": "spat"}]"#;
    std::fs::write(&file, ana).unwrap();
    let listed = ask(Command::Bans).await.unwrap();
    assert_eq!(
        listed,
        "2 bans\nana\tfor good\tspat\nbruno\tfor good\tshouted"
    );
    let kicked = kick(&directory, "ana").unwrap();
    assert_eq!(kicked, "0 connections ended", "the ban has sent them out");
    ask(ban("carla")).await.unwrap();
    let kept = std::fs::read_to_string(&file).unwrap();
    for name in ["ana", "bruno", "carla"] {
        assert!(kept.contains(name), "{kept}");
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
    let ask = async |command| carry_out(&directory, command, &tasks, &stop).await;
    let file = data.path().join("copy.db");
    let backup = Command::Backup { file: file.clone() };
    for command in [backup, Command::Check] {
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

/// It was said to be done, in no room.
#[cfg(unix)]
#[tokio::test]
async fn what_is_said_and_cannot_be_stored_is_told_to_the_host() {
    let data = tempfile::tempdir().unwrap();
    let mut store = store::sqlite(data.path()).unwrap();
    let room = stored_game(store.as_mut());
    let directory = testing::directory(Config::default(), store);
    directory.read_index().await.unwrap();
    directory.find(room).await.unwrap();
    let said = say(&directory, "we stop at ten").await.unwrap();
    assert_eq!(said, "said to 0 people, in the lobby and in 1 room");
    std::fs::remove_file(data.path().join("games.db")).unwrap();
    let said = say(&directory, "we stop at ten").await.unwrap_err();
    for words in ["in 0 rooms", "not in the chats of 1 room", "stats"] {
        assert!(said.contains(words), "{said}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_drain_that_is_called_off_opens_rooms_again_and_does_not_end_the_server() {
    let directory = testing::directory(Config::default(), store::memory());
    let (tasks, stop) = (TaskTracker::new(), CancellationToken::new());
    let host = &directory.shared().host;
    let hour = Span(Millis::from_secs(3600));
    let refused = call_drain_off(&directory).unwrap_err();
    assert_eq!(refused, "the server does not drain");
    drain(&directory, hour, &tasks, &stop);
    assert!(host.is_draining());
    let again = call_drain_off(&directory).unwrap();
    assert_eq!(again, "rooms are opened again; the server goes on");
    assert!(!host.is_draining());
    tasks.close();
    tasks.wait().await;
    assert_eq!(host.ended().now_or_never(), None);
    // The next one ends it, since nobody plays.
    drain(&directory, hour, &tasks, &stop);
    host.ended().await;
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
            let answer = carry_out(&directory, command, &tasks, &stop).await;
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
