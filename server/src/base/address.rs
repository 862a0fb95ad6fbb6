//! The addresses at which a server can be reached, as text and as a QR code.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use protocol::message::MOST_ADDRESSES;
use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;

/// The port that an address for clients may leave out: that of [`DEFAULT_LISTEN`](crate::DEFAULT_LISTEN).
const USUAL_PORT: &str = ":4270";

/// Returns the addresses at which others reach a server that listens on `address`, the likeliest first.
///
/// A server on loopback only has just that one. With `encrypted` they lead to TLS alone; without it clients of ours
/// use TLS where the server offers it.
pub fn lan_urls(address: SocketAddr, encrypted: bool) -> Vec<String> {
    let scheme = if encrypted { "wss" } else { "ws" };
    let reached = reached_at(address).into_iter();
    reached
        .map(|address| format!("{scheme}://{address}/ws"))
        .collect()
}

/// Returns the same in the shortest form that `enlinea --server` takes.
pub fn short_addresses(address: SocketAddr, encrypted: bool) -> Vec<String> {
    let scheme = if encrypted { "wss://" } else { "" };
    let short = |address: SocketAddr| {
        let address = address.to_string();
        let short = address.strip_suffix(USUAL_PORT).unwrap_or(&address);
        format!("{scheme}{short}")
    };
    reached_at(address).into_iter().map(short).collect()
}

/// Returns the same as links to the page for browsers.
pub fn page_links(address: SocketAddr, encrypted: bool) -> Vec<String> {
    let reached = reached_at(address).into_iter();
    reached
        .map(|address| page_link(address, encrypted))
        .collect()
}

/// Returns the same, at most [`MOST_ADDRESSES`] and without loopback: others do not reach it.
pub(crate) fn lan_links(address: SocketAddr, encrypted: bool) -> Vec<String> {
    let reached = reached_at(address).into_iter();
    reached
        .filter(|address| !address.ip().is_loopback())
        .take(MOST_ADDRESSES)
        .map(|address| page_link(address, encrypted))
        .collect()
}

fn page_link(address: SocketAddr, encrypted: bool) -> String {
    let scheme = if encrypted { "https" } else { "http" };
    format!("{scheme}://{address}")
}

/// Returns the names of this machine: as the system knows it, and its first part.
pub(crate) fn host_names() -> Vec<String> {
    #[cfg(unix)]
    let name = rustix::system::uname()
        .nodename()
        .to_string_lossy()
        .into_owned();
    #[cfg(not(unix))]
    let name = std::env::var("COMPUTERNAME").unwrap_or_default();
    let first = name.split('.').next().unwrap_or_default().to_owned();
    let mut names = vec![name, first];
    names.retain(|name| !name.is_empty());
    names.dedup();
    names
}

/// Returns the first part of this machine's name, if it has one.
pub fn machine_name() -> Option<String> {
    host_names().pop()
}

fn reached_at(address: SocketAddr) -> Vec<SocketAddr> {
    if !address.ip().is_unspecified() {
        return vec![address];
    }
    let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
    let mut ips = worth_giving(
        interfaces
            .iter()
            .map(if_addrs::Interface::ip)
            .filter(|ip| is_listened_on(address, *ip)),
    );
    // People read addresses to each other: those of version 6 are for networks that have nothing else.
    let is_real_ipv4 = |ip: &IpAddr| matches!(ip, IpAddr::V4(ip) if !ip.is_link_local());
    if ips.iter().any(is_real_ipv4) {
        ips.retain(IpAddr::is_ipv4);
    }
    if ips.is_empty() {
        ips.push(Ipv4Addr::LOCALHOST.into());
    }
    let port = address.port();
    ips.into_iter()
        .map(|ip| SocketAddr::new(ip, port))
        .collect()
}

/// Returns true if a [listener](crate::listen) on `address`, which is unspecified, also listens on `ip`.
pub(crate) fn is_listened_on(address: SocketAddr, ip: IpAddr) -> bool {
    address.is_ipv6() || ip.is_ipv4()
}

/// Returns the addresses that others could use, the likeliest first.
fn worth_giving(ips: impl Iterator<Item = IpAddr>) -> Vec<IpAddr> {
    let mut ips: Vec<IpAddr> = ips.filter(|ip| is_worth_giving(*ip)).collect();
    ips.sort_by_key(|ip| (unlikeliness(*ip), *ip));
    ips.dedup();
    ips
}

/// Returns true if others could use the address: loopback leads nowhere, and link-local of version 6 needs
/// the name of an interface.
fn is_worth_giving(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => !ip.is_loopback(),
        IpAddr::V6(ip) => !ip.is_loopback() && !ip.is_unicast_link_local(),
    }
}

/// Returns the rank of an address. Home and office networks come first; 172.16 and on is mostly virtual
/// machines; 169.254 is two machines on one cable, or an interface that leads nowhere.
fn unlikeliness(ip: IpAddr) -> u8 {
    match ip {
        IpAddr::V4(ip) => match ip.octets() {
            [192, 168, ..] => 0,
            [10, ..] => 1,
            [172, 16..=31, ..] => 3,
            [169, 254, ..] => 5,
            _ => 2,
        },
        IpAddr::V6(_) => 4,
    }
}

/// Returns the text as a QR code in block characters, for the camera of a phone or of another terminal.
///
/// It is drawn for light characters on a dark ground, as most terminals have them: many readers take only a
/// code that is dark on light, so the light parts are the characters.
pub fn qr(text: &str) -> String {
    QrCode::new(text).map_or_else(
        |_too_long| String::new(),
        |code| {
            code.render::<Dense1x2>()
                .dark_color(Dense1x2::Light)
                .light_color(Dense1x2::Dark)
                .build()
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_on_one_address_has_that_one() {
        for (address, expected) in [
            ("127.0.0.1:4270", "ws://127.0.0.1:4270/ws"),
            ("[::1]:9", "ws://[::1]:9/ws"),
            ("192.168.1.5:80", "ws://192.168.1.5:80/ws"),
        ] {
            assert_eq!(lan_urls(address.parse().unwrap(), false), [expected]);
        }
    }

    #[test]
    fn a_server_that_requires_tls_gives_addresses_that_lead_to_it() {
        let address = "192.168.1.5:80".parse().unwrap();
        assert_eq!(lan_urls(address, true), ["wss://192.168.1.5:80/ws"]);
        assert_eq!(lan_links(address, true), ["https://192.168.1.5:80"]);
    }

    #[test]
    fn a_short_address_leaves_out_what_is_usual() {
        for (address, encrypted, expected) in [
            ("192.168.1.5:4270", false, "192.168.1.5"),
            ("192.168.1.5:5000", false, "192.168.1.5:5000"),
            ("[fd00::1]:4270", false, "[fd00::1]"),
            ("192.168.1.5:4270", true, "wss://192.168.1.5"),
        ] {
            let short = short_addresses(address.parse().unwrap(), encrypted);
            assert_eq!(short, [expected]);
        }
    }

    #[test]
    fn links_are_for_others() {
        for (address, expected) in [
            ("127.0.0.1:4270", &[][..]),
            ("[::1]:9", &[]),
            ("192.168.1.5:80", &["http://192.168.1.5:80"]),
            ("[fd00::1]:4270", &["http://[fd00::1]:4270"]),
        ] {
            assert_eq!(lan_links(address.parse().unwrap(), false), expected);
        }
        let everywhere = "0.0.0.0:4270".parse().unwrap();
        let (links, urls) = (lan_links(everywhere, false), lan_urls(everywhere, false));
        assert!(links.len() <= MOST_ADDRESSES);
        for (link, url) in links.iter().zip(&urls) {
            let (link, url) = (&link["http://".len()..], &url["ws://".len()..]);
            assert_eq!(format!("{link}/ws"), url, "in the same order");
        }
    }

    #[test]
    fn a_server_on_every_address_always_has_one_to_give() {
        for address in ["0.0.0.0:4270", "[::]:4270"] {
            let urls = lan_urls(address.parse().unwrap(), false);
            assert!(!urls.is_empty());
            assert!(
                urls.iter()
                    .all(|url| !url.contains("0.0.0.0") && !url.contains("[::]"))
            );
        }
    }

    #[test]
    fn a_server_of_both_families_gives_its_addresses_of_ipv4_as_one_of_ipv4_does() {
        let [four, six] =
            ["0.0.0.0:4270", "[::]:4270"].map(|address| lan_urls(address.parse().unwrap(), false));
        let is_real = |url: &&String| !url.contains("://169.254.") && !url.contains("127.0.0.1");
        if four.iter().any(|url| is_real(&url)) {
            assert_eq!(four, six);
        }
    }

    #[test]
    fn what_others_can_use_is_given_the_likeliest_first() {
        let found = [
            "169.254.3.4",
            "fe80::1",
            "172.17.0.1",
            "127.0.0.1",
            "fd00::1",
            "::1",
            "10.0.0.7",
            "192.168.0.7",
            "10.0.0.7",
        ];
        let given = worth_giving(found.into_iter().map(|ip| ip.parse().unwrap()));
        let given: Vec<_> = given.iter().map(IpAddr::to_string).collect();
        assert_eq!(
            given,
            [
                "192.168.0.7",
                "10.0.0.7",
                "172.17.0.1",
                "fd00::1",
                "169.254.3.4"
            ]
        );
    }

    #[test]
    fn a_listener_hears_the_family_it_was_given() {
        let (four, six) = ("0.0.0.0:1".parse().unwrap(), "[::]:1".parse().unwrap());
        let (ip4, ip6) = ("10.0.0.7".parse().unwrap(), "fd00::1".parse().unwrap());
        assert!(is_listened_on(four, ip4) && !is_listened_on(four, ip6));
        assert!(is_listened_on(six, ip6));
        assert!(is_listened_on(six, ip4));
    }

    #[test]
    fn an_address_becomes_a_picture_that_is_dark_on_light() {
        let picture = qr("ws://192.168.1.5:4270/ws");
        assert!(picture.lines().count() > 10);
        // Around the code is a light margin, which the characters draw.
        assert!(picture.lines().next().unwrap().chars().all(|c| c == '█'));
    }
}
