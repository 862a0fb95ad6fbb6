//! Words from lists that may grow: what this release does not know keeps its name.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

use bincode::de::{Decode as _, Decoder};
use bincode::error::{AllowedEnumVariants, DecodeError};

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
        let visible = text.chars().filter(|character| !is_invisible(*character));
        let text: String = visible.take(40).collect();
        // Only the text that is kept tells: a name that is known must never be kept as one that is not.
        Ok(text
            .parse()
            .map_or_else(|_unknown| Self::Unknown(text), Self::Known))
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
            bincode::Encode, serde::Serialize, serde::Deserialize,
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

        /// A word that is known is never `Other`, however it was written.
        impl From<$crate::word::Word> for $name {
            fn from(word: $crate::word::Word) -> Self {
                match word.as_str() {
                    $($word => Self::$variant,)+
                    _ => Self::Other(word),
                }
            }
        }

        impl From<String> for $name {
            fn from(text: String) -> Self {
                $crate::word::Word::new(&text).into()
            }
        }

        impl<C> bincode::Decode<C> for $name {
            fn decode<D: bincode::de::Decoder<Context = C>>(
                decoder: &mut D,
            ) -> Result<Self, bincode::error::DecodeError> {
                $crate::word::decode_word(decoder, Self::KNOWN)
            }
        }

        bincode::impl_borrow_decode!($name);

        impl From<$name> for String {
            fn from(word: $name) -> Self {
                word.to_string()
            }
        }
    };
}

pub(crate) use open_words;

/// Reads one of the words that are known by its number, or behind the number after them another word.
pub(crate) fn decode_word<T, D>(decoder: &mut D, known: &[T]) -> Result<T, DecodeError>
where
    T: Copy + From<Word>,
    D: Decoder,
{
    let found = u32::decode(decoder)?;
    let others = known.len() as u32;
    match known.get(found as usize) {
        Some(&word) => Ok(word),
        None if found == others => Word::decode(decoder).map(T::from),
        None => Err(DecodeError::UnexpectedVariant {
            type_name: std::any::type_name::<T>(),
            allowed: &AllowedEnumVariants::Range { min: 0, max: 0 },
            found,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::Reason;

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
        assert_eq!(read("gomoku").known(), Some(&known));
        assert_eq!(read("hex-11").known(), None);
        assert_eq!(read("gomoku").title(), known.title());
        assert_eq!(read("hex-11"), Named::Unknown("hex-11".to_owned()));
        assert_eq!(read("hex-11").title(), "hex-11");
        assert_eq!(read("a\u{202e}b").to_string(), "ab");
    }

    /// Found by fuzzing: the rest of a text was looked at only after the text as a whole was not known.
    #[test]
    fn a_name_that_is_known_without_what_is_left_out_is_known() {
        let known = Named::Known(Variant::named("gomoku").unwrap());
        assert_eq!("go\u{202e}moku".parse(), Ok(known));
        assert_eq!(
            Reason::from("no_fi$rst_move".to_owned()),
            Reason::NoFirstMove
        );
    }

    /// Behind the words that are known stands the number of `Other`, and no number behind that one.
    #[test]
    fn a_number_beyond_the_words_is_refused_though_a_word_follows_it() {
        let config = bincode::config::standard();
        let others = Reason::KNOWN.len() as u32;
        let read = |number: u32| {
            let bytes = bincode::encode_to_vec((number, "later"), config).unwrap();
            let read = bincode::decode_from_slice::<Reason, _>(&bytes, config);
            read.ok().map(|(reason, _)| reason)
        };
        assert_eq!(read(others), Some(Reason::Other(Word::new("later"))));
        assert_eq!(read(others + 1), None);
    }

    /// Found by fuzzing: `Other` with a word that is known came back from JSON as that word.
    #[test]
    fn a_word_that_is_known_is_never_another_one_in_bincode() {
        let config = bincode::config::standard();
        for (word, read) in [
            ("line", Reason::Line),
            ("later", Reason::Other(Word::new("later"))),
        ] {
            let other = Reason::Other(Word::new(word));
            let bytes = bincode::encode_to_vec(other, config).unwrap();
            let (reason, _) = bincode::decode_from_slice::<Reason, _>(&bytes, config).unwrap();
            assert_eq!(reason, read);
        }
    }
}
