//! Keys that are pressed while the connection is lost: what cannot wait is not sent later, and that is told.

use super::*;
use crate::ui::tests::{lobby, shown};

const NOT_SENT: &str = "not sent: try again";

fn lose(play: &mut Play) {
    play.does(Event::Net(NetEvent::Lost {
        why: "nobody answers".to_owned(),
        retry_in: std::time::Duration::from_secs(3),
        attempt: 1,
    }));
}

/// The messages for the server among actions.
fn sent(actions: &[Action]) -> Vec<&ClientMsg> {
    let sent = actions.iter().filter_map(|action| match action {
        Action::Send(message) => Some(message),
        _ => None,
    });
    sent.collect()
}

#[track_caller]
fn shows(play: &Play, text: &str) {
    for size in [(80, 24), (40, 12)] {
        let screen = shown(&play.app, size);
        let words: Vec<_> = screen.split_whitespace().collect();
        assert!(words.join(" ").contains(text), "no {text}:\n{screen}");
    }
}

/// Each press was carried out when the connection was back: the first opened or entered a room, and the others were
/// refused.
#[test]
fn what_leads_to_a_room_does_not_wait_for_the_connection() {
    for keys in [&["f"][..], &["\n"], &["w"], &["n", "\n"]] {
        let mut play = lobby();
        lose(&mut play);
        let mut last = Vec::new();
        for key in keys.iter().chain(keys.last()) {
            last = match *key {
                "\n" => play.does(Event::Key(Key::Enter)),
                key => play.press(key),
            };
        }
        assert_eq!(sent(&last), Vec::<&ClientMsg>::new(), "{keys:?}");
        shows(&play, NOT_SENT);
        play.hear(welcome());
        let screen = shown(&play.app, (80, 24));
        assert!(!screen.contains(NOT_SENT), "{screen}");
    }
}

#[test]
fn a_saved_seat_is_not_taken_for_lost_by_what_is_refused_later() {
    let mut play = lobby();
    play.does(Event::Net(NetEvent::Message(Box::new(welcome()))));
    lose(&mut play);
    play.app.return_to(RoomId::from_draw(1), Token(5));
    play.does(Event::Key(Key::Enter));
    assert_eq!(play.app.home.returning, None);
    assert_eq!(play.app.entering, None);
}

#[test]
fn a_line_that_needs_the_connection_stays_until_it_is_back() {
    for (key, text) in [("c", "K7QM2X"), ("p", "Bo"), ("t", "hello")] {
        let mut play = lobby();
        lose(&mut play);
        play.press(key);
        play.press(text);
        let actions = play.does(Event::Key(Key::Enter));
        assert_eq!(sent(&actions), Vec::<&ClientMsg>::new(), "{text}");
        let prompt = play.app.prompt.as_ref().expect("the line is still there");
        assert_eq!(prompt.input.value(), text);
        shows(&play, "there is no connection");
        play.hear(welcome());
        let actions = play.does(Event::Key(Key::Enter));
        assert_ne!(sent(&actions), Vec::<&ClientMsg>::new(), "{text}");
    }
}

#[test]
fn the_rights_of_whoever_opened_the_room_do_not_wait_for_the_connection() {
    for key in ["oy", "zy"] {
        let mut play = Play::at_table("connect-four");
        play.app.view.as_mut().unwrap().is_owner = true;
        lose(&mut play);
        let actions = play.press(key);
        assert_eq!(sent(&actions), Vec::<&ClientMsg>::new(), "{key}");
        shows(&play, NOT_SENT);
    }
    let mut play = Play::at_table("connect-four");
    play.app.view.as_mut().unwrap().is_owner = true;
    lose(&mut play);
    play.press("eBo");
    let actions = play.does(Event::Key(Key::Enter));
    assert_eq!(sent(&actions), Vec::<&ClientMsg>::new());
    assert!(play.app.prompt.is_some());
}

/// The connection drops the move, since the resignation goes first and ends the game.
#[test]
fn no_move_is_said_to_wait_behind_a_resignation() {
    for is_lost_first in [true, false] {
        let mut play = Play::at_table("connect-four");
        if is_lost_first {
            lose(&mut play);
        }
        play.press("xy");
        if !is_lost_first {
            lose(&mut play);
        }
        let actions = play.press("5");
        assert_eq!(sent(&actions), Vec::<&ClientMsg>::new());
        shows(&play, NOT_SENT);
    }
    // The same on the opponent's turn, where a move would be one for the next turn.
    let mut play = Play::at_table("connect-four");
    play.press("4");
    play.moved("4");
    play.press("5");
    lose(&mut play);
    play.press("xy5");
    assert_eq!(play.app.view.as_ref().unwrap().planned(), None);
}

#[test]
fn a_move_is_kept_again_once_the_resignation_is_refused_or_the_game_is_another() {
    let mut play = Play::at_table("connect-four");
    play.press("xy");
    let refusal = Refusal::Internal { reference: 7 };
    let message = refusal.to_string();
    play.hear(ServerMsg::Refused { refusal, message });
    lose(&mut play);
    assert_eq!(sent(&play.press("5")).len(), 1);
    shows(&play, "your move 5 is kept");

    let mut play = Play::at_table("connect-four");
    lose(&mut play);
    play.press("xy");
    play.hear(welcome());
    let mut next = snapshot("connect-four");
    next.series.game = 2;
    play.join(Some(Side::First), next);
    lose(&mut play);
    assert_eq!(sent(&play.press("5")).len(), 1);
}
