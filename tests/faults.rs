//! A storage that fails, stalls or comes back: nothing is told that is not written, nobody is charged, and no
//! room is lost to it.

use std::path::Path;
use std::time::Duration;

use protocol::act::Act;
use protocol::id::RoomId;
use protocol::message::{ClientMsg, Role, RoomEvent, ServerMsg};
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::side::{BySide, Side};
use protocol::spec::{GameSpec, SeatSpec};
use protocol::view::{LeftWhy, Reason};
use room::Event;
use server::store;
use tempfile::tempdir;
use tokio::time::Instant;

use crate::faulty::{Control, Faulty, Mode};
use crate::harness::{PATIENCE, Pair, TestServer, bot, http_get, me_and_open, quiet, spec};

async fn faulty_server() -> (TestServer, Control) {
    let (store, control) = Faulty::around(store::memory());
    (TestServer::with(quiet(), store).await, control)
}

fn with_clock(clock: &str) -> GameSpec {
    GameSpec {
        clock: Some(clock.parse().unwrap()),
        ..spec("connect-four")
    }
}

#[tokio::test]
async fn nothing_is_told_that_was_not_written() {
    let (server, control) = faulty_server().await;
    let mut pair = Pair::at(&server, spec("connect-four")).await;
    let mut spectator = server.client("Eva").await;
    spectator.watch(pair.room).await;
    control.set(Mode::Failing);
    let chat = |text: &str| ClientMsg::Chat { text: text.into() };
    pair.first.play("4").await;
    assert!(matches!(
        pair.first.refusal().await,
        Refusal::Internal { .. }
    ));
    pair.second.say(chat("anybody here?")).await;
    assert!(matches!(
        pair.second.refusal().await,
        Refusal::Internal { .. }
    ));
    pair.first.say(ClientMsg::Act(Act::Resign)).await;
    assert!(matches!(
        pair.first.refusal().await,
        Refusal::Internal { .. }
    ));
    control.set(Mode::Working);
    pair.second.say(chat("now it works")).await;
    // The first that anybody hears of all that is what was written.
    for client in [&mut spectator, &mut pair.first, &mut pair.second] {
        let told = client.event(|event| Some(event.clone())).await;
        let RoomEvent::ChatPosted { line } = told else {
            panic!("{told:?} was told though it was not written");
        };
        assert_eq!(line.text.as_str(), "now it works");
        assert!(client.game().plies().is_empty());
    }
    let written = control.appends();
    assert!(!written.iter().any(|append| {
        let unwanted = |event: &Event| matches!(event, Event::Played { .. } | Event::Over { .. });
        append
            .read()
            .unwrap()
            .iter()
            .any(|(_, event)| unwanted(event))
    }));
    pair.play("4 4").await;
    server.stop().await;
}

#[tokio::test]
async fn a_move_that_was_written_though_the_store_said_no_is_found_again() {
    let (server, control) = faulty_server().await;
    let mut pair = Pair::at(&server, spec("connect-four")).await;
    pair.play("4").await;
    control.set(Mode::FailingThoughWritten);
    let revision = pair.second.revision();
    pair.second.play("4").await;
    assert!(matches!(
        pair.second.refusal().await,
        Refusal::Internal { .. }
    ));
    control.set(Mode::Working);
    // The same move again, which is on the disk already: it is not played twice.
    let square = pair.second.game().read_move("4").unwrap();
    pair.second
        .say(ClientMsg::Act(Act::Move { revision, square }))
        .await;
    assert!(matches!(pair.second.refusal().await, Refusal::Stale { .. }));
    assert_eq!(
        pair.second.game().plies().len(),
        2,
        "shown by the room as it is"
    );
    pair.first.plies(2).await;
    pair.play("3 3 5 5 6").await;
    assert_eq!(pair.first.over().await.winner, Some(Side::First));
    server.stop().await;
}

#[tokio::test]
async fn a_store_that_stalls_costs_nobody_time() {
    let (server, control) = faulty_server().await;
    let mut pair = Pair::at(&server, with_clock("1s")).await;
    pair.play("4 4").await;
    control.set(Mode::Stalled);
    let before = control.refused();
    pair.first.play("3").await;
    tokio::task::spawn_blocking({
        let control = control.clone();
        move || control.wait_for_refusals(before + 1)
    })
    .await
    .unwrap();
    // Longer than either has on the clock.
    tokio::time::sleep(Duration::from_millis(1500)).await;
    control.set(Mode::Working);
    let clock = pair
        .second
        .event(|event| match event {
            RoomEvent::Moved { clock, .. } => *clock,
            _ => None,
        })
        .await;
    assert_eq!(
        clock.remaining.second,
        Millis::from_millis(1000),
        "it runs from the telling"
    );
    assert!(
        clock.remaining.first > Millis::from_millis(500),
        "the move came at once"
    );
    pair.first.plies(3).await;
    pair.play("3").await;
    server.stop().await;
}

#[tokio::test]
async fn the_room_answers_at_once_while_its_bot_waits_for_the_store() {
    let (server, control) = faulty_server().await;
    let mut ana = server.client("Ana").await;
    let seats = BySide {
        first: SeatSpec::Me,
        second: bot("random"),
    };
    ana.open(spec("connect-four"), seats).await;
    ana.play("4").await;
    ana.plies(2).await;
    let before = control.refused();
    control.set(Mode::OnceMore);
    ana.play("4").await;
    tokio::task::spawn_blocking({
        let control = control.clone();
        move || control.wait_for_refusals(before + 1)
    })
    .await
    .unwrap();
    let asked = Instant::now();
    for _ in 0..3 {
        ana.say(ClientMsg::Resync).await;
        ana.joined().await;
    }
    let (refused, one) = (control.refused(), asked.elapsed());
    assert!(
        one < Duration::from_millis(900),
        "the room slept for {one:?}"
    );
    assert_eq!(refused, before + 1, "tried again without a pause");
    control.set(Mode::Working);
    ana.plies(4).await;
    server.stop().await;
}

#[tokio::test]
async fn health_is_what_the_store_says() {
    let (server, control) = faulty_server().await;
    let mut ana = server.client("Ana").await;
    assert!(
        http_get(&server, "/healthz")
            .await
            .starts_with("HTTP/1.1 200")
    );
    control.set(Mode::Failing);
    ana.say(ClientMsg::Open {
        spec: spec("connect-four"),
        seats: me_and_open(),
        shuffle: false,
    })
    .await;
    assert!(matches!(ana.refusal().await, Refusal::Internal { .. }));
    let answer = http_get(&server, "/healthz").await;
    assert!(answer.starts_with("HTTP/1.1 503"), "{answer}");
    assert!(answer.contains("no space left on the device"), "{answer}");
    control.set(Mode::Working);
    while !http_get(&server, "/healthz")
        .await
        .starts_with("HTTP/1.1 200")
    {
        tokio::task::yield_now().await;
    }
    server.stop().await;
}

/// A stored match of bots in which one is to move, so that it is due at once when the server starts.
async fn stored_match_of_bots(directory: &Path) -> RoomId {
    let server = TestServer::on_disk(directory).await;
    let mut ana = server.client("Ana").await;
    let seats = BySide {
        first: bot("random"),
        second: bot("random"),
    };
    // One ply takes longer than the server runs.
    let slow = GameSpec {
        pace: "60000".parse().unwrap(),
        ..spec("connect-four")
    };
    ana.say(ClientMsg::Open {
        spec: slow,
        seats,
        shuffle: false,
    })
    .await;
    let room = ana.joined().await.1.room;
    server.stop().await;
    room
}

#[tokio::test]
async fn people_are_let_in_before_any_room_is_brought_back() {
    let directory = tempdir().unwrap();
    stored_match_of_bots(directory.path()).await;
    let (store, control) = Faulty::around(store::sqlite(directory.path()).unwrap());
    control.set(Mode::LoadStalled);
    let server = TestServer::with(quiet(), store).await;
    let asked = control.clone();
    tokio::task::spawn_blocking(move || asked.wait_for_loads(1))
        .await
        .unwrap();
    // The room is being loaded, and will be for as long as the test wants.
    let mut bruno = server.client("Bruno").await;
    bruno.say(ClientMsg::EnterLobby { boards: false }).await;
    bruno
        .until(|message| matches!(message, ServerMsg::Lobby { .. }).then_some(()))
        .await;
    control.set(Mode::Working);
    server.stop().await;
}

#[tokio::test]
async fn a_bots_room_that_could_not_be_brought_back_is_tried_again() {
    let directory = tempdir().unwrap();
    let room = stored_match_of_bots(directory.path()).await;
    let (store, control) = Faulty::around(store::sqlite(directory.path()).unwrap());
    control.set(Mode::LoadFailing);
    let mut config = quiet();
    config.revive_retry = Duration::from_millis(20);
    let server = TestServer::with(config, store).await;
    let asked = control.clone();
    tokio::task::spawn_blocking(move || asked.wait_for_loads(2))
        .await
        .unwrap();
    control.set(Mode::Working);
    // Nobody asks for it: it comes to the lobby by itself.
    let mut bruno = server.client("Bruno").await;
    bruno.say(ClientMsg::EnterLobby { boards: false }).await;
    bruno
        .until(|message| match message {
            ServerMsg::LobbyRoom { room: shown } => (shown.room == room).then_some(()),
            ServerMsg::Lobby { rooms, .. } => {
                rooms.iter().any(|shown| shown.room == room).then_some(())
            }
            _ => None,
        })
        .await;
    server.stop().await;
}

#[tokio::test]
async fn clocks_wait_for_players_from_the_start_of_the_server_in_every_room() {
    let directory = tempdir().unwrap();
    let server = TestServer::on_disk(directory.path()).await;
    let mut pair = Pair::at(&server, with_clock("5m")).await;
    pair.play("4 4").await;
    server.stop().await;
    let (store, control) = Faulty::around(store::sqlite(directory.path()).unwrap());
    let server = TestServer::with(quiet(), store).await;
    let mut first = server.client("Ana").await;
    let welcomed = control.appends().len();
    first.come_back(pair.room, pair.tokens.first).await;
    let resumed: Vec<_> = control.appends()[welcomed..]
        .iter()
        .flat_map(|append| append.read().unwrap())
        .filter(|(_, event)| *event == Event::Resumed)
        .collect();
    let [(at, _)] = resumed[..] else {
        panic!("one room was resumed, not {resumed:?}");
    };
    // Another room, opened later, tells what time it is.
    let mut carla = server.client("Carla").await;
    carla.open(spec("connect-four"), me_and_open()).await;
    let now = control.appends().last().unwrap().events[0].at;
    assert!(at < now, "stamped with the start, not with the return");
    server.stop().await;
}

#[tokio::test]
async fn the_end_of_a_game_is_stored_with_its_players_result_and_moves() {
    let (server, control) = faulty_server().await;
    let mut pair = Pair::at(&server, spec("connect-four")).await;
    pair.play("4 4 3 3 5 5 6").await;
    assert_eq!(pair.first.over().await.reason, Reason::Line);
    let appends = control.appends();
    let ends: Vec<_> = appends
        .iter()
        .filter_map(|append| append.finished.as_ref().map(|game| (append, game)))
        .collect();
    let [(append, game)] = ends[..] else {
        panic!("one game ended, not {ends:?}");
    };
    let ended = |(_, event): &(Millis, Event)| matches!(event, Event::Over { .. });
    assert!(append.room == pair.room && append.read().unwrap().iter().any(ended));
    assert_eq!((game.game, game.winner), (1, Some(Side::First)));
    let moves: Vec<_> = game.moves.iter().map(ToString::to_string).collect();
    assert_eq!(moves, ["d1", "d2", "c1", "c2", "e1", "e2", "f1"]);
    assert!(!game.players.first.is_bot && game.players.first.name != game.players.second.name);
    server.stop().await;
}

#[tokio::test]
async fn a_room_that_turns_out_to_be_damaged_ends_and_is_not_refused_for_ever() {
    let (server, control) = faulty_server().await;
    let mut pair = Pair::at(&server, spec("connect-four")).await;
    control.set(Mode::Damaged);
    pair.first.play("4").await;
    assert!(matches!(
        pair.first.refusal().await,
        Refusal::Internal { .. }
    ));
    for client in [&mut pair.first, &mut pair.second] {
        assert_eq!(client.left().await, LeftWhy::Closed);
    }
    control.set(Mode::Working);
    let (_, token) = pair.first.open(spec("connect-four"), me_and_open()).await;
    assert_ne!(token, pair.tokens.first);
    server.stop().await;
}

#[tokio::test]
async fn a_room_whose_stored_events_make_no_game_is_quarantined() {
    let directory = tempdir().unwrap();
    let server = TestServer::on_disk(directory.path()).await;
    let pair = Pair::at(&server, spec("connect-four")).await;
    server.stop().await;
    let (store, control) = Faulty::around(store::sqlite(directory.path()).unwrap());
    let server = TestServer::with(quiet(), store).await;
    control.set(Mode::LoadGarbled);
    let mut ana = server.client("Ana").await;
    let (room, token) = (pair.room, pair.tokens.first);
    let role = Role::Seat { token };
    for _ in 0..2 {
        let role = role.clone();
        ana.say(ClientMsg::Join { room, role }).await;
        assert!(matches!(ana.refusal().await, Refusal::Internal { .. }));
        // It is not tried again, though it could be read now.
        control.set(Mode::Working);
    }
    assert_eq!(control.quarantined(), [room]);
    server.stop().await;
}

/// A server whose store has a move to write, and stalls.
async fn stalled_with_a_move(patience: Duration) -> (TestServer, Control, Pair) {
    let (store, control) = Faulty::around(store::memory());
    let mut config = quiet();
    config.drain = Duration::from_millis(1);
    config.store_patience = patience;
    let server = TestServer::with(config, store).await;
    let mut pair = Pair::at(&server, spec("connect-four")).await;
    let before = control.refused();
    control.set(Mode::Stalled);
    pair.first.play("4").await;
    let asked = control.clone();
    tokio::task::spawn_blocking(move || asked.wait_for_refusals(before + 1))
        .await
        .unwrap();
    (server, control, pair)
}

#[tokio::test]
async fn a_shutdown_waits_for_a_store_that_is_slow() {
    let (server, control, pair) = stalled_with_a_move(PATIENCE).await;
    let stopping = tokio::spawn(server.try_stop());
    // Longer than a store that works is given.
    tokio::time::sleep(Duration::from_millis(1500)).await;
    assert!(!stopping.is_finished());
    control.set(Mode::Working);
    stopping.await.unwrap().unwrap();
    let played = |event: &Event| matches!(event, Event::Played { .. });
    let written = control.appends();
    assert!(written.iter().any(|append| {
        append.room == pair.room
            && append
                .read()
                .unwrap()
                .iter()
                .any(|(_, event)| played(event))
    }));
}

#[tokio::test]
async fn a_store_that_does_not_finish_is_an_error_of_the_server() {
    let (server, control, _pair) = stalled_with_a_move(Duration::from_millis(1)).await;
    let error = server.try_stop().await.unwrap_err();
    assert!(error.to_string().contains("did not finish"), "{error}");
    // The thread that writes may end now.
    control.set(Mode::Working);
}
