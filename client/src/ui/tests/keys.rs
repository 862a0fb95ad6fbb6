//! The list of keys, and the bottom line: as the keys in force are.

use super::*;
use crate::input::Rebinding;
use crate::language::{Language, within};

/// The words of the list of keys, from its first line to its last.
fn words_of_help(play: &mut Play, width: u16, height: u16) -> String {
    play.press("?");
    let mut words = String::new();
    let mut before = String::new();
    loop {
        let screen = text(&play.app, UNICODE, width, height);
        if screen == before {
            break;
        }
        words += &screen;
        before = screen;
        play.does(Event::Key(Key::Down));
    }
    play.does(Event::Key(Key::Esc));
    let words = words.replace(['│', '┌', '┐', '└', '┘'], " ");
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn no_word_of_the_list_of_keys_is_cut() {
    let mut play = full_table("gomoku");
    for language in Language::ALL {
        within(language, || {
            for (width, height) in [(80, 24), (40, 12)] {
                let words = words_of_help(&mut play, width, height);
                let rows = Screen::Table.keys().iter();
                let does = rows.map(|binding| binding.does.said());
                for does in does.chain([say!("help-letters"), say!("help-click")]) {
                    for word in does.split_whitespace() {
                        assert!(words.contains(word), "{language}, {width}: {does}\n{words}");
                    }
                }
            }
        });
    }
}

#[test]
fn the_list_says_what_works_now_and_of_other_keys_when_they_do() {
    let mut play = full_table("connect-four");
    play.press("?");
    for size in [(80, 24), (40, 12), (120, 40)] {
        let screen = shown(&play.app, size);
        let play = screen.find("play ─").unwrap_or_else(|| panic!("{screen}"));
        let later = screen.find("not now ─").unwrap_or(usize::MAX);
        assert!(play < later, "{screen}");
        assert_eq!(screen.contains(" more\n"), size.1 < 40, "{screen}");
        assert!(screen.contains("Esc close"), "{screen}");
    }
    let whole = shown(&play.app, (120, 40));
    let when = |words: &str, key: &str| {
        let row = whole.lines().find(|line| line.contains(words));
        let row = row.unwrap_or_else(|| panic!("{words} is missing:\n{whole}"));
        row.trim_start().starts_with(key) && whole.find(words) > whole.find("not now")
    };
    assert!(when("when the game is over", "r "), "{whole}");
    assert!(when("in a room that you opened", "o "), "{whole}");
    assert!(when("when there is an offer", "y "), "{whole}");
    play.app.view.as_mut().unwrap().is_owner = true;
    let _ = shown(&play.app, (80, 24));
    play.does(Event::Key(Key::End));
    let screen = shown(&play.app, (80, 24));
    assert!(!screen.contains(" more\n"), "{screen}");
    let whole = shown(&play.app, (120, 40));
    assert!(
        whole.contains("lock the room, or open it (asks first)"),
        "{whole}"
    );
}

/// A number is no column here.
#[test]
fn how_a_move_is_written_is_said_after_a_number_alone() {
    let mut play = full_table("gomoku");
    let column = |play: &Play| play.app.view.as_ref().unwrap().cursor.column();
    let before = column(&play);
    play.press("9");
    assert_eq!(column(&play), before);
    let screen = shown(&play.app, (80, 24));
    assert!(screen.contains("a letter and a number: H8"), "{screen}");
}

/// At 80 columns `a` was missing below a saved game.
#[test]
fn the_bottom_line_of_80_columns_hides_no_key_that_works() {
    let mut saved = Play::home();
    let record = "[Variant \"connect-four\"]\n\n1. 4 4 *";
    saved.app.show_record(record.parse().unwrap());
    let mut ended = full_table("connect-four");
    ended.over(Some(Side::First));
    for play in [
        saved,
        ended,
        full_table("connect-four"),
        full_table("gomoku"),
    ] {
        for language in Language::ALL {
            within(language, || {
                let bottom = |width| {
                    let screen = text(&play.app, UNICODE, width, 24);
                    screen.lines().last().unwrap().trim_end().to_owned()
                };
                assert_eq!(bottom(80), bottom(160), "{language}");
            });
        }
    }
}

#[test]
fn the_list_of_keys_scrolls_by_every_key_that_moves_through_lists() {
    let mut play = full_table("gomoku");
    play.press("?");
    let top = |play: &Play| {
        let screen = text(&play.app, UNICODE, 80, 12);
        screen.lines().nth(1).unwrap().to_owned()
    };
    let first = top(&play);
    let second = {
        play.press("j");
        top(&play)
    };
    assert_ne!(first, second);
    play.press("k");
    assert_eq!(top(&play), first);
    play.does(Event::Key(Key::End));
    let last = top(&play);
    assert_ne!(last, first);
    play.does(Event::Key(Key::PageDown));
    assert_eq!(top(&play), last);
    // A single step leads from the end.
    play.press("k");
    assert_ne!(top(&play), last);
    play.does(Event::Key(Key::Home));
    assert_eq!(top(&play), first);
    play.does(Event::Key(Key::PageDown));
    assert_ne!(top(&play), first);
    play.does(Event::Key(Key::PageUp));
    assert_eq!(top(&play), first);
    play.does(Event::Key(Key::Esc));
    assert_eq!(play.app.help, None);
}

#[test]
fn a_key_of_the_settings_is_shown_and_does_what_it_means() {
    let mut play = full_table("gomoku");
    let rebinding = |action: &str, key: &str| Rebinding {
        screen: None,
        action: action.to_owned(),
        keys: vec![key.to_owned()],
        line: 1,
    };
    let changes = [
        rebinding("help", "f1"),
        rebinding("chat", "ctrl-t"),
        rebinding("down", "Z"),
        rebinding("quit", "ctrl-q"),
    ];
    play.app.keymap = KeyMap::new(&changes).unwrap();
    let screen = text(&play.app, UNICODE, 120, 24);
    let bottom = screen.lines().last().unwrap();
    assert!(
        bottom.contains(" Ctrl-T talk ") && bottom.ends_with(" F1 help"),
        "{bottom}"
    );
    play.press("?");
    assert_eq!(play.app.help, None);
    play.does(Event::Key(Key::F(1)));
    let screen = text(&play.app, UNICODE, 120, 60);
    assert!(
        screen.contains(" Ctrl-T ") && screen.contains(" F1 "),
        "{screen}"
    );
    play.does(Event::Key(Key::Char('Z')));
    assert!(play.app.help.is_some(), "Z moves down");
    play.does(Event::Key(Key::Esc));
    play.does(Event::Key(Key::Ctrl('c')));
    assert_eq!(play.app.confirm, None);
    play.does(Event::Key(Key::Ctrl('t')));
    assert!(play.app.prompt.is_some());
    // A letter is a part of the text, whatever it means elsewhere.
    play.press("x");
    play.does(Event::Key(Key::Ctrl('q')));
    assert!(play.app.confirm.is_some());
}

/// Finds a text on the screen, and clicks on it.
fn click(play: &mut Play, text: &str, (width, height): (u16, u16)) -> Vec<Action> {
    let screen = shown(&play.app, (width, height));
    let row = screen.lines().position(|line| line.contains(text));
    let row = row.unwrap_or_else(|| panic!("{text} is missing:\n{screen}"));
    let line = screen.lines().nth(row).unwrap();
    let column = line[..line.find(text).unwrap()].chars().count();
    let area = Rect::new(0, 0, width, height);
    let found = target(&play.app, &look(UNICODE), area, column as u16, row as u16);
    play.does(Event::Click(found.expect("something is there")))
}

#[test]
fn a_click_on_a_key_of_the_bottom_line_presses_it() {
    for size in [(40, 12), (80, 24), (120, 40)] {
        let mut play = lobby();
        play.app.screen = Screen::Lobby;
        click(&mut play, "n new", size);
        assert_eq!(play.app.screen, Screen::Form);
        click(&mut play, "Esc back", size);
        assert_eq!(play.app.screen, Screen::Lobby);
        play.press("c");
        click(&mut play, "Esc not now", size);
        assert!(play.app.prompt.is_none());
        // Keys that stand for several are none to press, and a question wants an answer.
        let mut table = full_table("connect-four");
        click_nothing(&table, "1-7 play", size);
        table.press("x");
        click(&mut table, "? help", size);
        assert!(table.app.confirm.is_some() && table.app.help.is_none());
    }
}

fn click_nothing(play: &Play, text: &str, (width, height): (u16, u16)) {
    let screen = shown(&play.app, (width, height));
    let last = screen.lines().last().unwrap();
    let column = last[..last.find(text).unwrap()].chars().count();
    let area = Rect::new(0, 0, width, height);
    let found = target(&play.app, &look(UNICODE), area, column as u16, height - 1);
    assert_eq!(found, None);
}

/// Keys that are others than those of the tables on every screen, or, where `key` is none, are no keys at all.
fn rebound(changes: &[(&str, Option<&str>)]) -> KeyMap {
    let changes = changes.iter().map(|(action, key)| Rebinding {
        screen: None,
        action: (*action).to_owned(),
        keys: key.iter().map(ToString::to_string).collect(),
        line: 1,
    });
    KeyMap::new(&changes.collect::<Vec<_>>()).unwrap()
}

fn notice(play: &Play) -> &str {
    play.app.notice().unwrap_or_default()
}

#[test]
fn the_notice_about_a_person_who_is_ignored_names_the_key_that_ends_it() {
    for (key, expected) in [
        (Some("f5"), "; F5 and the name show it again"),
        (None, "is hidden"),
    ] {
        let mut play = lobby();
        play.app.screen = Screen::Lobby;
        play.app.keymap = rebound(&[("mute", key)]);
        let names = vec![name("Ana")];
        play.hear(ServerMsg::Muted { names });
        assert!(notice(&play).contains(expected), "{}", notice(&play));
        assert!(!notice(&play).contains("p and"), "{}", notice(&play));
    }
}

#[test]
fn a_name_is_written_with_the_key_that_it_has() {
    let mut play = Play::home();
    play.app.keymap = rebound(&[("name", Some("f6"))]);
    play.does(Event::Key(Key::F(6)));
    for letter in "guest-01".chars() {
        play.does(Event::Key(Key::Char(letter)));
    }
    play.does(Event::Key(Key::Enter));
    assert!(notice(&play).contains("; write another"));
}

#[test]
fn the_hints_of_the_form_name_its_keys_and_those_of_the_table() {
    let mut play = lobby();
    play.app.screen = Screen::Form;
    let fields = play.app.form.fields();
    let about = |play: &mut Play, field| {
        play.app.form.chosen = fields.iter().position(|known| *known == field).unwrap();
        let form = &play.app.form;
        let keymap = &play.app.keymap;
        format!("{} {}", form.about(keymap), form.hint(keymap))
    };
    play.app.keymap = rebound(&[
        ("clock", Some("f2")),
        ("values", Some("f3")),
        ("edit", Some("f4")),
    ]);
    for (field, expected) in [
        (Field::Clock, "with F2: 10+5"),
        (Field::Hints, "F3 shows"),
        (Field::Grace, "F4 to type it"),
    ] {
        let about = about(&mut play, field);
        assert!(about.contains(expected), "{about}");
    }
    play.app.keymap = rebound(&[("clock", None), ("values", None), ("edit", None)]);
    for (field, expected) in [
        (Field::Clock, "as they like. "),
        (Field::Hints, "they always may. "),
        (Field::Grace, "claim the game. "),
    ] {
        let about = about(&mut play, field);
        assert!(about.ends_with(expected), "{about}");
    }
}

#[test]
fn a_key_that_nothing_has_is_not_named_in_the_lobby() {
    let mut play = lobby();
    play.app.screen = Screen::Lobby;
    play.app.lobby.rooms.clear();
    play.app.keymap = rebound(&[("new-game", None), ("filter-game", None)]);
    let screen = text(&play.app, UNICODE, 120, 24);
    assert!(!screen.contains("opens a game"), "{screen}");
    assert!(!screen.contains("all games"), "{screen}");
    assert!(screen.contains("c  goes to a room"), "{screen}");
    assert!(screen.contains(" / search"), "{screen}");
}

#[test]
fn the_offer_of_a_rematch_is_declined_by_its_key() {
    use protocol::act::Act;
    let mut play = Play::at_table("connect-four");
    play.over(Some(Side::First));
    let by = Side::Second;
    play.table_event(true, RoomEvent::RematchOffered { by });
    let screen = text(&play.app, UNICODE, 80, 24);
    assert!(screen.contains("Bo offers a rematch: y/n"), "{screen}");
    let answer = |accept| vec![Action::Send(Act::AnswerRematch { accept }.into())];
    assert_eq!(play.press("y"), answer(true));
    assert_eq!(play.press("n"), answer(false));
    let by = Side::First;
    play.table_event(true, RoomEvent::RematchDeclined { by });
    assert_eq!(play.press("n"), []);

    // Who asked reads it, and may ask again.
    play.table_event(true, RoomEvent::RematchOffered { by });
    assert!(!play.app.is_available(Intent::Act(Act::Rematch)));
    let by = Side::Second;
    play.table_event(true, RoomEvent::RematchDeclined { by });
    let screen = text(&play.app, UNICODE, 80, 24);
    assert!(screen.contains("Bo declined the rematch"), "{screen}");
    assert!(!screen.contains("you offered a rematch"), "{screen}");
    assert!(play.app.is_available(Intent::Act(Act::Rematch)));
}

/// It read as an offer that "y" would take, and "y" only asked in return.
#[test]
fn the_offer_of_a_rematch_says_that_who_made_it_is_away() {
    let mut play = Play::at_table("connect-four");
    play.over(Some(Side::First));
    let side = Side::Second;
    play.table_event(true, RoomEvent::RematchOffered { by: side });
    play.table_event(true, RoomEvent::Disconnected { side });
    let screen = text(&play.app, UNICODE, 80, 24);
    let expected = "Bo offers a rematch and is away: y/n";
    assert!(screen.contains(expected), "{screen}");
}

/// A key was offered that the server would refuse.
#[test]
fn an_open_offer_has_its_keys_in_the_line_at_the_bottom() {
    let mut play = Play::at_table("connect-four");
    for (size, expected) in [((40, 12), "y accept"), ((80, 24), "y accept  n decline")] {
        let has_keys = |play: &Play| {
            let screen = shown(&play.app, size);
            screen.lines().last().unwrap().contains(expected)
        };
        let by = play.app.table().unwrap().you().unwrap().other();
        assert!(!has_keys(&play));
        play.table_event(true, RoomEvent::DrawOffered { by });
        assert!(has_keys(&play), "{}", shown(&play.app, size));
        play.table_event(true, RoomEvent::DrawDeclined { by: by.other() });
    }
}

#[test]
fn a_key_is_offered_only_where_it_can_work() {
    use protocol::act::Act;
    use protocol::spec::OpeningChoice;
    let takes_back = |play: &Play| play.app.is_available(Intent::Act(Act::AskTakeback));
    let plays_again = |play: &Play| play.app.is_available(Intent::Act(Act::Rematch));
    let mut play = Play::at_table("connect-four");
    play.join(Some(Side::Second), snapshot("connect-four"));
    play.moved("4");
    assert!(!takes_back(&play), "Bo has made no move");
    play.moved("4");
    assert!(takes_back(&play));
    play.table_event(true, RoomEvent::TakebackAsked { by: Side::First });
    assert!(takes_back(&play), "the newer question replaces the older");
    play.table_event(true, RoomEvent::TakebackAsked { by: Side::Second });
    assert!(!takes_back(&play), "it is asked for");
    play.moved("1");
    assert!(
        takes_back(&play),
        "with another move it may be asked for again"
    );
    play.over(Some(Side::First));
    assert!(!takes_back(&play) && plays_again(&play));
    let by = Side::First;
    play.table_event(true, RoomEvent::RematchOffered { by });
    assert!(plays_again(&play), "it takes the offer");
    let by = Side::Second;
    play.table_event(true, RoomEvent::RematchOffered { by });
    assert!(!plays_again(&play), "it is asked for");

    // No takeback goes behind a choice of the opening.
    let mut play = Play::at_table("gomoku-15");
    play.join(Some(Side::First), app::tests::swap2("gomoku-15"));
    play.moved("h8");
    assert!(takes_back(&play));
    play.moved("a1");
    play.moved("i8");
    play.chosen(OpeningChoice::Black);
    assert!(!takes_back(&play));
    play.moved("a3");
    assert!(takes_back(&play));
}

#[test]
fn the_keys_of_columns_are_listed_where_a_saved_game_is_looked_through() {
    let mut play = Play::home();
    let record = "[Variant \"connect-four\"]\n\n1. 4 4 *";
    play.app.show_record(record.parse().unwrap());
    let words = words_of_help(&mut play, 80, 24);
    assert!(words.contains("1-9 go to the column"), "{words}");
    // A spectator plays in none.
    let mut play = Play::home();
    play.join(None, snapshot("connect-four"));
    let words = words_of_help(&mut play, 80, 24);
    assert!(!words.contains("1-7"), "{words}");
}
