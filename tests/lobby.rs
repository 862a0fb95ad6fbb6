//! The lobby and the quick match.

use protocol::act::Act;
use protocol::codec::Encoding;
use protocol::message::{ClientMsg, RoomEvent, ServerMsg};
use protocol::view::{Phase, RoomSummary, Seat};
use server::{Config, store};

use crate::harness::{Client, Pair, TestServer, me_and_open, quiet, spec, variant};

async fn room_change(
    client: &mut Client,
    mut wanted: impl FnMut(&RoomSummary) -> bool,
) -> RoomSummary {
    client
        .until(|message| match message {
            ServerMsg::LobbyRoom { room } if wanted(room) => Some(room.clone()),
            ServerMsg::Lobby { rooms, .. } => rooms.iter().find(|room| wanted(room)).cloned(),
            _ => None,
        })
        .await
}

#[tokio::test]
async fn the_lobby_shows_rooms_and_people_as_they_come_and_change() {
    let server = TestServer::start().await;
    let mut watcher = server.client("Watcher").await;
    watcher.say(ClientMsg::EnterLobby { boards: false }).await;
    let mut ana = server.client("Ana").await;
    let (room, _) = ana.open(spec("gomoku-15"), me_and_open()).await;
    let listed = room_change(&mut watcher, |listed| listed.room == room).await;
    assert_eq!(listed.phase, Phase::Seating);
    assert_eq!(listed.seats.second, Seat::Open);
    watcher
        .until(|message| match message {
            ServerMsg::LobbyPlayers { players, present } => {
                (*present == 2 && players.iter().any(|name| name.as_str() == "Ana")).then_some(())
            }
            _ => None,
        })
        .await;
    let mut bruno = server.client("Bruno").await;
    bruno.join(room).await;
    room_change(&mut watcher, |listed| {
        listed.room == room && listed.phase == Phase::Playing
    })
    .await;
    ana.started().await;
    ana.play("h8").await;
    room_change(&mut watcher, |listed| listed.plies == 1).await;
    server.stop().await;
}

#[tokio::test]
async fn of_two_who_ask_at_once_one_opens_and_the_other_joins() {
    let server = TestServer::start().await;
    for _ in 0..10 {
        let mut ana = server.client("Ana").await;
        let mut bruno = server.client("Bruno").await;
        let quick = || ClientMsg::Quick {
            variant: variant("connect-four"),
            clock: None,
            own_rooms: Vec::new(),
            rated: false,
        };
        tokio::join!(ana.say(quick()), bruno.say(quick()));
        let (first, second) = tokio::join!(ana.joined(), bruno.joined());
        assert_eq!(first.1.room, second.1.room);
        assert_ne!(ana.you(), bruno.you());
    }
    server.stop().await;
}

#[tokio::test]
async fn a_guest_meets_one_who_waits_for_a_rated_game() {
    let server = TestServer::start().await;
    let mut ana = server.client("Ana").await;
    let quick = |rated| ClientMsg::Quick {
        variant: variant("connect-four"),
        clock: None,
        own_rooms: Vec::new(),
        rated,
    };
    ana.say(quick(true)).await;
    let (_, waiting) = ana.joined().await;
    assert!(waiting.spec.rated && !waiting.spec.takebacks);
    let mut guest = server.client("Bruno").await;
    guest.say(quick(false)).await;
    let (_, met) = guest.joined().await;
    assert_eq!((met.room, met.rated), (waiting.room, false));
    server.stop().await;
}

#[tokio::test]
async fn a_quick_match_wants_the_same_game_and_somebody_who_is_there() {
    let server = TestServer::start().await;
    let mut ana = server.client("Ana").await;
    let (open, _) = ana.open(spec("connect-four"), me_and_open()).await;
    let mut bruno = server.client("Bruno").await;
    bruno
        .say(ClientMsg::Quick {
            variant: variant("gomoku"),
            clock: None,
            own_rooms: Vec::new(),
            rated: false,
        })
        .await;
    assert_ne!(bruno.joined().await.1.room, open, "another game");
    let mut watcher = server.client("Watcher").await;
    watcher.watch(open).await;
    drop(ana);
    watcher
        .event(|event| matches!(event, RoomEvent::Disconnected { .. }).then_some(()))
        .await;
    let mut carla = server.client("Carla").await;
    carla
        .say(ClientMsg::Quick {
            variant: variant("connect-four"),
            clock: None,
            own_rooms: Vec::new(),
            rated: false,
        })
        .await;
    assert_ne!(carla.joined().await.1.room, open, "nobody is there");
    server.stop().await;
}

#[tokio::test]
async fn there_is_always_something_to_watch() {
    let config = Config {
        exhibition: true,
        ..quiet()
    };
    let server = TestServer::with(config, store::memory()).await;
    let mut watcher = server.client("Watcher").await;
    watcher.say(ClientMsg::EnterLobby { boards: false }).await;
    let room = room_change(&mut watcher, |room| {
        matches!(
            (&room.seats.first, &room.seats.second),
            (Seat::Bot { .. }, Seat::Bot { .. })
        )
    })
    .await;
    watcher.watch(room.room).await;
    watcher
        .event(|event| matches!(event, RoomEvent::Moved { .. }).then_some(()))
        .await;
    server.stop().await;
}

#[tokio::test]
async fn boards_are_seen_in_the_lobby_by_those_who_ask_for_them() {
    let server = TestServer::start().await;
    for encoding in Encoding::ALL {
        let mut plain = server.client_in("Plain", encoding).await;
        plain.say(ClientMsg::EnterLobby { boards: false }).await;
        let mut pair = Pair::at(&server, spec("connect-four")).await;
        pair.play("4 4").await;
        let mut watcher = server.client_in("Watcher", encoding).await;
        watcher.say(ClientMsg::EnterLobby { boards: true }).await;
        // Those of before, those of now, and without the one that is taken back.
        let room = pair.room;
        let mut expect = async |moves: &[&str]| {
            let cells: Vec<_> = moves.iter().map(|cell| cell.parse().unwrap()).collect();
            room_change(&mut watcher, |listed| {
                listed.room == room && listed.moves.as_ref() == Some(&cells)
            })
            .await;
        };
        expect(&["d1", "d2"]).await;
        pair.play("3").await;
        expect(&["d1", "d2", "c1"]).await;
        pair.first.say(ClientMsg::Act(Act::AskTakeback)).await;
        pair.second
            .event(|event| matches!(event, RoomEvent::TakebackAsked { .. }).then_some(()))
            .await;
        let accept = true;
        pair.second
            .say(ClientMsg::Act(Act::AnswerTakeback { accept }))
            .await;
        expect(&["d1", "d2"]).await;
        pair.first.plies(2).await;
        pair.play("5").await;
        expect(&["d1", "d2", "e1"]).await;
        let seen = room_change(&mut plain, |listed| {
            assert_eq!(listed.moves, None, "nobody asked");
            listed.room == room && listed.plies == 3
        });
        seen.await;
    }
    server.stop().await;
}
