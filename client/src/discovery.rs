//! Servers on the local network, found by mDNS.
//!
//! Never the only way in: some networks carry no multicast, and a typed address always works.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::time::Duration;

use mdns_sd::{Receiver, ResolvedService, ServiceDaemon, ServiceEvent};
use protocol::fingerprint::Fingerprint;
use tokio::time::{Instant, timeout_at};

use crate::args::ServerUrl;
use crate::known_servers::KnownServers;
use crate::text::plain;

/// The mDNS service type of servers.
const SERVICE: &str = "_enlinea._tcp.local.";

/// Time of a search for servers: announcements are answered within a second.
pub const LISTEN: Duration = Duration::from_secs(2);

/// A server on the local network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Its full mDNS name, unique on the network.
    pub id: String,
    /// The name of the server.
    pub name: String,
    /// Its URLs, the likeliest to work first. Try them all.
    pub urls: Vec<String>,
    /// The fingerprint of the key that it announces.
    pub key: Option<Fingerprint>,
}

impl Found {
    /// Notes for connections to the server which key it announces, if any.
    pub fn note_key(&self, known: &KnownServers) {
        for url in self.urls.iter().filter_map(|url| url.parse().ok()) {
            known.announced(&ServerUrl::authority(&url), self.key);
        }
    }
}

/// The id of the server on this machine, which announces itself to nobody.
pub const HERE: &str = "this machine";

/// The server on the default port of this machine, with the addresses by which others on the network know it.
pub fn here() -> Found {
    let mut urls = vec![ServerUrl::here().to_string()];
    #[cfg(feature = "host")]
    urls.extend(server::lan_urls(
        (std::net::Ipv4Addr::UNSPECIFIED, crate::args::DEFAULT_PORT).into(),
        false,
    ));
    urls.dedup();
    Found {
        id: HERE.to_owned(),
        name: say!("connection-this-machine"),
        urls,
        key: None,
    }
}

/// A change among the servers on the local network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// A server is there, or has other addresses than before.
    Found(Found),
    /// The server with this id is gone.
    Gone(String),
}

/// Listens for servers until it is dropped.
pub struct Browser {
    daemon: ServiceDaemon,
    events: Receiver<ServiceEvent>,
}

impl Browser {
    /// Begins to listen.
    ///
    /// # Errors
    ///
    /// A sentence, where this machine cannot listen to the local network.
    pub fn start() -> Result<Self, String> {
        let daemon = ServiceDaemon::new().map_err(|error| cannot_listen(&error))?;
        let events = daemon
            .browse(SERVICE)
            .map_err(|error| cannot_listen(&error))?;
        Ok(Self { daemon, events })
    }

    /// Waits for the next change; `None` where no more can come.
    pub async fn next(&mut self) -> Option<Change> {
        loop {
            match self.events.recv_async().await.ok()? {
                ServiceEvent::ServiceResolved(service) => {
                    if let Some(found) = found(&service) {
                        return Some(Change::Found(found));
                    }
                }
                ServiceEvent::ServiceRemoved(_, id) => return Some(Change::Gone(id)),
                // The enum belongs to the crate and may grow; the rest tells of the search itself.
                _ => {}
            }
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // A daemon that is gone already needs no shutdown.
        let _ = self.daemon.shutdown();
    }
}

impl std::fmt::Debug for Browser {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Browser").finish_non_exhaustive()
    }
}

/// The servers that are heard of within `span`, by name.
///
/// # Errors
///
/// A sentence, where this machine cannot listen to the local network.
pub async fn find(span: Duration) -> Result<Vec<Found>, String> {
    let until = Instant::now() + span;
    let mut browser = Browser::start()?;
    let mut servers = BTreeMap::new();
    while let Ok(Some(change)) = timeout_at(until, browser.next()).await {
        match change {
            Change::Found(found) => {
                servers.insert(found.id.clone(), found);
            }
            Change::Gone(id) => {
                servers.remove(&id);
            }
        }
    }
    let mut servers: Vec<_> = servers.into_values().collect();
    servers.sort_by(|one, other| (&one.name, &one.id).cmp(&(&other.name, &other.id)));
    Ok(servers)
}

fn found(service: &ResolvedService) -> Option<Found> {
    let ips = service
        .addresses
        .iter()
        .map(mdns_sd::ScopedIp::to_ip_addr)
        .collect();
    let urls = urls(ips, service.port);
    let id = service.fullname.clone();
    let instance = id.strip_suffix(SERVICE).unwrap_or(&id);
    let name = service
        .get_property_val_str("name")
        .unwrap_or_else(|| instance.trim_end_matches('.'));
    let name = plain(name).trim().to_owned();
    (!urls.is_empty()).then(|| Found {
        name: if name.is_empty() { plain(&id) } else { name },
        key: service
            .get_property_val_str("fp")
            .and_then(|text| text.parse().ok()),
        id,
        urls,
    })
}

/// Addresses of version 4 first; those of version 6 that need the name of an interface are left out,
/// since a URL has no place for it.
fn urls(mut ips: Vec<IpAddr>, port: u16) -> Vec<String> {
    ips.retain(|ip| match ip {
        IpAddr::V4(_) => true,
        IpAddr::V6(ip) => !ip.is_unicast_link_local(),
    });
    ips.sort_by_key(|ip| (ip.is_ipv6(), *ip));
    ips.dedup();
    ips.into_iter()
        .map(|ip| format!("ws://{}/ws", std::net::SocketAddr::new(ip, port)))
        .collect()
}

fn cannot_listen(error: &mdns_sd::Error) -> String {
    say!("connection-no-discovery", problem = error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_usable_address_becomes_a_url_the_likeliest_first() {
        let ips = [
            "fe80::1",
            "fd00::2",
            "192.168.1.5",
            "10.0.0.1",
            "192.168.1.5",
        ];
        let ips = ips.map(|ip| ip.parse().unwrap()).to_vec();
        assert_eq!(
            urls(ips, 4270),
            [
                "ws://10.0.0.1:4270/ws",
                "ws://192.168.1.5:4270/ws",
                "ws://[fd00::2]:4270/ws"
            ]
        );
    }
}
