//! Notices, and what a person sees of a move that is on its way or a bot that thinks.

use super::way_out::notice;
use super::*;
use crate::language::{Language, within};
use protocol::rules::Notation;

fn bot_table() -> Play {
    let mut play = Play::at_table("connect-four");
    let mut seen = snapshot("connect-four");
    let bot = "negamax:4".parse().unwrap();
    seen.seats.second = Seat::Bot { bot };
    play.join(Some(Side::First), seen);
    play
}

#[test]
fn whose_turn_it_is_is_told_until_the_board_changes() {
    let mut play = Play::at_table("gomoku-15");
    // While an opening is under way, no move is chosen before its turn.
    play.join(Some(Side::Second), swap2("gomoku-15"));
    play.does(Event::Key(Key::Enter));
    assert!(notice(&play).contains("Ana's turn"), "{}", notice(&play));
    play.moved("a1");
    assert_eq!(notice(&play), "");
}

#[test]
fn the_stop_of_the_server_is_told_until_it_is_back_and_the_seat_where_there_is_one() {
    for (you, seat) in [(Some(Side::First), true), (None, false)] {
        let mut play = Play::at_table("connect-four");
        play.join(you, snapshot("connect-four"));
        play.hear(ServerMsg::ShuttingDown);
        assert_eq!(notice(&play).contains("your seat is kept"), seat);
        // Neither the end of the connection nor the tries that find nobody say anything truer.
        for _ in 0..2 {
            play.lose();
            let screen = crate::ui::tests::shown(&play.app, (80, 24));
            assert!(
                screen.contains("the server was stopped; trying again"),
                "{screen}"
            );
            assert!(!screen.contains("the connection is broken"), "{screen}");
        }
        play.hear(welcome());
        assert_eq!(notice(&play), "");
        play.lose();
        let screen = crate::ui::tests::shown(&play.app, (80, 24));
        assert!(!screen.contains("was stopped"), "{screen}");
    }
    let mut play = Play::at_table("connect-four");
    play.hear(ServerMsg::ShuttingDown);
    play.lose();
    play.does(Event::Key(Key::Esc));
    play.press("y");
    assert_eq!(notice(&play), "", "nor on the first screen");
}

#[test]
fn a_refusal_does_not_follow_to_the_next_screen() {
    let mut play = Play::home();
    play.hear(welcome());
    let message = "there is no room".to_owned();
    let room = RoomId::from_draw(3);
    play.refuse(Refusal::NoSuchRoom { room });
    assert_ne!(notice(&play), "", "{message}");
    play.press("n");
    assert_eq!(notice(&play), "");
}

#[test]
fn a_second_digit_before_the_answer_is_not_sent() {
    let mut play = Play::at_table("connect-four");
    assert_eq!(play.press("4").len(), 1);
    assert_eq!(play.press("54"), []);
    assert_eq!(notice(&play), "");
    play.moved("4");
    play.moved("1");
    assert_eq!(play.press("5").len(), 1, "the next turn");
    play.refuse(Refusal::NotStarted);
    assert_eq!(play.press("5").len(), 1, "after a refusal");
    play.lose();
    assert_eq!(play.press("3").len(), 1, "the last one waits");
}

#[test]
fn a_move_that_came_too_late_is_told_without_revisions() {
    let mut play = Play::at_table("connect-four");
    let (yours, current) = (Revision(1), Revision(3));
    play.refuse(Refusal::Stale { yours, current });
    assert!(!notice(&play).contains("revision"), "{}", notice(&play));
    assert_ne!(notice(&play), "");
}

#[test]
fn a_bot_is_seen_to_think_at_once_and_how_deep_where_that_is_told() {
    let mut play = bot_table();
    let thinks = |play: &Play| {
        let view = play.app.view.as_ref().unwrap();
        view.thinks(Side::Second, play.app.now, "Bo")
    };
    assert_eq!(thinks(&play), None, "it is the person's turn");
    play.moved("4");
    assert_eq!(thinks(&play).as_deref(), Some("Bo thinks, 0 s"));
    play.app.now += Millis::from_secs(3);
    assert_eq!(thinks(&play).as_deref(), Some("Bo thinks, 3 s"));
    let thinking = protocol::view::Thinking {
        side: Side::Second,
        ply: 2,
        elapsed: Millis::from_secs(3),
        depth: Some("9".parse().unwrap()),
    };
    play.table_event(false, RoomEvent::Thinking { thinking });
    assert_eq!(thinks(&play).as_deref(), Some("Bo thinks, 3 s, depth 9"));
    play.moved("1");
    assert_eq!(thinks(&play), None);
}

#[test]
fn what_people_say_often_is_chosen_with_the_arrows_where_something_is_said() {
    let mut play = Play::at_table("connect-four");
    let typed = |play: &Play| {
        let prompt = play.app.prompt.as_ref();
        prompt.map(|prompt| prompt.input.value().to_owned())
    };
    play.press("t");
    for (key, expected) in [
        (Key::Down, "Hello!"),
        (Key::Down, "Good game!"),
        (Key::Up, "Hello!"),
        (Key::Up, "Bye!"),
    ] {
        play.does(Event::Key(key));
        assert_eq!(typed(&play).as_deref(), Some(expected));
    }
    let text = "Bye!".to_owned();
    let said = [Action::Send(ClientMsg::Chat { text })];
    assert_eq!(play.does(Event::Key(Key::Enter)), said);
    // Nowhere else: these would write over what is typed.
    let mut play = Play::at_table("gomoku");
    play.press("mh");
    play.does(Event::Key(Key::Down));
    assert_eq!(typed(&play).as_deref(), Some("h"));
}

#[test]
fn a_seat_that_is_closed_is_given_up_and_its_room_is_not_listed_any_more() {
    let mut play = Play::at_table("connect-four");
    let mut waiting = snapshot("connect-four");
    waiting.phase = Phase::Seating;
    play.join(Some(Side::First), waiting);
    play.does(Event::Key(Key::Esc));
    assert_eq!(play.app.confirm, Some(Confirm::CloseSeat));
    play.press("n");
    assert_eq!(play.app.screen, Screen::Table);
    play.does(Event::Key(Key::Esc));
    play.press("y");
    assert_eq!(play.app.screen, Screen::Lobby);
    assert_eq!(play.app.notice(), Some("your seat is closed"));
}

#[test]
fn a_move_that_cannot_be_read_stays_in_its_line_to_be_corrected() {
    let mut play = Play::at_table("gomoku");
    play.press("mz99");
    assert_eq!(play.does(Event::Key(Key::Enter)), []);
    assert!(play.app.notice().is_some());
    let prompt = play.app.prompt.as_ref().expect("it is open");
    assert_eq!(
        (prompt.kind, prompt.input.value()),
        (PromptKind::Move(Notation::Cell), "z99")
    );
}

#[test]
fn pasted_text_is_text_wherever_it_is_pasted() {
    let paste = |play: &mut Play, text: &str| play.does(Event::Paste(text.to_owned()));
    let typed = |play: &Play| {
        let prompt = play.app.prompt.as_ref();
        prompt.map(|prompt| (prompt.kind, prompt.input.value().to_owned()))
    };
    let mut play = Play::at_table("connect-four");
    assert_eq!(paste(&mut play, "xy"), [], "this resigned");
    assert!(play.app.confirm.is_none());
    assert_eq!(typed(&play), Some((PromptKind::Chat, "xy".to_owned())));
    assert_eq!(paste(&mut play, "\nz\r\n"), []);
    assert_eq!(typed(&play), Some((PromptKind::Chat, "xyz".to_owned())));
    let mut play = Play::at_table("connect-four");
    play.press("x");
    assert_eq!(paste(&mut play, "y"), [], "no answer to a question");
    assert!(play.app.confirm.is_some() && play.app.prompt.is_none());
    let mut play = Play::home();
    paste(&mut play, "10.0.0.1\n");
    let address = "10.0.0.1".to_owned();
    assert_eq!(typed(&play), Some((PromptKind::Address, address)));
}

#[test]
fn whoever_opened_the_room_locks_it_sends_people_out_and_closes_the_chat() {
    let mut play = Play::at_table("connect-four");
    assert_eq!(play.press("oez"), [], "not for others");
    assert!(notice(&play).contains("host of the room"));
    play.hear(ServerMsg::Joined {
        you: Some(Side::First),
        token: Some(Token(9)),
        owner: true,
        snapshot: Box::new(snapshot("connect-four")),
    });
    let sent = |message| vec![Action::Send(message)];
    for key in ["o", "z"] {
        assert_eq!(play.press(key), [], "it is asked first");
        assert!(play.app.confirm.is_some());
        assert_eq!(play.press("n"), []);
    }
    assert_eq!(play.press("oy"), sent(ClientMsg::Lock { locked: true }));
    play.table_event(true, RoomEvent::Locked { locked: true });
    assert!(notice(&play).contains("locked"), "{}", notice(&play));
    assert_eq!(play.press("oy"), sent(ClientMsg::Lock { locked: false }));
    assert_eq!(
        play.press("zy"),
        sent(ClientMsg::CloseChat { closed: true })
    );
    play.table_event(true, RoomEvent::ChatClosed { closed: true });
    assert_eq!(
        play.press("zy"),
        sent(ClientMsg::CloseChat { closed: false })
    );
    play.press("eBo");
    let name = name("Bo");
    assert_eq!(
        play.does(Event::Key(Key::Enter)),
        sent(ClientMsg::Remove { name })
    );
}

#[test]
fn the_name_in_this_game_is_in_the_title_of_a_narrow_screen() {
    let mut play = Play::at_table("connect-four");
    let mut greeting = welcome();
    if let ServerMsg::Welcome { name: now, .. } = &mut greeting {
        *now = name("guest-01");
    }
    play.hear(greeting);
    for language in Language::ALL {
        for seat in ["Bob", "Maximiliana von Hohe"] {
            let mut seen = snapshot("connect-four");
            seen.seats.first = Seat::Human {
                name: name(seat),
                away: None,
            };
            play.join(Some(Side::First), seen);
            for width in [30, 40, 60] {
                let screen = within(language, || crate::ui::tests::shown(&play.app, (width, 12)));
                let title = screen.lines().next().unwrap();
                let shown = if width > 30 { seat } else { &seat[..3] };
                assert!(title.contains(shown), "{language}: {title}");
            }
        }
    }
}
