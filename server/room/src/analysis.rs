//! Permission to have a position analysed.

use protocol::game::Game;
use protocol::id::PlayerId;
use protocol::refusal::Refusal;

use crate::{Room, Stage};

impl Room {
    /// Returns the position after the first `plies` plies of the game, for an analysis of its columns.
    ///
    /// Anybody present may have one once the game is over, and during the game if its creator allowed hints.
    ///
    /// # Errors
    ///
    /// The reason for which it is refused.
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
        // A game that the rules ended has no move to choose in its last position.
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
