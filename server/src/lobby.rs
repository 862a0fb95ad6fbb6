//! The list of rooms that everybody may see, and the clients that look at it.
//!
//! Rooms report changes, in microseconds and without waiting; a task sends the changes to clients several
//! times a second. So a thousand games cost a lobby no more than a few.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use protocol::id::{PlayerId, RoomId};
use protocol::message::{LOBBY_ROOMS, ServerMsg};
use protocol::rules::Variant;
use protocol::spec::ClockSpec;
use protocol::view::RoomSummary;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::outbox::{Frame, Outbox};
use crate::people::People;

/// Time during which changes are gathered before they are sent: too short to notice, yet it bounds the cost.
const GATHER: Duration = Duration::from_millis(150);

/// Number of rooms changed at once above which the whole list is sent, which is one message: an outbox must
/// not fill up because the server is busy.
const MANY: usize = 32;

/// The lobby of one server.
#[derive(Debug)]
pub(crate) struct Lobby {
    state: Mutex<State>,
    changed: Notify,
    people: Arc<People>,
}

#[derive(Debug, Default)]
struct State {
    /// Rooms by age, the oldest first.
    rooms: BTreeMap<u64, Entry>,
    ages: HashMap<RoomId, u64>,
    next_age: u64,
    /// Clients, in the order in which they are told.
    watchers: BTreeMap<PlayerId, Outbox>,
    dirty: BTreeSet<RoomId>,
    people_changed: bool,
}

#[derive(Debug)]
struct Entry {
    summary: RoomSummary,
    inviting: bool,
}

impl Lobby {
    /// Returns an empty lobby.
    pub(crate) fn new(people: Arc<People>) -> Self {
        Self {
            state: Mutex::default(),
            changed: Notify::new(),
            people,
        }
    }

    /// Updates the row of a listed room. `inviting`: a person waits there for another to take a seat.
    pub(crate) fn show(&self, summary: RoomSummary, inviting: bool) {
        let mut state = self.state();
        let room = summary.room;
        let next = state.next_age;
        let age = *state.ages.entry(room).or_insert(next);
        if age == next {
            state.next_age += 1;
        }
        let entry = Entry { summary, inviting };
        let same = state
            .rooms
            .get(&age)
            .is_some_and(|old| old.summary == entry.summary);
        state.rooms.insert(age, entry);
        if !same {
            state.dirty.insert(room);
            self.changed.notify_one();
        }
    }

    /// Removes a room from the list.
    pub(crate) fn hide(&self, room: RoomId) {
        let mut state = self.state();
        if let Some(age) = state.ages.remove(&room) {
            state.rooms.remove(&age);
            state.dirty.insert(room);
            self.changed.notify_one();
        }
    }

    /// Notes that a person connected or left.
    pub(crate) fn people_changed(&self) {
        self.state().people_changed = true;
        self.changed.notify_one();
    }

    /// Returns the rooms of this game where a person waits for an opponent, the oldest first.
    pub(crate) fn inviting(&self, variant: Variant, clock: Option<ClockSpec>) -> Vec<RoomId> {
        self.state()
            .rooms
            .values()
            .filter(|entry| {
                entry.inviting
                    && entry.summary.variant.known() == Some(&variant)
                    && entry.summary.clock == clock
            })
            .map(|entry| entry.summary.room)
            .collect()
    }

    /// Sends the lobby to a client, and its changes from then on.
    ///
    /// `reference` is the `ref` of the message that asked for it.
    pub(crate) fn enter(&self, who: PlayerId, outbox: Outbox, reference: Option<u32>) {
        let mut state = self.state();
        // Under the lock, so that no change can come before the list it changes.
        outbox.send_one(self.whole(&state), reference);
        state.watchers.insert(who, outbox);
    }

    /// Sends a client no more changes.
    pub(crate) fn leave(&self, who: PlayerId) {
        self.state().watchers.remove(&who);
    }

    /// Sends changes to clients until `stop`.
    pub(crate) async fn run(&self, stop: CancellationToken) {
        loop {
            tokio::select! {
                biased;
                () = stop.cancelled() => return,
                () = self.changed.notified() => {}
            }
            self.pass_on();
            tokio::select! {
                biased;
                () = stop.cancelled() => return,
                () = tokio::time::sleep(GATHER) => {}
            }
        }
    }

    fn pass_on(&self) {
        let mut state = self.state();
        let dirty = std::mem::take(&mut state.dirty);
        let people_changed = std::mem::take(&mut state.people_changed);
        let mut frames = Vec::new();
        if dirty.len() > MANY {
            frames.push(Frame::new(self.whole(&state)));
        } else {
            frames.extend(dirty.into_iter().map(|room| Frame::new(state.line(room))));
            if people_changed {
                let (players, present) = self.people.list();
                frames.push(Frame::new(ServerMsg::LobbyPlayers { players, present }));
            }
        }
        for outbox in state.watchers.values() {
            for frame in &frames {
                outbox.send(frame, None);
            }
        }
    }

    fn whole(&self, state: &State) -> ServerMsg {
        let (players, present) = self.people.list();
        ServerMsg::Lobby {
            rooms: state
                .rooms
                .values()
                .rev()
                .take(LOBBY_ROOMS)
                .map(|entry| entry.summary.clone())
                .collect(),
            players,
            present,
            chat: Vec::new(),
        }
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().expect("no holder panics")
    }
}

impl State {
    /// Returns the message about a room that changed.
    fn line(&self, room: RoomId) -> ServerMsg {
        match self.ages.get(&room).and_then(|age| self.rooms.get(age)) {
            Some(entry) => ServerMsg::LobbyRoom {
                room: entry.summary.clone(),
            },
            None => ServerMsg::LobbyRoomGone { room },
        }
    }
}
