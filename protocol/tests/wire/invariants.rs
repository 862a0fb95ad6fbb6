//! Values that break an invariant are refused in both encodings.

use std::fmt::Debug;

use protocol::codec::{DecodeError, Encoding, Message};

use crate::samples::{self, Named};

/// A value out of its bounds, in both encodings: the part of a sample, and its replacement.
struct Bad {
    sample: &'static str,
    json: (&'static str, &'static str),
    bincode: (&'static [u8], &'static [u8]),
}

#[test]
fn a_value_that_breaks_its_invariant_is_refused_in_both_encodings() {
    let bad = |sample, json, bincode| Bad {
        sample,
        json,
        bincode,
    };
    // What has the same text in both.
    let text = |sample, good: &'static str, wrong: &'static str| Bad {
        sample,
        json: (good, wrong),
        bincode: (good.as_bytes(), wrong.as_bytes()),
    };
    let client = [
        text("join.player", "K7QM2X", "K7QM2O"),
        text("join.seat", "00112233", "0011223g"),
        text("move", "d1", "d0"),
        text("open.custom", "9x7x5", "4x4x5"),
        text("open.custom", "5m+3s", "5m+9h"),
        text("open.custom", "negamax:6", "negamax:0"),
        text("open.options", "spread=60", "spread:60"),
        // The revision is a number of 32 bits.
        bad(
            "move",
            (":1,", ":4294967296,"),
            (b"\x01\x02", b"\xfd\0\0\0\0\x01\0\0\0\x02"),
        ),
        // Pace, repetitions, time to think, seed, grace.
        bad(
            "open.custom",
            (":700,", ":60001,"),
            (b"\xfb\xbc\x02", b"\xfb\x61\xea"),
        ),
        bad(
            "open.custom",
            ("\"repeat\":3", "\"repeat\":101"),
            (b"\x03\x01\xfb\x10\x27", b"\x65\x01\xfb\x10\x27"),
        ),
        bad(
            "open.custom",
            (":10000,", ":9,"),
            (b"\xfb\x10\x27", b"\x09"),
        ),
        bad("open.custom", ("\"42\"", "42"), (b"\x0242", b"\x024x")),
        bad(
            "open.options",
            ("300000", "999"),
            (b"\xfc\xe0\x93\x04\0", b"\xfb\xe7\x03"),
        ),
        // A yes that is neither yes nor no; a role and a seat that are none; a text that is none.
        bad("answer_draw", ("true", "2"), (b"\x03\x01", b"\x03\x02")),
        bad(
            "join.player",
            ("\"player\"", "\"king\""),
            (b"2X\x00", b"2X\x03"),
        ),
        bad(
            "open",
            ("\"me\"", "\"us\""),
            (b"\0\0\0\x01\x01", b"\0\0\x03\x01\x01"),
        ),
        bad("chat", ("qué", "\\ud800"), (b"qu\xc3\xa9", b"qu\xc3\x28")),
    ];
    let samples = samples::client();
    for bad in client {
        refused(&samples, &bad);
    }
    let server = [
        bad(
            "welcome",
            ("[1,12]", "[1,200]"),
            (b"\x01\x01\x0c", b"\x01\x01\xc8"),
        ),
        bad("welcome", ("\"7\"", "\"x\""), (b"\x017", b"\x01x")),
        bad("welcome", ("\"Ana\"", "\"A\\u001ba\""), (b"Ana", b"A\x1ba")),
        bad(
            "event.chat_posted",
            ("hola", "ho\u{202e}la"),
            (b"\x04hola", b"\x07ho\xe2\x80\xaela"),
        ),
        bad(
            "event.seat_vacated",
            ("second", "third"),
            (b"\x01\x01", b"\x01\x02"),
        ),
    ];
    let samples = samples::server();
    for bad in server {
        refused(&samples, &bad);
    }
}

fn refused<M: Message + Debug>(samples: &[Named<M>], bad: &Bad) {
    let (_, message) = samples
        .iter()
        .find(|(name, _)| name == bad.sample)
        .unwrap_or_else(|| panic!("no sample is called {}", bad.sample));
    let (good, wrong) = bad.json;
    for (encoding, good, wrong) in [
        (Encoding::Json, good.as_bytes(), wrong.as_bytes()),
        (Encoding::Bincode, bad.bincode.0, bad.bincode.1),
    ] {
        let frame = message.encode(encoding);
        let found: Vec<usize> = (0..frame.len())
            .filter(|&at| frame[at..].starts_with(good))
            .collect();
        let [at] = found[..] else {
            panic!(
                "{}: {good:?} stands {} times in {encoding:?}",
                bad.sample,
                found.len()
            );
        };
        let spoiled = [&frame[..at], wrong, &frame[at + good.len()..]].concat();
        let decoded = M::decode(encoding, &spoiled);
        assert!(
            matches!(
                decoded,
                Err(DecodeError::Malformed(_) | DecodeError::UnknownType(_))
            ),
            "{} with {wrong:?} as {encoding:?}: {decoded:?}",
            bad.sample
        );
    }
}
