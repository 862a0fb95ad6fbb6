//! Measures how long people wait for their bots while others keep the engines busy:
//! `cargo run --release -p server --example fair_thinking`.
//!
//! One person plays against `random` and against `perfect` at the depth of a human: on the empty server, during the
//! attack, and after a restart during it. The attack is [`ROOMS`] matches of `threat` against itself, at a minute for
//! a ply, opened from one address that then left, and [`QUESTIONS`] analyses open at all times, from [`ASKING`]
//! addresses, since one may not have as many. The server has a store on the disk, and the limits on openings and
//! connections alone are lifted. Both ends are in one process, which needs some 4,200 file descriptors
//! (`ulimit -n 8192`); on other systems than Linux all have one address.

#![expect(clippy::print_stdout, reason = "its output is what it is for")]

use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::time::{Duration, Instant};

use futures::{SinkExt, StreamExt};
use protocol::act::Act;
use protocol::codec::{Encoding, Message as _};
use protocol::id::{RoomId, Token};
use protocol::message::{ClientMsg, Role, ServerMsg, VERSION};
use protocol::millis::Millis;
use protocol::replica::Replica;
use protocol::rules::Variant;
use protocol::side::BySide;
use protocol::spec::{GameSpec, Pace, SeatSpec, ThinkTime};
use server::{Config, Env, store};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::oneshot;
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

type Error = Box<dyn std::error::Error + Send + Sync>;

const ROOMS: usize = 100;
const QUESTIONS: usize = 2000;
const ASKING: usize = 40;

/// Plies of each bot that are measured.
const PLIES: usize = 300;

/// Time for a game, after which its next ply counts as one that never comes.
const NEVER: Duration = Duration::from_mins(1);

/// The second is `perfect:human` by its number.
const BOTS: [&str; 2] = ["random", "perfect:8"];

/// The person whose waiting is measured, and the one who opens the matches.
const STRANGER: Ipv4Addr = Ipv4Addr::LOCALHOST;
const OPENER: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);

fn asking(number: usize) -> Ipv4Addr {
    Ipv4Addr::new(127, 0, 1, (number % ASKING) as u8 + 1)
}

#[tokio::main]
async fn main() -> Result<(), Error> {
    let directory = tempfile::tempdir()?;
    let mut rows = Vec::new();

    let server = Server::start(directory.path()).await?;
    rows.push(("empty", measure(server.address).await?));
    for _ in 0..ROOMS {
        open_match(server.address).await?;
    }
    let questions = ask_questions(server.address).await?;
    rows.push(("attack", measure(server.address).await?));
    drop(questions);
    server.stop().await?;

    let server = Server::start(directory.path()).await?;
    let questions = ask_questions(server.address).await?;
    rows.push(("restart", measure(server.address).await?));
    drop(questions);
    server.stop().await?;

    println!("{ROOMS} matches, {QUESTIONS} questions; ms from the move to the bot's");
    println!(
        "{:10} {:12} {:>6} {:>9} {:>9} {:>9}",
        "server", "bot", "plies", "median", "p99", "most"
    );
    for (name, measured) in rows {
        for (bot, mut waits) in BOTS.into_iter().zip(measured) {
            waits.sort();
            let at = |share: usize| waits[(waits.len() - 1) * share / 100].as_secs_f64() * 1000.0;
            let (median, p99, most) = (at(50), at(99), at(100));
            let plies = waits.len();
            println!("{name:10} {bot:12} {plies:6} {median:9.2} {p99:9.2} {most:9.2}");
        }
    }
    Ok(())
}

struct Server {
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    task: JoinHandle<Result<(), server::Error>>,
}

impl Server {
    async fn start(directory: &Path) -> Result<Self, Error> {
        let mut config = Config {
            discovery: false,
            connections: 2 * QUESTIONS,
            ..Config::default()
        };
        config.openings.burst = 10_000;
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let store = store::sqlite(directory)?;
        let (stop, stopped) = oneshot::channel();
        let task = tokio::spawn(server::run(Env::real(listener), config, store, async {
            let _ = stopped.await;
        }));
        Ok(Self {
            address,
            stop,
            task,
        })
    }

    async fn stop(self) -> Result<(), Error> {
        let _ = self.stop.send(());
        Ok(self.task.await??)
    }
}

struct Client {
    socket: WebSocketStream<TcpStream>,
    replica: Option<Replica>,
}

impl Client {
    /// Connects from an address of this machine.
    async fn connect(server: SocketAddr, from: Ipv4Addr) -> Result<Self, Error> {
        let socket = TcpSocket::new_v4()?;
        if cfg!(target_os = "linux") {
            socket.bind((from, 0).into())?;
        }
        let stream = socket.connect(server).await?;
        stream.set_nodelay(true)?;
        let mut request = format!("ws://{server}/ws").into_client_request()?;
        let protocol = Encoding::Bincode.subprotocol().parse()?;
        request
            .headers_mut()
            .insert("Sec-WebSocket-Protocol", protocol);
        let (socket, _) = tokio_tungstenite::client_async(request, stream).await?;
        let replica = None;
        let mut client = Self { socket, replica };
        client
            .say(ClientMsg::Hello {
                protocol: VERSION,
                software: "fair_thinking".to_owned(),
                name: None,
                key: None,
                heartbeat: false,
            })
            .await?;
        Ok(client)
    }

    async fn say(&mut self, message: ClientMsg) -> Result<(), Error> {
        let bytes = message.encode_with(Encoding::Bincode, None);
        Ok(self.socket.send(Message::Binary(bytes.into())).await?)
    }

    /// Returns the next message, and follows the game.
    async fn hear(&mut self) -> Result<ServerMsg, Error> {
        loop {
            let message = self.socket.next().await.ok_or("the connection ended")??;
            let Message::Binary(bytes) = message else {
                continue;
            };
            let message = ServerMsg::open(Encoding::Bincode, &bytes)?.message;
            match &message {
                ServerMsg::Joined { you, snapshot, .. } => {
                    let replica = Replica::new(*you, (**snapshot).clone(), Millis::ZERO);
                    self.replica = Some(replica.map_err(|error| format!("{error:?}"))?);
                }
                ServerMsg::Event { seq, event, .. } => {
                    let replica = self.replica.as_mut().ok_or("an event of no room")?;
                    let followed = replica.apply(Millis::ZERO, *seq, event);
                    followed.map_err(|gap| format!("{gap:?}"))?;
                }
                ServerMsg::Refused { message, .. } => return Err(message.clone().into()),
                _ => {}
            }
            return Ok(message);
        }
    }

    async fn joined(&mut self) -> Result<(RoomId, Option<Token>), Error> {
        loop {
            if let ServerMsg::Joined {
                snapshot, token, ..
            } = self.hear().await?
            {
                return Ok((snapshot.room, token));
            }
        }
    }

    async fn open(&mut self, spec: GameSpec, seats: BySide<SeatSpec>) -> Result<RoomId, Error> {
        let shuffle = false;
        self.say(ClientMsg::Open {
            spec,
            seats,
            shuffle,
        })
        .await?;
        Ok(self.joined().await?.0)
    }

    async fn leave(&mut self) -> Result<(), Error> {
        self.say(ClientMsg::Leave).await?;
        while !matches!(self.hear().await?, ServerMsg::Left { .. }) {}
        self.replica = None;
        Ok(())
    }
}

fn spec(variant: &str) -> Result<GameSpec, Error> {
    Ok(GameSpec::new(Variant::named(variant)?))
}

fn bot(text: &str) -> Result<SeatSpec, Error> {
    let bot = text.parse()?;
    Ok(SeatSpec::Bot { bot })
}

/// Opens a match that nobody watches.
async fn open_match(server: SocketAddr) -> Result<(), Error> {
    let mut client = Client::connect(server, OPENER).await?;
    let spec = GameSpec {
        think_time: Some(ThinkTime::MAX),
        pace: Pace::MIN,
        ..spec("gomoku-15")?
    };
    let seats = BySide {
        first: bot("threat")?,
        second: bot("threat")?,
    };
    client.open(spec, seats).await?;
    client.leave().await
}

/// Has many people ask for an analysis, each again as soon as it is answered, until they are dropped.
async fn ask_questions(server: SocketAddr) -> Result<JoinSet<Result<(), Error>>, Error> {
    let mut people = JoinSet::new();
    let mut player = Client::connect(server, asking(0)).await?;
    let spec = GameSpec {
        hints: true,
        ..spec("connect-four-7x7")?
    };
    let seats = BySide {
        first: SeatSpec::Me,
        second: SeatSpec::Open,
    };
    let room = player.open(spec, seats).await?;
    let mut second = Client::connect(server, asking(1)).await?;
    let role = Role::Player;
    second.say(ClientMsg::Join { room, role }).await?;
    second.joined().await?;
    for client in [player, second] {
        people.spawn(read(client));
    }
    for number in 0..QUESTIONS {
        let mut client = Client::connect(server, asking(number)).await?;
        let role = Role::Spectator;
        client.say(ClientMsg::Join { room, role }).await?;
        client.joined().await?;
        client.say(ClientMsg::Analyse { plies: 0 }).await?;
        people.spawn(async move {
            loop {
                if let ServerMsg::Analysis { .. } = client.hear().await? {
                    client.say(ClientMsg::Analyse { plies: 0 }).await?;
                }
            }
        });
    }
    Ok(people)
}

async fn read(mut client: Client) -> Result<(), Error> {
    loop {
        client.hear().await?;
    }
}

/// Returns the waits for the plies of each bot. A ply that does not come is the last.
async fn measure(server: SocketAddr) -> Result<Vec<Vec<Duration>>, Error> {
    let mut measured = Vec::new();
    for kind in BOTS {
        let mut waits = Vec::new();
        while waits.len() < PLIES {
            let mut client = Client::connect(server, STRANGER).await?;
            let seats = BySide {
                first: SeatSpec::Me,
                second: bot(kind)?,
            };
            client.open(spec("connect-four")?, seats).await?;
            match timeout(NEVER, play(&mut client, &mut waits)).await {
                Ok(played) => played?,
                Err(_never) => {
                    waits.push(NEVER);
                    break;
                }
            }
        }
        measured.push(waits);
    }
    Ok(measured)
}

/// Plays a game, each time in the next column that is open, and notes the waits.
async fn play(client: &mut Client, waits: &mut Vec<Duration>) -> Result<(), Error> {
    let mut column = waits.len();
    loop {
        let replica = client.replica.as_ref().ok_or("is in no room")?;
        let plies = replica.game().plies().len();
        if replica.game().ending().is_some() {
            return Ok(());
        }
        column += 3;
        let Ok(square) = replica.game().read_move(&(column % 7 + 1).to_string()) else {
            continue;
        };
        if replica.game().landing(square).is_err() {
            continue;
        }
        let revision = replica.revision();
        let asked = Instant::now();
        client
            .say(ClientMsg::Act(Act::Move { revision, square }))
            .await?;
        loop {
            let replica = client.replica.as_ref().ok_or("is in no room")?;
            if replica.outcome().is_some() {
                return Ok(());
            }
            if replica.game().plies().len() == plies + 2 {
                waits.push(asked.elapsed());
                break;
            }
            client.hear().await?;
        }
    }
}
