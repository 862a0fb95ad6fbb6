//! Locking a room, sending people out, closing the chat.

use protocol::message::RoomEvent;
use protocol::side::Side;
use protocol::text::ChatText;

use super::*;
use crate::Command;
use crate::testing::{ANA, BO, CLEO, DAN, TestRoom, TestRoomSpec, hash_of, name_of};

fn lock(who: PlayerId, locked: bool) -> Command {
    Command::Lock { who, locked }
}

fn remove(who: PlayerId, name: &str) -> Command {
    let name = Name::clean(name).unwrap();
    Command::Remove { who, name }
}

fn close_chat(who: PlayerId, closed: bool) -> Command {
    Command::CloseChat { who, closed }
}

fn said(who: PlayerId) -> Command {
    let text = ChatText::clean("hola").unwrap();
    Command::Chat { who, text }
}

/// Returns a room with these seats whose opener has this key.
fn opened(first: &str, second: &str, key: Option<TokenHash>) -> TestRoom {
    let mut spec = TestRoomSpec::new("connect-four").seats(first, second);
    spec.opening.creator.as_mut().unwrap().key = key;
    spec.open()
}

fn locked(table: &TestRoom) -> Refusal {
    let room = table.room.id();
    Refusal::Locked { room }
}

#[test]
fn only_the_opener_decides() {
    let mut table = TestRoom::two_people();
    table.watch(CLEO);
    for decision in [lock, close_chat] {
        for who in [BO, CLEO] {
            table.refuses(decision(who, true), Refusal::NotOwner);
        }
        table.refuses(decision(DAN, true), Refusal::NotInRoom);
    }
    table.refuses(remove(BO, "Cleo"), Refusal::NotOwner);
    assert!(table.room.is_owner(ANA));
    assert!(!table.room.is_owner(BO));
}

#[test]
fn nobody_comes_into_a_locked_room_but_who_has_a_seat_there() {
    let mut table = TestRoom::seating();
    assert_eq!(table.room.open_seat(), Some(Side::Second));
    let events = table.give(lock(ANA, true));
    let told = table.sent(&events);
    assert_eq!(told, RoomEvent::Locked { locked: true });
    assert!(table.snapshot(ANA).locked);
    assert!(table.room.summary(table.now).locked);
    assert_eq!(table.room.open_seat(), None, "nobody is sent there");
    assert_eq!(table.try_sit(BO), Err(locked(&table)));
    assert_eq!(table.try_watch(CLEO), Err(locked(&table)));
    table.leave(ANA, true);
    table.come_back(ANA);
    table.give(lock(ANA, false));
    table.sit(BO);
    table.watch(CLEO);
    table.give(lock(ANA, true));
    table.leave(BO, true);
    table.come_back(BO);
    assert!(table.room.has(CLEO), "who is in stays in");
}

#[test]
fn a_spectator_is_sent_out_under_any_case_of_the_name_and_stays_out() {
    let mut table = TestRoom::two_people();
    table.watch(CLEO);
    table.watch(DAN);
    let events = table.give(remove(ANA, "cLEO"));
    let told = table.sent(&events);
    let name = name_of(CLEO);
    assert_eq!(told, RoomEvent::Removed { name });
    assert!(!table.room.has(CLEO));
    assert!(table.room.has(DAN));
    for mut table in [table.clone(), table.resumed()] {
        assert_eq!(table.try_watch(CLEO), Err(locked(&table)));
    }
}

#[test]
fn a_player_is_sent_out_before_the_game_alone() {
    let mut table = TestRoom::with_seats("open", "me");
    table.watch(CLEO);
    table.sit(BO);
    table.refuses(remove(ANA, "Bo"), Refusal::GameNotOver);
    table.play_out_win();
    table.refuses(remove(ANA, "Bo"), Refusal::GameOver);

    let mut watching = TestRoom::with_seats("open", "open");
    watching.sit(BO);
    watching.give(remove(ANA, "Bo"));
    assert!(watching.room.seats[Side::First].is_open());
    assert_eq!(watching.try_sit(BO), Err(locked(&watching)));
    watching.sit(CLEO);
}

/// The name of the seat was looked for among those who watch.
#[test]
fn a_spectator_is_sent_out_whose_name_a_seat_has_in_another_case() {
    let mut game = TestRoom::two_people();
    game.leave(BO, true);
    let mut before = TestRoom::with_seats("open", "open");
    before.sit(BO);
    before.leave(BO, true);
    for mut table in [game, before] {
        let small = Name::clean("bo").unwrap();
        let (name, key) = (small.clone(), None);
        table.give(Command::Watch {
            who: CLEO,
            name,
            key,
        });
        let events = table.give(remove(ANA, "BO"));
        let removed = Event::PersonRemoved { name: small };
        assert_eq!(events.last(), Some(&removed));
        assert!(!table.room.has(CLEO));
        table.come_back(BO);
    }
}

#[test]
fn nobody_is_sent_out_who_is_not_there_and_the_owner_stays() {
    let mut table = TestRoom::seating();
    for name in ["Ana", "Zoe"] {
        let refused = remove(ANA, name);
        let name = Name::clean(name).unwrap();
        table.refuses(refused, Refusal::UnknownPlayer { name });
    }
}

#[test]
fn a_closed_chat_takes_no_line_of_anybody() {
    let mut table = TestRoom::two_people();
    table.watch(CLEO);
    table.give(close_chat(ANA, true));
    assert!(table.snapshot(BO).chat_closed);
    for who in [ANA, BO, CLEO] {
        table.refuses(said(who), Refusal::ChatClosed);
    }
    table.refuses(said(DAN), Refusal::NotInRoom);
    table.give(close_chat(ANA, false));
    table.give(said(CLEO));
}

#[test]
fn ownership_goes_with_the_seat_over_restarts_and_rematches() {
    let mut table = TestRoom::played_out();
    table.rematch();
    let mut table = table.resumed();
    table.come_back(BO);
    table.come_back(ANA);
    table.refuses(lock(BO, true), Refusal::NotOwner);
    table.give(lock(ANA, true));
    let table = table.resumed();
    assert!(table.snapshot(ANA).locked);

    let mut left = TestRoom::seating();
    left.leave(ANA, false);
    left.sit(ANA);
    assert!(!left.room.is_owner(ANA), "given up with the seat");
}

#[test]
fn who_opened_the_room_to_watch_owns_it_while_the_connection_lasts() {
    let mut table = TestRoom::two_bots();
    assert!(table.room.is_owner(ANA));
    table.give(lock(ANA, true));
    let mut reloaded = table.reloaded();
    reloaded.room.keep_decisions_of(&table.room);
    assert!(reloaded.room.is_owner(ANA), "the store was at fault");
    assert!(reloaded.snapshot(ANA).locked);
    let mut table = table.resumed();
    table.watch(ANA);
    assert!(!table.room.is_owner(ANA));
}

/// She lost it with her line, and a lock of hers was there for good.
#[test]
fn who_opened_the_room_to_watch_and_takes_a_seat_owns_it_by_that() {
    for key in [None, Some(hash_of(ANA))] {
        for (first, second) in [("bot:random", "open"), ("open", "open")] {
            let mut table = opened(first, second, key);
            table.sit(ANA);
            table.give(lock(ANA, true));
            let mut table = table.resumed();
            table.come_back(ANA);
            assert!(table.room.is_owner(ANA) && table.snapshot(ANA).locked);
            table.give(lock(ANA, false));
        }
    }
}

#[test]
fn who_gives_up_the_seat_opens_the_lock_with_the_key_alone() {
    for key in [None, Some(hash_of(ANA))] {
        let mut table = opened("open", "open", key);
        table.sit(ANA);
        table.watch(BO);
        table.give(lock(ANA, true));
        let events = table.leave(ANA, false);
        let is_told = events.contains(&Event::Unlocked);
        assert_eq!(is_told, key.is_none());
        assert_eq!(table.snapshot(BO).locked, key.is_some());
        table.try_watch_with(CLEO, key).unwrap();
        assert_eq!(table.room.is_owner(CLEO), key.is_some());
    }
}

#[test]
fn who_gives_up_the_seat_locks_and_closes_nothing_by_that() {
    let mut table = opened("open", "open", Some(hash_of(ANA)));
    table.sit(ANA);
    table.watch(BO);
    table.leave(ANA, false);
    let seen = table.snapshot(BO);
    assert!(!seen.locked && !seen.chat_closed);
}

#[test]
fn decisions_are_bounded_in_a_game() {
    let mut table = TestRoom::two_people();
    for number in 0..MODERATIONS_PER_GAME {
        table.give(lock(ANA, number % 2 == 0));
    }
    let refused = table.try_give(lock(ANA, true));
    assert!(matches!(refused, Err(Refusal::OverLimit { most: 100, .. })));
    table.play_out_win();
    table.rematch();
    table.give(lock(ANA, false));
}

#[test]
fn people_sent_out_are_bounded_in_a_room() {
    let mut table = TestRoom::two_people();
    let send_out = |table: &mut TestRoom, number: usize| {
        let who = PlayerId(100 + number as u64);
        let name = Name::clean(&format!("Watcher {number}")).unwrap();
        let entered = name.clone();
        table.give(Command::Watch {
            who,
            name: entered,
            key: None,
        });
        table.try_give(Command::Remove { who: ANA, name })
    };
    for number in 1..REMOVED_PER_ROOM {
        send_out(&mut table, number).unwrap();
    }
    table.play_out_win();
    table.rematch();
    send_out(&mut table, REMOVED_PER_ROOM).unwrap();
    let refused = send_out(&mut table, REMOVED_PER_ROOM + 1);
    let limit = Limit::SentOut;
    assert_eq!(refused, Err(Refusal::OverLimit { limit, most: 100 }));
}

/// A game of two bots that Ana watches, who opened and locked it.
fn watched_and_locked(key: Option<TokenHash>) -> TestRoom {
    let mut table = opened("bot:random", "bot:random", key);
    table.watch(BO);
    table.give(lock(ANA, true));
    table
}

/// She was locked out of her own game, and nobody could open it.
#[test]
fn a_lock_that_nobody_could_open_any_more_ends() {
    let mut table = watched_and_locked(None);
    let events = table.leave(ANA, true);
    let told = table.sent(&events);
    assert_eq!(told, RoomEvent::Locked { locked: false });
    assert!(!table.snapshot(BO).locked);
    table.watch(CLEO);

    let mut table = watched_and_locked(Some(hash_of(ANA))).resumed();
    assert!(!table.room.summary(table.now).locked, "keys are not stored");
    table.watch(CLEO);

    let mut table = TestRoom::seating();
    table.watch(BO);
    table.give(lock(ANA, true));
    let events = table.leave(ANA, false);
    assert_eq!(events.last(), Some(&Event::Unlocked));
    for mut table in [table.clone(), table.resumed()] {
        table.sit(CLEO);
    }
}

/// The players had no chat in this room ever after.
#[test]
fn a_chat_that_nobody_could_open_any_more_is_open() {
    let closed = |key| {
        let mut table = opened("open", "open", key);
        table.sit(BO);
        table.sit(CLEO);
        table.give(close_chat(ANA, true));
        table
    };
    let mut left = closed(None);
    let events = left.leave(ANA, true);
    let told = left.sent(&events);
    assert_eq!(told, RoomEvent::ChatClosed { closed: false });
    let mut resumed = closed(Some(hash_of(ANA))).resumed();
    resumed.come_back(BO);
    let mut given_up = TestRoom::seating();
    given_up.watch(BO);
    given_up.give(close_chat(ANA, true));
    given_up.leave(ANA, false);
    for mut table in [left.clone(), resumed, given_up] {
        assert!(!table.snapshot(BO).chat_closed);
        table.give(said(BO));
    }
    let mut stays = closed(Some(hash_of(ANA)));
    stays.leave(ANA, true);
    stays.refuses(said(BO), Refusal::ChatClosed);
    // The store was at fault.
    let table = closed(None);
    let mut reloaded = table.reloaded();
    reloaded.room.keep_decisions_of(&table.room);
    assert!(reloaded.snapshot(BO).chat_closed);
}

#[test]
fn an_opener_who_watches_with_a_key_stays_the_owner_on_other_connections() {
    let key = Some(hash_of(ANA));
    let mut table = watched_and_locked(key);
    assert_eq!(
        table.try_watch_with(CLEO, Some(hash_of(CLEO))),
        Err(locked(&table))
    );
    // On a second device first, then after both lost their connections.
    for (who, lost) in [(CLEO, [ANA, CLEO]), (DAN, [DAN, BO])] {
        table.try_watch_with(who, key).unwrap();
        assert!(table.room.is_owner(who));
        table.give(close_chat(who, true));
        for who in lost {
            table.leave(who, true);
        }
        assert!(table.room.summary(table.now).locked);
    }
}
