//! The names that a request may call the server by, against pages that reach it under a name of their own
//! (DNS rebinding), and the pages that may connect to it.

use std::net::{Ipv4Addr, Ipv6Addr};

/// The names of a server beside those that every server has.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    /// Names of the machine.
    pub(crate) own: Vec<String>,
    /// Names that the operator allowed.
    pub(crate) allowed: Vec<String>,
}

impl Names {
    /// Returns true if a request with this `Host` is meant for the server; `is_certified` knows the names in its
    /// certificate.
    ///
    /// Nobody can make an IP address or a name of the local network point elsewhere by the DNS, so these are
    /// always good.
    pub(crate) fn accept(&self, host: &str, is_certified: impl Fn(&str) -> bool) -> bool {
        let Some(host) = host_of(host) else {
            return false;
        };
        let is_ip = match host.strip_prefix('[') {
            Some(rest) => rest
                .strip_suffix(']')
                .is_some_and(|ip| ip.parse::<Ipv6Addr>().is_ok()),
            None => host.parse::<Ipv4Addr>().is_ok(),
        };
        let name = host.strip_suffix('.').unwrap_or(&host);
        let is_local = name == "localhost"
            || name.ends_with(".localhost")
            || name
                .strip_suffix(".local")
                .is_some_and(|name| !name.is_empty());
        let is_own = || self.own.iter().any(|own| own.eq_ignore_ascii_case(name));
        is_ip || is_local || is_own() || self.is_allowed(name) || is_certified(name)
    }

    /// Returns true if a page of `origin` may connect by a request with this `Host`: it is a page of the server
    /// itself, loaded the way that it connects now.
    ///
    /// The page of a name that the operator allowed may have been loaded by https and connect here in plain: a
    /// reverse proxy in front ends TLS.
    pub(crate) fn accept_origin(&self, origin: &str, host: &str, encrypted: bool) -> bool {
        let Some((scheme, authority)) = origin.split_once("://") else {
            return false;
        };
        let is_behind_proxy =
            || host_of(host).is_some_and(|name| self.is_allowed(&name)) && scheme == "https";
        let expected = if encrypted { "https" } else { "http" };
        authority.eq_ignore_ascii_case(host) && (scheme == expected || is_behind_proxy())
    }

    fn is_allowed(&self, name: &str) -> bool {
        self.allowed
            .iter()
            .any(|allowed| allowed.eq_ignore_ascii_case(name))
    }
}

/// Reads a name by which requests may call the server.
///
/// # Errors
///
/// The text, and the form that is taken: anything but a name would match no request.
pub fn allowed_host(text: &str) -> Result<String, String> {
    let name = text.trim();
    let name = name.strip_suffix('.').unwrap_or(name);
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
    if !name.is_empty() && name.bytes().all(is_name) {
        return Ok(name.to_owned());
    }
    let hint = if name.is_ascii() {
        "write the name alone, such as play.example.org, without a scheme, a port or a path"
    } else {
        "write it as browsers send it, in letters of ASCII, such as xn--gra-xxa.example"
    };
    Err(format!("{text:?} is no name of a server; {hint}"))
}

/// Returns the host of an authority in small letters, without its port; none if it is no authority.
fn host_of(authority: &str) -> Option<String> {
    let (host, port) = match authority.rsplit_once(':') {
        Some((host, port)) if !port.contains(']') => (host, port),
        Some(_) | None => (authority, ""),
    };
    let is_port = port.bytes().all(|digit| digit.is_ascii_digit());
    (is_port && !host.is_empty()).then(|| host.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> Names {
        Names {
            own: vec!["Attic".to_owned()],
            allowed: vec!["play.example.org".to_owned()],
        }
    }

    #[test]
    fn a_server_answers_to_its_names_alone() {
        let is_certified = |name: &str| name == "games.example.org";
        for good in [
            "127.0.0.1",
            "192.168.1.5:4270",
            "[::1]",
            "[fd00::1]:4270",
            "localhost",
            "LOCALHOST:80",
            "localhost.",
            "page.localhost",
            "box.local:4270",
            "attic",
            "attic:1",
            "Play.Example.org",
            "games.example.org:443",
        ] {
            assert!(names().accept(good, is_certified), "{good}");
        }
        for bad in [
            "",
            ":4270",
            "evil.example",
            "evil.example:4270",
            "127.0.0.1.evil.example",
            "localhost.evil.example",
            "attic.evil.example",
            "local",
            ".local",
            "notlocal",
            "[::1",
            "[evil]",
            "::1",
            "2130706433",
            "0x7f.1",
            "play.example.org.evil",
            "user@127.0.0.1",
            "127.0.0.1:80:90",
            "127.0.0.1:port",
        ] {
            assert!(!names().accept(bad, is_certified), "{bad}");
        }
    }

    #[test]
    fn a_page_connects_the_way_it_was_loaded() {
        for (origin, host, encrypted, expected) in [
            ("http://192.168.1.5:4270", "192.168.1.5:4270", false, true),
            ("https://192.168.1.5:4270", "192.168.1.5:4270", true, true),
            ("https://192.168.1.5:4270", "192.168.1.5:4270", false, false),
            ("http://192.168.1.5:4270", "192.168.1.5:4270", true, false),
            ("http://evil.example", "192.168.1.5:4270", false, false),
            ("http://192.168.1.5", "192.168.1.5:4270", false, false),
            ("https://play.example.org", "play.example.org", false, true),
            ("http://play.example.org", "play.example.org", false, true),
            ("https://evil.example", "play.example.org", false, false),
            ("null", "192.168.1.5:4270", false, false),
            ("file://", "192.168.1.5:4270", false, false),
        ] {
            let accepted = names().accept_origin(origin, host, encrypted);
            assert_eq!(accepted, expected, "{origin} {host} {encrypted}");
        }
    }

    #[test]
    fn an_allowed_host_is_a_name_and_nothing_more() {
        for (good, name) in [
            ("play.example.org", "play.example.org"),
            (" play.example.org. ", "play.example.org"),
            ("Attic", "Attic"),
        ] {
            assert_eq!(allowed_host(good).unwrap(), name);
        }
        for wrong in [
            "",
            ".",
            "play.example.org:443",
            "https://play.example.org",
            "play.example.org/games",
            "*.example.org",
            "two names",
        ] {
            let problem = allowed_host(wrong).unwrap_err();
            assert!(problem.contains("without a scheme, a port"), "{problem}");
        }
        assert!(
            allowed_host("gra.żółw.example")
                .unwrap_err()
                .contains("xn--")
        );
    }
}
