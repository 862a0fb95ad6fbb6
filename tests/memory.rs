//! Rooms in memory, and the answer to a code whose room is not in memory.

use protocol::act::Act;
use protocol::id::RoomId;
use protocol::message::{ClientMsg, Role, RoomEvent, ServerMsg};
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::side::{BySide, Side};
use protocol::spec::{GameSpec, SeatSpec};
use protocol::view::Phase;
use server::store::Store;
use server::{Config, store};
use tempfile::tempdir;

use crate::harness::{Client, Pair, TestServer, bot, me_and_open, quiet, spec};

fn against_bot() -> BySide<SeatSpec> {
    BySide {
        first: SeatSpec::Me,
        second: bot("random"),
    }
}

async fn try_join(client: &mut Client, room: RoomId, role: Role) -> Result<(), Refusal> {
    client.say(ClientMsg::Join { room, role }).await;
    client
        .until(|message| match message {
            ServerMsg::Joined { .. } => Some(Ok(())),
            ServerMsg::Refused { refusal, .. } => Some(Err(refusal.clone())),
            _ => None,
        })
        .await
}

/// Asks for the lobby again and again until it is as `wanted`.
async fn lobby_until(client: &mut Client, wanted: impl Fn(&[RoomId]) -> bool) {
    loop {
        client.say(ClientMsg::EnterLobby { boards: false }).await;
        let rooms = client
            .until(|message| match message {
                ServerMsg::Lobby { rooms, .. } => {
                    Some(rooms.iter().map(|room| room.room).collect::<Vec<_>>())
                }
                _ => None,
            })
            .await;
        if wanted(&rooms) {
            return;
        }
        // The lobby of a server is asked at the pace that it answers at.
        client.say(ClientMsg::LeaveLobby).await;
    }
}

#[tokio::test]
async fn rooms_with_nobody_in_them_never_keep_a_newcomer_out() {
    let directory = tempdir().unwrap();
    for store in [store::memory(), store::sqlite(directory.path()).unwrap()] {
        newcomers_find_a_place(store).await;
    }
}

async fn newcomers_find_a_place(store: Box<dyn Store>) {
    let config = Config {
        rooms: 3,
        ..quiet()
    };
    let server = TestServer::with(config, store).await;
    // It is not this room that makes place.
    let mut dora = server.client("Dora").await;
    dora.open(spec("connect-four"), against_bot()).await;
    let mut left = Vec::new();
    for _ in 0..7 {
        let mut ana = server.client("Ana").await;
        let (room, token) = ana.open(spec("connect-four"), against_bot()).await;
        ana.play("4").await;
        ana.plies(2).await;
        ana.say(ClientMsg::Leave).await;
        ana.left().await;
        left.push((room, token, ana.game().clone()));
    }
    // Each of them is still there for whoever comes back, as it was.
    for (room, token, game) in left {
        let mut ana = server.client("Ana").await;
        ana.come_back(room, token).await;
        assert_eq!(ana.game(), &game);
        ana.play("4").await;
        ana.plies(4).await;
        ana.say(ClientMsg::Leave).await;
        ana.left().await;
    }
    dora.play("4").await;
    dora.plies(2).await;
    server.stop().await;
}

#[tokio::test]
async fn rooms_with_somebody_in_them_are_never_put_out_for_another() {
    let config = Config {
        rooms: 2,
        ..quiet()
    };
    let server = TestServer::with(config, store::memory()).await;
    let mut ana = server.client("Ana").await;
    ana.open(spec("connect-four"), against_bot()).await;
    let mut bruno = server.client("Bruno").await;
    bruno.open(spec("connect-four"), me_and_open()).await;
    let mut carla = server.client("Carla").await;
    carla
        .say(ClientMsg::Open {
            spec: spec("connect-four"),
            seats: me_and_open(),
            shuffle: false,
        })
        .await;
    assert!(matches!(carla.refusal().await, Refusal::Full { .. }));
    ana.play("4").await;
    ana.plies(2).await;
    server.stop().await;
}

#[tokio::test]
async fn a_game_that_left_memory_goes_on_where_it_was_when_its_players_come_back() {
    let mut config = quiet();
    config.timing.lingering = Millis::from_millis(1);
    let directory = tempdir().unwrap();
    let server = TestServer::with(config, store::sqlite(directory.path()).unwrap()).await;
    let mut pair = Pair::at(&server, spec("connect-four")).await;
    pair.play("4 4 3").await;
    let mut watcher = server.client("Watcher").await;
    lobby_until(&mut watcher, |rooms| rooms.contains(&pair.room)).await;
    drop((pair.first, pair.second));
    lobby_until(&mut watcher, |rooms| !rooms.contains(&pair.room)).await;
    let mut first = server.client("Ana").await;
    let snapshot = first.come_back(pair.room, pair.tokens.first).await;
    assert_eq!(snapshot.plies.len(), 3);
    let mut second = server.client("Bruno").await;
    second.come_back(pair.room, pair.tokens.second).await;
    (pair.first, pair.second) = (first, second);
    pair.play("3 5 5 6").await;
    assert_eq!(pair.first.over().await.winner, Some(Side::First));
    server.stop().await;
}

#[tokio::test]
async fn the_code_of_a_finished_game_shows_it_and_does_not_bring_it_to_life() {
    let directory = tempdir().unwrap();
    let mut config = quiet();
    config.timing.lingering = Millis::from_millis(1);
    let server = TestServer::with(config, store::sqlite(directory.path()).unwrap()).await;
    let mut pair = Pair::at(&server, spec("connect-four")).await;
    pair.play("4 4 3 3 5 5 6").await;
    pair.first.over().await;
    let mut watcher = server.client("Watcher").await;
    drop((pair.first, pair.second));
    lobby_until(&mut watcher, |rooms| !rooms.contains(&pair.room)).await;

    let snapshot = watcher.watch(pair.room).await;
    assert!(matches!(snapshot.phase, Phase::Over { .. }));
    assert_eq!(snapshot.plies.len(), 7);
    let mut first = server.client("Ana").await;
    first.come_back(pair.room, pair.tokens.first).await;
    let mut second = server.client("Bruno").await;
    second.come_back(pair.room, pair.tokens.second).await;
    for client in [&mut first, &mut second] {
        client.say(ClientMsg::Act(Act::Rematch)).await;
        assert_eq!(client.refusal().await, Refusal::GameOver);
    }
    server.stop().await;
}

#[tokio::test]
async fn a_rematch_can_be_agreed_on_though_the_server_was_restarted_after_the_game() {
    let directory = tempdir().unwrap();
    let server = TestServer::on_disk(directory.path()).await;
    let mut pair = Pair::at(&server, spec("connect-four")).await;
    pair.play("4 4 3 3 5 5 6").await;
    pair.first.over().await;
    server.stop().await;
    let server = TestServer::on_disk(directory.path()).await;
    let mut first = server.client("Ana").await;
    first.come_back(pair.room, pair.tokens.first).await;
    let mut second = server.client("Bruno").await;
    second.come_back(pair.room, pair.tokens.second).await;
    first.say(ClientMsg::Act(Act::Rematch)).await;
    second
        .event(|event| matches!(event, RoomEvent::RematchOffered { .. }).then_some(()))
        .await;
    second.say(ClientMsg::Act(Act::Rematch)).await;
    first.started().await;
    server.stop().await;
}

#[tokio::test]
async fn the_memory_store_forgets_a_finished_game_when_everybody_has_gone() {
    let mut config = quiet();
    config.timing.lingering = Millis::from_millis(1);
    let server = TestServer::with(config, store::memory()).await;
    let mut pair = Pair::at(&server, spec("connect-four")).await;
    pair.play("4 4 3 3 5 5 6").await;
    pair.first.over().await;
    let mut watcher = server.client("Watcher").await;
    drop((pair.first, pair.second));
    lobby_until(&mut watcher, |rooms| !rooms.contains(&pair.room)).await;
    let room = pair.room;
    let joined = try_join(&mut watcher, room, Role::Spectator).await;
    assert_eq!(joined, Err(Refusal::NoSuchRoom { room }));
    server.stop().await;
}

#[tokio::test]
async fn a_room_that_the_lobby_shows_can_be_entered_at_once() {
    let server = TestServer::start().await;
    let mut watcher = server.client("Watcher").await;
    for _ in 0..20 {
        let mut ana = server.client("Ana").await;
        let (room, _) = ana.open(spec("connect-four"), me_and_open()).await;
        // Before the list of changes is even gathered.
        lobby_until(&mut watcher, |rooms| rooms.contains(&room)).await;
        watcher.watch(room).await;
        watcher.say(ClientMsg::Leave).await;
        watcher.left().await;
    }
    server.stop().await;
}

#[tokio::test]
async fn an_orderly_stop_keeps_the_time_that_was_thought_in_the_turn() {
    let directory = tempdir().unwrap();
    let server = TestServer::on_disk(directory.path()).await;
    let clocked = GameSpec {
        clock: Some("5m".parse().unwrap()),
        ..spec("connect-four")
    };
    let mut pair = Pair::at(&server, clocked).await;
    pair.play("4 4").await;
    // The first side thinks for as long as this takes, and for some while more.
    let before = tokio::time::Instant::now();
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    let thought = Millis::from_millis(before.elapsed().as_millis() as u64);
    server.stop().await;
    let server = TestServer::on_disk(directory.path()).await;
    let mut second = server.client("Bruno").await;
    let snapshot = second.come_back(pair.room, pair.tokens.second).await;
    let clock = snapshot.clock.unwrap();
    assert_eq!(clock.running, None, "the first side is not back yet");
    let left = clock.remaining.first;
    assert!(left <= Millis::from_secs(300) - thought, "{left:?}");
    assert_eq!(clock.remaining.second, Millis::from_secs(300));
    server.stop().await;
}
