//! The exit statuses, each by the real program. 101 is in `crash.rs`.

use crate::hosted::Hosted;
use crate::{command, enlinea};

#[test]
fn each_end_has_its_status() {
    let hosted = Hosted::start(&[]);
    let at = ["--plain", "--server", &hosted.url];
    for (status, arguments) in [
        (0, vec!["rooms"]),
        (1, vec!["replay", "nothing.txt"]),
        (2, vec!["dance"]),
        (3, vec!["watch", "ZZZZZZ"]),
    ] {
        let output = enlinea(&[&at[..], &arguments].concat(), "");
        assert_eq!(output.status.code(), Some(status), "{output:?}");
    }
    hosted.end();
}

#[test]
fn a_connection_that_does_not_come_back_is_status_4() {
    let hosted = Hosted::start(&[]);
    let data = tempfile::tempdir().unwrap();
    let arguments = [
        "--plain",
        "--patience",
        "0",
        "--server",
        &hosted.url,
        "watch",
        &hosted.room,
    ];
    let mut watching = command(data.path(), &arguments).spawn().unwrap();
    // It watches when it has written the room; then the server goes.
    let mut lines = std::io::BufReader::new(watching.stdout.take().unwrap());
    let mut line = String::new();
    while !line.starts_with("room ") {
        line.clear();
        std::io::BufRead::read_line(&mut lines, &mut line).unwrap();
    }
    hosted.end();
    assert_eq!(watching.wait().unwrap().code(), Some(4));
}

#[cfg(unix)]
#[test]
fn an_interrupt_is_status_130() {
    use std::io::BufRead;
    let data = tempfile::tempdir().unwrap();
    let host = "host --listen 127.0.0.1:0 --store memory --second bot:random --plain";
    let host: Vec<_> = host.split(' ').collect();
    let mut child = command(data.path(), &host).spawn().unwrap();
    let mut lines = std::io::BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    while !line.starts_with("room ") {
        line.clear();
        assert!(lines.read_line(&mut line).unwrap() > 0, "it ended");
    }
    let id = child.id().to_string();
    let signal = std::process::Command::new("kill")
        .args(["-INT", &id])
        .status();
    assert!(signal.unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
}
