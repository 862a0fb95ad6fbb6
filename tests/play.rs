//! Two people play, over both encodings, with a clock and a rematch. What each message to a room brings is compared by
//! the model: see `model.rs`.

use protocol::act::Act;
use protocol::codec::Encoding;
use protocol::message::{ClientMsg, RoomEvent};
use protocol::side::Side;
use protocol::spec::GameSpec;
use protocol::view::Reason;

use crate::harness::{Pair, TestServer, me_and_open, spec};

#[tokio::test]
async fn the_flag_falls_on_who_lets_time_run_out() {
    let server = TestServer::start().await;
    let spec = GameSpec {
        clock: Some("1s".parse().unwrap()),
        ..spec("connect-four")
    };
    let mut pair = Pair::at(&server, spec).await;
    pair.play("4 4").await;
    let outcome = pair.first.over().await;
    assert_eq!(outcome.winner, Some(Side::Second));
    assert_eq!(outcome.reason, Reason::Flag);
    server.stop().await;
}

#[tokio::test]
async fn a_rematch_swaps_sides_and_keeps_the_score() {
    let server = TestServer::start().await;
    let mut pair = Pair::at(&server, spec("connect-four")).await;
    pair.play("4 4 3 3 5 5 6").await;
    pair.first.over().await;
    pair.second.over().await;
    pair.first.say(ClientMsg::Act(Act::Rematch)).await;
    pair.second
        .event(|event| matches!(event, RoomEvent::RematchOffered { .. }).then_some(()))
        .await;
    pair.second.say(ClientMsg::Act(Act::Rematch)).await;
    let series = pair
        .first
        .event(|event| match event {
            RoomEvent::Started { series, .. } => Some(*series),
            _ => None,
        })
        .await;
    assert_eq!(series.game, 2);
    assert_eq!((series.wins.first, series.wins.second), (0, 1));
    pair.second.plies(0).await;
    assert_eq!(pair.second.you(), Some(Side::First));
    pair.play("4 4").await;
    server.stop().await;
}

#[tokio::test]
async fn both_encodings_meet_in_one_room() {
    let server = TestServer::start().await;
    let mut binary = server.client_in("Ana", Encoding::Bincode).await;
    let mut json = server.client_in("Bruno", Encoding::Json).await;
    let (room, _) = binary.open(spec("connect-four"), me_and_open()).await;
    json.join(room).await;
    binary.started().await;
    for (turn, column) in ["4", "4", "3", "3", "5", "5", "6"].iter().enumerate() {
        if turn % 2 == 0 {
            binary.play(column).await;
        } else {
            json.play(column).await;
        }
        binary.plies(turn + 1).await;
        json.plies(turn + 1).await;
    }
    assert_eq!(binary.over().await, json.over().await);
    server.stop().await;
}
