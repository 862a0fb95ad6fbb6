//! Hellos over a pipe, and the words for the end of a connection.

use std::sync::Arc;

use protocol::id::{Token, TokenHash};
use tokio::io::DuplexStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::Role;

use super::*;
use crate::config::Config;
use crate::outbox::SharedStream;
use crate::{store, testing};

/// More than is left unread here.
const PIPE: usize = 1024 * 1024;

/// Says what `messages` are on a new connection, where "Ana" is the name of somebody with a key. Returns how it went on,
/// and the refusals that the client was told meanwhile.
async fn said(
    messages: impl IntoIterator<Item = ClientMsg>,
) -> (Result<String, Refusal>, Vec<Refusal>) {
    let directory = testing::directory(Config::default(), store::memory());
    let shared = Arc::clone(directory.shared());
    let now = shared.time.now();
    let key = Some(TokenHash(7));
    let _ana = shared
        .people
        .enter(Some("Ana"), key, now, true, |_| None)
        .expect("the name is free");
    let (near, far) = tokio::io::duplex(PIPE);
    let stream = SharedStream::new(near);
    let mut socket: Socket<DuplexStream> =
        WebSocketStream::from_raw_socket(stream, Role::Server, None).await;
    let mut client = WebSocketStream::from_raw_socket(far, Role::Client, None).await;
    for message in messages {
        let text = String::from_utf8(message.encode(Encoding::Json)).expect("JSON is text");
        client.send(Message::text(text)).await.expect("open");
    }
    let end = let_in(&mut socket, Encoding::Json, &shared, Person::Unknown).await;
    drop(socket);
    let mut refusals = Vec::new();
    while let Some(Ok(Message::Text(text))) = client.next().await {
        match ServerMsg::decode(Encoding::Json, text.as_str().as_bytes()) {
            Ok(ServerMsg::Refused { refusal, .. }) => refusals.push(refusal),
            other => panic!("{other:?}"),
        }
    }
    let end = match end {
        Ok((_, entered)) => Ok(entered.name.to_string()),
        Err(CloseReason::Refused { refusal, .. }) => Err(refusal),
        Err(other) => panic!("{other:?}"),
    };
    (end, refusals)
}

fn hello(name: &str) -> ClientMsg {
    ClientMsg::Hello {
        protocol: VERSION,
        software: "a test".to_owned(),
        name: Some(name.to_owned()),
        key: None::<Token>,
        heartbeat: false,
    }
}

#[tokio::test(start_paused = true)]
async fn who_says_anything_before_a_hello_is_not_let_in() {
    let (end, refusals) = said([ClientMsg::Resync, hello("Bo")]).await;
    assert_eq!((end, refusals), (Err(Refusal::HelloExpected), vec![]));
}

#[tokio::test(start_paused = true)]
async fn as_many_messages_may_be_behind_a_hello_that_is_refused_as_a_session_takes() {
    let behind = |count| std::iter::repeat_n(ClientMsg::Resync, count as usize);
    let tried = |count| {
        let all = std::iter::once(hello("Ana")).chain(behind(count));
        said(all.chain([hello("Bo")]).collect::<Vec<_>>())
    };
    let (end, refusals) = tried(MOST_BEHIND).await;
    assert_eq!(end.as_deref(), Ok("Bo"));
    assert_eq!(refusals.len(), 1 + MOST_BEHIND as usize);
    assert!(
        matches!(refusals[0], Refusal::NameOwned { .. }),
        "{refusals:?}"
    );
    assert!(
        refusals[1..]
            .iter()
            .all(|other| *other == Refusal::HelloExpected)
    );
    let (end, refusals) = tried(MOST_BEHIND + 1).await;
    assert_eq!(end, Err(Refusal::HelloExpected));
    assert_eq!(refusals.len(), 1 + MOST_BEHIND as usize);
}

#[test]
fn a_message_that_is_too_long_is_refused_with_its_size_and_the_limit() {
    let refusal = |size| {
        let too_long = CapacityError::MessageTooLong { size, max_size: 64 };
        match close_reason(&WsError::Capacity(too_long)) {
            CloseReason::Refused { refusal, .. } => refusal,
            other => panic!("{other:?}"),
        }
    };
    let expected = |size| Refusal::TooLong { size, limit: 64 };
    assert_eq!(refusal(65), expected(65));
    assert_eq!(refusal(usize::MAX), expected(u32::MAX));
}
