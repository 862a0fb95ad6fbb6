//! The list of rooms that everybody may see, and the clients that look at it.
//!
//! Rooms report changes, in microseconds and without waiting; a task sends the changes to clients several
//! times a second. So a thousand games cost a lobby no more than a few.
//!
//! The lobby keeps the cells of every listed room, and a ply changes one of them, whether or not a client asks for
//! boards. Frames with moves are made only if a client does.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque, btree_map};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use protocol::id::{PlayerId, Revision, RoomId};
use protocol::message::{
    FIND_WORDS, FOUND_ROOMS, LOBBY_BOARDS, LOBBY_LINES, LOBBY_ROOMS, ServerMsg,
};
use protocol::millis::Millis;
use protocol::rules::Variant;
use protocol::spec::ClockSpec;
use protocol::square::Square;
use protocol::text::Name;
use protocol::view::{LobbyLine, Phase, RoomSummary, Seat};
use serde::{Deserialize, Serialize};
use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;
use tracing::debug;

use crate::cluster::{Board as NodeBoard, Cluster, Epoch};
use crate::outbox::{Frame, Outbox};
use crate::people::People;
use crate::people::person::Person;
use crate::rooms::tournament_list::{Line, TournamentList};

/// Time during which changes are gathered before they are sent: too short to notice, yet it bounds the cost.
const GATHER: Duration = Duration::from_millis(150);

/// Time between two whole lists. With boards one has some 50 KiB: several times a second, as on a server where a
/// thousand people play, they would fill the line of a phone.
const WHOLE_EVERY: Duration = Duration::from_secs(2);

/// Number of rooms changed at once above which the whole list is sent, which is one message: an outbox must
/// not fill up because the server is busy.
const MANY: usize = 32;

/// Rooms in the list that one address opened: a quarter, so that those of others do not disappear after them. A further
/// one enters the list when something happens in it after another of the address has left.
const ROOMS_OF_ONE: usize = LOBBY_ROOMS / 4;

/// Absence of everybody on the seats after which an open room leaves the list, until one of them returns: nobody who
/// comes finds an opponent there.
const HOST_AWAY: Duration = Duration::from_mins(5);

/// The lobby of one server.
#[derive(Debug)]
pub(crate) struct Lobby {
    state: Mutex<State>,
    changed: Notify,
    people: Arc<People>,
    cluster: Cluster,
    /// The tournaments, which clients ask for.
    pub(crate) tournaments: TournamentList,
}

#[derive(Debug, Default)]
struct State {
    /// Rooms by age, the oldest first.
    rooms: BTreeMap<u64, Entry>,
    ages: HashMap<RoomId, u64>,
    /// Addresses that opened rooms, as far as they are known.
    openers: HashMap<RoomId, Person>,
    /// Listed rooms of each address.
    listed_of: BTreeMap<Person, usize>,
    next_age: u64,
    /// Clients, in the order in which they are told.
    clients: BTreeMap<PlayerId, LobbyClient>,
    dirty: BTreeSet<RoomId>,
    /// Moment from which the whole list may be sent again to everybody.
    next_whole: Option<Instant>,
    /// The last lines of chat, the oldest first; a restart forgets them.
    chat: VecDeque<LobbyLine>,
    people_changed: bool,
    /// The last reading of the board of each other server.
    read: BTreeMap<Epoch, u64>,
    /// True if the other servers have not seen the last change.
    is_unshown: bool,
}

/// A client that looks at the lobby.
#[derive(Debug)]
struct LobbyClient {
    outbox: Outbox,
    /// True if it wants the moves of rooms.
    boards: bool,
}

#[derive(Debug)]
struct Entry {
    /// The server that has the room; none for this one.
    node: Option<Epoch>,
    /// Without moves.
    summary: RoomSummary,
    inviting: bool,
    board: Board,
    /// True if the list has the room.
    listed: bool,
    /// Moment at which an open room leaves the list, if nobody returns to it.
    leaves_at: Option<Instant>,
}

/// The lobby of a server as the others see it.
#[derive(Debug, Serialize, Deserialize)]
struct Shown {
    /// Listed rooms, the oldest first.
    rooms: Vec<ShownRoom>,
    names: Vec<Name>,
    /// Number of people.
    present: u32,
    #[serde(default)]
    tournaments: Vec<Line>,
}

/// A room of it.
#[derive(Debug, Serialize, Deserialize)]
struct ShownRoom {
    /// With the moves, if it may be watched.
    summary: RoomSummary,
    inviting: bool,
    revision: Revision,
}

/// The board of a room, as the room reports it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoardView<'a> {
    /// Number of changes of the board.
    pub(crate) revision: Revision,
    /// Cells of the plies, in order.
    pub(crate) cells: &'a [Square],
}

/// The board of a listed room, kept whether a client wants it or not: to follow a ply costs a cell, and to have
/// every room report its moves when the first client asks for boards would cost a message to each.
#[derive(Debug, Default)]
struct Board {
    revision: Revision,
    cells: Vec<Square>,
}

impl Board {
    /// Follows the room; returns true if the board changed.
    fn follow(&mut self, board: BoardView<'_>) -> bool {
        let BoardView { revision, cells } = board;
        if self.revision == revision && self.cells.len() == cells.len() {
            return false;
        }
        let one_ply = self.revision.next() == revision && self.cells.len() + 1 == cells.len();
        match cells.last() {
            Some(&last) if one_ply => self.cells.push(last),
            Some(_) | None => {
                self.cells.clear();
                self.cells.extend_from_slice(cells);
            }
        }
        self.revision = revision;
        true
    }
}

impl Entry {
    /// Returns the row for a client, with the moves if it wants them and may watch the room.
    fn summary(&self, boards: bool) -> RoomSummary {
        let shown = boards && self.summary.watchable;
        RoomSummary {
            moves: shown.then(|| self.board.cells.clone()),
            ..self.summary.clone()
        }
    }
}

impl Lobby {
    /// Returns an empty lobby.
    pub(crate) fn new(people: Arc<People>, cluster: Cluster) -> Self {
        Self {
            state: Mutex::default(),
            changed: Notify::new(),
            people,
            cluster,
            tournaments: TournamentList::default(),
        }
    }

    /// Notes the address that opens a room, before it is shown.
    pub(crate) fn note_opener(&self, room: RoomId, opener: Person) {
        self.state().openers.insert(room, opener);
    }

    /// Updates the row of a room that may be listed. `inviting`: a person waits there for another to take a seat, in
    /// a game with the usual terms.
    pub(crate) fn show(&self, summary: RoomSummary, inviting: bool, board: BoardView<'_>) {
        self.put(&mut self.state(), None, summary, inviting, board);
    }

    /// Updates the row of a room of this server, or of another one.
    fn put(
        &self,
        state: &mut State,
        node: Option<Epoch>,
        summary: RoomSummary,
        inviting: bool,
        board: BoardView<'_>,
    ) {
        let room = summary.room;
        let next = state.next_age;
        let age = *state.ages.entry(room).or_insert(next);
        if age == next {
            state.next_age += 1;
        }
        let leaves_at = away(&summary).map(|away| {
            let away = Duration::from_millis(away.as_millis());
            Instant::now() + HOST_AWAY.saturating_sub(away)
        });
        let changed = match state.rooms.entry(age) {
            btree_map::Entry::Occupied(mut entry) => {
                let entry = entry.get_mut();
                let is_new = entry.summary != summary;
                entry.node = node;
                entry.summary = summary;
                entry.inviting = inviting;
                entry.leaves_at = leaves_at;
                entry.board.follow(board) || is_new
            }
            btree_map::Entry::Vacant(place) => {
                let mut followed = Board::default();
                followed.follow(board);
                place.insert(Entry {
                    node,
                    summary,
                    inviting,
                    board: followed,
                    listed: false,
                    leaves_at,
                });
                true
            }
        };
        let enters_or_leaves = state.update_listed(age, Instant::now());
        if enters_or_leaves || changed && state.rooms[&age].listed {
            self.note_change(state, room);
        }
        if leaves_at.is_some() {
            self.changed.notify_one();
        }
    }

    /// Follows the plies of a room that is shown, and nothing else of it.
    pub(crate) fn follow(&self, room: RoomId, board: BoardView<'_>) {
        let mut state = self.state();
        let state = &mut *state;
        let row = state
            .ages
            .get(&room)
            .and_then(|age| state.rooms.get_mut(age));
        if let Some(row) = row
            && row.board.follow(board)
        {
            row.summary.plies = board.cells.len() as u16;
            if row.listed {
                self.note_change(state, room);
            }
        }
    }

    /// Notes a change that clients are told of; who comes later sees the room as it is then.
    fn note_change(&self, state: &mut State, room: RoomId) {
        if self.cluster.is_shared() {
            state.is_unshown = true;
            self.changed.notify_one();
        }
        if !state.clients.is_empty() {
            state.dirty.insert(room);
            self.changed.notify_one();
        }
    }

    /// Removes a room from the list.
    pub(crate) fn hide(&self, room: RoomId) {
        let mut state = self.state();
        let age = state.ages.get(&room);
        let entry = age.and_then(|age| state.rooms.get(age));
        // Another server may have it already.
        if entry.is_none_or(|entry| entry.node.is_none()) {
            self.remove(&mut state, room);
        }
    }

    fn remove(&self, state: &mut State, room: RoomId) {
        if let Some(age) = state.ages.remove(&room) {
            let was_listed = state.unlist(age);
            state.rooms.remove(&age);
            if was_listed {
                self.note_removal(state, room);
            }
        }
        state.openers.remove(&room);
    }

    /// Takes in what another server shows.
    pub(crate) fn see(&self, board: &NodeBoard) {
        let node = board.node;
        let shown = match serde_json::from_str::<Shown>(&board.text) {
            Ok(shown) => shown,
            Err(error) => {
                debug!(node, %error, "the board of another server is not understood");
                return;
            }
        };
        let mut state = self.state();
        // It may have been overtaken by one that the quick match asked for.
        let read = state.read.entry(node).or_default();
        if *read > board.read {
            return;
        }
        *read = board.read;
        let rooms: BTreeSet<_> = shown.rooms.iter().map(|row| row.summary.room).collect();
        self.remove_where(&mut state, |of, room| of == node && !rooms.contains(&room));
        for row in shown.rooms {
            let mut summary = row.summary;
            let cells = summary.moves.take().unwrap_or_default();
            let board = BoardView {
                revision: row.revision,
                cells: &cells,
            };
            self.put(&mut state, Some(node), summary, row.inviting, board);
        }
        self.tournaments.see(node, shown.tournaments);
        if self.people.see(node, shown.names, shown.present) {
            state.people_changed = true;
            self.changed.notify_one();
        }
    }

    /// Forgets what servers showed that are gone.
    pub(crate) fn forget_nodes(&self) {
        let mut state = self.state();
        state.read.retain(|node, _| self.cluster.has(*node));
        self.remove_where(&mut state, |node, _| !self.cluster.has(node));
        self.tournaments.keep_nodes(|node| self.cluster.has(node));
        if self.people.keep_nodes(|node| self.cluster.has(node)) {
            state.people_changed = true;
            self.changed.notify_one();
        }
    }

    /// Returns the address of the other server that shows the room.
    pub(crate) fn address_of(&self, room: RoomId) -> Option<String> {
        let state = self.state();
        let node = state.rooms.get(state.ages.get(&room)?)?.node?;
        let nodes = self.cluster.other_nodes();
        let of_room = nodes.into_iter().find(|(other, _)| *other == node);
        of_room.map(|(_, address)| address)
    }

    /// Returns the number of rooms that another server shows.
    pub(crate) fn rooms_at(&self, node: Epoch) -> usize {
        let state = self.state();
        let rooms = state.rooms.values();
        rooms.filter(|entry| entry.node == Some(node)).count()
    }

    /// Removes rooms of other servers.
    fn remove_where(&self, state: &mut State, is_gone: impl Fn(Epoch, RoomId) -> bool) {
        let rooms = state.rooms.values();
        let gone = rooms.filter(|entry| {
            let room = entry.summary.room;
            entry.node.is_some_and(|node| is_gone(node, room))
        });
        let gone: Vec<_> = gone.map(|entry| entry.summary.room).collect();
        for room in gone {
            self.remove(state, room);
        }
    }

    /// Shows the other servers what there is, and returns it.
    pub(crate) fn show_others(&self) -> String {
        let state = self.state();
        let (names, present) = self.people.list_here();
        let own = state.listed().filter(|entry| entry.node.is_none());
        let rows = own.take(LOBBY_ROOMS).map(|entry| ShownRoom {
            summary: entry.summary(true),
            inviting: entry.inviting,
            revision: entry.board.revision,
        });
        let mut rooms: Vec<_> = rows.collect();
        rooms.reverse();
        let shown = Shown {
            rooms,
            names,
            present,
            tournaments: self.tournaments.list_here(),
        };
        let text = serde_json::to_string(&shown).expect("texts and numbers");
        // Under the lock, so that no older one comes after it.
        self.cluster.show(text.clone());
        drop(state);
        text
    }

    /// Takes open rooms from the list that everybody has left for too long, and returns the moment of the next one.
    fn remove_deserted(&self, now: Instant) -> Option<Instant> {
        let mut state = self.state();
        let listed = state.rooms.iter().filter(|(_, entry)| entry.listed);
        let leaves = listed.filter(|(_, entry)| entry.leaves_at.is_some_and(|at| at <= now));
        let leaves: Vec<_> = leaves
            .map(|(age, entry)| (*age, entry.summary.room))
            .collect();
        for (age, room) in leaves {
            state.unlist(age);
            self.note_removal(&mut state, room);
        }
        let listed = state.rooms.values().filter(|entry| entry.listed);
        listed.filter_map(|entry| entry.leaves_at).min()
    }

    /// Notes that a room is not in the list any more.
    fn note_removal(&self, state: &mut State, room: RoomId) {
        self.note_change(state, room);
        // The list that clients got has one room less, and had not this one.
        let next = state.listed().nth(LOBBY_ROOMS - 1);
        if let Some(next) = next.map(|entry| entry.summary.room) {
            self.note_change(state, next);
        }
    }

    /// Notes that a person connected or left.
    pub(crate) fn people_changed(&self) {
        let mut state = self.state();
        state.people_changed = true;
        state.is_unshown = true;
        drop(state);
        self.changed.notify_one();
    }

    /// Notes that the line of a tournament changed, which clients ask for, and other servers are shown.
    pub(crate) fn tournaments_changed(&self) {
        if self.cluster.is_shared() {
            self.state().is_unshown = true;
            self.changed.notify_one();
        }
    }

    /// Returns the rooms of this game, with the usual terms, where a person waits for an opponent, the oldest first.
    /// Rated rooms are among them only if `rated`.
    pub(crate) fn inviting(
        &self,
        variant: Variant,
        clock: Option<ClockSpec>,
        rated: bool,
    ) -> Vec<RoomId> {
        self.state()
            .rooms
            .values()
            .filter(|entry| {
                entry.inviting
                    && entry.listed
                    && entry.summary.variant.known() == Some(&variant)
                    && entry.summary.clock == clock
                    && (rated || !entry.summary.rated)
            })
            .map(|entry| entry.summary.room)
            .collect()
    }

    /// Sends the lobby to a client, and its changes from then on.
    ///
    /// `boards`: the client wants the moves of rooms that it may watch. `reference` is the `ref` of the message
    /// that asked for it.
    pub(crate) fn enter(
        &self,
        who: PlayerId,
        outbox: Outbox,
        boards: bool,
        reference: Option<u32>,
    ) {
        let mut state = self.state();
        // Under the lock, so that no change can come before the list it changes.
        outbox.send_one(self.whole(&state, boards), reference);
        state.clients.insert(who, LobbyClient { outbox, boards });
    }

    /// Sends a client no more changes.
    pub(crate) fn leave(&self, who: PlayerId) {
        self.state().clients.remove(&who);
    }

    /// Returns true if the client is in the lobby.
    pub(crate) fn has(&self, who: PlayerId) -> bool {
        self.state().clients.contains_key(&who)
    }

    /// Returns true if everybody may see the room.
    pub(crate) fn lists(&self, room: RoomId) -> bool {
        self.state().ages.contains_key(&room)
    }

    /// Returns the rooms that have all of these words in their code, variant or names, the newest first, and how many
    /// were looked at. Rooms that the list leaves out are among them.
    pub(crate) fn find(&self, words: &str) -> (Vec<RoomSummary>, usize) {
        let words = words.split_whitespace().take(FIND_WORDS);
        let words: Vec<_> = words.map(str::to_lowercase).collect();
        let state = self.state();
        let mut found = Vec::new();
        let mut looked_at = 0;
        for Entry { summary, .. } in state.rooms.values().rev() {
            looked_at += 1;
            let text = text_of(summary);
            if words.iter().all(|word| text.contains(word)) {
                found.push(summary.clone());
                if found.len() == FOUND_ROOMS {
                    break;
                }
            }
        }
        (found, looked_at)
    }

    /// Sends a line of chat by `who` to everybody in the lobby, at once: unlike the changes of rooms, each line is
    /// somebody's, who may say few.
    ///
    /// `reference` is the `ref` of the message, for the author's copy.
    pub(crate) fn chat(&self, who: PlayerId, line: LobbyLine, reference: Option<u32>) {
        if self.cluster.is_shared() {
            self.cluster
                .say(serde_json::to_string(&line).expect("texts and numbers"));
        }
        self.say(who, line, reference);
    }

    /// Sends on a line of the lobby of another server.
    pub(crate) fn pass_on_chat(&self, line: &str) {
        if let Ok(line) = serde_json::from_str(line) {
            self.say(PlayerId(0), line, None);
        }
    }

    fn say(&self, who: PlayerId, line: LobbyLine, reference: Option<u32>) {
        let mut state = self.state();
        if state.chat.len() == LOBBY_LINES {
            state.chat.pop_front();
        }
        state.chat.push_back(line.clone());
        let frame = Frame::new(ServerMsg::LobbyChat { line });
        for (&client, LobbyClient { outbox, .. }) in &state.clients {
            outbox.send(&frame, reference.filter(|_| client == who));
        }
    }

    /// Sends changes to clients until `stop`.
    pub(crate) async fn run(&self, stop: CancellationToken) {
        let mut is_behind = false;
        let mut leaves_at = None;
        loop {
            if !is_behind {
                let leaves = async {
                    match leaves_at {
                        Some(moment) => sleep_until(moment).await,
                        None => std::future::pending().await,
                    }
                };
                tokio::select! {
                    biased;
                    () = stop.cancelled() => return,
                    () = self.changed.notified() => {}
                    () = leaves => {}
                }
            }
            leaves_at = self.remove_deserted(Instant::now());
            is_behind = !self.pass_on();
            if self.cluster.is_shared() && std::mem::take(&mut self.state().is_unshown) {
                self.show_others();
            }
            tokio::select! {
                biased;
                () = stop.cancelled() => return,
                () = tokio::time::sleep(GATHER) => {}
            }
        }
    }

    /// Sends what has changed; false if it is so much that it waits for the time of the next whole list.
    fn pass_on(&self) -> bool {
        let mut state = self.state();
        let is_whole = state.dirty.len() > MANY;
        if is_whole {
            let now = Instant::now();
            if state.next_whole.is_some_and(|next| now < next) {
                return false;
            }
            state.next_whole = Some(now + WHOLE_EVERY);
        }
        let dirty = std::mem::take(&mut state.dirty);
        let people_changed = std::mem::take(&mut state.people_changed);
        for boards in [false, true] {
            let wants = |client: &&LobbyClient| client.boards == boards;
            if !state.clients.values().any(|client| wants(&client)) {
                continue;
            }
            let mut frames = Vec::new();
            if is_whole {
                frames.push(Frame::new(self.whole(&state, boards)));
            } else {
                let lines = dirty.iter().map(|&room| state.line(room, boards));
                frames.extend(lines.map(Frame::new));
                if people_changed {
                    let (players, present) = self.people.list();
                    frames.push(Frame::new(ServerMsg::LobbyPlayers { players, present }));
                }
            }
            for client in state.clients.values().filter(wants) {
                for frame in &frames {
                    client.outbox.send(frame, None);
                }
            }
        }
        true
    }

    fn whole(&self, state: &State, boards: bool) -> ServerMsg {
        let mut left = if boards { LOBBY_BOARDS } else { 0 };
        let (players, present) = self.people.list();
        ServerMsg::Lobby {
            rooms: state
                .listed()
                .take(LOBBY_ROOMS)
                .map(|entry| {
                    let summary = entry.summary(left > 0);
                    left -= usize::from(summary.moves.is_some());
                    summary
                })
                .collect(),
            players,
            present,
            chat: state.chat.iter().cloned().collect(),
        }
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().expect("no holder panics")
    }
}

impl State {
    /// Returns the rooms of the list, the newest first.
    fn listed(&self) -> impl Iterator<Item = &Entry> {
        self.rooms.values().rev().filter(|entry| entry.listed)
    }

    /// Puts a room in the list if it belongs there, or takes it out. Returns true if that is a change.
    fn update_listed(&mut self, age: u64, now: Instant) -> bool {
        let Some(entry) = self.rooms.get_mut(&age) else {
            return false;
        };
        if entry.leaves_at.is_some_and(|at| at <= now) {
            return self.unlist(age);
        }
        if entry.listed {
            return false;
        }
        if let Some(opener) = self.openers.get(&entry.summary.room) {
            let count = self.listed_of.entry(*opener).or_default();
            if *count >= ROOMS_OF_ONE {
                return false;
            }
            *count += 1;
        }
        entry.listed = true;
        true
    }

    /// Takes a room out of the list. Returns true if it was there.
    fn unlist(&mut self, age: u64) -> bool {
        let Some(entry) = self.rooms.get_mut(&age).filter(|entry| entry.listed) else {
            return false;
        };
        entry.listed = false;
        if let Some(opener) = self.openers.get(&entry.summary.room)
            && let Some(count) = self.listed_of.get_mut(opener)
        {
            *count -= 1;
            if *count == 0 {
                self.listed_of.remove(opener);
            }
        }
        true
    }

    /// Returns the message about a room that changed.
    fn line(&self, room: RoomId, boards: bool) -> ServerMsg {
        let entry = self.ages.get(&room).and_then(|age| self.rooms.get(age));
        match entry.filter(|entry| entry.listed) {
            Some(entry) => ServerMsg::LobbyRoom {
                room: entry.summary(boards),
            },
            None => ServerMsg::LobbyRoomRemoved { room },
        }
    }
}

/// Returns what a room is found by, in small letters.
fn text_of(summary: &RoomSummary) -> String {
    let RoomSummary {
        room,
        variant,
        seats,
        ..
    } = summary;
    let mut text = format!("{room} {variant}");
    for (_, seat) in seats.iter() {
        text.push(' ');
        match seat {
            Seat::Human { name, .. } => text += name.as_str(),
            Seat::Bot { bot, .. } => text += &bot.to_string(),
            Seat::Open => {}
        }
    }
    text.to_lowercase()
}

/// Returns the time for which everybody on the seats of an open room is away; none if somebody is there, if nobody has
/// a seat, or for another room.
fn away(summary: &RoomSummary) -> Option<Millis> {
    if summary.phase != Phase::Seating {
        return None;
    }
    let people = summary.seats.iter().filter_map(|(_, seat)| match seat {
        Seat::Human { away, .. } => Some(*away),
        Seat::Open | Seat::Bot { .. } => None,
    });
    // The shortest absence, and none if one of them is present.
    people.min().flatten()
}
