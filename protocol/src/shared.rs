//! Parts of messages that are the same for many, encoded once.

use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use bincode::de::Decoder;
use bincode::enc::Encoder;
use bincode::enc::write::Writer as _;
use bincode::error::{DecodeError, EncodeError};
use bincode::{Decode, Encode};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A value whose bytes in bincode are made once for all messages that have a clone of it, such as the bots of a
/// server, which everybody is told who comes.
///
/// ```
/// use protocol::prepared::Prepared;
///
/// let words = Prepared::from(vec!["uno".to_owned(), "dos".to_owned()]);
/// assert_eq!(words.len(), 2);
/// ```
#[derive(Clone)]
pub struct Prepared<T>(Arc<Parts<T>>);

struct Parts<T> {
    value: T,
    /// Empty until the first message is encoded.
    bytes: OnceLock<Vec<u8>>,
}

impl<T> From<T> for Prepared<T> {
    fn from(value: T) -> Self {
        let bytes = OnceLock::new();
        Self(Arc::new(Parts { value, bytes }))
    }
}

impl<T> FromIterator<T> for Prepared<Vec<T>> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Vec::from_iter(items).into()
    }
}

impl<T> Deref for Prepared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0.value
    }
}

impl<T: PartialEq> PartialEq for Prepared<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0.value == other.0.value
    }
}

impl<T: Eq> Eq for Prepared<T> {}

impl<T: fmt::Debug> fmt::Debug for Prepared<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.value.fmt(f)
    }
}

impl<T: Encode> Encode for Prepared<T> {
    fn encode<E: Encoder>(&self, encoder: &mut E) -> Result<(), EncodeError> {
        if let Some(bytes) = self.0.bytes.get() {
            return encoder.writer().write(bytes);
        }
        let bytes = bincode::encode_to_vec(&self.0.value, *encoder.config())?;
        encoder.writer().write(self.0.bytes.get_or_init(|| bytes))
    }
}

impl<C, T: Decode<C>> Decode<C> for Prepared<T> {
    fn decode<D: Decoder<Context = C>>(decoder: &mut D) -> Result<Self, DecodeError> {
        T::decode(decoder).map(Self::from)
    }
}

impl<'de, C, T: Decode<C>> bincode::BorrowDecode<'de, C> for Prepared<T> {
    fn borrow_decode<D: bincode::de::BorrowDecoder<'de, Context = C>>(
        decoder: &mut D,
    ) -> Result<Self, DecodeError> {
        Self::decode(decoder)
    }
}

impl<T: Serialize> Serialize for Prepared<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.value.serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Prepared<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize(deserializer).map(Self::from)
    }
}

#[cfg(test)]
mod tests {
    use bincode::config::standard;

    use super::*;

    #[test]
    fn it_has_the_bytes_of_the_plain_value_the_first_time_and_from_then_on() {
        let plain = vec![Some("uno".to_owned()), None];
        let expected = bincode::encode_to_vec(&plain, standard()).unwrap();
        let prepared = Prepared::from(plain);
        for message in [prepared.clone(), prepared.clone(), prepared.clone()] {
            let bytes = bincode::encode_to_vec((&message, 7_u8), standard()).unwrap();
            assert_eq!(bytes, [&expected[..], &[7]].concat());
            let (read, _): ((Prepared<Vec<Option<String>>>, u8), _) =
                bincode::decode_from_slice(&bytes, standard()).unwrap();
            assert_eq!(read.0, prepared);
        }
        assert_ne!(prepared, Prepared::from(vec![None]));
    }
}
