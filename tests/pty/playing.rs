//! Moves before their turn, and what is asked before a game is given up.

use termlens::{Key, Terminal};

use super::{Pair, directory, press, shows};
use crate::binaries::ServerProcess;

#[test]
fn a_premove_is_played_when_its_turn_comes_and_another_is_dropped() {
    let data = directory();
    let server = ServerProcess::start(data.path());
    let mut pair = Pair::at(&server, &[]);
    shows(&mut pair.first, &["your turn"]);
    // The first may hear of the begin before the second has a board that takes keys.
    shows(&mut pair.second, &["Bruno (you)"]);
    press(&mut pair.second, '5');
    shows(&mut pair.second, &["premove: 5"]);
    press(&mut pair.first, '4');
    shows(&mut pair.first, &["1. 4  5", "your turn"]);
    // One that Esc drops is not played, and the seat is not left.
    shows(&mut pair.second, &["1. 4  5"]);
    press(&mut pair.second, '6');
    shows(&mut pair.second, &["premove: 6"]);
    pair.second.send(Key::Esc).expect("is read");
    pair.second
        .wait_until(|screen| !screen.contains("premove: 6"))
        .expect("the premove is dropped");
    press(&mut pair.first, '3');
    let screen = shows(&mut pair.second, &["2. 3", "your turn"]);
    assert!(!screen.contains("2. 3  6"), "{screen}");
    press(&mut pair.second, '1');
    shows(&mut pair.first, &["2. 3  1", "your turn"]);
}

/// Presses keys, each when the screen shows what is said before it.
fn answers(terminal: &mut Terminal, steps: &[(&str, Key)]) {
    for (shown, key) in steps {
        shows(terminal, &[shown]);
        terminal.send(*key).expect("is read");
    }
}

#[test]
fn a_game_is_resigned_by_yes_alone() {
    let data = directory();
    let server = ServerProcess::start(data.path());
    let mut pair = Pair::at(&server, &[]);
    pair.play("41");
    let question = "Resign this game?";
    for other in [Key::Char('n'), Key::Esc, Key::Char('x')] {
        answers(
            &mut pair.first,
            &[("your turn", Key::Char('x')), (question, other)],
        );
        pair.first
            .wait_until(|screen| !screen.contains(question))
            .expect("the question is gone");
    }
    pair.play("4");
    shows(&mut pair.second, &["2. 4", "your turn"]);
    answers(
        &mut pair.second,
        &[("your turn", Key::Char('x')), (question, Key::Char('y'))],
    );
    shows(&mut pair.first, &["You win by resignation"]);
}
