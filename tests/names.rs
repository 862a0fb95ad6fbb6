//! Names that keys own, over real sockets.

#[cfg(unix)]
mod programs;

use protocol::codec::Encoding;
use protocol::id::Token;
use protocol::message::{ClientMsg, ServerMsg, VERSION};
use protocol::refusal::Refusal;
use protocol::view::Feature;

use crate::harness::{Client, TestServer};

const ANA: Option<Token> = Some(Token(0x0a0a));
const BO: Option<Token> = Some(Token(0x0b0b));

fn hello(name: &str, key: Option<Token>) -> ClientMsg {
    ClientMsg::Hello {
        protocol: VERSION,
        software: "tests".to_owned(),
        name: (!name.is_empty()).then(|| name.to_owned()),
        key,
        heartbeat: false,
    }
}

/// The name in the welcome, or the suggestion.
async fn answer(client: &mut Client) -> Result<String, String> {
    client
        .until(|message| match message {
            ServerMsg::Welcome { name, features, .. } => {
                assert!(features.contains(&Feature::Identity));
                Some(Ok(name.to_string()))
            }
            ServerMsg::Refused {
                refusal: Refusal::NameOwned { suggestion, .. },
                ..
            } => Some(Err(suggestion.to_string())),
            _ => None,
        })
        .await
}

async fn come(
    server: &TestServer,
    name: &str,
    key: Option<Token>,
) -> (Client, Result<String, String>) {
    let mut client = Client::connect(server.address, Encoding::Bincode).await;
    client.say(hello(name, key)).await;
    let answer = answer(&mut client).await;
    (client, answer)
}

#[tokio::test]
async fn a_name_is_its_owners_also_after_a_restart() {
    let directory = tempfile::tempdir().expect("a directory");
    let server = TestServer::on_disk(directory.path()).await;
    assert_eq!(come(&server, "Ana", ANA).await.1.as_deref(), Ok("Ana"));
    server.stop().await;

    let server = TestServer::on_disk(directory.path()).await;
    for (name, key) in [("Ana", None), ("ana", BO), ("\u{430}na", None)] {
        let (_, refused) = come(&server, name, key).await;
        assert_eq!(refused, Err(format!("{name} 2")));
    }
    let (_first, name) = come(&server, "", ANA).await;
    assert_eq!(name.as_deref(), Ok("Ana"));
    // Another device with the same key.
    let (_second, name) = come(&server, "Ana", ANA).await;
    assert_eq!(name.as_deref(), Ok("Ana (2)"));
    server.stop().await;
}

#[tokio::test]
async fn another_name_frees_the_former() {
    let server = TestServer::start().await;
    for name in ["Ana", "Cleo"] {
        assert_eq!(come(&server, name, ANA).await.1.as_deref(), Ok(name));
    }
    assert_eq!(come(&server, "Cleo", BO).await.1.unwrap_err(), "Cleo 2");
    assert_eq!(come(&server, "Ana", BO).await.1.as_deref(), Ok("Ana"));
    server.stop().await;
}

#[tokio::test]
async fn whoever_is_refused_a_name_says_hello_again_on_the_same_connection() {
    let server = TestServer::start().await;
    let (owner, name) = come(&server, "Ana", ANA).await;
    assert_eq!(name.as_deref(), Ok("Ana"));
    for encoding in [Encoding::Bincode, Encoding::Json] {
        let mut client = Client::connect(server.address, encoding).await;
        client.say_marked(7, hello("ANA", None)).await;
        // Sent without waiting for the answer.
        client
            .say_marked(8, ClientMsg::EnterLobby { boards: false })
            .await;
        let refused = client.try_hear_marked().await.expect("an answer");
        assert_eq!(refused.reference, Some(7));
        let ServerMsg::Refused {
            refusal: Refusal::NameOwned { name, suggestion },
            message,
        } = refused.message
        else {
            panic!("{:?}", refused.message);
        };
        assert_eq!(name.as_str(), "ANA");
        assert!(message.contains("ANA 2"), "{message}");
        let behind = client.try_hear_marked().await.expect("an answer");
        assert_eq!(behind.reference, Some(8));
        let ServerMsg::Refused { refusal, .. } = behind.message else {
            panic!("{:?}", behind.message);
        };
        assert_eq!(refusal, Refusal::HelloExpected);
        client.say(hello(suggestion.as_str(), None)).await;
        assert_eq!(answer(&mut client).await.as_deref(), Ok("ANA 2"));
        // Leaves, so that the name is free for the other encoding.
        drop(client);
        let mut watcher = server.client("watcher").await;
        watcher.say(ClientMsg::EnterLobby { boards: false }).await;
        watcher
            .until(|message| match message {
                ServerMsg::Lobby { players, .. } | ServerMsg::LobbyPlayers { players, .. } => {
                    players
                        .iter()
                        .all(|name| name.as_str() != "ANA 2")
                        .then_some(())
                }
                _ => None,
            })
            .await;
    }
    drop(owner);
    server.stop().await;
}

#[tokio::test]
async fn a_connection_has_five_hellos() {
    let server = TestServer::start().await;
    let mut client = Client::connect(server.address, Encoding::Json).await;
    for _ in 0..5 {
        client.say(hello("guest-07", BO)).await;
        assert_eq!(answer(&mut client).await.unwrap_err(), "player 1");
    }
    assert!(client.try_hear().await.is_none(), "closed");
    server.stop().await;
}

#[tokio::test]
async fn names_of_bots_are_no_persons() {
    let server = TestServer::start().await;
    for name in ["negamax", "PERFECT", "p\u{435}rfect"] {
        let (mut client, refused) = come(&server, name, ANA).await;
        assert_eq!(refused, Err(format!("{name} 2")));
        // Nothing is left of a hello that was refused.
        client.say(hello("", ANA)).await;
        let name = answer(&mut client).await.expect("welcome");
        assert!(name.starts_with("guest-"), "{name}");
    }
    server.stop().await;
}
