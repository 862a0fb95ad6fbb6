//! The opening swap2 between two terminals, through keys and a click.

use termlens::{Key, Terminal};

use super::{Pair, directory, press, shows};
use crate::binaries::ServerProcess;

/// Writes a move, and waits until the screen says what comes of it.
fn put(terminal: &mut Terminal, square: &str, then: &str) {
    press(terminal, 'm');
    for key in square.chars() {
        press(terminal, key);
    }
    terminal.send(Key::Enter).expect("is read");
    shows(terminal, &[then]);
}

#[test]
fn two_people_choose_their_colours_and_play_to_the_end() {
    let data = directory();
    let server = ServerProcess::start(data.path());
    let game = ["--game", "gomoku-15", "--opening", "swap2"];
    let Pair {
        first: mut ana,
        second: mut bruno,
        data: _data,
    } = Pair::at_game(&server, &game, &[]);
    shows(&mut ana, &["Gomoku 15 x 15, swap2", "place 3 stones"]);
    put(&mut ana, "h8", "place 2 more stones");
    put(&mut ana, "a1", "place 1 more stone");
    put(&mut ana, "h9", "Bruno chooses");
    let choices = ["your turn: choose", "black", "white", "two more stones"];
    let screen = shows(&mut bruno, &choices);
    let (row, column) = screen.find("two more stones").expect("was just seen");
    bruno.click(column + 2, row).expect("is read");
    shows(&mut bruno, &["place 2 more stones"]);
    shows(&mut ana, &["Bruno chose two more stones"]);
    put(&mut bruno, "a3", "place 1 more stone");
    put(&mut bruno, "b5", "Ana chooses");
    shows(&mut ana, &["your turn: choose", "white"]);
    press(&mut ana, '2');
    shows(&mut ana, &["Ana (you), white", "moves ─"]);
    shows(&mut bruno, &["Ana, white", "moves ─"]);
    for (white, black) in [("o1", "h10"), ("o3", "h11"), ("o5", "h12")] {
        shows(&mut ana, &["your turn"]);
        put(&mut ana, white, "Bruno to move");
        shows(&mut bruno, &["your turn"]);
        put(&mut bruno, black, "Ana, white");
    }
    shows(&mut ana, &["Bruno wins with 5 in a row", "score 0 : 1"]);
    shows(&mut bruno, &["You win with 5 in a row!"]);
    // The rematch gives the opening to the other.
    press(&mut ana, 'r');
    shows(&mut bruno, &["Ana offers a rematch: y/n"]);
    press(&mut bruno, 'n');
    shows(&mut ana, &["Bruno declined the rematch"]);
    shows(&mut bruno, &["you declined the rematch"]);
    press(&mut ana, 'r');
    shows(&mut bruno, &["Ana offers a rematch: y/n"]);
    press(&mut bruno, 'y');
    shows(&mut bruno, &["place 3 stones", "score 1 : 0"]);
    shows(&mut ana, &["Bruno places 3 stones"]);
}
