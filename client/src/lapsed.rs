//! Offers of this client that lapse with a ply, or with a choice of an opening: no event of its own tells of them.

use protocol::message::RoomEvent;
use protocol::replica::Replica;

/// Offers of this client.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lapsed {
    pub(crate) draw: bool,
    pub(crate) takeback: bool,
    /// True where they lapse with a choice, and not with a ply.
    pub(crate) by_choice: bool,
}

impl Lapsed {
    /// Those that lapse with `event`, which `table` does not have yet. The end of a game and a takeback speak for
    /// themselves.
    pub(crate) fn with(table: &Replica, event: &RoomEvent) -> Self {
        let lapse = matches!(
            event,
            RoomEvent::Moved {
                ends_game: false,
                ..
            } | RoomEvent::OpeningChosen { .. }
        );
        let Some(you) = table.you().filter(|_| lapse) else {
            return Self::default();
        };
        let offers = table.snapshot().offers;
        Self {
            draw: offers.draw == Some(you),
            takeback: offers.takeback == Some(you),
            by_choice: matches!(event, RoomEvent::OpeningChosen { .. }),
        }
    }

    /// A sentence for each.
    pub(crate) fn sentences(self) -> Vec<String> {
        let (draw, takeback) = if self.by_choice {
            let draw = self.draw.then(|| say!("table-draw-lapsed-choice"));
            let takeback = self.takeback.then(|| say!("table-takeback-lapsed-choice"));
            (draw, takeback)
        } else {
            let draw = self.draw.then(|| say!("table-draw-lapsed"));
            let takeback = self.takeback.then(|| say!("table-takeback-lapsed"));
            (draw, takeback)
        };
        draw.into_iter().chain(takeback).collect()
    }
}
