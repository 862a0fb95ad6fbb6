//! A room whose bot is to move on its clock, with a search of which the test says when it waits.

use std::time::Duration;

use protocol::clock::ClockFace;
use protocol::id::{PlayerId, Revision, RoomId, Token};
use protocol::message::{RoomEvent, ServerMsg};
use protocol::rules::Variant;
use protocol::side::{BySide, Side};
use protocol::spec::{GameSpec, SeatSpec};
use protocol::text::Name;
use protocol::view::{Phase, SearchInfo};
use room::{Opening, Room};
use tokio::time::advance;

use super::*;
use crate::actor::{Bot, Entry, Part, RoomTask};
use crate::config::Config;
use crate::outbox::{EntryNumber, Outbox, OutboxReader, Outgoing};
use crate::person::Person;
use crate::store::writer::Health;
use crate::{store, testing};

/// Time of each side.
const CLOCK: u64 = 10_000;

struct Trial {
    actor: RoomActor,
    wait_time: WaitTime,
}

impl Trial {
    /// Returns a room in which a bot is to play the third ply, on a clock of ten seconds.
    fn new() -> Self {
        let directory = testing::directory(Config::default(), store::memory());
        let shared = directory.shared();
        let opening = Opening {
            spec: GameSpec {
                clock: Some("10s".parse().unwrap()),
                ..GameSpec::new(Variant::named("connect-four").unwrap())
            },
            seats: BySide::from_fn(|_| SeatSpec::Bot {
                bot: "random".parse().unwrap(),
            }),
            shuffle: false,
            creator: None,
            timing: shared.config.timing,
            draw: 0,
        };
        let events = Room::open(&opening).unwrap();
        let now = shared.time.now();
        let events = events.iter().map(|event| (now, event));
        let room = Room::replay(RoomId::from_draw(0), events).unwrap();
        let (_handle, RoomTask { actor, .. }) = RoomTask::new(room, false, None, shared.clone());
        let mut trial = Self {
            actor: *actor,
            wait_time: WaitTime::default(),
        };
        for ply in 1..=2 {
            trial.play(ply);
        }
        trial.ask();
        trial
    }

    /// Plays the ply of a bot in the middle column.
    fn play(&mut self, ply: u16) {
        let revision = self.actor.room.revision();
        let thinking = self.actor.room.thinking().unwrap();
        let square = thinking.game.read_move("4").unwrap();
        let thought = SearchInfo {
            side: if ply % 2 == 1 {
                Side::First
            } else {
                Side::Second
            },
            ply,
            score: 0,
            depth: None,
            nodes: 1,
            elapsed: Millis::ZERO,
            pv: vec![square],
            exact: None,
        };
        let thought = Ok(thought);
        let now = self.actor.shared.time.now();
        let events = self
            .actor
            .room
            .decide(now, &Command::BotPlay { revision, thought });
        for event in events.unwrap() {
            self.actor.room.apply(now, &event);
        }
    }

    /// Asks for a search that never ends.
    fn ask(&mut self) {
        self.wait_time = WaitTime::default();
        let (queue_wait, _priority) = self.actor.new_queue_wait(self.wait_time.clone());
        self.actor.bot = Some(Bot {
            revision: self.actor.room.revision(),
            answer: None,
            news: None,
            queue_wait: Some(queue_wait),
        });
    }

    fn wait_begins(&self) {
        self.wait_time.begin(Instant::now());
    }

    fn wait_ends(&self) {
        self.wait_time.end(Instant::now());
    }

    /// Returns the time that the side to move has used, as the room would charge it now.
    fn used(&mut self) -> u64 {
        self.actor.deduct_wait();
        CLOCK - self.face().remaining.first.as_millis()
    }

    fn face(&self) -> ClockFace {
        let now = self.actor.shared.time.now();
        let snapshot = self.actor.room.snapshot(now, PlayerId(0));
        snapshot.clock.expect("there is a clock")
    }

    fn is_playing(&self) -> bool {
        let now = self.actor.shared.time.now();
        self.actor.room.snapshot(now, PlayerId(0)).phase == Phase::Playing
    }
}

async fn pass(millis: u64) {
    advance(Duration::from_millis(millis)).await;
}

fn person(number: u8) -> Person {
    Person::at([192, 0, 2, number].into())
}

/// Lets somebody watch the room, and returns what they are told.
fn watch_by(actor: &mut RoomActor, number: u8) -> OutboxReader {
    let (outbox, outgoing) = Outbox::in_test(100);
    actor.welcome(Entry {
        who: PlayerId(number.into()),
        person: person(number),
        name: Name::clean("Ana").unwrap(),
        number: EntryNumber::default(),
        outbox,
        part: Part::Spectator,
        key: None,
        reference: None,
    });
    outgoing
}

/// Returns the clocks that somebody was told by themselves since the last call.
fn clocks_told(outgoing: &OutboxReader) -> Vec<ClockFace> {
    let mut faces = Vec::new();
    while let Some(item) = outgoing.take() {
        if let Outgoing::Frame(frame, _) = item
            && let ServerMsg::Event { event, .. } = frame.message()
            && let RoomEvent::Clock { clock, .. } = event
        {
            faces.push(*clock);
        }
    }
    faces
}

#[tokio::test(start_paused = true)]
async fn a_bot_that_waits_for_others_longer_than_its_clock_has_all_of_its_time() {
    let mut trial = Trial::new();
    trial.wait_begins();
    for _ in 0..5 {
        pass(3_000).await;
        trial.actor.tick().await;
        assert_eq!(trial.used(), 0);
        assert_eq!(trial.face().running, None, "it stands still while it waits");
    }
    assert!(trial.is_playing());
    trial.wait_ends();
    pass(300).await;
    assert_eq!(trial.used(), 300);
    assert_eq!(trial.face().running, Some(Side::First));
    pass(9_701).await;
    trial.actor.tick().await;
    assert!(!trial.is_playing(), "its own time is over");
}

#[tokio::test(start_paused = true)]
async fn pauses_are_deducted_to_the_millisecond_however_seldom_the_room_checks() {
    for looks in [1, 3, 7, 100] {
        let mut trial = Trial::new();
        let mut thought = 0;
        for round in 0..20 {
            pass(10 + round).await;
            thought += 10 + round;
            if round % looks == 0 {
                assert_eq!(trial.used(), thought);
            }
            trial.wait_begins();
            pass(500).await;
            if round % looks == 1 {
                assert_eq!(trial.used(), thought);
            }
            pass(7 * round).await;
            trial.wait_ends();
        }
        assert_eq!(trial.used(), thought, "{looks}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_request_is_decided_without_the_wait_before_it() {
    let mut trial = Trial::new();
    trial.wait_begins();
    pass(CLOCK + 1).await;
    let request = crate::actor::Request::Do {
        who: PlayerId(9),
        at: trial.actor.shared.time.now(),
        command: Command::Tick,
        reference: None,
    };
    trial.actor.handle(request).await;
    assert!(trial.is_playing());
    assert_eq!(trial.used(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_search_that_is_dropped_while_it_waits_leaves_the_clock_running() {
    let mut trial = Trial::new();
    trial.wait_begins();
    pass(1_000).await;
    assert_eq!(trial.used(), 0);
    assert_eq!(trial.face().running, None);
    trial.actor.bot.as_mut().unwrap().revision = Revision(99);
    trial.actor.schedule_bot();
    assert_eq!(trial.face().running, Some(Side::First));
    assert_eq!(trial.face().remaining.first, Millis::from_millis(CLOCK));
}

/// A takeback that a bot grants tells the clock while it is held for the search that the takeback ends.
#[tokio::test(start_paused = true)]
async fn the_clock_is_told_where_a_wait_ends_with_its_position() {
    let mut trial = Trial::new();
    let outgoing = watch_by(&mut trial.actor, 1);
    trial.wait_begins();
    pass(50).await;
    trial.actor.deduct_wait();
    assert_eq!(trial.face().running, None);
    trial.wait_ends();
    pass(50).await;
    trial.actor.bot.as_mut().unwrap().revision = Revision(99);
    trial.actor.schedule_bot();
    let faces = clocks_told(&outgoing);
    let running: Vec<_> = faces.iter().map(|face| face.running).collect();
    assert_eq!(running, [Some(Side::First)]);
}

#[tokio::test(start_paused = true)]
async fn a_store_that_fails_meanwhile_holds_the_clock_until_it_works() {
    let mut trial = Trial::new();
    trial.actor.persistent = true;
    pass(100).await;
    trial.wait_begins();
    pass(1_000).await;
    assert_eq!(trial.used(), 100);
    trial.actor.hold_clock(trial.actor.shared.time.now());
    trial.wait_ends();
    pass(2_000).await;
    assert_eq!(trial.used(), 100);
    assert_eq!(trial.face().running, None);
    trial.actor.follow_store_health(&Health::Working);
    pass(50).await;
    assert_eq!(trial.used(), 150);
    trial.wait_begins();
    pass(1_000).await;
    trial.wait_ends();
    assert_eq!(trial.used(), 150, "a wait is deducted again");
}

/// The search waited on after the release, and the room took the clock for held.
#[tokio::test(start_paused = true)]
async fn a_store_that_fails_for_less_than_the_time_between_checks_costs_a_bot_that_waits_nothing() {
    for looks in [true, false] {
        let mut trial = Trial::new();
        trial.actor.persistent = true;
        pass(100).await;
        trial.actor.check_wait();
        trial.wait_begins();
        pass(100).await;
        if looks {
            trial.actor.check_wait();
        }
        trial.actor.hold_clock(trial.actor.shared.time.now());
        pass(100).await;
        trial.actor.follow_store_health(&Health::Working);
        for _ in 0..3 {
            pass(250).await;
            trial.actor.check_wait();
            assert_eq!(trial.face().running, None, "it waits on");
        }
        assert_eq!(trial.used(), 100, "{looks}");
        trial.wait_ends();
        pass(50).await;
        assert_eq!(trial.used(), 150, "{looks}");
    }
}

#[tokio::test(start_paused = true)]
async fn those_in_the_room_are_told_that_the_clock_stands_still_and_that_it_runs() {
    let mut trial = Trial::new();
    let outgoing = watch_by(&mut trial.actor, 1);
    let told = || clocks_told(&outgoing);
    assert_eq!(
        trial.actor.next_wait_check(),
        Some(Instant::now() + FIRST_CHECK)
    );
    pass(50).await;
    trial.actor.check_wait();
    assert_eq!(told(), [], "a search that does not wait");
    trial.wait_begins();
    for _ in 0..3 {
        pass(250).await;
        trial.actor.check_wait();
        let next = trial.actor.next_wait_check();
        assert!(next.is_none_or(|next| next > Instant::now()), "{next:?}");
    }
    let faces = told();
    assert_eq!(faces.len(), 1, "{faces:?}");
    assert_eq!(faces[0].running, None);
    assert_eq!(faces[0].remaining.first, Millis::from_millis(CLOCK - 50));
    trial.wait_ends();
    pass(100).await;
    trial.actor.check_wait();
    let faces = told();
    assert_eq!(faces.len(), 1, "{faces:?}");
    assert_eq!(faces[0].running, Some(Side::First));
    assert_eq!(faces[0].remaining.first, Millis::from_millis(CLOCK - 150));
    trial.wait_begins();
    pass(50).await;
    trial.wait_ends();
    pass(50).await;
    trial.actor.check_wait();
    let faces = told();
    assert_eq!(faces.len(), 1, "a wait between two checks: {faces:?}");
    assert_eq!(faces[0].remaining.first, Millis::from_millis(CLOCK - 200));
}

#[tokio::test]
async fn a_search_stands_as_those_who_are_there_want_it_and_its_pool_is_told() {
    let mut trial = Trial::new();
    let (queue_wait, priority) = trial.actor.new_queue_wait(WaitTime::default());
    trial.actor.bot.as_mut().unwrap().queue_wait = Some(queue_wait);
    let shown = |trial: &Trial| {
        trial.actor.update_priority();
        let Priority { class, person } = *priority.borrow();
        (class, person)
    };
    assert_eq!(shown(&trial), (PriorityClass::Unwatched, Person::Unknown));
    assert!(!priority.has_changed().unwrap());
    // The first to come to a room that nobody is known to have opened has it from then on.
    let first = watch_by(&mut trial.actor, 1);
    let second = watch_by(&mut trial.actor, 2);
    assert_eq!(shown(&trial), (PriorityClass::Watched, person(1)));
    assert!(priority.has_changed().unwrap());
    trial.actor.members.shift_remove(&PlayerId(1));
    assert_eq!(shown(&trial), (PriorityClass::Watched, person(1)));
    trial.actor.members.shift_remove(&PlayerId(2));
    assert_eq!(shown(&trial), (PriorityClass::Unwatched, person(1)));
    drop((first, second));
}

#[tokio::test]
async fn the_bot_of_a_player_stands_with_the_player_while_they_are_there() {
    let directory = testing::directory(Config::default(), store::memory());
    let shared = directory.shared();
    let who = PlayerId(7);
    let name = Name::clean("Ana").unwrap();
    let opening = Opening {
        spec: GameSpec::new(Variant::named("connect-four").unwrap()),
        seats: BySide {
            first: SeatSpec::Bot {
                bot: "random".parse().unwrap(),
            },
            second: SeatSpec::Me,
        },
        shuffle: false,
        creator: Some(room::Creator {
            who,
            name: name.clone(),
            hash: Token(1).hash(),
            holder: None,
            key: None,
        }),
        timing: shared.config.timing,
        draw: 0,
    };
    let events = Room::open(&opening).unwrap();
    let now = shared.time.now();
    let room = Room::replay(
        RoomId::from_draw(0),
        events.iter().map(|event| (now, event)),
    );
    let (outbox, _outgoing) = Outbox::in_test(100);
    let opener = Entry {
        who,
        person: person(7),
        name,
        number: EntryNumber::default(),
        outbox,
        part: Part::Player(Token(1)),
        key: None,
        reference: None,
    };
    let (_handle, RoomTask { mut actor, .. }) =
        RoomTask::new(room.unwrap(), false, Some(opener), shared.clone());
    let _outgoing = watch_by(&mut actor, 1);
    let priority = |class, number| Priority {
        class,
        person: person(number),
    };
    assert_eq!(actor.priority(), priority(PriorityClass::Player, 7));
    actor.members.shift_remove(&who);
    assert_eq!(actor.priority(), priority(PriorityClass::Watched, 7));
}
