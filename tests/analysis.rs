//! Values of columns: who may ask, when, and the answers.

use protocol::analysis::ColumnValue;
use protocol::message::{ClientMsg, ServerMsg};
use protocol::refusal::Refusal;
use protocol::spec::GameSpec;

use crate::harness::{Client, Pair, TestServer, spec, variant};

async fn ask(client: &mut Client, plies: u16) {
    client.say(ClientMsg::Analyse { plies }).await;
}

/// The next answer, and the position it is about.
async fn analysed(client: &mut Client) -> (u16, Vec<ColumnValue>) {
    client
        .until(|message| match message {
            ServerMsg::Analysis { plies, columns, .. } => Some((*plies, columns.clone())),
            _ => None,
        })
        .await
}

fn settled(scores: [i8; 7]) -> Vec<ColumnValue> {
    scores.map(|score| ColumnValue::Exact { score }).to_vec()
}

#[tokio::test]
async fn after_a_game_players_and_spectators_learn_what_columns_were_worth() {
    let server = TestServer::start().await;
    let mut pair = Pair::at(&server, spec("connect-four")).await;
    pair.play("4 4").await;
    ask(&mut pair.first, 2).await;
    assert_eq!(pair.first.refusal().await, Refusal::HintsOff);
    pair.play("3 3 5 5 6").await;
    pair.first.over().await;
    let mut spectator = server.client("Cleo").await;
    spectator.watch(pair.room).await;
    for client in [&mut pair.first, &mut pair.second, &mut spectator] {
        ask(client, 0).await;
        let empty = (0, settled([-2, -1, 0, 1, 0, -1, -2]));
        assert_eq!(analysed(client).await, empty);
        // The winning stone was played here: in two columns it wins with the 18th last.
        ask(client, 6).await;
        let (plies, columns) = analysed(client).await;
        let winning: Vec<_> = (1..)
            .zip(&columns)
            .filter(|(_, value)| **value == ColumnValue::Exact { score: 18 })
            .map(|(number, _)| number)
            .collect();
        assert_eq!((plies, winning), (6, vec![2, 6]));
        ask(client, 7).await;
        let over = Refusal::NothingToAnalyse { plies: 7, last: 6 };
        assert_eq!(client.refusal().await, over);
    }
    server.stop().await;
}

#[tokio::test]
async fn with_hints_people_are_told_during_the_game() {
    let server = TestServer::start().await;
    let hints = GameSpec {
        hints: true,
        ..spec("connect-four")
    };
    let mut pair = Pair::at(&server, hints).await;
    pair.play("4").await;
    ask(&mut pair.second, 1).await;
    let after_the_middle = (1, settled([-4, -2, -2, -1, -2, -2, -4]));
    assert_eq!(analysed(&mut pair.second).await, after_the_middle);
    // Whoever asks about another position gets that answer, whether or not the first one was ready.
    ask(&mut pair.second, 0).await;
    ask(&mut pair.second, 1).await;
    while analysed(&mut pair.second).await != after_the_middle {}
    server.stop().await;
}

#[tokio::test]
async fn where_discs_do_not_fall_nothing_is_analysed() {
    let server = TestServer::start().await;
    let hints = GameSpec {
        hints: true,
        ..spec("gomoku-15")
    };
    let mut pair = Pair::at(&server, hints).await;
    pair.play("h8").await;
    ask(&mut pair.first, 1).await;
    let refusal = Refusal::NotAnalysed {
        variant: variant("gomoku-15"),
    };
    assert_eq!(pair.first.refusal().await, refusal);
    server.stop().await;
}

#[tokio::test]
async fn who_asks_too_fast_is_told_to_wait() {
    let server = TestServer::start().await;
    let hints = GameSpec {
        hints: true,
        ..spec("connect-four")
    };
    let mut pair = Pair::at(&server, hints).await;
    pair.play("4").await;
    for _ in 0..40 {
        ask(&mut pair.first, 0).await;
    }
    assert!(matches!(
        pair.first.refusal().await,
        Refusal::TooFast { .. }
    ));
    server.stop().await;
}
