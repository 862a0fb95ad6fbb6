//! Code -> room: opens rooms, finds them, brings them back from the store, lets them go.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use protocol::clock::Millis;
use protocol::id::{RoomId, Seq, Token};
use protocol::message::Role;
use protocol::refusal::Refusal;
use protocol::rules::Variant;
use protocol::side::{BySide, Side};
use protocol::spec::{ClockSpec, GameSpec, SeatSpec};
use room::{Command, Creator, Event, Opening, Room};
use tokio_util::task::TaskTracker;
use tracing::{Instrument, error, info, info_span};

use crate::actor::{Entry, Part, Retired, RoomActor, RoomHandle, TaskNumber, internal};
use crate::bots;
use crate::config::Config;
use crate::engines::Engines;
use crate::lobby::Lobby;
use crate::people::People;
use crate::store::writer::StoreHandle;
use crate::store::{Append, LiveRoom, StoreError};
use crate::thinkers::Thinkers;
use crate::time::Time;

/// What every task of the server has a share in.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) config: Config,
    pub(crate) time: Time,
    pub(crate) people: Arc<People>,
    pub(crate) lobby: Lobby,
    pub(crate) store: StoreHandle,
    pub(crate) thinkers: Thinkers,
    pub(crate) engines: Arc<Engines>,
}

/// The rooms of the server.
#[derive(Debug)]
pub(crate) struct Directory {
    shared: Arc<Shared>,
    rooms: Mutex<HashMap<RoomId, RoomHandle>>,
    /// Held while a room is brought back, so that nothing is brought back twice.
    reviving: tokio::sync::Mutex<()>,
    /// Held during a quick match, so that of two who ask at once one opens and the other joins.
    matching: tokio::sync::Mutex<()>,
    tasks: TaskTracker,
    closing: AtomicBool,
}

/// Tries before a free code is given up on: with every room of the limit open, one in 50,000 fails.
const CODE_TRIES: usize = 10;

impl Directory {
    /// No rooms yet.
    pub(crate) fn new(shared: Arc<Shared>) -> Arc<Self> {
        Arc::new(Self {
            shared,
            rooms: Mutex::default(),
            reviving: tokio::sync::Mutex::default(),
            matching: tokio::sync::Mutex::default(),
            tasks: TaskTracker::new(),
            closing: AtomicBool::new(false),
        })
    }

    /// What rooms and sessions share.
    pub(crate) fn shared(&self) -> &Arc<Shared> {
        &self.shared
    }

    /// Brings back every room whose game goes on.
    pub(crate) async fn revive_all(self: &Arc<Self>) -> Result<usize, StoreError> {
        let live = self.shared.store.live(self.shared.time.now()).await?;
        let mut revived = 0;
        for LiveRoom { room, .. } in live {
            match self.find(room).await {
                Ok(_) => revived += 1,
                Err(refusal) => error!(%room, %refusal, "cannot bring the room back"),
            }
        }
        Ok(revived)
    }

    /// Opens a room. `entry` is who opens it, as the player of a seat or as a spectator.
    pub(crate) async fn open(
        self: &Arc<Self>,
        mut spec: GameSpec,
        mut seats: BySide<SeatSpec>,
        shuffle: bool,
        entry: Option<Entry>,
    ) -> Result<RoomHandle, Refusal> {
        self.may_open()?;
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
        let now = self.shared.time.now();
        let recorded: Vec<_> = events.into_iter().map(|event| (now, event)).collect();
        let id = self.store_new(&recorded, kept).await?;
        let room = Room::replay(id, recorded.iter().map(|(at, event)| (*at, event)))
            .map_err(|error| internal(&StoreError::Failed(error.to_string())))?;
        info!(room = %id, variant = %room.spec().variant, "opened");
        Ok(self.start(room, kept, entry))
    }

    /// Finds a code that is free and stores the first events under it.
    async fn store_new(&self, recorded: &[(Millis, Event)], kept: bool) -> Result<RoomId, Refusal> {
        for _ in 0..CODE_TRIES {
            let id = RoomId::from_draw(rand::random());
            if self.rooms().contains_key(&id) {
                continue;
            }
            if !kept {
                return Ok(id);
            }
            let append = Append {
                room: id,
                expected: Seq(0),
                events: recorded
                    .iter()
                    .filter(|(_, event)| event.is_durable())
                    .cloned()
                    .collect(),
                wake_after: Some(Millis::ZERO),
            };
            match self.shared.store.append(append).await {
                Ok(()) => return Ok(id),
                // The code is taken, if only by a room that is damaged.
                Err(StoreError::Fenced { .. } | StoreError::Damaged { .. }) => {}
                Err(error @ StoreError::Failed(_)) => return Err(internal(&error)),
            }
        }
        Err(Refusal::Full {
            what: "no room code is free".to_owned(),
        })
    }

    fn may_open(&self) -> Result<(), Refusal> {
        if self.closing.load(Ordering::Relaxed) {
            return Err(Refusal::ShuttingDown);
        }
        if self.rooms().len() >= self.shared.config.rooms {
            return Err(Refusal::Full {
                what: format!("{} rooms are open", self.shared.config.rooms),
            });
        }
        Ok(())
    }

    /// The room of this code, brought back from the store if it is only there.
    pub(crate) async fn find(self: &Arc<Self>, id: RoomId) -> Result<RoomHandle, Refusal> {
        if let Some(handle) = self.in_memory(id) {
            return Ok(handle);
        }
        let _one_at_a_time = self.reviving.lock().await;
        if let Some(handle) = self.in_memory(id) {
            return Ok(handle);
        }
        self.may_open()?;
        let stored = self
            .shared
            .store
            .load(id)
            .await
            .map_err(|error| internal(&error))?
            .events;
        if stored.is_empty() {
            return Err(Refusal::NoSuchRoom { room: id });
        }
        let replayed = Room::replay(id, stored.iter().map(|(at, event)| (*at, event)));
        let mut room = match replayed {
            Ok(room) => room,
            Err(error) => {
                let problem = error.to_string();
                self.shared.store.set_aside(id, problem.clone()).await;
                return Err(internal(&StoreError::Damaged { room: id, problem }));
            }
        };
        if room.is_closed() {
            return Err(Refusal::NoSuchRoom { room: id });
        }
        self.resume(&mut room).await?;
        info!(room = %id, plies = room.summary(self.shared.time.now()).plies, "brought back");
        Ok(self.start(room, true, None))
    }

    /// Tells a room that just came from the store that the server was away.
    async fn resume(&self, room: &mut Room) -> Result<(), Refusal> {
        let now = self.shared.time.now();
        let events = room.decide(now, &Command::Resume)?;
        let append = Append {
            room: room.id(),
            expected: room.seq(),
            events: events
                .iter()
                .filter(|event| event.is_durable())
                .map(|event| (now, event.clone()))
                .collect(),
            wake_after: room.is_live().then_some(Millis::ZERO),
        };
        if !append.events.is_empty() {
            let stored = self.shared.store.append(append).await;
            stored.map_err(|error| internal(&error))?;
        }
        for event in &events {
            room.apply(now, event);
        }
        Ok(())
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
                Err(Retired) => self.forget(id, handle.task()),
            }
        }
    }

    /// Joins a room of this game where somebody waits, or opens one and waits there. The rooms in
    /// `holding` are left out: it is the same person who waits there.
    pub(crate) async fn quick(
        self: &Arc<Self>,
        variant: Variant,
        clock: Option<ClockSpec>,
        holding: &[RoomId],
        entry: impl Fn(Part) -> Entry,
    ) -> Result<RoomHandle, Refusal> {
        let _one_at_a_time = self.matching.lock().await;
        let mut inviting = self.shared.lobby.inviting(variant, clock);
        inviting.retain(|room| !holding.contains(room));
        for room in inviting {
            if let Ok(handle) = self.enter(room, &Role::Player, &entry).await {
                return Ok(handle);
            }
        }
        let spec = GameSpec {
            clock,
            ..GameSpec::new(variant)
        };
        let seats = BySide {
            first: SeatSpec::Me,
            second: SeatSpec::Open,
        };
        let entry = entry(Part::Player(Token(rand::random())));
        self.open(spec, seats, true, Some(entry)).await
    }

    /// Opens no more rooms.
    pub(crate) fn close(&self) {
        self.closing.store(true, Ordering::Relaxed);
    }

    /// Lets every room finish what it was asked, and waits for that.
    pub(crate) async fn drain(&self) {
        self.rooms().clear();
        self.tasks.close();
        self.tasks.wait().await;
    }

    fn start(self: &Arc<Self>, room: Room, kept: bool, opener: Option<Entry>) -> RoomHandle {
        let id = room.id();
        let (handle, actor) = RoomActor::new(room, kept, opener, Arc::clone(&self.shared));
        self.rooms().insert(id, handle.clone());
        let directory = Arc::downgrade(self);
        let task = handle.task();
        let span = info_span!("room", room = %id);
        self.tasks.spawn(
            async move {
                actor.run().await;
                if let Some(directory) = directory.upgrade() {
                    directory.forget(id, task);
                }
            }
            .instrument(span),
        );
        handle
    }

    /// Takes the room out of the list, unless a newer task has its place.
    fn forget(&self, id: RoomId, task: TaskNumber) {
        let mut rooms = self.rooms();
        if rooms.get(&id).is_some_and(|handle| handle.task() == task) {
            rooms.remove(&id);
        }
    }

    fn in_memory(&self, id: RoomId) -> Option<RoomHandle> {
        self.rooms().get(&id).cloned()
    }

    fn rooms(&self) -> std::sync::MutexGuard<'_, HashMap<RoomId, RoomHandle>> {
        self.rooms.lock().expect("no holder panics")
    }
}
