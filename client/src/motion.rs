//! Motion on the table screen: the disc of a new ply falls, and the stones of a winning line are lit in turn.

use protocol::id::RoomId;
use protocol::millis::Millis;
use protocol::replica::Replica;
use protocol::rules::Family;

use crate::board::{Fall, Lighting, Moving};
use crate::ui::{App, Screen};

/// The motion on the table screen.
#[derive(Debug, Default)]
pub struct Motion {
    /// The room and the number of its plies when it was looked at last.
    seen: Option<(RoomId, usize)>,
    /// True where the game was over then.
    was_over: bool,
    fall: Option<Fall>,
    lighting: Option<Lighting>,
}

impl Motion {
    /// Looks at the table: a ply that was not there the last time begins to fall, and ends the fall before it.
    pub fn observe(&mut self, app: &App) {
        let before = self.seen.take();
        let Some(table) = app.table().filter(|_| app.screen == Screen::Table) else {
            (self.fall, self.lighting) = (None, None);
            return;
        };
        self.light(before, table, app.now);
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

    /// Lights a winning line that was not there the last time, in a game that went on then.
    fn light(&mut self, before: Option<(RoomId, usize)>, table: &Replica, now: Millis) {
        let line = table.outcome().map_or(&[][..], |outcome| &outcome.line);
        let is_over = table.outcome().is_some();
        let was_there = before.is_some_and(|(room, _)| room == table.room());
        if !is_over {
            self.lighting = None;
        } else if was_there && !self.was_over && !line.is_empty() {
            self.lighting = Some(Lighting {
                stones: line.len(),
                began: now,
            });
        }
        self.was_over = is_over;
    }

    /// The moving parts at a time.
    pub fn at(&self, now: Millis) -> Moving {
        let fall = self.fall.and_then(|fall| Some((fall, fall.picture(now)?)));
        let lit = self.lighting.and_then(|lighting| lighting.lit(now));
        Moving { fall, lit }
    }
}

#[cfg(test)]
mod tests {
    use protocol::side::Side;

    use super::*;
    use crate::ui::app::tests::Play;

    fn picture(motion: &Motion, play: &Play, later: u64) -> Option<(String, u8)> {
        let now = play.app.now + Millis::from_millis(later);
        let (fall, picture) = motion.at(now).fall?;
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
    fn the_stones_of_a_winning_line_are_lit_in_turn_once_and_none_that_was_there_before() {
        let mut play = Play::at_table("connect-four");
        let mut motion = Motion::default();
        for column in ["1", "2", "1", "2", "1", "2", "1"] {
            play.moved(column);
            motion.observe(&play.app);
        }
        let lit = |motion: &Motion, play: &Play, later: u64| {
            let moving = motion.at(play.app.now + Millis::from_millis(later));
            moving.part_of(&[(); 4]).len()
        };
        play.over(Some(Side::First));
        motion.observe(&play.app);
        let times = [0, 180, 300, 410, 520, 630];
        let counts = times.map(|later| lit(&motion, &play, later));
        assert_eq!(counts, [0, 0, 1, 2, 3, 4]);
        assert!(
            !motion
                .at(play.app.now + Millis::from_secs(1))
                .is_under_way()
        );
        let mut late = Motion::default();
        late.observe(&play.app);
        assert_eq!(lit(&late, &play, 0), 4, "it was over before");
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
