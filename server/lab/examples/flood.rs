//! Measures how fast a client is answered while others flood the server, and what they draw from it.
//!
//! `cargo run --release -p lab@0.1.0 --example flood fragments [CONNECTIONS]`: empty fragments of WebSocket messages
//! without end. `... flood answers [CONNECTIONS]`: the lobby of a hundred rooms, asked for as fast as it comes.
//! `... flood page [CONNECTIONS]`: the page for browsers, the same way. Each without others, then without a budget,
//! then with it.

use std::error::Error;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use futures::{SinkExt, StreamExt};
use protocol::codec::{Encoding, Message as _};
use protocol::message::{ClientMsg, VERSION};
use protocol::millis::Millis;
use protocol::rules::Variant;
use protocol::side::BySide;
use protocol::spec::{GameSpec, SeatSpec};
use server::{Config, Env, Rate, store};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;
type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// Questions of each measurement, and the pause between two: fewer than the budget of messages.
const QUESTIONS: usize = 200;
const PAUSE: Duration = Duration::from_millis(60);

/// Rooms in the lobby that is asked for.
const ROOMS: usize = 100;

/// Questions that a flood of them sends before it reads the answers.
const AT_ONCE: usize = 10;

/// The kind of flood.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flood {
    Fragments,
    Answers,
    Page,
}

/// The result of a measurement.
struct Measured {
    /// Time within which half of the questions of the innocent client are answered.
    half: Duration,
    /// Time within which 99 of 100 are.
    most: Duration,
    /// Bytes that the flood drew in a second.
    drawn: u64,
}

#[tokio::main]
#[expect(clippy::print_stdout, reason = "the result of the measurement")]
async fn main() -> Outcome<()> {
    let mut arguments = std::env::args().skip(1);
    let (flood, usual) = match arguments.next().as_deref() {
        Some("fragments") => (Flood::Fragments, 8),
        Some("answers") => (Flood::Answers, 60),
        Some("page") => (Flood::Page, 50),
        _ => return Err("name the flood: fragments, answers or page".into()),
    };
    let connections = arguments.next().map_or(Ok(usual), |text| text.parse())?;
    let unlimited = Rate {
        burst: u32::MAX,
        every: Millis::ZERO,
    };
    let mut without = quiet();
    without.messages = unlimited;
    without.limits.frames = unlimited;
    without.limits.kibibytes = unlimited;
    without.limits.answers = unlimited;
    for (what, config, connections) in [
        ("idle", quiet(), 0),
        ("flood without a budget", without, connections),
        ("flood with the budget", quiet(), connections),
    ] {
        let measured = measure(config, flood, connections).await?;
        println!(
            "{what}: half of the answers within {:.1?}, 99 of 100 within {:.1?}; {} KiB/s drawn by the flood",
            measured.half,
            measured.most,
            measured.drawn / 1024
        );
    }
    Ok(())
}

fn quiet() -> Config {
    Config {
        discovery: false,
        exhibition: false,
        ..Config::default()
    }
}

/// Measures beside this many connections that flood.
async fn measure(config: Config, flood: Flood, connections: usize) -> Outcome<Measured> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    let (stop, stopped) = oneshot::channel::<()>();
    let server = tokio::spawn(server::run(
        Env::real(listener),
        config,
        store::memory(),
        async {
            let _ = stopped.await;
        },
    ));
    let mut rooms = Vec::new();
    if flood == Flood::Answers {
        for _ in 0..ROOMS {
            let mut socket = connect(address).await?;
            let variant = Variant::named("connect-four")?;
            let open = ClientMsg::Open {
                spec: GameSpec::new(variant),
                seats: BySide {
                    first: SeatSpec::Me,
                    second: SeatSpec::Open,
                },
                shuffle: false,
            };
            let open = String::from_utf8(open.encode(Encoding::Json))?;
            ask(&mut socket, &open, "joined").await?;
            rooms.push(socket);
        }
    }
    let mut innocent = connect(address).await?;
    let drawn = Arc::new(AtomicU64::new(0));
    let mut floods = JoinSet::new();
    for _ in 0..connections {
        let drawn = Arc::clone(&drawn);
        match flood {
            Flood::Fragments => floods.spawn(send_fragments(connect(address).await?)),
            Flood::Answers => floods.spawn(ask_for_lobby(connect(address).await?, drawn)),
            Flood::Page => floods.spawn(ask_for_page(TcpStream::connect(address).await?, drawn)),
        };
    }
    let begun = Instant::now();
    let mut times = Vec::new();
    for _ in 0..QUESTIONS {
        tokio::time::sleep(PAUSE).await;
        let begun = Instant::now();
        ask(&mut innocent, r#"{"type":"ping"}"#, "pong").await?;
        times.push(begun.elapsed());
    }
    let drawn = drawn.load(Ordering::Relaxed) / begun.elapsed().as_secs().max(1);
    floods.shutdown().await;
    drop(rooms);
    drop(stop);
    server.await??;
    times.sort();
    Ok(Measured {
        half: times[QUESTIONS / 2],
        most: times[QUESTIONS * 99 / 100],
        drawn,
    })
}

async fn send_fragments(mut socket: Socket) {
    let stream = socket.get_mut();
    // The beginning of a message that never ends, with masks of zeros.
    let mut bytes = vec![0x01, 0x80, 0, 0, 0, 0];
    bytes.extend([0x00, 0x80, 0, 0, 0, 0].repeat(10_000));
    while stream.write_all(&bytes).await.is_ok() {
        bytes[0] = 0x00;
    }
}

async fn ask_for_lobby(mut socket: Socket, drawn: Arc<AtomicU64>) {
    loop {
        for _ in 0..AT_ONCE {
            let question = Message::text(r#"{"type":"enter_lobby","boards":true}"#);
            if socket.send(question).await.is_err() {
                return;
            }
        }
        let mut answers = 0;
        while answers < AT_ONCE {
            let Some(Ok(message)) = socket.next().await else {
                return;
            };
            drawn.fetch_add(message.len() as u64, Ordering::Relaxed);
            let is_answer =
                |text: &str| text.contains(r#""type":"lobby""#) || text.contains("refused");
            answers += usize::from(message.to_text().is_ok_and(is_answer));
        }
    }
}

async fn ask_for_page(stream: TcpStream, drawn: Arc<AtomicU64>) {
    let (mut answers, mut questions) = stream.into_split();
    let ask = async move {
        let question =
            "GET / HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\n\r\n".repeat(AT_ONCE);
        while questions.write_all(question.as_bytes()).await.is_ok() {}
    };
    let read = async {
        let mut buffer = vec![0; 64 * 1024];
        while let Ok(length @ 1..) = answers.read(&mut buffer).await {
            drawn.fetch_add(length as u64, Ordering::Relaxed);
        }
    };
    tokio::join!(ask, read);
}

async fn connect(address: SocketAddr) -> Outcome<Socket> {
    let mut request = format!("ws://{address}/ws").into_client_request()?;
    let subprotocol = "enlinea.json".parse()?;
    request
        .headers_mut()
        .insert("Sec-WebSocket-Protocol", subprotocol);
    let (mut socket, _) = connect_async(request).await?;
    let hello = format!(r#"{{"type":"hello","protocol":{VERSION},"software":"flood"}}"#);
    ask(&mut socket, &hello, "welcome").await?;
    Ok(socket)
}

/// Sends a message, and waits for one of this type.
async fn ask(socket: &mut Socket, question: &str, answer: &str) -> Outcome<()> {
    let wanted = format!(r#""type":"{answer}""#);
    socket.send(Message::text(question.to_owned())).await?;
    while let Some(message) = socket.next().await {
        // Pings of the server go by.
        let Message::Text(text) = message? else {
            continue;
        };
        let text = text.as_str();
        if text.contains(&wanted) {
            return Ok(());
        }
        if text.contains(r#""type":"refused""#) {
            return Err(text.into());
        }
    }
    Err("the server closed the connection".into())
}
