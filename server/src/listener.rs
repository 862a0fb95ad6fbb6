//! Accepts connections: plain HTTP answers, and the upgrade to a WebSocket on `/ws`.
//!
//! hyper reads the request under limits of its own. After the upgrade the plain socket is taken back out
//! of it, together with what was read behind the request, so that nothing boxed lies between a room and
//! the socket and a frame sent right behind the request is not lost.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use http_body_util::Full;
use hyper::body::Incoming;
use hyper::header::{
    ALLOW, CONNECTION, CONTENT_TYPE, HOST, HeaderMap, HeaderName, HeaderValue, ORIGIN,
    SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_PROTOCOL, SEC_WEBSOCKET_VERSION,
    UPGRADE,
};
use hyper::service::service_fn;
use hyper::upgrade::Upgraded;
use hyper::{Method, Request, Response, StatusCode, Version};
use hyper_util::rt::{TokioIo, TokioTimer};
use protocol::codec::{CLIENT_FRAME_LIMIT, Encoding, version_2};
use protocol::message::SERVER_HEADER;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Bytes;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{Instrument, debug, info_span, warn};

use crate::directory::Directory;
use crate::env::{Listener, Stream};
use crate::person::Person;
use crate::session;
use crate::store::writer::Health;

/// The least that hyper accepts: a request of a WebSocket client is some 300 bytes.
const REQUEST_LIMIT: usize = 8192;

/// tungstenite fills its read buffer with zeros on every read, so a large one costs on every message:
/// measured, 128 KiB took four times the processor time of this.
const READ_BUFFER: usize = 2 * 1024;

/// Delay before the next try after accepting failed, as for want of file descriptors.
const ACCEPT_RETRY: Duration = Duration::from_millis(100);

type Body = Full<Bytes>;

/// Accepts until `stop`; sessions continue as tasks, counted in `tasks`.
pub(crate) async fn run<L: Listener>(
    mut listener: L,
    directory: Arc<Directory>,
    tasks: TaskTracker,
    stop: CancellationToken,
) {
    let places = Arc::new(Semaphore::new(directory.shared().config.connections));
    loop {
        let accepted = tokio::select! {
            biased;
            () = stop.cancelled() => return,
            accepted = listener.accept() => accepted,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                warn!(%error, "cannot accept a connection");
                tokio::time::sleep(ACCEPT_RETRY).await;
                continue;
            }
        };
        let Ok(place) = Arc::clone(&places).try_acquire_owned() else {
            debug!(%peer, "turned away: every place is taken");
            continue;
        };
        let connection = Connection {
            place: Arc::new(place),
            person: Person::at(peer.ip()),
            directory: Arc::clone(&directory),
            tasks: tasks.clone(),
            stop: stop.clone(),
        };
        tasks.spawn(
            connection
                .serve(stream)
                .instrument(info_span!("peer", %peer)),
        );
    }
}

/// State shared by the requests of one connection.
#[derive(Clone)]
struct Connection {
    /// Permit held until the connection ends, upgraded or not.
    place: Arc<OwnedSemaphorePermit>,
    /// Person behind the connection.
    person: Person,
    directory: Arc<Directory>,
    tasks: TaskTracker,
    stop: CancellationToken,
}

impl Connection {
    async fn serve<S: Stream>(self, stream: S) {
        let stop = self.stop.clone();
        let handshake = self.directory.shared().config.handshake;
        let service = service_fn(move |request| {
            let answer = self.answer::<S>(request);
            async { Ok::<_, Infallible>(answer) }
        });
        let serving = hyper::server::conn::http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(handshake)
            .max_buf_size(REQUEST_LIMIT)
            .serve_connection(TokioIo::new(stream), service)
            .with_upgrades();
        tokio::select! {
            biased;
            () = stop.cancelled() => {}
            served = serving => if let Err(error) = served {
                debug!(%error, "the connection broke");
            }
        }
    }

    /// Answers a request on a connection whose stream is an `S`. Every answer has the id of the server: whoever is
    /// refused knows by whom.
    fn answer<S: Stream>(&self, request: Request<Incoming>) -> Response<Body> {
        let mut response = self.route::<S>(request);
        let id = self.directory.shared().id.to_string();
        response.headers_mut().insert(
            HeaderName::from_static(SERVER_HEADER),
            HeaderValue::from_str(&id).expect("hexadecimal digits are a header value"),
        );
        response
    }

    fn route<S: Stream>(&self, request: Request<Incoming>) -> Response<Body> {
        if let Err(problem) = check_request(&request) {
            return text(StatusCode::BAD_REQUEST, problem);
        }
        // hyper leaves out the body that the answer to HEAD must not have.
        match (request.method(), request.uri().path()) {
            (&Method::GET, "/ws") => self.upgrade::<S>(request),
            (&Method::GET | &Method::HEAD, "/healthz") => self.health(),
            (&Method::GET | &Method::HEAD, "/") => text(StatusCode::OK, ABOUT),
            (_, "/ws") => not_allowed("GET", "only GET is answered here\n"),
            (_, "/healthz" | "/") => {
                not_allowed("GET, HEAD", "only GET and HEAD are answered here\n")
            }
            _ => text(StatusCode::NOT_FOUND, "there is /ws and /healthz here\n"),
        }
    }

    /// Returns the answer to a health check: games can be played here only if the store works.
    fn health(&self) -> Response<Body> {
        let health = self.directory.shared().store.health().latest();
        match health {
            Health::Working => text(StatusCode::OK, "ok\n"),
            Health::Failing { since, problem } => {
                let lasting = self.directory.shared().time.now() - since;
                let body = format!(
                    "the store has failed for {} s: {problem}\n",
                    lasting.as_millis() / 1000
                );
                text(StatusCode::SERVICE_UNAVAILABLE, body)
            }
        }
    }

    fn upgrade<S: Stream>(&self, mut request: Request<Incoming>) -> Response<Body> {
        let (subprotocol, accept) = match check_upgrade(request.headers()) {
            Ok(checked) => checked,
            Err((status, problem)) => return text(status, problem),
        };
        let connection = self.clone();
        let upgraded = hyper::upgrade::on(&mut request);
        self.tasks.spawn(
            async move {
                match upgraded.await {
                    Ok(upgraded) => connection.talk::<S>(upgraded, subprotocol).await,
                    Err(error) => debug!(%error, "the upgrade broke"),
                }
            }
            .in_current_span(),
        );
        let mut response = Response::new(Body::default());
        *response.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
        let headers = response.headers_mut();
        headers.insert(CONNECTION, HeaderValue::from_static("upgrade"));
        headers.insert(UPGRADE, HeaderValue::from_static("websocket"));
        headers.insert(SEC_WEBSOCKET_ACCEPT, accept);
        headers.insert(
            SEC_WEBSOCKET_PROTOCOL,
            HeaderValue::from_static(subprotocol.name()),
        );
        response
    }

    async fn talk<S: Stream>(self, upgraded: Upgraded, subprotocol: Subprotocol) {
        let parts = match upgraded.downcast::<TokioIo<S>>() {
            Ok(parts) => parts,
            Err(_other) => unreachable!("hyper was given the stream of this connection"),
        };
        let config = WebSocketConfig::default()
            .read_buffer_size(READ_BUFFER)
            .write_buffer_size(0)
            .max_message_size(Some(CLIENT_FRAME_LIMIT))
            .max_frame_size(Some(CLIENT_FRAME_LIMIT));
        let socket = WebSocketStream::from_partially_read(
            parts.io.into_inner(),
            parts.read_buf.to_vec(),
            Role::Server,
            Some(config),
        )
        .await;
        match subprotocol {
            Subprotocol::Spoken(encoding) => {
                session::run(socket, encoding, self.person, self.directory, self.stop).await;
            }
            Subprotocol::Version2 => {
                session::run_version_2(socket, self.directory, self.stop).await;
            }
        }
        drop(self.place);
    }
}

/// A subprotocol that a connection is upgraded to.
#[derive(Clone, Copy, Debug)]
enum Subprotocol {
    /// The messages of this version.
    Spoken(Encoding),
    /// Bincode of protocol 2, in which a client is told that its version is not spoken here.
    Version2,
}

impl Subprotocol {
    /// All of them, the preferred one first.
    const ALL: [Self; 3] = [
        Self::Spoken(Encoding::Bincode),
        Self::Spoken(Encoding::Json),
        Self::Version2,
    ];

    /// The name in `Sec-WebSocket-Protocol`.
    fn name(self) -> &'static str {
        match self {
            Self::Spoken(encoding) => encoding.subprotocol(),
            Self::Version2 => version_2::SUBPROTOCOL,
        }
    }
}

const ABOUT: &str = "This is an enlinea server: Connect Four and gomoku over the network.\n\
    Play with the terminal client, `enlinea --server` and this address, or connect a WebSocket to /ws.\n";

/// Refuses a request that is no proper one of HTTP/1.1: older ones know no upgrade, and without its one
/// `Host` a request cannot be told from one that was meant for another server.
fn check_request<B>(request: &Request<B>) -> Result<(), &'static str> {
    if request.version() != Version::HTTP_11 {
        return Err("only HTTP/1.1 is spoken here\n");
    }
    if request.headers().get_all(HOST).iter().count() != 1 {
        return Err("the request must have one Host\n");
    }
    Ok(())
}

/// Returns the encoding that the client offers and the key that accepts it, or an error that says why there
/// is no upgrade.
fn check_upgrade(
    headers: &HeaderMap,
) -> Result<(Subprotocol, HeaderValue), (StatusCode, &'static str)> {
    let names = |name: HeaderName, wanted: &str| {
        headers
            .get_all(name)
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','))
            .any(|word| word.trim().eq_ignore_ascii_case(wanted))
    };
    if !names(CONNECTION, "upgrade") || !names(UPGRADE, "websocket") {
        return Err((
            StatusCode::UPGRADE_REQUIRED,
            "this is a WebSocket; connect to it with a WebSocket client\n",
        ));
    }
    if !names(SEC_WEBSOCKET_VERSION, "13") {
        return Err((
            StatusCode::BAD_REQUEST,
            "only version 13 of the WebSocket protocol is spoken here\n",
        ));
    }
    let mut keys = headers.get_all(SEC_WEBSOCKET_KEY).iter();
    let (Some(key), None) = (keys.next().filter(|key| is_key(key)), keys.next()) else {
        return Err((
            StatusCode::BAD_REQUEST,
            "the request must have one Sec-WebSocket-Key, the base64 of 16 bytes; \
             connect with a WebSocket client\n",
        ));
    };
    if !same_origin(headers) {
        return Err((
            StatusCode::FORBIDDEN,
            "a page of another site may not connect here\n",
        ));
    }
    let subprotocol = Subprotocol::ALL
        .into_iter()
        .find(|subprotocol| names(SEC_WEBSOCKET_PROTOCOL, subprotocol.name()))
        .ok_or((
            StatusCode::BAD_REQUEST,
            "offer the subprotocol enlinea.bincode.4 or enlinea.json in Sec-WebSocket-Protocol\n",
        ))?;
    let accept = HeaderValue::from_str(&derive_accept_key(key.as_bytes()))
        .expect("base64 is a header value");
    Ok((subprotocol, accept))
}

/// Returns true if this is the base64 of 16 bytes: 22 digits, the last of which has four bits to spare, and
/// the padding.
fn is_key(key: &HeaderValue) -> bool {
    let is_digit = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
    match key.as_bytes() {
        [digits @ .., b'A' | b'Q' | b'g' | b'w', b'=', b'='] => {
            digits.len() == 21 && digits.iter().all(is_digit)
        }
        _ => false,
    }
}

/// Returns true if the request comes from no page, or from a page of this server itself.
fn same_origin(headers: &HeaderMap) -> bool {
    let (Some(origin), Some(host)) = (headers.get(ORIGIN), headers.get(HOST)) else {
        return !headers.contains_key(ORIGIN);
    };
    origin
        .to_str()
        .ok()
        .and_then(|origin| origin.split_once("://"))
        .is_some_and(|(_, authority)| authority.as_bytes() == host.as_bytes())
}

fn not_allowed(allowed: &'static str, body: &'static str) -> Response<Body> {
    let mut response = text(StatusCode::METHOD_NOT_ALLOWED, body);
    response
        .headers_mut()
        .insert(ALLOW, HeaderValue::from_static(allowed));
    response
}

fn text(status: StatusCode, body: impl Into<Bytes>) -> Response<Body> {
    let mut response = Response::new(Body::new(body.into()));
    *response.status_mut() = status;
    response.headers_mut().insert(
        CONTENT_TYPE,
        HeaderValue::from_static("text/plain; charset=utf-8"),
    );
    response
}
