//! The disc that falls on the screen: notices a new ply of the table and times the pictures of its fall.

use protocol::id::RoomId;
use protocol::millis::Millis;
use protocol::rules::Family;

use crate::board::Fall;
use crate::ui::{App, Screen};

/// The motion on the table screen.
#[derive(Debug, Default)]
pub struct Motion {
    /// The room and the number of its plies when it was looked at last.
    seen: Option<(RoomId, usize)>,
    fall: Option<Fall>,
}

impl Motion {
    /// Looks at the table: a ply that was not there the last time begins to fall, and ends the fall before it.
    pub fn observe(&mut self, app: &App) {
        let before = self.seen.take();
        let Some(table) = app.table().filter(|_| app.screen == Screen::Table) else {
            self.fall = None;
            return;
        };
        let (room, plies) = (table.room(), table.game().plies());
        self.seen = Some((room, plies.len()));
        if before == self.seen {
            return;
        }
        self.fall = None;
        let is_next = before == plies.len().checked_sub(1).map(|before| (room, before));
        let falls = table.game().variant().family() == Family::Gravity;
        if let (Some(&square), true) = (plies.last(), is_next && falls) {
            self.fall = table.game().cell(square).map(|side| Fall {
                square,
                side,
                began: app.now,
            });
        }
    }

    /// The disc on its way down at a time, with the picture of its fall.
    pub fn at(&self, now: Millis) -> Option<(Fall, u8)> {
        let fall = self.fall?;
        Some((fall, fall.picture(now)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::app::tests::Play;

    fn picture(motion: &Motion, play: &Play, later: u64) -> Option<(String, u8)> {
        let now = play.app.now + Millis::from_millis(later);
        let (fall, picture) = motion.at(now)?;
        Some((fall.square.to_string(), picture))
    }

    #[test]
    fn each_new_disc_falls_once_and_what_was_there_does_not() {
        let mut play = Play::at_table("connect-four");
        play.moved("4");
        let mut motion = Motion::default();
        motion.observe(&play.app);
        assert_eq!(picture(&motion, &play, 0), None, "it lay there before");
        play.moved("4");
        motion.observe(&play.app);
        assert_eq!(picture(&motion, &play, 0), Some(("d2".to_owned(), 0)));
        motion.observe(&play.app);
        assert_eq!(picture(&motion, &play, 100), Some(("d2".to_owned(), 5)));
        // The next one does not wait for it.
        play.moved("1");
        motion.observe(&play.app);
        assert_eq!(picture(&motion, &play, 0), Some(("a1".to_owned(), 0)));
        assert_eq!(picture(&motion, &play, 160), None);
    }

    #[test]
    fn stones_on_crossings_do_not_fall() {
        let mut play = Play::at_table("gomoku-15");
        let mut motion = Motion::default();
        motion.observe(&play.app);
        play.moved("h8");
        motion.observe(&play.app);
        assert_eq!(picture(&motion, &play, 0), None);
    }
}
