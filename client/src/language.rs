//! The languages of the program, and its texts in them.
//!
//! A text is a message of [Fluent](https://projectfluent.org): an id with a pattern, in one file for each area and
//! language, `client/languages/<language>/<area>.ftl`. The files are a part of the program.
//!
//! - A new text: add the message to the file of its area in every language, and write [`say!`](crate::say) with its
//!   id and values where the text is needed. A message is a whole sentence or phrase, so that a translator can order
//!   its words; a comment above it tells the translator what its words do not.
//! - A text that is not needed yet, such as a row of a table: [`id!`](crate::id), and [`Id::said`] later.
//! - A new area: the file in every language, and a line in `AREAS`.
//! - A new language: a variant of [`Language`], its rows below, and a folder with every file.
//!
//! `page.ftl` has the texts of the page for browsers, which `server/web/lang` is made of
//! (`client/tests/page_texts.rs`).
//!
//! The files keep to a part of Fluent that other programs read easily: no terms, no attributes, no references from
//! one message to another; selectors on the plural of a number alone. The tests of this module check this, that every
//! id that is used is there in every language with the same values, and that every message is used.
//!
//! flag -> environment -> file of settings -> locale -> English: the first that says a language decides, at the start.

mod chosen;
mod said;
#[cfg(test)]
mod tests;
mod texts;

use std::fmt;
use std::str::FromStr;

use clap::ValueEnum;
use clap::builder::PossibleValue;

pub use chosen::{asked, choose, in_force, within};
pub use fluent_bundle::FluentValue as Value;
pub use said::{Said, parsed};
pub use texts::message;

/// A language of the program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English, whose texts are complete.
    #[default]
    En,
    /// Spanish.
    Es,
    /// Polish.
    Pl,
}

impl Language {
    /// Every language.
    pub const ALL: [Self; 3] = [Self::En, Self::Es, Self::Pl];

    /// The code of ISO 639-1, which is also the name of the folder.
    pub fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Es => "es",
            Self::Pl => "pl",
        }
    }

    /// The name, in the language itself.
    pub fn name(self) -> &'static str {
        match self {
            Self::En => "English",
            Self::Es => "español",
            Self::Pl => "polski",
        }
    }

    /// The mark before the tenths of a number.
    pub fn decimal_mark(self) -> &'static str {
        match self {
            Self::En => ".",
            Self::Es | Self::Pl => ",",
        }
    }

    /// Returns the language of a locale such as `es-AR` or `pl_PL.UTF-8`, where there is one.
    pub fn from_locale(locale: &str) -> Option<Self> {
        let end = locale.find(|character: char| !character.is_ascii_alphanumeric());
        locale[..end.unwrap_or(locale.len())].parse().ok()
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// The text names no language of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the languages are en, es and pl")]
pub struct UnknownLanguage;

impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(text: &str) -> Result<Self, UnknownLanguage> {
        let mut all = Self::ALL.into_iter();
        all.find(|language| text.eq_ignore_ascii_case(language.code()))
            .ok_or(UnknownLanguage)
    }
}

impl ValueEnum for Language {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.code()).help(self.name()))
    }
}

/// The id of a message without values, made by [`id!`](crate::id).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Id(&'static str);

impl Id {
    /// For [`id!`](crate::id), which the tests find in the sources.
    #[doc(hidden)]
    pub const fn new(id: &'static str) -> Self {
        Self(id)
    }

    /// The text in the language in force.
    pub fn said(self) -> String {
        message(self.0, [])
    }
}

/// Returns a text in the language in force: `say!("message-id", name = value, count = 3)`.
///
/// A value is a text or a number; a message that has plurals needs the number.
#[macro_export]
macro_rules! say {
    ($id:literal $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::language::message(
            $id,
            [$((stringify!($name), $crate::language::Value::from($value))),*],
        )
    };
}

/// Names a message without values, to be said later: `id!("message-id")`.
#[macro_export]
macro_rules! id {
    ($id:literal) => {
        $crate::language::Id::new($id)
    };
}
