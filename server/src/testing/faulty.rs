//! A storage that fails on command.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use protocol::id::{RoomId, ServerId, TokenHash};
use protocol::millis::Millis;
use tokio::sync::mpsc;

use crate::store::{
    self, Append, LiveRoom, NameChange, OwnedName, Pruned, Pruning, Rest, Store, StoreError, Stored,
};

/// A storage that stores nothing while it has a fault. Appends of rooms that wait for nothing are written all
/// the same.
pub(crate) struct Faulty {
    store: Box<dyn Store>,
    fault: Fault,
    probes: Option<mpsc::UnboundedSender<()>>,
    notes: Option<mpsc::UnboundedSender<Millis>>,
}

/// The switch of a [`Faulty`] storage.
#[derive(Clone, Default)]
pub(crate) struct Fault(Arc<Mutex<Option<StoreError>>>);

impl Fault {
    /// Makes the storage fail as a full disk does.
    pub(crate) fn begin(&self) {
        self.begin_with(StoreError::Failed("no space left on device".to_owned()));
    }

    /// Makes the storage fail with this error.
    pub(crate) fn begin_with(&self, error: StoreError) {
        *self.0.lock().unwrap() = Some(error);
    }

    /// Makes the storage work.
    pub(crate) fn end(&self) {
        *self.0.lock().unwrap() = None;
    }

    fn check(&self) -> Result<(), StoreError> {
        self.0.lock().unwrap().clone().map_or(Ok(()), Err)
    }
}

impl Faulty {
    /// Returns a storage in memory that works, and the switch of its fault.
    pub(crate) fn new() -> (Self, Fault) {
        Self::over(store::memory())
    }

    /// The same over `store`.
    pub(crate) fn over(store: Box<dyn Store>) -> (Self, Fault) {
        let fault = Fault::default();
        let store = Self {
            store,
            fault: fault.clone(),
            probes: None,
            notes: None,
        };
        (store, fault)
    }

    /// Returns the reports of every probe.
    pub(crate) fn probes(&mut self) -> mpsc::UnboundedReceiver<()> {
        let (sender, probed) = mpsc::unbounded_channel();
        self.probes = Some(sender);
        probed
    }

    /// Returns the reports of every note that the server runs.
    pub(crate) fn notes(&mut self) -> mpsc::UnboundedReceiver<Millis> {
        let (sender, noted) = mpsc::unbounded_channel();
        self.notes = Some(sender);
        noted
    }
}

impl Store for Faulty {
    fn id(&mut self, fresh: ServerId) -> Result<ServerId, StoreError> {
        self.store.id(fresh)
    }

    fn owned_names(&mut self) -> Result<Vec<OwnedName>, StoreError> {
        self.store.owned_names()
    }

    fn change_names(&mut self, changes: &[NameChange]) -> Result<(), StoreError> {
        self.fault.check()?;
        self.store.change_names(changes)
    }

    fn seats(&mut self, key: TokenHash, most: usize) -> Result<Vec<RoomId>, StoreError> {
        self.store.seats(key, most)
    }

    fn prune(
        &mut self,
        before: Millis,
        spared: &BTreeSet<RoomId>,
        progress: &mut Pruning,
    ) -> Result<Pruned, StoreError> {
        self.store.prune(before, spared, progress)
    }

    fn append(&mut self, batch: &[Append]) -> Vec<Result<(), StoreError>> {
        let append = |append: &Append| {
            if append.wake_after.is_some() {
                self.fault.check()?;
            }
            let one = std::slice::from_ref(append);
            self.store.append(one).pop().expect("each has a result")
        };
        batch.iter().map(append).collect()
    }

    fn may_block(&self) -> bool {
        false
    }

    fn load(&mut self, room: RoomId) -> Result<Stored, StoreError> {
        self.store.load(room)
    }

    fn live(&mut self, start: Millis) -> Result<Vec<LiveRoom>, StoreError> {
        self.store.live(start)
    }

    fn rest(&mut self, rooms: &[Rest]) -> Result<(), StoreError> {
        self.fault.check()?;
        self.store.rest(rooms)
    }

    fn quarantine(&mut self, room: RoomId, problem: &str) -> Result<(), StoreError> {
        self.fault.check()?;
        self.store.quarantine(room, problem)
    }

    fn alive(&mut self, now: Millis) -> Result<(), StoreError> {
        if let Some(notes) = &self.notes {
            // The test may have seen enough of them.
            let _ = notes.send(now);
        }
        Ok(())
    }

    fn probe(&mut self) -> Result<(), StoreError> {
        if let Some(probes) = &self.probes {
            // The test may have seen enough of them.
            let _ = probes.send(());
        }
        self.fault.check()
    }
}
