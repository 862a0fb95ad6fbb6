//! The parts that all tasks of the server share.

use std::path::PathBuf;
use std::sync::Arc;

use protocol::id::ServerId;

use crate::base::authority::Names;
use crate::base::metrics::Metrics;
use crate::base::random::Random;
use crate::base::time::Time;
use crate::bots::OnOffer;
use crate::bots::engine_pool::EnginePool;
use crate::bots::engines::Engines;
use crate::cluster::Cluster;
use crate::config::Config;
use crate::config::limits::Limits;
use crate::people::People;
use crate::people::host::Host;
use crate::rooms::lobby::Lobby;
use crate::store::reader::History;
use crate::store::writer::StoreHandle;
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
    /// The servers that share the store.
    pub(crate) cluster: Cluster,
    /// Directory of the database; none for games that are in memory alone.
    pub(crate) database: Option<PathBuf>,
    /// The games that are over; none where they are forgotten.
    pub(crate) history: Option<History>,
    pub(crate) engine_pool: EnginePool,
    pub(crate) engines: Arc<Engines>,
    pub(crate) on_offer: OnOffer,
    pub(crate) host: Host,
    pub(crate) metrics: Metrics,
    pub(crate) limits: Limits,
}

impl Shared {
    /// Returns true if a request with this `Host` is meant for the server.
    pub(crate) fn is_meant(&self, host: &str) -> bool {
        let identity = self.config.encryption.identity();
        self.names.accept(host, |name| {
            identity.is_some_and(|shown| shown.is_for(name))
        })
    }
}
