//! Renju between two people: forbidden points are told to everybody and refused, and a five wins.

use protocol::codec::Encoding;
use protocol::message::{ClientMsg, RoomEvent, ServerMsg};
use protocol::record::Record;
use protocol::refusal::Refusal;
use protocol::side::{BySide, Side};
use protocol::view::{ForbiddenKind, ForbiddenPoint, Reason};
use tempfile::tempdir;

use crate::harness::{Client, Pair, TestServer, me_and_open, spec, variant};

/// Two threes of black meet in h7, and black is to move.
const OPENING: &str = "h8 a1 h9 a3 g7 a5 f7 a7";

fn h7() -> Vec<ForbiddenPoint> {
    vec![ForbiddenPoint {
        square: "h7".parse().unwrap(),
        kind: ForbiddenKind::DoubleThree,
    }]
}

/// Two people at a table of renju, of whom the second speaks `encoding`.
async fn pair(server: &TestServer, encoding: Encoding) -> Pair {
    let mut first = server.client("Ana").await;
    let mut second = server.client_in("Bruno", encoding).await;
    let (room, token) = first.open(spec("renju"), me_and_open()).await;
    let tokens = BySide {
        first: token,
        second: second.join(room).await,
    };
    first.started().await;
    Pair {
        room,
        first,
        second,
        tokens,
    }
}

async fn is_told_h7(client: &mut Client) {
    let told = client
        .event(|event| match event {
            RoomEvent::Forbidden { points } => Some(points.clone()),
            _ => None,
        })
        .await;
    assert_eq!(told, h7());
    assert_eq!(client.replica().snapshot().forbidden, h7());
}

#[tokio::test]
async fn forbidden_points_are_told_and_refused_and_a_five_wins() {
    for encoding in [Encoding::Bincode, Encoding::Json] {
        let directory = tempdir().unwrap();
        let server = TestServer::on_disk(directory.path()).await;
        let mut pair = pair(&server, encoding).await;
        let mut curious = server.client_in("Carla", encoding).await;
        curious.watch(pair.room).await;
        pair.play(OPENING).await;
        for client in [&mut pair.first, &mut pair.second, &mut curious] {
            is_told_h7(client).await;
        }
        let revision = pair.first.revision();
        pair.first.play("h7").await;
        assert_eq!(
            pair.first.refusal().await,
            Refusal::Forbidden {
                square: h7()[0].square,
                kind: h7()[0].kind,
            }
        );
        assert_eq!(pair.first.revision(), revision);
        server.stop().await;

        let server = TestServer::on_disk(directory.path()).await;
        pair.first = server.client_in("Ana", encoding).await;
        let snapshot = pair.first.come_back(pair.room, pair.tokens.first).await;
        assert_eq!(snapshot.forbidden, h7());
        pair.second = server.client("Bruno").await;
        let snapshot = pair.second.come_back(pair.room, pair.tokens.second).await;
        assert_eq!(snapshot.forbidden, h7());
        let mut curious = server.client("Carla").await;
        assert_eq!(curious.watch(pair.room).await.forbidden, h7());

        // A four with a three is not forbidden, nor is anything to white.
        pair.play("i7 b1").await;
        assert_eq!(pair.second.replica().snapshot().forbidden, []);
        pair.play("h7 b3 e7").await;
        for client in [&mut pair.first, &mut pair.second, &mut curious] {
            let outcome = client.over().await;
            assert_eq!(outcome.winner, Some(Side::First));
            assert_eq!(outcome.reason, Reason::Line);
            let line: Vec<_> = outcome.line.iter().map(ToString::to_string).collect();
            assert_eq!(line, ["e7", "f7", "g7", "h7", "i7"]);
        }

        let room = pair.room;
        curious.say(ClientMsg::Record { room }).await;
        let text = curious
            .until(|message| match message {
                ServerMsg::Record { text, .. } => Some(text.clone()),
                _ => None,
            })
            .await;
        assert!(text.contains("[Variant \"renju\"]"), "{text}");
        let record: Record = text.parse().unwrap();
        assert_eq!(&record.game(), pair.first.game());
        assert_eq!(record.to_string(), text);
        // The same game with the move that was refused is none.
        let forged = text.replace("i7", "h7");
        let error = forged.parse::<Record>().unwrap_err().to_string();
        assert!(error.contains("h7 is forbidden (double three)"), "{error}");
        server.stop().await;
    }
}

#[tokio::test]
async fn white_wins_with_six_where_black_may_not_make_them() {
    let server = TestServer::start().await;
    let mut pair = Pair::at(&server, spec("renju")).await;
    pair.play("a1 h1 b1 h2 c1 h3 e1 h5 f1 h6").await;
    pair.first.play("d1").await;
    assert!(matches!(
        pair.first.refusal().await,
        Refusal::Forbidden {
            kind: ForbiddenKind::Overline,
            ..
        }
    ));
    pair.play("o15 h4").await;
    let outcome = pair.first.over().await;
    assert_eq!(outcome.winner, Some(Side::Second));
    assert_eq!(outcome.line.len(), 6);
    server.stop().await;
}

#[tokio::test]
async fn bots_that_know_forbidden_points_are_offered() {
    let server = TestServer::start().await;
    let mut ana = server.client("Ana").await;
    let variant = variant("renju");
    ana.say(ClientMsg::ListBots { variant }).await;
    let offered = ana
        .until(|message| match message {
            ServerMsg::Bots { bots, .. } => {
                Some(bots.iter().map(|bot| bot.kind.clone()).collect::<Vec<_>>())
            }
            _ => None,
        })
        .await;
    assert_eq!(offered, ["random", "level", "threat"]);
    server.stop().await;
}
