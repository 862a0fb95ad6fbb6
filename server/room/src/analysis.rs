//! Who may have a position analysed, and when.

use protocol::game::Game;
use protocol::id::PlayerId;
use protocol::refusal::Refusal;

use crate::{Room, Stage};

impl Room {
    /// The position after so many plies of the game, for somebody who wants to know what its columns are
    /// worth: anybody present once the game is over, during it where its creator allowed hints.
    ///
    /// # Errors
    ///
    /// Why not.
    pub fn position_to_analyse(&self, who: PlayerId, plies: u16) -> Result<Game, Refusal> {
        if !self.has(who) {
            return Err(Refusal::NotInRoom);
        }
        match self.stage {
            Stage::Over { .. } => {}
            Stage::Seating { .. } => return Err(Refusal::NotStarted),
            Stage::Playing if self.spec.hints => {}
            Stage::Playing => return Err(Refusal::HintsOff),
            Stage::Closed => return Err(Refusal::NotInRoom),
        }
        let game = self.play.game();
        let played = game.plies().len();
        // A game that the rules ended has nothing to choose in its last position.
        let last = played - usize::from(game.ending().is_some());
        if usize::from(plies) > last {
            return Err(Refusal::NothingToAnalyse {
                plies,
                last: last as u16,
            });
        }
        let squares = game.plies()[..usize::from(plies)].iter().copied();
        Ok(Game::after(self.spec.variant, squares).expect("the plies of a game are legal"))
    }
}

#[cfg(test)]
mod tests;
