//! One task per connection: decode, slow down, route to the room; and the outbox back to the socket.
//!
//! A session knows who it is, which room it is in, and nothing about games. It stamps every message
//! with the moment it arrived, measures the round trip itself, and ends when the client is silent, too
//! slow, or gone; then its room learns that the person is away.

mod analysis;
mod doors;

use std::sync::Arc;

use futures::{SinkExt, StreamExt};
use protocol::clock::Millis;
use protocol::codec::{Encoding, Message as _};
use protocol::id::{PlayerId, Token};
use protocol::message::{ClientMsg, Role, ServerMsg, VERSION};
use protocol::refusal::Refusal;
use protocol::rules::Variant;
use protocol::side::BySide;
use protocol::spec::{GameSpec, SeatSpec};
use protocol::text::{ChatText, Name};
use room::Command;
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::{Bytes, Error as WsError, Message};
use tokio_util::sync::CancellationToken;
use tracing::{Instrument, debug, info, info_span};

use self::analysis::{Analysis, answered};
use self::doors::{End, end_of, malformed, payload, read_hello, say_goodbye};
use crate::actor::{Entry, Part, Request, Retired, RoomHandle};
use crate::bots;
use crate::directory::{Directory, Shared};
use crate::limit::Budget;
use crate::outbox::{Frame, Outbox, Outgoing};

type Socket = WebSocketStream<TcpStream>;

/// Serves one connection from after the upgrade to its end.
pub(crate) async fn run(
    mut socket: Socket,
    encoding: Encoding,
    directory: Arc<Directory>,
    stop: CancellationToken,
) {
    let shared = Arc::clone(directory.shared());
    let hello = timeout(shared.config.handshake, read_hello(&mut socket, encoding));
    let wanted = tokio::select! {
        hello = hello => match hello {
            Ok(Ok(name)) => name,
            Ok(Err(end)) => return say_goodbye(&mut socket, encoding, end).await,
            Err(_late) => return say_goodbye(&mut socket, encoding, End::Silent).await,
        },
        () = stop.cancelled() => {
            return say_goodbye(&mut socket, encoding, End::ShuttingDown).await;
        }
    };
    let (who, name) = shared.people.enter(wanted.as_deref());
    shared.lobby.people_changed();

    let (outbox, outgoing, overflowed) = Outbox::new(shared.config.outbox);
    let mut session = Session {
        who,
        name,
        encoding,
        outbox,
        room: None,
        round_trip: Millis::ZERO,
        chat: Budget::new(shared.config.chat),
        openings: Budget::new(shared.config.openings),
        analyses: Budget::new(shared.config.analyses),
        analysis: None,
        directory,
        shared,
    };
    session.outbox.send_one(session.welcome());
    // Everything that is logged from here on says whose it is.
    let span = info_span!("session", id = %who);
    async {
        info!(name = %session.name, "came");
        let end = session.serve(&mut socket, outgoing, overflowed, stop).await;
        debug!(?end, "ends");
        session.depart().await;
        say_goodbye(&mut socket, encoding, end).await;
    }
    .instrument(span)
    .await;
}

struct Session {
    who: PlayerId,
    name: Name,
    encoding: Encoding,
    outbox: Outbox,
    room: Option<RoomHandle>,
    round_trip: Millis,
    chat: Budget,
    openings: Budget,
    analyses: Budget,
    /// The question under way what columns are worth.
    analysis: Option<Analysis>,
    directory: Arc<Directory>,
    shared: Arc<Shared>,
}

impl Session {
    async fn serve(
        &mut self,
        socket: &mut Socket,
        mut outgoing: mpsc::Receiver<Outgoing>,
        overflowed: CancellationToken,
        stop: CancellationToken,
    ) -> End {
        let config = &self.shared.config;
        let silence = config.silence;
        let mut pings = interval(config.ping_every);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut messages = Budget::new(config.messages);
        let mut heard = Instant::now();
        // Reading rests until then when a client sends faster than its budget.
        let mut read_from = Instant::now();
        loop {
            let resting = read_from > Instant::now();
            tokio::select! {
                () = stop.cancelled() => return End::ShuttingDown,
                () = overflowed.cancelled() => return End::TooSlow,
                item = outgoing.recv() => {
                    let Some(item) = item else { return End::Gone };
                    let write = timeout(silence, self.write(socket, item, &mut outgoing));
                    // A client that does not read holds up neither a shutdown nor its own end.
                    let sent = tokio::select! {
                        biased;
                        () = stop.cancelled() => return End::ShuttingDown,
                        () = overflowed.cancelled() => return End::TooSlow,
                        sent = write => sent,
                    };
                    match sent {
                        Ok(Ok(())) => {}
                        Ok(Err(_broken)) => return End::Gone,
                        Err(_late) => return End::TooSlow,
                    }
                }
                () = tokio::time::sleep_until(read_from), if resting => {}
                answer = answered(&mut self.analysis) => {
                    self.analysis = None;
                    self.outbox.send_one(answer);
                }
                message = socket.next(), if !resting => {
                    let message = match message {
                        None => return End::Gone,
                        Some(Err(error)) => return end_of(&error),
                        Some(Ok(message)) => message,
                    };
                    heard = Instant::now();
                    if let Err(wait) = messages.spend(self.shared.time.now()) {
                        read_from = heard + std::time::Duration::from_millis(wait.0);
                    }
                    if let Err(end) = self.take(&message).await {
                        return end;
                    }
                }
                _ = pings.tick() => {
                    if heard.elapsed() > silence {
                        return End::Silent;
                    }
                    let stamp = self.shared.time.now().0.to_be_bytes();
                    let ping = Message::Ping(Bytes::copy_from_slice(&stamp));
                    match timeout(silence, socket.send(ping)).await {
                        Ok(Ok(())) => {}
                        Ok(Err(_broken)) => return End::Gone,
                        Err(_late) => return End::TooSlow,
                    }
                }
            }
        }
    }

    /// Writes an item and whatever else is waiting, then flushes once.
    async fn write(
        &mut self,
        socket: &mut Socket,
        item: Outgoing,
        outgoing: &mut mpsc::Receiver<Outgoing>,
    ) -> Result<(), WsError> {
        let mut next = Some(item);
        while let Some(item) = next {
            match item {
                Outgoing::Frame(frame) => socket.feed(frame.encoded(self.encoding)).await?,
                Outgoing::Left { room, why } => {
                    self.room.take_if(|handle| handle.room() == room);
                    self.analysis = None;
                    let left = ServerMsg::Left { room, why };
                    let frame = Frame::new(left);
                    socket.feed(frame.encoded(self.encoding)).await?;
                }
            }
            next = outgoing.try_recv().ok();
        }
        socket.flush().await
    }

    /// Takes one WebSocket message.
    async fn take(&mut self, message: &Message) -> Result<(), End> {
        let at = self.shared.time.now();
        if let Message::Pong(stamp) = message {
            if let Ok(stamp) = <[u8; 8]>::try_from(stamp.as_ref()) {
                // Only our own stamps of late count: a client's word on its lag can be forged, but an
                // old stamp only ever earns what the quota allows.
                self.round_trip = at - Millis(u64::from_be_bytes(stamp));
            }
            return Ok(());
        }
        if message.is_close() {
            return Err(End::Gone);
        }
        let Some(bytes) = payload(message) else {
            return Ok(());
        };
        let answer = match ClientMsg::decode(self.encoding, bytes) {
            Ok(message) => self.obey(at, message).await,
            Err(error) => Err(malformed(&error)),
        };
        if let Err(refusal) = answer {
            debug!(%refusal, "refused");
            self.outbox.send_one(refused(refusal));
        }
        Ok(())
    }

    async fn obey(&mut self, at: Millis, message: ClientMsg) -> Result<(), Refusal> {
        let who = self.who;
        let command = match message {
            ClientMsg::Hello { .. } => return Err(Refusal::HelloExpected),
            ClientMsg::EnterLobby => {
                self.shared.lobby.enter(who, self.outbox.clone());
                return Ok(());
            }
            ClientMsg::LeaveLobby => {
                self.shared.lobby.leave(who);
                return Ok(());
            }
            ClientMsg::Open {
                spec,
                seats,
                shuffle,
            } => return self.open(at, spec, seats, shuffle).await,
            ClientMsg::Join { room, role } => {
                let here = self
                    .room
                    .as_ref()
                    .is_some_and(|handle| handle.room() == room);
                if !here {
                    self.be_nowhere()?;
                }
                if matches!(role, Role::Seat { .. }) && here {
                    return Err(Refusal::AlreadyInRoom { room });
                }
                let handle = self
                    .directory
                    .enter(room, &role, |part| self.entry(part))
                    .await?;
                self.room = Some(handle);
                return Ok(());
            }
            ClientMsg::Quick {
                variant,
                clock,
                holding,
            } => {
                self.be_nowhere()?;
                // It opens a room, unless somebody waits already.
                self.may_open(at)?;
                let handle = self
                    .directory
                    .quick(variant, clock, &holding, |part| self.entry(part))
                    .await?;
                self.room = Some(handle);
                return Ok(());
            }
            ClientMsg::Resync => return self.ask(Request::Resync { who }).await,
            ClientMsg::Analyse { plies } => return self.analyse(at, plies).await,
            ClientMsg::StopAnalysis => {
                self.analysis = None;
                return Ok(());
            }
            ClientMsg::Leave => {
                self.analysis = None;
                Command::Leave { who, lost: false }
            }
            ClientMsg::Move { revision, square } => Command::Play {
                who,
                revision,
                square,
                round_trip: self.round_trip,
            },
            ClientMsg::Resign => Command::Resign { who },
            ClientMsg::OfferDraw => Command::OfferDraw { who },
            ClientMsg::AnswerDraw { accept } => Command::AnswerDraw { who, accept },
            ClientMsg::AskTakeback => Command::AskTakeback { who },
            ClientMsg::AnswerTakeback { accept } => Command::AnswerTakeback { who, accept },
            ClientMsg::Abort => Command::Abort { who },
            ClientMsg::Claim => Command::Claim { who },
            ClientMsg::Rematch => Command::Rematch { who },
            ClientMsg::Chat { text } => {
                let text = ChatText::clean(&text).ok_or(Refusal::NothingToSay)?;
                self.chat
                    .spend(at)
                    .map_err(|wait| Refusal::TooFast { wait })?;
                Command::Chat { who, text }
            }
        };
        self.ask(Request::Do { who, at, command }).await
    }

    async fn open(
        &mut self,
        at: Millis,
        spec: GameSpec,
        seats: BySide<SeatSpec>,
        shuffle: bool,
    ) -> Result<(), Refusal> {
        self.be_nowhere()?;
        self.may_open(at)?;
        let seated = seats.iter().any(|(_, seat)| *seat == SeatSpec::Me);
        let part = if seated {
            Part::Player(Token(rand::random()))
        } else {
            Part::Spectator
        };
        let entry = Some(self.entry(part));
        let handle = self.directory.open(spec, seats, shuffle, entry).await?;
        self.room = Some(handle);
        Ok(())
    }

    fn may_open(&mut self, at: Millis) -> Result<(), Refusal> {
        self.openings
            .spend(at)
            .map_err(|wait| Refusal::TooFast { wait })
    }

    /// Asks the room that the session is in.
    async fn ask(&mut self, request: Request) -> Result<(), Refusal> {
        let handle = self.room.as_ref().ok_or(Refusal::NotInRoom)?;
        if let Err(Retired) = handle.ask(request).await {
            self.room = None;
            return Err(Refusal::NotInRoom);
        }
        Ok(())
    }

    fn be_nowhere(&self) -> Result<(), Refusal> {
        match &self.room {
            Some(handle) => Err(Refusal::AlreadyInRoom {
                room: handle.room(),
            }),
            None => Ok(()),
        }
    }

    fn entry(&self, part: Part) -> Entry {
        Entry {
            who: self.who,
            name: self.name.clone(),
            outbox: self.outbox.clone(),
            part,
        }
    }

    fn welcome(&self) -> ServerMsg {
        ServerMsg::Welcome {
            protocol: VERSION,
            software: concat!("enlinea-server ", env!("CARGO_PKG_VERSION")).to_owned(),
            server: self.shared.config.name.clone(),
            player: self.who,
            name: self.name.clone(),
            bots: bots::offers(self.shared.engines.list()),
            variants: Variant::fixed().collect(),
        }
    }

    /// Leaves everything the session was in.
    async fn depart(&mut self) {
        self.shared.lobby.leave(self.who);
        if let Some(handle) = self.room.take() {
            let leave = Request::Do {
                who: self.who,
                at: self.shared.time.now(),
                command: Command::Leave {
                    who: self.who,
                    lost: true,
                },
            };
            // A room that is gone has nobody to be told.
            let _ = handle.ask(leave).await;
        }
        self.shared.people.leave(&self.name);
        self.shared.lobby.people_changed();
        info!(name = %self.name, "went");
    }
}

fn refused(refusal: Refusal) -> ServerMsg {
    ServerMsg::Refused {
        message: refusal.to_string(),
        refusal,
    }
}
