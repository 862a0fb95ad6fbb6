//! The actor of a room: the only thing that holds a [`Room`].
//!
//! request -> `Room::decide` -> `persistence::commit` -> `Room::apply` -> outboxes
//!
//! Nothing is sent before it is written, and nothing is written before the rules allowed it. The actor waits
//! for the store, never for a client (see `outbox.rs`) and never for an engine: the search of a bot is one more
//! event for which its task waits, beside the inbox and the moment at which something is due (`task.rs`).
//!
//! A command is decided by the moment at which it arrived, and applied at the moment at which its events are
//! sent, so nobody's clock runs while the store writes. While the store fails, no clock runs at all.

mod handle;
mod members;
mod queue_wait;
mod storing;
mod task;
mod telling;
#[cfg(test)]
mod tests;
mod thinking;
mod watchers;

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use protocol::id::{PlayerId, Revision, Token};
use protocol::millis::Millis;
use protocol::record::Record;
use protocol::refusal::Refusal;
use protocol::view::{LeftWhy, WHO_NAMES};
use room::{Command, Event, Room, Thinking};
use tokio::sync::{oneshot, watch};
use tokio::time::Instant;
use tracing::{debug, error, info_span, warn};

pub(crate) use self::handle::{
    Activity, Entry, Part, Position, Request, Retired, RoomHandle, TaskNumber,
};
use self::members::Members;
use self::storing::Damage;
pub(crate) use self::task::RoomTask;
use self::telling::may_end_membership;
use self::thinking::ThinkingNews;
use self::watchers::{Changes, Gathering};
use crate::bots::engine_pool::{BotSearch, SearchProgress};
use crate::cluster::Epoch;
use crate::outbox::{EntryNumber, Flush, Outbox, refused};
use crate::people::person::Person;
use crate::rooms::shared::Shared;
use crate::store::StoreError;

/// Time after a deadline in which a move that was stamped before it may still arrive: it may be on its way
/// from the session's task to the inbox. The room judges it by its stamp.
const STRAGGLERS: Duration = Duration::from_millis(5);

/// Delay after which the commands of time and of bots are tried again after the store failed; those of people
/// are refused at once.
const RETRY: Duration = Duration::from_secs(1);

/// Tries of a command: there is a second one if the store had more events than this task knew.
const TRIES: usize = 2;

/// A person in the room.
#[derive(Debug)]
struct Member {
    person: Person,
    entry: EntryNumber,
    outbox: Outbox,
    token: Option<Token>,
    /// True if the connection watches this room from another one, or from none.
    is_watcher: bool,
    watchers_known: Changes,
}

/// A search under way: its answer to come, and the revision of the board that it searches.
struct Bot {
    revision: Revision,
    /// `None` once the task waits for it.
    search: Option<Search>,
    /// `None` if an answer is given a second time.
    news: Option<ThinkingNews>,
    /// True if the clock is held because the search waits.
    holds_clock: bool,
}

/// The answer to come of a bot, and whether its search waits. The search ends when this is dropped.
struct Search {
    answer: Answer,
    waits: watch::Receiver<bool>,
}

type Answer = Pin<Box<dyn Future<Output = Command> + Send>>;

/// A room with those who are in it.
pub(crate) struct RoomActor {
    room: Room,
    /// True if the events of the room go to the store.
    persistent: bool,
    /// Number of the server under which it took the room.
    epoch: Epoch,
    members: Members,
    /// Person for whom the searches of bots count while no player is present: the one who opened the room, or came
    /// first since it was loaded.
    unattended_person: Person,
    watchers: Gathering,
    /// Sender of the message that is carried out, and its `ref`.
    answering: Option<(PlayerId, u32)>,
    bot: Option<Bot>,
    /// Moment at which a message of an engine was told last.
    last_message: Option<Instant>,
    not_before: Option<Instant>,
    /// Set if the stored events of the room are damaged: it cannot go on.
    broken: Option<Damage>,
    /// True if the store failed, until it works again.
    store_fails: bool,
    /// Moment at which the last player left, as the store has noted it.
    noted_left: Option<Millis>,
    /// True if the store was told since that a player is present again; while it fails it may not have noted that.
    return_told: bool,
    activity: watch::Sender<Activity>,
    shared: Arc<Shared>,
    /// Makes the next request panic.
    #[cfg(test)]
    breaks: Arc<std::sync::atomic::AtomicBool>,
}

impl RoomActor {
    /// Returns the actor of `room`. The person who opened the room is its first member.
    fn new(
        room: Room,
        persistent: bool,
        opener: Option<Entry>,
        activity: watch::Sender<Activity>,
        shared: Arc<Shared>,
    ) -> Self {
        let mut actor = Self {
            noted_left: room.deserted(),
            members: Members::none_in(room.id()),
            return_told: false,
            room,
            persistent,
            epoch: shared.cluster.epoch(),
            unattended_person: Person::Unknown,
            watchers: Gathering::default(),
            answering: None,
            bot: None,
            last_message: None,
            not_before: None,
            broken: None,
            store_fails: false,
            activity,
            shared,
            #[cfg(test)]
            breaks: Arc::default(),
        };
        if !actor.room.is_live() {
            // The room was loaded for somebody who is about to enter.
            actor.not_before = Some(Instant::now() + RETRY);
        }
        if let Some(entry) = opener {
            actor.welcome(entry);
        }
        actor
    }

    /// Brings up to date what follows from a change of the room at once: its activity, the spectators.
    fn follow_change(&mut self) {
        self.show_activity();
        self.tell_watchers();
    }

    /// Returns the moment at which something is due, if anything will be.
    fn due(&self) -> Option<Instant> {
        let moments = [self.next_tick(), self.watchers.due(), self.next_thinking()];
        moments.into_iter().flatten().min()
    }

    /// Does what is due at the moment `now`.
    async fn do_what_is_due(&mut self, now: Instant) {
        let is_due = |moment: Option<Instant>| moment.is_some_and(|moment| moment <= now);
        if is_due(self.next_tick()) {
            self.tick().await;
        }
        if is_due(self.next_thinking()) {
            self.tell_thinking();
        }
    }

    /// Returns true if the room is this server's, so that it may send something.
    fn owns_room(&self) -> bool {
        !self.persistent || self.shared.cluster.holds(self.epoch)
    }

    /// Waits until it is known whether the room is still this server's, and returns that. While it is not known, what
    /// people ask for waits in the inbox.
    async fn still_owns_room(&mut self) -> bool {
        // On the heap, since it is rare, and every room would have place for it.
        Box::pin(self.shared.cluster.may_send(self.epoch)).await
    }

    /// Lets go of a room that another server has, or may have.
    fn lose_room(&mut self) {
        self.broken = Some(Damage::Elsewhere);
    }

    /// Returns true if another server has the room, or may have it.
    fn is_elsewhere(&self) -> bool {
        matches!(self.broken, Some(Damage::Elsewhere))
    }

    /// Returns true if the room leaves memory.
    fn ends(&self) -> bool {
        self.room.is_retired() || self.room.is_closed() || self.broken.is_some()
    }

    /// Stores what a restart would forget: the time used in the turn, and the moment the last player left.
    async fn leave_memory(&mut self) {
        let now = self.shared.time.now();
        if self.is_elsewhere() {
            self.let_go(Damage::Elsewhere);
            self.shared.engines.release(self.room.id());
            return;
        }
        if let Some(damage) = self.broken {
            error!("the room ends, since what is stored of it is damaged");
            self.let_go(damage);
        } else if let Err(refusal) = self.carry_out(now, &Command::Stop, None).await {
            warn!(%refusal, "the time thought since the last ply is not stored");
        }
        if self.persistent {
            let left = self.room.deserted();
            self.shared.store.rest(self.room.id(), left).await;
        }
        self.shared.engines.release(self.room.id());
        self.members.clear();
    }

    async fn handle(&mut self, request: Request) {
        #[cfg(test)]
        assert!(
            !self.breaks.load(std::sync::atomic::Ordering::Acquire),
            "a test of a room that breaks"
        );
        match request {
            Request::Enter { entry, at, reply } => {
                // On the heap, as a task has place for the largest request all the time.
                let answer = Box::pin(self.enter(*entry, at)).await;
                // A session that ended meanwhile sends a `Leave` of its own.
                give(reply, answer);
            }
            Request::Leave {
                who,
                at,
                lost,
                reference,
                reply,
            } => {
                let command = Command::Leave { who, lost };
                self.answering = reference.map(|reference| (who, reference));
                let answer = self.carry_out(at, &command, None).await;
                self.answering = None;
                give(reply, answer);
            }
            Request::Do {
                who,
                at,
                command,
                reference,
            } => {
                self.answering = reference.map(|reference| (who, reference));
                let done = self.carry_out(at, &command, None).await;
                self.answering = None;
                if let Err(refusal) = done {
                    debug!(room = %self.room.id(), %who, %refusal, "refused");
                    self.shared.metrics.refusals.count(refusal.code());
                    if let Some(member) = self.members.get(&who) {
                        member.outbox.send_one(refused(refusal), reference);
                    }
                }
            }
            Request::Analyse { who, reply } => {
                let revision = self.room.revision();
                let game = self.room.game_to_analyse(who);
                give(reply, game.map(|game| Position { revision, game }));
            }
            Request::Look { reply } => {
                let mut summary = self.room.summary(self.shared.time.now());
                summary.moves = summary.watchable.then(|| self.room.cells().to_vec());
                give(reply, summary);
            }
            Request::Record { who, reply } => {
                give(reply, self.record(who));
            }
            Request::YourGame { claim, reply } => {
                let now = self.shared.time.now();
                give(reply, self.room.your_game(now, claim));
            }
            Request::Who { who, reply } => {
                let watching = self.room.spectators(WHO_NAMES);
                let present = self.room.has(who);
                give(reply, present.then_some(watching).ok_or(Refusal::NotInRoom));
            }
            Request::SeatToken { who, reply } => {
                give(reply, self.seat_token(who));
            }
            Request::Host { command, reply } => {
                let now = self.shared.time.now();
                let done = self.carry_out(now, &command, None).await;
                give(reply, done);
            }
            Request::Resync { who, reference } => self.send_snapshot(who, reference),
            Request::Unload => {
                let now = self.shared.time.now();
                if let Err(refusal) = self.carry_out(now, &Command::Unload, None).await {
                    debug!(%refusal, "the room stays in memory");
                }
            }
        }
    }

    async fn enter(&mut self, mut entry: Entry, at: Millis) -> Result<(), Refusal> {
        self.find_seat(&mut entry);
        let (who, name) = (entry.who, entry.name.clone());
        let is_watcher = self
            .members
            .get(&who)
            .is_some_and(|member| member.is_watcher);
        if is_watcher && matches!(entry.part, Part::Spectator | Part::Watcher) {
            // The room has this spectator already, and only the connection sees it otherwise.
            self.welcome(entry);
            return Ok(());
        }
        let holder = entry.bind_seat_to_key(&self.shared.random);
        let command = match entry.part {
            Part::Player(token) => Command::Sit {
                who,
                name,
                hash: token.hash(),
                holder,
            },
            Part::Spectator | Part::Watcher => {
                let key = entry.key.map(|key| key.hash());
                Command::Watch { who, name, key }
            }
            Part::Returning(token) => Command::Return {
                who,
                hash: token.hash(),
            },
        };
        self.carry_out(at, &command, Some(who)).await?;
        self.welcome(entry);
        self.tell_ratings(Some(who)).await;
        Ok(())
    }

    /// Makes a person who wants a seat, and has one by their key, return to that.
    fn find_seat(&self, entry: &mut Entry) {
        if let (Part::Player(_), Some(key)) = (entry.part, entry.key)
            && let Some(holder) = self.room.held_by(key.hash())
        {
            entry.part = Part::Returning(key.seat_token(holder.nonce));
        }
    }

    /// Makes a person whom the room has let in a member, and sends them a snapshot.
    fn welcome(&mut self, entry: Entry) {
        if self.unattended_person == Person::Unknown {
            self.unattended_person = entry.person;
        }
        let member = Member {
            person: entry.person,
            entry: entry.number,
            outbox: entry.outbox,
            token: entry.part.token(),
            is_watcher: matches!(entry.part, Part::Watcher),
            watchers_known: self.watchers.changes(),
        };
        self.members.insert(entry.who, member);
        self.send_snapshot(entry.who, entry.reference);
    }

    /// Returns the token of the seat of this person.
    fn seat_token(&self, who: PlayerId) -> Result<Token, Refusal> {
        let member = self.members.get(&who).ok_or(Refusal::NotInRoom)?;
        let seat = self.room.side_of(who);
        seat.and(member.token).ok_or(Refusal::NotSeated)
    }

    /// Returns the game as text, if this person may watch it.
    fn record(&self, who: PlayerId) -> Result<String, Refusal> {
        if !self.room.spec().spectators && self.room.side_of(who).is_none() {
            return Err(Refusal::NoSpectators);
        }
        let snapshot = self.room.snapshot(self.shared.time.now(), who);
        match Record::from_snapshot(&snapshot, None) {
            Ok(record) => Ok(record.to_string()),
            Err(error) => {
                let reference = self.shared.random.draw();
                error!(room = %self.room.id(), reference, %error, "the room has no record");
                Err(Refusal::Internal { reference })
            }
        }
    }

    async fn tick(&mut self) {
        // After a standstill a timer fires early, and must not be polled again without a pause.
        self.not_before = Some(Instant::now() + STRAGGLERS);
        let now = self.shared.time.now();
        if let Err(refusal) = self.carry_out(now, &Command::Tick, None).await {
            debug!(%refusal, "a tick was refused");
            self.not_before = Some(Instant::now() + RETRY);
        }
    }

    /// Decides, stores, applies and sends. `newcomer` is left out of the audience: a snapshot follows.
    async fn carry_out(
        &mut self,
        at: Millis,
        command: &Command,
        newcomer: Option<PlayerId>,
    ) -> Result<(), Refusal> {
        self.shared.metrics.commands.count(command.kind());
        for _ in 0..TRIES {
            let events = self.room.decide(at, command)?;
            match self.commit(at, &events).await {
                Ok(()) => {
                    self.apply_and_tell(command, &events, newcomer).await;
                    if events
                        .iter()
                        .any(|event| matches!(event, Event::Over { .. }))
                    {
                        self.tell_ratings(None).await;
                    }
                    return Ok(());
                }
                Err(error @ StoreError::Conflict { .. }) => {
                    // On the heap, since it is rare and large, and every room would have place for it.
                    Box::pin(self.reload(&error)).await?;
                    // Everything else is refused the second time if the store had it already.
                    if matches!(command, Command::Chat { .. } | Command::HostSay { .. }) {
                        return Err(self.refuse(&error));
                    }
                }
                Err(error) => {
                    self.broken = Damage::of(&error);
                    self.hold_clock(at);
                    return Err(self.refuse(&error));
                }
            }
        }
        let problem = "the store has other events of the room each time";
        Err(self.refuse(&StoreError::Failed(problem.to_owned())))
    }

    /// Returns the refusal for an error of the store, which is logged with the room whoever carries the request out.
    pub(super) fn refuse(&self, error: &StoreError) -> Refusal {
        let span = info_span!("room", room = %self.room.id());
        span.in_scope(|| error.to_refusal(self.shared.random.draw()))
    }

    /// Applies and sends the events that are stored. From here on the time of the next side runs.
    async fn apply_and_tell(
        &mut self,
        command: &Command,
        events: &[Event],
        newcomer: Option<PlayerId>,
    ) {
        let sent_at = self.shared.time.now();
        let ends_memberships = events.iter().any(may_end_membership);
        // Each member gets all of them, and that it is out, with one call of the system.
        let flush = if events.len() > 1 || ends_memberships {
            Flush::Later
        } else {
            Flush::Now
        };
        for event in events {
            self.room.apply(sent_at, event);
            self.tell(sent_at, event, newcomer, flush);
        }
        if ends_memberships {
            self.release_members(match command {
                Command::Return { .. } => LeftWhy::Replaced,
                Command::Remove { .. } => LeftWhy::Removed,
                _ => LeftWhy::Asked,
            });
        }
        if flush == Flush::Later {
            self.flush();
        }
        self.show_events_in_lobby(events);
        if self.has_returned() {
            // On the heap, since it is rare and large.
            Box::pin(self.note_return()).await;
        }
    }

    /// Starts the search of a bot that is to move, and drops one whose position is gone.
    fn schedule_bot(&mut self) {
        let wanted = self.room.thinking().map(|thinking| thinking.revision);
        if self.bot.as_ref().map(|bot| bot.revision) == wanted {
            return;
        }
        self.end_search();
        self.bot = self
            .room
            .thinking()
            .map(|thinking| self.start_search(thinking));
    }

    /// Starts a search of a bot.
    fn start_search(&self, thinking: Thinking<'_>) -> Bot {
        let progress = SearchProgress::default();
        let search = self.search_of(&thinking, &progress);
        let waits = progress.waits();
        let news = ThinkingNews::new(thinking.side, search.ply, progress, Instant::now());
        Bot {
            revision: thinking.revision,
            search: Some(Search::new(self.answer_of(thinking, search), waits)),
            news: Some(news),
            holds_clock: false,
        }
    }

    fn search_of(&self, thinking: &Thinking<'_>, progress: &SearchProgress) -> BotSearch {
        BotSearch {
            room: self.room.id(),
            game: thinking.game.clone(),
            bot: thinking.bot.clone(),
            side: thinking.side,
            ply: thinking.game.plies().len() as u16 + 1,
            seed: thinking.seed,
            limit: thinking.limit,
            chosen: thinking.chosen,
            progress: progress.clone(),
        }
    }

    /// Returns the answer to come of a search, which begins when the answer is first waited for.
    fn answer_of(&self, thinking: Thinking<'_>, search: BotSearch) -> Answer {
        let person = self.person_of_searches();
        let shared = Arc::clone(&self.shared);
        let not_before = shared.time.instant(thinking.not_before);
        let (revision, opening) = (thinking.revision, thinking.opening);
        let progress = search.progress.clone();
        Box::pin(async move {
            let engines = &shared.engine_pool;
            let command = match opening {
                Some(opening) => Command::BotOpen {
                    revision,
                    answer: engines.open(person, search, opening).await,
                },
                None => Command::BotPlay {
                    revision,
                    thought: engines.think(person, search).await,
                },
            };
            progress.set_answered();
            tokio::time::sleep_until(not_before).await;
            command
        })
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

/// Answers a request, unless whoever asked is gone.
fn give<T>(reply: oneshot::Sender<T>, answer: T) {
    let _ = reply.send(answer);
}
