//! People who do not see the chat of others.

use protocol::codec::Encoding;
use protocol::message::{ClientMsg, RoomEvent, ServerMsg};
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
