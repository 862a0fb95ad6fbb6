//! The name of a game that is saved.

use std::fmt;
use std::num::NonZeroU16;
use std::str::FromStr;

use protocol::id::{IdError, RoomId};

/// A game of a room: `K7QM2X` is the latest, `K7QM2X-3` the third.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameName {
    /// The room.
    pub room: RoomId,
    /// The number of the game in the room; none for the latest.
    pub number: Option<NonZeroU16>,
}

impl FromStr for GameName {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        let numbered = text
            .rsplit_once('-')
            .and_then(|(room, number)| Some((room.parse().ok()?, number.parse().ok()?)));
        Ok(match numbered {
            Some((room, number)) => Self {
                room,
                number: Some(number),
            },
            None => Self {
                room: text.parse()?,
                number: None,
            },
        })
    }
}

impl fmt::Display for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number {
            Some(number) => write!(f, "{}-{number}", self.room),
            None => self.room.fmt(f),
        }
    }
}
