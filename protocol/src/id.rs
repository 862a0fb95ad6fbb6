//! Names of things: rooms, people, seats, recorded events, board changes.
//!
//! Each has one text form; `Display` and `FromStr` undo each other.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayString;
use bincode::{Decode, Encode};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;

#[cfg(feature = "schema")]
use crate::schema::DIGITS;
use crate::wire::{travels_as_text, whole_number};

/// A text that is no name of the kind wanted. All but the two secrets hold the text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum IdError {
    /// No [`RoomId`].
    #[error(
        "{0:?} is no room code; a code is 6 characters of {alphabet}",
        alphabet = String::from_utf8_lossy(RoomId::ALPHABET)
    )]
    Room(String),
    /// No [`PlayerId`].
    #[error("{0:?} is no player id; it is a whole number")]
    Player(String),
    /// No [`Seed`].
    #[error("{0:?} is no seed; it is a whole number below 2^64")]
    Seed(String),
    /// No [`ServerId`].
    #[error("{0:?} is no id of a server; it is 32 hexadecimal digits")]
    Server(String),
    /// No [`HandOverCode`]. The text is a secret even where it is wrong, so it is not kept.
    #[error(
        "a code to take a seat over is 8 characters of {alphabet}",
        alphabet = String::from_utf8_lossy(RoomId::ALPHABET)
    )]
    HandOverCode,
    /// No [`Token`]. The text is a secret even where it is wrong, so it is not kept.
    #[error("a token is 32 hexadecimal digits")]
    Token,
}

/// The code of a room: six characters that cannot be mistaken for each other.
///
/// Read in any case, written in capitals. There are 29^6, about 595 million.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(from = "String", into = "String", extend("pattern" = code_pattern(Self::LENGTH)))
)]
pub struct RoomId([u8; Self::LENGTH]);

impl RoomId {
    /// Characters in a code.
    pub const LENGTH: usize = 6;
    /// No 0 and O, no 1, I and L, no 5 and S: a code is read aloud across a room.
    pub const ALPHABET: &[u8] = b"2346789ABCDEFGHJKMNPQRTUVWXYZ";

    /// The code that `draw`, a random number, stands for.
    pub fn from_draw(draw: u64) -> Self {
        Self(code_from_draw(draw))
    }

    /// The code as text.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).expect("the alphabet is ASCII")
    }

    fn text(self) -> ArrayString<{ Self::LENGTH }> {
        ArrayString::from_byte_string(&self.0).expect("the alphabet is ASCII")
    }
}

impl fmt::Display for RoomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for RoomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RoomId({self})")
    }
}

impl FromStr for RoomId {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let code = read_code(text).map(Self);
        code.ok_or_else(|| IdError::Room(text.to_owned()))
    }
}

travels_as_text!(RoomId, RoomId::text);

/// Declares a number of 64 bits that is text in JSON.
macro_rules! number_as_text {
    ($(#[$doc:meta])* $name:ident, $error:path) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(
            feature = "schema",
            derive(schemars::JsonSchema),
            schemars(from = "String", into = "String", extend("pattern" = DIGITS))
        )]
        pub struct $name(pub u64);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl FromStr for $name {
            type Err = IdError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                let number = whole_number(text).map(Self);
                number.ok_or_else(|| $error(text.to_owned()))
            }
        }

        travels_as_text!($name);
    };
}

number_as_text! {
    /// A person for as long as their connection lasts.
    ///
    /// The identity that outlasts the connection is their seat's [`Token`].
    PlayerId, IdError::Player
}

number_as_text! {
    /// Starts a generator of random numbers, so that the same seed gives the same game.
    Seed, IdError::Seed
}

/// The right to a seat: 128 random bits, 32 hexadecimal digits as text.
///
/// Any client that shows it gets the seat, so it is never logged (`Debug` hides it) and the server keeps
/// only its [`TokenHash`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(from = "String", into = "String", extend("pattern" = "^[0-9A-Fa-f]{32}$"))
)]
pub struct Token(pub u128);

impl Token {
    /// Hash of the token, which the server keeps and compares in its place.
    pub fn hash(self) -> TokenHash {
        let digest = Sha256::digest(self.0.to_be_bytes());
        let (half, _) = digest.split_at(16);
        TokenHash(u128::from_be_bytes(
            half.try_into().expect("half of 32 bytes is 16"),
        ))
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(hidden)")
    }
}

impl FromStr for Token {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.len() == 32 && text.bytes().all(|c| c.is_ascii_hexdigit()) {
            u128::from_str_radix(text, 16)
                .map(Self)
                .map_err(|_unreadable| IdError::Token)
        } else {
            Err(IdError::Token)
        }
    }
}

travels_as_text!(Token);

/// The id of a server: 128 random bits, 32 hexadecimal digits as text. It stays the same after a restart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(from = "String", into = "String", extend("pattern" = "^[0-9A-Fa-f]{32}$"))
)]
pub struct ServerId(pub u128);

impl fmt::Display for ServerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl FromStr for ServerId {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let digits = text.parse::<Token>();
        let Token(id) = digits.map_err(|_unreadable| IdError::Server(text.to_owned()))?;
        Ok(Self(id))
    }
}

travels_as_text!(ServerId);

/// A code by which another device takes a seat over, once: eight characters of a [`RoomId`]'s.
///
/// There are 29^8, about 500 billion, so that nobody guesses one in the minute for which it is good. `Debug`
/// hides it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(from = "String", into = "String", extend("pattern" = code_pattern(Self::LENGTH)))
)]
pub struct HandOverCode([u8; Self::LENGTH]);

impl HandOverCode {
    /// Characters in a code.
    pub const LENGTH: usize = 8;

    /// The code that `draw`, a random number, stands for.
    pub fn from_draw(draw: u64) -> Self {
        Self(code_from_draw(draw))
    }
}

impl fmt::Display for HandOverCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(std::str::from_utf8(&self.0).expect("the alphabet is ASCII"))
    }
}

impl fmt::Debug for HandOverCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HandOverCode(hidden)")
    }
}

impl FromStr for HandOverCode {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        read_code(text).map(Self).ok_or(IdError::HandOverCode)
    }
}

travels_as_text!(HandOverCode);

/// The code of `N` characters that `draw` stands for.
fn code_from_draw<const N: usize>(mut draw: u64) -> [u8; N] {
    let letters = RoomId::ALPHABET.len() as u64;
    std::array::from_fn(|_| {
        let letter = RoomId::ALPHABET[(draw % letters) as usize];
        draw /= letters;
        letter
    })
}

/// The code of `N` characters in `text`, in any case.
fn read_code<const N: usize>(text: &str) -> Option<[u8; N]> {
    let upper = text.trim().to_ascii_uppercase();
    let code: [u8; N] = upper.as_bytes().try_into().ok()?;
    let is_code = code.iter().all(|c| RoomId::ALPHABET.contains(c));
    is_code.then_some(code)
}

/// The pattern of codes of `length` characters in a JSON Schema.
#[cfg(feature = "schema")]
fn code_pattern(length: usize) -> String {
    let capitals = String::from_utf8_lossy(RoomId::ALPHABET);
    let small: String = capitals.matches(char::is_alphabetic).collect();
    let small = small.to_ascii_lowercase();
    format!("^[{capitals}{small}]{{{length}}}$")
}

/// Half of the SHA-256 hash of a [`Token`].
///
/// Comparing hashes tells a guesser nothing by its duration, and a stolen store opens no seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Encode, Decode)]
pub struct TokenHash(pub u128);

/// Declares a number that counts something in a room.
macro_rules! counter {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(
            Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash,
            Encode, Decode, Serialize, Deserialize,
        )]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(transparent)]
        pub struct $name(pub u32);

        impl $name {
            /// The number after this one.
            #[must_use]
            pub fn next(self) -> Self {
                Self(self.0 + 1)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

counter! {
    /// The number of a recorded event in its room, from 1. A gap tells a client that it missed something.
    Seq
}

counter! {
    /// The number of a game that is over on its server, from 1: with it the game is found for good.
    GameNr
}

counter! {
    /// Number of changes of a room's board: by a move, a takeback, a new game.
    ///
    /// Every move names the revision it was meant for, so that one check covers a move sent twice, crossed
    /// by a takeback, or thought too late.
    Revision
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_room_code_is_read_in_any_case_and_written_in_capitals() {
        let code: RoomId = " k7qm2x ".parse().unwrap();
        assert_eq!(code.to_string(), "K7QM2X");
        assert_eq!(code.to_string().parse(), Ok(code));
    }

    #[test]
    fn a_room_code_with_a_letter_that_could_be_misread_is_refused() {
        for wrong in ["K7QM2", "K7QM2XX", "O00000", "k7qm2í", ""] {
            let error = wrong.parse::<RoomId>().unwrap_err().to_string();
            assert!(error.contains("6 characters"), "{error}");
        }
    }

    #[test]
    fn every_draw_is_a_code_that_reads_back() {
        for draw in [0, 1, 28, 29, u64::MAX, 0x1234_5678_9abc_def0] {
            let code = RoomId::from_draw(draw);
            assert_eq!(code.to_string().parse(), Ok(code));
        }
    }

    /// Its digits to the base of 29, the lowest in front: two draws below 29^6 never make the same room.
    #[test]
    fn draws_that_differ_are_codes_that_differ() {
        let all = 29_u64.pow(6);
        for (draw, code) in [
            (0, "222222"),
            (28, "Z22222"),
            (29, "232222"),
            (all / 29, "222223"),
            (all - 1, "ZZZZZZ"),
            (all, "222222"),
        ] {
            assert_eq!(RoomId::from_draw(draw).as_str(), code, "{draw}");
        }
        assert_eq!(HandOverCode::from_draw(all).to_string(), "22222232");
    }

    #[test]
    fn a_token_is_hidden_from_logs_and_reads_back() {
        let token = Token(0x0123);
        assert_eq!(format!("{token:?}"), "Token(hidden)");
        assert_eq!(token.to_string().parse(), Ok(token));
        assert!("xyz".parse::<Token>().is_err());
        assert!(
            format!("+{}", &token.to_string()[1..])
                .parse::<Token>()
                .is_err()
        );
        assert_ne!(token.hash(), Token(0x0124).hash());
    }

    #[test]
    fn every_name_of_a_thing_reads_back_and_no_other_text_does() {
        fn check<T: FromStr<Err = IdError> + fmt::Display + PartialEq + fmt::Debug>(
            value: T,
            text: &str,
            wrong: &str,
        ) {
            assert_eq!(value.to_string(), text);
            assert_eq!(text.parse(), Ok(value));
            let error = wrong.parse::<T>().unwrap_err().to_string();
            assert!(!error.is_empty());
        }
        check(PlayerId(17), "17", "x");
        check(Seed(u64::MAX), "18446744073709551615", "-1");
        // A sign that a number of Rust may have.
        check(PlayerId(17), "17", "+17");
        check(Seed(5), "5", "+5");
        check(ServerId(0x0123), "00000000000000000000000000000123", "123");
        check(HandOverCode(*b"2346789A"), "2346789A", "2346789");
        assert_eq!(Seq(7).to_string(), "7");
        assert_eq!(Revision(8).to_string(), "8");
        assert_eq!((Seq(7).next(), Revision(8).next()), (Seq(8), Revision(9)));
    }

    #[test]
    fn a_code_to_take_a_seat_over_is_hidden_from_logs() {
        let code = HandOverCode::from_draw(5);
        assert_eq!(format!("{code:?}"), "HandOverCode(hidden)");
        assert_ne!(code, HandOverCode::from_draw(6));
    }
}
