//! The first screen: who plays, and the game that starts from it.

use termlens::Key;

use super::{directory, enlinea, press, shows};

#[test]
fn three_keys_start_gomoku_against_a_bot_and_the_next_start_begins_with_it() {
    let data = directory();
    let mut terminal = enlinea(data.path(), &[], &[]);
    shows(
        &mut terminal,
        &["> Play < Connect Four >", "You are a guest"],
    );
    for key in [Key::Right, Key::Right, Key::Enter] {
        terminal.send(key).expect("is read");
    }
    shows(
        &mut terminal,
        &["Gomoku 20 x 20", "Bot, level 3", "your turn"],
    );
    // Nothing is kept of a server for others.
    assert!(!data.path().join("games.db").exists());
    terminal.send(Key::Enter).expect("is read");
    shows(&mut terminal, &["1. ", "your turn"]);
    for key in ['q', 'y', 'q', 'y'] {
        press(&mut terminal, key);
    }
    shows(&mut terminal, &["> Play < Gomoku 20 x 20 >"]);
    press(&mut terminal, 'q');
    super::leaves(terminal);
    let mut terminal = enlinea(data.path(), &[], &[]);
    shows(
        &mut terminal,
        &["> Play < Gomoku 20 x 20 >", "a bot of level 3"],
    );
}

#[test]
fn a_name_that_was_typed_is_that_of_the_next_start_unless_another_is_set() {
    let data = directory();
    let mut terminal = enlinea(data.path(), &[], &[]);
    shows(&mut terminal, &["You are a guest"]);
    press(&mut terminal, 'n');
    shows(&mut terminal, &["your name (- is none):"]);
    terminal.paste("Carla").expect("is read");
    terminal.send(Key::Enter).expect("is read");
    shows(&mut terminal, &["You are Carla, with the key "]);
    press(&mut terminal, 'q');
    super::leaves(terminal);
    let mut terminal = enlinea(data.path(), &[], &[]);
    shows(&mut terminal, &["You are Carla"]);
    terminal.send(Key::Enter).expect("is read");
    shows(&mut terminal, &["Carla (you)"]);
    drop(terminal);
    let name = [("ENLINEA_NAME", "Dora")];
    for (arguments, more) in [(&["--name", "Dora"][..], &[][..]), (&[], &name)] {
        let mut terminal = enlinea(data.path(), arguments, more);
        shows(&mut terminal, &["You are Dora"]);
    }
    std::fs::write(data.path().join("config.toml"), "name = \"Eva\"").expect("is written");
    let mut terminal = enlinea(data.path(), &[], &[]);
    shows(&mut terminal, &["You are Eva"]);
}

/// Otherwise a terminal shows screens that are drawn by half, which flicker.
#[test]
#[cfg(unix)]
fn every_screen_comes_whole_in_a_synchronized_update() {
    let data = directory();
    let mut terminal = enlinea(data.path(), &[], &[]);
    let mut whole = |text: &str| {
        terminal
            .wait_frame(|screen| screen.contains(text))
            .unwrap_or_else(|problem| panic!("{text:?} did not come whole: {problem}"))
    };
    let home = whole("> Play < Connect Four >");
    assert!(home.contains("Quit"), "{home}");
}
