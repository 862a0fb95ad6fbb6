//! The turns of a bot's search among those of other rooms: its standing, and the clock that stands still meanwhile.
//!
//! A search that waits for others costs its bot no time. The wait is exact in `Waits`, which the pool writes; the
//! room takes it off before it decides anything, and now and then so that the clock shown stands still as well.

use std::time::Duration;

use protocol::millis::Millis;
use protocol::refusal::Refusal;
use room::Command;
use tokio::sync::watch;
use tokio::time::Instant;
use tracing::debug;

use super::{Bot, RETRY, RoomActor};
use crate::engine_pool::{Class, Standing, Waits};

/// Time after which a room first looks whether its bot's search waits: most bots have answered before.
const FIRST: Duration = Duration::from_millis(50);

/// Time between two looks.
const AGAIN: Duration = Duration::from_millis(250);

/// The part of a search under way that concerns the others.
#[derive(Debug)]
pub(super) struct BotTurn {
    standing: watch::Sender<Standing>,
    waits: Waits,
    /// Wait that is taken off the clock.
    excused: Millis,
    /// Moment up to which that is done.
    looked: Millis,
    /// True if the clock is held because the search waits.
    holds: bool,
    /// True if the clock shown is another than that of the room.
    is_untold: bool,
    /// None without a clock.
    next: Option<Instant>,
}

impl RoomActor {
    /// Returns the turn of a search about to be asked for, and the standing for the pool to follow.
    pub(super) fn new_turn(&self, waits: Waits) -> (BotTurn, watch::Receiver<Standing>) {
        let (standing, followed) = watch::channel(self.standing());
        let turn = BotTurn {
            standing,
            waits,
            excused: Millis::ZERO,
            looked: self.shared.time.now(),
            holds: false,
            is_untold: false,
            next: self.room.spec().clock.map(|_| Instant::now() + FIRST),
        };
        (turn, followed)
    }

    /// Tells the pool of a change of standing.
    pub(super) fn show_standing(&self) {
        if let Some(turn) = self.bot.as_ref().and_then(|bot| bot.turn.as_ref()) {
            let standing = self.standing();
            turn.standing.send_if_modified(|shown| {
                let changed = *shown != standing;
                *shown = standing;
                changed
            });
        }
    }

    /// Returns the standing of the room's searches now.
    fn standing(&self) -> Standing {
        let player = self
            .members
            .iter()
            .find(|(who, _)| self.room.side_of(**who).is_some());
        let (class, person) = match player {
            Some((_, player)) => (Class::Player, player.person),
            None if self.members.is_empty() => (Class::Unwatched, self.unattended_person),
            None => (Class::Watched, self.unattended_person),
        };
        Standing { class, person }
    }

    /// Returns the moment of the next look at the wait of the search.
    pub(super) fn next_look(&self) -> Option<Instant> {
        self.bot.as_ref()?.turn.as_ref()?.next
    }

    /// Looks at the wait of the search, and tells the clock if it is another than shown.
    pub(super) fn look_at_wait(&mut self) {
        self.excuse_wait();
        let Some(turn) = self.bot.as_mut().and_then(|bot| bot.turn.as_mut()) else {
            return;
        };
        turn.next = turn.next.map(|_| Instant::now() + AGAIN);
        if std::mem::take(&mut turn.is_untold) {
            self.tell_clock();
        }
    }

    /// Takes off the clock what the search has waited for others since the last call. While it waits on, the clock
    /// is held.
    pub(super) fn excuse_wait(&mut self) {
        let Some(turn) = self.bot.as_mut().and_then(|bot| bot.turn.as_mut()) else {
            return;
        };
        let now = self.shared.time.now();
        if turn.next.is_none() {
            return;
        }
        let waits_on = turn.waits.is_waiting();
        let waited = Millis::from_millis(turn.waits.until(Instant::now()).as_millis() as u64);
        let wait = waited - turn.excused;
        let (looked, held) = (turn.looked, turn.holds);
        turn.excused = waited;
        turn.looked = now;
        if self.store_fails {
            // The clock is held for that, and released by its end.
            turn.holds = false;
            return;
        }
        turn.holds = waits_on;
        if held && waits_on && looked + wait >= now {
            // It stood still all the time, and does.
            return;
        }
        turn.is_untold |= held || waits_on || wait > Millis::ZERO;
        if held {
            // The search went on then.
            self.set_clock(looked + wait, &Command::ReleaseClock);
        } else if wait > Millis::ZERO {
            self.set_clock(now - wait, &Command::HoldClock);
            self.set_clock(now, &Command::ReleaseClock);
        }
        if waits_on {
            self.set_clock(now, &Command::HoldClock);
        }
    }

    /// Ends what the search under way brought about for others, before it is dropped. Returns true if the clock is
    /// another than shown: then an event that carries it, or [`RoomActor::tell_clock`], has to follow.
    #[must_use]
    pub(super) fn end_turn(&mut self) -> bool {
        self.excuse_wait();
        let Some(turn) = self.bot.as_mut().and_then(|bot| bot.turn.take()) else {
            return false;
        };
        if turn.holds {
            let now = self.shared.time.now();
            self.command_without_store(now, &Command::ReleaseClock);
            return false;
        }
        turn.is_untold
    }

    /// Carries out what the search found.
    pub(super) async fn bot_answered(&mut self, command: Command) {
        self.tell_engine_message();
        let clock_is_untold = self.end_turn();
        let Some(bot) = self.bot.take() else {
            return;
        };
        let revision = bot.revision;
        let now = self.shared.time.now();
        let Err(refusal) = self.carry_out(now, &command, None).await else {
            return;
        };
        debug!(%refusal, "the bot's answer was not taken");
        if clock_is_untold {
            self.tell_clock();
        }
        // Either the position changed during the search, and the bot is asked again; or the store failed, and
        // the same answer is given again.
        if let Refusal::Internal { .. } = refusal {
            let again = Instant::now() + RETRY;
            self.bot = Some(Bot {
                revision,
                answer: Some(Box::pin(async move {
                    tokio::time::sleep_until(again).await;
                    command
                })),
                news: None,
                turn: None,
            });
        }
    }

    /// Holds or releases the clock without a word.
    fn set_clock(&mut self, at: Millis, command: &Command) {
        for event in self.room.decide(at, command).into_iter().flatten() {
            if !event.is_durable() {
                self.room.apply(at, &event);
            }
        }
    }
}

#[cfg(test)]
mod tests;
