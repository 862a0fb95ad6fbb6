//! Random numbers, all from one seed: codes of rooms, tokens of seats, draws, payloads of pings, references
//! of errors.

use std::sync::{Arc, Mutex};

use rand::distr::{Distribution, StandardUniform};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// Source of the server's random numbers; clones draw from the same one.
///
/// The generator is cryptographic: nobody can guess a token from others that they know.
#[derive(Clone)]
pub(crate) struct Random(Arc<Mutex<StdRng>>);

impl Random {
    /// Returns a source that nobody can predict, seeded by the operating system.
    pub(crate) fn unpredictable() -> Self {
        Self::new(rand::make_rng())
    }

    /// Returns the source of this seed.
    pub(crate) fn seeded(seed: u64) -> Self {
        Self::new(StdRng::seed_from_u64(seed))
    }

    fn new(rng: StdRng) -> Self {
        Self(Arc::new(Mutex::new(rng)))
    }

    /// Returns the next number, evenly distributed over the values of its type.
    pub(crate) fn draw<T>(&self) -> T
    where
        StandardUniform: Distribution<T>,
    {
        self.0.lock().expect("no holder panics").random()
    }
}

impl std::fmt::Debug for Random {
    /// Hides the state: whoever reads it in a log could predict every token.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Random").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(random: &Random) -> [u128; 3] {
        [random.draw(), random.draw(), random.draw()]
    }

    #[test]
    fn a_seed_gives_its_own_numbers_each_time() {
        let first = numbers(&Random::seeded(1));
        assert_eq!(first, numbers(&Random::seeded(1)));
        assert_ne!(first, numbers(&Random::seeded(2)));
    }

    #[test]
    fn clones_share_one_sequence() {
        let random = Random::seeded(1);
        assert_ne!(numbers(&random), numbers(&random.clone()));
    }

    #[test]
    fn two_sources_without_a_seed_differ() {
        let [one, two] = [Random::unpredictable(), Random::unpredictable()];
        assert_ne!(numbers(&one), numbers(&two));
    }
}
