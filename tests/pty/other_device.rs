//! The games of a person on a second device, which has the key and none of the seats.

use termlens::Key;

use super::{Pair, directory, enlinea, press, shows};
use crate::binaries::{self, ServerProcess};

#[test]
fn a_game_of_the_key_is_found_and_returned_to_on_another_device() {
    let at = directory();
    let server = ServerProcess::start(at.path());
    let mut pair = Pair::at(&server, &[]);
    pair.play("41");
    shows(&mut pair.first, &["your turn"]);

    let device = directory();
    let run = |data: &std::path::Path, arguments: &[&str]| {
        let ended = binaries::run(&mut binaries::enlinea(data, arguments));
        assert_eq!(ended.code(), 0, "{ended:?}");
        ended.said.join("\n")
    };
    let file = device.path().join("key.txt");
    std::fs::write(&file, run(pair.data[0].path(), &["export-key"])).expect("is written");
    run(
        device.path(),
        &["import-key", file.to_str().expect("is UTF-8")],
    );

    let arguments = ["--server", &server.url()];
    let mut other = enlinea(device.path(), &arguments, &[]);
    // Nothing of the seat is on this device, and the server lists it by the key.
    shows(&mut other, &["your games", "Bruno", "your turn"]);
    let saved = std::fs::read_to_string(device.path().join("seats.json")).expect("is saved");
    assert!(saved.contains("\"seats\": []"), "{saved}");
    other.send(Key::Enter).expect("is read");
    shows(&mut other, &["Ana (you)", "1. 4  1", "your turn"]);
    shows(&mut pair.first, &["waiting for an opponent"]);
    press(&mut other, '4');
    shows(&mut pair.second, &["2. 4", "your turn"]);
    // The seat is this device's now: its first screen leads there.
    other.send(Key::Esc).expect("is read");
    shows(&mut other, &["Leave? Your seat is kept."]);
    press(&mut other, 'y');
    shows(&mut other, &["waiting for an opponent"]);
    other.send(Key::Esc).expect("is read");
    shows(
        &mut other,
        &["▌ Continue", "Connect Four", "visited before, as Ana"],
    );
}
