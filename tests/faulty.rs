//! A storage that fails, stalls and loses its disk on command.

use std::collections::BTreeSet;
use std::sync::{Arc, Condvar, Mutex};

use protocol::id::{RoomId, ServerId, TokenHash};
use protocol::millis::Millis;
use server::store::{
    Append, LiveRoom, NameChange, OwnedName, Pruned, Pruning, Rest, Store, StoreError, Stored,
};

/// Behaviour of the storage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Works normally.
    Working,
    /// Refuses to write.
    Failing,
    /// Writes once more, and then refuses.
    OnceMore,
    /// Writes, and says that it could not.
    FailingThoughWritten,
    /// Waits with everything until the mode changes.
    Stalled,
    /// Writes, but cannot read rooms until the mode changes: callers that ask wait.
    LoadStalled,
    /// Writes, but cannot read rooms.
    LoadFailing,
    /// Reads the events of a room in the wrong order.
    LoadGarbled,
    /// Finds out at a write that the room is damaged.
    Damaged,
}

/// Controls a [`Faulty`] store, and records the calls to it.
#[derive(Clone, Debug)]
pub(crate) struct Control(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug)]
struct State {
    mode: Mode,
    appends: Vec<Append>,
    loads: usize,
    refused: usize,
    quarantined: Vec<RoomId>,
}

impl Control {
    /// Changes the behaviour from the next call on; waiting calls go on.
    pub(crate) fn set(&self, mode: Mode) {
        self.0.state.lock().unwrap().mode = mode;
        self.0.changed.notify_all();
    }

    /// The appends that were written.
    pub(crate) fn appends(&self) -> Vec<Append> {
        self.0.state.lock().unwrap().appends.clone()
    }

    /// Waits until `wanted` loads were asked for.
    pub(crate) fn wait_for_loads(&self, wanted: usize) {
        let state = self.0.state.lock().unwrap();
        drop(
            self.0
                .changed
                .wait_while(state, |state| state.loads < wanted)
                .unwrap(),
        );
    }

    /// Waits until this number of calls was refused or made to wait.
    pub(crate) fn wait_for_refusals(&self, wanted: usize) {
        let state = self.0.state.lock().unwrap();
        drop(
            self.0
                .changed
                .wait_while(state, |state| state.refused < wanted)
                .unwrap(),
        );
    }

    /// The rooms that were quarantined.
    pub(crate) fn quarantined(&self) -> Vec<RoomId> {
        self.0.state.lock().unwrap().quarantined.clone()
    }

    /// Number of writes that were refused or made to wait.
    pub(crate) fn refused(&self) -> usize {
        self.0.state.lock().unwrap().refused
    }

    /// Waits while the storage is stalled in one of these modes.
    fn pass(&self, stalls: &[Mode]) -> Mode {
        let mut state = self.0.state.lock().unwrap();
        if stalls.contains(&state.mode) {
            state.refused += 1;
            self.0.changed.notify_all();
        }
        let state = self
            .0
            .changed
            .wait_while(state, |state| stalls.contains(&state.mode));
        state.unwrap().mode
    }

    fn note(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.0.state.lock().unwrap());
        self.0.changed.notify_all();
    }
}

/// A storage around another one.
pub(crate) struct Faulty {
    inner: Box<dyn Store>,
    control: Control,
}

impl Faulty {
    pub(crate) fn around(inner: Box<dyn Store>) -> (Box<dyn Store>, Control) {
        let control = Control(Arc::new(Shared {
            state: Mutex::new(State {
                mode: Mode::Working,
                appends: Vec::new(),
                loads: 0,
                refused: 0,
                quarantined: Vec::new(),
            }),
            changed: Condvar::new(),
        }));
        let store = Self {
            inner,
            control: control.clone(),
        };
        (Box::new(store), control)
    }
}

fn failed() -> StoreError {
    StoreError::Failed("no space left on the device".to_owned())
}

fn damaged(room: RoomId) -> StoreError {
    StoreError::Damaged {
        room,
        problem: "event 2 is not there".to_owned(),
        quarantined: true,
    }
}

impl Store for Faulty {
    fn id(&mut self, fresh: ServerId) -> Result<ServerId, StoreError> {
        self.inner.id(fresh)
    }

    fn owned_names(&mut self) -> Result<Vec<OwnedName>, StoreError> {
        self.inner.owned_names()
    }

    fn change_names(&mut self, changes: &[NameChange]) -> Result<(), StoreError> {
        if self.control.pass(&[Mode::Stalled]) == Mode::Failing {
            return Err(failed());
        }
        self.inner.change_names(changes)
    }

    fn tournaments(&mut self, most: usize) -> Result<Vec<RoomId>, StoreError> {
        self.inner.tournaments(most)
    }

    fn seats(&mut self, key: TokenHash, most: usize) -> Result<Vec<RoomId>, StoreError> {
        self.inner.seats(key, most)
    }

    fn prune(
        &mut self,
        before: Millis,
        spared: &BTreeSet<RoomId>,
        progress: &mut Pruning,
    ) -> Result<Pruned, StoreError> {
        self.inner.prune(before, spared, progress)
    }

    fn append(&mut self, batch: &[Append]) -> Vec<Result<(), StoreError>> {
        let mode = self.control.pass(&[Mode::Stalled]);
        if mode == Mode::Damaged {
            return batch
                .iter()
                .map(|append| Err(damaged(append.room)))
                .collect();
        }
        if mode != Mode::Failing {
            self.control
                .note(|state| state.appends.extend(batch.iter().cloned()));
            let answers = self.inner.append(batch);
            if mode == Mode::OnceMore {
                self.control.set(Mode::Failing);
            }
            if mode != Mode::FailingThoughWritten {
                return answers;
            }
            self.control.note(|state| state.refused += 1);
            // What does not follow is not written at all.
            let failed = |answer: Result<(), StoreError>| match answer {
                Err(conflict @ StoreError::Conflict { .. }) => Err(conflict),
                Ok(()) | Err(_) => Err(failed()),
            };
            return answers.into_iter().map(failed).collect();
        }
        self.control.note(|state| state.refused += 1);
        batch.iter().map(|_| Err(failed())).collect()
    }

    fn load(&mut self, room: RoomId) -> Result<Stored, StoreError> {
        self.control.note(|state| state.loads += 1);
        match self.control.pass(&[Mode::Stalled, Mode::LoadStalled]) {
            Mode::LoadFailing => Err(failed()),
            Mode::LoadGarbled => {
                let mut stored = self.inner.load(room)?;
                stored.events.reverse();
                Ok(stored)
            }
            _ => self.inner.load(room),
        }
    }

    fn live(&mut self, start: Millis) -> Result<Vec<LiveRoom>, StoreError> {
        self.inner.live(start)
    }

    fn rest(&mut self, rooms: &[Rest]) -> Result<(), StoreError> {
        self.inner.rest(rooms)
    }

    fn quarantine(&mut self, room: RoomId, problem: &str) -> Result<(), StoreError> {
        self.control.note(|state| state.quarantined.push(room));
        self.inner.quarantine(room, problem)
    }

    fn probe(&mut self) -> Result<(), StoreError> {
        match self.control.pass(&[Mode::Stalled]) {
            Mode::Failing | Mode::FailingThoughWritten => Err(failed()),
            _ => self.inner.probe(),
        }
    }
}
