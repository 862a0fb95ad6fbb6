//! The acts: what a player may do in a game.
//!
//! Chat is none of them, since spectators chat too. [`ClientMsg`](crate::message::ClientMsg) carries an act; in
//! JSON each is a message of its own.

use bincode::{Decode, Encode};
use serde::{Deserialize, Serialize};

use crate::id::Revision;
use crate::spec::OpeningChoice;
use crate::square::Square;

/// An act of a player in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Act {
    /// Plays.
    Move {
        /// The revision of the board that the move is meant for.
        revision: Revision,
        /// Cell to play; only its column counts where discs fall.
        square: Square,
    },
    /// Gives the game up.
    Resign,
    /// Offers a draw.
    OfferDraw,
    /// Takes or declines the draw that the opponent offered.
    AnswerDraw {
        /// `true` if it is taken.
        accept: bool,
    },
    /// Asks to take back the client's own last ply.
    AskTakeback,
    /// Grants or declines the takeback that the opponent asked for.
    AnswerTakeback {
        /// `true` if it is granted.
        accept: bool,
    },
    /// Ends the game without a result, before each side has moved.
    Abort,
    /// Claims the game of an opponent who has been away for longer than the grace.
    Claim,
    /// Offers another game with sides swapped, or agrees to it.
    Rematch,
    /// Chooses in an opening that has choices.
    Choose {
        /// The revision of the board that the choice is meant for.
        revision: Revision,
        /// The choice.
        choice: OpeningChoice,
    },
    /// Agrees to the rematch that the opponent offered, as `Rematch` does, or declines it.
    AnswerRematch {
        /// `true` if it is agreed to.
        accept: bool,
    },
}

impl Act {
    /// The names of the acts in JSON, in the order of bincode.
    pub const TYPES: &[&str] = &[
        "move",
        "resign",
        "offer_draw",
        "answer_draw",
        "ask_takeback",
        "answer_takeback",
        "abort",
        "claim",
        "rematch",
        "choose",
        "answer_rematch",
    ];
}
