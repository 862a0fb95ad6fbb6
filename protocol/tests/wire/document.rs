//! `PROTOCOL.md` keeps its word: its frames are messages, its numbers are those of the wire.

use protocol::act::Act;
use protocol::codec::{Encoding, Message};
use protocol::message::{ClientMsg, RoomEvent, ServerMsg};
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::replica::Replica;
use protocol::side::Side;
use protocol::view::Snapshot;

use crate::golden::kept_json;
use crate::samples;

const DOCUMENT: &str = include_str!("../../PROTOCOL.md");

/// The chapter whose frames are a game of their own and not golden ones.
const GAME: &str = "\n## Your first game in six messages\n";

#[derive(Debug, PartialEq)]
enum Frame {
    Client(ClientMsg),
    Server(ServerMsg),
}

/// A frame with its `ref`.
type Marked = (Frame, Option<u32>);

/// The frames of a part of the document, in order, each with its text.
fn frames(part: &str) -> Vec<(Frame, &str)> {
    let marked = marked_frames(part).into_iter();
    marked.map(|((frame, _), line)| (frame, line)).collect()
}

fn marked_frames(part: &str) -> Vec<(Marked, &str)> {
    let mut blocks: Vec<_> = blocks(part, "json client")
        .chain(blocks(part, "json server"))
        .collect();
    blocks.sort_by_key(|(at, _, _)| *at);
    blocks
        .into_iter()
        .flat_map(|(_, speaker, lines)| lines.lines().map(move |line| (read(speaker, line), line)))
        .collect()
}

fn read(speaker: &str, line: &str) -> Marked {
    let read = match speaker {
        "json client" => ClientMsg::open(Encoding::Json, line.as_bytes())
            .map(|read| (Frame::Client(read.message), read.reference)),
        _ => ServerMsg::open(Encoding::Json, line.as_bytes())
            .map(|read| (Frame::Server(read.message), read.reference)),
    };
    read.unwrap_or_else(|error| panic!("{error}: {line}"))
}

fn encoded((frame, reference): &Marked, encoding: Encoding) -> Vec<u8> {
    match frame {
        Frame::Client(message) => message.encode_with(encoding, *reference),
        Frame::Server(message) => message.encode_with(encoding, *reference),
    }
}

/// Returns the text between the fences of one kind: place, kind, and lines.
fn blocks<'a>(
    part: &'a str,
    kind: &'static str,
) -> impl Iterator<Item = (usize, &'static str, &'a str)> {
    let fence = format!("```{kind}\n");
    let starts: Vec<usize> = part.match_indices(&fence).map(|(at, _)| at).collect();
    starts.into_iter().map(move |at| {
        let inside = &part[at + fence.len()..];
        let end = inside.find("\n```").unwrap();
        (at, kind, &inside[..end])
    })
}

/// The chapter with a game of its own, and the chapters after it.
fn game_and_reference() -> (&'static str, &'static str) {
    let (_, rest) = DOCUMENT.split_once(GAME).unwrap();
    rest.split_once("\n## ").unwrap()
}

#[test]
fn each_encoding_has_its_row_with_its_subprotocol() {
    for (encoding, frames) in [
        (Encoding::Json, "text frames"),
        (Encoding::Bincode, "binary frames"),
    ] {
        let row = format!("\n| `{}` | {frames}", encoding.subprotocol());
        assert!(DOCUMENT.contains(&row), "no row {row:?}");
    }
}

#[test]
fn every_frame_is_a_message_and_is_written_the_same_again() {
    for (frame, line) in marked_frames(DOCUMENT) {
        let again = String::from_utf8(encoded(&frame, Encoding::Json)).unwrap();
        assert_eq!(again, line);
    }
}

#[test]
fn every_frame_after_the_first_game_is_a_golden_one() {
    let mut golden = kept_json("client.txt");
    golden.extend(kept_json("server.txt"));
    let (_, reference) = game_and_reference();
    for (_, line) in frames(reference) {
        assert!(golden.iter().any(|kept| kept == line), "{line}");
    }
}

#[test]
fn every_message_and_every_event_has_its_entry_with_its_number_and_fields() {
    let client_numbers = samples::client_numbers();
    for (_, message) in samples::client() {
        let name = samples::name_of(&message);
        let (_, numbers) = client_numbers
            .iter()
            .find(|(kept, _)| *kept == name)
            .unwrap();
        assert_entry(4, &name, numbers, &json(&message.encode(Encoding::Json)));
    }
    for (_, message) in samples::server() {
        let name = samples::name_of(&message);
        let number = ServerMsg::TYPES
            .iter()
            .position(|kept| *kept == name)
            .unwrap();
        let fields = json(&message.encode(Encoding::Json));
        assert_entry(5, &name, &[number], &fields);
        if let ServerMsg::Event { event, .. } = &message {
            let name = samples::name_of(event);
            let number = RoomEvent::TYPES
                .iter()
                .position(|kept| *kept == name)
                .unwrap();
            assert_entry(6, &name, &[number], &fields["event"]);
        }
    }
}

/// Asserts that a chapter has a row or a section with this name and number, and each of the fields in it.
fn assert_entry(chapter: u8, name: &str, numbers: &[usize], fields: &serde_json::Value) {
    let (_, text) = DOCUMENT.split_once(&format!("\n## {chapter}. ")).unwrap();
    let (text, _) = text.split_once("\n## ").unwrap();
    let numbers: Vec<_> = numbers.iter().map(ToString::to_string).collect();
    let numbers = numbers.join(", ");
    let row = between(text, &format!("\n| {numbers} | `{name}` |"), "\n");
    let section = between(text, &format!("\n### `{name}` ({numbers})\n"), "\n### ");
    let entry = row
        .or(section)
        .unwrap_or_else(|| panic!("chapter {chapter} has no entry of {name} ({numbers})"));
    let fields = fields.as_object().unwrap().keys();
    for field in fields.filter(|field| *field != "type") {
        let in_text = format!("`{field}`: ");
        let in_table = format!("\n| `{field}` | ");
        assert!(
            entry.contains(&in_text) || entry.contains(&in_table),
            "{name}: {field}"
        );
    }
}

/// Returns the text after `start` and before `end`, or before the end of the text.
fn between<'a>(text: &'a str, start: &str, end: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(start)?;
    rest.split(end).next()
}

fn json(frame: &[u8]) -> serde_json::Value {
    serde_json::from_slice(frame).unwrap()
}

#[test]
fn every_refusal_has_its_row_with_its_number_and_fields() {
    for (number, refusal) in Refusal::samples().iter().enumerate() {
        let code = refusal.code();
        let start = format!("\n| {number} | `{code}` |");
        let row = DOCUMENT
            .split_once(&start)
            .and_then(|(_, behind)| behind.lines().next())
            .unwrap_or_else(|| panic!("no row begins with {start}"));
        let message = refusal.to_string();
        let refused = ServerMsg::Refused {
            refusal: refusal.clone(),
            message,
        };
        for field in fields_of(&refused.encode(Encoding::Json)) {
            assert!(row.contains(&format!("`{field}`: ")), "{code}: {field}");
        }
    }
}

/// The names of the fields of the refusal in a frame, but for its code.
fn fields_of(frame: &[u8]) -> Vec<String> {
    let value = json(frame);
    let refusal = value["refusal"].as_object().unwrap();
    refusal
        .keys()
        .filter(|name| *name != "code")
        .cloned()
        .collect()
}

#[test]
fn the_bytes_shown_are_those_of_the_frame_above_them() {
    let mut shown = 0;
    for (at, _, hex) in blocks(DOCUMENT, "hex") {
        let (frame, _) = marked_frames(&DOCUMENT[..at]).pop().unwrap();
        let bytes: Vec<u8> = hex
            .split_whitespace()
            .map(|byte| u8::from_str_radix(byte, 16).unwrap())
            .collect();
        assert_eq!(encoded(&frame, Encoding::Bincode), bytes);
        shown += 1;
    }
    assert_eq!(shown, 3);
}

#[test]
fn the_first_game_is_a_game_in_six_messages() {
    let (chapter, _) = game_and_reference();
    let frames = frames(chapter);
    let mut room: Option<Replica> = None;
    let mut asked = None;
    for (frame, line) in &frames {
        match frame {
            Frame::Client(ClientMsg::Act(Act::Move { revision, square })) => {
                asked = Some((*revision, *square));
            }
            Frame::Server(ServerMsg::Joined { you, snapshot, .. }) => {
                let snapshot = Snapshot::clone(snapshot);
                room = Some(Replica::new(*you, snapshot, Millis::ZERO).unwrap());
            }
            Frame::Server(ServerMsg::Event { seq, event, .. }) => {
                let room = room.as_mut().unwrap();
                assert_eq!(room.apply(Millis::ZERO, *seq, event), Ok(()), "{line}");
                match event {
                    // Hers is the first side: every ply of it was asked for.
                    RoomEvent::Moved {
                        side: Side::First,
                        made,
                        revision,
                        ..
                    } => {
                        let (meant, square) = asked.take().unwrap();
                        assert_eq!((meant.next(), square), (*revision, made.square), "{line}");
                    }
                    RoomEvent::Over { outcome, .. } => {
                        let ending = room.game().ending().unwrap();
                        assert_eq!(outcome.winner, ending.winner());
                        assert_eq!(outcome.line, ending.line());
                    }
                    _ => {}
                }
            }
            Frame::Server(ServerMsg::Refused { refusal, message }) => {
                assert_eq!(&refusal.to_string(), message);
                let (yours, _) = asked.take().unwrap();
                let current = room.as_ref().unwrap().revision();
                assert_eq!(*refusal, Refusal::Stale { yours, current });
            }
            Frame::Client(_) | Frame::Server(_) => {}
        }
    }
    assert!(room.unwrap().outcome().is_some(), "the game does not end");
    assert!(matches!(
        frames[0].0,
        Frame::Client(ClientMsg::Hello { .. })
    ));
    let messages = frames
        .iter()
        .filter(|(frame, _)| matches!(frame, Frame::Client(_)));
    assert_eq!(messages.count(), 6);
}
