//! An evening on the smallest usual terminal, 40 columns and 12 rows, through keys alone.

use std::path::Path;

use termlens::{Key, Terminal};

use super::{directory, enlinea, leaves, press, shows};
use crate::binaries::ServerProcess;

/// In the lobby of a server whose address was written on the first screen.
fn in_the_lobby(data: &Path, name: &str, address: &str) -> Terminal {
    let mut terminal = enlinea(data, &["--name", name], &[]);
    terminal.resize(40, 12).expect("resizes");
    shows(&mut terminal, &["Play a bot"]);
    for _ in 0..3 {
        terminal.send(Key::Down).expect("is read");
    }
    shows(&mut terminal, &["▌ Join by address"]);
    terminal.send(Key::Enter).expect("is read");
    shows(&mut terminal, &["address, code or link"]);
    for key in address.chars() {
        press(&mut terminal, key);
    }
    shows(&mut terminal, &[address]);
    terminal.send(Key::Enter).expect("is read");
    shows(&mut terminal, &["waiting · ", "n new", "? help"]);
    terminal
}

#[test]
fn two_people_play_talk_and_look_back_at_40_by_12() {
    let at = directory();
    let server = ServerProcess::start(at.path());
    let address = server.address.to_string();
    let data = [directory(), directory()];
    let [mut ana, mut bruno] =
        [(0, "Ana"), (1, "Bruno")].map(|(at, name)| in_the_lobby(data[at].path(), name, &address));
    press(&mut ana, 'n');
    shows(&mut ana, &["Connect Four", "Open the seat"]);
    ana.send(Key::Enter).expect("is read");
    shows(&mut bruno, &["waiting · 1"]);
    bruno.send(Key::Enter).expect("is read");
    for (ply, column) in "4141414".chars().enumerate() {
        let mover = if ply % 2 == 0 { &mut ana } else { &mut bruno };
        shows(mover, &["your turn", "1-7 play"]);
        press(mover, column);
        mover
            .wait_until(|screen| !screen.contains("your turn"))
            .expect("the ply is played");
        if ply == 1 {
            press(mover, 't');
            shows(mover, &["say:"]);
            press(mover, 'h');
            press(mover, 'i');
            mover.send(Key::Enter).expect("is read");
            shows(&mut ana, &["Bruno:", "hi"]);
        }
    }
    shows(&mut ana, &["You win with 4 in a row!"]);
    shows(&mut bruno, &["Ana wins with 4"]);
    press(&mut ana, ',');
    shows(&mut ana, &["move 6 of 7"]);
    press(&mut ana, 'v');
    shows(&mut ana, &["column 4:"]);
    for mut terminal in [ana, bruno] {
        for shown in ["waiting · ", "enlinea"] {
            terminal.send(Key::Esc).expect("is read");
            shows(&mut terminal, &[shown]);
        }
        shows(&mut terminal, &["▌ ", "visited before"]);
        press(&mut terminal, 'q');
        leaves(terminal);
    }
}
