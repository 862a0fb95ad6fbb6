//! The shell around rooms and engines: sockets, time, threads, storage.

pub mod config;
pub mod discovery;
pub mod store;
pub mod thinkers;

pub use config::Config;

use std::future::Future;

use store::Store;
use tokio::net::TcpListener;

/// Why a server could not go on.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The listener failed.
    #[error("cannot accept connections: {0}")]
    Accept(#[from] std::io::Error),
    /// The store could not be read at the start.
    #[error("cannot read the store: {0}")]
    Store(#[from] store::StoreError),
}

/// Serves until `shutdown` completes, then tells everybody, writes everything and returns.
///
/// # Errors
///
/// [`Error`], where the server cannot begin or cannot go on.
#[expect(clippy::unused_async, reason = "stub")]
pub async fn run(
    listener: TcpListener,
    config: Config,
    store: Box<dyn Store>,
    shutdown: impl Future<Output = ()> + Send,
) -> Result<(), Error> {
    drop((listener, config, store, shutdown));
    Ok(())
}
