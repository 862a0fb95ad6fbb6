//! The list of a person's games, and the way back to a seat by the key with which it was taken.

use std::time::Duration;

use protocol::act::Act;
use protocol::codec::Encoding;
use protocol::id::{RoomId, Token};
use protocol::message::{ClientMsg, Role, ServerMsg, VERSION};
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::side::Side;
use protocol::view::{LeftWhy, Phase, YOUR_GAMES, YourGame};
use server::store;
use tempfile::tempdir;

use crate::harness::{Client, TestServer, me_and_open, quiet, spec};

const ANA: Option<Token> = Some(Token(0x0a0a));
const BO: Option<Token> = Some(Token(0x0b0b));

async fn come(server: &TestServer, name: &str, key: Option<Token>) -> Client {
    let mut client = Client::connect(server.address, Encoding::Json).await;
    let hello = ClientMsg::Hello {
        protocol: VERSION,
        software: "tests".to_owned(),
        name: Some(name.to_owned()),
        key,
        heartbeat: false,
    };
    client.say(hello).await;
    client
        .until(|message| matches!(message, ServerMsg::Welcome { .. }).then_some(()))
        .await;
    client
}

async fn games(client: &mut Client) -> Vec<YourGame> {
    client.say(ClientMsg::YourGames).await;
    client
        .until(|message| match message {
            ServerMsg::YourGames { games } => Some(games.clone()),
            ServerMsg::Refused { message, .. } => panic!("{message}"),
            _ => None,
        })
        .await
}

async fn rooms(client: &mut Client) -> Vec<RoomId> {
    let games = games(client).await;
    games.into_iter().map(|game| game.room.room).collect()
}

/// Opens a room, takes its first seat and leaves by the end of the connection.
async fn opened(server: &TestServer, key: Option<Token>) -> RoomId {
    let mut client = come(server, "Ana", key).await;
    client.open(spec("connect-four"), me_and_open()).await.0
}

/// Opens a room for Ana in which Bruno, who has no key, has the other seat.
async fn begun(server: &TestServer) -> (Client, Client, RoomId) {
    let mut ana = come(server, "Ana", ANA).await;
    let (room, _) = ana.open(spec("connect-four"), me_and_open()).await;
    let mut bruno = come(server, "Bruno", None).await;
    bruno.join(room).await;
    ana.started().await;
    (ana, bruno, room)
}

#[tokio::test]
async fn a_key_lists_what_waits_runs_and_ended_and_the_game_to_play_comes_first() {
    let server = TestServer::start().await;
    let waiting = opened(&server, ANA).await;
    let (mut loser, mut winner, ended) = begun(&server).await;
    loser.say(ClientMsg::Act(Act::Resign)).await;
    winner.over().await;
    let (mut player, mut bruno, running) = begun(&server).await;
    player.play("4").await;
    bruno.plies(1).await;
    let (_here, _other, to_play) = begun(&server).await;

    let mut ana = come(&server, "Ana", ANA).await;
    let games = games(&mut ana).await;
    let listed: Vec<_> = games
        .iter()
        .map(|game| (game.room.room, game.your_turn, game.ended.is_some()))
        .collect();
    assert_eq!(
        listed,
        [
            (to_play, true, false),
            (running, false, false),
            (waiting, false, false),
            (ended, false, true),
        ]
    );
    assert!(games.iter().all(|game| game.side == Side::First));
    assert!(matches!(games[3].room.phase, Phase::Over { .. }));
    assert_eq!(games[1].room.plies, 1);
    server.stop().await;
}

#[tokio::test]
async fn the_game_that_waits_for_the_person_is_listed_however_many_came_after_it() {
    let server = TestServer::start().await;
    let (_here, _other, to_play) = begun(&server).await;
    for _ in 0..YOUR_GAMES {
        opened(&server, ANA).await;
    }
    let mut ana = come(&server, "Ana", ANA).await;
    let listed = rooms(&mut ana).await;
    assert_eq!((listed.len(), listed[0]), (YOUR_GAMES, to_play));
    server.stop().await;
}

#[tokio::test]
async fn games_are_listed_after_a_restart_and_a_stranger_of_the_same_name_gets_none() {
    let directory = tempdir().expect("a directory");
    let server = TestServer::on_disk(directory.path()).await;
    let waiting = opened(&server, ANA).await;
    let (mut loser, mut winner, ended) = begun(&server).await;
    loser.say(ClientMsg::Act(Act::Resign)).await;
    winner.over().await;
    let (ana, bruno, running) = begun(&server).await;
    server.stop().await;
    drop((ana, bruno));

    let server = TestServer::on_disk(directory.path()).await;
    let mut ana = come(&server, "Ana", ANA).await;
    assert_eq!(rooms(&mut ana).await, [running, waiting, ended]);
    let games = games(&mut ana).await;
    assert!(games[0].your_turn && games[2].ended.is_some());
    // The name is its owner's, so a stranger has to free it first.
    let freed = come(&server, "Cleo", ANA).await;
    drop((ana, freed));
    for key in [BO, None] {
        let mut stranger = come(&server, "Ana", key).await;
        assert_eq!(rooms(&mut stranger).await, []);
        let role = Role::Player;
        let room = running;
        stranger.say(ClientMsg::Join { room, role }).await;
        assert_eq!(stranger.refusal().await, Refusal::NoOpenSeat { room });
        drop(stranger);
        let freed = come(&server, "Eva", BO).await;
        drop(freed);
    }
    server.stop().await;
}

#[tokio::test]
async fn a_seat_is_had_again_by_the_key_alone_with_the_token_that_it_had() {
    let directory = tempdir().expect("a directory");
    let server = TestServer::on_disk(directory.path()).await;
    let mut ana = come(&server, "Ana", ANA).await;
    let (room, token) = ana.open(spec("connect-four"), me_and_open()).await;
    let mut bruno = come(&server, "Bruno", None).await;
    let bruno_token = bruno.join(room).await;
    ana.started().await;

    let mut other_device = come(&server, "Ana", ANA).await;
    assert_eq!(other_device.join(room).await, token);
    assert_eq!(ana.left().await, LeftWhy::Replaced);
    assert_eq!(other_device.you(), Some(Side::First));
    server.stop().await;

    let server = TestServer::on_disk(directory.path()).await;
    let mut ana = come(&server, "Ana", ANA).await;
    assert_eq!(ana.join(room).await, token);
    ana.play("4").await;
    let mut bruno = come(&server, "Bruno", None).await;
    bruno.come_back(room, bruno_token).await;
    bruno.plies(1).await;
    // The token leads there as before, without the key.
    let mut without = come(&server, "Anna", None).await;
    without.come_back(room, token).await;
    assert_eq!(without.you(), Some(Side::First));
    assert_eq!(ana.left().await, LeftWhy::Replaced);
    server.stop().await;
}

#[tokio::test]
async fn a_seat_that_was_given_up_is_no_game_and_may_be_taken_by_others() {
    let directory = tempdir().expect("a directory");
    let server = TestServer::on_disk(directory.path()).await;
    let mut ana = come(&server, "Ana", ANA).await;
    let (room, _) = ana.open(spec("connect-four"), me_and_open()).await;
    ana.say(ClientMsg::Leave).await;
    ana.left().await;
    assert_eq!(rooms(&mut ana).await, []);
    let mut bo = come(&server, "Bo", BO).await;
    bo.join(room).await;
    assert_eq!(rooms(&mut bo).await, [room]);
    assert_eq!(rooms(&mut ana).await, []);
    server.stop().await;
}

#[tokio::test]
async fn games_that_ended_are_deleted_once_they_are_older_than_the_host_keeps_them() {
    let directory = tempdir().expect("a directory");
    let server = TestServer::on_disk(directory.path()).await;
    let (mut loser, mut winner, ended) = begun(&server).await;
    loser.say(ClientMsg::Act(Act::Resign)).await;
    winner.over().await;
    let (ana, bruno, running) = begun(&server).await;
    server.stop().await;
    drop((ana, bruno, loser, winner));

    let mut config = quiet();
    config.timing.lingering = Millis::from_millis(1);
    config.keep = Some(Millis::from_millis(1));
    config.keep_check = Duration::from_millis(1);
    let store = store::sqlite(directory.path()).expect("opens");
    let server = TestServer::with(config, store).await;
    let mut ana = come(&server, "Ana", ANA).await;
    while rooms(&mut ana).await.contains(&ended) {}
    assert_eq!(rooms(&mut ana).await, [running]);
    ana.say(ClientMsg::RoomInfo { room: ended }).await;
    assert_eq!(ana.refusal().await, Refusal::NoSuchRoom { room: ended });
    ana.join(running).await;
    server.stop().await;
}
