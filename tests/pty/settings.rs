//! The settings of a person on the screens: the language, and the keys.

use termlens::Key;

use super::{directory, enlinea, leaves, press, shows};

#[test]
fn the_screens_speak_the_language_of_the_flag_the_environment_and_the_file() {
    let data = directory();
    for (arguments, more, shown) in [
        (&["--lang", "es"][..], &[][..], " ? ayuda"),
        (&[], &[("ENLINEA_LANG", "pl")], " ? pomoc"),
        (&[], &[("LC_ALL", "es_ES.UTF-8")], " ? ayuda"),
        (&["--lang", "en"], &[("LC_ALL", "pl_PL.UTF-8")], " ? help"),
    ] {
        let mut terminal = enlinea(data.path(), arguments, more);
        shows(&mut terminal, &[shown]);
        press(&mut terminal, 'q');
        leaves(terminal);
    }
    std::fs::write(data.path().join("config.toml"), "lang = \"pl\"").expect("is written");
    let mut terminal = enlinea(data.path(), &[], &[]);
    shows(&mut terminal, &[" ? pomoc"]);
}

#[test]
fn keys_of_the_settings_are_those_of_the_screens_and_their_help() {
    let data = directory();
    let settings = "[keys]\nhelp = \"f1\"\nresign = \"X\"\n\n[keys.table]\nchat = \"tab\"\n\
                    down = [\"down\", \"j\"]\n";
    std::fs::write(data.path().join("config.toml"), settings).expect("is written");
    let mut terminal = enlinea(data.path(), &[], &[]);
    shows(&mut terminal, &["Play a bot", "F1 help"]);
    terminal.send(Key::Enter).expect("is read");
    shows(&mut terminal, &["your turn", "Tab talk"]);
    // The usual keys mean nothing, and what they would open does not come before what the next key opens.
    for key in ['?', 'x', 't'] {
        press(&mut terminal, key);
    }
    terminal.send(Key::Tab).expect("is read");
    shows(&mut terminal, &["say:"]);
    terminal.send(Key::Esc).expect("is read");
    // Esc and a letter that come together are one key of many terminals.
    terminal
        .wait_until(|screen| !screen.contains("say:"))
        .expect("the line is closed");
    press(&mut terminal, 'X');
    shows(&mut terminal, &["Resign this game?"]);
    press(&mut terminal, 'n');
    terminal.send(Key::F(1)).expect("is read");
    shows(&mut terminal, &["play ──", "Tab"]);
}
