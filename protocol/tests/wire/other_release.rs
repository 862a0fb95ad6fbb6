//! Frames of a server of a later release are read as far as they are known here.

use protocol::codec::{Encoding, Message};
use protocol::message::ServerMsg;
use serde_json::{Value, json};

use crate::samples;

fn frames() -> impl Iterator<Item = String> {
    samples::server().into_iter().map(|(_, message)| {
        let frame = message.encode(Encoding::Json);
        String::from_utf8(frame).unwrap()
    })
}

#[test]
fn a_room_of_a_variant_of_a_later_release_is_read() {
    for kind in ["\"type\":\"joined\"", "\"type\":\"watching\""] {
        let frame = frames().find(|frame| frame.contains(kind)).unwrap();
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
    for frame in frames() {
        let mut later: Value = serde_json::from_str(&frame).unwrap();
        add_fields(&mut later);
        let read = ServerMsg::decode(Encoding::Json, later.to_string().as_bytes());
        let known = ServerMsg::decode(Encoding::Json, frame.as_bytes());
        assert_eq!(read.unwrap(), known.unwrap(), "{frame}");
    }
}
