//! Time that a bot's search waits for other searches, which its clock is not charged for.
//!
//! `WaitTime`, written by the pool, has it exactly. The room deducts it before it decides anything, and now and then so
//! that the clock on the screens stands still as well.

use std::time::Duration;

use protocol::millis::Millis;
use room::Command;
use tokio::sync::watch;
use tokio::time::Instant;
use tracing::debug;

use super::{Bot, RETRY, RoomActor};
use crate::engine_pool::{Priority, PriorityClass, WaitTime};

/// Time after which a room first checks if its bot's search waits: most bots have answered before.
const FIRST_CHECK: Duration = Duration::from_millis(50);

/// Time between two checks.
const CHECK_INTERVAL: Duration = Duration::from_millis(250);

/// Account of what a search under way waits for others.
#[derive(Debug)]
pub(super) struct QueueWait {
    /// Priority of the search, which the pool follows.
    priority: watch::Sender<Priority>,
    wait_time: WaitTime,
    /// Length of the waits that are deducted from the clock.
    deducted: Millis,
    /// Moment up to which they are.
    deducted_at: Millis,
    /// True if the clock is held because the search waits.
    clock_is_held: bool,
    /// True if the clock shown is another than that of the room.
    shown_clock_is_stale: bool,
    /// None without a clock.
    next_check: Option<Instant>,
}

impl QueueWait {
    /// Deducts what the search has waited since the last call, up to `now`. Returns what has to happen to the clock for
    /// it, in order, each at its moment.
    ///
    /// `waited` is the length of all its waits so far; with `is_waiting` one of them goes on.
    fn deduct(&mut self, now: Millis, waited: Millis, is_waiting: bool) -> Vec<(Millis, Command)> {
        let wait = waited - self.deducted;
        let since = self.deducted_at;
        let was_held = self.clock_is_held;
        self.deducted = waited;
        self.deducted_at = now;
        self.clock_is_held = is_waiting;
        let mut steps = Vec::new();
        if was_held && is_waiting && since + wait >= now {
            // It stood still all the time, and does.
            return steps;
        }
        if was_held {
            // The search went on then.
            steps.push((since + wait, Command::ReleaseClock));
        } else if wait > Millis::ZERO {
            steps.push((now - wait, Command::HoldClock));
            steps.push((now, Command::ReleaseClock));
        }
        if is_waiting {
            steps.push((now, Command::HoldClock));
        }
        self.shown_clock_is_stale |= !steps.is_empty();
        steps
    }

    /// Passes over what the search has waited since the last call, while the clock is held for another reason.
    fn pass_over(&mut self, now: Millis, waited: Millis) {
        self.deducted = waited;
        self.deducted_at = now;
        self.clock_is_held = false;
    }
}

impl RoomActor {
    /// Returns the account of a search about to be asked for, and its priority for the pool to follow.
    pub(super) fn new_queue_wait(
        &self,
        wait_time: WaitTime,
    ) -> (QueueWait, watch::Receiver<Priority>) {
        let (priority, followed) = watch::channel(self.priority());
        let wait = QueueWait {
            priority,
            wait_time,
            deducted: Millis::ZERO,
            deducted_at: self.shared.time.now(),
            clock_is_held: false,
            shown_clock_is_stale: false,
            next_check: self.room.spec().clock.map(|_| Instant::now() + FIRST_CHECK),
        };
        (wait, followed)
    }

    /// Tells the pool of a change of priority.
    pub(super) fn update_priority(&self) {
        if let Some(wait) = self.bot.as_ref().and_then(|bot| bot.queue_wait.as_ref()) {
            let priority = self.priority();
            wait.priority.send_if_modified(|shown| {
                let changed = *shown != priority;
                *shown = priority;
                changed
            });
        }
    }

    /// Returns the priority of the room's searches now.
    fn priority(&self) -> Priority {
        let player = self
            .members
            .iter()
            .find(|(who, _)| self.room.side_of(**who).is_some());
        let (class, person) = match player {
            Some((_, player)) => (PriorityClass::Player, player.person),
            None if self.members.is_empty() => (PriorityClass::Unwatched, self.unattended_person),
            None => (PriorityClass::Watched, self.unattended_person),
        };
        Priority { class, person }
    }

    /// Returns the moment of the next check of the wait of the search.
    pub(super) fn next_wait_check(&self) -> Option<Instant> {
        self.bot.as_ref()?.queue_wait.as_ref()?.next_check
    }

    /// Deducts the wait of the search, and tells the clock if it is another than shown.
    pub(super) fn check_wait(&mut self) {
        self.deduct_wait();
        let Some(wait) = self.bot.as_mut().and_then(|bot| bot.queue_wait.as_mut()) else {
            return;
        };
        wait.next_check = wait.next_check.map(|_| Instant::now() + CHECK_INTERVAL);
        if std::mem::take(&mut wait.shown_clock_is_stale) {
            self.tell_clock();
        }
    }

    /// Deducts from the clock what the search has waited for others since the last call. While it waits on, the clock
    /// is held.
    pub(super) fn deduct_wait(&mut self) {
        let Some(wait) = self.bot.as_mut().and_then(|bot| bot.queue_wait.as_mut()) else {
            return;
        };
        let now = self.shared.time.now();
        if wait.next_check.is_none() {
            return;
        }
        let is_waiting = wait.wait_time.is_waiting();
        let waited = Millis::from_millis(wait.wait_time.total(Instant::now()).as_millis() as u64);
        if self.store_fails {
            // The clock is held for that, and released by its end.
            wait.pass_over(now, waited);
            return;
        }
        for (at, command) in wait.deduct(now, waited, is_waiting) {
            self.apply_silently(at, &command);
        }
    }

    /// Ends what the search under way brought about for others, before it is dropped. Returns true if the clock is
    /// another than shown: then an event that carries it, or [`RoomActor::tell_clock`], has to follow.
    #[must_use]
    pub(super) fn end_queue_wait(&mut self) -> bool {
        self.deduct_wait();
        let Some(wait) = self.bot.as_mut().and_then(|bot| bot.queue_wait.take()) else {
            return false;
        };
        if wait.clock_is_held {
            let now = self.shared.time.now();
            self.command_without_store(now, &Command::ReleaseClock);
            return false;
        }
        wait.shown_clock_is_stale
    }

    /// Carries out what the search found.
    pub(super) async fn bot_answered(&mut self, command: Command) {
        self.tell_engine_message();
        let shown_clock_is_stale = self.end_queue_wait();
        let Some(bot) = self.bot.take() else {
            return;
        };
        let revision = bot.revision;
        let now = self.shared.time.now();
        let Err(refusal) = self.carry_out(now, &command, None).await else {
            return;
        };
        debug!(%refusal, "the bot's answer was not taken");
        if shown_clock_is_stale {
            self.tell_clock();
        }
        // Either the position changed during the search, and the bot is asked again; or the store failed, and
        // the same answer is given again.
        if refusal.is_fault_of_server() {
            let again = Instant::now() + RETRY;
            self.bot = Some(Bot {
                revision,
                answer: Some(Box::pin(async move {
                    tokio::time::sleep_until(again).await;
                    command
                })),
                news: None,
                queue_wait: None,
            });
        }
    }

    /// Carries out a command for the clock, and tells nobody.
    fn apply_silently(&mut self, at: Millis, command: &Command) {
        for event in self.room.decide(at, command).into_iter().flatten() {
            if !event.is_durable() {
                self.room.apply(at, &event);
            }
        }
    }
}

#[cfg(test)]
mod tests;
