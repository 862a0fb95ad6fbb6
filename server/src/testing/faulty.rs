//! A storage in front of which somebody sees each call, and decides what becomes of it.
//!
//! The tests of the whole server take this file by its path, below a module in which `store` is this crate's.

use std::collections::BTreeSet;

use protocol::id::{RoomId, ServerId, TokenHash};
use protocol::millis::Millis;
use protocol::text::Name;

use super::store::{
    Amendment, Append, LiveRoom, NameChange, OwnedName, Pruned, Pruning, Rest, Store, StoreError,
    Stored,
};

/// What the storage is asked for. Other calls are nobody's business.
#[allow(dead_code, reason = "each crate looks at some of them")]
pub(crate) enum Call<'a> {
    /// Appends to rooms, of which each is a call of its own after this one.
    Batch(usize),
    Append(&'a Append),
    Names,
    Rest,
    Quarantine(RoomId),
    Load(RoomId),
    /// A room was read, and is given like this.
    Loaded(&'a mut Stored),
    Alive(Millis),
    Amend,
    Probe,
}

type Answer = Result<(), StoreError>;

/// Returns the answer to a call; the storage is asked by the function that it is given.
type Guard = dyn FnMut(Call<'_>, &mut dyn FnMut() -> Answer) -> Answer + Send;

/// A storage behind a guard.
pub(crate) struct Faulty {
    store: Box<dyn Store>,
    may_block: bool,
    guard: Box<Guard>,
}

impl Faulty {
    pub(crate) fn over(
        store: Box<dyn Store>,
        may_block: bool,
        guard: impl FnMut(Call<'_>, &mut dyn FnMut() -> Answer) -> Answer + Send + 'static,
    ) -> Box<dyn Store> {
        Box::new(Self {
            store,
            may_block,
            guard: Box::new(guard),
        })
    }
}

impl Store for Faulty {
    fn id(&mut self, fresh: ServerId) -> Result<ServerId, StoreError> {
        self.store.id(fresh)
    }

    fn owned_names(&mut self) -> Result<Vec<OwnedName>, StoreError> {
        self.store.owned_names()
    }

    fn change_names(&mut self, changes: &[NameChange]) -> Answer {
        let store = &mut self.store;
        (self.guard)(Call::Names, &mut || store.change_names(changes))
    }

    fn tournaments(&mut self, most: usize) -> Result<Vec<RoomId>, StoreError> {
        self.store.tournaments(most)
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

    fn append(&mut self, batch: &[Append]) -> Vec<Answer> {
        let (store, guard) = (&mut self.store, &mut self.guard);
        if let Err(error) = guard(Call::Batch(batch.len()), &mut || Ok(())) {
            return vec![Err(error); batch.len()];
        }
        let append = |append: &Append| {
            let one = std::slice::from_ref(append);
            let mut ask = || store.append(one).pop().expect("each has an answer");
            guard(Call::Append(append), &mut ask)
        };
        batch.iter().map(append).collect()
    }

    fn may_block(&self) -> bool {
        self.may_block
    }

    fn load(&mut self, room: RoomId) -> Result<Stored, StoreError> {
        let (store, mut loaded) = (&mut self.store, Stored::default());
        let mut load = || store.load(room).map(|stored| loaded = stored);
        (self.guard)(Call::Load(room), &mut load)?;
        (self.guard)(Call::Loaded(&mut loaded), &mut || Ok(()))?;
        Ok(loaded)
    }

    fn live(&mut self, start: Millis) -> Result<Vec<LiveRoom>, StoreError> {
        self.store.live(start)
    }

    fn rest(&mut self, rooms: &[Rest]) -> Answer {
        let store = &mut self.store;
        (self.guard)(Call::Rest, &mut || store.rest(rooms))
    }

    fn quarantine(&mut self, room: RoomId, problem: &str) -> Answer {
        let store = &mut self.store;
        let mut quarantine = || store.quarantine(room, problem);
        (self.guard)(Call::Quarantine(room), &mut quarantine)
    }

    fn amend(&mut self, amendment: &Amendment) -> Result<Option<Vec<Name>>, StoreError> {
        (self.guard)(Call::Amend, &mut || Ok(()))?;
        self.store.amend(amendment)
    }

    fn alive(&mut self, now: Millis) -> Answer {
        let store = &mut self.store;
        (self.guard)(Call::Alive(now), &mut || store.alive(now))
    }

    fn probe(&mut self) -> Answer {
        let store = &mut self.store;
        (self.guard)(Call::Probe, &mut || store.probe())
    }
}
