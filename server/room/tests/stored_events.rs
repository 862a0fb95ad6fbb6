//! Golden bytes of every stored event, in `tests/data/store/events.txt`.
//!
//! Stored events are read for ever. A line of the file is never changed or taken out: an event
//! whose meaning changes gets a new variant at the end of [`Event`], and a new line.

use std::fmt::Write as _;

use protocol::id::{Seed, TokenHash};
use protocol::millis::Millis;
use protocol::side::Side;
use protocol::spec::{GameSpec, Grace, OpeningChoice, OpeningRule, Pace, Repeat, ThinkTime};
use protocol::square::Square;
use protocol::text::{ChatText, Name};
use protocol::view::{Outcome, Reason};
use room::{Event, KeyHolder, Occupant, Timing};

const KEPT: &str = include_str!("../../../tests/data/store/events.txt");

/// The line with a span of 64 bits, which is read as the longest there is: no server writes it any more.
const LONGER: &str = "opened full";

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
    samples.extend(recorded_times());
    let opened = samples.iter().find(|(name, _)| name == LONGER);
    let (_, longest) = opened.expect("a sample").clone();
    samples.push(named("opened with the longest span", longest));
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

/// The events that record the time charged, in place of `Moved` and `TakenBack`.
fn recorded_times() -> Vec<(String, Event)> {
    let played = Event::Played {
        square: Square::new(19, 19).unwrap(),
        charged: Millis::from_millis(86_400_000),
        credit: Millis::from_millis(500),
    };
    let stopped = Event::ClockStopped {
        charged: Millis::from_millis(1_234),
    };
    let taken_back = Event::PliesTakenBack {
        by: Side::Second,
        plies: 399,
    };
    vec![
        named("played", played),
        named("clock stopped", stopped),
        named("plies taken back", taken_back),
    ]
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
    let opened = |spec: GameSpec, timing| Event::Opened {
        spec: spec.into(),
        timing,
    };
    vec![
        named("opened plain", opened(plain, Timing::default())),
        named(LONGER, opened(full, timing)),
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
    let moved = Event::Moved {
        square: Square::new(19, 19).unwrap(),
        credit: Millis::from_millis(500),
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
        named("moved", moved),
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

fn bytes(hex: &str) -> Vec<u8> {
    let pairs = hex.as_bytes().chunks(2);
    pairs
        .map(|pair| u8::from_str_radix(str::from_utf8(pair).unwrap(), 16).unwrap())
        .collect()
}

#[test]
fn every_stored_event_has_the_bytes_it_always_had() {
    let mut written = String::new();
    for (name, event) in samples() {
        let bytes = if name == LONGER {
            let kept = KEPT.lines().find_map(|line| line.strip_prefix(LONGER));
            kept.expect("a line").trim_start_matches(": ").to_owned()
        } else {
            hex(&event.to_bytes())
        };
        writeln!(written, "{name}: {bytes}").unwrap();
    }
    assert_eq!(written, KEPT.replace("\r\n", "\n"));
}

#[test]
fn bytes_that_an_older_server_wrote_are_read_as_the_event_they_were() {
    let samples = samples();
    assert_eq!(KEPT.lines().count(), samples.len());
    for (line, (_, event)) in KEPT.lines().zip(samples) {
        let (name, kept) = line.split_once(": ").unwrap();
        assert_eq!(Event::from_bytes(&bytes(kept)).unwrap(), event, "{name}");
    }
}

/// The number of an event in the store. A new durable variant does not compile here until it has one.
fn number(event: &Event) -> Option<usize> {
    match event {
        Event::Opened { .. } => Some(0),
        Event::SeatTaken { .. } => Some(1),
        Event::SeatVacated { .. } => Some(2),
        Event::Started => Some(3),
        Event::Moved { .. } => Some(4),
        Event::Over { .. } => Some(5),
        Event::DrawOffered { .. } => Some(6),
        Event::DrawDeclined { .. } => Some(7),
        Event::TakebackAsked { .. } => Some(8),
        Event::TakebackDeclined { .. } => Some(9),
        Event::TakenBack { .. } => Some(10),
        Event::RematchOffered { .. } => Some(11),
        Event::ChatPosted { .. } => Some(12),
        Event::Resumed => Some(13),
        Event::ClockStarted => Some(14),
        Event::Closed => Some(15),
        Event::Reconnected { .. }
        | Event::Disconnected { .. }
        | Event::SpectatorJoined { .. }
        | Event::SpectatorLeft { .. }
        | Event::SearchInfo { .. }
        | Event::Retired
        | Event::ClockHeld
        | Event::ClockReleased
        | Event::OwnerWatches { .. }
        | Event::Unlocked
        | Event::ChatOpened => None,
        Event::Played { .. } => Some(22),
        Event::ClockStopped { .. } => Some(23),
        Event::PliesTakenBack { .. } => Some(24),
        Event::Chosen { .. } => Some(27),
        Event::OwnerSeated { .. } => Some(28),
        Event::Locked { .. } => Some(30),
        Event::PersonRemoved { .. } => Some(31),
        Event::ChatClosed { .. } => Some(32),
        Event::RematchDeclined { .. } => Some(33),
    }
}

#[test]
fn the_file_has_a_sample_of_every_event_that_is_stored() {
    const STORED: usize = 25;
    let samples = samples();
    let mut seen: Vec<_> = samples
        .iter()
        .filter_map(|(_, event)| number(event))
        .collect();
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), STORED);
    for (name, event) in &samples {
        assert_eq!(
            number(event),
            event.is_durable().then(|| usize::from(event.to_bytes()[0])),
            "{name}"
        );
    }
}
