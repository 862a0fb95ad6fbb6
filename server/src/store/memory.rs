//! Keeps rooms for as long as the server runs, and no longer.

use std::collections::HashMap;

use protocol::id::{RoomId, Seq};

use super::{Append, Recorded, Store, StoreError};

/// Rooms in memory.
#[derive(Debug, Default)]
pub(super) struct Memory {
    rooms: HashMap<RoomId, Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    events: Vec<Recorded>,
    live: bool,
}

impl Store for Memory {
    fn append(&mut self, batch: &[Append]) -> Vec<Result<(), StoreError>> {
        batch
            .iter()
            .map(|append| {
                let kept = self.rooms.entry(append.room).or_default();
                let stored = Seq(kept.events.len() as u32);
                if stored != append.expected {
                    return Err(StoreError::Fenced {
                        room: append.room,
                        expected: append.expected,
                        stored,
                    });
                }
                kept.events.extend(append.events.iter().cloned());
                kept.live = append.live;
                Ok(())
            })
            .collect()
    }

    fn load(&mut self, room: RoomId) -> Result<Vec<Recorded>, StoreError> {
        Ok(self
            .rooms
            .get(&room)
            .map(|kept| kept.events.clone())
            .unwrap_or_default())
    }

    fn unfinished(&mut self) -> Result<Vec<RoomId>, StoreError> {
        Ok(self
            .rooms
            .iter()
            .filter(|(_, kept)| kept.live)
            .map(|(&room, _)| room)
            .collect())
    }
}
