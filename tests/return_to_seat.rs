//! Players who drop, return, replace themselves, and claim.

use protocol::act::Act;
use protocol::id::Token;
use protocol::message::{ClientMsg, Role, RoomEvent};
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::side::Side;
use protocol::view::{LeftWhy, Reason};
use server::store;

use crate::harness::{Pair, TestServer, quiet, spec};

#[tokio::test]
async fn a_player_who_drops_comes_back_to_the_seat_and_plays_on() {
    let server = TestServer::start().await;
    let mut pair = Pair::at(&server, spec("connect-four")).await;
    pair.play("4 4").await;
    drop(pair.first);
    let side = pair
        .second
        .event(|event| match event {
            RoomEvent::Disconnected { side } => Some(*side),
            _ => None,
        })
        .await;
    assert_eq!(side, Side::First);

    let mut returned = server.client("Ana").await;
    let snapshot = returned.come_back(pair.room, pair.tokens.first).await;
    assert_eq!(snapshot.plies.len(), 2);
    assert_eq!(returned.you(), Some(Side::First));
    pair.first = returned;
    pair.play("3 3").await;
    server.stop().await;
}

#[tokio::test]
async fn the_newest_connection_with_the_token_has_the_seat() {
    let server = TestServer::start().await;
    let mut pair = Pair::at(&server, spec("connect-four")).await;
    let mut newer = server.client("Ana").await;
    newer.come_back(pair.room, pair.tokens.first).await;
    assert_eq!(pair.first.left().await, LeftWhy::Replaced);
    pair.first = newer;
    pair.play("4 4").await;
    server.stop().await;
}

#[tokio::test]
async fn a_wrong_token_opens_no_seat() {
    let server = TestServer::start().await;
    let pair = Pair::at(&server, spec("connect-four")).await;
    let mut stranger = server.client("Carla").await;
    let role = Role::Seat {
        token: Token(pair.tokens.first.0 ^ 1),
    };
    let room = pair.room;
    stranger.say(ClientMsg::Join { room, role }).await;
    assert_eq!(stranger.refusal().await, Refusal::WrongToken { room });
    server.stop().await;
}

#[tokio::test]
async fn the_game_of_a_player_who_stays_away_may_be_claimed() {
    let mut config = quiet();
    config.timing.grace = Millis::from_millis(50);
    let server = TestServer::with(config, store::memory()).await;
    let mut pair = Pair::at(&server, spec("connect-four")).await;
    pair.play("4 4").await;
    pair.second.say(ClientMsg::Act(Act::Claim)).await;
    assert_eq!(pair.second.refusal().await, Refusal::OpponentPresent);
    drop(pair.first);
    pair.second
        .event(|event| matches!(event, RoomEvent::Disconnected { .. }).then_some(()))
        .await;
    // Asked again and again until the grace is over: the refusal says how long that is.
    let outcome = loop {
        pair.second.say(ClientMsg::Act(Act::Claim)).await;
        let answer = pair.second.hear().await;
        match answer {
            protocol::message::ServerMsg::Refused { refusal, .. } => {
                assert!(matches!(refusal, Refusal::ClaimTooEarly { .. }));
            }
            protocol::message::ServerMsg::Event {
                event: RoomEvent::Over { outcome, .. },
                ..
            } => break outcome,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(outcome.reason, Reason::Claim);
    assert_eq!(outcome.winner, Some(Side::Second));
    server.stop().await;
}

#[tokio::test]
async fn leaving_before_the_game_gives_the_seat_up_and_during_it_keeps_it() {
    let server = TestServer::start().await;
    let mut pair = Pair::at(&server, spec("connect-four")).await;
    pair.first.say(ClientMsg::Leave).await;
    assert_eq!(pair.first.left().await, LeftWhy::Asked);
    pair.first.come_back(pair.room, pair.tokens.first).await;
    pair.play("4 4").await;
    server.stop().await;
}
