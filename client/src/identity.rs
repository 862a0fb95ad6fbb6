//! The key by which servers know this person again: made at the first start, and kept in the data directory.
//!
//! No server gets the key: each is shown a token of its own, HKDF-SHA256 of the key over the id of the server, so that
//! none can say to another who somebody is. A key that cannot be read is never replaced, since names would be lost
//! with it.

#[cfg(test)]
mod tests;

use std::fmt::{self, Write as _};
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use hkdf::Hkdf;
use protocol::id::{ServerId, Token};
use protocol::text::without_mark;
use rand::RngExt;
use rand::rngs::StdRng;
use sha2::{Digest, Sha256};

use crate::language::Said;
use crate::private;

/// The name of the file.
const FILE: &str = "identity";

/// Begins the line of a key, with the number of its form.
const PREFIX: &str = "enlinea-key-1:";

/// A key that cannot be used, in words for people.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unusable(String);

/// A key: 256 random bits.
///
/// Whoever has it is this person on every server. `Debug` hides it; as text it is one line, the file and the export.
#[derive(Clone, PartialEq, Eq)]
pub struct Identity([u8; 32]);

impl Identity {
    /// Makes a key of the system's random numbers.
    pub fn random() -> Self {
        let mut rng: StdRng = rand::make_rng();
        Self(rng.random())
    }

    /// Returns the key in `directory`, which is made if there is none.
    ///
    /// # Errors
    ///
    /// A sentence, where it cannot be read or saved.
    pub fn open(directory: &Path) -> Result<Self, Unusable> {
        // Most starts find it, and need no lock.
        if let Some(identity) = Self::read(directory)? {
            return Ok(identity);
        }
        let _alone = lock(directory)?;
        if let Some(identity) = Self::read(directory)? {
            return Ok(identity);
        }
        let identity = Self::random();
        identity.save(directory)?;
        Ok(identity)
    }

    /// Returns the key in `directory`; none where none was made yet.
    ///
    /// # Errors
    ///
    /// A sentence, where it cannot be read.
    pub fn read(directory: &Path) -> Result<Option<Self>, Unusable> {
        let path = path(directory);
        let unreadable = |problem: &dyn fmt::Display| {
            Unusable(say!(
                "files-key-unreadable",
                file = path.display().to_string(),
                problem = problem.to_string()
            ))
        };
        match fs::read(&path) {
            Ok(bytes) => {
                let text = String::from_utf8_lossy(&bytes);
                let identity = text.parse().map_err(|problem| unreadable(&problem))?;
                Ok(Some(identity))
            }
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(unreadable(&error)),
        }
    }

    /// Puts this key in the place of the one in `directory`, which must be the same unless `force` says otherwise.
    /// Returns the file with the former key, if there was another.
    ///
    /// # Errors
    ///
    /// A sentence, where there is another key, or it cannot be saved.
    pub fn import(&self, directory: &Path, force: bool) -> Result<Option<PathBuf>, Unusable> {
        let _alone = lock(directory)?;
        let there = Self::read(directory);
        match &there {
            Ok(Some(other)) if other == self => return Ok(None),
            Ok(None) => return self.save(directory).map(|()| None),
            Ok(Some(other)) if !force => {
                return Err(Unusable(say!(
                    "files-other-key",
                    file = path(directory).display().to_string(),
                    key = other.fingerprint()
                )));
            }
            Err(problem) if !force => return Err(problem.clone()),
            Ok(Some(_)) | Err(_) => {}
        }
        let unsaved = |error: io::Error| Unusable(say!("files-key-unkept", problem = error.said()));
        let former = fs::read(path(directory)).map_err(unsaved)?;
        let mut kept = directory.join(format!("{FILE}.old"));
        let mut number = 1;
        while kept.exists() {
            number += 1;
            kept.set_file_name(format!("{FILE}.old.{number}"));
        }
        private::replace(&kept, &former).map_err(unsaved)?;
        self.save(directory)?;
        Ok(Some(kept))
    }

    fn save(&self, directory: &Path) -> Result<(), Unusable> {
        let saved = private::replace(&path(directory), format!("{}\n", self.line()).as_bytes());
        saved.map_err(|error| unsaved(directory, &error))
    }

    /// Returns the token to show to a server.
    pub fn token(&self, server: ServerId) -> Token {
        let mut token = [0; 16];
        self.derive(&format!("enlinea server {server}"), &mut token);
        Token(u128::from_be_bytes(token))
    }

    /// Returns a text by which people compare keys, and from which nobody finds the key.
    pub fn fingerprint(&self) -> String {
        let mut fingerprint = [0; 8];
        self.derive("enlinea fingerprint", &mut fingerprint);
        let groups = fingerprint.chunks(2).map(hex);
        groups.collect::<Vec<_>>().join(" ")
    }

    /// Returns the key itself in one line.
    pub fn line(&self) -> String {
        format!("{PREFIX}{}-{}", hex(&self.0), self.check_digits())
    }

    fn derive(&self, info: &str, output: &mut [u8]) {
        Hkdf::<Sha256>::new(None, &self.0)
            .expand(info.as_bytes(), output)
            .expect("far fewer bytes than HKDF may give");
    }

    /// Digits that a mistake in copying changes.
    fn check_digits(&self) -> String {
        hex(&Sha256::digest(self.0)[..4])
    }
}

impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Identity(hidden)")
    }
}

/// Text that is no key. It is not kept, since it may be a key all but one letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", say!("files-no-key", prefix = PREFIX))]
pub struct NoKey;

impl FromStr for Identity {
    type Err = NoKey;

    fn from_str(text: &str) -> Result<Self, NoKey> {
        let text = without_mark(text).trim();
        let rest = text.strip_prefix(PREFIX).ok_or(NoKey)?;
        let (digits, check) = rest.split_once('-').ok_or(NoKey)?;
        if digits.len() != 64 || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Err(NoKey);
        }
        let mut key = [0; 32];
        for (byte, pair) in key.iter_mut().zip(digits.as_bytes().chunks(2)) {
            let pair = std::str::from_utf8(pair).map_err(|_split| NoKey)?;
            *byte = u8::from_str_radix(pair, 16).map_err(|_no_digit| NoKey)?;
        }
        let identity = Self(key);
        if identity.check_digits().eq_ignore_ascii_case(check) {
            Ok(identity)
        } else {
            Err(NoKey)
        }
    }
}

/// The file of the key in `directory`.
pub fn path(directory: &Path) -> PathBuf {
    directory.join(FILE)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn lock(directory: &Path) -> Result<fs::File, Unusable> {
    private::create_directory(directory)
        .and_then(|()| private::lock(&directory.join("identity.lock")))
        .map_err(|error| unsaved(directory, &error))
}

fn unsaved(directory: &Path, error: &io::Error) -> Unusable {
    Unusable(say!(
        "files-key-unsaved",
        directory = directory.display().to_string(),
        problem = error.said()
    ))
}
