//! What time brings to a room: the flag, the next game of a match, closing, leaving memory.
//!
//! Every duty follows from the state alone. [`Room::deadline`] says when the first of them is due, and
//! the `Tick` given at that moment or later does it; what it does makes it due no more.

use protocol::clock::Millis;
use protocol::message::{Outcome, Reason};

use crate::play::{over, unresolved};
use crate::seats::Seat;
use crate::{Event, Room, Stage};

/// Something to do at a certain moment.
#[derive(Clone, Debug, PartialEq)]
enum Duty {
    /// The side to move has no time left, or did not make its first ply.
    EndOnTime(Outcome),
    /// After an outage, the side to move did not come back within the grace.
    StartClock,
    /// Everybody who plays has been away for days.
    Abandon,
    /// Nobody came for an open seat.
    Close,
    /// The next game of a match of bots begins.
    NextGame,
    /// The game is over and nobody is here.
    Retire,
}

impl Room {
    /// The next moment at which `Command::Tick` is due.
    ///
    /// It may have passed already, as when somebody comes to watch a match that was paused: `Tick` is
    /// due at once then.
    pub fn deadline(&self) -> Option<Millis> {
        self.duty().map(|(moment, _)| moment)
    }

    /// Does what is due at `now`; nothing, if nothing is.
    pub(crate) fn tick(&self, now: Millis) -> Vec<Event> {
        let due = self.duty().filter(|(moment, _)| *moment <= now);
        match due {
            None => Vec::new(),
            Some((_, Duty::EndOnTime(outcome))) => over(outcome),
            Some((_, Duty::StartClock)) => vec![Event::ClockStarted],
            Some((_, Duty::Abandon)) => over(unresolved(Reason::Abandoned)),
            Some((_, Duty::Close)) => vec![Event::Closed],
            Some((_, Duty::NextGame)) => vec![Event::Started],
            Some((_, Duty::Retire)) => vec![Event::Retired],
        }
    }

    /// The first duty to come.
    fn duty(&self) -> Option<(Millis, Duty)> {
        let duties = match &self.stage {
            Stage::Seating { since } => [self.closing(*since), None, None],
            Stage::Playing => [self.end_on_time(), self.clock_start(), self.abandonment()],
            Stage::Over { at, .. } => [self.next_game(*at), self.retirement(*at), None],
            Stage::Closed => [None, None, None],
        };
        duties
            .into_iter()
            .flatten()
            .min_by_key(|(moment, _)| *moment)
    }

    fn end_on_time(&self) -> Option<(Millis, Duty)> {
        self.play
            .time_up(self.timing.first_move)
            .map(|(moment, outcome)| (moment, Duty::EndOnTime(outcome)))
    }

    fn clock_start(&self) -> Option<(Millis, Duty)> {
        self.grace_after_outage()
            .map(|moment| (moment, Duty::StartClock))
    }

    /// Until when the clock waits for the side to move, after an outage.
    pub(crate) fn grace_after_outage(&self) -> Option<Millis> {
        self.play
            .waiting_clock()
            .map(|clock| clock.resumed() + self.timing.grace)
    }

    /// A bot is never away, and never there for anybody: only the people count.
    fn abandonment(&self) -> Option<(Millis, Duty)> {
        if self.has_player_here() {
            return None;
        }
        self.last_player_left()
            .map(|left| (left + self.timing.abandoned, Duty::Abandon))
    }

    /// A room that waits for a player is kept by those who wait in it on a seat, not by spectators.
    fn closing(&self, since: Millis) -> Option<(Millis, Duty)> {
        if self.has_player_here() {
            return None;
        }
        let empty_since = since.max(self.last_player_left().unwrap_or_default());
        Some((empty_since + self.timing.seating, Duty::Close))
    }

    /// A match of bots goes on while somebody watches it.
    fn next_game(&self, over_at: Millis) -> Option<(Millis, Duty)> {
        let more = self.is_bots_only() && self.series.game <= u16::from(self.spec.repeat.value());
        (more && !self.spectators.is_empty())
            .then_some((over_at + self.timing.between_games, Duty::NextGame))
    }

    fn retirement(&self, over_at: Millis) -> Option<(Millis, Duty)> {
        if self.retired || self.has_somebody() {
            return None;
        }
        let empty_since = over_at
            .max(self.spectators.last_left())
            .max(self.last_player_left().unwrap_or_default());
        Some((empty_since + self.timing.lingering, Duty::Retire))
    }

    /// Adds `ClockStarted` behind `events` where these bring the clock's waiting to an end: the side to
    /// move is here, or its grace is over.
    ///
    /// It is found out on a copy of the room, which is cheap because few rooms wait, and those not long.
    pub(crate) fn start_clock_after_outage(&self, now: Millis, events: &mut Vec<Event>) {
        if !self.play.excuses_anybody() {
            return;
        }
        let mut next = self.clone();
        for event in events.iter() {
            next.apply(now, event);
        }
        let to_move: &Seat = &next.seats[next.play.side_to_move()];
        let waits = match next.stage {
            Stage::Playing => next.grace_after_outage(),
            Stage::Seating { .. } | Stage::Over { .. } | Stage::Closed => None,
        };
        if waits.is_some_and(|until| now >= until || to_move.here().is_some()) {
            events.push(Event::ClockStarted);
        }
    }
}

#[cfg(test)]
mod tests {
    use protocol::message::Phase;
    use protocol::refusal::Refusal;

    use super::*;
    use crate::Command;
    use crate::testing::{ANA, BO, CLEO, DAN, Table};

    const TEN_MINUTES: u64 = 600_000;
    const WEEK: u64 = 7 * 24 * 3_600_000;

    #[test]
    fn a_room_whose_open_seat_nobody_waits_for_closes_after_ten_minutes() {
        let mut table = Table::of("connect-four").seats("me", "open").open();
        assert_eq!(table.room.deadline(), None, "somebody waits");
        table.wait(TEN_MINUTES).leave(ANA, true);
        table.wait(TEN_MINUTES - 1);
        assert_eq!(table.tick(), []);
        assert_eq!(table.wait(1).tick(), [Event::Closed]);
        assert!(table.room.is_closed() && !table.room.is_live());
        assert_eq!(table.room.deadline(), None);
    }

    #[test]
    fn a_spectator_does_not_keep_an_open_seat_open() {
        let mut table = Table::of("connect-four").seats("open", "open").open();
        assert!(table.room.has(ANA), "who opens it without a seat watches");
        assert_eq!(table.wait(TEN_MINUTES).tick(), [Event::Closed]);
    }

    #[test]
    fn a_return_keeps_the_room_open() {
        let mut table = Table::of("connect-four").seats("me", "open").open();
        table.leave(ANA, true);
        table.wait(TEN_MINUTES - 1).come_back(ANA);
        assert_eq!(table.room.deadline(), None);
    }

    #[test]
    fn a_closed_room_takes_nobody_and_lets_everybody_go() {
        let mut table = Table::of("connect-four").seats("open", "open").open();
        table.wait(TEN_MINUTES).tick();
        let room = table.room.id();
        assert_eq!(table.try_sit(BO), Err(Refusal::NoSuchRoom { room }));
        assert_eq!(table.try_watch(BO), Err(Refusal::NoSuchRoom { room }));
        table.leave(ANA, false);
    }

    #[test]
    fn a_finished_room_leaves_memory_ten_minutes_after_the_last_person() {
        let mut table = Table::two_people();
        table.watch(CLEO);
        table.play_out_win();
        table.wait(TEN_MINUTES).leave(ANA, false);
        table.leave(BO, true);
        assert_eq!(table.room.deadline(), None, "somebody watches");
        table.wait(TEN_MINUTES).leave(CLEO, false);
        table.wait(TEN_MINUTES - 1);
        assert_eq!(table.tick(), []);
        assert_eq!(table.wait(1).tick(), [Event::Retired]);
        assert!(table.room.is_retired() && !table.room.is_live());
        assert_eq!(table.room.deadline(), None);
    }

    #[test]
    fn one_who_comes_back_in_the_last_moment_keeps_the_room_in_memory() {
        let mut table = Table::two_people();
        table.play_out_win();
        table.leave(ANA, false);
        table.leave(BO, false);
        table.wait(TEN_MINUTES).tick();
        assert!(table.room.is_retired());
        table.come_back(BO);
        assert!(!table.room.is_retired());
    }

    #[test]
    fn a_game_with_both_away_for_a_week_is_abandoned() {
        let mut table = Table::two_people();
        table.leave(ANA, true);
        assert_eq!(table.room.deadline(), None, "one is here");
        table.wait(1_000).leave(BO, true);
        table.wait(WEEK - 1);
        assert_eq!(table.tick(), []);
        table.wait(1).tick();
        assert_eq!(table.outcome(), unresolved(Reason::Abandoned));
    }

    #[test]
    fn a_game_that_a_person_left_to_a_bot_is_abandoned_too() {
        let mut table = Table::of("connect-four").seats("me", "bot:random").open();
        table.leave(ANA, true);
        table.wait(WEEK).tick();
        assert_eq!(table.outcome(), unresolved(Reason::Abandoned));
    }

    #[test]
    fn bots_play_on_with_nobody_watching_and_leave_memory_after_the_last_game() {
        let mut table = Table::of("connect-four")
            .seats("bot:random", "bot:random")
            .open();
        table.leave(ANA, false);
        assert_eq!(table.room.deadline(), None);
        assert!(table.room.thinking().is_some());
        table.bots_play_out();
        assert_eq!(table.wait(TEN_MINUTES).tick(), [Event::Retired]);
    }

    #[test]
    fn a_match_of_bots_is_repeated_as_often_as_asked() {
        let mut table = Table::of("connect-four")
            .repeat(2)
            .seats("bot:random", "bot:lines:2")
            .open();
        for game in 1..=3 {
            assert_eq!(table.snapshot(ANA).series.game, game);
            table.bots_play_out();
            table.wait(2_999);
            assert_eq!(table.tick(), []);
            table.wait(1).tick();
        }
        assert_eq!(table.room.deadline(), None);
        let series = table.snapshot(ANA).series;
        assert_eq!(series.wins.first + series.wins.second + series.draws, 3);
        assert!(matches!(table.phase(), Phase::Over { .. }));
    }

    #[test]
    fn a_match_of_bots_pauses_while_nobody_watches() {
        let mut table = Table::of("connect-four")
            .repeat(1)
            .seats("bot:random", "bot:random")
            .open();
        table.leave(ANA, false);
        table.bots_play_out();
        assert_eq!(table.wait(60_000).tick(), []);
        table.watch(DAN);
        assert!(table.room.deadline().unwrap() <= table.now);
        assert_eq!(table.tick(), [Event::Started]);
    }

    #[test]
    fn a_rematch_with_a_bot_is_not_the_repetition_of_a_match() {
        let mut table = Table::of("connect-four")
            .repeat(3)
            .seats("me", "bot:random")
            .open();
        table.watch(CLEO);
        table.give(Command::Resign { who: ANA });
        assert_eq!(table.room.deadline(), None);
    }
}
