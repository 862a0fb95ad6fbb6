//! Faults of the store, and standstills of the server: nobody is charged.

use super::*;

/// Returns a game past both free plies, with Ana to move.
fn timed() -> TestRoom {
    let mut table = blitz();
    table.play_moves(&["4", "4"]);
    table
}

#[test]
fn the_time_of_the_next_side_runs_from_the_telling() {
    let mut table = timed();
    table.store_takes = Millis::from_millis(4_000);
    table.wait(1_000).play(ANA, "3");
    assert_eq!(table.left(), (61_000, 60_000));
    assert_eq!(table.due_in(), Some(60_000));
    table.wait(1_000).play(BO, "3");
    assert_eq!(table.left(), (61_000, 61_000));
    assert_eq!(table.resumed().left(), (61_000, 61_000));
}

#[test]
fn a_store_slower_than_the_clock_flags_nobody() {
    let mut table = TestRoomSpec::new("connect-four").clock("3s").open_with_bo();
    table.play_moves(&["4", "4"]);
    table.store_takes = Millis::from_millis(4_000);
    table.play_moves(&["3", "3", "2"]);
    assert_eq!(table.tick(), []);
    assert_eq!(table.phase(), Phase::Playing);
    assert_eq!(table.left(), (3_000, 3_000));
}

#[test]
fn while_the_clock_is_held_no_time_passes_and_no_flag_falls() {
    let mut table = timed();
    table.wait(10_000);
    assert_eq!(table.give(Command::HoldClock), [Event::ClockHeld]);
    assert_eq!(table.due_in(), None);
    table.wait(3_600_000);
    assert_eq!(table.tick(), []);
    assert_eq!(table.left(), (50_000, 60_000));
    assert_eq!(table.running(), None);
    assert_eq!(table.give(Command::HoldClock), [], "it is held already");
    assert_eq!(table.give(Command::ReleaseClock), [Event::ClockReleased]);
    assert_eq!(table.give(Command::ReleaseClock), [], "it runs already");
    assert_eq!(table.due_in(), Some(50_000));
    table.wait(1_000).play(ANA, "3");
    assert_eq!(table.left(), (51_000, 60_000));
    assert_eq!(table.resumed().left(), (51_000, 60_000));
}

#[test]
fn a_hold_and_a_release_are_told_where_there_is_a_clock() {
    let mut table = timed();
    for command in [Command::HoldClock, Command::ReleaseClock] {
        let events = table.give(command);
        let told = table.sent(&events);
        let clock = table.snapshot(ANA).clock.unwrap();
        assert_eq!(told, protocol::message::RoomEvent::Clock { clock });
    }
    let mut table = TestRoom::two_people();
    assert_eq!(table.give(Command::HoldClock), [], "there is no clock");
}

#[test]
fn a_ply_during_a_hold_is_charged_with_the_time_before_it() {
    let mut table = timed();
    table.wait(10_000).give(Command::HoldClock);
    table.wait(70_000).play(ANA, "3");
    assert_eq!(table.left(), (52_000, 60_000));
    table.wait(70_000).play(BO, "3");
    assert_eq!(table.left(), (52_000, 62_000), "the clock is held still");
    table.give(Command::ReleaseClock);
    table.wait(1_000);
    assert_eq!(table.left(), (51_000, 62_000));
}

#[test]
fn a_flag_that_had_fallen_before_the_hold_is_not_undone_by_it() {
    let mut table = timed();
    table.wait(60_001).give(Command::HoldClock);
    table.wait(1_000).play(ANA, "3");
    assert_eq!(table.outcome().reason, Reason::Flag);
}

#[test]
fn a_hold_from_before_the_turn_charges_nothing() {
    let mut table = timed();
    let before = table.now;
    table.wait(5_000).play(ANA, "3");
    table.wait(20_000).give_at(before, &Command::HoldClock);
    assert_eq!(table.left(), (57_000, 60_000));
    table.give(Command::ReleaseClock);
    assert_eq!(table.left(), (57_000, 60_000));
}

#[test]
fn a_first_ply_is_not_due_during_a_hold_and_has_its_whole_span_after_it() {
    let mut table = blitz();
    table.wait(50_000).give(Command::HoldClock);
    assert_eq!(table.due_in(), None);
    table.wait(60_000);
    assert_eq!(table.tick(), []);
    table.clone().play(ANA, "4");
    table.give(Command::ReleaseClock);
    assert_eq!(table.due_in(), Some(60_000));
}

#[test]
fn one_who_comes_back_during_a_hold_is_on_the_clock_with_its_end() {
    let mut table = timed();
    let mut table = table.wait(1).restarted();
    table.give(Command::Resume);
    table.give(Command::HoldClock);
    table.wait(70_000).come_back(ANA);
    assert_eq!(table.tick(), []);
    assert_eq!(
        table.give(Command::ReleaseClock),
        [Event::ClockReleased, Event::ClockStarted]
    );
    assert_eq!(table.due_in(), Some(60_000));
}

/// A release is not stored, so the start that came with it was lost, and they thought free of charge until the end of
/// their grace period.
#[test]
fn the_start_of_a_clock_that_a_release_did_not_store_is_due_at_once() {
    let table = timed();
    let mut table = table.restarted();
    table.give(Command::Resume);
    table.give(Command::HoldClock);
    table.come_back(ANA);
    let released = table.room.decide(table.now, &Command::ReleaseClock);
    let told = released.unwrap().into_iter();
    for event in told.filter(|event| !event.is_durable()) {
        table.room.apply(table.now, &event);
    }
    assert!(table.room.deadline().is_some_and(|due| due <= table.now));
    assert_eq!(table.tick(), [Event::ClockStarted]);
    assert_eq!(table.due_in(), Some(60_000), "the flag");
}

#[test]
fn a_stop_during_a_hold_keeps_the_time_before_it() {
    let mut table = timed();
    table.wait(10_000).give(Command::HoldClock);
    table.wait(5_000).give(Command::Stop);
    let mut table = table.restarted();
    table.give(Command::Resume);
    assert_eq!(table.left(), (50_000, 60_000));
}

#[test]
fn a_game_that_ends_during_a_hold_is_replayed_with_its_times() {
    let mut table = timed();
    table.wait(10_000).give(Command::HoldClock);
    table.wait(70_000).give(act(ANA, Act::Resign));
    assert_eq!(table.left(), (50_000, 60_000));
    assert_eq!(table.resumed().left(), (50_000, 60_000));
}

#[test]
fn a_game_that_begins_during_a_hold_begins_with_a_clock_that_is_held() {
    let mut table = timed();
    table.give(Command::HoldClock);
    table.give(act(ANA, Act::Resign));
    table.rematch();
    assert_eq!(table.due_in(), None);
    table.give(Command::ReleaseClock);
    assert_eq!(table.due_in(), Some(60_000));
}
