//! Several servers on one `PostgreSQL`: each room is at one of them, and goes on at another when that one is gone.
//!
//! Servers are programs, which tests kill and stop. They are skipped where there is no `PostgreSQL`.

mod evening;
#[path = "../server/src/testing/postgres.rs"]
mod postgres;
mod tls;

use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use client::net::{Link, NetEvent, Settings};
use futures::future::{join, join_all};
use protocol::act::Act;
use protocol::codec::Encoding;
use protocol::id::{RoomId, Token};
use protocol::message::{ClientMsg, Role, RoomEvent, ServerMsg};
use protocol::refusal::Refusal;
use protocol::side::Side;
use protocol::spec::GameSpec;
use protocol::view::{HistoryFilter, Phase};
use rustix::process::Signal;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::unix::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::sync::watch;
use tokio::task::spawn_blocking;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

use self::postgres::{Database, Postgres};
use crate::binaries::{ServerProcess, server};
use crate::harness::{Client, PATIENCE, http_get_at, me_and_open, spec};

/// A server among others, with a directory of its own.
pub(crate) struct Node {
    pub(crate) process: ServerProcess,
    data: TempDir,
}

impl Node {
    pub(crate) fn start(database: &Database) -> Self {
        Self::at(&database.url())
    }

    /// Starts a server on the database of this URL.
    fn at(url: &str) -> Self {
        let data = tempfile::tempdir().unwrap();
        // The address is to be known before the server has it.
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = free.local_addr().unwrap().to_string();
        drop(free);
        let mut command = server(&address, data.path());
        command
            .args(["--store", url, "--advertise", &format!("ws://{address}")])
            .args(["--people-per-address", "1000", "--tls", "off"]);
        Self {
            process: ServerProcess::by(&mut command),
            data,
        }
    }

    fn address(&self) -> SocketAddr {
        self.process.address
    }

    fn url(&self) -> String {
        format!("ws://{}", self.address())
    }

    async fn client(&self, name: &str) -> Client {
        let mut client = Client::connect(self.address(), Encoding::Bincode).await;
        client.introduce(name).await;
        client
    }

    /// Gives a command of the operator, and returns the answer.
    fn ctl(&self, words: &str) -> String {
        let mut command = crate::binaries::command(crate::binaries::binary("enlinea-server"));
        command.arg("--data").arg(self.data.path()).arg("ctl");
        let ended = crate::binaries::run(command.args(words.split(' ')));
        assert_eq!(ended.code(), 0, "{ended:?}");
        ended.said.join("\n")
    }

    /// Lets a person in whom the server knows again.
    async fn client_with_key(&self, name: &str, key: u128) -> Client {
        let mut client = Client::connect(self.address(), Encoding::Bincode).await;
        let mut hello = crate::harness::hello(name);
        if let ClientMsg::Hello { key: none, .. } = &mut hello {
            *none = Some(Token(key));
        }
        client.say(hello).await;
        client
            .until(|message| matches!(message, ServerMsg::Welcome { .. }).then_some(()))
            .await;
        client
    }

    /// Stops the process, and returns when each of its threads stands still.
    fn stand_still(&self) {
        self.process.program.signal(Signal::STOP);
        let threads = format!("/proc/{}/task", self.process.program.id());
        let stands = |thread: std::io::Result<std::fs::DirEntry>| {
            let status = std::fs::read_to_string(thread.unwrap().path().join("status"));
            status.is_ok_and(|status| status.contains("State:\tT"))
        };
        while !std::fs::read_dir(&threads).unwrap().all(stands) {
            std::thread::yield_now();
        }
    }

    fn go_on(&self) {
        self.process.program.signal(Signal::CONT);
    }
}

/// Two people at a table of one server, with their tokens.
struct Table {
    room: RoomId,
    names: [&'static str; 2],
    tokens: [Token; 2],
    clients: Vec<Client>,
}

impl Table {
    async fn at(node: &Node) -> Self {
        Self::of(node, "connect-four").await
    }

    async fn of(node: &Node, variant: &str) -> Self {
        let spec = GameSpec {
            clock: Some("5m".parse().unwrap()),
            ..spec(variant)
        };
        let names = ["Ana", "Bo"];
        let mut ana = node.client(names[0]).await;
        let mut bo = node.client(names[1]).await;
        let (room, first) = ana.open(spec, me_and_open()).await;
        let second = bo.join(room).await;
        ana.started().await;
        Self {
            room,
            names,
            tokens: [first, second],
            clients: vec![ana, bo],
        }
    }

    /// Plays the moves in turn; each is seen by both before the next is made.
    async fn play(&mut self, moves: &str) {
        for text in moves.split_whitespace() {
            let plies = self.clients[0].game().plies().len();
            self.clients[plies % 2].play(text).await;
            for client in &mut self.clients {
                client.plies(plies + 1).await;
            }
        }
    }

    /// Plays until a connection ends, or for as long as wanted, and counts the plies.
    async fn play_on(&mut self, goes_on: &AtomicBool, played: &watch::Sender<usize>) {
        let goes_on = || goes_on.load(Ordering::Relaxed);
        let plies = self.clients[0].game().plies().len();
        'game: for ply in (plies..PLACES).take_while(|_| goes_on()) {
            let mover = &mut self.clients[ply % 2];
            let square = mover.game().read_move(&place(ply)).unwrap();
            let revision = mover.revision();
            let said = mover.try_say(Act::Move { revision, square }.into());
            if said.await.is_none() {
                break;
            }
            for client in &mut self.clients {
                while client.game().plies().len() <= ply {
                    match timeout(MOMENT, client.try_hear()).await {
                        Ok(Some(_)) => {}
                        Err(_) if goes_on() => {}
                        _ => break 'game,
                    }
                }
            }
            played.send_modify(|played| *played += 1);
        }
        for client in &mut self.clients {
            while matches!(timeout(MOMENT, client.try_hear()).await, Ok(Some(_))) {}
        }
    }

    /// Has both come back to their seats, at whichever of the servers has the room now.
    async fn come_back(&mut self, nodes: &[&Node]) {
        self.clients.clear();
        for (name, token) in self.names.into_iter().zip(self.tokens) {
            let client = come_back(nodes, name, self.room, Role::Seat { token });
            self.clients.push(client.await);
        }
    }
}

/// Plies that [`place`] has places for.
const PLACES: usize = 120;

/// The place of a ply: no two of one player lie side by side.
fn place(ply: usize) -> String {
    let file = char::from(b'a' + (ply % 15) as u8);
    format!("{file}{}", 1 + 2 * (ply / 15))
}

/// Time after which what was sent before has come.
const MOMENT: Duration = Duration::from_millis(200);

/// Tries the servers, and those that they name, until one has the room.
async fn come_back(nodes: &[&Node], name: &str, room: RoomId, role: Role) -> Client {
    let came = timeout(PATIENCE, try_to_come(nodes, name, room, role)).await;
    came.expect("the room is somewhere")
}

async fn try_to_come(nodes: &[&Node], name: &str, room: RoomId, role: Role) -> Client {
    let mut at = 0;
    loop {
        let mut next = (at + 1) % nodes.len();
        if let Some(mut client) =
            Client::try_connect(nodes[at].address(), name, Encoding::Bincode).await
            && client
                .try_say(ClientMsg::Join {
                    room,
                    role: role.clone(),
                })
                .await
                .is_some()
        {
            loop {
                match client.try_hear().await {
                    Some(ServerMsg::Joined { .. }) => return client,
                    Some(ServerMsg::Refused {
                        refusal: Refusal::Elsewhere { address, .. },
                        ..
                    }) => {
                        next = nodes
                            .iter()
                            .position(|node| node.url() == address)
                            .unwrap_or(next);
                        break;
                    }
                    Some(ServerMsg::Refused { .. }) | None => break,
                    Some(_) => {}
                }
            }
        }
        at = next;
    }
}

pub(crate) fn database() -> Option<Database> {
    Postgres::shared().map(|postgres| postgres.database())
}

/// A cluster of a test's own. The machine goes on when it crashes, and has what it did not sync.
fn to_be_crashed() -> Option<Postgres> {
    Postgres::start("fsync = off")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_room_is_at_one_server_and_the_others_say_at_which() {
    let Some(database) = database() else { return };
    let [one, other] = [Node::start(&database), Node::start(&database)];
    let mut ana = one.client("Ana").await;
    let (room, token) = ana.open(spec("connect-four"), me_and_open()).await;
    let mut bo = Client::connect(other.address(), Encoding::Bincode).await;
    bo.say(crate::harness::hello("Bo")).await;
    let nodes = bo.until(|message| match message {
        ServerMsg::Welcome { nodes, .. } => Some(nodes.clone()),
        _ => None,
    });
    assert_eq!(nodes.await, [one.url()]);
    let elsewhere = Refusal::Elsewhere {
        room,
        address: one.url(),
    };
    for role in [Role::Player, Role::Spectator, Role::Seat { token }] {
        bo.say(ClientMsg::Join { room, role }).await;
        assert_eq!(bo.refusal().await, elsewhere);
    }
    let nowhere = RoomId::from_draw(1);
    bo.say(ClientMsg::Join {
        room: nowhere,
        role: Role::Player,
    })
    .await;
    assert_eq!(bo.refusal().await, Refusal::NoSuchRoom { room: nowhere });
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_goes_on_at_another_server_when_its_own_is_killed() {
    let Some(database) = database() else { return };
    let nodes = [(); 3].map(|()| Node::start(&database));
    let mut table = Table::at(&nodes[0]).await;
    table.play("4 4 3").await;
    ready(&database, 3, &[&nodes[1], &nodes[2]]).await;
    let before = table.clients[0]
        .replica()
        .snapshot()
        .clock
        .expect("a clock");
    let [killed, left @ ..] = nodes;
    drop(killed.process.program.kill());
    let begun = Instant::now();
    table.come_back(&left.each_ref()).await;
    let took = begun.elapsed();
    assert!(took < 2 * server::store::LEASE, "{took:?}");
    let after = table.clients[0]
        .replica()
        .snapshot()
        .clock
        .expect("a clock");
    assert_eq!(
        before.remaining.second, after.remaining.second,
        "nobody is charged"
    );
    table.play("3 5 5 6").await;
    assert!(table.clients[0].over().await.winner.is_some());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn servers_have_one_lobby_one_quick_match_and_one_history() {
    let Some(database) = database() else { return };
    let nodes = [(); 2].map(|()| Node::start(&database));
    let mut ana = nodes[0].client_with_key("Ana", 1).await;
    let mut bo = nodes[1].client_with_key("Bo", 2).await;
    let (text, boards) = ("hello".to_owned(), true);
    bo.say(ClientMsg::EnterLobby { boards }).await;
    ana.say(ClientMsg::EnterLobby { boards }).await;
    // Both are seen, and so is what they say.
    bo.until(|message| {
        let (ServerMsg::Lobby { present, .. } | ServerMsg::LobbyPlayers { present, .. }) = message
        else {
            return None;
        };
        (*present == 2).then_some(())
    })
    .await;
    ana.say(ClientMsg::LobbyChat { text }).await;
    bo.until(|message| matches!(message, ServerMsg::LobbyChat { .. }).then_some(()))
        .await;
    let quick = ClientMsg::Quick {
        variant: spec("connect-four").variant,
        clock: None,
        own_rooms: Vec::new(),
        rated: true,
    };
    // At the same time: the one who comes second is sent to the first.
    ana.say(quick.clone()).await;
    bo.say(quick.clone()).await;
    for (client, at) in [(&mut ana, 0), (&mut bo, 1)] {
        let room = client
            .until(|message| match message {
                ServerMsg::Joined { .. } => Some(None),
                ServerMsg::Refused {
                    refusal: Refusal::Elsewhere { address, .. },
                    ..
                } => Some(Some(address.clone())),
                _ => None,
            })
            .await;
        if let Some(address) = room {
            assert_eq!(address, nodes[1 - at].url());
            let (name, key) = [("Ana", 1), ("Bo", 2)][at];
            *client = nodes[1 - at].client_with_key(name, key).await;
            client.say(quick.clone()).await;
            client.joined().await;
        }
    }
    let clients = if ana.you() == Some(Side::First) {
        [&mut ana, &mut bo]
    } else {
        [&mut bo, &mut ana]
    };
    let [first, second] = clients;
    // The one who came second has it in the snapshot.
    while !matches!(second.replica().snapshot().phase, Phase::Playing) {
        second.hear().await;
    }
    first.say(Act::Resign.into()).await;
    second
        .event(|event| matches!(event, RoomEvent::Rated { .. }).then_some(()))
        .await;
    for node in &nodes {
        let mut client = node.client("Cleo").await;
        // The copy of the other server is a moment later.
        let seen = async {
            loop {
                let (filter, before) = (HistoryFilter::default(), None);
                client.say(ClientMsg::History { filter, before }).await;
                let games = client.until(|message| match message {
                    ServerMsg::History { games, .. } => Some(games.len()),
                    _ => None,
                });
                if games.await == 1 {
                    break;
                }
            }
        };
        timeout(PATIENCE, seen).await.expect("one game is over");
    }
    // The operator of one sees the other, and changes the games of all.
    assert!(nodes[0].ctl("list").contains(&nodes[1].url()));
    assert_eq!(
        nodes[1].ctl("annul 1"),
        "game 1 counts for the ratings no more"
    );
    // A name that is owned is owned at each of them.
    let mut other = Client::connect(nodes[0].address(), Encoding::Bincode).await;
    other.say(crate::harness::hello("Bo")).await;
    assert!(matches!(other.refusal().await, Refusal::NameOwned { .. }));
}

/// The connection of the terminal.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_goes_to_the_server_of_its_room_and_to_the_next_one_when_that_is_killed() {
    let Some(database) = database() else { return };
    let [one, other] = [Node::start(&database), Node::start(&database)];
    let mut ana = one.client("Ana").await;
    let (room, _) = ana.open(spec("connect-four"), me_and_open()).await;
    let urls = vec![format!("{}/ws", other.url())];
    let (link, mut events) = Link::open(Settings::new(urls, Some("Bo".to_owned())));
    link.send(ClientMsg::Join {
        room,
        role: Role::Player,
    });
    let token = joined(&mut events).await.expect("a seat has a token");
    assert_eq!(link.address(), Some(format!("{}/ws", one.url())));
    link.set_seat(Some((room, token)));
    ready(&database, 2, &[&other]).await;
    drop(one.process.program.kill());
    joined(&mut events).await;
    assert_eq!(link.address(), Some(format!("{}/ws", other.url())));
}

/// Waits until a connection is in a room, which asks for nothing but patience. Returns the token of the seat.
async fn joined(events: &mut UnboundedReceiver<NetEvent>) -> Option<Token> {
    let joined = async {
        loop {
            match events.recv().await.expect("the connection is not given up") {
                NetEvent::Message(message) => match *message {
                    ServerMsg::Joined { token, .. } => return token,
                    ServerMsg::Refused { message, .. } => panic!("refused: {message}"),
                    _ => {}
                },
                NetEvent::Failed { why } => panic!("given up: {why}"),
                _ => {}
            }
        }
    };
    timeout(PATIENCE, joined).await.expect("gets there")
}

/// Has the people of all tables come back once their connections end; returns after how long each table is complete.
async fn return_to(left: &Node, tables: &mut [Table]) -> Vec<Duration> {
    for client in tables.iter_mut().flat_map(|table| &mut table.clients) {
        while client.try_hear().await.is_some() {}
    }
    let begun = Instant::now();
    let mut took = Vec::new();
    // One after the other: the first tries until it is let in, and too many of these would hold up the server.
    for table in tables {
        table.come_back(&[left]).await;
        took.push(begun.elapsed());
    }
    took
}

/// Beside it stands the time in which they come back to a server that goes on.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[expect(clippy::print_stdout, reason = "the figures, of a run by hand")]
async fn a_server_that_ends_in_good_order_hands_each_room_over_and_waits_for_no_client() {
    let Some(database) = database() else { return };
    let [ended, left] = [(); 2].map(|()| Node::start(&database));
    let mut tables = Vec::new();
    for _ in 0..8 {
        let mut table = Table::at(&ended).await;
        table.play("4 4 3").await;
        tables.push(table);
    }
    ended.process.program.terminate();
    let handed = return_to(&left, &mut tables).await;
    drop(ended.process.program.ended());
    for client in tables.iter_mut().flat_map(|table| &mut table.clients) {
        client.say_raw(Message::Close(None)).await;
    }
    let came = return_to(&left, &mut tables).await;
    println!("handed over in {handed:?}; without that they come back in {came:?}");
    let [first, last] = [0, 7].map(|at| handed[at].saturating_sub(came[at]));
    assert!(last / 8 < Duration::from_millis(200), "{last:?}");
    // A client that does not close its side is waited for a second.
    assert!(first < Duration::from_millis(500), "{first:?}");
    for table in &mut tables {
        table.play("3 5").await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_stood_still_for_longer_than_its_lease_says_nothing_more_of_its_rooms() {
    let Some(database) = database() else { return };
    let nodes = [(); 2].map(|()| Node::start(&database));
    let mut table = Table::at(&nodes[0]).await;
    table.play("4 4 3").await;
    let mut former = table.clients.remove(0);
    ready(&database, 2, &[&nodes[1]]).await;
    nodes[0].stand_still();
    // It is asked for the board as soon as it goes on.
    former.say(ClientMsg::Resync).await;
    table.come_back(&[&nodes[1]]).await;
    table.play("3 5").await;
    nodes[0].go_on();
    while let Some(message) = former.try_hear().await {
        assert!(!matches!(message, ServerMsg::Joined { .. }), "{message:?}");
    }
    // It is one of the servers again, and says where the room is.
    let mut client = nodes[0].client("Cleo").await;
    let (room, role) = (table.room, Role::Spectator);
    client.say(ClientMsg::Join { room, role }).await;
    let address = nodes[1].url();
    assert_eq!(client.refusal().await, Refusal::Elsewhere { room, address });
    client.open(spec("connect-four"), me_and_open()).await;
    table.play("5 6").await;
}

/// Waits until `all` servers own rooms and `takers` of them may take over those of others: they renewed their leases
/// for long enough.
pub(crate) async fn ready(database: &Database, all: usize, takers: &[&Node]) {
    let addresses: Vec<_> = takers
        .iter()
        .map(|node| format!("'{}'", node.url()))
        .collect();
    let wait = format!(
        "DO $$ BEGIN
            WHILE (SELECT count(*) FROM node WHERE seen >= clock_timestamp() - lease) < {all}
               OR (SELECT count(*) FROM node WHERE since < clock_timestamp() - lease AND address IN ({})) < {}
            LOOP PERFORM pg_sleep(0.01); END LOOP;
        END $$",
        addresses.join(","),
        takers.len()
    );
    let database = database.clone();
    let waited = timeout(PATIENCE, spawn_blocking(move || database.ask(&wait))).await;
    waited.expect("they renew their leases").unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_starts_again_costs_no_room_its_server() {
    let Some(postgres) = to_be_crashed() else {
        return;
    };
    let database = Arc::new(postgres).database();
    let nodes = [(); 2].map(|()| Node::start(&database));
    let mut table = Table::at(&nodes[0]).await;
    table.play("4").await;
    ready(&database, 2, &[&nodes[1]]).await;
    for (mode, moves) in [("fast", "4 3"), ("immediate", "3 5")] {
        database.postgres.restart(mode);
        table.play(moves).await;
    }
    // Longer than a lease: each finds the others' leases expired, and takes nothing over.
    database.postgres.control(&["stop", "-w", "-m", "fast"]);
    until_health(nodes[0].address(), "HTTP/1.1 503").await;
    tokio::time::sleep(server::store::LEASE).await;
    database.postgres.control(&["start", "-w"]);
    until_health(nodes[0].address(), "HTTP/1.1 200").await;
    table.play("5 6").await;
}

async fn until_health(address: SocketAddr, status: &str) {
    let asked = async { while !http_get_at(address, "/healthz").await.starts_with(status) {} };
    timeout(PATIENCE, asked).await.expect("says its health");
}

/// A fault of a server or of the database in a round.
#[derive(Clone, Copy, Debug)]
enum Fault {
    /// The server is killed.
    Kill,
    /// It stands still for longer than its lease.
    Stop,
    /// Messages between it and the database arrive late.
    CutOff,
    /// The database crashes, and starts again.
    Crash,
}

/// Rooms of the server that is struck, and plies in all of them before that.
const STRUCK: usize = 4;
const BEFORE: usize = 80;

/// A way to the database of which the test decides when it passes something on.
struct Proxy {
    directory: TempDir,
    passes: watch::Sender<bool>,
}

impl Proxy {
    fn to(database: &Database) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let socket = ".s.PGSQL.5432";
        let listener = UnixListener::bind(directory.path().join(socket)).unwrap();
        let target = database.postgres.directory().join(socket);
        let (passes, watched) = watch::channel(true);
        tokio::spawn(async move {
            loop {
                let (near, _) = listener.accept().await.unwrap();
                let Ok(far) = UnixStream::connect(&target).await else {
                    continue;
                };
                let ((near_in, near_out), (far_in, far_out)) =
                    (near.into_split(), far.into_split());
                tokio::spawn(pass_on(near_in, far_out, watched.clone()));
                tokio::spawn(pass_on(far_in, near_out, watched.clone()));
            }
        });
        Self { directory, passes }
    }
}

async fn pass_on(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    mut passes: watch::Receiver<bool>,
) {
    let mut bytes = vec![0; 64 * 1024];
    while let Ok(read @ 1..) = from.read(&mut bytes).await {
        let open = passes.wait_for(|passes| *passes).await.is_ok();
        if !open || to.write_all(&bytes[..read]).await.is_err() {
            return;
        }
    }
}

/// A longer run, with the times until the rooms of a server are at another one: `ENLINEA_KILLS=30 cargo test -p tests
/// --test whole several_servers::nothing -- --nocapture`, 30 times each fault.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[expect(clippy::print_stdout, reason = "what a long run by hand found")]
async fn nothing_that_was_told_is_lost_by_any_fault_of_servers_and_database() {
    let Some(postgres) = to_be_crashed() else {
        return;
    };
    let database = Arc::new(postgres).database();
    let proxy = Proxy::to(&database);
    let mut nodes = [
        Node::start(&database),
        Node::at(&database.url_at(proxy.directory.path())),
        Node::start(&database),
    ];
    let rounds = crate::harness::number_from_env("ENLINEA_KILLS").unwrap_or(1);
    for fault in [Fault::Kill, Fault::Crash, Fault::Stop, Fault::CutOff] {
        let (mut confirmed, mut took) = (0, Vec::new());
        for _ in 0..rounds {
            let at = usize::from(matches!(fault, Fault::CutOff));
            let takers = [&nodes[1 - at], &nodes[2]];
            ready(&database, 3, &takers).await;
            let mut tables = Vec::new();
            for node in [[&nodes[at]; STRUCK].as_slice(), &takers].concat() {
                let mut table = Table::of(node, "gomoku-15").await;
                table.play(&place(0)).await;
                tables.push(table);
            }
            let rooms: Vec<_> = tables[..STRUCK].iter().map(|table| table.room).collect();
            let goes_on = AtomicBool::new(true);
            let [played, elsewhere] = [(); 2].map(|()| watch::Sender::new(0));
            let strikes = async {
                let mut played = played.subscribe();
                let enough = timeout(PATIENCE, played.wait_for(|played| *played >= BEFORE));
                drop(enough.await.expect("they play"));
                let begun = Instant::now();
                match fault {
                    Fault::Kill => nodes[at].process.program.signal(Signal::KILL),
                    Fault::Stop => nodes[at].stand_still(),
                    Fault::CutOff => drop(proxy.passes.send_replace(false)),
                    Fault::Crash => {
                        let postgres = Arc::clone(&database.postgres);
                        let crashes = spawn_blocking(move || postgres.restart("immediate"));
                        crashes.await.unwrap();
                    }
                }
                if !matches!(fault, Fault::Crash) {
                    for room in rooms {
                        come_back(&takers, "Cleo", room, Role::Spectator).await;
                    }
                }
                took.push(begun.elapsed());
                goes_on.store(false, Ordering::Relaxed);
            };
            let play = tables.iter_mut().enumerate().map(|(number, table)| {
                let played = if number < STRUCK { &played } else { &elsewhere };
                table.play_on(&goes_on, played)
            });
            join(strikes, join_all(play)).await;
            let others = nodes.iter().enumerate();
            let others = others.filter(|(node, _)| *node != at || matches!(fault, Fault::Crash));
            let others: Vec<_> = others.map(|(_, node)| node).collect();
            for (number, table) in tables.iter_mut().enumerate() {
                let known = table
                    .clients
                    .iter()
                    .map(|client| client.game().plies().to_vec());
                let known: Vec<_> = known.collect();
                table.come_back(&others).await;
                if number < STRUCK {
                    confirmed += known.iter().map(Vec::len).max().unwrap();
                }
                for known in known {
                    let there = table.clients[0].game().plies();
                    assert!(
                        there.starts_with(&known),
                        "{fault:?}: {known:?} was confirmed, {there:?} is there"
                    );
                }
            }
            match fault {
                Fault::Kill => nodes[at] = Node::start(&database),
                Fault::Stop => nodes[at].go_on(),
                Fault::CutOff => drop(proxy.passes.send_replace(true)),
                Fault::Crash => {}
            }
        }
        took.sort();
        println!(
            "{fault:?}, {rounds} times: {confirmed} plies that were confirmed are there; least, median and longest time {:?}",
            [took[0], took[took.len() / 2], took[took.len() - 1]]
        );
    }
    // Each event once, and no gaps.
    let wrong = "SELECT count(*) FROM room WHERE seq <> (SELECT count(*) FROM event WHERE event.room = room.id)
        OR seq <> (SELECT max(event.seq) FROM event WHERE event.room = room.id)";
    assert_eq!(database.ask(wrong).trim(), "0");
}

/// Returns the reason for which a server does not start on the database of this URL.
fn refused(url: &str) -> String {
    let data = tempfile::tempdir().unwrap();
    let mut command = server("127.0.0.1:0", data.path());
    command.args(["--store", url, "--advertise", "ws://localhost:1"]);
    crate::binaries::run(&mut command).complaint().to_owned()
}

#[test]
fn a_database_that_cannot_be_used_is_refused_in_one_line() {
    let Some(database) = database() else { return };
    let url = database.url();
    let other = url.replace("/test", "/none");
    assert!(refused(&other).contains("does not exist"));
    assert!(refused("postgres://enlinea@%2Fnowhere/enlinea").contains("check the URL of --store"));
    database.ask("CREATE ROLE guest LOGIN");
    let guest = url.replace("enlinea@", "guest@");
    assert!(
        refused(&guest).contains("permission denied"),
        "{}",
        refused(&guest)
    );
    database.ask("CREATE TABLE room (id TEXT)");
    assert!(refused(&url).contains("tables of another program"));
    database.ask("CREATE TABLE enlinea AS SELECT 99 AS version");
    assert!(refused(&url).contains("schema of another release (99)"));
}
