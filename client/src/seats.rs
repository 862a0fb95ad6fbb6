//! The data that outlives the program: seats to return to, and the servers visited last.
//!
//! A seat's token is the right to it, so `seats.json` is readable by its owner alone. It is written
//! aside and renamed into place, and read again before every change under a lock, since several clients
//! may share the directory. Two clients on one machine are two players: each locks the seats it is
//! using, and a seat that is locked is not offered to the other. A failure to save never stops a game:
//! it is a [`Warning`].

mod file;
#[cfg(test)]
pub(crate) mod tests;

use std::fs::File;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;
use protocol::id::{RoomId, ServerId, Token};
use protocol::millis::Millis;
use protocol::rules::Variant;
use protocol::word::Named;
use serde::{Deserialize, Serialize};

use self::file::{Kept, Store};
use crate::args::{DEFAULT_PORT, ServerUrl};
use crate::language::Said;

/// A seat to return to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedSeat {
    /// The addresses of its server.
    pub servers: Vec<String>,
    /// The room.
    pub room: RoomId,
    /// The right to the seat.
    pub token: Token,
    /// The variant.
    pub variant: Named<Variant>,
    /// The time of the last arrival at the seat, since the Unix epoch.
    pub when: Millis,
    /// True where the server is one that this program started, and starts again for the seat.
    pub hosted: bool,
    /// The address that such a server listened on.
    pub listen: Option<SocketAddr>,
    /// The name that such a server announced.
    pub announced: Option<String>,
    /// The id of the server.
    pub server_id: Option<ServerId>,
    /// Its game, where that is one against a bot on the server that this program runs for itself.
    #[serde(default)]
    pub own: Option<OwnSeat>,
}

/// The right to a part in a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedTournament {
    /// The id of its server.
    pub server: ServerId,
    /// The tournament.
    pub tournament: RoomId,
    /// The right.
    pub token: Token,
}

/// A game against a bot in this program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnSeat {
    /// The bot, as records have it: `bot:level:3`.
    pub opponent: String,
    /// The number of the ply to come, which is this person's.
    pub ply: u16,
}

impl SavedSeat {
    /// The address to listen on for the server that this program starts again.
    ///
    /// Where none was saved it is the one by which this program reached the server: loopback, unless one address of
    /// the machine was chosen. Nobody is served on a network who did not ask for it.
    pub fn listen(&self) -> SocketAddr {
        let reached = || {
            let url: ServerUrl = self.servers.first()?.parse().ok()?;
            url.authority().parse().ok()
        };
        let loopback = SocketAddr::from((Ipv4Addr::LOCALHOST, DEFAULT_PORT));
        self.listen.or_else(reached).unwrap_or(loopback)
    }

    /// True where the server with this id is known to be another one than that of the seat, so that it knows nothing of
    /// the room.
    pub(crate) fn is_of_another(&self, server: Option<ServerId>) -> bool {
        self.server_id.is_some() && server.is_some() && self.server_id != server
    }
}

/// Reads a variant in the notation of the protocol, and keeps any other text whole: a title may be longer than the 40
/// characters that the notation has.
/// Most seats saved, the latest; older games are over.
const SEATS: usize = 20;
/// Most servers saved: as many as fit the first screen.
const SERVERS: usize = 5;

/// A failure to save or read, for people. The game goes on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Warning(String);

/// The saved seats and servers, with locks on the seats that this client is using.
#[derive(Debug)]
pub struct Seats {
    store: Option<Store>,
    using: Vec<(Token, File)>,
    /// True once a warning was given: a second one would say nothing new.
    warned: bool,
}

impl Seats {
    /// Opens `directory`, or else the platform's data directory.
    pub fn open(directory: Option<PathBuf>) -> (Self, Option<Warning>) {
        let directory = data_directory(directory);
        let mut seats = Self {
            store: directory.map(Store::new),
            using: Vec::new(),
            warned: false,
        };
        let warning = match &seats.store {
            Some(store) => store
                .prepare()
                .err()
                .map(|problem| unkept(store.directory(), &problem)),
            None => Some(Warning(say!("files-seats-nowhere"))),
        };
        if warning.is_some() {
            seats.store = None;
            seats.warned = true;
            return (seats, warning);
        }
        let warning = seats.store.as_ref().and_then(|store| store.mend().warning);
        (seats, warning)
    }

    /// Creates a store that saves nothing, as for a server that ends with this program.
    pub fn nowhere() -> Self {
        Self {
            store: None,
            using: Vec::new(),
            warned: true,
        }
    }

    /// The data directory; `None` where nothing is saved.
    pub fn directory(&self) -> Option<&Path> {
        self.store.as_ref().map(Store::directory)
    }

    /// The seats to return to that no client is using, the latest first.
    pub fn returnable(&self) -> Vec<SavedSeat> {
        let mut seats = self.read().seats;
        seats.retain(|seat| !self.is_used(seat.token));
        seats.sort_by_key(|seat| std::cmp::Reverse(seat.when));
        seats
    }

    /// The seat to return to in `room` of the server with one of these addresses.
    pub fn saved_seat(&self, servers: &[String], room: RoomId) -> Option<SavedSeat> {
        self.returnable()
            .into_iter()
            .find(|seat| seat.room == room && is_at(seat, servers))
    }

    /// The latest seat to return to on the server in this program, which keeps its games in the same directory.
    pub fn hosted(&self) -> Option<SavedSeat> {
        self.returnable().into_iter().find(|seat| seat.hosted)
    }

    /// True where this seat is saved, so that there is a way back to it.
    pub fn has_saved(&self, token: Token) -> bool {
        self.read().seats.iter().any(|seat| seat.token == token)
    }

    /// Saves a seat, and locks it for this client until it is released, forgotten or `self` is dropped.
    ///
    /// # Errors
    ///
    /// A warning, the first time that something cannot be saved.
    pub fn remember(&mut self, seat: SavedSeat) -> Result<(), Warning> {
        self.use_seat(seat.token);
        self.change(|kept| {
            // By token, not by room: both players of a room may share this directory.
            kept.seats.retain(|other| other.token != seat.token);
            kept.seats.push(seat);
            let too_many = kept.seats.len().saturating_sub(SEATS);
            kept.seats.drain(..too_many);
        })
    }

    /// Deletes a seat: its game is over, or it was given up, as the server with this id told. A seat that this program
    /// serves is deleted by no other server at its address.
    ///
    /// # Errors
    ///
    /// A warning, the first time that something cannot be saved.
    pub fn forget(&mut self, token: Token, server: Option<ServerId>) -> Result<(), Warning> {
        self.release(token);
        let is_elsewhere =
            |seat: &SavedSeat| seat.token == token && seat.hosted && seat.is_of_another(server);
        if self.read().seats.iter().any(is_elsewhere) {
            return Ok(());
        }
        if let Some(store) = &self.store {
            store.remove_lock(token);
        }
        self.change(|kept| kept.seats.retain(|seat| seat.token != token))
    }

    /// The parts in tournaments to return to that no other client is using, the latest last.
    pub fn tournaments(&self) -> Vec<SavedTournament> {
        let mut tournaments = self.read().tournaments;
        let is_own = |token| self.using.iter().any(|(used, _)| *used == token);
        tournaments.retain(|it| is_own(it.token) || !self.is_used(it.token));
        tournaments
    }

    /// Saves a part in a tournament, and locks it for this client.
    ///
    /// # Errors
    ///
    /// A warning, the first time that something cannot be saved.
    pub fn save_tournament(&mut self, saved: SavedTournament) -> Result<(), Warning> {
        self.use_seat(saved.token);
        self.change(|kept| {
            kept.tournaments.retain(|it| it.token != saved.token);
            kept.tournaments.push(saved);
            let too_many = kept.tournaments.len().saturating_sub(SEATS);
            kept.tournaments.drain(..too_many);
        })
    }

    /// Deletes a part in a tournament that is over.
    ///
    /// # Errors
    ///
    /// A warning, the first time that something cannot be saved.
    pub fn forget_tournament(&mut self, token: Token) -> Result<(), Warning> {
        self.release(token);
        self.change(|kept| kept.tournaments.retain(|it| it.token != token))
    }

    /// Unlocks a seat that this client does not use any more.
    pub fn release(&mut self, token: Token) {
        self.using.retain(|(used, _)| *used != token);
    }

    /// The servers visited last, the latest first.
    pub fn recent_servers(&self) -> Vec<String> {
        self.read().servers
    }

    /// Puts a server first among those visited.
    ///
    /// # Errors
    ///
    /// A warning, the first time that something cannot be saved.
    pub fn visited(&mut self, server: &str) -> Result<(), Warning> {
        self.change(|kept| {
            kept.servers.retain(|other| other != server);
            kept.servers.insert(0, server.to_owned());
            kept.servers.truncate(SERVERS);
        })
    }

    fn use_seat(&mut self, token: Token) {
        if self.using.iter().any(|(used, _)| *used == token) {
            return;
        }
        // Without a lock the seat is merely offered to the other client as well.
        if let Some(lock) = self.store.as_ref().and_then(|store| store.lock_seat(token)) {
            self.using.push((token, lock));
        }
    }

    fn is_used(&self, token: Token) -> bool {
        let by_me = self.using.iter().any(|(used, _)| *used == token);
        by_me
            || self
                .store
                .as_ref()
                .is_some_and(|store| store.is_locked(token))
    }

    fn read(&self) -> Kept {
        let read = |store: &Store| store.read().kept;
        self.store.as_ref().map_or_else(Kept::default, read)
    }

    fn change(&mut self, change: impl FnOnce(&mut Kept)) -> Result<(), Warning> {
        let Some(store) = &self.store else {
            return Ok(());
        };
        let Err(problem) = store.change(change) else {
            return Ok(());
        };
        if std::mem::replace(&mut self.warned, true) {
            return Ok(());
        }
        Err(unkept(store.directory(), &problem))
    }
}

/// True where the seat is on the server with these addresses.
pub(crate) fn is_at(seat: &SavedSeat, servers: &[String]) -> bool {
    let is_here = |own: &String| servers.iter().any(|server| is_same_server(own, server));
    seat.servers.iter().any(is_here)
}

/// True where two addresses lead to one server, encrypted or not.
fn is_same_server(one: &str, other: &str) -> bool {
    let place = |url: &str| url.split_once("://").map(|(_, place)| place.to_owned());
    one == other || (place(one).is_some() && place(one) == place(other))
}

/// The time since the Unix epoch; zero where the system's clock is before it.
pub(crate) fn unix_time() -> Millis {
    let since = std::time::UNIX_EPOCH.elapsed().unwrap_or_default();
    Millis::from_millis(since.as_millis() as u64)
}

/// The directory of what is saved: `given`, or the platform's data directory where there is one.
pub(crate) fn data_directory(given: Option<PathBuf>) -> Option<PathBuf> {
    given.or_else(|| {
        let strategy = etcetera::choose_base_strategy().ok()?;
        Some(strategy.data_dir().join("enlinea"))
    })
}

fn unkept(directory: &Path, problem: &io::Error) -> Warning {
    Warning(say!(
        "files-seats-unkept",
        directory = directory.display().to_string(),
        problem = problem.said()
    ))
}
