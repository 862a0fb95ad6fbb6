//! Rooms of the lobby.

use protocol::side::BySide;
use protocol::view::{Phase, RoomSummary};

use super::listed;
use super::players::names;
use crate::language::Said;

/// The clock of a room, if it has one.
pub(crate) fn clock_of(room: &RoomSummary) -> Option<String> {
    let clock = room.clock?.to_string();
    Some(say!("lines-clock", clock = clock))
}

/// The state of a room's game.
pub(crate) fn phase_in_words(room: &RoomSummary) -> String {
    match &room.phase {
        Phase::Seating => say!("lines-room-seating"),
        Phase::Playing => say!("lines-room-playing", ply = room.plies),
        Phase::Over { .. } => say!("lines-room-over"),
    }
}

/// A room of the lobby, in a line.
pub(crate) fn room_in_words(room: &RoomSummary) -> String {
    let watch = if room.watchable {
        say!("lines-watch", count = room.spectators)
    } else {
        say!("lines-no-spectators")
    };
    let BySide { first, second } = names(&room.seats);
    let against = say!("lines-against", first = first, second = second);
    let facts = [
        Some(room.variant.said()),
        room.opening.map(|opening| opening.to_string()),
        clock_of(room),
        room.rated.then(|| say!("lobby-rated")),
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
            rated: false,
        };
        assert_eq!(
            room_in_words(&room),
            "K7QM2X: Connect Four, clock 5m+3s, Bot negamax, depth 4 against open seat, \
             a seat is open, 2 watching"
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
