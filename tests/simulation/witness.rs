//! The witness of a simulation: sees what is stored, sent, received and shown, and notes the first thing that must
//! not be.
//!
//! - A person sees the room after some of its stored events, and never after fewer than before.
//! - The server sends no event that is not stored.
//! - After the faults everybody is back and sees the same.
//! - A ply is one that the person on the seat made for that revision, so none is played twice. It came by the
//!   connection that had the seat.
//! - A line of talk of a player is stored once.
//! - No turn is charged more than the time since it was sent, without the time in which the server was away or knew
//!   that its store failed.

mod books;
mod clocks;
mod counts;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use protocol::act::Act;
use protocol::id::{Revision, RoomId, Seq, Token, TokenHash};
use protocol::message::{ClientMsg, Role, ServerMsg};
use protocol::replica::Replica;
use protocol::side::Side;
use protocol::square::Square;
use protocol::view::{Seat, Snapshot};
use room::Event;
use server::store::Append;

use self::books::{Book, without_presence};
use self::clocks::{Clocks, Outages};
pub(super) use self::counts::Counts;

/// A person's room, as they see it.
#[derive(Debug)]
pub(super) struct View {
    pub(super) room: RoomId,
    /// True from `Joined` until the connection is lost or has left.
    pub(super) is_in: bool,
    /// The revision of a move that has no answer.
    pub(super) unanswered: Option<Revision>,
    /// The side that they play.
    you: Option<Side>,
    snapshot: Snapshot,
    /// The greatest number of an event that was told, over all connections.
    told: Seq,
}

/// A connection at the server.
#[derive(Debug)]
struct Connection {
    peer: IpAddr,
    /// The room, and the token of the seat in it; the one that was asked for, until the answer is written.
    room: Option<(RoomId, Option<Token>)>,
    /// True from the question for a room to the answer.
    asks: bool,
}

/// A move that the server received, and the seat that its connection had.
type Received = (Square, Option<TokenHash>);

/// The witness; clones are the same one.
#[derive(Clone)]
pub(super) struct Witness(Arc<Mutex<State>>);

struct State {
    log: Option<Vec<String>>,
    problem: Option<String>,
    counts: Counts,
    books: BTreeMap<RoomId, Book>,
    outages: Outages,
    views: BTreeMap<&'static str, View>,
    rooms: BTreeMap<&'static str, (RoomId, Option<Token>)>,
    /// The stored lines of players, whose texts are all different.
    said: BTreeSet<(RoomId, String)>,
    /// Moves that people made, by room and revision.
    moves: BTreeMap<(RoomId, Revision), Vec<Square>>,
    connections: Vec<Connection>,
    /// The connection that has a seat, by its token.
    masters: BTreeMap<(RoomId, u128), usize>,
    /// Moves received, each with the seat that its connection had.
    received: BTreeMap<(RoomId, Revision), Vec<Received>>,
    /// True once nobody begins anything new.
    is_closing: bool,
}

impl Witness {
    /// A witness that keeps a log of all frames, or none.
    pub(super) fn new(keeps_log: bool) -> Self {
        Self(Arc::new(Mutex::new(State {
            log: keeps_log.then(Vec::new),
            problem: None,
            counts: Counts::default(),
            books: BTreeMap::new(),
            outages: Outages::default(),
            views: BTreeMap::new(),
            rooms: BTreeMap::new(),
            said: BTreeSet::new(),
            moves: BTreeMap::new(),
            connections: Vec::new(),
            masters: BTreeMap::new(),
            received: BTreeMap::new(),
            is_closing: false,
        })))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().expect("no holder panics")
    }

    /// Notes a line of the log at the moment of the host that is running.
    pub(super) fn note(&self, line: impl FnOnce() -> String) {
        self.state().note(now(), line);
    }

    /// Notes a line of the log from outside of the hosts, at `at`.
    pub(super) fn note_at(&self, at: Duration, line: &str) {
        self.state().note(at, || line.to_owned());
    }

    /// Notes that something is wrong; the first problem counts.
    pub(super) fn fail(&self, problem: impl FnOnce() -> String) {
        self.state().fail(now(), problem);
    }

    pub(super) fn fail_at(&self, at: Duration, problem: String) {
        self.state().fail(at, || problem);
    }

    pub(super) fn problem(&self) -> Option<String> {
        self.state().problem.clone()
    }

    pub(super) fn take_log(&self) -> Vec<String> {
        self.state().log.take().unwrap_or_default()
    }

    pub(super) fn counts(&self) -> Counts {
        self.state().counts
    }

    pub(super) fn count(&self, count: impl FnOnce(&mut Counts)) {
        count(&mut self.state().counts);
    }

    pub(super) fn close(&self) {
        self.state().is_closing = true;
    }

    pub(super) fn is_closing(&self) -> bool {
        self.state().is_closing
    }

    /// The room that this person entered last, and the token of their seat in it.
    pub(super) fn room_of(&self, name: &str) -> Option<(RoomId, Option<Token>)> {
        self.state().rooms.get(name).copied()
    }

    /// The server or its store is away from `at` on, or is back.
    pub(super) fn outage(&self, server: bool, at: Duration, is_away: bool) {
        self.state().outages.set(server, at, is_away);
    }

    // What is stored.

    /// Events are stored; `is_told` is false where the server is told that they are not.
    pub(super) fn stored(&self, append: &Append, is_told: bool) {
        let mut state = self.state();
        let at = now();
        let events = append.read().expect("of this release");
        for (moment, event) in &events {
            state.note(at, || format!("store {} {moment} {event:?}", append.room));
            state.check_ply(at, append.room, event);
            let state = &mut *state;
            let book = state
                .books
                .entry(append.room)
                .or_insert_with(|| Book::new(append.room));
            let counted = book.write(*moment, event);
            let charged = book.check_clocks(at, *moment, event, &state.outages);
            match counted.and(charged) {
                Ok(turn) => {
                    state.counts.turns_charged += usize::from(turn.is_some());
                    state.counts.turns_with_outage += usize::from(turn == Some(true));
                }
                Err(problem) => state.fail(at, || problem),
            }
            match event {
                Event::Played { .. } => state.counts.plies += 1,
                Event::Over { .. } => state.counts.games += 1,
                Event::ChatPosted {
                    side: Some(_),
                    text,
                    ..
                } => {
                    state.counts.lines += 1;
                    let line = (append.room, text.as_str().to_owned());
                    if !state.said.insert(line) {
                        state.fail(at, || format!("{text:?} is said twice"));
                    }
                }
                _ => {}
            }
        }
        if !is_told {
            let begins_turn = events.iter().any(|(_, event)| Clocks::begins_turn(event));
            let book = state.books.get_mut(&append.room).expect("written above");
            book.clocks.is_unknown |= begins_turn;
        }
    }

    /// The server reads a room.
    pub(super) fn loaded(&self, room: RoomId) {
        let mut state = self.state();
        let at = now();
        state.note(at, || format!("load {room}"));
        if let Some(book) = state.books.get_mut(&room) {
            book.clocks.load(at);
        }
    }

    /// True for a room that was closed for good.
    pub(super) fn is_closed(&self, room: RoomId) -> bool {
        let state = self.state();
        state.books.get(&room).is_some_and(Book::is_closed)
    }

    // What goes over the network, seen at the server.

    pub(super) fn connected(&self, peer: IpAddr) -> usize {
        let mut state = self.state();
        state.counts.connections += 1;
        state.connections.push(Connection {
            peer,
            room: None,
            asks: false,
        });
        state.connections.len() - 1
    }

    pub(super) fn received(
        &self,
        connection: usize,
        first: u8,
        payload: &[u8],
        message: Option<ClientMsg>,
    ) {
        let mut state = self.state();
        state.note_frame(connection, "->", first, message.as_ref(), payload);
        let (revision, square) = match message {
            Some(ClientMsg::Act(Act::Move { revision, square })) => (revision, square),
            Some(ClientMsg::Join { room, role }) => {
                let token = match role {
                    Role::Seat { token } => Some(token),
                    Role::Player | Role::Spectator => None,
                };
                let asking = &mut state.connections[connection];
                if asking.room.is_none() {
                    (asking.room, asking.asks) = (Some((room, token)), true);
                }
                return;
            }
            _ => return,
        };
        let Connection { room, asks, .. } = state.connections[connection];
        let Some((room, token)) = room else {
            state.counts.moves_without_seat += 1;
            return;
        };
        let has_seat =
            |token: &Token| asks || state.masters.get(&(room, token.0)) == Some(&connection);
        let token = token.filter(has_seat);
        let received = state.received.entry((room, revision)).or_default();
        received.push((square, token.map(Token::hash)));
        let again = received.len() > 1;
        state.counts.moves_again += usize::from(again);
        state.counts.moves_without_seat += usize::from(token.is_none());
    }

    pub(super) fn sent(
        &self,
        connection: usize,
        first: u8,
        payload: &[u8],
        message: Option<ServerMsg>,
    ) {
        let mut state = self.state();
        state.note_frame(connection, "<-", first, message.as_ref(), payload);
        match message {
            Some(ServerMsg::Joined {
                you,
                token,
                snapshot,
                ..
            }) => {
                let joined = &mut state.connections[connection];
                let is_new = joined.asks || joined.room.is_none();
                (joined.room, joined.asks) = (Some((snapshot.room, token)), false);
                if let (Some(token), Some(side)) = (token, you) {
                    let book = state.books.get(&snapshot.room);
                    let seat = book.and_then(|book| book.seat(snapshot.seq, side));
                    if seat != Some(token.hash()) {
                        state.fail(now(), || {
                            format!("{connection} has the seat of another in {}", snapshot.room)
                        });
                    }
                    let master = (snapshot.room, token.0);
                    let before = state.masters.get(&master).copied();
                    let other = before.is_some_and(|before| before != connection);
                    // The snapshot for whoever was there already may come after the answer to who has the seat by now.
                    if is_new || !other {
                        state.masters.insert(master, connection);
                        state.counts.seats_taken_over += usize::from(other);
                    }
                }
            }
            Some(ServerMsg::Refused { .. }) if state.connections[connection].asks => {
                let asking = &mut state.connections[connection];
                (asking.room, asking.asks) = (None, false);
            }
            Some(ServerMsg::Left { room, .. }) => {
                state.connections[connection].room = None;
                state
                    .masters
                    .retain(|(there, _), master| *there != room || *master != connection);
            }
            _ => {}
        }
    }

    // What people do and see.

    /// A person moves.
    pub(super) fn moves(&self, room: RoomId, revision: Revision, square: Square) {
        let mut state = self.state();
        state
            .moves
            .entry((room, revision))
            .or_default()
            .push(square);
    }

    /// A person sees the room in this way: as it is in the store after the same number of events, and never after
    /// fewer than before.
    pub(super) fn sees(&self, name: &'static str, replica: &Replica, token: Option<Token>) {
        let mut state = self.state();
        let at = now();
        let (room, seq) = (replica.room(), replica.snapshot().seq);
        let told = match state.views.get(name) {
            Some(view) if view.room == room => view.told,
            _ => Seq(0),
        };
        if seq < told {
            state.fail(at, || {
                format!("{name} was told {told} events of {room}, and now {seq}")
            });
        }
        match state.books.get(&room).map(|book| book.after(seq)) {
            Some(Some(stored)) => {
                let seen = without_presence(replica.snapshot().clone());
                if *stored != seen {
                    let stored = stored.clone();
                    state.fail(at, || {
                        format!("{name} sees {seen:#?}, and stored is {stored:#?}")
                    });
                }
            }
            Some(None) | None => state.fail(at, || {
                format!("{name} is told event {seq} of {room}, which is not stored")
            }),
        }
        let token = token.or_else(|| state.rooms.get(name).and_then(|(_, token)| *token));
        state.rooms.insert(name, (room, token));
        let snapshot = replica.snapshot().clone();
        let view = View {
            room,
            is_in: true,
            unanswered: None,
            you: replica.you(),
            snapshot,
            told: seq,
        };
        state.views.insert(name, view);
    }

    /// A person is in the room or not, and waits for the answer to a move or not.
    pub(super) fn stands(&self, name: &'static str, is_in: bool, unanswered: Option<Revision>) {
        if let Some(view) = self.state().views.get_mut(name) {
            (view.is_in, view.unanswered) = (is_in, unanswered);
        }
    }

    /// True if this person is in the room.
    pub(super) fn is_in(&self, name: &str) -> bool {
        self.state().views.get(name).is_some_and(|view| view.is_in)
    }

    // The end.

    /// Returns the reason why the views of these people do not meet; none if they do. The people of one row have
    /// one seat, which one of them must have.
    pub(super) fn do_not_meet(&self, people: &[&[&'static str]]) -> Option<String> {
        let state = self.state();
        let mut rooms: BTreeMap<RoomId, (&str, Snapshot)> = BTreeMap::new();
        for row in people {
            let views = row
                .iter()
                .filter_map(|name| Some((name, state.views.get(name)?)));
            let mut present = views.filter(|(_, view)| view.is_in);
            let Some((name, view)) = present.next() else {
                return Some(format!("{row:?}: nobody is in the room"));
            };
            if let Some((other, _)) = present.next() {
                return Some(format!("{name} and {other} both have the seat"));
            }
            if let Some(revision) = view.unanswered {
                return Some(format!("{name} has no answer to the move at {revision}"));
            }
            let stored = state.books[&view.room].seq();
            if view.snapshot.seq != stored {
                let seq = view.snapshot.seq;
                return Some(format!(
                    "{name} is at event {seq} and the store at {stored}"
                ));
            }
            let mut shown = without_presence(view.snapshot.clone());
            shown.spectators.clone_from(&view.snapshot.spectators);
            shown.watching = view.snapshot.watching;
            shown.seats = view.snapshot.seats.clone();
            for side in Side::BOTH {
                let plays = |other: &&View| {
                    other.room == view.room && other.is_in && other.you == Some(side)
                };
                let here = state.views.values().filter(plays).count();
                if here > 1 {
                    return Some(format!("{here} have a seat of {}", view.room));
                }
                // The people of a seat whose token never arrived are others.
                if let Seat::Human { name: seated, away } = &mut shown.seats[side]
                    && away.take().is_some() != (here == 0)
                {
                    return Some(format!("{name} does not see if {seated} is there"));
                }
            }
            let (other, met) = rooms
                .entry(view.room)
                .or_insert_with(|| (name, shown.clone()));
            if *met != shown {
                return Some(format!("{name} sees {shown:#?}, {other} sees {met:#?}"));
            }
        }
        None
    }

    /// Checks that every room can be read back from its events as it was written.
    pub(super) fn check_replays(&self, at: Duration) {
        let mut state = self.state();
        let problem = state.books.values().find_map(Book::replay_problem);
        if let Some(problem) = problem {
            state.fail(at, || problem);
        }
    }
}

impl State {
    fn note(&mut self, at: Duration, line: impl FnOnce() -> String) {
        if let Some(log) = &mut self.log {
            log.push(format!("{} {}", at.as_millis(), line()));
        }
    }

    fn fail(&mut self, at: Duration, problem: impl FnOnce() -> String) {
        if self.problem.is_none() {
            let problem = format!("after {} ms: {}", at.as_millis(), problem());
            self.note(at, || problem.clone());
            self.problem = Some(problem);
        }
    }

    fn note_frame<M: std::fmt::Debug>(
        &mut self,
        connection: usize,
        arrow: &str,
        first: u8,
        message: Option<&M>,
        payload: &[u8],
    ) {
        let peer = self.connections[connection].peer;
        self.note(now(), || {
            let mut line = format!("{connection} {peer} {arrow} {first:x} ");
            if let Some(message) = message {
                write!(line, "{message:?} ").expect("a string takes it");
            }
            write!(line, "{payload:02x?}").expect("a string takes it");
            line
        });
    }

    /// Checks a ply of a person that is stored: they made this move at this revision, and the connection that had
    /// their seat brought it.
    fn check_ply(&mut self, at: Duration, room: RoomId, event: &Event) {
        let Event::Played { square, .. } = event else {
            return;
        };
        let Some(book) = self.books.get(&room) else {
            return;
        };
        let Some((revision, seat)) = book.person_to_move() else {
            return;
        };
        let lands = |asked: &Square| book.lands(*asked) == Some(*square);
        let made = self.moves.get(&(room, revision));
        if !made.is_some_and(|made| made.iter().any(lands)) {
            let made = made.cloned();
            self.fail(at, || {
                format!(
                    "{square:?} is played in {room} at {revision}, where the person played {made:?}"
                )
            });
            return;
        }
        let received = self.received.get(&(room, revision));
        let by_master = |(asked, by): &Received| *by == Some(seat) && lands(asked);
        if !received.is_some_and(|received| received.iter().any(by_master)) {
            let received = received.cloned();
            self.fail(at, || {
                format!(
                    "{square:?} is played in {room} at {revision} by no connection that has the seat: \
                     {received:?}"
                )
            });
        }
    }
}

/// The moment of the host that is running.
pub(super) fn now() -> Duration {
    turmoil::sim_elapsed().expect("a host is running")
}
