//! The tournaments of the server: a task for each holds its state, opens the rooms of its games, receives their ends.
//!
//! command -> `Tournament::decide` -> the store -> `Tournament::apply` -> rooms to open, views to send

mod task;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};

use futures::future::join_all;
use protocol::id::{PlayerId, RoomId, Token, TokenHash};
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
use crate::people::person_key::PersonKey;
use crate::rooms::directory::Directory;
use crate::store::{Append, Kind, Record, StoreError, tournament_of};

/// Tournaments that are not over, at most.
const MOST_LIVE: usize = 100;

/// Requests that may wait for a tournament; those who ask wait when it is full.
const INBOX: usize = 64;

/// Tries before the search for a free code ends.
const CODE_TRIES: usize = 10;

/// A person at a connection.
#[derive(Clone, Debug)]
pub(crate) struct Follower {
    pub(crate) who: PlayerId,
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
    Summary(Option<TokenHash>, oneshot::Sender<TournamentSummary>),
    Pairings(u32, usize, oneshot::Sender<Vec<PairingView>>),
    View(oneshot::Sender<TournamentView>),
}

/// The way to a tournament's task.
#[derive(Clone, Debug)]
pub(crate) struct TournamentHandle {
    code: RoomId,
    inbox: mpsc::Sender<Request>,
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

    /// Loads the tournaments that go on, and the last ones that are over, at the start of a server.
    pub(crate) async fn load_all(&self) {
        let codes = self.directory.shared().store.tournaments(TOURNAMENTS).await;
        match codes {
            Ok(codes) => {
                for code in codes {
                    if let Err(refusal) = self.find(code).await {
                        error!(tournament = %code, %refusal, "the tournament does not come back");
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
        let live = self.summaries(None).await;
        let live = live
            .iter()
            .filter(|line| line.phase != TournamentPhase::Over);
        let most = if shared.has_tournaments() {
            MOST_LIVE
        } else {
            0
        };
        if live.count() >= most {
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
                    return Ok((self.start(tournament), token));
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
        let loaded = || self.loaded().get(&code).cloned();
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
        let stored = match shared.store.load(code).await {
            Err(StoreError::Damaged { .. }) => return Err(none),
            stored => stored.map_err(refuse)?,
        };
        let tournament = tournament_of(code, &stored).map_err(refuse)?;
        Ok(self.start(tournament.ok_or(none)?))
    }

    /// Returns the list for a person: theirs first, then those that are not over.
    pub(crate) async fn list(&self, key: Option<TokenHash>) -> Vec<TournamentSummary> {
        let mut list = self.summaries(key).await;
        list.retain(|line| line.yours || line.spec.listed);
        list.sort_by_key(|line| (!line.yours, line.phase == TournamentPhase::Over));
        list.truncate(TOURNAMENTS);
        list
    }

    /// Returns the result of a tournament in a form that other programs read.
    pub(crate) async fn export(&self, code: RoomId, form: Export) -> Result<String, Refusal> {
        let handle = self.find(code).await?;
        let view = handle.ask(Request::View).await;
        let pairings = handle.pairings(0, usize::MAX).await;
        let both = view.zip(pairings).ok_or(Refusal::ShuttingDown)?;
        Ok(form.write(&both.0, &both.1))
    }

    /// Returns every tournament that is loaded, for the operator.
    pub(crate) async fn all(&self) -> Vec<TournamentSummary> {
        self.summaries(None).await
    }

    async fn summaries(&self, key: Option<TokenHash>) -> Vec<TournamentSummary> {
        let handles: Vec<_> = self.loaded().values().cloned().collect();
        let lines = handles
            .iter()
            .map(|handle| handle.ask(|reply| Request::Summary(key, reply)));
        join_all(lines).await.into_iter().flatten().collect()
    }

    fn start(&self, tournament: Tournament) -> TournamentHandle {
        let (inbox, requests) = mpsc::channel(INBOX);
        let code = tournament.id();
        let handle = TournamentHandle { code, inbox };
        self.loaded().insert(code, handle.clone());
        let task = TournamentTask::new(tournament, Arc::clone(&self.directory));
        self.tasks.spawn(task.run(requests, self.stop.clone()));
        handle
    }

    fn loaded(&self) -> MutexGuard<'_, BTreeMap<RoomId, TournamentHandle>> {
        self.loaded.lock().expect("no holder panics")
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
    at: protocol::millis::Millis,
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
        wake_after: (!is_over).then_some(protocol::millis::Millis::ZERO),
        finished: None,
    }
}
