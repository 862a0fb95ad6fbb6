//! Boards as images, and the ground, in terminals that answer what they are asked, and in one that does not.

use std::path::Path;

use termlens::{Color, Graphics, Terminal, TerminalBuilder};

use super::{directory, leaves, press, shows};
use crate::binaries::binary;
use crate::harness::PATIENCE;

fn builder(data: &Path, arguments: &[&str]) -> TerminalBuilder {
    Terminal::builder()
        .size(100, 30)
        .env_clear()
        .env("LANG", "C.UTF-8")
        .env("COLORTERM", "truecolor")
        .env("ENLINEA_NO_DISCOVERY", "1")
        .env("ENLINEA_DATA", data)
        .env("ENLINEA_CONFIG", data.join("config.toml"))
        .args(arguments)
        .timeout(PATIENCE)
}

#[test]
fn a_board_is_sent_as_images_where_the_terminal_shows_them() {
    for (graphics, arguments, is_sent) in [
        (Graphics::Kitty, &["demo"][..], true),
        (Graphics::Sixel, &["demo"], true),
        (Graphics::None, &["demo"], false),
        (Graphics::Kitty, &["demo", "--graphics", "off"], false),
        (Graphics::Kitty, &["demo", "--ascii"], false),
        (Graphics::Kitty, &["demo", "--color", "none"], false),
    ] {
        let data = directory();
        let terminal = builder(data.path(), arguments)
            .graphics(graphics)
            .cell_size(10, 20);
        let mut terminal = terminal.spawn(binary("enlinea")).expect("starts");
        let screen = shows(&mut terminal, &["Connect Four", "1. "]);
        let sent = screen.graphics().total();
        assert_eq!(sent > 0, is_sent, "{graphics:?} {arguments:?}: {sent}");
    }
}

#[test]
fn a_terminal_that_answers_nothing_has_its_screens_all_the_same() {
    let data = directory();
    let silent = builder(data.path(), &[]).answer_queries(false);
    let mut terminal = silent.spawn(binary("enlinea")).expect("starts");
    shows(&mut terminal, &["Play a bot", "playing as a guest"]);
    press(&mut terminal, 'q');
    leaves(terminal);
}

/// The screens stood still until a key was pressed.
#[test]
fn an_answer_that_comes_too_late_holds_nothing_up() {
    let data = directory();
    // Nothing is asked, so that the answer is there when keys are read for the first time.
    let arguments = ["demo", "--ground", "dark", "--graphics", "off"];
    let mut terminal = builder(data.path(), &arguments)
        .spawn(binary("enlinea"))
        .expect("starts");
    terminal.send_str("\x1b[0n").expect("is read");
    shows(&mut terminal, &["Connect Four", "1. "]);
}

#[test]
fn the_ground_is_the_one_that_the_terminal_tells_unless_it_is_set() {
    // The strip of a hole, in the theme's colour for either ground.
    let (on_dark, on_light) = (Color::Rgb(0x07, 0x0C, 0x22), Color::Rgb(0xEE, 0xF2, 0xFB));
    for (arguments, light, expected) in [
        (&["demo"][..], true, on_light),
        (&["demo"], false, on_dark),
        (&["demo", "--ground", "dark"], true, on_dark),
    ] {
        let data = directory();
        let ground = if light { 0xFF } else { 0x10 };
        let terminal = builder(data.path(), arguments).background_rgb(ground, ground, ground);
        let mut terminal = terminal.spawn(binary("enlinea")).expect("starts");
        let screen = shows(&mut terminal, &["Connect Four", "1. "]);
        let (rows, columns) = (0..30, 0..50);
        let mut cells = rows.flat_map(|row| columns.clone().map(move |column| (row, column)));
        let has = cells.any(|(row, column)| {
            screen
                .cell(row, column)
                .is_some_and(|cell| cell.style().bg == expected)
        });
        assert!(has, "{arguments:?} {light}\n{screen}");
    }
}
