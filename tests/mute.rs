//! People who do not see the chat of others.

use protocol::codec::Encoding;
use protocol::message::{ClientMsg, RoomEvent, ServerMsg};
use protocol::refusal::{Limit, Refusal};
use protocol::text::{ChatText, Name};
use protocol::view::ChatLine;

use crate::harness::{Client, Pair, TestServer, spec};

fn name(text: &str) -> Name {
    Name::clean(text).expect("a name")
}

async fn mute(client: &mut Client, who: &str, muted: bool) -> Vec<String> {
    let name = name(who);
    client.say(ClientMsg::Mute { name, muted }).await;
    client
        .until(|message| match message {
            ServerMsg::Muted { names } => Some(names.iter().map(Name::to_string).collect()),
            _ => None,
        })
        .await
}

fn chat(text: &str) -> ClientMsg {
    ClientMsg::Chat {
        text: text.to_owned(),
    }
}

/// Returns the next line of the room, or nothing for one that is hidden.
async fn line(client: &mut Client) -> Option<ChatLine> {
    client
        .event(|event| match event {
            RoomEvent::ChatPosted { line } => Some(Some(line.clone())),
            RoomEvent::ChatHidden => Some(None),
            _ => None,
        })
        .await
}

async fn lines_after_resync(client: &mut Client) -> Vec<String> {
    client.say(ClientMsg::Resync).await;
    let chat = client.joined().await.1.chat;
    chat.iter().map(|line| line.text.to_string()).collect()
}

#[tokio::test]
async fn the_lines_of_the_muted_are_hidden_without_a_gap_and_left_out_of_the_room() {
    for encoding in [Encoding::Bincode, Encoding::Json] {
        let server = TestServer::start().await;
        let mut pair = Pair::at(&server, spec("connect-four")).await;
        let mut carla = server.client_in("Carla", encoding).await;
        assert_eq!(mute(&mut carla, "BRUNO", true).await, ["BRUNO"]);
        pair.second.say(chat("before")).await;
        line(&mut pair.first).await.expect("Ana sees it");
        assert!(carla.watch(pair.room).await.chat.is_empty());

        pair.second.say(chat("hola")).await;
        let seen = line(&mut pair.first).await.expect("Ana sees it");
        assert_eq!(seen.text, ChatText::clean("hola").expect("a line"));
        // The client of the harness keeps a replica, which takes no gap.
        assert_eq!(line(&mut carla).await, None);
        pair.first.say(chat("and you")).await;
        let seen = line(&mut carla).await.expect("Ana is not muted");
        assert_eq!(seen.name, name("Ana"));
        pair.play("4 4").await;
        carla.plies(2).await;
        assert_eq!(lines_after_resync(&mut carla).await, ["and you"]);
        assert_eq!(
            carla.replica().snapshot().seq,
            pair.first.replica().snapshot().seq
        );

        assert!(mute(&mut carla, "bruno", false).await.is_empty());
        pair.second.say(chat("again")).await;
        assert!(line(&mut carla).await.is_some());
        assert_eq!(
            lines_after_resync(&mut carla).await,
            ["before", "hola", "and you", "again"]
        );
        server.stop().await;
    }
}

#[tokio::test]
async fn the_lines_of_the_muted_in_the_lobby_are_not_told() {
    let server = TestServer::start().await;
    let mut ana = server.client("Ana").await;
    let mut bruno = server.client("Bruno").await;
    let mut carla = server.client("Carla").await;
    mute(&mut ana, "Bruno", true).await;
    for client in [&mut ana, &mut bruno, &mut carla] {
        client.say(ClientMsg::EnterLobby { boards: false }).await;
        client
            .until(|message| matches!(message, ServerMsg::Lobby { .. }).then_some(()))
            .await;
    }
    let heard_from = async |client: &mut Client| {
        client
            .until(|message| match message {
                ServerMsg::LobbyChat { line } => Some(line.name.to_string()),
                _ => None,
            })
            .await
    };
    let text = "hola".to_owned();
    bruno.say(ClientMsg::LobbyChat { text }).await;
    assert_eq!(heard_from(&mut carla).await, "Bruno");
    let text = "hola".to_owned();
    carla.say(ClientMsg::LobbyChat { text }).await;
    assert_eq!(heard_from(&mut ana).await, "Carla", "Bruno came first");
    ana.say(ClientMsg::EnterLobby { boards: false }).await;
    let authors = ana
        .until(|message| match message {
            ServerMsg::Lobby { chat, .. } => {
                let authors = chat.iter().map(|line| line.name.to_string());
                Some(authors.collect::<Vec<_>>())
            }
            _ => None,
        })
        .await;
    assert_eq!(authors, ["Carla"]);
    server.stop().await;
}

#[tokio::test]
async fn names_are_muted_in_order_up_to_a_hundred_and_never_ones_own() {
    let server = TestServer::start().await;
    let mut ana = server.client_in("Ana", Encoding::Json).await;
    assert!(mute(&mut ana, "ana", true).await.is_empty(), "oneself");
    assert!(mute(&mut ana, "Nobody", false).await.is_empty());
    mute(&mut ana, "zoe", true).await;
    assert_eq!(mute(&mut ana, "Bea", true).await, ["Bea", "zoe"]);
    for number in 2..100 {
        mute(&mut ana, &format!("x {number:02}"), true).await;
    }
    let one_more = ClientMsg::Mute {
        name: name("one more"),
        muted: true,
    };
    ana.say_marked(9, one_more).await;
    let heard = ana.try_hear_marked().await.expect("open");
    assert_eq!(heard.reference, Some(9));
    let ServerMsg::Refused { refusal, .. } = heard.message else {
        panic!("{heard:?}");
    };
    let expected = Refusal::OverLimit {
        limit: Limit::Muted,
        most: 100,
    };
    assert_eq!(refusal, expected);
    assert_eq!(mute(&mut ana, "ZOE", true).await.len(), 100, "is there");
    mute(&mut ana, "zoe", false).await;
    assert_eq!(mute(&mut ana, "one more", true).await.len(), 100);
    server.stop().await;
}
