//! The server as a service of a manager such as systemd, whose part the tests have: its socket and its notifications.

use std::fs;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixDatagram;
use std::path::Path;
use std::process::{Command, Stdio};

use protocol::codec::Encoding;
use protocol::spec::GameSpec;
use tempfile::tempdir;

use crate::binaries::{self, Program, binary};
use crate::harness::{Client, PATIENCE, me_and_open, spec};

/// The command that starts a server with this socket passed `count` times, up to twice, as a manager does.
fn with_socket(listener: &TcpListener, count: usize, data: &Path) -> Command {
    let copies = ["3<&0", "4<&0"][..count].join(" ");
    let mut command = binaries::command("sh");
    command
        .arg("-c")
        // The number of the process is known to itself alone.
        .arg(format!(
            r#"LISTEN_PID=$$ LISTEN_FDS={count} exec "$0" "$@" {copies} </dev/null"#
        ))
        .arg(binary("enlinea-server"))
        .env("ENLINEA_NO_DISCOVERY", "1")
        .args(["--no-exhibition", "--listen", "192.0.2.1:1", "--data"])
        .arg(data);
    let socket = OwnedFd::from(listener.try_clone().unwrap());
    command.stdin(Stdio::from(socket));
    command
}

/// A server that runs on a passed socket.
fn serve(mut command: Command) -> Program {
    let mut program = Program::start_with_its_input(&mut command);
    program.until_begins("listening on ");
    program
}

/// A socket of a manager.
fn socket() -> (TcpListener, SocketAddr) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    (listener, address)
}

/// Asks for the health of the server; the answer is that of [`health`].
fn ask_health(address: SocketAddr) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream
        .write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        .unwrap();
    stream
}

fn health(mut stream: TcpStream) -> String {
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer.lines().next().unwrap_or_default().to_owned()
}

#[test]
fn the_manager_is_told_when_the_server_serves_lives_and_ends() {
    let (data, place) = (tempdir().unwrap(), tempdir().unwrap());
    let path = place.path().join("notify");
    let manager = UnixDatagram::bind(&path).unwrap();
    manager.set_read_timeout(Some(PATIENCE)).unwrap();
    let told = || {
        let mut words = [0; 512];
        let length = manager.recv(&mut words).expect("the manager is told");
        String::from_utf8_lossy(&words[..length]).into_owned()
    };
    let (listener, address) = socket();
    let mut command = with_socket(&listener, 1, data.path());
    command
        .env("NOTIFY_SOCKET", &path)
        .env("WATCHDOG_USEC", "20000");
    let server = serve(command);
    let mut ready = told();
    while ready.starts_with("WATCHDOG=1") {
        ready = told();
    }
    assert_eq!(ready, format!("READY=1\nSTATUS=serving on {address}\n"));
    assert_eq!(health(ask_health(address)), "HTTP/1.1 200 OK");
    for _ in 0..3 {
        assert_eq!(told(), "WATCHDOG=1\n");
    }
    server.terminate();
    let mut last = told();
    while last.starts_with("WATCHDOG=1") {
        last = told();
    }
    assert!(last.starts_with("STOPPING=1\n"), "{last}");
    assert_eq!(server.ended().code(), 0);
}

/// Nobody is refused while one server ends and the next begins: the socket is there, and whoever comes waits in it.
#[tokio::test]
async fn a_new_server_goes_on_with_the_socket_and_the_games_of_the_last_one() {
    let data = tempdir().unwrap();
    let (listener, address) = socket();
    let server = serve(with_socket(&listener, 1, data.path()));
    let connect = async |name| {
        Client::try_connect(address, name, Encoding::Bincode)
            .await
            .unwrap()
    };
    let (mut ana, mut bruno) = (connect("Ana").await, connect("Bruno").await);
    let blitz = GameSpec {
        clock: Some("5m".parse().unwrap()),
        ..spec("connect-four")
    };
    let (room, token) = ana.open(blitz, me_and_open()).await;
    bruno.join(room).await;
    ana.started().await;
    ana.play("4").await;
    bruno.plies(1).await;
    server.terminate();
    assert_eq!(server.ended().code(), 0);

    let waiting = ask_health(address);
    let _server = serve(with_socket(&listener, 1, data.path()));
    assert_eq!(health(waiting), "HTTP/1.1 200 OK");
    let mut ana = connect("Ana").await;
    ana.come_back(room, token).await;
    assert_eq!(ana.game().plies().len(), 1);
}

#[test]
fn more_than_one_socket_is_refused() {
    let data = tempdir().unwrap();
    let (listener, _) = socket();
    let mut command = with_socket(&listener, 2, data.path());
    let ended = Program::start_with_its_input(&mut command).ended();
    assert_eq!(ended.code(), 1);
    assert!(
        ended.complaint().contains("2 sockets were passed"),
        "{ended:?}"
    );
}

#[test]
fn a_socket_for_another_process_is_not_taken() {
    let data = tempdir().unwrap();
    let mut command = binaries::server("127.0.0.1:0", data.path());
    command.env("LISTEN_FDS", "1").env("LISTEN_PID", "1");
    let mut server = Program::start(&mut command);
    server.until_begins("listening on 127.0.0.1:");
}

/// Engines that are trusted have no fence that would close them.
#[test]
fn an_engine_has_none_of_the_sockets() {
    let data = tempdir().unwrap();
    let (listener, _) = socket();
    let script = data.path().join("engine.sh");
    let seen = data.path().join("seen");
    let engine = format!(
        "readlink /proc/$$/fd/* > '{}'\nexec {}\n",
        seen.display(),
        crate::external::command("")
    );
    fs::write(&script, engine).unwrap();
    let mut command = with_socket(&listener, 1, data.path());
    command
        .arg("--engine")
        .arg(format!("tester=sh '{}'", script.display()))
        .args(["--engine-trust", "tester"]);
    let server = serve(command);
    server.terminate();
    server.ended();
    let seen = fs::read_to_string(seen).unwrap();
    assert!(
        seen.contains("pipe:") && !seen.contains("socket:"),
        "{seen}"
    );
}
