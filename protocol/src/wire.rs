//! Encodings of values with an invariant: they are always built through their constructor.
//!
//! A derive would build them field by field and let a bad value in. The macros here give a type
//! the implementations of both encodings, once.

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
        text.parse().map_err(|_unreadable| {
            serde::de::Error::custom(format_args!("{text:?} is no whole number of 64 bits"))
        })
    }
}

/// Makes a type travel as its text form, in both encodings: `Display` out, `FromStr` in.
macro_rules! travels_as_text {
    ($type:ty) => {
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

        impl bincode::Encode for $type {
            fn encode<E: bincode::enc::Encoder>(
                &self,
                encoder: &mut E,
            ) -> Result<(), bincode::error::EncodeError> {
                bincode::Encode::encode(self.to_string().as_str(), encoder)
            }
        }

        impl<C> bincode::Decode<C> for $type {
            fn decode<D: bincode::de::Decoder<Context = C>>(
                decoder: &mut D,
            ) -> Result<Self, bincode::error::DecodeError> {
                let text = <String as bincode::Decode<C>>::decode(decoder)?;
                text.parse()
                    .map_err(|error| bincode::error::DecodeError::OtherString(format!("{error}")))
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
                let value = text
                    .parse::<u64>()
                    .map_err(|_unreadable| crate::bounds::NumberError::Unreadable {
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
