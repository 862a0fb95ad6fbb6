//! The beginning and the end of a connection: the hello, the goodbye, and the reasons for closing.

use std::time::Duration;

use futures::{SinkExt, StreamExt};
use protocol::codec::{Encoding, Message as _};
use protocol::message::{ClientMsg, ServerMsg, VERSION};
use protocol::refusal::Refusal;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::error::CapacityError;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Error as WsError, Message};
use tracing::debug;

use super::pending::Received;
use super::{Socket, refused};
use crate::env::Stream;
use crate::outbox::Frame;

/// Reason for which a session ended, for the log and for the client.
#[derive(Debug)]
pub(super) enum CloseReason {
    /// The client closed the connection, or it broke.
    Gone,
    /// Nothing was heard from the client for too long.
    Silent,
    /// The client did not read its messages.
    TooSlow,
    /// The client broke the protocol.
    Refused(Refusal, CloseCode),
    /// The server stops.
    ShuttingDown,
}

/// Waits for the first message, which must be a hello of this version, and returns the wanted name.
pub(super) async fn read_hello<S: Stream>(
    socket: &mut Socket<S>,
    encoding: Encoding,
) -> Result<Option<String>, CloseReason> {
    loop {
        let message = match socket.next().await {
            None => return Err(CloseReason::Gone),
            Some(Err(error)) => return Err(close_reason(&error)),
            Some(Ok(message)) => message,
        };
        return match received(&message, encoding) {
            None if message.is_close() => Err(CloseReason::Gone),
            None => continue,
            Some(received) => match received {
                Ok(ClientMsg::Hello {
                    protocol: VERSION,
                    software,
                    name,
                }) => {
                    debug!(?software, "hello");
                    Ok(name)
                }
                Ok(ClientMsg::Hello { protocol, .. }) => Err(CloseReason::Refused(
                    Refusal::Version {
                        yours: protocol,
                        oldest: VERSION,
                        newest: VERSION,
                    },
                    CloseCode::Policy,
                )),
                Ok(_) => Err(CloseReason::Refused(
                    Refusal::HelloExpected,
                    CloseCode::Policy,
                )),
                Err(refusal) => Err(CloseReason::Refused(refusal, CloseCode::Policy)),
            },
        };
    }
}

/// Sends the client the reason for the end, unless it no longer reads.
pub(super) async fn say_goodbye<S: Stream>(
    socket: &mut Socket<S>,
    encoding: Encoding,
    end: CloseReason,
) {
    let (message, code) = match end {
        CloseReason::Gone => (None, CloseCode::Normal),
        CloseReason::Silent | CloseReason::TooSlow => (None, CloseCode::Policy),
        CloseReason::ShuttingDown => (Some(ServerMsg::ShuttingDown), CloseCode::Away),
        CloseReason::Refused(refusal, code) => (Some(refused(refusal)), code),
    };
    let goodbye = async {
        if let Some(message) = message {
            let frame = Frame::new(message);
            socket.send(frame.encoded(encoding)).await?;
        }
        let frame = CloseFrame {
            code,
            reason: "".into(),
        };
        socket.close(Some(frame)).await?;
        let stream = socket.get_mut();
        stream.shutdown().await?;
        drain(stream).await?;
        Ok::<_, WsError>(())
    };
    // The connection ends either way; a client that does not read is not waited for.
    let _ = timeout(GOODBYE, goodbye).await;
}

/// Reads what the client still sends until it has ended the connection too. A socket that is closed
/// with something unread is reset, and the reset destroys what the client has not read yet.
async fn drain(stream: &mut impl Stream) -> std::io::Result<()> {
    let mut scratch = [0; 4096];
    let mut left = GOODBYE_BYTES;
    while left > 0 {
        match stream.read(&mut scratch).await? {
            0 => break,
            read => left = left.saturating_sub(read),
        }
    }
    Ok(())
}

/// Time limit for a client to receive the end of the connection.
const GOODBYE: Duration = Duration::from_secs(1);

/// Bytes that a client may send meanwhile: what is on its way when it is refused, and not a flood.
const GOODBYE_BYTES: usize = 4 * 1024 * 1024;

/// Returns the message in a frame, or its refusal; none if the frame is one of the WebSocket itself.
pub(super) fn received(message: &Message, encoding: Encoding) -> Option<Received> {
    let bytes = match (message, encoding) {
        (Message::Text(text), Encoding::Json) => text.as_str().as_bytes(),
        (Message::Binary(bytes), Encoding::Bincode) => bytes,
        (Message::Text(_), Encoding::Bincode) => {
            return Some(Err(wrong_kind("a text", "binary", encoding)));
        }
        (Message::Binary(_), Encoding::Json) => {
            return Some(Err(wrong_kind("a binary", "text", encoding)));
        }
        (Message::Ping(_) | Message::Pong(_) | Message::Close(_) | Message::Frame(_), _) => {
            return None;
        }
    };
    Some(
        ClientMsg::decode(encoding, bytes).map_err(|error| Refusal::Malformed {
            problem: error.to_string(),
        }),
    )
}

fn wrong_kind(got: &str, wanted: &str, encoding: Encoding) -> Refusal {
    let subprotocol = encoding.subprotocol();
    Refusal::Malformed {
        problem: format!("it came in {got} frame, and {subprotocol} travels in {wanted} frames"),
    }
}

pub(super) fn close_reason(error: &WsError) -> CloseReason {
    match error {
        WsError::Capacity(CapacityError::MessageTooLong { size, max_size }) => {
            CloseReason::Refused(
                Refusal::TooLong {
                    size: saturated(*size),
                    limit: saturated(*max_size),
                },
                CloseCode::Size,
            )
        }
        WsError::Protocol(error) => CloseReason::Refused(
            Refusal::Malformed {
                problem: error.to_string(),
            },
            CloseCode::Protocol,
        ),
        WsError::Utf8(problem) => CloseReason::Refused(
            Refusal::Malformed {
                problem: problem.clone(),
            },
            CloseCode::Invalid,
        ),
        _ => CloseReason::Gone,
    }
}

/// Returns a size as it is sent; the largest number stands for all that are larger.
fn saturated(size: usize) -> u32 {
    u32::try_from(size).unwrap_or(u32::MAX)
}
