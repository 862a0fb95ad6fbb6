//! The page for browsers over plain HTTP: its files, their headers, and codes for links.

use std::fs;
use std::time::Duration;

use server::{Config, store};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::Instant;

use crate::binaries::{Program, run, server};
use crate::harness::{TestServer, quiet};

/// A plain answer.
struct Answer {
    status: u16,
    /// Header fields in small letters, one on each line.
    fields: String,
    body: Vec<u8>,
}

impl Answer {
    /// The value of a field.
    fn field(&self, name: &str) -> Option<&str> {
        let mut fields = self.fields.lines();
        fields.find_map(|field| field.strip_prefix(name)?.strip_prefix(": "))
    }

    fn text(&self) -> &str {
        str::from_utf8(&self.body).expect("text")
    }
}

/// The answer to a request for `target` with these fields, which end in CRLF each, on a connection for it alone.
async fn ask(server: &TestServer, method: &str, target: &str, fields: &str) -> Answer {
    let fields = format!("Connection: close\r\n{fields}");
    ask_and_stay(server, method, target, &fields).await
}

/// The same, and all that comes until the server ends the connection.
async fn ask_and_stay(server: &TestServer, method: &str, target: &str, fields: &str) -> Answer {
    let address = server.address;
    let mut stream = TcpStream::connect(address).await.expect("connects");
    let request = format!("{method} {target} HTTP/1.1\r\nHost: {address}\r\n{fields}\r\n");
    stream.write_all(request.as_bytes()).await.expect("is read");
    let mut answer = Vec::new();
    stream
        .read_to_end(&mut answer)
        .await
        .expect("is answered and closed");
    let end = answer
        .windows(4)
        .position(|four| four == b"\r\n\r\n")
        .expect("a head");
    let head = str::from_utf8(&answer[..end]).expect("a head is text");
    let status = head.split(' ').nth(1).expect("a status").parse();
    Answer {
        status: status.expect("a number"),
        fields: head.to_ascii_lowercase(),
        body: answer[end + 4..].to_vec(),
    }
}

/// The field by which browsers ask for a page.
const BROWSER: &str = "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8\r\n";

#[tokio::test]
async fn a_browser_gets_the_page_and_a_terminal_the_text() {
    let server = TestServer::start().await;
    let page = ask(&server, "GET", "/", BROWSER).await;
    assert_eq!(page.status, 200);
    assert_eq!(page.field("content-type"), Some("text/html; charset=utf-8"));
    assert!(page.text().contains("<title>"), "{}", page.text());
    let text = ask(&server, "GET", "/", "Accept: */*\r\n").await;
    assert_eq!(
        text.field("content-type"),
        Some("text/plain; charset=utf-8")
    );
    assert!(text.text().contains("enlinea --server"), "{}", text.text());
    // What lies between must not give one of them the answer of the other.
    for answer in [&page, &text] {
        assert_eq!(answer.field("vary"), Some("accept, accept-encoding"));
    }
    let index = ask(&server, "GET", "/index.html", "Accept: */*\r\n").await;
    assert_eq!(index.body, page.body);
    server.stop().await;
}

#[tokio::test]
async fn the_page_may_load_its_own_files_alone_and_nothing_makes_it_want_https() {
    let server = TestServer::start().await;
    let page = ask(&server, "GET", "/", BROWSER).await;
    assert_eq!(page.field("x-content-type-options"), Some("nosniff"));
    assert_eq!(page.field("referrer-policy"), Some("no-referrer"));
    let policy = page.field("content-security-policy").expect("a policy");
    assert!(policy.starts_with("default-src 'none'; "), "{policy}");
    let socket = format!("connect-src 'self' ws://{}", server.address);
    assert!(policy.contains(&socket), "{policy}");
    assert!(!policy.contains("unsafe"), "{policy}");
    for absent in [
        "upgrade-insecure-requests",
        "strict-transport-security",
        "cross-origin-opener-policy",
        "origin-agent-cluster",
    ] {
        assert!(!page.fields.contains(absent), "{}", page.fields);
    }
    server.stop().await;
}

#[tokio::test]
async fn a_file_that_the_browser_has_is_not_sent_again() {
    let server = TestServer::start().await;
    let first = ask(&server, "GET", "/", BROWSER).await;
    assert_eq!(first.field("cache-control"), Some("no-cache"));
    let tag = first.field("etag").expect("a tag");
    assert!(tag.starts_with('"'), "{tag} is weak");
    let known = format!("{BROWSER}If-None-Match: {tag}\r\n");
    let again = ask(&server, "GET", "/", &known).await;
    assert_eq!((again.status, again.body.len()), (304, 0));
    assert_eq!(again.field("etag"), Some(tag));
    let other = format!("{BROWSER}If-None-Match: \"0\"\r\n");
    assert_eq!(ask(&server, "GET", "/", &other).await.status, 200);
    let head = ask(&server, "HEAD", "/", BROWSER).await;
    assert_eq!(head.field("etag"), Some(tag));
    assert_eq!(head.field("content-length"), first.field("content-length"));
    assert!(head.body.is_empty());
    let post = ask(&server, "POST", "/index.html", BROWSER).await;
    assert_eq!((post.status, post.field("allow")), (405, Some("get, head")));
    server.stop().await;
}

#[tokio::test]
async fn a_directory_is_served_as_it_is_now_and_nothing_beside_it() {
    let outside = tempfile::tempdir().expect("a directory");
    fs::write(outside.path().join("secret.js"), "secret").expect("written");
    let folder = outside.path().join("web");
    fs::create_dir(&folder).expect("made");
    let files = [
        ("index.html", "<title>mine</title>"),
        (".hidden.js", "secret"),
        ("package.json", "{}"),
        ("a.js", "1"),
    ];
    for (name, text) in files {
        fs::write(folder.join(name), text).expect("written");
    }
    let config = Config {
        web: Some(folder.clone()),
        ..quiet()
    };
    let server = TestServer::with(config, store::memory()).await;
    let page = ask(&server, "GET", "/", BROWSER).await;
    assert!(page.text().contains("mine"), "{}", page.text());
    let script = ask(&server, "GET", "/a.js", "").await;
    assert_eq!(
        script.field("content-type"),
        Some("text/javascript; charset=utf-8")
    );
    fs::write(folder.join("a.js"), "2").expect("written");
    let known = format!(
        "If-None-Match: {}\r\n",
        script.field("etag").expect("a tag")
    );
    let script = ask(&server, "GET", "/a.js", &known).await;
    assert_eq!((script.status, script.text()), (200, "2"));
    for target in [
        "/../secret.js",
        "/%2e%2e/secret.js",
        "/..%2fsecret.js",
        "/web/../../secret.js",
        "//secret.js",
        "/.hidden.js",
        "/package.json",
        "/none.js",
    ] {
        let answer = ask(&server, "GET", target, "").await;
        assert_eq!(answer.status, 404, "{target}");
        assert!(answer.text().contains("/qr.svg"), "{target}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_link_to_the_server_is_drawn_as_a_code_and_no_other_text() {
    let server = TestServer::start().await;
    let address = server.address;
    let good = format!("/qr.svg?text=http%3A%2F%2F{address}%2F%23K7QM2X.ABCDEFGH");
    let drawn = ask(&server, "GET", &good, "").await;
    assert_eq!(drawn.status, 200);
    assert_eq!(drawn.field("content-type"), Some("image/svg+xml"));
    // The code of a seat may be in it.
    assert_eq!(drawn.field("cache-control"), Some("no-store"));
    assert!(drawn.text().contains("<svg"), "{}", drawn.text());
    let long = format!("/qr.svg?text=http://{address}/{}", "x".repeat(300));
    for (target, words) in [
        ("/qr.svg", "?text="),
        ("/qr.svg?text=http%3A%2F%2Fevil.example%2F", "this server"),
        (&*long, "200 bytes"),
    ] {
        let refused = ask(&server, "GET", target, "").await;
        assert_eq!(refused.status, 400, "{target}");
        assert!(refused.text().contains(words), "{}", refused.text());
    }
    server.stop().await;
}

#[tokio::test]
async fn who_asks_for_the_page_too_fast_is_answered_later() {
    // The longest wait, and an answer of 8 MiB: what is allowed for forty people, who have as much a second as takes
    // longer than that.
    const WAIT: Duration = Duration::from_secs(1);
    let web = tempfile::tempdir().expect("a directory");
    fs::write(web.path().join("index.html"), vec![b'x'; 20 << 20]).expect("is written");
    let config = Config {
        handshake: WAIT,
        people_per_address: 40,
        web: Some(web.path().to_owned()),
        ..quiet()
    };
    let data = tempfile::tempdir().expect("a directory");
    let store = store::sqlite(data.path()).expect("opens");
    let server = TestServer::with(config, store).await;
    // One that is known, and sent without a body, counts as little as can be.
    let known = format!("{BROWSER}If-None-Match: *\r\n");
    for waits in [false, true, true] {
        let begun = Instant::now();
        assert_eq!(ask(&server, "GET", "/", &known).await.status, 304);
        if waits {
            assert!(begun.elapsed() >= WAIT, "{:?}", begun.elapsed());
        } else {
            assert_eq!(ask(&server, "GET", "/", BROWSER).await.status, 200);
        }
    }
    // The request waits, and then each page of games.
    let begun = Instant::now();
    assert_eq!(ask(&server, "GET", "/games.txt", "").await.status, 200);
    assert!(begun.elapsed() >= 2 * WAIT, "{:?}", begun.elapsed());
    // The health of the server is asked for on this machine.
    let health = ask(&server, "GET", "/healthz", "").await;
    assert_eq!(health.status, 200);
    server.stop().await;
}

#[tokio::test]
async fn a_full_server_still_has_the_page_for_who_comes_back_to_a_seat() {
    let config = Config {
        connections: 3,
        ..quiet()
    };
    let server = TestServer::with(config, store::memory()).await;
    // The last one is reserved.
    let _sitting = [server.client("Ana").await, server.client("Bruno").await];
    for _ in 0..3 {
        let page = ask(&server, "GET", "/", BROWSER).await;
        assert_eq!(
            (page.status, page.field("connection")),
            (200, Some("close"))
        );
    }
    server.stop().await;
}

#[test]
fn the_server_says_where_browsers_find_it() {
    let data = tempfile::tempdir().expect("a directory");
    let mut program = Program::start(&mut server("127.0.0.1:0", data.path()));
    let listening = program.until_begins("listening on ");
    let address = listening.rsplit(' ').next().expect("an address");
    let line = program.until_begins("in a browser: ");
    assert_eq!(line, format!("in a browser: http://{address}"));
}

#[test]
fn a_directory_without_the_page_is_refused_in_one_line() {
    let data = tempfile::tempdir().expect("a directory");
    let mut command = server("127.0.0.1:0", data.path());
    let ended = run(command.arg("--web").arg(data.path()));
    assert_ne!(ended.code(), 0);
    let complaint = ended.complaint();
    assert!(
        complaint.contains("index.html") && complaint.contains("--web"),
        "{complaint}"
    );
}
