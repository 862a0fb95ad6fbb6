//! Spectators see every ply in order; bots play for them.

use protocol::act::Act;
use protocol::message::{ClientMsg, RoomEvent};
use protocol::rules::{Family, Variant};
use protocol::side::BySide;
use protocol::spec::{GameSpec, Pace, SeatSpec};
use protocol::view::Reason;

use crate::harness::{Pair, TestServer, bot, spec};

#[tokio::test]
async fn fifty_spectators_see_every_ply_in_order() {
    let server = TestServer::start().await;
    let mut pair = Pair::at(&server, spec("connect-four")).await;
    let mut spectators = Vec::new();
    for number in 0..50 {
        let mut spectator = server.client(&format!("watcher {number}")).await;
        spectator.watch(pair.room).await;
        spectators.push(spectator);
    }
    pair.play("4 4 3 3 5 5 6").await;
    for spectator in &mut spectators {
        // The harness refuses a ply that does not follow from the one before.
        spectator.over().await;
        assert_eq!(spectator.game().plies(), pair.first.game().plies());
    }
    server.stop().await;
}

#[tokio::test]
async fn bots_play_every_variant_to_the_end() {
    let server = TestServer::start().await;
    let custom = ["custom:9x7x5:falls", "custom:6x6x4:free"];
    let variants = Variant::fixed().chain(custom.map(|text| text.parse().unwrap()));
    for variant in variants {
        let kinds: &[&str] = match variant.family() {
            Family::Gravity => &["negamax:2", "minimax:2", "lines:2", "random"],
            Family::Free => &["priority", "random"],
            Family::Renju => &["level:4", "random", "level:4"],
        };
        for pair in kinds.windows(2) {
            let mut spectator = server.client("Carla").await;
            let spec = GameSpec {
                pace: Pace::MIN,
                ..GameSpec::new(variant)
            };
            let seats = BySide {
                first: bot(pair[0]),
                second: bot(pair[1]),
            };
            spectator
                .say(ClientMsg::Open {
                    spec,
                    seats,
                    shuffle: false,
                })
                .await;
            spectator.joined().await;
            let outcome = spectator.over().await;
            assert!(
                matches!(outcome.reason, Reason::Line | Reason::FullBoard),
                "{variant} {pair:?}: {outcome:?}"
            );
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn what_a_bot_thinks_of_a_person_is_shown_to_nobody_before_the_end_and_to_all_after_it() {
    let server = TestServer::start().await;
    let mut player = server.client("Ana").await;
    let seats = BySide {
        first: SeatSpec::Me,
        second: bot("negamax:3"),
    };
    let (room, _) = player.open(spec("connect-four"), seats).await;
    let mut spectator = server.client("Carla").await;
    spectator.watch(room).await;
    player.play("4").await;
    player.plies(2).await;
    player.say(ClientMsg::Act(Act::Resign)).await;
    for client in [&mut player, &mut spectator] {
        let mut over = false;
        let shown = client
            .event(|event| match event {
                RoomEvent::Over { .. } => {
                    over = true;
                    None
                }
                RoomEvent::SearchInfo { search } => Some(search.clone()),
                _ => None,
            })
            .await;
        assert!(over, "a thought was shown during the game");
        assert_eq!(shown.ply, 2);
    }
    server.stop().await;
}

#[tokio::test]
async fn with_open_thoughts_what_a_bot_thinks_is_shown_to_those_who_watch() {
    let server = TestServer::start().await;
    let mut player = server.client("Ana").await;
    let seats = BySide {
        first: SeatSpec::Me,
        second: bot("negamax:3"),
    };
    let mut open = spec("connect-four");
    open.open_thoughts = true;
    let (room, _) = player.open(open, seats).await;
    let mut spectator = server.client("Carla").await;
    spectator.watch(room).await;
    player.play("4").await;
    let seen = spectator
        .event(|event| match event {
            RoomEvent::SearchInfo { search } => Some(search.ply),
            _ => None,
        })
        .await;
    assert_eq!(seen, 2);
    server.stop().await;
}
