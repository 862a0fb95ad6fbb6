//! The way to a server: its address, the encoding, and the end of all tries.

use tokio::io::AsyncWriteExt;

use super::*;

#[tokio::test]
async fn nobody_at_any_address_is_final_and_named() {
    in_time(async {
        let url = nobodys_url().await;
        let (_link, mut events) = Link::open(settings(&[&url]));
        let Some(NetEvent::Failed { why }) = next(&mut events).await else {
            panic!("no failure");
        };
        let address = crate::args::shown(&url);
        assert!(why.contains(&format!("at {address} ")), "{why}");
        assert!(why.contains("--server"), "{why}");
        assert!(next(&mut events).await.is_none());
    })
    .await;
}

#[tokio::test]
async fn the_first_address_that_answers_is_taken() {
    in_time(async {
        let dead = nobodys_url().await;
        let (double, url) = Double::start().await;
        let (link, mut events) = Link::open(settings(&[&dead, &url]));
        let _visit = double.welcome().await;
        assert!(is_welcome(&next(&mut events).await.unwrap()));
        assert_eq!(link.address(), Some(url));
    })
    .await;
}

/// A server of another release has another binary layout, and may say what this client does not know.
#[tokio::test]
async fn a_server_of_another_release_is_spoken_to_in_json() {
    in_time(async {
        let (double, url) = Double::speaking(Encoding::Json).await;
        let (link, mut events) = Link::open(settings(&[&url]));
        let mut visit = double.welcome().await;
        until(&mut events, is_welcome).await;
        for frame in [
            r#"{"type":"fanfare","tune":[1,2]}"#,
            r#"{"type":"event","room":"K7QM2X","seq":5,"event":{"type":"applause","by":"first"}}"#,
            r#"{"type":"pong","colour":"blue"}"#,
        ] {
            let frame = Message::Text(frame.to_owned().into());
            visit.socket.send(frame).await.unwrap();
        }
        let next = next(&mut events).await;
        assert!(next.is_some_and(|event| is(&event, &ServerMsg::Pong)));
        link.send(LOBBY);
        assert_eq!(visit.hear().await, Some(LOBBY));
    })
    .await;
}

#[tokio::test]
async fn another_version_of_the_protocol_is_final() {
    in_time(async {
        let (double, url) = Double::start().await;
        let (_link, mut events) = Link::open(settings(&[&url]));
        let mut visit = double.visit().await;
        let refusal = Refusal::Version {
            yours: VERSION,
            oldest: 8,
            newest: 9,
        };
        let message = refusal.to_string();
        visit
            .say(ServerMsg::Refused {
                refusal,
                message: message.clone(),
            })
            .await;
        assert!(matches!(
            next(&mut events).await,
            Some(NetEvent::Message(_))
        ));
        let failed = next(&mut events).await;
        assert!(matches!(failed, Some(NetEvent::Failed { why }) if why == message));
    })
    .await;
}

#[tokio::test]
async fn patience_ends_where_it_is_limited() {
    in_time(async {
        let (double, url) = Double::start().await;
        let mut settings = settings(&[&url]);
        settings.timing.patience = Some(Duration::ZERO);
        let (_link, mut events) = Link::open(settings);
        let visit = double.welcome().await;
        until(&mut events, is_welcome).await;
        drop((visit, double));
        let Some(NetEvent::Failed { why }) = next(&mut events).await else {
            panic!("no failure");
        };
        assert!(why.contains("is lost"), "{why}");
    })
    .await;
}

/// A server that refuses by HTTP was said to be none of enlinea, and its remedy was not told.
#[tokio::test]
async fn a_server_that_refuses_before_the_websocket_is_told_as_what_it_is() {
    let id = "enlinea-server: 0000000000000007\r\n";
    for (status, header, body, expected) in [
        (
            "421 Misdirected Request",
            id,
            "unknown name\n",
            "--allowed-host",
        ),
        (
            "429 Too Many Requests",
            id,
            "",
            "as many connections of your address",
        ),
        (
            "404 Not Found",
            id,
            "there is /ws here\nand no more\n",
            "refuses the connection: there is /ws here",
        ),
        (
            "403 Forbidden",
            id,
            "",
            "refuses the connection: HTTP 403 Forbidden",
        ),
        (
            "502 Bad Gateway",
            "",
            "down\n",
            "no enlinea server, or a proxy before one: HTTP 502 Bad Gateway",
        ),
    ] {
        in_time(async {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let url = format!("ws://{}/ws", listener.local_addr().unwrap());
            let (_link, mut events) = Link::open(settings(&[&url]));
            let (mut stream, _) = listener.accept().await.unwrap();
            let length = body.len();
            let answer =
                format!("HTTP/1.1 {status}\r\n{header}content-length: {length}\r\n\r\n{body}");
            stream.write_all(answer.as_bytes()).await.unwrap();
            let Some(NetEvent::Failed { why }) = next(&mut events).await else {
                panic!("no failure");
            };
            assert!(why.contains(expected), "{status}: {why}");
            let is_other = why.contains("no enlinea server");
            assert_eq!(is_other, header.is_empty(), "{status}: {why}");
            // It did answer, and nobody is to start another one there.
            let is_silent = why.contains("no server answers");
            assert_eq!(is_silent, header.is_empty(), "{status}: {why}");
            assert!(!why.contains("and no more"), "{why}");
        })
        .await;
    }
}

/// One that is silent is told only where none has answered.
#[tokio::test]
async fn an_address_that_turns_away_is_passed_over_for_one_that_lets_in() {
    in_time(async {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let full = format!("ws://{}/ws", listener.local_addr().unwrap());
        let (double, url) = Double::start().await;
        let (_link, mut events) = Link::open(settings(&[&full, &url]));
        let (mut stream, _) = listener.accept().await.unwrap();
        let answer = b"HTTP/1.1 429 Too Many Requests\r\nenlinea-server: 0000000000000007\r\n\r\n";
        stream.write_all(answer).await.unwrap();
        let _visit = double.welcome().await;
        assert!(is_welcome(&next(&mut events).await.unwrap()));
    })
    .await;
}

#[test]
fn waits_grow_to_their_limit_and_differ_at_random() {
    let timing = Timing::default();
    let millis = |attempt, jitter| timing.retry_in(attempt, jitter).as_millis();
    for (attempt, shortest, longest) in [
        (0, 125, 250),
        (1, 250, 500),
        (4, 2000, 4000),
        (5, 2500, 5000),
        (1000, 2500, 5000),
    ] {
        assert_eq!(
            (millis(attempt, 0.0), millis(attempt, 1.0)),
            (shortest, longest)
        );
    }
}

/// An address at which nobody listens.
async fn nobodys_url() -> String {
    let (double, url) = Double::start().await;
    drop(double);
    url
}

/// The error of the system where nobody is reached.
type Fails = fn() -> std::io::Error;

/// Reaches nobody, and is asked for an address.
struct Nobody(Fails, std::sync::mpsc::Sender<String>);

impl Connector for Nobody {
    type Stream = TcpStream;

    async fn connect(&self, address: String) -> std::io::Result<TcpStream> {
        self.1.send(address).unwrap();
        Err((self.0)())
    }
}

/// `fe80::1` alone is an invalid argument to the system, which helps nobody.
#[tokio::test]
async fn an_interface_that_is_missing_or_is_not_there_is_named() {
    let invalid: Fails = || std::io::ErrorKind::InvalidInput.into();
    let refused: Fails = || std::io::ErrorKind::ConnectionRefused.into();
    // As Linux says it.
    let no_number: Fails = || std::io::Error::other("failed to lookup address information");
    let no_machine: Fails = || std::io::ErrorKind::NotFound.into();
    let out_of_reach: Fails = || std::io::Error::from_raw_os_error(1);
    for (url, error, expected, said) in [
        (
            "ws://[fe80::1]:4270/ws",
            invalid,
            "[fe80::1]:4270",
            "as in [fe80::1%eth0]:4270",
        ),
        (
            "ws://[fe80::1]:4270/ws",
            refused,
            "[fe80::1]:4270",
            "(connection refused)",
        ),
        (
            "ws://[fe80::1%25eth9]:4270/ws",
            no_number,
            "[fe80::1%eth9]:4270",
            "no network interface eth9",
        ),
        (
            "ws://[fe80::1%25enP4]:4270/ws",
            out_of_reach,
            "[fe80::1%enP4]:4270",
            "(",
        ),
        ("ws://[fd00::1]:4270/ws", invalid, "[fd00::1]:4270", "("),
        (
            "ws://ABC:4270/ws",
            no_machine,
            "abc:4270",
            "(no machine of that name was found); start one there",
        ),
        // On a screen a code is typed in the same line.
        (
            "ws://K7QM2O:4270/ws",
            no_machine,
            "k7qm2o:4270",
            "no code has \"O\"",
        ),
    ] {
        in_time(async {
            let (addresses, asked) = std::sync::mpsc::channel();
            let connector = Nobody(error, addresses);
            let env = Env::simulated(connector, 1);
            let mut settings = settings(&[url]);
            settings.in_screens = said.contains("code");
            let (_link, mut events) = Link::open_in(env, settings);
            let Some(NetEvent::Failed { why }) = next(&mut events).await else {
                panic!("no failure");
            };
            assert!(why.contains(said), "{url}: {why}");
            let names_interface = why.contains("no network interface");
            assert_eq!(names_interface, said.contains("interface"), "{why}");
            assert_eq!(asked.recv().as_deref(), Ok(expected));
        })
        .await;
    }
}
