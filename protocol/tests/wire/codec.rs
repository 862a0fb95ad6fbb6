//! Round trips of both encodings, and refusals of frames that are no messages.

use std::collections::BTreeSet;
use std::fmt::Debug;

use protocol::act::Act;
use protocol::codec::{BadFrame, DecodeError, Encoding, Envelope, Message};
use protocol::message::{ClientMsg, RoomEvent, ServerMsg};
use protocol::refusal::Refusal;
use serde::Serialize;
use serde_json::{Value, json};

use crate::samples::{self, Named, name_of};

#[test]
fn every_kind_of_message_has_a_sample() {
    fn complete<T: Serialize>(names: &[&str], samples: &[(impl AsRef<str>, T)]) {
        let found: BTreeSet<_> = samples.iter().map(|(_, sample)| name_of(sample)).collect();
        let expected = names.iter().map(ToString::to_string);
        assert_eq!(expected.collect::<BTreeSet<_>>(), found);
    }
    complete(ClientMsg::TYPES, &samples::client());
    complete(ServerMsg::TYPES, &samples::server());
    complete(RoomEvent::TYPES, &samples::room_events());
}

#[test]
fn every_message_comes_back_as_it_went() {
    for (name, message) in samples::client() {
        comes_back(&name, &message);
    }
    for (name, message) in samples::server() {
        comes_back(&name, &message);
    }
}

fn comes_back<M: Message + PartialEq + Debug>(name: &str, message: &M) {
    for encoding in Encoding::ALL {
        let frame = message.encode(encoding);
        let back = M::decode(encoding, &frame);
        assert_eq!(&back.unwrap(), message, "{name} as {encoding:?}");
    }
}

/// The bytes behind the `ref` are the numbers that `PROTOCOL.md` gives.
#[test]
fn the_numbers_of_messages_are_their_order() {
    let number_of = |names: &[&str], name: &str| {
        let number = names.iter().position(|known| *known == name).unwrap();
        u8::try_from(number).unwrap()
    };
    let client_numbers = samples::client_numbers();
    for (_, message) in samples::client() {
        let frame = message.encode(Encoding::Bincode);
        let name = name_of(&message);
        let (_, numbers) = client_numbers
            .iter()
            .find(|(known, _)| *known == name)
            .unwrap();
        let written = frame[1..].iter().map(|&byte| usize::from(byte));
        assert!(
            written.take(numbers.len()).eq(numbers.iter().copied()),
            "{name}"
        );
    }
    for (_, message) in samples::server() {
        let frame = message.encode(Encoding::Bincode);
        assert_eq!(frame[1], number_of(ServerMsg::TYPES, &name_of(&message)));
        match &message {
            ServerMsg::Refused { refusal, .. } => {
                assert_eq!(frame[2], number_of(Refusal::CODES, refusal.code()));
            }
            // Between the two are the room, 7 bytes, and `seq`, one byte here.
            ServerMsg::Event { event, .. } => {
                assert_eq!(frame[10], number_of(RoomEvent::TYPES, &name_of(event)));
            }
            _ => {}
        }
    }
}

/// The number behind the last name is that of no message: none is missing in the lists of names.
#[test]
fn every_message_has_its_name_in_the_list_of_its_kind() {
    let clients = ClientMsg::TYPES.len() + 1 - Act::TYPES.len();
    let act = samples::client_numbers()
        .into_iter()
        .find(|(name, _)| *name == Act::TYPES[0]);
    let act = act.unwrap().1[0];
    let event = [&[8, 6][..], b"K7QM2X", &[12]].concat();
    for (head, number) in [(vec![], clients), (vec![act], Act::TYPES.len())] {
        let numbers = head.into_iter().chain([number]).map(|number| number as u8);
        let frame: Vec<u8> = [0].into_iter().chain(numbers).collect();
        let error = ClientMsg::decode(Encoding::Bincode, &frame).unwrap_err();
        assert_is_unknown(&error, number);
    }
    for (head, number) in [
        (vec![], ServerMsg::TYPES.len()),
        (event, RoomEvent::TYPES.len()),
    ] {
        let frame = [&[0][..], &head, &[number as u8]].concat();
        let error = ServerMsg::decode(Encoding::Bincode, &frame).unwrap_err();
        assert_is_unknown(&error, number);
    }
}

fn assert_is_unknown(error: &DecodeError, number: usize) {
    let problem = format!("no message or kind that can stand there has the number {number}");
    assert_eq!(error.to_string(), problem);
}

/// Programs of any age must understand these two, so not a byte of them may ever change.
#[test]
fn the_layout_of_hello_and_of_the_refusal_of_a_version_never_changes() {
    let hello = ClientMsg::Hello {
        protocol: 513,
        software: "x 1".to_owned(),
        name: Some("Ana".to_owned()),
        key: None,
        heartbeat: true,
    };
    assert_eq!(
        hello.encode(Encoding::Bincode),
        b"\x00\x00\xfb\x01\x02\x03x 1\x01\x03Ana\x00\x01"
    );
    assert_eq!(
        hello.encode(Encoding::Json),
        br#"{"type":"hello","protocol":513,"software":"x 1","name":"Ana","key":null,"heartbeat":true}"#
    );
    let refused = ServerMsg::Refused {
        refusal: Refusal::Version {
            yours: 513,
            oldest: 1,
            newest: 2,
        },
        message: "no".to_owned(),
    };
    assert_eq!(
        refused.encode(Encoding::Bincode),
        b"\x00\x00\x00\xfb\x01\x02\x01\x02\x02no"
    );
    assert_eq!(
        refused.encode(Encoding::Json),
        br#"{"type":"refused","refusal":{"code":"version","yours":513,"oldest":1,"newest":2},"message":"no"}"#
    );
}

#[test]
fn what_follows_a_message_is_refused() {
    let mut frame = ClientMsg::from(Act::Resign).encode(Encoding::Bincode);
    frame.push(0);
    assert!(matches!(
        ClientMsg::decode(Encoding::Bincode, &frame),
        Err(DecodeError::Trailing { extra: 1 })
    ));
    for (tail, accepted) in [("x", false), ("{}", false), (" \n", true)] {
        let mut frame = ClientMsg::from(Act::Resign).encode(Encoding::Json);
        frame.extend_from_slice(tail.as_bytes());
        let message = ClientMsg::decode(Encoding::Json, &frame);
        assert_eq!(message.is_ok(), accepted, "{tail:?}");
    }
}

#[test]
fn a_message_that_ends_too_soon_is_refused() {
    for (name, message) in samples::server() {
        for encoding in Encoding::ALL {
            let frame = message.encode(encoding);
            for end in 0..frame.len() {
                let cut = ServerMsg::decode(encoding, &frame[..end]);
                assert!(cut.is_err(), "{name} as {encoding:?} cut at {end}");
            }
        }
    }
}

/// The hello of a client of a later release has fields that are not known here.
#[test]
fn in_a_hello_fields_may_be_missing_or_unknown() {
    let frame = br#"{"type":"hello","software":"x 1","protocol":1,"colour":"blue"}"#;
    let expected = ClientMsg::Hello {
        protocol: 1,
        software: "x 1".to_owned(),
        name: None,
        key: None,
        heartbeat: false,
    };
    assert_eq!(ClientMsg::decode(Encoding::Json, frame).unwrap(), expected);
}

/// A misspelt `clock` must not open a game without one.
#[test]
fn a_field_that_a_message_of_a_client_does_not_have_is_refused_by_its_name() {
    for (sample, part, misspelt, field) in [
        ("open.custom", "\"clock\"", "\"clokc\"", "spec.clokc"),
        (
            "open.custom",
            "\"shuffle\"",
            "\"colour\":1,\"shuffle\"",
            "colour",
        ),
        (
            "open.custom",
            "\"bot\":",
            "\"level\":1,\"bot\":",
            "seats.first.level",
        ),
        (
            "join.seat",
            "\"token\"",
            "\"key\":\"x\",\"token\"",
            "role.key",
        ),
        ("resign", "}", ",\"why\":null}", "why"),
    ] {
        let (_, message) = named(samples::client(), sample);
        let frame = String::from_utf8(message.encode(Encoding::Json)).unwrap();
        let frame = frame.replace(part, misspelt);
        let error = ClientMsg::decode(Encoding::Json, frame.as_bytes());
        assert_eq!(
            error,
            Err(DecodeError::UnknownField(field.to_owned())),
            "{frame}"
        );
    }
}

/// The server's messages grow within a version: a client must bear what it does not know.
#[test]
fn a_client_passes_over_fields_that_it_does_not_know() {
    for (name, message) in samples::server() {
        let mut frame = serde_json::to_value(&message).unwrap();
        add_fields(&mut frame);
        let read = ServerMsg::decode(Encoding::Json, frame.to_string().as_bytes());
        assert_eq!(read, Ok(message), "{name}");
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
fn a_client_is_told_of_a_type_that_it_does_not_know() {
    let frame = br#"{"type":"fanfare","ref":7,"tune":[1,2]}"#;
    let expected = BadFrame {
        reference: Some(7),
        error: DecodeError::UnknownType("fanfare".to_owned()),
    };
    assert_eq!(ServerMsg::open(Encoding::Json, frame), Err(expected));
}

#[test]
fn a_client_reads_words_that_it_does_not_know_as_themselves() {
    for (sample, known, later) in [
        ("refused.stale", "stale", "too_clever"),
        ("event.over.agreement", "agreement", "adjudication"),
        ("joined.player", "connect-four", "hex-11"),
        ("watching", "connect-four", "hex-11"),
        ("lobby", "connect-four", "hex-11"),
        ("welcome", "connect-four", "hex-11"),
    ] {
        let (_, message) = named(samples::server(), sample);
        let frame = String::from_utf8(message.encode(Encoding::Json)).unwrap();
        let [known, later] = [known, later].map(|word| format!("\"{word}\""));
        let frame = frame.replace(&known, &later);
        assert!(frame.contains(&later), "{frame}");
        let read = ServerMsg::decode(Encoding::Json, frame.as_bytes()).unwrap();
        if let ServerMsg::Refused { refusal, .. } = &read {
            let name = "too_clever".to_owned();
            assert_eq!(*refusal, Refusal::Other { name });
        } else {
            let again = read.encode(Encoding::Json);
            assert_eq!(String::from_utf8(again).unwrap(), frame);
        }
    }
}

#[test]
fn a_message_comes_with_its_ref_in_both_encodings() {
    for (name, envelope) in samples::marked_client() {
        carries_its_ref(&name, &envelope);
    }
    for (name, envelope) in samples::marked_server() {
        carries_its_ref(&name, &envelope);
    }
    for wrong in ["-1", "4294967296", "\"7\"", "1.5"] {
        let frame = format!("{{\"type\":\"resign\",\"ref\":{wrong}}}");
        let error = ClientMsg::decode(Encoding::Json, frame.as_bytes()).unwrap_err();
        assert!(error.to_string().starts_with("ref must be"), "{error}");
    }
    let none = br#"{"ref":null,"type":"resign"}"#;
    assert_eq!(
        ClientMsg::open(Encoding::Json, none),
        Ok(ClientMsg::from(Act::Resign).into())
    );
}

fn carries_its_ref<M: Message + PartialEq + Debug>(name: &str, envelope: &Envelope<M>) {
    for encoding in Encoding::ALL {
        let frame = envelope.message.encode_with(encoding, envelope.reference);
        assert_eq!(M::open(encoding, &frame).as_ref(), Ok(envelope), "{name}");
    }
}

/// The refusal is in the words of the document, and has the `ref` to answer.
#[test]
fn a_frame_of_bincode_that_is_no_message_has_its_ref() {
    // The second number has more bytes than it needs.
    let references: [&[u8]; 2] = [&[1, 5], &[1, 251, 5, 0]];
    let rests: [&[u8]; 4] = [&[], &[99], &[7, 99], &[0, 2]];
    for frame in references
        .into_iter()
        .flat_map(|reference| rests.map(|rest| [reference, rest].concat()))
    {
        let bad = ClientMsg::open(Encoding::Bincode, &frame).unwrap_err();
        assert_eq!(bad.reference, Some(5), "{frame:?}");
    }
    for frame in [&[][..], &[1], &[2, 5, 6], &[0, 99]] {
        let bad = ClientMsg::open(Encoding::Bincode, frame).unwrap_err();
        assert_eq!(bad.reference, None, "{frame:?}");
    }
}

#[test]
fn a_message_that_cannot_be_read_is_refused_with_the_field_and_what_it_must_be() {
    for (frame, problem) in [
        ("{", "it is no JSON"),
        ("[1]", "a message is a JSON object"),
        ("7", "a message is a JSON object"),
        (r#"{"type":7}"#, "the message has no type"),
        (r#"{"revision":7}"#, "the message has no type"),
        (r#"{"type":"jump"}"#, "unknown message \"jump\""),
        (r#"{"type":"move","revision":1}"#, "missing field `square`"),
        (
            r#"{"type":"quick","variant":"chess","clock":null}"#,
            "variant: unknown variant \"chess\"; choose one of",
        ),
    ] {
        let error = ClientMsg::decode(Encoding::Json, frame.as_bytes()).unwrap_err();
        assert!(error.to_string().contains(problem), "{frame}: {error}");
    }
    let frame = br#"{"type":"move","revision":1,"ref":9}"#;
    let bad = ClientMsg::open(Encoding::Json, frame).unwrap_err();
    assert_eq!(bad.reference, Some(9));
}

fn named<T>(samples: Vec<Named<T>>, wanted: &str) -> Named<T> {
    let mut samples = samples.into_iter();
    samples.find(|(name, _)| name == wanted).expect("a sample")
}
