//! The chat of the lobby.

use protocol::codec::Encoding;
use protocol::message::{ClientMsg, ServerMsg};
use protocol::refusal::Refusal;
use protocol::view::LobbyLine;
use server::{Config, store};

use crate::harness::{Client, TestServer, quiet};

fn chat(text: &str) -> ClientMsg {
    ClientMsg::LobbyChat {
        text: text.to_owned(),
    }
}

async fn enter(client: &mut Client) -> Vec<LobbyLine> {
    client.say(ClientMsg::EnterLobby { boards: false }).await;
    client
        .until(|message| match message {
            ServerMsg::Lobby { chat, .. } => Some(chat.clone()),
            _ => None,
        })
        .await
}

async fn line(client: &mut Client) -> String {
    client
        .until(|message| match message {
            ServerMsg::LobbyChat { line } => Some(shown(line)),
            _ => None,
        })
        .await
}

fn shown(line: &LobbyLine) -> String {
    format!("{}: {}", line.name, line.text)
}

#[tokio::test]
async fn a_line_is_told_to_everybody_in_the_lobby_its_author_too() {
    let server = TestServer::start().await;
    let mut ana = server.client_in("Ana", Encoding::Json).await;
    let mut bruno = server.client("Bruno").await;
    let mut carla = server.client("Carla").await;
    for client in [&mut ana, &mut bruno, &mut carla] {
        assert!(enter(client).await.is_empty());
    }
    ana.say_marked(7, chat("  hola,\n  lobby ")).await;
    let mine = loop {
        let heard = ana.try_hear_marked().await.expect("open");
        if let ServerMsg::LobbyChat { line } = &heard.message {
            break (heard.reference, shown(line));
        }
    };
    assert_eq!(mine, (Some(7), "Ana: hola, lobby".to_owned()));
    loop {
        let heard = bruno.try_hear_marked().await.expect("open");
        if let ServerMsg::LobbyChat { line } = &heard.message {
            assert_eq!(heard.reference, None);
            assert_eq!(shown(line), "Ana: hola, lobby");
            break;
        }
    }
    // Who has left the lobby is told no more.
    carla.say(ClientMsg::LeaveLobby).await;
    carla.say(ClientMsg::Ping).await;
    carla
        .until(|message| matches!(message, ServerMsg::Pong).then_some(()))
        .await;
    bruno.say(chat("and you")).await;
    assert_eq!(line(&mut ana).await, "Bruno: and you");
    carla.say(ClientMsg::Ping).await;
    loop {
        match carla.hear().await {
            ServerMsg::Pong => break,
            ServerMsg::LobbyChat { line } => panic!("{line:?}"),
            _ => {}
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn a_line_is_refused_outside_the_lobby_and_empty_and_too_soon() {
    let config = Config {
        // Two lines at once.
        people_per_address: 1,
        ..quiet()
    };
    let server = TestServer::with(config, store::memory()).await;
    let mut ana = server.client("Ana").await;
    // Nothing is spent on these.
    for _ in 0..10 {
        ana.say(chat(" ")).await;
        assert_eq!(ana.refusal().await, Refusal::NotInLobby);
        ana.say(chat("hola")).await;
        assert_eq!(ana.refusal().await, Refusal::NotInLobby);
    }
    enter(&mut ana).await;
    ana.say(chat("\u{200b}\t")).await;
    assert_eq!(ana.refusal().await, Refusal::NothingToSay);
    // One limit for rooms and the lobby: in no room, the lines of a room are refused and count.
    let mut said = 0;
    let refusal = loop {
        let text = "hola".to_owned();
        ana.say(ClientMsg::Chat { text }).await;
        ana.say(chat("hola")).await;
        let in_room = ana.refusal().await;
        if in_room != Refusal::NotInRoom {
            break in_room;
        }
        said += 2;
        assert!(said <= 20, "chat is not limited");
    };
    assert!(matches!(refusal, Refusal::TooFast { .. }), "{refusal:?}");
    assert!(said >= 2);
    assert!(matches!(ana.refusal().await, Refusal::TooFast { .. }));
    server.stop().await;
}
