//! A session between a client at the other end of a pipe and a room that the test plays.
//!
//! Time is tokio's and stands still except when the test waits, so nothing here is slow or flaky.

mod budgets;
mod limits;
mod refusals;
mod requests;

use futures::SinkExt;
use protocol::act::Act;
use protocol::codec::Message as _;
use protocol::game::Game;
use protocol::id::{Revision, RoomId, Seq};
use protocol::message::{ClientMsg, RoomEvent, VERSION};
use protocol::millis::Millis;
use protocol::side::Side;
use protocol::view::LeftWhy;
use room::Command;
use tokio::io::DuplexStream;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::protocol::Role;

use super::*;
use crate::config::Config;
use crate::people::Candidate;
use crate::rooms::actor::{Position, Request, RoomHandle};
use crate::store;
use crate::testing;

/// More than a session ever leaves unread or unwritten here.
const PIPE: usize = 1024 * 1024;

/// Longer than any test waits for an answer: without one it fails, and does not answer pings for ever.
const LONGEST_WAIT: Duration = Duration::from_hours(1);

struct Line {
    client: WebSocketStream<DuplexStream>,
    outbox: Outbox,
    room: RoomId,
    entry: EntryNumber,
    requests: mpsc::Receiver<Box<Request>>,
    shared: Arc<Shared>,
    session: JoinHandle<CloseReason>,
}

impl Line {
    /// Returns a session in JSON that is in a room by its second entry.
    async fn with(config: Config) -> Self {
        Self::prepared(config, |_| {}).await
    }

    /// As [`with`](Self::with), after `prepare` changed the session.
    async fn prepared(config: Config, prepare: impl FnOnce(&mut Session)) -> Self {
        let directory = testing::directory(config, store::memory());
        let shared = Arc::clone(directory.shared());
        let now = shared.time.now();
        let candidate = Candidate {
            wanted: Some("Ana"),
            key: None,
            may_bind: true,
        };
        let entered = shared.people.enter(candidate, now, |_| None);
        let Admission { who, name, .. } = entered.expect("nobody owns the name");
        let (near, far) = tokio::io::duplex(PIPE);
        let stream = SharedStream::new(near);
        let (outbox, outgoing) = stream.outbox(OUTBOX, Encoding::Json, Arc::default());
        let span = Span::none();
        let mut session = Session::new(
            span,
            who,
            name,
            Encoding::Json,
            outbox.clone(),
            testing::tournaments(&directory),
        );
        let room = RoomId::from_draw(1);
        let (handle, requests) = RoomHandle::in_test(room);
        session.rooms.next_entry();
        let entry = session.rooms.next_entry();
        session.rooms.enter(Membership {
            handle,
            entry,
            seat: None,
        });
        prepare(&mut session);
        let mut socket = WebSocketStream::from_raw_socket(stream, Role::Server, None).await;
        let session = tokio::spawn(async move {
            let stop = CancellationToken::new();
            let end = session.serve(&mut socket, &outgoing).await;
            drop(outgoing);
            session.leave_all(&stop).await;
            end
        });
        Self {
            client: WebSocketStream::from_raw_socket(far, Role::Client, None).await,
            outbox,
            room,
            entry,
            requests,
            shared,
            session,
        }
    }

    async fn start() -> Self {
        Self::with(Config::default()).await
    }

    async fn say(&mut self, message: ClientMsg) {
        let text = String::from_utf8(message.encode(Encoding::Json)).expect("JSON is text");
        self.client.send(Message::text(text)).await.expect("open");
    }

    async fn play(&mut self, revision: u32) {
        let revision = Revision(revision);
        let square = "a1".parse().expect("a square");
        self.say(ClientMsg::Act(Act::Move { revision, square }))
            .await;
    }

    /// Returns the next message for the client; those of the WebSocket itself are answered on the way.
    async fn hear(&mut self) -> ServerMsg {
        let text = async {
            loop {
                let message = self.client.next().await.expect("open").expect("sound");
                if let Message::Text(text) = message {
                    return text;
                }
            }
        };
        let text = timeout(LONGEST_WAIT, text).await.expect("an answer");
        ServerMsg::decode(Encoding::Json, text.as_str().as_bytes()).expect("a message")
    }

    async fn refusal(&mut self) -> Refusal {
        match self.hear().await {
            ServerMsg::Refused { refusal, .. } => refusal,
            other => panic!("{other:?}"),
        }
    }

    async fn ping(&mut self) {
        match self.client.next().await.expect("open").expect("sound") {
            Message::Ping(_) => {}
            other => panic!("{other:?}"),
        }
    }

    async fn asked(&mut self) -> Request {
        let request = self.requests.recv().await;
        *request.expect("the session has the room")
    }

    /// Waits until the room is left, which is `lost` or not, and returns the way to answer.
    async fn left(&mut self, lost: bool) -> oneshot::Sender<Result<(), Refusal>> {
        match self.asked().await {
            Request::Leave {
                lost: is_lost,
                reply,
                ..
            } => {
                assert_eq!(is_lost, lost);
                reply
            }
            other => panic!("{other:?}"),
        }
    }

    /// Has the session ask the room for a position, and returns the way to answer.
    async fn analysis(&mut self) -> oneshot::Sender<Result<Position, Refusal>> {
        self.say(ClientMsg::AnalyseGame).await;
        match self.asked().await {
            Request::Analyse { reply, .. } => reply,
            other => panic!("{other:?}"),
        }
    }

    /// Checks that the session is in the room still.
    async fn is_here(&mut self) {
        self.say(ClientMsg::Resync).await;
        assert!(matches!(self.asked().await, Request::Resync { .. }));
    }

    async fn is_refused_as_too_fast(&mut self) {
        let refusal = self.refusal().await;
        assert!(is_too_fast(&Err(refusal)));
    }

    /// Returns the next move that the room receives: its stamp, its revision and the round trip.
    async fn moved(&mut self) -> (Millis, u32, Millis) {
        match self.asked().await {
            Request::Do {
                at,
                command:
                    Command::Act {
                        act: Act::Move { revision, .. },
                        round_trip,
                        ..
                    },
                ..
            } => (at, revision.0, round_trip),
            other => panic!("{other:?}"),
        }
    }

    fn now(&self) -> Millis {
        self.shared.time.now()
    }
}

/// Gives the session the answer that it waits for.
fn answer<T>(reply: oneshot::Sender<Result<T, Refusal>>, answer: Result<T, Refusal>) {
    let waits = reply.send(answer).is_ok();
    assert!(waits, "the session waits for it");
}

fn is_too_fast(checked: &Result<(), Refusal>) -> bool {
    match checked {
        Ok(()) => false,
        Err(Refusal::TooFast { .. }) => true,
        Err(other) => panic!("{other:?}"),
    }
}

fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

#[tokio::test(start_paused = true)]
async fn a_client_is_silent_15_seconds_after_its_last_word_and_its_room_is_told() {
    let mut line = Line::start().await;
    let start = Instant::now();
    sleep(Duration::from_millis(3_700)).await;
    line.say(ClientMsg::EnterLobby { boards: false }).await;
    // From here on nobody reads the pings, as behind a cable that was pulled.
    let reply = line.left(true).await;
    assert_eq!(start.elapsed(), Duration::from_millis(18_700));
    answer(reply, Ok(()));
    assert!(matches!(line.session.await, Ok(CloseReason::Silent)));
}

/// Everybody was closed with 1008 after a server was stopped for 25 seconds.
#[tokio::test(start_paused = true)]
async fn time_for_which_the_server_stood_still_is_not_the_silence_of_a_client() {
    let mut line = Line::start().await;
    let time = line.shared.time.clone();
    tokio::spawn(async move { time.run(CancellationToken::new()).await });
    sleep(seconds(4)).await;
    // All at once, as after SIGSTOP and SIGCONT: no beat of the clock and no ping comes meanwhile.
    tokio::time::advance(seconds(25)).await;
    sleep(seconds(9)).await;
    assert!(!line.session.is_finished());
    let waited = timeout(seconds(60), line.hear()).await;
    assert!(waited.is_err(), "{waited:?}");
    assert!(!line.session.is_finished());
    // What it says after that counts, and so does its silence.
    drop(line.left(true).await);
}

#[tokio::test(start_paused = true)]
async fn who_answers_pings_is_not_silent() {
    let mut line = Line::start().await;
    let waited = timeout(seconds(120), line.hear()).await;
    assert!(waited.is_err(), "{waited:?}");
    assert!(!line.session.is_finished());
}

#[tokio::test(start_paused = true)]
async fn a_client_is_read_at_20_messages_a_second_in_the_long_run() {
    let config = Config {
        // The answers to pings are messages too.
        ping_every: seconds(3600),
        ..Config::default()
    };
    let begun = Instant::now();
    let mut line = Line::with(config).await;
    line.ping().await;
    assert_eq!(begun.elapsed(), FIRST_PING);
    let start = Instant::now();
    let hello = || ClientMsg::Hello {
        protocol: VERSION,
        software: String::new(),
        name: None,
        key: None,
        heartbeat: false,
    };
    for _ in 0..260 {
        line.say(hello()).await;
    }
    for _ in 0..260 {
        assert_eq!(line.refusal().await, Refusal::HelloExpected);
    }
    // The pong is one message of the first burst, the last message is answered before it is paid.
    let elapsed = start.elapsed();
    let expected = Duration::from_millis(9_950)..=Duration::from_millis(10_200);
    assert!(expected.contains(&elapsed), "{elapsed:?}");
}

#[tokio::test(start_paused = true)]
async fn a_move_behind_something_slow_is_stamped_when_it_arrives() {
    let mut line = Line::start().await;
    let reply = line.analysis().await;
    sleep(seconds(2)).await;
    line.play(7).await;
    let said = line.now();
    // Meanwhile the client still receives messages and pings.
    line.outbox.send_one(ServerMsg::ShuttingDown, None);
    assert_eq!(line.hear().await, ServerMsg::ShuttingDown);
    sleep(seconds(9)).await;
    line.ping().await;
    assert!(line.requests.is_empty(), "one after the other");
    answer(reply, Err(Refusal::NotStarted));
    let (at, revision, _) = line.moved().await;
    assert_eq!((at, revision), (said, 7));
    assert_eq!(line.refusal().await, Refusal::NotStarted);
}

#[tokio::test(start_paused = true)]
async fn messages_wait_in_order_and_in_bounded_number() {
    let config = Config {
        messages_per_second: 1000,
        ..Config::default()
    };
    let mut line = Line::with(config).await;
    let reply = line.analysis().await;
    let many = pending::QUEUE as u32 + 10;
    for revision in 0..many {
        line.play(revision).await;
    }
    let said = line.now();
    // A client that is no longer read is not silent.
    sleep(seconds(60)).await;
    answer(reply, Err(Refusal::NotStarted));
    for revision in 0..many {
        let (at, moved, _) = line.moved().await;
        assert_eq!(moved, revision);
        let waited = revision as usize >= pending::QUEUE;
        let late = if waited {
            Millis::from_millis(60_000)
        } else {
            Millis::ZERO
        };
        assert_eq!(at, said + late, "{revision}");
    }
}

#[tokio::test(start_paused = true)]
async fn only_the_answer_to_the_ping_that_is_out_earns_credit() {
    let mut line = Line::start().await;
    line.play(0).await;
    assert_eq!(line.moved().await.2, Millis::ZERO, "nothing was measured");

    line.ping().await;
    sleep(Duration::from_millis(400)).await;
    for forged in [
        Vec::new(),
        vec![0; 8],
        line.now().as_millis().to_be_bytes().to_vec(),
    ] {
        // It takes the place of the answer that the library would have given.
        line.client
            .send(Message::Pong(forged.into()))
            .await
            .expect("open");
    }
    line.play(1).await;
    assert_eq!(line.moved().await.2, Millis::ZERO, "forged");

    let Some(Ok(Message::Ping(payload))) = line.client.next().await else {
        panic!("a ping");
    };
    sleep(Duration::from_millis(80)).await;
    let pong = Message::Pong(payload);
    line.client.send(pong.clone()).await.expect("open");
    line.play(2).await;
    assert_eq!(line.moved().await.2, Millis::from_millis(80));

    sleep(Duration::from_millis(400)).await;
    line.client.send(pong).await.expect("open");
    line.play(3).await;
    assert_eq!(line.moved().await.2, Millis::from_millis(80), "repeated");
}

#[tokio::test(start_paused = true)]
async fn a_late_left_does_not_end_a_newer_stay_in_the_room() {
    let mut line = Line::start().await;
    let (room, why) = (line.room, LeftWhy::Replaced);
    let older = EntryNumber::default().next();
    line.outbox.leave(room, older, why, None);
    assert_eq!(line.hear().await, ServerMsg::Left { room, why });
    line.is_here().await;

    line.outbox.leave(room, line.entry, why, None);
    assert_eq!(line.hear().await, ServerMsg::Left { room, why });
    line.say(ClientMsg::Resync).await;
    assert_eq!(line.refusal().await, Refusal::NotInRoom);
}

#[tokio::test(start_paused = true)]
async fn a_leave_is_answered_before_the_next_message_is_taken() {
    let mut line = Line::start().await;
    line.say(ClientMsg::Leave).await;
    line.say(ClientMsg::Resync).await;
    let reply = line.left(false).await;
    sleep(seconds(3)).await;
    assert!(line.requests.is_empty());
    answer(reply, Ok(()));
    assert_eq!(line.refusal().await, Refusal::NotInRoom);
}

#[tokio::test(start_paused = true)]
async fn a_leave_that_was_refused_leaves_the_session_in_the_room() {
    let mut line = Line::start().await;
    let refusal = Refusal::Internal { reference: 7 };
    line.say(ClientMsg::Leave).await;
    let reply = line.left(false).await;
    answer(reply, Err(refusal.clone()));
    assert_eq!(line.refusal().await, refusal);
    line.is_here().await;
}

#[tokio::test(start_paused = true)]
async fn a_room_whose_store_fails_is_told_again_that_the_person_is_gone() {
    let mut line = Line::start().await;
    line.client.close(None).await.expect("open");
    for reference in [7, 8] {
        let failed = Refusal::Internal { reference };
        answer(line.left(true).await, Err(failed));
    }
    answer(line.left(true).await, Ok(()));
    assert!(matches!(line.session.await, Ok(CloseReason::Gone)));
}

#[tokio::test(start_paused = true)]
async fn what_a_client_said_before_its_line_broke_is_carried_out_though_rooms_write_to_it() {
    let mut line = Line::start().await;
    let reply = line.analysis().await;
    line.play(3).await;
    let (_near, far) = tokio::io::duplex(1);
    let other = WebSocketStream::from_raw_socket(far, Role::Client, None).await;
    drop(std::mem::replace(&mut line.client, other));
    for seq in 0..10 {
        let event = RoomEvent::DrawOffered { by: Side::First };
        let (room, seq) = (line.room, Seq(seq));
        let frame = Frame::new(ServerMsg::Event { room, seq, event });
        line.outbox.send(&frame, None);
        sleep(seconds(1)).await;
    }
    answer(reply, Err(Refusal::NotStarted));
    assert_eq!(line.moved().await.1, 3);
    drop(line.left(true).await);
}

#[tokio::test(start_paused = true)]
async fn what_a_client_said_before_it_went_is_carried_out() {
    let mut line = Line::start().await;
    let reply = line.analysis().await;
    line.play(3).await;
    line.client.close(None).await.expect("open");
    sleep(seconds(1)).await;
    answer(reply, Err(Refusal::NotStarted));
    assert_eq!(line.moved().await.1, 3);
    drop(line.left(true).await);
}

impl Line {
    /// Has the session watch a second room, whose requests the caller answers.
    fn watching(session: &mut Session) -> (RoomId, mpsc::Receiver<Box<Request>>) {
        let room = RoomId::from_draw(2);
        let (handle, requests) = RoomHandle::in_test(room);
        let entry = session.rooms.next_entry();
        session.rooms.watch(Membership {
            handle,
            entry,
            seat: None,
        });
        (room, requests)
    }
}

#[tokio::test(start_paused = true)]
async fn a_watched_room_that_is_gone_is_forgotten_and_no_other() {
    for ask in [
        |room| ClientMsg::Who { room },
        |room| ClientMsg::Unwatch { room },
    ] {
        let mut watched = None;
        let prepare = |session: &mut Session| watched = Some(Line::watching(session));
        let mut line = Line::prepared(Config::default(), prepare).await;
        // Its task has ended, and the `Left` is still on its way.
        let (room, requests) = watched.expect("is prepared");
        drop(requests);
        let asked = ask(room);
        let expected = match asked {
            ClientMsg::Who { .. } => Refusal::NotInRoom,
            _ => Refusal::NotWatching { room },
        };
        line.say(asked).await;
        assert_eq!(line.refusal().await, expected);
        line.say(ClientMsg::Unwatch { room }).await;
        assert_eq!(line.refusal().await, Refusal::NotWatching { room });
        line.is_here().await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_position_that_nobody_analyses_is_refused_when_the_room_has_given_it() {
    let mut line = Line::start().await;
    let reply = line.analysis().await;
    let variant = "custom:15x15x8:free".parse().expect("a variant");
    let position = Position {
        revision: Revision(1),
        game: Game::new(variant),
    };
    answer(reply, Ok(position));
    let refusal = timeout(seconds(60), line.refusal()).await;
    assert_eq!(refusal, Ok(Refusal::NotAnalysed { variant }));
}

#[tokio::test(start_paused = true)]
async fn a_room_whose_store_fails_keeps_nobody_in_the_others() {
    let mut watched = None;
    let prepare = |session: &mut Session| watched = Some(Line::watching(session));
    let mut line = Line::prepared(Config::default(), prepare).await;
    let (_, mut requests) = watched.expect("is prepared");
    line.client.close(None).await.expect("open");
    let reply = line.left(true).await;
    let asked = timeout(seconds(60), requests.recv()).await;
    let asked = asked.map(|request| request.map(|request| *request));
    let Ok(Some(Request::Leave { reply: watch, .. })) = asked else {
        panic!("the room that is watched is left: {asked:?}");
    };
    answer(watch, Ok(()));
    answer(reply, Err(Refusal::Internal { reference: 7 }));
    drop(line.left(true).await);
}
