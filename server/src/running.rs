//! A server from its start to its end: what is prepared before the first client, what goes on beside the connections,
//! and the order in which all of it ends.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use protocol::id::ServerId;
use protocol::millis::Millis;
use tokio::net::TcpListener;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{error, info, warn};

use crate::Error;
use crate::base::authority::Names;
use crate::base::env::{Env, Executor, Listener};
use crate::base::metrics::Metrics;
use crate::base::random::Random;
use crate::base::service::ServiceManager;
use crate::base::time::Time;
use crate::bots;
use crate::bots::engine_pool::EnginePool;
use crate::bots::engines::{EngineError, Engines};
use crate::config::Config;
use crate::net::discovery;
use crate::net::listener;
use crate::operate::admin;
use crate::operate::console;
use crate::people::People;
use crate::people::host::Host;
use crate::rooms::directory::Directory;
use crate::rooms::exhibition;
use crate::rooms::lobby::Lobby;
use crate::rooms::shared::Shared;
use crate::session;
use crate::store;
use crate::store::reader::History;
use crate::store::writer::{PROBE_EVERY, StoreHandle};
use crate::store::{NOTED_EVERY, OwnedName, Store};
use crate::tls::Identity;
use crate::tournaments::Tournaments;
use crate::web::Page;

/// Time limit of the last writes after all clients have left: with the drain it is within the five seconds
/// after which service managers lose patience.
const WRITE_OUT: Duration = Duration::from_millis(900);

/// Time between two looks whether a backup is due: short enough for a server that runs for an evening to make some.
const BACKUP_CHECK: Duration = Duration::from_mins(10);

/// A server whose clients are served.
pub(crate) struct Running {
    shared: Arc<Shared>,
    directory: Arc<Directory>,
    tournaments: Arc<Tournaments>,
    announcement: Option<discovery::Announcement>,
    /// The thread of the store, if it has one.
    writer: Option<JoinHandle<()>>,
    /// Nothing of this server may block: it ends without threads as well.
    is_inline: bool,
    service_manager: ServiceManager,
    /// Ends the tasks.
    stop: CancellationToken,
    /// The tasks of connections.
    sessions: TaskTracker,
    /// The other tasks.
    helpers: TaskTracker,
}

impl Running {
    /// Starts all that a server has, and serves clients from then on.
    ///
    /// # Errors
    ///
    /// [`Error`] if the server cannot begin.
    pub(crate) async fn start<L: Listener>(
        env: Env<L>,
        config: Config,
        store: Box<dyn Store>,
    ) -> Result<Self, Error> {
        let Env {
            listener,
            links,
            names,
            epoch,
            wall,
            random,
            executor,
            admin,
            service_manager,
        } = env;
        let address = listener.address()?;
        #[cfg(unix)]
        crate::net::open_files::allow(config.connections);
        let (config, engines) = start_engines(config).await?;
        let announcement = announce(&config, address, &random);
        let time = Time::start(epoch);
        let cluster = store.cluster();
        let OpenedStore {
            database,
            history,
            id,
            owned_names,
            store,
            writer,
        } = open_store(store, executor, epoch, ServerId(random.draw()), &time)
            .await
            .map_err(Error::Threads)?;
        let people = Arc::new(People::new(bots::names(engines.list()), owned_names));
        // A database that is corrupt is served from as far as it goes.
        let history = history.as_deref().and_then(|directory| {
            let started = History::start(directory);
            let warn = |error: &io::Error| warn!(%error, "the games that are over cannot be read");
            started.inspect_err(warn).ok()
        });
        let engine_pool = match executor {
            Executor::Threads => EnginePool::start(&config, Arc::clone(&engines)),
            Executor::Inline => Ok(EnginePool::inline(Arc::clone(&engines))),
        };
        let engine_pool = engine_pool.map_err(Error::Threads)?;
        let host = Host::new(config.bans.as_deref(), epoch, wall)?;
        let shared = Arc::new(Shared {
            id,
            addresses: links(address, config.encryption.is_required()),
            names: Names {
                own: names,
                allowed: config.allowed_hosts.clone(),
            },
            page: Page::new(config.web.clone()),
            lobby: Lobby::new(Arc::clone(&people), cluster.clone()),
            people,
            time,
            random,
            store,
            cluster,
            history,
            database,
            engine_pool,
            on_offer: bots::OnOffer::new(engines.list()),
            engines,
            metrics: Metrics::default(),
            host,
            limits: session::limits(config.people_per_address),
            config,
        });
        let directory = Directory::new(Arc::clone(&shared));
        let unfinished = directory.read_index().await?;
        // The key is there where TLS is spoken.
        let identity = shared.config.encryption.identity();
        let key = identity.map(Identity::fingerprint);
        info!(%address, key = key.map(tracing::field::display), unfinished, "serving");

        let stop = CancellationToken::new();
        let tournaments = Tournaments::new(Arc::clone(&directory), stop.clone());
        tournaments.load_all().await;
        let server = Self {
            shared,
            directory,
            tournaments,
            announcement,
            writer,
            is_inline: executor == Executor::Inline,
            service_manager,
            stop,
            sessions: TaskTracker::new(),
            helpers: TaskTracker::new(),
        };
        server.serve(listener, admin).await;
        service_manager.ready(address);
        Ok(server)
    }

    /// Starts the tasks.
    async fn serve<L: Listener>(&self, listener: L, admin: Option<TcpListener>) {
        let Self {
            directory,
            tournaments,
            stop,
            helpers,
            ..
        } = self;
        spawn_helpers(directory, helpers, stop);
        helpers.spawn(Arc::clone(tournaments).follow_cluster(stop.clone()));
        // Before the first client: whoever is welcome can be banned.
        console::start(tournaments, helpers, stop).await;
        if let Some(listener) = admin {
            let directory = Arc::clone(directory);
            helpers.spawn(admin::run(
                listener,
                directory,
                helpers.clone(),
                stop.clone(),
            ));
        }
        helpers.spawn(listener::run(
            listener,
            Arc::clone(tournaments),
            self.sessions.clone(),
            stop.clone(),
        ));
        helpers.spawn(self.service_manager.watch(stop.clone()));
    }

    /// Completes when the host ends the server.
    pub(crate) async fn ended_by_host(&self) {
        self.shared.host.ended().await;
    }

    /// Tells all clients, writes everything and ends.
    ///
    /// # Errors
    ///
    /// [`Error::StoreBroken`], [`Error::StoreUnfinished`].
    pub(crate) async fn stop(self) -> Result<(), Error> {
        info!("shutting down");
        self.service_manager.stopping();
        self.directory.close();
        self.stop.cancel();
        self.shared.host.connected.close();
        let connections_drained = async {
            self.helpers.close();
            self.helpers.wait().await;
            self.sessions.close();
            self.sessions.wait().await;
        };
        let handed_over = async {
            if self.shared.cluster.is_shared() {
                // Other servers wait for no client of this one.
                self.tournaments.drain().await;
                self.directory.drain().await;
                self.shared.cluster.leave();
            }
        };
        let drained = async { tokio::join!(connections_drained, handed_over) };
        let (drain, patience) = (self.shared.config.drain, self.shared.config.store_patience);
        if timeout(drain, drained).await.is_err() {
            warn!("some connections did not end in time and are dropped");
        }
        // Rooms finish their requests, whoever is still connected; then nobody has anything left to write.
        let written_out = async {
            self.tournaments.drain().await;
            self.directory.drain().await;
            if self.is_inline {
                // Nothing is waited for.
                return Ok(self.write_out());
            }
            tokio::task::spawn_blocking(|| self.write_out()).await
        };
        tokio::pin!(written_out);
        let ended = match timeout(WRITE_OUT, &mut written_out).await {
            Ok(ended) => Ok(ended),
            Err(_late) => {
                warn!("the store is slow to finish; waiting for it");
                timeout(patience, written_out).await
            }
        };
        match ended {
            Ok(Ok(Ok(()))) => {
                info!("stopped");
                Ok(())
            }
            Ok(Ok(Err(_)) | Err(_)) => Err(Error::StoreBroken),
            Err(_late) => Err(Error::StoreUnfinished {
                waited: WRITE_OUT + patience,
            }),
        }
    }

    /// Ends the threads, that of the store last; it has an error if it panicked.
    fn write_out(self) -> std::thread::Result<()> {
        drop(self.announcement);
        // First while the threads live that started them: an engine is killed with its thread.
        self.shared.engines.end_all();
        self.shared.engine_pool.stop();
        self.shared.engines.end_all();
        // The writer ends when nobody can ask it for anything.
        drop((self.tournaments, self.directory, self.shared));
        self.writer.map_or(Ok(()), JoinHandle::join)
    }
}

/// Starts what goes on beside the connections until `stop`, counted in `helpers`.
fn spawn_helpers(directory: &Arc<Directory>, helpers: &TaskTracker, stop: &CancellationToken) {
    let shared = directory.shared();
    let config = &shared.config;
    helpers.spawn({
        let (shared, stop) = (Arc::clone(shared), stop.clone());
        async move { shared.lobby.run(stop).await }
    });
    helpers.spawn({
        let (shared, stop) = (Arc::clone(shared), stop.clone());
        async move { shared.time.run(stop).await }
    });
    helpers.spawn({
        let (store, stop) = (shared.store.clone(), stop.clone());
        async move { store.probe_while_failing(PROBE_EVERY, stop).await }
    });
    helpers.spawn({
        let (store, time, stop) = (shared.store.clone(), shared.time.clone(), stop.clone());
        async move { store.note_alive(time, NOTED_EVERY, stop).await }
    });
    if let Some(database) = shared.database.clone() {
        let (time, stop) = (shared.time.clone(), stop.clone());
        helpers.spawn(backup_daily(database, time, stop));
    }
    helpers.spawn(Arc::clone(directory).revive_due(stop.clone()));
    if let Some(news) = shared.cluster.news() {
        helpers.spawn(Arc::clone(directory).follow_cluster(news, stop.clone()));
    }
    if let Some(keep) = config.keep {
        helpers.spawn(Arc::clone(directory).delete_old(keep, stop.clone()));
    }
    helpers.spawn(Arc::clone(&shared.engines).run(stop.clone()));
    if config.exhibition {
        helpers.spawn(exhibition::run(Arc::clone(directory), stop.clone()));
    }
    if let Some(identity) = config.encryption.identity() {
        let reload = identity
            .clone()
            .reload(config.certificate_check, stop.clone());
        helpers.spawn(reload);
    }
}

/// Makes a backup of the database in `directory` each day, until `stop`.
async fn backup_daily(directory: PathBuf, time: Time, stop: CancellationToken) {
    loop {
        tokio::select! {
            biased;
            () = stop.cancelled() => return,
            () = sleep(BACKUP_CHECK) => {}
        }
        let (directory, now) = (directory.clone(), time.now());
        let made = tokio::task::spawn_blocking(move || store::daily_backup(&directory, now));
        match made.await {
            Ok(Ok(None)) => {}
            Ok(Ok(Some(file))) => info!(file = %file.display(), "a backup is made"),
            Ok(Err(problem)) => warn!(problem, "no backup is made"),
            Err(error) => error!(%error, "the backup broke"),
        }
    }
}

/// A store that is ready for rooms, and what it has of the server itself.
struct OpenedStore {
    /// Directory of the database, if there is one.
    database: Option<PathBuf>,
    /// Directory of that with the games that are over.
    history: Option<PathBuf>,
    id: ServerId,
    owned_names: Vec<OwnedName>,
    store: StoreHandle,
    /// The thread of the store, if it has one.
    writer: Option<JoinHandle<()>>,
}

/// Notes the start in a store, reads what it has of the server, and makes it ready for rooms; `fresh` is for a store
/// that has no id.
async fn open_store(
    store: Box<dyn Store>,
    executor: Executor,
    start: Millis,
    fresh: ServerId,
    time: &Time,
) -> io::Result<OpenedStore> {
    let (database, history) = (store.directory(), store.history());
    let is_inline = executor == Executor::Inline || !store.may_block();
    let (id, owned_names, store) = read_identity(store, is_inline, start, fresh).await;
    let clock = {
        let time = time.clone();
        move || time.now()
    };
    let (store, writer) = if is_inline {
        (store::writer::at_once(store, clock), None)
    } else {
        let (store, writer) = store::writer::spawn(store, clock, PROBE_EVERY)?;
        (store, Some(writer))
    };
    Ok(OpenedStore {
        database,
        history,
        id,
        owned_names,
        store,
        writer,
    })
}

/// Returns the id of the server and the names that are owned, which its store keeps, and the store, in which the start
/// is noted.
///
/// A store that cannot keep it, as on a full disk, is no reason not to start: the id is then that of this run.
async fn read_identity(
    mut store: Box<dyn Store>,
    is_inline: bool,
    start: Millis,
    fresh: ServerId,
) -> (ServerId, Vec<OwnedName>, Box<dyn Store>) {
    let read = move || {
        let noted = store.start(start);
        (noted, store.id(fresh), store.owned_names(), store)
    };
    let (noted, kept, owned, store) = if is_inline {
        read()
    } else {
        // A disk may take its time, and there is no writer yet.
        let reading = tokio::task::spawn_blocking(read);
        reading
            .await
            .expect("it does not panic, and is not aborted")
    };
    if let Err(error) = noted {
        warn!(%error, "the store cannot note that the server starts");
    }
    let id = kept.unwrap_or_else(|error| {
        warn!(%error, "the store cannot keep the id of the server, which is another after the next start");
        fresh
    });
    let owned = owned.unwrap_or_else(|error| {
        error!(%error, "the names that are owned cannot be read; they are free until the next start");
        Vec::new()
    });
    (id, owned, store)
}

/// Starts the external engines, away from the tasks.
async fn start_engines(config: Config) -> Result<(Config, Arc<Engines>), EngineError> {
    if config.engines.is_empty() {
        let none = Engines::start(&config)?;
        return Ok((config, Arc::new(none)));
    }
    let started = tokio::task::spawn_blocking(move || {
        let engines = Engines::start(&config)?;
        Ok((config, Arc::new(engines)))
    });
    started
        .await
        .expect("it does not panic, and is not aborted")
}

fn announce(
    config: &Config,
    address: SocketAddr,
    random: &Random,
) -> Option<discovery::Announcement> {
    if !config.discovery {
        return None;
    }
    // That of a certificate from files may change while the server runs, and its clients need none.
    let identity = config.encryption.identity();
    let own = identity.filter(|identity| identity.is_own());
    let key = own.map(Identity::fingerprint);
    discovery::Announcement::start(&config.name, address, key, random.draw())
        .inspect_err(|error| {
            warn!(%error, "not announced on the network; others can still type the address");
        })
        .ok()
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_server_with_a_database_makes_a_backup() {
        let data = tempfile::tempdir().unwrap();
        drop(store::sqlite(data.path()).unwrap());
        let (time, stop) = (crate::testing::time(), CancellationToken::new());
        let backups = tokio::spawn(backup_daily(data.path().to_owned(), time, stop.clone()));
        sleep(3 * BACKUP_CHECK).await;
        stop.cancel();
        backups.await.unwrap();
        let made = std::fs::read_dir(data.path().join("backups")).unwrap();
        assert_eq!(made.count(), 1);
    }
}
