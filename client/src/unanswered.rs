//! The act of this client that the server has not answered: the one rule of the connection, the screens and the lines.

use protocol::act::Act;
use protocol::message::ClientMsg;
use protocol::refusal::Refusal;
use protocol::side::Side;
use protocol::view::{Phase, Snapshot};

use crate::board_change::BoardChange;

/// A move, a choice of an opening or a resignation that the server has not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Unanswered {
    act: Act,
    /// The number of the game: no other one is given up.
    game: u16,
}

impl Unanswered {
    /// The act, if it is one that outlives a connection.
    pub(crate) fn new(act: Act, game: u16) -> Option<Self> {
        let is_kept = matches!(act, Act::Move { .. } | Act::Choose { .. } | Act::Resign);
        is_kept.then_some(Self { act, game })
    }

    /// The act in a message.
    pub(crate) fn in_message(message: &ClientMsg, game: u16) -> Option<Self> {
        match message {
            ClientMsg::Act(act) => Self::new(*act, game),
            _ => None,
        }
    }

    pub(crate) fn message(self) -> ClientMsg {
        ClientMsg::Act(self.act)
    }

    pub(crate) fn is_resignation(self) -> bool {
        self.act == Act::Resign
    }

    /// True if it stands after a change of the board in its room.
    pub(crate) fn outlives(self, change: BoardChange) -> bool {
        match (change, self.act) {
            (BoardChange::Over, _) => false,
            (
                BoardChange::Revised(now),
                Act::Move { revision, .. } | Act::Choose { revision, .. },
            ) => now <= revision,
            (BoardChange::Revised(_), _) => true,
        }
    }

    /// True if it stands in the room of a new snapshot, which is the room of the act.
    pub(crate) fn outlives_return(self, you: Option<Side>, snapshot: &Snapshot) -> bool {
        you.is_some()
            && matches!(snapshot.phase, Phase::Playing)
            && self.outlives(BoardChange::Revised(snapshot.revision))
            && (!self.is_resignation() || self.game == snapshot.series.game)
    }

    /// True if a refusal that may answer it does not judge it: a server on its way out leaves that to the one that
    /// comes back.
    pub(crate) fn outlives_refusal(refusal: &Refusal) -> bool {
        *refusal == Refusal::ShuttingDown
    }
}
