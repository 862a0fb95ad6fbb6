//! The connection against a server double on loopback that does as each test says.

use std::future::Future;

use futures::{SinkExt, StreamExt};
use protocol::act::Act;
use protocol::codec::{Encoding, Message as _};
use protocol::id::{PlayerId, Revision, Seq, ServerId};
use protocol::message::{RoomEvent, SERVER_HEADER, VERSION};
use protocol::refusal::Refusal;
use protocol::side::{BySide, Side};
use protocol::square::Square;
use protocol::text::Name;
use protocol::view::{LeftWhy, Outcome, Phase, Ply, Reason, Seat, Series, Snapshot};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::UnboundedReceiver;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::handshake::server::{Request, Response};
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::http::header::SEC_WEBSOCKET_PROTOCOL;
use tokio_tungstenite::{WebSocketStream, accept_hdr_async};

use super::pending::Pending;
use super::*;
use crate::fixture::snapshot;

mod connecting;
mod reconnecting;

/// A message to be heard.
const LOBBY: ClientMsg = ClientMsg::EnterLobby { boards: false };

/// A server of one client at a time.
pub(crate) struct Double {
    listener: TcpListener,
    /// The encoding that it chooses.
    encoding: Encoding,
    /// The encodings that the client offers.
    expected_offer: &'static str,
    /// True where it says its id before it is spoken to.
    pub(crate) says_id: bool,
}

/// One connection as the double has it.
pub(crate) struct Visit {
    socket: WebSocketStream<TcpStream>,
    encoding: Encoding,
}

impl Double {
    pub(crate) async fn start() -> (Self, String) {
        Self::speaking(Encoding::Bincode).await
    }

    async fn speaking(encoding: Encoding) -> (Self, String) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("ws://{}/ws", listener.local_addr().unwrap());
        let double = Self {
            listener,
            encoding,
            expected_offer: "enlinea.bincode.1, enlinea.json",
            says_id: true,
        };
        (double, url)
    }

    /// Takes a connection, and its `Hello`.
    pub(crate) async fn visit(&self) -> Visit {
        let (stream, _) = self.listener.accept().await.unwrap();
        #[expect(clippy::result_large_err, reason = "the type is the library's")]
        let agree = |request: &Request, mut response: Response| {
            assert_eq!(request.uri().path(), "/ws");
            let offered = &request.headers()[SEC_WEBSOCKET_PROTOCOL];
            assert_eq!(offered, self.expected_offer);
            let agreed = HeaderValue::from_static(self.encoding.subprotocol());
            response
                .headers_mut()
                .insert(SEC_WEBSOCKET_PROTOCOL, agreed);
            if self.says_id {
                let id = HeaderValue::from_str(&ServerId(7).to_string()).unwrap();
                response.headers_mut().insert(SERVER_HEADER, id);
            }
            Ok(response)
        };
        let mut visit = Visit {
            socket: accept_hdr_async(stream, agree).await.unwrap(),
            encoding: self.encoding,
        };
        let hello = visit.hear().await;
        assert!(
            matches!(&hello, Some(ClientMsg::Hello { protocol: VERSION, name, .. }) if name.as_deref() == Some("Ana")),
            "{hello:?}"
        );
        visit
    }

    /// The same, and welcomes it.
    pub(crate) async fn welcome(&self) -> Visit {
        let mut visit = self.visit().await;
        visit.say(welcome()).await;
        visit
    }
}

impl Visit {
    pub(crate) async fn say(&mut self, message: ServerMsg) {
        let bytes = message.encode(self.encoding);
        let frame = match self.encoding {
            Encoding::Bincode => Message::Binary(bytes.into()),
            Encoding::Json => Message::Text(String::from_utf8(bytes).unwrap().into()),
        };
        self.socket.send(frame).await.unwrap();
    }

    /// The next message; nothing where the client closed.
    pub(crate) async fn hear(&mut self) -> Option<ClientMsg> {
        self.hear_marked().await.map(|heard| heard.message)
    }

    /// The same, with its `ref`.
    async fn hear_marked(&mut self) -> Option<Envelope<ClientMsg>> {
        loop {
            let frame = match self.socket.next().await? {
                Ok(frame @ (Message::Binary(_) | Message::Text(_))) => frame,
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => continue,
            };
            assert_eq!(frame.is_text(), self.encoding == Encoding::Json);
            return Some(ClientMsg::open(self.encoding, &frame.into_data()).unwrap());
        }
    }
}

fn settings(urls: &[&str]) -> Settings {
    Settings {
        urls: urls.iter().map(|&url| url.to_owned()).collect(),
        name: Some("Ana".to_owned()),
        verbatim: false,
        known: KnownServers::nowhere(),
        identity: None,
        key_in_clear: false,
        needs_key: false,
        takes_suggestions: true,
        in_screens: false,
        name_key: None,
        timing: Timing {
            first_retry: Duration::from_millis(1),
            longest_retry: Duration::from_millis(5),
            ..Timing::default()
        },
    }
}

/// The next event that is no round trip.
async fn next(events: &mut UnboundedReceiver<NetEvent>) -> Option<NetEvent> {
    loop {
        match events.recv().await {
            Some(NetEvent::RoundTrip(_)) => {}
            other => return other,
        }
    }
}

/// Waits for an event that `wanted` accepts, over others.
async fn until(
    events: &mut UnboundedReceiver<NetEvent>,
    wanted: impl Fn(&NetEvent) -> bool,
) -> NetEvent {
    loop {
        let event = events.recv().await.expect("the event comes before the end");
        if wanted(&event) {
            return event;
        }
    }
}

fn is(event: &NetEvent, wanted: &ServerMsg) -> bool {
    matches!(event, NetEvent::Message(message) if **message == *wanted)
}

pub(super) fn welcome() -> ServerMsg {
    ServerMsg::Welcome {
        protocol: VERSION,
        minor: 0,
        software: "double".to_owned(),
        server: "double".to_owned(),
        id: ServerId(7),
        addresses: Vec::new(),
        features: Vec::new(),
        announcement: None,
        player: PlayerId(1),
        name: Name::clean("Ana").unwrap(),
        bots: Vec::new().into(),
        variants: Vec::new().into(),
        nodes: Vec::new(),
    }
}

fn is_welcome(event: &NetEvent) -> bool {
    matches!(event, NetEvent::Message(message) if matches!(**message, ServerMsg::Welcome { .. }))
}

/// No test may hang: a minute is far beyond what any needs.
pub(crate) async fn in_time<T>(test: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_mins(1), test)
        .await
        .expect("the test takes a fraction of this")
}

pub(super) fn room() -> RoomId {
    "K7QM2X".parse().unwrap()
}

fn a_move(revision: u32) -> ClientMsg {
    ClientMsg::Act(Act::Move {
        revision: Revision(revision),
        square: Square::new(3, 0).unwrap(),
    })
}

fn marked(message: ClientMsg) -> Envelope<ClientMsg> {
    Envelope {
        reference: Some(7),
        message,
    }
}

fn joined(revision: u32) -> ServerMsg {
    ServerMsg::Joined {
        you: Some(Side::First),
        token: None,
        owner: false,
        snapshot: Box::new(Snapshot {
            revision: Revision(revision),
            seats: BySide {
                first: Seat::Open,
                second: Seat::Open,
            },
            ..snapshot("connect-four")
        }),
    }
}

fn moved(revision: u32) -> ServerMsg {
    ServerMsg::Event {
        room: room(),
        seq: Seq(5),
        event: RoomEvent::Moved {
            revision: Revision(revision),
            side: Side::First,
            ply: 1,
            made: Ply {
                square: Square::new(3, 0).unwrap(),
                left: None,
            },
            ends_game: false,
            clock: None,
        },
    }
}

fn seat_wanted() -> ClientMsg {
    ClientMsg::Join {
        room: room(),
        role: Role::Seat { token: Token(7) },
    }
}

#[tokio::test]
async fn what_is_sent_before_the_welcome_arrives_in_order() {
    in_time(async {
        let (double, url) = Double::start().await;
        let (link, mut events) = Link::open(settings(&[&url]));
        link.send(LOBBY);
        link.send(ClientMsg::Act(Act::Resign));
        let mut visit = double.welcome().await;
        assert_eq!(visit.hear().await, Some(LOBBY));
        assert_eq!(visit.hear().await, Some(ClientMsg::Act(Act::Resign)));
        assert!(is_welcome(&next(&mut events).await.unwrap()));
    })
    .await;
}

#[tokio::test]
async fn dropping_the_link_sends_what_was_ordered_and_closes() {
    in_time(async {
        let (double, url) = Double::start().await;
        let (link, mut events) = Link::open(settings(&[&url]));
        let mut visit = double.welcome().await;
        until(&mut events, is_welcome).await;
        link.send(ClientMsg::Leave);
        drop(link);
        assert_eq!(visit.hear().await, Some(ClientMsg::Leave));
        assert_eq!(visit.hear().await, None);
        drop(visit);
        assert!(next(&mut events).await.is_none());
    })
    .await;
}

#[test]
fn a_room_that_is_only_watched_answers_no_move_and_ends_no_seat() {
    let mut pending = Pending::default();
    pending.set_home(Some((room(), Role::Seat { token: Token(7) })));
    pending.on_message(&welcome());
    pending.on_message(&joined(4));
    // A move that is made while the connection is lost waits for the room.
    assert!(pending.on_disconnect());
    pending.order(marked(a_move(4)));
    let watched = RoomId::from_draw(99);
    assert_ne!(watched, room());
    let mut there = moved(9);
    if let ServerMsg::Event { room, .. } = &mut there {
        *room = watched;
    }
    let left = |room| ServerMsg::Left {
        room,
        why: LeftWhy::Closed,
    };
    for message in [there, left(watched)] {
        assert_eq!(pending.on_message(&message), []);
    }
    assert!(pending.rejoin_message().is_some());
    pending.on_message(&welcome());
    assert_eq!(pending.on_message(&joined(4)), [marked(a_move(4))]);
    pending.on_message(&left(room()));
    assert!(pending.rejoin_message().is_none());
}

/// A resignation into a connection that broke was lost with it, and nothing said so.
#[test]
fn a_resignation_is_sent_again_only_where_the_same_game_goes_on_without_an_answer() {
    let resign = marked(ClientMsg::Act(Act::Resign));
    let snapshot = |change: &dyn Fn(&mut Snapshot)| {
        let mut joined = joined(4);
        if let ServerMsg::Joined { snapshot, .. } = &mut joined {
            change(snapshot);
        }
        joined
    };
    let outcome = Outcome {
        winner: Some(Side::Second),
        reason: Reason::Resignation,
        line: Vec::new(),
    };
    let over = ServerMsg::Event {
        room: room(),
        seq: Seq(5),
        event: RoomEvent::Over {
            outcome: outcome.clone(),
            series: Series::default(),
            clock: None,
        },
    };
    let refused = |refusal: Refusal| ServerMsg::Refused {
        message: refusal.to_string(),
        refusal,
    };
    let (same, another, ended, elsewhere) = (
        snapshot(&|_| {}),
        snapshot(&|snapshot| snapshot.series.game += 1),
        snapshot(&|snapshot| {
            let outcome = outcome.clone();
            snapshot.phase = Phase::Over { outcome };
        }),
        snapshot(&|snapshot| snapshot.room = RoomId::from_draw(99)),
    );
    for (answer, found, is_sent) in [
        (None, &same, true),
        (Some(refused(Refusal::ShuttingDown)), &same, true),
        (Some(refused(Refusal::NotSeated)), &same, false),
        (Some(over), &same, false),
        (None, &another, false),
        (None, &ended, false),
        (None, &elsewhere, false),
    ] {
        let mut pending = Pending::default();
        pending.on_message(&welcome());
        pending.on_message(&joined(4));
        assert_eq!(pending.order(resign.clone()), Some(resign.clone()));
        if let Some(ServerMsg::Refused { refusal, .. }) = &answer {
            pending.on_refused(Some(7), refusal);
        } else if let Some(answer) = &answer {
            pending.on_message(answer);
        }
        pending.on_disconnect();
        // A socket on which nobody says welcome changes nothing.
        pending.on_disconnect();
        assert_eq!(pending.on_message(&welcome()), []);
        let expected: Vec<_> = is_sent.then(|| resign.clone()).into_iter().collect();
        assert_eq!(pending.on_message(found), expected, "{answer:?}, {found:?}");
        assert_eq!(pending.on_message(found), [], "once is enough");
    }
}

#[test]
fn a_resignation_without_a_connection_is_sent_once_however_often_it_was_asked_for() {
    let mut pending = Pending::default();
    pending.on_message(&welcome());
    pending.on_message(&joined(4));
    let resign = || marked(ClientMsg::Act(Act::Resign));
    for _ in 0..2 {
        pending.on_disconnect();
        // A move that was made before would be refused after it.
        for order in [marked(a_move(4)), resign(), resign()] {
            assert_eq!(pending.order(order), None);
        }
        assert_eq!(pending.on_message(&welcome()), []);
        assert_eq!(pending.on_message(&joined(4)), [resign()]);
    }
}

#[tokio::test]
async fn being_sent_out_of_a_room_forgets_the_way_back() {
    in_time(async {
        let (double, url) = Double::start().await;
        let (link, mut events) = Link::open(settings(&[&url]));
        let mut visit = double.welcome().await;
        link.set_seat(Some((room(), Token(7))));
        link.send(LOBBY);
        visit.hear().await;
        let left = ServerMsg::Left {
            room: room(),
            why: LeftWhy::Replaced,
        };
        visit.say(left.clone()).await;
        until(
            &mut events,
            |event| matches!(event, NetEvent::Message(message) if **message == left),
        )
        .await;
        drop(visit);
        let mut visit = double.welcome().await;
        link.send(LOBBY);
        assert_eq!(visit.hear().await, Some(LOBBY));
    })
    .await;
}

#[tokio::test]
async fn verbatim_every_message_comes_as_it_was_sent_and_a_ref_goes_with_its_message() {
    in_time(async {
        let (mut double, url) = Double::speaking(Encoding::Json).await;
        double.expected_offer = "enlinea.json";
        let mut settings = settings(&[&url]);
        settings.verbatim = true;
        let (link, mut events) = Link::open(settings);
        let mut visit = double.welcome().await;
        let ping = marked(ClientMsg::Ping);
        link.send(ping.clone());
        assert_eq!(visit.hear_marked().await, Some(ping));
        until(&mut events, is_welcome).await;
        let pong = "{ \"ref\":7, \"type\":\"pong\", \"colour\":\"blue\" }";
        let fanfare = r#"{"type":"fanfare","tune":[1,2]}"#;
        let flourish = r#"{"type":"event","room":"K7QM2X","seq":12,"event":{"type":"flourish"}}"#;
        for text in [fanfare, flourish, pong] {
            visit.socket.send(Message::Text(text.into())).await.unwrap();
        }
        for text in [fanfare, flourish, pong] {
            let event = next(&mut events).await;
            assert!(
                matches!(&event, Some(NetEvent::Verbatim(came)) if came == text),
                "{event:?}"
            );
        }
        let event = next(&mut events).await.unwrap();
        assert!(is(&event, &ServerMsg::Pong), "{event:?}");
    })
    .await;
}

#[tokio::test]
async fn a_server_that_falls_silent_is_a_lost_connection() {
    in_time(async {
        let (double, url) = Double::start().await;
        let mut settings = settings(&[&url]);
        settings.timing.silence = Duration::from_millis(50);
        let (_link, mut events) = Link::open(settings);
        // Held and never read again: no pong comes.
        let _visit = double.welcome().await;
        let lost = until(&mut events, |event| matches!(event, NetEvent::Lost { .. })).await;
        assert!(
            matches!(&lost, NetEvent::Lost { why, .. } if why.contains("no data from the server")),
            "{lost:?}"
        );
    })
    .await;
}

#[tokio::test]
async fn the_round_trip_is_measured() {
    in_time(async {
        let (double, url) = Double::start().await;
        let (_link, mut events) = Link::open(settings(&[&url]));
        let mut visit = double.welcome().await;
        // Reading is what answers the pings.
        let reading = tokio::spawn(async move { visit.hear().await });
        until(&mut events, |event| matches!(event, NetEvent::RoundTrip(_))).await;
        reading.abort();
    })
    .await;
}
