//! Rooms watched beside the one that a connection is in, and who watches a room.

use protocol::act::Act;
use protocol::codec::Encoding;
use protocol::id::RoomId;
use protocol::message::{ClientMsg, MOST_WATCHED, Role, RoomEvent, ServerMsg};
use protocol::millis::Millis;
use protocol::refusal::{Limit, Refusal};
use protocol::spec::GameSpec;
use protocol::view::{LeftWhy, Snapshot};
use server::store;

use crate::harness::{Client, Pair, TestServer, me_and_open, quiet, spec};

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

async fn who(client: &mut Client, room: RoomId) -> Result<(Vec<String>, u32), Refusal> {
    client.say(ClientMsg::Who { room }).await;
    client
        .until(|message| match message {
            ServerMsg::Who {
                room: answered,
                spectators,
                watching,
            } => {
                assert_eq!(*answered, room);
                let names = spectators.iter().map(ToString::to_string);
                Some(Ok((names.collect(), *watching)))
            }
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
async fn who_only_watches_is_in_no_room() {
    let server = TestServer::start().await;
    let pair = Pair::at(&server, spec("connect-four")).await;
    let mut eva = server.client("Eva").await;
    watch(&mut eva, pair.room).await.unwrap();
    for message in [
        ClientMsg::Resync,
        ClientMsg::Act(Act::Resign),
        ClientMsg::AnalyseGame,
        ClientMsg::Leave,
    ] {
        eva.say(message.clone()).await;
        assert_eq!(eva.refusal().await, Refusal::NotInRoom, "{message:?}");
    }
    // It may open one, and watches still.
    eva.open(spec("connect-four"), me_and_open()).await;
    assert_eq!(who(&mut eva, pair.room).await.unwrap().1, 1);
    server.stop().await;
}

#[tokio::test]
async fn a_watch_is_refused_for_a_reason() {
    let server = TestServer::start().await;
    let mut ana = server.client("Ana").await;
    let (room, _) = ana.open(spec("connect-four"), me_and_open()).await;
    assert_eq!(
        watch(&mut ana, room).await,
        Err(Refusal::AlreadyInRoom { room })
    );
    let secret = GameSpec {
        spectators: false,
        ..spec("connect-four")
    };
    let mut bea = server.client("Bea").await;
    let (closed, _) = bea.open(secret, me_and_open()).await;
    assert_eq!(watch(&mut ana, closed).await, Err(Refusal::NoSpectators));
    let room = "AAAAAA".parse().unwrap();
    assert_eq!(
        watch(&mut ana, room).await,
        Err(Refusal::NoSuchRoom { room })
    );
    // None of that was a watch.
    ana.say(ClientMsg::Unwatch { room: closed }).await;
    assert_eq!(ana.refusal().await, Refusal::NotWatching { room: closed });
    server.stop().await;
}

#[tokio::test]
async fn sixteen_rooms_are_watched_and_no_more() {
    let server = TestServer::start().await;
    let mut rooms = Vec::new();
    let mut players = Vec::new();
    for _ in 0..=MOST_WATCHED {
        let mut player = server.client("player").await;
        rooms.push(player.open(spec("connect-four"), me_and_open()).await.0);
        players.push(player);
    }
    let last = rooms.pop().unwrap();
    let mut eva = server.client("Eva").await;
    for &room in &rooms {
        watch(&mut eva, room).await.unwrap();
    }
    let limit = Refusal::OverLimit {
        limit: Limit::Watched,
        most: 16,
    };
    assert_eq!(watch(&mut eva, last).await, Err(limit));
    assert!(watch(&mut eva, rooms[3]).await.is_ok(), "it is watched");
    // The room that one is in does not count.
    eva.join(last).await;
    eva.say(ClientMsg::Unwatch { room: rooms[3] }).await;
    eva.left().await;
    eva.say(ClientMsg::Leave).await;
    eva.left().await;
    assert!(watch(&mut eva, last).await.is_ok());
    server.stop().await;
}

#[tokio::test]
async fn going_into_a_room_that_is_watched_replaces_the_watching() {
    let server = TestServer::start().await;
    for encoding in Encoding::ALL {
        let mut ana = server.client("Ana").await;
        let (room, token) = ana.open(spec("connect-four"), me_and_open()).await;
        for role in [Role::Spectator, Role::Player] {
            let mut eva = server.client_in("Eva", encoding).await;
            watch(&mut eva, room).await.unwrap();
            watchers(&mut ana, 1).await;
            let sits = role == Role::Player;
            eva.say(ClientMsg::Join { room, role }).await;
            // The answer is the next message about the room: no `left` comes before it.
            let joined = eva.hear().await;
            assert!(matches!(joined, ServerMsg::Joined { .. }), "{joined:?}");
            let watching = u32::from(!sits);
            assert_eq!(eva.replica().snapshot().watching, watching);
            eva.say(ClientMsg::Unwatch { room }).await;
            assert_eq!(eva.refusal().await, Refusal::NotWatching { room });
            eva.say(ClientMsg::Resync).await;
            assert_eq!(eva.joined().await.0.is_some(), sits);
            eva.say(ClientMsg::Leave).await;
            assert_eq!(eva.left().await, LeftWhy::Asked);
            if sits {
                ana.started().await;
                eva.say(ClientMsg::Resync).await;
                assert_eq!(eva.refusal().await, Refusal::NotInRoom);
            }
            watchers(&mut ana, 0).await;
        }
        // By the token of a seat, whose older connection is sent out.
        let mut again = server.client_in("Ana", encoding).await;
        watch(&mut again, room).await.unwrap();
        assert_eq!(again.come_back(room, token).await.watching, 0);
        assert_eq!(ana.left().await, LeftWhy::Replaced);
        again.say(ClientMsg::Unwatch { room }).await;
        assert_eq!(again.refusal().await, Refusal::NotWatching { room });
    }
    server.stop().await;
}

#[tokio::test]
async fn a_room_that_is_watched_is_joined_by_a_quick_match() {
    let server = TestServer::start().await;
    let mut ana = server.client("Ana").await;
    let (room, _) = ana.open(spec("connect-four"), me_and_open()).await;
    let mut eva = server.client("Eva").await;
    watch(&mut eva, room).await.unwrap();
    eva.say(ClientMsg::Quick {
        variant: spec("connect-four").variant,
        clock: None,
        own_rooms: Vec::new(),
    })
    .await;
    let joined = eva.joined().await.1;
    assert_eq!((joined.room, joined.watching), (room, 0));
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

#[tokio::test]
async fn a_room_that_closes_sends_out_those_who_watch_it() {
    let mut config = quiet();
    config.timing.seating = Millis::from_millis(50);
    let server = TestServer::with(config, store::memory()).await;
    let pair = Pair::at(&server, spec("connect-four")).await;
    let mut ana = server.client("Ana").await;
    let (room, _) = ana.open(spec("connect-four"), me_and_open()).await;
    let mut eva = server.client("Eva").await;
    eva.watch(pair.room).await;
    watch(&mut eva, room).await.unwrap();
    ana.say(ClientMsg::Leave).await;
    let left = eva
        .until(|message| match message {
            ServerMsg::Left { room, why } => Some((*room, *why)),
            _ => None,
        })
        .await;
    assert_eq!(left, (room, LeftWhy::Closed));
    eva.say(ClientMsg::Unwatch { room }).await;
    assert_eq!(eva.refusal().await, Refusal::NotWatching { room });
    eva.say(ClientMsg::Resync).await;
    assert_eq!(eva.joined().await.1.room, pair.room, "it is there still");
    server.stop().await;
}

#[tokio::test]
async fn who_watches_is_told_to_those_in_the_room_alone() {
    let server = TestServer::start().await;
    let mut pair = Pair::at(&server, spec("connect-four")).await;
    let room = pair.room;
    let mut crowd = Vec::new();
    for encoding in Encoding::ALL.into_iter().cycle().take(12) {
        let name = format!("guest {}", crowd.len());
        let mut guest = server.client_in(&name, encoding).await;
        if crowd.len() % 2 == 0 {
            guest.watch(room).await;
        } else {
            watch(&mut guest, room).await.unwrap();
        }
        crowd.push(guest);
    }
    watchers(&mut pair.first, 12).await;
    assert!(pair.first.replica().snapshot().spectators.is_empty());
    let expected: Vec<_> = (0..12).map(|number| format!("guest {number}")).collect();
    for client in crowd.iter_mut().take(4).chain([&mut pair.first]) {
        let answer = who(client, room).await.unwrap();
        assert_eq!(answer, (expected.clone(), 12));
    }
    let mut dora = server.client("Dora").await;
    assert_eq!(who(&mut dora, room).await, Err(Refusal::NotInRoom));
    // In another room is not in this one, and stays there.
    let (own, _) = dora.open(spec("connect-four"), me_and_open()).await;
    assert_eq!(who(&mut dora, room).await, Err(Refusal::NotInRoom));
    assert_eq!(who(&mut dora, own).await, Ok((Vec::new(), 0)));
    server.stop().await;
}
