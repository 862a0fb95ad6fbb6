//! The handle that speaks to the task of a room, and the requests that it sends.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use protocol::game::Game;
use protocol::id::{PlayerId, Revision, RoomId, Token};
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::text::Name;
use protocol::view::{RoomSummary, YourGame};
use room::{Command, KeyHolder, SeatClaim};
use tokio::sync::{mpsc, oneshot, watch};
use tokio_util::sync::CancellationToken;

use crate::base::random::Random;
use crate::outbox::{EntryNumber, Outbox};
use crate::people::person::Person;
use crate::people::person_key::PersonKey;

/// Requests that may wait for a room. When the inbox is full a session waits, which slows its own client
/// only.
const INBOX: usize = 256;

/// A request to a room, by a session or by the directory.
#[derive(Debug)]
pub(crate) enum Request {
    /// Lets a person in. Answered when they are in, or with the refusal.
    Enter {
        /// The person, and the part they want. Boxed, since no other request is as large.
        entry: Box<Entry>,
        /// Moment at which the request arrived.
        at: Millis,
        /// Channel for the answer.
        reply: oneshot::Sender<Result<(), Refusal>>,
    },
    /// Lets a person out. Answered when they are out, or with the refusal.
    Leave {
        /// Person who leaves.
        who: PlayerId,
        /// Moment at which the request arrived.
        at: Millis,
        /// True if the connection was lost, rather than closed on purpose.
        lost: bool,
        /// `ref` of the message.
        reference: Option<u32>,
        /// Channel for the answer.
        reply: oneshot::Sender<Result<(), Refusal>>,
    },
    /// Carries out any other command. A refusal goes to the outbox of the sender.
    Do {
        /// Sender of the command.
        who: PlayerId,
        /// Moment at which the command arrived.
        at: Millis,
        /// Command to carry out.
        command: Command,
        /// `ref` of the message, for its refusal and for the sender's copies of what it brings about.
        reference: Option<u32>,
    },
    /// Requests the game for an analysis of its positions. Answered with the last of them, if they may be analysed:
    /// the session has the search done, so the room waits for nothing.
    Analyse {
        /// Person who asks.
        who: PlayerId,
        /// Channel for the answer.
        reply: oneshot::Sender<Result<Position, Refusal>>,
    },
    /// Requests the row of the room in the lobby, listed or not.
    Look {
        /// Channel for the answer.
        reply: oneshot::Sender<RoomSummary>,
    },
    /// Requests the game as text, for those who may watch it.
    Record {
        /// Person who asks.
        who: PlayerId,
        /// Channel for the answer.
        reply: oneshot::Sender<Result<String, Refusal>>,
    },
    /// Requests the game as whoever has a seat by this claim finds it in the list of their games.
    YourGame {
        /// Proof of the seat.
        claim: SeatClaim,
        /// Channel for the answer: none if they have no seat.
        reply: oneshot::Sender<Option<YourGame>>,
    },
    /// Requests the names of some of those who watch, and the number of all.
    Who {
        /// Person who asks.
        who: PlayerId,
        /// Channel for the answer.
        reply: oneshot::Sender<Result<Spectators, Refusal>>,
    },
    /// Requests the token of a person's seat, which another device of theirs is to take over.
    SeatToken {
        /// Person who asks.
        who: PlayerId,
        /// Channel for the answer.
        reply: oneshot::Sender<Result<Token, Refusal>>,
    },
    /// Carries out a command of the host.
    Host {
        /// Command to carry out.
        command: Command,
        /// Channel for the answer.
        reply: oneshot::Sender<Result<(), Refusal>>,
    },
    /// Sends a new snapshot.
    Resync {
        /// Person to send it to.
        who: PlayerId,
        /// `ref` of the message.
        reference: Option<u32>,
    },
    /// Makes space in memory for another room: leaves it, if nobody is here and nothing is due.
    Unload,
}

/// A position of a room's game, to be analysed for a person who may have that done.
#[derive(Debug)]
pub(crate) struct Position {
    /// Revision of the board from which it was taken.
    pub(crate) revision: Revision,
    /// Game up to the position.
    pub(crate) game: Game,
}

/// Names of the first who watch, and the number of all.
pub(crate) type Spectators = (Vec<Name>, u32);

/// A person who wants to enter a room.
#[derive(Debug)]
pub(crate) struct Entry {
    /// Id of the connection.
    pub(crate) who: PlayerId,
    /// Person behind it.
    pub(crate) person: Person,
    /// Number of this entry among those of the connection.
    pub(crate) number: EntryNumber,
    /// Name to show.
    pub(crate) name: Name,
    /// Outbox for the events of the room.
    pub(crate) outbox: Outbox,
    /// Part that they want to take.
    pub(crate) part: Part,
    /// Their key, if they have one.
    pub(crate) key: Option<PersonKey>,
    /// `ref` of the message, for the snapshot that answers it.
    pub(crate) reference: Option<u32>,
}

impl Entry {
    /// Draws the token of the seat that a person with a key takes, such that the key proves it, and returns what is
    /// stored of the key with it.
    pub(crate) fn bind_seat_to_key(&mut self, random: &Random) -> Option<KeyHolder> {
        let (Part::Player(token), Some(key)) = (&mut self.part, self.key) else {
            return None;
        };
        let nonce = random.draw();
        *token = key.seat_token(nonce);
        Some(key.holder(nonce))
    }
}

/// The part of a person in a room.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part {
    /// A player in an open seat, which this token will then identify.
    Player(Token),
    /// A spectator.
    Spectator,
    /// A spectator whose connection may be in another room.
    Watcher,
    /// The player whose seat has this token.
    Returning(Token),
}

impl Part {
    /// Returns the token of the seat; none for a spectator.
    pub(crate) fn token(self) -> Option<Token> {
        match self {
            Self::Player(token) | Self::Returning(token) => Some(token),
            Self::Spectator | Self::Watcher => None,
        }
    }
}

/// Handle of a room's task.
#[derive(Clone, Debug)]
pub(crate) struct RoomHandle {
    room: RoomId,
    task: TaskNumber,
    /// Boxed, since a channel has place for 32 requests at once, and that of most rooms is empty.
    inbox: mpsc::Sender<Box<Request>>,
    activity: watch::Receiver<Activity>,
    /// True if the task ended without giving the room back.
    broken: Arc<AtomicBool>,
    /// Cancelled when the room is out of memory and out of the directory.
    gone: CancellationToken,
}

/// Activity of a room, for callers that must not wait for an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Activity {
    /// True if nobody is present and nothing is due: the room can make space for another.
    pub(crate) idle: bool,
    /// True if the last game is over.
    pub(crate) finished: bool,
}

/// Number that distinguishes the successive tasks of a room, which leaves memory and comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TaskNumber(u64);

/// Error of a request to a task that has ended: the room left memory, and must be looked up again.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Retired;

impl RoomHandle {
    /// Returns the handle of a new task, its inbox, and the channel for its activity.
    pub(super) fn new(
        room: RoomId,
    ) -> (Self, mpsc::Receiver<Box<Request>>, watch::Sender<Activity>) {
        static LAST: AtomicU64 = AtomicU64::new(0);
        let (inbox, requests) = mpsc::channel(INBOX);
        let (shown, activity) = watch::channel(Activity::default());
        let handle = Self {
            room,
            task: TaskNumber(LAST.fetch_add(1, Ordering::Relaxed)),
            inbox,
            activity,
            broken: Arc::default(),
            gone: CancellationToken::new(),
        };
        (handle, requests, shown)
    }

    /// Returns the handle of a room that a test plays, and its inbox.
    #[cfg(test)]
    pub(crate) fn in_test(room: RoomId) -> (Self, mpsc::Receiver<Box<Request>>) {
        let (handle, requests, _) = Self::new(room);
        (handle, requests)
    }

    /// Returns the code of the room.
    pub(crate) fn room(&self) -> RoomId {
        self.room
    }

    /// Returns the number of the task.
    pub(crate) fn task(&self) -> TaskNumber {
        self.task
    }

    /// Returns true if the room could make space for another.
    pub(crate) fn is_idle(&self) -> bool {
        self.activity.borrow().idle
    }

    /// Waits until the last game of the room is over, or the room has left memory before that. Returns true if it is
    /// over.
    pub(crate) async fn finished(&self) -> bool {
        let mut activity = self.activity.clone();
        let finished = activity.wait_for(|activity| activity.finished).await;
        finished.is_ok()
    }

    /// Asks an idle room to leave memory, and waits until it has left or has decided not to.
    pub(crate) async fn unload(&self) {
        if self.send(Request::Unload).await.is_err() {
            return self.gone().await;
        }
        let mut activity = self.activity.clone();
        let stays = async move {
            let stays = activity.wait_for(|activity| !activity.idle).await;
            stays.is_ok()
        };
        tokio::select! {
            biased;
            () = self.gone() => {}
            stays = stays => if !stays {
                self.gone().await;
            }
        }
    }

    /// Waits until the room has left memory, and can be looked up anew.
    pub(crate) async fn gone(&self) {
        self.gone.cancelled().await;
    }

    /// Returns true if the room broke, once it is [gone](Self::gone).
    pub(crate) fn is_broken(&self) -> bool {
        self.broken.load(Ordering::Acquire)
    }

    /// Returns the flag that makes the room break.
    #[cfg(test)]
    pub(super) fn breaks(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.broken)
    }

    /// Notes that the room broke. In a test, before it is so, it makes the next request panic.
    pub(crate) fn note_broken(&self) {
        self.broken.store(true, Ordering::Release);
    }

    /// Notes that the room has left memory, and can be looked up anew.
    pub(crate) fn note_gone(&self) {
        self.gone.cancel();
    }

    /// Sends a request as [`send`](Self::send) does, or returns it if that would wait, or the task has ended.
    pub(crate) fn try_send(&self, request: Request) -> Result<(), Request> {
        match self.inbox.try_reserve() {
            Ok(place) => place.send(Box::new(request)),
            Err(_full_or_closed) => return Err(request),
        }
        Ok(())
    }

    /// Sends a request whose answer comes through the outbox.
    pub(crate) async fn send(&self, request: Request) -> Result<(), Retired> {
        let request = Box::new(request);
        self.inbox.send(request).await.map_err(|_gone| Retired)
    }

    /// Sends a request with the channel for its answer, and waits for the answer.
    pub(crate) async fn ask<T>(
        &self,
        request: impl FnOnce(oneshot::Sender<T>) -> Request,
    ) -> Result<T, Retired> {
        let (reply, answer) = oneshot::channel();
        self.send(request(reply)).await?;
        answer.await.map_err(|_gone| Retired)
    }

    /// Enters the room.
    pub(crate) async fn enter(
        &self,
        entry: Entry,
        at: Millis,
    ) -> Result<Result<(), Refusal>, Retired> {
        let entry = Box::new(entry);
        self.ask(|reply| Request::Enter { entry, at, reply }).await
    }

    /// Leaves the room.
    pub(crate) async fn leave(
        &self,
        who: PlayerId,
        at: Millis,
        lost: bool,
        reference: Option<u32>,
    ) -> Result<Result<(), Refusal>, Retired> {
        self.ask(|reply| Request::Leave {
            who,
            at,
            lost,
            reference,
            reply,
        })
        .await
    }

    /// Carries out a command of the host.
    pub(crate) async fn host(&self, command: Command) -> Result<Result<(), Refusal>, Retired> {
        self.ask(|reply| Request::Host { command, reply }).await
    }

    /// Returns the row of the room in the lobby.
    pub(crate) async fn look(&self) -> Result<RoomSummary, Retired> {
        self.ask(|reply| Request::Look { reply }).await
    }
}
