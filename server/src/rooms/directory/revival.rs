//! Rooms that come back from the store: when somebody asks for one, and when something is due in it.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures::FutureExt as _;
use protocol::id::RoomId;
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use room::{Command, Room};
use tokio_util::sync::CancellationToken;
use tracing::{error, info, warn};

use super::Directory;
use super::index::Asleep;
use crate::base::time::until;
use crate::rooms::actor::RoomHandle;
use crate::rooms::persistence::{self, Loaded};
use crate::store::{LiveRoom, StoreError};

/// Rooms that may be loaded at once: enough for one sync of the disk to serve many.
pub(super) const REVIVALS: usize = 64;

/// Most doublings of the time after which a room that broke is loaded again: six hours with the default.
const MOST_DOUBLINGS: u32 = 12;

/// Reason for which a room is not loaded.
#[derive(Debug)]
pub(super) enum NotRevived {
    /// The request is refused: there is no such room, or the server is full or stops.
    Refused(Refusal),
    /// The stored events, or the store itself, are at fault.
    Store(StoreError),
}

impl From<Refusal> for NotRevived {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<StoreError> for NotRevived {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl Directory {
    /// Reads the index of unfinished rooms, and returns their number. It loads none of them.
    pub(crate) async fn read_index(&self) -> Result<usize, StoreError> {
        let live = self.shared.store.live(self.started).await?;
        let mut asleep = self.asleep();
        for LiveRoom { room, due } in &live {
            let (due, outage) = (*due, Some(self.started));
            asleep.insert(*room, Asleep { due, outage });
        }
        Ok(live.len())
    }

    /// Loads rooms when something is due in them, until `stop`.
    pub(crate) async fn revive_due(self: Arc<Self>, stop: CancellationToken) {
        loop {
            let now = self.shared.time.now();
            let due = self.asleep().due(now, REVIVALS);
            if due.is_empty() {
                let next = self.asleep().next_due();
                let moment = next.map(|next| self.shared.time.instant(next));
                tokio::select! {
                    biased;
                    () = stop.cancelled() => return,
                    () = self.asleep_changed.notified() => {}
                    () = until(moment) => {}
                }
                continue;
            }
            let revivals = due
                .into_iter()
                .map(|room| self.revive_unless_it_breaks(room));
            tokio::select! {
                biased;
                () = stop.cancelled() => return,
                _ = futures::future::join_all(revivals) => {}
            }
        }
    }

    /// Loads a room when something is due in it. A panic is told by its hook, and is that room's: all others wait for
    /// the task that does this.
    async fn revive_unless_it_breaks(self: &Arc<Self>, room: RoomId) {
        let revival = AssertUnwindSafe(self.revive_when_due(room)).catch_unwind();
        if revival.await.is_err() {
            let again = self.after_break(room);
            self.asleep().put_off(room, again);
        }
    }

    async fn revive_when_due(self: &Arc<Self>, room: RoomId) {
        match self.in_memory_or_stored(room, false).await {
            Ok(_) => {}
            Err(
                NotRevived::Refused(Refusal::NoSuchRoom { .. })
                | NotRevived::Store(StoreError::Elsewhere { .. }),
            ) => {
                self.asleep().remove(room);
            }
            Err(NotRevived::Store(error @ StoreError::Damaged { .. })) => {
                error!(%room, %error, "the room does not come back");
                self.asleep().remove(room);
            }
            Err(problem) => {
                warn!(%room, ?problem, "the room cannot be brought back now");
                let again = self.retry_at(0);
                self.asleep().put_off(room, again);
            }
        }
    }

    fn retry_at(&self, doublings: u32) -> Millis {
        let retry = self.shared.config.revive_retry.as_millis() as u64;
        self.shared.time.now() + Millis::from_millis(retry << doublings)
    }

    /// Returns the moment at which a room that broke is loaded again: soon for the first time, and then after twice as
    /// long each time, so that one that always breaks takes little of the server and of its disk.
    fn after_break(&self, room: RoomId) -> Millis {
        let mut asleep = self.asleep();
        let now = self.shared.time.now();
        let again = self.retry_at(asleep.breaks(room, now).min(MOST_DOUBLINGS));
        asleep.note_break(room, now, again);
        again
    }

    /// Returns a room, which is loaded if it is only stored. `for_host` alone it is loaded beyond the limit, and though
    /// it broke again and its time has not come.
    pub(super) async fn in_memory_or_stored(
        self: &Arc<Self>,
        id: RoomId,
        for_host: bool,
    ) -> Result<RoomHandle, NotRevived> {
        if let Some(handle) = self.in_memory(id) {
            return Ok(handle);
        }
        let mut hasher = DefaultHasher::new();
        id.hash(&mut hasher);
        let _once = self.reviving[hasher.finish() as usize % REVIVALS]
            .lock()
            .await;
        if let Some(handle) = self.in_memory(id) {
            return Ok(handle);
        }
        if !for_host && self.asleep().is_put_off(id, self.shared.time.now()) {
            return Err(
                StoreError::Failed("the room broke again, and is put off".to_owned()).into(),
            );
        }
        let loaded = self.load(id).await?;
        // Not before, so that no room leaves memory for a code that leads nowhere.
        match self.make_place().await {
            Err(Refusal::Full { .. }) if for_host => {}
            made => made?,
        }
        let room = self.revive(loaded).await?;
        info!(room = %id, plies = room.summary(self.shared.time.now()).plies, "brought back");
        Ok(self.start(room, true, None))
    }

    /// Loads the room from the store, unless it is closed.
    async fn load(&self, id: RoomId) -> Result<Loaded, NotRevived> {
        let now = self.shared.time.now();
        let stored = self.load_stored(id).await?;
        let loaded = persistence::read(&self.shared.store, id, now, &stored).await?;
        let loaded = loaded.filter(|loaded| !loaded.room.is_closed());
        loaded.ok_or_else(|| Refusal::NoSuchRoom { room: id }.into())
    }

    /// Returns the room that was loaded, with the outage applied unless it was already.
    async fn revive(&self, loaded: Loaded) -> Result<Room, NotRevived> {
        let (store, now) = (&self.shared.store, self.shared.time.now());
        let Loaded {
            mut room,
            left,
            last,
        } = loaded;
        if !room.is_live() {
            room.set_away(last.max(self.started));
            // Those who were in it when the server stopped may still ask for a rematch.
            if last + self.shared.config.timing.lingering <= now {
                room.archive();
            }
            return Ok(room);
        }
        if let Some(left) = left {
            room.set_deserted(left);
        }
        // A room that the index does not have was put there by somebody else, just now as far as this server knows.
        let asleep = self.asleep().get(room.id());
        if let Some(end) = asleep.map_or(Some(now), |asleep| asleep.outage) {
            let events = room.decide(end, &Command::Resume)?;
            persistence::commit(store, &room, end, &events).await?;
            for event in &events {
                room.apply(end, event);
            }
            // A bot that is to move could not search before the room was loaded.
            room.skip_time(end, now);
        }
        Ok(room)
    }

    /// Waits until a room that has not answered has left memory, and can be looked up anew.
    ///
    /// # Errors
    ///
    /// [`Refusal::Internal`] if it broke: the same request may break it each time.
    pub(crate) async fn gone(&self, room: &RoomHandle) -> Result<(), Refusal> {
        room.gone().await;
        if room.is_broken() {
            return Err(self.refuse(&StoreError::Failed("the room broke".to_owned())));
        }
        Ok(())
    }

    /// Notes the moment at which an unfinished room that leaves memory must be loaded again.
    pub(super) fn put_to_sleep(&self, room: &Room) {
        let Some(span) = room.wake_after(&[]) else {
            return;
        };
        let left = room.deserted().unwrap_or_else(|| self.shared.time.now());
        let asleep = Asleep {
            due: left + span,
            outage: None,
        };
        self.asleep().insert(room.id(), asleep);
        self.asleep_changed.notify_one();
    }

    /// Notes that a stored room broke: it is loaded again by itself, and by then nobody is charged or was away.
    pub(super) fn note_broken(&self, room: RoomId) {
        let asleep = Asleep {
            due: self.after_break(room),
            outage: Some(self.shared.time.now()),
        };
        self.asleep().insert(room, asleep);
        self.asleep_changed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use protocol::id::Seq;
    use protocol::view::{Outcome, Reason, Seat};
    use room::Event;

    use super::*;
    use crate::config::Config;
    use crate::rooms::actor::Part;
    use crate::store;
    use crate::store::{Append, Store};
    use crate::testing;

    /// Stores a game that ended at a moment, and returns its room.
    fn store_game_over(store: &mut dyn Store, at: Millis) -> RoomId {
        let room = RoomId::from_draw(1);
        let outcome = Outcome {
            winner: None,
            reason: Reason::Agreement,
            line: Vec::new(),
        };
        let events = testing::begun_game()
            .into_iter()
            .chain([Event::Over { outcome }]);
        let events = events.map(|event| (at, event));
        let events: Vec<_> = events.collect();
        let append = Append::to_room(room, Seq(0), &events, None);
        store.append(&[append]).pop().unwrap().unwrap();
        room
    }

    /// It put another room out of memory, or was told that the server is full.
    #[tokio::test(start_paused = true)]
    async fn a_code_of_no_room_is_told_on_a_full_server_too_and_costs_no_room_its_place() {
        let mut store = store::memory();
        let over = store_game_over(&mut *store, testing::time().now());
        let config = Config {
            rooms: 1,
            ..Config::default()
        };
        let directory = testing::directory(config, store);
        let idle = directory.find(over).await.unwrap();
        idle.look().await.unwrap();
        let nowhere = RoomId::from_draw(2);
        let find = async || directory.find(nowhere).await.map(|handle| handle.room());
        let no_such_room = Refusal::NoSuchRoom { room: nowhere };
        assert_eq!(find().await, Err(no_such_room.clone()));
        assert!(idle.look().await.is_ok(), "it is in memory still");
        // Somebody is in it.
        let (entry, _outgoing) = testing::entry(1, Part::Spectator);
        idle.enter(entry, directory.shared.time.now())
            .await
            .unwrap()
            .unwrap();
        assert_eq!(find().await, Err(no_such_room));
    }

    /// It stayed until the clock had caught up.
    #[tokio::test(start_paused = true)]
    async fn a_game_that_ended_by_a_clock_that_was_ahead_leaves_memory_like_any_other() {
        let mut store = store::memory();
        let in_a_year = testing::time().now() + Millis::from_secs(365 * 24 * 3600);
        let room = store_game_over(&mut *store, in_a_year);
        let directory = testing::directory(Config::default(), store);
        directory.find(room).await.unwrap();
        assert_eq!(directory.in_memory_count(), 1);
        tokio::time::sleep(Duration::from_mins(11)).await;
        assert_eq!(directory.in_memory_count(), 0);
    }

    /// The time in which no server ran counted, and all of the game with it.
    #[tokio::test]
    async fn players_of_a_game_that_is_over_are_away_since_the_start_of_the_server() {
        let mut store = store::memory();
        let an_hour_before = testing::time().now() - Millis::from_secs(3600);
        let room = store_game_over(&mut *store, an_hour_before);
        let directory = testing::directory(Config::default(), store);
        let found = directory.find(room).await.unwrap();
        let seats = found.look().await.unwrap().seats;
        for seat in [seats.first, seats.second] {
            let Seat::Human {
                away: Some(away), ..
            } = seat
            else {
                panic!("{seat:?}");
            };
            assert!(away < Millis::from_secs(600), "{away}");
        }
    }
}
