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
    let client = [
        // A room code, a token, a square.
        bad("join.player", ("K7QM2X", "K7QM2O"), (b"K7QM2X", b"K7QM2O")),
        bad(
            "join.player",
            ("K7QM2X", "K7QM2"),
            (b"\x06K7QM2X", b"\x05K7QM2"),
        ),
        bad(
            "join.seat",
            ("00112233", "0011223g"),
            (b"00112233", b"0011223g"),
        ),
        bad(
            "join.seat",
            ("00112233", "001122"),
            (b"\x2000112233", b"\x1e001122"),
        ),
        bad("move", ("d1", "d0"), (b"d1", b"d0")),
        bad("move", ("d1", "z1"), (b"d1", b"z1")),
        bad("move", ("d1", "d21"), (b"\x02d1", b"\x03d21")),
        // The revision is a number of 32 bits.
        bad(
            "move",
            (":1,", ":4294967296,"),
            (b"\x01\x02", b"\xfd\0\0\0\0\x01\0\0\0\x02"),
        ),
        bad("move", (":1,", ":-1,"), (b"\x01\x02", b"\xff\x02")),
        // The variant, the clock, a bot.
        bad("open.custom", ("9x7x5", "2x7x5"), (b"9x7x5", b"2x7x5")),
        bad("open.custom", ("9x7x5", "4x4x5"), (b"9x7x5", b"4x4x5")),
        bad("open.custom", ("9x7x5", "9x7x2"), (b"9x7x5", b"9x7x2")),
        bad("open.custom", ("custom", "kustom"), (b"custom", b"kustom")),
        bad("open.custom", ("5m+3s", "0m+3s"), (b"5m+3s", b"0m+3s")),
        bad("open.custom", ("5m+3s", "5m+9h"), (b"5m+3s", b"5m+9h")),
        bad("open.custom", ("5m+3s", "5m+3x"), (b"5m+3s", b"5m+3x")),
        bad(
            "open.custom",
            ("negamax:6", "Negamax:6"),
            (b"negamax:6", b"Negamax:6"),
        ),
        bad(
            "open.custom",
            ("negamax:6", "negamax:0"),
            (b"negamax:6", b"negamax:0"),
        ),
        // Pace, repetitions, time to think, seed.
        bad(
            "open.custom",
            (":700,", ":60001,"),
            (b"\xfb\xbc\x02", b"\xfb\x61\xea"),
        ),
        bad(
            "open.custom",
            (":700,", ":-1,"),
            (b"\xfb\xbc\x02", b"\xfd\0\0\0\0\x01\0\0\0"),
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
        bad(
            "open.custom",
            (":10000,", ":60001,"),
            (b"\xfb\x10\x27", b"\xfb\x61\xea"),
        ),
        bad("open.custom", ("\"42\"", "\"4x\""), (b"\x0242", b"\x024x")),
        bad("open.custom", ("\"42\"", "42"), (b"\x0242", b"\x0142")),
        // Grace, options of a bot.
        bad(
            "open.options",
            ("300000", "999"),
            (b"\xfc\xe0\x93\x04\0", b"\xfb\xe7\x03"),
        ),
        bad(
            "open.options",
            ("spread=60", "Spread=60"),
            (b"spread=60", b"Spread=60"),
        ),
        bad(
            "open.options",
            ("spread=60", "spread:60"),
            (b"spread=60", b"spread:60"),
        ),
        // A yes that is neither yes nor no; a message, a role and a seat that are none.
        bad("answer_draw", ("true", "2"), (b"\x03\x01", b"\x03\x02")),
        bad("resign", ("resign", "resing"), (b"\x07\x01", b"\x07\x09")),
        bad("leave", ("leave", "leaves"), (b"\x06", b"\xfa")),
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
        bad(
            "hello",
            ("\"protocol\":1", "\"protocol\":65536"),
            (b"\x00\x01\x0d", b"\x00\xfc\0\0\x01\0\x0d"),
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
        bad(
            "welcome",
            ("[1,12]", "[0,12]"),
            (b"\x01\x01\x0c", b"\x01\x00\x0c"),
        ),
        bad("welcome", ("\"7\"", "\"x\""), (b"\x017", b"\x01x")),
        bad("welcome", ("\"Ana\"", "\"A\\u001ba\""), (b"Ana", b"A\x1ba")),
        bad("welcome", ("\"Ana\"", "\"\""), (b"\x03Ana", b"\x00")),
        bad(
            "welcome",
            ("\"Ana\"", "\"A  a\""),
            (b"\x03Ana", b"\x04A  a"),
        ),
        bad(
            "welcome",
            ("\"Ana\"", "\"123456789012345678901\""),
            (b"\x03Ana", b"\x15123456789012345678901"),
        ),
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
        bad(
            "event.clock",
            ("g\":\"second\"", "g\":2"),
            (b"\x01\x01", b"\x02\x01"),
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
