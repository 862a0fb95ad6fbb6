//! The first screen: who plays, and the game that starts from it.

use termlens::Key;

use super::{directory, enlinea, press, shows};

#[test]
fn three_keys_start_gomoku_against_a_bot_and_the_game_survives_a_kill() {
    let data = directory();
    let mut terminal = enlinea(data.path(), &[], &[]);
    shows(&mut terminal, &["Play a bot", "playing as a guest"]);
    for key in [Key::Char('g'), Key::Char('g'), Key::Enter] {
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
    // Killed, without a word.
    drop(terminal);
    let mut terminal = enlinea(data.path(), &[], &[]);
    shows(
        &mut terminal,
        &["Continue", "against Bot, level 3", "move 2"],
    );
    // A second program at the same time has the game in no list, and plays from memory.
    terminal.send(Key::Enter).expect("is read");
    shows(&mut terminal, &["1. ", "your turn"]);
    let mut second = enlinea(data.path(), &[], &[]);
    let screen = shows(&mut second, &["Play a bot"]);
    assert!(!screen.contains("Continue"), "{screen}");
    second.send(Key::Enter).expect("is read");
    shows(&mut second, &["your turn", "this one is not kept"]);
    drop(second);
    // Back on the first screen it waits, too.
    terminal.send(Key::Esc).expect("is read");
    shows(&mut terminal, &["Continue", "move 2"]);
    press(&mut terminal, 'q');
    super::leaves(terminal);
    let mut terminal = enlinea(data.path(), &[], &[]);
    shows(&mut terminal, &["Gomoku 20 x 20 · level 3"]);
    press(&mut terminal, 'q');
    super::leaves(terminal);
    // What cannot be read is not another program.
    std::fs::write(data.path().join("own/games.db"), "garbage").expect("is written");
    let mut terminal = enlinea(data.path(), &[], &[]);
    shows(&mut terminal, &["Continue"]);
    // The game is not given up: the file may come back.
    terminal.send(Key::Enter).expect("is read");
    shows(&mut terminal, &["cannot be opened", "games.db", "Continue"]);
    for key in [Key::Down, Key::Enter] {
        terminal.send(key).expect("is read");
    }
    shows(
        &mut terminal,
        &["your turn", "cannot be opened", "games.db"],
    );
}

#[test]
fn a_name_that_was_typed_is_that_of_the_next_start_unless_another_is_set() {
    let data = directory();
    let mut terminal = enlinea(data.path(), &[], &[]);
    shows(&mut terminal, &["playing as a guest"]);
    press(&mut terminal, 'n');
    shows(&mut terminal, &["your name (- is none):"]);
    terminal.paste("Carla").expect("is read");
    terminal.send(Key::Enter).expect("is read");
    shows(&mut terminal, &["Carla"]);
    press(&mut terminal, 'q');
    super::leaves(terminal);
    let mut terminal = enlinea(data.path(), &[], &[]);
    shows(&mut terminal, &["Carla", "Play a bot"]);
    terminal.send(Key::Enter).expect("is read");
    shows(&mut terminal, &["Carla (you)"]);
    drop(terminal);
    let name = [("ENLINEA_NAME", "Dora")];
    for (arguments, more) in [(&["--name", "Dora"][..], &[][..]), (&[], &name)] {
        let mut terminal = enlinea(data.path(), arguments, more);
        shows(&mut terminal, &["Dora", "Play a bot"]);
    }
    std::fs::write(data.path().join("config.toml"), "name = \"Eva\"").expect("is written");
    let mut terminal = enlinea(data.path(), &[], &[]);
    shows(&mut terminal, &["Eva", "Play a bot"]);
}

#[test]
fn two_people_at_one_keyboard_play_take_back_and_play_again() {
    let data = directory();
    let mut terminal = enlinea(data.path(), &[], &[]);
    shows(&mut terminal, &["Play a bot"]);
    for key in [Key::Right, Key::End, Key::Up, Key::Up, Key::Enter] {
        terminal.send(key).expect("is read");
    }
    let play = |terminal: &mut _, moves: &str, shown: &[&str]| {
        for key in moves.chars() {
            press(terminal, key);
        }
        shows(terminal, shown);
    };
    shows(&mut terminal, &["Red to move: Player 1"]);
    play(&mut terminal, "4", &["Yellow to move: Player 2"]);
    play(&mut terminal, "5", &["1. 4  5", "Red to move: Player 1"]);
    play(&mut terminal, "u", &["Yellow to move: Player 2"]);
    for (key, shown) in [
        ("1", "Red"),
        ("4", "Yellow"),
        ("1", "Red"),
        ("4", "Yellow"),
        ("1", "Red"),
    ] {
        play(&mut terminal, key, &[&format!("{shown} to move")]);
    }
    play(&mut terminal, "4", &["Player 1 wins"]);
    // Whoever began begins no more.
    play(&mut terminal, "r", &["Red to move: Player 2"]);
    // A draw that one of the two offers is agreed on, after a question.
    play(&mut terminal, "d", &["Draw this game?"]);
    play(&mut terminal, "y", &["Draw by agreement"]);
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
    let home = whole("Play a bot");
    assert!(home.contains("Join by address"), "{home}");
}
