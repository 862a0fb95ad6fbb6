//! How a connection begins and ends: the hello, the goodbye, and what each end is called.

use std::time::Duration;

use futures::{SinkExt, StreamExt};
use protocol::codec::{DecodeError, Encoding, Message as _};
use protocol::message::{ClientMsg, ServerMsg, VERSION};
use protocol::refusal::Refusal;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::error::CapacityError;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Error as WsError, Message};
use tracing::debug;

use super::Socket;
use crate::outbox::Frame;

/// Why a session ended, for the log and for the client.
#[derive(Debug)]
pub(super) enum End {
    /// The client closed the connection, or it broke.
    Gone,
    /// Nothing was heard from the client for too long.
    Silent,
    /// The client did not read what it was sent.
    TooSlow,
    /// The client broke the protocol.
    Refused(Refusal, CloseCode),
    /// The server stops.
    ShuttingDown,
}

/// Waits for the first message, which must be a hello of our version, and returns the wanted name.
pub(super) async fn read_hello(
    socket: &mut Socket,
    encoding: Encoding,
) -> Result<Option<String>, End> {
    loop {
        let message = match socket.next().await {
            None => return Err(End::Gone),
            Some(Err(error)) => return Err(end_of(&error)),
            Some(Ok(message)) => message,
        };
        return match payload(&message) {
            None if message.is_close() => Err(End::Gone),
            None => continue,
            Some(bytes) => match ClientMsg::decode(encoding, bytes) {
                Ok(ClientMsg::Hello {
                    protocol: VERSION,
                    software,
                    name,
                }) => {
                    debug!(?software, "hello");
                    Ok(name)
                }
                Ok(ClientMsg::Hello { protocol, .. }) => Err(End::Refused(
                    Refusal::Version {
                        yours: protocol,
                        oldest: VERSION,
                        newest: VERSION,
                    },
                    CloseCode::Policy,
                )),
                Ok(_) => Err(End::Refused(Refusal::HelloExpected, CloseCode::Policy)),
                Err(error) => Err(End::Refused(malformed(&error), CloseCode::Policy)),
            },
        };
    }
}

/// Tells the client why it ends, as far as it still listens.
pub(super) async fn say_goodbye(socket: &mut Socket, encoding: Encoding, end: End) {
    let (message, code) = match end {
        End::Gone => (None, CloseCode::Normal),
        End::Silent | End::TooSlow => (None, CloseCode::Policy),
        End::ShuttingDown => (Some(ServerMsg::ShuttingDown), CloseCode::Away),
        End::Refused(refusal, code) => {
            let refused = ServerMsg::Refused {
                message: refusal.to_string(),
                refusal,
            };
            (Some(refused), code)
        }
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
        // The client answers with a close of its own; waiting for it lets it read what was sent.
        while let Some(Ok(_)) = socket.next().await {}
        Ok::<_, WsError>(())
    };
    // The connection ends either way; a client that does not read is not waited for.
    let _ = timeout(GOODBYE, goodbye).await;
}

/// How long a client has to take in that the connection ends.
const GOODBYE: Duration = Duration::from_secs(1);

/// The bytes of a message that carries any.
pub(super) fn payload(message: &Message) -> Option<&[u8]> {
    match message {
        Message::Text(text) => Some(text.as_str().as_bytes()),
        Message::Binary(bytes) => Some(bytes),
        Message::Ping(_) | Message::Pong(_) | Message::Close(_) | Message::Frame(_) => None,
    }
}

pub(super) fn malformed(error: &DecodeError) -> Refusal {
    Refusal::Malformed {
        problem: error.to_string(),
    }
}

pub(super) fn end_of(error: &WsError) -> End {
    match error {
        WsError::Capacity(CapacityError::MessageTooLong { size, max_size }) => End::Refused(
            Refusal::TooLong {
                size: *size as u32,
                limit: *max_size as u32,
            },
            CloseCode::Size,
        ),
        WsError::Protocol(error) => End::Refused(
            Refusal::Malformed {
                problem: error.to_string(),
            },
            CloseCode::Protocol,
        ),
        WsError::Utf8(problem) => End::Refused(
            Refusal::Malformed {
                problem: problem.clone(),
            },
            CloseCode::Invalid,
        ),
        _ => End::Gone,
    }
}
