//! The engine behind the brain, and the memory it may have.

use engine::gomoku::Searcher;
use engine::{Choice, Search, Stopped};
use protocol::clock::Millis;
use protocol::game::Game;
use protocol::rules::Variant;

use super::input::{Haste, Told};

/// An engine that goes from move to move, so that what it learned of one helps the next.
pub(super) struct Thinker {
    mebibytes: usize,
    /// That of the last question.
    engine: Option<(Variant, Searcher)>,
}

/// MiB of the table until the manager says what it allows: some start a game first, and no tournament allows so
/// little that this would be too much.
const UNTOLD: usize = 32;

/// The table where the manager sets no bound.
const UNBOUND: usize = 128;

/// The largest table: its pages are touched when a game starts, and more would take long.
const LARGEST: usize = 512;

/// MiB of the program without its table: its code, its patterns, its stacks. Half of it is in reserve.
const ELSEWHERE: usize = 16;

impl Thinker {
    /// One that was told nothing of its memory.
    pub(super) fn new() -> Self {
        Self {
            mebibytes: UNTOLD,
            engine: None,
        }
    }

    /// From now on the program may take so many bytes; none is no bound.
    pub(super) fn bound(&mut self, bytes: Option<u64>) {
        let mebibytes = bytes.map_or(UNBOUND, table_within);
        if mebibytes != self.mebibytes {
            self.mebibytes = mebibytes;
            self.engine = None;
        }
    }

    /// Gets ready for games of this variant: the time until a game starts is nobody's.
    pub(super) fn prepare(&mut self, variant: Variant) -> &mut Searcher {
        if self.engine.as_ref().is_some_and(|(of, _)| *of != variant) {
            // Before the next one is made: two tables at once would be beyond the bound.
            self.engine = None;
        }
        let mebibytes = self.mebibytes;
        let (_, engine) = self
            .engine
            .get_or_insert_with(|| (variant, Searcher::new(variant, mebibytes)));
        engine
    }

    /// Thinks until `limit` after the command was read, or until it is in haste.
    ///
    /// # Errors
    ///
    /// [`Stopped`] when no answer is wanted any more.
    pub(super) fn choose(
        &mut self,
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
        self.prepare(game.variant()).choose(
            game,
            Search {
                depth: None,
                limit: Some(limit),
                elapsed: &elapsed,
                stop: &haste.silence,
                seed: rand::random(),
            },
        )
    }
}

/// The table, in MiB, of a program that may take so many bytes.
fn table_within(bytes: u64) -> usize {
    let mebibytes = usize::try_from(bytes >> 20).unwrap_or(usize::MAX);
    mebibytes.saturating_sub(ELSEWHERE).clamp(1, LARGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_leaves_room_for_the_rest_of_the_program() {
        for (bytes, expected) in [
            (0, 1),
            (10_000_000, 1),
            (30 << 20, 14),
            (83_886_080, 64),
            (367_001_600, 334),
            (u64::MAX, LARGEST),
        ] {
            assert_eq!(table_within(bytes), expected, "{bytes}");
        }
    }
}
