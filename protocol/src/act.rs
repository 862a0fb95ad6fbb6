//! The acts: what a player may do in a game.
//!
//! Chat is none of them, since spectators chat too. [`ClientMsg`] spells every act as a message of its own;
//! the two conversions here are the only place that knows how.

use crate::id::Revision;
use crate::message::ClientMsg;
use crate::square::Square;

/// An act of a player in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Plays a move.
    Move {
        /// Revision of the board that the move is meant for.
        revision: Revision,
        /// Cell to play; only its column counts where discs fall.
        square: Square,
    },
    /// Resigns the game.
    Resign,
    /// Offers a draw, or accepts the one that was offered.
    OfferDraw,
    /// Accepts or declines a draw.
    AnswerDraw {
        /// True if the draw is accepted.
        accept: bool,
    },
    /// Asks for a takeback of the player's last ply.
    AskTakeback,
    /// Accepts or declines a takeback.
    AnswerTakeback {
        /// True if the takeback is accepted.
        accept: bool,
    },
    /// Ends the game without a result before each side has moved.
    Abort,
    /// Claims the game of an opponent who stays away.
    Claim,
    /// Offers a rematch, or accepts the one that was offered.
    Rematch,
}

/// Converts the message of an act; gives any other message back.
impl TryFrom<ClientMsg> for Act {
    type Error = ClientMsg;

    fn try_from(message: ClientMsg) -> Result<Self, ClientMsg> {
        match message {
            ClientMsg::Move { revision, square } => Ok(Self::Move { revision, square }),
            ClientMsg::Resign => Ok(Self::Resign),
            ClientMsg::OfferDraw => Ok(Self::OfferDraw),
            ClientMsg::AnswerDraw { accept } => Ok(Self::AnswerDraw { accept }),
            ClientMsg::AskTakeback => Ok(Self::AskTakeback),
            ClientMsg::AnswerTakeback { accept } => Ok(Self::AnswerTakeback { accept }),
            ClientMsg::Abort => Ok(Self::Abort),
            ClientMsg::Claim => Ok(Self::Claim),
            ClientMsg::Rematch => Ok(Self::Rematch),
            ClientMsg::Hello { .. }
            | ClientMsg::EnterLobby
            | ClientMsg::LeaveLobby
            | ClientMsg::Open { .. }
            | ClientMsg::Join { .. }
            | ClientMsg::Quick { .. }
            | ClientMsg::Leave
            | ClientMsg::Chat { .. }
            | ClientMsg::Resync
            | ClientMsg::Analyse { .. }
            | ClientMsg::StopAnalysis
            | ClientMsg::Ping
            | ClientMsg::Pong
            | ClientMsg::Look { .. }
            | ClientMsg::Record { .. } => Err(message),
        }
    }
}

impl From<Act> for ClientMsg {
    fn from(act: Act) -> Self {
        match act {
            Act::Move { revision, square } => Self::Move { revision, square },
            Act::Resign => Self::Resign,
            Act::OfferDraw => Self::OfferDraw,
            Act::AnswerDraw { accept } => Self::AnswerDraw { accept },
            Act::AskTakeback => Self::AskTakeback,
            Act::AnswerTakeback { accept } => Self::AnswerTakeback { accept },
            Act::Abort => Self::Abort,
            Act::Claim => Self::Claim,
            Act::Rematch => Self::Rematch,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_act_and_its_message_are_converted_both_ways() {
        let square = "d1".parse().unwrap();
        for act in [
            Act::Move {
                revision: Revision(7),
                square,
            },
            Act::Resign,
            Act::OfferDraw,
            Act::AnswerDraw { accept: true },
            Act::AnswerDraw { accept: false },
            Act::AskTakeback,
            Act::AnswerTakeback { accept: true },
            Act::AnswerTakeback { accept: false },
            Act::Abort,
            Act::Claim,
            Act::Rematch,
        ] {
            assert_eq!(Act::try_from(ClientMsg::from(act)), Ok(act));
        }
    }

    #[test]
    fn a_message_that_is_no_act_is_given_back() {
        for message in [
            ClientMsg::Leave,
            ClientMsg::Resync,
            ClientMsg::Chat {
                text: "hola".to_owned(),
            },
        ] {
            assert_eq!(Act::try_from(message.clone()), Err(message));
        }
    }
}
