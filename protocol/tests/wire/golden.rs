//! Every sample as a frame in both encodings, kept in `tests/data/wire`.
//!
//! A frame that changes is a protocol that changes. Where that is meant, write the files anew with
//! `ENLINEA_BLESS=1 cargo test -p protocol --test wire` and read the difference.

use std::fmt::Write as _;
use std::path::PathBuf;

use protocol::codec::{Encoding, Envelope, Message};

use crate::samples::{self, Named};

#[test]
fn the_frames_of_a_client_are_as_kept() {
    compare("client.txt", samples::client(), samples::marked_client());
}

#[test]
fn the_frames_of_the_server_are_as_kept() {
    compare("server.txt", samples::server(), samples::marked_server());
}

fn compare<M: Message>(file: &str, samples: Vec<Named<M>>, marked: Vec<Named<Envelope<M>>>) {
    let path = folder().join(file);
    let mut all: Vec<_> = samples
        .into_iter()
        .map(|(name, message)| (name, Envelope::from(message)))
        .collect();
    all.extend(marked);
    let now = written(&all);
    if std::env::var_os("ENLINEA_BLESS").is_some() {
        std::fs::write(&path, &now).unwrap();
    }
    // A checkout on Windows may have turned the line ends.
    let kept = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()))
        .replace("\r\n", "\n");
    for (kept, now) in kept.split("\n\n").zip(now.split("\n\n")) {
        assert_eq!(
            kept, now,
            "a frame is not as kept; if that is meant, set ENLINEA_BLESS=1"
        );
    }
    assert_eq!(kept, now);
}

/// The name, the JSON, the bincode in hexadecimal digits; an empty line between samples.
fn written<M: Message>(samples: &[Named<Envelope<M>>]) -> String {
    let mut text = HEAD.to_owned();
    for (name, Envelope { reference, message }) in samples {
        let frame = |encoding| message.encode_with(encoding, *reference);
        let json = String::from_utf8(frame(Encoding::Json)).unwrap();
        write!(text, "\n{name}\n{json}\n").unwrap();
        for byte in frame(Encoding::Bincode) {
            write!(text, "{byte:02x}").unwrap();
        }
        text.push('\n');
    }
    text
}

const HEAD: &str = "\
# Golden frames: name, JSON, and bincode in hexadecimal digits, one line each.
# Written anew by ENLINEA_BLESS=1 cargo test -p protocol --test wire
";

/// The JSON frames that are kept in a file.
pub(crate) fn kept_json(file: &str) -> Vec<String> {
    let text = std::fs::read_to_string(folder().join(file)).unwrap();
    text.lines()
        .filter(|line| line.starts_with('{'))
        .map(str::to_owned)
        .collect()
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/data/wire")
}
