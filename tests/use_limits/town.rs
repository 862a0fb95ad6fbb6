//! A server whose clients have addresses of their own, though all of them come over loopback.

use std::collections::BTreeMap;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use protocol::act::Act;
use protocol::codec::Encoding;
use protocol::message::ClientMsg;
use server::{Config, Env, Listener, store};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::time::timeout;

use crate::harness::{Client, PATIENCE, TestServer, me_and_open, spec};

/// Addresses of clients by their ports.
type Addresses = Arc<Mutex<BTreeMap<u16, IpAddr>>>;

/// A server, and the addresses of those who connect to it.
pub(crate) struct Town {
    server: TestServer,
    addresses: Addresses,
}

/// A listener that sees the addresses of clients.
struct Gate {
    listener: TcpListener,
    addresses: Addresses,
}

impl Listener for Gate {
    type Stream = TcpStream;

    fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    async fn accept(&mut self) -> io::Result<(TcpStream, SocketAddr)> {
        let (stream, mut peer) = Listener::accept(&mut self.listener).await?;
        if let Some(address) = self.addresses.lock().unwrap().get(&peer.port()) {
            peer.set_ip(*address);
        }
        Ok((stream, peer))
    }
}

impl Town {
    pub(crate) async fn with(config: Config) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("bound");
        let addresses = Addresses::default();
        let gate = Gate {
            listener,
            addresses: Arc::clone(&addresses),
        };
        let server = TestServer::run(address, Env::real(gate), config, store::memory());
        Self { server, addresses }
    }

    /// Connects from 10.0.0.`last`.
    pub(crate) async fn connect(&self, last: u8) -> TcpStream {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.bind((Ipv4Addr::LOCALHOST, 0).into()).expect("bound");
        let port = socket.local_addr().expect("bound").port();
        let address = Ipv4Addr::new(10, 0, 0, last).into();
        self.addresses.lock().unwrap().insert(port, address);
        socket.connect(self.server.address).await.expect("connects")
    }

    /// Connects from 10.0.0.`last` and says hello.
    pub(crate) async fn client(&self, last: u8) -> Client {
        let stream = self.connect(last).await;
        let client = Client::upgrade(stream, Encoding::Bincode, &[]).await;
        let mut client = client.expect("is let in");
        client.introduce("Ana").await;
        client
    }

    /// Returns the answer to a plain request from 10.0.0.`last`, empty if the connection was closed.
    pub(crate) async fn get(&self, last: u8, path: &str) -> String {
        let mut stream = self.connect(last).await;
        let request =
            format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        let mut answer = String::new();
        // A connection that is closed at once may be reset.
        let _ = stream.write_all(request.as_bytes()).await;
        let read = timeout(PATIENCE, stream.read_to_string(&mut answer)).await;
        let _ = read.expect("answers in time");
        answer
    }

    pub(crate) async fn stop(self) {
        self.server.stop().await;
    }

    /// Plays a game of two people at 10.0.0.1 and 10.0.0.2, and returns the time in which 99 of 100 moves are
    /// answered.
    pub(crate) async fn innocent_game(&self) -> Duration {
        let mut people = [self.client(1).await, self.client(2).await];
        // Nine rows are filled, and nobody has ten in a row.
        let (room, _) = people[0]
            .open(spec("custom:20x20x10:free"), me_and_open())
            .await;
        people[1].join(room).await;
        people[0].started().await;
        let mut times = Vec::new();
        for ply in 0..PLIES {
            let [one, other] = &mut people;
            let mover = if ply % 2 == 0 { &mut *one } else { &mut *other };
            let cell = format!("{}{}", char::from(b'a' + (ply % 20) as u8), ply / 20 + 1);
            let begun = Instant::now();
            mover.play(&cell).await;
            mover.plies(ply + 1).await;
            times.push(begun.elapsed());
            one.plies(ply + 1).await;
            other.plies(ply + 1).await;
        }
        for mut person in people {
            person.say(ClientMsg::Act(Act::Resign)).await;
        }
        times.sort();
        times[PLIES * 99 / 100 - 1]
    }

    /// Checks that a game is played now as fast as one that was played `before`, but for what a busy machine does.
    pub(crate) async fn check_innocent_game(&self, before: Duration) {
        let now = self.innocent_game().await;
        assert!(now < before * 10 + ALLOWANCE, "{now:?} after {before:?}");
    }
}

/// Plies of an innocent game: fewer for each side than its budget has at once.
const PLIES: usize = 100;

/// Time that a test which runs beside others may lose at any moment.
const ALLOWANCE: Duration = Duration::from_millis(500);
