//! The search, and the memory of its table.

use std::sync::Arc;
use std::thread;

use engine::gomoku::{Searcher, Tables};
use engine::{Options, SearchRequest, Stopped};
use protocol::millis::Millis;
use protocol::rules::Variant;
use protocol::spec::Depth;
use protocol::square::Square;

use super::input::{Haste, Received};

/// A gomoku engine that keeps its table from move to move.
pub(super) struct Engine {
    max_memory: MaxMemory,
    threads: usize,
    /// The plies that searches look ahead, and the nodes of each, if they are limited.
    pub(super) max_depth: Option<u64>,
    pub(super) max_nodes: Option<u64>,
    /// No move of this game was searched yet: its table has nothing to lose.
    is_fresh: bool,
    /// Those of the last board without blocked cells; no others are kept, since they count as memory of the program.
    tables: Option<(Variant, Arc<Tables>)>,
    loaded: Option<Loaded>,
}

/// The memory of the program at most, as the manager limits it.
#[derive(Clone, Copy)]
enum MaxMemory {
    Untold,
    Unlimited,
    Bytes(u64),
}

/// A searcher, for one variant and its blocked cells, and with a table of one size.
struct Loaded {
    variant: Variant,
    blocked: Vec<Square>,
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
    /// An engine with a table of the default size, which searches on `threads` threads.
    pub(super) fn new(threads: usize) -> Self {
        Self {
            max_memory: MaxMemory::Untold,
            threads: threads_within(threads),
            max_depth: None,
            max_nodes: None,
            is_fresh: true,
            tables: None,
            loaded: None,
        }
    }

    /// Limits the memory of the program, in bytes; none is unlimited. In the middle of a game a larger table waits
    /// for the next one: the entries of this one are worth more.
    pub(super) fn limit_memory(&mut self, bytes: Option<u64>) {
        self.max_memory = bytes.map_or(MaxMemory::Unlimited, MaxMemory::Bytes);
        self.make_room();
    }

    /// Searches on this number of threads, as far as there are cores. Their memory is taken from the table where the
    /// memory of the program is limited.
    pub(super) fn set_threads(&mut self, threads: usize) {
        let threads = threads_within(threads);
        if self.threads != threads {
            self.threads = threads;
            self.make_room();
        }
    }

    /// Gives a table back that is too large, and one that has nothing to lose: it may be larger.
    fn make_room(&mut self) {
        let (max_table, is_fresh) = (self.max_table(), self.is_fresh);
        self.loaded
            .take_if(|loaded| loaded.mebibytes > max_table || is_fresh);
    }

    /// MiB that the table may have.
    fn max_table(&self) -> usize {
        match self.max_memory {
            MaxMemory::Untold => DEFAULT_TABLE,
            MaxMemory::Unlimited => MAX_TABLE,
            MaxMemory::Bytes(bytes) => table_within(bytes, self.overhead()),
        }
    }

    /// MiB of the program without its table.
    fn overhead(&self) -> usize {
        OVERHEAD + (self.threads - 1) * Searcher::MEBIBYTES_PER_THREAD
    }

    /// Gets ready for a new game.
    ///
    /// # Errors
    ///
    /// As of [`prepare`](Self::prepare).
    pub(super) fn start(&mut self, variant: Variant) -> Result<(), String> {
        self.is_fresh = true;
        let max_table = self.max_table();
        self.loaded.take_if(|loaded| loaded.mebibytes != max_table);
        self.prepare(variant, &[])
    }

    /// Gets ready for the next move on a board with these cells blocked. Where the memory for its table cannot be had
    /// the table is smaller.
    ///
    /// # Errors
    ///
    /// Not even the smallest table has room beside the rest of the program.
    pub(super) fn prepare(&mut self, variant: Variant, blocked: &[Square]) -> Result<(), String> {
        // The old one goes before the new one is made: two at once would be beyond the bound.
        self.loaded
            .take_if(|loaded| loaded.variant != variant || loaded.blocked != blocked);
        if let Some(loaded) = &mut self.loaded {
            loaded.searcher.set_threads(self.threads);
            return Ok(());
        }
        let mut mebibytes = self.max_table();
        while !can_have(mebibytes + self.overhead()) {
            if mebibytes == 1 {
                return Err(format!(
                    "there is too little memory; allow this program {} MiB more",
                    mebibytes + self.overhead()
                ));
            }
            mebibytes /= 2;
        }
        let mut searcher = Searcher::new(self.tables(variant, blocked), mebibytes);
        searcher.set_threads(self.threads);
        self.loaded = Some(Loaded {
            variant,
            blocked: blocked.to_vec(),
            mebibytes,
            searcher,
        });
        Ok(())
    }

    /// The tables of a board, in place of those of another.
    fn tables(&mut self, variant: Variant, blocked: &[Square]) -> Arc<Tables> {
        self.tables
            .take_if(|(known, _)| *known != variant || !blocked.is_empty());
        if !blocked.is_empty() {
            return Arc::new(Tables::with_blocked(variant, blocked));
        }
        let made = || (variant, Arc::new(Tables::new(variant)));
        Arc::clone(&self.tables.get_or_insert_with(made).1)
    }

    /// Searches until `limit` after the order was read, once [`prepare`](Self::prepare)d for the board, or until the
    /// answer is wanted at once.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if no answer is wanted any more.
    pub(super) fn search<T>(
        &mut self,
        limit: Millis,
        received: &Received,
        haste: &Haste,
        search: impl FnOnce(&mut Searcher, SearchRequest<'_>) -> Result<T, Stopped>,
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

/// Table size in MiB for a program that may take `bytes`, and takes `overhead` MiB without it.
fn table_within(bytes: u64, overhead: usize) -> usize {
    let mebibytes = usize::try_from(bytes >> 20).unwrap_or(usize::MAX);
    mebibytes.saturating_sub(overhead).clamp(1, MAX_TABLE)
}

/// The threads of a search that was to have this number: at least one, and no more than can run at once.
fn threads_within(wanted: usize) -> usize {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    wanted.clamp(1, cores)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_that_is_allowed_before_the_first_move_is_used_in_this_game() {
        let variant: Variant = "gomoku-15".parse().unwrap();
        let size = |engine: &Engine| engine.loaded.as_ref().unwrap().mebibytes;
        let mut engine = Engine::new(1);
        engine.start(variant).unwrap();
        for (bytes, expected) in [(367_001_600, MAX_TABLE), (83_886_080, 64)] {
            engine.limit_memory(Some(bytes));
            engine.prepare(variant, &[]).unwrap();
            assert_eq!(size(&engine), expected);
        }
        // Later a smaller one is taken at once, and a larger one by the next game.
        engine.is_fresh = false;
        for (bytes, expected) in [(30 << 20, 14), (83_886_080, 14)] {
            engine.limit_memory(Some(bytes));
            engine.prepare(variant, &[]).unwrap();
            assert_eq!(size(&engine), expected);
        }
        engine.start(variant).unwrap();
        assert_eq!(size(&engine), 64);
    }

    /// Those of four boards were kept, beyond the memory that a manager allowed.
    #[test]
    fn tables_of_an_earlier_board_go_when_others_are_made() {
        let mut engine = Engine::new(1);
        let made = |engine: &mut Engine, variant: &str| {
            engine.start(variant.parse().unwrap()).unwrap();
            let (_, tables) = engine.tables.as_ref().unwrap();
            Arc::downgrade(tables)
        };
        let first = made(&mut engine, "gomoku");
        engine.limit_memory(None);
        assert!(made(&mut engine, "gomoku").ptr_eq(&first));
        made(&mut engine, "gomoku-15");
        assert_eq!(first.strong_count(), 0);
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
            assert_eq!(table_within(bytes, OVERHEAD), expected, "{bytes}");
        }
        // Another thread has its memory out of the same.
        let mut engine = Engine::new(1);
        engine.limit_memory(Some(83_886_080));
        engine.threads = 2;
        assert_eq!(engine.max_table(), 56);
    }
}
