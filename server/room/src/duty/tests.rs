//! The timed duties of a room.

mod away;

use protocol::act::Act;
use protocol::refusal::Refusal;
use protocol::view::Phase;

use super::*;
use crate::Command;
use crate::testing::{ANA, BO, CLEO, DAN, TestRoom, TestRoomSpec, act};

const TEN_MINUTES: u64 = 600_000;
const WEEK: u64 = 7 * 24 * 3_600_000;

#[test]
fn a_room_whose_open_seat_nobody_waits_for_closes_after_ten_minutes() {
    let mut table = TestRoom::seating();
    assert_eq!(table.due_in(), None, "somebody waits");
    table.wait(TEN_MINUTES).leave(ANA, true);
    assert_eq!(table.tick_after(TEN_MINUTES), [Event::Closed]);
    assert!(table.room.is_closed() && !table.room.is_live());
    assert_eq!(table.due_in(), None);
}

#[test]
fn a_spectator_does_not_keep_an_open_seat_open() {
    let mut table = TestRoom::with_seats("open", "open");
    assert!(table.room.has(ANA), "who opens it without a seat watches");
    assert_eq!(table.wait(TEN_MINUTES).tick(), [Event::Closed]);
}

#[test]
fn a_seat_given_up_starts_the_ten_minutes_anew() {
    let mut table = TestRoom::seating();
    table.wait(TEN_MINUTES).leave(ANA, false);
    assert_eq!(table.tick_after(TEN_MINUTES), [Event::Closed]);
}

#[test]
fn a_restart_starts_the_ten_minutes_of_an_open_seat_anew() {
    for (first, second) in [("open", "open"), ("bot:random", "open"), ("me", "open")] {
        let mut table = TestRoom::with_seats(first, second);
        table.wait(TEN_MINUTES - 1);
        let mut table = table.resumed();
        assert_eq!(table.tick_after(TEN_MINUTES), [Event::Closed]);
    }
}

#[test]
fn a_closed_room_takes_nobody_and_lets_everybody_go() {
    let mut table = TestRoom::with_seats("open", "open");
    table.wait(TEN_MINUTES).tick();
    let room = table.room.id();
    assert_eq!(table.try_sit(BO), Err(Refusal::NoSuchRoom { room }));
    assert_eq!(table.try_watch(BO), Err(Refusal::NoSuchRoom { room }));
    table.leave(ANA, false);
}

#[test]
fn a_finished_room_leaves_memory_ten_minutes_after_the_last_person() {
    let mut table = TestRoom::two_people();
    table.watch(CLEO);
    table.play_out_win();
    table.wait(TEN_MINUTES).leave(ANA, false);
    table.leave(BO, true);
    assert_eq!(table.due_in(), None, "somebody watches");
    table.wait(TEN_MINUTES).leave(CLEO, false);
    assert_eq!(table.tick_after(TEN_MINUTES), [Event::Retired]);
    assert!(table.room.is_retired() && !table.room.is_live());
    assert_eq!(table.due_in(), None);
}

#[test]
fn one_who_comes_back_in_the_last_moment_keeps_the_room_in_memory() {
    let mut table = TestRoom::played_out();
    table.leave(ANA, false);
    table.leave(BO, false);
    table.wait(TEN_MINUTES).tick();
    assert!(table.room.is_retired());
    table.come_back(BO);
    assert!(!table.room.is_retired());
}

#[test]
fn bots_play_on_with_nobody_watching_and_leave_memory_after_the_last_game() {
    let mut table = TestRoom::two_bots();
    table.leave(ANA, false);
    assert_eq!(table.due_in(), None);
    assert!(table.room.thinking().is_some());
    table.bots_play_out();
    assert_eq!(table.wait(TEN_MINUTES).tick(), [Event::Retired]);
}

#[test]
fn a_match_of_bots_is_repeated_as_often_as_asked() {
    let mut table = TestRoomSpec::new("connect-four")
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
    assert_eq!(table.due_in(), None);
    let series = table.snapshot(ANA).series;
    assert_eq!(series.wins.first + series.wins.second + series.draws, 3);
    assert!(matches!(table.phase(), Phase::Over { .. }));
}

#[test]
fn a_match_of_bots_pauses_while_nobody_watches() {
    let mut table = TestRoomSpec::new("connect-four")
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
fn a_match_that_is_played_unattended_does_not_pause() {
    let mut table = TestRoomSpec::new("connect-four")
        .repeat(1)
        .seats("bot:random", "bot:random")
        .open();
    table.room.play_unattended();
    table.leave(ANA, false);
    table.bots_play_out();
    assert_eq!(table.wait(2_999).tick(), []);
    assert_eq!(table.wait(1).tick(), [Event::Started]);
    table.bots_play_out();
    assert_eq!(table.wait(TEN_MINUTES).tick(), [Event::Retired]);
}

#[test]
fn a_rematch_with_a_bot_is_not_the_repetition_of_a_match() {
    let mut table = TestRoomSpec::new("connect-four")
        .repeat(3)
        .seats("me", "bot:random")
        .open();
    table.watch(CLEO);
    table.give(act(ANA, Act::Resign));
    assert_eq!(table.due_in(), None);
}

#[test]
fn a_room_is_finished_when_no_game_follows_by_itself() {
    let mut people = TestRoom::two_people();
    assert!(!people.room.is_finished());
    people.play_out_win();
    assert!(people.room.is_finished(), "a rematch is asked for");
    let bots = TestRoomSpec::new("connect-four").repeat(1);
    let mut bots = bots.seats("bot:random", "bot:random").open();
    bots.bots_play_out();
    assert!(!bots.room.is_finished(), "another game is to come");
    bots.wait(3_000).tick();
    bots.bots_play_out();
    assert!(bots.room.is_finished());
    let mut closed = TestRoom::seating();
    closed.leave(ANA, false);
    assert!(!closed.room.is_finished());
    closed.wait(TEN_MINUTES).tick();
    assert!(closed.room.is_finished());
}
