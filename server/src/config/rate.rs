//! A budget that refills with time, to limit the rate of an action.
//!
//! Not the crate `governor`: here the moment is an argument, looking spends nothing, and a budget may be overdrawn and
//! says when it is repaid, so that a client that sends too fast is read later and loses nothing.

use protocol::millis::Millis;

/// Limit on the rate of an action.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rate {
    /// Actions allowed at once.
    pub(crate) burst: u32,
    /// Time after which one more is allowed.
    pub(crate) every: Millis,
}

/// Present state of a [`Rate`].
#[derive(Debug)]
pub(crate) struct RateLimiter {
    rate: Rate,
    /// Moment at which the budget will be, or was, full again.
    full_at: Millis,
}

impl Rate {
    /// Returns the rate of `burst` at once and then so many a second. More than a thousand are without limit.
    pub(crate) const fn per_second(burst: u32, actions: u32) -> Self {
        let every = Millis::from_millis(1000 / actions as u64);
        Self { burst, every }
    }

    /// Returns the rate for `people`, where this one is for `usual` of them.
    pub(crate) fn scaled(self, people: u32, usual: u32) -> Self {
        let burst = u64::from(self.burst) * u64::from(people) / u64::from(usual);
        let every = self.every.as_millis() * u64::from(usual);
        // A millisecond at least: a rate of zero is none.
        let every = every.div_ceil(u64::from(people.max(1)));
        Self {
            burst: u32::try_from(burst.max(1)).unwrap_or(u32::MAX),
            every: Millis::from_millis(every),
        }
    }
}

impl RateLimiter {
    /// Returns a full budget.
    pub(crate) fn new(rate: Rate) -> Self {
        Self {
            rate,
            full_at: Millis::ZERO,
        }
    }

    /// Checks that an action is allowed at `now`, and spends nothing.
    ///
    /// # Errors
    ///
    /// The time to wait until one is allowed.
    pub(crate) fn check(&self, now: Millis) -> Result<(), Millis> {
        match self.debt(self.after_one(now), now) {
            Millis::ZERO => Ok(()),
            wait => Err(wait),
        }
    }

    /// Spends one action at `now`.
    ///
    /// # Errors
    ///
    /// The time to wait until one is allowed; nothing is spent then.
    pub(crate) fn spend(&mut self, now: Millis) -> Result<(), Millis> {
        self.check(now)?;
        self.full_at = self.after_one(now);
        Ok(())
    }

    /// Spends one action at `now`, allowed or not, and returns the time until an overdrawn budget is repaid.
    pub(crate) fn charge(&mut self, now: Millis) -> Millis {
        self.charge_many(now, 1)
    }

    /// Spends many actions at `now`, allowed or not, and returns the time until an overdrawn budget is repaid.
    pub(crate) fn charge_many(&mut self, now: Millis, actions: u64) -> Millis {
        let every = self.rate.every.as_millis();
        let cost = Millis::from_millis(every.saturating_mul(actions));
        self.full_at = self.full_at.max(now) + cost;
        self.debt(self.full_at, now)
    }

    /// Returns true if nothing of the budget is spent at `now`.
    pub(crate) fn is_full(&self, now: Millis) -> bool {
        self.full_at <= now
    }

    /// Returns the moment at which the budget would be full again if one action were spent.
    fn after_one(&self, now: Millis) -> Millis {
        self.full_at.max(now) + self.rate.every
    }

    /// Returns the time from `now` until a budget that is full at `full_at` is no longer overdrawn.
    fn debt(&self, full_at: Millis, now: Millis) -> Millis {
        let whole = self
            .rate
            .every
            .as_millis()
            .saturating_mul(self.rate.burst.into());
        full_at - (now + Millis::from_millis(whole))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(millis: u64) -> Millis {
        Millis::from_millis(millis)
    }

    fn budget(burst: u32, every: Millis) -> RateLimiter {
        RateLimiter::new(Rate { burst, every })
    }

    #[test]
    fn a_budget_allows_a_burst_and_then_one_at_a_time() {
        let mut budget = budget(3, at(100));
        for (now, expected) in [
            (1000, Ok(())),
            (1000, Ok(())),
            (1000, Ok(())),
            (1000, Err(at(100))),
            (1060, Err(at(40))),
            (1100, Ok(())),
            (1100, Err(at(100))),
        ] {
            // To look spends nothing.
            assert_eq!(budget.check(at(now)), expected);
            assert_eq!(budget.spend(at(now)), expected);
        }
    }

    #[test]
    fn what_is_charged_beyond_the_budget_is_paid_back_in_full() {
        let mut budget = budget(60, at(50));
        let start = at(1_000_000);
        let mut now = start;
        for _ in 0..200 {
            now += budget.charge(now);
        }
        assert_eq!(now - start, at((200 - 60) * 50));
    }

    #[test]
    fn a_budget_of_the_longest_spans_never_fills_and_never_wraps() {
        let mut longest = budget(2, Millis::MAX);
        let now = Millis::MAX - at(1);
        assert_eq!(longest.spend(now), Ok(()));
        let _ = longest.charge(now);
        let never = budget(0, Millis::MAX).check(at(5));
        assert_eq!(never, Err(Millis::MAX - at(5)));
    }
}
