//! The port for Prometheus, and the alerts that are made of it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use protocol::message::{ClientMsg, ServerMsg};
use regex::Regex;
use server::{Config, Env, store};
use tempfile::{TempDir, tempdir};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use crate::binaries::{Program, server};
use crate::harness::{Client, PATIENCE, TestServer, hello, me_and_open, quiet, spec};

/// Returns the answer to a request that names this host.
async fn get(address: &str, host: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer
}

/// Returns the values of the metrics by name and labels.
async fn metrics(address: &str) -> BTreeMap<String, String> {
    let answer = get(address, "localhost", "/metrics").await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    body.lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let (name, value) = line.rsplit_once(' ').unwrap();
            (name.to_owned(), value.to_owned())
        })
        .collect()
}

/// The real program, and the address of its metrics.
fn watched_program(data: &Path) -> (Program, String) {
    let mut program = server("127.0.0.1:0", data);
    let mut program = Program::start(program.args(["--admin-listen", "0"]));
    let line = program.until_begins("metrics: http://127.0.0.1:");
    let address = line["metrics: http://".len()..].trim_end_matches("/metrics");
    (program, address.to_owned())
}

/// A server with metrics, in this process.
struct Watched {
    server: TestServer,
    metrics: String,
    _data: TempDir,
}

impl Watched {
    async fn start(config: Config) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let admin = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let metrics = admin.local_addr().unwrap().to_string();
        let env = Env::real(listener).with_admin(admin);
        let data = tempdir().unwrap();
        let store = store::sqlite(data.path()).unwrap();
        Self {
            server: TestServer::run(address, env, config, store),
            metrics,
            _data: data,
        }
    }
}

#[tokio::test]
async fn the_metrics_count_what_happened_and_name_nobody() {
    let Watched {
        server,
        metrics: watched,
        _data,
    } = Watched::start(quiet()).await;
    let (address, watched) = (server.address, &watched);
    let before = metrics(watched).await;
    assert_eq!(before["enlinea_people"], "0");
    assert_eq!(before["enlinea_rooms{state=\"seating\"}"], "0");
    assert_eq!(before["enlinea_connections"], "0");

    let mut ana = Client::connect(address, protocol::codec::Encoding::Json).await;
    ana.say(hello("Ximena")).await;
    ana.open(spec("gomoku-15"), me_and_open()).await;
    // Refused by the session, and by the room.
    ana.say(ClientMsg::LobbyChat {
        text: "hola".to_owned(),
    })
    .await;
    ana.refusal().await;
    ana.play("h8").await;
    ana.refusal().await;
    let mut bo = Client::connect(address, protocol::codec::Encoding::Json).await;
    bo.say(hello("Yolanda")).await;
    bo.say(ClientMsg::EnterLobby { boards: false }).await;
    bo.until(|message| matches!(message, ServerMsg::Lobby { .. }).then_some(()))
        .await;
    // The connections are accepted in order, so that the first one counts when the second is answered.
    let silent = TcpStream::connect(address).await.unwrap();
    let health = get(&address.to_string(), "localhost", "/healthz").await;
    assert!(health.starts_with("HTTP/1.1 200"), "{health}");
    let counted = metrics(watched).await;
    let open: usize = counted["enlinea_connections"].parse().unwrap();
    assert!(open >= 3, "{counted:#?}");
    drop(silent);
    let after = metrics(watched).await;
    let reserved = quiet().connections / 20;
    let limit = (quiet().connections - reserved).to_string();
    for (name, value) in [
        ("enlinea_people", "2"),
        ("enlinea_sessions_total", "2"),
        ("enlinea_connections_limit", &limit),
        ("enlinea_rooms{state=\"seating\"}", "1"),
        ("enlinea_rooms{state=\"playing\"}", "0"),
        ("enlinea_messages_received_total", "6"),
        ("enlinea_refusals_total{code=\"not_in_lobby\"}", "1"),
        ("enlinea_refusals_total{code=\"not_started\"}", "1"),
        ("enlinea_commands_total{kind=\"act\"}", "1"),
        ("enlinea_searches_waiting", "0"),
        ("enlinea_store_works", "1"),
        ("enlinea_store_commit_seconds_count", "1"),
        ("enlinea_store_commit_appends_bucket{le=\"1\"}", "1"),
    ] {
        assert_eq!(
            after.get(name).map(String::as_str),
            Some(value),
            "{name}: {after:#?}"
        );
    }
    let bytes = |name: &str| after[name].parse::<u64>().unwrap();
    assert!(bytes("enlinea_sent_bytes_total") > bytes("enlinea_received_bytes_total"));
    let named = after
        .keys()
        .any(|name| name.contains("Ximena") || name.contains("127.0.0.1"));
    assert!(!named, "{after:#?}");

    let rebound = get(watched, "evil.example", "/metrics").await;
    assert!(rebound.starts_with("HTTP/1.1 421"), "{rebound}");
    let health = get(watched, "localhost", "/healthz").await;
    assert!(health.ends_with("ok\n"), "{health}");
    let other = get(watched, "localhost", "/ws").await;
    assert!(other.starts_with("HTTP/1.1 404"), "{other}");
    let told = ana.until(|message| matches!(message, ServerMsg::ShuttingDown).then_some(()));
    tokio::join!(server.stop(), told);
}

#[tokio::test]
async fn connections_without_a_place_are_counted() {
    let Watched {
        server,
        metrics: watched,
        _data,
    } = Watched::start(Config {
        connections: 40,
        // Two that say nothing.
        people_per_address: 1,
        handshake: PATIENCE,
        ..quiet()
    })
    .await;
    let address = server.address.to_string();
    let json = protocol::codec::Encoding::Json;
    let _silent = [
        Client::connect(server.address, json).await,
        Client::connect(server.address, json).await,
    ];
    let third = get(&address, "localhost", "/ws").await;
    assert!(third.starts_with("HTTP/1.1 429"), "{third}");
    // A few more may hear that.
    let mut told = Vec::new();
    for _ in 0..8 {
        told.push(TcpStream::connect(server.address).await.unwrap());
    }
    let mut last = TcpStream::connect(server.address).await.unwrap();
    let mut answer = Vec::new();
    assert_eq!(last.read_to_end(&mut answer).await.unwrap(), 0);
    drop(told);
    let counted = metrics(&watched).await;
    let refused = |why| &counted[&format!("enlinea_connections_refused_total{{why=\"{why}\"}}")];
    assert_eq!(refused("too_many_of_one"), "1");
    // The third connection may not have ended when the others came.
    assert_ne!(refused("no_place"), "0");
    assert_eq!(counted["enlinea_connections_limit"], "38");
    server.stop().await;
}

/// A misspelt metric would never alarm anybody.
#[tokio::test(flavor = "multi_thread")]
async fn the_alerts_ask_for_metrics_and_labels_that_there_are() {
    let rules = include_str!("../../server/prometheus/enlinea.yml");
    let asked = Regex::new(r"enlinea_[a-z_]+(\{[^}]*\})?").unwrap();
    let asked: BTreeSet<&str> = rules
        .lines()
        .filter(|line| !line.contains("promtool"))
        .flat_map(|line| asked.find_iter(line))
        .map(|found| found.as_str())
        .collect();
    assert!(asked.len() >= 6, "{asked:?}");

    let data = tempdir().unwrap();
    let (_program, address) = watched_program(data.path());
    let answer = get(&address, "localhost", "/metrics").await;
    for metric in asked {
        let told = answer.lines().any(|line| {
            // A counter by labels has no other line before it counts.
            let line = line.strip_prefix("# TYPE ").unwrap_or(line);
            let rest = line.strip_prefix(metric);
            rest.is_some_and(|rest| rest.starts_with([' ', '{']))
        });
        assert!(told, "{metric}: {answer}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_program_answers_on_the_port_that_it_is_told() {
    let data = tempdir().unwrap();
    let (_program, address) = watched_program(data.path());
    assert!(
        metrics(&address)
            .await
            .contains_key("enlinea_uptime_seconds")
    );
}
