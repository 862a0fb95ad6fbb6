//! A budget of messages: some at once, then one in a while.

use protocol::millis::Millis;
use protocol::refusal::Refusal;

/// A budget that holds `most` messages, one of which comes back every `every` milliseconds.
#[derive(Clone, Debug)]
pub(super) struct Budget {
    most: u64,
    every: u64,
    /// When the budget is full again.
    full: u64,
}

impl Budget {
    pub(super) fn new(most: u64, every: u64) -> Self {
        Self {
            most,
            every,
            full: 0,
        }
    }

    /// Returns true if there is one to spend.
    pub(super) fn check(&self, now: u64) -> Result<(), Refusal> {
        let full = self.full.max(now) + self.every;
        let latest = now + self.most * self.every;
        if full > latest {
            let wait = Millis::from_millis(full - latest);
            return Err(Refusal::TooFast { wait });
        }
        Ok(())
    }

    /// Spends one.
    pub(super) fn spend(&mut self, now: u64) -> Result<(), Refusal> {
        self.check(now)?;
        self.full = self.full.max(now) + self.every;
        Ok(())
    }
}
