//! Values of columns: who may ask, when, and the answers.

use protocol::analysis::ColumnValue;
use protocol::message::{ClientMsg, ServerMsg};
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::spec::GameSpec;
use server::{Config, store};

use crate::harness::{Client, Pair, TestServer, analyse, me_and_open, quiet, spec, variant};

/// Asks about a position of Connect Four.
async fn ask(client: &mut Client, moves: &str) {
    client.say(analyse("connect-four", moves)).await;
}

/// The next answer, and the number of stones in its position.
async fn analysed(client: &mut Client) -> (usize, Vec<ColumnValue>) {
    client
        .until(|message| match message {
            ServerMsg::Analysis { moves, columns, .. } => Some((moves.len(), columns.clone())),
            _ => None,
        })
        .await
}

/// Little time for lines, which take all that they get.
fn quick() -> Config {
    let mut config = quiet();
    config.analysis.lines = Millis::from_millis(300);
    config
}

fn settled(scores: [i8; 7]) -> Vec<ColumnValue> {
    scores.map(|score| ColumnValue::Exact { score }).to_vec()
}

#[tokio::test]
async fn after_a_game_players_and_spectators_learn_what_columns_were_worth() {
    let server = TestServer::start().await;
    let mut pair = Pair::at(&server, spec("connect-four")).await;
    pair.play("4 4").await;
    ask(&mut pair.first, "4 4").await;
    assert_eq!(pair.first.refusal().await, Refusal::HintsOff);
    pair.play("3 3 5 5 6").await;
    pair.first.over().await;
    let mut spectator = server.client("Cleo").await;
    spectator.watch(pair.room).await;
    for client in [&mut pair.first, &mut pair.second, &mut spectator] {
        ask(client, "").await;
        let empty = (0, settled([-2, -1, 0, 1, 0, -1, -2]));
        assert_eq!(analysed(client).await, empty);
        // The winning stone was played here: in two columns it wins with the 18th last.
        ask(client, "4 4 3 3 5 5").await;
        let (plies, columns) = analysed(client).await;
        let winning: Vec<_> = (1..)
            .zip(&columns)
            .filter(|(_, value)| **value == ColumnValue::Exact { score: 18 })
            .map(|(number, _)| number)
            .collect();
        assert_eq!((plies, winning), (6, vec![2, 6]));
        ask(client, "4 4 3 3 5 5 6").await;
        let over = Refusal::NothingToAnalyse { plies: 7, last: 6 };
        assert_eq!(client.refusal().await, over);
    }
    server.stop().await;
}

#[tokio::test]
async fn a_position_of_no_game_is_analysed_and_one_without_a_move_to_choose_is_not() {
    let server = TestServer::start().await;
    let mut ana = server.client("Ana").await;
    ask(&mut ana, "4 4 3 3 5 5").await;
    let (stones, columns) = analysed(&mut ana).await;
    assert_eq!(stones, 6);
    assert_eq!(columns[1], ColumnValue::Exact { score: 18 });
    ana.open(spec("connect-four"), me_and_open()).await;
    ask(&mut ana, "").await;
    assert_eq!(analysed(&mut ana).await.0, 0, "no game goes on yet");
    for (moves, last) in [
        ("d1 d2 c1 c2 e1 e2 f1", 6),
        ("d1 d2 c1 c2 e1 e2 f1 f2", 6),
        ("d1 d2 d3 d4 d5 d6 d1 e1", 6),
    ] {
        let moves: Vec<_> = moves
            .split(' ')
            .map(|square| square.parse().unwrap())
            .collect();
        let plies = moves.len() as u16;
        let variant = variant("connect-four");
        ana.say(ClientMsg::Analyse { variant, moves }).await;
        let refusal = Refusal::NothingToAnalyse { plies, last };
        assert_eq!(ana.refusal().await, refusal);
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
    ask(&mut pair.second, "4").await;
    let after_the_middle = (1, settled([-4, -2, -2, -1, -2, -2, -4]));
    assert_eq!(analysed(&mut pair.second).await, after_the_middle);
    // Whoever asks about another position gets that answer, whether or not the first one was ready.
    ask(&mut pair.second, "").await;
    ask(&mut pair.second, "4").await;
    while analysed(&mut pair.second).await != after_the_middle {}
    server.stop().await;
}

#[tokio::test]
async fn where_stones_are_placed_freely_the_best_lines_are_told() {
    let server = TestServer::with(quick(), store::memory()).await;
    let hints = GameSpec {
        hints: true,
        ..spec("gomoku-15")
    };
    let mut pair = Pair::at(&server, hints).await;
    // Three in a row with both ends open: one to three ways to win by an open four.
    pair.play("h8 a1 g8 c1 i8 e1").await;
    let position = analyse("gomoku-15", "h8 a1 g8 c1 i8 e1");
    pair.first.say(position).await;
    let (columns, lines) = pair
        .first
        .until(|message| match message {
            ServerMsg::Analysis { columns, lines, .. } => Some((columns.clone(), lines.clone())),
            _ => None,
        })
        .await;
    assert_eq!(columns, []);
    let best = lines.first().expect("a line");
    assert_eq!(best.end, Some(3), "{lines:?}");
    assert!(best.pv[0].row() == 7, "{lines:?}");
    server.stop().await;
}

#[tokio::test]
async fn a_whole_game_is_analysed_from_the_first_position_to_the_last() {
    let server = TestServer::with(quick(), store::memory()).await;
    let mut pair = Pair::at(&server, spec("connect-four")).await;
    pair.play("4 4 3 3 5 5 6").await;
    pair.first.over().await;
    pair.first.say_marked(7, ClientMsg::AnalyseGame).await;
    let mut positions = Vec::new();
    loop {
        let heard = pair.first.try_hear_marked().await.expect("is open");
        match heard.message {
            ServerMsg::Analysis { moves, columns, .. } => {
                assert_eq!(heard.reference, Some(7));
                assert_eq!(columns.len(), 7);
                positions.push(moves.len());
            }
            ServerMsg::GameAnalysed { plies, .. } => {
                assert_eq!((heard.reference, plies), (Some(7), 6));
                break;
            }
            _ => {}
        }
    }
    assert_eq!(positions, [0, 1, 2, 3, 4, 5, 6]);
    server.stop().await;
}

#[tokio::test]
async fn the_analysis_of_a_game_ends_with_the_next_question() {
    let mut config = quick();
    // The first question goes on for as long as the test.
    config.analysis_of_game.lines = Millis::from_secs(600);
    let server = TestServer::with(config, store::memory()).await;
    let hints = GameSpec {
        hints: true,
        ..spec("gomoku-15")
    };
    let mut pair = Pair::at(&server, hints).await;
    pair.play("h8 j9 g7").await;
    pair.first.say_marked(7, ClientMsg::AnalyseGame).await;
    let second = analyse("gomoku-15", "h8 j9 g7");
    pair.first.say_marked(8, second).await;
    loop {
        let heard = pair.first.try_hear_marked().await.expect("is open");
        match (heard.reference, heard.message) {
            (Some(8), ServerMsg::Analysis { moves, .. }) => {
                assert_eq!(moves.len(), 3);
                break;
            }
            (Some(7), ServerMsg::Analysis { moves, .. }) => {
                assert!(moves.is_empty(), "the empty board alone takes no search");
            }
            _ => {}
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn a_game_that_goes_on_is_not_analysed_without_hints() {
    let server = TestServer::start().await;
    let mut pair = Pair::at(&server, spec("connect-four")).await;
    pair.play("4").await;
    pair.first.say(ClientMsg::AnalyseGame).await;
    assert_eq!(pair.first.refusal().await, Refusal::HintsOff);
    server.stop().await;
}

#[tokio::test]
async fn boards_that_no_engine_solves_or_searches_are_not_analysed() {
    let server = TestServer::start().await;
    let hints = GameSpec {
        hints: true,
        ..spec("custom:9x9x8:free")
    };
    let mut pair = Pair::at(&server, hints).await;
    pair.play("e5").await;
    let position = analyse("custom:9x9x8:free", "e5");
    pair.first.say(position).await;
    let refusal = Refusal::NotAnalysed {
        variant: variant("custom:9x9x8:free"),
    };
    assert_eq!(pair.first.refusal().await, refusal);
    server.stop().await;
}

#[tokio::test]
async fn who_asks_too_fast_is_told_to_wait() {
    let config = Config {
        people_per_address: 4,
        ..quiet()
    };
    let server = TestServer::with(config, store::memory()).await;
    let hints = GameSpec {
        hints: true,
        ..spec("connect-four")
    };
    let mut pair = Pair::at(&server, hints).await;
    pair.play("4").await;
    for _ in 0..40 {
        ask(&mut pair.first, "").await;
    }
    assert!(matches!(
        pair.first.refusal().await,
        Refusal::TooFast { .. }
    ));
    server.stop().await;
}
