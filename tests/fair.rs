//! Searches of one address keep no bot of another waiting, and a search that waits costs no bot its clock.

use std::time::{Duration, Instant};

use protocol::id::RoomId;
use protocol::message::{ClientMsg, RoomEvent};
use protocol::millis::Millis;
use protocol::side::{BySide, Side};
use protocol::spec::{GameSpec, Pace, SeatSpec, ThinkTime};
use protocol::view::Reason;
use server::{Config, store};

use crate::harness::{Client, Pair, TestServer, analyse, bot, quiet, spec};
use crate::use_limits::town::Town;

/// Rooms of two bots that take a minute for each ply, all of one address.
const MATCHES: usize = 60;

/// Analyses that take as long, all of another address.
const QUESTIONS: usize = 40;

/// Longest wait of a stranger for a bot that answers at once.
const BAR: Duration = Duration::from_secs(2);

/// A server on which one address has two searches at once, whose analyses take longer than any test.
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

/// Opens matches that nobody watches.
async fn open_matches(town: &Town, address: u8) {
    let mut opener = town.client(address).await;
    for _ in 0..MATCHES {
        let seats = against(bot("threat"), "threat");
        opener.open_for(long_thought(), seats).await;
        opener.say(ClientMsg::Leave).await;
        opener.left().await;
    }
}

/// Returns people who wait for an analysis.
async fn ask_questions(town: &Town, address: u8) -> Vec<Client> {
    let hints = GameSpec {
        hints: true,
        ..spec("gomoku-15")
    };
    let mut player = town.client(address).await;
    let (room, _): (RoomId, _) = player.open(hints, against(SeatSpec::Me, "random")).await;
    player.play("h8").await;
    player.plies(2).await;
    let mut people = vec![player];
    for _ in 0..QUESTIONS {
        let mut client = town.client(address).await;
        client.watch(room).await;
        client.say(analyse("gomoku-15", "h8 i9")).await;
        people.push(client);
    }
    people
}

/// Plays against bots that answer at once, and returns the longest wait for a ply.
async fn play_against_bots(mut ana: Client) -> Duration {
    let mut longest = Duration::ZERO;
    for kind in ["random", "perfect:8"] {
        ana.open(spec("connect-four"), against(SeatSpec::Me, kind))
            .await;
        for (plies, column) in [(2, "4"), (4, "4")] {
            let begun = Instant::now();
            ana.play(column).await;
            ana.plies(plies).await;
            longest = longest.max(begun.elapsed());
        }
        ana.say(ClientMsg::Leave).await;
        ana.left().await;
    }
    longest
}

#[tokio::test]
async fn sixty_matches_and_forty_analyses_of_others_keep_no_stranger_waiting() {
    let town = Town::with(config()).await;
    open_matches(&town, 2).await;
    let people = ask_questions(&town, 3).await;
    let longest = play_against_bots(town.client(4).await).await;
    assert!(longest < BAR, "{longest:?}");
    drop(people);
    town.stop().await;
}

#[tokio::test]
async fn long_searches_for_another_room_of_a_person_keep_none_waiting() {
    let server = TestServer::with(config(), store::memory()).await;
    let mut olga = server.client("Olga").await;
    olga.open(long_thought(), against(SeatSpec::Me, "threat"))
        .await;
    olga.play("h8").await;
    thinks(&mut olga).await;
    play_against_bots(server.client("Ana").await).await;
    assert_eq!(olga.game().plies().len(), 1);
    server.stop().await;
}

/// Waits until everybody is told that the bot thinks.
async fn thinks(client: &mut Client) {
    let begun = |event: &RoomEvent| matches!(event, RoomEvent::Thinking { .. }).then_some(());
    client.event(begun).await;
}

#[tokio::test]
async fn no_bot_loses_on_its_clock_while_its_search_waits() {
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
    // Everything that one address may have running at once.
    let long = GameSpec {
        think_time: Some(ThinkTime::new(6_000).unwrap()),
        ..long_thought()
    };
    let mut others = Vec::new();
    for number in 0..2 {
        let mut other = server.client(&format!("Olga {number}")).await;
        other
            .open(long.clone(), against(SeatSpec::Me, "threat"))
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
