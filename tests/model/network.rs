//! Connections in memory without delay, and a task for each client, which writes down what it hears.

use std::future::pending;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex};

use futures::{SinkExt, StreamExt};
use protocol::codec::{Encoding, Message as _};
use protocol::message::{ClientMsg, ServerMsg};
use server::Listener;
use tokio::io::{DuplexStream, duplex};
use tokio::sync::mpsc;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async};

/// Bytes that a pipe holds: more than a step of the test sends over one.
const PIPE: usize = 256 * 1024;

/// A frame of the server that a client heard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Heard {
    /// Moment, in milliseconds of the run.
    pub(super) at: u64,
    /// Number of the client.
    pub(super) who: usize,
    pub(super) reference: Option<u32>,
    pub(super) message: ServerMsg,
}

/// The network: the way to the server, and everything that clients heard.
pub(super) struct Network {
    start: Instant,
    server: mpsc::UnboundedSender<(DuplexStream, SocketAddr)>,
    heard: Arc<Mutex<Vec<Heard>>>,
    ports: u16,
}

impl Network {
    pub(super) fn new() -> (Self, Port) {
        let (server, connections) = mpsc::unbounded_channel();
        let network = Self {
            start: Instant::now(),
            server,
            heard: Arc::default(),
            ports: 0,
        };
        (network, Port(connections))
    }

    /// The moment, in milliseconds of the run.
    pub(super) fn now(&self) -> u64 {
        u64::try_from(self.start.elapsed().as_millis()).expect("a short run")
    }

    /// Connects a client; its first message is the caller's to send.
    pub(super) async fn connect(&mut self, who: usize, encoding: Encoding) -> Line {
        let (near, far) = duplex(PIPE);
        self.ports += 1;
        // Each from an address of its own: the model knows no limits of one.
        let [high, low] = self.ports.to_be_bytes();
        let peer = (Ipv4Addr::new(10, 0, high, low), self.ports).into();
        self.server.send((far, peer)).expect("the server runs");
        let mut request = "ws://localhost:4270/ws"
            .into_client_request()
            .expect("a request");
        let subprotocol = encoding.subprotocol().parse().expect("a header");
        request
            .headers_mut()
            .insert("Sec-WebSocket-Protocol", subprotocol);
        let (socket, _) = client_async(request, near).await.expect("an upgrade");
        let (orders, inbox) = mpsc::unbounded_channel();
        let ear = Ear {
            who,
            encoding,
            start: self.start,
            heard: Arc::clone(&self.heard),
        };
        tokio::spawn(ear.serve(socket, inbox));
        Line { encoding, orders }
    }

    /// Takes what clients heard since the last call, in the order of arrival.
    pub(super) fn take_heard(&self) -> Vec<Heard> {
        std::mem::take(&mut self.heard.lock().expect("no holder panics"))
    }
}

enum Order {
    Send(Message),
    Close,
}

/// The connection of a client. Dropping it breaks the connection.
pub(super) struct Line {
    encoding: Encoding,
    orders: mpsc::UnboundedSender<Order>,
}

impl Line {
    pub(super) fn say(&self, message: &ClientMsg, reference: Option<u32>) {
        let bytes = message.encode_with(self.encoding, reference);
        let frame = match self.encoding {
            Encoding::Bincode => Message::Binary(bytes.into()),
            Encoding::Json => {
                Message::Text(Utf8Bytes::from(String::from_utf8(bytes).expect("UTF-8")))
            }
        };
        let sent = self.orders.send(Order::Send(frame));
        assert!(sent.is_ok(), "the server closed the connection");
    }

    /// Closes the connection in good order.
    pub(super) fn close(self) {
        let _ = self.orders.send(Order::Close);
    }
}

/// The task of a client.
struct Ear {
    who: usize,
    encoding: Encoding,
    start: Instant,
    heard: Arc<Mutex<Vec<Heard>>>,
}

impl Ear {
    async fn serve(
        self,
        mut socket: WebSocketStream<DuplexStream>,
        mut inbox: mpsc::UnboundedReceiver<Order>,
    ) {
        loop {
            tokio::select! {
                biased;
                frame = socket.next() => match frame {
                    Some(Ok(frame)) => self.hear(&frame),
                    Some(Err(_)) | None => return,
                },
                order = inbox.recv() => match order {
                    Some(Order::Send(frame)) => {
                        if socket.send(frame).await.is_err() {
                            return;
                        }
                    }
                    Some(Order::Close) => {
                        let _ = socket.close(None).await;
                        // Nobody cares for what comes now.
                        while let Some(Ok(_)) = socket.next().await {}
                        return;
                    }
                    None => return,
                },
            }
        }
    }

    fn hear(&self, frame: &Message) {
        let bytes = match frame {
            Message::Binary(bytes) => bytes.as_ref(),
            Message::Text(text) => text.as_str().as_bytes(),
            _ => return,
        };
        let envelope = ServerMsg::open(self.encoding, bytes).expect("a message");
        let heard = Heard {
            at: u64::try_from(self.start.elapsed().as_millis()).expect("a short run"),
            who: self.who,
            reference: envelope.reference,
            message: envelope.message,
        };
        self.heard.lock().expect("no holder panics").push(heard);
    }
}

/// The end of the server.
pub(super) struct Port(mpsc::UnboundedReceiver<(DuplexStream, SocketAddr)>);

impl Listener for Port {
    type Stream = DuplexStream;

    fn address(&self) -> io::Result<SocketAddr> {
        Ok((Ipv4Addr::LOCALHOST, 4270).into())
    }

    async fn accept(&mut self) -> io::Result<(DuplexStream, SocketAddr)> {
        match self.0.recv().await {
            Some(connection) => Ok(connection),
            None => pending().await,
        }
    }
}
