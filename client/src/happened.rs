//! The effects of an event on a table and beyond it: the one place where screens and lines learn them.
//!
//! `Event` message -> [`Happened::follow`] -> the table, and the rest: offers that expired, the seat, the library
//!
//! `words` says it, a screen shows it, a session without a screen prints it.

use protocol::id::Seq;
use protocol::message::RoomEvent;
use protocol::millis::Millis;
use protocol::replica::{Gap, Replica};

use crate::board_change::BoardChange;
use crate::library;

/// The effects of an event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(crate) struct Happened {
    /// The change of the board, which answers a move on its way.
    pub(crate) board: Option<BoardChange>,
    /// The draw offer of this client expired: the game went on.
    pub(crate) draw_expired: bool,
    /// So did its request for a takeback.
    pub(crate) takeback_expired: bool,
    /// A player came back who was away. Somebody who sits down was not.
    pub(crate) has_returned: bool,
    /// Plies that a takeback took off the board; 0 if the snapshot had it already.
    pub(crate) taken_back: usize,
    /// A game after the first of the room began: a seat that was forgotten with the end of the last one is saved again.
    pub(crate) is_next_game: bool,
    /// The game is over, or the last search of a game that is over came: the record is kept.
    pub(crate) is_recorded: bool,
}

impl Happened {
    /// Applies an event to `table`.
    ///
    /// # Errors
    ///
    /// [`Gap`], with nothing changed, if the client missed something.
    pub(crate) fn follow(
        table: &mut Replica,
        now: Millis,
        seq: Seq,
        event: &RoomEvent,
    ) -> Result<Self, Gap> {
        // The end of a game and a takeback speak for themselves.
        let goes_on = matches!(
            event,
            RoomEvent::Moved {
                ends_game: false,
                ..
            } | RoomEvent::OpeningChosen { .. }
        );
        let (you, offers) = (table.you(), table.snapshot().offers);
        let is_mine = |by| you.is_some() && by == you;
        let plies = table.plies().len();
        let has_returned = matches!(
            event,
            RoomEvent::Reconnected { side } if table.away(*side, now).is_some()
        );
        table.apply(now, seq, event)?;
        Ok(Self {
            board: BoardChange::from_event(event),
            draw_expired: goes_on && is_mine(offers.draw),
            takeback_expired: goes_on && is_mine(offers.takeback),
            has_returned,
            taken_back: plies.saturating_sub(table.plies().len()),
            is_next_game: matches!(
                event,
                RoomEvent::Started { series, .. } if series.game > 1
            ),
            is_recorded: match event {
                RoomEvent::Over { .. } => true,
                RoomEvent::SearchInfo { search } => {
                    library::are_searches_complete(table, search.ply)
                }
                _ => false,
            },
        })
    }
}
