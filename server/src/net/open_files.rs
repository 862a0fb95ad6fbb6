//! The files that the process may have open: each connection is one.

use rustix::process::{Resource, getrlimit, setrlimit};
use tracing::warn;

/// Files beside those of connections: of the database, the listener, the log and the runtime, and three of each engine
/// of others.
const OTHERS: u64 = 64;

/// Raises the limit of the process to what so many connections need, and warns where the system does not allow it.
///
/// Many systems begin programs with fewer than they may have, 1024 on Linux and 256 on macOS, for the sake of old ones.
pub(crate) fn allow(connections: usize) {
    let needed = connections as u64 + OTHERS;
    let mut limit = getrlimit(Resource::Nofile);
    let suffices = |limit: Option<u64>| limit.is_none_or(|most| most >= needed);
    if suffices(limit.current) {
        return;
    }
    let before = limit.current;
    limit.current = Some(limit.maximum.map_or(needed, |most| most.min(needed)));
    let raised = setrlimit(Resource::Nofile, limit);
    let now = if raised.is_ok() {
        limit.current
    } else {
        before
    };
    if !suffices(now) {
        warn!(
            connections,
            open_files = now,
            needed,
            "fewer files may be open than connections are let in: raise the limit of the process, by ulimit -n or LimitNOFILE, or lower connections"
        );
    }
}
