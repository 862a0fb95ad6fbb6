//! Round trips of both encodings, and refusals of frames that are no messages.

use std::collections::BTreeSet;
use std::fmt::Debug;

use protocol::act::Act;
use protocol::codec::{BadFrame, DecodeError, Encoding, Envelope, Message};
use protocol::message::{ClientMsg, RoomEvent, ServerMsg};
use protocol::refusal::Refusal;

use crate::samples::{self, ACTS, EVENTS, Named, SERVER};

#[test]
fn every_kind_of_message_has_a_sample() {
    let complete = |names: &[&'static str], found: BTreeSet<&'static str>| {
        assert_eq!(names.iter().copied().collect::<BTreeSet<_>>(), found);
    };
    let (client, server) = (samples::client(), samples::server());
    let events = samples::room_events();
    let client_names: Vec<_> = samples::client_numbers()
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    complete(
        &client_names,
        client
            .iter()
            .map(|(_, m)| samples::client_name(m))
            .collect(),
    );
    complete(
        SERVER,
        server
            .iter()
            .map(|(_, m)| samples::server_name(m))
            .collect(),
    );
    complete(
        EVENTS,
        events.iter().map(|(_, e)| samples::event_name(e)).collect(),
    );
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
        let name = samples::client_name(&message);
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
        assert_eq!(frame[1], number_of(SERVER, samples::server_name(&message)));
        match &message {
            ServerMsg::Refused { refusal, .. } => {
                assert_eq!(frame[2], number_of(Refusal::CODES, refusal.code()));
            }
            // Between the two are the room, 7 bytes, and `seq`, one byte here.
            ServerMsg::Event { event, .. } => {
                assert_eq!(frame[10], number_of(EVENTS, samples::event_name(event)));
            }
            ServerMsg::Welcome { .. }
            | ServerMsg::Lobby { .. }
            | ServerMsg::LobbyRoom { .. }
            | ServerMsg::LobbyRoomRemoved { .. }
            | ServerMsg::LobbyPlayers { .. }
            | ServerMsg::Joined { .. }
            | ServerMsg::Left { .. }
            | ServerMsg::ShuttingDown
            | ServerMsg::Analysis { .. }
            | ServerMsg::Ping
            | ServerMsg::Pong
            | ServerMsg::RoomInfo { .. }
            | ServerMsg::Record { .. }
            | ServerMsg::Watching { .. }
            | ServerMsg::Who { .. }
            | ServerMsg::GameAnalysed { .. }
            | ServerMsg::Bots { .. }
            | ServerMsg::LobbyChat { .. }
            | ServerMsg::Muted { .. }
            | ServerMsg::HandedOver { .. }
            | ServerMsg::YourGames { .. }
            | ServerMsg::Announcement { .. } => {}
        }
    }
}

#[test]
fn the_names_of_messages_are_their_types_in_json() {
    let text = |frame: Vec<u8>| String::from_utf8(frame).unwrap();
    for (_, message) in samples::client() {
        let frame = text(message.encode(Encoding::Json));
        let expected = format!("{{\"type\":\"{}\"", samples::client_name(&message));
        assert!(frame.starts_with(&expected), "{frame}");
    }
    for (_, message) in samples::server() {
        let frame = text(message.encode(Encoding::Json));
        let expected = format!("{{\"type\":\"{}\"", samples::server_name(&message));
        assert!(frame.starts_with(&expected), "{frame}");
    }
    for refusal in Refusal::samples() {
        let value = serde_json::to_value(&refusal).unwrap();
        assert_eq!(value["code"], refusal.code());
    }
    for (_, event) in samples::room_events() {
        let expected = format!("\"event\":{{\"type\":\"{}\"", samples::event_name(&event));
        let frame = text(table(event).encode(Encoding::Json));
        assert!(frame.contains(&expected), "{frame}");
    }
}

fn table(event: RoomEvent) -> ServerMsg {
    let seq = protocol::id::Seq(1);
    let room = samples::of("K7QM2X");
    ServerMsg::Event { room, seq, event }
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
fn a_client_passes_over_fields_and_names_types_that_it_does_not_know() {
    for (name, message) in samples::server() {
        let frame = String::from_utf8(message.encode(Encoding::Json)).unwrap();
        let frame = frame
            .replace('{', "{\"colour\":{\"hue\":[1]},")
            .replace(",}", "}");
        assert_eq!(
            ServerMsg::decode(Encoding::Json, frame.as_bytes()),
            Ok(message),
            "{name}"
        );
    }
    let frame = br#"{"type":"fanfare","ref":7,"tune":[1,2]}"#;
    let expected = BadFrame {
        reference: Some(7),
        error: DecodeError::UnknownType("fanfare".to_owned()),
    };
    assert_eq!(ServerMsg::open(Encoding::Json, frame), Err(expected));
}

#[test]
fn a_client_reads_words_that_it_does_not_know_as_themselves() {
    let (_, refused) = named(samples::server(), "refused.stale");
    let frame = String::from_utf8(refused.encode(Encoding::Json)).unwrap();
    let later = frame.replace("\"stale\"", "\"too_clever\"");
    let read = ServerMsg::decode(Encoding::Json, later.as_bytes()).unwrap();
    assert!(
        matches!(&read, ServerMsg::Refused { refusal: Refusal::Other { name }, .. } if name == "too_clever"),
        "{read:?}"
    );

    let (_, over) = named(samples::server(), "event.over.agreement");
    let frame = String::from_utf8(over.encode(Encoding::Json)).unwrap();
    let later = frame.replace("\"agreement\"", "\"adjudication\"");
    assert_ne!(frame, later);
    let read = ServerMsg::decode(Encoding::Json, later.as_bytes()).unwrap();
    assert_eq!(
        String::from_utf8(read.encode(Encoding::Json)).unwrap(),
        later
    );

    for sample in ["lobby", "welcome"] {
        let (_, message) = named(samples::server(), sample);
        let frame = String::from_utf8(message.encode(Encoding::Json)).unwrap();
        let later = frame.replace("\"connect-four\"", "\"renju\"");
        assert_ne!(frame, later);
        let read = ServerMsg::decode(Encoding::Json, later.as_bytes()).unwrap();
        assert_eq!(
            String::from_utf8(read.encode(Encoding::Json)).unwrap(),
            later
        );
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
            r#"{"type":"move","revision":"1","square":"d1"}"#,
            "revision: invalid type: string \"1\", expected u32",
        ),
        (
            r#"{"type":"move","revision":1,"square":4}"#,
            "square: invalid type: integer `4`, expected a string",
        ),
        (
            r#"{"type":"answer_draw","accept":1}"#,
            "accept: invalid type: integer `1`, expected a boolean",
        ),
        (
            r#"{"type":"join","room":"K7QM2X","role":{"type":"king"}}"#,
            "role: unknown variant `king`, expected one of `player`, `spectator`, `seat`",
        ),
        (
            r#"{"type":"quick","variant":"chess","clock":null}"#,
            "variant: unknown variant \"chess\"; choose one of",
        ),
        (
            r#"{"type":"hello","protocol":70000,"software":"mine","name":null}"#,
            "protocol: invalid value: integer `70000`, expected u16",
        ),
    ] {
        let error = ClientMsg::decode(Encoding::Json, frame.as_bytes()).unwrap_err();
        assert!(error.to_string().contains(problem), "{frame}: {error}");
    }
    let frame = br#"{"type":"move","revision":1,"ref":9}"#;
    let bad = ClientMsg::open(Encoding::Json, frame).unwrap_err();
    assert_eq!(bad.reference, Some(9));
}

#[test]
fn the_names_of_messages_are_listed_in_the_order_of_bincode() {
    let client_numbers = samples::client_numbers();
    let client_names = client_numbers.iter().map(|(name, _)| name);
    assert!(ClientMsg::TYPES.iter().eq(client_names));
    assert_eq!(Act::TYPES, ACTS);
    assert_eq!(ServerMsg::TYPES, SERVER);
    assert_eq!(RoomEvent::TYPES, EVENTS);
}

fn named<T>(samples: Vec<Named<T>>, wanted: &str) -> Named<T> {
    let mut samples = samples.into_iter();
    samples.find(|(name, _)| name == wanted).expect("a sample")
}
