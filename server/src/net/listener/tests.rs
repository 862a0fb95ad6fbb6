//! Requests on pipes.

use std::future::pending;
use std::io;
use std::net::Ipv4Addr;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader, DuplexStream};
use tokio::sync::mpsc;

use super::*;
use crate::config::Config;
use crate::store;
use crate::testing;

const REQUEST: &str = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";

/// A listener with these connections.
struct Pipes(mpsc::UnboundedReceiver<DuplexStream>);

impl Pipes {
    /// Returns a listener with one connection.
    fn one(stream: DuplexStream) -> Self {
        let (sender, pipes) = mpsc::unbounded_channel();
        sender.send(stream).unwrap();
        Self(pipes)
    }
}

impl Listener for Pipes {
    type Stream = DuplexStream;

    fn address(&self) -> io::Result<SocketAddr> {
        Ok((Ipv4Addr::LOCALHOST, 4270).into())
    }

    async fn accept(&mut self) -> io::Result<(DuplexStream, SocketAddr)> {
        match self.0.recv().await {
            Some(stream) => Ok((stream, self.address()?)),
            None => pending().await,
        }
    }
}

/// A server that listens.
struct Listening {
    directory: Arc<Directory>,
    tasks: TaskTracker,
    stop: CancellationToken,
}

impl Listening {
    fn to(pipes: Pipes) -> Self {
        let directory = testing::directory(Config::default(), store::memory());
        let (tasks, stop) = (TaskTracker::new(), CancellationToken::new());
        let running = run(
            pipes,
            testing::tournaments(&directory),
            tasks.clone(),
            stop.clone(),
        );
        tasks.spawn(running);
        Self {
            directory,
            tasks,
            stop,
        }
    }

    async fn stop(self) {
        self.stop.cancel();
        self.tasks.close();
        self.tasks.wait().await;
    }
}

/// Says the request and that nothing more is sent, which the server reads at once. Returns the other end of the pipe.
async fn half_closed() -> (DuplexStream, DuplexStream) {
    let (mut client, server) = tokio::io::duplex(REQUEST_LIMIT);
    client.write_all(REQUEST.as_bytes()).await.unwrap();
    client.shutdown().await.unwrap();
    (client, server)
}

#[tokio::test(start_paused = true)]
async fn a_request_of_a_client_that_sends_nothing_more_is_answered() {
    let (mut client, server) = half_closed().await;
    let listening = Listening::to(Pipes::one(server));
    let mut answer = String::new();
    client.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer:?}");
    listening.stop().await;
}

#[tokio::test(start_paused = true)]
async fn metrics_that_nobody_reads_hold_no_place_for_ever() {
    let directory = testing::directory(Config::default(), store::memory());
    let most = directory.shared().config.handshake * 3;
    let (mut client, server) = tokio::io::duplex(64);
    let served = tokio::spawn(crate::operate::admin::serve(server, directory));
    client.write_all(REQUEST.as_bytes()).await.unwrap();
    // The answer has begun, and is larger than what the pipe takes.
    client.read_u8().await.unwrap();
    timeout(most, served).await.unwrap().unwrap();
}

/// The answer is larger than what the pipe takes, and nobody reads it.
#[tokio::test(start_paused = true)]
async fn a_client_that_sends_nothing_more_and_reads_nothing_has_an_end() {
    let (mut client, server) = tokio::io::duplex(64);
    let listening = Listening::to(Pipes::one(server));
    client.write_all(REQUEST.as_bytes()).await.unwrap();
    client.shutdown().await.unwrap();
    // The answer has begun.
    client.read_u8().await.unwrap();
    let shared = listening.directory.shared();
    let open = &shared.metrics.connections;
    let count = || open.get();
    assert_eq!(count(), 1);
    tokio::time::sleep(shared.config.handshake * (PLAIN_LIFE + 2)).await;
    assert_eq!(count(), 0);
    listening.stop().await;
}

/// Sends a request, and returns the first line of the answer when all of its head has come.
async fn asked(stream: &mut BufReader<DuplexStream>, request: &str) -> String {
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut head = stream.lines();
    let status = head.next_line().await.unwrap().expect("an answer");
    while head
        .next_line()
        .await
        .unwrap()
        .is_some_and(|line| !line.is_empty())
    {}
    status
}

/// The page of the eleventh was answered with 429 where it connected, and whoever came much later was not heard.
#[tokio::test(start_paused = true)]
async fn forty_browsers_at_one_address_open_the_page_at_once_and_connect() {
    let (accepted, pipes) = mpsc::unbounded_channel();
    let listening = Listening::to(Pipes(pipes));
    let connect = || {
        let (client, server) = tokio::io::duplex(64 * 1024);
        accepted.send(server).unwrap();
        BufReader::new(client)
    };
    let mut idle = Vec::new();
    for _ in 0..40 * 6 {
        let mut stream = connect();
        let status = asked(&mut stream, REQUEST).await;
        assert_eq!(status, "HTTP/1.1 200 OK");
        idle.push(stream);
    }
    let upgrade = "GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
        Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: enlinea.json\r\n\
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    for _ in 0..20 {
        let mut stream = connect();
        let status = asked(&mut stream, upgrade).await;
        assert_eq!(status, "HTTP/1.1 101 Switching Protocols");
        idle.push(stream);
    }
    drop(idle);
    listening.stop().await;
}
