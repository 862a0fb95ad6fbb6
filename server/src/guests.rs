//! The people who are connected, as the host sees them: each with an address, and a way to end the connection.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};

use protocol::id::PlayerId;
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::text::Name;
use tokio_util::sync::CancellationToken;

use crate::outbox::{Frame, Outbox};
use crate::person::Person;

/// Everybody who is connected and has said hello.
#[derive(Debug, Default)]
pub(crate) struct Guests(Mutex<BTreeMap<PlayerId, Guest>>);

/// A person who is connected.
#[derive(Clone, Debug)]
pub(crate) struct Guest {
    pub(crate) name: Name,
    pub(crate) person: Person,
    /// Moment at which they came.
    pub(crate) since: Millis,
    outbox: Outbox,
    sent_out: Arc<SentOut>,
}

#[derive(Debug, Default)]
struct SentOut {
    token: CancellationToken,
    why: OnceLock<Refusal>,
}

impl Guest {
    /// Sends the person a message of the host.
    pub(crate) fn tell(&self, frame: &Arc<Frame>) {
        self.outbox.send(frame, None);
    }

    /// Ends the connection with this refusal. Returns false if it was ended before, whose reason stands.
    pub(crate) fn send_out(&self, why: Refusal) -> bool {
        let is_first = self.sent_out.why.set(why).is_ok();
        self.sent_out.token.cancel();
        is_first
    }

    /// Waits until the host ends the connection, and returns the refusal for it.
    pub(crate) async fn sent_out(&self) -> Refusal {
        self.sent_out.token.cancelled().await;
        let why = self.sent_out.why.get();
        why.expect("is set before the token").clone()
    }
}

impl Guests {
    /// Adds a person who came at the moment `since`.
    pub(crate) fn enter(
        &self,
        who: PlayerId,
        name: Name,
        person: Person,
        since: Millis,
        outbox: Outbox,
    ) -> Guest {
        let guest = Guest {
            name,
            person,
            since,
            outbox,
            sent_out: Arc::default(),
        };
        self.guests().insert(who, guest.clone());
        guest
    }

    /// Removes a person.
    pub(crate) fn leave(&self, who: PlayerId) {
        self.guests().remove(&who);
    }

    /// Returns everybody, in the order in which they came.
    pub(crate) fn list(&self) -> Vec<Guest> {
        self.guests().values().cloned().collect()
    }

    fn guests(&self) -> MutexGuard<'_, BTreeMap<PlayerId, Guest>> {
        self.0.lock().expect("no holder panics")
    }
}
