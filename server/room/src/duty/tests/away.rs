//! Games that both players left: they leave memory, and are abandoned in the end, across any restarts.

use super::*;

const DAY: u64 = 24 * 3_600_000;

/// Returns a game that both have left, Bo a second after Ana.
fn left_by_both() -> TestRoom {
    let mut table = TestRoom::two_people();
    table.leave(ANA, true);
    table.wait(1_000).leave(BO, true);
    table
}

/// Returns the room as loaded from the store, with the store's note of when the last player left.
fn brought_back(table: &TestRoom) -> TestRoom {
    let mut back = table.restarted();
    back.room.set_deserted(table.room.deserted().unwrap());
    back
}

#[test]
fn a_game_that_nobody_is_in_leaves_memory_after_ten_minutes_and_goes_on_when_they_return() {
    let mut table = TestRoom::two_people();
    table.play_moves(&["4", "4"]);
    table.leave(ANA, true);
    assert_eq!(table.due_in(), None, "one is here");
    table.watch(CLEO);
    table.leave(BO, true);
    table.wait(TEN_MINUTES);
    assert_eq!(table.tick(), [], "somebody watches");
    table.leave(CLEO, false);
    assert_eq!(table.tick_after(TEN_MINUTES), [Event::Retired]);
    assert!(table.room.is_retired() && table.room.is_live());
    let mut back = brought_back(&table);
    back.come_back(BO);
    back.come_back(ANA);
    back.play_moves(&["3", "3"]);
    assert_eq!(back.snapshot(ANA).plies.len(), 4);
}

#[test]
fn a_room_in_which_something_is_to_happen_stays_in_memory() {
    let on_clock = TestRoomSpec::new("connect-four").clock("1h");
    let mut on_clock = on_clock.open_with_bo();
    on_clock.play_moves(&["4", "4"]);
    on_clock.leave(ANA, true);
    on_clock.leave(BO, true);
    let mut with_bot = TestRoom::against_bot();
    with_bot.play(ANA, "4");
    with_bot.leave(ANA, true);
    let mut seating = TestRoom::seating();
    seating.leave(ANA, true);
    let mut watched = left_by_both();
    watched.watch(CLEO);
    for mut table in [on_clock.clone(), with_bot.clone(), seating, watched] {
        assert_eq!(table.give(Command::Unload), []);
    }
    on_clock.give(Command::HoldClock);
    assert_eq!(on_clock.give(Command::Unload), [], "the clock is only held");
    assert_eq!(on_clock.wait(TEN_MINUTES).tick(), []);
    with_bot.bot_plays("4");
    assert_eq!(with_bot.give(Command::Unload), [Event::Retired]);
}

#[test]
fn unload_lets_an_empty_room_leave_at_once() {
    let mut table = left_by_both();
    assert_eq!(table.give(Command::Unload), [Event::Retired]);
    assert_eq!(table.give(Command::Unload), [], "it has left");
    let mut table = TestRoom::played_out();
    table.leave(ANA, false);
    assert_eq!(table.give(Command::Unload), []);
    table.leave(BO, false);
    assert_eq!(table.give(Command::Unload), [Event::Retired]);
}

/// It had left memory, and came back for that alone.
#[test]
fn a_game_that_comes_back_to_be_abandoned_does_not_leave_memory_again() {
    let table = left_by_both();
    let mut table = brought_back(&table);
    assert!(table.room.may_leave_memory());
    table.wait(WEEK).tick();
    assert_eq!(table.outcome(), unresolved(Reason::Abandoned));
}

#[test]
fn a_game_that_a_person_left_to_a_bot_is_abandoned_too() {
    let mut table = TestRoom::against_bot();
    table.leave(ANA, true);
    table.give(Command::Unload);
    table.wait(WEEK).tick();
    assert_eq!(table.outcome(), unresolved(Reason::Abandoned));
}

#[test]
fn restarts_do_not_put_the_abandonment_off() {
    let mut table = left_by_both();
    let left = table.now;
    assert_eq!(table.room.deserted(), Some(left));
    for _ in 0..3 {
        table.wait(2 * DAY);
        table = brought_back(&table);
        table.give(Command::Resume);
        assert_eq!(table.room.deserted(), Some(left));
        table.give(Command::Unload);
        assert_eq!(
            table.room.deadline(),
            Some(left + Millis::from_millis(WEEK))
        );
    }
    table.wait(DAY).tick();
    assert_eq!(table.outcome(), unresolved(Reason::Abandoned));
}

#[test]
fn a_return_ends_the_absence() {
    let table = left_by_both();
    let mut table = brought_back(&table);
    table.wait(DAY).come_back(ANA);
    assert_eq!(table.room.deserted(), None);
    assert_eq!(table.due_in(), None);
    table.wait(DAY).leave(ANA, true);
    assert_eq!(table.room.deserted(), Some(table.now));
    let table = table.wait(DAY).resumed();
    assert_eq!(
        table.room.deserted(),
        Some(table.now),
        "the note is used up"
    );
}

#[test]
fn bots_are_never_away() {
    let bots = TestRoomSpec::new("connect-four").seats("bot:random", "bot:random");
    let mut table = bots.open();
    table.leave(ANA, false);
    assert_eq!(table.room.deserted(), None);
    assert_eq!(table.resumed().room.deserted(), None);
}

#[test]
fn the_claim_waits_for_the_grace_after_a_restart_though_the_absence_is_older() {
    let table = left_by_both();
    let mut table = brought_back(&table);
    table.wait(DAY).give(Command::Resume);
    table.come_back(ANA);
    let wait = Millis::from_millis(60_000);
    table.refuses(act(ANA, Act::Claim), Refusal::ClaimTooEarly { wait });
}

#[test]
fn a_clock_that_was_set_back_keeps_nothing_alive() {
    let over = TestRoom::played_out();
    let mut away = TestRoom::two_people();
    away.play(ANA, "4");
    let seating = TestRoom::seating();
    for (table, span) in [
        (over, TEN_MINUTES),
        (away, TEN_MINUTES),
        (seating, TEN_MINUTES),
    ] {
        // A year before the room was opened.
        let now = Millis::from_millis(1_000);
        let log = table.log.iter().map(|(at, event)| (*at, event));
        let room = Room::replay_until(table.room.id(), now, log).unwrap();
        let deadline = room.deadline().unwrap();
        assert!(deadline <= now + Millis::from_millis(span), "{deadline:?}");
        let mut back = table.restarted();
        (back.room, back.now) = (room, now);
        back.give(Command::Resume);
        assert!(back.room.deadline().unwrap() <= now + Millis::from_millis(span));
    }
    let mut noted = TestRoom::two_people().restarted();
    noted
        .room
        .set_deserted(noted.now + Millis::from_millis(WEEK));
    noted.give(Command::Resume);
    assert_eq!(noted.room.deserted(), Some(noted.now));
}

#[test]
fn a_room_says_when_it_must_come_to_memory_by_itself() {
    let spans = |table: &TestRoom| table.room.wake_after(&[]);
    let seating = TestRoom::seating();
    assert_eq!(spans(&seating), Some(Millis::from_millis(TEN_MINUTES)));
    let mut game = TestRoom::two_people();
    assert_eq!(spans(&game), Some(Millis::from_millis(WEEK)));
    let mut timed = TestRoomSpec::new("connect-four").clock("1m").open_with_bo();
    assert_eq!(spans(&timed), Some(Millis::from_millis(60_000)));
    timed.play_moves(&["4", "4"]);
    assert_eq!(spans(&timed), Some(Millis::from_millis(60_000)));
    let mut with_bot = TestRoom::against_bot();
    assert_eq!(spans(&with_bot), Some(Millis::from_millis(WEEK)));
    let ply = with_bot.ply(ANA, "4");
    let events = with_bot.room.decide(with_bot.now, &ply).unwrap();
    assert_eq!(with_bot.room.wake_after(&events), Some(Millis::ZERO));
    with_bot.give(ply);
    assert_eq!(spans(&with_bot), Some(Millis::ZERO));
    let resign = act(ANA, Act::Resign);
    let events = game.room.decide(game.now, &resign).unwrap();
    assert_eq!(game.room.wake_after(&events), None);
    game.give(resign);
    assert_eq!(spans(&game), None);
    assert_eq!(
        game.room.wake_after(&[Event::Started]),
        Some(Millis::from_millis(WEEK))
    );
    let events = [Event::Closed];
    assert_eq!(seating.room.wake_after(&events), None);
}

#[test]
fn a_room_in_the_archive_is_only_looked_at() {
    let mut table = TestRoom::played_out();
    table.give(act(BO, Act::Rematch));
    let mut table = table.restarted();
    table.room.archive();
    table.watch(CLEO);
    table.come_back(ANA);
    table.come_back(BO);
    let text = protocol::text::ChatText::clean("hello").unwrap();
    for command in [
        act(ANA, Act::Rematch),
        act(BO, Act::Rematch),
        Command::Chat { who: CLEO, text },
    ] {
        table.refuses(command, Refusal::GameOver);
    }
    let decline = act(ANA, Act::AnswerRematch { accept: false });
    table.refuses(decline, Refusal::NothingOffered);
    for who in [ANA, BO, CLEO] {
        table.leave(who, false);
    }
    assert_eq!(table.tick_after(TEN_MINUTES), [Event::Retired]);
}

#[test]
fn a_match_of_bots_in_the_archive_is_not_continued() {
    let bots = TestRoomSpec::new("connect-four").repeat(3);
    let mut table = bots.seats("bot:random", "bot:random").open();
    table.bots_play_out();
    let mut table = table.restarted();
    table.room.archive();
    table.watch(CLEO);
    assert_eq!(table.wait(DAY).tick(), []);
    assert_eq!(table.due_in(), None);
}

#[test]
fn a_room_from_the_store_was_left_at_its_last_event_or_as_the_note_says() {
    let mut table = TestRoom::two_people();
    table.wait(WEEK).play(ANA, "4");
    let mut back = table.restarted();
    assert_eq!(back.room.deserted(), Some(table.now));
    back.wait(5_000)
        .room
        .set_deserted(table.now + Millis::from_millis(2_000));
    let seats = back.snapshot(CLEO).seats;
    for seat in [seats.first, seats.second] {
        let protocol::view::Seat::Human { away, .. } = seat else {
            panic!("{seat:?} is no person's");
        };
        assert_eq!(away, Some(Millis::from_millis(3_000)));
    }
}
