use protocol::message::{ClientMsg, ServerMsg};
use protocol::view::LeftWhy;

use super::*;
use crate::input::Key;
use crate::ui::Action;
use crate::ui::Event;
use crate::ui::app::tests::{Play, swap2, welcome};
use crate::ui::tests::shown;

fn said(variant: &str, opening: Option<OpeningRule>) -> String {
    rules(variant.parse().unwrap(), opening).join("\n")
}

#[test]
fn every_game_has_its_own_rules_in_words() {
    for (variant, expected) in [
        (
            "connect-four",
            &["7 columns and 6 rows", "4 or more discs", "falls"][..],
        ),
        ("connect-four-7x7", &["7 columns and 7 rows"]),
        ("gomoku", &["20 x 20", "5 or more stones"]),
        (
            "gomoku-standard",
            &["15 x 15", "exactly 5 stones", "longer row does not win"],
        ),
        (
            "renju",
            &["overline", "double four", "double three", "White also wins"],
        ),
        ("custom:9x7x6:exact", &["9 x 7", "exactly 6 stones"]),
    ] {
        let text = said(variant, None);
        for words in expected {
            assert!(text.contains(words), "{variant}: {words} is not in {text}");
        }
        assert_eq!(text.contains("forbidden"), variant == "renju", "{text}");
        assert!(!text.contains("swap2"));
    }
    let text = said("gomoku-15", Some(OpeningRule::Swap2));
    for words in [
        "swap2",
        "two black and one white",
        "one more stone of each colour",
    ] {
        assert!(text.contains(words), "{text}");
    }
}

#[test]
fn the_key_shows_the_rules_at_the_form_and_the_table_and_leads_back() {
    let mut play = Play::home();
    play.hear(welcome());
    play.press("n");
    let mut table = Play::in_lobby();
    table.join(Some(protocol::side::Side::First), swap2("gomoku-15"));
    for (mut play, back, words) in [
        (Play::home(), Screen::Home, "Connect Four"),
        (play, Screen::Form, "Connect Four"),
        (table, Screen::Table, "swap2"),
    ] {
        for key in [Key::Esc, Key::Enter, Key::Char('i')] {
            play.press("i");
            assert_eq!(play.app.screen, Screen::Rules);
            let shown = &play.app.rules;
            let text = shown.title.clone() + &shown.text.join(" ");
            assert!(text.contains(words), "{text}");
            assert_eq!(play.does(Event::Key(key)), []);
            assert_eq!(play.app.screen, back);
        }
    }
}

#[test]
fn a_table_that_is_gone_meanwhile_is_left_for_the_lobby() {
    let mut play = Play::at_table("renju");
    play.press("i");
    let room = play.app.table().unwrap().room();
    let why = LeftWhy::Closed;
    play.hear(ServerMsg::Left { room, why });
    if play.app.screen == Screen::Rules {
        let actions = play.does(Event::Key(Key::Esc));
        assert!(actions.contains(&Action::Send(ClientMsg::EnterLobby { boards: true })));
    }
    assert_eq!(play.app.screen, Screen::Lobby);
}

/// The person was thrown into the lobby, and the form was closed below the rules.
#[test]
fn the_rules_over_the_form_stay_when_a_lost_connection_comes_back() {
    let mut play = Play::in_lobby();
    play.press("ni");
    assert_eq!(play.app.screen, Screen::Rules);
    play.lose();
    play.hear(welcome());
    assert_eq!(play.app.screen, Screen::Rules);
    play.does(Event::Key(Key::Esc));
    assert_eq!(play.app.screen, Screen::Form);
}

/// `End` did nothing, and `Up` nothing that could be seen after pages beyond the last line.
#[test]
fn the_rules_scroll_no_further_than_to_their_last_line() {
    let mut play = Play::home();
    let renju = "renju".parse().unwrap();
    play.app.show_rules(renju, Some(OpeningRule::Swap2));
    for size in [(80, 24), (40, 12), (20, 5)] {
        let mut after = |key| {
            play.does(Event::Key(key));
            shown(&play.app, size)
        };
        let first = after(Key::Home);
        assert_eq!(after(Key::Up), first);
        let second = after(Key::Down);
        assert_ne!(second, first, "{second}");
        let last = after(Key::End);
        assert!(last.contains("move."), "{last}");
        for key in [Key::Down, Key::PageDown, Key::PageDown, Key::PageDown] {
            assert_eq!(after(key), last);
        }
        assert_ne!(after(Key::Up), last);
        assert_eq!(after(Key::Down), last);
        assert_eq!(after(Key::Home), first);
    }
}
