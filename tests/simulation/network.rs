//! A network in memory: pipes with a delay, which can be cut, and a record of every frame.

use std::collections::BTreeMap;
use std::future::pending;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use client::net::Connector;
use protocol::codec::{Encoding, Message as _};
use protocol::message::{ClientMsg, ServerMsg};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use server::Listener;
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, ReadHalf, WriteHalf, duplex, split};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;

/// Bytes that a pipe holds.
const PIPE: usize = 64 * 1024;

/// The network, with a port for each client; clones are the same one.
#[derive(Clone)]
pub(super) struct Network(Arc<Mutex<State>>);

struct State {
    start: Instant,
    rng: StdRng,
    log: Vec<String>,
    server: mpsc::UnboundedSender<(DuplexStream, SocketAddr)>,
    connections: u8,
    /// The lines that are open, by the name of the client.
    lines: BTreeMap<&'static str, CancellationToken>,
    unplugged: Option<&'static str>,
}

impl Network {
    /// A network in which delays follow from `seed`, and the server's end of it.
    pub(super) fn new(seed: u64) -> (Self, Port) {
        let (server, connections) = mpsc::unbounded_channel();
        let state = State {
            start: Instant::now(),
            rng: StdRng::seed_from_u64(seed),
            log: Vec::new(),
            server,
            connections: 0,
            lines: BTreeMap::new(),
            unplugged: None,
        };
        (Self(Arc::new(Mutex::new(state))), Port(connections))
    }

    /// The end of a client.
    pub(super) fn plug(&self, name: &'static str) -> Plug {
        let network = self.clone();
        Plug { network, name }
    }

    /// Cuts the line of a client, and refuses a new one until [`repair`](Self::repair).
    pub(super) fn cut(&self, name: &'static str) {
        let mut state = self.state();
        state.note(&format!("{name}: cut"));
        state.unplugged = Some(name);
        state.lines[name].cancel();
    }

    pub(super) fn repair(&self) {
        self.state().unplugged = None;
    }

    /// Every frame in the order in which it arrived, and every cut, each with its moment.
    pub(super) fn log(&self) -> Vec<String> {
        self.state().log.clone()
    }

    fn delay(&self) -> Duration {
        Duration::from_millis(self.state().rng.random_range(1..40))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().expect("no holder panics")
    }

    /// Carries bytes one way until the end of either pipe.
    async fn carry(
        &self,
        mut from: ReadHalf<DuplexStream>,
        mut to: WriteHalf<DuplexStream>,
        mut tap: Tap,
    ) {
        let mut chunk = [0; 4096];
        while let Ok(length @ 1..) = from.read(&mut chunk).await {
            sleep(self.delay()).await;
            for frame in tap.frames(&chunk[..length]) {
                self.state().note(&frame);
            }
            if to.write_all(&chunk[..length]).await.is_err() {
                return;
            }
        }
        let _ = to.shutdown().await;
    }
}

impl State {
    fn note(&mut self, line: &str) {
        let at = self.start.elapsed().as_millis();
        self.log.push(format!("{at} {line}"));
    }
}

/// The end of a client.
pub(super) struct Plug {
    network: Network,
    name: &'static str,
}

impl Connector for Plug {
    type Stream = DuplexStream;

    async fn connect(&self, _: String) -> io::Result<DuplexStream> {
        let (near, client) = duplex(PIPE);
        let (server, far) = duplex(PIPE);
        let line = CancellationToken::new();
        {
            let mut state = self.network.state();
            if state.unplugged == Some(self.name) {
                state.note(&format!("{}: refused", self.name));
                return Err(io::ErrorKind::ConnectionRefused.into());
            }
            state.connections += 1;
            let peer = Ipv4Addr::new(10, 0, 0, state.connections);
            let sent = state.server.send((far, (peer, 1).into()));
            sent.map_err(|_ended| io::ErrorKind::ConnectionRefused)?;
            state.lines.insert(self.name, line.clone());
        }
        let (network, name) = (self.network.clone(), self.name);
        let tap = |up| Tap {
            name,
            up,
            head: true,
            bytes: Vec::new(),
        };
        tokio::spawn(async move {
            let (from_client, to_client) = split(client);
            let (from_server, to_server) = split(server);
            let up = network.carry(from_client, to_server, tap(true));
            let down = network.carry(from_server, to_client, tap(false));
            tokio::select! {
                biased;
                () = line.cancelled() => {}
                ((), ()) = futures::future::join(up, down) => {}
            }
        });
        Ok(near)
    }
}

/// The end of the server.
pub(super) struct Port(mpsc::UnboundedReceiver<(DuplexStream, SocketAddr)>);

impl Listener for Port {
    type Stream = DuplexStream;

    fn address(&self) -> io::Result<SocketAddr> {
        Ok((Ipv4Addr::LOCALHOST, 4270).into())
    }

    async fn accept(&mut self) -> io::Result<(DuplexStream, SocketAddr)> {
        match self.0.recv().await {
            Some(connection) => Ok(connection),
            None => pending().await,
        }
    }
}

/// Reads the frames of one direction of a connection.
struct Tap {
    name: &'static str,
    /// True from the client to the server.
    up: bool,
    /// True until the end of the HTTP request or response.
    head: bool,
    bytes: Vec<u8>,
}

impl Tap {
    /// The frames that end with these bytes, as lines of the log.
    fn frames(&mut self, bytes: &[u8]) -> Vec<String> {
        self.bytes.extend(bytes);
        if self.head {
            let Some(end) = self.bytes.windows(4).position(|end| end == b"\r\n\r\n") else {
                return Vec::new();
            };
            self.bytes.drain(..end + 4);
            self.head = false;
        }
        std::iter::from_fn(|| self.frame()).collect()
    }

    fn frame(&mut self) -> Option<String> {
        let [first, second] = *self.bytes.first_chunk()?;
        let (length, head) = match second & 0x7f {
            126 => {
                let length = self.bytes.get(2..4)?;
                (usize::from(u16::from_be_bytes(length.try_into().ok()?)), 4)
            }
            127 => {
                let length = self.bytes.get(2..10)?;
                (u64::from_be_bytes(length.try_into().ok()?) as usize, 10)
            }
            length => (usize::from(length), 2),
        };
        let mask = if second & 0x80 == 0 { 0 } else { 4 };
        let end = head + mask + length;
        if self.bytes.len() < end {
            return None;
        }
        let mut frame: Vec<u8> = self.bytes.drain(..end).skip(head).collect();
        let payload = frame.split_off(mask);
        let payload: Vec<u8> = match frame.as_slice() {
            [] => payload,
            mask => payload
                .iter()
                .zip(mask.iter().cycle())
                .map(|(byte, mask)| byte ^ mask)
                .collect(),
        };
        Some(self.line(first, &payload))
    }

    /// A frame in the log: its bytes, and what they say.
    fn line(&self, first: u8, payload: &[u8]) -> String {
        let said = match (first & 0x0f, self.up) {
            (2, true) => format!("{:?}", ClientMsg::decode(Encoding::Bincode, payload)),
            (2, false) => format!("{:?}", ServerMsg::decode(Encoding::Bincode, payload)),
            _ => String::new(),
        };
        let arrow = if self.up { "->" } else { "<-" };
        format!("{} {arrow} {first:x} {said} {payload:02x?}", self.name)
    }
}
