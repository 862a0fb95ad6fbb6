//! A connection to a server: its first byte, requests, the upgrade, and the frames behind it.
//!
//! The server is the real one, on pipes in memory and in time that moves only when all of it waits. What the
//! connection begins with is chosen by the first byte, so that bytes without a request reach the frames too.

use std::future::pending;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::LazyLock;
use std::time::Duration;

use futures::{SinkExt, StreamExt};
use protocol::codec::{Encoding, Message as _};
use protocol::message::{ClientMsg, ServerMsg, VERSION};
use protocol::millis::Millis;
use server::{Config, Encryption, Env, Identity, Listener, store};
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex, split};
use tokio::runtime::Builder;
use tokio::sync::{mpsc, oneshot};
use tokio::task::yield_now;
use tokio::time::timeout;
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

/// Serves a connection that says these bytes, and then one that is proper.
///
/// # Panics
///
/// The connection does not end, what is answered is no HTTP, or the server does not greet the next one.
pub fn check(data: &[u8]) {
    let Some((&mode, said)) = data.split_first() else {
        return;
    };
    let runtime = Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .expect("a runtime");
    runtime.block_on(serve(Mode(mode), said));
}

/// Time in which everything ends: the longest pause of a connection that sends too much is an hour.
const PATIENCE: Duration = Duration::from_hours(3);

/// Bytes that a pipe holds.
const PIPE: usize = 4096;

/// The first byte of an input.
#[derive(Clone, Copy)]
struct Mode(u8);

impl Mode {
    /// What the client says first, properly.
    fn beginning(self) -> Vec<u8> {
        match self.0 & 3 {
            1 => upgrade(Encoding::Bincode),
            2 => upgrade(Encoding::Json),
            _ => Vec::new(),
        }
    }

    fn encryption(self) -> Encryption {
        if self.0 & 3 == 3 {
            Encryption::Optional(IDENTITY.clone())
        } else {
            Encryption::Off
        }
    }

    /// The client ends its side as soon as it has said everything.
    fn hangs_up(self) -> bool {
        self.0 & 4 != 0
    }

    /// Each byte comes by itself.
    fn drips(self) -> bool {
        self.0 & 8 != 0
    }
}

/// The key of servers that speak TLS.
static IDENTITY: LazyLock<Identity> = LazyLock::new(|| {
    let directory = tempfile::tempdir().expect("a directory");
    Identity::kept_in(directory.path()).expect("a key")
});

/// A proper request, and the hello behind it.
fn upgrade(encoding: Encoding) -> Vec<u8> {
    let request = format!(
        "GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\
         Sec-WebSocket-Protocol: {}\r\n\r\n",
        encoding.subprotocol()
    );
    let hello = hello().encode(encoding);
    let opcode = match encoding {
        Encoding::Bincode => 2,
        Encoding::Json => 1,
    };
    // Masked, with zeros.
    let mut frame = vec![0x80 | opcode, 0xfe];
    frame.extend((hello.len() as u16).to_be_bytes());
    frame.extend([0; 4]);
    [request.into_bytes(), frame, hello].concat()
}

fn hello() -> ClientMsg {
    ClientMsg::Hello {
        protocol: VERSION,
        software: "fuzzing".to_owned(),
        name: None,
        key: None,
        heartbeat: false,
    }
}

async fn serve(mode: Mode, said: &[u8]) {
    let (connect, connections) = mpsc::unbounded_channel();
    let config = Config {
        discovery: false,
        exhibition: false,
        encryption: mode.encryption(),
        ..Config::default()
    };
    let env = Env::simulated(Port(connections), Millis::from_millis(1_700_000_000_000), 1);
    let (stop, stopped) = oneshot::channel::<()>();
    let server = tokio::spawn(server::run(env, config, store::memory(), async {
        let _ = stopped.await;
    }));
    let dial = || {
        let (near, far) = duplex(PIPE);
        connect.send(far).expect("the server runs");
        near
    };
    let heard = timeout(PATIENCE, speak(dial(), mode, said)).await;
    let heard = heard.expect("every connection comes to its end");
    // What is said in TLS is not looked at.
    assert!(
        heard.is_empty() || heard.starts_with(b"HTTP/1.") || heard[0] == 0x15 || heard[0] == 0x16,
        "{:?}",
        heard.escape_ascii().to_string()
    );
    timeout(PATIENCE, greet(dial()))
        .await
        .expect("the server goes on");
    stop.send(()).expect("the server runs");
    let stopped = timeout(PATIENCE, server).await.expect("a shutdown ends");
    stopped.expect("does not panic").expect("stops well");
}

/// Says these bytes, and returns the beginning of the answer, once the server has ended the connection.
async fn speak(stream: DuplexStream, mode: Mode, said: &[u8]) -> Vec<u8> {
    let (mut from, mut to) = split(stream);
    let say = async {
        let all = [&mode.beginning(), said].concat();
        let piece = if mode.drips() { 1 } else { all.len().max(1) };
        for piece in all.chunks(piece) {
            // The server may have ended the connection already.
            if to.write_all(piece).await.is_err() {
                return;
            }
            yield_now().await;
        }
        if mode.hangs_up() {
            let _ = to.shutdown().await;
        }
    };
    let hear = async {
        let mut beginning = Vec::new();
        let mut chunk = [0; 1024];
        while let Ok(length @ 1..) = from.read(&mut chunk).await {
            if beginning.len() < chunk.len() {
                beginning.extend_from_slice(&chunk[..length]);
            }
        }
        beginning
    };
    futures::future::join(say, hear).await.1
}

/// Connects as a client does, and waits for the welcome.
async fn greet(stream: DuplexStream) {
    let mut request = "ws://localhost/ws"
        .into_client_request()
        .expect("a request");
    let protocol = Encoding::Bincode.subprotocol().parse().expect("a value");
    let headers = request.headers_mut();
    headers.insert("Sec-WebSocket-Protocol", protocol);
    let (mut socket, _) = client_async(request, stream).await.expect("an upgrade");
    let hello = hello().encode(Encoding::Bincode);
    socket
        .send(Message::binary(hello))
        .await
        .expect("it is read");
    while let Some(message) = socket.next().await {
        if let Message::Binary(frame) = message.expect("the connection goes on") {
            let message = ServerMsg::decode(Encoding::Bincode, &frame);
            assert!(
                matches!(message, Ok(ServerMsg::Welcome { .. })),
                "{message:?}"
            );
            return;
        }
    }
    panic!("the server ended a proper connection");
}

/// The server's end of the pipes.
struct Port(mpsc::UnboundedReceiver<DuplexStream>);

impl Listener for Port {
    type Stream = DuplexStream;

    fn address(&self) -> io::Result<SocketAddr> {
        Ok((Ipv4Addr::LOCALHOST, 4270).into())
    }

    async fn accept(&mut self) -> io::Result<(DuplexStream, SocketAddr)> {
        match self.0.recv().await {
            Some(stream) => Ok((stream, (Ipv4Addr::new(10, 0, 0, 1), 1).into())),
            None => pending().await,
        }
    }
}
