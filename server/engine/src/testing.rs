//! What the tests of several bots need.

use std::sync::atomic::{AtomicU64, Ordering};

use protocol::game::Game;
use protocol::millis::Millis;
use protocol::record::read_moves;
use protocol::spec::Depth;

use crate::options::Options;
use crate::search::{SearchRequest, Stop};

fn no_time() -> Millis {
    Millis::ZERO
}

/// Returns a request for a search of this depth, without a limit in time.
pub(crate) fn request(depth: Option<u64>, seed: u64, stop: &Stop) -> SearchRequest<'_> {
    SearchRequest {
        depth: depth.map(|depth| Depth::new(depth).unwrap()),
        limit: None,
        elapsed: &no_time,
        stop,
        seed,
        options: Options::default(),
        progress: None,
    }
}

/// Returns the game of a variant after these moves.
pub(crate) fn after(variant: &str, moves: &str) -> Game {
    let variant = variant.parse().unwrap();
    Game::after(variant, read_moves(variant, moves).unwrap()).unwrap()
}

/// A clock that goes on by a millisecond whenever somebody looks at it, so that time runs out at a known place.
#[derive(Debug, Default)]
pub(crate) struct Looks(AtomicU64);

impl Looks {
    pub(crate) fn look(&self) -> Millis {
        Millis::from_millis(self.0.fetch_add(1, Ordering::Relaxed))
    }

    /// Returns how often somebody looked.
    pub(crate) fn count(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}
