//! Golden bytes of every stored event, in `tests/data/store/events.txt`.
//!
//! A line that changes is a database that is not read any more. Where that is meant, write the file again with
//! `ENLINEA_BLESS=1 cargo test -p room --lib event::tests` and read the difference.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use protocol::id::{PlayerId, Seed, TokenHash};
use protocol::millis::Millis;
use protocol::side::Side;
use protocol::spec::{GameSpec, Grace, OpeningChoice, OpeningRule, Pace, Repeat, ThinkTime};
use protocol::square::Square;
use protocol::text::{ChatText, Name};
use protocol::view::{Outcome, Reason};

use super::*;
use crate::{KeyHolder, Occupant, Timing};

const KEPT: &str = include_str!("../../../../tests/data/store/events.txt");

/// One of every durable event, and of every shape of what is in it, in the order of the file.
fn samples() -> Vec<(String, Event)> {
    let mut samples: Vec<_> = openings().into_iter().chain(happenings()).collect();
    for reason in [
        Reason::Line,
        Reason::FullBoard,
        Reason::Resignation,
        Reason::Flag,
        Reason::Agreement,
        Reason::Claim,
        Reason::Aborted,
        Reason::NoFirstMove,
        Reason::Abandoned,
        Reason::BotFailed,
    ] {
        let line = (0..4).map(|at| Square::new(at, 5).unwrap());
        let outcome = Outcome {
            winner: (reason != Reason::FullBoard).then_some(Side::Second),
            reason,
            line: line.filter(|_| reason == Reason::Line).collect(),
        };
        samples.push((format!("over by {reason:?}"), Event::Over { outcome }));
    }
    samples.extend(choices());
    samples.extend(decisions());
    samples.push(sat_by_key());
    let declined = Event::RematchDeclined { by: Side::Second };
    samples.push(named("rematch declined", declined));
    samples.push(named("over by Closed", closed_by_host()));
    samples
}

fn closed_by_host() -> Event {
    let outcome = Outcome {
        winner: None,
        reason: Reason::Closed,
        line: Vec::new(),
    };
    Event::Over { outcome }
}

fn decisions() -> [(String, Event); 4] {
    let name = Name::clean("Łucja").unwrap();
    [
        named("owner seated", Event::OwnerSeated { side: Side::Second }),
        named("locked", Event::Locked { locked: true }),
        named("person removed", Event::PersonRemoved { name }),
        named("chat closed", Event::ChatClosed { closed: true }),
    ]
}

fn sat_by_key() -> (String, Event) {
    let occupant = Occupant::KeyHolder {
        name: Name::clean("Łucja").unwrap(),
        hash: TokenHash(u128::MAX - 1),
        holder: KeyHolder {
            key: TokenHash(u128::MAX - 2),
            nonce: u64::MAX - 3,
            owns_name: true,
        },
    };
    let side = Side::Second;
    named("sat by key", Event::SeatTaken { side, occupant })
}

fn choices() -> impl Iterator<Item = (String, Event)> {
    [
        OpeningChoice::Black,
        OpeningChoice::White,
        OpeningChoice::PlaceTwo,
    ]
    .into_iter()
    .map(|choice| {
        let event = Event::Chosen {
            choice,
            charged: Millis::from_millis(1_234),
            credit: Millis::from_millis(5),
        };
        named(&format!("chosen {choice}"), event)
    })
}

fn openings() -> Vec<(String, Event)> {
    let plain = GameSpec::new("connect-four".parse().unwrap());
    let full = GameSpec {
        variant: "custom:8x7x5:free".parse().unwrap(),
        clock: Some("5m+3s".parse().unwrap()),
        listed: false,
        takebacks: false,
        hints: true,
        spectators: false,
        pace: Pace::new(7000).unwrap(),
        repeat: Repeat::new(99).unwrap(),
        think_time: Some(ThinkTime::new(59_999).unwrap()),
        seed: Some(Seed(u64::MAX)),
        ..plain.clone()
    };
    let later = GameSpec {
        open_thoughts: true,
        grace: Some(Grace::MAX),
        opening: Some(OpeningRule::Swap2),
        ..full.clone()
    };
    let timing = Timing {
        first_move: Millis::from_millis(1),
        grace: Millis::from_millis(2),
        seating: Millis::from_millis(3),
        lingering: Millis::from_millis(4),
        abandoned: Millis::from_millis(5),
        credit_per_ply: Millis::from_millis(6),
        credit_per_game: Millis::from_millis(7),
        between_games: Millis::MAX,
    };
    let opened = |spec: GameSpec, timing| Event::Opened { spec, timing };
    vec![
        named("opened plain", opened(plain, Timing::default())),
        named("opened full", opened(full, timing)),
        named("opened with later choices", opened(later, timing)),
    ]
}

fn happenings() -> Vec<(String, Event)> {
    let (first, second) = (Side::First, Side::Second);
    let human = Occupant::Human {
        name: Name::clean("Łucja").unwrap(),
        hash: TokenHash(u128::MAX - 1),
    };
    let bot = Occupant::Bot("negamax:4".parse().unwrap());
    let sat = |side, occupant| Event::SeatTaken { side, occupant };
    let said = |name, side, text| Event::ChatPosted {
        name: Name::clean(name).unwrap(),
        side,
        text: ChatText::clean(text).unwrap(),
    };
    let played = Event::Played {
        square: Square::new(19, 19).unwrap(),
        charged: Millis::from_millis(86_400_000),
        credit: Millis::from_millis(500),
    };
    let stopped = Event::ClockStopped {
        charged: Millis::from_millis(1_234),
    };
    let taken_back = Event::TakenBack {
        by: second,
        plies: 399,
    };
    vec![
        named("sat human", sat(second, human)),
        named("sat bot", sat(first, bot)),
        named("stood", Event::SeatVacated { side: second }),
        named("started", Event::Started),
        named("played", played),
        named("clock stopped", stopped),
        named("draw offered", Event::DrawOffered { by: second }),
        named("draw declined", Event::DrawDeclined { by: first }),
        named("takeback asked", Event::TakebackAsked { by: second }),
        named("takeback declined", Event::TakebackDeclined { by: first }),
        named("taken back", taken_back),
        named("rematch offered", Event::RematchOffered { by: first }),
        named("said by a player", said("Ana", Some(second), "¡hola!")),
        named("said by a spectator", said("Eva", None, "hi")),
        named("resumed", Event::Resumed),
        named("clock started", Event::ClockStarted),
        named("closed", Event::Closed),
    ]
}

fn named(name: &str, event: Event) -> (String, Event) {
    (name.to_owned(), event)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("a string takes any text");
        text
    })
}

#[test]
fn every_stored_event_has_the_bytes_it_always_had() {
    let mut written = String::new();
    for (name, event) in samples() {
        let bytes = event.to_bytes();
        assert_eq!(Event::from_bytes(&bytes).unwrap(), event, "{name}");
        writeln!(written, "{name}: {}", hex(&bytes)).unwrap();
    }
    if std::env::var_os("ENLINEA_BLESS").is_some() {
        let path = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../tests/data/store/events.txt"
        );
        std::fs::write(path, &written).unwrap();
    }
    assert_eq!(written, KEPT.replace("\r\n", "\n"));
}

/// The durable events come first among the variants.
#[test]
fn the_file_has_a_sample_of_every_event_that_is_stored() {
    let mut seen = BTreeSet::new();
    for (name, event) in samples() {
        assert!(event.is_durable(), "{name}");
        seen.insert(event.to_bytes()[0]);
    }
    let side = Side::First;
    let first_that_is_not = Event::Reconnected {
        side,
        who: PlayerId(1),
    };
    assert!(seen.into_iter().eq(0..first_that_is_not.to_bytes()[0]));
}
