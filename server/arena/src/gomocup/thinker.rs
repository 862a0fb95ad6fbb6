//! The engine behind the brain.

use engine::bots::{self, Kind};
use engine::{Choice, Search, Stopped};
use protocol::clock::Millis;
use protocol::game::Game;

use super::input::{Haste, Told};

/// Who chooses the moves.
#[derive(Clone, Copy)]
pub(super) struct Thinker(pub(super) &'static dyn Kind);

impl Thinker {
    /// The strongest there is.
    pub(super) fn best() -> Self {
        let kind = bots::named("threat").or_else(|| bots::named("priority"));
        Self(kind.expect("one of the two is in the list of kinds"))
    }

    /// Thinks until `limit` after the command was read, or until it is in haste.
    ///
    /// # Errors
    ///
    /// [`Stopped`] when no answer is wanted any more.
    pub(super) fn choose(
        self,
        game: &Game,
        limit: Millis,
        told: &Told,
        haste: &Haste,
    ) -> Result<Choice, Stopped> {
        // A search that is in haste has run out of time: then it plays the best so far, and does not give up.
        let elapsed = || {
            if haste.is_due(told.line) {
                Millis(u64::MAX)
            } else {
                told.since.millis()
            }
        };
        let choice = self.0.choose(
            game,
            Search {
                depth: self.0.depths().map(|(_, deepest)| deepest),
                limit: Some(limit),
                elapsed: &elapsed,
                stop: &haste.silence,
                seed: rand::random(),
            },
        )?;
        if haste.silence.is_raised() {
            return Err(Stopped);
        }
        Ok(choice)
    }
}
