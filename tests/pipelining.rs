//! Messages sent without waiting for the answers, and connections that are cut in between.

use protocol::act::Act;
use protocol::codec::Encoding;
use protocol::id::RoomId;
use protocol::message::{ClientMsg, Role, ServerMsg};
use protocol::side::Side;
use protocol::view::{LeftWhy, Seat, Snapshot};
use tokio_tungstenite::tungstenite::Message;

use crate::harness::{Client, Pair, TestServer, me_and_open, spec, variant};

fn join(room: RoomId, role: Role) -> ClientMsg {
    ClientMsg::Join { room, role }
}

fn open() -> ClientMsg {
    ClientMsg::Open {
        spec: spec("connect-four"),
        seats: me_and_open(),
        shuffle: false,
    }
}

fn quick(name: &str) -> ClientMsg {
    ClientMsg::Quick {
        variant: variant(name),
        clock: None,
        own_rooms: Vec::new(),
        rated: false,
    }
}

#[tokio::test]
async fn a_join_right_behind_the_leave_of_the_same_room_is_a_stay_in_it() {
    let server = TestServer::start().await;
    let mut ana = server.client("Ana").await;
    let (room, _) = ana.open(spec("connect-four"), me_and_open()).await;
    for role in [Role::Player, Role::Spectator, Role::Player, Role::Spectator] {
        ana.say(ClientMsg::Leave).await;
        ana.say(join(room, role)).await;
        assert_eq!(ana.left().await, LeftWhy::Asked);
        assert_eq!(ana.joined().await.1.room, room);
        // What the session knows is what the room knows.
        ana.say(ClientMsg::Resync).await;
        assert_eq!(ana.joined().await.1.room, room);
    }
    server.stop().await;
}

#[tokio::test]
async fn an_open_or_a_quick_right_behind_a_leave_is_not_refused() {
    let server = TestServer::start().await;
    let mut ana = server.client("Ana").await;
    let (mut room, _) = ana.open(spec("connect-four"), me_and_open()).await;
    for next in [open(), quick("gomoku"), open(), quick("gomoku"), open()] {
        ana.say(ClientMsg::Leave).await;
        ana.say(next).await;
        assert_eq!(ana.left().await, LeftWhy::Asked);
        let newer = ana.joined().await.1.room;
        assert_ne!(newer, room);
        room = newer;
    }
    server.stop().await;
}

#[tokio::test]
async fn what_was_said_before_a_goodbye_is_done_before_it() {
    let server = TestServer::start().await;
    let mut pair = Pair::at(&server, spec("connect-four")).await;
    pair.first.say(ClientMsg::Act(Act::Resign)).await;
    pair.first.say_raw(Message::Close(None)).await;
    assert_eq!(pair.second.over().await.winner, Some(Side::Second));
    server.stop().await;
}

/// Nobody is left behind in a room, however messages are sent and connections end.
#[tokio::test]
async fn no_member_of_a_room_outlives_the_connection() {
    let server = TestServer::start().await;
    let mut host = server.client("Hugo").await;
    let (hosted, _) = host.open(spec("gomoku-15"), me_and_open()).await;
    for round in 0..32 {
        let name = format!("Guest {round}");
        let encoding = Encoding::ALL[round % 2];
        let mut guest = server.client_in(&name, encoding).await;
        let (room, token) = guest.open(spec("connect-four"), me_and_open()).await;
        let player = || join(room, Role::Player);
        let spectator = || join(room, Role::Spectator);
        let watch_host = || join(hosted, Role::Spectator);
        let leave = || ClientMsg::Leave;
        let said = match round % 8 {
            0 => vec![leave(), player()],
            1 => vec![leave(), spectator()],
            2 => vec![leave(), open()],
            3 => vec![leave(), quick("connect-four")],
            4 => vec![leave(), player(), leave(), watch_host()],
            5 => vec![leave(), watch_host(), leave(), quick("gomoku-15")],
            6 => vec![leave(), spectator(), player(), leave(), spectator()],
            _ => vec![
                leave(),
                watch_host(),
                join(room, Role::Seat { token }),
                leave(),
                player(),
            ],
        };
        let answers = said.len();
        for message in said {
            guest.say(message).await;
        }
        // Cut at once, after a goodbye, or after some of the answers.
        match round / 8 {
            0 => {}
            1 => guest.say_raw(Message::Close(None)).await,
            some => {
                for _ in 0..(answers * (some - 1)) / 2 {
                    guest.hear().await;
                }
            }
        }
        drop(guest);
    }
    let mut looker = server.client("Looker").await;
    for room in rooms(&mut looker).await {
        looker.watch(room).await;
        alone(&mut looker).await;
        looker.say(ClientMsg::Leave).await;
        looker.left().await;
    }
    host.say(ClientMsg::Resync).await;
    host.joined().await;
    server.stop().await;
}

async fn rooms(client: &mut Client) -> Vec<RoomId> {
    client.say(ClientMsg::EnterLobby { boards: false }).await;
    let rooms = client
        .until(|message| match message {
            ServerMsg::Lobby { rooms, .. } => Some(rooms.iter().map(|room| room.room).collect()),
            _ => None,
        })
        .await;
    client.say(ClientMsg::LeaveLobby).await;
    rooms
}

/// Asks until nobody but the host and the client that asks is in the room: the server may still be busy with
/// connections that were cut.
async fn alone(client: &mut Client) {
    const TRIES: usize = 120;
    let mut seen = None;
    for _ in 0..TRIES {
        client.say(ClientMsg::Resync).await;
        let (_, snapshot) = client.joined().await;
        if !has_others(&snapshot) {
            return;
        }
        seen = Some(snapshot);
    }
    panic!("somebody is left behind: {seen:?}");
}

fn has_others(snapshot: &Snapshot) -> bool {
    let seated = snapshot.seats.iter().any(|(_, seat)| match seat {
        Seat::Human { name, away } => name.as_str() != "Hugo" && away.is_none(),
        Seat::Open | Seat::Bot { .. } => false,
    });
    seated || snapshot.watching > 1
}
