//! Opens a connection to a server: the choice between TLS and plain, the handshakes, the subprotocol.
//!
//! A server in another place than this machine is tried with TLS first, and plain if it speaks none. One that was
//! met over TLS before, or announced a key, is never spoken to in plain.

use std::io::{self, ErrorKind};
use std::net::{IpAddr, Ipv6Addr};
use std::sync::Arc;

use protocol::codec::{Encoding, SERVER_FRAME_LIMIT};
use protocol::fingerprint::Fingerprint;
use protocol::id::ServerId;
use protocol::message::SERVER_HEADER;
use rustls::pki_types::{IpAddr as TlsIp, Ipv4Addr, ServerName};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::client::{IntoClientRequest, uri_mode};
use tokio_tungstenite::tungstenite::error::UrlError;
use tokio_tungstenite::tungstenite::handshake::client::Request;
use tokio_tungstenite::tungstenite::http::header::SEC_WEBSOCKET_PROTOCOL;
use tokio_tungstenite::tungstenite::http::{HeaderValue, StatusCode, Uri};
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::stream::Mode;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};
use tokio_util::either::Either;

use super::env::Connector;
use super::trust::{Distrust, Expected, Trust, client_config};
use super::words::{in_words, io_in_words, turned_away};
use super::{Security, Settings};
use crate::known_servers::Known;

/// Size of the read buffer, in bytes. It is zeroed on every read, so a large one costs time for nothing;
/// most frames are far below this.
const READ_BUFFER: usize = 4 * 1024;

/// A stream of either kind.
pub(super) type Wire<S> = Either<S, Box<TlsStream<S>>>;

/// A WebSocket, and the encoding that both ends agreed on.
#[derive(Debug)]
pub(super) struct Opened<S> {
    pub(super) stream: WebSocketStream<S>,
    pub(super) encoding: Encoding,
    pub(super) security: Security,
    /// The id of the server, where it says one; the error says why it is not taken, in words for people.
    pub(super) server: Result<Option<ServerId>, String>,
    /// The protection in words, with the key of the server to compare.
    pub(super) about: String,
    /// A line about the protection that people should see: at the first meeting, and without encryption.
    pub(super) notice: Option<String>,
    /// Failures to remember the server.
    pub(super) problems: Vec<String>,
}

/// The response to the upgrade.
struct Agreed {
    /// The encoding that both ends agreed on, if any.
    encoding: Option<Encoding>,
    /// The id of the server, where it says one.
    server: Option<ServerId>,
}

/// The reason why no connection was opened.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum NotOpened {
    /// A retry may succeed.
    Broke(String),
    /// A server of enlinea answered, and takes no connection now.
    TurnedAway(String),
    /// The server is not trusted, which a retry does not change.
    Refused(String),
}

impl From<Error> for NotOpened {
    fn from(error: Error) -> Self {
        if let Error::Http(response) = &error
            && let Some(why) = turned_away(response)
        {
            return Self::TurnedAway(why);
        }
        Self::Broke(in_words(&error))
    }
}

/// The outcome of one try that is no connection.
enum Failed {
    NotOpened(NotOpened),
    /// TLS is not spoken there; the flag says that the server answered in plain, rather than closing, as a
    /// server does also where it stops.
    NoTls {
        answered: bool,
    },
    /// Nothing but TLS is spoken there.
    NoPlain,
}

impl<E: Into<NotOpened>> From<E> for Failed {
    fn from(error: E) -> Self {
        Self::NotOpened(error.into())
    }
}

/// Opens a WebSocket at `url`.
///
/// The usual offer is both encodings: a server of another release has another binary layout, and speaks JSON.
pub(super) async fn connect<C: Connector>(
    connector: &C,
    url: &str,
    offer: &[Encoding],
    settings: &Settings,
) -> Result<Opened<Wire<C::Stream>>, NotOpened> {
    let limit = settings.timing.connect;
    let destination = Destination::new(url, offer, settings)?;
    match timeout(limit, destination.open(connector)).await {
        Ok(opened) => opened,
        Err(_elapsed) => Err(NotOpened::Broke(say!(
            "connection-no-answer",
            seconds = limit.as_secs_f64().to_string()
        ))),
    }
}

/// A server to connect to.
struct Destination<'a> {
    request: Request,
    offer: &'a [Encoding],
    settings: &'a Settings,
    /// `host:port`, with the zone.
    server: String,
    /// The host without the zone, of which nobody but this machine knows.
    host: String,
    zone: Option<String>,
    /// True where the URL asks for TLS.
    wants_tls: bool,
    expected: Expected,
}

impl<'a> Destination<'a> {
    fn new(url: &str, offer: &'a [Encoding], settings: &'a Settings) -> Result<Self, NotOpened> {
        let (url, zone) = without_zone(url);
        let mut request = url.into_client_request()?;
        let names: Vec<_> = offer
            .iter()
            .map(|encoding| encoding.subprotocol())
            .collect();
        request.headers_mut().insert(
            SEC_WEBSOCKET_PROTOCOL,
            HeaderValue::from_str(&names.join(", ")).expect("the names are header values"),
        );
        let (host, port) = host_and_port(request.uri())?;
        let server = match (&zone, host.strip_suffix(']')) {
            (Some(zone), Some(ip)) => format!("{ip}%{zone}]:{port}"),
            _ => format!("{host}:{port}"),
        };
        let wants_tls = matches!(uri_mode(request.uri())?, Mode::Tls);
        // Nobody is in between on this machine: a damaged file keeps nobody from playing there.
        let known = match settings.known.find(&server) {
            Ok(known) => known,
            Err(_) if is_loopback(&host) && !wants_tls => None,
            Err(problem) => return Err(NotOpened::Refused(problem.to_string())),
        };
        let announced = settings.known.announcement(&server);
        Ok(Self {
            request,
            offer,
            settings,
            server,
            host,
            zone,
            wants_tls,
            expected: Expected { known, announced },
        })
    }

    async fn open<C: Connector>(
        &self,
        connector: &C,
    ) -> Result<Opened<Wire<C::Stream>>, NotOpened> {
        let Expected { known, announced } = self.expected;
        if self.wants_tls || known.is_some() || announced.is_some() {
            return match self.open_tls(connector).await {
                Ok(opened) => Ok(opened),
                Err(failed) => Err(self.without_tls(failed)),
            };
        }
        if is_loopback(&self.host) {
            return match self.open_plain(connector).await {
                Err(Failed::NoPlain) => {
                    let opened = self.open_tls(connector).await;
                    opened.map_err(|failed| self.without_tls(failed))
                }
                opened => opened.map_err(|failed| self.without_tls(failed)),
            };
        }
        match self.open_tls(connector).await {
            Err(Failed::NoTls { .. }) => {
                let opened = self.open_plain(connector).await;
                opened.map_err(|failed| self.without_tls(failed))
            }
            opened => opened.map_err(|failed| self.without_tls(failed)),
        }
    }

    /// The failure of a connection that has no other way to go.
    fn without_tls(&self, failed: Failed) -> NotOpened {
        let server = self.server.as_str();
        let answered = match failed {
            Failed::NotOpened(failed) => return failed,
            Failed::NoPlain => {
                return NotOpened::Broke(say!("connection-tls-alone"));
            }
            Failed::NoTls { answered } => answered,
        };
        match self.expected {
            Expected { known: Some(_), .. } if answered => {
                NotOpened::Refused(say!("connection-encrypted-before", server = server))
            }
            Expected { known: Some(_), .. } => {
                NotOpened::Broke(say!("connection-encryption-closed", server = server))
            }
            Expected {
                announced: Some(_), ..
            } => NotOpened::Broke(say!("connection-announced-not-encrypted", server = server)),
            Expected { .. } => NotOpened::Broke(say!("connection-no-tls")),
        }
    }

    async fn open_plain<C: Connector>(
        &self,
        connector: &C,
    ) -> Result<Opened<Wire<C::Stream>>, Failed> {
        let stream = self.connect(connector).await?;
        let (stream, agreed) = match self.upgrade(Either::Left(stream)).await {
            Err(Error::Http(answer)) if answer.status() == StatusCode::UPGRADE_REQUIRED => {
                return Err(Failed::NoPlain);
            }
            upgraded => upgraded?,
        };
        let (security, about) = if is_loopback(&self.host) {
            (Security::Loopback, String::new())
        } else {
            (Security::Plain, say!("connection-not-encrypted"))
        };
        Ok(Opened {
            stream,
            encoding: agreed.encoding.ok_or_else(no_server)?,
            security,
            server: Ok(agreed.server),
            notice: Some(about.clone()).filter(|about| !about.is_empty()),
            about,
            problems: Vec::new(),
        })
    }

    async fn open_tls<C: Connector>(
        &self,
        connector: &C,
    ) -> Result<Opened<Wire<C::Stream>>, Failed> {
        let (config, outcome) = client_config(self.expected).map_err(|error| {
            NotOpened::Broke(say!("connection-tls-broken", problem = error.to_string()))
        })?;
        let stream = self.connect(connector).await?;
        let handshake = TlsConnector::from(Arc::new(config)).connect(self.name(), stream);
        let stream = match handshake.await {
            Ok(stream) => stream,
            Err(error) => return Err(self.tls_failed(&error, outcome.get())),
        };
        let (stream, agreed) = self.upgrade(Either::Right(Box::new(stream))).await?;
        let encoding = agreed.encoding.ok_or_else(no_server)?;
        // A handshake that succeeded was judged.
        let Some(Ok(trust)) = outcome.get() else {
            return Err(no_server().into());
        };
        let problems = self.remember(trust);
        let has_id = |id| self.has_id(trust.key(), id).map(|()| id);
        let server = agreed.server.map(has_id);
        Ok(Opened {
            stream,
            encoding,
            security: Security::Encrypted,
            server: server.transpose(),
            about: self.about(trust),
            notice: self.notice(trust),
            problems,
        })
    }

    /// Checks that the id is that of this server, which is known by now. Otherwise it would get the token that the
    /// other one has.
    fn has_id(&self, key: Fingerprint, id: ServerId) -> Result<(), String> {
        let servers = &self.settings.known;
        let known = servers
            .find(&self.server)
            .map_err(|problem| problem.to_string())?;
        let Some(known) = known else {
            return Ok(());
        };
        match servers.has_id(&self.server, known, key, id) {
            Ok(true) => Ok(()),
            Ok(false) => Err(say!(
                "connection-id-of-another",
                server = self.server.as_str()
            )),
            Err(problem) => Err(problem.to_string()),
        }
    }

    /// The protection of the connection to a trusted server.
    fn about(&self, trust: Trust) -> String {
        let server = self.server.as_str();
        match trust {
            Trust::Certificate(_) => say!("connection-certificate", host = self.host.as_str()),
            Trust::Remembered(key) | Trust::First { key, .. } => {
                say!("connection-key", server = server, key = key.to_string())
            }
        }
    }

    /// The line at the first meeting. Later the key is news only if it has changed, and then there is no connection.
    fn notice(&self, trust: Trust) -> Option<String> {
        let is_first = matches!(trust, Trust::First { .. });
        is_first.then(|| say!("connection-first", server = self.server.as_str()))
    }

    /// Remembers a server that is trusted; returns what went wrong.
    fn remember(&self, trust: Trust) -> Vec<String> {
        let server = self.server.as_str();
        let servers = &self.settings.known;
        let known = match trust {
            Trust::Certificate(_) => Known::Certificate,
            Trust::Remembered(key) | Trust::First { key, .. } => Known::Key(key),
        };
        let certified = match (known, self.expected.known) {
            (Known::Certificate, Some(Known::Key(key))) => servers.certified(server, key),
            _ => Ok(()),
        };
        let remembered = if self.expected.known == Some(known) {
            Ok(())
        } else {
            servers.remember(server, known)
        };
        let problems = [certified, remembered].into_iter().filter_map(Result::err);
        problems.map(|problem| problem.to_string()).collect()
    }

    fn tls_failed(&self, error: &io::Error, judged: Option<Result<Trust, Distrust>>) -> Failed {
        if let Some(Err(distrust)) = judged {
            return Failed::NotOpened(NotOpened::Refused(distrust.said_of(&self.server)));
        }
        let said = error
            .get_ref()
            .and_then(|inner| inner.downcast_ref::<rustls::Error>());
        match (error.kind(), said) {
            (_, Some(rustls::Error::InvalidMessage(_))) => Failed::NoTls { answered: true },
            (
                ErrorKind::UnexpectedEof
                | ErrorKind::ConnectionReset
                | ErrorKind::ConnectionAborted
                | ErrorKind::BrokenPipe,
                _,
            ) => Failed::NoTls { answered: false },
            (_, Some(error)) => NotOpened::Broke(say!(
                "connection-no-encryption",
                problem = error.to_string()
            ))
            .into(),
            (_, None) => NotOpened::Broke(io_in_words(error)).into(),
        }
    }

    async fn connect<C: Connector>(&self, connector: &C) -> Result<C::Stream, NotOpened> {
        let connected = connector.connect(self.server.clone()).await;
        connected.map_err(|error| NotOpened::Broke(self.not_reached(&error)))
    }

    /// The reason why no stream was opened. What is wrong with the zone of an address is known here alone: systems
    /// say "invalid argument", and less.
    fn not_reached(&self, error: &io::Error) -> String {
        let has_answered = error.kind() == ErrorKind::ConnectionRefused;
        match &self.zone {
            // An error without a number is that of the resolver.
            Some(zone) if error.raw_os_error().is_none() => {
                say!("connection-no-interface", name = zone.as_str())
            }
            None if is_link_local(&self.host) && !has_answered => say!(
                "connection-interface-missing",
                address = self.host.as_str(),
                example = self.server.replacen(']', "%eth0]", 1)
            ),
            Some(_) | None => io_in_words(error),
        }
    }

    /// Upgrades a stream to a WebSocket.
    async fn upgrade<S>(&self, stream: S) -> Result<(WebSocketStream<S>, Agreed), Error>
    where
        S: AsyncRead + AsyncWrite + Unpin,
    {
        let config = WebSocketConfig::default()
            .read_buffer_size(READ_BUFFER)
            .write_buffer_size(0)
            .max_message_size(Some(SERVER_FRAME_LIMIT))
            .max_frame_size(Some(SERVER_FRAME_LIMIT));
        let (stream, response) =
            client_async_with_config(self.request.clone(), stream, Some(config)).await?;
        let agreed = response.headers().get(SEC_WEBSOCKET_PROTOCOL);
        let mut offer = self.offer.iter().copied();
        let encoding =
            offer.find(|encoding| agreed.is_some_and(|name| name == encoding.subprotocol()));
        let server = response.headers().get(SERVER_HEADER);
        let server = server
            .and_then(|id| id.to_str().ok())
            .and_then(|id| id.parse().ok());
        Ok((stream, Agreed { encoding, server }))
    }

    /// The name that a certificate must have.
    fn name(&self) -> ServerName<'static> {
        let host = self.host.trim_start_matches('[').trim_end_matches(']');
        // A name that no certificate can have: that of none, since the key decides.
        ServerName::try_from(host.to_owned())
            .unwrap_or(ServerName::IpAddress(TlsIp::V4(Ipv4Addr::from([0; 4]))))
    }
}

fn no_server() -> NotOpened {
    NotOpened::Broke(say!("connection-no-enlinea"))
}

/// True for this machine, where nobody is in between.
fn is_loopback(host: &str) -> bool {
    let ip = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || ip.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

/// True for an address that stands for another machine behind each interface, and so needs the name of one.
fn is_link_local(host: &str) -> bool {
    let ip = host.trim_start_matches('[').trim_end_matches(']');
    ip.parse::<Ipv6Addr>()
        .is_ok_and(|ip| ip.is_unicast_link_local())
}

/// Returns the URL without the zone of its address, and the zone: no server is told of it, as RFC 6874 wants.
fn without_zone(url: &str) -> (String, Option<String>) {
    let parts = url.split_once("%25").and_then(|(start, rest)| {
        let (zone, end) = rest.split_once(']')?;
        let is_host = start.contains('[') && !start.contains(']');
        is_host.then(|| (format!("{start}]{end}"), Some(zone.to_owned())))
    });
    parts.unwrap_or_else(|| (url.to_owned(), None))
}

/// The host, in small letters, and the port of a URL.
fn host_and_port(uri: &Uri) -> Result<(String, u16), Error> {
    let host = uri.host().ok_or(Error::Url(UrlError::NoHostName))?;
    let usual_port = match uri.scheme_str() {
        Some("ws") => Some(80),
        Some("wss") => Some(443),
        _ => None,
    };
    let port = uri.port_u16().or(usual_port);
    let port = port.ok_or(Error::Url(UrlError::UnsupportedUrlScheme))?;
    Ok((host.to_ascii_lowercase(), port))
}
