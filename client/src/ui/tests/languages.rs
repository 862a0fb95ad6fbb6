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
        (Language::En, " t talk ", "take a ply back", "Esc closes"),
        (
            Language::Es,
            " t hablar ",
            "deshacer una jugada",
            "Esc cierra",
        ),
        (Language::Pl, " t czat ", "poddaj się", "Esc zamyka"),
    ] {
        within(language, || {
            let line = bottom(&play);
            assert!(line.contains(below), "{line}");
            play.press("?");
            let help = text(&play.app, UNICODE, 80, 24);
            assert!(help.contains(inside) && help.contains(title), "{help}");
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
