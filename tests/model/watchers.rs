//! Those who watch a room, and how everybody in it is told of them: at once, and at most four times a second.

use protocol::id::Seq;
use protocol::message::{RoomEvent, ServerMsg};
use protocol::text::Name;

use super::gathering::Watchers;
use super::out::Out;
use super::table::Table;

/// Least time between two events about spectators, in milliseconds.
const GATHER: u64 = 250;
/// Most spectators who are told by their names.
const NAMED: usize = 10;
/// Most names in an answer to `who`.
const WHO_NAMES: usize = 100;

impl Table {
    pub(super) fn come_to_watch(&mut self, who: usize, name: Name, beside: bool) {
        self.spectators.push((who, name));
        self.watchers.changes += 1;
        if beside {
            self.watchers.beside.insert(who);
        }
    }

    pub(super) fn stop_watching(&mut self, who: usize) {
        let before = self.spectators.len();
        self.spectators.retain(|(here, _)| *here != who);
        if self.spectators.len() < before {
            self.watchers.changes += 1;
        }
        self.watchers.beside.remove(&who);
    }

    /// Returns true if a client watches, and may be in another room.
    pub(super) fn is_beside(&self, who: usize) -> bool {
        self.watchers.beside.contains(&who)
    }

    /// A client that watches is in the room from now on.
    pub(super) fn be_in(&mut self, who: usize) {
        self.watchers.beside.remove(&who);
    }

    /// A client is sent a snapshot.
    pub(super) fn watchers_are_known_to(&mut self, who: usize) {
        self.watchers.known.insert(who, self.watchers.changes);
    }

    /// The moment from which changes of the spectators are told, if there are any.
    pub(super) fn watchers_due(&self) -> Option<u64> {
        let Watchers {
            changes,
            told,
            not_before,
            ..
        } = self.watchers;
        (changes != told).then_some(not_before)
    }

    /// Tells who watches to those who do not know it, if it is time.
    pub(super) fn tell_watchers(&mut self, now: u64, out: &mut Out) {
        if self.watchers_due().is_none_or(|due| due > now) {
            return;
        }
        let (changes, audience) = (self.watchers.changes, self.audience());
        self.watchers.told = changes;
        let message = ServerMsg::Event {
            room: self.room,
            seq: Seq(self.seq),
            event: RoomEvent::Watchers {
                watching: self.watching(),
                names: self.watchers_named(),
            },
        };
        // It answers nobody.
        let asker = out.asker.take();
        for who in audience {
            let known = self.watchers.known.insert(who, changes);
            if known.is_none_or(|known| known < changes) {
                out.tell(who, message.clone());
                self.watchers.not_before = now + GATHER;
            }
        }
        out.asker = asker;
    }

    pub(super) fn watching(&self) -> u32 {
        u32::try_from(self.spectators.len()).expect("few clients")
    }

    /// The names of the spectators, where they are few.
    pub(super) fn watchers_named(&self) -> Option<Vec<Name>> {
        (self.spectators.len() <= NAMED).then(|| self.watcher_names())
    }

    /// The names of the spectators who came first.
    pub(super) fn watcher_names(&self) -> Vec<Name> {
        let names = self.spectators.iter().map(|(_, name)| name.clone());
        names.take(WHO_NAMES).collect()
    }
}
