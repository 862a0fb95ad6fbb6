//! Analysis of positions: who may have one, and what it must say.

use protocol::game::Game;
use protocol::id::Revision;
use protocol::message::ServerMsg;
use protocol::refusal::Refusal;
use protocol::rules::{Family, Variant};
use protocol::square::Square;
use protocol::view::Phase;

use super::out::{Refused, What};
use super::table::Table;

/// Most cells of a board whose columns are analysed, with an empty row on top.
const MOST_CELLS: u32 = 64;

/// The answer to a question of a client in this room, or in none, about the position after some moves.
pub(super) fn analysis(
    room: Option<&Table>,
    who: usize,
    variant: Variant,
    moves: &[Square],
) -> Result<What, Refused> {
    let plies = u16::try_from(moves.len()).expect("few moves");
    let possible = (0..=moves.len()).rev().find_map(|made| {
        let game = Game::after(variant, moves[..made].iter().copied()).ok()?;
        game.ending().is_none().then_some(game)
    });
    let game = possible.expect("the empty board");
    if game.plies().len() < moves.len() {
        let last = u16::try_from(game.plies().len()).expect("few moves");
        return Err(Refusal::NothingToAnalyse { plies, last }.into());
    }
    ensure_analysed(variant)?;
    match room.map(|table| table.last_to_analyse(who)) {
        Some(Err(Refusal::HintsOff)) => Err(Refusal::HintsOff.into()),
        _ => Ok(What::Analysis { game }),
    }
}

fn ensure_analysed(variant: Variant) -> Result<(), Refusal> {
    let shape = variant.shape();
    let cells = u32::from(shape.columns) * (u32::from(shape.rows) + 1);
    // The free boards of this test are all played by `threat`.
    if variant.family() == Family::Gravity && cells > MOST_CELLS {
        return Err(Refusal::NotAnalysed { variant });
    }
    Ok(())
}

impl Table {
    /// The answers to a question of this client about the whole game.
    pub(super) fn analysis_of_game(&self, who: usize) -> Result<Vec<What>, Refused> {
        let plies = self.last_to_analyse(who)?;
        ensure_analysed(self.spec.variant)?;
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
        let variant = self.spec.variant;
        variant.shape().cells() <= cells || ensure_analysed(variant).is_err()
    }

    /// The answer about the position after `plies`.
    fn position(&self, plies: u16) -> What {
        let squares = &self.game.plies()[..usize::from(plies)];
        let game = Game::after(self.spec.variant, squares.iter().copied()).expect("legal plies");
        What::Analysis { game }
    }
}
