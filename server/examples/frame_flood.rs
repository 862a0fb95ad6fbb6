//! Measures how fast clients are answered while others send empty fragments of WebSocket messages without end.
//!
//! `cargo run --release -p server --example frame_flood [CONNECTIONS]`: idle, then under the flood without a budget of
//! frames, then with it.

use std::error::Error;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use futures::{SinkExt, StreamExt};
use protocol::millis::Millis;
use server::{Config, Env, Rate, store};
use tokio::io::AsyncWriteExt;
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

#[tokio::main]
#[expect(clippy::print_stdout, reason = "the result of the measurement")]
async fn main() -> Outcome<()> {
    let connections = std::env::args().nth(1).map_or(Ok(8), |text| text.parse())?;
    let unlimited = Rate {
        burst: u32::MAX,
        every: Millis::ZERO,
    };
    let mut without = quiet();
    without.limits.frames = unlimited;
    without.limits.kibibytes = unlimited;
    for (what, config, connections) in [
        ("idle", quiet(), 0),
        ("flood without a budget", without, connections),
        ("flood with the budget", quiet(), connections),
    ] {
        let (half, most) = measure(config, connections).await?;
        println!("{what}: half of the answers within {half:.1?}, 99 of 100 within {most:.1?}");
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

/// Returns the times within which half and 99 of 100 questions are answered beside this many floods.
async fn measure(config: Config, connections: usize) -> Outcome<(Duration, Duration)> {
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
    let mut innocent = connect(address).await?;
    let mut floods = JoinSet::new();
    for _ in 0..connections {
        let mut socket = connect(address).await?;
        floods.spawn(async move {
            let stream = socket.get_mut();
            // The beginning of a message that never ends, with masks of zeros.
            let mut bytes = vec![0x01, 0x80, 0, 0, 0, 0];
            bytes.extend([0x00, 0x80, 0, 0, 0, 0].repeat(10_000));
            while stream.write_all(&bytes).await.is_ok() {
                bytes[0] = 0x00;
            }
        });
    }
    let mut times = Vec::new();
    for _ in 0..QUESTIONS {
        tokio::time::sleep(PAUSE).await;
        let begun = Instant::now();
        ask(&mut innocent, r#"{"type":"ping"}"#, "pong").await?;
        times.push(begun.elapsed());
    }
    floods.shutdown().await;
    drop(stop);
    server.await??;
    times.sort();
    Ok((times[QUESTIONS / 2], times[QUESTIONS * 99 / 100]))
}

async fn connect(address: SocketAddr) -> Outcome<Socket> {
    let mut request = format!("ws://{address}/ws").into_client_request()?;
    let subprotocol = "enlinea.json".parse()?;
    request
        .headers_mut()
        .insert("Sec-WebSocket-Protocol", subprotocol);
    let (mut socket, _) = connect_async(request).await?;
    let hello = r#"{"type":"hello","protocol":3,"software":"frame_flood"}"#;
    ask(&mut socket, hello, "welcome").await?;
    Ok(socket)
}

/// Sends a message, and waits for one of this type.
async fn ask(socket: &mut Socket, question: &str, answer: &str) -> Outcome<()> {
    let wanted = format!(r#""type":"{answer}""#);
    socket.send(Message::text(question)).await?;
    while let Some(message) = socket.next().await {
        if message?.to_text().is_ok_and(|text| text.contains(&wanted)) {
            return Ok(());
        }
    }
    Err("the server closed the connection".into())
}
