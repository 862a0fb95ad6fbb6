//! The last words with a client of protocol 2 in bincode: its hello, and the refusal of its version in the
//! bytes that it knows.

use bincode::config;

use super::pack;
use crate::message::VERSION;
use crate::refusal::Refusal;

/// The name of the subprotocol.
pub const SUBPROTOCOL: &str = "enlinea.bincode";

/// The version that such a client speaks.
const THEIRS: u16 = 2;

/// Returns the answer to the first frame of such a client: a frame `refused` with the code `version`.
///
/// ```text
/// message 0, refusal 0, yours, oldest, newest, sentence
/// ```
pub fn refusal(hello: &[u8]) -> Vec<u8> {
    // Message 0, then the version; with any other frame it is the one that such clients speak.
    let yours = match bincode::decode_from_slice::<(u32, u16), _>(hello, config::standard()) {
        Ok(((0, version), _rest)) => version,
        Ok(_) | Err(_) => THEIRS,
    };
    let sentence = Refusal::Version {
        yours,
        oldest: VERSION,
        newest: VERSION,
    }
    .to_string();
    pack(&(0_u32, 0_u32, yours, VERSION, VERSION, sentence))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The hello is a frame that a client of protocol 2 wrote.
    #[test]
    fn the_refusal_is_in_the_bytes_of_version_2() {
        let hello = b"\x00\x02\x0denlinea 0.1.0\x01\x03Ana";
        let sentence = "protocol 2 is not spoken here, this server speaks 3; \
             use a client and a server of the same release";
        let mut expected = vec![0, 0, 2, 3, 3, sentence.len() as u8];
        expected.extend(sentence.as_bytes());
        assert_eq!(refusal(hello), expected);
        assert_eq!(refusal(b"\x07\x01"), expected);
        assert_eq!(refusal(b""), expected);
    }
}
