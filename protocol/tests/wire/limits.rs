//! The largest messages that are legal fit their frames, and nothing larger is looked at.

use protocol::codec::{CLIENT_FRAME_LIMIT, DecodeError, Encoding, Message, SERVER_FRAME_LIMIT};
use protocol::id::{Revision, RoomId, Seed, Seq, Token};
use protocol::message::{
    ClientMsg, LOBBY_BOARDS, LOBBY_LINES, LOBBY_NAMES, LOBBY_ROOMS, Role, ServerMsg,
};
use protocol::millis::Millis;
use protocol::rules::{CustomRules, Shape, Variant};
use protocol::side::{BySide, Side};
use protocol::spec::{BotSpec, Depth, GameSpec, Grace, OpeningRule, SeatSpec};
use protocol::square::Square;
use protocol::text::{ChatText, Name};
use protocol::view::{
    ChatLine, ForbiddenKind, ForbiddenPoint, LobbyLine, NAMED_WATCHERS, Outcome, Phase, Ply,
    Reason, RoomSummary, SNAPSHOT_CHAT, SearchInfo, Seat, Snapshot,
};
use protocol::word::Named;

use crate::samples::{of, snapshot};

/// A character of four bytes in UTF-8, and of twelve where JSON spells it out.
const WIDE: &str = "😀";

#[test]
fn a_frame_beyond_the_limit_is_refused_before_it_is_read() {
    for encoding in Encoding::ALL {
        let client = ClientMsg::decode(encoding, &vec![b' '; CLIENT_FRAME_LIMIT + 1]);
        assert!(matches!(
            client,
            Err(DecodeError::TooLong {
                size: 4097,
                limit: 4096
            })
        ));
        let server = ServerMsg::decode(encoding, &vec![b' '; SERVER_FRAME_LIMIT + 1]);
        assert!(matches!(server, Err(DecodeError::TooLong { .. })));
    }
    let mut longest = br#"{"type":"resign"}"#.to_vec();
    longest.resize(CLIENT_FRAME_LIMIT, b' ');
    assert!(ClientMsg::decode(Encoding::Json, &longest).is_ok());
}

#[test]
fn a_question_about_the_longest_game_fits_its_frame() {
    let far = Square::new(Square::LIMIT - 1, Square::LIMIT - 1).unwrap();
    fits(&ClientMsg::Analyse {
        variant: of("custom:20x20x10:exact"),
        moves: vec![far; 400],
    });
}

#[test]
fn the_largest_snapshot_fits_its_frame() {
    let largest = Shape::new(Square::LIMIT, Square::LIMIT, 10).unwrap();
    let custom = CustomRules::ALL.map(|rules| Variant::custom(largest, rules));
    for variant in Variant::fixed().chain(custom) {
        let plies = largest_snapshot().plies.len();
        assert!(variant.longest() <= plies, "a game of {variant} is longer");
    }
    for variant in ["gomoku", "custom:20x20x10:falls"] {
        let mut snapshot = largest_snapshot();
        snapshot.spec.variant = of(variant);
        let joined = ServerMsg::Joined {
            you: Some(Side::Second),
            token: Some(Token(u128::MAX)),
            owner: true,
            snapshot: Box::new(snapshot),
        };
        fits(&joined);
    }
}

#[test]
fn the_largest_lobby_fits_its_frame() {
    let summary = RoomSummary {
        room: RoomId::from_draw(u64::MAX),
        variant: of("custom:20x20x10:falls"),
        clock: Some(of("86399999ms+3599999ms")),
        seats: BySide::from_fn(|_| widest_seat()),
        phase: Phase::Over {
            outcome: longest_outcome(),
        },
        plies: 400,
        spectators: u32::MAX,
        watchable: true,
        locked: false,
        moves: None,
        opening: Some(OpeningRule::Swap2),
        rated: true,
    };
    let with_board = RoomSummary {
        moves: Some(vec![of("t20"); 400]),
        ..summary.clone()
    };
    let mut rooms = vec![summary; LOBBY_ROOMS];
    rooms[..LOBBY_BOARDS].fill(with_board);
    let lobby = ServerMsg::Lobby {
        rooms,
        players: vec![widest_name(); LOBBY_NAMES],
        present: u32::MAX,
        chat: vec![
            LobbyLine {
                name: widest_name(),
                text: ChatText::clean(&WIDE.repeat(ChatText::LONGEST)).unwrap(),
            };
            LOBBY_LINES
        ],
    };
    fits(&lobby);
}

#[test]
fn the_largest_message_of_a_client_fits_its_frame() {
    let chat = ClientMsg::Chat {
        text: WIDE.repeat(ChatText::LONGEST),
    };
    fits(&chat);
    let spelled = format!(
        r#"{{"type":"chat","text":"{}"}}"#,
        r"\ud83d\ude00".repeat(ChatText::LONGEST)
    );
    let read = ClientMsg::decode(Encoding::Json, spelled.as_bytes());
    assert_eq!(read.unwrap(), chat);

    fits(&ClientMsg::Open {
        spec: largest_spec(),
        seats: BySide::from_fn(|_| SeatSpec::Bot { bot: longest_bot() }),
        shuffle: false,
    });
    fits(&ClientMsg::Hello {
        protocol: u16::MAX,
        software: "x".repeat(100),
        name: Some(WIDE.repeat(Name::LONGEST)),
        key: Some(Token(u128::MAX)),
        heartbeat: true,
    });
    fits(&ClientMsg::Join {
        room: RoomId::from_draw(u64::MAX),
        role: Role::Seat {
            token: Token(u128::MAX),
        },
    });
}

/// The server refuses it with the length that it may have, and not as bytes that are no message.
#[test]
fn a_line_of_chat_that_fills_its_frame_is_read() {
    fits(&ClientMsg::Chat {
        text: "x".repeat(4000),
    });
}

fn fits<M: Message + PartialEq + std::fmt::Debug>(message: &M) {
    for encoding in Encoding::ALL {
        let frame = message.encode(encoding);
        assert!(
            frame.len() <= M::FRAME_LIMIT,
            "{} bytes as {encoding:?}",
            frame.len()
        );
        assert!(M::decode(encoding, &frame).unwrap() == *message);
    }
}

/// Above it a program that reads numbers as floating-point ones would read another time.
#[test]
fn a_time_of_53_bits_is_read_and_a_longer_one_refused_in_both_encodings() {
    let longest = ServerMsg::Analysis {
        variant: Named::Known("connect-four".parse().unwrap()),
        moves: Vec::new(),
        columns: Vec::new(),
        lines: Vec::new(),
        nodes: 1,
        elapsed: Millis::MAX,
    };
    let problem = "a time in milliseconds must be 0 to 9007199254740991, not ";
    for (encoding, good, long) in [
        (
            Encoding::Json,
            &b"9007199254740991"[..],
            &b"9007199254740992"[..],
        ),
        (
            Encoding::Bincode,
            b"\xfd\xff\xff\xff\xff\xff\xff\x1f\x00",
            b"\xfd\x00\x00\x00\x00\x00\x00\x20\x00",
        ),
    ] {
        let frame = longest.encode(encoding);
        assert_eq!(ServerMsg::decode(encoding, &frame), Ok(longest.clone()));
        let at = (0..frame.len()).find(|&at| frame[at..].starts_with(good));
        let at = at.expect("the time");
        let spoiled = [&frame[..at], long, &frame[at + good.len()..]].concat();
        let error = ServerMsg::decode(encoding, &spoiled).unwrap_err();
        let DecodeError::Malformed(text) = error else {
            panic!("{error}");
        };
        assert!(text.contains(problem), "{text}");
        assert!(text.contains("9007199254740992"), "{text}");
    }
    for wrong in ["-1", "0.5", "\"5\"", "18446744073709551616"] {
        let frame = String::from_utf8(longest.encode(Encoding::Json)).unwrap();
        let frame = frame.replace("9007199254740991", wrong);
        let error = ServerMsg::decode(Encoding::Json, frame.as_bytes());
        let text = error.unwrap_err().to_string();
        assert!(text.starts_with("elapsed: invalid "), "{text}");
    }
}

/// A full board of 20 x 20 on a clock, and everything else that is bounded at its bound.
fn largest_snapshot() -> Snapshot {
    let squares = (0..Square::LIMIT)
        .flat_map(|column| (0..Square::LIMIT).filter_map(move |row| Square::new(column, row)));
    let line = ChatLine {
        name: widest_name(),
        side: Some(Side::Second),
        text: ChatText::clean(&WIDE.repeat(ChatText::LONGEST)).unwrap(),
    };
    let thought = SearchInfo {
        side: Side::Second,
        ply: 400,
        score: i64::MIN,
        depth: Some(Depth::MAX),
        nodes: u64::MAX,
        elapsed: Millis::MAX,
        pv: vec![of("t20"); 12],
        exact: Some(true),
    };
    Snapshot {
        spec: largest_spec().map_variant(Named::Known),
        seq: Seq(u32::MAX),
        revision: Revision(u32::MAX),
        seats: BySide::from_fn(|_| widest_seat()),
        phase: Phase::Over {
            outcome: longest_outcome(),
        },
        plies: squares
            .map(|square| Ply {
                square,
                left: Some(Millis::MAX),
            })
            .collect(),
        chat: vec![line; SNAPSHOT_CHAT],
        spectators: vec![widest_name(); NAMED_WATCHERS],
        watching: u32::MAX,
        searches: vec![thought; 20],
        forbidden: vec![
            ForbiddenPoint {
                square: of("t20"),
                kind: ForbiddenKind::DoubleThree,
            };
            400
        ],
        ..snapshot()
    }
}

fn largest_spec() -> GameSpec {
    let mut spec = GameSpec::new(of("custom:20x20x10:falls"));
    spec.clock = Some(of("86399999ms+3599999ms"));
    spec.seed = Some(Seed(u64::MAX));
    spec.grace = Some(Grace::MAX);
    spec.opening = Some(OpeningRule::Swap2);
    spec
}

fn widest_name() -> Name {
    Name::clean(&WIDE.repeat(Name::LONGEST)).unwrap()
}

fn widest_seat() -> Seat {
    Seat::Human {
        name: widest_name(),
        away: Some(Millis::MAX),
    }
}

fn longest_bot() -> BotSpec {
    let bot = BotSpec::new(&"k".repeat(BotSpec::LONGEST_KIND), Some(Depth::MAX)).unwrap();
    (0..BotSpec::MOST_OPTIONS).fold(bot, |bot, number| {
        let name = format!("{}{number}", "o".repeat(BotSpec::LONGEST_OPTION - 1));
        bot.with_option(&name, i32::MIN).unwrap()
    })
}

/// Four lines through one cell, each as long as two that were one short of winning.
fn longest_outcome() -> Outcome {
    Outcome {
        winner: Some(Side::Second),
        reason: Reason::Line,
        line: vec![of("t20"); 4 * 18 + 1],
    }
}
