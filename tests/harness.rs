//! A server on a free port and clients that speak the protocol, for every subject.
//!
//! Waiting is always for a message, never for a time; [`PATIENCE`] only ends a test that would hang.
//!
//! Numbers of the environment for longer runs by hand, read by [`number_from_env`]:
//!
//! | Variable | Tests | Number |
//! | --- | --- | --- |
//! | `ENLINEA_SEED` | `simulation` | the one seed to run, with its log |
//! | `ENLINEA_FIRST_SEED`, `ENLINEA_SEEDS` | `simulation` | first seed, count of seeds |
//! | `ENLINEA_MODEL_FIRST`, `ENLINEA_MODEL_SEEDS`, `ENLINEA_MODEL_STEPS` | `model` | first seed, count of seeds, steps of each |
//! | `ENLINEA_SEED`, `ENLINEA_KILLS`, `ENLINEA_GAMES` | `kills` | first seed, rounds, games of a database |

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use futures::{SinkExt, StreamExt};
use protocol::act::Act;
use protocol::codec::{Encoding, Envelope, Message as _};
use protocol::game::Game;
use protocol::id::{Revision, RoomId, Token};
use protocol::message::{ClientMsg, Role, RoomEvent, ServerMsg, VERSION};
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::replica::Replica;
use protocol::rules::Variant;
use protocol::side::{BySide, Side};
use protocol::spec::{GameSpec, SeatSpec};
use protocol::view::{LeftWhy, Outcome, Snapshot};
use server::store::{self, OpenError, Store};
use server::{Config, Env, Listener};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::{JoinHandle, yield_now};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::handshake::client::Request;
use tokio_tungstenite::tungstenite::{Error as WsError, Message, Utf8Bytes};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, client_async, connect_async};

/// Time limit, longer than anything here takes on a slow machine that is busy.
pub(crate) const PATIENCE: Duration = Duration::from_mins(1);

/// A number from the environment, for longer runs by hand; none where it is not set.
pub(crate) fn number_from_env(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    let number = text.parse();
    Some(number.unwrap_or_else(|_| panic!("{name}={text:?} is no number")))
}

/// The event of a room that a message carries.
pub(crate) fn event_of(message: &ServerMsg) -> Option<&RoomEvent> {
    match message {
        ServerMsg::Event { event, .. } => Some(event),
        _ => None,
    }
}

/// A server inside the test's process.
pub(crate) struct TestServer {
    pub(crate) address: SocketAddr,
    stop: oneshot::Sender<()>,
    task: JoinHandle<Result<(), server::Error>>,
}

/// Configuration of a server for tests: not announced, nothing going on, no limits that a fast test would meet.
pub(crate) fn quiet() -> Config {
    Config {
        discovery: false,
        exhibition: false,
        // All of a test has one address.
        people_per_address: 1000,
        // A client that a test does not read for a while answers no ping meanwhile.
        silence: PATIENCE,
        // Clients that a test does not read during a shutdown do not answer its close.
        drain: Duration::from_millis(100),
        ..Config::default()
    }
}

impl TestServer {
    pub(crate) async fn start() -> Self {
        Self::with(quiet(), store::memory()).await
    }

    pub(crate) async fn on_disk(directory: &Path) -> Self {
        // A process that another test starts just then has the lock as well, until it executes its program.
        let opened = async {
            loop {
                match store::sqlite(directory) {
                    Err(OpenError::Locked { .. }) => yield_now().await,
                    opened => break opened.expect("opens"),
                }
            }
        };
        let store = timeout(PATIENCE, opened).await.expect("is free in time");
        Self::with(quiet(), store).await
    }

    pub(crate) async fn with(config: Config, store: Box<dyn Store>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("bound");
        Self::run(address, Env::real(listener), config, store)
    }

    /// Runs a server in an environment of the test's own, whose listener has this address.
    pub(crate) fn run(
        address: SocketAddr,
        env: Env<impl Listener>,
        config: Config,
        store: Box<dyn Store>,
    ) -> Self {
        let (stop, stopped) = oneshot::channel();
        let task = tokio::spawn(server::run(env, config, store, async {
            let _ = stopped.await;
        }));
        Self {
            address,
            stop,
            task,
        }
    }

    /// Shuts the server down and waits until everything is written.
    pub(crate) async fn stop(self) {
        self.try_stop().await.expect("stops well");
    }

    /// Shuts the server down and returns how it ended.
    pub(crate) async fn try_stop(self) -> Result<(), server::Error> {
        let _ = self.stop.send(());
        let ended = timeout(PATIENCE, self.task).await;
        ended.expect("stops in time").expect("does not panic")
    }

    pub(crate) async fn client(&self, name: &str) -> Client {
        self.client_in(name, Encoding::Bincode).await
    }

    pub(crate) async fn client_in(&self, name: &str, encoding: Encoding) -> Client {
        let mut client = Client::connect(self.address, encoding).await;
        client.introduce(name).await;
        client
    }
}

/// A connected client.
pub(crate) struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    encoding: Encoding,
    /// The room that this client is in, or was in last.
    replica: Option<Replica>,
    /// The rooms that this client watches beside it.
    watched: BTreeMap<RoomId, Replica>,
}

impl Client {
    pub(crate) async fn connect(address: SocketAddr, encoding: Encoding) -> Self {
        let (socket, _) = timeout(PATIENCE, connect_async(request(address, encoding)))
            .await
            .expect("answers in time")
            .expect("connects");
        Self::on(socket, encoding)
    }

    /// Upgrades a stream, with these headers beside the usual ones.
    pub(crate) async fn upgrade(
        stream: TcpStream,
        encoding: Encoding,
        headers: &[(&'static str, &str)],
    ) -> Result<Self, WsError> {
        let mut request = request(stream.peer_addr().expect("connected"), encoding);
        for (name, value) in headers {
            let value = value.parse().expect("a header");
            request.headers_mut().append(*name, value);
        }
        let stream = MaybeTlsStream::Plain(stream);
        let upgraded = timeout(PATIENCE, client_async(request, stream)).await;
        let (socket, _) = upgraded.expect("answers in time")?;
        Ok(Self::on(socket, encoding))
    }

    /// Says hello, and waits until it is answered.
    pub(crate) async fn introduce(&mut self, name: &str) {
        self.say(hello(name)).await;
        self.until(|message| matches!(message, ServerMsg::Welcome { .. }).then_some(()))
            .await;
    }

    fn on(socket: WebSocketStream<MaybeTlsStream<TcpStream>>, encoding: Encoding) -> Self {
        Self {
            socket,
            encoding,
            replica: None,
            watched: BTreeMap::new(),
        }
    }

    /// The room as this client knows it.
    pub(crate) fn replica(&self) -> &Replica {
        self.replica.as_ref().expect("is in a room")
    }

    /// The rooms that this client watches beside its own.
    pub(crate) fn watched(&self) -> &BTreeMap<RoomId, Replica> {
        &self.watched
    }

    /// The board as this client sees it.
    pub(crate) fn game(&self) -> &Game {
        self.replica().game()
    }

    pub(crate) fn revision(&self) -> Revision {
        self.replica().revision()
    }

    pub(crate) fn you(&self) -> Option<Side> {
        self.replica().you()
    }

    /// Connects and says hello; none where nobody answers.
    pub(crate) async fn try_connect(
        address: SocketAddr,
        name: &str,
        encoding: Encoding,
    ) -> Option<Self> {
        let socket = timeout(PATIENCE, connect_async(request(address, encoding)))
            .await
            .expect("answers in time, or is gone")
            .ok()?;
        let mut client = Self::on(socket.0, encoding);
        client.try_say(hello(name)).await?;
        while !matches!(client.try_hear().await?, ServerMsg::Welcome { .. }) {}
        Some(client)
    }

    /// As [`say`](Self::say); none where the server is gone.
    pub(crate) async fn try_say(&mut self, message: ClientMsg) -> Option<()> {
        let message = frame(&message, self.encoding, None);
        let sent = timeout(PATIENCE, self.socket.send(message)).await;
        sent.expect("is read in time, or is gone").ok()
    }

    pub(crate) async fn say(&mut self, message: ClientMsg) {
        self.say_raw(frame(&message, self.encoding, None)).await;
    }

    /// Says a message with a `ref`.
    pub(crate) async fn say_marked(&mut self, reference: u32, message: ClientMsg) {
        self.say_raw(frame(&message, self.encoding, Some(reference)))
            .await;
    }

    pub(crate) async fn say_raw(&mut self, message: Message) {
        timeout(PATIENCE, self.socket.send(message))
            .await
            .expect("is read in time")
            .expect("is sent");
    }

    /// Writes bytes below the WebSocket, for as long as the server takes them; none where it closed the connection.
    pub(crate) async fn write_bytes(&mut self, bytes: &[u8]) -> Option<()> {
        self.socket.get_mut().write_all(bytes).await.ok()
    }

    /// The next message, or nothing where the server closed the connection.
    pub(crate) async fn try_hear(&mut self) -> Option<ServerMsg> {
        let heard = self.try_hear_marked().await?;
        Some(heard.message)
    }

    /// The next message with its `ref`, or nothing where the server closed the connection.
    pub(crate) async fn try_hear_marked(&mut self) -> Option<Envelope<ServerMsg>> {
        // Pings go on for ever: what is waited for is a message.
        timeout(PATIENCE, self.next_message())
            .await
            .expect("the server says something in time")
    }

    async fn next_message(&mut self) -> Option<Envelope<ServerMsg>> {
        loop {
            let message = self.socket.next().await?.ok()?;
            let bytes = match &message {
                Message::Binary(bytes) => bytes.as_ref(),
                Message::Text(text) => text.as_str().as_bytes(),
                Message::Close(_) => return None,
                _ => continue,
            };
            let heard = ServerMsg::open(self.encoding, bytes).expect("a message");
            self.follow(&heard.message);
            return Some(heard);
        }
    }

    pub(crate) async fn hear(&mut self) -> ServerMsg {
        self.try_hear().await.expect("the connection is open")
    }

    /// Reads messages until `wanted` returns a value.
    pub(crate) async fn until<T>(&mut self, mut wanted: impl FnMut(&ServerMsg) -> Option<T>) -> T {
        loop {
            let message = self.hear().await;
            if let Some(found) = wanted(&message) {
                return found;
            }
        }
    }

    /// Reads messages until `wanted` returns a value for an event of the room.
    pub(crate) async fn event<T>(&mut self, mut wanted: impl FnMut(&RoomEvent) -> Option<T>) -> T {
        self.until(|message| match message {
            ServerMsg::Event { event, .. } => wanted(event),
            _ => None,
        })
        .await
    }

    pub(crate) async fn refusal(&mut self) -> Refusal {
        self.until(|message| match message {
            ServerMsg::Refused { refusal, message } => {
                assert_eq!(message, &refusal.to_string());
                Some(refusal.clone())
            }
            _ => None,
        })
        .await
    }

    pub(crate) async fn joined(&mut self) -> (Option<Token>, Snapshot) {
        self.until(|message| match message {
            ServerMsg::Joined {
                token, snapshot, ..
            } => Some((*token, (**snapshot).clone())),
            ServerMsg::Refused { message, .. } => panic!("refused: {message}"),
            _ => None,
        })
        .await
    }

    pub(crate) async fn left(&mut self) -> LeftWhy {
        self.until(|message| match message {
            ServerMsg::Left { why, .. } => Some(*why),
            _ => None,
        })
        .await
    }

    pub(crate) async fn started(&mut self) {
        self.event(|event| matches!(event, RoomEvent::Started { .. }).then_some(()))
            .await;
    }

    pub(crate) async fn over(&mut self) -> Outcome {
        self.event(|event| match event {
            RoomEvent::Over { outcome, .. } => Some(outcome.clone()),
            _ => None,
        })
        .await
    }

    pub(crate) async fn open(
        &mut self,
        spec: GameSpec,
        seats: BySide<SeatSpec>,
    ) -> (RoomId, Token) {
        self.say(ClientMsg::Open {
            spec,
            seats,
            shuffle: false,
        })
        .await;
        let (token, snapshot) = self.joined().await;
        (snapshot.room, token.expect("a seat has a token"))
    }

    /// Opens a room in which others play, and watches it.
    pub(crate) async fn open_for(&mut self, spec: GameSpec, seats: BySide<SeatSpec>) -> RoomId {
        let shuffle = false;
        self.say(ClientMsg::Open {
            spec,
            seats,
            shuffle,
        })
        .await;
        self.joined().await.1.room
    }

    pub(crate) async fn join(&mut self, room: RoomId) -> Token {
        let role = Role::Player;
        self.say(ClientMsg::Join { room, role }).await;
        self.joined().await.0.expect("a seat has a token")
    }

    pub(crate) async fn watch(&mut self, room: RoomId) -> Snapshot {
        let role = Role::Spectator;
        self.say(ClientMsg::Join { room, role }).await;
        self.joined().await.1
    }

    pub(crate) async fn come_back(&mut self, room: RoomId, token: Token) -> Snapshot {
        let role = Role::Seat { token };
        self.say(ClientMsg::Join { room, role }).await;
        self.joined().await.1
    }

    /// Plays a move in notation, at the revision this client has seen.
    pub(crate) async fn play(&mut self, text: &str) {
        let square = self.game().read_move(text).expect("notation");
        let revision = self.revision();
        self.say(ClientMsg::Act(Act::Move { revision, square }))
            .await;
    }

    /// Reads messages until the board has this number of plies.
    pub(crate) async fn plies(&mut self, plies: usize) {
        while self.game().plies().len() != plies {
            self.hear().await;
        }
    }

    /// Keeps the replica as any client would. No test looks at times, so the moment is always the same.
    fn follow(&mut self, message: &ServerMsg) {
        match message {
            ServerMsg::Joined { you, snapshot, .. } => {
                self.watched.remove(&snapshot.room);
                let replica = Replica::new(*you, (**snapshot).clone(), Millis::ZERO);
                self.replica = Some(replica.expect("legal plies"));
            }
            ServerMsg::Watching { snapshot } => {
                let replica = Replica::new(None, (**snapshot).clone(), Millis::ZERO);
                let replica = replica.expect("legal plies");
                self.watched.insert(snapshot.room, replica);
            }
            ServerMsg::Left { room, .. } => {
                self.watched.remove(room);
            }
            ServerMsg::Event { room, seq, event } => {
                let here = self.replica.as_mut().filter(|here| here.room() == *room);
                here.or_else(|| self.watched.get_mut(room))
                    .expect("is in the room or watches it")
                    .apply(Millis::ZERO, *seq, event)
                    .expect("events without a gap");
            }
            _ => {}
        }
    }
}

fn request(address: SocketAddr, encoding: Encoding) -> Request {
    let mut request = format!("ws://{address}/ws")
        .into_client_request()
        .expect("a request");
    request.headers_mut().insert(
        "Sec-WebSocket-Protocol",
        encoding.subprotocol().parse().expect("a header"),
    );
    request
}

pub(crate) fn hello(name: &str) -> ClientMsg {
    ClientMsg::Hello {
        protocol: VERSION,
        software: "tests".to_owned(),
        name: Some(name.to_owned()),
        key: None,
        heartbeat: false,
    }
}

fn frame(message: &ClientMsg, encoding: Encoding, reference: Option<u32>) -> Message {
    let bytes = message.encode_with(encoding, reference);
    match encoding {
        Encoding::Bincode => Message::Binary(bytes.into()),
        Encoding::Json => Message::Text(Utf8Bytes::from(String::from_utf8(bytes).unwrap())),
    }
}

pub(crate) fn variant(name: &str) -> Variant {
    Variant::named(name).expect("a variant")
}

pub(crate) fn spec(name: &str) -> GameSpec {
    GameSpec::new(variant(name))
}

/// A question about the position after these moves, such as `4 4 3` or `h8 i9`.
pub(crate) fn analyse(name: &str, moves: &str) -> ClientMsg {
    let mut game = Game::new(variant(name));
    for typed in moves.split_whitespace() {
        let square = game.read_move(typed).expect("a move");
        game.play(square).expect("a legal move");
    }
    ClientMsg::Analyse {
        variant: game.variant(),
        moves: game.plies().to_vec(),
    }
}

pub(crate) fn me_and_open() -> BySide<SeatSpec> {
    BySide {
        first: SeatSpec::Me,
        second: SeatSpec::Open,
    }
}

pub(crate) fn bot(text: &str) -> SeatSpec {
    SeatSpec::Bot {
        bot: text.parse().expect("a bot"),
    }
}

/// The answer to a plain request.
pub(crate) async fn http_get(server: &TestServer, path: &str) -> String {
    http_get_at(server.address, path).await
}

/// The answer to a plain request to this address.
pub(crate) async fn http_get_at(address: SocketAddr, path: &str) -> String {
    let mut stream = TcpStream::connect(address).await.expect("connects");
    let request = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.expect("is read");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("is text");
    answer
}

/// Two people at a table: the room, and each with the token of their seat.
pub(crate) struct Pair {
    pub(crate) room: RoomId,
    pub(crate) first: Client,
    pub(crate) second: Client,
    pub(crate) tokens: BySide<Token>,
}

impl Pair {
    pub(crate) async fn at(server: &TestServer, spec: GameSpec) -> Self {
        let mut first = server.client("Ana").await;
        let mut second = server.client("Bruno").await;
        let (room, token) = first.open(spec, me_and_open()).await;
        let tokens = BySide {
            first: token,
            second: second.join(room).await,
        };
        first.started().await;
        Self {
            room,
            first,
            second,
            tokens,
        }
    }

    /// Plays the moves in turn; each is seen by both before the next is made.
    pub(crate) async fn play(&mut self, moves: &str) {
        for text in moves.split_whitespace() {
            let plies = self.first.game().plies().len();
            match self.first.game().side_to_move() {
                side if Some(side) == self.first.you() => self.first.play(text).await,
                _ => self.second.play(text).await,
            }
            self.first.plies(plies + 1).await;
            self.second.plies(plies + 1).await;
        }
    }
}
