//! The lobby by keys: talk, filters, pasted codes, and an opponent who is found.

use termlens::{Key, Terminal};

use super::{Pair, directory, enlinea, press, shows};
use crate::binaries::ServerProcess;

fn write(terminal: &mut Terminal, key: char, prompt: &str, text: &str) {
    press(terminal, key);
    shows(terminal, &[prompt]);
    terminal.paste(text).expect("is read");
    terminal.send(Key::Enter).expect("is read");
}

#[test]
fn people_talk_filter_and_mute_in_the_lobby() {
    let data = directory();
    let server = ServerProcess::start(data.path());
    let _pair = Pair::at(&server, &[]);
    let url = server.url();
    let own = [directory(), directory()];
    let lobby = |data: &std::path::Path, name: &str| {
        let mut terminal = enlinea(data, &["--server", &url, "--name", name], &[]);
        shows(&mut terminal, &["being played · 1", "Ana - Bruno"]);
        terminal
    };
    let (mut carla, mut dora) = (lobby(own[0].path(), "Carla"), lobby(own[1].path(), "Dora"));
    write(&mut carla, 't', "say to all", "who plays?");
    shows(&mut dora, &["Carla: who plays?"]);
    write(&mut dora, '/', "rooms with", "gomoku");
    shows(&mut dora, &["No game is like that"]);
    write(&mut dora, 'p', "ignore", "Carla");
    shows(&mut dora, &["what Carla says is hidden"]);
    dora.wait_until(|screen| !screen.contains("who plays?"))
        .expect("what was said is hidden");
}

#[test]
fn a_pasted_link_leads_from_the_lobby_into_its_room() {
    let data = directory();
    let server = ServerProcess::start(data.path());
    let mut pair = Pair::at(&server, &[]);
    let text = shows(&mut pair.first, &["room "]).text();
    let (_, after) = text.split_once("room ").expect("was just seen");
    let code = after[..6].to_owned();
    let own = directory();
    for pasted in [code.clone(), format!("http://{}/#{code}", server.address)] {
        let arguments = ["--server", &server.url(), "--name", "Carla"];
        let mut carla = enlinea(own.path(), &arguments, &[]);
        shows(&mut carla, &["being played · 1"]);
        // As keys the code would open prompts, the TV or a form.
        carla.paste(&pasted).expect("is read");
        shows(&mut carla, &["code, link or address:"]);
        carla.send(Key::Enter).expect("is read");
        shows(&mut carla, &["watching: ", &format!("room {code}")]);
    }
}

#[test]
fn two_people_who_look_for_an_opponent_find_each_other() {
    let data = directory();
    let server = ServerProcess::start(data.path());
    let own = [directory(), directory()];
    let url = server.url();
    let lobby = |data: &std::path::Path, name: &str| {
        let mut terminal = enlinea(data, &["--server", &url, "--name", name], &[]);
        shows(&mut terminal, &["waiting for an opponent"]);
        press(&mut terminal, 'f');
        terminal
    };
    let mut ana = lobby(own[0].path(), "Ana");
    shows(&mut ana, &["waiting"]);
    let mut bruno = lobby(own[1].path(), "Bruno");
    for terminal in [&mut ana, &mut bruno] {
        shows(terminal, &["Connect Four", "Ana", "Bruno"]);
    }
}
