//! The search, and the memory of its table.

use engine::gomoku::Searcher;
use engine::{Caches, Choice, Options, SearchRequest, Stopped};
use protocol::game::Game;
use protocol::millis::Millis;
use protocol::rules::Variant;
use protocol::spec::OpeningChoice;
use protocol::square::Square;

use super::input::{Haste, Received};

/// A gomoku engine that keeps its table from move to move.
pub(super) struct Engine {
    /// MiB that its table may have.
    max_table: usize,
    caches: Caches,
    loaded: Option<Loaded>,
}

/// A searcher, for one variant and with a table of one size.
struct Loaded {
    variant: Variant,
    mebibytes: usize,
    searcher: Searcher,
}

/// MiB of the table until the manager limits memory: no tournament allows less.
const DEFAULT_TABLE: usize = 32;

/// MiB of the table at most: the positions that are searched in a minute fit.
const MAX_TABLE: usize = 256;

/// MiB of the program without its table: its code, its patterns, its stacks. Half of it is in reserve.
const OVERHEAD: usize = 16;

impl Engine {
    /// An engine with a table of the default size.
    pub(super) fn new() -> Self {
        Self {
            max_table: DEFAULT_TABLE,
            caches: Caches::default(),
            loaded: None,
        }
    }

    /// Limits the memory of the program, in bytes; none is unlimited. A larger table waits for the next game:
    /// the entries of this one are worth more.
    pub(super) fn limit_memory(&mut self, bytes: Option<u64>) {
        self.max_table = bytes.map_or(MAX_TABLE, table_within);
        self.loaded
            .take_if(|loaded| loaded.mebibytes > self.max_table);
    }

    /// Gets ready for a new game.
    pub(super) fn start(&mut self, variant: Variant) {
        let max_table = self.max_table;
        self.loaded.take_if(|loaded| loaded.mebibytes != max_table);
        self.prepare(variant);
    }

    /// Gets ready for the next move.
    pub(super) fn prepare(&mut self, variant: Variant) -> &mut Searcher {
        // The old one goes before the new one is made: two at once would be beyond the bound.
        self.loaded.take_if(|loaded| loaded.variant != variant);
        let mebibytes = self.max_table;
        let loaded = self.loaded.get_or_insert_with(|| Loaded {
            variant,
            mebibytes,
            searcher: Searcher::new(self.caches.gomoku_tables(variant), mebibytes),
        });
        &mut loaded.searcher
    }

    /// Searches until `limit` after the order was read, or until the answer is wanted at once.
    ///
    /// # Errors
    ///
    /// [`Stopped`] where no answer is wanted any more.
    pub(super) fn choose(
        &mut self,
        game: &Game,
        limit: Millis,
        received: &Received,
        haste: &Haste,
    ) -> Result<Choice, Stopped> {
        self.search(game, limit, received, haste, &mut |searcher, request| {
            searcher.choose(game, request)
        })
    }

    /// Searches as [`choose`](Self::choose) does, for the side to take in an opening.
    ///
    /// # Errors
    ///
    /// [`Stopped`] where no answer is wanted any more.
    pub(super) fn choose_side(
        &mut self,
        game: &Game,
        choices: &[OpeningChoice],
        limit: Millis,
        received: &Received,
        haste: &Haste,
    ) -> Result<(OpeningChoice, Choice), Stopped> {
        self.search(game, limit, received, haste, &mut |searcher, request| {
            searcher.choose_side(game, choices, request)
        })
    }

    /// Searches as [`choose`](Self::choose) does, for `count` stones of an opening.
    ///
    /// # Errors
    ///
    /// [`Stopped`] where no answer is wanted any more.
    pub(super) fn place(
        &mut self,
        game: &Game,
        count: u8,
        limit: Millis,
        received: &Received,
        haste: &Haste,
    ) -> Result<Vec<Square>, Stopped> {
        self.search(game, limit, received, haste, &mut |searcher, request| {
            searcher.place(game, count, request)
        })
    }

    fn search<T>(
        &mut self,
        game: &Game,
        limit: Millis,
        received: &Received,
        haste: &Haste,
        search: &mut dyn FnMut(&mut Searcher, SearchRequest<'_>) -> Result<T, Stopped>,
    ) -> Result<T, Stopped> {
        // An answer that is wanted at once is a search out of time, which returns its best move so far.
        let elapsed = || {
            if haste.is_due(received.line) {
                Millis::MAX
            } else {
                received.since.millis()
            }
        };
        let request = SearchRequest {
            depth: None,
            limit: Some(limit),
            elapsed: &elapsed,
            stop: &haste.silence,
            seed: rand::random(),
            options: Options::default(),
            progress: None,
        };
        search(self.prepare(game.variant()), request)
    }
}

/// Table size in MiB for a program that may take `bytes`.
fn table_within(bytes: u64) -> usize {
    let mebibytes = usize::try_from(bytes >> 20).unwrap_or(usize::MAX);
    mebibytes.saturating_sub(OVERHEAD).clamp(1, MAX_TABLE)
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
            (367_001_600, MAX_TABLE),
            (u64::MAX, MAX_TABLE),
        ] {
            assert_eq!(table_within(bytes), expected, "{bytes}");
        }
    }
}
