//! A chess clock as the server sends it. No clock is read here.

use bincode::{Decode, Encode};
use serde::{Deserialize, Serialize};

use crate::millis::Millis;
use crate::side::{BySide, Side};

/// State of a chess clock at the moment it is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClockFace {
    /// Time left to each side.
    pub remaining: BySide<Millis>,
    /// The side whose clock runs; none while both stand still.
    pub running: Option<Side>,
}
