//! Commands of the host to a server that runs.

use std::path::Path;

use protocol::codec::Encoding;
use protocol::id::{RoomId, Token};
use protocol::message::{ClientMsg, RoomEvent, ServerMsg};
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::view::LeftWhy;
use server::console::{self, Command, Span};
use server::{Config, store};
use tempfile::{TempDir, tempdir};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::binaries::{ServerProcess, binary, command, run};
use crate::harness::{Client, Pair, TestServer, hello, http_get, me_and_open, quiet, spec};

/// Returns a server with a console in a new directory.
async fn start() -> (TempDir, TestServer) {
    let data = tempdir().unwrap();
    let server = restart(data.path()).await;
    (data, server)
}

async fn restart(data: &Path) -> TestServer {
    let config = Config {
        console: Some(data.to_owned()),
        bans: Some(data.to_owned()),
        ..quiet()
    };
    let server = TestServer::with(config, store::sqlite(data).unwrap()).await;
    // The console is open before anybody is welcome.
    http_get(&server, "/healthz").await;
    server
}

/// Gives a command, away from the tasks of the server.
async fn ask(data: &TempDir, command: Command) -> Result<String, String> {
    let data = data.path().to_owned();
    let asked = tokio::task::spawn_blocking(move || console::ask(&data, command));
    asked.await.unwrap().unwrap()
}

/// Returns the refusal of a hello, or none where the person is let in.
async fn refused(server: &TestServer, name: &str) -> Option<Refusal> {
    let mut client = Client::connect(server.address, Encoding::Json).await;
    client.say(hello(name)).await;
    client
        .until(|message| match message {
            ServerMsg::Welcome { .. } => Some(None),
            ServerMsg::Refused { refusal, .. } => Some(Some(refusal.clone())),
            _ => None,
        })
        .await
}

fn named(name: &str) -> String {
    name.to_owned()
}

/// Comes in with what a hello may have, and returns the name that the server gives, or the code of its refusal.
async fn enter(
    server: &TestServer,
    wanted: Option<&str>,
    token: Option<Token>,
) -> (Client, Result<String, String>) {
    let mut client = Client::connect(server.address, Encoding::Json).await;
    let mut hello = hello("");
    if let ClientMsg::Hello { name, key, .. } = &mut hello {
        (*name, *key) = (wanted.map(named), token);
    }
    client.say(hello).await;
    let answer = client
        .until(|message| match message {
            ServerMsg::Welcome { name, .. } => Some(Ok(name.to_string())),
            ServerMsg::Refused { refusal, .. } => Some(Err(refusal.code().to_owned())),
            _ => None,
        })
        .await;
    (client, answer)
}

#[tokio::test]
async fn the_host_sees_rooms_and_people_and_speaks_to_all_of_them() {
    let (data, server) = start().await;
    let mut pair = Pair::at(&server, spec("connect-four")).await;
    pair.play("4 4 3").await;
    let list = ask(&data, Command::List).await.unwrap();
    let row = format!(
        "{}\tconnect-four\tplaying\t3 plies\tAna, Bruno\t0 watching",
        pair.room
    );
    assert!(list.contains(&row), "{list}");
    assert!(list.contains("\nAna\t127.0.0.1\tfor "), "{list}");
    let stats = ask(&data, Command::Stats).await.unwrap();
    assert!(
        stats.contains("1 room in memory: 0 seating, 1 playing, 0 over")
            && stats.contains("\n0 finished games, 0 bytes\n"),
        "{stats}"
    );

    let mut carla = server.client("Carla").await;
    carla.say(ClientMsg::EnterLobby { boards: false }).await;
    carla
        .until(|message| matches!(message, ServerMsg::Lobby { .. }).then_some(()))
        .await;
    // Neither in the lobby nor in a room.
    let mut dario = server.client("Dario").await;
    let text = vec![named("we stop"), named("at ten")];
    let said = ask(&data, Command::Say { text }).await.unwrap();
    assert_eq!(said, "said to 4 people, in the lobby and in 1 room");
    for client in [&mut dario, &mut pair.first] {
        let announced = client
            .until(|message| match message {
                ServerMsg::Announcement { text } => Some(text.clone()),
                _ => None,
            })
            .await;
        assert_eq!(announced.as_deref(), Some("we stop at ten"));
    }
    // A line that is too long loses nothing: nobody hears its beginning.
    let text = vec!["we stop at ten ".repeat(14)];
    let refused = ask(&data, Command::Say { text }).await.unwrap_err();
    assert!(refused.contains("it has 210 characters"), "{refused}");
    let line = carla
        .until(|message| match message {
            ServerMsg::LobbyChat { line } => Some(line.clone()),
            _ => None,
        })
        .await;
    assert_eq!(
        (line.name.as_str(), line.text.as_str()),
        ("host", "we stop at ten")
    );
    let author = pair
        .second
        .event(|event| match event {
            RoomEvent::ChatPosted { line } => Some((line.name.to_string(), line.text.to_string())),
            _ => None,
        })
        .await;
    assert_eq!(author, (named("host"), named("we stop at ten")));
    server.stop().await;
}

#[tokio::test]
async fn who_is_kicked_is_let_in_after_a_minute_and_others_at_the_address_at_once() {
    let (data, server) = start().await;
    let mut ana = server.client("Ana").await;
    let kicked = ask(&data, Command::Kick { name: named("ana") }).await;
    let done = "1 connection ended; ana is let in again after a minute";
    assert_eq!(kicked.unwrap(), done);
    let Refusal::Banned { wait, reason } = ana.refusal().await else {
        panic!("another refusal");
    };
    assert_eq!((wait, reason), (Some(Millis::from_millis(60_000)), None));
    assert!(ana.try_hear().await.is_none(), "the connection ends");
    let again = refused(&server, "ANA").await;
    assert!(
        matches!(again, Some(Refusal::Banned { wait: Some(_), .. })),
        "{again:?}"
    );
    assert_eq!(refused(&server, "Bruno").await, None);
    let nobody = ask(&data, Command::Kick { name: named("Zoe") }).await;
    assert!(nobody.unwrap_err().contains("nobody here is called Zoe"));
    server.stop().await;
}

#[tokio::test]
async fn a_guest_who_is_kicked_is_kept_out_by_no_other_number() {
    let (data, server) = start().await;
    let come = async |name| enter(&server, name, None).await;
    let (mut first, name) = come(None).await;
    assert_eq!(name.as_deref(), Ok("guest-01"));
    let (mut second, name) = come(None).await;
    assert_eq!(name.as_deref(), Ok("guest-02"));
    let kick = Command::Kick {
        name: named("guest-01"),
    };
    assert_eq!(
        ask(&data, kick).await.unwrap(),
        "1 connection ended; 127.0.0.1 is let in again after a minute"
    );
    assert!(matches!(first.refusal().await, Refusal::Banned { .. }));
    assert_eq!(come(None).await.1, Err(named("banned")));
    // The other guest of the address stays.
    second.say(ClientMsg::EnterLobby { boards: false }).await;
    second
        .until(|message| matches!(message, ServerMsg::Lobby { .. }).then_some(()))
        .await;
    let unban = Command::Unban {
        who: named("127.0.0.1"),
    };
    ask(&data, unban).await.unwrap();
    assert_eq!(come(None).await.1.as_deref(), Ok("guest-01"));
    server.stop().await;
}

#[tokio::test]
async fn a_name_whose_key_is_lost_is_free_once_the_host_releases_it() {
    let (data, server) = start().await;
    let come = async |name, key| {
        let (_client, answer) = enter(&server, Some(name), Some(Token(key))).await;
        answer.unwrap_or_else(|code| code)
    };
    assert_eq!(come("Ana", 1).await, "Ana");
    assert_eq!(come("Ana", 2).await, "name_owned");
    let release = |name: &str| Command::Release { name: named(name) };
    ask(&data, release("ana")).await.unwrap();
    // The connection of the first one may not have ended yet; then there is a number behind the name.
    assert!(come("Ana", 2).await.starts_with("Ana"));
    assert_eq!(come("Ana", 1).await, "name_owned");
    let nobodys = ask(&data, release("Zoe")).await;
    assert!(nobodys.unwrap_err().contains("belongs to nobody"));
    server.stop().await;
}

#[tokio::test]
async fn what_is_neither_an_address_nor_a_name_is_not_banned() {
    let (data, server) = start().await;
    let ban = |who: &str| Command::Ban {
        who: named(who),
        span: None,
        reason: Some(named("shouted")),
    };
    for (who, words) in [
        ("127.0.0.1:50000", "is not an address"),
        ("127.0.0.0/8", "is not an address"),
        ("127.0.0.*", "is not an address"),
        ("127.0.0.1.5", "is not an address"),
        ("[::1]:4270", "is not an address"),
        ("2001:db8::/32", "is not an address"),
        ("", "is no name"),
        ("a name of more than twenty characters", "is no name"),
    ] {
        let refused = ask(&data, ban(who)).await.unwrap_err();
        assert!(refused.contains(words), "{who}: {refused}");
    }
    let silent = Command::Ban {
        who: named("Ana"),
        span: None,
        reason: Some(named("\n")),
    };
    let refused = ask(&data, silent).await.unwrap_err();
    assert!(refused.contains("no letters"), "{refused}");
    let never = Command::Ban {
        who: named("Ana"),
        span: Some("0s".parse().unwrap()),
        reason: Some(named("shouted")),
    };
    let refused = ask(&data, never).await.unwrap_err();
    assert!(refused.contains("no time"), "{refused}");
    assert_eq!(ask(&data, Command::Bans).await.unwrap(), "0 bans");
    for (who, banned) in [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8::7", "2001:db8::/64"),
        ("2001:db8:1::/64", "2001:db8:1::/64"),
        ("St. Ana", "st. ana"),
    ] {
        let answer = ask(&data, ban(who)).await.unwrap();
        assert_eq!(answer, format!("banned: {banned}; 0 connections ended"));
    }
    server.stop().await;
}

#[tokio::test]
async fn a_ban_outlives_the_server_and_ends_when_the_host_says_so() {
    let (data, server) = start().await;
    let mut ana = server.client("Ana").await;
    let ban = Command::Ban {
        who: named("Ana"),
        span: None,
        // Two lines, one in red.
        reason: Some(named("\u{1b}[31mshouted\n")),
    };
    let banned = ask(&data, ban).await.unwrap();
    assert!(banned.starts_with("banned: ana, 127.0.0.1; "), "{banned}");
    let expected = Refusal::Banned {
        wait: None,
        reason: Some(named("[31mshouted")),
    };
    assert_eq!(ana.refusal().await, expected);
    assert_eq!(
        refused(&server, "Bruno").await,
        Some(expected.clone()),
        "the address"
    );
    let unban = |who: &str| Command::Unban { who: named(who) };
    ask(&data, unban("127.0.0.1")).await.unwrap();
    assert_eq!(refused(&server, "Bruno").await, None);
    server.stop().await;

    let server = restart(data.path()).await;
    assert_eq!(refused(&server, "Ana").await, Some(expected));
    let bans = ask(&data, Command::Bans).await.unwrap();
    assert_eq!(bans, "1 ban\nana\tfor good\t[31mshouted");
    ask(&data, unban("Ana")).await.unwrap();
    assert_eq!(refused(&server, "Ana").await, None);
    assert!(
        ask(&data, unban("Ana"))
            .await
            .unwrap_err()
            .contains("is not banned")
    );
    server.stop().await;
}

#[tokio::test]
async fn a_room_that_the_host_closes_sends_everybody_out_for_good() {
    let (data, server) = start().await;
    let mut pair = Pair::at(&server, spec("connect-four")).await;
    pair.play("4 4 3").await;
    let room = pair.room;
    ask(&data, Command::Close { room }).await.unwrap();
    for client in [&mut pair.first, &mut pair.second] {
        assert!(client.over().await.winner.is_none());
        assert_eq!(client.left().await, LeftWhy::Closed);
    }
    let again = ask(&data, Command::Close { room }).await;
    assert!(again.unwrap_err().contains("there is no room"));
    server.stop().await;
    let server = restart(data.path()).await;
    let again = ask(&data, Command::Close { room }).await;
    assert!(again.unwrap_err().contains("there is no room"));
    let unknown = RoomId::from_draw(7);
    assert!(ask(&data, Command::Close { room: unknown }).await.is_err());
    server.stop().await;
}

/// The command to end with the games, and in so many seconds.
fn drain(seconds: u64) -> Command {
    Command::Drain {
        span: Span(Millis::from_secs(seconds)),
    }
}

#[tokio::test]
async fn a_drain_opens_no_rooms_and_ends_with_the_last_game() {
    let (data, server) = start().await;
    let mut pair = Pair::at(&server, spec("connect-four")).await;
    pair.play("4 4 3 3 5 5").await;
    ask(&data, drain(3600)).await.unwrap();
    let mut carla = server.client("Carla").await;
    carla
        .say(ClientMsg::Open {
            spec: spec("connect-four"),
            seats: me_and_open(),
            shuffle: false,
        })
        .await;
    assert_eq!(carla.refusal().await, Refusal::ShuttingDown);
    pair.play("6").await;
    pair.first.over().await;
    carla
        .until(|message| matches!(message, ServerMsg::ShuttingDown).then_some(()))
        .await;
    server.stop().await;
    assert!(!data.path().join("console").exists(), "no console is left");
}

#[tokio::test]
async fn a_drain_is_shortened_by_a_later_one() {
    let (data, server) = start().await;
    let mut pair = Pair::at(&server, spec("connect-four")).await;
    ask(&data, drain(3600)).await.unwrap();
    pair.play("4").await;
    ask(&data, drain(0)).await.unwrap();
    pair.first
        .until(|message| matches!(message, ServerMsg::ShuttingDown).then_some(()))
        .await;
    server.stop().await;
}

#[tokio::test]
async fn a_ban_that_cannot_be_written_is_not_told_as_done() {
    let (data, server) = start().await;
    // Where the file is written before it takes the place of the other.
    let in_the_way = data.path().join("bans.json.new");
    std::fs::create_dir(&in_the_way).unwrap();
    let who = || named("192.0.2.7");
    let ban = || Command::Ban {
        who: who(),
        span: None,
        reason: Some(named("shouted")),
    };
    let problem = ask(&data, ban()).await.unwrap_err();
    let words = "banned: 192.0.2.7; 0 connections ended; but only until the server stops";
    assert!(problem.starts_with(words), "{problem}");
    std::fs::remove_dir(&in_the_way).unwrap();
    ask(&data, ban()).await.unwrap();
    std::fs::create_dir(&in_the_way).unwrap();
    let problem = ask(&data, Command::Unban { who: who() }).await.unwrap_err();
    assert!(
        problem.starts_with("192.0.2.7 may come again; but"),
        "{problem}"
    );
    server.stop().await;
}

#[tokio::test]
async fn a_backup_and_a_check_are_made_by_the_server_itself() {
    let (data, server) = start().await;
    let _pair = Pair::at(&server, spec("connect-four")).await;
    let file = data.path().join("copy.db");
    let copied = ask(&data, Command::Backup { file: file.clone() }).await;
    assert!(copied.unwrap().contains("bytes in"));
    let again = ask(&data, Command::Backup { file }).await;
    assert!(again.unwrap_err().contains("exists"));
    let report = ask(&data, Command::Check).await.unwrap();
    assert!(report.starts_with("1 room with"), "{report}");
    server.stop().await;
}

#[tokio::test]
async fn who_does_not_know_the_secret_gets_no_answer() {
    let (data, server) = start().await;
    let file = std::fs::read_to_string(data.path().join("console")).unwrap();
    let (address, secret) = file.trim().split_once(' ').unwrap();
    let answer = async |line: String| {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(line.as_bytes()).await.unwrap();
        let mut answer = String::new();
        // A connection that ends with something unread is reset.
        let _ = stream.read_to_string(&mut answer).await;
        answer
    };
    let request = |secret: &str| format!("{{\"secret\":\"{secret}\",\"command\":\"stats\"}}\n");
    assert!(answer(request(secret)).await.contains("people"));
    let other = secret.chars().rev().collect::<String>();
    for wrong in [
        request(&other),
        request(""),
        named("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"),
        "x".repeat(20_000) + "\n",
    ] {
        assert_eq!(answer(wrong).await, "");
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let file = std::fs::metadata(data.path().join("console")).unwrap();
        assert_eq!(file.permissions().mode() & 0o777, 0o600);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_program_speaks_to_the_server_of_its_data_directory() {
    let data = tempdir().unwrap();
    let ctl = |arguments: &[&str]| {
        let mut program = command(binary("enlinea-server"));
        run(program
            .arg("ctl")
            .args(arguments)
            .arg("--data")
            .arg(data.path()))
    };
    let nobody = ctl(&["list"]);
    assert_eq!(nobody.code(), 1);
    assert!(nobody.complaint().contains("no server"), "{nobody:?}");
    let server = ServerProcess::start(data.path());
    let client = Client::try_connect(server.address, "Ana", Encoding::Json).await;
    assert!(client.is_some());
    let banned = ctl(&["ban", "192.0.2.7", "--for", "1h", "--reason", "shouted"]);
    assert_eq!(banned.code(), 0, "{banned:?}");
    let bans = ctl(&["bans"]);
    assert_eq!(bans.said[0], "1 ban");
    assert!(bans.said[1].starts_with("192.0.2.7\tfor "), "{bans:?}");
    let wrong = ctl(&["unban", "Zoe"]);
    assert_eq!(wrong.code(), 1);
    assert!(wrong.complaint().contains("zoe is not banned"), "{wrong:?}");
    // Killed, so that its file stays.
    drop(server);
    let gone = ctl(&["stats"]);
    assert_eq!(gone.code(), 1);
    assert!(gone.complaint().contains("does not answer"), "{gone:?}");
}
