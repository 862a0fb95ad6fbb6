//! Messages to a connection, in a bounded outbox.
//!
//! ```text
//! room -> Outbox -> the socket, at once            an event, if nothing is before it
//!                -> queue -> session -> the socket everything else
//! ```
//!
//! Most of what a server sends are events of games to sockets that take them at once. They cost no wake of the
//! session's task; what a slow socket does not take, and all that must be seen by the session first, waits in the
//! queue.

mod frame;
mod state;
mod stream;
#[cfg(test)]
mod tests;

use std::fmt;
use std::future::poll_fn;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Waker;

use protocol::id::RoomId;
use protocol::message::ServerMsg;
use protocol::refusal::Refusal;
use protocol::view::LeftWhy;

pub(crate) use self::frame::{Frame, refused, to_websocket};
use self::state::State;
pub(crate) use self::stream::SharedStream;
use crate::base::env::Stream;

/// An item for a connection.
#[derive(Debug)]
pub(crate) enum Outgoing {
    /// A message to send, with the `ref` of the message that it answers.
    Frame(Arc<Frame>, Option<u32>),
    /// The room let the connection go, which is to be sent. It ends this entry and no newer one.
    Left {
        /// Code of the room.
        room: RoomId,
        /// Entry that ends with it.
        entry: EntryNumber,
        /// Reason.
        why: LeftWhy,
        /// `ref` of the `leave` that this answers.
        reference: Option<u32>,
    },
}

/// Number of an entry of a connection into a room, unique in its session: a late `Left` must not end
/// a newer membership, even of the same room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct EntryNumber(u64);

impl EntryNumber {
    /// Returns the number of the next entry.
    pub(crate) fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

/// Reason for which a connection must end, noted by whoever found it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum EndReason {
    /// The outbox is full: the client does not read its messages.
    TooSlow,
    /// The host sends the person out.
    SentOut(Refusal),
    /// The server stops.
    ShuttingDown,
    /// A room that the connection was in broke: whoever comes back finds it again.
    RoomBroke,
}

/// Moment at which a frame that a room writes is handed to the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flush {
    /// At once.
    Now,
    /// With the next [`Outbox::flush`], which has to follow.
    Later,
}

/// The sending end of a connection's outbox.
///
/// Sending never waits. When the outbox is full the connection is ended as too slow: a room never
/// waits for a client, and the client may come back to a fresh snapshot.
#[derive(Clone)]
pub(crate) struct Outbox(Arc<Mutex<State<dyn Stream>>>);

impl Outbox {
    /// Adds a shared frame. Where it answers a message of this connection it gets its `ref`.
    pub(crate) fn send(&self, frame: &Arc<Frame>, reference: Option<u32>) {
        self.put(Outgoing::Frame(Arc::clone(frame), reference));
    }

    /// Adds a frame as [`send`](Self::send) does, behind which others come at once: what is written by rooms waits for
    /// [`flush`](Self::flush), so that all of them take one call of the system.
    pub(crate) fn send_buffered(&self, frame: &Arc<Frame>, reference: Option<u32>) {
        let item = Outgoing::Frame(Arc::clone(frame), reference);
        let waker = lock(&self.0).put(item, Flush::Later);
        wake(waker);
    }

    /// Writes what is buffered.
    pub(crate) fn flush(&self) {
        let waker = lock(&self.0).flush();
        wake(waker);
    }

    /// Adds a message for this connection alone.
    pub(crate) fn send_one(&self, message: ServerMsg, reference: Option<u32>) {
        self.put(Outgoing::Frame(Frame::new(message), reference));
    }

    /// Releases the connection from a room that it came into by this entry.
    pub(crate) fn leave(
        &self,
        room: RoomId,
        entry: EntryNumber,
        why: LeftWhy,
        reference: Option<u32>,
    ) {
        self.put(Outgoing::Left {
            room,
            entry,
            why,
            reference,
        });
    }

    /// Ends the connection. Returns false if it was ended before, whose reason stands.
    pub(crate) fn end(&self, end: EndReason) -> bool {
        let mut state = lock(&self.0);
        let is_first = state.goes_on();
        let waker = state.end(end);
        drop(state);
        wake(waker);
        is_first
    }

    fn put(&self, item: Outgoing) {
        let waker = lock(&self.0).put(item, Flush::Now);
        wake(waker);
    }
}

impl fmt::Debug for Outbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Outbox").finish_non_exhaustive()
    }
}

/// The receiving end of an outbox, which is the session's: what waits, and the way to the socket.
pub(crate) struct OutboxReader(Arc<Mutex<State<dyn Stream>>>);

impl OutboxReader {
    /// Waits until the connection must end.
    pub(crate) async fn ended(&self) -> EndReason {
        poll_fn(|cx| lock(&self.0).poll_ended(cx)).await
    }

    /// Writes nothing more: the client is gone. Items are still taken.
    pub(crate) fn give_up_writing(&self) {
        lock(&self.0).give_up_writing();
    }

    /// Waits for the next item; none if something that was written before is to be flushed. Whoever takes an item
    /// writes it and then takes [all others](Self::take): until then rooms write nothing by themselves.
    pub(crate) async fn next(&self) -> Option<Outgoing> {
        poll_fn(|cx| lock(&self.0).poll_next(cx)).await
    }

    /// Takes the next item if one waits.
    pub(crate) fn take(&self) -> Option<Outgoing> {
        lock(&self.0).next()
    }

    /// Adds a whole frame to what is flushed next. Returns the number of bytes that wait for it.
    pub(crate) fn write(&self, frame: &[u8]) -> usize {
        let mut state = lock(&self.0);
        state.keep(frame);
        state.unwritten()
    }

    /// Waits until the socket has taken everything.
    pub(crate) async fn flush(&self) -> io::Result<()> {
        poll_fn(|cx| lock(&self.0).poll_flush(cx)).await
    }
}

impl Drop for OutboxReader {
    fn drop(&mut self) {
        lock(&self.0).close();
    }
}

fn lock(state: &Mutex<State<dyn Stream>>) -> MutexGuard<'_, State<dyn Stream + 'static>> {
    // Whoever panicked with the lock may be a room, whose connections end while it unwinds.
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Wakes a session, once its state is no longer locked.
fn wake(waker: Option<Waker>) {
    if let Some(waker) = waker {
        waker.wake();
    }
}

#[cfg(test)]
impl Outbox {
    /// Returns an outbox for `capacity` items that the test receives itself.
    pub(crate) fn in_test(capacity: usize) -> (Self, OutboxReader) {
        let mut state = State::new(tokio::io::empty());
        state.begin(capacity, None, Arc::default());
        let state: Arc<Mutex<State<dyn Stream>>> = Arc::new(Mutex::new(state));
        (Self(Arc::clone(&state)), OutboxReader(state))
    }
}
