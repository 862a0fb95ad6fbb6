//! Strangers at the door: wrong versions, wrong bytes, silence, floods; and plain HTTP.

use std::time::{Duration, Instant};

use protocol::act::Act;
use protocol::codec::{CLIENT_FRAME_LIMIT, Encoding, Message as _};
use protocol::message::{ClientMsg, ServerMsg, VERSION};
use protocol::refusal::Refusal;
use server::store;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

use crate::harness::{Client, TestServer, quiet};

#[tokio::test]
async fn another_version_of_the_protocol_is_refused_by_name() {
    let server = TestServer::start().await;
    for encoding in Encoding::ALL {
        let mut client = Client::connect(server.address, encoding).await;
        client
            .say(ClientMsg::Hello {
                protocol: VERSION + 1,
                software: "tests".to_owned(),
                name: None,
                key: None,
                heartbeat: false,
            })
            .await;
        let refusal = client.refusal().await;
        assert_eq!(
            refusal,
            Refusal::Version {
                yours: VERSION + 1,
                oldest: VERSION,
                newest: VERSION
            }
        );
        assert_eq!(
            client.try_hear().await,
            None,
            "and the connection is closed"
        );
    }
    server.stop().await;
}

#[tokio::test]
async fn bytes_that_are_no_message_are_refused_and_the_connection_lives_on() {
    let server = TestServer::start().await;
    let mut client = server.client("Ana").await;
    client.say_raw(Message::Binary(vec![0xff; 40].into())).await;
    assert!(matches!(client.refusal().await, Refusal::Malformed { .. }));
    client.say(ClientMsg::Leave).await;
    assert_eq!(client.refusal().await, Refusal::NotInRoom);
    server.stop().await;
}

#[tokio::test]
async fn a_frame_over_the_limit_is_refused_with_the_limit() {
    let server = TestServer::start().await;
    let mut client = server.client("Ana").await;
    let long = vec![b'x'; CLIENT_FRAME_LIMIT + 1];
    client.say_raw(Message::Binary(long.into())).await;
    assert!(matches!(client.refusal().await, Refusal::TooLong { .. }));
    assert_eq!(client.try_hear().await, None);
    server.stop().await;
}

#[tokio::test]
async fn who_says_nothing_is_let_go() {
    let mut config = quiet();
    config.handshake = Duration::from_millis(50);
    let server = TestServer::with(config, store::memory()).await;
    let mut silent = Client::connect(server.address, Encoding::Bincode).await;
    assert_eq!(silent.try_hear().await, None);
    let mut half = TcpStream::connect(server.address).await.unwrap();
    half.write_all(b"GET /ws HTTP/1.1\r\nHost: localhost\r\n")
        .await
        .unwrap();
    let mut rest = Vec::new();
    half.read_to_end(&mut rest).await.unwrap();
    server.stop().await;
}

/// It would hold its place for as long as it likes.
#[tokio::test]
async fn a_connection_that_is_never_upgraded_is_told_to_end_and_cut_off() {
    let mut config = quiet();
    let handshake = Duration::from_millis(50);
    config.handshake = handshake;
    let server = TestServer::with(config, store::memory()).await;
    let request = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let answered = async |stream: &mut TcpStream| {
        stream.write_all(request.as_bytes()).await?;
        let mut answer = Vec::new();
        while !answer.ends_with(b"\r\n\r\nok\n") {
            if stream.read_buf(&mut answer).await? == 0 {
                return Err(std::io::ErrorKind::UnexpectedEof.into());
            }
        }
        std::io::Result::Ok(String::from_utf8(answer).unwrap())
    };
    let mut last = Instant::now();
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    // One request at a time: with others on the way, the system would reset the connection, and the answer that tells
    // of the end might be lost.
    loop {
        let asked = Instant::now();
        match answered(&mut stream).await {
            Ok(answer) if answer.contains("connection: close") => break,
            Ok(_) => last = asked,
            // Without a word it may end where this machine took as long as that between two requests.
            Err(error) => {
                assert!(last.elapsed() >= handshake, "ended without a word: {error}");
                last = Instant::now();
                stream = TcpStream::connect(server.address).await.unwrap();
            }
        }
    }
    assert_eq!(stream.read(&mut [0]).await.unwrap(), 0);
    // Whoever reads nothing is not told.
    let mut deaf = TcpStream::connect(server.address).await.unwrap();
    let many = request.repeat(20);
    while deaf.write_all(many.as_bytes()).await.is_ok() {}
    server.stop().await;
}

#[tokio::test]
async fn what_comes_faster_than_the_budget_waits_and_is_not_lost() {
    let server = TestServer::start().await;
    let mut client = server.client("Ana").await;
    let many = 80;
    for _ in 0..many {
        client.say(ClientMsg::Act(Act::Resign)).await;
    }
    for _ in 0..many {
        assert_eq!(client.refusal().await, Refusal::NotInRoom);
    }
    server.stop().await;
}

#[tokio::test]
async fn a_hello_in_the_same_segment_as_the_request_is_not_lost() {
    let server = TestServer::start().await;
    let hello = ClientMsg::Hello {
        protocol: VERSION,
        software: "tests".to_owned(),
        name: None,
        key: None,
        heartbeat: false,
    }
    .encode(Encoding::Json);
    let mut bytes =
        b"GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
        Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\
        Sec-WebSocket-Protocol: enlinea.json\r\n\r\n"
            .to_vec();
    // A text frame, masked with zeros.
    bytes.extend([0x81, 0x80 | u8::try_from(hello.len()).unwrap(), 0, 0, 0, 0]);
    bytes.extend(&hello);
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    stream.write_all(&bytes).await.unwrap();
    let mut answer = Vec::new();
    while !String::from_utf8_lossy(&answer).contains("welcome") {
        assert_ne!(stream.read_buf(&mut answer).await.unwrap(), 0, "closed");
    }
    server.stop().await;
}

#[tokio::test]
async fn plain_http_is_answered() {
    let server = TestServer::start().await;
    for (request, status, words) in [
        ("GET /healthz", "200", "ok"),
        ("GET /", "200", "enlinea"),
        ("GET /nothing", "404", "/ws"),
        ("POST /healthz", "405", "GET and HEAD"),
        ("HEAD /ws", "405", ""),
        ("GET /ws", "426", "WebSocket"),
    ] {
        let answer = http(&server, request, "").await;
        assert!(
            answer.starts_with(&format!("HTTP/1.1 {status}")),
            "{answer}"
        );
        assert!(answer.contains(words), "{answer}");
    }
    server.stop().await;
}

#[tokio::test]
async fn an_upgrade_without_our_subprotocol_or_from_another_site_is_refused() {
    let server = TestServer::start().await;
    let upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    let answer = http(&server, "GET /ws", upgrade).await;
    assert!(answer.starts_with("HTTP/1.1 400"), "{answer}");
    assert!(answer.contains("enlinea.bincode") && answer.contains("enlinea.json"));
    let elsewhere =
        format!("{upgrade}Sec-WebSocket-Protocol: enlinea.json\r\nOrigin: http://elsewhere\r\n");
    let answer = http(&server, "GET /ws", &elsewhere).await;
    assert!(answer.starts_with("HTTP/1.1 403"), "{answer}");
    server.stop().await;
}

#[tokio::test]
async fn two_people_of_one_name_are_told_apart() {
    let server = TestServer::start().await;
    let _ana = server.client("Ana").await;
    let mut other = Client::connect(server.address, Encoding::Json).await;
    other
        .say(ClientMsg::Hello {
            protocol: VERSION,
            software: "tests".to_owned(),
            name: Some("Ana".to_owned()),
            key: None,
            heartbeat: false,
        })
        .await;
    let name = other
        .until(|message| match message {
            ServerMsg::Welcome { name, .. } => Some(name.to_string()),
            _ => None,
        })
        .await;
    assert_eq!(name, "Ana (2)");
    server.stop().await;
}

async fn http(server: &TestServer, request: &str, headers: &str) -> String {
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    // A request for an upgrade keeps its own `Connection`.
    let close = if headers.is_empty() {
        "Connection: close\r\n"
    } else {
        ""
    };
    let request = format!("{request} HTTP/1.1\r\nHost: localhost\r\n{close}{headers}\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    if close.is_empty() {
        while !answer.ends_with(b"\n") || !answer.windows(4).any(|end| end == b"\r\n\r\n") {
            if stream.read_buf(&mut answer).await.unwrap() == 0 {
                break;
            }
        }
    } else {
        stream.read_to_end(&mut answer).await.unwrap();
    }
    String::from_utf8_lossy(&answer).into_owned()
}
