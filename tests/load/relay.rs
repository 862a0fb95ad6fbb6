//! The bare relay: a program that knows no rules, and hands each frame to everybody on the same path.
//!
//! It is what somebody would write in an afternoon: a task a connection on the usual runtime, an unbounded channel to
//! each.

use std::collections::HashMap;
use std::io::Write;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, Weak};

use anyhow::Result;
use futures::{SinkExt, StreamExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio_tungstenite::accept_hdr_async_with_config;
use tokio_tungstenite::tungstenite::handshake::server::{Request, Response};
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Bytes, Message};

/// Those on one path.
type Room = Mutex<Vec<UnboundedSender<Message>>>;
type Rooms = Mutex<HashMap<String, Weak<Room>>>;

/// Serves until it is ended, after it has printed its address.
pub(crate) async fn run() -> Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    announce(listener.local_addr()?)?;
    let rooms = Arc::new(Rooms::default());
    loop {
        let (stream, _) = listener.accept().await?;
        stream.set_nodelay(true)?;
        // A client that breaks off is none of the relay's business.
        drop(tokio::spawn(serve(stream, Arc::clone(&rooms))));
    }
}

fn announce(address: SocketAddr) -> Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "listening on {address}")?;
    Ok(out.flush()?)
}

async fn serve(stream: TcpStream, rooms: Arc<Rooms>) -> Result<()> {
    let mut path = String::new();
    #[expect(clippy::result_large_err, reason = "the signature of tungstenite")]
    let note_path = |request: &Request, response: Response| {
        request.uri().path().clone_into(&mut path);
        Ok(response)
    };
    let buffers = WebSocketConfig::default()
        .read_buffer_size(2048)
        .write_buffer_size(0);
    let mut socket = accept_hdr_async_with_config(stream, note_path, Some(buffers)).await?;
    let room = enter(&rooms, path);
    let (sender, mut frames) = unbounded_channel();
    room.lock().expect("not poisoned").push(sender.clone());
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
                Some(Ok(Message::Binary(payload))) => {
                    for member in room.lock().expect("not poisoned").iter() {
                        // Whoever is gone leaves the room by itself.
                        let _ = member.send(Message::Binary(payload.clone()));
                    }
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => break,
                Some(Ok(_)) => {}
            },
        }
    }
    let mut members = room.lock().expect("not poisoned");
    members.retain(|member| !member.same_channel(&sender));
    Ok(())
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
