//! The limits on what one person or one connection may hold and use of a server, each with its unit and its reason.
//!
//! A person is an address (`person.rs`): a school, or a home with guests, is one. So the limits leave forty people at
//! one address undisturbed, each with a room, a bot and a second connection, and stay far below what the server has
//! for all.

use ipnet::IpNet;
use protocol::millis::Millis;

use crate::rate::Rate;

/// Limits on what one person, or one connection, may hold and use.
#[derive(Clone, Debug)]
pub struct UseLimits {
    /// Connections of one person at once: a tenth of [`Config::connections`](crate::Config::connections).
    pub connections: usize,
    /// Connections of one person that have not said `hello` yet: forty people who come back at once, and half as many
    /// again. From half of them on, those that load the page are closed behind each answer.
    pub greetings: usize,
    /// Places among [`Config::connections`](crate::Config::connections) that are only for `GET /healthz`, for those who
    /// come back to a seat, and for telling people that there is no place; one person has a quarter of them.
    pub kept_places: usize,
    /// Unfinished games in rooms that one person opened: forty people with twelve each.
    pub rooms: usize,
    /// Bots in the seats of these rooms.
    pub bots: usize,
    /// Seats of one person in unfinished games of rooms that others opened: as many as rooms of their own.
    pub seats: usize,
    /// Names that one person binds to keys in one run of the server: forty people with five devices or second tries
    /// each. Further ones are let in, and keep a name for the connection alone.
    pub names: usize,
    /// WebSocket frames of a connection, fragments, pings and pongs included. Faster ones wait in the network. A
    /// message is one frame of most clients, and 20 a second are read
    /// ([`Config::messages`](crate::Config::messages)).
    pub frames: Rate,
    /// KiB of a connection. Faster ones wait in the network. Messages of the greatest length at their own rate are 80 a
    /// second.
    pub kibibytes: Rate,
    /// KiB of answers to one person: the lobby, rooms that are looked at, games as text, spectators, bots and snapshots
    /// that are asked for again. More are refused until the last ones are paid. A lobby of 200 rooms is 45 KiB, so
    /// forty people at one address may come at once, with room for as many again; then 1,000 KiB a second.
    pub answers: Rate,
    /// Wrong room codes, seat tokens and codes of `take_over` of one person; then codes of rooms that the lobby does
    /// not list are not looked up. Typing errors of forty people are fewer, and there are 29^6 codes of rooms.
    pub guesses: Rate,
    /// Lines that one person says in the lobby; more are refused. Each goes to everybody who is there, so that a few
    /// hundred at once would drop those who read as fast as they can as too slow. Forty people at one address may say
    /// one each; then four a second.
    pub lobby_lines: Rate,
    /// Networks of proxies that are believed when they name the address of a client.
    pub trusted_proxies: Vec<IpNet>,
}

impl Default for UseLimits {
    fn default() -> Self {
        Self {
            connections: 200,
            greetings: 60,
            kept_places: 100,
            rooms: 500,
            bots: 500,
            seats: 500,
            names: 200,
            frames: Rate {
                burst: 300,
                every: Millis::from_millis(10),
            },
            kibibytes: Rate {
                burst: 256,
                every: Millis::from_millis(10),
            },
            answers: Rate {
                burst: 8192,
                every: Millis::from_millis(1),
            },
            guesses: Rate {
                burst: 60,
                every: Millis::from_millis(1000),
            },
            lobby_lines: Rate {
                burst: 40,
                every: Millis::from_millis(250),
            },
            trusted_proxies: Vec::new(),
        }
    }
}
