//! The screens in every language.

use super::*;
use crate::language::{Language, within};

#[test]
fn the_keys_are_told_in_the_language_in_force() {
    let mut play = full_table("gomoku");
    let bottom = |play: &Play| {
        let screen = text(&play.app, UNICODE, 120, 24);
        screen.lines().last().unwrap().to_owned()
    };
    for (language, below, inside, title) in [
        (Language::En, " t talk ", "take back a move", "Esc close"),
        (
            Language::Es,
            " t hablar ",
            "deshacer una jugada",
            "Esc cerrar",
        ),
        (Language::Pl, " t napisz ", "poddaj się", "Esc zamknij"),
    ] {
        within(language, || {
            let line = bottom(&play);
            assert!(line.contains(below), "{line}");
            play.press("?");
            let help = text(&play.app, UNICODE, 80, 24);
            assert!(help.contains(title), "{help}");
            let help = text(&play.app, UNICODE, 120, 40);
            assert!(help.contains(inside), "{help}");
            play.does(Event::Key(Key::Esc));
        });
    }
}

#[test]
fn an_open_seat_is_told_in_the_language_in_force() {
    let mut play = full_table("connect-four");
    let mut waiting = snapshot("connect-four");
    waiting.phase = Phase::Seating;
    waiting.seats.second = Seat::Open;
    play.join(Some(Side::First), waiting);
    for language in Language::ALL {
        within(language, || {
            let open = say!("words-seat-open");
            for size in [(30, 12), (80, 24), (120, 40)] {
                let screen = shown(&play.app, size);
                assert!(screen.contains(&open), "{language}: {open}\n{screen}");
            }
        });
    }
}

#[test]
fn a_count_of_one_has_its_own_form_in_every_language() {
    use protocol::refusal::{Refusal, Resource};

    use crate::words::refused;

    let full = |count: u32, what| {
        let most = Some(count);
        refused(&Refusal::Full { what, most }, "")
    };
    let rooms = |count| full(count, Resource::Rooms);
    let lines = |count| full(count, Resource::ChatLines);
    let tv = |count: u32| say!("tv-watched", room = "K7QM2X", game = "Renju", count = count);
    let lobby = |count: u32| say!("lobby-state-watching", count = count);
    let script = |count: u32| say!("lines-watch", count = count);
    for (language, texts) in [(
        Language::En,
        [
            (tv(1), "Renju, 1 watches"),
            (tv(2), "Renju, 2 watch"),
            (script(0), "nobody is watching"),
            (rooms(1), "1 room is open"),
            (rooms(2), "2 rooms are open"),
            (lines(1), "1 line was said in this game"),
        ],
    )] {
        for (text, expected) in texts {
            assert!(text.contains(expected), "{language}: {text}");
        }
    }
    within(Language::Es, || {
        assert!(tv(1).ends_with("Renju, mira 1"), "{}", tv(1));
        assert!(lobby(1).ends_with("mira 1"), "{}", lobby(1));
        assert!(lobby(2).ends_with("miran 2"), "{}", lobby(2));
        assert_eq!(script(0), "nadie está mirando");
    });
    within(Language::Pl, || assert_eq!(script(0), "nikt nie ogląda"));
}
