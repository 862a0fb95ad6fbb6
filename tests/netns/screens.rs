//! Two people at their screens on two machines, and the server on a third: an evening by keys alone.

use termlens::{Key, Screen, Terminal};

use super::Lan;
use crate::binaries::binary;
use crate::harness::PATIENCE;

impl Lan {
    /// The client on one of the machines, in a terminal of its own.
    fn screen(&self, machine: usize, name: &str) -> Terminal {
        let machine = &self.clients[machine];
        let data = self.data.path().join(machine);
        Terminal::builder()
            .size(80, 24)
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("LANG", "C.UTF-8")
            .env("ENLINEA_CONFIG", data.join("config.toml"))
            .env("ENLINEA_DATA", data)
            .args(["netns", "exec", machine])
            .arg(binary("enlinea"))
            .args(["--name", name])
            .timeout(PATIENCE)
            .spawn("ip")
            .expect("starts")
    }
}

/// Waits until the screen shows all of these.
fn shows(terminal: &mut Terminal, texts: &[&str]) -> Screen {
    terminal
        .wait_until(|screen| texts.iter().all(|text| screen.contains(text)))
        .unwrap_or_else(|problem| panic!("{texts:?} did not come: {problem}"));
    terminal.screen()
}

fn press(terminal: &mut Terminal, keys: &[Key]) {
    for key in keys {
        terminal.send(*key).expect("is read");
    }
}

/// Goes from the first screen to the server that announces itself.
fn join_the_cellar(terminal: &mut Terminal) {
    shows(terminal, &["the cellar"]);
    // Below the bot, the friend and the match to watch.
    press(terminal, &[Key::Down, Key::Down, Key::Down]);
    shows(terminal, &["▌ the cellar"]);
    press(terminal, &[Key::Enter]);
    shows(terminal, &["No game is open"]);
}

/// Plays columns in turn, each when the screen says that it is the player's turn.
fn play(sides: &mut [&mut Terminal; 2], columns: &str) {
    for (ply, column) in columns.chars().enumerate() {
        let mover = &mut *sides[ply % 2];
        shows(mover, &["your turn"]);
        press(mover, &[Key::Char(column)]);
        // The screen of before this ply says that it is one's turn, too.
        mover
            .wait_until(|screen| !screen.contains("your turn"))
            .expect("the ply is played");
    }
}

/// The code of the room at whose table the terminal is.
fn room(terminal: &mut Terminal) -> String {
    let text = shows(terminal, &["room "]).text();
    let (_, after) = text.split_once("room ").expect("was just seen");
    after[..6].to_owned()
}

#[test]
fn two_people_play_leave_return_watch_and_look_back_by_keys_alone() {
    let Some(lan) = Lan::with(&["attic", "garden"]) else {
        return;
    };
    let _server = lan.server();
    let (mut ana, mut bruno) = (lan.screen(0, "Ana"), lan.screen(1, "Bruno"));
    for terminal in [&mut ana, &mut bruno] {
        join_the_cellar(terminal);
    }

    // Play: one opens a game for whoever comes, the other finds it in the list.
    press(&mut ana, &[Key::Char('n')]);
    shows(&mut ana, &["First move"]);
    press(&mut ana, &[Key::Enter]);
    shows(&mut ana, &["waiting: tell a friend"]);
    shows(&mut bruno, &["waiting for an opponent · 1"]);
    press(&mut bruno, &[Key::Enter]);
    shows(&mut bruno, &["Bruno (you)"]);
    play(&mut [&mut ana, &mut bruno], "4141");

    // Leave, and return by the own game in the lobby.
    shows(&mut ana, &["your turn"]);
    press(&mut ana, &[Key::Esc]);
    shows(&mut ana, &["Leave? Your seat is kept."]);
    press(&mut ana, &[Key::Char('y')]);
    shows(&mut ana, &["waiting for an opponent"]);
    shows(&mut bruno, &["Ana away"]);
    press(&mut ana, &[Key::Enter]);
    shows(&mut ana, &["Ana (you)", "2. 4  1"]);
    play(&mut [&mut ana, &mut bruno], "414");
    shows(&mut ana, &["You win with 4 in a row!"]);
    shows(&mut bruno, &["Ana wins with 4 in a row"]);

    // Look back at the game that is over.
    press(&mut ana, &[Key::Char(',')]);
    shows(&mut ana, &["moves, 6 of 7"]);
    press(&mut ana, &[Key::Char('<')]);
    shows(&mut ana, &["moves, 0 of 7"]);
    press(&mut ana, &[Key::Char('>')]);
    shows(&mut ana, &["3. 4  1    4. 4"]);

    // Watch: one plays a bot of the server, the other looks on, and back while the game goes on.
    press(&mut bruno, &[Key::Esc]);
    shows(&mut bruno, &["waiting for an opponent"]);
    press(&mut bruno, &[Key::Char('n')]);
    shows(&mut bruno, &["First move"]);
    press(&mut bruno, &[Key::Down, Key::Right]);
    shows(&mut bruno, &["‹ bot random ›"]);
    press(&mut bruno, &[Key::Enter]);
    shows(&mut bruno, &["your turn"]);
    let code = room(&mut bruno);
    press(&mut ana, &[Key::Esc]);
    shows(&mut ana, &["waiting for an opponent"]);
    press(&mut ana, &[Key::Char('c')]);
    shows(&mut ana, &["code, link or address"]);
    for letter in code.chars() {
        press(&mut ana, &[Key::Char(letter)]);
    }
    press(&mut ana, &[Key::Enter]);
    shows(&mut ana, &["watching: ", &code]);
    press(&mut bruno, &[Key::Char('4')]);
    shows(&mut ana, &["1. 4  "]);
    press(&mut ana, &[Key::Char('<')]);
    shows(&mut ana, &["moves, 0 of "]);
    shows(&mut bruno, &["1. 4  ", "your turn"]);
    press(&mut bruno, &[Key::Char('4')]);
    // The game goes on, and the watcher stays at the beginning until asked for the rest.
    shows(&mut ana, &["moves, 0 of 4"]);
    press(&mut ana, &[Key::Char('>')]);
    shows(&mut ana, &["1. 4  ", "2. 4  "]);

    // Out again, each from where they are.
    press(&mut bruno, &[Key::Char('x')]);
    shows(&mut bruno, &["Resign this game?"]);
    press(&mut bruno, &[Key::Char('y')]);
    for mut terminal in [ana, bruno] {
        shows(&mut terminal, &["by resignation"]);
        press(&mut terminal, &[Key::Esc]);
        shows(&mut terminal, &["waiting for an opponent"]);
        press(&mut terminal, &[Key::Esc]);
        shows(&mut terminal, &["Join by address"]);
        press(&mut terminal, &[Key::Esc]);
        let status = terminal.wait_exit().expect("ends");
        assert!(status.success(), "{status:?}");
    }
}
