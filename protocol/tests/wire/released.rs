//! The JSON frames of earlier releases: whatever was added since, they are read, and nothing of them is lost.
//!
//! A file is written once, when a release is made, and never again.

use protocol::codec::{Encoding, Message};
use protocol::message::{ClientMsg, ServerMsg};
use serde_json::{Value, json};

/// The frames of minor 0 of protocol 3: those of clients, an empty line, those of the server.
const RELEASE_3_0: &str = include_str!("../../../tests/data/wire/released_3_0.txt");

fn client_frames() -> impl Iterator<Item = &'static str> {
    RELEASE_3_0.lines().take_while(|line| !line.is_empty())
}

fn server_frames() -> impl Iterator<Item = &'static str> {
    let behind = RELEASE_3_0.lines().skip_while(|line| !line.is_empty());
    behind.skip(1)
}

fn value(frame: &[u8]) -> Value {
    serde_json::from_slice(frame).unwrap()
}

/// Checks that every field of `old` is in `new` with the same value. Fields may have been added.
fn assert_kept(place: &str, old: &Value, new: &Value) {
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => {
            for (name, old) in old {
                let new = new.get(name).unwrap_or(&Value::Null);
                assert_kept(&format!("{place}.{name}"), old, new);
            }
        }
        (Value::Array(old), Value::Array(new)) => {
            assert_eq!(old.len(), new.len(), "{place}");
            for (old, new) in old.iter().zip(new) {
                assert_kept(place, old, new);
            }
        }
        _ => assert_eq!(old, new, "{place}"),
    }
}

fn assert_reads<M: Message>(frame: &str) {
    let read = M::open(Encoding::Json, frame.as_bytes());
    let read = read.unwrap_or_else(|error| panic!("{error}: {frame}"));
    let again = read.message.encode_with(Encoding::Json, read.reference);
    assert_kept(frame, &value(frame.as_bytes()), &value(&again));
}

#[test]
fn a_client_of_an_earlier_release_is_understood() {
    assert!(client_frames().count() > 40);
    client_frames().for_each(assert_reads::<ClientMsg>);
}

#[test]
fn a_server_of_an_earlier_release_is_understood() {
    assert!(server_frames().count() > 100);
    server_frames().for_each(assert_reads::<ServerMsg>);
}

#[test]
fn a_room_of_a_variant_of_a_later_release_is_read() {
    for kind in ["\"type\":\"joined\"", "\"type\":\"watching\""] {
        let frame = server_frames().find(|frame| frame.contains(kind)).unwrap();
        let later = frame.replace("connect-four", "hex-11");
        let read = ServerMsg::decode(Encoding::Json, later.as_bytes());
        let (ServerMsg::Joined { snapshot, .. } | ServerMsg::Watching { snapshot }) = read.unwrap()
        else {
            panic!("{later}");
        };
        assert_eq!(snapshot.spec.variant.to_string(), "hex-11");
    }
}

/// Adds a field that is not known to every object of a frame.
fn add_fields(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.values_mut().for_each(add_fields);
            fields.insert("added".to_owned(), json!({ "later": [1] }));
        }
        Value::Array(items) => items.iter_mut().for_each(add_fields),
        _ => {}
    }
}

#[test]
fn a_server_of_a_later_release_is_understood_but_for_what_is_new() {
    for frame in server_frames() {
        let mut later = value(frame.as_bytes());
        add_fields(&mut later);
        let read = ServerMsg::decode(Encoding::Json, later.to_string().as_bytes());
        let known = ServerMsg::decode(Encoding::Json, frame.as_bytes());
        assert_eq!(read.unwrap(), known.unwrap(), "{frame}");
    }
}
