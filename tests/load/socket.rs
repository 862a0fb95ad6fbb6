//! A WebSocket client that costs little: frames are written as they were made, and read where they lie.
//!
//! The key of the mask is zero, which RFC 6455 allows on the wire and which leaves the bytes as they are. A server
//! unmasks such a frame like any other.

use std::io::ErrorKind;
use std::net::{Ipv4Addr, SocketAddr};

use anyhow::{Context, Result, bail, ensure};
use protocol::codec::{Encoding, Message};
use tokio::io::AsyncReadExt;
use tokio::net::{TcpSocket, TcpStream};

const BINARY: u8 = 2;
const CLOSE: u8 = 8;
const PING: u8 = 9;
const PONG: u8 = 10;
/// Length of a frame whose length follows in two bytes.
const LENGTH_FOLLOWS: u8 = 0x7e;

/// Bytes that a connection reads at once: most frames have a dozen.
const READ_BUFFER: usize = 512;

/// A connection after the upgrade.
#[derive(Debug)]
pub(crate) struct Socket {
    stream: TcpStream,
    buffer: Vec<u8>,
    /// Part of the buffer that was read and not yet returned.
    begin: usize,
    end: usize,
}

impl Socket {
    /// Connects from one of the addresses of this machine, and upgrades the connection at this path.
    pub(crate) async fn connect(address: SocketAddr, from: Ipv4Addr, path: &str) -> Result<Self> {
        let socket = TcpSocket::new_v4()?;
        socket.bind(SocketAddr::from((from, 0)))?;
        let stream = socket.connect(address).await.context("cannot connect")?;
        stream.set_nodelay(true)?;
        let mut socket = Self {
            stream,
            buffer: vec![0; READ_BUFFER],
            begin: 0,
            end: 0,
        };
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\
             Sec-WebSocket-Protocol: {}\r\n\r\n",
            Encoding::Bincode.subprotocol()
        );
        socket.send(request.as_bytes()).await?;
        socket.end_of_response().await?;
        Ok(socket)
    }

    async fn end_of_response(&mut self) -> Result<()> {
        loop {
            let read = &self.buffer[self.begin..self.end];
            if let Some(at) = read.windows(4).position(|four| four == b"\r\n\r\n") {
                let head = String::from_utf8_lossy(&read[..at]);
                ensure!(
                    head.starts_with("HTTP/1.1 101"),
                    "refused the upgrade: {head}"
                );
                self.begin += at + 4;
                return Ok(());
            }
            self.fill().await?;
        }
    }

    /// Sends bytes, which are whole frames.
    pub(crate) async fn send(&mut self, mut bytes: &[u8]) -> Result<()> {
        while !bytes.is_empty() {
            match self.stream.try_write(bytes) {
                Ok(sent) => bytes = &bytes[sent..],
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    self.stream.writable().await?;
                }
                Err(error) => return Err(error).context("cannot send"),
            }
        }
        Ok(())
    }

    /// The payload of the next binary frame. Pings are answered on the way. May be dropped and called again.
    pub(crate) async fn next(&mut self) -> Result<&[u8]> {
        loop {
            let Some(frame) = Frame::first_in(&self.buffer[self.begin..self.end])? else {
                self.fill().await?;
                continue;
            };
            let payload = self.begin + frame.header..self.begin + frame.header + frame.length;
            match frame.kind {
                BINARY => {
                    self.begin = payload.end;
                    return Ok(&self.buffer[payload]);
                }
                PING => {
                    let pong = masked(PONG, &self.buffer[payload.clone()]);
                    self.send(&pong).await?;
                }
                CLOSE => {
                    let reason = self.buffer[payload].get(2..).unwrap_or_default();
                    bail!(
                        "closed by the other side: {}",
                        String::from_utf8_lossy(reason)
                    );
                }
                _ => {}
            }
            self.begin = payload.end;
        }
    }

    /// Reads more bytes behind those that are there.
    async fn fill(&mut self) -> Result<()> {
        if self.begin == self.end {
            (self.begin, self.end) = (0, 0);
        } else if self.end == self.buffer.len() {
            self.buffer.copy_within(self.begin..self.end, 0);
            (self.begin, self.end) = (0, self.end - self.begin);
            if self.end == self.buffer.len() {
                self.buffer.resize(2 * self.end, 0);
            }
        }
        let read = self.stream.read(&mut self.buffer[self.end..]).await?;
        ensure!(read > 0, "the other side is gone");
        self.end += read;
        Ok(())
    }
}

/// The frame of a client with this message.
pub(crate) fn frame<M: Message>(message: &M) -> Vec<u8> {
    binary(&message.encode(Encoding::Bincode))
}

/// The frame of a client with these bytes.
pub(crate) fn binary(payload: &[u8]) -> Vec<u8> {
    masked(BINARY, payload)
}

fn masked(kind: u8, payload: &[u8]) -> Vec<u8> {
    let mut frame = vec![0x80 | kind];
    if let Ok(length @ ..126) = u8::try_from(payload.len()) {
        frame.push(0x80 | length);
    } else {
        let length = u16::try_from(payload.len()).expect("clients have no long messages");
        frame.push(0x80 | LENGTH_FOLLOWS);
        frame.extend(length.to_be_bytes());
    }
    frame.extend([0; 4]);
    frame.extend(payload);
    frame
}

/// Places of a frame in the bytes that begin with it.
#[derive(Debug, PartialEq, Eq)]
struct Frame {
    kind: u8,
    header: usize,
    length: usize,
}

impl Frame {
    /// The first frame of a server; none while it is not complete.
    fn first_in(bytes: &[u8]) -> Result<Option<Self>> {
        let &[first, second, ref rest @ ..] = bytes else {
            return Ok(None);
        };
        ensure!(first & 0x80 != 0, "a fragment, which no server here sends");
        ensure!(second & 0x80 == 0, "a masked frame, which no server sends");
        let (header, length) = match second {
            LENGTH_FOLLOWS => {
                let Some(length) = rest.first_chunk::<2>() else {
                    return Ok(None);
                };
                (4, usize::from(u16::from_be_bytes(*length)))
            }
            127 => {
                let Some(length) = rest.first_chunk::<8>() else {
                    return Ok(None);
                };
                (10, usize::try_from(u64::from_be_bytes(*length))?)
            }
            length => (2, usize::from(length)),
        };
        let kind = first & 0x0f;
        let is_whole = bytes.len() - header >= length;
        Ok(is_whole.then_some(Self {
            kind,
            header,
            length,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_is_found_once_it_is_whole() {
        let long = [[0x82, 126, 0, 200].as_slice(), &[7; 200]].concat();
        for (frame, header) in [(&[0x82, 2, 1, 1][..], 2), (&long, 4)] {
            for end in 0..frame.len() {
                assert_eq!(Frame::first_in(&frame[..end]).expect("no fault"), None);
            }
            let found = Frame::first_in(frame).expect("no fault").expect("whole");
            assert_eq!((found.kind, found.header), (BINARY, header));
            assert_eq!(found.length, frame.len() - header);
        }
    }

    #[test]
    fn a_frame_of_a_client_has_the_bytes_of_its_message_behind_the_mask() {
        assert_eq!(masked(PONG, b"ab"), [0x8a, 0x82, 0, 0, 0, 0, b'a', b'b']);
        assert_eq!(masked(BINARY, &[1; 200])[..4], [0x82, 0xfe, 0, 200]);
    }
}
