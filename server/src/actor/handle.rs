//! What the rest of the server has of a room: the handle that speaks to its task, and the requests.

use std::sync::atomic::{AtomicU64, Ordering};

use protocol::clock::Millis;
use protocol::game::Game;
use protocol::id::{PlayerId, Revision, RoomId, Token};
use protocol::refusal::Refusal;
use protocol::text::Name;
use room::Command;
use tokio::sync::{mpsc, oneshot, watch};
use tokio_util::sync::CancellationToken;

use crate::outbox::{EntryNumber, Outbox};

/// Requests that may wait for a room. When it is full a session waits, which slows its own client only.
const INBOX: usize = 256;

/// What sessions ask of a room.
#[derive(Debug)]
pub(crate) enum Request {
    /// Lets somebody in. Answered when they are in, or with the refusal.
    Enter {
        /// Who, and as what.
        entry: Entry,
        /// When it was asked.
        at: Millis,
        /// Gets the answer.
        reply: oneshot::Sender<Result<(), Refusal>>,
    },
    /// Lets somebody out. Answered when they are out, or with the refusal.
    Leave {
        /// Who asks.
        who: PlayerId,
        /// When it was asked.
        at: Millis,
        /// Whether the connection was lost, rather than left on purpose.
        lost: bool,
        /// Gets the answer.
        reply: oneshot::Sender<Result<(), Refusal>>,
    },
    /// Anything else. A refusal goes to the outbox of who asked.
    Do {
        /// Who asks.
        who: PlayerId,
        /// When it was asked.
        at: Millis,
        /// What.
        command: Command,
    },
    /// Wants to know what the columns of a position are worth. Answered with the position, if it may be
    /// analysed: the session has it done, so that the room waits for nothing.
    Analyse {
        /// Who asks.
        who: PlayerId,
        /// The position after so many plies.
        plies: u16,
        /// Gets the answer.
        reply: oneshot::Sender<Result<Position, Refusal>>,
    },
    /// Wants to see everything again.
    Resync {
        /// Who asks.
        who: PlayerId,
    },
    /// Makes room in memory for another: leaves it, if nobody is here and nothing is due.
    Unload,
}

/// A position of a room's game, for whoever may have it analysed.
#[derive(Debug)]
pub(crate) struct Position {
    /// The revision of the board that it was taken from.
    pub(crate) revision: Revision,
    /// The position.
    pub(crate) game: Game,
}

/// Somebody who wants into a room.
#[derive(Debug)]
pub(crate) struct Entry {
    /// Who.
    pub(crate) who: PlayerId,
    /// Which of their entries.
    pub(crate) number: EntryNumber,
    /// What they are called.
    pub(crate) name: Name,
    /// Where to tell them what happens.
    pub(crate) outbox: Outbox,
    /// As what.
    pub(crate) part: Part,
}

/// What somebody wants to be in a room.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part {
    /// A player in an open seat, which this token will then open.
    Player(Token),
    /// A spectator.
    Spectator,
    /// The player whose seat this token opens.
    Returning(Token),
}

impl Part {
    /// The token that opens the seat.
    pub(super) fn token(self) -> Option<Token> {
        match self {
            Self::Player(token) | Self::Returning(token) => Some(token),
            Self::Spectator => None,
        }
    }
}

/// Speaks to a room's task.
#[derive(Clone, Debug)]
pub(crate) struct RoomHandle {
    room: RoomId,
    task: TaskNumber,
    inbox: mpsc::Sender<Request>,
    activity: watch::Receiver<Activity>,
    /// Cancelled when the room is out of memory and out of the directory.
    gone: CancellationToken,
}

/// How much goes on in a room, for those who must not ask it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Activity {
    /// Nobody is here and nothing is due: the room can make place for another.
    pub(crate) idle: bool,
    /// The last game is over.
    pub(crate) finished: bool,
}

/// Tells the tasks apart that a room has one after the other, when it leaves memory and comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TaskNumber(u64);

/// The room's task is gone: the room left memory. Find it again.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Retired;

impl RoomHandle {
    /// The handle of a new task, what it is asked, and where it says how much goes on.
    pub(super) fn new(room: RoomId) -> (Self, mpsc::Receiver<Request>, watch::Sender<Activity>) {
        static LAST: AtomicU64 = AtomicU64::new(0);
        let (inbox, requests) = mpsc::channel(INBOX);
        let (shown, activity) = watch::channel(Activity::default());
        let handle = Self {
            room,
            task: TaskNumber(LAST.fetch_add(1, Ordering::Relaxed)),
            inbox,
            activity,
            gone: CancellationToken::new(),
        };
        (handle, requests, shown)
    }

    /// A room that a test plays, and what it is asked.
    #[cfg(test)]
    pub(crate) fn in_test(room: RoomId) -> (Self, mpsc::Receiver<Request>) {
        let (handle, requests, _) = Self::new(room);
        (handle, requests)
    }

    /// The room.
    pub(crate) fn room(&self) -> RoomId {
        self.room
    }

    /// The task that has the room.
    pub(crate) fn task(&self) -> TaskNumber {
        self.task
    }

    /// Whether the room could make place for another.
    pub(crate) fn is_idle(&self) -> bool {
        self.activity.borrow().idle
    }

    /// Waits until the last game of the room is over, or the room has left memory.
    pub(crate) async fn finished(&self) {
        let mut activity = self.activity.clone();
        // An error: the task is gone.
        let _ = activity.wait_for(|activity| activity.finished).await;
    }

    /// Asks an idle room to leave memory, and waits until it has or will not.
    pub(crate) async fn unload(&self) {
        if self.ask(Request::Unload).await.is_err() {
            return self.gone().await;
        }
        let mut activity = self.activity.clone();
        let stays = async move {
            let stays = activity.wait_for(|activity| !activity.idle).await;
            stays.is_ok()
        };
        tokio::select! {
            () = self.gone() => {}
            stays = stays => if !stays {
                self.gone().await;
            }
        }
    }

    /// Waits until the room has left memory, and can be found anew.
    pub(crate) async fn gone(&self) {
        self.gone.cancelled().await;
    }

    /// What to cancel when the room has left memory.
    pub(crate) fn gone_token(&self) -> CancellationToken {
        self.gone.clone()
    }

    /// Asks for something whose answer comes through the outbox.
    pub(crate) async fn ask(&self, request: Request) -> Result<(), Retired> {
        let sent = self.inbox.send(request).await;
        sent.map_err(|_gone| Retired)
    }

    /// Goes into the room.
    pub(crate) async fn enter(
        &self,
        entry: Entry,
        at: Millis,
    ) -> Result<Result<(), Refusal>, Retired> {
        let (reply, answer) = oneshot::channel();
        self.ask(Request::Enter { entry, at, reply }).await?;
        answer.await.map_err(|_gone| Retired)
    }

    /// Goes out of the room.
    pub(crate) async fn leave(
        &self,
        who: PlayerId,
        at: Millis,
        lost: bool,
    ) -> Result<Result<(), Refusal>, Retired> {
        let (reply, answer) = oneshot::channel();
        self.ask(Request::Leave {
            who,
            at,
            lost,
            reply,
        })
        .await?;
        answer.await.map_err(|_gone| Retired)
    }
}
