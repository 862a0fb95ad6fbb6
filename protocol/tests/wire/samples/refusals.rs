//! One refusal of every kind.

use protocol::id::Revision;
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::side::Side;
use protocol::spec::{OpeningChoice, OpeningRule};
use protocol::view::ForbiddenKind;

use super::parts::of;

/// Every refusal, in the order of the wire.
pub(crate) fn refusals() -> Vec<Refusal> {
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
    vec![
        Refusal::Version {
            yours: 2,
            oldest: 1,
            newest: 1,
        },
        Refusal::HelloExpected,
        Refusal::Malformed {
            problem: "square must be text, not integer 4".to_owned(),
        },
        Refusal::TooFast {
            wait: Millis::from_millis(900),
        },
        Refusal::Full {
            what: "10000 rooms are open".to_owned(),
        },
        Refusal::ShuttingDown,
        Refusal::Internal { reference: 4711 },
        Refusal::UnknownVariant {
            name: "chess".to_owned(),
            known: words(&["connect-four", "gomoku"]),
        },
        Refusal::BadSpec {
            problem: "both seats are yours".to_owned(),
        },
        Refusal::UnknownBot {
            kind: "hal".to_owned(),
            known: words(&["random", "negamax"]),
        },
        Refusal::BotCannotPlay {
            bot: of("priority"),
            variant: of("connect-four"),
            others: words(&["random", "negamax"]),
        },
        Refusal::BadDepth {
            bot: of("negamax:40"),
            expected: "choose 1 to 12".to_owned(),
        },
        Refusal::NoSuchRoom { room: of("K7QM2X") },
        Refusal::AlreadyInRoom { room: of("K7QM2X") },
        Refusal::NotInRoom,
        Refusal::NoOpenSeat { room: of("K7QM2X") },
        Refusal::NoSpectators,
        Refusal::WrongToken { room: of("K7QM2X") },
        Refusal::NotSeated,
        Refusal::NotStarted,
        Refusal::GameOver,
        Refusal::GameNotOver,
        Refusal::NotYourTurn {
            to_move: Side::Second,
            ply: 12,
        },
        Refusal::Stale {
            yours: Revision(4),
            current: Revision(5),
        },
        Refusal::BadMove {
            text: "9".to_owned(),
            expected: "a column, 1 to 7".to_owned(),
        },
        Refusal::ColumnFull {
            column: 4,
            open: vec![1, 2, 3, 5, 6, 7],
        },
        Refusal::Occupied { square: of("h8") },
        Refusal::OffBoard {
            square: of("p1"),
            columns: 15,
            rows: 15,
        },
        Refusal::TakebacksOff,
        Refusal::NothingToTakeBack,
        Refusal::NothingOffered,
        Refusal::AlreadyOffered,
        Refusal::TooLateToAbort,
        Refusal::OpponentPresent,
        Refusal::ClaimTooEarly {
            wait: Millis::from_millis(8_000),
        },
        Refusal::BotsDoNot,
        Refusal::NothingToSay,
        Refusal::TooLong {
            size: 5_000,
            limit: 4_096,
        },
        Refusal::HintsOff,
        Refusal::NotAnalysed {
            variant: of("gomoku"),
        },
        Refusal::NothingToAnalyse { plies: 9, last: 7 },
        Refusal::UnknownMessage {
            name: "jump".to_owned(),
        },
        Refusal::UnknownField {
            field: "spec.clokc".to_owned(),
        },
        Refusal::NameOwned {
            name: of("Ana"),
            suggestion: of("Ana (2)"),
        },
        Refusal::Banned {
            wait: Some(Millis::from_millis(3_600_000)),
            reason: "rude words".to_owned(),
        },
        Refusal::Locked { room: of("K7QM2X") },
        Refusal::OverLimit {
            limit: "rooms".to_owned(),
            most: 20,
        },
        Refusal::Forbidden {
            square: of("h8"),
            kind: ForbiddenKind::DoubleThree,
        },
        Refusal::BadChoice {
            expected: vec![OpeningChoice::Black, OpeningChoice::White],
        },
        Refusal::WrongCode,
        Refusal::ChatClosed,
        Refusal::NotOwner,
        Refusal::UnknownPlayer { name: of("Zoe") },
        Refusal::NotWatching { room: of("K7QM2X") },
        Refusal::NotInLobby,
        Refusal::BadOption {
            bot: of("random,depth=2"),
            expected: "it has temperature, 0 to 100".to_owned(),
        },
        Refusal::BotCannotOpen {
            bot: of("lines:4"),
            opening: OpeningRule::Swap2,
            others: vec!["random".to_owned(), "threat".to_owned()],
        },
        Refusal::Other {
            name: "out_of_tea".to_owned(),
        },
        Refusal::DiskFull,
    ]
}

/// The sentence of a refusal in the frames that are kept. Sentences are for people and may be reworded; a
/// frame keeps the words of the server that it was taken from.
pub(crate) fn sentence(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Full { what } => format!("the server is full ({what}); try again later"),
        Refusal::GameOver => "the game is over; ask for a rematch, or open another room".to_owned(),
        Refusal::TakebacksOff => "takebacks are not allowed in this room; play on".to_owned(),
        Refusal::NothingToTakeBack => "you have no ply to take back; make one first".to_owned(),
        Refusal::AlreadyOffered => "you have offered that already; wait for the answer".to_owned(),
        as_today => as_today.to_string(),
    }
}
