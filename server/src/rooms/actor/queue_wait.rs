//! The clock of a bot stands still while its search waits, in the queue or for the start of its engine.

use room::Command;
use tokio::sync::watch;
use tokio::time::Instant;
use tracing::debug;

use super::{Answer, Bot, RETRY, RoomActor, Search};
use crate::people::person::Person;

/// News of a search.
pub(super) enum SearchNews {
    /// True if it waits from now on, false if it goes on.
    Waits(bool),
    /// Its answer.
    Answer(Command),
}

impl Search {
    pub(super) fn new(answer: Answer, waits: watch::Receiver<bool>) -> Self {
        Self { answer, waits }
    }

    /// Waits for news of the search, which begins when it is first waited for.
    pub(super) async fn next(&mut self) -> SearchNews {
        tokio::select! {
            biased;
            command = &mut self.answer => SearchNews::Answer(command),
            Ok(()) = self.waits.changed() => SearchNews::Waits(*self.waits.borrow_and_update()),
        }
    }
}

impl RoomActor {
    /// Returns the person for whom the searches of the room's bots count: a player who is present, or else the one who
    /// opened the room.
    pub(super) fn person_of_searches(&self) -> Person {
        let mut members = self.members.iter();
        let player = members.find(|(who, _)| self.room.side_of(**who).is_some());
        player.map_or(self.unattended_person, |(_, player)| player.person)
    }

    /// Holds the clock if the search waits, and releases it if it goes on.
    pub(super) fn follow_search_wait(&mut self, waits: bool) {
        if let Some(bot) = &mut self.bot
            && waits != std::mem::replace(&mut bot.holds_clock, waits)
        {
            self.hold_for_search(waits);
        }
    }

    /// Takes away the search under way, which may wait.
    pub(super) fn end_search(&mut self) -> Option<Bot> {
        let bot = self.bot.take()?;
        if bot.holds_clock {
            self.hold_for_search(false);
        }
        Some(bot)
    }

    fn hold_for_search(&mut self, waits: bool) {
        let command = if waits {
            Command::HoldClock
        } else {
            Command::ReleaseClock
        };
        // While the store fails, the clock is held for that.
        if !self.store_fails {
            self.command_without_store(self.shared.time.now(), &command);
        }
    }

    /// Carries out what the search found.
    pub(super) async fn bot_answered(&mut self, command: Command) {
        self.tell_engine_message();
        let Some(bot) = self.end_search() else {
            return;
        };
        let now = self.shared.time.now();
        let Err(refusal) = self.carry_out(now, &command, None).await else {
            return;
        };
        debug!(%refusal, "the bot's answer was not taken");
        // Either the position changed during the search, and the bot is asked again; or the store failed, and
        // the same answer is given again.
        if refusal.is_fault_of_server() {
            let again = Instant::now() + RETRY;
            let answer = Box::pin(async move {
                tokio::time::sleep_until(again).await;
                command
            });
            let (_, waits) = watch::channel(false);
            self.bot = Some(Bot {
                search: Some(Search::new(answer, waits)),
                news: None,
                holds_clock: false,
                ..bot
            });
        }
    }
}

#[cfg(test)]
mod tests;
