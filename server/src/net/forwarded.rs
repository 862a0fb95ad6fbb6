//! The address of a client behind a proxy, as the proxies that are trusted report it.
//!
//! Each proxy adds the address of its own peer at the end of `X-Forwarded-For` (or `Forwarded`, RFC 7239). Read from
//! the end, the addresses of trusted proxies are passed over, and the first other one is the client: whatever stands
//! before it was written by somebody who is not trusted.
//!
//! The client is known once the request is read. Until then such a connection counts for no address.

use std::net::{IpAddr, SocketAddr};

use hyper::header::{FORWARDED, HeaderMap, HeaderName};
use ipnet::IpNet;

/// Returns the address of the client of a request from `peer`.
///
/// `X-Forwarded-For` is used if there is one, and `Forwarded` only if there is none: a proxy that writes the second
/// must remove the first. Where a trusted proxy does not say an address, its own address stands for its clients.
pub(crate) fn client(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> IpAddr {
    let mut client = peer;
    let name = HeaderName::from_static("x-forwarded-for");
    let hops: Vec<_> = if headers.contains_key(&name) {
        values(headers, &name).map(address).collect()
    } else {
        values(headers, &FORWARDED).map(forwarded_for).collect()
    };
    for hop in hops.into_iter().rev() {
        if !is_trusted(client, trusted) {
            break;
        }
        let Some(hop) = hop else { break };
        client = hop;
    }
    client
}

/// Returns true if an address is one of these networks.
pub(crate) fn is_trusted(address: IpAddr, trusted: &[IpNet]) -> bool {
    trusted.iter().any(|network| network.contains(&address))
}

/// Returns the elements of a list that may be in several headers, in order.
fn values<'a>(headers: &'a HeaderMap, name: &HeaderName) -> impl Iterator<Item = &'a str> {
    let values = headers.get_all(name).iter();
    // One that is no text is an address that nobody knows.
    values.flat_map(|value| value.to_str().unwrap_or_default().split(','))
}

/// Returns the address of the parameter `for` in an element of `Forwarded`.
fn forwarded_for(element: &str) -> Option<IpAddr> {
    let parameters = element.split(';').filter_map(|one| one.split_once('='));
    let mut named = parameters.filter(|(name, _)| name.trim().eq_ignore_ascii_case("for"));
    let (_, value) = named.next()?;
    address(value.trim().trim_matches('"'))
}

/// Returns an address that may have a port, and brackets if it is one of IPv6.
fn address(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let bare = text.trim_start_matches('[').trim_end_matches(']');
    let address = match bare.parse() {
        Ok(address) => address,
        Err(_) => text.parse::<SocketAddr>().ok()?.ip(),
    };
    Some(address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(peer: &str, headers: &[(&str, &str)], expected: &str) {
        let trusted = ["10.0.0.0/8", "fd00::/8"].map(|network| network.parse().unwrap());
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            let name: HeaderName = name.parse().unwrap();
            map.append(name, value.parse().unwrap());
        }
        let client = client(peer.parse().unwrap(), &map, &trusted);
        assert_eq!(client.to_string(), expected, "{peer} {headers:?}");
    }

    #[test]
    fn the_last_address_that_is_no_trusted_proxy_is_the_client() {
        let x = "X-Forwarded-For";
        for (peer, value, expected) in [
            // Only a trusted peer is believed.
            ("192.0.2.1", "198.51.100.7", "192.0.2.1"),
            ("10.0.0.1", "198.51.100.7", "198.51.100.7"),
            ("10.0.0.1", "203.0.113.9, 198.51.100.7", "198.51.100.7"),
            ("10.0.0.1", "198.51.100.7, 10.2.3.4", "198.51.100.7"),
            ("fd00::1", "2001:db8::7", "2001:db8::7"),
            ("10.0.0.1", "[2001:db8::7]:4711", "2001:db8::7"),
            ("10.0.0.1", "::ffff:198.51.100.7", "198.51.100.7"),
            ("10.0.0.1", "198.51.100.7:4711", "198.51.100.7"),
            // All of them are proxies.
            ("10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"),
            // What nobody can read ends the way.
            ("10.0.0.1", "198.51.100.7, unknown", "10.0.0.1"),
            ("10.0.0.1", "198.51.100.7, nonsense, 10.0.0.2", "10.0.0.2"),
            ("10.0.0.1", "", "10.0.0.1"),
        ] {
            check(peer, &[(x, value)], expected);
        }
        check("10.0.0.1", &[], "10.0.0.1");
        check(
            "10.0.0.1",
            &[(x, "203.0.113.9"), (x, "198.51.100.7, 10.0.0.2")],
            "198.51.100.7",
        );
    }

    #[test]
    fn the_header_of_rfc_7239_is_read_where_there_is_no_other() {
        for (value, expected) in [
            ("for=198.51.100.7", "198.51.100.7"),
            (
                "for=203.0.113.9, For=\"[2001:db8::7]:47\";proto=http;by=10.0.0.1",
                "2001:db8::7",
            ),
            ("proto=http; for=198.51.100.7, for=10.0.0.2", "198.51.100.7"),
            ("for=198.51.100.7, for=_hidden", "10.0.0.1"),
            ("for=198.51.100.7, proto=http", "10.0.0.1"),
        ] {
            check("10.0.0.1", &[("Forwarded", value)], expected);
        }
        let both = [
            ("Forwarded", "for=203.0.113.9"),
            ("X-Forwarded-For", "198.51.100.7"),
        ];
        check("10.0.0.1", &both, "198.51.100.7");
    }
}
