//! Frames that are no messages: too long, of the other encoding, or not in the one form of bincode.

use protocol::act::Act;
use protocol::codec::{CLIENT_FRAME_LIMIT, Encoding, Message as _};
use protocol::id::Revision;
use protocol::message::{ClientMsg, ServerMsg, VERSION};
use protocol::refusal::Refusal;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

use crate::harness::{Client, TestServer};

fn hello() -> ClientMsg {
    ClientMsg::Hello {
        protocol: VERSION,
        software: "tests".to_owned(),
        name: None,
        key: None,
        heartbeat: false,
    }
}

/// A frame as a client sends it: masked, with zeros.
fn frame(opcode: u8, payload: &[u8]) -> Vec<u8> {
    let mut frame = vec![0x80 | opcode, 0xfe];
    frame.extend(u16::try_from(payload.len()).unwrap().to_be_bytes());
    frame.extend([0; 4]);
    frame.extend(payload);
    frame
}

/// A connection by hand that has said hello, in JSON.
async fn by_hand(server: &TestServer) -> TcpStream {
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let request =
        b"GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
        Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\
        Sec-WebSocket-Protocol: enlinea.json\r\n\r\n";
    stream.write_all(request).await.unwrap();
    let hello = frame(1, &hello().encode(Encoding::Json));
    stream.write_all(&hello).await.unwrap();
    let mut answer = Vec::new();
    while !String::from_utf8_lossy(&answer).contains("welcome") {
        assert_ne!(stream.read_buf(&mut answer).await.unwrap(), 0, "closed");
    }
    stream
}

/// Everything up to the end of the connection: the refusal, and the close frame's code at the very end.
async fn farewell(mut stream: TcpStream) -> (String, Option<u16>) {
    let mut rest = Vec::new();
    stream
        .read_to_end(&mut rest)
        .await
        .expect("no reset destroys what was sent");
    let code = match rest[..] {
        [.., 0x88, 2, high, low] => Some(u16::from_be_bytes([high, low])),
        _ => None,
    };
    (String::from_utf8_lossy(&rest).into_owned(), code)
}

#[tokio::test]
async fn too_long_says_the_true_size() {
    let server = TestServer::start().await;
    for (size, said) in [
        (CLIENT_FRAME_LIMIT as u64 + 1, CLIENT_FRAME_LIMIT as u64 + 1),
        (1 << 31, 1 << 31),
        (1 << 32, u64::from(u32::MAX)),
        (1 << 40, u64::from(u32::MAX)),
        (1 << 62, u64::from(u32::MAX)),
    ] {
        let mut stream = by_hand(&server).await;
        let mut head = vec![0x82, 0xff];
        head.extend(size.to_be_bytes());
        head.extend([0; 4]);
        stream.write_all(&head).await.unwrap();
        let (answer, code) = farewell(stream).await;
        assert!(answer.contains(r#""code":"too_long""#), "{answer}");
        assert!(answer.contains(&format!(r#""size":{said},"#)), "{answer}");
        assert_eq!(code, Some(1009), "{answer}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_client_that_sends_all_before_it_reads_learns_why_it_is_cut_off() {
    let server = TestServer::start().await;
    for _ in 0..5 {
        let mut stream = by_hand(&server).await;
        let payload = vec![b'x'; usize::from(u16::MAX)];
        // Some frames are on their way before the first can have been refused, and some after that.
        for _ in 0..4 {
            stream.write_all(&frame(1, &payload)).await.unwrap();
        }
        let mut first = [0];
        stream.peek(&mut first).await.unwrap();
        for _ in 0..2 {
            stream.write_all(&frame(1, &payload)).await.unwrap();
        }
        stream.shutdown().await.unwrap();
        let (answer, code) = farewell(stream).await;
        assert!(answer.contains(r#""code":"too_long""#), "{answer}");
        assert_eq!(code, Some(1009), "{answer}");
    }
    server.stop().await;
}

fn in_the_other_kind(encoding: Encoding, message: &ClientMsg) -> Message {
    let bytes = message.encode(encoding);
    match encoding {
        Encoding::Json => Message::Binary(bytes.into()),
        Encoding::Bincode => Message::Text(String::from_utf8(bytes).unwrap().into()),
    }
}

#[tokio::test]
async fn json_travels_in_text_frames_and_bincode_in_binary_ones() {
    let server = TestServer::start().await;
    for (encoding, kind) in [(Encoding::Json, "text"), (Encoding::Bincode, "binary")] {
        let mut client = server.client_in("Ana", encoding).await;
        client
            .say_raw(in_the_other_kind(
                encoding,
                &ClientMsg::EnterLobby { boards: false },
            ))
            .await;
        let refusal = client.refusal().await;
        let Refusal::Malformed { problem } = refusal else {
            panic!("{refusal:?}");
        };
        assert!(problem.contains(kind), "{problem}");
        assert!(problem.contains(encoding.subprotocol()), "{problem}");
        client.say(ClientMsg::EnterLobby { boards: false }).await;
        client
            .until(|message| matches!(message, ServerMsg::Lobby { .. }).then_some(()))
            .await;

        let mut stranger = Client::connect(server.address, encoding).await;
        stranger
            .say_raw(in_the_other_kind(encoding, &hello()))
            .await;
        assert!(matches!(
            stranger.refusal().await,
            Refusal::Malformed { .. }
        ));
        assert_eq!(stranger.try_hear().await, None);
    }
    server.stop().await;
}

#[tokio::test]
async fn a_number_written_longer_than_it_needs_is_refused() {
    let server = TestServer::start().await;
    let mut client = server.client("Ana").await;
    let square = "a1".parse().unwrap();
    let message = ClientMsg::Act(Act::Move {
        revision: Revision(6),
        square,
    });
    let plain = message.encode(Encoding::Bincode);
    let at = plain.iter().position(|byte| *byte == 6).unwrap();
    client.say_raw(Message::Binary(plain.clone().into())).await;
    assert_eq!(client.refusal().await, Refusal::NotInRoom);
    let mut long = plain;
    long.splice(at..=at, [251, 6, 0]);
    client.say_raw(Message::Binary(long.into())).await;
    assert!(matches!(client.refusal().await, Refusal::Malformed { .. }));
    server.stop().await;
}

#[tokio::test]
async fn a_close_frame_is_answered_with_its_code() {
    let server = TestServer::start().await;
    for payload in [&[0x03, 0xe8][..], &[0x0f, 0xa0], &[]] {
        let mut stream = by_hand(&server).await;
        let length = payload.len() as u8;
        let close = [&[0x88, 0x80 | length, 0, 0, 0, 0], payload].concat();
        stream.write_all(&close).await.unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.unwrap();
        assert!(
            answer.ends_with(&[&[0x88, length], payload].concat()),
            "{answer:02x?}"
        );
    }
    server.stop().await;
}
