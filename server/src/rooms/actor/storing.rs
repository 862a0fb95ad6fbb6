//! The store of a room: what is written before it is told, and what happens while that fails.

use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::view::LeftWhy;
use room::{Command, Event};
use tracing::warn;

use super::RoomActor;
use super::members::Members;
use crate::outbox::Flush;
use crate::rooms::persistence;
use crate::store::StoreError;
use crate::store::writer::Health;

/// Damage of what is stored of a room.
#[derive(Clone, Copy, Debug)]
pub(super) enum Damage {
    /// The room is lost.
    Quarantined,
    /// Another release can read the room.
    Refused,
    /// Another server has the room.
    Elsewhere,
}

impl Damage {
    /// Returns the damage that an error tells of.
    pub(super) fn of(error: &StoreError) -> Option<Self> {
        match error {
            StoreError::Damaged {
                quarantined: true, ..
            } => Some(Self::Quarantined),
            StoreError::Damaged {
                quarantined: false, ..
            } => Some(Self::Refused),
            StoreError::Elsewhere { .. } => Some(Self::Elsewhere),
            StoreError::Conflict { .. } | StoreError::Failed(_) | StoreError::Full(_) => None,
        }
    }
}

impl RoomActor {
    // Exclusive although it only reads: a shared borrow across the wait would need every part of the
    // actor to be `Sync`, and a bot's answer is not.
    pub(super) async fn commit(&mut self, at: Millis, events: &[Event]) -> Result<(), StoreError> {
        if !self.persistent {
            return Ok(());
        }
        persistence::commit(&self.shared.store, &self.room, at, events).await?;
        if events.iter().any(Event::is_durable) {
            // An append clears the note.
            self.noted_left = None;
        }
        Ok(())
    }

    /// Loads the room from the store again, with everybody who is present: the store has events that this
    /// task does not know, because an append that failed was written all the same.
    pub(super) async fn reload(&mut self, why: &StoreError) -> Result<(), Refusal> {
        warn!(%why, "the room is loaded anew");
        let (store, now) = (self.shared.store.clone(), self.shared.time.now());
        let loaded = match persistence::load(&store, self.room.id(), now).await {
            Ok(Some(loaded)) => loaded,
            Ok(None) => return Err(self.refuse(why)),
            Err(error) => {
                self.broken = Damage::of(&error);
                return Err(self.refuse(&error));
            }
        };
        self.end_search();
        let known = std::mem::replace(&mut self.room, loaded.room);
        for event in known.presence_in(&self.room) {
            self.room.apply(now, &event);
        }
        self.room.keep_absence_of(&known, now);
        self.room.keep_decisions_of(&known);
        // The moment at which the turn was announced is not stored, and the fault is nobody's.
        self.room.keep_clock_of(&known, loaded.last, now);
        if self.store_fails
            && let Ok(held) = self.room.decide(now, &Command::HoldClock)
        {
            // Not told: the snapshot has it.
            for event in &held {
                self.room.apply(now, event);
            }
        }
        self.release_members(LeftWhy::Closed);
        for who in self.members.keys().copied().collect::<Vec<_>>() {
            self.send_snapshot(who, None);
        }
        self.show_in_lobby();
        Ok(())
    }

    /// Lets everybody go who is in a room that cannot go on. From one that is left alone their connections end: told
    /// that it is closed, they would give up a seat that may be there again.
    pub(super) fn let_go(&mut self, damage: Damage) {
        match damage {
            Damage::Quarantined => {
                for member in self.members.values() {
                    let closed = LeftWhy::Closed;
                    member
                        .outbox
                        .leave(self.room.id(), member.entry, closed, None);
                }
            }
            Damage::Refused | Damage::Elsewhere => self.members = Members::none_in(self.room.id()),
        }
    }

    /// Holds all clocks while the store fails, and releases them when it works again.
    pub(super) fn follow_store_health(&mut self, health: &Health) {
        let failing_since = match health {
            Health::Failing { since, .. } => Some(*since),
            Health::Working => None,
        };
        match failing_since {
            Some(since) if self.persistent => self.hold_clock(since),
            None if self.store_fails => {
                self.store_fails = false;
                self.return_told = false;
                if !self.bot.as_ref().is_some_and(|bot| bot.holds_clock) {
                    self.command_without_store(self.shared.time.now(), &Command::ReleaseClock);
                }
            }
            Some(_) | None => {}
        }
    }

    pub(super) fn hold_clock(&mut self, at: Millis) {
        self.store_fails = self.persistent;
        self.command_without_store(at, &Command::HoldClock);
    }

    /// Carries out a command whose events are only sent, not stored.
    pub(super) fn command_without_store(&mut self, at: Millis, command: &Command) {
        let Ok(events) = self.room.decide(at, command) else {
            return;
        };
        // Durable events come with the next command that is stored.
        for event in events.iter().filter(|event| !event.is_durable()) {
            self.room.apply(at, event);
            self.tell(self.shared.time.now(), event, None, Flush::Now);
        }
    }

    /// Returns true if a player is present again in a room that the store counts as deserted.
    pub(super) fn has_returned(&self) -> bool {
        // One that is over counts as deserted nowhere, and a note would tell the store that it has left memory.
        self.persistent
            && self.noted_left.is_some()
            && !self.return_told
            && self.room.is_live()
            && self.room.deserted().is_none()
    }

    /// Notes in the store that a player is present again: it must not count the room as deserted after a
    /// crash. Where the store fails it is told again when it works.
    pub(super) async fn note_return(&mut self) {
        self.return_told = true;
        self.shared.store.rest(self.room.id(), None).await;
    }
}
