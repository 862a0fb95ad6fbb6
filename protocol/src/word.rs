//! Words from lists that may grow: what this release does not know keeps its name.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

use crate::rules::Variant;
use crate::text::is_invisible;
use crate::wire::travels_as_text;

/// A short word that this release does not know, such as a reason of a later one. Cut to 24 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Word {
    length: u8,
    bytes: [u8; Self::LONGEST],
}

impl Word {
    /// Bytes that are kept: more than any of today's words has.
    const LONGEST: usize = 24;

    /// The word of this text: its small letters, digits and underscores.
    pub fn new(text: &str) -> Self {
        let mut word = Self {
            length: 0,
            bytes: [0; Self::LONGEST],
        };
        let kept = text
            .bytes()
            .filter(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || *byte == b'_');
        for (place, byte) in word.bytes.iter_mut().zip(kept) {
            *place = byte;
            word.length += 1;
        }
        word
    }

    /// The word as text.
    pub fn as_str(&self) -> &str {
        let bytes = &self.bytes[..usize::from(self.length)];
        std::str::from_utf8(bytes).expect("ASCII alone is kept")
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Takes any text.
impl FromStr for Word {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(Self::new(text))
    }
}

travels_as_text!(Word);

impl fmt::Debug for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().fmt(f)
    }
}

/// A value with a text form, from a list that later releases add to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(
        rename = "VariantName",
        description = "The name of a variant; later releases have more of them.",
        from = "String",
        into = "String",
        extend("examples" = Variant::fixed().collect::<Vec<_>>())
    )
)]
pub enum Named<T> {
    /// A value that this release knows.
    Known(T),
    /// The text of one that it does not know, without invisible characters, cut to 40 others.
    Unknown(String),
}

impl<T> Named<T> {
    /// The value, if this release knows it.
    pub fn known(&self) -> Option<&T> {
        match self {
            Self::Known(value) => Some(value),
            Self::Unknown(_) => None,
        }
    }
}

impl<T: fmt::Display> fmt::Display for Named<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Known(value) => value.fmt(f),
            Self::Unknown(text) => f.pad(text),
        }
    }
}

/// Takes any text.
impl<T: FromStr> FromStr for Named<T> {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(text.parse().map_or_else(
            |_unknown| {
                let visible = text.chars().filter(|character| !is_invisible(*character));
                Self::Unknown(visible.take(40).collect())
            },
            Self::Known,
        ))
    }
}

travels_as_text!(Named<Variant>);

impl Named<Variant> {
    /// The name that is shown to people.
    pub fn title(&self) -> String {
        match self {
            Self::Known(variant) => variant.title(),
            Self::Unknown(name) => name.clone(),
        }
    }
}

/// An enum of words that grows: what this release does not know is kept as `Other`.
///
/// In JSON the word, in bincode the number of the variant.
macro_rules! open_words {
    (
        $(#[$doc:meta])*
        pub enum $name:ident {
            $($(#[$item:meta])* $variant:ident = $word:literal,)+
        }
    ) => {
        $(#[$doc])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq,
            bincode::Encode, bincode::Decode, serde::Serialize, serde::Deserialize,
        )]
        #[cfg_attr(
            feature = "schema",
            derive(schemars::JsonSchema),
            schemars(extend("examples" = [$($word),+]))
        )]
        #[serde(from = "String", into = "String")]
        pub enum $name {
            $($(#[$item])* $variant,)+
            /// A word that a later release knows.
            Other($crate::word::Word),
        }

        impl $name {
            /// The words that this release knows, in order.
            pub const KNOWN: &'static [Self] = &[$(Self::$variant),+];
        }

        /// The word, as in JSON.
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self {
                    $(Self::$variant => f.pad($word),)+
                    Self::Other(word) => word.fmt(f),
                }
            }
        }

        impl From<String> for $name {
            fn from(text: String) -> Self {
                match text.as_str() {
                    $($word => Self::$variant,)+
                    _ => Self::Other($crate::word::Word::new(&text)),
                }
            }
        }

        impl From<$name> for String {
            fn from(word: $name) -> Self {
                word.to_string()
            }
        }
    };
}

pub(crate) use open_words;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_keeps_what_words_are_made_of_and_is_cut() {
        for (text, kept) in [
            ("line", "line"),
            ("act_of_god_2", "act_of_god_2"),
            ("\u{1b}[31mred", "31mred"),
            ("", ""),
            ("abcdefghijklmnopqrstuvwxyz", "abcdefghijklmnopqrstuvwx"),
        ] {
            assert_eq!(Word::new(text).as_str(), kept);
        }
    }

    #[test]
    fn a_name_that_is_not_known_is_kept_as_it_is() {
        let read = |text: &str| text.parse::<Named<Variant>>().unwrap();
        let known = Variant::named("gomoku").unwrap();
        assert_eq!(read("gomoku"), Named::Known(known));
        assert_eq!(read("gomoku").title(), known.title());
        assert_eq!(read("hex-11"), Named::Unknown("hex-11".to_owned()));
        assert_eq!(read("hex-11").title(), "hex-11");
        assert_eq!(read("a\u{202e}b").to_string(), "ab");
    }
}
