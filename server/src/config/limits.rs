//! Limits that count per client address, over all connections of the address.
//!
//! A limit that refuses, or that consumes what everybody shares, counts per address: connections and keys cost nothing.
//! Each rate stands as a constant at its endpoint, sized for [`PEOPLE`] people behind one router, and follows the
//! setting `people-per-address`. Limits that only slow down the reading of one connection are in `metered.rs` and
//! `session/reading.rs`.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard};

use protocol::millis::Millis;
use protocol::refusal::Refusal;

use crate::config::rate::{Rate, RateLimiter};
use crate::people::person::Person;

/// People at one address for which the constants are sized: a club or a class behind one router.
pub(crate) const PEOPLE: u32 = 40;

/// The rates of a server.
#[derive(Debug)]
pub(crate) struct Limits {
    pub(crate) chat: Limiter,
    pub(crate) games: Limiter,
    pub(crate) analyses: Limiter,
    pub(crate) answers: Limiter,
    pub(crate) guesses: Limiter,
    pub(crate) names: Limiter,
}

/// A token bucket for each address.
#[derive(Debug)]
pub(crate) struct Limiter {
    rate: Rate,
    buckets: Mutex<BTreeMap<Person, RateLimiter>>,
}

/// Addresses that are remembered at most, some 100 bytes each. Buckets that are full again are forgotten first, since
/// they are as good as new; then any.
const ADDRESSES: usize = 10_000;

impl Limiter {
    /// Returns full buckets for all addresses.
    pub(crate) fn new(rate: Rate) -> Self {
        let buckets = Mutex::default();
        Self { rate, buckets }
    }

    /// Spends one at `now`.
    ///
    /// # Errors
    ///
    /// [`Refusal::TooFast`] if the bucket is empty; nothing is spent then.
    pub(crate) fn spend(&self, address: Person, now: Millis) -> Result<(), Refusal> {
        let wait = |wait| Refusal::TooFast { wait };
        self.with_bucket(address, now, |bucket| bucket.spend(now).map_err(wait))
    }

    /// Checks that the bucket is not empty at `now`, and spends nothing.
    ///
    /// # Errors
    ///
    /// The time to wait.
    pub(crate) fn check(&self, address: Person, now: Millis) -> Result<(), Millis> {
        match self.buckets().get(&address) {
            Some(bucket) => bucket.check(now),
            None => RateLimiter::new(self.rate).check(now),
        }
    }

    /// Spends `amount` at `now`, allowed or not: what is spent beyond the bucket is paid back first.
    pub(crate) fn charge(&self, address: Person, now: Millis, amount: u64) {
        self.with_bucket(address, now, |bucket| bucket.charge_many(now, amount));
    }

    fn with_bucket<T>(
        &self,
        address: Person,
        now: Millis,
        work: impl FnOnce(&mut RateLimiter) -> T,
    ) -> T {
        let mut buckets = self.buckets();
        if buckets.len() >= ADDRESSES && !buckets.contains_key(&address) {
            buckets.retain(|_, bucket| !bucket.is_full(now));
            if buckets.len() >= ADDRESSES {
                buckets.pop_first();
            }
        }
        let bucket = buckets.entry(address);
        work(bucket.or_insert_with(|| RateLimiter::new(self.rate)))
    }

    fn buckets(&self) -> MutexGuard<'_, BTreeMap<Person, RateLimiter>> {
        self.buckets.lock().expect("no holder panics")
    }

    /// Empties the bucket of an address.
    #[cfg(test)]
    pub(crate) fn exhaust(&self, address: Person, now: Millis) {
        self.charge(address, now, self.rate.burst.into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(number: u16) -> Person {
        let [high, low] = number.to_be_bytes();
        Person::at([10, 0, high, low].into())
    }

    fn too_fast(wait: u64) -> Result<(), Refusal> {
        let wait = Millis::from_millis(wait);
        Err(Refusal::TooFast { wait })
    }

    #[test]
    fn each_address_has_a_bucket_of_its_own() {
        let limiter = Limiter::new(Rate::per_second(2, 100));
        let now = Millis::from_millis(1000);
        for _ in 0..2 {
            assert_eq!(limiter.spend(address(1), now), Ok(()));
        }
        assert_eq!(limiter.spend(address(1), now), too_fast(10));
        assert_eq!(limiter.spend(address(2), now), Ok(()));
        limiter.charge(address(1), now, 3);
        let wait = Millis::from_millis(40);
        assert_eq!(limiter.check(address(1), now), Err(wait));
        assert_eq!(limiter.spend(address(1), now + wait), Ok(()));
    }

    #[test]
    fn the_addresses_that_are_remembered_are_bounded_and_full_buckets_go_first() {
        let limiter = Limiter::new(Rate::per_second(2, 100));
        let now = Millis::from_millis(1000);
        limiter.charge(address(u16::MAX), now, 9);
        for number in 0..2 * ADDRESSES as u16 {
            let _ = limiter.spend(address(number), now);
        }
        assert_eq!(limiter.buckets().len(), ADDRESSES);
        let later = now + Millis::from_millis(10);
        assert_eq!(limiter.spend(address(0), later), Ok(()));
        assert_eq!(limiter.buckets().len(), 2);
        assert_eq!(limiter.spend(address(u16::MAX), later), too_fast(70));
    }
}
