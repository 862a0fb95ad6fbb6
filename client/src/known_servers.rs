//! The servers that this client met over TLS, with the key of each: who meets one again expects the same key.
//!
//! They are lines of the file `known_servers` in the data directory, `host:port sha256 FINGERPRINT` or `host:port
//! certificate`. Lines that cannot be understood stay in the file, and keep their server from being trusted.
//!
//! The id that a server says is no proof of who it is, and the token of the person's key is made for the id: so the id
//! belongs to the key that said it first, in lines `id:ID sha256 FINGERPRINT` or `id:ID@host certificate`. A server
//! with a certificate has both, so that it is the same one by its name and by its address.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use protocol::fingerprint::Fingerprint;
use protocol::id::ServerId;

use crate::private;

/// The first line of a new file.
const HEAD: &str =
    "# Keys of servers that this client remembers; `enlinea forget HOST` deletes one.\n";

/// The proof by which a server is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// Its key.
    Key(Fingerprint),
    /// A certificate of an authority for its name, whose key may change.
    Certificate,
}

/// The servers that are known; clones are the same ones.
#[derive(Clone, Debug)]
pub struct KnownServers {
    /// The file; without one they are known until the program ends.
    path: Option<PathBuf>,
    session: Arc<Mutex<Session>>,
}

/// Parts that are known without the file.
#[derive(Debug, Default)]
struct Session {
    /// Servers that were met in this run, and could not be saved.
    met: BTreeMap<String, Known>,
    /// Keys that servers announced on the local network.
    announced: BTreeMap<String, Fingerprint>,
}

/// A failure to read or write the file, for people.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unusable(String);

impl KnownServers {
    /// The servers known in `directory`; those of this run alone without one.
    pub fn open(directory: Option<PathBuf>) -> Self {
        Self {
            path: directory.map(|directory| directory.join("known_servers")),
            session: Arc::default(),
        }
    }

    /// No server, until one is met.
    pub fn nowhere() -> Self {
        Self::open(None)
    }

    /// Returns how `server`, which is `host:port`, is known.
    ///
    /// # Errors
    ///
    /// A sentence, where the file cannot be read, or not what it says of this server.
    pub fn find(&self, server: &str) -> Result<Option<Known>, Unusable> {
        let entry = self
            .read()?
            .into_iter()
            .rev()
            .find(|line| line.is_of(server));
        match entry {
            Some(Line {
                known: Some(known), ..
            }) => Ok(Some(known)),
            Some(Line { known: None, .. }) => Err(Unusable(say!(
                "files-server-unclear",
                file = self.place().to_string(),
                server = server
            ))),
            None => Ok(self.session().met.get(server).copied()),
        }
    }

    /// Remembers how a server is known from now on.
    ///
    /// # Errors
    ///
    /// A sentence, where that cannot be saved. It is known in this run nevertheless.
    pub fn remember(&self, server: &str, known: Known) -> Result<(), Unusable> {
        let saved = self.change(|lines| {
            lines.retain(|line| !line.is_of(server));
            lines.push(Line::new(server, known));
        });
        // What is in the file is not known without it: another program may forget it.
        if self.path.is_none() || saved.is_err() {
            self.session().met.insert(server.to_owned(), known);
        }
        saved
    }

    /// Notes that `server`, which was known by `key`, has a certificate now: the id that its key said first is its own
    /// as before.
    ///
    /// # Errors
    ///
    /// A sentence, where that cannot be read or saved.
    pub fn certified(&self, server: &str, key: Fingerprint) -> Result<(), Unusable> {
        for (word, proof) in self.met()? {
            if is_id(&word) && proof == Known::Key(key) {
                self.remember(&format!("{word}@{}", host(server)), Known::Certificate)?;
            }
        }
        Ok(())
    }

    /// Forgets a server; false where it was not known.
    ///
    /// # Errors
    ///
    /// A sentence, where that cannot be saved.
    pub fn forget(&self, server: &str) -> Result<bool, Unusable> {
        let known = self.session().met.remove(server);
        let lines = self.read()?;
        let line = lines.iter().find(|line| line.is_of(server));
        if known.is_none() && line.is_none() {
            return Ok(false);
        }
        let known = known.or(line.and_then(|line| line.known));
        // Whoever has such an id next says it first, also the same server with another key than it had by then.
        let met = self.met()?;
        let is_of_server =
            |word: &str, proof| known.is_some_and(|known| proves(word, proof, server, known));
        let ids: BTreeSet<&str> = met
            .iter()
            .filter(|(word, proof)| is_id(word) && is_of_server(word, *proof))
            .map(|(word, _)| id_of(word))
            .collect();
        let is_gone = |word: &str, proof| {
            let by_key = matches!((known, proof), (Some(Known::Certificate), Known::Key(_)));
            ids.contains(id_of(word)) && (by_key || is_of_server(word, proof))
        };
        let is_met = |word: &String, proof: &mut Known| !is_gone(word, *proof);
        self.session().met.retain(is_met);
        self.change(|lines| {
            lines.retain(|line| {
                let (Some(word), Some(proof)) = (&line.server, line.known) else {
                    return !line.is_of(server);
                };
                !line.is_of(server) && !is_gone(word, proof)
            });
        })?;
        Ok(true)
    }

    /// Returns true if `server`, which has `key` and proved what `known` says, is the one that has this id: the first
    /// that said it.
    ///
    /// # Errors
    ///
    /// A sentence, where that cannot be read.
    pub fn has_id(
        &self,
        server: &str,
        known: Known,
        key: Fingerprint,
        id: ServerId,
    ) -> Result<bool, Unusable> {
        let by_key = (format!("id:{id}"), Known::Key(key));
        let by_certificate = (format!("{}@{}", by_key.0, host(server)), Known::Certificate);
        let mut proofs = self.met()?;
        proofs.retain(|(word, _)| id_of(word) == by_key.0);
        let is_known = |(word, proof): &(String, Known)| {
            *proof == by_key.1 || proves(word, *proof, server, known)
        };
        if !proofs.is_empty() && !proofs.iter().any(is_known) {
            return Ok(false);
        }
        let certified = (known == Known::Certificate).then_some(by_certificate);
        for own in [Some(by_key), certified].into_iter().flatten() {
            if !proofs.contains(&own) {
                // A failure to save was told with the server itself, and the id is known in this run.
                _ = self.remember(&own.0, own.1);
            }
        }
        Ok(true)
    }

    /// The first words of all lines and how they are known, then those of this run.
    fn met(&self) -> Result<Vec<(String, Known)>, Unusable> {
        let lines = self.read()?.into_iter();
        let mut met: Vec<_> = lines
            .filter_map(|line| Some((line.server?, line.known?)))
            .collect();
        let session = self.session();
        let session = session.met.iter();
        met.extend(session.map(|(word, known)| (word.clone(), *known)));
        Ok(met)
    }

    /// The servers in the file, in the order in which they were met.
    ///
    /// # Errors
    ///
    /// A sentence, where the file cannot be read.
    pub fn all(&self) -> Result<Vec<String>, Unusable> {
        let lines = self.read()?;
        let servers = lines.into_iter().filter_map(|line| line.server);
        Ok(servers.filter(|server| !is_id(server)).collect())
    }

    /// Notes the key that a server announces on the local network, or that it announces none.
    pub fn announced(&self, server: &str, key: Option<Fingerprint>) {
        let announced = &mut self.session().announced;
        match key {
            Some(key) => _ = announced.insert(server.to_owned(), key),
            None => _ = announced.remove(server),
        }
    }

    /// Returns the key that a server announced, if any.
    pub fn announcement(&self, server: &str) -> Option<Fingerprint> {
        self.session().announced.get(server).copied()
    }

    fn session(&self) -> std::sync::MutexGuard<'_, Session> {
        self.session.lock().expect("no holder panics")
    }

    fn place(&self) -> impl fmt::Display {
        self.path
            .as_deref()
            .unwrap_or(Path::new("known_servers"))
            .display()
    }

    fn read(&self) -> Result<Vec<Line>, Unusable> {
        let Some(path) = &self.path else {
            return Ok(Vec::new());
        };
        match fs::read(path) {
            Ok(bytes) => Ok(lines(&bytes)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
            Err(error) => Err(Unusable(say!(
                "files-servers-unreadable",
                file = path.display().to_string(),
                problem = error.to_string()
            ))),
        }
    }

    fn change(&self, change: impl FnOnce(&mut Vec<Line>)) -> Result<(), Unusable> {
        let Some(path) = &self.path else {
            return Ok(());
        };
        let unsaved = |error: io::Error| {
            Unusable(say!(
                "files-servers-unsaved",
                file = path.display().to_string(),
                problem = error.to_string()
            ))
        };
        let directory = path.parent().unwrap_or(Path::new("."));
        private::create_directory(directory).map_err(unsaved)?;
        let _alone = private::lock(&path.with_extension("lock")).map_err(unsaved)?;
        let mut lines = self.read()?;
        if lines.is_empty() {
            lines.extend(self::lines(HEAD.as_bytes()));
        }
        change(&mut lines);
        let text: Vec<u8> = lines
            .into_iter()
            .flat_map(|line| [line.text, b"\n".to_vec()].concat())
            .collect();
        private::replace(path, &text).map_err(unsaved)
    }
}

/// Returns true if the first word of a line is the id of a server.
fn is_id(word: &str) -> bool {
    word.starts_with("id:")
}

/// Returns the first word of a line with an id without the host.
fn id_of(word: &str) -> &str {
    word.split_once('@').map_or(word, |(id, _host)| id)
}

/// Returns true if a server that is `known` in this way has the proof of a line with an id: the same key, or a
/// certificate for the same host.
fn proves(word: &str, proof: Known, server: &str, known: Known) -> bool {
    match known {
        Known::Key(_) => proof == known,
        Known::Certificate => {
            proof == known
                && word
                    .split_once('@')
                    .is_some_and(|(_, of)| of == host(server))
        }
    }
}

/// The host in `host:port`.
fn host(server: &str) -> &str {
    server.rsplit_once(':').map_or(server, |(host, _port)| host)
}

/// A line of the file.
#[derive(Debug)]
struct Line {
    /// The line as it is, without its end.
    text: Vec<u8>,
    /// Its first word; none for a comment or an empty line.
    server: Option<String>,
    /// The rest; none where it cannot be understood.
    known: Option<Known>,
}

impl Line {
    fn new(server: &str, known: Known) -> Self {
        let text = match known {
            Known::Key(key) => format!("{server} sha256 {}", key.hex()),
            Known::Certificate => format!("{server} certificate"),
        };
        Self::read(text.as_bytes())
    }

    fn read(text: &[u8]) -> Self {
        let words = String::from_utf8_lossy(text);
        let words: Vec<_> = words.split_whitespace().collect();
        let server = words.first().filter(|word| !word.starts_with('#'));
        let known = match words.get(1..) {
            Some(["certificate"]) => Some(Known::Certificate),
            Some(["sha256", digits]) => digits.parse().ok().map(Known::Key),
            _ => None,
        };
        Self {
            text: text.to_vec(),
            server: server.map(|&server| server.to_owned()),
            known,
        }
    }

    fn is_of(&self, server: &str) -> bool {
        self.server
            .as_ref()
            .is_some_and(|own| own.eq_ignore_ascii_case(server))
    }
}

fn lines(bytes: &[u8]) -> Vec<Line> {
    let mut lines: Vec<_> = bytes.split(|&byte| byte == b'\n').map(Line::read).collect();
    // Behind the last end of a line is no line.
    lines.pop_if(|last| last.text.is_empty());
    lines
}
