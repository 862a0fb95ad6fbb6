//! The first act of each side in a game with a clock: free of it, but due within a limit that the host of a server
//! sets, and that no message tells.

use protocol::replica::Replica;
use protocol::side::Side;
use protocol::spec::OpeningRule;
use protocol::view::{OpeningState, Reason, Seat};

/// The kind of a first act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FirstAct {
    Move,
    /// Of an opening with choices.
    Choice,
}

impl FirstAct {
    /// The first act of the person to move, while no clock runs for it; a bot makes it in time.
    pub(crate) fn due(table: &Replica) -> Option<Self> {
        let side = table.to_move()?;
        let is_person = matches!(table.snapshot().seats[side], Seat::Human { .. });
        let stands_still = table.running().is_none();
        Self::to_come(table, side).filter(|_| is_person && stands_still)
    }

    /// The first act of `side` in a game with a clock that goes on, while it is still to come.
    pub(crate) fn to_come(table: &Replica, side: Side) -> Option<Self> {
        let seen = table.snapshot();
        seen.clock.filter(|_| table.to_move().is_some())?;
        let plies = table.plies().len();
        // A takeback gives none back: a clock that runs so early tells of one.
        let stands_still = table.running().is_none();
        let is_to_come = match (side, &seen.opening) {
            (Side::First, _) => plies == 0 && stands_still,
            (Side::Second, None) => plies < 2 && stands_still,
            (Side::Second, Some(opening)) => opening.made.is_empty(),
        };
        let chooses = |opening: &OpeningState| opening.rule == OpeningRule::Swap2;
        let is_choice = side == Side::Second && seen.opening.as_ref().is_some_and(chooses);
        is_to_come.then_some(if is_choice { Self::Choice } else { Self::Move })
    }

    /// The act that a game lacked which ended for want of it, with its opening as it was then; none where it ended
    /// otherwise.
    pub(crate) fn lacking(reason: &Reason, opening: Option<&OpeningState>) -> Option<Self> {
        let lacks_choice = opening.is_some_and(|it| !it.is_over() && it.to_place == 0);
        (*reason == Reason::NoFirstMove).then_some(if lacks_choice {
            Self::Choice
        } else {
            Self::Move
        })
    }

    /// The act that is due, in a sentence.
    pub(crate) fn said(self) -> String {
        match self {
            Self::Move => say!("table-first-move"),
            Self::Choice => say!("table-first-choice"),
        }
    }

    /// The same in few words.
    pub(crate) fn in_few_words(self) -> String {
        match self {
            Self::Move => say!("table-first-move-short"),
            Self::Choice => say!("table-first-choice-short"),
        }
    }
}
