//! The shell around rooms and engines: sockets, time, threads, storage.
//!
//! ```text
//! listener -> session -> directory -> actor -> store
//!                ^                      |
//!                +------- outbox -------+---> engine_pool
//! ```
//!
//! The rules of a room are in the crate `room`, the bots in `engine`; nothing here knows them.
//! `ARCHITECTURE.md` is the map.

mod accept_errors;
mod actor;
mod address;
mod admin;
mod authority;
mod bans;
mod bind;
mod bots;
pub mod config;
pub mod console;
mod counted;
mod directory;
pub mod discovery;
mod engine_pool;
mod engines;
mod env;
mod exhibition;
mod forwarded;
mod guests;
mod holdings;
mod host;
pub mod limits;
mod listener;
mod lobby;
mod metered;
mod metrics;
mod name_holdings;
mod name_owners;
mod open_connections;
#[cfg(unix)]
mod open_files;
mod outbox;
mod own_files;
mod people;
mod persistence;
mod person;
mod person_key;
mod person_rates;
mod places;
mod private;
mod random;
mod rate;
mod service;
mod session;
pub mod settings;
mod shared;
mod skeleton;
pub mod store;
#[cfg(test)]
mod testing;
mod time;
mod tls;
mod wakes;
mod web;

pub use address::{lan_urls, machine_name, page_links, qr};
pub use admin::admin_address;
pub use authority::allowed_host;
pub use bind::{DEFAULT_LISTEN, listen, listen_address};
pub use bots::{built_in as built_in_bots, built_in_for as built_in_bots_for};
pub use config::{Config, EngineSpec, server_name};
pub use engines::EngineError;
pub use env::{Env, Listener, Stream};
pub use limits::UseLimits;
pub use outbox::deferred::runtime;
pub use rate::Rate;
pub use service::{ServiceManager, passed_listener};
pub use tls::{Encryption, Identity, TlsError};

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{error, info, warn};

use authority::Names;
use console::Console;
use directory::Directory;
use engine_pool::EnginePool;
use engines::Engines;
use env::{Executor, StoreAccess};
use holdings::RoomHoldings;
use host::Host;
use lobby::Lobby;
use metrics::Metrics;
use name_holdings::NameHoldings;
use people::People;
use person_rates::PersonRates;
use protocol::id::ServerId;
use protocol::millis::Millis;
use random::Random;
use shared::Shared;
use store::writer::{PROBE_EVERY, StoreHandle};
use store::{NOTED_EVERY, OwnedName, Store};
use time::Time;
use web::Page;

/// Error that ends a server.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The listener failed.
    #[error("cannot listen: {0}")]
    Listen(#[from] std::io::Error),
    /// The store could not be read at the start.
    #[error("cannot read the store: {0}")]
    Store(#[from] store::StoreError),
    /// The threads for bots could not be started.
    #[error("cannot start the threads for bots ({0}); ask for fewer with --threads")]
    Threads(std::io::Error),
    /// A configured engine cannot be a bot.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The store still writes, long after everybody has left.
    #[error(
        "the store did not finish in {} s: what was told is written, what was asked last may not be; \
         look at the disk",
        waited.as_secs()
    )]
    StoreUnfinished {
        /// The time that it was given.
        waited: Duration,
    },
    /// The thread that writes panicked.
    #[error("the store broke down: what was told is written, what was asked last may not be")]
    StoreBroken,
}

/// Serves until `shutdown` completes, then tells all clients, writes everything and returns.
///
/// Takes nothing from outside but what is in `env` and in `store`, and tokio's time. `shutdown` is polled for the first
/// time when clients are served.
///
/// # Errors
///
/// [`Error`] if the server cannot begin, or cannot finish writing.
pub async fn run<L: Listener>(
    env: Env<L>,
    config: Config,
    store: Box<dyn Store>,
    shutdown: impl Future<Output = ()> + Send,
) -> Result<(), Error> {
    let Env {
        listener,
        links,
        names,
        epoch,
        random,
        store: access,
        engines: executor,
        admin,
        service_manager,
    } = env;
    let address = listener.address()?;
    #[cfg(unix)]
    open_files::allow(config.connections);
    let (config, engines) = launch(config).await?;
    let announcement = announce(&config, address, &random);
    let time = Time::start(epoch);
    let access = if store.may_block() {
        access
    } else {
        StoreAccess::AtOnce
    };
    let (id, owned, store) = identify(store, access, (epoch, ServerId(random.draw()))).await;
    let (store, writer) = open(store, access, &time);
    let people = Arc::new(People::new(
        bots::names(engines.list()).chain([host::HOST]),
        owned,
    ));
    let engine_pool = match executor {
        Executor::Threads => {
            EnginePool::start(&config, Arc::clone(&engines)).map_err(Error::Threads)?
        }
        Executor::Inline => EnginePool::inline(Arc::clone(&engines)),
    };
    let (drain, store_patience) = (config.drain, config.store_patience);
    let shared = Arc::new(Shared {
        id,
        addresses: links(address, config.encryption.is_required()),
        names: Names {
            own: names,
            allowed: config.allowed_hosts.clone(),
        },
        page: Page::new(config.web.clone()),
        lobby: Lobby::new(Arc::clone(&people)),
        people,
        time,
        random,
        store,
        engine_pool,
        on_offer: bots::OnOffer::new(engines.list()),
        engines,
        metrics: Metrics::default(),
        host: Host::new(config.console.as_deref()),
        rooms: RoomHoldings::new(&config.limits),
        names_bound: NameHoldings::new(config.limits.names),
        answers: PersonRates::new(config.limits.answers),
        guesses: PersonRates::new(config.limits.guesses),
        config,
    });
    let directory = Directory::new(Arc::clone(&shared));
    let unfinished = directory.read_index().await?;
    // The key is there where TLS is spoken.
    let identity = shared.config.encryption.identity();
    let key = identity.map(Identity::fingerprint);
    info!(%address, key = key.map(tracing::field::display), unfinished, "serving");

    let stop = CancellationToken::new();
    let sessions = TaskTracker::new();
    let helpers = TaskTracker::new();
    spawn_helpers(&directory, &helpers, &stop);
    // Before the first client: whoever is welcome can be banned.
    if let Some(place) = &shared.config.console {
        match Console::open(place, &shared.random).await {
            Ok(console) => {
                let (directory, stop) = (Arc::clone(&directory), stop.clone());
                helpers.spawn(console.run(directory, helpers.clone(), stop));
            }
            Err(error) => warn!(%error, "the server runs without its console"),
        }
    }
    if let Some(listener) = admin {
        let (directory, stop) = (Arc::clone(&directory), stop.clone());
        helpers.spawn(admin::run(listener, directory, helpers.clone(), stop));
    }
    helpers.spawn(listener::run(
        listener,
        Arc::clone(&directory),
        sessions.clone(),
        stop.clone(),
    ));
    helpers.spawn(service_manager.watch(stop.clone()));
    service_manager.ready(address);

    tokio::select! {
        biased;
        () = shutdown => {}
        () = shared.host.ended() => {}
    }
    info!("shutting down");
    service_manager.stopping();
    directory.close();
    stop.cancel();
    shared.host.guests.close();
    let everybody_left = async {
        helpers.close();
        helpers.wait().await;
        sessions.close();
        sessions.wait().await;
    };
    if timeout(drain, everybody_left).await.is_err() {
        warn!("some connections did not end in time and are dropped");
    }
    // Rooms finish their requests, whoever is still connected; then nobody has anything left to write.
    let rest = async {
        directory.drain().await;
        let end = move || {
            drop(announcement);
            shared.engine_pool.stop();
            shared.engines.end_all();
            drop((directory, shared));
            writer.map_or(Ok(()), JoinHandle::join)
        };
        match (access, executor) {
            // Nothing is waited for.
            (StoreAccess::AtOnce, Executor::Inline) => Ok(end()),
            _ => tokio::task::spawn_blocking(end).await,
        }
    };
    tokio::pin!(rest);
    let ended = match timeout(WRITE_OUT, &mut rest).await {
        Ok(ended) => Ok(ended),
        Err(_late) => {
            warn!("the store is slow to finish; waiting for it");
            timeout(store_patience, rest).await
        }
    };
    match ended {
        Ok(Ok(Ok(()))) => {
            info!("stopped");
            Ok(())
        }
        Ok(Ok(Err(_)) | Err(_)) => Err(Error::StoreBroken),
        Err(_late) => Err(Error::StoreUnfinished {
            waited: WRITE_OUT + store_patience,
        }),
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
    helpers.spawn(Arc::clone(directory).revive_due(stop.clone()));
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

/// Returns the id of the server and the names that are owned, which its store keeps, and the store, in which the start
/// is noted; `fresh` is for a store that has no id.
///
/// A store that cannot keep it, as on a full disk, is no reason not to start: the id is then that of this run.
async fn identify(
    mut store: Box<dyn Store>,
    access: StoreAccess,
    (start, fresh): (Millis, ServerId),
) -> (ServerId, Vec<OwnedName>, Box<dyn Store>) {
    let read = move || {
        let noted = store.start(start);
        (noted, store.id(fresh), store.owned_names(), store)
    };
    let (noted, kept, owned, store) = match access {
        StoreAccess::AtOnce => read(),
        // A disk may take its time, and there is no writer yet.
        StoreAccess::Writer => tokio::task::spawn_blocking(read)
            .await
            .expect("it does not panic, and is not aborted"),
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

/// Makes the store ready for rooms; the thread is its writer, if it has one.
fn open(
    store: Box<dyn Store>,
    access: StoreAccess,
    time: &Time,
) -> (StoreHandle, Option<JoinHandle<()>>) {
    let clock = {
        let time = time.clone();
        move || time.now()
    };
    match access {
        StoreAccess::Writer => {
            let (store, writer) = store::writer::spawn(store, clock, PROBE_EVERY);
            (store, Some(writer))
        }
        StoreAccess::AtOnce => (store::writer::at_once(store, clock), None),
    }
}

/// Starts the external engines, away from the tasks.
async fn launch(config: Config) -> Result<(Config, Arc<Engines>), EngineError> {
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

/// Time limit of the last writes after all clients have left: with the drain it is within the five seconds
/// after which service managers lose patience.
const WRITE_OUT: Duration = Duration::from_millis(900);
