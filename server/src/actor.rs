//! One task per room: the only place a [`Room`] is held.
//!
//! inbox -> `Room::decide` -> `persistence::commit` -> `Room::apply` -> outboxes
//!
//! Nothing is told before it is written, and nothing is written before the rules allowed it. The task
//! waits for the store and for its inbox, never for a client (see `outbox.rs`) and never for an engine:
//! a bot that thinks is one more thing to wait for beside the inbox and the deadline.
//!
//! A command is decided by the moment at which it arrived, and applied at the moment at which it is told:
//! so nobody's clock runs while the store writes. While the store fails, no clock runs at all.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use protocol::clock::Millis;
use protocol::game::Game;
use protocol::id::{PlayerId, Revision, RoomId, Token};
use protocol::message::{LeftWhy, ServerMsg, TableEvent, Thought};
use protocol::refusal::Refusal;
use protocol::text::{ChatText, Name};
use room::{Audience, Command, Event, Room};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tracing::{debug, error, warn};

use crate::directory::Shared;
use crate::outbox::{EntryNumber, Frame, Outbox};
use crate::persistence;
use crate::store::StoreError;
use crate::store::writer::Health;
use crate::thinkers::Task;

/// Requests that may wait for a room. When it is full a session waits, which slows its own client only.
const INBOX: usize = 256;

/// A flag falls at its deadline, but a move that was stamped before it may still be on its way from the
/// session's task to the inbox. It gets this long; the room judges it by its stamp.
const STRAGGLERS: Duration = Duration::from_millis(5);

/// After the store failed, what time or a bot wants is tried again after this; people are refused at once.
const RETRY: Duration = Duration::from_secs(1);

/// Tries of a command: a second one where the store had more than this task knew.
const TRIES: usize = 2;

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
    fn token(self) -> Option<Token> {
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
    /// A room that a test plays, and what it is asked.
    #[cfg(test)]
    pub(crate) fn in_test(room: RoomId) -> (Self, mpsc::Receiver<Request>) {
        let (inbox, requests) = mpsc::channel(INBOX);
        let handle = Self {
            room,
            task: TaskNumber(0),
            inbox,
            activity: watch::channel(Activity::default()).1,
            gone: CancellationToken::new(),
        };
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

/// Somebody in the room.
#[derive(Debug)]
struct Member {
    entry: EntryNumber,
    outbox: Outbox,
    token: Option<Token>,
}

/// A bot at work: what it will say, and the revision it was asked at.
struct Bot {
    revision: Revision,
    answer: Pin<Box<dyn Future<Output = Result<Thought, ChatText>> + Send>>,
}

/// The task of a room.
pub(crate) struct RoomActor {
    room: Room,
    /// Whether the room is in the store; the exhibition is not.
    kept: bool,
    inbox: mpsc::Receiver<Request>,
    members: HashMap<PlayerId, Member>,
    bot: Option<Bot>,
    not_before: Option<Instant>,
    /// When the store was told that all players had left, if that is what it knows.
    noted_left: Option<Millis>,
    health: watch::Receiver<Health>,
    activity: watch::Sender<Activity>,
    shared: Arc<Shared>,
}

impl RoomActor {
    /// The task of `room` and the handle that speaks to it. Whoever opened the room is its first member.
    pub(crate) fn new(
        room: Room,
        kept: bool,
        opener: Option<Entry>,
        shared: Arc<Shared>,
    ) -> (RoomHandle, Self) {
        static LAST: AtomicU64 = AtomicU64::new(0);
        let (sender, inbox) = mpsc::channel(INBOX);
        let (activity, seen) = watch::channel(Activity::default());
        let handle = RoomHandle {
            room: room.id(),
            task: TaskNumber(LAST.fetch_add(1, Ordering::Relaxed)),
            inbox: sender,
            activity: seen,
            gone: CancellationToken::new(),
        };
        let mut actor = Self {
            noted_left: room.deserted(),
            room,
            kept,
            inbox,
            members: HashMap::new(),
            bot: None,
            not_before: None,
            health: shared.store.health(),
            activity,
            shared,
        };
        if !actor.room.is_live() {
            // It was asked for by somebody who is about to come in.
            actor.not_before = Some(Instant::now() + RETRY);
        }
        if let Some(entry) = opener {
            actor.welcome(entry);
        }
        (handle, actor)
    }

    /// Runs until the room leaves memory, nobody can speak to it any more, or `stop`; what was asked before
    /// is done then. Returns the room as it was left.
    pub(crate) async fn run(mut self, stop: CancellationToken) -> Room {
        self.mind_the_store();
        loop {
            self.mind_the_bot();
            self.show_activity();
            let deadline = self.next_tick();
            // In this order: what was asked before a deadline is decided before it.
            tokio::select! {
                biased;
                request = self.inbox.recv() => match request {
                    Some(request) => self.handle(request).await,
                    None => break,
                },
                () = stop.cancelled() => break,
                Ok(()) = self.health.changed() => self.mind_the_store(),
                () = until(deadline) => self.tick().await,
                thought = answer(&mut self.bot) => self.bot_answered(thought).await,
            }
            if self.room.is_retired() || self.room.is_closed() {
                break;
            }
        }
        self.leave_memory().await;
        self.room
    }

    /// Stores what a restart would forget: the time thought in the turn, and since when nobody is here.
    async fn leave_memory(&mut self) {
        let now = self.shared.time.now();
        if let Err(refusal) = self.carry_out(now, &Command::Stop, None).await {
            warn!(%refusal, "the time thought since the last ply is not stored");
        }
        if self.kept {
            let left = self.room.deserted();
            self.shared.store.rest(self.room.id(), left).await;
        }
        self.shared.engines.let_go(self.room.id());
    }

    async fn handle(&mut self, request: Request) {
        match request {
            Request::Enter { entry, at, reply } => {
                let answer = self.enter(entry, at).await;
                // A session that ended meanwhile says so with a `Leave` of its own.
                let _ = reply.send(answer);
            }
            Request::Leave {
                who,
                at,
                lost,
                reply,
            } => {
                let command = Command::Leave { who, lost };
                // A session that ended meanwhile wants no answer.
                let _ = reply.send(self.carry_out(at, &command, None).await);
            }
            Request::Do { who, at, command } => {
                if let Err(refusal) = self.carry_out(at, &command, None).await {
                    debug!(%who, %refusal, "refused");
                    if let Some(member) = self.members.get(&who) {
                        member.outbox.send_one(ServerMsg::Refused {
                            message: refusal.to_string(),
                            refusal,
                        });
                    }
                }
            }
            Request::Analyse { who, plies, reply } => {
                // A session that ended meanwhile wants no answer.
                let revision = self.room.revision();
                let game = self.room.position_to_analyse(who, plies);
                let _ = reply.send(game.map(|game| Position { revision, game }));
            }
            Request::Resync { who } => self.send_snapshot(who),
            Request::Unload => {
                let now = self.shared.time.now();
                if let Err(refusal) = self.carry_out(now, &Command::Unload, None).await {
                    debug!(%refusal, "the room stays in memory");
                }
            }
        }
    }

    async fn enter(&mut self, entry: Entry, at: Millis) -> Result<(), Refusal> {
        let (who, name) = (entry.who, entry.name.clone());
        let command = match entry.part {
            Part::Player(token) => Command::Sit {
                who,
                name,
                seal: token.seal(),
            },
            Part::Spectator => Command::Watch { who, name },
            Part::Returning(token) => Command::Return {
                who,
                seal: token.seal(),
            },
        };
        self.carry_out(at, &command, Some(who)).await?;
        self.welcome(entry);
        Ok(())
    }

    /// Makes somebody whom the room has let in a member, and shows them everything.
    fn welcome(&mut self, entry: Entry) {
        let member = Member {
            entry: entry.number,
            outbox: entry.outbox,
            token: entry.part.token(),
        };
        self.members.insert(entry.who, member);
        self.send_snapshot(entry.who);
    }

    fn send_snapshot(&self, who: PlayerId) {
        if let Some(member) = self.members.get(&who) {
            let you = self.room.side_of(who);
            member.outbox.send_one(ServerMsg::Joined {
                you,
                token: member.token.filter(|_| you.is_some()),
                snapshot: Box::new(self.room.snapshot(self.shared.time.now(), who)),
            });
        }
    }

    async fn tick(&mut self) {
        self.not_before = None;
        let now = self.shared.time.now();
        if let Err(refusal) = self.carry_out(now, &Command::Tick, None).await {
            debug!(%refusal, "the time came to nothing");
            self.not_before = Some(Instant::now() + RETRY);
        }
    }

    async fn bot_answered(&mut self, thought: Result<Thought, ChatText>) {
        let Some(bot) = self.bot.take() else {
            return;
        };
        let revision = bot.revision;
        let command = Command::BotPlay { revision, thought };
        let now = self.shared.time.now();
        let Err(refusal) = self.carry_out(now, &command, None).await else {
            return;
        };
        debug!(%refusal, "the bot's answer was not taken");
        // The position changed while the bot thought, and it is asked again; or the store failed, and the
        // same answer is given again.
        if let (Refusal::Internal { .. }, Command::BotPlay { thought, .. }) = (refusal, command) {
            let again = Instant::now() + RETRY;
            self.bot = Some(Bot {
                revision,
                answer: Box::pin(async move {
                    tokio::time::sleep_until(again).await;
                    thought
                }),
            });
        }
    }

    /// Decides, stores, applies, tells. `newcomer` is not told: a snapshot follows.
    async fn carry_out(
        &mut self,
        at: Millis,
        command: &Command,
        newcomer: Option<PlayerId>,
    ) -> Result<(), Refusal> {
        for _ in 0..TRIES {
            let events = self.room.decide(at, command)?;
            match self.commit(at, &events).await {
                Ok(()) => {
                    self.happened(command, &events, newcomer).await;
                    return Ok(());
                }
                Err(error @ StoreError::Fenced { .. }) => self.reload(&error).await?,
                Err(error) => {
                    self.hold_clock(at);
                    return Err(internal(&error));
                }
            }
        }
        Err(internal(&StoreError::Failed(
            "the store has other events of the room each time".to_owned(),
        )))
    }

    // Exclusive although it only reads: a shared borrow across the wait would need every part of the
    // actor to be `Sync`, and a bot's answer is not.
    async fn commit(&mut self, at: Millis, events: &[Event]) -> Result<(), StoreError> {
        if !self.kept {
            return Ok(());
        }
        persistence::commit(&self.shared.store, &self.room, at, events).await
    }

    /// Applies and tells what is stored. From here on the next side's time runs.
    async fn happened(&mut self, command: &Command, events: &[Event], newcomer: Option<PlayerId>) {
        let told = self.shared.time.now();
        for event in events {
            self.room.apply(told, event);
            self.tell(told, event, newcomer);
        }
        self.let_go(match command {
            Command::Return { .. } => LeftWhy::Replaced,
            Command::Tick => LeftWhy::Closed,
            _ => LeftWhy::Asked,
        });
        if !events.is_empty() {
            self.show_in_lobby();
        }
        self.note_return().await;
    }

    /// The store has events that this task does not know: an append that failed was written all the same.
    /// The room is taken from the store again, with everybody who is here.
    async fn reload(&mut self, why: &StoreError) -> Result<(), Refusal> {
        warn!(%why, "the room is loaded anew");
        let (store, now) = (self.shared.store.clone(), self.shared.time.now());
        let loaded = persistence::load(&store, self.room.id(), now).await;
        let loaded = loaded.map_err(|error| internal(&error))?;
        let Some(loaded) = loaded else {
            return Err(internal(why));
        };
        let presence = self.room.presence();
        self.room = loaded.room;
        for event in presence {
            self.room.apply(now, &event);
        }
        // When the turn was told is not stored, and what went wrong is nobody's fault.
        self.room.skip_time(loaded.last, now);
        self.bot = None;
        self.let_go(LeftWhy::Closed);
        for who in self.members.keys().copied().collect::<Vec<_>>() {
            self.send_snapshot(who);
        }
        self.show_in_lobby();
        Ok(())
    }

    /// Keeps all clocks still while the store fails, and lets them run when it works again.
    fn mind_the_store(&mut self) {
        let failing_since = match &*self.health.borrow_and_update() {
            Health::Failing { since, .. } => Some(*since),
            Health::Working => None,
        };
        if !self.kept {
            return;
        }
        match failing_since {
            Some(since) => self.hold_clock(since),
            None => self.command_without_store(self.shared.time.now(), &Command::ReleaseClock),
        }
    }

    fn hold_clock(&mut self, at: Millis) {
        self.command_without_store(at, &Command::HoldClock);
    }

    /// Carries out a command whose events are only told.
    fn command_without_store(&mut self, at: Millis, command: &Command) {
        let Ok(events) = self.room.decide(at, command) else {
            return;
        };
        for event in &events {
            self.room.apply(at, event);
            self.tell(self.shared.time.now(), event, None);
        }
    }

    /// A player is here again: the store must not count the room as deserted after a crash.
    async fn note_return(&mut self) {
        if self.kept && self.noted_left.is_some() && self.room.deserted().is_none() {
            self.noted_left = None;
            self.shared.store.rest(self.room.id(), None).await;
        }
    }

    fn tell(&self, at: Millis, event: &Event, newcomer: Option<PlayerId>) {
        let seq = self.room.seq();
        if let Some((audience, event)) = self.room.tell(at, event) {
            let frame = Frame::new(ServerMsg::Table { seq, event });
            for (&who, member) in &self.members {
                let meant = match audience {
                    Audience::All => true,
                    Audience::Spectators => self.room.side_of(who).is_none(),
                };
                if meant && Some(who) != newcomer {
                    member.outbox.send(&frame);
                }
            }
        }
        if matches!(event, Event::Over { .. }) {
            self.show_thoughts();
        }
    }

    /// The game is over: what the bots thought is shown to those who have not seen it, the players, and
    /// everybody where it was secret.
    fn show_thoughts(&self) {
        let secret = self.room.thoughts_are_secret();
        let seq = self.room.seq();
        for thought in self.room.thoughts() {
            let event = TableEvent::Thought {
                thought: thought.clone(),
            };
            let frame = Frame::new(ServerMsg::Table { seq, event });
            for (&who, member) in &self.members {
                if secret || self.room.side_of(who).is_some() {
                    member.outbox.send(&frame);
                }
            }
        }
    }

    /// Sends out whoever the room no longer has.
    fn let_go(&mut self, why: LeftWhy) {
        let room = &self.room;
        let closed = room.is_closed();
        self.members.retain(|&who, member| {
            let stays = room.has(who) && !closed;
            if !stays {
                let why = if closed { LeftWhy::Closed } else { why };
                member.outbox.leave(room.id(), member.entry, why);
            }
            stays
        });
    }

    fn show_activity(&self) {
        let now = self.shared.time.now();
        let unloads = self.room.decide(now, &Command::Unload);
        let activity = Activity {
            idle: self.kept && unloads.is_ok_and(|events| !events.is_empty()),
            finished: self.room.is_finished(),
        };
        self.activity.send_if_modified(|shown| {
            let changed = *shown != activity;
            *shown = activity;
            changed
        });
    }

    /// Shows the room in the lobby as it is now. The directory must have it already.
    pub(crate) fn show_in_lobby(&self) {
        if self.room.spec().listed {
            let summary = self.room.summary(self.shared.time.now());
            let inviting = self.room.open_seat().is_some();
            self.shared.lobby.show(summary, inviting);
        }
    }

    /// Asks a bot for the ply that is due, and forgets a bot whose position is gone.
    fn mind_the_bot(&mut self) {
        let thinking = self.room.thinking();
        let wanted = thinking.as_ref().map(|thinking| thinking.revision);
        if self.bot.as_ref().map(|bot| bot.revision) == wanted {
            return;
        }
        // Dropping the answer stops the search.
        self.bot = thinking.map(|thinking| {
            let task = Task {
                room: self.room.id(),
                game: thinking.game.clone(),
                bot: thinking.bot.clone(),
                side: thinking.side,
                ply: thinking.game.plies().len() as u16 + 1,
                seed: thinking.seed,
                limit: thinking.limit,
                chosen: thinking.chosen,
            };
            let shared = Arc::clone(&self.shared);
            let not_before = shared.time.instant(thinking.not_before);
            Bot {
                revision: thinking.revision,
                answer: Box::pin(async move {
                    let thought = shared.thinkers.think(task).await;
                    tokio::time::sleep_until(not_before).await;
                    thought
                }),
            }
        });
    }

    fn next_tick(&self) -> Option<Instant> {
        let deadline = self.room.deadline()?;
        let due = self.shared.time.instant(deadline) + STRAGGLERS;
        Some(
            self.not_before
                .map_or(due, |not_before| due.max(not_before)),
        )
    }
}

/// Waits for `moment`, or for ever.
pub(crate) async fn until(moment: Option<Instant>) {
    match moment {
        Some(moment) => tokio::time::sleep_until(moment).await,
        None => std::future::pending().await,
    }
}

/// Waits for the bot's answer, or for ever where none is at work.
async fn answer(bot: &mut Option<Bot>) -> Result<Thought, ChatText> {
    match bot {
        Some(bot) => bot.answer.as_mut().await,
        None => std::future::pending().await,
    }
}

/// Our own fault: logged with a number that the person can quote.
pub(crate) fn internal(error: &StoreError) -> Refusal {
    let reference = rand::random::<u32>();
    error!(reference, %error, "the store failed");
    Refusal::Internal { reference }
}
