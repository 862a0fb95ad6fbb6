//! Draw offers, takebacks and rematches: one side offers and the other answers.
//!
//! There is one offer of a kind at a time, and it lapses with the next change of the board. Two players who
//! offer each other a draw or a rematch agree. Two who ask for a takeback want different plies back, so the
//! newer question replaces the older.

use protocol::millis::Millis;
use protocol::refusal::{Refusal, Resource};
use protocol::side::Side;
use protocol::view::{Offers, Reason};

use crate::counts::{
    DRAW_OFFERS_PER_GAME, GAMES_PER_SERIES, REMATCH_OFFERS_PER_GAME, TAKEBACKS_PER_GAME,
};
use crate::play::{over, unresolved};
use crate::{Event, Phase, Room};

impl Room {
    /// Offers a draw, or accepts the one that was offered.
    pub(crate) fn offer_draw(&self, by: Side) -> Result<Vec<Event>, Refusal> {
        if self.seats[by.other()].bot().is_some() {
            return Err(Refusal::BotsDoNot);
        }
        match self.offers.draw {
            Some(side) if side == by => Err(Refusal::AlreadyOffered),
            Some(_) => Ok(over(unresolved(Reason::Agreement))),
            None if self.counts.draw_offers >= DRAW_OFFERS_PER_GAME => Err(Refusal::AlreadyOffered),
            None => Ok(vec![Event::DrawOffered { by }]),
        }
    }

    pub(crate) fn answer_draw(&self, by: Side, accept: bool) -> Result<Vec<Event>, Refusal> {
        if self.offers.draw != Some(by.other()) {
            return Err(Refusal::NothingOffered);
        }
        Ok(if accept {
            over(unresolved(Reason::Agreement))
        } else {
            vec![Event::DrawDeclined { by }]
        })
    }

    /// Asks for a takeback of the asker's last ply. A bot grants it at once; a search under way is then
    /// stale.
    pub(crate) fn ask_takeback(&self, now: Millis, by: Side) -> Result<Vec<Event>, Refusal> {
        if !self.spec.takebacks || self.counts.takebacks >= TAKEBACKS_PER_GAME {
            return Err(Refusal::TakebacksOff);
        }
        let plies = self.plies_after_takeback(now, by)?;
        if self.seats[by.other()].bot().is_some() {
            return Ok(vec![Event::TakenBack { by, plies }]);
        }
        if self.offers.takeback == Some(by) {
            return Err(Refusal::AlreadyOffered);
        }
        Ok(vec![Event::TakebackAsked { by }])
    }

    pub(crate) fn answer_takeback(
        &self,
        now: Millis,
        by: Side,
        accept: bool,
    ) -> Result<Vec<Event>, Refusal> {
        let asker = by.other();
        if self.offers.takeback != Some(asker) {
            return Err(Refusal::NothingOffered);
        }
        if !accept {
            return Ok(vec![Event::TakebackDeclined { by }]);
        }
        // The board is as it was at the question, which lapses with the next ply.
        let plies = self.plies_after_takeback(now, asker)?;
        Ok(vec![Event::TakenBack { by: asker, plies }])
    }

    /// Returns the number of plies left when the last ply of `side` is taken back, together with the reply to it
    /// if there is one. It is refused across a choice of the opening, and if a side no longer has the increments
    /// that go with the plies: a takeback neither creates time nor brings a flag down.
    fn plies_after_takeback(&self, now: Millis, side: Side) -> Result<u16, Refusal> {
        self.play
            .plies_before_last_of(side)
            .filter(|&plies| self.play.can_give_back(now, plies))
            .ok_or(Refusal::NothingToTakeBack)
    }

    /// Offers another game, or accepts the offer. A bot accepts at once; a player who is away may come back
    /// to it. The offer of a player who has left since is void: nobody is put into a game while absent.
    pub(crate) fn rematch(&self, by: Side) -> Result<Vec<Event>, Refusal> {
        self.ensure_over()?;
        if self.series.game >= GAMES_PER_SERIES {
            return Err(Refusal::Full {
                what: Resource::Games,
                most: Some(GAMES_PER_SERIES.into()),
            });
        }
        match self.offers.rematch {
            Some(side) if side == by => Err(Refusal::AlreadyOffered),
            Some(side) if self.seats[side].here().is_some() => Ok(vec![Event::Started]),
            Some(_) | None if self.seats[by.other()].bot().is_some() => Ok(vec![Event::Started]),
            Some(_) | None if self.counts.rematch_offers >= REMATCH_OFFERS_PER_GAME => {
                Err(Refusal::AlreadyOffered)
            }
            Some(_) | None => Ok(vec![Event::RematchOffered { by }]),
        }
    }

    /// Agrees to a rematch as [`rematch`](Self::rematch) does, or declines it, whether who offered it is there or not.
    pub(crate) fn answer_rematch(&self, by: Side, accept: bool) -> Result<Vec<Event>, Refusal> {
        self.ensure_over()?;
        if self.offers.rematch != Some(by.other()) {
            return Err(Refusal::NothingOffered);
        }
        if accept {
            self.rematch(by)
        } else {
            Ok(vec![Event::RematchDeclined { by }])
        }
    }

    /// Refuses what is only possible after a game.
    fn ensure_over(&self) -> Result<(), Refusal> {
        match self.phase {
            Phase::Seating { .. } => Err(Refusal::NotStarted),
            Phase::Playing => Err(Refusal::GameNotOver),
            Phase::Over { .. } => Ok(()),
            Phase::Closed => Err(Refusal::NoSuchRoom { room: self.id }),
        }
    }

    /// Clears the offers, since none outlives the position or the game it was made in.
    pub(crate) fn lapse_offers(&mut self) {
        self.offers = Offers::default();
    }
}

#[cfg(test)]
mod tests;
