//! Talk at a table: in the panel where that has room, else in the line of notices and over the board.

use protocol::message::ClientMsg;
use protocol::refusal::Refusal;
use protocol::text::ChatText;
use protocol::view::{ChatLine, LobbyLine};

use super::*;

/// At a table in the second game, where the panel has the score, too.
fn second_game(variant: &str, chat: &[&str]) -> Play {
    let mut play = Play::at_table(variant);
    let mut seen = snapshot(variant);
    seen.series.game = 2;
    seen.series.wins.first = 1;
    seen.chat = chat.iter().map(|text| line("Bo", text)).collect();
    play.join(Some(Side::First), seen);
    play.app.clear_notice();
    play
}

fn line(speaker: &str, text: &str) -> ChatLine {
    ChatLine {
        name: name(speaker),
        side: None,
        text: ChatText::clean(text).unwrap(),
    }
}

/// Somebody says something while a screen of this size is open; returns what is on it then.
fn says(play: &mut Play, size: (u16, u16), (speaker, text): (&str, &str)) -> String {
    shown(&play.app, size);
    let line = line(speaker, text);
    play.table_event(true, RoomEvent::ChatPosted { line });
    shown(&play.app, size)
}

/// The words of a screen, without its line breaks.
fn words(screen: &str) -> String {
    screen.split_whitespace().collect::<Vec<_>>().join(" ")
}

const SIZES: [(u16, u16); 6] = [(30, 10), (40, 8), (40, 12), (60, 16), (80, 24), (160, 50)];

#[test]
fn what_others_say_is_seen_once_at_every_size() {
    for variant in ["connect-four", "gomoku-15"] {
        for size in SIZES {
            for chat in [&[][..], &["hello"]] {
                let mut play = second_game(variant, chat);
                for text in ["hi all", "bye all"] {
                    let screen = says(&mut play, size, ("Bo", text));
                    let said = format!("Bo: {text}");
                    assert_eq!(screen.matches(&said).count(), 1, "{size:?}\n{screen}");
                }
                let is_told = play.app.notice().is_some();
                assert_eq!(is_told, size.0 <= 40, "{size:?}");
            }
        }
    }
}

#[test]
fn lines_that_come_quickly_are_told_together_as_far_as_there_is_room() {
    for size in [(30, 10), (40, 12)] {
        let mut play = second_game("connect-four", &[]);
        says(&mut play, size, ("Bo", "hi all"));
        let screen = says(&mut play, size, ("Cy", "well played"));
        let all = words(&screen);
        assert!(all.contains("Bo: hi all | Cy: well played"), "{screen}");
        // The last lines stay where not all have room.
        let long = "a line that takes most of two rows of this screen";
        let screen = says(&mut play, size, ("Bo", long));
        let all = words(&screen);
        let told = format!("Cy: well played | Bo: {long}");
        assert!(all.contains(&told), "{screen}");
        assert!(!all.contains("hi all") && !all.contains("..."), "{screen}");
        // What could be read gives way.
        play.app.now += Millis::from_secs(10);
        let screen = says(&mut play, size, ("Bo", "bye"));
        assert!(!words(&screen).contains("well played"), "{screen}");
    }
}

#[test]
fn what_the_panel_has_room_for_a_part_of_is_told_whole() {
    let said = "a sentence of several words, of which a low panel has room for the last few alone";
    for size in SIZES {
        let mut play = second_game("connect-four", &["hello"]);
        let screen = says(&mut play, size, ("Bo", said));
        let told = play.app.notice();
        let expected = format!("Bo: {said}");
        if let Some(told) = told {
            assert_eq!(told, expected);
        } else {
            // In a panel that is broken into lines beside the board.
            assert!(screen.contains("Bo: a sentence"), "{size:?}\n{screen}");
            assert!(screen.contains("alone"), "{size:?}\n{screen}");
        }
        assert!(told.is_some() || size.0 > 40, "{size:?}");
    }
}

#[test]
fn whoever_talks_at_length_covers_no_board() {
    let said = "far too long for a small screen ".repeat(8);
    for size in [(30, 10), (40, 12)] {
        let mut play = second_game("connect-four", &[]);
        let screen = says(&mut play, size, ("Bo", &said));
        let above = usize::from(size.1) - 4;
        let rows: Vec<_> = screen.lines().collect();
        assert!(rows[above - 1..].iter().any(|row| row.contains("Bo: far")));
        assert!(rows[size.1 as usize - 2].ends_with("..."), "{screen}");
        assert!(!words(&rows[..above].join(" ")).contains("far"), "{screen}");
        play.press("t");
        let screen = shown(&play.app, size);
        assert_eq!(screen.matches("...").count(), 0, "{screen}");
        assert!(screen.contains("screen"), "{screen}");
    }
}

#[test]
fn who_writes_sees_the_last_lines_where_the_panel_has_no_room_for_them() {
    let chat: Vec<_> = (0..20).map(|at| format!("line {at}")).collect();
    let chat: Vec<_> = chat.iter().map(String::as_str).collect();
    for variant in ["connect-four", "gomoku-15"] {
        for size in SIZES {
            let mut play = second_game(variant, &chat);
            play.press("t");
            let screen = shown(&play.app, size);
            for last in ["Bo: line 18", "Bo: line 19"] {
                assert_eq!(screen.matches(last).count(), 1, "{size:?}\n{screen}");
            }
            let typed = screen.lines().rev().nth(1).unwrap();
            assert_eq!(typed, " say:", "{screen}");
            // A line that comes meanwhile is there already.
            let screen = says(&mut play, size, ("Bo", "one more"));
            assert_eq!(screen.matches("Bo: one more").count(), 1, "{screen}");
            assert_eq!(play.app.notice(), None);
            play.does(Event::Key(Key::Esc));
            if size.0 == 30 {
                assert!(!shown(&play.app, size).contains("Bo: "));
            }
        }
    }
}

#[test]
fn who_writes_sees_a_long_line_that_the_panel_has_room_for_a_part_of() {
    let said = "the first of several words, and then the end";
    for size in SIZES {
        let mut play = second_game("connect-four", &[said]);
        play.press("t");
        let screen = shown(&play.app, size);
        for part in ["Bo: the", " end"] {
            assert_eq!(screen.matches(part).count(), 1, "{size:?}\n{screen}");
        }
    }
}

#[test]
fn a_told_line_gives_way_to_the_lines_that_have_it() {
    let mut play = second_game("connect-four", &[]);
    let size = (30, 10);
    says(&mut play, size, ("Bo", "hi"));
    play.press("t");
    let screen = shown(&play.app, size);
    assert_eq!(screen.matches("Bo: hi").count(), 1, "{screen}");
    assert_eq!(play.app.notice(), None);
}

#[test]
fn who_is_muted_is_neither_told_nor_shown() {
    for size in SIZES {
        // What was said before comes with the room, on a connection on which nobody is muted yet.
        let mut play = second_game("connect-four", &["hello"]);
        play.app.muted.names = vec![name("bo")];
        let screen = says(&mut play, size, ("Bo", "hi"));
        assert!(!screen.contains("Bo: "), "{screen}");
        assert_eq!(play.app.notice(), None);
        play.press("t");
        let screen = shown(&play.app, size);
        assert!(!screen.contains("Bo: "), "{screen}");
        play.does(Event::Key(Key::Esc));
        let screen = says(&mut play, size, ("Eva", "hi"));
        assert!(words(&screen).contains("Eva: hi"), "{screen}");
    }
}

/// A screen's last line: the keys.
fn keys(screen: &str) -> &str {
    screen.lines().last().unwrap()
}

#[test]
fn a_closed_chat_is_not_offered_and_says_that_it_is_closed() {
    for owner in [false, true] {
        let mut play = Play::at_table("connect-four");
        let mut seen = snapshot("connect-four");
        (seen.watching, seen.spectators) = (1, vec![name("Eva")]);
        play.join(Some(Side::First), seen);
        play.app.view.as_mut().unwrap().is_owner = owner;
        let screen = shown(&play.app, (160, 50));
        assert!(screen.contains("press t to talk"), "{screen}");
        assert!(keys(&screen).contains(" t talk "), "{screen}");
        play.table_event(true, RoomEvent::ChatClosed { closed: true });
        for size in SIZES {
            let screen = shown(&play.app, size);
            assert!(!screen.contains("to talk"), "{screen}");
            assert!(!keys(&screen).contains(" t talk "), "{screen}");
        }
        for pastes in [false, true] {
            play.app.clear_notice();
            let actions = if pastes {
                play.does(Event::Paste("hello".to_owned()))
            } else {
                play.press("t")
            };
            assert_eq!(actions, []);
            assert!(play.app.prompt.is_none(), "there is nothing to write");
            for size in SIZES {
                let screen = words(&shown(&play.app, size));
                assert!(screen.contains("the chat of this room is closed"));
                assert_eq!(screen.contains("z opens it again"), owner, "{screen}");
            }
        }
        play.table_event(true, RoomEvent::ChatClosed { closed: false });
        play.press("t");
        assert!(play.app.prompt.is_some());
    }
}

fn written(play: &Play) -> &str {
    let prompt = play.app.prompt.as_ref();
    prompt.map_or("", |prompt| prompt.input.value())
}

#[test]
fn a_line_that_was_refused_is_written_again_unless_something_else_is() {
    let too_fast = Refusal::TooFast {
        wait: Millis::from_secs(2),
    };
    let refusals = [
        (Refusal::ChatClosed, "the chat of this room is closed"),
        (too_fast, "wait 0:02"),
    ];
    for (refusal, told) in refusals {
        let refused = || ServerMsg::Refused {
            message: refusal.to_string(),
            refusal: refusal.clone(),
        };
        for mut play in [second_game("connect-four", &[]), lobby()] {
            let say = |play: &mut Play| {
                play.press("thello");
                play.does(Event::Key(Key::Enter));
                assert!(play.app.prompt.is_none());
            };
            say(&mut play);
            play.hear(refused());
            for size in SIZES {
                let screen = shown(&play.app, size);
                assert!(words(&screen).contains(told), "{screen}");
            }
            assert_eq!(written(&play), "hello");
            // What is being written meanwhile is not replaced.
            play.does(Event::Key(Key::Enter));
            play.press("ttwo");
            play.hear(refused());
            assert_eq!(written(&play), "two");
            play.does(Event::Key(Key::Esc));
            // A line that was said is not written again after another refusal.
            say(&mut play);
            let (name, text) = (name("Ana"), ChatText::clean("hello").unwrap());
            if play.app.view.is_some() {
                let side = None;
                let line = ChatLine { name, side, text };
                play.table_event(true, RoomEvent::ChatPosted { line });
            } else {
                let line = LobbyLine { name, text };
                play.hear(ServerMsg::LobbyChat { line });
            }
            play.hear(refused());
            assert!(play.app.prompt.is_none());
        }
    }
}

#[test]
fn a_text_that_is_longer_than_a_line_is_cut_and_that_is_said() {
    for pastes in [true, false] {
        let mut play = second_game("connect-four", &[]);
        play.press("t");
        if pastes {
            play.does(Event::Paste("a".repeat(ChatText::LONGEST)));
            assert_eq!(play.app.notice(), None);
            play.does(Event::Paste("bc".to_owned()));
        } else {
            play.press(&"a".repeat(ChatText::LONGEST));
            assert_eq!(play.app.notice(), None);
            play.press("b");
        }
        let written = play.app.prompt.as_ref().unwrap().input.value();
        assert_eq!(written, "a".repeat(ChatText::LONGEST));
        let screen = shown(&play.app, (80, 24));
        assert!(screen.contains("at most 200 characters"), "{screen}");
    }
}

#[test]
fn what_was_typed_when_the_chat_was_closed_waits_until_it_is_open_again() {
    for size in SIZES {
        let mut play = second_game("connect-four", &[]);
        play.press("thello");
        play.table_event(true, RoomEvent::ChatClosed { closed: true });
        let screen = shown(&play.app, size);
        assert!(screen.contains("the chat is closed"), "{screen}");
        assert!(screen.contains("say: hello"), "{screen}");
        for _ in 0..2 {
            assert_eq!(play.does(Event::Key(Key::Enter)), []);
            let screen = shown(&play.app, size);
            let all = words(&screen);
            assert!(all.contains("the chat of this room is closed"), "{screen}");
            assert!(all.contains("say: hello"), "{screen}");
        }
        play.table_event(true, RoomEvent::ChatClosed { closed: false });
        let text = "hello".to_owned();
        let said = vec![Action::Send(ClientMsg::Chat { text })];
        assert_eq!(play.does(Event::Key(Key::Enter)), said);
        assert!(play.app.prompt.is_none());
    }
}

#[test]
fn emoji_that_terminals_draw_at_several_widths_are_drawn_plain() {
    let mut play = second_game("connect-four", &[]);
    let emoji = "\u{1F44D}\u{1F3FD} from \u{1F1EA}\u{1F1F8}";
    let screen = says(&mut play, (80, 24), ("Bo", emoji));
    assert!(screen.contains("Bo: \u{1F44D}  from ES"), "{screen}");
}
