//! The parts that all tasks of the server share.

use std::path::PathBuf;
use std::sync::Arc;

use protocol::id::ServerId;

use crate::authority::Names;
use crate::bots::OnOffer;
use crate::config::Config;
use crate::engine_pool::EnginePool;
use crate::engines::Engines;
use crate::host::Host;
use crate::limits::Limits;
use crate::lobby::Lobby;
use crate::metrics::Metrics;
use crate::people::People;
use crate::random::Random;
use crate::store::writer::StoreHandle;
use crate::time::Time;
use crate::web::Page;

/// The parts that all tasks of the server share.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) config: Config,
    /// Id of the server, for clients that know servers again.
    pub(crate) id: ServerId,
    /// Links by which others reach the server, the likeliest first.
    pub(crate) addresses: Vec<String>,
    /// Names by which requests may call the server.
    pub(crate) names: Names,
    /// The page for browsers.
    pub(crate) page: Page,
    pub(crate) time: Time,
    pub(crate) random: Random,
    pub(crate) people: Arc<People>,
    pub(crate) lobby: Lobby,
    pub(crate) store: StoreHandle,
    /// Directory of the database; none for games that are in memory alone.
    pub(crate) database: Option<PathBuf>,
    pub(crate) engine_pool: EnginePool,
    pub(crate) engines: Arc<Engines>,
    pub(crate) on_offer: OnOffer,
    pub(crate) host: Host,
    pub(crate) metrics: Metrics,
    pub(crate) limits: Limits,
}
