//! The URL of a server, read from the short forms that people write.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU16;
use std::str::FromStr;

use tokio_tungstenite::tungstenite::http::Uri;

use crate::language::Id;
use crate::text::plain;

/// The default port of a server.
pub const DEFAULT_PORT: u16 = 4270;

/// The address of a server: read from `host`, `host:port`, `ws://host:port/ws` or the page's `http://` address, also
/// with a room behind it, and written in full. With `wss://` or `https://` the connection is always encrypted, else
/// where the server offers it.
///
/// Without a port the address of a page has that of the web, as in a browser, and so has `wss://` with a name of the
/// internet: there a proxy is before the server. Every other has [`DEFAULT_PORT`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerUrl(String);

impl ServerUrl {
    /// The server on this machine.
    pub fn here() -> Self {
        Self(format!("ws://127.0.0.1:{DEFAULT_PORT}/ws"))
    }

    /// The address in full: `ws://host:port/ws` or `wss://host:port/ws`.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl ServerUrl {
    /// The host and the port, by which a server is remembered.
    pub fn authority(&self) -> String {
        let (_, rest) = self.0.split_once("://").unwrap_or_default();
        let authority = rest.split('/').next().unwrap_or_default();
        match authority.split_once(ZONE_IN_URL) {
            // The names of interfaces differ in their case.
            Some((ip, zone)) => format!("{}%{zone}", ip.to_ascii_lowercase()),
            None => authority.to_ascii_lowercase(),
        }
    }

    /// The address as people read it: the shortest text that means the same, such as `192.168.1.5`.
    pub fn short(&self) -> String {
        let (scheme, rest) = self.0.split_once("://").unwrap_or_default();
        let authority = rest.split('/').next().unwrap_or_default();
        let authority = authority.replace(ZONE_IN_URL, "%");
        let usual_port = format!(":{DEFAULT_PORT}");
        let host = authority.strip_suffix(&usual_port).unwrap_or(&authority);
        let with_scheme = [host, &authority].map(|text| format!("{scheme}://{text}"));
        let texts = [host, &authority].map(str::to_owned).into_iter();
        let mut texts = texts.chain(with_scheme);
        let shortest = texts.find(|text| text.parse().as_ref() == Ok(self));
        shortest.unwrap_or_else(|| self.0.clone())
    }

    /// Returns whether both lead to one server, encrypted or not: by the same host, port and path.
    pub(super) fn is_same_server(&self, other: &Self) -> bool {
        let path = |url: &Self| {
            let (_, rest) = url.0.split_once("://").unwrap_or_default();
            rest.split_once('/').map(|(_, path)| path.to_owned())
        };
        self.authority() == other.authority() && path(self) == path(other)
    }

    /// Returns whether no connection to it may be a plain one.
    pub(super) fn is_always_encrypted(&self) -> bool {
        self.0.starts_with("wss://")
    }
}

/// The address of a server as people read it; another text stays as it is, without control characters.
pub fn shown(url: &str) -> String {
    let server = url.parse::<ServerUrl>();
    server.map_or_else(|_| plain(url), |server| server.short())
}

impl fmt::Display for ServerUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for ServerUrl {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let refusal = |problem: Id| {
            say!(
                "options-no-address",
                text = format!("{text:?}"),
                problem = problem.said(),
                port = DEFAULT_PORT
            )
        };
        let text = text.trim();
        // The link of the page names a room behind it, which is no part of the address of the server.
        let address = text.split('#').next().unwrap_or_default();
        let is_url = address.contains("://");
        let (scheme, rest) = address.split_once("://").unwrap_or(("ws", address));
        let (scheme, web) = match scheme.to_ascii_lowercase().as_str() {
            "ws" => ("ws", None),
            "http" => ("ws", Some(80)),
            "wss" => ("wss", None),
            "https" => ("wss", Some(443)),
            _ => return Err(refusal(id!("options-address-protocol"))),
        };
        let (authority, path) = match rest.find('/') {
            Some(at) => rest.split_at(at),
            None => (rest, "/"),
        };
        let (host, port) =
            split_port(authority).ok_or_else(|| refusal(id!("options-address-port")))?;
        let host = as_in_url(&host, is_url).ok_or_else(|| refusal(id!("options-address-host")))?;
        let port = port.or(web).unwrap_or_else(|| {
            let is_behind_proxy = scheme == "wss" && is_of_internet(&host);
            if is_behind_proxy { 443 } else { DEFAULT_PORT }
        });
        let path = match path.rsplit_once('/') {
            // The socket is beside the page, which a proxy may have below a path.
            Some((folder, file)) if web.is_some() && file != "ws" => format!("{folder}/ws"),
            _ if path == "/" => "/ws".to_owned(),
            _ => path.to_owned(),
        };
        let url = format!("{scheme}://{host}:{port}{path}");
        // What the connection would not take is refused here, where it is still wrong usage.
        if !url.is_ascii() || url.parse::<Uri>().is_err() {
            return Err(refusal(id!("options-address-characters")));
        }
        Ok(Self(url))
    }
}

/// Sign between an address and its zone in a URL (RFC 6874); elsewhere it is a `%`.
const ZONE_IN_URL: &str = "%25";

/// Returns a name, an IPv4 address, or an IPv6 address in brackets as a URL has it; none where it is neither.
fn as_in_url(host: &str, is_url: bool) -> Option<String> {
    let Some(rest) = host.strip_prefix('[') else {
        let may_be_in_a_name = |c: char| c.is_ascii_alphanumeric() || "-._".contains(c);
        let is_name = !host.is_empty() && host.chars().all(may_be_in_a_name);
        return is_name.then(|| host.to_owned());
    };
    let ip = rest.strip_suffix(']')?;
    let Some((ip, zone)) = ip.split_once('%') else {
        return ip.parse::<Ipv6Addr>().is_ok().then(|| host.to_owned());
    };
    let zone = zone_in(zone, is_url);
    let may_be_in_a_zone = |c: char| c.is_ascii_alphanumeric() || "-._~".contains(c);
    let is_zone = !zone.is_empty() && zone.chars().all(may_be_in_a_zone);
    (is_zone && ip.parse::<Ipv6Addr>().is_ok()).then(|| format!("[{ip}{ZONE_IN_URL}{zone}]"))
}

/// The zone in what follows a `%`: the name or the number of an interface.
///
/// `25` is a part of the sign in a URL, and the number of an interface elsewhere; people write both in both.
fn zone_in(text: &str, is_url: bool) -> &str {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    let zone = text.strip_prefix("25").filter(|zone| !zone.is_empty());
    zone.filter(|_| is_url || !is_number).unwrap_or(text)
}

/// Returns true for a name such as `play.example.org`, which is none of a local network or of this machine.
fn is_of_internet(host: &str) -> bool {
    let host = host.trim_end_matches('.').to_ascii_lowercase();
    let last = host.rsplit_once('.').map(|(_, last)| last);
    // An IP address ends with a digit or a bracket.
    last.is_some_and(|last| {
        last.starts_with(|c: char| c.is_ascii_alphabetic())
            && !["local", "localhost", "lan", "home", "internal"].contains(&last)
    })
}

/// The host, in brackets if it has colons of its own, and the port where there is one.
fn split_port(authority: &str) -> Option<(String, Option<u16>)> {
    if let Ok(ip) = authority.parse::<IpAddr>() {
        let host = match ip {
            IpAddr::V4(ip) => ip.to_string(),
            IpAddr::V6(ip) => format!("[{ip}]"),
        };
        return Some((host, None));
    }
    if let Some((ip, zone)) = authority.split_once('%')
        && ip.parse::<Ipv6Addr>().is_ok()
    {
        return Some((format!("[{ip}%{zone}]"), None));
    }
    // The last colon parts the port, unless it is within the brackets of an address.
    match authority.rsplit_once(':') {
        Some((host, port)) if !port.contains(']') => {
            let port: NonZeroU16 = port.parse().ok()?;
            Some((host.to_owned(), Some(port.get())))
        }
        Some(_) | None => Some((authority.to_owned(), None)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_as_people_write_it() {
        for (text, expected) in [
            ("localhost", "ws://localhost:4270/ws"),
            ("192.168.1.5:9000", "ws://192.168.1.5:9000/ws"),
            ("ws://box", "ws://box:4270/ws"),
            ("ws://box:1/", "ws://box:1/ws"),
            ("ws://box:1/game/ws", "ws://box:1/game/ws"),
            ("http://box:4270/", "ws://box:4270/ws"),
            ("wss://box", "wss://box:4270/ws"),
            ("https://box:443", "wss://box:443/ws"),
            ("::1", "ws://[::1]:4270/ws"),
            ("[fe80::2]:99", "ws://[fe80::2]:99/ws"),
            ("[fe80::2]", "ws://[fe80::2]:4270/ws"),
            ("fe80::1%eth0", "ws://[fe80::1%25eth0]:4270/ws"),
            ("[fe80::1%enP4p1s0]:99", "ws://[fe80::1%25enP4p1s0]:99/ws"),
            ("[fe80::1%25eth0]", "ws://[fe80::1%25eth0]:4270/ws"),
            ("http://[fe80::1%25eth0]:9/", "ws://[fe80::1%25eth0]:9/ws"),
            ("wss://[fe80::1%eth0]", "wss://[fe80::1%25eth0]:4270/ws"),
            ("[fe80::1%3]", "ws://[fe80::1%253]:4270/ws"),
            ("ws://[fe80::1%25]", "ws://[fe80::1%2525]:4270/ws"),
            ("[fe80::1%252]", "ws://[fe80::1%25252]:4270/ws"),
            ("http://10.77.0.1:4270/#K7QM2X", "ws://10.77.0.1:4270/ws"),
            ("https://box/#", "wss://box:443/ws"),
            ("http://box", "ws://box:80/ws"),
            ("https://play.example.org", "wss://play.example.org:443/ws"),
            ("wss://play.example.org", "wss://play.example.org:443/ws"),
            ("wss://play.example.org.:1", "wss://play.example.org.:1/ws"),
            ("ws://play.example.org", "ws://play.example.org:4270/ws"),
            ("play.example.org", "ws://play.example.org:4270/ws"),
            ("wss://attic.local", "wss://attic.local:4270/ws"),
            ("wss://192.168.1.5", "wss://192.168.1.5:4270/ws"),
            ("wss://[fd00::1]", "wss://[fd00::1]:4270/ws"),
            ("https://[fd00::1]", "wss://[fd00::1]:443/ws"),
            (
                "https://example.org/games/#K7QM2X",
                "wss://example.org:443/games/ws",
            ),
            (
                "https://example.org/games/index.html",
                "wss://example.org:443/games/ws",
            ),
            (
                "wss://example.org/games/ws",
                "wss://example.org:443/games/ws",
            ),
            ("box#K7QM2X", "ws://box:4270/ws"),
            ("HTTP://192.168.1.5:4270/", "ws://192.168.1.5:4270/ws"),
            ("Https://Play.example.org", "wss://Play.example.org:443/ws"),
            ("WSS://box", "wss://box:4270/ws"),
        ] {
            let url: ServerUrl = text.parse().unwrap();
            assert_eq!(url.to_string(), expected, "{text}");
            assert_eq!(url.short().parse().as_ref(), Ok(&url), "{text}");
            assert_eq!(url.to_string().parse(), Ok(url));
        }
    }

    #[test]
    fn an_address_is_shown_in_its_shortest_form() {
        for (text, expected) in [
            ("ws://192.168.1.5:4270/ws", "192.168.1.5"),
            ("http://box:9000/", "box:9000"),
            ("http://box", "box:80"),
            ("wss://box", "wss://box"),
            ("https://play.example.org", "wss://play.example.org:443"),
            ("wss://example.org:4270/ws", "wss://example.org:4270"),
            ("[fe80::1%25eth0]", "[fe80::1%eth0]"),
            ("ws://box/game/ws", "ws://box:4270/game/ws"),
        ] {
            let url: ServerUrl = text.parse().unwrap();
            assert_eq!(url.short(), expected, "{text}");
        }
    }

    #[test]
    fn a_server_is_remembered_by_its_host_and_port_however_it_is_written() {
        for text in ["Box", "box:4270", "ws://box/ws", "https://BOX:4270/game/ws"] {
            let url: ServerUrl = text.parse().unwrap();
            assert_eq!(url.authority(), "box:4270", "{text}");
        }
        for text in ["[FE80::1%enP4]", "wss://[fe80::1%25enP4]:4270/ws"] {
            let url: ServerUrl = text.parse().unwrap();
            assert_eq!(url.authority(), "[fe80::1%enP4]:4270", "{text}");
        }
    }

    #[test]
    fn what_is_no_address_is_refused_with_what_would_be_one() {
        for wrong in [
            "",
            "ws://",
            "#K7QM2X",
            "box:port",
            "box:70000",
            "ftp://box",
            "a b",
            "http:///ws",
            "[::1",
            "::1]",
            "[::1]]",
            "[box]:1",
            "1:2:3",
            "bücher",
            "[fe80::1%]",
            "[fe80::1%eth 0]",
            "[fe80::1%eth0",
            "fe80::1%",
            "10.0.0.1%eth0",
            "box%eth0",
            "box/a b",
            "box/\u{202e}",
        ] {
            let error = wrong.parse::<ServerUrl>().unwrap_err();
            assert!(
                error.contains("such as 192.168.1.5:4270"),
                "{wrong}: {error}"
            );
        }
    }

    #[test]
    fn a_port_that_is_none_is_told_with_the_ports_that_there_are() {
        for wrong in ["127.0.0.1:99999", "box:", "box:-1", "box:0", "[::1]:65536"] {
            let error = wrong.parse::<ServerUrl>().unwrap_err();
            let ports = "a port is a number from 1 to 65535";
            assert!(error.contains(ports), "{wrong}: {error}");
        }
    }
}
