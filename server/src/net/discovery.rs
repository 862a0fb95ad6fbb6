//! Announces the server on the local network by mDNS, as `_enlinea._tcp`.
//!
//! The address of a server can always be typed instead: mDNS does not cross every network.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use mdns_sd::{IfKind, ServiceDaemon, ServiceInfo};
use protocol::fingerprint::Fingerprint;
use protocol::message::VERSION;
use tracing::debug;

use crate::base::address::is_listened_on;

/// Type of the service.
pub const SERVICE: &str = "_enlinea._tcp.local.";

/// Error of a server that could not be announced.
#[derive(Debug, thiserror::Error)]
#[error("mDNS: {0}")]
pub struct DiscoveryError(#[from] mdns_sd::Error);

/// Announcement of a server, which lasts until this is dropped.
pub struct Announcement {
    daemon: ServiceDaemon,
    fullname: String,
}

impl std::fmt::Debug for Announcement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Announcement")
            .field("fullname", &self.fullname)
            .finish_non_exhaustive()
    }
}

impl Announcement {
    /// Announces a server that listens on `address`, unless only this machine can reach it, and the fingerprint of
    /// its key. `tag` is a random number, which no other server on the network has.
    ///
    /// # Errors
    ///
    /// [`DiscoveryError`] if the network does not allow it.
    pub fn start(
        name: &str,
        address: SocketAddr,
        key: Option<Fingerprint>,
        tag: u32,
    ) -> Result<Option<Self>, DiscoveryError> {
        if address.ip().is_loopback() {
            return Ok(None);
        }
        let version = VERSION.to_string();
        let key = key.map(Fingerprint::hex);
        let mut properties = vec![
            // A property has 255 bytes at most, its key included.
            ("name", cut(name, 200)),
            ("protocol", version.as_str()),
            ("path", "/ws"),
        ];
        properties.extend(key.as_deref().map(|key| ("fp", key)));
        let given = match address.ip() {
            ip if ip.is_unspecified() => String::new(),
            ip => ip.to_string(),
        };
        let mut service = ServiceInfo::new(
            SERVICE,
            &instance_name(name, tag),
            &host_name(tag),
            given.as_str(),
            address.port(),
            &properties[..],
        )?;
        if given.is_empty() {
            service = service.enable_addr_auto();
        }
        let fullname = service.get_fullname().to_owned();
        // From here on the daemon's thread ends with this, whatever fails.
        let announcement = Self {
            daemon: ServiceDaemon::new()?,
            fullname,
        };
        restrict(&announcement.daemon, address)?;
        announcement.daemon.register(service)?;
        debug!(fullname = announcement.fullname, "announced");
        Ok(Some(announcement))
    }
}

impl Drop for Announcement {
    /// Says goodbye, so that clients do not list a server that is gone.
    fn drop(&mut self) {
        if let Ok(done) = self.daemon.unregister(&self.fullname) {
            // The daemon sends the goodbye before it replies; one that does not reply is left behind.
            let _ = done.recv_timeout(GOODBYE);
        }
        let _ = self.daemon.shutdown();
    }
}

/// Time limit of a goodbye.
const GOODBYE: std::time::Duration = std::time::Duration::from_millis(500);

/// Restricts the daemon to the interfaces and address families at which the server can be reached.
fn restrict(daemon: &ServiceDaemon, address: SocketAddr) -> Result<(), DiscoveryError> {
    daemon.disable_interface(vec![IfKind::LoopbackV4, IfKind::LoopbackV6])?;
    if !address.ip().is_unspecified() {
        daemon.disable_interface(IfKind::All)?;
        daemon.enable_interface(IfKind::Addr(address.ip()))?;
        return Ok(());
    }
    for (any, family) in [
        (IpAddr::from(Ipv4Addr::UNSPECIFIED), IfKind::IPv4),
        (IpAddr::from(Ipv6Addr::UNSPECIFIED), IfKind::IPv6),
    ] {
        if !is_listened_on(address, any) {
            daemon.disable_interface(family)?;
        }
    }
    Ok(())
}

/// Returns a name that no other process on the network has: two servers of one name are two entries of a
/// list.
///
/// The tag is random: in containers every server may be process 1.
fn instance_name(name: &str, tag: u32) -> String {
    // A label of DNS has 63 bytes; a name may be longer.
    format!("{} {tag:08x}", cut(name, 50))
}

/// Returns a host name made for this server: the system may announce its own, with other addresses.
fn host_name(tag: u32) -> String {
    format!("enlinea-{tag:08x}.local.")
}

/// Returns the longest beginning of the text that fits in `bytes` bytes.
fn cut(text: &str, bytes: usize) -> &str {
    &text[..text.floor_char_boundary(bytes)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_on_loopback_is_never_announced() {
        for address in ["127.0.0.1:4270", "[::1]:4270"] {
            let announced = Announcement::start("test", address.parse().unwrap(), None, 1).unwrap();
            assert!(announced.is_none());
        }
    }

    #[test]
    fn instance_names_fit_a_label_and_differ_by_process() {
        let long = "ñ".repeat(50);
        assert!(instance_name(&long, u32::MAX).len() <= 63);
        assert_ne!(instance_name("a", 1), instance_name("a", 2));
    }

    #[test]
    fn a_name_is_cut_between_characters() {
        assert_eq!(cut("señor", 3), "se");
        assert_eq!(cut("señor", 4), "señ");
        assert_eq!(cut("señor", 400), "señor");
    }
}
