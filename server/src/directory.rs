//! Code -> room: opens rooms, finds them, brings them back from the store, lets them go.

mod index;

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, Weak};

use protocol::clock::Millis;
use protocol::id::{RoomId, Token};
use protocol::message::Role;
use protocol::refusal::Refusal;
use protocol::rules::Variant;
use protocol::side::{BySide, Side};
use protocol::spec::{ClockSpec, GameSpec, SeatSpec};
use room::{Command, Creator, Event, Opening, Room};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{Instrument, error, info, info_span, warn};

use self::index::{Asleep, Index};
use crate::actor::{Entry, Part, Retired, RoomActor, RoomHandle, TaskNumber};
use crate::bots;
use crate::persistence::{self, Loaded};
use crate::shared::Shared;
use crate::store::{LiveRoom, StoreError};
use crate::time::until;

/// The rooms of the server.
#[derive(Debug)]
pub(crate) struct Directory {
    shared: Arc<Shared>,
    /// The server's start: the outage before it ended then for every room.
    started: Millis,
    /// Those in memory.
    rooms: Mutex<HashMap<RoomId, RoomHandle>>,
    /// The unfinished ones that are only stored.
    asleep: Mutex<Index>,
    asleep_changed: Notify,
    /// One of these is held while a room is brought back, so that nothing is brought back twice and rooms
    /// that are asked for at once share a commit.
    reviving: [tokio::sync::Mutex<()>; REVIVALS],
    /// Held during a quick match, so that of two who ask at once one opens and the other joins.
    matching: tokio::sync::Mutex<()>,
    tasks: TaskTracker,
    closing: AtomicBool,
    draining: CancellationToken,
}

/// The room that a quick match led to.
#[derive(Debug)]
pub(crate) enum QuickMatch {
    /// Somebody waited there.
    Joined(RoomHandle),
    /// It is new.
    Opened(RoomHandle),
}

/// Tries before a free code is given up on: with every room of the limit open, one in 50,000 fails.
const CODE_TRIES: usize = 10;

/// Rooms that may be brought back at once: enough that one sync of the disk serves many.
const REVIVALS: usize = 64;

/// Idle rooms asked to make place before a full server says so: one that somebody enters just then stays.
const EVICTIONS: usize = 4;

/// Why a room is not brought back.
#[derive(Debug)]
enum NotRevived {
    /// Nobody may have it: there is none, or the server is full or stops.
    Refused(Refusal),
    /// What is stored of it, or the store itself, is not in order.
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
    /// No rooms yet.
    pub(crate) fn new(shared: Arc<Shared>) -> Arc<Self> {
        Arc::new(Self {
            started: shared.time.now(),
            shared,
            rooms: Mutex::default(),
            asleep: Mutex::default(),
            asleep_changed: Notify::new(),
            reviving: std::array::from_fn(|_| tokio::sync::Mutex::default()),
            matching: tokio::sync::Mutex::default(),
            tasks: TaskTracker::new(),
            closing: AtomicBool::new(false),
            draining: CancellationToken::new(),
        })
    }

    /// What rooms and sessions share.
    pub(crate) fn shared(&self) -> &Arc<Shared> {
        &self.shared
    }

    /// Learns which rooms are unfinished, and returns how many. None comes to memory by that.
    pub(crate) async fn read_index(&self) -> Result<usize, StoreError> {
        let live = self.shared.store.live(self.started).await?;
        let mut asleep = self.asleep();
        for LiveRoom { room, due } in &live {
            let (due, was_awake) = (*due, false);
            asleep.insert(*room, Asleep { due, was_awake });
        }
        Ok(live.len())
    }

    /// Brings rooms back when something is due in them, until `stop`.
    pub(crate) async fn revive_due(self: Arc<Self>, stop: CancellationToken) {
        loop {
            let now = self.shared.time.now();
            let due = self.asleep().due(now, REVIVALS);
            if due.is_empty() {
                let next = self.asleep().next_due();
                let moment = next.map(|next| self.shared.time.instant(next));
                tokio::select! {
                    () = stop.cancelled() => return,
                    () = self.asleep_changed.notified() => {}
                    () = until(moment) => {}
                }
                continue;
            }
            let revivals = due.into_iter().map(|room| self.revive_when_due(room));
            tokio::select! {
                () = stop.cancelled() => return,
                _ = futures::future::join_all(revivals) => {}
            }
        }
    }

    async fn revive_when_due(self: &Arc<Self>, room: RoomId) {
        match self.in_memory_or_stored(room).await {
            Ok(_) => {}
            Err(NotRevived::Refused(Refusal::NoSuchRoom { .. })) => {
                self.asleep().remove(room);
            }
            Err(NotRevived::Store(error @ StoreError::Damaged { .. })) => {
                error!(%room, %error, "the room is set aside");
                self.asleep().remove(room);
            }
            Err(problem) => {
                warn!(%room, ?problem, "the room cannot be brought back now");
                let retry = self.shared.config.revive_retry.as_millis() as u64;
                let again = self.shared.time.now() + Millis(retry);
                self.asleep().put_off(room, again);
            }
        }
    }

    /// Opens a room. `entry` is who opens it, as the player of a seat or as a spectator.
    pub(crate) async fn open(
        self: &Arc<Self>,
        mut spec: GameSpec,
        mut seats: BySide<SeatSpec>,
        shuffle: bool,
        entry: Option<Entry>,
    ) -> Result<RoomHandle, Refusal> {
        self.make_place().await?;
        for side in Side::BOTH {
            if let SeatSpec::Bot { bot } = &mut seats[side] {
                *bot = bots::check(self.shared.engines.list(), bot, spec.variant)?;
            }
        }
        let kept = entry.is_some();
        if !kept {
            // A room that nobody opened is the exhibition: everybody may see it.
            spec.listed = true;
        }
        let opening = Opening {
            spec,
            seats,
            shuffle,
            creator: entry.as_ref().map(|entry| Creator {
                who: entry.who,
                name: entry.name.clone(),
                seal: match entry.part {
                    Part::Player(token) | Part::Returning(token) => token.seal(),
                    Part::Spectator => Token(rand::random()).seal(),
                },
            }),
            timing: self.shared.config.timing,
            draw: rand::random(),
        };
        let events = Room::open(&opening)?;
        let room = self.create(&events, kept).await?;
        info!(room = %room.id(), variant = %room.spec().variant, "opened");
        Ok(self.start(room, kept, entry))
    }

    /// The room of these first events, stored under a code that is free.
    async fn create(&self, events: &[Event], kept: bool) -> Result<Room, Refusal> {
        let now = self.shared.time.now();
        for _ in 0..CODE_TRIES {
            let id = RoomId::from_draw(rand::random());
            if self.rooms().contains_key(&id) {
                continue;
            }
            let room = Room::replay(id, events.iter().map(|event| (now, event)))
                .map_err(|error| StoreError::Failed(error.to_string()).to_refusal())?;
            if !kept {
                return Ok(room);
            }
            match persistence::create(&self.shared.store, &room, now, events).await {
                Ok(()) => return Ok(room),
                // The code of a room that is stored already.
                Err(StoreError::Fenced { .. } | StoreError::Damaged { .. }) => {}
                Err(error @ StoreError::Failed(_)) => return Err(error.to_refusal()),
            }
        }
        Err(Refusal::Full {
            what: "no room code is free".to_owned(),
        })
    }

    /// Sees to it that one more room may come to memory. Rooms with nobody in them make place.
    async fn make_place(&self) -> Result<(), Refusal> {
        let most = self.shared.config.rooms;
        for _ in 0..=EVICTIONS {
            if self.closing.load(Ordering::Relaxed) {
                return Err(Refusal::ShuttingDown);
            }
            let idle = {
                let rooms = self.rooms();
                if rooms.len() < most {
                    return Ok(());
                }
                rooms.values().find(|handle| handle.is_idle()).cloned()
            };
            let Some(idle) = idle else { break };
            idle.unload().await;
        }
        Err(Refusal::Full {
            what: format!("{most} rooms are open"),
        })
    }

    /// The room of this code, brought back from the store if it is only there.
    pub(crate) async fn find(self: &Arc<Self>, id: RoomId) -> Result<RoomHandle, Refusal> {
        match self.in_memory_or_stored(id).await {
            Ok(handle) => Ok(handle),
            Err(NotRevived::Refused(refusal)) => Err(refusal),
            Err(NotRevived::Store(error)) => Err(error.to_refusal()),
        }
    }

    async fn in_memory_or_stored(self: &Arc<Self>, id: RoomId) -> Result<RoomHandle, NotRevived> {
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
        self.make_place().await?;
        let room = self.revive(id).await?;
        info!(room = %id, plies = room.summary(self.shared.time.now()).plies, "brought back");
        self.asleep().remove(id);
        Ok(self.start(room, true, None))
    }

    /// The room as the store has it, told of the outage if it has not been.
    async fn revive(&self, id: RoomId) -> Result<Room, NotRevived> {
        let (store, now) = (&self.shared.store, self.shared.time.now());
        let loaded = persistence::load(store, id, now).await?;
        let loaded = loaded.filter(|loaded| !loaded.room.is_closed());
        let Some(Loaded {
            mut room,
            left,
            last,
        }) = loaded
        else {
            return Err(Refusal::NoSuchRoom { room: id }.into());
        };
        if !room.is_live() {
            // Whoever was in it when the server stopped may still ask for a rematch.
            if last + self.shared.config.timing.lingering <= now {
                room.archive();
            }
            return Ok(room);
        }
        if let Some(left) = left {
            room.set_deserted(left);
        }
        let asleep = self.asleep().get(id);
        if asleep.is_none_or(|asleep| !asleep.was_awake) {
            let events = room.decide(self.started, &Command::Resume)?;
            persistence::commit(store, &room, self.started, &events).await?;
            for event in &events {
                room.apply(self.started, event);
            }
            // A bot that is to move could not think before the room was here.
            room.skip_time(self.started, now);
        }
        Ok(room)
    }

    /// Lets somebody into a room.
    pub(crate) async fn enter(
        self: &Arc<Self>,
        id: RoomId,
        role: &Role,
        entry: impl Fn(Part) -> Entry,
    ) -> Result<RoomHandle, Refusal> {
        let part = match role {
            Role::Player => Part::Player(Token(rand::random())),
            Role::Spectator => Part::Spectator,
            Role::Seat { token } => Part::Returning(*token),
        };
        // A room may leave memory between finding it and asking it; then it is found anew.
        loop {
            let handle = self.find(id).await?;
            match handle.enter(entry(part), self.shared.time.now()).await {
                Ok(Ok(())) => return Ok(handle),
                Ok(Err(refusal)) => return Err(refusal),
                Err(Retired) => handle.gone().await,
            }
        }
    }

    /// Joins a room of this game where somebody waits, or opens one and waits there. The rooms in
    /// `holding` are left out: it is the same person who waits there. `may_open` is asked only where
    /// nobody waits.
    pub(crate) async fn quick(
        self: &Arc<Self>,
        variant: Variant,
        clock: Option<ClockSpec>,
        holding: &[RoomId],
        may_open: Result<(), Refusal>,
        entry: impl Fn(Part) -> Entry,
    ) -> Result<QuickMatch, Refusal> {
        let _one_at_a_time = self.matching.lock().await;
        let mut inviting = self.shared.lobby.inviting(variant, clock);
        inviting.retain(|room| !holding.contains(room));
        for room in inviting {
            if let Ok(handle) = self.enter(room, &Role::Player, &entry).await {
                return Ok(QuickMatch::Joined(handle));
            }
        }
        may_open?;
        let spec = GameSpec {
            clock,
            ..GameSpec::new(variant)
        };
        let seats = BySide {
            first: SeatSpec::Me,
            second: SeatSpec::Open,
        };
        let entry = entry(Part::Player(Token(rand::random())));
        let opened = self.open(spec, seats, true, Some(entry)).await?;
        Ok(QuickMatch::Opened(opened))
    }

    /// Opens no more rooms.
    pub(crate) fn close(&self) {
        self.closing.store(true, Ordering::Relaxed);
    }

    /// Lets every room finish what it was asked and store what a restart would forget, and waits for that.
    pub(crate) async fn drain(&self) {
        self.draining.cancel();
        self.tasks.close();
        self.tasks.wait().await;
    }

    fn start(self: &Arc<Self>, room: Room, kept: bool, opener: Option<Entry>) -> RoomHandle {
        let id = room.id();
        let (handle, actor) = RoomActor::new(room, kept, opener, Arc::clone(&self.shared));
        self.rooms().insert(id, handle.clone());
        // In this order: who sees the room in the lobby finds it.
        actor.show_in_lobby();
        let ending = Ending {
            directory: Arc::downgrade(self),
            room: id,
            task: handle.task(),
            gone: handle.gone_token(),
        };
        let stop = self.draining.clone();
        self.tasks.spawn(
            async move {
                let room = actor.run(stop).await;
                if let Some(directory) = ending.directory.upgrade() {
                    directory.put_to_sleep(&room, kept);
                }
                drop(ending);
            }
            .instrument(info_span!("room", room = %id)),
        );
        handle
    }

    /// Notes when an unfinished room that leaves memory must come back by itself.
    fn put_to_sleep(&self, room: &Room, kept: bool) {
        let Some(span) = room.wake_after(&[]).filter(|_| kept) else {
            return;
        };
        let left = room.deserted().unwrap_or_else(|| self.shared.time.now());
        let asleep = Asleep {
            due: left + span,
            was_awake: true,
        };
        self.asleep().insert(room.id(), asleep);
        self.asleep_changed.notify_one();
    }

    /// Takes the room out of the list and the lobby, unless a newer task has its place.
    fn forget(&self, id: RoomId, task: TaskNumber) {
        let mut rooms = self.rooms();
        if rooms.get(&id).is_some_and(|handle| handle.task() == task) {
            rooms.remove(&id);
            // Under the lock: a newer task of the room shows it only after.
            self.shared.lobby.hide(id);
        }
    }

    /// How many rooms are in memory.
    #[cfg(test)]
    pub(crate) fn in_memory_count(&self) -> usize {
        self.rooms().len()
    }

    fn in_memory(&self, id: RoomId) -> Option<RoomHandle> {
        self.rooms().get(&id).cloned()
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<RoomId, RoomHandle>> {
        self.rooms.lock().expect("no holder panics")
    }

    fn asleep(&self) -> MutexGuard<'_, Index> {
        self.asleep.lock().expect("no holder panics")
    }
}

/// Takes a room out of the directory when its task ends, were it by a panic.
struct Ending {
    directory: Weak<Directory>,
    room: RoomId,
    task: TaskNumber,
    gone: CancellationToken,
}

impl Drop for Ending {
    fn drop(&mut self) {
        if let Some(directory) = self.directory.upgrade() {
            directory.forget(self.room, self.task);
        }
        self.gone.cancel();
    }
}
