//! The seats that keys hold, as the events of a room say.

use protocol::id::TokenHash;
use protocol::millis::Millis;
use protocol::side::Side;
use room::{Event, Occupant};

use super::Recorded;

/// A change of the seats that keys hold in a room.
///
/// Sides are those of the first game: a seat is given up only before it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatChange {
    /// A key took a seat.
    Taken {
        /// Side of the seat.
        side: Side,
        /// Hash of the key.
        key: TokenHash,
        /// Moment at which it was taken.
        at: Millis,
    },
    /// A seat was given up.
    Vacated(Side),
    /// The room is closed.
    Closed,
}

/// Returns the changes that these events make, in order.
pub(super) fn changes(events: &[Recorded]) -> Vec<SeatChange> {
    let change = |(at, event): &Recorded| match event {
        Event::SeatTaken {
            side,
            occupant: Occupant::KeyHolder { holder, .. },
        } => Some(SeatChange::Taken {
            side: *side,
            key: holder.key,
            at: *at,
        }),
        Event::SeatVacated { side } => Some(SeatChange::Vacated(*side)),
        Event::Closed => Some(SeatChange::Closed),
        _ => None,
    };
    events.iter().filter_map(change).collect()
}
