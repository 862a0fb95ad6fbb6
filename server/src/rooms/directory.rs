//! The directory of rooms by code: opens them, finds them, loads them from the store, lets them go.
//!
//! An empty room leaves memory after ten minutes, or at once if another room needs its slot, unless a clock,
//! a bot or an open seat keeps it. A finished game is loaded again as an archive, in which nothing is written.
//!
//! A panic ends only the room in which it happens. The connections in that room end, so that their clients return, and
//! the room comes back from the store. The request that broke it is not repeated.

mod hand_over;
mod index;
mod keep;
mod ownership;
mod revival;
mod your_games;

use std::collections::BTreeMap;
use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, Weak};
use std::time::Duration;

use futures::FutureExt as _;
use futures::future::join_all;
use protocol::id::{PlayerId, RoomId, Token};
use protocol::message::Role;
use protocol::millis::Millis;
use protocol::refusal::{Refusal, Resource};
use protocol::rules::Variant;
use protocol::side::{BySide, Side};
use protocol::spec::{ClockSpec, GameSpec, SeatSpec};
use protocol::view::RoomSummary;
use room::{Creator, Event, Occupant, Opening, Room, Timing};
use tokio::sync::{Notify, oneshot};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{Instrument, info, info_span};

use self::hand_over::HandOverCodes;
use self::index::Index;
use self::revival::{NotRevived, REVIVALS};
use crate::bots;
use crate::people::person::Person;
use crate::rooms::actor::{Entry, Part, Request, Retired, RoomHandle, RoomTask, TaskNumber};
use crate::rooms::persistence;
use crate::rooms::shared::Shared;
use crate::store::StoreError;

/// Longest wait for the row of a room: one that waits for a disk that hangs holds up nobody who looks at all of them.
const LOOK: Duration = Duration::from_secs(1);

/// The rooms of the server.
#[derive(Debug)]
pub(crate) struct Directory {
    shared: Arc<Shared>,
    /// Start of the server, at which the outage before it ended for every room.
    started: Millis,
    /// Rooms in memory, in the order in which one is looked for that makes space.
    rooms: Mutex<BTreeMap<RoomId, RoomHandle>>,
    /// Codes for the seats of rooms in memory. Never locked before `rooms`, if both are.
    hand_overs: Mutex<HandOverCodes>,
    /// Unfinished rooms that are only in the store.
    asleep: Mutex<Index>,
    asleep_changed: Notify,
    taken_over: Notify,
    /// Locks, one of which is held while a room is loaded, so that none is loaded twice and rooms that are
    /// asked for at once share a commit.
    reviving: [tokio::sync::Mutex<()>; REVIVALS],
    /// Held during a quick match, so that of two simultaneous requests one opens a room and the other joins
    /// it.
    matching: tokio::sync::Mutex<()>,
    tasks: TaskTracker,
    closing: AtomicBool,
    draining: CancellationToken,
    /// Ends the rooms when they are lost to other servers, or when the server is drained.
    losing: Mutex<CancellationToken>,
}

/// The game that a person wants who asks for any opponent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QuickWish {
    pub(crate) variant: Variant,
    pub(crate) clock: Option<ClockSpec>,
    /// True if a room that is opened is rated.
    pub(crate) rated: bool,
    /// True if a room that is rated is joined.
    pub(crate) joins_rated: bool,
}

/// Options of a room that is about to be opened.
#[derive(Debug)]
pub(crate) struct NewRoom {
    /// Game and options. `listed` says whether the lobby shows the room, whoever opens it.
    pub(crate) spec: GameSpec,
    /// Occupant wanted for the seat of each side.
    pub(crate) seats: BySide<SeatSpec>,
    /// True if it is drawn at random who plays first.
    pub(crate) shuffle: bool,
    /// True if the events of the room go to the store, so that it outlives its task and the server. A room
    /// that is not persistent ends with its task.
    pub(crate) persistent: bool,
    /// Person who opens the room, and takes a seat or is a spectator; none if the server opens it.
    pub(crate) opener: Option<Entry>,
}

/// Tries before the search for a free code ends: with as many rooms open as the limit allows, one in 50,000
/// fails.
const CODE_TRIES: usize = 10;

/// Idle rooms asked to make space before a new room is refused: one that somebody enters just then stays.
const EVICTIONS: usize = 4;

impl Directory {
    /// Returns a directory without rooms.
    pub(crate) fn new(shared: Arc<Shared>) -> Arc<Self> {
        let draining = CancellationToken::new();
        Arc::new(Self {
            losing: Mutex::new(draining.child_token()),
            started: shared.time.now(),
            shared,
            rooms: Mutex::default(),
            hand_overs: Mutex::default(),
            asleep: Mutex::default(),
            asleep_changed: Notify::new(),
            taken_over: Notify::new(),
            reviving: std::array::from_fn(|_| tokio::sync::Mutex::default()),
            matching: tokio::sync::Mutex::default(),
            tasks: TaskTracker::new(),
            closing: AtomicBool::new(false),
            draining,
        })
    }

    /// Returns the parts that rooms and sessions share.
    pub(crate) fn shared(&self) -> &Arc<Shared> {
        &self.shared
    }

    /// Opens a room.
    pub(crate) async fn open(self: &Arc<Self>, new: NewRoom) -> Result<RoomHandle, Refusal> {
        if self.shared.host.is_draining() {
            return Err(Refusal::ShuttingDown);
        }
        let NewRoom {
            spec,
            mut seats,
            shuffle,
            persistent,
            mut opener,
        } = new;
        for side in Side::BOTH {
            if let SeatSpec::Bot { bot } = &mut seats[side] {
                *bot = bots::check(self.shared.engines.list(), bot, spec.variant, spec.opening)?;
            }
        }
        let random = &self.shared.random;
        let holder = opener
            .as_mut()
            .and_then(|entry| entry.bind_seat_to_key(random));
        let opening = Opening {
            spec,
            seats,
            shuffle,
            creator: opener.as_ref().map(|entry| Creator {
                who: entry.who,
                name: entry.name.clone(),
                hash: match entry.part {
                    Part::Player(token) | Part::Returning(token) => token.hash(),
                    Part::Spectator | Part::Watcher => Token(random.draw()).hash(),
                },
                holder,
                key: entry.key.map(|key| key.hash()),
            }),
            timing: self.shared.config.timing,
            draw: random.draw(),
        };
        let events = Room::open(&opening)?;
        // Last, so that no room leaves memory for one that is refused.
        self.make_place().await?;
        let room = self.create(&events, persistent).await?;
        info!(room = %room.id(), variant = %room.spec().variant, "opened");
        if let Some(opener) = &opener {
            self.shared.lobby.note_opener(room.id(), opener.person);
        }
        Ok(self.start(room, persistent, opener))
    }

    /// Opens a room for two who come later, or bots that are checked: a player who has not acted for `late` loses.
    pub(crate) async fn arrange(
        self: &Arc<Self>,
        spec: GameSpec,
        late: Millis,
        players: BySide<Occupant>,
        opener: Option<Person>,
    ) -> Result<RoomHandle, Refusal> {
        if self.shared.host.is_draining() {
            return Err(Refusal::ShuttingDown);
        }
        let timing = Timing {
            first_move: late,
            ..self.shared.config.timing
        };
        let events = Room::arranged(spec, timing, self.shared.random.draw(), players);
        self.make_place().await?;
        let room = self.create(&events, true).await?;
        info!(room = %room.id(), variant = %room.spec().variant, "arranged");
        if let Some(opener) = opener {
            self.shared.lobby.note_opener(room.id(), opener);
        }
        Ok(self.start(room, true, None))
    }

    /// Returns the room of these first events, under a free code, and stored if it is persistent.
    async fn create(&self, events: &[Event], persistent: bool) -> Result<Room, Refusal> {
        let now = self.shared.time.now();
        for _ in 0..CODE_TRIES {
            let id = RoomId::from_draw(self.shared.random.draw());
            if self.rooms().contains_key(&id) {
                continue;
            }
            let mut room = Room::replay(id, events.iter().map(|event| (now, event)))
                .map_err(|error| self.refuse(&StoreError::Failed(error.to_string())))?;
            if !persistent {
                // The exhibition, which is to be found by those who come.
                room.play_unattended();
                return Ok(room);
            }
            match persistence::create(&self.shared.store, &room, now, events).await {
                Ok(()) => return Ok(room),
                // The code is taken by a stored room.
                Err(StoreError::Conflict { .. } | StoreError::Damaged { .. }) => {}
                Err(error) => {
                    return Err(self.refuse(&error));
                }
            }
        }
        Err(Refusal::Full {
            what: Resource::RoomCodes,
            most: None,
        })
    }

    /// Ensures that one more room may be in memory. Empty rooms make space.
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
            what: Resource::Rooms,
            most: u32::try_from(most).ok(),
        })
    }

    /// Returns the room of this code, loaded from the store if it is only there.
    pub(crate) async fn find(self: &Arc<Self>, id: RoomId) -> Result<RoomHandle, Refusal> {
        let found = self.in_memory_or_stored(id, false).await;
        found.map_err(|problem| self.not_found(problem))
    }

    /// Does [`find`](Self::find) for the host, who may act on a room though no more of them may be in memory.
    pub(crate) async fn find_for_host(self: &Arc<Self>, id: RoomId) -> Result<RoomHandle, Refusal> {
        let found = self.in_memory_or_stored(id, true).await;
        found.map_err(|problem| self.not_found(problem))
    }

    fn not_found(&self, problem: NotRevived) -> Refusal {
        match problem {
            NotRevived::Refused(Refusal::NoSuchRoom { room }) => {
                // The room of an exhibition is not stored.
                match self.shared.lobby.address_of(room) {
                    Some(address) => Refusal::Elsewhere { room, address },
                    None => Refusal::NoSuchRoom { room },
                }
            }
            NotRevived::Refused(refusal) => refusal,
            NotRevived::Store(error) => self.refuse(&error),
        }
    }

    /// Returns the refusal for an error of the store.
    fn refuse(&self, error: &StoreError) -> Refusal {
        error.to_refusal(self.shared.random.draw())
    }

    /// Lets a person into a room.
    pub(crate) async fn enter(
        self: &Arc<Self>,
        id: RoomId,
        role: &Role,
        entry: impl Fn(Part) -> Entry,
    ) -> Result<RoomHandle, Refusal> {
        let part = match role {
            Role::Player => Part::Player(Token(self.shared.random.draw())),
            Role::Spectator => Part::Spectator,
            Role::Seat { token } => Part::Returning(*token),
        };
        self.let_in(id, || entry(part)).await
    }

    /// Lets a person into a room, for a part that they have chosen.
    pub(crate) async fn let_in(
        self: &Arc<Self>,
        id: RoomId,
        entry: impl Fn() -> Entry,
    ) -> Result<RoomHandle, Refusal> {
        let enter = |reply| Request::Enter {
            entry: Box::new(entry()),
            at: self.shared.time.now(),
            reply,
        };
        let (handle, entered) = self.ask(id, enter).await?;
        entered.map(|()| handle)
    }

    /// Returns the row of a room in the lobby, listed or not.
    pub(crate) async fn look(self: &Arc<Self>, id: RoomId) -> Result<RoomSummary, Refusal> {
        let (_, summary) = self.ask(id, |reply| Request::Look { reply }).await?;
        Ok(summary)
    }

    /// Returns the game of a room as text, if this person may watch it.
    pub(crate) async fn record(
        self: &Arc<Self>,
        id: RoomId,
        who: PlayerId,
    ) -> Result<String, Refusal> {
        let asked = self.ask(id, |reply| Request::Record { who, reply }).await;
        asked.and_then(|(_, answer)| answer)
    }

    /// Asks a room, and returns its handle with the answer. A room may leave memory between the look-up and the
    /// request; it is then looked up again.
    async fn ask<T>(
        self: &Arc<Self>,
        id: RoomId,
        request: impl Fn(oneshot::Sender<T>) -> Request,
    ) -> Result<(RoomHandle, T), Refusal> {
        loop {
            let handle = self.find(id).await?;
            match handle.ask(&request).await {
                Ok(answer) => return Ok((handle, answer)),
                Err(Retired) => self.gone(&handle).await?,
            }
        }
    }

    /// Joins a room of this game where a person waits, or opens one and waits there. The rooms in `own_rooms`
    /// are left out: it is the same person who waits there.
    pub(crate) async fn quick(
        self: &Arc<Self>,
        wish: QuickWish,
        own_rooms: &[RoomId],
        entry: impl Fn(Part) -> Entry,
    ) -> Result<RoomHandle, Refusal> {
        let _one_at_a_time = self.matching.lock().await;
        let QuickWish {
            variant,
            clock,
            rated,
            joins_rated,
        } = wish;
        let lobby = &self.shared.lobby;
        // Of those who look at several servers at once too, the second one finds the first.
        let turn = self.shared.cluster.turn().await;
        let shown = turn.map(|(boards, shown)| {
            for board in &boards {
                lobby.see(board);
            }
            shown
        });
        let mut inviting = lobby.inviting(variant, clock, joins_rated);
        inviting.retain(|room| !own_rooms.contains(room));
        for room in inviting {
            match self.enter(room, &Role::Player, &entry).await {
                Ok(handle) => return Ok(handle),
                // The person asks for the same there.
                Err(elsewhere @ Refusal::Elsewhere { .. }) => return Err(elsewhere),
                Err(_) => {}
            }
        }
        let usual = if rated {
            GameSpec::new_rated(variant)
        } else {
            GameSpec::new(variant)
        };
        let spec = GameSpec { clock, ..usual };
        let seats = BySide {
            first: SeatSpec::Me,
            second: SeatSpec::Open,
        };
        let token = Token(self.shared.random.draw());
        let opened = self.open(NewRoom {
            spec,
            seats,
            shuffle: true,
            persistent: true,
            opener: Some(entry(Part::Player(token))),
        });
        let opened = opened.await;
        if let Some(shown) = shown {
            // Without it the others see the room a little later.
            let _ = shown.send(lobby.show_others());
        }
        opened
    }

    /// Returns the rooms in memory, and the number of unfinished ones that are only in the store.
    pub(crate) fn list(&self) -> (Vec<RoomHandle>, usize) {
        let rooms = self.rooms().values().cloned().collect();
        (rooms, self.asleep().len())
    }

    /// Returns the rows of all rooms in memory but for those that leave memory meanwhile or wait for the store.
    pub(crate) async fn summaries(&self) -> Vec<RoomSummary> {
        self.looks().await.into_iter().flatten().collect()
    }

    /// Returns the rows of all rooms in memory; none for a room that leaves memory meanwhile or waits for the store.
    pub(crate) async fn looks(&self) -> Vec<Option<RoomSummary>> {
        let (handles, _) = self.list();
        let looks = handles.into_iter().map(async |handle| {
            let looked = timeout(LOOK, handle.look()).await;
            looked.ok()?.ok()
        });
        join_all(looks).await
    }

    /// Returns the time since the server was started.
    pub(crate) fn running(&self) -> Millis {
        self.shared.time.now() - self.started
    }

    /// Refuses new rooms from now on.
    pub(crate) fn close(&self) {
        self.closing.store(true, Ordering::Relaxed);
    }

    /// Lets every room finish its requests and store what a restart would forget, and waits for that.
    pub(crate) async fn drain(&self) {
        self.draining.cancel();
        self.tasks.close();
        self.tasks.wait().await;
    }

    fn start(self: &Arc<Self>, room: Room, persistent: bool, opener: Option<Entry>) -> RoomHandle {
        let id = room.id();
        let (handle, task) = RoomTask::new(room, persistent, opener, Arc::clone(&self.shared));
        {
            let mut rooms = self.rooms();
            rooms.insert(id, handle.clone());
            self.asleep().remove(id);
        }
        // In this order: anybody who sees the room in the lobby can find it.
        task.show_in_lobby();
        let mut forget = ForgetOnDrop {
            directory: Arc::downgrade(self),
            broken: persistent,
            handle: handle.clone(),
        };
        let stop = self.losing().clone();
        self.tasks.spawn(
            async move {
                // A panic is told by its hook.
                let ran = AssertUnwindSafe(task.run(stop)).catch_unwind().await;
                if let Ok(room) = ran
                    && let Some(directory) = forget.directory.upgrade()
                    && persistent
                {
                    forget.broken = false;
                    if let Some(room) = room {
                        directory.put_to_sleep(&room);
                    }
                }
                drop(forget);
            }
            .instrument(info_span!("room", room = %id)),
        );
        handle
    }

    /// Removes the room from the list and the lobby, unless a newer task has its place. One that is `broken` has to
    /// come back from the store.
    fn forget(&self, id: RoomId, task: TaskNumber, broken: bool) {
        let mut rooms = self.rooms();
        if rooms.get(&id).is_some_and(|handle| handle.task() == task) {
            rooms.remove(&id);
            self.hand_overs().forget(id);
            if broken {
                self.note_broken(id);
            }
            // Under the lock: a newer task of the room adds it only after this.
            self.shared.lobby.hide(id);
        }
    }

    /// Returns the number of rooms in memory.
    #[cfg(test)]
    pub(crate) fn in_memory_count(&self) -> usize {
        self.rooms().len()
    }

    fn in_memory(&self, id: RoomId) -> Option<RoomHandle> {
        self.rooms().get(&id).cloned()
    }

    fn rooms(&self) -> MutexGuard<'_, BTreeMap<RoomId, RoomHandle>> {
        self.rooms.lock().expect("no holder panics")
    }

    fn hand_overs(&self) -> MutexGuard<'_, HandOverCodes> {
        self.hand_overs.lock().expect("no holder panics")
    }

    fn losing(&self) -> MutexGuard<'_, CancellationToken> {
        self.losing.lock().expect("no holder panics")
    }

    fn asleep(&self) -> MutexGuard<'_, Index> {
        self.asleep.lock().expect("no holder panics")
    }
}

/// Removes a room from the directory when its task ends, even by a panic.
struct ForgetOnDrop {
    directory: Weak<Directory>,
    handle: RoomHandle,
    /// True for a stored room until its task has returned it.
    broken: bool,
}

impl Drop for ForgetOnDrop {
    fn drop(&mut self) {
        if let Some(directory) = self.directory.upgrade() {
            directory.forget(self.handle.room(), self.handle.task(), self.broken);
        }
        if self.broken {
            self.handle.note_broken();
        }
        self.handle.note_gone();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;
    use crate::store;
    use crate::testing;

    #[tokio::test]
    async fn a_room_is_stored_if_persistent_and_shown_if_listed() {
        let directory = testing::directory(Config::default(), store::memory());
        for (who, persistent, listed) in [
            (1, false, false),
            (2, false, true),
            (3, true, false),
            (4, true, true),
        ] {
            let (opener, _outgoing) = testing::entry(who, Part::Player(Token(1)));
            let mut new = testing::new_room(opener);
            let variant = new.spec.variant;
            new.spec.listed = listed;
            new.persistent = persistent;
            let room = directory.open(new).await.unwrap().room();
            let stored = directory.shared.store.load(room).await.unwrap();
            assert_eq!(!stored.events.is_empty(), persistent);
            let shown = directory.shared.lobby.inviting(variant, None, false);
            assert_eq!(shown.contains(&room), listed);
        }
    }
}
