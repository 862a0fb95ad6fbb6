//! Offers between the seats: which one an answer is for, and their words.

use protocol::act::Act;
use protocol::message::RoomEvent;
use protocol::replica::Replica;
use protocol::side::Side;
use protocol::turn_order::TurnOrder;

use super::Who;

/// A kind of offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Offer {
    /// A draw.
    Draw,
    /// To take back a move.
    Takeback,
    /// Another game.
    Rematch,
}

impl Offer {
    /// Every kind, in the order in which they are answered.
    pub(crate) const ALL: [Self; 3] = [Self::Draw, Self::Takeback, Self::Rematch];

    /// The offer of the opponent that an answer is for now.
    pub(crate) fn to_answer(table: &Replica) -> Option<Self> {
        let opponent = table.you()?.other();
        let mut all = Self::ALL.into_iter();
        all.find(|offer| offer.by(table) == Some(opponent))
    }

    /// The seat that offers it, if one does.
    pub(crate) fn by(self, table: &Replica) -> Option<Side> {
        let offers = table.snapshot().offers;
        match self {
            Self::Draw => offers.draw,
            Self::Takeback => offers.takeback,
            Self::Rematch => offers.rematch,
        }
    }

    /// The answer to it.
    pub(crate) fn answer(self, accept: bool) -> Act {
        match self {
            Self::Draw => Act::AnswerDraw { accept },
            Self::Takeback => Act::AnswerTakeback { accept },
            Self::Rematch => Act::AnswerRematch { accept },
        }
    }

    /// The kind of offer that an event makes.
    pub(crate) fn made_by(event: &RoomEvent) -> Option<Self> {
        match event {
            RoomEvent::DrawOffered { .. } => Some(Self::Draw),
            RoomEvent::TakebackAsked { .. } => Some(Self::Takeback),
            RoomEvent::RematchOffered { .. } => Some(Self::Rematch),
            _ => None,
        }
    }

    /// Says that the seat `by` offers it.
    pub(crate) fn made(self, table: &Replica, by: Side, name: Who<'_>) -> String {
        let who = (table.you() != Some(by)).then(|| name(by));
        match (self, who) {
            (Self::Draw, None) => say!("events-you-offer-draw"),
            (Self::Draw, Some(who)) => say!("events-offers-draw", who = who),
            (Self::Takeback, who) => {
                let count = plies_to_take_back(table, by).unwrap_or(1);
                match who {
                    None => say!("events-you-ask-takeback", count = count),
                    Some(who) => say!("events-asks-takeback", who = who, count = count),
                }
            }
            (Self::Rematch, None) => say!("events-you-offer-rematch"),
            (Self::Rematch, Some(who)) => say!("events-offers-rematch", who = who),
        }
    }

    /// Says that the seat `by` declines it.
    pub(super) fn declined(self, table: &Replica, by: Side, name: Who<'_>) -> String {
        let who = (table.you() != Some(by)).then(|| name(by));
        match (self, who) {
            (Self::Draw, None) => say!("events-you-decline-draw"),
            (Self::Draw, Some(who)) => say!("events-declines-draw", who = who),
            (Self::Takeback, None) => say!("events-you-decline-takeback"),
            (Self::Takeback, Some(who)) => say!("events-declines-takeback", who = who),
            (Self::Rematch, None) => say!("events-you-decline-rematch"),
            (Self::Rematch, Some(who)) => say!("events-declines-rematch", who = who),
        }
    }
}

/// Returns the number of plies that a takeback of `side` takes off the board: its last ply and the plies after it.
/// `None` if it has made none since the last choice of an opening, which no takeback goes back before.
pub(crate) fn plies_to_take_back(table: &Replica, side: Side) -> Option<usize> {
    let opening = table.snapshot().opening.as_ref();
    let turns = opening.and_then(|opening| TurnOrder::after(opening.rule, &opening.made).ok());
    let turns = turns.unwrap_or_default();
    let played = table.plies().len();
    let mut may_go = turns.plies_at_choice()..played;
    let last = may_go.rfind(|index| turns.of_ply(*index) == side)?;
    Some(played - last)
}
