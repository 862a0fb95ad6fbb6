//! A server inside the program that ends with it and is started again by the way back to the seat.

use std::io::ErrorKind;
use std::net::TcpStream;

use termlens::Key;

use super::{directory, enlinea, press, shows};

#[test]
fn a_host_who_quits_returns_to_the_seat_by_serving_again_and_the_friend_comes_back_too() {
    let [ana, bruno] = [directory(), directory()];
    let arguments = ["--name", "Ana", "host", "--listen", "127.0.0.1:0"];
    let mut host = enlinea(ana.path(), &arguments, &[]);
    let code = super::code(&mut host);
    let saved = std::fs::read_to_string(ana.path().join("seats.json")).expect("is saved");
    let (_, after) = saved.split_once("\"ws://").expect("has the server");
    let (address, _) = after.split_once('"').expect("ends");
    let (address, _) = address.split_once('/').expect("has a path");
    let url = format!("ws://{address}/ws");
    let arguments = ["--server", &url, "--name", "Bruno", "join", &code];
    let mut friend = enlinea(bruno.path(), &arguments, &[]);
    shows(&mut host, &["your turn"]);
    press(&mut host, '4');
    shows(&mut friend, &["1. 4", "your turn"]);
    press(&mut friend, '4');
    shows(&mut host, &["1. 4  4", "your turn"]);

    // The server ends with the program.
    host.send(Key::Ctrl('c')).expect("is read");
    shows(
        &mut host,
        &["Your server stops.", "go on when you host again"],
    );
    press(&mut host, 'y');
    assert!(host.wait_exit().expect("ends").success());
    shows(&mut friend, &["the server was stopped; trying again"]);

    let mut host = enlinea(ana.path(), &["--name", "Ana"], &[]);
    shows(&mut host, &["▌ Continue", "Connect Four"]);
    host.send(Key::Enter).expect("is read");
    shows(&mut host, &["Ana (you)", "1. 4  4", "your turn"]);
    // On the address of before and on no other: all of 127.0.0.0/8 is this machine, on Linux at least.
    let beside = address.replace("127.0.0.1", "127.0.0.2");
    let refused = TcpStream::connect(beside).expect_err("is not served");
    assert_eq!(refused.kind(), ErrorKind::ConnectionRefused);
    press(&mut host, '1');
    shows(&mut friend, &["2. 1", "your turn"]);
    press(&mut friend, '1');
    shows(&mut host, &["2. 1  1", "your turn"]);
}
