//! The people who are connected, as the host sees them: each with an address, and a way to end the connection.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};

use protocol::id::PlayerId;
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::text::Name;

use crate::outbox::{EndReason, Frame, Outbox};
use crate::people::person::Person;

/// Everybody who is connected and has said hello.
#[derive(Debug, Default)]
pub(crate) struct Connected(Mutex<Present>);

#[derive(Debug, Default)]
struct Present {
    people: BTreeMap<PlayerId, ConnectedPerson>,
    /// True once the server stops.
    is_closed: bool,
}

/// A person who is connected.
#[derive(Clone, Debug)]
pub(crate) struct ConnectedPerson {
    pub(crate) name: Name,
    pub(crate) person: Person,
    /// Moment at which they came.
    pub(crate) since: Millis,
    outbox: Outbox,
}

impl ConnectedPerson {
    /// Sends the person a message of the host.
    pub(crate) fn tell(&self, frame: &Arc<Frame>) {
        self.outbox.send(frame, None);
    }

    /// Ends the connection with this refusal. Returns false if it was ended before, whose reason stands.
    pub(crate) fn send_out(&self, why: Refusal) -> bool {
        self.outbox.end(EndReason::SentOut(why))
    }
}

impl Connected {
    /// Adds a person who came at the moment `since`.
    pub(crate) fn enter(
        &self,
        who: PlayerId,
        name: Name,
        person: Person,
        since: Millis,
        outbox: Outbox,
    ) -> ConnectedPerson {
        let connected = ConnectedPerson {
            name,
            person,
            since,
            outbox,
        };
        let mut present = self.present();
        if present.is_closed {
            connected.outbox.end(EndReason::ShuttingDown);
        }
        present.people.insert(who, connected.clone());
        connected
    }

    /// Ends all connections, and those that come: the server stops.
    pub(crate) fn close(&self) {
        let mut present = self.present();
        present.is_closed = true;
        for connected in present.people.values() {
            connected.outbox.end(EndReason::ShuttingDown);
        }
    }

    /// Removes a person.
    pub(crate) fn leave(&self, who: PlayerId) {
        self.present().people.remove(&who);
    }

    /// Returns everybody, in the order in which they came.
    pub(crate) fn list(&self) -> Vec<ConnectedPerson> {
        self.present().people.values().cloned().collect()
    }

    /// Returns the connection of a person with this name, the newest of several.
    pub(crate) fn find(&self, name: &Name) -> Option<(PlayerId, Outbox)> {
        let present = self.present();
        let mut people = present.people.iter().rev();
        let found = people.find(|(_, connected)| connected.name == *name);
        found.map(|(who, connected)| (*who, connected.outbox.clone()))
    }

    fn present(&self) -> MutexGuard<'_, Present> {
        self.0.lock().expect("no holder panics")
    }
}
