//! One task per connection: decodes, limits the rate, routes to the room; and writes the outbox to the
//! socket.
//!
//! A session knows its person and its room, and nothing about games. It stamps every message with the moment
//! at which it arrived, carries them out one after the other, measures the round trip itself, and ends when
//! the client is silent, too slow, or gone; its room is then told that the person is away.

mod alarm;
mod analysis;
mod answers;
mod handshake;
mod history;
mod muted;
mod pending;
mod pings;
mod reading;
mod requests;
mod rooms;
pub(crate) mod slots;
#[cfg(test)]
mod tests;
mod tournaments;
mod written;

use std::io;
use std::pin::pin;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures::StreamExt;
use futures::future::join_all;
use protocol::codec::Encoding;
use protocol::id::{PlayerId, Token};
use protocol::message::ServerMsg;
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::text::Name;
use tokio::time::{Instant, sleep, sleep_until};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::{Bytes, Error, Message};
use tokio_util::sync::CancellationToken;
use tracing::{Instrument, Span, debug, info};

use self::alarm::{Due, ring};
use self::analysis::{ANALYSES, Analysis, answered};
use self::answers::{ANSWERS, GUESSES};
use self::handshake::NAMES;
use self::handshake::{CloseReason, admit, close_reason, received, say_goodbye};
use self::muted::Muted;
use self::pending::{Done, OperationResult, Pending};
use self::pings::Pings;
use self::reading::Reading;
use self::requests::{CHAT, GAMES};
use self::rooms::{Membership, Rooms};
use self::written::written;
use crate::base::env::Stream;
use crate::config::limits::{Limiter, Limits, PEOPLE};
use crate::config::rate::Rate;
use crate::outbox::{EntryNumber, Frame, Outbox, OutboxReader, Outgoing, SharedStream, refused};
use crate::people::Admission;
use crate::people::person::Person;
use crate::people::person_key::PersonKey;
use crate::rooms::actor::{Entry, Part};
use crate::rooms::directory::Directory;
use crate::rooms::shared::Shared;
use crate::session::slots::{Access, Slot};
use crate::tournaments::{TournamentHandle, Tournaments};

type Socket<S> = WebSocketStream<SharedStream<S>>;

/// Messages that a connection may have unsent before it is dropped as too slow; it may return.
///
/// The longest game is 400 plies; a client that is a whole board of 15 x 15 behind is not watching.
const OUTBOX: usize = 256;

/// Delay before a room that could not store that a person is away is told again.
const TELL_AGAIN: Duration = Duration::from_secs(1);

/// Delay of the first ping, before anybody has thought about a move: whoever only calls in needs none.
const FIRST_PING: Duration = Duration::from_secs(1);

/// Bytes that are gathered for one write at most.
const MOST_UNFLUSHED: usize = 64 * 1024;

/// Returns the limits of a server for so many people at each address.
pub(crate) fn limits(people: u32) -> Limits {
    let limiter = |rate: Rate| Limiter::new(rate.scaled(people, PEOPLE));
    Limits {
        chat: limiter(CHAT),
        games: limiter(GAMES),
        analyses: limiter(ANALYSES),
        answers: limiter(ANSWERS),
        guesses: limiter(GUESSES),
        names: limiter(NAMES),
    }
}

/// The client at the other end of a connection, and its slot.
#[derive(Debug)]
pub(crate) struct Newcomer {
    pub(crate) person: Person,
    pub(crate) slot: Arc<Slot>,
    /// That of the connection.
    pub(crate) span: Span,
}

/// A session that has begun, with its connection: on the heap once, where the futures that serve it would each have
/// place for it.
pub(crate) struct RunningSession<S: Stream> {
    session: Session,
    outgoing: OutboxReader,
    socket: Socket<S>,
}

impl<S: Stream> RunningSession<S> {
    /// Serves the connection to its end. That is a future of its own on the heap: thousands of sessions wait for most
    /// of their time, and would have place for it all the time.
    pub(crate) async fn run(mut self: Box<Self>, stop: CancellationToken) {
        let end = self.session.serve(&mut self.socket, &self.outgoing).await;
        let Self {
            session,
            outgoing,
            socket,
        } = *self;
        drop(outgoing);
        let span = session.span.clone();
        Box::pin(session.end(socket, end, stop).instrument(span)).await;
    }
}

/// Greets a client after the upgrade and lets the person in. Returns their session, unless the connection has ended.
pub(crate) async fn begin<S: Stream>(
    mut socket: Socket<S>,
    encoding: Encoding,
    newcomer: Newcomer,
    tournaments: Arc<Tournaments>,
    stop: &CancellationToken,
) -> Option<Box<RunningSession<S>>> {
    let Newcomer { person, slot, span } = newcomer;
    let shared = Arc::clone(tournaments.directory().shared());
    let admitted = admit(&mut socket, encoding, &shared, person);
    let admitted = tokio::select! {
        biased;
        () = stop.cancelled() => {
            Err(CloseReason::ShuttingDown)
        }
        admitted = admitted => admitted,
    };
    let (hello, admission) = match admitted {
        Ok(admitted) => admitted,
        Err(end) => {
            say_goodbye(&mut socket, encoding, &shared.metrics, end).await;
            return None;
        }
    };
    let is_reserved = slot.access() != Access::Full;
    if !is_reserved {
        slot.greeted();
    }
    let Admission {
        who,
        name,
        changes,
        is_new: _,
        owns_name,
    } = admission;
    shared.lobby.people_changed();
    shared.store.change_names(changes).await;
    let now = shared.time.now();
    shared.metrics.sessions.inc();
    let stream: &SharedStream<S> = socket.get_ref();
    let sent = Arc::clone(&shared.metrics.sent);
    let (outbox, outgoing) = stream.outbox(OUTBOX, encoding, sent);
    let (shown, told) = (name.clone(), outbox.clone());
    let mut session = Session::new(span, who, name, encoding, outbox, tournaments);
    // A key costs nothing, so that whoever has a thousand of them is no thousand people here.
    session.person = person;
    session.key = hello.key.map(|key| key.owning(owns_name));
    session.must_return_by = is_reserved.then(|| Instant::now() + shared.config.handshake);
    session.heartbeat = hello.heartbeat;
    session.outbox.send_one(session.welcome(), hello.reference);
    session.slot = Some(slot);
    // Behind the welcome, so that the host says nothing before it.
    let connected = &shared.host.connected;
    let connected = connected.enter(who, shown.clone(), person, now, told);
    // The host may have banned them while they came.
    if let Some(refusal) = shared.host.bans.refusal(now, person, &shown) {
        connected.send_out(refusal);
    }
    info!(id = %who, name = %shown, "came");
    Some(Box::new(RunningSession {
        session,
        outgoing,
        socket,
    }))
}

/// A session about to enter a room.
struct Visitor {
    who: PlayerId,
    person: Person,
    name: Name,
    key: Option<PersonKey>,
    /// Token of the seat that they asked for last, as far as it is known before the room answers.
    seat: Mutex<Option<Token>>,
    outbox: Outbox,
    number: EntryNumber,
    /// `ref` of the message by which it enters.
    reference: Option<u32>,
}

impl Visitor {
    fn entry(&self, part: Part) -> Entry {
        *self.seat.lock().expect("no holder panics") = part.token();
        Entry {
            reference: self.reference,
            who: self.who,
            person: self.person,
            number: self.number,
            name: self.name.clone(),
            outbox: self.outbox.clone(),
            part,
            key: self.key,
        }
    }
}

struct Session {
    who: PlayerId,
    /// That of the connection. It is entered where something is logged, and not for each message.
    span: Span,
    person: Person,
    key: Option<PersonKey>,
    name: Name,
    encoding: Encoding,
    outbox: Outbox,
    rooms: Rooms,
    pending: Pending,
    /// `ref` of the message that is carried out.
    reference: Option<u32>,
    pings: Pings,
    /// True if the client wants messages beside the pings of the WebSocket.
    heartbeat: bool,
    /// End of the time to return to a seat, for a connection on a reserved slot.
    must_return_by: Option<Instant>,
    muted: Muted,
    /// Slot of the connection; none in tests of a session only.
    slot: Option<Arc<Slot>>,
    /// True while a lobby that the client asked for is not written.
    lobby_unwritten: bool,
    /// Analysis under way.
    analysis: Option<Analysis>,
    directory: Arc<Directory>,
    tournaments: Arc<Tournaments>,
    /// The tournament that the session follows.
    tournament: Option<TournamentHandle>,
    shared: Arc<Shared>,
}

impl Session {
    /// Returns a session that is in no room.
    fn new(
        span: Span,
        who: PlayerId,
        name: Name,
        encoding: Encoding,
        outbox: Outbox,
        tournaments: Arc<Tournaments>,
    ) -> Self {
        let directory = Arc::clone(tournaments.directory());
        let shared = Arc::clone(directory.shared());
        Self {
            who,
            pending: Pending::new(span.clone()),
            span,
            person: Person::Unknown,
            key: None,
            name,
            encoding,
            outbox,
            rooms: Rooms::default(),
            reference: None,
            pings: Pings::default(),
            heartbeat: false,
            must_return_by: None,
            muted: Muted::default(),
            slot: None,
            lobby_unwritten: false,
            analysis: None,
            directory,
            tournaments,
            tournament: None,
            shared,
        }
    }

    /// Reads, carries out, writes and pings until the connection ends.
    async fn serve<S: Stream>(
        &mut self,
        socket: &mut Socket<S>,
        outgoing: &OutboxReader,
    ) -> CloseReason {
        let silence = self.shared.config.silence;
        let start = Instant::now();
        let messages = self.shared.config.messages_per_second;
        let mut reading = Reading::new(start, messages, self.shared.time.clone());
        let mut next_ping = start + self.shared.config.ping_every.min(FIRST_PING);
        let mut timer = pin!(sleep_until(next_ping));
        // Why the connection ends once the messages that came before are carried out.
        let mut close_after_queue: Option<CloseReason> = None;
        loop {
            self.carry_out_waiting();
            if self.pending.is_idle()
                && let Some(end) = close_after_queue
            {
                return self.last_words(outgoing, end).await;
            }
            let is_open = close_after_queue.is_none();
            let is_reading = reading.update(is_open && self.pending.has_room());
            let due = Due {
                silent_at: reading.silent_at(silence),
                must_return_by: self.must_return_by,
                read_from: reading.paused_until(),
                ping_at: is_open.then_some(next_ping),
            };
            // Reading comes before the timer, so that a server that stood still for long reads a client
            // before it finds it silent; nothing above the timer is ready for ever.
            tokio::select! {
                biased;
                end = outgoing.ended() => return end.into(),
                outcome = self.pending.outcome() => self.on_operation_done(outcome),
                message = socket.next(), if is_reading => {
                    close_after_queue = self.on_read(&mut reading, message).err();
                    if matches!(close_after_queue, Some(CloseReason::Gone)) {
                        outgoing.give_up_writing();
                    }
                }
                () = ring(timer.as_mut(), due.first()) => {
                    let timer = self.on_timer(&due, &mut reading, &mut next_ping, socket, outgoing);
                    match timer.await {
                        Ok(true) => {}
                        Ok(false) => close_after_queue = Some(CloseReason::Gone),
                        Err(end) => return end,
                    }
                }
                item = outgoing.next() => {
                    if matches!(close_after_queue, Some(CloseReason::Gone)) {
                        self.discard(item);
                        continue;
                    }
                    match written(outgoing, silence, self.write(outgoing, item)).await {
                        Ok(true) => {}
                        Ok(false) => close_after_queue = Some(CloseReason::Gone),
                        Err(end) => return end,
                    }
                }
                // Behind what waits for the client: a whole game must not fill the outbox.
                answer = answered(&mut self.analysis, &self.shared.random) => match answer {
                    Some((answer, reference)) => self.outbox.send_one(answer, reference),
                    None => self.analysis = None,
                },
            }
        }
    }

    /// Takes what was read from the socket.
    ///
    /// # Errors
    ///
    /// The reason for which the connection ends, once earlier messages are carried out.
    fn on_read(
        &mut self,
        reading: &mut Reading,
        message: Option<Result<Message, Error>>,
    ) -> Result<(), CloseReason> {
        let message = message.ok_or(CloseReason::Gone)?;
        let message = message.map_err(|error| close_reason(&error))?;
        let now = Instant::now();
        let at = self.shared.time.at(now);
        reading.on_frame(now, at);
        self.on_frame(at, &message)
    }

    /// Takes an item that nobody reads any more.
    fn discard(&mut self, item: Option<Outgoing>) {
        if let Some(item) = item {
            self.frame_of(item);
        }
        self.lobby_unwritten = false;
    }

    /// Writes an item and all others that wait, then flushes once.
    async fn write(&mut self, outgoing: &OutboxReader, item: Option<Outgoing>) -> io::Result<()> {
        let mut next = item;
        while let Some(item) = next {
            let (frame, reference) = self.frame_of(item);
            if let Some(frame) = self.muted.pass(frame) {
                let encoded = frame.encoded(self.encoding, reference);
                self.shared.metrics.sent.count(encoded.len());
                self.charge_answer(frame.message(), encoded.len());
                if outgoing.write(&encoded) > MOST_UNFLUSHED {
                    self.flush(outgoing).await?;
                }
            }
            next = outgoing.take();
        }
        self.flush(outgoing).await
    }

    /// Flushes what is written; the operation under way goes on meanwhile.
    async fn flush(&mut self, outgoing: &OutboxReader) -> io::Result<()> {
        tokio::select! {
            biased;
            flushed = outgoing.flush() => flushed,
            never = self.pending.progress() => match never {},
        }
    }

    /// Returns the frame of an item, and its `ref`. A client that is told that it left is in that room no more.
    fn frame_of(&mut self, item: Outgoing) -> (Arc<Frame>, Option<u32>) {
        match item {
            Outgoing::Frame(frame, reference) => (frame, reference),
            Outgoing::Left {
                room,
                entry,
                why,
                reference,
            } => {
                if self.rooms.end(entry) {
                    self.analysis = None;
                }
                (Frame::new(ServerMsg::Left { room, why }), reference)
            }
        }
    }

    /// Returns the payload of a ping sent now.
    fn next_ping(&mut self) -> Bytes {
        let payload = self.shared.random.draw();
        self.pings.send(self.shared.time.now(), payload)
    }

    /// Queues one WebSocket message, which arrived at the moment `at`.
    fn on_frame(&mut self, at: Millis, message: &Message) -> Result<(), CloseReason> {
        if let Message::Pong(payload) = message {
            self.pings.answered(at, payload);
        }
        if message.is_close() {
            return Err(CloseReason::Gone);
        }
        if let Some(received) = received(message, self.encoding) {
            self.shared.metrics.count_received(message.len());
            self.pending.push(at, message.len(), received);
        }
        Ok(())
    }

    /// Carries out messages in order, up to one that needs a room or the store.
    fn carry_out_waiting(&mut self) {
        while !self.waits_for_lobby()
            && let Some((at, received)) = self.pending.take_next()
        {
            self.reference = received.reference;
            let message = received.message;
            if let Err(refusal) = message.and_then(|message| self.handle(at, message)) {
                self.refuse(refusal);
            }
        }
    }

    /// Applies the outcome of an operation that has ended.
    fn on_operation_done(&mut self, outcome: OperationResult) {
        let refusal = match outcome {
            Ok(Done::Entered(membership)) => {
                // On a reserved slot there is no other way into a room.
                if self.must_return_by.take().is_some()
                    && let Some(slot) = &self.slot
                {
                    slot.greeted();
                }
                self.rooms.enter(membership);
                None
            }
            Ok(Done::Left) => {
                self.rooms.leave();
                None
            }
            Ok(Done::Watched(membership)) => {
                self.rooms.watch(membership);
                None
            }
            Ok(Done::Unwatched(entry)) => {
                self.rooms.end(entry);
                None
            }
            Ok(Done::AlreadyOut(entry, refusal)) => {
                if self.rooms.end(entry) {
                    self.analysis = None;
                }
                Some(refusal)
            }
            Ok(Done::Answered(answer)) => {
                self.answer(answer);
                None
            }
            Ok(Done::Analyse(scope)) => self.begin_analysis(scope).err(),
            Ok(Done::Follows(handle)) => {
                self.follows(handle);
                None
            }
            Ok(Done::Delivered) => None,
            Err(refusal) => {
                if refusal == Refusal::NotInRoom {
                    // The room has the final decision on that.
                    self.rooms.leave();
                    self.analysis = None;
                }
                Some(refusal)
            }
        };
        if let Some(refusal) = refusal {
            self.refuse(refusal);
        }
    }

    fn refuse(&self, refusal: Refusal) {
        let refusal = self.charge_guess(refusal);
        self.span.in_scope(|| debug!(%refusal, "refused"));
        self.shared.metrics.refusals.count(refusal.code());
        self.outbox.send_one(refused(refusal), self.reference);
    }

    /// Ends the session, and the connection with the reason for it.
    async fn end<S: Stream>(
        mut self,
        mut socket: Socket<S>,
        reason: CloseReason,
        stop: CancellationToken,
    ) {
        debug!(?reason, "ends");
        let (encoding, shared) = (self.encoding, Arc::clone(&self.shared));
        // Neither waits for the other: the room may be busy, and the client slow.
        tokio::join!(
            self.leave_all(&stop),
            say_goodbye(&mut socket, encoding, &shared.metrics, reason)
        );
    }

    /// Leaves all rooms and the lobby, and releases the name.
    async fn leave_all(&mut self, stop: &CancellationToken) {
        self.shared.lobby.leave(self.who);
        self.shared.people.leave(&self.name);
        self.shared.host.connected.leave(self.who);
        self.shared.lobby.people_changed();
        info!(id = %self.who, name = %self.name, "went");
        if self.pending.is_under_way() {
            // The operation may enter a room, or leave it.
            let outcome = self.pending.outcome().await;
            self.on_operation_done(outcome);
        }
        let (who, time) = (self.who, &self.shared.time);
        if let Some(followed) = self.tournament.take() {
            followed.unfollow(who).await;
        }
        let leave = async |membership: Membership| {
            let gone = || membership.handle.leave(who, time.now(), true, None);
            // A room that is gone need not be told; one whose store fails must not keep a person who has left.
            while let Ok(Err(refusal)) = gone().await
                && refusal.is_fault_of_server()
            {
                tokio::select! {
                    biased;
                    () = stop.cancelled() => return,
                    () = sleep(TELL_AGAIN) => {}
                }
            }
        };
        // Together, so that one whose store fails does not keep the person in the others.
        join_all(self.rooms.take_all().into_iter().map(leave)).await;
    }
}
