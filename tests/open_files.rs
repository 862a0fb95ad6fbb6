//! A server that may have fewer files open than it lets connections in.

use std::io::{ErrorKind, Read};
use std::net::TcpStream;
use std::time::Duration;

use protocol::codec::Encoding;

use crate::binaries::{ServerProcess, command, server};
use crate::harness::Client;

/// Files that the server may have open: more than it needs by itself.
const FILES: usize = 80;

/// Time in which the server tries several times to accept what it cannot.
const WHILE: Duration = Duration::from_millis(500);

#[tokio::test]
async fn too_few_files_are_said_once_at_the_start_and_once_when_they_are_all_open() {
    let data = tempfile::tempdir().expect("is made");
    let server = server("127.0.0.1:0", data.path());
    let mut limited = command("sh");
    limited
        .env("ENLINEA_NO_DISCOVERY", "1")
        .args(["-c", &format!("ulimit -n {FILES} && exec \"$@\""), "sh"])
        .arg(server.get_program())
        .args(server.get_args());
    let server = ServerProcess::by(&mut limited);
    let connect = || TcpStream::connect(server.address).expect("the system accepts it");
    let mut crowd: Vec<_> = (0..FILES + 20).map(|_| connect()).collect();
    // Nobody answers the last of them, for as long as the others are there.
    let last = crowd.last_mut().expect("there are some");
    last.set_read_timeout(Some(WHILE)).expect("is set");
    let unanswered = last.read(&mut [0]).expect_err("there is nothing to read");
    let kinds = [ErrorKind::WouldBlock, ErrorKind::TimedOut];
    assert!(kinds.contains(&unanswered.kind()), "{unanswered}");
    drop(crowd);
    let mut ana = Client::connect(server.address, Encoding::Json).await;
    ana.introduce("Ana").await;
    let ended = server.program.kill();
    let lines = |words: &str| ended.complaints.matches(words).count();
    let needed = format!("open_files={FILES} needed=2064");
    for words in [needed.as_str(), "cannot accept connections"] {
        assert_eq!(lines(words), 1, "{}", ended.complaints);
    }
}
