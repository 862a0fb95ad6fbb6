//! The checks of fuzzing on the inputs that are kept, with the memory that each takes.
//!
//! `fuzz/corpus.tar.gz` has a folder for each target of `fuzz/run`: the fewest inputs that reach what was ever
//! reached, and those of faults that were cured. A thread counts what it allocates itself, so the tests may run at
//! once; what the thread of a search takes is not counted.

use std::io::Read;
use std::panic::{AssertUnwindSafe, catch_unwind};

use allocation_counter::measure;
use flate2::read::GzDecoder;
use protocol::codec::{Encoding, Message as _};
use protocol::message::ClientMsg;

#[expect(
    unreachable_pub,
    reason = "the targets of fuzzing reach them as a library"
)]
#[path = "fuzz/lib.rs"]
mod fuzz;

/// Memory that may be taken at once for an input: so many bytes for each of its own, and these beside.
#[derive(Clone, Copy)]
struct Bound {
    for_each: u64,
    beside: u64,
}

const KIB: u64 = 1024;

/// Runs a check on every input that is kept for a target.
fn run(target: &str, bound: Bound, check: fn(&[u8])) {
    let corpus = GzDecoder::new(include_bytes!("fuzz/corpus.tar.gz").as_slice());
    let mut corpus = tar::Archive::new(corpus);
    let mut inputs = 0;
    for entry in corpus.entries().expect("an archive") {
        let mut entry = entry.expect("an entry");
        let path = entry.path().expect("a path").into_owned();
        if !path.starts_with(target) {
            continue;
        }
        let mut data = Vec::new();
        entry.read_to_end(&mut data).expect("an input");
        let mut failed = false;
        let memory = measure(|| {
            failed = catch_unwind(AssertUnwindSafe(|| check(&data))).is_err();
        });
        assert!(!failed, "{} made the check fail", path.display());
        let most = bound.beside + bound.for_each * data.len() as u64;
        assert!(
            memory.bytes_max <= most,
            "{}: {} bytes take {} at once, of {most}",
            path.display(),
            data.len(),
            memory.bytes_max
        );
        inputs += 1;
    }
    assert!(inputs > 0, "{target} has a corpus");
}

#[test]
fn frames_in_bincode_are_refused_or_read_back() {
    run("bincode", BOTH_DIRECTIONS, fuzz::codec::check_bincode);
}

#[test]
fn frames_in_json_are_refused_or_read_back() {
    run("json", BOTH_DIRECTIONS, fuzz::codec::check_json);
}

/// A few bytes of a frame of the server may ask for 4 MiB, which the client that reads it chose to trust; the rest is
/// the message in either form, and both again.
const BOTH_DIRECTIONS: Bound = Bound {
    for_each: 64,
    beside: 4 * KIB * KIB + 64 * KIB,
};

#[test]
fn a_frame_of_a_client_takes_little_memory() {
    // What a message may claim is 16 KiB, and an error is a sentence.
    let bincode = Bound {
        for_each: 0,
        beside: 20 * KIB,
    };
    run("bincode", bincode, |frame| {
        drop(ClientMsg::open(Encoding::Bincode, frame));
    });
    // JSON is read as values of 32 bytes and more before it is a message: `[` and `,` make one each.
    let json = Bound {
        for_each: 200,
        beside: 8 * KIB,
    };
    run("json", json, |frame| {
        drop(ClientMsg::open(Encoding::Json, frame));
    });
}

#[test]
fn records_are_refused_or_read_back() {
    // A ply is some 100 bytes in memory and may be one in the text; the position after it is made again.
    let bound = Bound {
        for_each: 400,
        beside: 16 * KIB,
    };
    run("record", bound, fuzz::record::check);
}

#[test]
fn answers_of_engines_are_refused_or_read_back() {
    // The text of a line, and the line written again.
    let bound = Bound {
        for_each: 16,
        beside: 4 * KIB,
    };
    run("answers", bound, fuzz::gomocup::check_answers);
}

#[test]
fn orders_of_managers_bring_answers_of_the_protocol() {
    // The queue has room for 4096 lines from the beginning; an answer may be longer than the order.
    let bound = Bound {
        for_each: 300,
        beside: 320 * KIB,
    };
    run("orders", bound, fuzz::gomocup::check_orders);
}

#[test]
fn a_room_is_the_one_that_its_events_make() {
    // A step is two bytes or more, and brings events, each kept with its moment; rooms are compared with copies.
    let bound = Bound {
        for_each: 400,
        beside: 64 * KIB,
    };
    run("room", bound, fuzz::room::check);
}

#[test]
fn a_connection_ends_and_the_server_goes_on() {
    // A whole server, the page for browsers, and messages that wait for the one who sent what they answer.
    let bound = Bound {
        for_each: 400,
        beside: 2 * KIB * KIB,
    };
    run("upgrade", bound, fuzz::upgrade::check);
}
