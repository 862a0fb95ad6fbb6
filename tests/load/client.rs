//! Players and spectators as the load tool has them, the same for a relay as for a server.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use anyhow::{Result, bail, ensure};
use protocol::act::Act;
use protocol::codec::{Encoding, Message};
use protocol::id::{Revision, RoomId};
use protocol::message::{ClientMsg, Role, RoomEvent, ServerMsg, VERSION};
use protocol::side::{BySide, Side};
use protocol::spec::{GameSpec, SeatSpec};
use protocol::square::Square;
use protocol::view::Snapshot;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::colyseus;
use super::full_board::{PLIES, column};
use super::socket::{Socket, frame};
use super::stage::{Pace, Stage, Table};

/// The language that a contender understands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Speech {
    /// Any frames: the moves go to everybody on one path.
    Relay,
    /// The protocol of this project.
    Enlinea,
    /// That of the room in `colyseus/server.js`.
    Colyseus,
}

/// The address of a contender, and what it understands.
#[derive(Clone)]
pub(crate) struct Host {
    pub(crate) address: SocketAddr,
    pub(crate) speech: Speech,
}

impl Host {
    /// Connects: into a room of a relay or a peer. To a server it says hello and what comes `behind` it in one write,
    /// as the client does that returns to its room; without that it waits for its welcome.
    async fn connect(
        &self,
        room: &str,
        from: Ipv4Addr,
        name: Option<String>,
        behind: Option<&ClientMsg>,
    ) -> Result<Socket> {
        match self.speech {
            Speech::Relay => {
                let mut socket = Socket::connect(self.address, from, &format!("/{room}")).await?;
                socket.next().await?;
                Ok(socket)
            }
            Speech::Enlinea => {
                let mut socket = Socket::connect(self.address, from, "/ws").await?;
                let hello = ClientMsg::Hello {
                    protocol: VERSION,
                    software: "load".to_owned(),
                    name,
                    key: None,
                    heartbeat: false,
                };
                let mut bytes = frame(&hello);
                if let Some(behind) = behind {
                    bytes.extend(frame(behind));
                }
                socket.send(&bytes).await?;
                if behind.is_none() {
                    hear(&mut socket, |message| {
                        matches!(message, ServerMsg::Welcome { .. }).then_some(())
                    })
                    .await?;
                }
                Ok(socket)
            }
            Speech::Colyseus => colyseus::join(self.address, room).await,
        }
    }

    /// Connects somebody without a name, who goes into no room, or into one alone.
    pub(crate) async fn nameless(&self, number: usize) -> Result<Socket> {
        if self.speech == Speech::Colyseus {
            return Ok(colyseus::create(self.address).await?.0);
        }
        let room = format!("nameless-{number}");
        self.connect(&room, address(number), None, None).await
    }

    /// Opens a room and sits down on both sides of it. `number` is another for each room.
    pub(crate) async fn table(&self, number: usize) -> Result<([Player; 2], String)> {
        let name = |which: &str| Some(format!("{which}-{number}"));
        let from = address(number);
        let mut room = format!("room-{number}");
        let mut first;
        if self.speech == Speech::Colyseus {
            (first, room) = colyseus::create(self.address).await?;
        } else {
            let seats = BySide {
                first: SeatSpec::Me,
                second: SeatSpec::Open,
            };
            let open = open(connect_four(), seats);
            first = self.connect(&room, from, name("ana"), Some(&open)).await?;
        }
        let mut revision = Revision(0);
        let mut join = None;
        if self.speech == Speech::Enlinea {
            room = joined(&mut first).await?.room.to_string();
            join = Some(self::join(&room, Role::Player)?);
        }
        let mut second = self
            .connect(&room, from, name("bea"), join.as_ref())
            .await?;
        if self.speech == Speech::Enlinea {
            // Whoever takes the last seat finds the game begun, and the other is told.
            revision = joined(&mut second).await?.revision;
            hear(&mut first, |message| {
                let ServerMsg::Event { event, .. } = message else {
                    return None;
                };
                matches!(event, RoomEvent::Started { .. }).then_some(())
            })
            .await?;
        }
        let player = |socket, side| Player {
            socket,
            speech: self.speech,
            side,
            revision,
        };
        Ok((
            [player(first, Side::First), player(second, Side::Second)],
            room,
        ))
    }

    /// Connects somebody who watches a room.
    pub(crate) async fn spectator(&self, room: &str, number: usize) -> Result<Socket> {
        let (from, name) = (address(number), Some(format!("eve-{number}")));
        if self.speech != Speech::Enlinea {
            return self.connect(room, from, name, None).await;
        }
        let join = join(room, Role::Spectator)?;
        let mut socket = self.connect(room, from, name, Some(&join)).await?;
        joined(&mut socket).await?;
        Ok(socket)
    }
}

/// The address of the client with this number: each is another household, whose limits are its own.
fn address(number: usize) -> Ipv4Addr {
    let [.., high, middle, low] = (number as u32).to_be_bytes();
    Ipv4Addr::new(127, 1 + high % 64, middle, low)
}

fn connect_four() -> GameSpec {
    GameSpec::new("connect-four".parse().expect("a variant"))
}

fn open(spec: GameSpec, seats: BySide<SeatSpec>) -> ClientMsg {
    ClientMsg::Open {
        spec,
        seats,
        shuffle: false,
    }
}

fn join(room: &str, role: Role) -> Result<ClientMsg> {
    let room: RoomId = room.parse()?;
    Ok(ClientMsg::Join { room, role })
}

/// The room that the client is in now.
async fn joined(socket: &mut Socket) -> Result<Snapshot> {
    hear(socket, |message| match message {
        ServerMsg::Joined { snapshot, .. } => Some((**snapshot).clone()),
        _ => None,
    })
    .await
}

/// Reads messages until one has what is wanted.
async fn hear<T>(
    socket: &mut Socket,
    mut wanted: impl FnMut(&ServerMsg) -> Option<T>,
) -> Result<T> {
    loop {
        let message = ServerMsg::decode(Encoding::Bincode, socket.next().await?)?;
        if let ServerMsg::Refused { message, .. } = message {
            bail!("refused: {message}");
        }
        if let Some(found) = wanted(&message) {
            return Ok(found);
        }
    }
}

/// The meaning of a frame to those at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Heard {
    Started {
        revision: Revision,
    },
    Moved {
        by: Side,
        ply: usize,
        revision: Revision,
        ends_game: bool,
    },
    Over,
    Else,
}

impl Speech {
    fn read(self, payload: &[u8]) -> Result<Heard> {
        match self {
            Self::Relay => Ok(match ClientMsg::decode(Encoding::Bincode, payload)? {
                // The revision counts on from game to game, and all games are of one length, which is even.
                ClientMsg::Act(Act::Move { revision, .. }) => Heard::Moved {
                    by: Side::to_move_after(revision.0 as usize),
                    ply: revision.0 as usize % PLIES + 1,
                    revision: revision.next(),
                    ends_game: false,
                },
                _ => Heard::Else,
            }),
            Self::Colyseus => Ok(match colyseus::read(payload)? {
                // The board is cleared after the last ply, and the same player begins.
                Some(plies) => Heard::Moved {
                    by: Side::to_move_after(plies.into()),
                    ply: usize::from(plies) + 1,
                    revision: Revision(0),
                    ends_game: false,
                },
                None => Heard::Else,
            }),
            Self::Enlinea => match ServerMsg::decode(Encoding::Bincode, payload)? {
                ServerMsg::Event { event, .. } => Ok(match event {
                    RoomEvent::Started { revision, .. } => Heard::Started { revision },
                    RoomEvent::Moved {
                        revision,
                        side,
                        ply,
                        ends_game,
                        ..
                    } => Heard::Moved {
                        by: side,
                        ply: usize::from(ply),
                        revision,
                        ends_game,
                    },
                    RoomEvent::Over { .. } => Heard::Over,
                    _ => Heard::Else,
                }),
                ServerMsg::Refused { message, .. } => bail!("refused: {message}"),
                _ => Ok(Heard::Else),
            },
        }
    }
}

/// A player whose game has begun.
#[derive(Debug)]
pub(crate) struct Player {
    socket: Socket,
    speech: Speech,
    side: Side,
    revision: Revision,
}

impl Player {
    /// Plays game after game until the task is ended, or something goes wrong.
    pub(crate) async fn play(
        mut self,
        table: Arc<Table>,
        stage: Arc<Stage>,
        pace: Pace,
    ) -> Result<()> {
        let rematch = frame(&ClientMsg::Act(Act::Rematch));
        if self.side == Side::First {
            pace.wait(&mut self.socket, &table, &stage).await?;
            self.say_move(0, &table, &stage).await?;
        }
        loop {
            match self.speech.read(self.socket.next().await?)? {
                Heard::Moved {
                    by,
                    ply,
                    revision,
                    ends_game,
                } => {
                    self.revision = revision;
                    if by != self.side {
                        stage.opponent_saw(&table);
                        if !ends_game {
                            pace.wait(&mut self.socket, &table, &stage).await?;
                            self.say_move(ply, &table, &stage).await?;
                        }
                    }
                }
                Heard::Started { revision } => {
                    self.revision = revision;
                    // A rematch has the sides swapped.
                    self.side = self.side.other();
                    if self.side == Side::First {
                        pace.wait(&mut self.socket, &table, &stage).await?;
                        self.say_move(0, &table, &stage).await?;
                    }
                }
                Heard::Over => self.socket.send(&rematch).await?,
                Heard::Else => {}
            }
        }
    }

    async fn say_move(&mut self, plies: usize, table: &Table, stage: &Stage) -> Result<()> {
        let frame = self.move_frame(plies);
        table.sent(stage);
        self.socket.send(&frame).await
    }

    fn move_frame(&self, plies: usize) -> Vec<u8> {
        if self.speech == Speech::Colyseus {
            return colyseus::move_frame((plies % PLIES) as u8, column(plies));
        }
        let square = Square::new(column(plies), 0).expect("on the board");
        let revision = self.revision;
        frame(&ClientMsg::Act(Act::Move { revision, square }))
    }

    /// Makes the first move of the game.
    pub(crate) async fn first_move(&mut self) -> Result<()> {
        let frame = self.move_frame(0);
        self.socket.send(&frame).await
    }

    /// Waits until there is a move on the board.
    pub(crate) async fn sees_move(&mut self) -> Result<()> {
        loop {
            if let Heard::Moved { .. } = self.speech.read(self.socket.next().await?)? {
                return Ok(());
            }
        }
    }

    /// Leaves the room and ends the connection.
    pub(crate) async fn leave(mut self) -> Result<()> {
        if self.speech == Speech::Enlinea {
            self.socket.send(&frame(&ClientMsg::Leave)).await?;
            hear(&mut self.socket, |message| {
                matches!(message, ServerMsg::Left { .. }).then_some(())
            })
            .await?;
        }
        Ok(())
    }
}

/// Watches a room until the task is ended, or something goes wrong.
pub(crate) async fn watch(
    mut socket: Socket,
    speech: Speech,
    table: Arc<Table>,
    stage: Arc<Stage>,
) -> Result<()> {
    loop {
        if let Heard::Moved { .. } = speech.read(socket.next().await?)? {
            stage.spectator_saw(&table);
        }
    }
}

/// Reads all finished games again and again, until the task is ended or something goes wrong.
pub(crate) async fn export(server: SocketAddr, stage: Arc<Stage>) -> Result<()> {
    let request = format!("GET /games.txt HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\n\r\n");
    let mut buffer = vec![0; 64 * 1024];
    loop {
        let mut stream = TcpStream::connect(server).await?;
        stream.write_all(request.as_bytes()).await?;
        let mut end = Vec::new();
        loop {
            let read = stream.read(&mut buffer).await?;
            if read == 0 {
                break;
            }
            stage.exported(read);
            end.extend_from_slice(&buffer[..read]);
            end.drain(..end.len().saturating_sub(LAST_CHUNK.len()));
        }
        ensure!(end == LAST_CHUNK, "the export ended too early");
    }
}

/// The end of an answer in chunks that is whole.
const LAST_CHUNK: &[u8] = b"0\r\n\r\n";

/// Reads, and answers pings, until the task is ended or something goes wrong.
pub(crate) async fn stay(mut socket: Socket) -> Result<()> {
    loop {
        socket.next().await?;
    }
}
