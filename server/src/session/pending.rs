//! Messages that wait for their turn, and the operation that is under way.
//!
//! socket -> stamp -> queue -> one operation at a time -> its outcome
//!
//! Messages of a connection are carried out strictly in order. One that needs a room or the store is
//! an operation; those behind it wait, each with the moment at which it arrived, so that a move is not
//! late because something before it took time.
//!
//! The operation under way runs to its end even if the connection is gone, so that a session never forgets a room that
//! has let it in.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::pin::Pin;

use protocol::codec::CLIENT_FRAME_LIMIT;
use protocol::game::Game;
use protocol::message::{ClientMsg, ServerMsg};
use protocol::millis::Millis;
use protocol::refusal::Refusal;

use tracing::{Instrument, Span};

use super::rooms::Membership;
use crate::outbox::EntryNumber;
use crate::rooms::actor::Position;
use crate::tournaments::TournamentHandle;

/// Messages that may wait. At this number reading stops, and the rest waits in the network.
pub(super) const QUEUE: usize = 64;

/// Bytes that these may have had as frames: people's messages are small, and thousands of connections wait at
/// once if the store is slow.
const QUEUE_BYTES: usize = 4 * CLIENT_FRAME_LIMIT;

/// The positions that a person asks about.
#[derive(Debug)]
pub(super) enum Scope {
    /// The one that this game is at.
    Position(Game),
    /// All of the game of a room, up to this one.
    Game(Position),
}

/// Result of an operation that was not refused.
#[derive(Debug)]
pub(super) enum Done {
    /// The connection is in a room.
    Entered(Membership),
    /// The connection left its room.
    Left,
    /// The connection watches a room.
    Watched(Membership),
    /// The connection watches a room no more, which it came into by this entry.
    Unwatched(EntryNumber),
    /// The room had ended this entry before it was asked.
    AlreadyOut(EntryNumber, Refusal),
    /// The answer is at hand.
    Answered(ServerMsg),
    /// The room allowed an analysis.
    Analyse(Scope),
    /// The connection follows a tournament.
    Follows(TournamentHandle),
    /// The room has the request; its answer comes through the outbox.
    Delivered,
}

pub(super) type OperationResult = Result<Done, Refusal>;

/// The operation under way.
enum Operation {
    Running(Pin<Box<dyn Future<Output = OperationResult> + Send>>),
    /// It ended while the session was writing, which is rare: the result is not kept in the session.
    Finished(Box<OperationResult>),
}

/// A message, or the refusal of a frame that has none.
#[derive(Debug)]
pub(super) struct Received {
    /// `ref` of the message, which its answers repeat.
    pub(super) reference: Option<u32>,
    pub(super) message: Result<ClientMsg, Refusal>,
}

struct QueuedMessage {
    at: Millis,
    size: usize,
    received: Received,
}

/// The queue of one session and its operation under way.
pub(super) struct Pending {
    /// That of the session, for what an operation logs.
    span: Span,
    /// Nearly always the only one: a queue on the heap is for clients that do not wait for answers.
    first: Option<QueuedMessage>,
    /// Those behind the first.
    others: VecDeque<QueuedMessage>,
    bytes: usize,
    operation: Option<Operation>,
}

impl Pending {
    /// Returns an empty queue of the session of this span.
    pub(super) fn new(span: Span) -> Self {
        Self {
            span,
            first: None,
            others: VecDeque::new(),
            bytes: 0,
            operation: None,
        }
    }

    /// Returns true if another message may wait.
    pub(super) fn has_room(&self) -> bool {
        self.others.len() + 1 < QUEUE && self.bytes < QUEUE_BYTES
    }

    /// Returns true if no operation is under way and no message waits.
    pub(super) fn is_idle(&self) -> bool {
        self.operation.is_none() && self.first.is_none()
    }

    /// Returns true if an operation is under way.
    pub(super) fn is_under_way(&self) -> bool {
        self.operation.is_some()
    }

    /// Adds a message that arrived at `at` in a frame of `size` bytes.
    pub(super) fn push(&mut self, at: Millis, size: usize, received: Received) {
        self.bytes += size;
        let waiting = QueuedMessage { at, size, received };
        if self.first.is_none() {
            self.first = Some(waiting);
        } else {
            self.others.push_back(waiting);
        }
    }

    /// Returns the message that is taken next.
    pub(super) fn next(&self) -> Option<&Received> {
        self.first.as_ref().map(|waiting| &waiting.received)
    }

    /// Takes the next message, unless an operation is under way.
    pub(super) fn take_next(&mut self) -> Option<(Millis, Received)> {
        if self.is_under_way() {
            return None;
        }
        let QueuedMessage { at, size, received } = self.first.take()?;
        self.first = self.others.pop_front();
        self.bytes -= size;
        Some((at, received))
    }

    /// Begins an operation. No other is under way: the messages behind it are not taken before its end.
    pub(super) fn begin(
        &mut self,
        operation: impl Future<Output = OperationResult> + Send + 'static,
    ) {
        debug_assert!(!self.is_under_way(), "one operation at a time");
        let operation = operation.instrument(self.span.clone());
        self.operation = Some(Operation::Running(Box::pin(operation)));
    }

    /// Waits for the end of the operation under way, or for ever if there is none. Dropping the future loses
    /// nothing.
    pub(super) async fn outcome(&mut self) -> OperationResult {
        if let Some(Operation::Running(operation)) = &mut self.operation {
            let outcome = operation.as_mut().await;
            self.operation = None;
            return outcome;
        }
        match self.operation.take() {
            Some(Operation::Finished(outcome)) => *outcome,
            Some(Operation::Running(_)) | None => std::future::pending().await,
        }
    }

    /// Goes on with the operation under way, and never ends; [`outcome`](Self::outcome) has its result afterwards.
    ///
    /// For the time of a write: a client that does not read must not hold up what others wait for as well, such as a
    /// lock of the directory.
    pub(super) async fn progress(&mut self) -> Infallible {
        if let Some(Operation::Running(operation)) = &mut self.operation {
            let outcome = operation.as_mut().await;
            self.operation = Some(Operation::Finished(Box::new(outcome)));
        }
        std::future::pending().await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ping() -> Received {
        Received {
            reference: None,
            message: Ok(ClientMsg::Ping),
        }
    }

    fn pushed(pending: &mut Pending, size: usize, count: usize) {
        for _ in 0..count {
            assert!(pending.has_room());
            pending.push(Millis::ZERO, size, ping());
        }
    }

    #[test]
    fn messages_wait_up_to_a_number_and_up_to_a_number_of_bytes() {
        for (size, most) in [(CLIENT_FRAME_LIMIT, 4), (1, QUEUE)] {
            let mut pending = Pending::new(Span::none());
            pushed(&mut pending, size, most);
            assert!(!pending.has_room(), "{size}");
            pending.take_next().expect("messages wait");
            pushed(&mut pending, size, 1);
            assert!(!pending.has_room(), "{size}");
            // Those that were taken leave their bytes free.
            while pending.take_next().is_some() {}
            assert!(pending.is_idle());
            pushed(&mut pending, size, most);
        }
    }

    #[tokio::test]
    async fn nothing_is_taken_while_an_operation_is_under_way() {
        let mut pending = Pending::new(Span::none());
        pending.push(Millis::ZERO, 1, ping());
        assert!(!pending.is_idle());
        pending.begin(async { Ok(Done::Delivered) });
        assert!(pending.take_next().is_none() && pending.is_under_way());
        assert!(matches!(pending.outcome().await, Ok(Done::Delivered)));
        pending.take_next().expect("the message waited");
        pending.begin(async { Ok(Done::Left) });
        assert!(!pending.is_idle());
        assert!(matches!(pending.outcome().await, Ok(Done::Left)));
        assert!(pending.is_idle());
    }
}
