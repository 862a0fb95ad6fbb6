//! What lets the protocol grow: answers that name what they answer, clients and servers of other releases.

use std::time::Duration;

use protocol::act::Act;
use protocol::codec::{Encoding, Message as _};
use protocol::id::{Revision, RoomId};
use protocol::message::{ClientMsg, Role, RoomEvent, ServerMsg, VERSION};
use protocol::record::Record;
use protocol::refusal::Refusal;
use protocol::view::Reason;
use server::{Config, store};
use tokio_tungstenite::tungstenite::Message;

use crate::harness::{Client, TestServer, analyse, event_of, me_and_open, quiet, spec};

/// Sends a message with a `ref`, and returns the first answer to it.
async fn answer(client: &mut Client, reference: u32, message: ClientMsg) -> ServerMsg {
    client.say_marked(reference, message).await;
    loop {
        let heard = client.try_hear_marked().await.expect("is open");
        if heard.reference == Some(reference) {
            return heard.message;
        }
    }
}

fn code(message: &ServerMsg) -> Option<String> {
    match message {
        ServerMsg::Refused { refusal, .. } => Some(refusal.code().to_owned()),
        _ => None,
    }
}

/// Opens a room for two at connect-four with this `ref`.
async fn open(client: &mut Client, reference: u32) -> RoomId {
    let open = ClientMsg::Open {
        spec: spec("connect-four"),
        seats: me_and_open(),
        shuffle: false,
    };
    match answer(client, reference, open).await {
        ServerMsg::Joined { snapshot, .. } => snapshot.room,
        other => panic!("no snapshot: {other:?}"),
    }
}

/// A game of Ana, who opened it with `ref` 1, and Bea, who is to move second.
async fn two_people(server: &TestServer, encoding: Encoding) -> (Client, Client, RoomId) {
    let mut ana = server.client_in("Ana", encoding).await;
    let room = open(&mut ana, 1).await;
    let mut bea = server.client_in("Bea", encoding).await;
    bea.join(room).await;
    ana.started().await;
    (ana, bea, room)
}

/// The message with which a client plays the move.
fn ply(client: &Client, text: &str) -> ClientMsg {
    ClientMsg::Act(Act::Move {
        revision: client.revision(),
        square: client.game().read_move(text).unwrap(),
    })
}

#[tokio::test]
async fn the_answers_to_people_in_no_room_repeat_the_ref() {
    let server = TestServer::start().await;
    for encoding in Encoding::ALL {
        let mut ana = server.client_in("Ana", encoding).await;
        let lobby = answer(&mut ana, 1, ClientMsg::EnterLobby { boards: false }).await;
        assert!(matches!(lobby, ServerMsg::Lobby { .. }), "{lobby:?}");
        let pong = answer(&mut ana, u32::MAX, ClientMsg::Ping).await;
        assert_eq!(pong, ServerMsg::Pong);
        let refused = answer(&mut ana, 2, ClientMsg::Act(Act::Resign)).await;
        assert_eq!(code(&refused).as_deref(), Some("not_in_room"));
    }
    server.stop().await;
}

#[tokio::test]
async fn a_look_and_its_refusals_repeat_the_ref_and_enter_no_room() {
    let server = TestServer::start().await;
    for encoding in Encoding::ALL {
        let mut ana = server.client_in("Ana", encoding).await;
        let room = open(&mut ana, 1).await;
        let mut eva = server.client_in("Eva", encoding).await;
        let ServerMsg::RoomInfo { room: seen } =
            answer(&mut eva, 1, ClientMsg::RoomInfo { room }).await
        else {
            panic!("no room");
        };
        assert_eq!((seen.room, seen.plies, seen.watchable), (room, 0, true));
        let nowhere = "222222".parse().unwrap();
        let refused = answer(&mut eva, 2, ClientMsg::RoomInfo { room: nowhere }).await;
        assert_eq!(code(&refused).as_deref(), Some("no_such_room"));
        // To look is not to go in.
        let refused = answer(&mut eva, 3, ClientMsg::Leave).await;
        assert_eq!(code(&refused).as_deref(), Some("not_in_room"));
    }
    server.stop().await;
}

#[tokio::test]
async fn joining_and_resync_repeat_the_ref() {
    let server = TestServer::start().await;
    for encoding in Encoding::ALL {
        let mut ana = server.client_in("Ana", encoding).await;
        let room = open(&mut ana, 1).await;
        let refused = answer(&mut ana, 2, ClientMsg::Act(Act::OfferDraw)).await;
        assert_eq!(code(&refused).as_deref(), Some("not_started"));
        let mut bea = server.client_in("Bea", encoding).await;
        let role = Role::Player;
        let joined = answer(&mut bea, 3, ClientMsg::Join { room, role }).await;
        assert!(matches!(joined, ServerMsg::Joined { .. }), "{joined:?}");
        let joined = answer(&mut bea, 4, ClientMsg::Resync).await;
        assert!(matches!(joined, ServerMsg::Joined { .. }), "{joined:?}");
    }
    server.stop().await;
}

#[tokio::test]
async fn only_the_senders_copy_of_an_event_has_the_ref() {
    let server = TestServer::start().await;
    let is_move = |message: &ServerMsg| matches!(event_of(message), Some(RoomEvent::Moved { .. }));
    for encoding in Encoding::ALL {
        let (mut ana, mut bea, _) = two_people(&server, encoding).await;
        let play = ply(&ana, "4");
        let moved = answer(&mut ana, 2, play.clone()).await;
        assert!(is_move(&moved), "{moved:?}");
        loop {
            let heard = bea.try_hear_marked().await.expect("is open");
            assert_eq!(heard.reference, None, "{heard:?}");
            if is_move(&heard.message) {
                break;
            }
        }
        let refused = answer(&mut ana, 3, play).await;
        assert_eq!(code(&refused).as_deref(), Some("stale"));
        let text = " ".to_owned();
        let refused = answer(&mut ana, 4, ClientMsg::Chat { text }).await;
        assert_eq!(code(&refused).as_deref(), Some("nothing_to_say"));
        let over = answer(&mut ana, 5, ClientMsg::Act(Act::Abort)).await;
        let is_over = matches!(event_of(&over), Some(RoomEvent::Over { .. }));
        assert!(is_over, "{over:?}");
    }
    server.stop().await;
}

#[tokio::test]
async fn the_answers_after_a_game_repeat_the_ref() {
    let server = TestServer::start().await;
    for encoding in Encoding::ALL {
        let (mut ana, _bea, room) = two_people(&server, encoding).await;
        let play = ply(&ana, "4");
        answer(&mut ana, 2, play).await;
        answer(&mut ana, 3, ClientMsg::Act(Act::Abort)).await;
        let mut eva = server.client_in("Eva", encoding).await;
        let read = answer(&mut eva, 1, ClientMsg::Record { room }).await;
        let ServerMsg::Record { text, .. } = read else {
            panic!("no record: {read:?}");
        };
        let record: Record = text.parse().unwrap();
        assert_eq!(record.plies().len(), 1, "{text}");
        assert_eq!(record.tag("First"), Some("Ana"), "{text}");
        assert_eq!(record.reason(), Some(Reason::Aborted), "{text}");
        let analysed = answer(&mut ana, 4, analyse("connect-four", "4")).await;
        assert!(
            matches!(analysed, ServerMsg::Analysis { .. }),
            "{analysed:?}"
        );
        ana.say_marked(5, ClientMsg::Leave).await;
        let mut left = None;
        while left.is_none() {
            let heard = ana.try_hear_marked().await.expect("is open");
            if matches!(heard.message, ServerMsg::Left { .. }) {
                left = heard.reference;
            }
        }
        assert_eq!(left, Some(5));
    }
    server.stop().await;
}

#[tokio::test]
async fn what_a_server_does_not_know_is_refused_by_its_name_and_nothing_happens() {
    let server = TestServer::start().await;
    let mut ana = server.client_in("Ana", Encoding::Json).await;
    let say = |text: &str| Message::Text(text.to_owned().into());
    ana.say_raw(say(r#"{"type":"wave","ref":1,"hands":2}"#))
        .await;
    let heard = ana.try_hear_marked().await.expect("is open");
    assert_eq!(heard.reference, Some(1));
    let unknown = Refusal::UnknownMessage {
        name: "wave".to_owned(),
    };
    assert!(matches!(heard.message, ServerMsg::Refused { refusal, .. } if refusal == unknown));

    // A misspelt clock opens no game without one.
    let open = ClientMsg::Open {
        spec: spec("connect-four"),
        seats: me_and_open(),
        shuffle: false,
    };
    let open = String::from_utf8(open.encode_with(Encoding::Json, Some(2))).unwrap();
    assert!(open.contains("\"clock\":null"), "{open}");
    let open = open.replace("\"clock\":null", "\"clokc\":\"5m\"");
    ana.say_raw(say(&open)).await;
    let heard = ana.try_hear_marked().await.expect("is open");
    assert_eq!(heard.reference, Some(2));
    let field = "spec.clokc".to_owned();
    let unknown = Refusal::UnknownField { field };
    assert!(matches!(heard.message, ServerMsg::Refused { refusal, .. } if refusal == unknown));
    ana.say(ClientMsg::Leave).await;
    assert_eq!(ana.refusal().await, Refusal::NotInRoom);
    server.stop().await;
}

/// A page sees no pings of the WebSocket.
#[tokio::test]
async fn who_asks_for_a_heartbeat_hears_one() {
    let config = Config {
        ping_every: Duration::from_millis(20),
        ..quiet()
    };
    let server = TestServer::with(config, store::memory()).await;
    let mut page = Client::connect(server.address, Encoding::Json).await;
    page.say(ClientMsg::Hello {
        protocol: VERSION,
        software: "a page".to_owned(),
        name: None,
        key: None,
        heartbeat: true,
    })
    .await;
    for _ in 0..3 {
        page.until(|message| (*message == ServerMsg::Ping).then_some(()))
            .await;
        page.say(ClientMsg::Pong).await;
    }
    // Others are left alone: as often as the page hears a ping they hear none.
    let mut ana = server.client_in("Ana", Encoding::Bincode).await;
    for reference in 0..10 {
        page.until(|message| (*message == ServerMsg::Ping).then_some(()))
            .await;
        ana.say_marked(reference, ClientMsg::Ping).await;
        assert_eq!(ana.hear().await, ServerMsg::Pong);
    }
    server.stop().await;
}

#[tokio::test]
async fn a_client_of_another_version_is_told_the_version() {
    let server = TestServer::start().await;
    let mut old = Client::connect(server.address, Encoding::Json).await;
    let hello = r#"{"type":"hello","protocol":99,"software":"enlinea 0.1.0","name":"Ana"}"#;
    old.say_raw(Message::Text(hello.into())).await;
    let version = Refusal::Version {
        yours: 99,
        oldest: VERSION,
        newest: VERSION,
    };
    assert_eq!(old.refusal().await, version);
    assert_eq!(old.try_hear().await, None);
    server.stop().await;
}

/// A move without a `ref` is answered without one.
#[tokio::test]
async fn where_there_is_no_ref_none_is_said() {
    let server = TestServer::start().await;
    let mut ana = server.client_in("Ana", Encoding::Json).await;
    let square = "d1".parse().unwrap();
    let revision = Revision(1);
    ana.say(ClientMsg::Act(Act::Move { revision, square }))
        .await;
    let heard = ana.try_hear_marked().await.expect("is open");
    assert_eq!(heard.reference, None);
    server.stop().await;
}
