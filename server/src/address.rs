//! Where a server can be reached: the addresses to give to others, as text and as a picture.

use std::net::{IpAddr, SocketAddr};

use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;

/// The addresses under which others reach a server that listens on `address`, the likeliest first.
///
/// A server on loopback only has that one.
pub fn lan_urls(address: SocketAddr) -> Vec<String> {
    if !address.ip().is_unspecified() {
        return vec![url(address.ip(), address.port())];
    }
    let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
    let mut ips: Vec<IpAddr> = interfaces
        .iter()
        .map(if_addrs::Interface::ip)
        .filter(|ip| is_listened_on(address, *ip) && is_worth_giving(*ip))
        .collect();
    ips.sort_by_key(|ip| (unlikeliness(*ip), *ip));
    ips.dedup();
    if ips.is_empty() {
        ips.push(match address.ip() {
            IpAddr::V4(_) => IpAddr::from([127, 0, 0, 1]),
            IpAddr::V6(_) => IpAddr::from([0, 0, 0, 0, 0, 0, 0, 1]),
        });
    }
    ips.into_iter().map(|ip| url(ip, address.port())).collect()
}

/// Whether a listener on `address`, which is one of the two unspecified ones, hears this one too.
pub(crate) fn is_listened_on(address: SocketAddr, ip: IpAddr) -> bool {
    address.is_ipv6() || ip.is_ipv4()
}

/// Whether others could use it: loopback leads nowhere, and link-local needs the name of an interface.
fn is_worth_giving(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => !ip.is_loopback() && !ip.is_link_local(),
        IpAddr::V6(ip) => !ip.is_loopback() && !ip.is_unicast_link_local(),
    }
}

/// Home and office networks come first; 172.16 and on is mostly virtual machines.
fn unlikeliness(ip: IpAddr) -> u8 {
    match ip {
        IpAddr::V4(ip) => match ip.octets() {
            [192, 168, ..] => 0,
            [10, ..] => 1,
            [172, 16..=31, ..] => 3,
            _ => 2,
        },
        IpAddr::V6(_) => 4,
    }
}

fn url(ip: IpAddr, port: u16) -> String {
    format!("ws://{}/ws", SocketAddr::new(ip, port))
}

/// The text as a QR code in block characters, for a phone or another terminal's camera.
pub fn qr(text: &str) -> String {
    QrCode::new(text).map_or_else(
        |_too_long| String::new(),
        |code| code.render::<Dense1x2>().build(),
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
            assert_eq!(lan_urls(address.parse().unwrap()), [expected]);
        }
    }

    #[test]
    fn a_server_on_every_address_always_has_one_to_give() {
        let urls = lan_urls("0.0.0.0:4270".parse().unwrap());
        assert!(!urls.is_empty());
        assert!(
            urls.iter()
                .all(|url| !url.contains("0.0.0.0") && !url.contains('['))
        );
    }

    #[test]
    fn a_home_network_comes_before_a_virtual_one() {
        let rank = |text: &str| unlikeliness(text.parse().unwrap());
        assert!(rank("192.168.0.7") < rank("172.17.0.1"));
        assert!(rank("10.0.0.7") < rank("fd00::1"));
    }

    #[test]
    fn an_address_becomes_a_picture() {
        assert!(qr("ws://192.168.1.5:4270/ws").lines().count() > 10);
    }
}
