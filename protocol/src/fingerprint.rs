//! The fingerprint of a server's public key, which people compare and clients remember.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest, Sha256};
use thiserror::Error;

/// SHA-256 of the `SubjectPublicKeyInfo` of a certificate. As text 64 hexadecimal digits in groups of four:
/// `3F2A 91C0 ...`; read in any case and with any spaces.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fingerprint([u8; 32]);

/// A text, held here, that is no fingerprint.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is no fingerprint of a key; it is 64 hexadecimal digits")]
pub struct NoFingerprint(pub String);

impl Fingerprint {
    /// Computes the fingerprint of a key, given as the DER of its `SubjectPublicKeyInfo`.
    pub fn from_public_key(der: &[u8]) -> Self {
        Self(Sha256::digest(der).into())
    }

    /// Returns the digits in small letters without spaces, for files and records.
    pub fn hex(self) -> String {
        self.to_string().replace(' ', "").to_lowercase()
    }

    /// Returns the first four groups, to know a key again that was compared before.
    pub fn short(self) -> String {
        self.to_string().chars().take(4 * 5 - 1).collect()
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, pair) in self.0.chunks(2).enumerate() {
            if at > 0 {
                f.write_str(" ")?;
            }
            for byte in pair {
                write!(f, "{byte:02X}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Fingerprint({self})")
    }
}

impl FromStr for Fingerprint {
    type Err = NoFingerprint;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || NoFingerprint(text.to_owned());
        let digits = text.chars().filter(|character| !character.is_whitespace());
        let digits: Option<Vec<u8>> = digits
            .map(|digit| digit.to_digit(16).map(|value| value as u8))
            .collect();
        let digits = digits.ok_or_else(wrong)?;
        let bytes: Vec<u8> = digits
            .chunks(2)
            .map(|pair| pair.iter().fold(0, |byte, digit| byte << 4 | digit))
            .collect();
        match (digits.len(), bytes.try_into()) {
            (64, Ok(bytes)) => Ok(Self(bytes)),
            _ => Err(wrong()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_is_read_as_it_was_written_and_as_people_copy_it() {
        let fingerprint = Fingerprint::from_public_key(b"abc");
        let text = fingerprint.to_string();
        assert_eq!(
            text,
            "BA78 16BF 8F01 CFEA 4141 40DE 5DAE 2223 B003 61A3 9617 7A9C B410 FF61 F200 15AD"
        );
        assert_eq!(fingerprint.short(), "BA78 16BF 8F01 CFEA");
        for text in [&text, &text.to_lowercase(), &fingerprint.hex()] {
            assert_eq!(text.parse(), Ok(fingerprint));
        }
    }

    #[test]
    fn other_lengths_and_other_characters_are_refused() {
        let hex = Fingerprint::from_public_key(b"abc").hex();
        for wrong in [
            "",
            &hex[1..],
            &hex[2..],
            &format!("{hex}0"),
            &hex.replace('f', "g"),
        ] {
            assert!(wrong.parse::<Fingerprint>().is_err(), "{wrong}");
        }
    }
}
