//! The search, and the memory of its table.

use engine::gomoku::Searcher;
use engine::{Caches, Choice, Options, SearchRequest, Stopped};
use protocol::game::Game;
use protocol::millis::Millis;
use protocol::rules::Variant;
use protocol::spec::{Depth, OpeningChoice};
use protocol::square::Square;

use super::input::{Haste, Received};

/// A gomoku engine that keeps its table from move to move.
pub(super) struct Engine {
    /// MiB that its table may have.
    max_table: usize,
    max_depth: Option<u64>,
    max_nodes: Option<u64>,
    /// No move of this game was searched yet: its table has nothing to lose.
    is_fresh: bool,
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
            max_depth: None,
            max_nodes: None,
            is_fresh: true,
            caches: Caches::default(),
            loaded: None,
        }
    }

    /// Limits the memory of the program, in bytes; none is unlimited. In the middle of a game a larger table waits
    /// for the next one: the entries of this one are worth more.
    pub(super) fn limit_memory(&mut self, bytes: Option<u64>) {
        self.max_table = bytes.map_or(MAX_TABLE, table_within);
        let (max_table, is_fresh) = (self.max_table, self.is_fresh);
        self.loaded
            .take_if(|loaded| loaded.mebibytes > max_table || is_fresh);
    }

    /// Limits the plies that searches look ahead; none is unlimited.
    pub(super) fn limit_depth(&mut self, plies: Option<u64>) {
        self.max_depth = plies;
    }

    /// Limits the nodes of each search; none is unlimited.
    pub(super) fn limit_nodes(&mut self, nodes: Option<u64>) {
        self.max_nodes = nodes;
    }

    /// Gets ready for a new game.
    ///
    /// # Errors
    ///
    /// As of [`prepare`](Self::prepare).
    pub(super) fn start(&mut self, variant: Variant) -> Result<(), String> {
        self.is_fresh = true;
        let max_table = self.max_table;
        self.loaded.take_if(|loaded| loaded.mebibytes != max_table);
        self.prepare(variant)
    }

    /// Gets ready for the next move. Where the memory for its table cannot be had the table is smaller.
    ///
    /// # Errors
    ///
    /// Not even the smallest table has room beside the rest of the program.
    pub(super) fn prepare(&mut self, variant: Variant) -> Result<(), String> {
        // The old one goes before the new one is made: two at once would be beyond the bound.
        self.loaded.take_if(|loaded| loaded.variant != variant);
        if self.loaded.is_some() {
            return Ok(());
        }
        let mut mebibytes = self.max_table;
        while !can_have(mebibytes + OVERHEAD) {
            if mebibytes == 1 {
                return Err(format!(
                    "there is too little memory; allow this program {} MiB more",
                    mebibytes + OVERHEAD
                ));
            }
            mebibytes /= 2;
        }
        self.loaded = Some(Loaded {
            variant,
            mebibytes,
            searcher: Searcher::new(self.caches.gomoku_tables(variant), mebibytes),
        });
        Ok(())
    }

    /// Searches until `limit` after the order was read, once [`prepare`](Self::prepare)d for the variant of `game`, or until the answer is wanted at once.
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
        self.search(limit, received, haste, &mut |searcher, request| {
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
        self.search(limit, received, haste, &mut |searcher, request| {
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
        self.search(limit, received, haste, &mut |searcher, request| {
            searcher.place(game, count, request)
        })
    }

    fn search<T>(
        &mut self,
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
            depth: self.max_depth.map(depth),
            limit: Some(limit),
            elapsed: &elapsed,
            stop: &haste.silence,
            seed: rand::random(),
            options: Options::default(),
            progress: None,
        };
        self.is_fresh = false;
        let loaded = self.loaded.as_mut().expect("it was prepared");
        loaded.searcher.limit_nodes(self.max_nodes);
        search(&mut loaded.searcher, request)
    }
}

/// The depth of a number of plies, or the deepest there is.
fn depth(plies: u64) -> Depth {
    Depth::new(plies).unwrap_or(Depth::MAX)
}

/// Returns whether this number of MiB can be allocated, which a limit of the process may forbid.
fn can_have(mebibytes: usize) -> bool {
    Vec::<u8>::new().try_reserve_exact(mebibytes << 20).is_ok()
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
    fn memory_that_is_allowed_before_the_first_move_is_used_in_this_game() {
        let variant: Variant = "gomoku-15".parse().unwrap();
        let size = |engine: &Engine| engine.loaded.as_ref().unwrap().mebibytes;
        let mut engine = Engine::new();
        engine.start(variant).unwrap();
        for (bytes, expected) in [(367_001_600, MAX_TABLE), (83_886_080, 64)] {
            engine.limit_memory(Some(bytes));
            engine.prepare(variant).unwrap();
            assert_eq!(size(&engine), expected);
        }
        // Later a smaller one is taken at once, and a larger one by the next game.
        engine.is_fresh = false;
        for (bytes, expected) in [(30 << 20, 14), (83_886_080, 14)] {
            engine.limit_memory(Some(bytes));
            engine.prepare(variant).unwrap();
            assert_eq!(size(&engine), expected);
        }
        engine.start(variant).unwrap();
        assert_eq!(size(&engine), 64);
    }

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
