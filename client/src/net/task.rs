//! The task that holds the socket: connects, pings, notices silence, reconnects.
//!
//! A secret of the person, such as the key token of `hello`, is sent only if [`Security::keeps_secrets`].

use std::sync::Arc;
use std::time::Duration;

use futures::StreamExt;
use protocol::codec::{Encoding, Envelope};
use protocol::id::{RoomId, Token};
use protocol::message::{ClientMsg, ServerMsg, VERSION};
use protocol::refusal::Refusal;
use protocol::text::Name;
use rand::RngExt;
use rand::rngs::StdRng;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender};
use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout};
use tracing::{Level, debug, enabled, error, info, warn};

use super::connect::{NotOpened, Opened, connect};
use super::env::{Connector, Env};
use super::pending::Pending;
use super::socket::{Heard, Socket, SocketEvent};
use super::{NetEvent, Order, Security, Settings};
use crate::args::{ServerUrl, shown};
use crate::language::Said;
use crate::log;
use crate::words::{self, listed};

/// The task and its state, apart from the socket, which does not outlive a connection.
pub(super) struct Task<C> {
    connector: Arc<C>,
    rng: StdRng,
    settings: Settings,
    orders: UnboundedReceiver<Order>,
    events: UnboundedSender<NetEvent>,
    /// The address that was connected to last.
    connected: watch::Sender<String>,
    pending: Pending,
    /// The server that let the person in last, and those that have the same rooms.
    servers: Vec<String>,
    /// The protection of the last connection.
    security: Security,
    /// True once the person was told that they are a guest, since the key is not shown in the clear.
    told_guest: bool,
    /// The reason why the id of the last server was not taken, as the person was told.
    told_mistaken: Option<String>,
}

/// The reason why a socket ended.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// The link was dropped.
    LinkDropped,
    /// It broke; a retry may succeed.
    Broke(String),
    /// The server answered, and took no connection; a retry may succeed.
    TurnedAway(String),
    /// The room is at the server of this address.
    Elsewhere(String),
    /// A retry would fail in the same way.
    Final(String),
}

/// A connection until it is welcomed.
struct Newcomer {
    /// The token of the key, where it is shown.
    key: Option<Token>,
    /// The number of names that were refused.
    names_refused: u32,
    /// Why it is not let in, if it is not.
    turned_away: Option<String>,
}

impl<C: Connector> Task<C> {
    pub(super) fn new(
        env: Env<C>,
        settings: Settings,
        orders: UnboundedReceiver<Order>,
        events: UnboundedSender<NetEvent>,
        connected: watch::Sender<String>,
    ) -> Self {
        let Env { connector, rng } = env;
        let pending = Pending::new(settings.verbatim);
        Self {
            connector: Arc::new(connector),
            rng,
            settings,
            orders,
            events,
            connected,
            pending,
            servers: Vec::new(),
            security: Security::Loopback,
            told_guest: false,
            told_mistaken: None,
        }
    }

    /// Runs until the link is dropped or the connection is given up.
    pub(super) async fn run(mut self) {
        let ended = match self.first_connection().await {
            Ok(why) => self.reconnect(why).await,
            Err(ended) => ended,
        };
        match ended {
            Ended::LinkDropped | Ended::Elsewhere(_) => {}
            Ended::Broke(why) | Ended::TurnedAway(why) | Ended::Final(why) => {
                self.emit(NetEvent::Failed { why });
            }
        }
    }

    /// Tries the addresses until one answers with `Welcome`; returns the reason why it was lost in the end.
    async fn first_connection(&mut self) -> Result<String, Ended> {
        let mut silent = Vec::new();
        let mut turned_away = None;
        let nowhere = say!("connection-no-machine");
        let mut is_nowhere = self.settings.in_screens;
        for url in self.settings.urls.clone() {
            match self.connection(&url).await {
                (Some(_lasted), Ended::Broke(why)) => return Ok(why),
                (None, Ended::Broke(why)) => {
                    is_nowhere &= why == nowhere;
                    silent.push(format!("{} ({why})", shown(&url)));
                }
                (_, Ended::TurnedAway(why)) => turned_away = Some(why),
                (_, ended @ (Ended::LinkDropped | Ended::Elsewhere(_) | Ended::Final(_))) => {
                    return Err(ended);
                }
            }
        }
        if let Some(why) = turned_away {
            return Err(Ended::Final(why));
        }
        if is_nowhere {
            let places: Vec<_> = self.settings.urls.iter().map(|url| shown(url)).collect();
            // One word that a person typed may be a code with a slip in it.
            let code = places[0].parse::<RoomId>();
            let problem = code.map_or_else(|error| error.said(), |code| code.to_string());
            return Err(Ended::Final(say!(
                "connection-no-place",
                places = listed(places),
                problem = problem
            )));
        }
        let places = listed(silent);
        Err(Ended::Final(if self.settings.in_screens {
            say!("connection-no-server-on-screen", places = places)
        } else {
            say!("connection-no-server", places = places)
        }))
    }

    /// Reconnects after each loss, beginning with a connection that was lost for the reason `why`.
    async fn reconnect(&mut self, mut why: String) -> Ended {
        let timing = self.settings.timing;
        let mut attempt = 0;
        let mut broke_at = Instant::now();
        loop {
            let retry_in = timing.retry_in(attempt, self.rng.random());
            let away = broke_at.elapsed() + retry_in;
            // Another server with the same rooms does as well.
            let url = self.servers[attempt as usize % self.servers.len()].clone();
            if timing.patience.is_some_and(|patience| away > patience) {
                let url = self.servers[0].as_str();
                return Ended::Final(say!("connection-lost", url = url, why = why));
            }
            self.emit(NetEvent::Lost {
                why,
                retry_in,
                attempt,
            });
            if self.meanwhile(sleep(retry_in)).await.is_none() {
                return Ended::LinkDropped;
            }
            attempt += 1;
            match self.connection(&url).await {
                (lasted, Ended::Broke(reason) | Ended::TurnedAway(reason)) => {
                    why = reason;
                    if let Some(lasted) = lasted {
                        broke_at = Instant::now();
                        // A server that welcomes everybody and drops them at once gets no faster retries than one
                        // that does not answer.
                        if lasted >= timing.longest_retry {
                            attempt = 0;
                        }
                    }
                }
                (_, ended @ (Ended::LinkDropped | Ended::Elsewhere(_) | Ended::Final(_))) => {
                    return ended;
                }
            }
        }
    }

    /// Runs one connection to its end, and those to which it leads; returns how long the last one was open on which
    /// `Welcome` was received.
    async fn connection(&mut self, url: &str) -> (Option<Duration>, Ended) {
        let mut url = url.to_owned();
        let mut lasted = None;
        for _ in 0..MOST_FOLLOWED {
            let (here, ended) = self.one_connection(&url).await;
            lasted = here.or(lasted);
            match ended {
                Ended::Elsewhere(address) => {
                    self.emit(NetEvent::Lost {
                        why: say!("connection-elsewhere", address = address.as_str()),
                        retry_in: Duration::ZERO,
                        attempt: 0,
                    });
                    url = address;
                }
                ended => return (lasted, ended),
            }
        }
        // They do not agree yet.
        (
            lasted,
            Ended::Broke(say!("connection-elsewhere", address = url)),
        )
    }

    /// Runs one connection to its end; returns how long it lasted if `Welcome` was received on it.
    async fn one_connection(&mut self, url: &str) -> (Option<Duration>, Ended) {
        let connector = Arc::clone(&self.connector);
        let settings = self.settings.clone();
        let offer = if self.settings.verbatim {
            &[Encoding::Json][..]
        } else {
            &Encoding::ALL
        };
        info!(url, "connecting");
        let opened = connect(connector.as_ref(), url, offer, &settings);
        let mut opened_at = Instant::now();
        let ended = match self.meanwhile(opened).await {
            None => Ended::LinkDropped,
            Some(Err(NotOpened::Broke(why))) => Ended::Broke(why),
            Some(Err(NotOpened::TurnedAway(why))) => Ended::TurnedAway(why),
            Some(Err(NotOpened::Refused(why))) => Ended::Final(why),
            Some(Ok(socket)) => {
                info!(url, encoding = ?socket.encoding, "connected");
                opened_at = Instant::now();
                self.connected.send_replace(url.to_owned());
                self.note(&socket);
                self.talk(socket).await
            }
        };
        info!(url, ?ended, "disconnected");
        let welcomed = self.pending.on_disconnect();
        (welcomed.then(|| opened_at.elapsed()), ended)
    }

    /// Waits for `future` and takes orders meanwhile; `None` where the link was dropped first.
    async fn meanwhile<T>(&mut self, future: impl Future<Output = T>) -> Option<T> {
        tokio::pin!(future);
        loop {
            // The result comes first: a socket that is open takes the orders that wait, also those of a link
            // that is dropped.
            tokio::select! {
                biased;
                result = &mut future => return Some(result),
                order = self.orders.recv() => {
                    let now = self.on_order(order?);
                    debug_assert!(now.is_none(), "nothing is written without a socket");
                }
            }
        }
    }

    /// Tells how the connection is protected, and why the person is a guest on it, where that is new.
    pub(super) fn note<S>(&mut self, opened: &Opened<S>) {
        let security = opened.security;
        let before = std::mem::replace(&mut self.security, security);
        if before != security {
            self.emit(NetEvent::Security {
                security,
                about: opened.about.clone(),
                notice: opened.notice.clone(),
            });
            for problem in opened.problems.clone() {
                self.emit(NetEvent::Notice(problem));
            }
        }
        let mistaken = opened.server.as_ref().err().cloned();
        if mistaken != self.told_mistaken {
            if let Some(notice) = mistaken.clone() {
                self.emit(NetEvent::Notice(notice));
            }
            self.told_mistaken = mistaken;
        }
    }

    /// Exchanges messages over `socket` until it ends.
    pub(super) async fn talk<S>(&mut self, socket: Opened<S>) -> Ended
    where
        S: AsyncRead + AsyncWrite + Unpin,
    {
        let timing = self.settings.timing;
        let key = self.key_for(&socket);
        if self.settings.needs_key && key.is_none() {
            return Ended::Final(match socket.server {
                Ok(None) => say!("connection-no-id"),
                // The reason is told already.
                Ok(Some(_)) | Err(_) => say!("connection-key-not-shown"),
            });
        }
        let mut socket = Socket::new(socket, timing);
        if let Err(why) = self.say_hello(&mut socket, key).await {
            return Ended::Broke(why);
        }
        let mut newcomer = Newcomer {
            key,
            names_refused: 0,
            turned_away: None,
        };
        loop {
            // The socket comes first: while a script writes faster than the server reads, its orders are always
            // ready, and a client that does not read is cut off. What a server sends comes to an end.
            let event = tokio::select! {
                biased;
                event = socket.next_event() => event,
                order = self.orders.recv() => match order {
                    None => {
                        self.say_goodbye(socket).await;
                        return Ended::LinkDropped;
                    }
                    Some(order) => match self.on_order(order) {
                        None => continue,
                        Some(order) => socket.write(&order).await.map(|()| SocketEvent::Nothing),
                    },
                },
            };
            match event {
                Ok(SocketEvent::Nothing) => {}
                Ok(SocketEvent::RoundTrip(span)) => self.emit(NetEvent::RoundTrip(span)),
                Ok(SocketEvent::Heard(heard)) => {
                    if let Err(ended) = self.on_heard(&mut socket, &mut newcomer, heard).await {
                        return ended;
                    }
                }
                Ok(SocketEvent::Unreadable(problem)) => {
                    return Ended::Final(say!("connection-unreadable", problem = problem));
                }
                Err(why) => return Ended::Broke(newcomer.turned_away.unwrap_or(why)),
            }
        }
    }

    /// Tells and answers a message of the server; an error ends the connection.
    async fn on_heard<S>(
        &mut self,
        socket: &mut Socket<S>,
        newcomer: &mut Newcomer,
        heard: Heard,
    ) -> Result<(), Ended>
    where
        S: AsyncRead + AsyncWrite + Unpin,
    {
        let reference = heard.reference;
        let Some(message) = self.emit_text(heard) else {
            return Ok(());
        };
        if let ServerMsg::Refused { refusal, .. } = &*message
            && !self.pending.is_up()
        {
            match refusal {
                Refusal::NameOwned { name, suggestion }
                    if self.settings.takes_suggestions && newcomer.names_refused < MOST_NAMES =>
                {
                    newcomer.names_refused += 1;
                    self.take_name(name, suggestion);
                    let said = self.say_hello(socket, newcomer.key).await;
                    return said.map_err(Ended::Broke);
                }
                // The room to rejoin, which was asked for behind the hello that was refused.
                Refusal::HelloExpected if newcomer.names_refused > 0 => return Ok(()),
                _ => {}
            }
        }
        if let ServerMsg::Welcome { nodes, .. } = &*message {
            let others = nodes.iter().filter_map(|node| address(node));
            self.servers = std::iter::once(self.connected.borrow().clone())
                .chain(others)
                .collect();
        }
        if let ServerMsg::Refused { refusal, .. } = &*message
            && let Refusal::Elsewhere { room, address: at } = refusal
            && !self.settings.verbatim
            && let Some(url) = address(at)
            && self
                .pending
                .on_elsewhere(reference, *room, self.settings.in_screens)
        {
            return Err(Ended::Elsewhere(url));
        }
        if let ServerMsg::Refused { refusal, .. } = &*message {
            self.pending.on_refused(reference, refusal);
        }
        let answers = self.pending.on_message(&message);
        let refused = turned_away_for_good(&message);
        if let ServerMsg::Refused { refusal, message } = &*message
            && !self.pending.is_up()
        {
            newcomer.turned_away = Some(words::refused(refusal, message));
        }
        self.emit(NetEvent::Message(message));
        if let Some(why) = refused {
            return Err(Ended::Final(why));
        }
        for answer in answers {
            socket.write(&answer).await.map_err(Ended::Broke)?;
        }
        Ok(())
    }

    /// The token to show to the server of this socket, if any. Tells the person once where it stays here.
    fn key_for<S>(&mut self, opened: &Opened<S>) -> Option<Token> {
        let server = (*opened.server.as_ref().ok()?)?;
        let identity = self.settings.identity.as_ref()?;
        if shows_key(opened.security, self.settings.key_in_clear) {
            return Some(identity.token(server));
        }
        if !std::mem::replace(&mut self.told_guest, true) {
            self.emit(NetEvent::Notice(say!("connection-guest")));
        }
        None
    }

    /// Writes the hello and the message that returns to the room: a server answers both at once.
    async fn say_hello<S>(
        &mut self,
        socket: &mut Socket<S>,
        key: Option<Token>,
    ) -> Result<(), String>
    where
        S: AsyncRead + AsyncWrite + Unpin,
    {
        let hello = ClientMsg::Hello {
            protocol: VERSION,
            software: concat!("enlinea ", env!("CARGO_PKG_VERSION")).to_owned(),
            name: self.settings.name.clone(),
            key,
            // The pings of the WebSocket say as much.
            heartbeat: false,
        };
        let messages: Vec<_> = std::iter::once(hello)
            .chain(self.pending.rejoin_message())
            .map(Envelope::from)
            .collect();
        socket.write_all(&messages).await
    }

    /// Takes the suggested name in place of one that is somebody else's, and tells the person.
    fn take_name(&mut self, name: &Name, suggestion: &Name) {
        let (said, suggested) = (name.as_str(), suggestion.as_str());
        self.emit(NetEvent::Notice(
            match (name.is_of_guest(), self.settings.name_key.as_deref()) {
                (true, Some(key)) => say!(
                    "connection-name-of-guests-on-screen",
                    name = said,
                    suggestion = suggested,
                    key = key
                ),
                (true, None) => say!(
                    "connection-name-of-guests",
                    name = said,
                    suggestion = suggested
                ),
                (false, Some(key)) => say!(
                    "connection-name-owned-on-screen",
                    name = said,
                    suggestion = suggested,
                    key = key
                ),
                (false, None) => {
                    say!("connection-name-owned", name = said, suggestion = suggested)
                }
            },
        ));
        self.settings.name = Some(suggestion.as_str().to_owned());
    }

    /// Closes the socket and reads to its end, so that the last messages are not lost.
    async fn say_goodbye<S>(&mut self, mut socket: Socket<S>)
    where
        S: AsyncRead + AsyncWrite + Unpin,
    {
        let goodbye = async {
            if socket.stream.close(None).await.is_err() {
                return;
            }
            while let Some(Ok(frame)) = socket.stream.next().await {
                if let Ok(Some(heard)) = socket.heard(&frame)
                    && let Some(message) = self.emit_text(heard)
                {
                    self.emit(NetEvent::Message(message));
                }
            }
        };
        // A server that does not answer is left without a word: nothing else can be done.
        let _ = timeout(self.settings.timing.goodbye, goodbye).await;
    }

    fn on_order(&mut self, order: Order) -> Option<Envelope<ClientMsg>> {
        match order {
            Order::Send(order) => self.pending.order(order),
            Order::Home(home) => {
                self.pending.set_home(home);
                None
            }
        }
    }

    /// Emits the frame as it came where that is asked for; returns its message.
    fn emit_text(&self, heard: Heard) -> Option<Box<ServerMsg>> {
        if let Some(text) = heard.text.filter(|_| self.settings.verbatim) {
            self.emit(NetEvent::Verbatim(text.as_str().to_owned()));
        }
        heard.message
    }

    fn emit(&self, event: NetEvent) {
        note_in_log(&event);
        // Without a receiver the link is about to be dropped.
        let _ = self.events.send(event);
    }
}

/// Writes an event to the log, without what messages say.
fn note_in_log(event: &NetEvent) {
    match event {
        NetEvent::Message(message) => {
            if let ServerMsg::Refused { refusal, .. } = &**message {
                warn!(refusal = refusal.code(), "refused");
            }
            if let ServerMsg::Welcome { .. } = **message {
                info!("let in");
            }
            if enabled!(Level::DEBUG) {
                debug!(kind = log::kind_from_server(message), "heard");
            }
        }
        NetEvent::Lost {
            why,
            retry_in,
            attempt,
        } => warn!(?why, ?retry_in, attempt, "the connection is lost"),
        NetEvent::Failed { why } => error!(?why, "the connection is given up"),
        NetEvent::Security { security, .. } => info!(?security, "protected so"),
        // Notices name people, and frames as they came have everything in them.
        NetEvent::Notice(_) | NetEvent::Verbatim(_) | NetEvent::RoundTrip(_) => {}
    }
}

/// Servers that one tries one after the other because each says that the room is at the next.
const MOST_FOLLOWED: usize = 4;

/// The address of another server as the connection takes it; `None` if the text is not an address.
fn address(text: &str) -> Option<String> {
    let url: ServerUrl = text.parse().ok()?;
    Some(url.as_str().to_owned())
}

/// Names that are tried on one socket besides the first: the server ends a connection with the fifth hello.
const MOST_NAMES: u32 = 4;

/// True where the token of the key may be shown.
fn shows_key(security: Security, in_clear: bool) -> bool {
    security.keeps_secrets() || in_clear
}

/// The text of a refusal that a retry would only receive again.
fn turned_away_for_good(message: &ServerMsg) -> Option<String> {
    match message {
        ServerMsg::Refused {
            refusal: refusal @ (Refusal::Version { .. } | Refusal::Banned { .. }),
            message,
        } => Some(words::refused(refusal, message)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use protocol::refusal::Resource;

    use super::*;

    #[test]
    fn a_ban_ends_the_tries_and_a_full_server_does_not() {
        let refused = |refusal: Refusal| {
            let message = refusal.to_string();
            turned_away_for_good(&ServerMsg::Refused { refusal, message })
        };
        let reason = Some("shouted".to_owned());
        let why = refused(Refusal::Banned { wait: None, reason });
        assert!(why.is_some_and(|why| why.contains("shouted")));
        let what = Resource::Connections;
        assert_eq!(refused(Refusal::Full { what, most: None }), None);
    }
}
