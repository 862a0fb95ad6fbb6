//! Other engines as bots of a server, good ones and bad ones: offered, seated, ended.
//!
//! The first word of the engine's command sets its behaviour; see `pbrain_test.rs`.

mod command_line;

use std::time::Duration;

use protocol::act::Act;
use protocol::codec::Encoding;
use protocol::message::{ClientMsg, RoomEvent, ServerMsg, VERSION};
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::rules::Family;
use protocol::side::{BySide, Side};
use protocol::spec::{GameSpec, SeatSpec, ThinkTime};
use protocol::view::{Outcome, Reason};
use server::{Config, EngineSpec, store};

use crate::external::{self, Tether, gone, patient};
use crate::harness::{Client, TestServer, bot, quiet, spec};

/// A server with engines of these names and manners.
fn config(engines: &[(&str, &str)]) -> Config {
    Config {
        engines: engines
            .iter()
            .map(|(name, manner)| EngineSpec {
                name: (*name).to_owned(),
                command: external::command(manner),
            })
            .collect(),
        engine_limits: patient(),
        ..quiet()
    }
}

async fn serve(config: Config) -> TestServer {
    TestServer::with(config, store::memory()).await
}

/// A game on which bots do not think for long.
fn quick() -> GameSpec {
    GameSpec {
        think_time: Some(ThinkTime::MIN),
        ..spec("gomoku-15")
    }
}

fn me_and(name: &str) -> BySide<SeatSpec> {
    BySide {
        first: SeatSpec::Me,
        second: bot(name),
    }
}

/// A person at a table with the engine, who has played h8.
async fn begun(server: &TestServer, name: &str) -> Client {
    let mut ana = server.client("Ana").await;
    ana.open(quick(), me_and(name)).await;
    ana.play("h8").await;
    ana
}

/// Returns the chat until the game is over, each line with its author's name and side, and the outcome.
async fn last_words(client: &mut Client) -> (Vec<(String, Option<Side>, String)>, Outcome) {
    let mut said = Vec::new();
    let outcome = client
        .event(|event| match event {
            RoomEvent::ChatPosted { line } => {
                said.push((line.name.to_string(), line.side, line.text.to_string()));
                None
            }
            RoomEvent::Over { outcome, .. } => Some(outcome.clone()),
            _ => None,
        })
        .await;
    (said, outcome)
}

#[tokio::test]
async fn an_engine_is_offered_with_what_it_says_of_itself_and_plays() {
    let server = serve(config(&[("tester", "plain")])).await;
    let mut client = Client::connect(server.address, Encoding::Bincode).await;
    let hello = ClientMsg::Hello {
        protocol: VERSION,
        software: "tests".to_owned(),
        name: None,
        key: None,
        heartbeat: false,
    };
    client.say(hello).await;
    let bots = client
        .until(|message| match message {
            ServerMsg::Welcome { bots, .. } => Some(bots.clone()),
            _ => None,
        })
        .await;
    let [.., tester] = &bots[..] else {
        panic!("{bots:?}");
    };
    assert_eq!(tester.kind.as_str(), "tester");
    assert!(
        tester
            .about
            .starts_with("Tester 1.0, by the tests; plays five")
    );
    let names = tester.variants.iter().map(ToString::to_string);
    let plays: Vec<_> = names.collect();
    assert_eq!(plays, ["gomoku", "gomoku-15", "gomoku-standard", "renju"]);
    assert_eq!(tester.depths, None);

    let mut ana = begun(&server, "tester").await;
    ana.plies(2).await;
    ana.play("h9").await;
    ana.plies(4).await;
    let plies: Vec<_> = ana.game().plies().iter().map(ToString::to_string).collect();
    assert_eq!(plies, ["h8", "a1", "h9", "b1"]);
    server.stop().await;
}

#[tokio::test]
async fn an_engine_is_not_seated_where_it_cannot_play() {
    let server = serve(config(&[("tester", "plain")])).await;
    let mut ana = server.client("Ana").await;
    for (spec, seat) in [
        (spec("connect-four"), "tester"),
        (spec("gomoku"), "negamax"),
        (spec("gomoku"), "tester:3"),
    ] {
        let can_play = match spec.variant.family() {
            Family::Gravity => false,
            Family::Free | Family::Renju => true,
        };
        ana.say(ClientMsg::Open {
            spec,
            seats: me_and(seat),
            shuffle: false,
        })
        .await;
        match ana.refusal().await {
            Refusal::BotCannotPlay { others, .. } => {
                assert_eq!(
                    others.contains(&"tester".to_owned()),
                    can_play,
                    "{others:?}"
                );
            }
            Refusal::BadDepth { depths, .. } => assert_eq!(depths, None),
            other => panic!("{other}"),
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn an_engine_that_fails_says_why_and_loses_and_the_server_goes_on() {
    let server = serve(config(&[("tester", "illegal")])).await;
    let mut ana = begun(&server, "tester").await;
    let (said, outcome) = last_words(&mut ana).await;
    assert_eq!(outcome.winner, Some(Side::First));
    assert_eq!(outcome.reason, Reason::BotFailed);
    let [(name, side, text)] = &said[..] else {
        panic!("{said:?} is not one line");
    };
    assert_eq!((name.as_str(), *side), ("tester", Some(Side::Second)));
    let why = "I failed: it played \"7,7\", which is not allowed: h8 is taken";
    assert!(text.starts_with(why), "{text}");
    let mut bo = server.client("Bo").await;
    bo.open(spec("connect-four"), me_and("random")).await;
    bo.play("4").await;
    bo.plies(2).await;
    server.stop().await;
}

// On several threads, here and below: the test waits for processes without giving way to the server.
#[tokio::test(flavor = "multi_thread")]
async fn an_engine_that_does_not_answer_in_time_loses_and_is_ended() {
    let tether = Tether::new();
    let server = serve_tethered(&tether, "hang", |config| {
        config.engine_limits.grace = Duration::ZERO;
    })
    .await;
    let mut ana = begun(&server, "tester").await;
    let (said, outcome) = last_words(&mut ana).await;
    assert_eq!(outcome.reason, Reason::BotFailed);
    let text = &said[0].2;
    assert!(text.contains("did not answer TURN within 0.01 s"), "{text}");
    gone(tether.held());
    server.stop().await;
}

/// A server with one engine that holds `tether`, and that already has let go the process which was asked who
/// it is.
async fn serve_tethered(
    tether: &Tether,
    manner: &str,
    change: impl FnOnce(&mut Config),
) -> TestServer {
    let mut config = config(&[("tester", &tether.option(manner))]);
    change(&mut config);
    let server = serve(config).await;
    gone(tether.held());
    server
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_ends_with_its_room() {
    let tether = Tether::new();
    let server = serve_tethered(&tether, "plain", |config| {
        config.timing.lingering = Millis::from_millis(0);
    })
    .await;
    let mut ana = begun(&server, "tester").await;
    ana.plies(2).await;
    let held = tether.held();
    ana.say(ClientMsg::Act(Act::Resign)).await;
    ana.over().await;
    ana.say(ClientMsg::Leave).await;
    gone(held);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_that_waited_for_long_is_ended_and_started_again_for_its_next_ply() {
    let tether = Tether::new();
    let server = serve_tethered(&tether, "plain", |config| {
        config.engine_idle = Duration::from_millis(1);
    })
    .await;
    let mut ana = begun(&server, "tester").await;
    for plies in [2, 4] {
        ana.plies(plies).await;
        gone(tether.held());
        ana.play(&format!("h{}", 8 + plies)).await;
    }
    ana.plies(6).await;
    assert_eq!(ana.game().plies()[5].to_string(), "c1");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_engine_that_waited_longest_makes_place_for_another() {
    let tether = Tether::new();
    let server = serve_tethered(&tether, "plain", |config| config.engines_waiting = 1).await;
    let mut ana = begun(&server, "tester").await;
    ana.plies(2).await;
    let first = tether.held();
    let mut bo = begun(&server, "tester").await;
    bo.plies(2).await;
    gone(first);
    let second = tether.held();
    ana.play("h9").await;
    ana.plies(4).await;
    gone(second);
    server.stop().await;
}

/// Engines that think, engines that wait, and engines that do not want to end.
#[tokio::test(flavor = "multi_thread")]
async fn engines_end_with_the_server() {
    for manner in ["hang", "plain", "immortal"] {
        let tether = Tether::new();
        let server = serve_tethered(&tether, manner, |_| {}).await;
        let mut ana = begun(&server, "tester").await;
        if manner != "hang" {
            ana.plies(2).await;
        }
        let held = tether.held();
        server.stop().await;
        gone(held);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_ends_while_an_engine_thinks_ends_its_search() {
    let tether = Tether::new();
    let server = serve_tethered(&tether, "hang", |_| {}).await;
    let mut ana = begun(&server, "tester").await;
    let held = tether.held();
    ana.say(ClientMsg::Act(Act::Resign)).await;
    assert_eq!(ana.over().await.reason, Reason::Resignation);
    gone(held);
    server.stop().await;
}

#[tokio::test]
async fn an_engine_that_crashes_is_started_again_and_goes_on() {
    let server = serve(config(&[("tester", "crash")])).await;
    let mut ana = begun(&server, "tester").await;
    // It crashes at every second ply that it is asked for.
    for (plies, next) in [(2, "h9"), (4, "i10"), (6, "k11"), (8, "o1")] {
        ana.plies(plies).await;
        ana.play(next).await;
    }
    ana.plies(10).await;
    server.stop().await;
}

#[tokio::test]
async fn an_engine_that_crashes_whenever_it_is_started_loses_and_may_play_again() {
    let server = serve(config(&[("tester", "die")])).await;
    let mut ana = begun(&server, "tester").await;
    let (said, outcome) = last_words(&mut ana).await;
    assert_eq!(outcome.reason, Reason::BotFailed);
    assert!(
        said[0].2.contains("its last words: \"out of ideas\""),
        "{said:?}"
    );
    ana.say(ClientMsg::Act(Act::Rematch)).await;
    ana.started().await;
    // The engine has the first ply of this game too.
    let (said, outcome) = last_words(&mut ana).await;
    assert_eq!(outcome.reason, Reason::BotFailed);
    assert!(said[0].2.contains("instead of answering BEGIN"), "{said:?}");
    server.stop().await;
}

#[tokio::test]
async fn two_engines_play_each_other() {
    let server = serve(config(&[("tester", "plain")])).await;
    let mut ana = server.client("Ana").await;
    let seats = BySide {
        first: bot("tester"),
        second: bot("tester"),
    };
    let spec = GameSpec {
        pace: protocol::spec::Pace::MIN,
        ..quick()
    };
    ana.say(ClientMsg::Open {
        spec,
        seats,
        shuffle: false,
    })
    .await;
    // Each plays the first empty cell, so that the rows of 15 become a chessboard, with lines along its diagonals.
    let outcome = ana.over().await;
    assert_eq!(outcome.reason, Reason::Line);
    server.stop().await;
}
