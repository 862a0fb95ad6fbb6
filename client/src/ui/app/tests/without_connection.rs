//! Keys that are pressed while the connection is lost: what cannot wait is not sent later, and that is told.

use super::*;
use crate::ui::tests::{lobby, shown};

const NOT_SENT: &str = "not sent: try again";

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
        play.lose();
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
    play.lose();
    play.app.return_to(RoomId::from_draw(1), Token(5));
    play.does(Event::Key(Key::Enter));
    assert_eq!(play.app.server.request, None);
}

#[test]
fn a_line_that_needs_the_connection_stays_until_it_is_back() {
    for (key, text) in [("c", "K7QM2X"), ("p", "Bo"), ("t", "hello")] {
        let mut play = lobby();
        play.lose();
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
        play.lose();
        let actions = play.press(key);
        assert_eq!(sent(&actions), Vec::<&ClientMsg>::new(), "{key}");
        shows(&play, NOT_SENT);
    }
    let mut play = Play::at_table("connect-four");
    play.app.view.as_mut().unwrap().is_owner = true;
    play.lose();
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
            play.lose();
        }
        play.press("xy");
        if !is_lost_first {
            play.lose();
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
    play.lose();
    play.press("xy5");
    assert_eq!(play.app.view.as_ref().unwrap().planned(), None);
}

#[test]
fn a_move_is_kept_again_once_the_resignation_is_refused_or_the_game_is_another() {
    let mut play = Play::at_table("connect-four");
    play.press("xy");
    play.refuse(Refusal::Internal { reference: 7 });
    play.lose();
    assert_eq!(sent(&play.press("5")).len(), 1);
    shows(&play, "your move 5 is kept");

    let mut play = Play::at_table("connect-four");
    play.lose();
    play.press("xy");
    play.hear(welcome());
    let mut next = snapshot("connect-four");
    next.series.game = 2;
    play.join(Some(Side::First), next);
    play.lose();
    assert_eq!(sent(&play.press("5")).len(), 1);
}

#[test]
fn a_player_who_leaves_or_quits_learns_that_what_waits_is_lost() {
    for (key, begins) in [(Key::Esc, "Leave?"), (Key::Ctrl('c'), "Quit?")] {
        let mut play = Play::at_table("connect-four");
        play.lose();
        play.press("4");
        assert_eq!(play.does(Event::Key(key)), []);
        let question = play.app.confirm.expect("it is asked").question(&play.app);
        assert!(question.starts_with(begins), "{question}");
        let waits = "What waits for the connection is lost.";
        assert!(question.contains(waits), "{question}");
        assert_ne!(play.press("y"), []);
    }
}

#[test]
fn what_is_done_without_a_connection_is_told_as_kept_or_not_sent() {
    let mut play = Play::at_table("connect-four");
    play.lose();
    shows(&play, "your seat is kept");
    assert!(matches!(&play.press("4")[..], [Action::Send(_)]));
    shows(
        &play,
        "your move 4 is kept: sent when the connection is back",
    );
    play.press("d");
    shows(&play, "not sent: try again");
    play.hear(welcome());
    play.join(Some(Side::First), snapshot("connect-four"));
    assert!(!shown(&play.app, (80, 24)).contains("kept"));
}

/// They were said to be sent by another press of the key, which hid them.
#[test]
fn an_analysis_that_is_asked_for_without_a_connection_comes_with_it() {
    for key in ["v", "a"] {
        let mut play = Play::at_table("connect-four");
        let mut seen = snapshot("connect-four");
        seen.spec.hints = true;
        play.join(Some(Side::First), seen);
        play.moved("4");
        play.lose();
        assert_eq!(play.press(key), []);
        let screen = shown(&play.app, (80, 24));
        assert!(!screen.contains("not sent"), "{screen}");
        play.hear(welcome());
        let seen = play.app.table().unwrap().snapshot().clone();
        let actions = play.join(Some(Side::First), seen);
        let is_asked = |action: &Action| {
            matches!(
                action,
                Action::Send(ClientMsg::Analyse { .. } | ClientMsg::AnalyseGame)
            )
        };
        assert!(actions.iter().any(is_asked), "{key}: {actions:?}");
    }
}
