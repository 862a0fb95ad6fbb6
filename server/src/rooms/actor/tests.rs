//! A room and the outboxes of those in it, in time that stands still but when a test waits.

mod faults;

use std::collections::BTreeMap;

use futures::FutureExt;
use protocol::act::Act;
use protocol::message::{RoomEvent, ServerMsg};
use protocol::square::Square;
use protocol::view::Phase;
use tokio::task::yield_now;
use tokio::time::{Duration, sleep};
use tokio_util::sync::CancellationToken;

use super::handle::Spectators;
use super::*;
use crate::config::Config;
use crate::outbox::{OutboxReader, Outgoing};
use crate::rooms::directory::Directory;
use crate::store;
use crate::store::Store;
use crate::testing;

/// A room, and what everybody in it was sent.
struct Trial {
    /// Holds the room.
    directory: Arc<Directory>,
    room: RoomHandle,
    people: BTreeMap<u64, OutboxReader>,
}

impl Trial {
    /// Returns the room of person 0.
    async fn open() -> Self {
        Self::open_with(None).await
    }

    /// Returns the room of person 0, in which players have this much time.
    async fn open_with(clock: Option<&str>) -> Self {
        Self::open_at(Config::default(), clock).await
    }

    /// The same on a server with this configuration.
    async fn open_at(config: Config, clock: Option<&str>) -> Self {
        Self::open_in(config, store::memory(), clock).await
    }

    /// The same in this storage.
    async fn open_in(config: Config, store: Box<dyn Store>, clock: Option<&str>) -> Self {
        let directory = testing::directory(config, store);
        let (entry, outgoing) = testing::entry(0, Part::Player(Token(1)));
        let mut new = testing::new_room(entry);
        new.spec.clock = clock.map(|clock| clock.parse().unwrap());
        let opened = directory.open(new);
        Self {
            room: opened.await.unwrap(),
            people: BTreeMap::from([(0, outgoing)]),
            directory,
        }
    }

    async fn who_watches(&self, who: u64) -> Result<Result<Spectators, Refusal>, Retired> {
        let who = PlayerId(who);
        self.room.ask(|reply| Request::Who { who, reply }).await
    }

    async fn watch(&mut self, who: u64) {
        self.enter(who, Part::Spectator).await;
    }

    async fn enter(&mut self, who: u64, part: Part) {
        let (entry, outgoing) = testing::entry(who, part);
        let entered = self.room.enter(entry, Millis::ZERO).await;
        entered.expect("the room is there").expect("not refused");
        self.people.insert(who, outgoing);
    }

    /// Drops a disc into the middle column. A new game has revision 1.
    async fn play(&self, who: u64) {
        self.play_at(who, self.directory.shared().time.now()).await;
    }

    /// The same, with a move that arrived at this moment.
    async fn play_at(&self, who: u64, at: Millis) {
        let plies = self.room.look().await.unwrap().plies;
        let act = Act::Move {
            revision: Revision(1 + u32::from(plies)),
            square: Square::new(3, 0).unwrap(),
        };
        let played = self.room.send(Request::Do {
            who: PlayerId(who),
            at,
            command: Command::Act {
                who: PlayerId(who),
                act,
                round_trip: Millis::ZERO,
            },
            reference: None,
        });
        played.await.expect("the room is there");
    }

    async fn break_room(&self) {
        self.room.note_broken();
        assert!(self.room.look().await.is_err(), "it is lost");
        self.room.gone().await;
    }

    /// Lets the connection of a person break.
    async fn lose(&self, who: u64) {
        let lost = self.room.leave(PlayerId(who), Millis::ZERO, true, None);
        lost.await.expect("the room is there").expect("not refused");
    }

    /// Loads the room again.
    async fn reload(&mut self) {
        self.room = self.directory.find(self.room.room()).await.unwrap();
    }

    /// Returns the answer to an act of person 0.
    async fn act(&self, act: Act) -> Result<(), Refusal> {
        let command = Command::Act {
            who: PlayerId(0),
            act,
            round_trip: Millis::ZERO,
        };
        self.room.host(command).await.expect("the room is there")
    }

    async fn leave(&mut self, who: u64) {
        let left = self.room.leave(PlayerId(who), Millis::ZERO, false, None);
        left.await.expect("the room is there").expect("not refused");
        self.people.remove(&who);
    }

    /// Returns what this person was told since the last call about the spectators.
    fn told(&mut self, who: u64) -> Vec<(u32, Option<usize>)> {
        let mut told = Vec::new();
        while let Some(item) = self.people[&who].take() {
            if let Outgoing::Frame(frame, _) = item {
                match frame.message() {
                    ServerMsg::Event {
                        event: RoomEvent::Watchers { watching, names },
                        ..
                    } => told.push((*watching, names.as_ref().map(Vec::len))),
                    ServerMsg::Joined { snapshot, .. } => {
                        told.push((snapshot.watching, Some(snapshot.spectators.len())));
                    }
                    _ => {}
                }
            }
        }
        told
    }
}

async fn wait(millis: u64) {
    sleep(Duration::from_millis(millis)).await;
}

#[tokio::test(start_paused = true)]
async fn the_first_who_watches_is_told_at_once_and_those_after_them_together() {
    let mut trial = Trial::open().await;
    trial.told(0);
    trial.watch(1).await;
    wait(1).await;
    assert_eq!(trial.told(0), [(1, Some(1))]);
    for who in 2..=5 {
        trial.watch(who).await;
    }
    trial.leave(1).await;
    wait(240).await;
    assert_eq!(trial.told(0), []);
    wait(10).await;
    assert_eq!(trial.told(0), [(4, Some(4))]);
    // Each newcomer knows by the snapshot what came before it.
    assert_eq!(trial.told(2), [(2, Some(2)), (4, Some(4))]);
    assert_eq!(trial.told(5), [(5, Some(5)), (4, Some(4))]);
    // A change after a pause is told at once again.
    wait(1000).await;
    trial.leave(5).await;
    wait(1).await;
    assert_eq!(trial.told(0), [(3, Some(3))]);
    wait(1000).await;
    assert_eq!(trial.told(0), [], "and only once");
}

#[tokio::test(start_paused = true)]
async fn more_than_ten_who_watch_are_a_count_without_names() {
    let mut trial = Trial::open().await;
    for who in 1..=10 {
        trial.watch(who).await;
    }
    wait(1000).await;
    assert_eq!(trial.told(0).last(), Some(&(10, Some(10))));
    trial.watch(11).await;
    wait(1000).await;
    assert_eq!(trial.told(0).last(), Some(&(11, None)));
    assert_eq!(trial.told(11), [(11, Some(0))], "nor has a snapshot");
    trial.leave(3).await;
    wait(1000).await;
    assert_eq!(trial.told(0).last(), Some(&(10, Some(10))));
}

#[tokio::test(start_paused = true)]
async fn who_watches_is_a_hundred_names_and_the_count() {
    let mut trial = Trial::open().await;
    for who in 1..=101 {
        trial.watch(who).await;
    }
    let answer = trial.who_watches(101).await;
    let (names, count) = answer.expect("the room is there").expect("is in the room");
    assert_eq!((names.len(), count), (100, 101));
    assert_eq!(
        names[0].as_str(),
        "person 1",
        "in the order in which they came"
    );
    let answer = trial.who_watches(102).await;
    assert_eq!(answer.expect("the room is there"), Err(Refusal::NotInRoom));
}

#[tokio::test(start_paused = true)]
async fn a_room_is_watched_once_by_a_connection_however_often_it_asks() {
    let mut trial = Trial::open().await;
    let (first, outgoing) = testing::entry(1, Part::Watcher);
    let outbox = first.outbox.clone();
    let newer = EntryNumber::default().next();
    let again = Entry {
        outbox,
        number: newer,
        ..testing::entry(1, Part::Watcher).0
    };
    for entry in [first, again] {
        let entered = trial.room.enter(entry, Millis::ZERO).await;
        entered.unwrap().unwrap();
    }
    let left = trial.room.leave(PlayerId(1), Millis::ZERO, false, Some(3));
    left.await.unwrap().unwrap();
    for number in 0..2 {
        let Some(Outgoing::Frame(frame, _)) = outgoing.next().await else {
            panic!("a snapshot");
        };
        match frame.message() {
            ServerMsg::Watching { snapshot } => assert_eq!(snapshot.watching, 1, "{number}"),
            other => panic!("{other:?}"),
        }
    }
    match outgoing.next().await {
        // The newest entry is the one that ends.
        Some(Outgoing::Left {
            entry, reference, ..
        }) => {
            assert_eq!((entry, reference), (newer, Some(3)));
        }
        other => panic!("{other:?}"),
    }
    wait(1000).await;
    assert_eq!(trial.told(0).last(), Some(&(0, Some(0))));
}

#[tokio::test(start_paused = true)]
async fn a_room_leaves_memory_when_the_last_who_waits_in_it_has_gone() {
    let mut trial = Trial::open().await;
    wait(1).await;
    // The room is closed when the last who waits in it has gone, and leaves memory with that.
    trial.leave(0).await;
    let code = trial.room.room();
    assert!(trial.room.finished().now_or_never().is_none());
    let gone = trial.room.gone();
    tokio::time::timeout(Duration::from_hours(2), gone)
        .await
        .unwrap_or_else(|_late| panic!("{code} is in memory still"));
}

#[tokio::test(start_paused = true)]
async fn time_that_ends_sooner_after_a_move_is_up_in_time() {
    let mut trial = Trial::open_with(Some("60s")).await;
    trial.enter(1, Part::Player(Token(2))).await;
    // The first plies take no time off the clock.
    for (who, seconds) in [(0, 0), (1, 0), (0, 0), (1, 50), (0, 40)] {
        wait(seconds * 1000).await;
        trial.play(who).await;
    }
    // The first player had 20 s left, and the second one has 10.
    wait(9_900).await;
    assert!(trial.room.finished().now_or_never().is_none());
    wait(200).await;
    assert!(trial.room.finished().now_or_never().is_some());
}

#[tokio::test(start_paused = true)]
async fn a_room_that_the_host_closes_leaves_memory_at_once() {
    let trial = Trial::open().await;
    wait(1).await;
    let closed = trial.room.host(Command::HostClose).await;
    closed.expect("the room is there").expect("not refused");
    tokio::time::timeout(Duration::from_millis(1), trial.room.gone())
        .await
        .expect("its task is woken");
}

#[tokio::test(start_paused = true)]
async fn a_move_that_arrived_in_time_is_taken_a_moment_after_it() {
    let mut trial = Trial::open_with(Some("60s")).await;
    trial.enter(1, Part::Player(Token(2))).await;
    for who in [0, 1] {
        trial.play(who).await;
    }
    wait(59_999).await;
    let in_time = trial.directory.shared().time.now();
    wait(4).await;
    trial.play_at(0, in_time).await;
    let row = trial.room.look().await.expect("the room is there");
    assert_eq!((row.plies, row.phase), (3, Phase::Playing));
}

#[tokio::test(start_paused = true)]
async fn whoever_watches_a_room_that_is_given_up_is_told_that_it_was_closed() {
    let mut trial = Trial::open().await;
    trial.watch(1).await;
    trial.leave(0).await;
    wait(2 * 3600 * 1000).await;
    let mut left = Vec::new();
    while let Some(item) = trial.people[&1].take() {
        if let Outgoing::Left { why, .. } = item {
            left.push(why);
        }
    }
    assert_eq!(left, [LeftWhy::Closed]);
}

#[tokio::test(start_paused = true)]
async fn a_player_who_is_back_in_a_stored_room_is_noted_there() {
    let mut trial = Trial::open().await;
    trial.enter(1, Part::Player(Token(2))).await;
    for who in [0, 1] {
        trial.play(who).await;
    }
    trial.lose(0).await;
    trial.lose(1).await;
    trial.room.unload().await;
    let store = trial.directory.shared().store.clone();
    let room = trial.room.room();
    let left = store.load(room).await.unwrap().left;
    assert!(left.is_some(), "nobody is there");
    trial.reload().await;
    trial.enter(0, Part::Returning(Token(1))).await;
    assert_eq!(store.load(room).await.unwrap().left, None);
}
