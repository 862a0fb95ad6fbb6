//! The names by which requests may call the server, and the pages that may connect.

use server::{Config, Encryption, Identity, store};
use tokio::net::TcpStream;

use super::{answer, directory, encrypted};
use crate::harness::{TestServer, quiet};

/// A request for a WebSocket with these headers beside its own.
fn upgrade(headers: &str) -> String {
    format!(
        "GET /ws HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
         Sec-WebSocket-Protocol: enlinea.json\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{headers}\r\n"
    )
}

/// The status of the answer to a request that is followed by the end of what is said.
async fn status(server: &TestServer, tls: bool, request: &str) -> String {
    // A frame of the WebSocket that closes it, where there is one.
    let request = format!("{request}\u{8}\0");
    let said = if tls {
        let (stream, _) = encrypted(server.address).await.expect("TLS");
        answer(stream, &request).await
    } else {
        let stream = TcpStream::connect(server.address).await.expect("connects");
        answer(stream, &request).await
    };
    let status = said.split(' ').nth(1);
    status.unwrap_or_else(|| panic!("{said}")).to_owned()
}

#[tokio::test]
async fn a_name_that_is_not_the_servers_leads_nowhere() {
    let config = Config {
        allowed_hosts: vec!["play.example.org".to_owned()],
        ..quiet()
    };
    let server = TestServer::with(config, store::memory()).await;
    for (host, expected) in [
        ("127.0.0.1", "200"),
        ("[::1]:4270", "200"),
        ("localhost:4270", "200"),
        ("box.local", "200"),
        ("PLAY.example.org:443", "200"),
        ("evil.example", "421"),
        ("evil.example:4270", "421"),
        ("127.0.0.1.evil.example", "421"),
    ] {
        for path in ["/", "/healthz"] {
            let request =
                format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
            assert_eq!(status(&server, false, &request).await, expected, "{host}");
        }
        let expected = if expected == "200" { "101" } else { expected };
        let request = upgrade(&format!("Host: {host}\r\n"));
        assert_eq!(status(&server, false, &request).await, expected, "{host}");
    }
    server.stop().await;
}

#[cfg(unix)]
#[tokio::test]
async fn the_name_of_the_machine_is_the_servers() {
    let name = std::process::Command::new("uname").arg("-n").output();
    let name = String::from_utf8(name.expect("every Unix has it").stdout).expect("a name");
    let server = TestServer::start().await;
    let request = upgrade(&format!("Host: {}:4270\r\n", name.trim()));
    assert_eq!(status(&server, false, &request).await, "101");
    server.stop().await;
}

#[tokio::test]
async fn the_names_in_the_certificate_are_the_servers() {
    let directory = directory();
    let [certificate, key] = ["certificate.pem", "key.pem"].map(|name| directory.path().join(name));
    let pair = rcgen::generate_simple_self_signed(["play.example.org".to_owned()]).unwrap();
    std::fs::write(&certificate, pair.cert.pem()).unwrap();
    std::fs::write(&key, pair.signing_key.serialize_pem()).unwrap();
    let identity = Identity::from_files(&certificate, &key).unwrap();
    let config = Config {
        encryption: Encryption::Optional(identity),
        ..quiet()
    };
    let server = TestServer::with(config, store::memory()).await;
    for (host, expected) in [("play.example.org", "101"), ("example.org", "421")] {
        let request = upgrade(&format!("Host: {host}\r\n"));
        assert_eq!(status(&server, true, &request).await, expected, "{host}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_page_connects_to_the_server_that_it_came_from_in_the_same_way() {
    let directory = directory();
    let identity = Identity::kept_in(directory.path()).unwrap();
    let config = Config {
        encryption: Encryption::Optional(identity),
        ..quiet()
    };
    let server = TestServer::with(config, store::memory()).await;
    for (tls, origin, expected) in [
        (false, "http://localhost:4270", "101"),
        (false, "https://localhost:4270", "403"),
        (true, "https://localhost:4270", "101"),
        (true, "http://localhost:4270", "403"),
        (false, "http://evil.example", "403"),
        (true, "https://evil.example", "403"),
        (false, "null", "403"),
    ] {
        let request = upgrade(&format!("Host: localhost:4270\r\nOrigin: {origin}\r\n"));
        assert_eq!(status(&server, tls, &request).await, expected, "{origin}");
    }
    let twice = "Host: localhost\r\nOrigin: http://localhost\r\nOrigin: http://evil.example\r\n";
    assert_eq!(status(&server, false, &upgrade(twice)).await, "403");
    server.stop().await;
}
