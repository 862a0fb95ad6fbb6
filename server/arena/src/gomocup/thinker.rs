//! The engine behind the brain, and the memory it may have.

use engine::gomoku::Searcher;
use engine::{Caches, Choice, SearchRequest, Stopped};
use protocol::clock::Millis;
use protocol::game::Game;
use protocol::rules::Variant;

use super::input::{Haste, Told};

/// An engine that goes from move to move, so that what it learned of one helps the next.
pub(super) struct Thinker {
    /// MiB that its table may have.
    allowed: usize,
    caches: Caches,
    engine: Option<Engine>,
}

struct Engine {
    variant: Variant,
    mebibytes: usize,
    searcher: Searcher,
}

/// MiB of the table until something is said of memory: no tournament allows less.
const UNTOLD: usize = 32;

/// MiB of the table at most: what is searched in a minute fits.
const LARGEST: usize = 256;

/// MiB of the program without its table: its code, its patterns, its stacks. Half of it is in reserve.
const ELSEWHERE: usize = 16;

impl Thinker {
    /// One that was told nothing of its memory.
    pub(super) fn new() -> Self {
        Self {
            allowed: UNTOLD,
            caches: Caches::default(),
            engine: None,
        }
    }

    /// From now on the program may take so many bytes; none is no bound. A larger table waits for the next game:
    /// what was learned in this one is worth more.
    pub(super) fn bound(&mut self, bytes: Option<u64>) {
        self.allowed = bytes.map_or(LARGEST, table_within);
        if self
            .engine
            .as_ref()
            .is_some_and(|engine| engine.mebibytes > self.allowed)
        {
            self.engine = None;
        }
    }

    /// Gets ready for a new game.
    pub(super) fn start(&mut self, variant: Variant) {
        let allowed = self.allowed;
        self.engine.take_if(|engine| engine.mebibytes != allowed);
        self.prepare(variant);
    }

    /// Gets ready for the next move.
    pub(super) fn prepare(&mut self, variant: Variant) -> &mut Searcher {
        // The old one goes before the new one is made: two at once would be beyond the bound.
        self.engine.take_if(|engine| engine.variant != variant);
        let mebibytes = self.allowed;
        let engine = self.engine.get_or_insert_with(|| Engine {
            variant,
            mebibytes,
            searcher: Searcher::new(self.caches.gomoku_tables(variant), mebibytes),
        });
        &mut engine.searcher
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
            SearchRequest {
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
            (200_000_000, 174),
            (367_001_600, LARGEST),
            (u64::MAX, LARGEST),
        ] {
            assert_eq!(table_within(bytes), expected, "{bytes}");
        }
    }
}
