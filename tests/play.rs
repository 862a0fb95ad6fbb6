//! Two people play: to a win, a draw, a resignation, a flag, with takebacks and rematches.

use protocol::act::Act;
use protocol::codec::Encoding;
use protocol::message::{ClientMsg, RoomEvent};
use protocol::refusal::Refusal;
use protocol::side::Side;
use protocol::spec::GameSpec;
use protocol::view::Reason;

use crate::harness::{Pair, TestServer, me_and_open, spec};

/// A drawn game of Connect Four, all 42 plies.
const DRAW: &str =
    "1 1 1 1 1 1 2 2 2 2 2 2 3 3 3 3 3 3 5 4 4 4 4 4 4 5 5 5 5 5 6 6 6 6 6 6 7 7 7 7 7 7";

#[tokio::test]
async fn two_people_play_to_a_win() {
    let server = TestServer::start().await;
    let mut pair = Pair::at(&server, spec("connect-four")).await;
    pair.play("4 4 3 3 5 5 6").await;
    for client in [&mut pair.first, &mut pair.second] {
        let outcome = client.over().await;
        assert_eq!(outcome.winner, Some(Side::First));
        assert_eq!(outcome.reason, Reason::Line);
        let line: Vec<_> = outcome.line.iter().map(ToString::to_string).collect();
        assert_eq!(line, ["c1", "d1", "e1", "f1"]);
    }
    server.stop().await;
}

#[tokio::test]
async fn a_full_board_is_a_draw() {
    let server = TestServer::start().await;
    let mut pair = Pair::at(&server, spec("connect-four")).await;
    pair.play(DRAW).await;
    let outcome = pair.second.over().await;
    assert_eq!((outcome.winner, outcome.reason), (None, Reason::FullBoard));
    server.stop().await;
}

#[tokio::test]
async fn gomoku_is_played_in_its_own_notation() {
    let server = TestServer::start().await;
    let mut pair = Pair::at(&server, spec("gomoku")).await;
    pair.play("h8 a1 h9 a2 h10 a3 h11 a4 h12").await;
    assert_eq!(pair.second.over().await.winner, Some(Side::First));
    server.stop().await;
}

#[tokio::test]
async fn a_resignation_loses_at_once() {
    let server = TestServer::start().await;
    let mut pair = Pair::at(&server, spec("connect-four")).await;
    pair.play("4 4").await;
    pair.first.say(ClientMsg::Act(Act::Resign)).await;
    let outcome = pair.second.over().await;
    assert_eq!(outcome.winner, Some(Side::Second));
    assert_eq!(outcome.reason, Reason::Resignation);
    server.stop().await;
}

#[tokio::test]
async fn a_draw_is_agreed_on() {
    let server = TestServer::start().await;
    let mut pair = Pair::at(&server, spec("connect-four")).await;
    pair.play("4 4").await;
    pair.first.say(ClientMsg::Act(Act::OfferDraw)).await;
    pair.second
        .event(|event| matches!(event, RoomEvent::DrawOffered { .. }).then_some(()))
        .await;
    pair.second
        .say(ClientMsg::Act(Act::AnswerDraw { accept: true }))
        .await;
    let outcome = pair.first.over().await;
    assert_eq!((outcome.winner, outcome.reason), (None, Reason::Agreement));
    server.stop().await;
}

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
async fn a_takeback_goes_back_to_the_askers_own_ply() {
    let server = TestServer::start().await;
    let mut pair = Pair::at(&server, spec("connect-four")).await;
    pair.play("4 4 3 3").await;
    pair.first.say(ClientMsg::Act(Act::AskTakeback)).await;
    pair.second
        .event(|event| matches!(event, RoomEvent::TakebackAsked { .. }).then_some(()))
        .await;
    pair.second
        .say(ClientMsg::Act(Act::AnswerTakeback { accept: true }))
        .await;
    pair.first.plies(2).await;
    pair.second.plies(2).await;
    pair.play("5 5").await;
    server.stop().await;
}

#[tokio::test]
async fn a_move_meant_for_an_older_board_is_refused() {
    let server = TestServer::start().await;
    let mut pair = Pair::at(&server, spec("connect-four")).await;
    let old = pair.first.revision();
    pair.play("4 4").await;
    let square = pair.first.game().read_move("4").unwrap();
    let late = ClientMsg::Act(Act::Move {
        revision: old,
        square,
    });
    pair.first.say(late).await;
    assert!(matches!(pair.first.refusal().await, Refusal::Stale { .. }));
    server.stop().await;
}

#[tokio::test]
async fn what_the_rules_forbid_is_refused_and_changes_nothing() {
    let server = TestServer::start().await;
    let mut pair = Pair::at(&server, spec("connect-four")).await;
    pair.second.play("4").await;
    assert!(matches!(
        pair.second.refusal().await,
        Refusal::NotYourTurn { .. }
    ));
    pair.play("4 4 4 4 4 4").await;
    pair.first.play("4").await;
    assert!(matches!(
        pair.first.refusal().await,
        Refusal::ColumnFull { column: 4, .. }
    ));
    pair.play("1").await;
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
async fn a_rematch_that_is_declined_is_told_to_all_and_can_be_offered_again() {
    let server = TestServer::start().await;
    let mut pair = Pair::at(&server, spec("connect-four")).await;
    let mut eva = server.client("Eva").await;
    eva.watch(pair.room).await;
    pair.play("4 4 3 3 5 5 6").await;
    pair.first.over().await;
    pair.second.over().await;
    let offered =
        |event: &RoomEvent| matches!(event, RoomEvent::RematchOffered { .. }).then_some(());
    let declined = |event: &RoomEvent| match event {
        RoomEvent::RematchDeclined { by } => Some(*by),
        _ => None,
    };
    let decline = ClientMsg::Act(Act::AnswerRematch { accept: false });
    pair.second.say(decline.clone()).await;
    assert_eq!(pair.second.refusal().await, Refusal::NothingOffered);
    pair.first.say(ClientMsg::Act(Act::Rematch)).await;
    pair.second.event(offered).await;
    pair.second.say(decline).await;
    for client in [&mut pair.first, &mut pair.second, &mut eva] {
        assert_eq!(client.event(declined).await, Side::Second);
    }
    pair.first.say(ClientMsg::Act(Act::Rematch)).await;
    pair.second.event(offered).await;
    let agree = ClientMsg::Act(Act::AnswerRematch { accept: true });
    pair.second.say(agree).await;
    pair.first.started().await;
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
