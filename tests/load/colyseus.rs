//! The protocol of a Colyseus client, as far as the room in `colyseus/server.js` needs it.
//!
//! A request in HTTP reserves a seat in a room, the connection with that seat is told that it joined, and says that it
//! heard so. From then on a message of bytes is a code, the type of the message, and the bytes.

use std::net::{Ipv4Addr, SocketAddr};

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::socket::{Socket, binary};

/// Codes of the protocol, of `@colyseus/shared-types`.
const JOIN_ROOM: u8 = 10;
const ERROR: u8 = 11;
const ROOM_DATA_BYTES: u8 = 17;

/// The type of the message, and the name of the room, in `colyseus/server.js`.
const MOVE: u8 = 1;
const ROOM: &str = "connect-four";

/// Opens a room and goes into it.
pub(crate) async fn create(address: SocketAddr) -> Result<(Socket, String)> {
    enter(address, &format!("/matchmake/create/{ROOM}")).await
}

/// Goes into a room. The first two who are in it are its players.
pub(crate) async fn join(address: SocketAddr, room: &str) -> Result<Socket> {
    let path = format!("/matchmake/joinById/{room}");
    let (socket, _) = enter(address, &path).await?;
    Ok(socket)
}

async fn enter(address: SocketAddr, path: &str) -> Result<(Socket, String)> {
    let seat = post(address, path).await?;
    let field = |name: &str| {
        let value = seat[name].as_str();
        value.with_context(|| format!("{path} gives no {name}: {seat}"))
    };
    let room = field("roomId")?;
    let path = format!(
        "/{}/{room}?sessionId={}",
        field("processId")?,
        field("sessionId")?
    );
    let mut socket = Socket::connect(address, Ipv4Addr::LOCALHOST, &path).await?;
    match socket.next().await? {
        [JOIN_ROOM, ..] => {}
        other => bail!("not let into the room: {}", String::from_utf8_lossy(other)),
    }
    socket.send(&binary(&[JOIN_ROOM])).await?;
    Ok((socket, room.to_owned()))
}

/// The answer to a request without options.
async fn post(address: SocketAddr, path: &str) -> Result<Value> {
    let mut stream = TcpStream::connect(address).await?;
    let request = format!(
        "POST {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{{}}"
    );
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let body = answer.split_once("\r\n\r\n").map(|(_, body)| body);
    let body = body.filter(|_| answer.starts_with("HTTP/1.1 200"));
    Ok(serde_json::from_str(body.with_context(|| {
        format!("{path} is refused: {answer}")
    })?)?)
}

/// The frame of a move in this column, after this number of plies.
pub(crate) fn move_frame(plies: u8, column: u8) -> Vec<u8> {
    binary(&[ROOM_DATA_BYTES, MOVE, plies, column])
}

/// The number of plies before the move in this message, if it is one.
pub(crate) fn read(payload: &[u8]) -> Result<Option<u8>> {
    ensure!(
        payload.first() != Some(&ERROR),
        "refused: {}",
        String::from_utf8_lossy(payload)
    );
    Ok(match payload {
        &[ROOM_DATA_BYTES, MOVE, plies, _] => Some(plies),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_read_as_it_was_written() {
        let frame = move_frame(41, 6);
        let payload = &frame[frame.len() - 4..];
        assert_eq!(read(payload).expect("no error"), Some(41));
        assert_eq!(read(&[JOIN_ROOM]).expect("no error"), None);
        assert!(read(&[ERROR, 0]).is_err());
    }
}
