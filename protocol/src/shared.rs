//! Parts of messages that are the same for many.

use std::ops::Deref;
use std::sync::Arc;

use bincode::de::Decoder;
use bincode::error::DecodeError;
use bincode::{Decode, Encode};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A value that all messages with a clone of it share, such as the bots of a server, which it sends to every client
/// that comes.
///
/// ```
/// use protocol::shared::Shared;
///
/// let words = Shared::from(vec!["uno".to_owned(), "dos".to_owned()]);
/// assert_eq!(words.len(), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Encode)]
pub struct Shared<T>(Arc<T>);

impl<T> From<T> for Shared<T> {
    fn from(value: T) -> Self {
        Self(value.into())
    }
}

impl<T> FromIterator<T> for Shared<Vec<T>> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Vec::from_iter(items).into()
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<C, T: Decode<C>> Decode<C> for Shared<T> {
    fn decode<D: Decoder<Context = C>>(decoder: &mut D) -> Result<Self, DecodeError> {
        T::decode(decoder).map(Self::from)
    }
}

impl<'de, C, T: Decode<C>> bincode::BorrowDecode<'de, C> for Shared<T> {
    fn borrow_decode<D: bincode::de::BorrowDecoder<'de, Context = C>>(
        decoder: &mut D,
    ) -> Result<Self, DecodeError> {
        Self::decode(decoder)
    }
}

impl<T: Serialize> Serialize for Shared<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        T::serialize(self, serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Shared<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize(deserializer).map(Self::from)
    }
}
