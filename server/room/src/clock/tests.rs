//! The clock of a room.

mod outage;
mod store;
mod takeback;

use protocol::act::Act;
use protocol::view::{Phase, Reason};

use super::*;
use crate::play::{unresolved, won};
use crate::testing::{ANA, BO, TestRoom, TestRoomSpec, act};
use crate::{Command, Event};

/// Returns a game of Ana against Bo with a minute for each and two seconds a ply.
fn blitz() -> TestRoom {
    TestRoomSpec::new("connect-four")
        .clock("1m+2s")
        .open_with_bo()
}

#[test]
fn each_sides_first_ply_is_free_and_the_clock_runs_from_the_third() {
    let mut table = blitz();
    table.wait(30_000).play(ANA, "4");
    table.wait(30_000).play(BO, "4");
    assert_eq!(table.left(), (60_000, 60_000));
    table.wait(5_000);
    assert_eq!(table.left(), (55_000, 60_000));
    table.play(ANA, "3");
    assert_eq!(table.left(), (57_000, 60_000));
    table.wait(10_000).play(BO, "3");
    assert_eq!(table.left(), (57_000, 52_000));
    assert_eq!(table.times(), [60_000, 60_000, 57_000, 52_000]);
}

#[test]
fn a_first_ply_that_does_not_come_ends_the_game_without_a_result() {
    for plies in [0, 1] {
        let mut table = blitz();
        table.play_moves(&["4"][..plies]);
        assert_eq!(table.due_in(), Some(60_000));
        table.wait(59_999);
        assert_eq!(table.tick(), []);
        table.wait(1).tick();
        assert_eq!(table.outcome(), unresolved(Reason::NoFirstMove));
        assert_eq!(table.snapshot(ANA).series.wins, BySide::default());
    }
}

#[test]
fn a_first_ply_at_the_last_moment_is_in_time() {
    let mut table = blitz();
    for who in [ANA, BO] {
        table.wait(60_000).play(who, "4");
        assert_eq!(table.phase(), Phase::Playing);
    }
}

#[test]
fn without_a_clock_nobody_is_hurried() {
    let mut table = TestRoom::two_people();
    assert_eq!(table.due_in(), None);
    table.wait(3_600_000).play(ANA, "4");
    assert_eq!(table.snapshot(ANA).plies[0].left, None);
}

#[test]
fn the_flag_falls_at_the_deadline_and_not_before() {
    let mut table = blitz();
    table.play_moves(&["4", "4"]);
    assert_eq!(table.due_in(), Some(60_000));
    table.wait(59_999);
    assert_eq!(table.tick(), []);
    table.wait(1).tick();
    assert_eq!(table.outcome(), won(Side::Second, Reason::Flag));
    assert_eq!(table.left(), (0, 60_000));
    assert_eq!(table.resumed().left(), (0, 60_000));
    assert_eq!(table.due_in(), None);
}

#[test]
fn a_move_stamped_at_the_deadline_is_in_time_and_one_after_it_is_not() {
    let mut table = blitz();
    table.play_moves(&["4", "4"]);
    table.wait(60_000).play(ANA, "4");
    assert_eq!(table.phase(), Phase::Playing);
    assert_eq!(table.left(), (2_000, 60_000));

    let mut table = blitz();
    table.play_moves(&["4", "4"]);
    table.wait(60_001).play(ANA, "4");
    assert_eq!(table.outcome().reason, Reason::Flag);
    assert_eq!(table.snapshot(ANA).plies.len(), 2);
}

#[test]
fn every_other_command_too_finds_the_flag_fallen() {
    for command in [
        act(BO, Act::Resign),
        act(ANA, Act::OfferDraw),
        act(ANA, Act::AskTakeback),
        act(ANA, Act::Abort),
        act(ANA, Act::Claim),
        Command::Stop,
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
    assert_eq!(table.left().0, 60_000 - 700 + 2_000);
    table.wait(1_000).play_with_lag(BO, "4", 9_000);
    assert_eq!(table.left().1, 60_000 - 500 + 2_000);
}

#[test]
fn lag_is_credited_up_to_five_seconds_a_game_and_never_more_than_was_taken() {
    let mut table = TestRoomSpec::new("gomoku-15").clock("1m").open_with_bo();
    table.play_moves(&["a1", "a2"]);
    table.wait(100).play_with_lag(ANA, "c1", 500);
    table.play(BO, "c2");
    assert_eq!(table.left(), (60_000, 60_000));
    // Ten plies of half a second would be five seconds, of which a tenth of one is spent.
    let mine = ["e1", "g1", "i1", "k1", "a3", "c3", "e3", "g3", "i3", "k3"];
    let theirs = ["e2", "g2", "i2", "k2", "a4", "c4", "e4", "g4", "i4", "k4"];
    for (mine, theirs) in mine.into_iter().zip(theirs) {
        table.wait(500).play_with_lag(ANA, mine, 500);
        table.play(BO, theirs);
    }
    assert_eq!(table.left(), (59_900, 60_000));
}

#[test]
fn lag_saves_a_move_that_was_sent_in_time() {
    let mut table = blitz();
    table.play_moves(&["4", "4"]);
    table.wait(60_200).play_with_lag(ANA, "4", 200);
    assert_eq!(table.phase(), Phase::Playing);
    assert_eq!(table.left().0, 2_000);
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
fn the_end_of_the_game_stops_the_clock() {
    for command in [
        act(ANA, Act::Resign),
        act(BO, Act::Resign),
        act(BO, Act::OfferDraw),
    ] {
        let mut table = blitz();
        table.play_moves(&["4", "4"]);
        table.give(act(ANA, Act::OfferDraw));
        let events = table.wait(5_000).give(command);
        let charged = Millis::from_millis(5_000);
        assert_eq!(events[0], Event::ClockStopped { charged });
        assert!(matches!(events[1..], [Event::Over { .. }]));
        table.wait(60_000);
        assert_eq!(table.left(), (55_000, 60_000));
        assert_eq!(table.running(), None);
        assert_eq!(table.resumed().left(), (55_000, 60_000));
    }
}

#[test]
fn the_ply_that_ends_the_game_stops_the_clock() {
    let mut table = blitz();
    table.play_out_win();
    let left = table.left();
    table.wait(60_000);
    assert_eq!(table.left(), left);
    assert_eq!(table.running(), None);
}
