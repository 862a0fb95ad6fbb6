//! TLS and plain connections on one port: keys that are remembered, changed and refused.

mod host;
mod programs;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use client::known_servers::{Known, KnownServers};
use client::net::{Connector, Env, Link, NetEvent, Security, Settings};
use protocol::act::Act;
use protocol::codec::Encoding;
use protocol::fingerprint::Fingerprint;
use protocol::message::{ClientMsg, RoomEvent, ServerMsg};
use protocol::square::Square;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring};
use rustls::pki_types::{CertificateDer, PrivatePkcs8KeyDer, ServerName, UnixTime};
use rustls::server::{ClientHello, ParsedCertificate, ResolvesServerCert};
use rustls::sign::CertifiedKey;
use rustls::{ClientConfig, DigitallySignedStruct, Error, ServerConfig, SignatureScheme};
use server::{Config, Encryption, Identity, store};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::timeout;
use tokio_rustls::client::TlsStream;
use tokio_rustls::{TlsAcceptor, TlsConnector};

use crate::harness::{PATIENCE, Pair, TestServer, me_and_open, quiet, spec};

/// A server with a key of its own, in the way that `encryption` says.
async fn server(directory: &TempDir, encryption: fn(Identity) -> Encryption) -> TestServer {
    let identity = Identity::kept_in(directory.path()).expect("a key");
    let config = Config {
        encryption: encryption(identity),
        ..quiet()
    };
    TestServer::with(config, store::memory()).await
}

fn directory() -> TempDir {
    tempfile::tempdir().expect("a directory")
}

/// The network of a client to whom `server` has an address elsewhere than on this machine.
struct Detour(SocketAddr);

/// The address of every server behind a [`Detour`].
const AWAY: &str = "192.0.2.5:4270";

impl Connector for Detour {
    type Stream = TcpStream;

    async fn connect(&self, address: String) -> io::Result<TcpStream> {
        assert_eq!(address, AWAY);
        TcpStream::connect(self.0).await
    }
}

/// A client that is away, and what it knows.
struct Away {
    link: Link,
    events: UnboundedReceiver<NetEvent>,
}

impl Away {
    fn new(server: SocketAddr, url: &str, known: &KnownServers) -> Self {
        let mut settings = Settings::new(vec![url.to_owned()], Some("Ana".to_owned()));
        settings.known = known.clone();
        settings.timing.patience = Some(std::time::Duration::ZERO);
        let (link, events) = Link::open_in(Env::simulated(Detour(server), 1), settings);
        Self { link, events }
    }

    async fn event(&mut self) -> NetEvent {
        let event = timeout(PATIENCE, self.events.recv()).await;
        event.expect("in time").expect("the last one says why")
    }

    /// The protection, and the lines about it, of a connection that is welcome.
    async fn welcome(&mut self) -> (Security, String) {
        let mut said = Vec::new();
        let mut protection = Security::Loopback;
        loop {
            match self.event().await {
                NetEvent::Security {
                    security,
                    about,
                    notice,
                } => {
                    protection = security;
                    said.push(about);
                    said.extend(notice);
                }
                NetEvent::Message(message) if matches!(*message, ServerMsg::Welcome { .. }) => {
                    return (protection, said.join("\n"));
                }
                NetEvent::Failed { why } => panic!("{why}"),
                _ => {}
            }
        }
    }

    /// The reason why the connection is given up.
    async fn failure(mut self) -> String {
        loop {
            match self.event().await {
                NetEvent::Failed { why } => return why,
                NetEvent::Message(message) => panic!("{message:?}"),
                _ => {}
            }
        }
    }

    async fn until<T>(&mut self, mut wanted: impl FnMut(&ServerMsg) -> Option<T>) -> T {
        loop {
            if let NetEvent::Message(message) = self.event().await
                && let Some(found) = wanted(&message)
            {
                return found;
            }
        }
    }
}

/// A connection of TLS that trusts everybody, and the key of the other end.
async fn encrypted(address: SocketAddr) -> io::Result<(TlsStream<TcpStream>, Fingerprint)> {
    let stream = TcpStream::connect(address).await?;
    let provider = Arc::new(ring::default_provider());
    let config = ClientConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .expect("versions")
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(Trusting(provider)))
        .with_no_client_auth();
    let name = ServerName::try_from("localhost").expect("a name");
    let connector = TlsConnector::from(Arc::new(config));
    let stream = connector.connect(name, stream).await?;
    let (_, connection) = stream.get_ref();
    let certificate = &connection.peer_certificates().expect("a certificate")[0];
    let parsed = ParsedCertificate::try_from(certificate).expect("a certificate");
    let key = Fingerprint::from_public_key(&parsed.subject_public_key_info());
    Ok((stream, key))
}

#[derive(Debug)]
struct Trusting(Arc<CryptoProvider>);

impl ServerCertVerifier for Trusting {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn verify_tls13_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}

/// The answer to a request over `stream`.
async fn answer<S>(mut stream: S, request: &str) -> String
where
    S: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin,
{
    stream.write_all(request.as_bytes()).await.expect("is read");
    let mut answer = Vec::new();
    // A server may close without the goodbye of TLS.
    let read = timeout(PATIENCE, stream.read_to_end(&mut answer)).await;
    let _ = read.expect("ends in time");
    String::from_utf8_lossy(&answer).into_owned()
}

fn get(path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
}

#[tokio::test]
async fn an_encrypted_and_a_plain_client_play_on_one_port() {
    let directory = directory();
    let server = server(&directory, Encryption::Optional).await;
    let mut ana = Away::new(
        server.address,
        &format!("ws://{AWAY}/ws"),
        &KnownServers::nowhere(),
    );
    ana.link.send(ClientMsg::Open {
        spec: spec("connect-four"),
        seats: me_and_open(),
        shuffle: false,
    });
    assert_eq!(ana.welcome().await.0, Security::Encrypted);
    let room = ana
        .until(|message| match message {
            ServerMsg::Joined { snapshot, .. } => Some(snapshot.room),
            _ => None,
        })
        .await;
    let mut bruno = server.client_in("Bruno", Encoding::Json).await;
    bruno.join(room).await;
    let revision = bruno.revision();
    let square: Square = "d1".parse().expect("a square");
    ana.link
        .send(ClientMsg::Act(Act::Move { revision, square }));
    bruno.plies(1).await;
    bruno.play("4").await;
    let plies = ana
        .until(|message| match message {
            ServerMsg::Event {
                event: RoomEvent::Moved { ply, .. },
                ..
            } => Some(ply.to_string()).filter(|ply| ply == "2"),
            _ => None,
        })
        .await;
    assert_eq!(plies, "2");
    drop(ana);
    drop(bruno);
    server.stop().await;
}

#[tokio::test]
async fn a_client_that_is_away_plays_plain_where_there_is_no_tls_and_says_so() {
    let server = TestServer::start().await;
    let known = KnownServers::nowhere();
    let mut ana = Away::new(server.address, &format!("ws://{AWAY}/ws"), &known);
    let (security, said) = ana.welcome().await;
    assert_eq!(security, Security::Plain);
    assert!(!security.keeps_secrets());
    assert!(said.contains("not encrypted"), "{said}");
    let why = Away::new(server.address, &format!("wss://{AWAY}/ws"), &known)
        .failure()
        .await;
    assert!(why.contains("speaks no TLS"), "{why}");
    drop(ana);
    server.stop().await;
}

#[tokio::test]
async fn a_key_is_shown_once_and_another_one_is_refused_until_it_is_forgotten() {
    let [first, second] = [directory(), directory()];
    let known = KnownServers::nowhere();
    let url = format!("ws://{AWAY}/ws");
    let old = server(&first, Encryption::Optional).await;
    let old_key = Identity::kept_in(first.path()).unwrap().fingerprint();
    let new_key = Identity::kept_in(second.path()).unwrap().fingerprint();

    let (_, said) = Away::new(old.address, &url, &known).welcome().await;
    assert!(said.contains(&old_key.to_string()), "{said}");
    assert!(said.contains("its key is saved"), "{said}");
    let (_, said) = Away::new(old.address, &url, &known).welcome().await;
    assert!(!said.contains("its key is saved"), "{said}");
    old.stop().await;

    let new = server(&second, Encryption::Optional).await;
    for url in [&url, &format!("wss://{AWAY}/ws")] {
        let why = Away::new(new.address, url, &known).failure().await;
        for expected in [
            &old_key.to_string(),
            &new_key.to_string(),
            &format!("enlinea forget {AWAY}"),
        ] {
            assert!(why.contains(expected), "{why}");
        }
    }
    assert_eq!(known.find(AWAY), Ok(Some(Known::Key(old_key))));
    assert_eq!(known.forget(AWAY), Ok(true));
    let (security, _) = Away::new(new.address, &url, &known).welcome().await;
    assert_eq!(security, Security::Encrypted);
    assert_eq!(known.find(AWAY), Ok(Some(Known::Key(new_key))));
    new.stop().await;
}

#[tokio::test]
async fn a_server_that_was_encrypted_is_never_spoken_to_in_plain() {
    let directory = directory();
    let known = KnownServers::nowhere();
    let key = Identity::kept_in(directory.path()).unwrap().fingerprint();
    known.remember(AWAY, Known::Key(key)).unwrap();

    // A server that closes, as one without TLS or one that stops does.
    let plain = TestServer::start().await;
    let why = Away::new(plain.address, &format!("ws://{AWAY}/ws"), &known)
        .failure()
        .await;
    assert!(why.contains("enlinea forget 192.0.2.5:4270"), "{why}");
    plain.stop().await;

    // Somebody in between who answers in plain; a second connection would be the plain one.
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let between = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut hello = [0; 3];
        stream.read_exact(&mut hello).await.unwrap();
        assert_eq!(hello[0], 0x16);
        let answer = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n";
        stream.write_all(answer).await.unwrap();
        // Kept open until the client has read it.
        let mut rest = Vec::new();
        let _ = stream.read_to_end(&mut rest).await;
        listener
    });
    let why = Away::new(address, &format!("ws://{AWAY}/ws"), &known)
        .failure()
        .await;
    assert!(
        why.contains("somebody may be intercepting the connection"),
        "{why}"
    );
    let listener = between.await.unwrap();
    let second = futures::FutureExt::now_or_never(listener.accept());
    assert!(second.is_none(), "nothing was tried in plain");
}

/// The certificate of a server, with a key that is not that of the certificate.
#[derive(Debug)]
struct Stolen(Arc<CertifiedKey>);

impl ResolvesServerCert for Stolen {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(Arc::clone(&self.0))
    }
}

#[tokio::test]
async fn a_certificate_without_its_private_key_is_worth_nothing() {
    let [genuine, other] =
        [(); 2].map(|()| rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap());
    let provider = Arc::new(ring::default_provider());
    let other = PrivatePkcs8KeyDer::from(other.signing_key.serialize_der());
    let other = provider
        .key_provider
        .load_private_key(other.into())
        .unwrap();
    let certificate = genuine.cert.der().clone();
    let parsed = ParsedCertificate::try_from(&certificate).unwrap();
    let key = Fingerprint::from_public_key(&parsed.subject_public_key_info());
    let stolen = Stolen(Arc::new(CertifiedKey::new(vec![certificate], other)));
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_cert_resolver(Arc::new(stolen));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let between = tokio::spawn(async move {
        let (stream, _) = listener.accept().await.unwrap();
        let accepted = TlsAcceptor::from(Arc::new(config)).accept(stream).await;
        accepted.map(drop)
    });
    let known = KnownServers::nowhere();
    known.remember(AWAY, Known::Key(key)).unwrap();
    let why = Away::new(address, &format!("ws://{AWAY}/ws"), &known)
        .failure()
        .await;
    assert!(why.contains("BadSignature"), "{why}");
    assert!(between.await.unwrap().is_err());
}

#[tokio::test]
async fn an_announced_key_is_expected() {
    let directory = directory();
    let server = server(&directory, Encryption::Optional).await;
    let key = Identity::kept_in(directory.path()).unwrap().fingerprint();
    let url = format!("ws://{AWAY}/ws");

    let known = KnownServers::nowhere();
    known.announced(AWAY, Some(Fingerprint::from_public_key(b"another")));
    let why = Away::new(server.address, &url, &known).failure().await;
    assert!(why.contains("was announced on the network"), "{why}");
    assert!(why.contains(&key.to_string()), "{why}");

    let known = KnownServers::nowhere();
    known.announced(AWAY, Some(key));
    let (_, said) = Away::new(server.address, &url, &known).welcome().await;
    assert!(said.contains(&key.to_string()), "{said}");
    server.stop().await;

    let known = KnownServers::nowhere();
    known.announced(AWAY, Some(key));
    let plain = TestServer::start().await;
    let why = Away::new(plain.address, &url, &known).failure().await;
    assert!(why.contains("is not encrypted"), "{why}");
    plain.stop().await;
}

#[tokio::test]
async fn without_tls_a_connection_that_begins_it_is_closed() {
    let server = TestServer::start().await;
    assert!(encrypted(server.address).await.is_err());
    let stream = TcpStream::connect(server.address).await.unwrap();
    let said = answer(stream, "\u{16}\u{3}\u{1}\0\u{5}\r\n\r\n").await;
    assert_eq!(said, "", "no answer that is no TLS");
    let plain = TcpStream::connect(server.address).await.unwrap();
    assert!(answer(plain, &get("/")).await.starts_with("HTTP/1.1 200"));
    server.stop().await;
}

#[tokio::test]
async fn a_server_that_requires_tls_says_so_in_plain_and_tells_its_machine_its_health() {
    let directory = directory();
    let server = server(&directory, Encryption::Required).await;
    for path in ["/", "/ws", "/healthz/x"] {
        let plain = TcpStream::connect(server.address).await.unwrap();
        let said = answer(plain, &get(path)).await;
        assert!(said.starts_with("HTTP/1.1 426"), "{said}");
        assert!(said.contains("wss://"), "{said}");
    }
    let plain = TcpStream::connect(server.address).await.unwrap();
    let said = answer(plain, &get("/healthz")).await;
    assert!(said.starts_with("HTTP/1.1 200"), "{said}");
    let (stream, _) = encrypted(server.address).await.unwrap();
    assert!(answer(stream, &get("/")).await.starts_with("HTTP/1.1 200"));

    // A client on the same machine begins in plain, and is led to TLS.
    let url = format!("ws://{}/ws", server.address);
    let (link, events) = Link::open(Settings::new(vec![url], None));
    let (security, _) = Away { link, events }.welcome().await;
    assert_eq!(security, Security::Encrypted);
    server.stop().await;
}

#[tokio::test]
async fn a_handshake_that_stops_halfway_ends_and_gives_its_place_back() {
    let directory = directory();
    let identity = Identity::kept_in(directory.path()).unwrap();
    let config = Config {
        encryption: Encryption::Optional(identity),
        connections: 3,
        handshake: std::time::Duration::from_millis(300),
        ..quiet()
    };
    let server = TestServer::with(config, store::memory()).await;
    let mut pair = Pair::at(&server, spec("connect-four")).await;
    for begun in [&b""[..], b"\x16", b"\x16\x03\x01\x02\x00\x01"] {
        let mut stalled = TcpStream::connect(server.address).await.unwrap();
        stalled.write_all(begun).await.unwrap();
        pair.play("4").await;
        let mut rest = Vec::new();
        let ended = timeout(PATIENCE, stalled.read_to_end(&mut rest)).await;
        let _ = ended.expect("it is closed");
        assert!(rest.is_empty());
    }
    let third = server.client("Carla").await;
    drop((third, pair));
    server.stop().await;
}

#[tokio::test]
async fn a_certificate_is_exchanged_while_games_go_on() {
    let directory = directory();
    let [certificate, key] = ["certificate.pem", "key.pem"].map(|name| directory.path().join(name));
    let write = || {
        let pair = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
        std::fs::write(&certificate, pair.cert.pem()).unwrap();
        std::fs::write(&key, pair.signing_key.serialize_pem()).unwrap();
    };
    write();
    let config = Config {
        encryption: Encryption::Optional(Identity::from_files(&certificate, &key).unwrap()),
        certificate_check: std::time::Duration::from_millis(5),
        ..quiet()
    };
    let server = TestServer::with(config, store::memory()).await;
    let mut pair = Pair::at(&server, spec("connect-four")).await;
    let (_, first) = encrypted(server.address).await.unwrap();
    write();
    let changed = async { while encrypted(server.address).await.unwrap().1 == first {} };
    timeout(PATIENCE, changed)
        .await
        .expect("the new one is shown");
    pair.play("4").await;
    server.stop().await;
}
