//! The protocol as its document tells it: a client in another language, which shares no code with these.

#![expect(clippy::print_stderr, reason = "a test that is skipped says so")]

use std::process::Command;

use crate::harness::TestServer;

/// Returns the name of the interpreter, if there is one.
fn python() -> Option<&'static str> {
    ["python3", "python"].into_iter().find(|name| {
        let is_new_enough = "import sys; sys.exit(sys.version_info < (3, 8))";
        let asked = Command::new(name).args(["-c", is_new_enough]).output();
        asked.is_ok_and(|answer| answer.status.success())
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_written_from_the_document_plays_every_variant_and_ending() {
    let Some(python) = python() else {
        eprintln!("skipped: there is no Python 3.8 or later here");
        return;
    };
    let server = TestServer::start().await;
    let address = server.address;
    let played = tokio::task::spawn_blocking(move || {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/clients/play.py");
        let (host, port) = (address.ip().to_string(), address.port().to_string());
        Command::new(python).args([script, &host, &port]).output()
    });
    let played = played.await.expect("does not panic").expect("starts");
    let said = String::from_utf8_lossy(&played.stderr);
    assert!(played.status.success(), "{said}");
    server.stop().await;
}
