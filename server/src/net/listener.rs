//! Accepts connections, plain or of TLS: plain HTTP answers, the page for browsers among them, and the upgrade to a
//! WebSocket on `/ws`.
//!
//! hyper reads the requests under limits of its own. After the upgrade its connection is taken apart: the stream, a
//! [`Wire`] of either kind, goes to the session together with what was read behind the request, so that nothing boxed
//! lies between a room and a plain socket and a frame sent right behind the request is not lost.

mod games;
mod page;
mod upgrade;

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt as _, Full};
use hyper::body::{Body as _, Incoming};
use hyper::header::{
    ALLOW, CONNECTION, CONTENT_TYPE, HOST, HeaderMap, HeaderName, HeaderValue, ORIGIN,
    SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_PROTOCOL, SEC_WEBSOCKET_VERSION, UPGRADE,
};
use hyper::http::uri::Authority;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode, Version};
use hyper_util::rt::{TokioIo, TokioTimer};
use protocol::codec::{CLIENT_FRAME_LIMIT, Encoding};
use protocol::id::RoomId;
use protocol::message::SERVER_HEADER;
use protocol::refusal::Refusal;
use protocol::tournament::Export;
use tokio::io::AsyncWriteExt;
use tokio::time::{Instant, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Bytes;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_util::either::Either;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{Instrument, Span, debug, info_span};

use self::upgrade::{VERSION, check_upgrade};
use crate::base::env::{Listener, Stream};
use crate::net::accept::accept_until;
use crate::net::forwarded;
use crate::net::metered::Metered;
use crate::outbox::SharedStream;
use crate::people::person::Person;
use crate::rooms::directory::Directory;
use crate::session::slots::{Access, Slot, Slots};
use crate::session::{self, RunningSession};
use crate::tls::{self, Wire};
use crate::tournaments::Tournaments;

/// The least that hyper accepts: a request of a WebSocket client is some 300 bytes.
const REQUEST_LIMIT: usize = 8192;

/// tungstenite fills its read buffer with zeros on every read, so a large one costs on every message:
/// measured, 128 KiB took four times the processor time of this.
const READ_BUFFER: usize = 1024;

/// Longest life of a connection that is not upgraded, whatever it asks for and however slowly it reads, in times of
/// [`Config::handshake`](crate::config::Config::handshake): five minutes, if nobody set another.
const PLAIN_LIFE: u32 = 60;

/// Body of an answer; one that comes in parts may end with a refusal, and then the connection ends as well.
type Body = UnsyncBoxBody<Bytes, Refusal>;

/// Accepts until `stop`; sessions continue as tasks, counted in `tasks`.
pub(crate) async fn run<L: Listener>(
    mut listener: L,
    tournaments: Arc<Tournaments>,
    tasks: TaskTracker,
    stop: CancellationToken,
) {
    let directory = tournaments.directory();
    let shared = directory.shared();
    let slots = Slots::new(&shared.config, &shared.metrics.connections);
    accept_until(&mut listener, "players", &stop, |stream, peer| {
        // Of whom the connections of a proxy are is known when the request has been read.
        let proxies = &directory.shared().config.trusted_proxies;
        let person = if forwarded::is_trusted(peer.ip(), proxies) {
            Person::Unknown
        } else {
            Person::at(peer.ip())
        };
        let Some(slot) = slots.take(person) else {
            debug!(%peer, "turned away: every slot is taken");
            shared.metrics.turned_away.count("no_place");
            return;
        };
        let connection = Connection {
            slot: Arc::new(slot),
            person,
            directory: Arc::clone(directory),
            tournaments: Arc::clone(&tournaments),
            stop: stop.clone(),
            peer,
            encrypted: false,
            begun: Instant::now(),
            accepted: Mutex::default(),
        };
        tasks.spawn(connection.serve(stream));
    })
    .await;
}

/// State shared by the requests of one connection.
struct Connection {
    /// Slot held until the connection ends, upgraded or not.
    slot: Arc<Slot>,
    /// Person behind the connection.
    person: Person,
    directory: Arc<Directory>,
    tournaments: Arc<Tournaments>,
    stop: CancellationToken,
    peer: SocketAddr,
    encrypted: bool,
    /// When it was accepted.
    begun: Instant,
    /// Upgrade to which the last request led.
    accepted: Mutex<Option<Accepted>>,
}

/// An upgrade to a WebSocket, which begins behind the answer.
struct Accepted {
    encoding: Encoding,
    person: Person,
}

/// A connection that is upgraded, out of the hands of hyper.
struct Upgraded<W> {
    connection: Arc<Connection>,
    accepted: Accepted,
    wire: W,
    /// What was read behind the request.
    read_before: Vec<u8>,
}

impl Connection {
    /// Serves the connection to its end. Its beginning is a future of its own on the heap: thousands of sessions wait
    /// for most of their time, and would have place for it all the time.
    fn serve<S: Stream>(self, stream: S) -> impl Future<Output = ()> + Send {
        let stop = self.stop.clone();
        let span = info_span!("peer", peer = %self.peer);
        let beginning = self.begin(stream, span.clone()).instrument(span);
        let beginning = Box::pin(beginning);
        async move {
            if let Some(session) = beginning.await {
                session.run(stop).await;
            }
        }
    }

    /// Answers requests, and begins the session to which they lead.
    async fn begin<S: Stream>(
        self,
        stream: S,
        span: Span,
    ) -> Option<Box<RunningSession<Metered<Wire<S>>>>> {
        let upgraded = self.answer_all(stream).await?;
        upgraded.begin(span).await
    }

    /// Answers requests until the connection ends or is upgraded.
    async fn answer_all<S: Stream>(mut self, stream: S) -> Option<Upgraded<Wire<S>>> {
        let wire = self.open_wire(stream).await?;
        self.encrypted = matches!(wire, Either::Right(_));
        let connection = Arc::new(self);
        let (mut wire, read_before) = connection.serve_http(wire).await?;
        let Some(accepted) = connection.accepted().take() else {
            // However it ends, nothing more is to be said.
            let _ = timeout(connection.time_limit(), wire.shutdown()).await;
            return None;
        };
        Some(Upgraded {
            // A copy, since these few bytes hold all of hyper's buffer.
            read_before: read_before.to_vec(),
            connection,
            accepted,
            wire,
        })
    }

    /// Time limit of the beginning and of the end of a connection.
    fn time_limit(&self) -> Duration {
        self.directory.shared().config.handshake
    }

    /// Waits for the first byte, and for the handshake of TLS if it begins one; none if neither comes in time.
    async fn open_wire<S: Stream>(&self, stream: S) -> Option<Wire<S>> {
        let encryption = &self.directory.shared().config.encryption;
        let opened = tokio::select! {
            biased;
            () = self.stop.cancelled() => return None,
            opened = timeout(self.time_limit(), tls::open(stream, encryption)) => opened,
        };
        match opened {
            Ok(Ok(wire)) => Some(wire),
            Ok(Err(error)) => {
                debug!(%error, "the connection did not begin");
                None
            }
            Err(_late) => {
                debug!("nothing was said, or no handshake finished, in time");
                None
            }
        }
    }

    /// Answers requests until there are no more or one leads to an upgrade. Returns the line, and the bytes that were
    /// read from it behind the last request; none if nothing more can be said.
    async fn serve_http<S: Stream>(self: &Arc<Self>, wire: Wire<S>) -> Option<(Wire<S>, Bytes)> {
        let answering = Arc::clone(self);
        let service = service_fn(move |request| {
            let connection = Arc::clone(&answering);
            async move { Ok::<_, Infallible>(connection.answer(request).await) }
        });
        let serving = hyper::server::conn::http1::Builder::new()
            .timer(TokioTimer::new())
            // Whoever says that they send nothing more, as `nc -N` does, waits for the answer.
            .half_close(true)
            .header_read_timeout(self.time_limit())
            .max_buf_size(REQUEST_LIMIT)
            .serve_connection(TokioIo::new(wire), service)
            .without_shutdown();
        let served = tokio::select! {
            biased;
            () = self.stop.cancelled() => return None,
            served = timeout(self.time_limit() * PLAIN_LIFE, serving) => served,
        };
        match served {
            Ok(Ok(parts)) => Some((parts.io.into_inner(), parts.read_buf)),
            Ok(Err(error)) => {
                debug!(%error, "the connection broke");
                None
            }
            Err(_late) => {
                debug!("the connection asked, or read answers, for too long");
                None
            }
        }
    }

    fn accepted(&self) -> MutexGuard<'_, Option<Accepted>> {
        self.accepted.lock().expect("no holder panics")
    }

    /// Answers a request. Every answer has the id of the server: whoever is refused knows by whom.
    async fn answer(self: &Arc<Self>, request: Request<Incoming>) -> Response<Body> {
        let person = self.person_behind(request.headers());
        if request.uri().path() != "/ws" && !self.is_own_health_check(&request) {
            self.wait_for_budget(person).await;
        }
        if request.uri().path() == "/healthz" {
            self.directory.shared().store.try_if_silent().await;
        }
        let mut response = self.route(&request, person).await;
        let id = self.directory.shared().id.to_string();
        response.headers_mut().insert(
            HeaderName::from_static(SERVER_HEADER),
            HeaderValue::from_str(&id).expect("hexadecimal digits are a header value"),
        );
        let has_upgraded = response.status() == StatusCode::SWITCHING_PROTOCOLS;
        if !has_upgraded {
            if request.uri().path() == "/ws" {
                self.wait_for_budget(person).await;
            }
            self.charge(person, response.body().size_hint().lower());
        }
        // A reserved slot is used once. Others hear of the end of their time before it comes. A browser keeps six
        // connections, idle for seconds after the page has come: a class of browsers would have no slot left.
        let is_old =
            self.begun.elapsed() > self.directory.shared().config.handshake * (PLAIN_LIFE / 2);
        let gives_way = self.slot.access() != Access::Full || is_old || self.slot.is_crowded();
        if gives_way && !has_upgraded {
            let close = HeaderValue::from_static("close");
            response.headers_mut().insert(CONNECTION, close);
        }
        response
    }

    async fn route(
        self: &Arc<Self>,
        request: &Request<Incoming>,
        person: Person,
    ) -> Response<Body> {
        let host = match check_request(request) {
            Ok(host) => host,
            Err(problem) => return text(StatusCode::BAD_REQUEST, problem),
        };
        let shared = self.directory.shared();
        if !shared.is_meant(host) {
            return text(StatusCode::MISDIRECTED_REQUEST, UNKNOWN_HOST);
        }
        let is_required = shared.config.encryption.is_required();
        if is_required && !self.encrypted && !self.is_own_health_check(request) {
            return tls_required();
        }
        if self.slot.access() == Access::PlainOnly && request.uri().path() == "/ws" {
            return self.too_many();
        }
        // hyper leaves out the body that the answer to HEAD must not have.
        match (request.method(), request.uri().path()) {
            // The first bytes of the WebSocket could not be told from the body.
            (&Method::GET, "/ws") if !request.body().is_end_stream() => {
                text(StatusCode::BAD_REQUEST, NO_BODY)
            }
            (&Method::GET, "/ws") => self.upgrade(request.headers()),
            (_, "/ws") => not_allowed("GET", "only GET is answered here\n"),
            (&Method::GET | &Method::HEAD, "/healthz") => self.health(),
            (&Method::GET | &Method::HEAD, "/games.txt") => {
                let query = request.uri().query().unwrap_or_default();
                self.games(query, person).await
            }
            (&Method::GET | &Method::HEAD, path) if path.starts_with(TOURNAMENT) => {
                self.tournament(&path[TOURNAMENT.len()..], person).await
            }
            (_, "/healthz" | "/games.txt") => not_allowed("GET, HEAD", GET_AND_HEAD),
            (method, path) => match self.resource(request, host, path) {
                None => text(StatusCode::NOT_FOUND, NOT_FOUND),
                Some(response) if [Method::GET, Method::HEAD].contains(method) => response,
                Some(_) => not_allowed("GET, HEAD", GET_AND_HEAD),
            },
        }
    }

    /// Returns the result of a tournament, named by its code and the form.
    async fn tournament(&self, file: &str, person: Person) -> Response<Body> {
        let named = file.rsplit_once('.').and_then(|(code, ending)| {
            let code = code.parse::<RoomId>().ok()?;
            Some((code, Export::of_ending(ending)?))
        });
        let Some((code, (form, media))) = named else {
            return text(StatusCode::NOT_FOUND, NOT_FOUND);
        };
        self.wait_for_budget(person).await;
        match self.tournaments.export(code, form).await {
            Ok(result) => {
                self.charge(person, result.len() as u64);
                let mut response = text(StatusCode::OK, result);
                let media = HeaderValue::from_static(media);
                response.headers_mut().insert(CONTENT_TYPE, media);
                response
            }
            Err(refusal @ Refusal::NoSuchTournament { .. }) => {
                text(StatusCode::NOT_FOUND, format!("{refusal}\n"))
            }
            Err(refusal) => text(StatusCode::SERVICE_UNAVAILABLE, format!("{refusal}\n")),
        }
    }

    /// Refuses an upgrade to a person who holds as many connections as they may.
    fn too_many(&self) -> Response<Body> {
        let metrics = &self.directory.shared().metrics;
        metrics.turned_away.count("too_many_of_one");
        text(StatusCode::TOO_MANY_REQUESTS, TOO_MANY_CONNECTIONS)
    }

    /// Returns true if a program of this machine asks for the health of the server, which is no secret and needs
    /// no TLS.
    fn is_own_health_check(&self, request: &Request<Incoming>) -> bool {
        self.peer.ip().is_loopback() && request.uri().path() == "/healthz"
    }

    /// Returns the answer to a health check: games can be played here only if the store works.
    fn health(&self) -> Response<Body> {
        let shared = self.directory.shared();
        match shared.store.failure(shared.time.now()) {
            None => text(StatusCode::OK, "ok\n"),
            Some(problem) => text(StatusCode::SERVICE_UNAVAILABLE, format!("{problem}\n")),
        }
    }

    fn upgrade(&self, headers: &HeaderMap) -> Response<Body> {
        let (encoding, accept) = match check_upgrade(headers) {
            Ok(checked) => checked,
            Err((status, problem)) => {
                let mut response = text(status, problem);
                // RFC 6455, 4.4: a client of another version learns which one is supported.
                response
                    .headers_mut()
                    .insert(SEC_WEBSOCKET_VERSION, HeaderValue::from_static(VERSION));
                return response;
            }
        };
        if !self.is_own_page(headers) {
            return text(
                StatusCode::FORBIDDEN,
                "a page of another site may not connect here\n",
            );
        }
        let mut person = self.person;
        if person == Person::Unknown {
            person = self.named_by_proxy(headers);
            if !self.slot.count_for(person) {
                return self.too_many();
            }
            debug!(client = ?person, "behind a proxy");
        }
        *self.accepted() = Some(Accepted { encoding, person });
        let mut response = Response::new(Body::default());
        *response.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
        let headers = response.headers_mut();
        headers.insert(CONNECTION, HeaderValue::from_static("upgrade"));
        headers.insert(UPGRADE, HeaderValue::from_static("websocket"));
        headers.insert(SEC_WEBSOCKET_ACCEPT, accept);
        headers.insert(
            SEC_WEBSOCKET_PROTOCOL,
            HeaderValue::from_static(encoding.subprotocol()),
        );
        response
    }

    /// Returns the person whom the trusted proxy at the other end names.
    fn named_by_proxy(&self, headers: &HeaderMap) -> Person {
        let proxies = &self.directory.shared().config.trusted_proxies;
        Person::at(forwarded::client(self.peer.ip(), headers, proxies))
    }

    /// Returns true if the request comes from no page, or from a page of this server itself.
    fn is_own_page(&self, headers: &HeaderMap) -> bool {
        let mut origins = headers.get_all(ORIGIN).iter();
        let Some(origin) = origins.next() else {
            return true;
        };
        let host = headers.get(HOST).and_then(|host| host.to_str().ok());
        let (Ok(origin), Some(host), None) = (origin.to_str(), host, origins.next()) else {
            return false;
        };
        let shared = self.directory.shared();
        let authority = |address: &str| Some(address.split_once("://")?.1.to_owned());
        // A page of another server comes to the room that it is sent to, also when that server is gone.
        shared.names.accept_origin(origin, host, self.encrypted)
            || shared
                .cluster
                .has_seen(|server| authority(server) == authority(origin))
    }
}

impl<S: Stream> Upgraded<Wire<S>> {
    /// Begins the session over the WebSocket; none if the connection has ended.
    async fn begin(self, span: Span) -> Option<Box<RunningSession<Metered<Wire<S>>>>> {
        let Self {
            connection,
            accepted,
            wire,
            read_before,
        } = self;
        let config = WebSocketConfig::default()
            .read_buffer_size(READ_BUFFER)
            .write_buffer_size(0)
            .max_message_size(Some(CLIENT_FRAME_LIMIT))
            .max_frame_size(Some(CLIENT_FRAME_LIMIT));
        let tournaments = Arc::clone(&connection.tournaments);
        let shared = connection.directory.shared();
        let messages = shared.config.messages_per_second;
        let stream = Metered::new(wire, read_before.len(), messages, shared.time.clone());
        let stream = SharedStream::new(stream);
        let socket =
            WebSocketStream::from_partially_read(stream, read_before, Role::Server, Some(config))
                .await;
        let stop = &connection.stop;
        let newcomer = session::Newcomer {
            person: accepted.person,
            slot: Arc::clone(&connection.slot),
            span,
        };
        session::begin(socket, accepted.encoding, newcomer, tournaments, stop).await
    }
}

/// Beginning of the paths of results.
const TOURNAMENT: &str = "/tournament/";

const ABOUT: &str = "This is an enlinea server: Connect Four and gomoku over the network.\n\
    Open its address in a browser to play, or use the terminal client: enlinea --server, and the address.\n\
    Whoever opened a link that ends in # and the six characters of a room comes into that room by:\n\
    \n\x20   enlinea --server ADDRESS join CODE\n\
    \nsuch as --server 192.168.1.5:4270 join K7QM2X. Other programs connect a WebSocket to /ws.\n";

const GET_AND_HEAD: &str = "only GET and HEAD are answered here\n";

const NO_BODY: &str =
    "a request for a WebSocket has no body: send it without Content-Length and Transfer-Encoding\n";

const NOT_FOUND: &str = "there is /, with the page for browsers, /qr.svg, /games.txt, /tournament/CODE.txt, /ws and /healthz here\n";

const TOO_MANY_CONNECTIONS: &str = "your address has as many connections to this server as it may: end one first, or \
    wait until those that say nothing are closed\n";

const UNKNOWN_HOST: &str = "this server does not know the name in Host as one of its own: connect by its address, \
    or start it with --allowed-host and the name\n";

/// Returns the `Host` of a request, or refuses one that is no proper one of HTTP/1.1: older ones know no upgrade,
/// and without its one `Host` a request cannot be told from one that was meant for another server.
fn check_request<B>(request: &Request<B>) -> Result<&str, &'static str> {
    if request.version() != Version::HTTP_11 {
        return Err("only HTTP/1.1 is spoken here\n");
    }
    let mut hosts = request.headers().get_all(HOST).iter();
    let (Some(Ok(host)), None) = (hosts.next().map(HeaderValue::to_str), hosts.next()) else {
        return Err("the request must have one Host\n");
    };
    // A whole address as the target, as it is sent to a proxy.
    let target = request.uri().authority().map(Authority::as_str);
    if target.is_some_and(|target| !target.eq_ignore_ascii_case(host)) {
        return Err("the Host of the request must be that of its target\n");
    }
    Ok(host)
}

/// Returns the answer to a plain request where TLS is required, as RFC 2817 has it.
fn tls_required() -> Response<Body> {
    let mut response = text(
        StatusCode::UPGRADE_REQUIRED,
        "this server is reached by TLS alone: use https:// or wss://\n",
    );
    let headers = response.headers_mut();
    headers.insert(UPGRADE, HeaderValue::from_static("TLS/1.3, HTTP/1.1"));
    headers.insert(CONNECTION, HeaderValue::from_static("upgrade, close"));
    response
}

fn not_allowed(allowed: &'static str, body: &'static str) -> Response<Body> {
    let mut response = text(StatusCode::METHOD_NOT_ALLOWED, body);
    response
        .headers_mut()
        .insert(ALLOW, HeaderValue::from_static(allowed));
    response
}

/// Returns a body that is all there.
fn whole(bytes: Bytes) -> Body {
    let body = Full::new(bytes);
    body.map_err(|never| match never {}).boxed_unsync()
}

fn text(status: StatusCode, body: impl Into<Bytes>) -> Response<Body> {
    let mut response = Response::new(whole(body.into()));
    *response.status_mut() = status;
    response.headers_mut().insert(
        CONTENT_TYPE,
        HeaderValue::from_static("text/plain; charset=utf-8"),
    );
    response
}

#[cfg(test)]
mod tests;
