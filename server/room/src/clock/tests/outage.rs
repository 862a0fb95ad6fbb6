//! Outages of the server, by a kill or by an orderly stop.

use super::*;

#[test]
fn an_outage_is_charged_to_nobody_and_the_clock_waits_for_the_side_to_move() {
    let mut table = blitz();
    table.play_moves(&["4", "4"]);
    table.wait(10_000);
    let mut table = table.restarted();
    table.wait(3_600_000).give(Command::Resume);
    assert_eq!(table.left(), (60_000, 60_000));
    assert_eq!(table.running(), None);
    table.wait(20_000);
    let events = table.come_back(ANA);
    assert_eq!(events.last(), Some(&Event::ClockStarted));
    table.wait(1_000);
    assert_eq!(table.left(), (59_000, 60_000));
}

#[test]
fn after_an_outage_the_clock_waits_at_most_for_the_grace() {
    let mut table = blitz();
    table.play_moves(&["4", "4"]);
    let mut table = table.restarted();
    table.give(Command::Resume);
    assert_eq!(table.due_in(), Some(60_000));
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
    assert_eq!(table.running(), None);
    assert_eq!(table.due_in(), Some(59_000));
    let events = table.wait(5_000).come_back(BO);
    assert_eq!(events.last(), Some(&Event::ClockStarted));
    assert_eq!(table.left().1, 60_000);
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
    assert_eq!(table.running(), Some(Side::Second));
}

#[test]
fn after_an_outage_a_first_ply_is_due_only_when_its_side_is_back() {
    let mut table = blitz();
    table.wait(50_000);
    let mut table = table.restarted();
    table.give(Command::Resume);
    table.wait(40_000).come_back(ANA);
    assert_eq!(table.due_in(), Some(60_000));
}

#[test]
fn after_an_outage_a_bot_to_move_is_on_the_clock_at_once() {
    let mut table = TestRoomSpec::new("connect-four")
        .clock("1m")
        .seats("me", "bot:random")
        .open();
    table.play(ANA, "4");
    table.bot_plays("4");
    table.play(ANA, "4");
    let mut table = table.restarted();
    table.give(Command::Resume);
    assert_eq!(table.running(), Some(Side::Second));
}

#[test]
fn an_orderly_stop_keeps_the_time_thought_in_the_turn() {
    let mut table = blitz();
    table.play_moves(&["4", "4"]);
    table.wait(10_000);
    let charged = Millis::from_millis(10_000);
    assert_eq!(table.give(Command::Stop), [Event::ClockStopped { charged }]);
    let mut table = table.restarted();
    table.wait(3_600_000).give(Command::Resume);
    assert_eq!(table.left(), (50_000, 60_000));
    table.wait(1_000).come_back(ANA);
    assert_eq!(table.due_in(), Some(50_000));
    table.wait(2_000).play(ANA, "3");
    assert_eq!(table.left(), (50_000, 60_000));
}

#[test]
fn an_orderly_stop_records_nothing_where_nothing_was_thought() {
    let mut table = blitz();
    table.wait(1_000);
    assert_eq!(table.give(Command::Stop), [], "the first ply is free");
    table.play_moves(&["4", "4"]);
    assert_eq!(table.give(Command::Stop), []);
    table.give(act(ANA, Act::Resign));
    assert_eq!(table.give(Command::Stop), [], "the game is over");
    let mut table = TestRoom::two_people();
    assert_eq!(table.wait(1_000).give(Command::Stop), [], "without a clock");
}

#[test]
fn a_room_that_comes_to_memory_late_charges_its_bot_nothing_for_that() {
    let mut table = TestRoomSpec::new("connect-four")
        .clock("1m")
        .seats("me", "bot:random")
        .open();
    table.play(ANA, "4");
    table.bot_plays("4");
    table.play(ANA, "4");
    let mut table = table.restarted();
    table.give(Command::Resume);
    let started = table.now;
    table.wait(50_000);
    table.room.skip_time(started, table.now);
    assert_eq!(table.left().1, 60_000);
    table.wait(1_000);
    assert_eq!(table.left().1, 59_000);
    assert_eq!(table.due_in(), Some(59_000));
}

#[test]
fn a_room_loaded_anew_keeps_what_faults_took_off_the_turn() {
    let mut table = blitz();
    table.play_moves(&["4", "4"]);
    table.wait(1_000).give(Command::HoldClock);
    table.wait(5_000).give(Command::ReleaseClock);
    table.wait(1_000);
    let known = table.room.clone();
    // The store has a draw offer that the room does not know.
    table.give(act(ANA, Act::OfferDraw));
    let last = table.now;
    let mut stored = table.restarted();
    stored.wait(3_000);
    stored.room.keep_clock_of(&known, last, stored.now);
    // Nobody's clock was held meanwhile, and those at the board saw it run.
    assert_eq!(stored.left(), (55_000, 60_000));
    stored.give(Command::HoldClock);
    stored.wait(1_000);
    assert_eq!(stored.left(), (55_000, 60_000));
}

#[test]
fn a_turn_that_only_the_store_knows_begins_when_the_room_is_loaded_anew() {
    let mut table = blitz();
    table.play_moves(&["4", "4"]);
    table.wait(2_000);
    let known = table.room.clone();
    table.play(ANA, "4");
    let last = table.now;
    let mut stored = table.restarted();
    stored.wait(3_000);
    stored.room.keep_clock_of(&known, last, stored.now);
    assert_eq!(stored.left(), (60_000, 60_000));
    stored.wait(1_000);
    assert_eq!(stored.left(), (60_000, 59_000));
}

#[test]
fn time_that_only_the_store_has_charged_is_charged_once() {
    let mut table = TestRoomSpec::new("connect-four")
        .clock("1m")
        .seats("me", "bot:random")
        .open();
    table.play(ANA, "4");
    table.bot_plays("4");
    table.wait(2_000);
    let known = table.room.clone();
    table.give(Command::Stop);
    let mut gone_on = table.resumed();
    gone_on.come_back(ANA);
    for mut stored in [table.restarted(), gone_on.restarted()] {
        let last = stored.now;
        stored.wait(3_000);
        stored.room.keep_clock_of(&known, last, stored.now);
        assert_eq!(stored.left(), (58_000, 60_000));
    }
}

#[test]
fn a_ply_or_an_end_that_only_the_store_knows_stays() {
    let no_clock = TestRoom::two_people();
    let ply = no_clock.ply(ANA, "4");
    let mut held = blitz();
    held.give(Command::HoldClock);
    for (mut table, command) in [(no_clock, ply), (held, act(BO, Act::Abort))] {
        let known = table.room.clone();
        table.give(command);
        let stored = table.restarted();
        let mut room = stored.room.clone();
        room.keep_clock_of(&known, stored.now, stored.now);
        assert_eq!(room, stored.room);
    }
}
