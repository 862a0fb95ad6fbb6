//! The clock of one game: free first plies, lag credit, and who is excused after a restart.
//!
//! Each side's first ply is free, so the clock runs from ply 3. When the server was away, the clock
//! stands still for a person until they are back or their grace is over: `ClockStarted`, which is
//! recorded, says when, so that replay need not know who was here.

use protocol::clock::{Clock, ClockFace, Millis};
use protocol::side::{BySide, Side};
use protocol::spec::ClockSpec;

use crate::Timing;

/// Plies that are free of the clock: each side's first.
pub(crate) const FREE_PLIES: usize = 2;

/// A chess clock with what the table adds to it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TableClock {
    clock: Clock,
    /// Lag credit that each side has spent in this game.
    spent: BySide<Millis>,
    /// Sides whose time stands still since the server came back, until `ClockStarted`.
    excused: BySide<bool>,
    /// When the server came back last.
    resumed: Millis,
}

impl TableClock {
    pub(crate) fn new(spec: ClockSpec) -> Self {
        Self {
            clock: Clock::new(spec),
            spent: BySide::default(),
            excused: BySide::default(),
            resumed: Millis::ZERO,
        }
    }

    /// Lets the time of the side that moves after `plies` plies run from `at`, unless its ply is free
    /// or it is excused. What had run before is charged.
    pub(crate) fn run(&mut self, plies: usize, at: Millis) {
        let side = Side::to_move_after(plies);
        if plies < FREE_PLIES || self.excused[side] {
            self.clock.stop(at);
        } else {
            self.clock.start(side, at);
        }
    }

    /// Ends the ply of `side`, and returns what it has left.
    pub(crate) fn press(&mut self, side: Side, at: Millis, credit: Millis) -> Millis {
        self.spent[side] += credit;
        self.clock.press(at, credit);
        self.clock.left(side, at)
    }

    /// Stands still for good: the game is over.
    pub(crate) fn stop(&mut self, at: Millis) {
        self.clock.stop(at);
    }

    /// The server was away: nothing is charged for the ply under way, and `people` are excused.
    pub(crate) fn resume(&mut self, at: Millis, people: BySide<bool>) {
        self.clock.forgive();
        self.excused = people;
        self.resumed = at;
    }

    /// `side` is excused no more.
    pub(crate) fn excuse_ends(&mut self, side: Side) {
        self.excused[side] = false;
    }

    pub(crate) fn is_excused(&self, side: Side) -> bool {
        self.excused[side]
    }

    /// When the server came back last; excuses last for the grace from then.
    pub(crate) fn resumed(&self) -> Millis {
        self.resumed
    }

    /// The lag credit for a ply of `side` that took `taken`, by the server's own measure of the round trip.
    ///
    /// It is bounded for one ply and for the game, and no more is spent than the ply took. A free ply
    /// needs none.
    pub(crate) fn credit(
        &self,
        side: Side,
        taken: Millis,
        round_trip: Millis,
        timing: &Timing,
    ) -> Millis {
        if self.clock.running() != Some(side) {
            return Millis::ZERO;
        }
        round_trip
            .min(timing.credit_per_ply)
            .min(timing.credit_per_game - self.spent[side])
            .min(taken)
    }

    /// The moment at which the flag of the running side falls.
    pub(crate) fn flag(&self) -> Option<Millis> {
        self.clock.deadline()
    }

    pub(crate) fn left(&self, side: Side, now: Millis) -> Millis {
        self.clock.left(side, now)
    }

    pub(crate) fn face(&self, now: Millis) -> ClockFace {
        self.clock.face(now)
    }
}

#[cfg(test)]
mod tests {
    use protocol::message::{Phase, Reason};

    use super::*;
    use crate::testing::{ANA, BO, Table};
    use crate::{Command, Event};

    /// Ana against Bo with a minute each and two seconds a ply.
    fn blitz() -> Table {
        Table::of("connect-four")
            .clock("1m+2s")
            .seats("me", "open")
            .open_with_bo()
    }

    fn left(table: &Table) -> (u64, u64) {
        let remaining = table.snapshot(ANA).clock.unwrap().remaining;
        (remaining.first.0, remaining.second.0)
    }

    #[test]
    fn each_sides_first_ply_is_free_and_the_clock_runs_from_the_third() {
        let mut table = blitz();
        table.wait(30_000).play(ANA, "4");
        table.wait(30_000).play(BO, "4");
        assert_eq!(left(&table), (60_000, 60_000));
        table.wait(5_000);
        assert_eq!(left(&table), (55_000, 60_000));
        table.play(ANA, "3");
        assert_eq!(left(&table), (57_000, 60_000));
        table.wait(10_000).play(BO, "3");
        assert_eq!(left(&table), (57_000, 52_000));
        let shown: Vec<_> = table.snapshot(ANA).plies;
        let shown: Vec<_> = shown.iter().map(|ply| ply.left.unwrap().0).collect();
        assert_eq!(shown, [60_000, 60_000, 57_000, 52_000]);
    }

    #[test]
    fn a_first_ply_that_does_not_come_ends_the_game_without_a_result() {
        for plies in [0, 1] {
            let mut table = blitz();
            table.play_moves(&["4"][..plies]);
            assert_eq!(table.room.deadline(), Some(table.now + Millis(60_000)));
            table.wait(59_999);
            assert_eq!(table.tick(), []);
            table.wait(1).tick();
            let outcome = table.outcome();
            assert_eq!(
                (outcome.winner, outcome.reason),
                (None, Reason::NoFirstMove)
            );
            assert_eq!(table.snapshot(ANA).series.wins, BySide::default());
        }
    }

    #[test]
    fn without_a_clock_nobody_is_hurried() {
        let mut table = Table::two_people();
        assert_eq!(table.room.deadline(), None);
        table.wait(3_600_000).play(ANA, "4");
        assert_eq!(table.snapshot(ANA).plies[0].left, None);
    }

    #[test]
    fn the_flag_falls_at_the_deadline_and_not_before() {
        let mut table = blitz();
        table.play_moves(&["4", "4"]);
        assert_eq!(table.room.deadline(), Some(table.now + Millis(60_000)));
        table.wait(59_999);
        assert_eq!(table.tick(), []);
        table.wait(1).tick();
        let outcome = table.outcome();
        assert_eq!(
            (outcome.winner, outcome.reason),
            (Some(Side::Second), Reason::Flag)
        );
        assert_eq!(left(&table), (0, 60_000));
        assert_eq!(table.room.deadline(), None);
    }

    #[test]
    fn a_move_stamped_at_the_deadline_is_in_time_and_one_after_it_is_not() {
        let mut table = blitz();
        table.play_moves(&["4", "4"]);
        table.wait(60_000).play(ANA, "4");
        assert_eq!(table.phase(), Phase::Playing);
        assert_eq!(left(&table), (2_000, 60_000));

        let mut table = blitz();
        table.play_moves(&["4", "4"]);
        table.wait(60_001).play(ANA, "4");
        assert_eq!(table.outcome().reason, Reason::Flag);
        assert_eq!(table.snapshot(ANA).plies.len(), 2);
    }

    #[test]
    fn every_other_command_too_finds_the_flag_fallen() {
        for command in [
            Command::Resign { who: BO },
            Command::OfferDraw { who: ANA },
            Command::AskTakeback { who: ANA },
            Command::Abort { who: ANA },
            Command::Claim { who: ANA },
        ] {
            let mut table = blitz();
            table.play_moves(&["4", "4"]);
            table.wait(60_001).give(command);
            assert_eq!(table.outcome().reason, Reason::Flag);
        }
    }

    #[test]
    fn lag_is_credited_up_to_half_a_second_a_ply() {
        let mut table = blitz();
        table.play_moves(&["4", "4"]);
        table.wait(1_000).play_with_lag(ANA, "4", 300);
        assert_eq!(left(&table).0, 60_000 - 700 + 2_000);
        table.wait(1_000).play_with_lag(BO, "4", 9_000);
        assert_eq!(left(&table).1, 60_000 - 500 + 2_000);
    }

    #[test]
    fn lag_is_credited_up_to_five_seconds_a_game_and_never_more_than_was_taken() {
        let mut table = Table::of("gomoku-15")
            .clock("1m")
            .seats("me", "open")
            .open_with_bo();
        table.play_moves(&["a1", "a2"]);
        table.wait(100).play_with_lag(ANA, "c1", 500);
        table.play(BO, "c2");
        assert_eq!(left(&table), (60_000, 60_000));
        // Ten plies of half a second would be five seconds, of which a tenth of one is spent.
        let mine = ["e1", "g1", "i1", "k1", "a3", "c3", "e3", "g3", "i3", "k3"];
        let theirs = ["e2", "g2", "i2", "k2", "a4", "c4", "e4", "g4", "i4", "k4"];
        for (mine, theirs) in mine.into_iter().zip(theirs) {
            table.wait(500).play_with_lag(ANA, mine, 500);
            table.play(BO, theirs);
        }
        assert_eq!(left(&table), (59_900, 60_000));
    }

    #[test]
    fn lag_saves_a_move_that_was_sent_in_time() {
        let mut table = blitz();
        table.play_moves(&["4", "4"]);
        table.wait(60_200).play_with_lag(ANA, "4", 200);
        assert_eq!(table.phase(), Phase::Playing);
        assert_eq!(left(&table).0, 2_000);
    }

    #[test]
    fn a_lost_connection_does_not_stop_the_clock() {
        let mut table = blitz();
        table.play_moves(&["4", "4"]);
        table.leave(ANA, true);
        table.wait(60_000).tick();
        assert_eq!(table.outcome().reason, Reason::Flag);
    }

    #[test]
    fn an_outage_is_charged_to_nobody_and_the_clock_waits_for_the_side_to_move() {
        let mut table = blitz();
        table.play_moves(&["4", "4"]);
        table.wait(10_000);
        let mut table = table.restarted();
        table.wait(3_600_000).give(Command::Resume);
        assert_eq!(left(&table), (60_000, 60_000));
        assert_eq!(table.snapshot(ANA).clock.unwrap().running, None);
        table.wait(20_000);
        let events = table.come_back(ANA);
        assert_eq!(events.last(), Some(&Event::ClockStarted));
        table.wait(1_000);
        assert_eq!(left(&table), (59_000, 60_000));
    }

    #[test]
    fn after_an_outage_the_clock_waits_at_most_for_the_grace() {
        let mut table = blitz();
        table.play_moves(&["4", "4"]);
        let mut table = table.restarted();
        table.give(Command::Resume);
        assert_eq!(table.room.deadline(), Some(table.now + Millis(60_000)));
        table.wait(60_000);
        assert_eq!(table.tick(), [Event::ClockStarted]);
        table.wait(60_000).tick();
        assert_eq!(table.outcome().reason, Reason::Flag);
    }

    #[test]
    fn after_an_outage_a_quick_return_and_ply_does_not_start_the_clock_of_one_still_away() {
        let mut table = blitz();
        table.play_moves(&["4", "4"]);
        let mut table = table.restarted();
        table.give(Command::Resume);
        table.wait(1_000).come_back(ANA);
        table.play(ANA, "3");
        assert_eq!(table.snapshot(ANA).clock.unwrap().running, None);
        assert_eq!(table.room.deadline(), Some(table.now + Millis(59_000)));
        let events = table.wait(5_000).come_back(BO);
        assert_eq!(events.last(), Some(&Event::ClockStarted));
        assert_eq!(left(&table).1, 60_000);
    }

    #[test]
    fn after_an_outage_one_who_is_back_already_is_on_the_clock_with_the_ply() {
        let mut table = blitz();
        table.play_moves(&["4", "4"]);
        let mut table = table.restarted();
        table.give(Command::Resume);
        table.come_back(BO);
        table.come_back(ANA);
        let events = table.play(ANA, "3");
        assert_eq!(events.last(), Some(&Event::ClockStarted));
        assert_eq!(
            table.snapshot(ANA).clock.unwrap().running,
            Some(Side::Second)
        );
    }

    #[test]
    fn after_an_outage_a_first_ply_is_due_only_when_its_side_is_back() {
        let mut table = blitz();
        table.wait(50_000);
        let mut table = table.restarted();
        table.give(Command::Resume);
        table.wait(40_000).come_back(ANA);
        assert_eq!(table.room.deadline(), Some(table.now + Millis(60_000)));
    }

    #[test]
    fn after_an_outage_a_bot_to_move_is_on_the_clock_at_once() {
        let mut table = Table::of("connect-four")
            .clock("1m")
            .seats("me", "bot:random")
            .open();
        table.play(ANA, "4");
        table.bot_plays("4");
        table.play(ANA, "4");
        let mut table = table.restarted();
        table.give(Command::Resume);
        assert_eq!(
            table.snapshot(ANA).clock.unwrap().running,
            Some(Side::Second)
        );
    }

    #[test]
    fn a_takeback_changes_no_clock_and_the_running_side_starts_anew() {
        let mut table = blitz();
        table.play_moves(&["4", "4", "3"]);
        table.wait(5_000);
        table.give(Command::AskTakeback { who: ANA });
        table.give(Command::AnswerTakeback {
            who: BO,
            accept: true,
        });
        assert_eq!(left(&table), (62_000, 55_000));
        table.wait(1_000);
        assert_eq!(left(&table), (61_000, 55_000));
    }
}
