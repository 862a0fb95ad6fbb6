//! The bots that a server offers.

use bincode::{Decode, Encode};
use serde::{Deserialize, Serialize};

use crate::rules::Variant;
use crate::spec::{Depth, OpeningRule};
use crate::word::Named;

/// A kind of bot that the server offers.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BotOffer {
    /// Its name in a [`BotSpec`](crate::spec::BotSpec).
    pub kind: String,
    /// A description of one sentence.
    pub about: String,
    /// Least and greatest depth in plies; none for a bot that does not search.
    pub depths: Option<(Depth, Depth)>,
    /// The depth that is used where the client names none.
    pub default_depth: Option<Depth>,
    /// Named depths, such as `easy`.
    pub presets: Vec<Preset>,
    /// Every variant of the server with a name that it plays; `ListBots` says whether it plays another.
    pub variants: Vec<Named<Variant>>,
    /// Its options.
    pub options: Vec<BotOption>,
    /// Its measured strength, in Elo above `random`.
    pub level: Option<i16>,
    /// The openings with choices that it plays.
    #[serde(default)]
    pub openings: Vec<OpeningRule>,
}

/// A name for a depth.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Preset {
    /// The name.
    pub name: String,
    /// The depth.
    pub depth: Depth,
    /// The measured strength at this depth, in Elo above `random`.
    pub level: Option<i16>,
}

/// A number by which a bot can be changed.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BotOption {
    /// Its name in a [`BotSpec`](crate::spec::BotSpec).
    pub name: String,
    /// A description of one sentence.
    pub about: String,
    /// The least value.
    pub least: i32,
    /// The greatest value.
    pub most: i32,
    /// The value where the client names none.
    pub default: i32,
}
