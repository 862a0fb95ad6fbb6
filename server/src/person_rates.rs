//! Budgets that refill with time, one for each person over all of their connections.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard};

use protocol::millis::Millis;

use crate::person::Person;
use crate::rate::{Rate, RateLimiter};

/// Limit on the rate of an action of each person.
#[derive(Debug)]
pub(crate) struct PersonRates {
    rate: Rate,
    people: Mutex<BTreeMap<Person, RateLimiter>>,
}

/// Number of budgets above which those that are full again are forgotten: they are as good as new.
const MANY: usize = 1024;

impl PersonRates {
    /// Returns full budgets for everybody.
    pub(crate) fn new(rate: Rate) -> Self {
        let people = Mutex::default();
        Self { rate, people }
    }

    /// Checks that a person may do it once at `now`, and spends nothing.
    ///
    /// # Errors
    ///
    /// The time to wait until they may.
    pub(crate) fn check(&self, person: Person, now: Millis) -> Result<(), Millis> {
        match self.people().get(&person) {
            Some(budget) => budget.check(now),
            None => RateLimiter::new(self.rate).check(now),
        }
    }

    /// Spends what a person did at `now`, allowed or not.
    pub(crate) fn charge(&self, person: Person, now: Millis, actions: u64) {
        let mut people = self.people();
        if people.len() >= MANY {
            people.retain(|_, budget| !budget.is_full(now));
        }
        let budget = people.entry(person);
        let budget = budget.or_insert_with(|| RateLimiter::new(self.rate));
        let _ = budget.charge_many(now, actions);
    }

    fn people(&self) -> MutexGuard<'_, BTreeMap<Person, RateLimiter>> {
        self.people.lock().expect("no holder panics")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn person(number: u16) -> Person {
        let [high, low] = number.to_be_bytes();
        Person::at([10, 0, high, low].into())
    }

    #[test]
    fn each_person_has_a_budget_and_one_that_is_full_is_forgotten() {
        let rates = PersonRates::new(Rate {
            burst: 2,
            every: Millis::from_millis(10),
        });
        let now = Millis::from_millis(1000);
        rates.charge(person(1), now, 5);
        assert_eq!(rates.check(person(1), now), Err(Millis::from_millis(40)));
        assert_eq!(rates.check(person(2), now), Ok(()));
        for number in 2..2 + MANY as u16 {
            rates.charge(person(number), now, 1);
        }
        let later = now + Millis::from_millis(10);
        rates.charge(person(9000), later, 1);
        assert_eq!(rates.people().len(), 2);
        assert_eq!(rates.check(person(1), later), Err(Millis::from_millis(30)));
    }
}
