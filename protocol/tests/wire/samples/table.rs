//! One event of every kind.

use protocol::id::Revision;
use protocol::message::{Outcome, Ply, Reason, Seat, TableEvent};
use protocol::millis::Millis;
use protocol::side::Side;

use super::parts::{chat_line, clock, of, seats, series, thought};

/// Every event, each with the suffix that tells it from others of its kind.
pub(crate) fn table_events() -> Vec<(&'static str, TableEvent)> {
    let moved = |left: Option<u64>| TableEvent::Moved {
        revision: Revision(4),
        side: Side::First,
        ply: 3,
        made: Ply {
            square: of("d3"),
            left: left.map(Millis),
        },
        clock: left.map(|_| clock()),
    };
    let over = |winner, reason, line: &[&str]| TableEvent::Over {
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
        (
            "",
            TableEvent::Sat {
                side: second,
                seat: Seat::Human {
                    name: of("Bo"),
                    away: None,
                },
            },
        ),
        ("", TableEvent::Stood { side: second }),
        ("", TableEvent::Gone { side: second }),
        ("", TableEvent::Back { side: second }),
        (
            "",
            TableEvent::Watching {
                name: of("Cleo"),
                watching: 1,
            },
        ),
        (
            "",
            TableEvent::Unwatched {
                name: of("Cleo"),
                watching: 0,
            },
        ),
        (
            "",
            TableEvent::Started {
                revision: Revision(1),
                series: series(),
                seats: seats(),
                clock: Some(clock()),
            },
        ),
        ("", moved(Some(298_300))),
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
        ("", TableEvent::DrawOffered { by: first }),
        ("", TableEvent::DrawDeclined { by: second }),
        ("", TableEvent::TakebackAsked { by: first }),
        ("", TableEvent::TakebackDeclined { by: second }),
        (
            "",
            TableEvent::TakenBack {
                revision: Revision(5),
                by: first,
                plies: 2,
                clock: None,
            },
        ),
        ("", TableEvent::RematchOffered { by: second }),
        ("", TableEvent::Said { line: chat_line() }),
        ("", TableEvent::Thought { thought: thought() }),
        ("", TableEvent::Clock { clock: clock() }),
    ]
}
