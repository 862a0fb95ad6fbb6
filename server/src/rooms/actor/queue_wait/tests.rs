//! A room whose bot is to move on its clock, with a search of which the test says when it waits.

use std::time::Duration;

use protocol::clock::ClockFace;
use protocol::id::{PlayerId, Revision, RoomId, Token};
use protocol::message::{RoomEvent, ServerMsg};
use protocol::millis::Millis;
use protocol::rules::Variant;
use protocol::side::{BySide, Side};
use protocol::spec::{GameSpec, SeatSpec};
use protocol::view::{Phase, SearchInfo};
use room::{Opening, Room};
use tokio::time::advance;

use super::*;
use crate::config::Config;
use crate::outbox::{OutboxReader, Outgoing};
use crate::people::person::Person;
use crate::rooms::actor::{Bot, Entry, Part, RoomTask};
use crate::store;
use crate::store::writer::Health;
use crate::testing;

/// Time of each side.
const CLOCK: u64 = 10_000;

struct Trial {
    actor: RoomActor,
}

/// Returns the actor of a new room of connect-four.
fn actor(seats: BySide<SeatSpec>, clock: Option<&str>, opener: Option<Entry>) -> RoomActor {
    let directory = testing::directory(Config::default(), store::memory());
    let shared = directory.shared();
    let opening = Opening {
        spec: GameSpec {
            clock: clock.map(|clock| clock.parse().unwrap()),
            ..GameSpec::new(Variant::named("connect-four").unwrap())
        },
        seats,
        shuffle: false,
        creator: opener.as_ref().map(|opener| room::Creator {
            who: opener.who,
            name: opener.name.clone(),
            hash: Token(1).hash(),
            holder: None,
            key: None,
        }),
        timing: shared.config.timing,
        draw: 0,
    };
    let events = Room::open(&opening).unwrap();
    let now = shared.time.now();
    let events = events.iter().map(|event| (now, event));
    let room = Room::replay(RoomId::from_draw(0), events).unwrap();
    let (_handle, RoomTask { actor, .. }) = RoomTask::new(room, false, opener, shared.clone());
    *actor
}

impl Trial {
    /// Returns a room in which a bot is to play the third ply, on a clock of ten seconds.
    fn new() -> Self {
        let seats = BySide::from_fn(|_| SeatSpec::Bot {
            bot: "random".parse().unwrap(),
        });
        let actor = actor(seats, Some("10s"), None);
        let mut trial = Self { actor };
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
        self.actor.bot = Some(Bot {
            revision: self.actor.room.revision(),
            search: None,
            news: None,
            holds_clock: false,
        });
    }

    fn wait(&mut self, waits: bool) {
        self.actor.follow_search_wait(waits);
    }

    /// Returns the time that the side to move has used, as the room would charge it now.
    fn used(&self) -> u64 {
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
    let (entry, outgoing) = testing::entry(number.into(), Part::Spectator);
    let person = person(number);
    actor.welcome(Entry { person, ..entry });
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
    let outgoing = watch_by(&mut trial.actor, 1);
    trial.wait(true);
    for _ in 0..5 {
        pass(3_000).await;
        trial.actor.tick().await;
        assert_eq!(trial.used(), 0);
        assert_eq!(trial.face().running, None, "it stands still while it waits");
    }
    assert!(trial.is_playing());
    trial.wait(false);
    let faces = clocks_told(&outgoing);
    let running: Vec<_> = faces.iter().map(|face| face.running).collect();
    assert_eq!(running, [None, Some(Side::First)]);
    pass(300).await;
    assert_eq!(trial.used(), 300);
    pass(9_701).await;
    trial.actor.tick().await;
    assert!(!trial.is_playing(), "its own time is over");
}

#[tokio::test(start_paused = true)]
async fn a_search_that_is_dropped_while_it_waits_leaves_the_clock_running() {
    let mut trial = Trial::new();
    trial.wait(true);
    pass(1_000).await;
    assert_eq!(trial.face().running, None);
    trial.actor.bot.as_mut().unwrap().revision = Revision(99);
    trial.actor.schedule_bot();
    assert_eq!(trial.face().running, Some(Side::First));
    assert_eq!(trial.face().remaining.first, Millis::from_millis(CLOCK));
}

#[tokio::test(start_paused = true)]
async fn a_store_that_fails_meanwhile_holds_the_clock_until_both_are_over() {
    for search_first in [true, false] {
        let mut trial = Trial::new();
        trial.actor.persistent = true;
        pass(100).await;
        trial.wait(true);
        pass(1_000).await;
        trial.actor.hold_clock(trial.actor.shared.time.now());
        pass(1_000).await;
        for end_of_search in [search_first, !search_first] {
            assert_eq!(trial.face().running, None);
            if end_of_search {
                trial.wait(false);
            } else {
                trial.actor.follow_store_health(&Health::Working);
            }
        }
        assert_eq!(trial.face().running, Some(Side::First));
        assert_eq!(trial.used(), 100);
        pass(50).await;
        assert_eq!(trial.used(), 150);
    }
}

#[tokio::test]
async fn the_searches_against_a_player_count_for_the_player() {
    let seats = BySide {
        first: SeatSpec::Bot {
            bot: "random".parse().unwrap(),
        },
        second: SeatSpec::Me,
    };
    let (opener, _outgoing) = testing::entry(7, Part::Player(Token(1)));
    let opener = Entry {
        person: person(7),
        ..opener
    };
    let who = opener.who;
    let mut actor = actor(seats, None, Some(opener));
    let _outgoing = watch_by(&mut actor, 1);
    assert_eq!(actor.person_of_searches(), person(7));
    actor.members.shift_remove(&who);
    assert_eq!(actor.person_of_searches(), person(7), "who opened the room");
}

/// The first to come to a room that nobody is known to have opened has it from then on.
#[tokio::test]
async fn the_searches_of_a_match_count_for_the_first_who_comes() {
    let mut trial = Trial::new();
    assert_eq!(trial.actor.person_of_searches(), Person::Unknown);
    let first = watch_by(&mut trial.actor, 1);
    let second = watch_by(&mut trial.actor, 2);
    trial.actor.members.shift_remove(&PlayerId(1));
    assert_eq!(trial.actor.person_of_searches(), person(1));
    drop((first, second));
}
