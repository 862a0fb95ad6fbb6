//! A seat that one device hands over to another by a code.

use protocol::codec::Encoding;
use protocol::id::HandOverCode;
use protocol::message::{ClientMsg, RoomEvent, ServerMsg};
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::side::Side;
use protocol::view::LeftWhy;
use server::{Config, store};

use crate::harness::{Client, Pair, TestServer, me_and_open, quiet, spec};

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

#[tokio::test]
async fn a_code_outlives_the_connection_that_asked_for_it_but_not_a_newer_code() {
    let server = TestServer::start().await;
    let mut pair = Pair::at(&server, spec("connect-four")).await;
    let old = hand_over(&mut pair.first).await;
    let code = hand_over(&mut pair.first).await;
    let of_bruno = hand_over(&mut pair.second).await;
    drop(pair.first);
    let mut phone = server.client("Phone").await;
    phone.say(ClientMsg::TakeOver { code: old }).await;
    assert_eq!(phone.refusal().await, Refusal::WrongCode, "replaced");
    phone.say(ClientMsg::TakeOver { code }).await;
    assert_eq!(phone.joined().await.0, Some(pair.tokens.first));
    phone.say(ClientMsg::TakeOver { code: of_bruno }).await;
    let room = pair.room;
    assert_eq!(phone.refusal().await, Refusal::AlreadyInRoom { room });
    let mut third = server.client("Third").await;
    third.say(ClientMsg::TakeOver { code: of_bruno }).await;
    assert_eq!(
        third.joined().await.0,
        Some(pair.tokens.second),
        "still good"
    );
    server.stop().await;
}

#[tokio::test]
async fn only_who_has_a_seat_hands_it_over() {
    let server = TestServer::start().await;
    let mut pair = Pair::at(&server, spec("connect-four")).await;
    let mut carla = server.client("Carla").await;
    carla.say(ClientMsg::HandOver).await;
    assert_eq!(carla.refusal().await, Refusal::NotInRoom);
    carla.watch(pair.room).await;
    carla.say(ClientMsg::HandOver).await;
    assert_eq!(carla.refusal().await, Refusal::NotSeated);
    // A seat that was given up is nobody's to take over.
    let mut dora = server.client("Dora").await;
    let _ = dora.open(spec("gomoku"), me_and_open()).await;
    let code = hand_over(&mut dora).await;
    dora.say(ClientMsg::Leave).await;
    assert_eq!(dora.left().await, LeftWhy::Asked);
    dora.say(ClientMsg::TakeOver { code }).await;
    assert_eq!(dora.refusal().await, Refusal::WrongCode);
    pair.play("4").await;
    server.stop().await;
}

#[tokio::test]
async fn an_address_guesses_a_few_codes_and_then_waits() {
    let config = Config {
        people_per_address: 4,
        ..quiet()
    };
    let server = TestServer::with(config, store::memory()).await;
    let mut pair = Pair::at(&server, spec("connect-four")).await;
    let code = hand_over(&mut pair.first).await;
    let mut stranger = server.client("Stranger").await;
    for draw in 1..=6 {
        let guess = HandOverCode::from_draw(draw);
        stranger.say(ClientMsg::TakeOver { code: guess }).await;
        assert_eq!(stranger.refusal().await, Refusal::WrongCode);
    }
    // Not even the right one is looked at.
    stranger.say(ClientMsg::TakeOver { code }).await;
    let refusal = stranger.refusal().await;
    let Refusal::TooFast { wait } = refusal else {
        panic!("{refusal:?}");
    };
    assert!(
        wait > Millis::ZERO && wait <= Millis::from_millis(12_000),
        "{wait}"
    );
    server.stop().await;
}
