//! Plain HTTP: its answers, and the requests that lead to no WebSocket.

use protocol::id::{RoomId, Seq};
use protocol::millis::Millis;
use protocol::record::Record;
use protocol::side::{BySide, Side};
use protocol::turn_order::TurnOrder;
use protocol::view::Reason;
use room::{Finished, Player};
use server::store::{self, Append};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::harness::{Pair, TestServer, http_get, spec};

const UPGRADE: &str = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
    Sec-WebSocket-Protocol: enlinea.json\r\n";
const KEY: &str = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

/// The answer to a request, up to its body; the status of an upgrade ends it as well.
async fn answer(server: &TestServer, request: &str) -> String {
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    // Whoever says no more gets an answer, and then the end of the connection.
    stream.shutdown().await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

async fn check(server: &TestServer, request: &str, status: &str, words: &str) {
    let answer = answer(server, request).await;
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
    let line = head.lines().next().expect("a status line");
    assert_eq!(
        line.split(' ').nth(1),
        Some(status),
        "{request:?}: {answer}"
    );
    assert!(body.contains(words), "{request:?}: {answer}");
}

#[tokio::test]
async fn a_request_that_does_not_say_for_which_host_is_refused() {
    let server = TestServer::start().await;
    for request in [
        "GET /healthz HTTP/1.1\r\n\r\n".to_owned(),
        "GET / HTTP/1.1\r\nHost: localhost\r\nHost: y\r\n\r\n".to_owned(),
        format!("GET /ws HTTP/1.1\r\n{UPGRADE}{KEY}\r\n"),
    ] {
        check(&server, &request, "400", "Host").await;
    }
    server.stop().await;
}

/// Such a request is one for a proxy.
#[tokio::test]
async fn a_target_of_another_host_than_that_in_host_is_refused() {
    let server = TestServer::start().await;
    let other = "GET http://example.com/healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
    check(&server, other, "400", "that of its target").await;
    let same = "GET http://LocalHost/healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
    check(&server, same, "200", "ok").await;
    server.stop().await;
}

#[tokio::test]
async fn an_upgrade_names_version_13_alone_and_a_subprotocol_to_the_letter() {
    let server = TestServer::start().await;
    let upgrade = |version: &str, offered: &str| {
        format!(
            "GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive, Upgrade\r\n\
             Upgrade: WebSocket\r\n{KEY}Sec-WebSocket-Version: {version}\r\n\
             Sec-WebSocket-Protocol: {offered}\r\n\r\n"
        )
    };
    for version in ["8", "13, 8", "13,13", ""] {
        let request = upgrade(version, "enlinea.json");
        check(&server, &request, "400", "version 13").await;
        let answer = answer(&server, &request).await.to_ascii_lowercase();
        assert!(
            answer.contains("\r\nsec-websocket-version: 13\r\n"),
            "{answer}"
        );
    }
    for offered in ["ENLINEA.JSON", "enlinea.json2", "chat"] {
        let request = upgrade("13", offered);
        check(&server, &request, "400", "Sec-WebSocket-Protocol").await;
    }
    for offered in ["enlinea.json", "chat,enlinea.json", "chat ,  enlinea.json "] {
        check(&server, &upgrade("13", offered), "101", "").await;
    }
    server.stop().await;
}

/// The body was read as frames of the WebSocket.
#[tokio::test]
async fn an_upgrade_with_a_body_is_refused() {
    let server = TestServer::start().await;
    let head = format!("GET /ws HTTP/1.1\r\nHost: localhost\r\n{UPGRADE}{KEY}");
    for body in [
        "Content-Length: 5\r\n\r\nhello",
        "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ] {
        check(&server, &format!("{head}{body}"), "400", "body").await;
    }
    let without = format!("{head}Content-Length: 0\r\n\r\n");
    check(&server, &without, "101", "").await;
    server.stop().await;
}

#[tokio::test]
async fn the_first_version_of_http_is_refused() {
    let server = TestServer::start().await;
    for request in [
        "GET /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n".to_owned(),
        format!("GET /ws HTTP/1.0\r\nHost: localhost\r\n{UPGRADE}{KEY}\r\n"),
    ] {
        check(&server, &request, "400", "HTTP/1.1").await;
    }
    server.stop().await;
}

#[tokio::test]
async fn what_is_no_http_is_answered_with_400_and_the_preface_of_http_2_with_nothing() {
    let server = TestServer::start().await;
    check(&server, "HELLO\r\n\r\n", "400", "").await;
    let preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    assert_eq!(answer(&server, preface).await, "");
    check(
        &server,
        "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "200",
        "",
    )
    .await;
    server.stop().await;
}

#[tokio::test]
async fn a_key_that_is_not_the_base64_of_16_bytes_is_refused() {
    let server = TestServer::start().await;
    for key in [
        "",
        "Sec-WebSocket-Key: \r\n",
        "Sec-WebSocket-Key: x\r\n",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ\r\n",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=!\r\n",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25j_Q==\r\n",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZR==\r\n",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZSE=\r\n",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
    ] {
        let request = format!("GET /ws HTTP/1.1\r\nHost: localhost\r\n{UPGRADE}{key}\r\n");
        check(&server, &request, "400", "Sec-WebSocket-Key").await;
    }
    server.stop().await;
}

#[tokio::test]
async fn head_is_answered_like_get_without_the_body() {
    let server = TestServer::start().await;
    for path in ["/healthz", "/"] {
        let ask = |method: &str| {
            format!("{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        };
        let head = answer(&server, &ask("HEAD")).await;
        let get = answer(&server, &ask("GET")).await;
        let (fields, body) = get.split_once("\r\n\r\n").expect("a head");
        assert!(!body.is_empty());
        let said = |fields: &str| {
            let fields = fields.trim_end().lines();
            let mut fields: Vec<_> = fields
                .filter(|field| !field.to_lowercase().starts_with("date"))
                .map(str::to_lowercase)
                .collect();
            fields.sort();
            fields
        };
        assert_eq!(said(&head), said(fields), "{path}");
    }
    let request = "POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    let answer = answer(&server, request).await;
    assert!(answer.starts_with("HTTP/1.1 405"), "{answer}");
    assert!(
        answer.to_lowercase().contains("allow: get, head\r\n"),
        "{answer}"
    );
    server.stop().await;
}

#[tokio::test]
async fn who_opens_a_link_to_a_room_is_told_how_to_come_into_it() {
    let server = TestServer::start().await;
    let request = "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    check(
        &server,
        request,
        "200",
        "enlinea --server ADDRESS join CODE",
    )
    .await;
    server.stop().await;
}

/// The body of an answer that comes in parts.
fn joined(answer: &str) -> String {
    let (head, mut rest) = answer.split_once("\r\n\r\n").expect("a head");
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    let mut body = String::new();
    loop {
        let (size, after) = rest.split_once("\r\n").expect("a size");
        let size = usize::from_str_radix(size, 16).expect("a number");
        if size == 0 {
            return body;
        }
        body.push_str(&after[..size]);
        rest = after[size..].strip_prefix("\r\n").expect("an end");
    }
}

async fn games(server: &TestServer, query: &str) -> Vec<Record> {
    let answer = http_get(server, &format!("/games.txt{query}")).await;
    let text = joined(&answer);
    if text.is_empty() {
        return Vec::new();
    }
    Record::read_each(&text).collect::<Result<_, _>>().unwrap()
}

#[tokio::test]
async fn a_game_that_is_over_is_among_the_games_as_text() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::on_disk(data.path()).await;
    let mut unlisted = spec("connect-four");
    unlisted.listed = false;
    for spec in [spec("connect-four"), unlisted] {
        let mut pair = Pair::at(&server, spec).await;
        pair.play("4 4 3 3 5 5 6").await;
        pair.first.over().await;
    }
    let all = games(&server, "").await;
    assert_eq!(all.len(), 1, "the unlisted one is left out: {all:?}");
    let text = all[0].to_string();
    for words in [
        "[First \"Ana\"]\n[Second \"Bruno\"]\n[Date \"20",
        "[Result \"1-0\"]\n[Reason \"line\"]\n\n1. 4 4 2. 3 3 3. 5 5 4. 6 1-0\n",
    ] {
        assert!(text.contains(words), "{text}");
    }
    for (query, count) in [
        ("?game=connect-four&against=people&within=1h&least=7", 1),
        ("?game=gomoku-15", 0),
        ("?least=8", 0),
        ("?result=drawn", 0),
    ] {
        assert_eq!(games(&server, query).await.len(), count, "{query}");
    }
    for (target, status, words) in [
        ("GET /games.txt?least=few", "400", "write a number of moves"),
        ("GET /games.txt?player=Zoe", "404", "Zoe"),
        ("POST /games.txt", "405", "GET and HEAD"),
        ("HEAD /games.txt", "200", ""),
    ] {
        let request = format!("{target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        check(&server, &request, status, words).await;
    }
    server.stop().await;
}

#[tokio::test]
async fn games_as_text_are_those_of_many_pages_from_the_newest_on() {
    let data = tempfile::tempdir().unwrap();
    let mut store = store::sqlite(data.path()).unwrap();
    let player = |name: String| Player {
        name,
        is_bot: false,
        owner: None,
    };
    for number in 1..=50 {
        let room = RoomId::from_draw(number);
        let mut append = Append::to_room(room, Seq(0), &[], None);
        append.finished = Some(Box::new(Finished {
            game: 1,
            ended: Millis::from_millis(1_700_000_000_000),
            variant: crate::harness::variant("connect-four"),
            clock: None,
            players: BySide {
                first: player(format!("Ana {number}")),
                second: player("Bruno".to_owned()),
            },
            winner: Some(Side::First),
            reason: Reason::Resignation,
            moves: vec!["d1".parse().unwrap()],
            turns: TurnOrder::default(),
            listed: true,
            rated: false,
        }));
        store.append(&[append]).remove(0).unwrap();
    }
    drop(store);
    let server = TestServer::on_disk(data.path()).await;
    let all = games(&server, "").await;
    let first: Vec<_> = all.iter().map(|game| game.tag("First").unwrap()).collect();
    let expected: Vec<_> = (1..=50)
        .rev()
        .map(|number| format!("Ana {number}"))
        .collect();
    assert_eq!(first, expected);
    assert_eq!(all[0].tag("Date"), Some("2023.11.14"));
    server.stop().await;
}

#[tokio::test]
async fn a_server_that_forgets_games_has_none_as_text() {
    let server = TestServer::start().await;
    let request = "GET /games.txt HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    check(&server, request, "404", "forgets games").await;
    server.stop().await;
}
