//! Rooms of the lobby.

use protocol::side::BySide;
use protocol::view::{Phase, RoomSummary};

use super::listed;
use crate::language::Said;
use crate::language::players::names;

/// The clock of a room, if it has one.
pub(in crate::script) fn clock_of(room: &RoomSummary) -> Option<String> {
    let clock = room.clock?.to_string();
    Some(say!("script-clock", clock = clock))
}

/// The state of a room's game.
pub(in crate::script) fn phase_in_words(room: &RoomSummary) -> String {
    match &room.phase {
        Phase::Seating => say!("script-room-seating"),
        Phase::Playing => say!("script-room-playing", ply = room.plies),
        Phase::Over { .. } => say!("script-room-over"),
    }
}

/// A room of the lobby, in a line.
pub(in crate::script) fn room_in_words(room: &RoomSummary) -> String {
    let watch = if room.watchable {
        say!("script-watch", count = room.spectators)
    } else {
        say!("script-no-spectators")
    };
    let BySide { first, second } = names(&room.seats);
    let against = say!("script-against", first = first, second = second);
    let facts = [
        Some(room.variant.said()),
        room.opening.map(|opening| opening.to_string()),
        clock_of(room),
        Some(against),
        Some(phase_in_words(room)),
        Some(watch),
    ];
    format!("{}: {}", room.room, listed(facts.into_iter().flatten()))
}

#[cfg(test)]
mod tests {
    use protocol::rules::Variant;
    use protocol::side::BySide;
    use protocol::spec::OpeningRule;
    use protocol::view::Seat;
    use protocol::word::Named;

    use super::*;

    #[test]
    fn a_room_is_a_line() {
        let room = RoomSummary {
            room: "K7QM2X".parse().unwrap(),
            variant: Named::Known(Variant::named("connect-four").unwrap()),
            clock: Some("5m+3s".parse().unwrap()),
            seats: BySide {
                first: Seat::Bot {
                    bot: "negamax:4".parse().unwrap(),
                },
                second: Seat::Open,
            },
            phase: Phase::Seating,
            plies: 0,
            spectators: 2,
            watchable: true,
            locked: false,
            moves: None,
            opening: None,
        };
        assert_eq!(
            room_in_words(&room),
            "K7QM2X: Connect Four, clock 5m+3s, Bot negamax, depth 4 against open seat, \
             a seat is open, 2 watch"
        );
        let room = RoomSummary {
            variant: Named::Known(Variant::named("gomoku-15").unwrap()),
            opening: Some(OpeningRule::Swap2),
            ..room
        };
        let line = room_in_words(&room);
        assert!(line.contains(", swap2, clock 5m+3s"), "{line}");
    }
}
