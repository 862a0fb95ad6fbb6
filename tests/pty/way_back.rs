//! The ways back to a seat, and out of a room that is gone, through keys alone.

use tempfile::TempDir;
use termlens::{Key, Terminal};

use super::{Pair, code, directory, enlinea, press, shows};
use crate::binaries::ServerProcess;

fn send(terminal: &mut Terminal, key: Key) {
    terminal.send(key).expect("is read");
}

/// Leaves the table of a game that goes on for the lobby.
fn to_lobby(terminal: &mut Terminal) {
    send(terminal, Key::Esc);
    shows(terminal, &["Leave? Your seat is kept."]);
    press(terminal, 'y');
    shows(terminal, &["waiting for an opponent"]);
}

/// The code of the room at whose table the terminal is.
fn room(terminal: &mut Terminal) -> String {
    let text = shows(terminal, &["room "]).text();
    let (_, after) = text.split_once("room ").expect("was just seen");
    after[..6].to_owned()
}

#[test]
fn enter_in_the_lobby_and_on_the_first_screen_returns_to_the_seat() {
    let data = directory();
    let server = ServerProcess::start(data.path());
    let mut pair = Pair::at(&server, &[]);
    pair.play("41");
    shows(&mut pair.first, &["your turn"]);
    to_lobby(&mut pair.first);
    shows(&mut pair.second, &["Ana away"]);
    send(&mut pair.first, Key::Enter);
    shows(&mut pair.first, &["Ana (you)"]);
    pair.play("41");
    shows(&mut pair.first, &["your turn"]);
    to_lobby(&mut pair.first);
    send(&mut pair.first, Key::Esc);
    shows(&mut pair.first, &["▌ Continue", "Connect Four"]);
    send(&mut pair.first, Key::Enter);
    shows(&mut pair.first, &["Ana (you)"]);
    pair.play("414");
    shows(&mut pair.first, &["You win with 4 in a row!"]);
}

#[test]
fn the_code_of_a_room_returns_to_the_seat_and_lets_a_third_person_watch() {
    let data = directory();
    let server = ServerProcess::start(data.path());
    let mut pair = Pair::at(&server, &[]);
    pair.play("41");
    let code = room(&mut pair.first);
    shows(&mut pair.first, &["your turn"]);
    to_lobby(&mut pair.first);
    press(&mut pair.first, 'c');
    for letter in code.chars() {
        press(&mut pair.first, letter);
    }
    send(&mut pair.first, Key::Enter);
    shows(&mut pair.first, &["Ana (you)"]);
    pair.play("41");
    // The command does as the key.
    send(&mut pair.first, Key::Ctrl('c'));
    shows(&mut pair.first, &["Quit? Your seat is kept."]);
    press(&mut pair.first, 'y');
    pair.first.wait_exit().expect("ends");
    let url = server.url();
    let arguments = ["--server", &url, "--name", "Ana", "join", &code];
    pair.first = enlinea(pair.data[0].path(), &arguments, &[]);
    shows(&mut pair.first, &["Ana (you)", "your turn"]);
    let third = directory();
    let arguments = ["--server", &url, "--name", "Carla", "join", &code];
    let mut carla = enlinea(third.path(), &arguments, &[]);
    shows(&mut carla, &["watching: "]);
    pair.play("414");
    shows(&mut carla, &["Ana wins with 4 in a row"]);
}

#[test]
fn a_server_that_comes_back_without_the_room_leads_player_and_watcher_to_its_lobby() {
    let data = directory();
    let server = ServerProcess::start(data.path());
    let mut pair = Pair::at(&server, &[]);
    pair.play("41");
    let code = room(&mut pair.first);
    let (url, watcher) = (server.url(), directory());
    let arguments = ["--server", &url, "--name", "Carla", "watch", &code];
    let mut carla = enlinea(watcher.path(), &arguments, &[]);
    shows(&mut carla, &["watching: "]);
    let address = server.address.to_string();
    server.program.signal(rustix::process::Signal::KILL);
    server.program.ended();
    for terminal in [&mut pair.first, &mut pair.second, &mut carla] {
        shows(terminal, &["the connection is broken"]);
    }
    let empty = directory();
    let _again = ServerProcess::at(&address, empty.path());
    // The words are there for some seconds: each screen is looked at before the first is left.
    let gone = format!("the room {code} is gone");
    for terminal in [&mut pair.first, &mut pair.second, &mut carla] {
        shows(terminal, &["No game is open", &gone]);
    }
    for terminal in [&mut pair.first, &mut pair.second, &mut carla] {
        send(terminal, Key::Esc);
        // The dead seat is not offered.
        let home = shows(terminal, &["Join by address"]);
        assert!(!home.contains("Continue"), "{home}");
        send(terminal, Key::Esc);
        assert!(terminal.wait_exit().expect("ends").success());
    }
}

/// The file was mended before the screens were open, and nothing said so.
#[test]
fn whoever_joins_with_a_damaged_file_of_seats_is_told_of_it() {
    let data = directory();
    let server = ServerProcess::start(data.path());
    let url = server.url();
    let people = [directory(), directory()];
    let [ana, bo] = people.each_ref().map(TempDir::path);
    let new = ["--server", &url, "new", "--first", "me", "--second", "open"];
    let mut ana = enlinea(ana, &new, &[]);
    let code = code(&mut ana);
    std::fs::write(bo.join("seats.json"), "{").expect("is written");
    let mut bo = enlinea(bo, &["--server", &url, "join", &code], &[]);
    shows(&mut bo, &["seats.json.broken"]);
}

#[test]
fn a_host_is_asked_before_the_server_stops_and_may_leave_it_running() {
    let [ana, bruno] = [directory(), directory()];
    let arguments = ["--name", "Ana", "host", "--listen", "127.0.0.1:0"];
    let mut host = enlinea(ana.path(), &arguments, &[]);
    shows(&mut host, &["Ana on "]);
    let code = code(&mut host);
    // On loopback nobody else is invited: the address is where the seat is saved.
    let saved = std::fs::read_to_string(ana.path().join("seats.json")).expect("is saved");
    let (_, after) = saved.split_once("\"ws://").expect("has the server");
    let (address, _) = after.split_once('"').expect("ends");
    let url = format!("ws://{address}");
    let arguments = ["--server", &url, "--name", "Bruno", "join", &code];
    let mut friend = enlinea(bruno.path(), &arguments, &[]);
    shows(&mut host, &["your turn"]);
    press(&mut host, '4');
    shows(&mut friend, &["your turn", "Ana on "]);
    to_lobby(&mut host);
    shows(&mut host, &["2 here"]);
    send(&mut host, Key::Esc);
    shows(
        &mut host,
        &["Stop the server here? Somebody else is connected."],
    );
    press(&mut host, 'b');
    shows(&mut host, &["Your server", "Stop your server"]);
    // The server goes on for the friend.
    press(&mut friend, '4');
    shows(&mut friend, &["1. 4  4"]);
    shows(&mut host, &["▌ Continue", "Connect Four"]);
    send(&mut host, Key::Enter);
    shows(&mut host, &["1. 4  4", "your turn"]);
    send(&mut host, Key::Ctrl('c'));
    shows(&mut host, &["Your server stops."]);
    press(&mut host, 'y');
    assert!(host.wait_exit().expect("ends").success());
    shows(&mut friend, &["the server was stopped; trying again"]);
}

#[test]
fn a_port_that_is_taken_is_changed_on_the_screen() {
    let data = directory();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = taken.local_addr().expect("is bound").to_string();
    let mut host = enlinea(data.path(), &["host", "--listen", &address], &[]);
    shows(&mut host, &["is taken", "port (0 is any free one):"]);
    press(&mut host, '0');
    send(&mut host, Key::Enter);
    shows(&mut host, &["waiting: tell a friend the code"]);
}

#[test]
fn an_address_that_never_answered_is_not_among_those_visited() {
    let (data, at) = (directory(), directory());
    let server = ServerProcess::start(at.path());
    let silent = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let nobody = silent.local_addr().expect("is bound").to_string();
    drop(silent);
    let mut terminal = enlinea(data.path(), &[], &[]);
    shows(&mut terminal, &["Play a bot"]);
    terminal.paste(&nobody).expect("is read");
    send(&mut terminal, Key::Enter);
    shows(&mut terminal, &["no server answers at"]);
    terminal
        .paste(&server.address.to_string())
        .expect("is read");
    send(&mut terminal, Key::Enter);
    shows(&mut terminal, &["No game is open"]);
    send(&mut terminal, Key::Esc);
    let home = shows(&mut terminal, &["visited before"]);
    assert!(home.contains(&server.address.to_string()), "{home}");
    assert!(!home.contains(&nobody), "{home}");
}

#[test]
fn the_question_about_games_is_over_before_the_name_is_wanted() {
    let (data, at) = (directory(), directory());
    let server = ServerProcess::start(at.path());
    let mut terminal = enlinea(data.path(), &["--name", "Ana"], &[]);
    shows(&mut terminal, &["Play a bot"]);
    for _ in 0..5 {
        // The first screen asks the server for the games of the key as soon as it is there.
        terminal
            .paste(&server.address.to_string())
            .expect("is read");
        send(&mut terminal, Key::Enter);
        let lobby = shows(&mut terminal, &["No game is open"]);
        assert!(!lobby.contains("Ana (2)"), "{lobby}");
        send(&mut terminal, Key::Esc);
        shows(&mut terminal, &["visited before"]);
    }
}

/// The sentence about the address did not say which variable it came from.
#[test]
fn a_wrong_address_in_the_environment_is_named_on_the_first_screen() {
    let data = directory();
    let mut terminal = enlinea(data.path(), &[], &[("ENLINEA_LISTEN", "box:4270")]);
    shows(&mut terminal, &["Play a bot"]);
    send(&mut terminal, Key::Down);
    shows(&mut terminal, &["▌ Play a friend"]);
    send(&mut terminal, Key::Enter);
    shows(&mut terminal, &["ENLINEA_LISTEN: "]);
}
