//! Hellos over a pipe, and the words for the end of a connection.

use std::sync::Arc;

use protocol::id::{Token, TokenHash};
use tokio::io::DuplexStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::Role;

use super::*;
use crate::config::Config;
use crate::outbox::SharedStream;
use crate::store;
use crate::testing;

/// More than is left unread here.
const PIPE: usize = 1024 * 1024;

/// Says what `messages` are on a new connection, where "Ana" is the name of somebody with a key. Returns how it went
/// on, and the refusals that the client was told meanwhile.
async fn said(
    messages: impl IntoIterator<Item = ClientMsg>,
) -> (Result<String, Refusal>, Vec<Refusal>) {
    let directory = testing::directory(Config::default(), store::memory());
    let shared = Arc::clone(directory.shared());
    let now = shared.time.now();
    let key = Some(TokenHash(7));
    let candidate = Candidate {
        wanted: Some("Ana"),
        key,
        may_bind: true,
    };
    let _ana = shared
        .people
        .enter(candidate, now, |_| None)
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
    let end = admit(&mut socket, Encoding::Json, &shared, Person::Unknown).await;
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

#[tokio::test(start_paused = true)]
async fn the_last_hello_that_may_be_refused_ends_the_connection() {
    let (end, refusals) = said(vec![hello("Ana"); MOST_HELLOS as usize]).await;
    assert!(matches!(end, Err(Refusal::NameOwned { .. })), "{end:?}");
    assert_eq!(refusals.len(), MOST_HELLOS as usize - 1);
}

#[tokio::test(start_paused = true)]
async fn a_ping_before_the_hello_is_passed_over() {
    let (near, far) = tokio::io::duplex(PIPE);
    let stream = SharedStream::new(near);
    let mut socket: Socket<DuplexStream> =
        WebSocketStream::from_raw_socket(stream, Role::Server, None).await;
    let mut client = WebSocketStream::from_raw_socket(far, Role::Client, None).await;
    let text = String::from_utf8(hello("Bo").encode(Encoding::Json)).expect("JSON is text");
    for message in [Message::Ping("".into()), Message::text(text)] {
        client.send(message).await.expect("open");
    }
    let read = read_hello(&mut socket, Encoding::Json, &Metrics::default(), false).await;
    let name = read.map(|hello| hello.name);
    assert!(matches!(&name, Ok(Some(name)) if name == "Bo"), "{name:?}");
}

/// Returns the bytes that a client can send while [`drain`] reads, of `all` that it has; then it hangs up.
async fn drained(all: usize) -> usize {
    let (mut near, mut far) = tokio::io::duplex(4096);
    let client = tokio::spawn(async move {
        let mut sent = 0;
        while sent < all {
            match far.write(&[0; 4096][..(all - sent).min(4096)]).await {
                Ok(written) => sent += written,
                Err(_closed) => break,
            }
        }
        sent
    });
    let drained = timeout(Duration::from_secs(1), drain(&mut near)).await;
    drained.expect("it ends").expect("nothing fails");
    drop(near);
    client.await.expect("the client ends")
}

#[tokio::test(start_paused = true)]
async fn what_comes_behind_the_end_is_read_up_to_a_limit() {
    assert_eq!(drained(5000).await, 5000);
    let taken = drained(2 * GOODBYE_BYTES).await;
    // Some may be left in the pipe.
    let most = GOODBYE_BYTES + 2 * 4096;
    assert!((GOODBYE_BYTES..=most).contains(&taken), "{taken}");
}

#[test]
fn a_client_that_breaks_the_protocol_is_told_how_and_one_that_is_gone_is_not() {
    let broken = WsError::Protocol(ProtocolError::ResetWithoutClosingHandshake);
    assert!(matches!(close_reason(&broken), CloseReason::HungUp));
    let gone = WsError::Io(std::io::ErrorKind::ConnectionReset.into());
    assert!(matches!(close_reason(&gone), CloseReason::Gone));
    for (error, expected, what) in [
        (
            WsError::Protocol(ProtocolError::NonZeroReservedBits),
            CloseCode::Protocol,
            "Reserved bits",
        ),
        (
            WsError::Utf8("\u{fffd}".to_owned()),
            CloseCode::Invalid,
            "not UTF-8",
        ),
    ] {
        match close_reason(&error) {
            CloseReason::Refused {
                refusal: Refusal::Malformed { problem },
                code,
                ..
            } => assert!(code == expected && problem.contains(what), "{problem}"),
            other => panic!("{other:?}"),
        }
    }
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
