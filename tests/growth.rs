//! What a server says to clients that know more than it does, and to those that hear no pings.

use std::time::Duration;

use protocol::codec::{Encoding, Message as _};
use protocol::message::{ClientMsg, ServerMsg, VERSION};
use protocol::refusal::Refusal;
use server::{Config, store};
use tokio_tungstenite::tungstenite::Message;

use crate::harness::{Client, TestServer, me_and_open, quiet, spec};

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
