//! Errors of frames, of tables followed over a connection, and of keys.

use protocol::codec::{BadFrame, DecodeError};
use protocol::fingerprint::NoFingerprint;
use protocol::replica::{Gap, ReplicaError};

use super::{Said, quoted};
use crate::say;

impl Said for DecodeError {
    fn said(&self) -> String {
        match self {
            Self::TooLong { size, limit } => {
                say!("errors-frame-too-long", size = *size, limit = *limit)
            }
            // The words of the decoder, which name fields and types of PROTOCOL.md.
            Self::Malformed(problem) => problem.clone(),
            Self::UnknownType(name) => say!("errors-unknown-message", name = quoted(name)),
            Self::UnknownField(name) => say!("errors-unknown-field", name = quoted(name)),
            Self::NotCanonical => say!("errors-not-canonical"),
            Self::Trailing { extra } => say!("errors-bytes-left", count = *extra),
        }
    }
}

impl Said for BadFrame {
    fn said(&self) -> String {
        self.error.said()
    }
}

impl Said for Gap {
    fn said(&self) -> String {
        say!(
            "errors-gap",
            got = self.got.to_string(),
            at = self.at.to_string()
        )
    }
}

impl Said for ReplicaError {
    fn said(&self) -> String {
        match self {
            Self::UnknownVariant(name) => say!("errors-unknown-game-here", name = name.as_str()),
            Self::Ply(illegal) => say!("errors-impossible-game", reason = illegal.said()),
        }
    }
}

impl Said for NoFingerprint {
    fn said(&self) -> String {
        let Self(text) = self;
        say!("errors-no-fingerprint", text = quoted(text))
    }
}
