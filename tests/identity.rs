//! Statements of a server about itself: its id, and the addresses by which others reach it.

use std::net::SocketAddr;

use protocol::codec::Encoding;
use protocol::id::ServerId;
use protocol::message::{ClientMsg, SERVER_HEADER, ServerMsg, VERSION};
use server::{Env, store};
use tokio::net::TcpListener;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::harness::{Client, TestServer, http_get, quiet};

/// Returns the id and the addresses in the welcome of the server.
async fn welcome(address: SocketAddr, encoding: Encoding) -> (ServerId, Vec<String>) {
    let mut client = Client::connect(address, encoding).await;
    client
        .say(ClientMsg::Hello {
            protocol: VERSION,
            software: "tests".to_owned(),
            name: None,
            key: None,
            heartbeat: false,
        })
        .await;
    client
        .until(|message| match message {
            ServerMsg::Welcome { id, addresses, .. } => Some((*id, addresses.clone())),
            _ => None,
        })
        .await
}

/// Returns the id in the head of an answer in plain HTTP.
fn id_in(answer: &str) -> ServerId {
    let (head, _) = answer.split_once("\r\n\r\n").expect("a head");
    let mut fields = head.lines().filter_map(|line| line.split_once(": "));
    let id = fields.find(|(name, _)| name.eq_ignore_ascii_case(SERVER_HEADER));
    id.expect("the header").1.parse().expect("an id")
}

#[tokio::test]
async fn the_id_is_in_the_welcome_and_in_the_head_of_every_answer() {
    let server = TestServer::start().await;
    let (id, _) = welcome(server.address, Encoding::Bincode).await;
    assert_eq!(welcome(server.address, Encoding::Json).await.0, id);
    let mut request = format!("ws://{}/ws", server.address)
        .into_client_request()
        .expect("a request");
    request.headers_mut().insert(
        "Sec-WebSocket-Protocol",
        "enlinea.json".parse().expect("a header"),
    );
    let (_socket, response) = tokio_tungstenite::connect_async(request)
        .await
        .expect("connects");
    assert_eq!(response.status(), 101);
    let header = response.headers()[SERVER_HEADER].to_str();
    assert_eq!(header.expect("text"), id.to_string());
    for (path, status) in [("/ws", "426"), ("/healthz", "200"), ("/nowhere", "404")] {
        let answer = http_get(&server, path).await;
        assert!(
            answer.starts_with(&format!("HTTP/1.1 {status}")),
            "{answer}"
        );
        assert_eq!(id_in(&answer), id, "{path}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_server_has_its_id_for_as_long_as_its_games() {
    let directory = tempfile::tempdir().expect("a directory");
    let mut ids = Vec::new();
    for _ in 0..2 {
        let server = TestServer::on_disk(directory.path()).await;
        ids.push(welcome(server.address, Encoding::Json).await.0);
        server.stop().await;
    }
    assert_eq!(ids[0], ids[1], "after a restart");
    let other = tempfile::tempdir().expect("a directory");
    let server = TestServer::on_disk(other.path()).await;
    assert_ne!(welcome(server.address, Encoding::Json).await.0, ids[0]);
    server.stop().await;
    let mut forgetful = Vec::new();
    for _ in 0..2 {
        let server = TestServer::start().await;
        forgetful.push(welcome(server.address, Encoding::Json).await.0);
        server.stop().await;
    }
    assert_ne!(forgetful[0], forgetful[1], "a storage in memory");
}

#[tokio::test]
async fn the_welcome_has_the_addresses_for_others_as_links() {
    let server = TestServer::start().await;
    let (_, addresses) = welcome(server.address, Encoding::Json).await;
    assert!(addresses.is_empty(), "loopback leads nobody else here");
    server.stop().await;

    let listener = TcpListener::bind("0.0.0.0:0").await.expect("a free port");
    let address = listener.local_addr().expect("bound");
    let server = TestServer::run(address, Env::real(listener), quiet(), store::memory());
    let near = SocketAddr::from(([127, 0, 0, 1], address.port()));
    let (_, addresses) = welcome(near, Encoding::Bincode).await;
    let expected: Vec<_> = server::lan_urls(address, false)
        .iter()
        .filter(|url| !url.contains("//127."))
        .map(|url| url.replace("ws://", "http://").replace("/ws", ""))
        .take(8)
        .collect();
    assert_eq!(addresses, expected);
    server.stop().await;
}
