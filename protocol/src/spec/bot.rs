//! A bot: its kind, depth and options, as text.

use std::fmt;
use std::str::FromStr;

use bincode::{Decode, Encode};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::Depth;
use crate::bounds::NumberError;
use crate::wire::{travels_as_text, whole_number};

/// A bot: its kind, its depth, its options. As text `random`, `negamax:6`, `priority,own_two=9,temperature=20`.
///
/// Kinds and options are the server's to know; here they are words.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(
        from = "String",
        into = "String",
        extend("pattern" = "^[a-z0-9-]{1,24}(?::[1-9][0-9]?)?(?:,[a-z0-9_]{1,16}=-?[0-9]{1,10}){0,8}$")
    )
)]
pub struct BotSpec {
    // Boxed slices are smaller than a `String` and a `Vec`: a message has two bots beside a whole spec.
    kind: Box<str>,
    depth: Option<Depth>,
    /// In the order of their names, each name once.
    options: Box<[(Box<str>, i32)]>,
}

impl BotSpec {
    /// Most letters that the name of a kind may have.
    pub const LONGEST_KIND: usize = 24;
    /// Most characters that the name of an option may have.
    pub const LONGEST_OPTION: usize = 16;
    /// Most options that a bot may be given.
    pub const MOST_OPTIONS: usize = 8;

    /// The bot of this kind, looking `depth` plies ahead where it looks ahead at all.
    ///
    /// # Errors
    ///
    /// [`BotSpecError::Kind`], where `kind` is not a word of small letters, digits and hyphens.
    pub fn new(kind: &str, depth: Option<Depth>) -> Result<Self, BotSpecError> {
        let is_word = !kind.is_empty()
            && kind.len() <= Self::LONGEST_KIND
            && kind
                .bytes()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'-');
        if is_word {
            Ok(Self {
                kind: kind.into(),
                depth,
                options: Box::default(),
            })
        } else {
            Err(BotSpecError::Kind(kind.to_owned()))
        }
    }

    /// The bot with the option of this name set to `value`.
    ///
    /// # Errors
    ///
    /// [`BotSpecError::Option`], where `name` is not a word of small letters, digits and underscores, or is set
    /// already, or the bot has the most options.
    pub fn with_option(mut self, name: &str, value: i32) -> Result<Self, BotSpecError> {
        let is_word = !name.is_empty()
            && name.len() <= Self::LONGEST_OPTION
            && name
                .bytes()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'_');
        let place = self
            .options
            .binary_search_by(|(other, _)| (**other).cmp(name));
        match place {
            Err(place) if is_word && self.options.len() < Self::MOST_OPTIONS => {
                let mut options = self.options.into_vec();
                options.insert(place, (name.into(), value));
                self.options = options.into();
                Ok(self)
            }
            Ok(_) | Err(_) => Err(BotSpecError::Option(format!("{name}={value}"))),
        }
    }

    /// The bot with another depth.
    #[must_use]
    pub fn with_depth(self, depth: Option<Depth>) -> Self {
        Self { depth, ..self }
    }

    /// The bot with every option at its default.
    #[must_use]
    pub fn without_options(&self) -> Self {
        Self {
            kind: self.kind.clone(),
            depth: self.depth,
            options: Box::default(),
        }
    }

    /// The options that it is given, in the order of their names.
    pub fn options(&self) -> impl ExactSizeIterator<Item = (&str, i32)> {
        self.options.iter().map(|(name, value)| (&**name, *value))
    }

    /// The value of the option of this name, where it is given.
    pub fn option(&self, name: &str) -> Option<i32> {
        self.options()
            .find(|(other, _)| *other == name)
            .map(|(_, value)| value)
    }

    /// The kind.
    pub fn kind(&self) -> &str {
        &self.kind
    }

    /// Number of plies it looks ahead, where it does.
    pub fn depth(&self) -> Option<Depth> {
        self.depth
    }
}

/// An option that a bot may be given, with the bounds of its value.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OptionRange {
    /// Its name in a [`BotSpec`].
    pub name: String,
    /// The least value.
    pub least: i32,
    /// The greatest value.
    pub most: i32,
}

impl OptionRange {
    /// The option of this name, from `least` to `most`.
    pub fn new(name: &str, least: i32, most: i32) -> Self {
        Self {
            name: name.to_owned(),
            least,
            most,
        }
    }
}

/// The option in words, as in `temperature from 0 to 100`.
impl fmt::Display for OptionRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, least, most } = self;
        write!(f, "{name} from {least} to {most}")
    }
}

/// A text that is no [`BotSpec`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BotSpecError {
    /// The text is no word for a kind.
    #[error(
        "{0:?} is no kind of bot; a kind is a word of at most 24 small letters, such as negamax"
    )]
    Kind(String),
    /// The text behind the kind is no depth.
    #[error(transparent)]
    Depth(#[from] NumberError),
    /// The text behind a comma is no option, or one too many.
    #[error(
        "{0:?} is no option; write its name, = and a whole number behind a comma, each name once and at most 8, such as temperature=20"
    )]
    Option(String),
}

impl fmt::Display for BotSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.kind)?;
        if let Some(depth) = self.depth {
            write!(f, ":{depth}")?;
        }
        for (name, value) in self.options() {
            write!(f, ",{name}={value}")?;
        }
        Ok(())
    }
}

impl FromStr for BotSpec {
    type Err = BotSpecError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut parts = text.split(',');
        let bot = parts.next().unwrap_or_default();
        let bot = match bot.split_once(':') {
            Some((kind, depth)) => Self::new(kind, Some(depth.parse()?)),
            None => Self::new(bot, None),
        }?;
        parts.try_fold(bot, |bot, option| {
            let no_option = || BotSpecError::Option(option.to_owned());
            let (name, value) = option.split_once('=').ok_or_else(no_option)?;
            let value = whole_number(value).ok_or_else(no_option)?;
            bot.with_option(name, value)
        })
    }
}

travels_as_text!(BotSpec);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bot_reads_back_from_its_text() {
        for text in [
            "negamax:6",
            "random",
            "priority",
            "priority,own_two=9,temperature=-20",
            "negamax:6,temperature=20",
        ] {
            assert_eq!(text.parse::<BotSpec>().unwrap().to_string(), text);
        }
        for wrong in [
            "",
            "Negamax",
            "negamax:0",
            "negamax:100",
            "negamax:x",
            "negamax:+6",
            ":3",
            "a b",
            "random,",
            "random,temperature",
            "random,temperature=x",
            "random,temperature=+9",
            "random,Temperature=1",
            "random,a=1,a=2",
            "random,a=1,b=1,c=1,d=1,e=1,f=1,g=1,h=1,i=1",
        ] {
            assert!(wrong.parse::<BotSpec>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_parts_of_a_bot_are_those_of_its_text() {
        let bot: BotSpec = "negamax:6".parse().unwrap();
        assert_eq!((bot.kind(), bot.depth()), ("negamax", Depth::new(6).ok()));
        assert_eq!(bot.with_depth(None).to_string(), "negamax");
    }

    #[test]
    fn options_are_written_in_one_order() {
        let bot: BotSpec = "priority,own_two=9,other_two=1".parse().unwrap();
        assert_eq!(bot.to_string(), "priority,other_two=1,own_two=9");
        assert_eq!(bot.option("own_two"), Some(9));
        assert_eq!(bot.option("temperature"), None);
    }
}
