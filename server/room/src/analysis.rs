//! Permission to have a position analysed.

use protocol::game::Game;
use protocol::id::PlayerId;
use protocol::refusal::Refusal;

use crate::{Phase, Room};

impl Room {
    /// Returns the position after the first `plies` plies of the game, for an analysis of its columns.
    ///
    /// Anybody present may have one once the game is over, or where only bots play; during the game of a person
    /// if its creator allowed hints, spectators also if they opened the thoughts of bots.
    ///
    /// # Errors
    ///
    /// The reason for which it is refused.
    pub fn position_to_analyse(&self, who: PlayerId, plies: u16) -> Result<Game, Refusal> {
        let last = self.last_to_analyse(who)?;
        if plies > last {
            return Err(Refusal::NothingToAnalyse { plies, last });
        }
        let squares = &self.play.game().plies()[..usize::from(plies)];
        let game = Game::after(self.spec.variant, squares.iter().copied());
        Ok(game.expect("the plies of a game are legal"))
    }

    /// Returns the number of plies of the last position of the game that may be analysed, as all before it.
    ///
    /// # Errors
    ///
    /// The reason for which none may.
    pub fn last_to_analyse(&self, who: PlayerId) -> Result<u16, Refusal> {
        if !self.has(who) {
            return Err(Refusal::NotInRoom);
        }
        match self.phase {
            Phase::Over { .. } => {}
            Phase::Seating { .. } => return Err(Refusal::NotStarted),
            Phase::Playing if self.spec.hints || !self.has_person() => {}
            Phase::Playing if self.spec.open_thoughts && self.side_of(who).is_none() => {}
            Phase::Playing => return Err(Refusal::HintsOff),
            Phase::Closed => return Err(Refusal::NotInRoom),
        }
        let game = self.play.game();
        let played = game.plies().len();
        // A game that the rules ended has no move to choose in its last position.
        Ok((played - usize::from(game.ending().is_some())) as u16)
    }
}

#[cfg(test)]
mod tests;
