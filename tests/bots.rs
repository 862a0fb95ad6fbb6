//! Bots on offer: which play a board, and the options that they are given.

use protocol::act::Act;
use protocol::codec::Encoding;
use protocol::message::{ClientMsg, ServerMsg};
use protocol::refusal::Refusal;
use protocol::rules::Variant;
use protocol::side::{BySide, Side};
use protocol::spec::{GameSpec, Pace, SeatSpec};
use protocol::square::Square;
use protocol::view::{BotOffer, Seat};
use protocol::word::Named;
use server::{Config, EngineSpec, store};
use tempfile::tempdir;

use crate::external::{self, patient};
use crate::harness::{Client, TestServer, bot, quiet, spec, variant};

/// The bots that the server lists for a variant.
async fn listed(client: &mut Client, variant: Variant) -> Vec<BotOffer> {
    client.say_marked(7, ClientMsg::ListBots { variant }).await;
    loop {
        let heard = client.try_hear_marked().await.expect("an answer");
        if let ServerMsg::Bots {
            variant: answered,
            bots,
        } = heard.message
        {
            assert_eq!(heard.reference, Some(7));
            assert_eq!(answered, Named::Known(variant));
            return bots;
        }
    }
}

fn me_and(name: &str) -> BySide<SeatSpec> {
    BySide {
        first: SeatSpec::Me,
        second: bot(name),
    }
}

#[tokio::test]
async fn the_bots_that_play_a_board_are_listed_and_no_others() {
    let config = Config {
        engines: vec![EngineSpec {
            name: "tester".to_owned(),
            command: external::command("plain"),
        }],
        engine_limits: patient(),
        ..quiet()
    };
    let server = TestServer::with(config, store::memory()).await;
    for (round, encoding) in Encoding::ALL.into_iter().enumerate() {
        for (number, (text, expected)) in [
            ("connect-four", "random negamax level lines minimax perfect"),
            ("custom:20x20x4:falls", "random negamax level lines minimax"),
            ("gomoku-15", "random priority level threat tester"),
            ("custom:9x9x8:free", "random priority"),
            ("custom:12x12x5:free", "random priority level threat tester"),
        ]
        .into_iter()
        .enumerate()
        {
            // One client may not say as much as this at once.
            let name = format!("Ana{round}{number}");
            let mut ana = server.client_in(&name, encoding).await;
            let board: Variant = text.parse().unwrap();
            let bots = listed(&mut ana, board).await;
            let kinds: Vec<_> = bots.iter().map(|bot| bot.kind.as_str()).collect();
            let mut expected: Vec<_> = expected.split(' ').collect();
            let levels: Vec<_> = bots.iter().filter_map(|bot| bot.level).collect();
            if levels.is_empty() {
                assert_eq!(kinds, expected, "{text}: in the order of the program");
            } else {
                // Those that were measured are in the order of their strength on this board, before all others.
                assert!(levels.is_sorted(), "{text}: {levels:?}");
                assert_eq!(
                    levels.len(),
                    kinds.iter().filter(|kind| **kind != "tester").count()
                );
                let mut sorted = kinds.clone();
                sorted.sort_unstable();
                expected.sort_unstable();
                assert_eq!(sorted, expected, "{text}");
            }
            // Each is seated on that board.
            for bot in kinds {
                ana.open(GameSpec::new(board), me_and(bot)).await;
                ana.say(ClientMsg::Act(Act::Resign)).await;
                ana.say(ClientMsg::Leave).await;
                ana.left().await;
            }
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn an_option_that_a_bot_does_not_have_is_refused_with_those_that_it_has() {
    let server = TestServer::start().await;
    for encoding in Encoding::ALL {
        let mut ana = server.client_in("Ana", encoding).await;
        for (seat, code, expected) in [
            ("priority,own_nine=1", "bad_option", "own_two from 0"),
            ("priority,temperature=101", "bad_option", "0 to 100"),
            ("random,temperature=1", "bad_option", "write just random"),
            // What is wrong before it in the text is said before it.
            ("hal,temperature=101", "unknown_bot", "random"),
            ("lines,temperature=101", "bot_cannot_play", "priority"),
        ] {
            ana.say(ClientMsg::Open {
                spec: spec("gomoku"),
                seats: me_and(seat),
                shuffle: false,
            })
            .await;
            let refusal = ana.refusal().await;
            assert_eq!(refusal.code(), code, "{seat}");
            assert!(refusal.to_string().contains(expected), "{refusal}");
            if let Refusal::BadOption { bot, .. } = refusal {
                assert_eq!(bot.to_string(), seat);
            }
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn the_options_of_a_bot_are_shown_recorded_and_there_after_a_restart() {
    let directory = tempdir().unwrap();
    let server = TestServer::on_disk(directory.path()).await;
    let mut ana = server.client("Ana").await;
    let seats = me_and("priority,temperature=0,own_two=9,other_four=0");
    let (room, token) = ana.open(spec("gomoku-15"), seats).await;
    let kept = "priority,other_four=0,own_two=9";
    let shown = Seat::Bot {
        bot: kept.parse().unwrap(),
    };
    assert_eq!(ana.replica().snapshot().seats[Side::Second], shown);
    ana.play("h8").await;
    ana.plies(2).await;
    server.stop().await;

    let server = TestServer::on_disk(directory.path()).await;
    let mut ana = server.client("Ana").await;
    let snapshot = ana.come_back(room, token).await;
    assert_eq!(snapshot.seats[Side::Second], shown);
    ana.say(ClientMsg::Record { room }).await;
    let record = ana
        .until(|message| match message {
            ServerMsg::Record { text, .. } => Some(text.clone()),
            _ => None,
        })
        .await;
    assert!(
        record.contains(&format!("[Second \"bot:{kept}\"]")),
        "{record}"
    );
    server.stop().await;
}

/// The plies of a game between two bots that begins with this seed.
async fn game(server: &TestServer, seats: BySide<&str>, seed: &str) -> Vec<Square> {
    let mut ana = server.client("Ana").await;
    let spec = GameSpec {
        seed: Some(seed.parse().unwrap()),
        pace: Pace::MIN,
        ..GameSpec::new(variant("connect-four"))
    };
    ana.say(ClientMsg::Open {
        spec,
        seats: seats.map(bot),
        shuffle: false,
    })
    .await;
    ana.over().await;
    ana.game().plies().to_vec()
}

#[tokio::test]
async fn the_options_reach_the_bot_and_the_same_seed_gives_the_same_game() {
    let server = TestServer::start().await;
    let cold = BySide {
        first: "lines:2",
        second: "lines:2",
    };
    let warm = BySide {
        first: "lines:2,temperature=100",
        second: "lines:2,temperature=50",
    };
    // Without chance one game follows from the rules alone; with it each seed has its own.
    assert_eq!(
        game(&server, cold, "1").await,
        game(&server, cold, "2").await
    );
    let one = game(&server, warm, "1").await;
    assert_eq!(one, game(&server, warm, "1").await);
    assert_ne!(one, game(&server, warm, "2").await);
    server.stop().await;
}
