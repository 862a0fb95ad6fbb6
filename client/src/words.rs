//! What the program says: names, errors, and what happens at a table, for screens and for lines alike.
//!
//! - `events`, `offers`, `endings`, `opening`: what happened; a screen and a line differ only in how they name a
//!   player, which is an argument (`Who`)
//! - `table`, `questions`, `rooms`, `analysis`: what a screen draws, for those who do not see it
//! - `past`: games that are over
//! - `names`, `players`, `errors`, `refusals`: values of the protocol
//!
//! Pure: values in, text in the language in force out ([`language`](crate::language)).

pub(crate) mod analysis;
pub(crate) mod endings;
mod errors;
pub(crate) mod events;
pub(crate) mod first_act;
mod names;
pub(crate) mod offers;
pub(crate) mod opening;
pub(crate) mod past;
pub mod players;
pub(crate) mod questions;
mod refusals;
pub(crate) mod rooms;
pub(crate) mod table;
pub(crate) mod tournament;

use std::fmt;

use protocol::side::Side;
use protocol::text::Name;

pub use names::{about_bot, about_option, colour, level};
pub use refusals::refused;

/// The name of the player of a seat, as the place of the text needs it: after the sign of the colour on a screen, with
/// the seat in a line.
pub(crate) type Who<'a> = &'a dyn Fn(Side) -> String;

/// Words with commas between them.
pub(crate) fn listed(words: impl IntoIterator<Item = impl fmt::Display>) -> String {
    let words: Vec<_> = words.into_iter().map(|word| word.to_string()).collect();
    words.join(", ")
}

/// Names with commas between them, and the number of those that are left out of `count` in all.
pub(crate) fn listed_of(names: &[Name], count: u32) -> String {
    match (count as usize).saturating_sub(names.len()) {
        0 => listed(names),
        more => say!("lines-and-more", names = listed(names), more = more),
    }
}
