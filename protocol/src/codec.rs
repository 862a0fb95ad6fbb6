//! Encoding and decoding: frame <-> message, in both encodings. The only module that knows bincode.
//!
//! The length is checked first, then the bytes are decoded under a limit on the memory they claim,
//! then nothing may be left over. With bincode's own derives a hostile length allocates nothing
//! beyond the limit; through its serde bridge it would.

use bincode::config::{self, Configuration, Limit};
use bincode::{Decode, Encode};
use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

use crate::message::{ClientMsg, ServerMsg};

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
    /// Binary frames; small and quick, for the terminal client.
    Bincode,
    /// Text frames, for browsers, scripts, and bots in any language.
    Json,
}

impl Encoding {
    /// Both, the preferred one first.
    pub const ALL: [Self; 2] = [Self::Bincode, Self::Json];

    /// The name in `Sec-WebSocket-Protocol`.
    pub fn subprotocol(self) -> &'static str {
        match self {
            Self::Bincode => "enlinea.bincode",
            Self::Json => "enlinea.json",
        }
    }
}

/// The reason why a frame is no message.
#[derive(Debug, Error)]
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

/// A message of one direction.
pub trait Message: Sized + sealed::Wire {
    /// Bytes that a frame of this direction may have.
    const FRAME_LIMIT: usize;

    /// The frame of this message.
    fn encode(&self, encoding: Encoding) -> Vec<u8> {
        match encoding {
            Encoding::Bincode => self.to_bincode(),
            Encoding::Json => self.to_json(),
        }
    }

    /// The message in this frame.
    ///
    /// # Errors
    ///
    /// [`DecodeError`] says what is wrong with it.
    fn decode(encoding: Encoding, frame: &[u8]) -> Result<Self, DecodeError> {
        if frame.len() > Self::FRAME_LIMIT {
            return Err(DecodeError::TooLong {
                size: frame.len(),
                limit: Self::FRAME_LIMIT,
            });
        }
        match encoding {
            Encoding::Bincode => Self::from_bincode(frame),
            Encoding::Json => Self::from_json(frame),
        }
    }
}

impl Message for ClientMsg {
    const FRAME_LIMIT: usize = CLIENT_FRAME_LIMIT;
}

impl Message for ServerMsg {
    const FRAME_LIMIT: usize = SERVER_FRAME_LIMIT;
}

/// Bytes for a value that is kept rather than sent, such as a recorded event.
pub fn pack<T: Encode>(value: &T) -> Vec<u8> {
    bincode::encode_to_vec(value, config::standard()).expect("encoding into memory cannot fail")
}

/// The value that [`pack`] made the bytes of.
///
/// # Errors
///
/// [`DecodeError`] says what is wrong with the bytes.
pub fn unpack<T: Decode<()>>(bytes: &[u8]) -> Result<T, DecodeError> {
    decode_all(bytes, config::standard().with_limit::<SERVER_MEMORY>())
}

/// The message of a client in these bytes, where they are the bytes that it is written in: a message
/// that had several forms could be told apart by them, or slip past a comparison of bytes.
fn client_message(bytes: &[u8]) -> Result<ClientMsg, DecodeError> {
    let message = decode_all(bytes, config::standard().with_limit::<CLIENT_MEMORY>())?;
    if pack(&message) != bytes {
        return Err(DecodeError::NotCanonical);
    }
    Ok(message)
}

fn decode_all<T: Decode<()>, const MEMORY: usize>(
    bytes: &[u8],
    config: Configuration<config::LittleEndian, config::Varint, Limit<MEMORY>>,
) -> Result<T, DecodeError> {
    let (value, consumed) = bincode::decode_from_slice(bytes, config)
        .map_err(|error| DecodeError::Malformed(error.to_string()))?;
    match bytes.len() - consumed {
        0 => Ok(value),
        extra => Err(DecodeError::Trailing { extra }),
    }
}

fn json_of<T: Serialize>(value: &T) -> Vec<u8> {
    serde_json::to_vec(value).expect("no message has a map with keys that are no text")
}

fn value_of_json<T: DeserializeOwned>(frame: &[u8]) -> Result<T, DecodeError> {
    serde_json::from_slice(frame).map_err(|error| DecodeError::Malformed(error.to_string()))
}

mod sealed {
    use super::{ClientMsg, DecodeError, ServerMsg, json_of, pack, value_of_json};

    /// The encodings that both directions have in common; no other type travels.
    pub trait Wire: Sized {
        fn to_bincode(&self) -> Vec<u8>;
        fn from_bincode(frame: &[u8]) -> Result<Self, DecodeError>;
        fn to_json(&self) -> Vec<u8>;
        fn from_json(frame: &[u8]) -> Result<Self, DecodeError>;
    }

    macro_rules! wire {
        ($message:ty, $decode:expr) => {
            impl Wire for $message {
                fn to_bincode(&self) -> Vec<u8> {
                    pack(self)
                }

                fn from_bincode(frame: &[u8]) -> Result<Self, DecodeError> {
                    $decode(frame)
                }

                fn to_json(&self) -> Vec<u8> {
                    json_of(self)
                }

                fn from_json(frame: &[u8]) -> Result<Self, DecodeError> {
                    value_of_json(frame)
                }
            }
        };
    }

    wire!(ClientMsg, super::client_message);
    wire!(ServerMsg, super::unpack);
}
