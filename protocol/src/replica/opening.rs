//! The part of a replica that knows an opening with choices: who acts, how, and with which colour.

use super::Replica;
use crate::side::Side;
use crate::spec::{OpeningChoice, OpeningRule};
use crate::turn_order::TurnOrder;
use crate::view::OpeningState;

impl Replica {
    /// The opening with choices, while the game goes on and it is not over.
    pub fn opening(&self) -> Option<&OpeningState> {
        self.to_move()?;
        let opening = self.snapshot.opening.as_ref()?;
        (!opening.is_over()).then_some(opening)
    }

    /// The choices of the opening that this client has now; empty where it has none.
    pub fn choices(&self) -> &[OpeningChoice] {
        self.opening()
            .filter(|_| self.is_my_turn())
            .map_or(&[], |opening| &opening.choices)
    }

    /// The colour of the stones that the seat of `side` plays, [`Side::First`] for black; none while an opening
    /// with choices has not settled it.
    pub fn colour_of(&self, side: Side) -> Option<Side> {
        match &self.snapshot.opening {
            None => Some(side),
            Some(opening) => opening.black.map(|black| match black {
                Side::First => side,
                Side::Second => side.other(),
            }),
        }
    }

    /// Brings the opening up to a board that changed, by a ply, a takeback or `choice`: between that event and the
    /// `Opening` behind it nobody shall act by the old state. Of a rule or a choice that this release does not know
    /// only the server can tell.
    pub(super) fn follow_opening(&mut self, choice: Option<OpeningChoice>) {
        let Some(opening) = &self.snapshot.opening else {
            return;
        };
        if !OpeningRule::KNOWN.contains(&opening.rule) {
            return;
        }
        let plies = self.snapshot.plies.len();
        let Ok(mut turns) = TurnOrder::after(opening.rule, &opening.made) else {
            return;
        };
        if choice.is_some_and(|choice| turns.choose(plies, choice).is_err()) {
            return;
        }
        self.snapshot.opening = turns.state(plies);
    }

    /// The side that acts while the game goes on. In an opening with choices that is a seat, whatever the colour
    /// of the next stone; behind it the seat that has the colour.
    pub(super) fn acting(&self) -> Side {
        let by_plies = self.game.side_to_move();
        let Some(opening) = &self.snapshot.opening else {
            return by_plies;
        };
        match opening.black {
            Some(black) if opening.is_over() => match by_plies {
                Side::First => black,
                Side::Second => black.other(),
            },
            _ => opening.to_act,
        }
    }
}
