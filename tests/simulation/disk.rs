//! The disk of a simulated server: it outlives the server, keeps what was committed, and fails on command.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::{self, ThreadId};

use protocol::id::{RoomId, ServerId, TokenHash};
use protocol::millis::Millis;
use server::store::{
    self, Append, LiveRoom, NameChange, OwnedName, Pruned, Pruning, Rest, Store, StoreError, Stored,
};

use super::witness::{Witness, now};

/// Behaviour of the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Working,
    /// Writes nothing.
    Failing,
    /// Writes, and says that it could not.
    FailingThoughWritten,
    /// Writes, and cannot read rooms.
    LoadFailing,
}

/// The disk; clones are the same one.
#[derive(Clone)]
pub(super) struct Disk(Arc<Mutex<State>>);

struct State {
    rooms: Box<dyn Store>,
    /// True for a room that wakes by itself.
    wakes: BTreeMap<RoomId, bool>,
    mode: Mode,
    /// Number of the server that has the disk; a killed one writes nothing any more.
    mounts: u64,
    is_mounted: bool,
    witness: Witness,
    /// The one thread of the run.
    thread: ThreadId,
}

impl Disk {
    pub(super) fn new(witness: Witness) -> Self {
        Self(Arc::new(Mutex::new(State {
            rooms: store::memory(),
            wakes: BTreeMap::new(),
            mode: Mode::Working,
            mounts: 0,
            is_mounted: false,
            witness,
            thread: thread::current().id(),
        })))
    }

    /// The store of the next server.
    pub(super) fn mount(&self) -> Box<dyn Store> {
        let mut state = self.state();
        state.mounts += 1;
        state.is_mounted = true;
        let number = state.mounts;
        drop(state);
        let disk = self.clone();
        Box::new(Mount { disk, number })
    }

    /// Takes the disk from the server, which is killed.
    pub(super) fn unmount(&self) {
        self.state().is_mounted = false;
    }

    pub(super) fn set(&self, mode: Mode) {
        self.state().mode = mode;
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().expect("no holder panics")
    }
}

impl State {
    /// Tells the witness that a server has found out whether the disk works.
    fn found(&self, works: bool) {
        self.witness.outage(false, now(), !works);
    }
}

/// The disk in the hands of one server.
struct Mount {
    disk: Disk,
    number: u64,
}

impl Mount {
    fn open(&self) -> Result<MutexGuard<'_, State>, StoreError> {
        let state = self.disk.state();
        assert_eq!(state.thread, thread::current().id(), "another thread");
        if state.is_mounted && state.mounts == self.number {
            Ok(state)
        } else {
            Err(StoreError::Failed("the server was killed".to_owned()))
        }
    }
}

fn failed() -> StoreError {
    StoreError::Failed("no space left on the device".to_owned())
}

impl Store for Mount {
    fn id(&mut self, fresh: ServerId) -> Result<ServerId, StoreError> {
        self.open()?.rooms.id(fresh)
    }

    fn owned_names(&mut self) -> Result<Vec<OwnedName>, StoreError> {
        self.open()?.rooms.owned_names()
    }

    fn change_names(&mut self, changes: &[NameChange]) -> Result<(), StoreError> {
        self.open()?.rooms.change_names(changes)
    }

    fn tournaments(&mut self, most: usize) -> Result<Vec<RoomId>, StoreError> {
        self.open()?.rooms.tournaments(most)
    }

    fn seats(&mut self, key: TokenHash, most: usize) -> Result<Vec<RoomId>, StoreError> {
        self.open()?.rooms.seats(key, most)
    }

    fn append(&mut self, batch: &[Append]) -> Vec<Result<(), StoreError>> {
        let mut state = match self.open() {
            Ok(state) => state,
            Err(killed) => return batch.iter().map(|_| Err(killed.clone())).collect(),
        };
        let says = state.mode != Mode::Failing && state.mode != Mode::FailingThoughWritten;
        let mut answers = Vec::new();
        for append in batch {
            if state.mode == Mode::Failing {
                state.witness.count(|counts| counts.appends_refused += 1);
                state.witness.note(|| format!("not stored: {append:?}"));
                answers.push(Err(failed()));
                continue;
            }
            let written = state.rooms.append(std::slice::from_ref(append)).remove(0);
            if written.is_ok() {
                state.wakes.insert(append.room, append.wake_after.is_some());
                state.witness.stored(append, says);
            }
            answers.push(match written {
                Ok(()) if !says => {
                    state
                        .witness
                        .count(|counts| counts.appends_refused_though_stored += 1);
                    Err(failed())
                }
                answer => answer,
            });
        }
        if answers
            .iter()
            .any(|answer| !matches!(answer, Err(StoreError::Conflict { .. })))
        {
            state.found(says);
        }
        answers
    }

    fn load(&mut self, room: RoomId) -> Result<Stored, StoreError> {
        let mut state = self.open()?;
        if state.mode == Mode::LoadFailing {
            state.found(false);
            return Err(failed());
        }
        state.witness.loaded(room);
        state.rooms.load(room)
    }

    fn live(&mut self, start: Millis) -> Result<Vec<LiveRoom>, StoreError> {
        self.open()?.rooms.live(start)
    }

    fn rest(&mut self, rooms: &[Rest]) -> Result<(), StoreError> {
        let mut state = self.open()?;
        // Of the others the store in memory would forget everything.
        let wakes = |rest: &&Rest| state.wakes.get(&rest.room) == Some(&true);
        let rooms: Vec<_> = rooms.iter().filter(wakes).copied().collect();
        state.rooms.rest(&rooms)
    }

    fn quarantine(&mut self, room: RoomId, problem: &str) -> Result<(), StoreError> {
        let mut state = self.open()?;
        state
            .witness
            .fail(|| format!("room {room} is quarantined: {problem}"));
        state.rooms.quarantine(room, problem)
    }

    fn prune(
        &mut self,
        before: Millis,
        spared: &BTreeSet<RoomId>,
        progress: &mut Pruning,
    ) -> Result<Pruned, StoreError> {
        self.open()?.rooms.prune(before, spared, progress)
    }

    fn probe(&mut self) -> Result<(), StoreError> {
        let state = self.open()?;
        let works = !matches!(state.mode, Mode::Failing | Mode::FailingThoughWritten);
        state.found(works);
        if works { Ok(()) } else { Err(failed()) }
    }
}
