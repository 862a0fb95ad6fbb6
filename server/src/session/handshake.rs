//! The beginning and the end of a connection: the hello, the goodbye, and the reasons for closing.
//!
//! The key of `hello` is hashed here, and nothing else gets it.

use std::time::Duration;

use futures::{SinkExt, StreamExt};
use protocol::codec::{BadFrame, Encoding, Envelope, Message as _};
use protocol::message::{ClientMsg, MINOR, ServerMsg, VERSION};
use protocol::millis::Millis;
use protocol::refusal::{Refusal, Resource};
use protocol::text::Name;
use protocol::view::Feature;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::error::{CapacityError, ProtocolError};
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Error as WsError, Message};
use tracing::debug;

use super::pending::Received;
use super::{Session, Socket};
use crate::base::env::Stream;
use crate::base::metrics::Metrics;
use crate::config::rate::Rate;
use crate::outbox::{EndReason, refused, to_websocket};
use crate::people::person::Person;
use crate::people::person_key::PersonKey;
use crate::people::{Admission, Candidate};
use crate::rooms::shared::Shared;

/// Reason for which a session ended, for the log and for the client.
#[derive(Debug)]
pub(super) enum CloseReason {
    /// The client closed the connection, or it broke.
    Gone,
    /// The client sends nothing more, without a word. It may still read the answers.
    HungUp,
    /// Nothing was heard from the client for too long.
    Silent,
    /// The client did not read its messages.
    TooSlow,
    /// A room that the client was in broke.
    RoomBroke,
    /// The client broke the protocol.
    Refused {
        refusal: Refusal,
        code: CloseCode,
        /// `ref` of the message that broke it.
        reference: Option<u32>,
    },
    /// The server stops.
    ShuttingDown,
}

impl From<EndReason> for CloseReason {
    fn from(end: EndReason) -> Self {
        match end {
            EndReason::TooSlow => Self::TooSlow,
            EndReason::ShuttingDown => Self::ShuttingDown,
            EndReason::RoomBroke => Self::RoomBroke,
            EndReason::SentOut(refusal) => Self::Refused {
                refusal,
                code: CloseCode::Policy,
                reference: None,
            },
        }
    }
}

/// A hello of this version.
#[derive(Debug)]
pub(super) struct Hello {
    /// Name that the person wants.
    pub(super) name: Option<String>,
    /// Hashes of the key that they showed; the key itself is kept nowhere.
    pub(super) key: Option<PersonKey>,
    /// True if the client wants messages beside the pings of the WebSocket.
    pub(super) heartbeat: bool,
    /// `ref` of the message.
    pub(super) reference: Option<u32>,
}

/// Names that are bound to new keys: forty people with five devices or second tries each, then one a minute. Further
/// people are let in, and have their name for the connection only.
pub(super) const NAMES: Rate = Rate {
    burst: 200,
    every: Millis::from_secs(60),
};

/// Returns the end of a connection on a reserved slot that did not return to a seat.
pub(super) fn full() -> CloseReason {
    CloseReason::Refused {
        refusal: no_place(),
        code: CloseCode::Again,
        reference: None,
    }
}

/// Returns the refusal of a message that is not the return to a seat, on a slot that is reserved for those.
pub(super) fn no_place() -> Refusal {
    Refusal::Full {
        what: Resource::Connections,
        most: None,
    }
}

impl Session {
    pub(super) fn welcome(&self) -> ServerMsg {
        let shared = &self.shared;
        ServerMsg::Welcome {
            protocol: VERSION,
            minor: MINOR,
            software: concat!("enlinea-server ", env!("CARGO_PKG_VERSION")).to_owned(),
            server: shared.config.name.clone(),
            id: shared.id,
            addresses: shared.addresses.clone(),
            features: self.features(),
            announcement: None,
            player: self.who,
            name: self.name.clone(),
            bots: shared.on_offer.bots.clone(),
            variants: shared.on_offer.variants.clone(),
            nodes: shared.cluster.others(),
        }
    }

    fn features(&self) -> Vec<Feature> {
        let encrypts = self.shared.config.encryption.identity().is_some();
        let tls = encrypts.then_some(Feature::Tls);
        let history = self.shared.history.is_some().then_some(Feature::History);
        let features = tls.into_iter().chain([Feature::Identity]);
        features
            .chain(history)
            .chain([Feature::Tournament, Feature::FindRooms])
            .collect()
    }
}

/// Reads hellos until somebody is let in, each within the time limit of the handshake.
///
/// Whoever asks for a name that is somebody else's is told, and may say hello again; whoever is banned may not.
pub(super) async fn admit<S: Stream>(
    socket: &mut Socket<S>,
    encoding: Encoding,
    shared: &Shared,
    person: Person,
) -> Result<(Hello, Admission), CloseReason> {
    let mut refused_before = false;
    for left in (0..MOST_HELLOS).rev() {
        let hello = read_hello(socket, encoding, &shared.metrics, refused_before);
        let hello = timeout(shared.config.handshake, hello).await;
        let hello = hello.map_err(|_late| CloseReason::Silent)??;
        let now = shared.time.now();
        let banned = |name: &Name| shared.host.bans.refusal(now, person, name);
        let candidate = Candidate {
            wanted: hello.name.as_deref(),
            key: hello.key.map(|key| key.hash()),
            may_bind: shared.limits.names.check(person, now).is_ok(),
        };
        let refusal = match shared.people.enter(candidate, now, banned) {
            Ok(admission) => {
                if admission.is_new && !admission.changes.is_empty() {
                    shared.limits.names.charge(person, now, 1);
                }
                return Ok((hello, admission));
            }
            Err(refusal) => refusal,
        };
        debug!(%refusal, "refused");
        let is_banned = matches!(refusal, Refusal::Banned { .. });
        // Another name may be free, but would help nobody who is banned.
        if is_banned || left == 0 {
            return Err(CloseReason::Refused {
                refusal,
                code: CloseCode::Policy,
                reference: hello.reference,
            });
        }
        answer(socket, encoding, &shared.metrics, refusal, hello.reference).await?;
        refused_before = true;
    }
    unreachable!("the last hello that is refused ends the connection")
}

/// Sends a refusal before the session has begun, within the time limit of its end.
async fn answer<S: Stream>(
    socket: &mut Socket<S>,
    encoding: Encoding,
    metrics: &Metrics,
    refusal: Refusal,
    reference: Option<u32>,
) -> Result<(), CloseReason> {
    metrics.refusals.count(refusal.code());
    let frame = to_websocket(&refused(refusal), encoding, reference);
    match timeout(GOODBYE, socket.send(frame)).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(error)) => Err(close_reason(&error)),
        Err(_late) => Err(CloseReason::TooSlow),
    }
}

/// Waits for the first message, which must be a hello of this version. Behind a hello that was refused there may be
/// other messages, which were sent with it and are refused.
async fn read_hello<S: Stream>(
    socket: &mut Socket<S>,
    encoding: Encoding,
    metrics: &Metrics,
    refused_before: bool,
) -> Result<Hello, CloseReason> {
    let mut passed_over = 0;
    loop {
        let message = match socket.next().await {
            None => return Err(CloseReason::Gone),
            Some(Err(error)) => return Err(close_reason(&error)),
            Some(Ok(message)) => message,
        };
        let bytes = message.len();
        let Received { reference, message } = match received(&message, encoding) {
            None if message.is_close() => return Err(CloseReason::Gone),
            None => continue,
            Some(received) => received,
        };
        metrics.count_received(bytes);
        let refusal = match message {
            Ok(ClientMsg::Hello {
                protocol: VERSION,
                software,
                name,
                key,
                heartbeat,
            }) => {
                debug!(?software, "hello");
                return Ok(Hello {
                    name,
                    key: key.map(PersonKey::new),
                    heartbeat,
                    reference,
                });
            }
            Ok(ClientMsg::Hello { protocol, .. }) => Refusal::Version {
                yours: protocol,
                oldest: VERSION,
                newest: VERSION,
            },
            Ok(_) if refused_before && passed_over < MOST_BEHIND => {
                passed_over += 1;
                let refusal = Refusal::HelloExpected;
                answer(socket, encoding, metrics, refusal, reference).await?;
                continue;
            }
            Ok(_) => Refusal::HelloExpected,
            Err(refusal) => refusal,
        };
        return Err(CloseReason::Refused {
            refusal,
            code: CloseCode::Policy,
            reference,
        });
    }
}

/// Sends the client the reason for the end, unless it no longer reads.
pub(super) async fn say_goodbye<S: Stream>(
    socket: &mut Socket<S>,
    encoding: Encoding,
    metrics: &Metrics,
    end: CloseReason,
) {
    let (message, code, reference) = match end {
        // The WebSocket sends nothing more either.
        CloseReason::HungUp => return,
        CloseReason::Gone => (None, None, None),
        CloseReason::Silent | CloseReason::TooSlow => (None, Some(CloseCode::Policy), None),
        CloseReason::RoomBroke => (None, Some(CloseCode::Error), None),
        CloseReason::ShuttingDown => (Some(ServerMsg::ShuttingDown), Some(CloseCode::Away), None),
        CloseReason::Refused {
            refusal,
            code,
            reference,
        } => {
            metrics.refusals.count(refusal.code());
            (Some(refused(refusal)), Some(code), reference)
        }
    };
    let last = message.map(|message| to_websocket(&message, encoding, reference));
    close(socket, last, code).await;
}

/// Sends the last message and closes the connection; without a code, answers the client's close frame.
async fn close<S: Stream>(socket: &mut Socket<S>, last: Option<Message>, code: Option<CloseCode>) {
    let goodbye = async {
        if let Some(message) = last {
            socket.send(message).await?;
        }
        match code {
            Some(code) => {
                let reason = "".into();
                socket.close(Some(CloseFrame { code, reason })).await?;
            }
            // tungstenite has the answer ready. A connection that broke has none, and takes nothing.
            None => socket.flush().await?,
        }
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

/// Hellos that one connection may say until it is let in: a few names that a person tries.
const MOST_HELLOS: u32 = 5;

/// Messages that may be behind a hello that is refused: as many as wait in a session.
const MOST_BEHIND: u32 = 64;

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
            return Some(wrong_kind("a text", "binary", encoding));
        }
        (Message::Binary(_), Encoding::Json) => {
            return Some(wrong_kind("a binary", "text", encoding));
        }
        (Message::Ping(_) | Message::Pong(_) | Message::Close(_) | Message::Frame(_), _) => {
            return None;
        }
    };
    Some(match ClientMsg::open(encoding, bytes) {
        Ok(Envelope { reference, message }) => Received {
            reference,
            message: Ok(message),
        },
        Err(BadFrame { reference, error }) => Received {
            reference,
            message: Err(error.into()),
        },
    })
}

fn wrong_kind(got: &str, wanted: &str, encoding: Encoding) -> Received {
    let subprotocol = encoding.subprotocol();
    let problem = format!("it came in {got} frame, and {subprotocol} travels in {wanted} frames");
    Received {
        reference: None,
        message: Err(Refusal::Malformed { problem }),
    }
}

pub(super) fn close_reason(error: &WsError) -> CloseReason {
    let (refusal, code) = match error {
        WsError::Capacity(CapacityError::MessageTooLong { size, max_size }) => (
            Refusal::TooLong {
                size: saturated(*size),
                limit: saturated(*max_size),
            },
            CloseCode::Size,
        ),
        WsError::Protocol(ProtocolError::ResetWithoutClosingHandshake) => {
            return CloseReason::HungUp;
        }
        WsError::Protocol(error) => {
            let problem = error.to_string();
            (Refusal::Malformed { problem }, CloseCode::Protocol)
        }
        // The error has the text, as far as it is one.
        WsError::Utf8(_) => {
            let problem = "a text that is not UTF-8".to_owned();
            (Refusal::Malformed { problem }, CloseCode::Invalid)
        }
        _ => return CloseReason::Gone,
    };
    CloseReason::Refused {
        refusal,
        code,
        reference: None,
    }
}

/// Returns a size as it is sent; the largest number stands for all that are larger.
fn saturated(size: usize) -> u32 {
    u32::try_from(size).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;
