//! A budget that refills with time: how often somebody may do something.

use protocol::clock::Millis;

/// So many at once, and one more every so often.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    /// How many at once.
    pub burst: u32,
    /// How long until one more is allowed.
    pub every: Millis,
}

/// What is left of a [`Rate`].
#[derive(Debug)]
pub(crate) struct Budget {
    rate: Rate,
    /// The moment at which the budget will be, or was, full again.
    full_at: Millis,
}

impl Budget {
    /// A full budget.
    pub(crate) fn new(rate: Rate) -> Self {
        Self {
            rate,
            full_at: Millis::ZERO,
        }
    }

    /// Spends one at `now`.
    ///
    /// # Errors
    ///
    /// How long to wait until one is there; nothing is spent then.
    pub(crate) fn spend(&mut self, now: Millis) -> Result<(), Millis> {
        let whole = Millis(self.rate.every.0 * u64::from(self.rate.burst));
        let full_at = self.full_at.max(now) + self.rate.every;
        let wait = full_at - (now + whole);
        if wait > Millis::ZERO {
            return Err(wait);
        }
        self.full_at = full_at;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_allows_a_burst_and_then_one_at_a_time() {
        let mut budget = Budget::new(Rate {
            burst: 3,
            every: Millis(100),
        });
        let now = Millis(1_000_000);
        for _ in 0..3 {
            assert_eq!(budget.spend(now), Ok(()));
        }
        assert_eq!(budget.spend(now), Err(Millis(100)));
        assert_eq!(budget.spend(now + Millis(60)), Err(Millis(40)));
        assert_eq!(budget.spend(now + Millis(100)), Ok(()));
        assert_eq!(budget.spend(now + Millis(100)), Err(Millis(100)));
    }
}
