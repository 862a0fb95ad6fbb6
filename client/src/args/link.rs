//! A link to a room, as people pass it on: `http://host:4270/#K7QM2X`.
//!
//! It stands for the room ([`RoomLink`]) or, as the address of a server, for the server ([`ServerLink`]).

use std::str::FromStr;

use protocol::id::{HandOverCode, RoomId};

use super::ServerUrl;
use crate::language::parsed;

/// A room by its code, with its server where a link says which.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomLink {
    /// The room.
    pub room: RoomId,
    /// The server.
    pub server: Option<ServerUrl>,
    /// The code in the link by which the page hands a seat over, such as `http://host:4270/#K7QM2X.22346789`: a secret
    /// while it is good.
    pub hand_over: Option<HandOverCode>,
}

impl From<RoomId> for RoomLink {
    fn from(room: RoomId) -> Self {
        Self {
            room,
            server: None,
            hand_over: None,
        }
    }
}

impl RoomLink {
    /// The link to a room of the server at the address of its page, such as `http://192.168.1.5:4270`.
    pub fn text(page: &str, room: RoomId) -> String {
        format!("{}/#{room}", page.trim_end_matches('/'))
    }
}

impl FromStr for RoomLink {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        let (server, code) = match text.rsplit_once('#') {
            Some((server, code)) => (Some(server.parse()?), code),
            None => (None, text),
        };
        let (code, hand_over) = match handed_over(code) {
            Some((room, code)) => (room, Some(parsed(code)?)),
            None => (code, None),
        };
        let refusal = |problem: String| say!("errors-or-link", problem = problem);
        let room = parsed(code).map_err(refusal)?;
        Ok(Self {
            room,
            server,
            hand_over,
        })
    }
}

/// A place to go to, in any of the forms that people pass on: a code, a link, or the address of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A room.
    Room(RoomLink),
    /// A server.
    Server(ServerUrl),
}

impl FromStr for Place {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        let is_room = text.contains('#') || handed_over(text).is_some();
        // A word without any of these signs is a code, or the one name that every machine has.
        if !is_room && (text.contains(['.', ':', '/']) || text == "localhost") {
            return text.parse().map(Self::Server);
        }
        text.parse().map(Self::Room)
    }
}

/// A server, with one of its rooms where its address is a link to that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerLink {
    /// The server.
    pub url: ServerUrl,
    /// The room; none also where something else follows the `#`, such as another part of the page.
    pub room: Option<RoomId>,
}

impl From<ServerUrl> for ServerLink {
    fn from(url: ServerUrl) -> Self {
        Self { url, room: None }
    }
}

impl FromStr for ServerLink {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let url = text.parse()?;
        let Some((server, code)) = text.trim().split_once('#') else {
            return Ok(Self { url, room: None });
        };
        if let Some((room, _)) = handed_over(code) {
            return Err(hands_over(&RoomLink::text(server, parsed(room)?)));
        }
        let room = code.parse().ok();
        Ok(Self { url, room })
    }
}

/// The room and the code of `K7QM2X.22346789`, which hands a seat over.
fn handed_over(code: &str) -> Option<(&str, &str)> {
    let parts = code.split_once('.')?;
    parts.0.parse::<RoomId>().is_ok().then_some(parts)
}

/// The refusal of a link that hands a seat over where none is taken. It has the `link` to the room alone: the code is a
/// secret while it is good.
pub(super) fn hands_over(link: &str) -> String {
    say!("errors-hand-over-link", link = link)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_room_is_named_by_its_code_or_by_a_link() {
        for (text, server) in [
            ("K7QM2X", None),
            ("k7qm2x", None),
            ("http://box:4270/#K7QM2X", Some("ws://box:4270/ws")),
            ("https://box:443/#k7qm2x", Some("wss://box:443/ws")),
            ("http://[::1]:9/#K7QM2X", Some("ws://[::1]:9/ws")),
            (" box#K7QM2X ", Some("ws://box:4270/ws")),
        ] {
            let link: RoomLink = text.parse().unwrap();
            assert_eq!(link.room.as_str(), "K7QM2X", "{text}");
            let found = link.server.as_ref().map(ServerUrl::as_str);
            assert_eq!(found, server, "{text}");
        }
        let room = "K7QM2X".parse().unwrap();
        let text = RoomLink::text("http://box:4270/", room);
        assert_eq!(text, "http://box:4270/#K7QM2X");
        assert_eq!(text.parse::<RoomLink>().unwrap().room, room);
    }

    #[test]
    fn a_place_is_a_room_or_a_server() {
        for (text, room, server) in [
            ("K7QM2X", Some("K7QM2X"), None),
            ("http://box:4270/#K7QM2X", Some("K7QM2X"), Some("box")),
            ("192.168.1.5", None, Some("192.168.1.5")),
            ("box:9000", None, Some("box:9000")),
            ("http://box:4270/", None, Some("box")),
            ("::1", None, Some("[::1]")),
            ("localhost", None, Some("localhost")),
        ] {
            let (found_room, found_server) = match text.parse().unwrap() {
                Place::Room(link) => (Some(link.room), link.server),
                Place::Server(server) => (None, Some(server)),
            };
            let found_server = found_server.map(|server| server.short());
            assert_eq!(found_room.as_ref().map(RoomId::as_str), room, "{text}");
            assert_eq!(found_server.as_deref(), server, "{text}");
        }
        for wrong in ["", "attic", "K7QM2", "ftp://box", "box:"] {
            assert!(wrong.parse::<Place>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_is_neither_is_refused_with_what_would_be_one() {
        for wrong in [
            "",
            "K7QM2",
            "http://box:4270/",
            "http://box:4270/#",
            "#K7QM2X",
        ] {
            assert!(wrong.parse::<RoomLink>().is_err(), "{wrong}");
        }
        let problem = "K7QM2".parse::<RoomLink>().unwrap_err();
        assert!(problem.contains("/#K7QM2X"), "{problem}");
    }

    #[test]
    fn the_link_that_hands_a_seat_over_has_its_code() {
        for (text, server) in [
            ("http://box:4270/#K7QM2X.22346789", Some("ws://box:4270/ws")),
            (
                " http://box:4270#k7qm2x.22346789 ",
                Some("ws://box:4270/ws"),
            ),
            ("K7QM2X.22346789", None),
        ] {
            let link: RoomLink = text.parse().unwrap();
            assert_eq!(link.room.as_str(), "K7QM2X", "{text}");
            assert_eq!(link.server.as_ref().map(ServerUrl::as_str), server);
            assert_eq!(link.hand_over.unwrap().to_string(), "22346789");
        }
        // Mistyped, and cut by whoever passed it on.
        for text in [
            "http://box:4270/#K7QM2X.2234678",
            "http://box:4270/#K7QM2X.",
        ] {
            let problem = text.parse::<RoomLink>().unwrap_err();
            assert!(problem.contains("8 characters"), "{text}: {problem}");
            assert!(!problem.contains("2234678"), "{problem}");
        }
        let problem = "http://box:4270/#K7QM2X.22346789".parse::<ServerLink>();
        let problem = problem.unwrap_err();
        assert!(problem.contains("enlinea join"), "{problem}");
        assert!(problem.contains("http://box:4270/#K7QM2X"), "{problem}");
        assert!(!problem.contains("#K7QM2X."), "{problem}");
    }

    #[test]
    fn a_server_may_be_named_by_a_link_to_one_of_its_rooms() {
        for (text, room) in [
            ("box:4270", None),
            ("http://box:4270/", None),
            ("http://box:4270/#K7QM2X", Some("K7QM2X")),
            (" box#k7qm2x ", Some("K7QM2X")),
            ("http://box:4270/#", None),
            ("http://box:4270/#rules", None),
        ] {
            let link: ServerLink = text.parse().unwrap();
            assert_eq!(link.url.as_str(), "ws://box:4270/ws", "{text}");
            let found = link.room.as_ref().map(RoomId::as_str);
            assert_eq!(found, room, "{text}");
        }
        assert!("#K7QM2X".parse::<ServerLink>().is_err());
    }
}
