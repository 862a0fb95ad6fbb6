//! The JSON Schema and the TypeScript of the messages: written from the types as they are, and true of every
//! golden frame. `UPDATE_EXPECT=1 cargo test -p protocol --features schema --test schema` writes both files again.

mod generate;
mod typescript;
mod validator;

use std::path::Path;
use std::str::FromStr;

use protocol::id::{PlayerId, RoomId, Seed, Token};
use protocol::message::{ClientMsg, RoomEvent, ServerMsg};
use protocol::refusal::Refusal;
use protocol::rules::Variant;
use protocol::spec::{BotSpec, ClockSpec};
use protocol::square::Square;
use protocol::text::{ChatText, Name};
use serde_json::{Value, json};

use crate::generate::json_schema;
use crate::typescript::typescript;
use crate::validator::validate;

fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn kept(path: &Path) -> String {
    let text = std::fs::read_to_string(path);
    // A checkout on Windows may have turned the line ends.
    text.unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()))
        .replace("\r\n", "\n")
}

/// The golden frames of a file, with their names.
fn golden(file: &str) -> Vec<(String, Value)> {
    let text = kept(&folder().join("../tests/data/wire").join(file));
    let (_, samples) = text.split_once("\n\n").unwrap();
    let samples = samples.split("\n\n").map(|sample| {
        let mut lines = sample.lines();
        let name = lines.next().unwrap().to_owned();
        (name, serde_json::from_str(lines.next().unwrap()).unwrap())
    });
    samples.collect()
}

fn client(schema: &Value, frame: &Value) -> Result<(), String> {
    validate(schema, &schema["$defs"]["ClientMessage"], frame)
}

fn server(schema: &Value, frame: &Value) -> Result<(), String> {
    validate(schema, &schema["$defs"]["ServerMessage"], frame)
}

#[test]
fn the_files_are_those_of_the_types() {
    let schema = json_schema();
    for (file, expected) in [
        ("schema.json", format!("{schema:#}\n")),
        ("protocol.d.ts", typescript(&schema)),
    ] {
        let file = folder().join(file);
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(&file, &expected).unwrap();
        }
        assert!(
            kept(&file) == expected,
            "{} is not that of the types; run this test with UPDATE_EXPECT=1",
            file.display()
        );
    }
}

#[test]
fn every_golden_frame_is_valid() {
    let schema = json_schema();
    for (name, frame) in golden("client.txt") {
        assert_eq!(client(&schema, &frame), Ok(()), "{name}");
        assert_eq!(validate(&schema, &schema, &frame), Ok(()), "{name}");
    }
    for (name, frame) in golden("server.txt") {
        assert_eq!(server(&schema, &frame), Ok(()), "{name}");
        assert_eq!(validate(&schema, &schema, &frame), Ok(()), "{name}");
    }
}

#[test]
fn a_frame_without_a_field_that_is_always_there_is_not_valid() {
    let schema = json_schema();
    let check = |frames: Vec<(String, Value)>, definition: &str| {
        for (name, frame) in frames {
            let kind = &frame["type"];
            let choices = schema["$defs"][definition]["oneOf"].as_array().unwrap();
            let choice = choices
                .iter()
                .find(|choice| choice["properties"]["type"]["const"] == *kind);
            for field in choice.unwrap()["required"].as_array().unwrap() {
                let mut less = frame.clone();
                less.as_object_mut()
                    .unwrap()
                    .remove(field.as_str().unwrap());
                let result = validate(&schema, &schema["$defs"][definition], &less);
                assert!(result.is_err(), "{name} without {field}");
            }
        }
    };
    check(golden("client.txt"), "ClientMessage");
    check(golden("server.txt"), "ServerMessage");
}

#[test]
fn a_field_with_a_value_that_it_cannot_have_is_not_valid() {
    let schema = json_schema();
    let (clients, servers) = (golden("client.txt"), golden("server.txt"));
    for (name, place, wrong) in [
        ("hello", "/type", json!("hallo")),
        ("hello", "/protocol", json!("3")),
        ("hello", "/protocol", json!(65536)),
        ("hello", "/key", json!("0011")),
        ("open", "/spec/pace", json!(60_001)),
        ("open", "/spec/pace", json!(0.5)),
        ("open", "/spec/variant", json!("chess")),
        ("open", "/spec/colour", json!("red")),
        ("open", "/seats/first/type", json!("somebody")),
        ("open", "/seats/third", json!({ "type": "open" })),
        ("open.custom", "/spec/clock", json!("5")),
        ("open.custom", "/spec/think_time", json!(9)),
        ("open.custom", "/spec/seed", json!(42)),
        ("open.custom", "/seats/first/bot", json!("Negamax")),
        ("join.player", "/room", json!("K7QM2O")),
        ("join.player", "/role/token", json!("00")),
        ("quick", "/own_rooms", json!([7])),
        ("move", "/square", json!("u1")),
        ("move", "/revision", json!(-1)),
        ("move.ref", "/ref", json!(4_294_967_296_u64)),
        ("ping", "/room", json!("K7QM2X")),
    ] {
        let frame = changed(&clients, name, place, &wrong);
        assert!(client(&schema, &frame).is_err(), "{name}: {frame}");
    }
    for (name, place, wrong) in [
        ("welcome", "/player", json!(7)),
        ("welcome", "/name", json!("")),
        ("welcome", "/name", json!("x".repeat(21))),
        ("welcome", "/bots/0/depths", json!([1])),
        ("welcome", "/bots/0/depths", json!([1, 100])),
        ("welcome", "/bots/0/depths", json!([1, 2, 3])),
        ("lobby", "/players", json!(vec!["Ana"; 201])),
        ("joined.player", "/you", json!("third")),
        ("joined.player", "/snapshot/seq", json!(null)),
        ("joined.player", "/snapshot/grace", json!(1_u64 << 53)),
        ("joined.player", "/snapshot/searches/0/nodes", json!(48211)),
        ("joined.player", "/snapshot/searches/0/score", json!("1.5")),
    ] {
        let frame = changed(&servers, name, place, &wrong);
        assert!(server(&schema, &frame).is_err(), "{name}: {frame}");
    }
}

#[test]
fn what_later_releases_may_add_is_valid() {
    let schema = json_schema();
    let (clients, servers) = (golden("client.txt"), golden("server.txt"));
    let hello = changed(&clients, "hello", "/language", &json!("es"));
    assert_eq!(client(&schema, &hello), Ok(()));
    for (name, place, added) in [
        ("pong", "/load", json!(3)),
        ("joined.player", "/snapshot/spec/colour", json!("red")),
        ("welcome", "/variants", json!(["hex-11"])),
    ] {
        let frame = changed(&servers, name, place, &added);
        assert_eq!(server(&schema, &frame), Ok(()), "{name}");
    }
    let reason = &schema["$defs"]["Reason"];
    assert_eq!(validate(&schema, reason, &json!("act_of_god")), Ok(()));
}

/// The frame of this name with `value` at `place`, new there or not.
fn changed(frames: &[(String, Value)], name: &str, place: &str, value: &Value) -> Value {
    let (_, frame) = frames.iter().find(|(other, _)| other == name).unwrap();
    let mut frame = frame.clone();
    let (parent, field) = place.rsplit_once('/').unwrap();
    frame.pointer_mut(parent).unwrap()[field] = value.clone();
    frame
}

#[test]
fn the_schema_has_every_message_event_and_refusal() {
    let schema = json_schema();
    for (definition, tag, names) in [
        ("ClientMessage", "type", ClientMsg::TYPES),
        ("ServerMessage", "type", ServerMsg::TYPES),
        ("RoomEvent", "type", RoomEvent::TYPES),
        ("Refusal", "code", Refusal::CODES),
    ] {
        let choices = schema["$defs"][definition]["oneOf"].as_array().unwrap();
        let found: Vec<_> = choices
            .iter()
            .map(|choice| choice["properties"][tag]["const"].as_str().unwrap())
            .collect();
        assert_eq!(found, names);
    }
}

#[test]
fn every_number_has_its_bounds() {
    fn check(schema: &Value) {
        if schema["type"] == "integer" {
            assert!(schema["minimum"].is_number(), "{schema}");
            assert!(schema["maximum"].is_number(), "{schema}");
        }
        match schema {
            Value::Object(fields) => fields.values().for_each(check),
            Value::Array(items) => items.iter().for_each(check),
            _ => {}
        }
    }
    check(&json_schema());
}

#[test]
fn a_text_is_valid_where_its_type_reads_it() {
    let schema = json_schema();
    agree::<RoomId>(
        &schema,
        "RoomId",
        "K7QM2X k7qm2x K7QM2 K7QM2XX K7QM2O K7QM21",
    );
    agree::<PlayerId>(&schema, "PlayerId", "0 7 18446744073709551615 -1 1.5 x");
    agree::<Seed>(&schema, "Seed", "0 42 18446744073709551615 -1 1e3 x");
    agree::<Token>(
        &schema,
        "Token",
        "00112233445566778899aabbccddeeff 00112233445566778899AABBCCDDEEFF \
         00112233445566778899aabbccddeef 00112233445566778899aabbccddeefff \
         0011223344556677-899aabbccddeeff",
    );
    agree::<Square>(
        &schema,
        "Square",
        "a1 h8 t20 t9 a10 a19 u1 a0 a21 h08 h 8 hh h8x",
    );
    agree::<BotSpec>(
        &schema,
        "BotSpec",
        "random negamax:6 a-b:99 abcdefghijklmnopqrstuvwx abcdefghijklmnopqrstuvwxy \
         negamax:0 negamax:100 negamax: :3 Negamax a_b",
    );
    agree::<ClockSpec>(
        &schema,
        "ClockSpec",
        "5m+3s 90s 1h+30s 1500ms 90s+0s 5 m 5m+ 5m+3 5d +3s 5m+3s+1s",
    );
    agree::<Variant>(
        &schema,
        "Variant",
        "custom:9x7x5:falls custom:20x20x10:free custom:3x3x3:free custom:19x19x5:exact custom:2x7x3:falls \
         custom:21x7x3:falls custom:9x7x11:free custom:9x7:free custom:9x7x5 custom chess gomoku:9x9x5:free",
    );
    for variant in Variant::fixed() {
        agree::<Variant>(&schema, "Variant", &variant.to_string());
    }
    for text in ["", "x"] {
        agree_on::<Name>(&schema, "Name", text);
        agree_on::<ChatText>(&schema, "ChatText", text);
    }
    for (length, letter) in [(20, "ñ"), (21, "ñ")] {
        agree_on::<Name>(&schema, "Name", &letter.repeat(length));
    }
    for (length, letter) in [(200, "ñ"), (201, "ñ")] {
        agree_on::<ChatText>(&schema, "ChatText", &letter.repeat(length));
    }
}

fn agree<T: FromStr>(schema: &Value, definition: &str, texts: &str) {
    for text in texts.split_whitespace() {
        agree_on::<T>(schema, definition, text);
    }
}

fn agree_on<T: FromStr>(schema: &Value, definition: &str, text: &str) {
    let valid = validate(schema, &schema["$defs"][definition], &json!(text));
    assert_eq!(
        valid.is_ok(),
        text.parse::<T>().is_ok(),
        "{definition}: {text:?}"
    );
}
