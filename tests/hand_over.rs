//! A seat that one device hands over to another by a code.

use protocol::codec::Encoding;
use protocol::id::HandOverCode;
use protocol::message::{ClientMsg, RoomEvent, ServerMsg};
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::side::Side;
use protocol::view::LeftWhy;

use crate::harness::{Client, Pair, TestServer, spec};

async fn hand_over(client: &mut Client) -> HandOverCode {
    client.say(ClientMsg::HandOver).await;
    let (code, expires_in) = client
        .until(|message| match message {
            ServerMsg::HandedOver { code, expires_in } => Some((*code, *expires_in)),
            ServerMsg::Refused { message, .. } => panic!("refused: {message}"),
            _ => None,
        })
        .await;
    assert_eq!(expires_in, Millis::from_millis(60_000));
    code
}

#[tokio::test]
async fn another_device_takes_the_seat_over_by_its_code_once() {
    for encoding in [Encoding::Bincode, Encoding::Json] {
        let server = TestServer::start().await;
        let mut pair = Pair::at(&server, spec("connect-four")).await;
        pair.play("4 4").await;
        let code = hand_over(&mut pair.first).await;
        let mut phone = server.client_in("Ana's phone", encoding).await;
        phone.say_marked(3, ClientMsg::TakeOver { code }).await;
        let heard = phone.try_hear_marked().await.expect("open");
        assert_eq!(heard.reference, Some(3));
        let ServerMsg::Joined {
            you,
            token,
            snapshot,
            ..
        } = heard.message
        else {
            panic!("{heard:?}");
        };
        assert_eq!(you, Some(Side::First));
        assert_eq!(token, Some(pair.tokens.first));
        assert_eq!((snapshot.room, snapshot.plies.len()), (pair.room, 2));
        assert_eq!(pair.first.left().await, LeftWhy::Replaced);
        let side = pair
            .second
            .event(|event| match event {
                RoomEvent::Reconnected { side } => Some(*side),
                _ => None,
            })
            .await;
        assert_eq!(side, Side::First);

        let mut desk = std::mem::replace(&mut pair.first, phone);
        desk.say(ClientMsg::TakeOver { code }).await;
        assert_eq!(desk.refusal().await, Refusal::WrongCode, "used");
        pair.play("3 3").await;
        // The seat goes back the same way, by a code of the device that has it now.
        let back = hand_over(&mut pair.first).await;
        desk.say(ClientMsg::TakeOver { code: back }).await;
        assert_eq!(desk.joined().await.1.plies.len(), 4);
        assert_eq!(pair.first.left().await, LeftWhy::Replaced);
        server.stop().await;
    }
}
