//! The commands of the client about the key, and where the key goes.

use std::fs;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::path::Path;
use std::process::Stdio;

use client::identity::Identity;
use client::net::{Connector, Env, Link, NetEvent, Settings};
use protocol::id::ServerId;
use protocol::message::ServerMsg;
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::{ANA, come};
use crate::binaries::{Ended, Program, enlinea, run, server};
use crate::harness::{PATIENCE, TestServer};

fn at(url: &str, data: &Path, words: &[&str]) -> Ended {
    run(&mut enlinea(data, &[&["--server", url], words].concat()))
}

/// Output of a command that succeeds.
fn says(url: &str, data: &Path, words: &[&str]) -> String {
    let ended = at(url, data, words);
    assert_eq!(ended.code(), 0, "{ended:?}");
    ended.said.join("\n")
}

#[cfg(unix)]
#[test]
fn a_name_is_taken_shown_exported_and_brought_to_another_device() {
    let data = tempfile::tempdir().expect("a directory");
    let device = |name: &str| data.path().join(name);
    let (first, second, other) = (device("first"), device("second"), device("other"));
    let mut process = server("127.0.0.1:0", &device("server"));
    let mut process = Program::start(process.env("ENLINEA_LOG", "trace"));
    let line = process.until_begins("listening on ");
    let url = format!("ws://{}/ws", &line["listening on ".len()..]);

    let nobody = says(&url, &first, &["whoami"]);
    assert!(nobody.contains("name: none"), "{nobody}");
    assert!(nobody.contains("fingerprint: "), "{nobody}");
    let renamed = says(&url, &first, &["rename", "Ana"]);
    assert!(renamed.contains("you are Ana"), "{renamed}");
    let ana = says(&url, &first, &["whoami"]);
    assert!(ana.contains("name: Ana at"), "{ana}");

    // Somebody else gets neither the name nor one that looks like it.
    for name in ["Ana", "\u{430}na"] {
        let refused = at(&url, &other, &["rename", name]);
        assert_eq!(refused.code(), 3, "{refused:?}");
        let suggestion = format!("{name} 2");
        assert!(refused.complaints.contains(&suggestion), "{refused:?}");
    }
    let played = at(&url, &other, &["--name", "Ana", "rooms"]);
    assert_eq!(played.code(), 0, "{played:?}");
    assert!(played.complaints.contains("you are Ana 2"), "{played:?}");

    let exported = at(&url, &first, &["export-key"]);
    assert!(exported.complaints.contains("keep it"), "{exported:?}");
    let line = exported.said.join("\n");
    let file = data.path().join("key.txt");
    fs::write(&file, &line).expect("is written");
    let file = file.to_str().expect("a path of ours");
    says(&url, &second, &["import-key", file]);
    let ana = says(&url, &second, &["whoami"]);
    assert!(ana.contains("name: Ana at"), "{ana}");

    // A device that has a key keeps it, unless it is told otherwise.
    let refused = at(&url, &other, &["import-key", file]);
    assert_eq!(refused.code(), 1, "{refused:?}");
    assert!(refused.complaint().contains("--force"), "{refused:?}");
    let mut forced = enlinea(&other, &["import-key", "-", "--force"]);
    let mut forced = forced
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("starts");
    let mut input = forced.stdin.take().expect("piped");
    input.write_all(line.as_bytes()).expect("is read");
    drop(input);
    assert!(forced.wait().expect("ends").success());
    assert!(other.join("identity.old").exists());

    // Neither the key nor the token of this server is in the most talkative log, or in the database.
    let identity: Identity = line.parse().expect("a key");
    let said = says(&url, &other, &["--json", "whoami"]);
    let mut welcome = said.lines().filter(|line| line.contains("\"welcome\""));
    let welcome = welcome.next().expect("a message");
    let welcome: serde_json::Value = serde_json::from_str(welcome).expect("JSON");
    let id: ServerId = welcome["id"].as_str().expect("an id").parse().expect("one");
    let token = identity.token(id);
    process.terminate();
    let log = process.ended().complaints;
    assert!(log.contains("hello"), "{log}");
    let files = ["games.db", "games.db-wal"].map(|file| device("server").join(file));
    let kept = files
        .map(|file| fs::read(file).unwrap_or_default())
        .concat();
    let mut kept: Vec<u8> = kept;
    assert!(contains(&kept, b"Ana"), "the name is there");
    kept.extend(log.to_lowercase().into_bytes());
    let bytes = token.0.to_be_bytes();
    let as_numbers = format!("{bytes:?}");
    for secret in [
        &line[14..78],
        &token.to_string(),
        as_numbers.trim_matches(['[', ']']),
    ] {
        assert!(!contains(&kept, secret.as_bytes()));
    }
    assert!(!contains(&kept, &bytes));
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

/// A network on which the server is elsewhere.
struct Detour(SocketAddr);

impl Connector for Detour {
    type Stream = TcpStream;

    async fn connect(&self, _: String) -> io::Result<TcpStream> {
        TcpStream::connect(self.0).await
    }
}

/// Comes to `url` with a key, stays until welcome, and returns what was said about the name.
async fn visit(
    server: &TestServer,
    url: &str,
    key_in_clear: bool,
    name_key: Option<&str>,
) -> Vec<String> {
    let mut settings = Settings::new(vec![url.to_owned()], Some("Ana".to_owned()));
    settings.name_key = name_key.map(str::to_owned);
    settings.identity = Some(Identity::random());
    settings.key_in_clear = key_in_clear;
    let (_link, mut events) = Link::open_in(Env::simulated(Detour(server.address), 1), settings);
    let mut notices = Vec::new();
    loop {
        let event = timeout(PATIENCE, events.recv()).await.expect("in time");
        match event.expect("the last one says why") {
            NetEvent::Notice(notice) => notices.push(notice),
            NetEvent::Message(message) if matches!(*message, ServerMsg::Welcome { .. }) => {
                return notices;
            }
            NetEvent::Failed { why } => panic!("{why}"),
            _ => {}
        }
    }
}

#[tokio::test]
async fn the_key_goes_where_nobody_reads_along_or_where_the_person_says_so() {
    for (host, key_in_clear, is_shown) in [
        ("192.0.2.5", false, false),
        ("192.0.2.5", true, true),
        ("127.0.0.1", false, true),
    ] {
        let server = TestServer::start().await;
        let notices = visit(&server, &format!("ws://{host}:4270/ws"), key_in_clear, None).await;
        let told = notices
            .iter()
            .any(|notice| notice.contains("--key-in-clear"));
        assert_eq!(told, !is_shown, "{notices:?}");
        // A name that was bound is refused to others.
        let (_, answer) = come(&server, "Ana", None).await;
        assert_eq!(answer.is_err(), is_shown, "{host} {answer:?}");
        server.stop().await;
    }
}

#[tokio::test]
async fn a_client_takes_the_suggestion_and_says_so() {
    for (name_key, way) in [
        (None, "choose another with --name"),
        (Some("F6"), "F6 on the first screen takes another"),
    ] {
        let server = TestServer::start().await;
        drop(come(&server, "Ana", ANA).await);
        let notices = visit(&server, "ws://127.0.0.1:4270/ws", false, name_key).await;
        let [notice] = notices.as_slice() else {
            panic!("{notices:?}");
        };
        assert!(notice.contains("you are Ana 2"), "{notice}");
        assert!(notice.contains(way), "{notice}");
        server.stop().await;
    }
}
