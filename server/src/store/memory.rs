//! Storage of rooms in memory, for as long as the server runs.
//!
//! Finished games are not kept: nothing asks for them after the server, and its memory would grow with them.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use protocol::id::{RoomId, Seq, ServerId, TokenHash};
use protocol::millis::Millis;
use protocol::side::BySide;

use super::records::Records;
use super::sqlite::lock::Lock;
use super::{
    Append, Kind, LiveRoom, NameChange, OwnedName, Pruned, Pruning, Rest, SeatChange, Store,
    StoreError, Stored,
};

/// Rooms in memory.
#[derive(Debug, Default)]
pub(super) struct Memory {
    id: Option<ServerId>,
    names: BTreeMap<TokenHash, OwnedName>,
    rooms: BTreeMap<RoomId, Kept>,
    /// Lock of the directory in which the server keeps other things.
    _lock: Option<Lock>,
}

#[derive(Debug, Default)]
struct Kept {
    kind: Kind,
    events: Records,
    wake_after: Option<Millis>,
    left: Option<Millis>,
    /// Keys that took a seat, by the side of it, with the moment.
    seats: BySide<Option<(TokenHash, Millis)>>,
    /// Problem because of which the room is quarantined.
    problem: Option<String>,
}

impl Kept {
    fn check(&self, room: RoomId) -> Result<(), StoreError> {
        match self.problem.clone() {
            Some(problem) => Err(StoreError::Damaged {
                room,
                problem,
                quarantined: true,
            }),
            None => Ok(()),
        }
    }
}

impl Memory {
    /// Returns a storage that holds `lock` until it is dropped.
    pub(super) fn beside(lock: Option<Lock>) -> Self {
        Self {
            _lock: lock,
            ..Self::default()
        }
    }

    fn append_one(&mut self, append: &Append) -> Result<(), StoreError> {
        let stored = self.rooms.get(&append.room).map_or(Ok(Seq(0)), |kept| {
            kept.check(append.room).map(|()| Seq(kept.events.count()))
        })?;
        if stored != append.expected {
            return Err(StoreError::Conflict {
                room: append.room,
                expected: append.expected,
                stored,
            });
        }
        let kept = self.rooms.entry(append.room).or_default();
        for event in &append.events {
            kept.events.push(event.at, &event.bytes);
        }
        kept.kind = append.kind;
        kept.wake_after = append.wake_after;
        kept.left = None;
        for change in &append.seats {
            match *change {
                SeatChange::Taken { side, key, at } => {
                    kept.seats[side] = Some((key, at));
                }
                SeatChange::Vacated(side) => kept.seats[side] = None,
                SeatChange::Closed => kept.seats = BySide::default(),
            }
        }
        Ok(())
    }
}

impl Store for Memory {
    fn id(&mut self, fresh: ServerId) -> Result<ServerId, StoreError> {
        Ok(*self.id.get_or_insert(fresh))
    }

    fn owned_names(&mut self) -> Result<Vec<OwnedName>, StoreError> {
        let mut names: Vec<_> = self.names.values().cloned().collect();
        names.sort_by_key(|owned| Reverse(owned.used));
        Ok(names)
    }

    fn change_names(&mut self, changes: &[NameChange]) -> Result<(), StoreError> {
        for change in changes {
            match change {
                NameChange::Owned { owned, .. } => {
                    self.names.insert(owned.owner, owned.clone());
                }
                NameChange::Freed(owner) => {
                    self.names.remove(owner);
                }
            }
        }
        Ok(())
    }

    fn seats(&mut self, key: TokenHash, most: usize) -> Result<Vec<RoomId>, StoreError> {
        let taken = |kept: &Kept| {
            let seats = kept.seats.iter().filter_map(|(_, seat)| *seat);
            let mine = seats.filter(|(holder, _)| *holder == key);
            mine.map(|(_, at)| at).max()
        };
        let rooms = self.rooms.iter();
        let mut taken: Vec<_> = rooms
            .filter_map(|(room, kept)| Some((taken(kept)?, *room)))
            .collect();
        taken.sort_unstable_by_key(|(at, room)| (Reverse(*at), *room));
        Ok(taken.into_iter().map(|(_, room)| room).take(most).collect())
    }

    fn append(&mut self, batch: &[Append]) -> Vec<Result<(), StoreError>> {
        batch.iter().map(|append| self.append_one(append)).collect()
    }

    fn may_block(&self) -> bool {
        false
    }

    fn load(&mut self, room: RoomId) -> Result<Stored, StoreError> {
        let Some(kept) = self.rooms.get(&room) else {
            return Ok(Stored::default());
        };
        kept.check(room)?;
        Ok(Stored {
            kind: kept.kind,
            events: kept.events.to_vec(),
            left: kept.left,
        })
    }

    fn live(&mut self, start: Millis) -> Result<Vec<LiveRoom>, StoreError> {
        let mut live = Vec::new();
        for (&room, kept) in &mut self.rooms {
            if let (Kind::Room, Some(wake_after), None) =
                (kept.kind, kept.wake_after, &kept.problem)
            {
                let left = kept.left.map_or(start, |left| left.min(start));
                kept.left = Some(left);
                live.push(LiveRoom {
                    room,
                    due: left + wake_after,
                });
            }
        }
        live.sort_by_key(|live| (live.due, live.room));
        Ok(live)
    }

    fn tournaments(&mut self, most: usize) -> Result<Vec<RoomId>, StoreError> {
        let tournaments = self
            .rooms
            .iter()
            .filter(|(_, kept)| kept.kind == Kind::Tournament && kept.problem.is_none());
        let mut codes: Vec<_> = tournaments
            .map(|(code, kept)| {
                (
                    kept.wake_after.is_none(),
                    Reverse(kept.events.last()),
                    *code,
                )
            })
            .collect();
        codes.sort_unstable();
        let live = codes.iter().filter(|(is_over, ..)| !is_over).count();
        codes.truncate(live + most);
        Ok(codes.into_iter().map(|(.., code)| code).collect())
    }

    fn rest(&mut self, rooms: &[Rest]) -> Result<(), StoreError> {
        for rest in rooms {
            let Some(kept) = self.rooms.get_mut(&rest.room) else {
                continue;
            };
            if kept.problem.is_some() {
                continue;
            }
            kept.left = rest.left;
            if kept.wake_after.is_none() {
                self.rooms.remove(&rest.room);
            }
        }
        Ok(())
    }

    fn quarantine(&mut self, room: RoomId, problem: &str) -> Result<(), StoreError> {
        self.rooms.entry(room).or_default().problem = Some(problem.to_owned());
        Ok(())
    }

    fn prune(
        &mut self,
        before: Millis,
        spared: &BTreeSet<RoomId>,
        _: &mut Pruning,
    ) -> Result<Pruned, StoreError> {
        let rooms = self.rooms.len();
        self.rooms.retain(|room, kept| {
            let is_old = kept.events.last().is_some_and(|at| at < before);
            let is_over = kept.wake_after.is_none() && kept.problem.is_none();
            !is_old || !is_over || spared.contains(room) || kept.kind == Kind::Tournament
        });
        let rooms = rooms - self.rooms.len();
        let is_done = true;
        Ok(Pruned { rooms, is_done })
    }

    fn probe(&mut self) -> Result<(), StoreError> {
        Ok(())
    }
}
