//! The bare relay: a program that knows no rules, and hands each frame to everybody on the same path.
//!
//! It is what somebody would write in an afternoon: a task a connection on the usual runtime, an unbounded channel to
//! each. With `direct` a frame goes to the sockets at once, past the channels: the limit of what can be reached so.

use std::collections::HashMap;
use std::io::Write;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, Weak};

use anyhow::Result;
use futures::{SinkExt, StreamExt};
use tokio::io::{AsyncRead, AsyncWrite, join, sink};
use tokio::net::tcp::OwnedWriteHalf;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio_rustls::TlsAcceptor;
use tokio_tungstenite::tungstenite::handshake::server::{Request, Response};
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Bytes, Message};
use tokio_tungstenite::{WebSocketStream, accept_hdr_async_with_config};

/// Where a frame for a member goes.
#[derive(Clone, Debug)]
enum Outlet {
    Channel(UnboundedSender<Message>),
    Socket(Arc<OwnedWriteHalf>),
}

impl Outlet {
    fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Channel(one), Self::Channel(two)) => one.same_channel(two),
            (Self::Socket(one), Self::Socket(two)) => Arc::ptr_eq(one, two),
            _ => false,
        }
    }
}

/// Those on one path.
type Room = Mutex<Vec<Outlet>>;
type Rooms = Mutex<HashMap<String, Weak<Room>>>;

/// Fate of a connection.
#[derive(Clone)]
pub(crate) enum Manner {
    Channels,
    /// The same over TLS.
    Encrypted(TlsAcceptor),
    Direct,
}

/// Serves until it is ended, after it has printed its address.
pub(crate) async fn run(manner: Manner) -> Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    announce(listener.local_addr()?)?;
    let rooms = Arc::new(Rooms::default());
    loop {
        let (stream, _) = listener.accept().await?;
        stream.set_nodelay(true)?;
        let rooms = Arc::clone(&rooms);
        // A client that breaks off is none of the relay's business. A task for each manner, so that none has room for
        // what another one needs.
        match &manner {
            Manner::Channels => drop(tokio::spawn(serve(stream, rooms))),
            Manner::Encrypted(acceptor) => {
                let handshake = acceptor.accept(stream);
                drop(tokio::spawn(async move {
                    serve(Box::new(handshake.await?), rooms).await
                }));
            }
            Manner::Direct => drop(tokio::spawn(serve_directly(stream, rooms))),
        }
    }
}

fn announce(address: SocketAddr) -> Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "listening on {address}")?;
    Ok(out.flush()?)
}

async fn serve<S: AsyncRead + AsyncWrite + Unpin>(stream: S, rooms: Arc<Rooms>) -> Result<()> {
    let (mut socket, room) = upgrade(stream, &rooms).await?;
    let (sender, mut frames) = unbounded_channel();
    let outlet = Outlet::Channel(sender);
    room.lock().expect("not poisoned").push(outlet.clone());
    // The one word of the relay itself: whoever has it is a member.
    socket.send(Message::Binary(Bytes::new())).await?;
    loop {
        tokio::select! {
            Some(frame) = frames.recv() => {
                if socket.send(frame).await.is_err() {
                    break;
                }
            }
            heard = socket.next() => match heard {
                Some(Ok(Message::Binary(payload))) => pass_on(&room, &payload),
                Some(Ok(Message::Close(_)) | Err(_)) | None => break,
                Some(Ok(_)) => {}
            },
        }
    }
    leave(&room, &outlet);
    Ok(())
}

async fn serve_directly(stream: TcpStream, rooms: Arc<Rooms>) -> Result<()> {
    let (socket, room) = upgrade(stream, &rooms).await?;
    let (read, write) = socket.into_inner().into_split();
    let write = Arc::new(write);
    let outlet = Outlet::Socket(Arc::clone(&write));
    room.lock().expect("not poisoned").push(outlet.clone());
    write.try_write(&framed(&[]))?;
    // Pongs and the answer to a close frame have nowhere to go: nobody here waits for them.
    let stream = join(read, sink());
    let mut socket = WebSocketStream::from_raw_socket(stream, Role::Server, Some(buffers())).await;
    while let Some(Ok(message)) = socket.next().await {
        if let Message::Binary(payload) = message {
            pass_on(&room, &payload);
        }
    }
    leave(&room, &outlet);
    Ok(())
}

/// Upgrades a connection, and finds its room by the path.
async fn upgrade<S: AsyncRead + AsyncWrite + Unpin>(
    stream: S,
    rooms: &Rooms,
) -> Result<(WebSocketStream<S>, Arc<Room>)> {
    let mut path = String::new();
    #[expect(clippy::result_large_err, reason = "the signature of tungstenite")]
    let note_path = |request: &Request, response: Response| {
        request.uri().path().clone_into(&mut path);
        Ok(response)
    };
    let socket = accept_hdr_async_with_config(stream, note_path, Some(buffers())).await?;
    Ok((socket, enter(rooms, path)))
}

fn buffers() -> WebSocketConfig {
    WebSocketConfig::default()
        .read_buffer_size(2048)
        .write_buffer_size(0)
}

fn enter(rooms: &Rooms, path: String) -> Arc<Room> {
    let mut rooms = rooms.lock().expect("not poisoned");
    let place = rooms.entry(path).or_default();
    place.upgrade().unwrap_or_else(|| {
        let room = Arc::default();
        *place = Arc::downgrade(&room);
        room
    })
}

fn leave(room: &Room, outlet: &Outlet) {
    let mut members = room.lock().expect("not poisoned");
    members.retain(|member| !member.is_same(outlet));
}

fn pass_on(room: &Room, payload: &Bytes) {
    let members = room.lock().expect("not poisoned");
    let mut wire = None;
    for member in members.iter() {
        match member {
            Outlet::Channel(channel) => {
                // Whoever is gone leaves the room by itself.
                let _ = channel.send(Message::Binary(payload.clone()));
            }
            Outlet::Socket(socket) => {
                // A frame for which a socket has no room is lost, as only this relay may do.
                let _ = socket.try_write(wire.get_or_insert_with(|| framed(payload)));
            }
        }
    }
}

/// A binary frame of a server.
fn framed(payload: &[u8]) -> Vec<u8> {
    let length = u8::try_from(payload.len()).expect("moves are short");
    assert!(length < 126, "moves are short");
    [&[0x82, length], payload].concat()
}
