//! Memory, threads and time that an engine may use.

use std::time::Duration;

/// Limits of one engine process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Memory in MiB that the engine is told to keep within. On Linux it cannot have much more.
    pub memory_mib: u64,
    /// Threads on which the engine is told to search.
    pub threads: u16,
    /// Positions that the engine is told to search for a move at most; the time alone where there is none.
    pub nodes: Option<u64>,
    /// Time to answer `ABOUT` and `START`, and to set up, which no game clock counts.
    pub start: Duration,
    /// Overrun of a move that is forgiven: pipes and a busy machine take their time.
    pub grace: Duration,
    /// Time after an answer in which the engine is told nothing. Some engines drop what comes before they have
    /// noticed that their own move is written; no game clock counts it.
    pub settle: Duration,
}

impl Default for Limits {
    /// Limits that engines of tournaments are used to, with room for those that grew since.
    fn default() -> Self {
        Self {
            memory_mib: 1024,
            // Each engine at work takes one of the threads there are.
            threads: 1,
            nodes: None,
            start: Duration::from_secs(10),
            grace: Duration::from_secs(1),
            // 4 ms were enough for Rapfi 0.43 on a quiet machine.
            settle: Duration::from_millis(10),
        }
    }
}
