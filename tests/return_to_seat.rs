//! Players who drop, return, replace themselves, and claim.

use protocol::act::Act;
use protocol::message::{ClientMsg, RoomEvent};
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::side::Side;
use protocol::view::Reason;
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
