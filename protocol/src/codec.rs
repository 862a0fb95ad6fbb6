//! Encoding and decoding: frame <-> message, in both encodings.
//!
//! ```text
//! frame -> length -> ref -> message -> nothing left over
//! ```
//!
//! The length is checked first, then the bytes are decoded under a limit on the memory they claim,
//! then nothing may be left over. With bincode's own derives a hostile length allocates nothing
//! beyond the limit; through its serde bridge it would.
//!
//! In JSON each side is as strict as the other can bear: see `codec/json.rs`.
//!
//! No other module calls bincode for the wire.

mod json;

use bincode::config::{self, Configuration, Limit};
use bincode::{Decode, Encode};
use serde::Serialize;
use thiserror::Error;

use crate::message::{ClientMsg, ServerMsg};
use crate::refusal::Refusal;

/// The longest frame that a server takes, in bytes.
///
/// The longest message of a client is a line of chat, 200 characters of up to 4 bytes, or an `Open`
/// in JSON, below 1 KiB; 4 KiB forgives a client that does not cut.
pub const CLIENT_FRAME_LIMIT: usize = 4 * 1024;

/// The longest frame that a client takes, in bytes.
///
/// The largest legal `Snapshot` (400 plies with clock times, full chat, every name, a principal
/// variation of every thought) has some 100 KiB in JSON, a full lobby likewise; a test has both.
pub const SERVER_FRAME_LIMIT: usize = 512 * 1024;

/// Memory that decoding a frame may claim, which is not its length: a ply is a few bytes on the wire
/// and dozens in memory. Each direction has its own.
const CLIENT_MEMORY: usize = 16 * 1024;
const SERVER_MEMORY: usize = 4 * 1024 * 1024;

/// The encoding of messages as frames. The subprotocol of the WebSocket names it, and nothing else does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// Binary frames; small and quick, for a terminal client of the same release.
    Bincode,
    /// Text frames, for browsers, scripts, bots in any language, and clients of other releases.
    Json,
}

impl Encoding {
    /// Both, the preferred one first.
    pub const ALL: [Self; 2] = [Self::Bincode, Self::Json];

    /// The name in `Sec-WebSocket-Protocol`.
    ///
    /// The number is that of the binary layout. It grows with every change, also with those that JSON grows
    /// by without harm: a client whose layout the server does not have plays over JSON.
    pub const fn subprotocol(self) -> &'static str {
        match self {
            Self::Bincode => "enlinea.bincode.1",
            Self::Json => "enlinea.json",
        }
    }
}

/// The reason why a frame is no message.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DecodeError {
    /// The frame has more bytes than the limit of this direction.
    #[error("the frame has {size} bytes, the limit is {limit}")]
    TooLong {
        /// Number of bytes in the frame.
        size: usize,
        /// Number of bytes allowed.
        limit: usize,
    },
    /// The bytes do not make a message.
    #[error("{0}")]
    Malformed(String),
    /// The message has a type that is not known here, cut to 40 characters. The other side may be newer.
    #[error("unknown message {0:?}")]
    UnknownType(String),
    /// The message of a client has a field that its type does not have, cut to 80 characters.
    #[error("unknown field {0:?}")]
    UnknownField(String),
    /// The bytes make a message that is written in other bytes.
    #[error(
        "the message has another form: numbers take as few bytes as they need, \
         and texts are written as the server writes them"
    )]
    NotCanonical,
    /// The message ends before the frame does.
    #[error("{extra} bytes follow the message")]
    Trailing {
        /// Number of bytes left over.
        extra: usize,
    },
}

impl From<DecodeError> for Refusal {
    fn from(error: DecodeError) -> Self {
        match error {
            DecodeError::UnknownType(name) => Self::UnknownMessage { name },
            DecodeError::UnknownField(field) => Self::UnknownField { field },
            DecodeError::TooLong { .. }
            | DecodeError::Malformed(_)
            | DecodeError::NotCanonical
            | DecodeError::Trailing { .. } => Self::Malformed {
                problem: error.to_string(),
            },
        }
    }
}

/// A message, and the number by which a client recognises the answers to it.
///
/// In JSON the number is the field `ref` beside those of the message; in bincode it comes first.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct Envelope<M> {
    /// In a client's message the number of its choice, if it wants one; in the server's messages the number of
    /// the message that they answer.
    pub reference: Option<u32>,
    /// The message.
    pub message: M,
}

impl<M> From<M> for Envelope<M> {
    fn from(message: M) -> Self {
        Self {
            reference: None,
            message,
        }
    }
}

/// A frame that is no message.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{error}")]
pub struct BadFrame {
    /// The `ref` of the frame, where that much of it can be read.
    pub reference: Option<u32>,
    /// The fault.
    pub error: DecodeError,
}

impl From<DecodeError> for BadFrame {
    fn from(error: DecodeError) -> Self {
        Self {
            reference: None,
            error,
        }
    }
}

/// A message of one direction.
pub trait Message: Sized + Clone {
    /// Bytes that a frame of this direction may have.
    const FRAME_LIMIT: usize;

    /// The frame of this message with a `ref`.
    fn encode_with(&self, encoding: Encoding, reference: Option<u32>) -> Vec<u8>;

    /// The message in a frame that is within the limit, with its `ref`.
    ///
    /// # Errors
    ///
    /// [`BadFrame`] says what is wrong with it.
    fn read(encoding: Encoding, frame: &[u8]) -> Result<Envelope<Self>, BadFrame>;

    /// The frame of this message without a `ref`.
    fn encode(&self, encoding: Encoding) -> Vec<u8> {
        self.encode_with(encoding, None)
    }

    /// The message in this frame, without its `ref`.
    ///
    /// # Errors
    ///
    /// [`DecodeError`] says what is wrong with it.
    fn decode(encoding: Encoding, frame: &[u8]) -> Result<Self, DecodeError> {
        match Self::open(encoding, frame) {
            Ok(envelope) => Ok(envelope.message),
            Err(bad) => Err(bad.error),
        }
    }

    /// The message in this frame, with its `ref`.
    ///
    /// # Errors
    ///
    /// [`BadFrame`] says what is wrong with it.
    fn open(encoding: Encoding, frame: &[u8]) -> Result<Envelope<Self>, BadFrame> {
        if frame.len() > Self::FRAME_LIMIT {
            return Err(BadFrame::from(DecodeError::TooLong {
                size: frame.len(),
                limit: Self::FRAME_LIMIT,
            }));
        }
        Self::read(encoding, frame)
    }
}

impl Message for ClientMsg {
    const FRAME_LIMIT: usize = CLIENT_FRAME_LIMIT;

    fn encode_with(&self, encoding: Encoding, reference: Option<u32>) -> Vec<u8> {
        write(self, encoding, reference)
    }

    fn read(encoding: Encoding, frame: &[u8]) -> Result<Envelope<Self>, BadFrame> {
        match encoding {
            Encoding::Bincode => {
                let config = config::standard().with_limit::<CLIENT_MEMORY>();
                let envelope = unpack(frame, config)?;
                // A message that had several forms could be told apart by them, or slip past a comparison of bytes.
                if pack(&envelope) != frame {
                    let error = DecodeError::NotCanonical;
                    return Err(bad(frame, error));
                }
                Ok(envelope)
            }
            Encoding::Json => json::read_client(frame),
        }
    }
}

impl Message for ServerMsg {
    const FRAME_LIMIT: usize = SERVER_FRAME_LIMIT;

    fn encode_with(&self, encoding: Encoding, reference: Option<u32>) -> Vec<u8> {
        write(self, encoding, reference)
    }

    fn read(encoding: Encoding, frame: &[u8]) -> Result<Envelope<Self>, BadFrame> {
        match encoding {
            Encoding::Bincode => unpack(frame, config::standard().with_limit::<SERVER_MEMORY>()),
            Encoding::Json => json::read_server(frame),
        }
    }
}

fn write<M: Encode + Serialize>(
    message: &M,
    encoding: Encoding,
    reference: Option<u32>,
) -> Vec<u8> {
    match encoding {
        Encoding::Bincode => pack(&(reference, message)),
        Encoding::Json => json::write(message, reference),
    }
}

/// Bytes of most frames. bincode's own vector would encode each message twice, the first time for its length.
const USUAL_FRAME: usize = 64;

fn pack<T: Encode>(value: &T) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(USUAL_FRAME);
    bincode::encode_into_std_write(value, &mut bytes, config::standard())
        .expect("encoding into memory cannot fail");
    bytes
}

/// The fault of a frame in bincode, with the `ref` that comes first in it.
fn bad(frame: &[u8], error: DecodeError) -> BadFrame {
    let reference = bincode::decode_from_slice(frame, config::standard()).ok();
    let reference = reference.and_then(|(reference, _)| reference);
    BadFrame { reference, error }
}

fn unpack<T: Decode<()>, const MEMORY: usize>(
    frame: &[u8],
    config: Configuration<config::LittleEndian, config::Varint, Limit<MEMORY>>,
) -> Result<T, BadFrame> {
    let (value, consumed) = bincode::decode_from_slice(frame, config)
        .map_err(|error| bad(frame, malformed(&in_words(error))))?;
    match frame.len() - consumed {
        0 => Ok(value),
        extra => Err(bad(frame, DecodeError::Trailing { extra })),
    }
}

/// The error of a frame that makes no message, with as much of a stranger's text as an error should repeat.
fn malformed(problem: &str) -> DecodeError {
    DecodeError::Malformed(problem.chars().take(300).collect())
}

/// Returns the error of bincode in the words of `PROTOCOL.md`.
fn in_words(error: bincode::error::DecodeError) -> String {
    use bincode::error::DecodeError as Error;
    match error {
        Error::UnexpectedEnd { .. } => "the frame ends before its message does".to_owned(),
        Error::UnexpectedVariant { found, .. } => {
            format!("no message or kind that can stand there has the number {found}")
        }
        Error::InvalidBooleanValue(found) => format!("a bool is 0 or 1, not {found}"),
        Error::Utf8 { .. } => "a text is no UTF-8".to_owned(),
        Error::LimitExceeded | Error::OutsideUsizeRange(_) => {
            "a length is greater than that of any message".to_owned()
        }
        Error::InvalidIntegerType { .. } => "a number has more bits than its type".to_owned(),
        Error::OtherString(problem) => problem,
        Error::Other(problem) => problem.to_owned(),
        _ => "the bytes make no message".to_owned(),
    }
}
