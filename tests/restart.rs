//! A server that stops and starts again: nothing that was acknowledged is missing.

use std::time::{Duration, Instant};

use protocol::message::{ClientMsg, ServerMsg};
use protocol::spec::GameSpec;
use protocol::view::Phase;
use server::{Config, store};
use tempfile::tempdir;

use crate::harness::{Pair, TestServer, me_and_open, quiet, spec};

#[tokio::test]
async fn after_a_restart_both_players_go_on() {
    let directory = tempdir().unwrap();
    let server = TestServer::on_disk(directory.path()).await;
    let spec = GameSpec {
        clock: Some("5m+3s".parse().unwrap()),
        ..spec("connect-four")
    };
    let mut pair = Pair::at(&server, spec).await;
    pair.play("4 4 3").await;
    server.stop().await;
    pair.first
        .until(|message| matches!(message, ServerMsg::ShuttingDown).then_some(()))
        .await;
    let before = pair.second.game().clone();

    let server = TestServer::on_disk(directory.path()).await;
    let mut first = server.client("Ana").await;
    let snapshot = first.come_back(pair.room, pair.tokens.first).await;
    let clock = snapshot.clock.expect("a clock");
    assert_eq!(clock.running, None, "the clock waits for the side to move");
    let mut second = server.client("Bruno").await;
    let snapshot = second.come_back(pair.room, pair.tokens.second).await;
    assert!(snapshot.clock.expect("a clock").running.is_some());
    assert_eq!(second.game(), &before);
    pair.first = first;
    pair.second = second;
    pair.play("3 5 5 6").await;
    assert!(pair.first.over().await.winner.is_some());
    server.stop().await;
}

/// The clients hear nothing while the server waits for their answer to its close.
#[tokio::test]
async fn a_stop_that_waits_for_somebody_costs_no_time_on_the_clock() {
    let directory = tempdir().unwrap();
    let config = Config {
        drain: Config::default().drain,
        ..quiet()
    };
    let store = store::sqlite(directory.path()).unwrap();
    let server = TestServer::with(config, store).await;
    let spec = GameSpec {
        clock: Some("5m".parse().unwrap()),
        ..spec("connect-four")
    };
    let mut pair = Pair::at(&server, spec).await;
    pair.play("4 4").await;
    let before = pair.first.replica().snapshot().clock.expect("a clock");
    let heard = Instant::now();
    let stopping = server.stop();
    let asked = Instant::now();
    stopping.await;
    let waited = asked.elapsed();

    let server = TestServer::on_disk(directory.path()).await;
    let mut first = server.client("Ana").await;
    let snapshot = first.come_back(pair.room, pair.tokens.first).await;
    let after = snapshot.clock.expect("a clock");
    let used = before.remaining.first - after.remaining.first;
    let used = Duration::from_millis(used.as_millis()).saturating_sub(asked - heard);
    assert!(used < waited / 2, "{used:?} of {waited:?}");
    server.stop().await;
}

#[tokio::test]
async fn a_finished_room_is_found_by_its_code_after_a_restart() {
    let directory = tempdir().unwrap();
    let server = TestServer::on_disk(directory.path()).await;
    let mut pair = Pair::at(&server, spec("connect-four")).await;
    pair.play("4 4 3 3 5 5 6").await;
    pair.first.over().await;
    server.stop().await;

    let server = TestServer::on_disk(directory.path()).await;
    let mut spectator = server.client("Carla").await;
    let snapshot = spectator.watch(pair.room).await;
    assert!(matches!(snapshot.phase, Phase::Over { .. }));
    assert_eq!(snapshot.plies.len(), 7);
    server.stop().await;
}

#[tokio::test]
async fn a_room_that_still_waits_is_there_after_a_restart() {
    let directory = tempdir().unwrap();
    let server = TestServer::on_disk(directory.path()).await;
    let mut ana = server.client("Ana").await;
    let (room, token) = ana.open(spec("gomoku-15"), me_and_open()).await;
    server.stop().await;

    let server = TestServer::on_disk(directory.path()).await;
    let mut ana = server.client("Ana").await;
    ana.come_back(room, token).await;
    let mut bruno = server.client("Bruno").await;
    bruno.join(room).await;
    ana.plies(0).await;
    ana.say(ClientMsg::Chat {
        text: "hello".to_owned(),
    })
    .await;
    server.stop().await;
}
