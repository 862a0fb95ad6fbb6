//! The ends of the simulated network: the server's listener, a client's line that can be cut, and a reader of the
//! frames between them.

use std::collections::BTreeMap;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};

use client::net::Connector;
use protocol::codec::{Encoding, Message as _};
use protocol::message::{ClientMsg, ServerMsg};
use server::Listener;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_util::sync::{CancellationToken, WaitForCancellationFutureOwned};
use turmoil::net::{TcpListener, TcpStream};

use super::witness::Witness;

/// Name of the server's host.
pub(super) const SERVER: &str = "server";

const PORT: u16 = 4270;

/// The listener of the server, which reads along.
pub(super) struct Port {
    listener: TcpListener,
    witness: Witness,
}

impl Port {
    pub(super) async fn open(witness: Witness) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::UNSPECIFIED, PORT)).await?;
        Ok(Self { listener, witness })
    }
}

impl Listener for Port {
    type Stream = Tapped;

    fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    async fn accept(&mut self) -> io::Result<(Tapped, SocketAddr)> {
        let (stream, peer) = self.listener.accept().await?;
        let connection = self.witness.connected(peer.ip());
        let stream = Tapped {
            stream,
            connection,
            read: Frames::default(),
            written: Frames::default(),
            witness: self.witness.clone(),
        };
        Ok((stream, peer))
    }
}

/// The stream of a connection at the server, with a look at every frame.
pub(super) struct Tapped {
    stream: TcpStream,
    connection: usize,
    read: Frames,
    written: Frames,
    witness: Witness,
}

impl AsyncRead for Tapped {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let this = &mut *self;
        let polled = Pin::new(&mut this.stream).poll_read(cx, buffer);
        for (first, payload) in this.read.after(&buffer.filled()[before..]) {
            let message =
                (first & 0x0f == 2).then(|| ClientMsg::decode(Encoding::Bincode, &payload).ok());
            this.witness
                .received(this.connection, first, &payload, message.flatten());
        }
        polled
    }
}

impl AsyncWrite for Tapped {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let this = &mut *self;
        let polled = Pin::new(&mut this.stream).poll_write(cx, bytes);
        if let Poll::Ready(Ok(written)) = polled {
            for (first, payload) in this.written.after(&bytes[..written]) {
                let message = (first & 0x0f == 2)
                    .then(|| ServerMsg::decode(Encoding::Bincode, &payload).ok());
                this.witness
                    .sent(this.connection, first, &payload, message.flatten());
            }
        }
        polled
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

/// The lines of the clients that are open, by the name of the host; clones are the same ones.
#[derive(Clone, Default)]
pub(super) struct Lines(Arc<Mutex<BTreeMap<&'static str, CancellationToken>>>);

impl Lines {
    /// Cuts the line of a client, which may connect again at once. Returns false if there was none.
    pub(super) fn cut(&self, name: &'static str) -> bool {
        let line = self.0.lock().expect("no holder panics").remove(name);
        line.is_some_and(|line| {
            let is_open = !line.is_cancelled();
            line.cancel();
            is_open
        })
    }

    /// The end of a client.
    pub(super) fn plug(&self, name: &'static str) -> Plug {
        let lines = self.clone();
        Plug { lines, name }
    }
}

/// The end of a client.
pub(super) struct Plug {
    lines: Lines,
    name: &'static str,
}

impl Connector for Plug {
    type Stream = Line;

    async fn connect(&self, _: String) -> io::Result<Line> {
        let stream = TcpStream::connect((SERVER, PORT)).await?;
        let token = CancellationToken::new();
        let mut lines = self.lines.0.lock().expect("no holder panics");
        lines.insert(self.name, token.clone());
        Ok(Line {
            stream,
            cut: Box::pin(token.clone().cancelled_owned()),
            token,
        })
    }
}

/// The stream of a connection at a client, until it is cut.
pub(super) struct Line {
    stream: TcpStream,
    cut: Pin<Box<WaitForCancellationFutureOwned>>,
    token: CancellationToken,
}

impl AsyncRead for Line {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.cut.as_mut().poll(cx).is_ready() {
            return Poll::Ready(Err(io::ErrorKind::ConnectionReset.into()));
        }
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl AsyncWrite for Line {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        if self.token.is_cancelled() {
            return Poll::Ready(Err(io::ErrorKind::ConnectionReset.into()));
        }
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

/// The WebSocket frames of one direction of a connection.
#[derive(Default)]
struct Frames {
    /// True behind the end of the HTTP request or response.
    is_upgraded: bool,
    bytes: Vec<u8>,
}

impl Frames {
    /// The frames that end with these bytes: the first byte of each, and its payload without the mask.
    fn after(&mut self, bytes: &[u8]) -> Vec<(u8, Vec<u8>)> {
        self.bytes.extend(bytes);
        if !self.is_upgraded {
            let Some(end) = self.bytes.windows(4).position(|end| end == b"\r\n\r\n") else {
                return Vec::new();
            };
            self.bytes.drain(..end + 4);
            self.is_upgraded = true;
        }
        std::iter::from_fn(|| self.frame()).collect()
    }

    fn frame(&mut self) -> Option<(u8, Vec<u8>)> {
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
        let mut mask: Vec<u8> = self.bytes.drain(..end).skip(head).collect();
        let mut payload = mask.split_off(if second & 0x80 == 0 { 0 } else { 4 });
        for (byte, mask) in payload.iter_mut().zip(mask.iter().cycle()) {
            *byte ^= mask;
        }
        Some((first, payload))
    }
}
