//! Bytes from strangers: refused or read, never a panic.
//!
//! That they claim no memory beyond the limit follows from how bincode's own derives read: a container
//! says how much it wants and is refused before it gets it. Frames that claim the most are tried below.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use protocol::codec::{DecodeError, Encoding, Message};
use protocol::message::{ClientMsg, ServerMsg};

use crate::samples;

/// Every frame of every sample, in both encodings.
fn frames() -> Vec<(Encoding, Vec<u8>)> {
    let mut frames = Vec::new();
    for encoding in Encoding::ALL {
        frames.extend(
            samples::client()
                .iter()
                .map(|(_, message)| (encoding, message.encode(encoding))),
        );
        frames.extend(
            samples::server()
                .iter()
                .map(|(_, message)| (encoding, message.encode(encoding))),
        );
    }
    frames
}

/// Reads the frame as a message of either direction; a message that is read must be one that can be sent.
fn read(encoding: Encoding, frame: &[u8]) {
    if let Ok(message) = ClientMsg::decode(encoding, frame) {
        let again = message.encode(encoding);
        assert_eq!(ClientMsg::decode(encoding, &again).unwrap(), message);
    }
    if let Ok(message) = ServerMsg::decode(encoding, frame) {
        let again = message.encode(encoding);
        assert_eq!(ServerMsg::decode(encoding, &again).unwrap(), message);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn random_bytes_are_refused_or_read(bytes in vec(any::<u8>(), 0..300)) {
        for encoding in Encoding::ALL {
            read(encoding, &bytes);
        }
    }

    #[test]
    fn a_damaged_frame_is_refused_or_read(
        (encoding, mut frame) in select(frames()),
        damage in vec((any::<Index>(), any::<u8>()), 1..4),
        cut in any::<Index>(),
        grows: bool,
    ) {
        for (at, byte) in damage {
            let at = at.index(frame.len());
            frame[at] = byte;
        }
        if grows {
            let tail = frame[cut.index(frame.len())..].to_vec();
            frame.extend(tail);
        }
        read(encoding, &frame);
    }
}

#[test]
fn a_length_that_the_frame_does_not_have_is_refused() {
    // Chat, hello, a list of rooms, a list of names: each with 2^63 bytes or elements to come.
    let most = b"\xfd\xff\xff\xff\xff\xff\xff\xff\x7f";
    for head in [&b"\x00\x08"[..], b"\x00\x00\x01", b"\x00\x00\x01\x00\x01"] {
        let frame = [head, most].concat();
        assert!(matches!(
            ClientMsg::decode(Encoding::Bincode, &frame),
            Err(DecodeError::Malformed(_))
        ));
    }
    for head in [&b"\x00\x02"[..], b"\x00\x02\x00", b"\x00\x05"] {
        let frame = [head, most].concat();
        assert!(matches!(
            ServerMsg::decode(Encoding::Bincode, &frame),
            Err(DecodeError::Malformed(_))
        ));
    }
}

#[test]
fn json_that_nests_without_end_is_refused() {
    for opening in ["[", "{\"type\":", "{\"a\":["] {
        let frame = opening.repeat(4096 / opening.len());
        assert!(ClientMsg::decode(Encoding::Json, frame.as_bytes()).is_err());
    }
}

/// A hello may have fields that are not known, of any value but one that would take the stack.
#[test]
fn a_hello_that_nests_deeply_is_refused_though_it_is_whole() {
    for (depth, is_read) in [(20, true), (1000, false)] {
        let (open, close) = ("[".repeat(depth), "]".repeat(depth));
        let frame =
            format!(r#"{{"type":"hello","software":"x 1","protocol":1,"colour":{open}{close}}}"#);
        let read = ClientMsg::decode(Encoding::Json, frame.as_bytes());
        assert_eq!(read.is_ok(), is_read, "{depth}");
    }
}

#[test]
fn a_message_of_a_client_has_one_form_in_bincode() {
    for (name, message) in samples::client() {
        let plain = message.encode(Encoding::Bincode);
        // The number of the message, written longer than it needs.
        let mut long = vec![0, 251, plain[1], 0];
        long.extend(&plain[2..]);
        let read = ClientMsg::decode(Encoding::Bincode, &long);
        assert!(matches!(read, Err(DecodeError::NotCanonical)), "{name}");
    }
    let room = b"k7qm2x";
    let mut small = vec![0, 4, 6];
    small.extend(room);
    small.push(1);
    let read = ClientMsg::decode(Encoding::Bincode, &small);
    assert!(matches!(read, Err(DecodeError::NotCanonical)), "{read:?}");
    small[3..9].make_ascii_uppercase();
    ClientMsg::decode(Encoding::Bincode, &small).expect("the form that is written");
}

/// Its length and its characters are the constructor's to decide, not the sender's.
#[test]
fn a_word_that_is_not_known_is_read_through_its_constructor() {
    let (_, over) = samples::server()
        .into_iter()
        .find(|(name, _)| name == "event.over.agreement")
        .expect("a sample");
    let frame = over.encode(Encoding::Bincode);
    // No winner, agreement, no line.
    let at = (0..frame.len())
        .find(|&at| frame[at..].starts_with(b"\x00\x04\x00"))
        .expect("the outcome");
    let spoiled = |word: &[u8]| [&frame[..=at], b"\x0b", word, &frame[at + 2..]].concat();
    let long = [&[250][..], &[b'a'; 250]].concat();
    for (word, kept) in [
        (&b"\x05a\x1b[mb"[..], "amb"),
        (b"\x00", ""),
        (&long, "aaaaaaaaaaaaaaaaaaaaaaaa"),
    ] {
        let read = ServerMsg::decode(Encoding::Bincode, &spoiled(word)).unwrap();
        let said = String::from_utf8(read.encode(Encoding::Json)).unwrap();
        assert!(said.contains(&format!("\"reason\":\"{kept}\"")), "{said}");
    }
    let no_text = ServerMsg::decode(Encoding::Bincode, &spoiled(b"\x02\xff\xfe"));
    assert!(matches!(no_text, Err(DecodeError::Malformed(_))));
}
