//! The port for whoever watches over the server: `/metrics` for Prometheus, and `/healthz`.
//!
//! It has no password, and is meant for loopback.

use std::convert::Infallible;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{CONTENT_TYPE, HOST, HeaderValue};
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use prometheus_client::encoding::prometheus_text::CONTENT_TYPE as TEXT;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;
use protocol::view::Phase;
use tokio::net::TcpListener;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{debug, warn};

use crate::base::env::Stream;
use crate::base::metrics::{self, Metrics};
use crate::net::accept::accept_until;
use crate::rooms::directory::Directory;
use crate::rooms::shared::Shared;
use crate::session::slots::Slots;

/// Connections at once: one for each that watches, and some to spare.
const CONNECTIONS: usize = 16;

/// Reads an address with its port, or a port of loopback alone.
///
/// # Errors
///
/// A sentence that says what an address is.
pub fn admin_address(text: &str) -> Result<SocketAddr, String> {
    match text.parse::<u16>() {
        Ok(port) => Ok((Ipv4Addr::LOCALHOST, port).into()),
        Err(_) => text.parse().map_err(|_wrong| {
            format!(
                "{text:?} is no address; write a port of this machine such as 9270, or ADDR:PORT"
            )
        }),
    }
}

/// Answers until `stop`; connections are counted in `tasks`.
pub(crate) async fn run(
    mut listener: TcpListener,
    directory: Arc<Directory>,
    tasks: TaskTracker,
    stop: CancellationToken,
) {
    if let Ok(address) = listener.local_addr()
        && !address.ip().is_loopback()
    {
        warn!(%address, "everybody who reaches this address reads the metrics; loopback is safer");
    }
    let places = Arc::new(tokio::sync::Semaphore::new(CONNECTIONS));
    accept_until(&mut listener, "metrics", &stop, |stream, _peer| {
        let Ok(place) = Arc::clone(&places).try_acquire_owned() else {
            return;
        };
        let (directory, stop) = (Arc::clone(&directory), stop.clone());
        tasks.spawn(async move {
            tokio::select! {
                biased;
                () = stop.cancelled() => {}
                () = serve(stream, directory) => {}
            }
            drop(place);
        });
    })
    .await;
}

/// Answers one request on a connection.
pub(crate) async fn serve(stream: impl Stream, directory: Arc<Directory>) {
    let patience = directory.shared().config.handshake;
    let service = service_fn(move |request| {
        let directory = Arc::clone(&directory);
        async move { Ok::<_, Infallible>(answer(&request, &directory).await) }
    });
    let serving = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        // Whoever says that they send nothing more waits for the answer.
        .half_close(true)
        .header_read_timeout(patience)
        // A connection that stays would hold a place between two looks.
        .keep_alive(false)
        .serve_connection(TokioIo::new(stream), service);
    // The request has its time, and the answer as much again: whoever reads nothing would hold a place for ever.
    match timeout(2 * patience, serving).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => debug!(%error, "the connection broke"),
        Err(_late) => debug!("the answer was not read in time"),
    }
}

async fn answer(request: &Request<Incoming>, directory: &Directory) -> Response<Full<Bytes>> {
    let host = request.headers().get(HOST);
    let host = host.and_then(|host| host.to_str().ok()).unwrap_or_default();
    // A page whose name was given the address of this machine reads nothing.
    if !directory.shared().is_meant(host) {
        let body = "the name in Host is not one of this server\n";
        return text(StatusCode::MISDIRECTED_REQUEST, body.to_owned());
    }
    match (request.method(), request.uri().path()) {
        (&Method::GET | &Method::HEAD, "/metrics") => {
            text(StatusCode::OK, metrics(directory).await)
        }
        (&Method::GET | &Method::HEAD, "/healthz") => {
            let shared = directory.shared();
            shared.store.try_if_silent().await;
            match shared.store.failure(shared.time.now()) {
                None => text(StatusCode::OK, "ok\n".to_owned()),
                Some(problem) => text(StatusCode::SERVICE_UNAVAILABLE, format!("{problem}\n")),
            }
        }
        _ => {
            let body = "there is /metrics and /healthz here\n";
            text(StatusCode::NOT_FOUND, body.to_owned())
        }
    }
}

fn text(status: StatusCode, body: String) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(body.into()));
    *response.status_mut() = status;
    response
        .headers_mut()
        .insert(CONTENT_TYPE, HeaderValue::from_static(TEXT));
    response
}

async fn metrics(directory: &Directory) -> String {
    let mut registry = Registry::with_prefix("enlinea");
    register_process(&mut registry, directory);
    register_connections(&mut registry, directory.shared());
    register_rooms(&mut registry, directory).await;
    register_traffic(&mut registry, &directory.shared().metrics);
    register_store(&mut registry, directory.shared()).await;
    metrics::text(&registry)
}

fn register_process(registry: &mut Registry, directory: &Directory) {
    let version = Info::new([("version", env!("CARGO_PKG_VERSION"))]);
    registry.register("build", "Version of the server", version);
    let uptime = directory.running().as_millis() as f64 / 1000.0;
    let help = "Time since the start, without standstills";
    registry.register("uptime_seconds", help, ConstGauge::new(uptime));
    let cluster = &directory.shared().cluster;
    if cluster.is_shared() {
        let node = Info::new([("node", cluster.epoch().to_string())]);
        let help =
            "Number of this server among those that share the store; 0 while it owns no room";
        registry.register("server", help, node);
        let others = cluster.other_nodes().len();
        let help = "Other servers that share the store";
        registry.register("other_servers", help, ConstGauge::new(others));
    }
}

fn register_connections(registry: &mut Registry, shared: &Shared) {
    let people = shared.host.connected.list().len();
    let help = "Connections that have said hello";
    registry.register("people", help, ConstGauge::new(people));
    let open = shared.metrics.connections.clone();
    registry.register("connections", "Open connections", open);
    let most = shared.config.connections - Slots::reserved(&shared.config);
    let help = "Connections at which newcomers are refused: those of the settings but for the reserved slots";
    registry.register("connections_limit", help, ConstGauge::new(most));
    registry.register(
        "connections_refused",
        "Connections without a slot by why: no_place closed them unanswered, too_many_of_one answered with 429",
        shared.metrics.turned_away.counters.clone(),
    );
}

async fn register_rooms(registry: &mut Registry, directory: &Directory) {
    let rooms = directory.summaries().await;
    let in_phase = |such: fn(&Phase) -> bool| rooms.iter().filter(|room| such(&room.phase)).count();
    let stored = directory.list().1;
    let states = [
        ("seating", in_phase(|phase| matches!(phase, Phase::Seating))),
        ("playing", in_phase(|phase| matches!(phase, Phase::Playing))),
        (
            "over",
            in_phase(|phase| matches!(phase, Phase::Over { .. })),
        ),
        ("stored", stored),
    ];
    let help = "Rooms in memory by phase, and unfinished ones in the store alone";
    registry.register("rooms", help, metrics::gauges("state", states));
    let watching: u64 = rooms.iter().map(|room| u64::from(room.spectators)).sum();
    let help = "Spectators of all rooms";
    registry.register("spectators", help, ConstGauge::new(watching));
    let help = "Searches of the server's own engines that wait for others of the same address";
    let waiting = directory.shared().engine_pool.waiting();
    registry.register("searches_waiting", help, ConstGauge::new(waiting));
}

fn register_traffic(registry: &mut Registry, counts: &Metrics) {
    for (name, help, count) in [
        ("sessions", "Connections that were let in", &counts.sessions),
        (
            "messages_received",
            "Messages of clients, those before the welcome as well",
            &counts.messages_in,
        ),
        ("received_bytes", "Bytes of these", &counts.bytes_in),
        (
            "messages_sent",
            "Messages to clients",
            &counts.sent.messages,
        ),
        ("sent_bytes", "Bytes of these", &counts.sent.bytes),
    ] {
        registry.register(name, help, count.clone());
    }
    let help = "Refusals sent to clients by code, those before the welcome as well";
    registry.register("refusals", help, counts.refusals.counters.clone());
    let help = "Commands to rooms by kind";
    registry.register("commands", help, counts.commands.counters.clone());
}

async fn register_store(registry: &mut Registry, shared: &Shared) {
    let store = shared.store.metrics();
    shared.store.try_if_silent().await;
    let works = shared.store.failure(shared.time.now()).is_none();
    let help = "1 while games can be stored";
    registry.register("store_works", help, ConstGauge::new(u32::from(works)));
    let help = "Time of a commit";
    registry.register("store_commit_seconds", help, store.times.clone());
    let help = "Appends in a commit";
    registry.register("store_commit_appends", help, store.sizes.clone());
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    use super::*;
    use crate::config::Config;
    use crate::store;
    use crate::testing;
    use crate::tls::{Encryption, Identity};

    /// Prometheus, which asked by the name in the certificate, took the server for down.
    #[tokio::test]
    async fn the_names_in_the_certificate_are_the_servers() {
        let folder = tempfile::tempdir().unwrap();
        let [certificate, key] =
            ["certificate.pem", "key.pem"].map(|name| folder.path().join(name));
        let pair = rcgen::generate_simple_self_signed(["play.example.org".to_owned()]).unwrap();
        std::fs::write(&certificate, pair.cert.pem()).unwrap();
        std::fs::write(&key, pair.signing_key.serialize_pem()).unwrap();
        let identity = Identity::from_files(&certificate, &key).unwrap();
        let config = Config {
            encryption: Encryption::Optional(identity),
            ..Config::default()
        };
        let directory = testing::directory(config, store::memory());
        for (host, expected) in [("play.example.org:9270", "200"), ("example.org", "421")] {
            let (mut client, server) = tokio::io::duplex(64 * 1024);
            let request = format!("GET /healthz HTTP/1.1\r\nHost: {host}\r\n\r\n");
            client.write_all(request.as_bytes()).await.unwrap();
            serve(server, Arc::clone(&directory)).await;
            let mut answer = String::new();
            client.read_to_string(&mut answer).await.unwrap();
            let status = answer.split(' ').nth(1);
            assert_eq!(status, Some(expected), "{answer}");
        }
    }

    #[test]
    fn a_port_alone_is_one_of_loopback() {
        for (text, address) in [
            ("9270", "127.0.0.1:9270"),
            ("0.0.0.0:1", "0.0.0.0:1"),
            ("[::1]:7", "[::1]:7"),
        ] {
            assert_eq!(admin_address(text).unwrap().to_string(), address);
        }
        for wrong in ["", "localhost", "127.0.0.1", "70000"] {
            assert!(admin_address(wrong).unwrap_err().contains("ADDR:PORT"));
        }
    }
}
