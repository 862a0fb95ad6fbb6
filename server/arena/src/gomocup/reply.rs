//! What the manager hears.

use std::fmt;

use protocol::square::Square;

use super::board::At;

/// One line for the manager.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reply {
    Ok,
    /// Stones that the brain puts down: its move, or an opening.
    Stones(Vec<Square>),
    /// It takes the other side.
    Swap,
    About,
    /// It knows the command and cannot obey it.
    Error(String),
    /// It does not know the command.
    Unknown(String),
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ok => f.write_str("OK"),
            Self::Stones(squares) => {
                let stones: Vec<String> = squares
                    .iter()
                    .map(|&square| At(square).to_string())
                    .collect();
                f.write_str(&stones.join(" "))
            }
            Self::Swap => f.write_str("SWAP"),
            Self::About => write!(
                f,
                "name=\"enlinea\", version=\"{}\", author=\"the enlinea project\", country=\"none\"",
                env!("CARGO_PKG_VERSION")
            ),
            Self::Error(problem) => write!(f, "ERROR {problem}"),
            Self::Unknown(text) => write!(f, "UNKNOWN {text}"),
        }
    }
}
