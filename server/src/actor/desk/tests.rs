//! Rooms on desks without tasks, and a store that answers when the test says so.

use std::time::Duration;

use futures::FutureExt;
use protocol::act::Act;
use protocol::id::{PlayerId, Revision, RoomId, Token};
use protocol::message::{RoomEvent, ServerMsg};
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::rules::Variant;
use protocol::side::BySide;
use protocol::spec::{GameSpec, SeatSpec};
use protocol::square::Square;
use protocol::text::Name;
use room::{Command, Creator, Opening, Room};
use tokio::time::timeout;

use super::*;
use crate::actor::{Entry, Part, RoomTask};
use crate::config::Config;
use crate::outbox::{EntryNumber, Outbox, OutboxReader, Outgoing};
use crate::person::Person;
use crate::shared::Shared;
use crate::store::StoreError;
use crate::store::writer::WriterInTest;
use crate::testing;

/// A game against a bot, of which nobody asks a move: the player who opened it is to move.
struct Trial {
    desk: Arc<Desk>,
    outgoing: OutboxReader,
}

const PLAYER: PlayerId = PlayerId(1);

impl Trial {
    async fn start(shared: &Arc<Shared>, number: u64) -> Self {
        let name = Name::clean("player").unwrap();
        let opening = Opening {
            spec: GameSpec::new(Variant::named("connect-four").unwrap()),
            seats: BySide {
                first: SeatSpec::Me,
                second: SeatSpec::Bot {
                    bot: "random".parse().unwrap(),
                },
            },
            shuffle: false,
            creator: Some(Creator {
                who: PLAYER,
                name: name.clone(),
                hash: Token(1).hash(),
                holder: None,
                key: None,
            }),
            timing: shared.config.timing,
            draw: 1,
        };
        let now = shared.time.now();
        let events = Room::open(&opening).unwrap();
        let events = events.iter().map(|event| (now, event));
        let room = Room::replay(RoomId::from_draw(number), events).unwrap();
        let (outbox, outgoing) = Outbox::in_test(100);
        let entry = Entry {
            who: PLAYER,
            person: Person::Unknown,
            number: EntryNumber::default(),
            name,
            outbox,
            part: Part::Player(Token(1)),
            key: None,
            reference: None,
        };
        let (handle, task) = RoomTask::new(room, true, Some(entry), Arc::clone(shared));
        let desk = Arc::clone(handle.desk());
        desk.take().await.insert(task.actor);
        let trial = Self { desk, outgoing };
        trial.told();
        trial
    }

    /// Returns true if the act has begun.
    fn act(&self, act: Act) -> bool {
        let request = Request::Do {
            who: PLAYER,
            at: Millis::from_millis(1_700_000_000_000),
            command: Command::Act {
                who: PLAYER,
                act,
                round_trip: Millis::ZERO,
            },
            reference: None,
        };
        self.desk.carry_out(request).is_ok()
    }

    fn play(&self) {
        let act = Act::Move {
            revision: Revision(1),
            square: Square::new(3, 0).unwrap(),
        };
        assert!(self.act(act), "the actor is on the desk");
    }

    /// Returns the words for what the player was told since the last call.
    fn told(&self) -> Vec<&'static str> {
        let mut told = Vec::new();
        while let Some(item) = self.outgoing.take() {
            if let Outgoing::Frame(frame, _) = item {
                told.push(word(frame.message()));
            }
        }
        told
    }

    /// Waits until the player is told something.
    async fn is_told(&self) -> &'static str {
        let told = timeout(Duration::from_secs(10), self.outgoing.next());
        match told.await.expect("told in time") {
            Some(Outgoing::Frame(frame, _)) => word(frame.message()),
            _ => panic!("an event or a refusal is expected"),
        }
    }

    fn task_is_woken(&self) -> bool {
        self.desk.changed().now_or_never().is_some()
    }
}

fn word(message: &ServerMsg) -> &'static str {
    match message {
        ServerMsg::Event {
            event: RoomEvent::Moved { .. },
            ..
        } => "moved",
        ServerMsg::Refused {
            refusal: Refusal::Internal { .. },
            ..
        } => "failed",
        _ => "other",
    }
}

fn start() -> (Arc<Shared>, WriterInTest) {
    let (store, writer) = WriterInTest::start();
    let shared = testing::shared(Config::default(), testing::time(), store);
    (shared, writer)
}

#[tokio::test]
async fn moves_of_one_commit_are_told_without_the_tasks_of_their_rooms() {
    let (shared, mut writer) = start();
    let mut rooms = Vec::new();
    for number in 1..=3 {
        rooms.push(Trial::start(&shared, number).await);
    }
    for room in &rooms {
        room.play();
        assert!(
            room.told().is_empty(),
            "nothing is told before it is stored"
        );
        assert!(!room.act(Act::Resign), "and nothing else is begun");
    }
    assert_eq!(writer.answer(&Ok(())), 3);
    for room in &rooms {
        assert_eq!(room.is_told().await, "moved");
        let mut state = room.desk.take().await;
        assert_eq!(state.actor().unwrap().room.revision(), Revision(2));
        drop(state);
        assert!(room.task_is_woken(), "for the move of the bot");
    }
}

#[tokio::test]
async fn a_move_that_could_not_be_stored_is_refused_and_can_be_made_again() {
    let (shared, mut writer) = start();
    let rooms = [
        Trial::start(&shared, 1).await,
        Trial::start(&shared, 2).await,
    ];
    rooms.iter().for_each(Trial::play);
    let failed = Err(StoreError::Failed("no space left on device".to_owned()));
    assert_eq!(writer.answer(&failed), 2);
    for room in &rooms {
        // The clock that stands still is told first.
        while room.is_told().await != "failed" {}
        room.play();
    }
    assert_eq!(writer.answer(&Ok(())), 2);
    for room in &rooms {
        while room.is_told().await != "moved" {}
    }
}

#[tokio::test]
async fn the_task_finishes_what_nobody_else_does() {
    let (shared, mut writer) = start();
    let room = Trial::start(&shared, 1).await;
    room.play();
    assert!(!room.task_is_woken());
    // A single answer wakes the room itself.
    assert_eq!(writer.answer(&Ok(())), 1);
    assert!(room.task_is_woken());
    assert!(room.told().is_empty());
    drop(room.desk.take().await);
    assert_eq!(room.told(), ["moved"]);
}

#[tokio::test]
async fn an_answer_that_comes_while_the_desk_is_taken_wakes_the_task() {
    let (shared, mut writer) = start();
    let rooms = [
        Trial::start(&shared, 1).await,
        Trial::start(&shared, 2).await,
    ];
    rooms.iter().for_each(Trial::play);
    let state = rooms[0].desk.state.lock().await;
    assert_eq!(writer.answer(&Ok(())), 2);
    assert_eq!(rooms[1].is_told().await, "moved");
    assert!(rooms[0].told().is_empty());
    drop(state);
    assert!(rooms[0].task_is_woken());
    drop(rooms[0].desk.take().await);
    assert_eq!(rooms[0].told(), ["moved"]);
}

/// The session ended without a word, and its name and its person stayed.
#[tokio::test]
async fn a_panic_with_the_actor_in_hand_is_the_rooms_alone_and_wakes_the_task() {
    let (shared, _writer) = start();
    let room = Trial::start(&shared, 1).await;
    let mut state = room.desk.state.lock().await;
    let panics: SuspendedRequest = Box::pin(async { panic!("a test of what a panic does") });
    room.desk
        .in_hand(&mut state, |state| room.desk.go_on(state, panics));
    assert!(matches!(*state, DeskState::Empty));
    drop(state);
    assert!(room.task_is_woken());
    assert!(!room.act(Act::Resign), "nothing is on the desk");
}
