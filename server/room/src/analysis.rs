//! Permission to have a game analysed.

use protocol::game::Game;
use protocol::id::PlayerId;
use protocol::refusal::Refusal;

use crate::{Phase, Room};

impl Room {
    /// Returns the game up to its last position that has a move to choose, for an analysis of its positions.
    ///
    /// Anybody present may have one once the game is over, or where only bots play; during the game of a person
    /// if its creator allowed hints, spectators also if they opened the thoughts of bots.
    ///
    /// # Errors
    ///
    /// The reason for which it is refused.
    pub fn game_to_analyse(&self, who: PlayerId) -> Result<Game, Refusal> {
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
        // A game that the rules ended has no move to choose in its last position.
        let last = game.plies().len() - usize::from(game.ending().is_some());
        let squares = game.plies()[..last].iter().copied();
        let game = Game::after(self.spec.variant, squares);
        Ok(game.expect("the plies of a game are legal"))
    }
}

#[cfg(test)]
mod tests;
