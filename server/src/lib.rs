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

mod base;
mod bots;
#[cfg_attr(
    not(feature = "postgres"),
    expect(dead_code, reason = "what a server that shares nothing has no need of")
)]
mod cluster;
pub mod config;
mod history;
mod net;
mod operate;
mod outbox;
mod people;
mod rooms;
mod running;
mod session;
pub mod store;
#[cfg(test)]
mod testing;
mod tls;
mod tournaments;
mod web;

pub use base::address::{lan_urls, machine_name, page_links, qr, short_addresses};
pub use base::authority::allowed_host;
pub use base::env::{Env, Listener, Stream};
pub use base::service::{ServiceManager, passed_listener};
pub use bots::engines::EngineError;
pub use bots::{built_in as built_in_bots, built_in_for as built_in_bots_for};
pub use config::{Config, EngineSpec, server_name, settings};
pub use net::bind::{DEFAULT_LISTEN, listen, listen_address};
pub use net::discovery;
pub use operate::admin::admin_address;
pub use operate::console;
pub use tls::{Encryption, Identity, TlsError};

use std::future::Future;
use std::time::Duration;

use futures::future::BoxFuture;
use tokio::net::TcpListener;

use running::Running;
use store::Store;

/// Error that ends a server.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The listener failed.
    #[error("cannot listen: {0}")]
    Listen(std::io::Error),
    /// The store could not be read at the start.
    #[error("cannot read the store: {0}")]
    Store(store::StoreError),
    /// The bans could not be read at the start.
    #[error("cannot read the bans in {}: {problem}; correct the file, or move it away to ban nobody", path.display())]
    Bans {
        /// Path of the file.
        path: std::path::PathBuf,
        /// Error of reading it.
        problem: std::io::Error,
    },
    /// The threads for storage and bots could not be started.
    #[error("cannot start the threads ({0}); allow the server more memory and more threads")]
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

// By hand: what is converted by the macro is a source as well, and would be said twice by those who say all causes.
impl From<std::io::Error> for Error {
    fn from(error: std::io::Error) -> Self {
        Self::Listen(error)
    }
}

impl From<store::StoreError> for Error {
    fn from(error: store::StoreError) -> Self {
        Self::Store(error)
    }
}

/// Serves on the machine's sockets until `shutdown` completes, as [`run`] does.
///
/// A future is compiled where it is polled: boxed here, the server is compiled once and not in each program.
///
/// # Errors
///
/// [`Error`] as for [`run`].
pub fn serve(
    env: Env<TcpListener>,
    config: Config,
    store: Box<dyn Store>,
    shutdown: BoxFuture<'_, ()>,
) -> BoxFuture<'_, Result<(), Error>> {
    Box::pin(run(env, config, store, shutdown))
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
    let server = Running::start(env, config, store).await?;
    tokio::select! {
        biased;
        () = shutdown => {}
        () = server.ended_by_host() => {}
    }
    server.stop().await
}
