//! Rooms watched beside the one that a connection is in. Their refusals are compared by the model: see `model.rs`.

use protocol::codec::Encoding;
use protocol::id::RoomId;
use protocol::message::{ClientMsg, RoomEvent, ServerMsg};
use protocol::refusal::Refusal;
use protocol::view::{LeftWhy, Snapshot};

use crate::harness::{Client, Pair, TestServer, spec};

/// Watches a room beside the client's own.
async fn watch(client: &mut Client, room: RoomId) -> Result<Snapshot, Refusal> {
    client.say(ClientMsg::Watch { room }).await;
    client
        .until(|message| match message {
            ServerMsg::Watching { snapshot } => Some(Ok((**snapshot).clone())),
            ServerMsg::Refused { refusal, .. } => Some(Err(refusal.clone())),
            _ => None,
        })
        .await
}

/// Reads until the client's own room has this number of spectators.
async fn watchers(client: &mut Client, number: u32) {
    while client.replica().snapshot().watching != number {
        client.hear().await;
    }
}

/// Reads until the board of a room that is watched has this number of plies.
async fn plies(client: &mut Client, room: RoomId, number: usize) {
    while client.watched()[&room].plies().len() != number {
        client.hear().await;
    }
}

#[tokio::test]
async fn several_boards_are_seen_over_one_connection() {
    let server = TestServer::start().await;
    for encoding in Encoding::ALL {
        let mut one = Pair::at(&server, spec("connect-four")).await;
        let mut other = Pair::at(&server, spec("gomoku-15")).await;
        let mut eva = server.client_in("Eva", encoding).await;
        eva.watch(one.room).await;
        let room = other.room;
        eva.say_marked(7, ClientMsg::Watch { room }).await;
        let heard = eva.try_hear_marked().await.expect("is open");
        assert_eq!(heard.reference, Some(7));
        assert!(matches!(heard.message, ServerMsg::Watching { .. }));
        watchers(&mut other.first, 1).await;

        one.play("4 4 3").await;
        other.play("h8 i9").await;
        plies(&mut eva, room, 2).await;
        eva.plies(3).await;

        // Again: the room anew, without another spectator.
        let again = watch(&mut eva, room).await.unwrap();
        assert_eq!((again.plies.len(), again.watching), (2, 1));
        // What is said without a room concerns the one that the client is in.
        eva.say(ClientMsg::Resync).await;
        assert_eq!(eva.joined().await.1.room, one.room);
        eva.say(ClientMsg::Chat {
            text: "hola".to_owned(),
        })
        .await;
        let line = one.first.event(|event| match event {
            RoomEvent::ChatPosted { line } => Some(line.text.clone()),
            _ => None,
        });
        assert_eq!(line.await.as_str(), "hola");

        eva.say_marked(8, ClientMsg::Unwatch { room }).await;
        let left = loop {
            let heard = eva.try_hear_marked().await.expect("is open");
            if heard.reference.is_some() {
                break heard;
            }
        };
        assert_eq!(left.reference, Some(8));
        let why = LeftWhy::Asked;
        assert_eq!(left.message, ServerMsg::Left { room, why });
        watchers(&mut other.first, 0).await;
        // The harness takes no event of a room that is not watched.
        other.play("j10").await;
        one.play("3").await;
        eva.plies(4).await;
        eva.say(ClientMsg::Unwatch { room }).await;
        assert_eq!(eva.refusal().await, Refusal::NotWatching { room });
    }
    server.stop().await;
}

#[tokio::test]
async fn whoever_goes_watches_nothing_any_more() {
    let server = TestServer::start().await;
    let mut one = Pair::at(&server, spec("connect-four")).await;
    let mut other = Pair::at(&server, spec("connect-four")).await;
    let mut third = Pair::at(&server, spec("connect-four")).await;
    let mut eva = server.client("Eva").await;
    eva.watch(one.room).await;
    watch(&mut eva, other.room).await.unwrap();
    watch(&mut eva, third.room).await.unwrap();
    for pair in [&mut one, &mut other, &mut third] {
        watchers(&mut pair.first, 1).await;
    }
    drop(eva);
    for pair in [&mut one, &mut other, &mut third] {
        watchers(&mut pair.first, 0).await;
    }
    server.stop().await;
}
