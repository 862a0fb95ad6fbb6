//! Turns of searches: long ones of some keep nobody's bot waiting, and cost no bot its clock.

use std::path::Path;

use protocol::id::RoomId;
use protocol::message::{ClientMsg, RoomEvent, ServerMsg};
use protocol::millis::Millis;
use protocol::side::{BySide, Side};
use protocol::spec::{GameSpec, Pace, SeatSpec, ThinkTime};
use protocol::view::Reason;
use server::{Config, store};

use crate::harness::{Client, Pair, TestServer, bot, quiet, spec};

/// Matches of two bots that take a minute for each ply.
const MATCHES: usize = 8;

/// People who ask for an analysis that takes as long.
const QUESTIONS: usize = 12;

/// A server with one engine thread, whose analyses take longer than any test.
fn config() -> Config {
    let mut config = quiet();
    config.engine_threads = 1;
    config.analysis.lines = Millis::from_secs(600);
    config
}

fn long_thought() -> GameSpec {
    GameSpec {
        think_time: Some(ThinkTime::MAX),
        pace: Pace::MIN,
        ..spec("gomoku-15")
    }
}

fn against(first: SeatSpec, second: &str) -> BySide<SeatSpec> {
    BySide {
        first,
        second: bot(second),
    }
}

/// Opens matches that nobody watches, and returns their codes.
async fn open_matches(server: &TestServer) -> Vec<RoomId> {
    let mut opener = server.client("Olga").await;
    let mut rooms = Vec::new();
    for _ in 0..MATCHES {
        let seats = against(bot("threat"), "threat");
        rooms.push(opener.open_for(long_thought(), seats).await);
        opener.say(ClientMsg::Leave).await;
        opener.left().await;
    }
    rooms
}

/// Returns people who wait for an analysis, with a player in the room that they watch.
async fn ask_questions(server: &TestServer) -> Vec<Client> {
    let hints = GameSpec {
        hints: true,
        ..spec("gomoku-15")
    };
    let mut pair = Pair::at(server, hints).await;
    pair.play("h8 j9 g7").await;
    let mut people = Vec::new();
    for number in 0..QUESTIONS {
        let mut client = server.client(&format!("Nora {number}")).await;
        client.watch(pair.room).await;
        client.say(ClientMsg::Analyse { plies: 3 }).await;
        people.push(client);
    }
    people.push(pair.first);
    people.push(pair.second);
    people
}

/// Plays against bots that answer at once where nobody else is.
async fn play_against_bots(server: &TestServer) {
    let mut ana = server.client("Ana").await;
    for kind in ["random", "perfect:8"] {
        ana.open(spec("connect-four"), against(SeatSpec::Me, kind))
            .await;
        for (plies, column) in [(2, "4"), (4, "4")] {
            ana.play(column).await;
            ana.plies(plies).await;
        }
        ana.say(ClientMsg::Leave).await;
        ana.left().await;
    }
}

/// Checks that the first long thought of each of these matches goes on.
async fn none_has_moved(server: &TestServer, rooms: &[RoomId]) {
    let mut ana = server.client("Ana").await;
    for &room in rooms {
        ana.say(ClientMsg::RoomInfo { room }).await;
        let plies = ana.until(|message| match message {
            ServerMsg::RoomInfo { room } => Some(room.plies),
            _ => None,
        });
        // On the empty board it answers at once.
        assert!(plies.await <= 1);
    }
}

async fn on_disk(directory: &Path) -> TestServer {
    TestServer::with(config(), store::sqlite(directory).expect("opens")).await
}

#[tokio::test]
async fn long_searches_of_matches_and_open_analyses_keep_no_player_waiting() {
    let directory = tempfile::tempdir().unwrap();
    let server = on_disk(directory.path()).await;
    let rooms = open_matches(&server).await;
    let people = ask_questions(&server).await;
    play_against_bots(&server).await;
    none_has_moved(&server, &rooms).await;
    drop(people);
    server.stop().await;
    // The matches come back, and nobody knows whose they were.
    let server = on_disk(directory.path()).await;
    play_against_bots(&server).await;
    none_has_moved(&server, &rooms).await;
    server.stop().await;
}

#[tokio::test]
async fn long_searches_for_another_room_of_a_person_keep_none_waiting() {
    let server = TestServer::with(config(), store::memory()).await;
    let mut olga = server.client("Olga").await;
    olga.open(long_thought(), against(SeatSpec::Me, "threat"))
        .await;
    olga.play("h8").await;
    thinks(&mut olga).await;
    play_against_bots(&server).await;
    assert_eq!(olga.game().plies().len(), 1);
    server.stop().await;
}

/// Waits until everybody is told that the bot thinks.
async fn thinks(client: &mut Client) {
    let begun = |event: &RoomEvent| matches!(event, RoomEvent::Thinking { .. }).then_some(());
    client.event(begun).await;
}

#[tokio::test]
async fn no_bot_loses_on_its_clock_because_of_other_rooms() {
    let server = TestServer::with(config(), store::memory()).await;
    let short = GameSpec {
        clock: Some("1s".parse().unwrap()),
        ..spec("connect-four")
    };
    let mut ana = server.client("Ana").await;
    let seats = BySide {
        first: bot("random"),
        second: SeatSpec::Me,
    };
    ana.open(short.clone(), seats).await;
    ana.plies(1).await;
    // Everything that one person may have begun at once.
    let mut others = Vec::new();
    for number in 0..3 {
        let mut other = server.client(&format!("Olga {number}")).await;
        other
            .open(long_thought(), against(SeatSpec::Me, "threat"))
            .await;
        other.play("h8").await;
        thinks(&mut other).await;
        others.push(other);
    }
    // The first plies are free, so that the bot is the first whose clock runs.
    ana.play("4").await;
    ana.plies(2).await;
    let stands = |event: &RoomEvent| match event {
        RoomEvent::Clock { clock, .. } => Some(*clock),
        RoomEvent::Over { outcome, .. } => panic!("{outcome:?}"),
        _ => None,
    };
    let clock = ana.event(stands).await;
    assert_eq!(clock.running, None);
    // A whole clock of a second, which runs from now on.
    let mut pair = Pair::at(&server, short).await;
    pair.play("4 4").await;
    assert_eq!(pair.first.over().await.reason, Reason::Flag);
    // Those who are away no longer keep others from beginning.
    for mut other in others {
        assert_eq!(other.game().plies().len(), 1);
        other.say(ClientMsg::Leave).await;
        other.left().await;
    }
    let left = ana.event(|event| match event {
        RoomEvent::Moved { clock, .. } => *clock,
        RoomEvent::Over { outcome, .. } => panic!("{outcome:?}"),
        _ => None,
    });
    // What the bot has left is what the clock stood at, less what it took itself.
    let left = left.await.remaining[Side::First];
    assert!(left <= clock.remaining[Side::First], "{left:?}");
    assert_eq!(ana.replica().outcome(), None);
    server.stop().await;
}
