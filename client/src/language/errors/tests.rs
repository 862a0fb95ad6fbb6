//! The English messages against `Display`, for every variant.

use protocol::codec::{BadFrame, DecodeError};
use protocol::fingerprint::NoFingerprint;
use protocol::id::{IdError, Seq};
use protocol::millis::Millis;
use protocol::record::{
    Contradiction, GameResult, MoveError, MovesError, OpeningError, Record, RecordError,
    RecordProblem, ResultError, SnapshotError, TagError, read_moves,
};
use protocol::refusal::{Limit, Refusal, Resource, SpecProblem};
use protocol::replica::{Gap, ReplicaError};
use protocol::rules::{Foul, Illegal, NotationError, ShapeError, Variant, VariantError};
use protocol::side::SideError;
use protocol::spec::{
    BotSpec, BotSpecError, ClockError, Depth, Grace, NumberError, OpeningChoice, OpeningRule, Pace,
    Repeat, ThinkTime,
};
use protocol::square::SquareError;
use protocol::text::TextError;
use protocol::turn_order::NoSuchChoice;

use super::super::Language;
use super::*;
use crate::language::within;

/// Fails unless the English text is that of `Display`, and those of the other languages are others.
#[track_caller]
fn check<T: Said + fmt::Display>(errors: impl IntoIterator<Item = T>) {
    for error in errors {
        let english = error.to_string();
        assert_eq!(error.said(), english);
        for language in [Language::Es, Language::Pl] {
            let said = within(language, || error.said());
            assert_ne!(said, english, "{language}");
            assert!(!said.contains('$'), "{said}");
        }
    }
}

fn own<const COUNT: usize>(words: [&str; COUNT]) -> Vec<String> {
    words.map(str::to_owned).to_vec()
}

#[test]
fn every_refusal_is_said_as_the_server_says_it() {
    check(Refusal::samples());
}

#[test]
fn a_refusal_has_a_sentence_for_each_of_its_cases() {
    let bot: BotSpec = "lines:4".parse().unwrap();
    let opening = OpeningRule::Swap2;
    let reason = || Some("shouted".to_owned());
    let wait = Some(Millis::from_secs(60));
    let banned = |wait, reason| Refusal::Banned { wait, reason };
    check([
        Refusal::Version {
            yours: 9,
            oldest: 2,
            newest: 3,
        },
        banned(None, reason()),
        banned(None, None),
        banned(wait, None),
        Refusal::BadChoice {
            expected: Vec::new(),
        },
        Refusal::BadChoice {
            expected: OpeningChoice::KNOWN.to_vec(),
        },
        Refusal::BotCannotOpen {
            bot: bot.clone(),
            opening,
            others: Vec::new(),
        },
        Refusal::NotYourTurn {
            to_move: protocol::side::Side::First,
            ply: 3,
        },
        Refusal::BadDepth {
            bot: bot.clone(),
            depths: None,
        },
        Refusal::BadOption {
            bot,
            options: Vec::new(),
        },
    ]);
    check(
        Limit::KNOWN
            .iter()
            .map(|&limit| Refusal::OverLimit { limit, most: 9 }),
    );
    check(
        SpecProblem::KNOWN
            .iter()
            .map(|&problem| Refusal::BadSpec { problem }),
    );
    check(Resource::KNOWN.iter().map(|&what| {
        let most = Some(500);
        Refusal::Full { what, most }
    }));
    let two_rooms = Refusal::Full {
        what: Resource::Rooms,
        most: Some(2),
    };
    let polish = within(Language::Pl, || two_rooms.said());
    assert!(polish.contains("otwarte są 2 pokoje"), "{polish}");
}

#[test]
fn a_refusal_of_a_later_release_is_shown_in_the_words_of_the_server() {
    let refusal = Refusal::Other {
        name: "out_of_tea".to_owned(),
    };
    let sentence = "there is no tea; brew some";
    within(Language::Es, || {
        assert_eq!(refused(&refusal, sentence), sentence);
        assert_eq!(refused(&refusal, ""), refusal.said());
        assert_eq!(
            refused(&Refusal::NotInRoom, "you are in no room"),
            Refusal::NotInRoom.said()
        );
    });
}

fn illegals() -> Vec<Illegal> {
    let square = "h8".parse().unwrap();
    let column_full = |open| Illegal::ColumnFull { column: 4, open };
    vec![
        Illegal::GameOver,
        Illegal::OffBoard {
            square,
            columns: 7,
            rows: 6,
        },
        Illegal::Occupied { square },
        column_full(vec![1, 2, 3, 5]),
        column_full(vec![7]),
        column_full(Vec::new()),
        Illegal::Forbidden {
            square,
            foul: Foul::DoubleFour,
        },
    ]
}

#[test]
fn errors_of_moves_are_said_as_they_are_displayed() {
    check(illegals());
    let unreadable = |game: &str| -> NotationError {
        let variant = Variant::named(game).unwrap();
        variant
            .notation()
            .read(variant.shape(), "\"?\u{7}")
            .unwrap_err()
    };
    check(["connect-four", "gomoku"].map(unreadable));
    check([SquareError("z9\n".to_owned())]);
    check([NoSuchChoice {
        expected: Vec::new(),
    }]);
}

#[test]
fn errors_of_what_is_chosen_are_said_as_they_are_displayed() {
    let variants = [
        "chess",
        "custom:9x7",
        "custom:2x7x3:falls",
        "custom:7x21x3:falls",
        "custom:9x7x11:free",
        "custom:4x4x5:free",
    ];
    check(variants.map(|text| text.parse::<Variant>().unwrap_err()));
    check([
        ShapeError::Width(2),
        ShapeError::Height(21),
        ShapeError::InRow(11),
    ]);
    check([VariantError::Unknown {
        name: "chess".to_owned(),
        known: own(["gomoku", "renju"]),
    }]);
    check([
        ClockError::Initial(Millis::from_millis(90_000_000)),
        ClockError::Increment(Millis::from_millis(7_200_000)),
        ClockError::Time("5 min".to_owned()),
    ]);
    check(["No!", "negamax:100", "negamax,speed"].map(|text| {
        let error = text.parse::<BotSpec>();
        error.unwrap_err()
    }));
    let numbers = [
        Depth::new(0).unwrap_err(),
        "deep".parse::<Depth>().unwrap_err(),
        Pace::new(60_001).unwrap_err(),
        Repeat::new(101).unwrap_err(),
        ThinkTime::new(9).unwrap_err(),
        Grace::new(999).unwrap_err(),
        Millis::try_from(u64::MAX).unwrap_err(),
    ];
    check(numbers.clone());
    for number in numbers {
        let (NumberError::OutOfBounds { what, .. } | NumberError::Unreadable { what, .. }) = number;
        assert!(!within(Language::Pl, || number.said()).contains(what));
    }
    check([TextError::Name("\u{202e}".to_owned()), TextError::Chat]);
    check([SideError("third".to_owned())]);
    let text = || "x".to_owned();
    check([
        IdError::Room(text()),
        IdError::Player(text()),
        IdError::Seed(text()),
        IdError::Server(text()),
        IdError::HandOverCode,
        IdError::Token,
    ]);
    let error: BotSpecError = "a,b".parse::<BotSpec>().unwrap_err();
    assert!(within(Language::Es, || error.said()).contains("temperature=20"));
}

#[test]
fn errors_of_connections_are_said_as_they_are_displayed() {
    let text = || "x\u{1b}".to_owned();
    let errors = || {
        [
            DecodeError::TooLong { size: 9, limit: 8 },
            DecodeError::UnknownType(text()),
            DecodeError::UnknownField(text()),
            DecodeError::NotCanonical,
            DecodeError::Trailing { extra: 3 },
        ]
    };
    check(errors());
    check(errors().map(BadFrame::from));
    let malformed = DecodeError::Malformed("a text is no UTF-8".to_owned());
    assert_eq!(
        within(Language::Es, || malformed.said()),
        malformed.to_string()
    );
    check([Gap {
        at: Seq(4),
        got: Seq(7),
    }]);
    check([ReplicaError::UnknownVariant("hex".to_owned())]);
    check(illegals().into_iter().map(ReplicaError::Ply));
    check([NoFingerprint("3F".to_owned())]);
}

/// Texts with every fault of a record.
fn record_errors() -> Vec<RecordError> {
    let record = |text: &str| text.parse::<Record>().unwrap_err();
    let game = "[Variant \"connect-four\"]\n";
    let in_game = |text: &str| record(&format!("{game}{text}"));
    vec![
        record("[Variant connect-four]"),
        record("[Variant \"connect-four\"\n"),
        record("[Variant \"connect-four\"] ?"),
        record("[Variant \"connect"),
        record("[Variant \"\\q\"]\n*"),
        record("[Variant \"chess\"]\n*"),
        record("1. 4 *"),
        in_game("1. 4"),
        in_game("1. 4 { no end"),
        in_game("1. 4 } *"),
        in_game("1. 4 [White \"Ana\"] *"),
        record(&format!("{game}{game}*")),
        in_game("[Result \"2-0\"]\n*"),
        in_game("[Result \"1-0\"]\n1. 4 0-1"),
        in_game("3. 4 *"),
        in_game("1. 4 4 2. 9 *"),
        in_game("{[%clk 0:05:00]} 1. 4 *"),
        in_game("1. 4 {[%clk 0:05:00]} {[%clk 0:05:00]} *"),
        in_game("1. 4 {[%clk five]} *"),
        in_game("* 4"),
        in_game("[Clock \"soon\"]\n*"),
        in_game("[Opening \"swap2\"]\n*"),
    ]
}

#[test]
fn errors_of_records_are_said_as_they_are_displayed() {
    check(record_errors());
    check([
        RecordProblem::OpenValue,
        RecordProblem::OpenComment,
        RecordProblem::NoComment,
        RecordProblem::OpenVariation,
        RecordProblem::NoVariation,
        RecordProblem::LateTag,
        RecordProblem::RepeatedTag("Date".to_owned()),
        RecordProblem::Empty,
        RecordProblem::NoVariant,
        RecordProblem::EarlyTime,
        RecordProblem::TwoTimes,
        RecordProblem::Trailing('"'),
    ]);
    for expected in [
        "a move, or the result: 1-0, 0-1, 1/2-1/2 or *",
        "a value in quotes, as in [First \"Ana\"]",
        "] at the end of the tag",
        "a comment",
        "a clock time, as in [%clk 0:04:58.3]",
    ] {
        let found = "{".to_owned();
        let unexpected = RecordProblem::Unexpected { found, expected };
        let spanish = within(Language::Es, || unexpected.said());
        assert!(!spanish.contains(expected), "{spanish}");
        check([unexpected, RecordProblem::Truncated { expected }]);
    }
    let connect_four = Variant::named("connect-four").unwrap();
    check(["4 9", "44444444", "4 4 z"].map(|text| -> MovesError {
        let error = read_moves(connect_four, text);
        error.unwrap_err()
    }));
    check([MoveError::GameOver { plies: 7 }]);
    check([
        TagError::Derived("Variant"),
        TagError::Name("a b".to_owned()),
        TagError::Clock(ClockError::Time("soon".to_owned())),
    ]);
    let rule = OpeningRule::Swap2;
    let openings = || {
        [
            OpeningError::Variant {
                variant: connect_four,
                rule,
            },
            OpeningError::Choices {
                rule,
                choices: "black black".to_owned(),
            },
            OpeningError::Plies {
                plies: 2,
                expected: 3,
            },
            OpeningError::NoChoice {
                plies: 4,
                expected: 3,
            },
        ]
    };
    check(openings());
    check([ResultError("2-0".to_owned())]);
    let contradiction = Contradiction {
        result: GameResult::Drawn,
        expected: GameResult::FirstWon,
    };
    check([contradiction]);
    let [opening, ..] = openings();
    check([
        SnapshotError::UnknownVariant("hex".to_owned()),
        SnapshotError::Ply {
            ply: 3,
            reason: Illegal::GameOver,
        },
        SnapshotError::Contradiction(contradiction),
        SnapshotError::Opening(opening),
    ]);
}
