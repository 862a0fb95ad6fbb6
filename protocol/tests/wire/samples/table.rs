//! One event of every kind.

use protocol::id::Revision;
use protocol::message::RoomEvent;
use protocol::millis::Millis;
use protocol::side::Side;
use protocol::spec::OpeningChoice;
use protocol::view::{ForbiddenKind, ForbiddenPoint, Outcome, Ply, Reason, Seat};

use super::parts::{
    chat_line, clock, of, opening, rating_changes, search, seats, series, thinking,
};
use super::plain;

/// Every event, each with the suffix that tells it from others of its kind.
pub(crate) fn room_events() -> Vec<(&'static str, RoomEvent)> {
    let moved = |left: Option<u64>| RoomEvent::Moved {
        revision: Revision(4),
        side: Side::First,
        ply: 3,
        made: Ply {
            square: of("d3"),
            left: left.map(Millis::from_millis),
        },
        ends_game: left.is_none(),
        clock: left.map(|_| clock()),
    };
    let over = |winner, reason, line: &[&str]| RoomEvent::Over {
        outcome: Outcome {
            winner,
            reason,
            line: line.iter().map(|square| of(square)).collect(),
        },
        series: series(),
        clock: None,
    };
    let (first, second) = (Side::First, Side::Second);
    vec![
        plain(RoomEvent::SeatTaken {
            side: second,
            seat: Seat::Human {
                name: of("Bo"),
                away: None,
            },
        }),
        plain(RoomEvent::SeatVacated { side: second }),
        plain(RoomEvent::Disconnected { side: second }),
        plain(RoomEvent::Reconnected { side: second }),
        plain(RoomEvent::Watchers {
            watching: 1,
            names: Some(vec![of("Cleo")]),
        }),
        (
            "many",
            RoomEvent::Watchers {
                watching: 42,
                names: None,
            },
        ),
        plain(RoomEvent::Started {
            revision: Revision(1),
            series: series(),
            seats: seats(),
            clock: Some(clock()),
            rated: false,
        }),
        plain(moved(Some(298_300))),
        ("clockless", moved(None)),
        (
            "line",
            over(Some(first), Reason::Line, &["a1", "b1", "c1", "d1"]),
        ),
        ("full_board", over(None, Reason::FullBoard, &[])),
        ("resignation", over(Some(second), Reason::Resignation, &[])),
        ("flag", over(Some(second), Reason::Flag, &[])),
        ("agreement", over(None, Reason::Agreement, &[])),
        ("claim", over(Some(first), Reason::Claim, &[])),
        ("aborted", over(None, Reason::Aborted, &[])),
        ("no_first_move", over(None, Reason::NoFirstMove, &[])),
        ("abandoned", over(None, Reason::Abandoned, &[])),
        ("bot_failed", over(Some(first), Reason::BotFailed, &[])),
        ("closed", over(None, Reason::Closed, &[])),
        plain(RoomEvent::DrawOffered { by: first }),
        plain(RoomEvent::DrawDeclined { by: second }),
        plain(RoomEvent::TakebackAsked { by: first }),
        plain(RoomEvent::TakebackDeclined { by: second }),
        plain(RoomEvent::TakenBack {
            revision: Revision(5),
            by: first,
            plies: 2,
            clock: None,
        }),
        plain(RoomEvent::RematchOffered { by: second }),
        plain(RoomEvent::ChatPosted { line: chat_line() }),
        plain(RoomEvent::SearchInfo { search: search() }),
        plain(RoomEvent::Clock { clock: clock() }),
        plain(RoomEvent::Thinking {
            thinking: thinking(),
        }),
        plain(RoomEvent::EngineMessage {
            side: second,
            ply: 4,
            text: of("depth 12 eval 0.35"),
        }),
        plain(RoomEvent::Forbidden {
            points: vec![ForbiddenPoint {
                square: of("h8"),
                kind: ForbiddenKind::DoubleThree,
            }],
        }),
        plain(RoomEvent::OpeningChosen {
            revision: Revision(5),
            by: second,
            choice: OpeningChoice::White,
            clock: None,
        }),
        plain(RoomEvent::Opening { opening: opening() }),
        plain(RoomEvent::Locked { locked: true }),
        plain(RoomEvent::Removed { name: of("Cleo") }),
        plain(RoomEvent::ChatClosed { closed: true }),
        plain(RoomEvent::ChatHidden),
        plain(RoomEvent::RematchDeclined { by: first }),
        plain(RoomEvent::Rated {
            ratings: rating_changes(),
        }),
    ]
}
