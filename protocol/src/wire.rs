//! Encodings of values with an invariant: they are always built through their constructor.
//!
//! A derive would build them field by field and let a bad value in. The macros here give a type
//! the implementations of both encodings, once.

use std::fmt::{Display, Write as _};
use std::str::FromStr;

use arrayvec::ArrayString;
use bincode::de::read::Reader as _;
use bincode::de::{Decode as _, Decoder};
use bincode::enc::{Encode as _, Encoder};
use bincode::error::{DecodeError, EncodeError};

/// Reads a whole number in decimal digits, with a `-` before one that is negative. [`str::parse`] takes a `+` as well,
/// which is in no text form.
pub(crate) fn whole_number<T: FromStr>(text: &str) -> Option<T> {
    if text.starts_with('+') {
        None
    } else {
        text.parse().ok()
    }
}

/// A number of up to 64 bits as text in JSON, where many programs read numbers as floating-point ones.
pub(crate) mod as_text {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<T: Display, S: Serializer>(
        value: &T,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub(crate) fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
    where
        T: FromStr,
        D: Deserializer<'de>,
    {
        let text = String::deserialize(deserializer)?;
        super::whole_number(&text).ok_or_else(|| {
            serde::de::Error::custom(format_args!("{text:?} is no whole number of 64 bits"))
        })
    }
}

/// Bytes of a text that is written and read without a place on the heap: codes, squares and words, of which every
/// move has some.
const SHORT: usize = 48;

pub(crate) fn encode_text<T: Display, E: Encoder>(
    value: &T,
    encoder: &mut E,
) -> Result<(), EncodeError> {
    let mut short = ArrayString::<SHORT>::new();
    if write!(short, "{value}").is_ok() {
        short.as_str().encode(encoder)
    } else {
        value.to_string().as_str().encode(encoder)
    }
}

/// Reads what [`encode_text`] wrote, as bincode reads a string.
pub(crate) fn decode_text<T, D>(decoder: &mut D) -> Result<T, DecodeError>
where
    T: FromStr<Err: Display>,
    D: Decoder,
{
    let length = u64::decode(decoder)?;
    let length =
        usize::try_from(length).map_err(|_large| DecodeError::OutsideUsizeRange(length))?;
    decoder.claim_container_read::<u8>(length)?;
    let (mut short, mut long) = ([0; SHORT], Vec::new());
    let bytes = short.get_mut(..length).unwrap_or_else(|| {
        long.resize(length, 0);
        &mut long
    });
    decoder.reader().read(bytes)?;
    let text = str::from_utf8(bytes).map_err(|inner| DecodeError::Utf8 { inner })?;
    text.parse()
        .map_err(|error: T::Err| DecodeError::OtherString(error.to_string()))
}

/// Makes a type travel as its text form, in both encodings: `Display` out, `FromStr` in. One that every move has may
/// name a function that gives the text without a formatter.
macro_rules! travels_as_text {
    ($type:ty) => {
        impl bincode::Encode for $type {
            fn encode<E: bincode::enc::Encoder>(
                &self,
                encoder: &mut E,
            ) -> Result<(), bincode::error::EncodeError> {
                crate::wire::encode_text(self, encoder)
            }
        }

        crate::wire::travels_as_text!(@both $type);
    };
    ($type:ty, $text:path) => {
        impl bincode::Encode for $type {
            fn encode<E: bincode::enc::Encoder>(
                &self,
                encoder: &mut E,
            ) -> Result<(), bincode::error::EncodeError> {
                let text = $text(*self);
                bincode::Encode::encode(AsRef::<str>::as_ref(&text), encoder)
            }
        }

        crate::wire::travels_as_text!(@both $type);
    };
    (@both $type:ty) => {
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <String as serde::Deserialize>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }

        impl<C> bincode::Decode<C> for $type {
            fn decode<D: bincode::de::Decoder<Context = C>>(
                decoder: &mut D,
            ) -> Result<Self, bincode::error::DecodeError> {
                crate::wire::decode_text(decoder)
            }
        }

        impl<'de, C> bincode::BorrowDecode<'de, C> for $type {
            fn borrow_decode<D: bincode::de::BorrowDecoder<'de, Context = C>>(
                decoder: &mut D,
            ) -> Result<Self, bincode::error::DecodeError> {
                bincode::Decode::decode(decoder)
            }
        }
    };
}

/// Makes a newtype over an unsigned number that is only ever within its bounds.
macro_rules! bounded_number {
    ($(#[$doc:meta])* $name:ident($number:ty) in $low:literal..=$high:literal, $what:literal) => {
        $(#[$doc])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash,
            bincode::Encode, serde::Serialize, serde::Deserialize,
        )]
        #[cfg_attr(
            feature = "schema",
            derive(schemars::JsonSchema),
            schemars(extend("minimum" = $low, "maximum" = $high))
        )]
        #[serde(try_from = "u64")]
        pub struct $name($number);

        impl $name {
            /// The smallest value allowed.
            pub const MIN: Self = Self($low);
            /// The largest value allowed.
            pub const MAX: Self = Self($high);

            /// Takes `value` if it is within the bounds.
            ///
            /// # Errors
            ///
            /// [`NumberError::OutOfBounds`](crate::bounds::NumberError::OutOfBounds).
            pub fn new(value: u64) -> Result<Self, crate::bounds::NumberError> {
                if ($low..=$high).contains(&value) {
                    Ok(Self(value as $number))
                } else {
                    Err(crate::bounds::NumberError::OutOfBounds {
                        what: $what,
                        low: $low,
                        high: $high,
                        value,
                    })
                }
            }

            /// The plain number.
            pub const fn value(self) -> $number {
                self.0
            }
        }

        impl TryFrom<u64> for $name {
            type Error = crate::bounds::NumberError;

            fn try_from(value: u64) -> Result<Self, Self::Error> {
                Self::new(value)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl std::str::FromStr for $name {
            type Err = crate::bounds::NumberError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                let value = crate::wire::whole_number(text)
                    .ok_or_else(|| crate::bounds::NumberError::Unreadable {
                        what: $what,
                        low: $low,
                        high: $high,
                        text: text.to_owned(),
                    })?;
                Self::new(value)
            }
        }

        crate::wire::decodes_by_constructor!($name, $number);
    };
}

/// Makes a newtype over an unsigned number decode through its `TryFrom<u64>`; in JSON `serde(try_from)` does.
macro_rules! decodes_by_constructor {
    ($name:ident, $number:ty) => {
        impl<C> bincode::Decode<C> for $name {
            fn decode<D: bincode::de::Decoder<Context = C>>(
                decoder: &mut D,
            ) -> Result<Self, bincode::error::DecodeError> {
                let value = <$number as bincode::Decode<C>>::decode(decoder)?;
                Self::try_from(u64::from(value))
                    .map_err(|error| bincode::error::DecodeError::OtherString(error.to_string()))
            }
        }

        impl<'de, C> bincode::BorrowDecode<'de, C> for $name {
            fn borrow_decode<D: bincode::de::BorrowDecoder<'de, Context = C>>(
                decoder: &mut D,
            ) -> Result<Self, bincode::error::DecodeError> {
                bincode::Decode::decode(decoder)
            }
        }
    };
}

pub(crate) use {bounded_number, decodes_by_constructor, travels_as_text};
