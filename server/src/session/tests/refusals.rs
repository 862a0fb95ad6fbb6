//! The metrics of a connection that is refused before its welcome, or for good.

use std::collections::BTreeMap;

use prometheus_client::metrics::gauge::Gauge;
use protocol::id::TokenHash;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

use super::*;
use crate::people::bans::{Ban, Subject};
use crate::session::slots::Slots;

/// Longest message that the server takes here.
const LONGEST: usize = 4096;

fn hello(protocol: u16, name: &str) -> Message {
    written(&ClientMsg::Hello {
        protocol,
        software: "a test".to_owned(),
        name: Some(name.to_owned()),
        key: None,
        heartbeat: false,
    })
}

fn written(message: &ClientMsg) -> Message {
    Message::text(String::from_utf8(message.encode(Encoding::Json)).expect("JSON is text"))
}

/// Returns a server with a name that is owned and one that is banned.
fn directory() -> Arc<Directory> {
    let directory = testing::directory(Config::default(), store::memory());
    let shared = directory.shared();
    let (now, key) = (shared.time.now(), Some(TokenHash(7)));
    let candidate = Candidate {
        wanted: Some("Ana"),
        key,
        may_bind: true,
    };
    let ana = shared.people.enter(candidate, now, |_| None);
    ana.expect("the name is free");
    let ban = Ban {
        subject: Subject::Name("zoe".to_owned()),
        until: None,
        reason: Some("shouted".to_owned()),
    };
    shared.host.bans.add(now, ban).expect("no file is kept");
    directory
}

/// Says all of `frames` on a connection, which the client ends once it was refused `refusals` times. Returns the codes
/// of the refusals that the client was told, and those that the server counted, with the messages that it counted.
async fn served(frames: Vec<Message>, refusals: u64) -> ([BTreeMap<&'static str, u64>; 2], u64) {
    let directory = directory();
    let (near, far) = tokio::io::duplex(PIPE);
    let config = WebSocketConfig::default()
        .max_message_size(Some(LONGEST))
        .max_frame_size(Some(LONGEST));
    let socket = SharedStream::new(near);
    let socket = WebSocketStream::from_raw_socket(socket, Role::Server, Some(config)).await;
    let mut client = WebSocketStream::from_raw_socket(far, Role::Client, None).await;
    let slots = Slots::new(&directory.shared().config, &Gauge::default());
    let newcomer = Newcomer {
        person: Person::Unknown,
        slot: Arc::new(slots.take(Person::Unknown).expect("there is one")),
        span: Span::none(),
    };
    for frame in frames {
        client.send(frame).await.expect("open");
    }
    let (stop, shared) = (CancellationToken::new(), Arc::clone(directory.shared()));
    let serving = async {
        let begun = begin(
            socket,
            Encoding::Json,
            newcomer,
            testing::tournaments(&directory),
            &stop,
        )
        .await;
        if let Some(begun) = begun {
            begun.run(stop.clone()).await;
        }
    };
    let reading = async {
        let mut told = BTreeMap::<_, u64>::new();
        while let Some(Ok(message)) = client.next().await {
            if let Message::Text(text) = message
                && let Ok(ServerMsg::Refused { refusal, .. }) =
                    ServerMsg::decode(Encoding::Json, text.as_bytes())
            {
                *told.entry(refusal.code()).or_default() += 1;
                if told.values().sum::<u64>() == refusals {
                    // The server may have ended it before.
                    let _ = client.close(None).await;
                }
            }
        }
        told
    };
    let ((), told) = tokio::join!(serving, reading);
    let metrics = &shared.metrics;
    let counted = Refusal::CODES
        .iter()
        .map(|&code| (code, metrics.refusals.get(code)));
    let counted = counted.filter(|(_, count)| *count > 0).collect();
    ([told, counted], metrics.messages_in.get())
}

#[tokio::test(start_paused = true)]
async fn every_refusal_that_is_sent_is_counted_once() {
    let words = || Message::text("no JSON");
    let long = || Message::text("x".repeat(LONGEST + 1));
    let resync = || written(&ClientMsg::Resync);
    let bo = || hello(VERSION, "Bo");
    for (frames, codes, messages) in [
        (vec![hello(99, "Bo")], vec!["version"], 1),
        (vec![resync()], vec!["hello_expected"], 1),
        (vec![words()], vec!["malformed"], 1),
        (vec![hello(VERSION, "Zoe")], vec!["banned"], 1),
        (
            vec![hello(VERSION, "Ana"), resync(), bo()],
            vec!["hello_expected", "name_owned"],
            3,
        ),
        (vec![long()], vec!["too_long"], 0),
        (vec![bo(), words()], vec!["malformed"], 2),
        (vec![bo(), long()], vec!["too_long"], 1),
    ] {
        let ([told, counted], received) = served(frames, codes.len() as u64).await;
        let expected = codes.iter().map(|&code| (code, 1)).collect();
        assert_eq!(told, expected);
        assert_eq!(counted, expected);
        assert_eq!(received, messages, "{codes:?}");
    }
}
