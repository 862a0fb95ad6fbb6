//! The tournaments of the server: a task for each holds its state, opens the rooms of its games, receives their ends.
//!
//! command -> `Tournament::decide` -> the store -> `Tournament::apply` -> rooms to open, views to send

mod task;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};

use protocol::id::{PlayerId, RoomId, Token, TokenHash};
use protocol::millis::Millis;
use protocol::refusal::{Refusal, Resource};
use protocol::text::Name;
use protocol::tournament::{
    Export, Format, PairingView, TOURNAMENTS, TournamentAct, TournamentPhase, TournamentSpec,
    TournamentSummary, TournamentView,
};
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tournament::{Event, Ticket, Tournament};
use tracing::{error, info};

use self::task::TournamentTask;
use crate::bots;
use crate::outbox::Outbox;
use crate::people::person::Person;
use crate::people::person_key::PersonKey;
use crate::rooms::directory::Directory;
use crate::rooms::tournament_list::{Line, SharedLine, TournamentList};
use crate::store::{Append, Kind, Record, StoreError, tournament_of};

/// Tournaments that are not over, at most: of all, and of one address, which is not known any more after a restart.
const MOST_LIVE: usize = 100;
const MOST_OF_ONE: usize = 10;

/// Tournaments that are over, that stay loaded though they are not looked at.
const MOST_IDLE: usize = 8;

/// Requests that may wait for a tournament; those who ask wait when it is full.
const INBOX: usize = 64;

/// Tries before the search for a free code ends.
const CODE_TRIES: usize = 10;

/// A person at a connection.
#[derive(Clone, Debug)]
pub(crate) struct Follower {
    pub(crate) who: PlayerId,
    pub(crate) person: Person,
    pub(crate) name: Name,
    pub(crate) outbox: Outbox,
    pub(crate) key: Option<PersonKey>,
    /// Token of an earlier visit.
    pub(crate) token: Option<Token>,
}

/// A request to a tournament.
#[derive(Debug)]
enum Request {
    Follow {
        follower: Follower,
        reference: Option<u32>,
    },
    Unfollow(PlayerId),
    Act {
        who: PlayerId,
        act: TournamentAct,
        reference: Option<u32>,
    },
    /// An act of the operator.
    Host(TournamentAct, oneshot::Sender<Result<(), Refusal>>),
    Pairings(u32, usize, oneshot::Sender<Vec<PairingView>>),
    View(oneshot::Sender<TournamentView>),
}

/// The way to a tournament's task.
#[derive(Clone, Debug)]
pub(crate) struct TournamentHandle {
    code: RoomId,
    inbox: mpsc::Sender<Request>,
    line: SharedLine,
}

impl TournamentHandle {
    /// Returns the code.
    pub(crate) fn code(&self) -> RoomId {
        self.code
    }

    /// Makes a connection follow the tournament.
    pub(crate) async fn follow(&self, follower: Follower, reference: Option<u32>) {
        self.send(Request::Follow {
            follower,
            reference,
        })
        .await;
    }

    /// Ends that.
    pub(crate) async fn unfollow(&self, who: PlayerId) {
        self.send(Request::Unfollow(who)).await;
    }

    /// Gives an act of a connection that follows; the answer comes through its outbox.
    pub(crate) async fn act(&self, who: PlayerId, act: TournamentAct, reference: Option<u32>) {
        self.send(Request::Act {
            who,
            act,
            reference,
        })
        .await;
    }

    /// Carries out an act of the operator.
    pub(crate) async fn host(&self, act: TournamentAct) -> Result<(), Refusal> {
        let done = self.ask(|reply| Request::Host(act, reply)).await;
        done.ok_or(Refusal::ShuttingDown)?
    }

    /// Returns the pairings from a number on.
    pub(crate) async fn pairings(&self, from: u32, most: usize) -> Option<Vec<PairingView>> {
        self.ask(|reply| Request::Pairings(from, most, reply)).await
    }

    fn line(&self) -> MutexGuard<'_, Line> {
        self.line.lock().expect("no holder panics")
    }

    async fn send(&self, request: Request) {
        // A task that has ended is that of a server that stops.
        let _ = self.inbox.send(request).await;
    }

    async fn ask<T>(&self, request: impl FnOnce(oneshot::Sender<T>) -> Request) -> Option<T> {
        let (reply, answer) = oneshot::channel();
        self.send(request(reply)).await;
        answer.await.ok()
    }
}

/// The tournaments of the server.
#[derive(Debug)]
pub(crate) struct Tournaments {
    directory: Arc<Directory>,
    loaded: Mutex<BTreeMap<RoomId, TournamentHandle>>,
    /// Held while one is loaded, so that none is loaded twice.
    loading: tokio::sync::Mutex<()>,
    tasks: TaskTracker,
    stop: CancellationToken,
}

impl Tournaments {
    /// Returns the tournaments of a server, of which none is loaded.
    pub(crate) fn new(directory: Arc<Directory>, stop: CancellationToken) -> Arc<Self> {
        Arc::new(Self {
            directory,
            loaded: Mutex::default(),
            loading: tokio::sync::Mutex::default(),
            tasks: TaskTracker::new(),
            stop,
        })
    }

    /// Returns the rooms.
    pub(crate) fn directory(&self) -> &Arc<Directory> {
        &self.directory
    }

    /// Loads the tournaments that this server takes over from others, until `stop`.
    pub(crate) async fn follow_cluster(self: Arc<Self>, stop: CancellationToken) {
        loop {
            tokio::select! {
                biased;
                () = stop.cancelled() => return,
                () = self.directory.taken_over() => self.load_all().await,
            }
        }
    }

    /// Loads the tournaments that go on, and the last ones that are over.
    pub(crate) async fn load_all(&self) {
        let codes = self.directory.shared().store.tournaments(TOURNAMENTS).await;
        match codes {
            Ok(codes) => {
                for code in codes {
                    match self.find(code).await {
                        Ok(handle) => self.list().insert(code, handle.line),
                        Err(Refusal::Elsewhere { .. }) => {}
                        Err(refusal) => {
                            error!(tournament = %code, %refusal, "the tournament does not come back");
                        }
                    }
                }
            }
            Err(error) => error!(%error, "the tournaments cannot be read"),
        }
    }

    /// Waits until the tasks have ended, which `stop` makes them do.
    pub(crate) async fn drain(&self) {
        self.tasks.close();
        self.tasks.wait().await;
    }

    /// Opens a tournament, of which this person is the organiser; returns it with their token.
    pub(crate) async fn open(
        &self,
        mut spec: TournamentSpec,
        opener: Person,
        name: &Name,
        key: Option<PersonKey>,
    ) -> Result<(TournamentHandle, Token), Refusal> {
        let shared = self.directory.shared();
        if shared.host.is_draining() {
            return Err(Refusal::ShuttingDown);
        }
        if let Some(filling) = &mut spec.filling {
            let list = shared.engines.list();
            filling.bot = bots::check(list, &filling.bot, spec.variant, spec.opening)?;
        }
        if matches!(spec.format, Format::Arena { .. }) {
            spec.games = 1;
        }
        let (all, own) = self.list().count_live(opener);
        let full = if own >= MOST_OF_ONE {
            Some(MOST_OF_ONE)
        } else {
            (all >= MOST_LIVE).then_some(MOST_LIVE)
        };
        if let Some(most) = full {
            return Err(Refusal::Full {
                what: Resource::Tournaments,
                most: Some(most as u32),
            });
        }
        let (token, organiser) = ticket(&self.directory, name, key);
        let opened = Tournament::open(spec, organiser, shared.random.draw())?;
        let now = shared.time.now();
        for _ in 0..CODE_TRIES {
            let code = RoomId::from_draw(shared.random.draw());
            let tournament = Tournament::replay(code, [(now, &opened)]);
            let tournament = tournament.expect("it begins with its opening");
            let append = append(code, protocol::id::Seq(0), now, [&opened], false);
            match shared.store.append(append).await {
                Ok(()) => {
                    info!(tournament = %code, "opened");
                    let handle = self.start(tournament, Some(opener));
                    self.list().insert(code, Arc::clone(&handle.line));
                    shared.lobby.tournaments_changed();
                    return Ok((handle, token));
                }
                Err(StoreError::Conflict { .. } | StoreError::Damaged { .. }) => {}
                Err(error) => return Err(error.to_refusal(shared.random.draw())),
            }
        }
        Err(Refusal::Full {
            what: Resource::RoomCodes,
            most: None,
        })
    }

    /// Returns the tournament with this code, loaded if it is only stored.
    pub(crate) async fn find(&self, code: RoomId) -> Result<TournamentHandle, Refusal> {
        // A task ends when another server has its tournament.
        let goes_on = |handle: &TournamentHandle| !handle.inbox.is_closed();
        let loaded = || self.loaded().get(&code).cloned().filter(goes_on);
        if let Some(handle) = loaded() {
            return Ok(handle);
        }
        let _once = self.loading.lock().await;
        if let Some(handle) = loaded() {
            return Ok(handle);
        }
        let shared = self.directory.shared();
        let refuse = |error: StoreError| error.to_refusal(shared.random.draw());
        let none = Refusal::NoSuchTournament { tournament: code };
        let stored = match self.directory.load_stored(code).await {
            Err(StoreError::Damaged { .. }) => return Err(none),
            stored => stored.map_err(refuse)?,
        };
        let tournament = tournament_of(code, &stored).map_err(refuse)?;
        Ok(self.start(tournament.ok_or(none)?, None))
    }

    /// Returns the list for a person: theirs first, then those that are not over.
    pub(crate) fn list_for(&self, key: Option<TokenHash>) -> Vec<TournamentSummary> {
        let mut list = self.all(key);
        list.retain(|line| line.yours || line.spec.listed);
        list.sort_by_key(|line| (!line.yours, line.phase == TournamentPhase::Over));
        list.truncate(TOURNAMENTS);
        list
    }

    /// Returns those that go on and the last ones that are over, for a person with this key, or for the operator.
    pub(crate) fn all(&self, key: Option<TokenHash>) -> Vec<TournamentSummary> {
        self.list().all(self.directory.shared().time.now(), key)
    }

    /// Returns the result of a tournament in a form that other programs read.
    pub(crate) async fn export(&self, code: RoomId, form: Export) -> Result<String, Refusal> {
        let handle = self.find(code).await?;
        let view = handle.ask(Request::View).await;
        let pairings = handle.pairings(0, usize::MAX).await;
        let both = view.zip(pairings).ok_or(Refusal::ShuttingDown)?;
        Ok(form.write(&both.0, &both.1))
    }

    fn start(&self, tournament: Tournament, opener: Option<Person>) -> TournamentHandle {
        let (inbox, requests) = mpsc::channel(INBOX);
        let code = tournament.id();
        let now = self.directory.shared().time.now();
        let line = Arc::new(Mutex::new(Line::new(&tournament, now, opener)));
        let handle = TournamentHandle {
            code,
            inbox,
            line: Arc::clone(&line),
        };
        let mut loaded = self.loaded();
        unload_idle(&mut loaded);
        loaded.insert(code, handle.clone());
        let task = TournamentTask::new(tournament, Arc::clone(&self.directory), line);
        self.tasks.spawn(task.run(requests, self.stop.clone()));
        handle
    }

    fn list(&self) -> &TournamentList {
        &self.directory.shared().lobby.tournaments
    }

    fn loaded(&self) -> MutexGuard<'_, BTreeMap<RoomId, TournamentHandle>> {
        self.loaded.lock().expect("no holder panics")
    }
}

/// Lets go of those that are over if more than a few of them have no handle elsewhere. Handles are given out under the
/// same lock, and a task ends when the last one of its tournament is gone.
fn unload_idle(loaded: &mut BTreeMap<RoomId, TournamentHandle>) {
    let is_idle =
        |handle: &TournamentHandle| handle.inbox.strong_count() == 1 && handle.line().is_over();
    if loaded.values().filter(|handle| is_idle(handle)).count() >= MOST_IDLE {
        loaded.retain(|_, handle| !is_idle(handle) && !handle.inbox.is_closed());
    }
}

/// Draws the token of a person, such that their key proves it if they have one.
fn ticket(directory: &Directory, name: &Name, key: Option<PersonKey>) -> (Token, Ticket) {
    let random = &directory.shared().random;
    let nonce = random.draw();
    let token = match key {
        Some(key) => key.seat_token(nonce),
        None => Token(random.draw()),
    };
    let ticket = Ticket {
        name: name.clone(),
        hash: token.hash(),
        holder: key.map(|key| key.holder(nonce)),
    };
    (token, ticket)
}

/// Returns the append of these events to a tournament.
fn append<'a>(
    code: RoomId,
    expected: protocol::id::Seq,
    at: Millis,
    events: impl IntoIterator<Item = &'a Event>,
    is_over: bool,
) -> Append {
    let record = |event: &Event| Record {
        at,
        bytes: event.to_bytes(),
    };
    Append {
        kind: Kind::Tournament,
        room: code,
        expected,
        events: events.into_iter().map(record).collect(),
        seats: Vec::new(),
        wake_after: (!is_over).then_some(Millis::ZERO),
        finished: None,
    }
}

#[cfg(test)]
mod tests {
    use protocol::tournament::TournamentPhase::Over;

    use super::*;
    use crate::config::Config;
    use crate::{store, testing};

    #[tokio::test]
    async fn those_that_are_over_are_unloaded_unless_they_are_followed_and_found_again() {
        let directory = testing::directory(Config::default(), store::memory());
        let tournaments = testing::tournaments(&directory);
        let name: Name = "Ana".parse().unwrap();
        let mut followed = None;
        for number in 0..30 {
            let format = Format::Swiss { rounds: 1 };
            let variant = "connect-four".parse().unwrap();
            let spec = TournamentSpec::new("Friday".parse().unwrap(), format, variant);
            let opened = tournaments.open(spec, Person::default(), &name, None);
            let (handle, _) = opened.await.unwrap();
            handle.host(TournamentAct::End).await.unwrap();
            followed = followed.or((number == 1).then_some(handle));
        }
        let followed = followed.expect("the second one");
        let loaded: Vec<_> = tournaments.loaded().keys().copied().collect();
        assert!(loaded.len() <= MOST_IDLE + 2, "{}", loaded.len());
        assert!(loaded.contains(&followed.code()));
        let list = tournaments.list_for(None);
        assert_eq!(list.len(), 30);
        for line in list {
            assert_eq!(line.phase, Over);
            let text = tournaments.export(line.tournament, Export::Text).await;
            assert!(text.unwrap().contains("Friday"));
        }
        assert!(tournaments.loaded().len() <= MOST_IDLE + 2);
    }
}
