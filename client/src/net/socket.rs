//! One socket: frames in and out, pings, and the limit of silence.

use std::slice;
use std::time::Duration;

use futures::{SinkExt, StreamExt};
use protocol::codec::{BadFrame, DecodeError, Encoding, Envelope, Message as _};
use protocol::message::{ClientMsg, ServerMsg};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::time::{Instant, sleep_until, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::Message;
use tokio_tungstenite::tungstenite::{Bytes, Utf8Bytes};
use tracing::{Level, debug, enabled};

use super::Timing;
use super::connect::Opened;
use super::words::{closed, in_words};
use crate::language::Said;
use crate::log;

/// A socket with its heartbeat.
pub(super) struct Socket<S> {
    pub(super) stream: WebSocketStream<S>,
    encoding: Encoding,
    timing: Timing,
    /// The arrival of the last frame of any kind.
    last_frame_at: Instant,
    ping_at: Instant,
    /// The last ping: its number, which the pong repeats, and the time when it was sent.
    pinged: (u32, Instant),
}

/// An event of a socket.
pub(super) enum SocketEvent {
    /// Nothing of interest.
    Nothing,
    /// A frame of the server.
    Heard(Heard),
    /// A frame that is no message, with the reason.
    Unreadable(String),
    /// The pong of the last ping came after this time.
    RoundTrip(Duration),
}

/// A frame of the server that could be read.
pub(super) struct Heard {
    /// The frame as it came, where it is text.
    pub(super) text: Option<Utf8Bytes>,
    /// The `ref` of what it answers.
    pub(super) reference: Option<u32>,
    /// Its message; none where a later release has sent one that is unknown here.
    pub(super) message: Option<Box<ServerMsg>>,
}

impl<S> Socket<S>
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    pub(super) fn new(opened: Opened<S>, timing: Timing) -> Self {
        let now = Instant::now();
        Self {
            stream: opened.stream,
            encoding: opened.encoding,
            timing,
            last_frame_at: now,
            // The first at once: people look at the round trip when they arrive.
            ping_at: now,
            pinged: (0, now),
        }
    }

    /// Writes a message. A socket that accepts nothing within [`Timing::silence`] is broken.
    pub(super) async fn write(&mut self, order: &Envelope<ClientMsg>) -> Result<(), String> {
        self.write_all(slice::from_ref(order)).await
    }

    /// Writes messages in one go.
    pub(super) async fn write_all(&mut self, orders: &[Envelope<ClientMsg>]) -> Result<(), String> {
        let frames: Vec<_> = orders.iter().map(|order| self.frame(order)).collect();
        self.put(frames).await
    }

    fn frame(&self, order: &Envelope<ClientMsg>) -> Message {
        if enabled!(Level::DEBUG) {
            debug!(kind = log::kind_to_server(&order.message), "sent");
        }
        let bytes = order.message.encode_with(self.encoding, order.reference);
        match self.encoding {
            Encoding::Bincode => Message::Binary(bytes.into()),
            Encoding::Json => {
                let text = String::from_utf8(bytes).expect("JSON is text");
                Message::Text(text.into())
            }
        }
    }

    /// Waits for the next event; an error says why the socket is broken.
    ///
    /// Cancel safe: no message is lost when it is dropped, at worst one ping.
    pub(super) async fn next_event(&mut self) -> Result<SocketEvent, String> {
        let silent_at = self.last_frame_at + self.timing.silence;
        // What has arrived is read before the silence is judged, so that a client that stood still for long
        // does not take the server's silence for its own.
        tokio::select! {
            biased;
            frame = self.stream.next() => {
                self.last_frame_at = Instant::now();
                match frame {
                    None => Err(closed()),
                    Some(Err(error)) => Err(in_words(&error)),
                    Some(Ok(frame)) => self.read(frame),
                }
            }
            () = sleep_until(self.ping_at) => {
                let now = Instant::now();
                self.pinged = (self.pinged.0.wrapping_add(1), now);
                self.ping_at = now + self.timing.ping_every;
                let number = Bytes::copy_from_slice(&self.pinged.0.to_be_bytes());
                self.put([Message::Ping(number)]).await.map(|()| SocketEvent::Nothing)
            }
            () = sleep_until(silent_at) => Err(say!(
                "connection-silent",
                seconds = self.timing.silence.as_secs_f64().to_string(),
            )),
        }
    }

    /// Reads the message in a frame; `None` is a frame that holds none.
    pub(super) fn heard(&self, frame: &Message) -> Result<Option<Heard>, DecodeError> {
        let (bytes, text) = match frame {
            Message::Binary(bytes) => (&bytes[..], None),
            Message::Text(text) => (text.as_bytes(), Some(text.clone())),
            Message::Ping(_) | Message::Pong(_) | Message::Close(_) | Message::Frame(_) => {
                return Ok(None);
            }
        };
        let (reference, message) = match ServerMsg::open(self.encoding, bytes) {
            Ok(Envelope { reference, message }) => (reference, Some(Box::new(message))),
            Err(BadFrame {
                reference,
                error: DecodeError::UnknownType(_),
            }) => (reference, None),
            Err(bad) => return Err(bad.error),
        };
        Ok(Some(Heard {
            text,
            reference,
            message,
        }))
    }

    fn read(&mut self, frame: Message) -> Result<SocketEvent, String> {
        match frame {
            Message::Binary(_) | Message::Text(_) => Ok(match self.heard(&frame) {
                Ok(Some(heard)) => SocketEvent::Heard(heard),
                Ok(None) => SocketEvent::Nothing,
                Err(error) => SocketEvent::Unreadable(error.said()),
            }),
            Message::Pong(number) if *number == self.pinged.0.to_be_bytes() => {
                Ok(SocketEvent::RoundTrip(self.pinged.1.elapsed()))
            }
            // The socket answers pings by itself.
            Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => Ok(SocketEvent::Nothing),
            Message::Close(_) => Err(closed()),
        }
    }

    async fn put(&mut self, frames: impl IntoIterator<Item = Message>) -> Result<(), String> {
        let written = async {
            for frame in frames {
                self.stream.feed(frame).await?;
            }
            self.stream.flush().await
        };
        match timeout(self.timing.silence, written).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => Err(in_words(&error)),
            Err(_elapsed) => Err(say!("connection-takes-nothing")),
        }
    }
}
