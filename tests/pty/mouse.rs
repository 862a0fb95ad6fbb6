//! The mouse: lists are chosen from by clicks, and the wheel goes through lists and through the moves of a game.

use termlens::{Scroll, Terminal};

use super::{Pair, directory, enlinea, press, shows};
use crate::binaries::ServerProcess;

/// Clicks where the screen has this text.
fn click(terminal: &mut Terminal, text: &str) {
    let (row, column) = shows(terminal, &[text]).find(text).expect("was just seen");
    terminal.click(column + 1, row).expect("is read");
}

#[test]
fn clicks_lead_from_the_first_screen_through_lobby_and_form_to_a_game() {
    let (data, at) = (directory(), directory());
    let server = ServerProcess::start(at.path());
    let mut terminal = enlinea(data.path(), &["--server", &server.url()], &[]);
    shows(&mut terminal, &["No game is open"]);
    // In the bottom line.
    click(&mut terminal, "n new game");
    // A click on a line of the form changes it.
    shows(&mut terminal, &["anyone"]);
    click(&mut terminal, "Opponent ");
    // The form has grown, and its last line is elsewhere.
    shows(&mut terminal, &["‹ bot random ›"]);
    click(&mut terminal, "Play");
    shows(&mut terminal, &["your turn"]);
    press(&mut terminal, 'q');
    click(&mut terminal, "Leave? Your seat is kept.");
    // The question waits for a key.
    shows(&mut terminal, &["Leave? Your seat is kept."]);
    press(&mut terminal, 'y');
    shows(&mut terminal, &["your games"]);
    press(&mut terminal, 'q');
    click(&mut terminal, "▌ Continue");
    shows(&mut terminal, &["your turn"]);
    for (key, shown) in [
        ('q', "Leave?"),
        ('y', "waiting for an opponent"),
        ('q', "▌ Continue"),
    ] {
        press(&mut terminal, key);
        shows(&mut terminal, &[shown]);
    }
    press(&mut terminal, 'q');
    assert!(terminal.wait_exit().expect("ends").success());
}

#[test]
fn the_wheel_goes_through_lists_and_through_the_moves() {
    let data = directory();
    let server = ServerProcess::start(data.path());
    let mut pair = Pair::at(&server, &[]);
    pair.play("4141");
    let first = &mut pair.first;
    shows(first, &["your turn"]);
    let mut turn = |direction, shown: &str| {
        first.scroll(10, 10, direction).expect("is read");
        shows(first, &[shown]);
    };
    turn(Scroll::Up, "back to your turn (3/4)");
    turn(Scroll::Up, "back to your turn (2/4)");
    turn(Scroll::Down, "back to your turn (3/4)");
    turn(Scroll::Down, "moves ─");
    let own = directory();
    let mut home = enlinea(own.path(), &[], &[]);
    shows(&mut home, &["Play a bot"]);
    for (direction, chosen) in [
        (Scroll::Down, "▌ Play a friend"),
        (Scroll::Up, "▌ Play a bot"),
    ] {
        home.scroll(10, 10, direction).expect("is read");
        shows(&mut home, &[chosen]);
    }
}
