//! Analysis of positions: who may have one, and what it must say.

use protocol::game::Game;
use protocol::id::Revision;
use protocol::message::ServerMsg;
use protocol::refusal::Refusal;
use protocol::rules::Family;
use protocol::view::Phase;

use super::out::{Refused, What};
use super::table::Table;

/// Most cells of a board whose columns are analysed, with an empty row on top.
const MOST_CELLS: u32 = 64;

impl Table {
    /// The answer to a question of this client about the position after `plies`.
    pub(super) fn analysis(&self, who: usize, plies: u16) -> Result<What, Refused> {
        let last = self.last_to_analyse(who)?;
        if plies > last {
            return Err(Refusal::NothingToAnalyse { plies, last }.into());
        }
        self.ensure_analysed()?;
        Ok(self.position(plies))
    }

    /// The answers to a question of this client about the whole game.
    pub(super) fn analysis_of_game(&self, who: usize) -> Result<Vec<What>, Refused> {
        let plies = self.last_to_analyse(who)?;
        self.ensure_analysed()?;
        let revision = Revision(self.revision);
        let end = What::Exactly(ServerMsg::GameAnalysed { revision, plies });
        let positions = (0..=plies).map(|plies| self.position(plies));
        Ok(positions.chain([end]).collect())
    }

    /// The plies of the last position that this client may ask about.
    fn last_to_analyse(&self, who: usize) -> Result<u16, Refusal> {
        let watches = self.side(who).is_none();
        match self.phase {
            Phase::Seating => return Err(Refusal::NotStarted),
            Phase::Playing if self.spec.hints || watches && self.open_thoughts() => {}
            Phase::Playing => return Err(Refusal::HintsOff),
            Phase::Over { .. } => {}
        }
        let made = u16::try_from(self.plies.len()).expect("a small board");
        Ok(made - u16::from(self.game.ending().is_some()))
    }

    /// Returns true if a search takes no time to speak of: of few cells, or of a board that is not searched.
    pub(super) fn is_soon_searched(&self, cells: usize) -> bool {
        self.spec.variant.shape().cells() <= cells || self.ensure_analysed().is_err()
    }

    fn ensure_analysed(&self) -> Result<(), Refusal> {
        let variant = self.spec.variant;
        let shape = variant.shape();
        let cells = u32::from(shape.columns) * (u32::from(shape.rows) + 1);
        // The free boards of this test are all played by `threat`.
        if variant.family() == Family::Gravity && cells > MOST_CELLS {
            return Err(Refusal::NotAnalysed { variant });
        }
        Ok(())
    }

    /// The answer about the position after `plies`.
    fn position(&self, plies: u16) -> What {
        let squares = &self.game.plies()[..usize::from(plies)];
        let game = Game::after(self.spec.variant, squares.iter().copied()).expect("legal plies");
        let revision = self.revision;
        What::Analysis { revision, game }
    }
}
