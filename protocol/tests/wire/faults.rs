//! Faults of frames are told in the words of `PROTOCOL.md`, whatever is wrong with them.

use std::collections::BTreeSet;

use protocol::act::Act;
use protocol::codec::{DecodeError, Encoding, Message};
use protocol::message::{ClientMsg, ServerMsg};
use protocol::spec::GameSpec;
use serde_json::{Value, json};

use crate::samples::{self, Named};

/// Words of the libraries that read frames, and names of types of Rust.
const FOREIGN: &[&str] = &[
    "variant identifier",
    "variant index",
    "tagged enum",
    "struct",
    "sequence",
    "map",
    "tuple",
    "floating point",
    "integer",
    "boolean",
    "a string",
    "u64",
    "unit",
    ", expected",
    "invalid",
    "missing field",
    "`",
    "::",
    "(",
    "{",
];

/// Looks at all but the texts of the frame that `problem` quotes.
fn is_in_words(problem: &str) -> bool {
    let said: String = problem.split('"').step_by(2).collect();
    !FOREIGN.iter().any(|word| said.contains(word))
}

/// One value of every kind, and words and objects that are nowhere right.
fn wrong_values() -> Vec<Value> {
    let mut values = vec![
        Value::Null,
        json!(true),
        json!(-1),
        json!(0.5),
        json!(1e300),
        json!(99_999_999_999_999_999_u64),
        json!("zzz"),
        json!(""),
        json!([]),
        json!([1, 2, 3]),
        json!({}),
        json!({ "a": 1 }),
    ];
    values.extend([json!("zzz"), json!(1), Value::Null].map(|kind| json!({ "type": kind })));
    values
}

/// The paths of everything in `value`.
fn paths(value: &Value, path: &str, found: &mut Vec<String>) {
    let mut visit = |name: &str, value: &Value| {
        let path = format!("{path}/{name}");
        paths(value, &path, found);
        found.push(path);
    };
    match value {
        Value::Object(fields) => fields.iter().for_each(|(name, value)| visit(name, value)),
        Value::Array(items) => {
            let items = items.iter().enumerate();
            items.for_each(|(at, value)| visit(&at.to_string(), value));
        }
        _ => {}
    }
}

/// The faults told of every sample with each of its values replaced by each wrong one, and taken out.
fn problems<M: Message>(samples: Vec<Named<M>>) -> BTreeSet<String> {
    let mut problems = BTreeSet::new();
    let mut read = |value: &Value| match M::decode(Encoding::Json, value.to_string().as_bytes()) {
        Err(DecodeError::Malformed(problem)) => _ = problems.insert(problem),
        Err(DecodeError::UnknownField(_) | DecodeError::UnknownType(_)) | Ok(_) => {}
        Err(other) => panic!("{other}"),
    };
    for (_, message) in samples {
        let good: Value = serde_json::from_slice(&message.encode(Encoding::Json)).unwrap();
        let mut found = Vec::new();
        paths(&good, "", &mut found);
        for path in found {
            for wrong in wrong_values() {
                let mut bad = good.clone();
                *bad.pointer_mut(&path).unwrap() = wrong;
                read(&bad);
            }
            let mut bad = good.clone();
            let (parent, name) = path.rsplit_once('/').unwrap();
            if let Some(Value::Object(fields)) = bad.pointer_mut(parent) {
                fields.remove(name);
                read(&bad);
            }
        }
    }
    problems
}

#[test]
fn a_frame_with_any_value_replaced_by_any_other_is_read_or_refused_in_one_line() {
    let found: BTreeSet<_> = problems(samples::client())
        .into_iter()
        .chain(problems(samples::server()))
        .collect();
    assert!(found.len() > 200, "{}", found.len());
    let is_long = |problem: &&String| problem.len() > 1200 || problem.contains('\n');
    let long: Vec<_> = found.iter().filter(is_long).collect();
    assert!(long.is_empty(), "{long:#?}");
    for frame in [
        "",
        "{",
        "[1,",
        "nul",
        "{\"type\":\"ping\"} x",
        "{\"type\":\"\\ud800\"}",
    ] {
        let problem = ClientMsg::decode(Encoding::Json, frame.as_bytes()).unwrap_err();
        assert!(is_in_words(&problem.to_string()), "{frame}: {problem}");
    }
}

#[test]
fn what_only_bots_need_may_be_left_out() {
    let open = r#"{"type":"open","spec":{"variant":"gomoku","listed":true,"takebacks":true,"spectators":true},
        "seats":{"first":{"type":"me"},"second":{"type":"open"}},"shuffle":false}"#;
    let read = ClientMsg::decode(Encoding::Json, open.as_bytes()).expect("it is whole");
    let ClientMsg::Open { spec, .. } = read else {
        panic!("{read:?}");
    };
    assert_eq!(spec, GameSpec::new("gomoku".parse().expect("a variant")));
}

#[test]
fn a_fault_is_told_with_its_path() {
    let seats = r#""seats":{"first":{"type":"me"},"second":{"type":"open"}},"shuffle":false"#;
    let spec = r#""variant":"gomoku","listed":true,"takebacks":true,"spectators":true,"repeat":0"#;
    let open = |spec: &str, seats: &str| format!(r#"{{"type":"open","spec":{{{spec}}},{seats}}}"#);
    let with = |more: &str| open(&format!("{spec},{more}"), seats);
    let seat = |seat: &str| {
        open(
            &format!("{spec},\"pace\":700"),
            &seats.replace(r#"{"type":"me"}"#, seat),
        )
    };
    let join = |role: &str| format!(r#"{{"type":"join","room":"K7QM2X","role":{role}}}"#);
    for (frame, problem) in [
        (
            with(r#""pace":"700""#),
            r#"spec.pace: invalid type: string "700", expected u64"#,
        ),
        (
            with(r#""pace":60001"#),
            "spec.pace: the pace must be 0 to 60000, not 60001",
        ),
        (
            open(r#""listed":true"#, seats),
            "spec: missing field `variant`",
        ),
        (
            seat(r#"{"type":"bot","bot":{}}"#),
            "seats.first.bot: invalid type: map, expected a string",
        ),
        (
            seat(r#"{"type":"us"}"#),
            "seats.first: unknown variant `us`, expected one of `me`, `open`, `bot`",
        ),
        (
            seat(r#"["me"]"#),
            "seats.first must be an object, not an array",
        ),
        (
            seat("7"),
            "seats.first: invalid type: integer `7`, expected internally tagged enum SeatSpec",
        ),
        (join("{}"), "role: missing field `type`"),
        // Serde would take the number of a variant for its name, and an array for an object.
        (
            join(r#"{"type":1}"#),
            "role.type must be text, not a number",
        ),
        (join("[]"), "role: missing field `type`"),
        (
            join(r#"{"type":"seat","token":"7"}"#),
            "role.token: a token is 32 hexadecimal digits",
        ),
        (
            r#"{"type":"quick","variant":"gomoku","clock":null,"own_rooms":["K7QM2X",7]}"#
                .to_owned(),
            "own_rooms.1: invalid type: integer `7`, expected a string",
        ),
    ] {
        let error = ClientMsg::decode(Encoding::Json, frame.as_bytes());
        let expected = Err(DecodeError::Malformed(problem.to_owned()));
        assert_eq!(error, expected, "{frame}");
    }
}

#[test]
fn of_a_field_that_stands_twice_the_last_counts() {
    for (frame, locked) in [
        (r#"{"type":"lock","locked":"no","locked":true}"#, Some(true)),
        (r#"{"type":"lock","locked":true,"locked":"no"}"#, None),
    ] {
        let read = ClientMsg::decode(Encoding::Json, frame.as_bytes()).ok();
        let expected = locked.map(|locked| ClientMsg::Lock { locked });
        assert_eq!(read, expected, "{frame}");
    }
}

#[test]
fn every_fault_of_bincode_is_told_in_the_words_of_the_document() {
    fn faults<M: Message>(samples: Vec<Named<M>>, found: &mut BTreeSet<String>) {
        for (_, message) in samples {
            let good = message.encode(Encoding::Bincode);
            let mut read = |bad: &[u8]| {
                if let Err(error) = M::decode(Encoding::Bincode, bad) {
                    found.insert(error.to_string());
                }
            };
            for at in 0..good.len() {
                read(&good[..at]);
                for byte in [0, 2, 99, 250, 251, 252, 253, 254, 255] {
                    let mut bad = good.clone();
                    bad[at] = byte;
                    read(&bad);
                }
            }
        }
    }
    let mut found = BTreeSet::new();
    faults(samples::client(), &mut found);
    faults(samples::server(), &mut found);
    assert!(found.len() > 20, "{found:#?}");
    found.retain(|problem| !is_in_words(problem));
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn a_fault_of_bincode_is_told_by_its_kind() {
    for (frame, problem) in [
        (&[0][..], "the frame ends before its message does"),
        (
            &[0, 250],
            "no message or kind that can stand there has the number 250",
        ),
    ] {
        let error = ServerMsg::decode(Encoding::Bincode, frame).unwrap_err();
        assert_eq!(error.to_string(), problem);
    }
    // The revision of a move as 64 bits.
    let frame = [0, 7, 0, 253, 1, 0, 0, 0, 0, 0, 0, 0];
    let error = ClientMsg::decode(Encoding::Bincode, &frame).unwrap_err();
    assert_eq!(error.to_string(), "a number has more bits than its type");
    // The `accept` of an answer, the text of a line, the square of a move.
    for (name, bytes, problem) in [
        ("answer_draw", &[2][..], "a bool is 0 or 1, not 2"),
        ("chat", b"\x02\xc3\x28", "a text is no UTF-8"),
        (
            "move",
            b"\x02z1",
            "\"z1\" is no square; write a letter and a row, a1 to t20, such as h8",
        ),
    ] {
        let (_, message) = samples::client()
            .into_iter()
            .find(|(known, _)| known == name)
            .expect("a sample");
        let mut frame = message.encode(Encoding::Bincode);
        let tail = match &message {
            ClientMsg::Chat { text } => 1 + text.len(),
            ClientMsg::Act(Act::Move { .. }) => 3,
            _ => 1,
        };
        frame.truncate(frame.len() - tail);
        frame.extend(bytes);
        let error = ClientMsg::decode(Encoding::Bincode, &frame).unwrap_err();
        assert_eq!(error, DecodeError::Malformed(problem.to_owned()), "{name}");
    }
    let text = "x".to_owned();
    let mut long = ClientMsg::Chat { text }.encode(Encoding::Bincode);
    // The length of the text, in two bytes.
    long.splice(long.len() - 2..long.len() - 1, [251, 255, 255]);
    let error = ClientMsg::decode(Encoding::Bincode, &long).unwrap_err();
    let problem = "a length is greater than that of any message";
    assert_eq!(error.to_string(), problem);
}

/// Found by fuzzing: an error of a binary frame repeated all of a text, five times as long.
#[test]
fn an_error_repeats_only_the_beginning_of_a_long_text() {
    let room = "\u{1}".repeat(600);
    let json = json!({ "type": "room_info", "room": room }).to_string();
    let number = 14;
    let mut binary = vec![0, number, 251];
    binary.extend(600_u16.to_le_bytes());
    binary.extend(room.as_bytes());
    for (encoding, frame) in [
        (Encoding::Json, json.as_bytes()),
        (Encoding::Bincode, &binary),
    ] {
        let problem = ClientMsg::open(encoding, frame).unwrap_err().to_string();
        assert!(problem.contains(r"\u{1}\u{1}"), "{problem}");
        assert!(problem.len() < 400, "{problem}");
    }
}
