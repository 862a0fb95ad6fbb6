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
