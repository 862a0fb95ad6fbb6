use jiff::civil::date;
use jiff::tz::TimeZone;
use protocol::id::{PlayerId, Seq};
use protocol::message::VERSION;
use protocol::millis::Millis;
use protocol::rules::Variant;
use protocol::side::{BySide, Side};
use protocol::text::Name;
use protocol::view::{Outcome, Reason, RoomSummary, Seat, Series, YourGame};
use protocol::word::Named;

use super::*;

const TODAY: Date = date(2026, 11, 22);

fn room() -> RoomId {
    "K7QM2X".parse().unwrap()
}

fn outcome() -> Outcome {
    Outcome {
        winner: Some(Side::First),
        reason: Reason::Flag,
        line: Vec::new(),
    }
}

fn welcome(server: u128) -> ServerMsg {
    ServerMsg::Welcome {
        protocol: VERSION,
        minor: 0,
        software: "double".to_owned(),
        server: "double".to_owned(),
        id: ServerId(server),
        addresses: Vec::new(),
        features: Vec::new(),
        announcement: None,
        player: PlayerId(1),
        name: Name::clean("Ana").unwrap(),
        bots: Vec::new().into(),
        variants: Vec::new().into(),
        nodes: Vec::new(),
    }
}

/// The answer about a game that ended `hours` hours ago, if it did.
fn told(hours: Option<u64>) -> ServerMsg {
    let ended = hours.map(|hours| Millis::from_secs(hours * 3600));
    let room = RoomSummary {
        room: room(),
        variant: Named::Known(Variant::named("gomoku-15").unwrap()),
        clock: None,
        seats: BySide {
            first: Seat::Open,
            second: Seat::Open,
        },
        phase: match ended {
            Some(_) => Phase::Over { outcome: outcome() },
            None => Phase::Playing,
        },
        plies: 9,
        spectators: 0,
        watchable: true,
        locked: false,
        moves: None,
        opening: None,
        rated: false,
    };
    ServerMsg::YourGames {
        games: vec![YourGame {
            room,
            side: Side::First,
            your_turn: false,
            ended,
        }],
    }
}

fn event(event: RoomEvent) -> ServerMsg {
    ServerMsg::Event {
        room: room(),
        seq: Seq(9),
        event,
    }
}

/// A game that ended days ago was kept as one of the day on which it was looked at.
#[test]
fn the_day_of_an_end_is_what_the_server_told_of_the_last_game_and_today_otherwise() {
    let over = || RoomEvent::Over {
        outcome: outcome(),
        series: Series::default(),
        clock: None,
    };
    let now = TODAY.at(1, 30, 0, 0).to_zoned(TimeZone::UTC).unwrap();
    for (messages, expected) in [
        (vec![], TODAY),
        (vec![told(Some(1))], TODAY),
        (vec![told(Some(2))], date(2026, 11, 21)),
        (vec![told(Some(100))], date(2026, 11, 17)),
        (vec![told(Some(100)), told(None)], TODAY),
        // The end of a rematch was seen.
        (vec![told(Some(100)), event(over())], TODAY),
        (vec![told(Some(100)), welcome(1)], date(2026, 11, 17)),
        (vec![told(Some(100)), welcome(2)], TODAY),
    ] {
        let mut ends = KnownEnds::default();
        ends.on_message(&now, &welcome(1));
        for message in &messages {
            ends.on_message(&now, message);
        }
        assert_eq!(ends.day(room(), TODAY), expected, "{messages:?}");
    }
}
