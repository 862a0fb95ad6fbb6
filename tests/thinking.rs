//! News of a bot's search before its answer: that it thinks, how deep it is, what an engine says.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Instant;

use protocol::codec::Encoding;
use protocol::id::RoomId;
use protocol::message::{ClientMsg, RoomEvent};
use protocol::millis::Millis;
use protocol::side::{BySide, Side};
use protocol::spec::{GameSpec, Pace, SeatSpec, ThinkTime};
use protocol::view::Thinking;
use server::{Config, EngineSpec, store};

use crate::external::{self, Tether, patient};
use crate::harness::{Client, TestServer, bot, quiet, spec};

/// Time after which a room tells that its bot thinks.
const FIRST: Millis = Millis::from_millis(500);

/// Least time between two messages about one search.
const AGAIN: Millis = Millis::from_millis(1000);

/// A server with an engine that behaves like this, called `tester`.
async fn serve(manner: &str) -> TestServer {
    let config = Config {
        engines: vec![EngineSpec {
            name: "tester".to_owned(),
            command: external::command(manner),
        }],
        engine_limits: patient(),
        ..quiet()
    };
    TestServer::with(config, store::memory()).await
}

/// The other end of the engine's tether, once the engine was asked for a move.
fn asked(tether: &Tether) -> TcpStream {
    let mut held = tether.held();
    held.read_exact(&mut [0]).expect("it is asked");
    held
}

fn patient_game() -> GameSpec {
    GameSpec {
        think_time: Some(ThinkTime::MAX),
        pace: Pace::MIN,
        ..spec("gomoku-15")
    }
}

fn seats(first: SeatSpec, second: &str) -> BySide<SeatSpec> {
    BySide {
        first,
        second: bot(second),
    }
}

/// Opens a room between bots, and watches it.
async fn open_match(client: &mut Client, spec: GameSpec, first: &str, second: &str) -> RoomId {
    client
        .say(ClientMsg::Open {
            spec,
            seats: seats(bot(first), second),
            shuffle: false,
        })
        .await;
    client.joined().await.1.room
}

/// News of a search.
#[derive(Debug, PartialEq)]
enum Told {
    Thinks(Thinking),
    Says(Side, u16, String),
}

/// News of searches until the next ply.
async fn told_until_moved(client: &mut Client) -> Vec<Told> {
    let mut told = Vec::new();
    client
        .event(|event| {
            match event {
                RoomEvent::Thinking { thinking } => told.push(Told::Thinks(*thinking)),
                RoomEvent::EngineMessage { side, ply, text } => {
                    told.push(Told::Says(*side, *ply, text.to_string()));
                }
                RoomEvent::Moved { .. } => return Some(()),
                _ => {}
            }
            None
        })
        .await;
    told
}

/// The next `Thinking` of the room.
async fn thinking(client: &mut Client) -> Thinking {
    client
        .event(|event| match event {
            RoomEvent::Thinking { thinking } => Some(*thinking),
            _ => None,
        })
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn that_a_bot_thinks_is_told_to_all_and_to_who_comes_later_and_ends_with_its_ply() {
    let tether = Tether::new();
    let server = serve(&tether.option("waits")).await;
    drop(tether.held());
    for encoding in Encoding::ALL {
        let mut ana = server.client_in("Ana", encoding).await;
        let (room, _) = ana
            .open(patient_game(), seats(SeatSpec::Me, "tester"))
            .await;
        ana.play("h8").await;
        let mut held = asked(&tether);
        let told = thinking(&mut ana).await;
        assert_eq!((told.side, told.ply), (Side::Second, 2));
        assert!(told.elapsed >= FIRST, "{told:?}");
        assert_eq!(told.depth, None);
        // It is no recorded event.
        assert_eq!(ana.replica().snapshot().thinking, Some(told));

        let mut carla = server.client_in("Carla", encoding).await;
        let snapshot = carla.watch(room).await;
        assert_eq!(snapshot.seq, ana.replica().snapshot().seq);
        let later = snapshot.thinking.expect("it thinks");
        assert!(later.elapsed >= told.elapsed, "{later:?}");
        assert_eq!(
            (later.side, later.ply, later.depth),
            (Side::Second, 2, None)
        );
        held.write_all(b"!").expect("the engine reads");
        for client in [&mut ana, &mut carla] {
            // What the engine says is for nobody while a person plays.
            assert_eq!(told_until_moved(client).await, []);
            assert_eq!(client.replica().snapshot().thinking, None);
        }
        ana.say(ClientMsg::Leave).await;
        drop(held);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_an_engine_says_is_for_spectators_of_open_thoughts_and_not_for_players() {
    let tether = Tether::new();
    let server = serve(&tether.option("waits")).await;
    drop(tether.held());
    let mut ana = server.client("Ana").await;
    let spec = GameSpec {
        open_thoughts: true,
        ..patient_game()
    };
    let (room, _) = ana.open(spec, seats(SeatSpec::Me, "tester")).await;
    let mut carla = server.client("Carla").await;
    carla.watch(room).await;
    ana.play("h8").await;
    let mut held = asked(&tether);
    let said = carla
        .event(|event| match event {
            RoomEvent::EngineMessage { side, ply, text } => Some((*side, *ply, text.to_string())),
            _ => None,
        })
        .await;
    assert_eq!(said, (Side::Second, 2, "depth 4".to_owned()));
    thinking(&mut ana).await;
    held.write_all(b"!").expect("the engine reads");
    assert_eq!(told_until_moved(&mut ana).await, []);
    server.stop().await;
}

#[tokio::test]
async fn the_messages_of_engines_come_once_a_second_at_most() {
    let server = serve("talks").await;
    let begun = Instant::now();
    let mut ana = server.client("Ana").await;
    let mut spec = patient_game();
    spec.think_time = Some(ThinkTime::MIN);
    open_match(&mut ana, spec, "tester", "tester").await;
    let mut messages = Vec::new();
    let mut plies = 0;
    ana.event(|event| {
        match event {
            RoomEvent::EngineMessage { text, .. } => messages.push(text.to_string()),
            RoomEvent::Moved { .. } => plies += 1,
            RoomEvent::Over { .. } => return Some(()),
            _ => {}
        }
        None
    })
    .await;
    assert!(
        messages.iter().all(|text| text == "depth 4"),
        "{messages:?}"
    );
    let seconds = begun.elapsed().as_secs() as usize;
    assert!((1..=seconds + 1).contains(&messages.len()), "{messages:?}");
    assert!(
        messages.len() < plies,
        "{} in {plies} plies",
        messages.len()
    );
    server.stop().await;
}

#[tokio::test]
async fn between_bots_the_depth_is_told_as_it_grows_once_a_second_at_most() {
    let server = TestServer::start().await;
    let mut ana = server.client("Ana").await;
    let spec = GameSpec {
        think_time: Some(ThinkTime::new(4_000).expect("within its bounds")),
        ..patient_game()
    };
    open_match(&mut ana, spec, "threat", "threat").await;
    let mut deepened = false;
    while !deepened {
        let mut last: Option<Thinking> = None;
        for told in told_until_moved(&mut ana).await {
            let Told::Thinks(thinking) = told else {
                panic!("{told:?}");
            };
            if let Some(last) = last {
                assert_eq!((thinking.side, thinking.ply), (last.side, last.ply));
                assert!(thinking.elapsed >= last.elapsed + AGAIN, "{thinking:?}");
                assert!(thinking.depth > last.depth, "{thinking:?} after {last:?}");
                deepened = true;
            } else {
                // Its threads may have had no processor yet, and no depth.
                assert!(thinking.elapsed >= FIRST, "{thinking:?}");
            }
            last = Some(thinking);
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn a_bot_that_answers_at_once_is_not_told_to_think_however_slow_the_pace() {
    let server = TestServer::start().await;
    let mut ana = server.client("Ana").await;
    let spec = GameSpec {
        pace: Pace::new(1_200).expect("within its bounds"),
        ..spec("connect-four")
    };
    open_match(&mut ana, spec, "random", "lines:2").await;
    for _ in 0..2 {
        assert_eq!(told_until_moved(&mut ana).await, []);
    }
    server.stop().await;
}

/// A player sees the search of the bot as everybody does, without its depth.
#[tokio::test]
async fn a_player_is_told_once_that_the_bot_thinks_and_a_spectator_of_open_thoughts_how_deep() {
    let server = TestServer::start().await;
    let mut ana = server.client("Ana").await;
    let spec = GameSpec {
        think_time: Some(ThinkTime::new(2_000).expect("within its bounds")),
        open_thoughts: true,
        ..spec("gomoku-15")
    };
    let (room, _) = ana.open(spec, seats(SeatSpec::Me, "threat")).await;
    let mut carla = server.client("Carla").await;
    carla.watch(room).await;
    ana.play("h8").await;
    let seen = thinking(&mut carla).await;
    // It is of the first news, or of the next where the search had no processor yet.
    let mut deep = seen;
    while deep.depth.is_none() {
        deep = thinking(&mut carla).await;
    }
    ana.plies(1).await;
    let told = told_until_moved(&mut ana).await;
    let [Told::Thinks(told)] = told[..] else {
        panic!("{told:?}");
    };
    assert_eq!(
        told,
        Thinking {
            depth: None,
            ..seen
        }
    );
    server.stop().await;
}
