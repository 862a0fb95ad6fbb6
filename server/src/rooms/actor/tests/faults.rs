//! Rooms that break, and rooms whose store fails.

use std::pin::pin;
use std::task::Poll;

use futures::poll;
use protocol::id::RoomId;

use super::*;
use crate::rooms::exhibition;
use crate::store::writer::Health;
use crate::testing::failing;

impl Trial {
    /// Makes person 1 sit down, and both play a ply.
    async fn both_play(&mut self) {
        self.enter(1, Part::Player(Token(2))).await;
        for who in [0, 1] {
            self.play(who).await;
        }
    }
}

/// The fault put everybody out, and whoever was back first claimed the game.
#[tokio::test(start_paused = true)]
async fn nobody_claims_at_once_from_one_whom_a_fault_of_the_room_put_out() {
    let mut trial = Trial::open().await;
    trial.both_play().await;
    wait(3_600_000).await;
    trial.break_room().await;
    trial.reload().await;
    trial.enter(0, Part::Returning(Token(1))).await;
    let wait = Config::default().timing.grace;
    assert_eq!(
        trial.act(Act::Claim).await,
        Err(Refusal::ClaimTooEarly { wait })
    );
}

#[tokio::test(start_paused = true)]
async fn a_room_that_broke_comes_back_though_nobody_asks_for_it() {
    let mut trial = Trial::open_with(Some("60s")).await;
    trial.both_play().await;
    let revived = Arc::clone(&trial.directory).revive_due(CancellationToken::new());
    let revived = tokio::spawn(revived);
    trial.break_room().await;
    assert_eq!(trial.directory.in_memory_count(), 0);
    wait(6_000).await;
    assert_eq!(trial.directory.in_memory_count(), 1);
    trial.reload().await;
    // The next time it takes twice as long.
    trial.break_room().await;
    wait(6_000).await;
    assert_eq!(trial.directory.in_memory_count(), 0);
    wait(5_000).await;
    assert_eq!(trial.directory.in_memory_count(), 1);
    trial.reload().await;
    // Ana does not come back: her grace period ends, and then her time.
    wait(121_000).await;
    let row = trial.room.look().await.expect("the room is there");
    assert!(matches!(row.phase, Phase::Over { .. }), "{:?}", row.phase);
    revived.abort();
}

/// The note of its rest was the end of the room in memory: whatever came after the game was refused as `internal`.
#[tokio::test(start_paused = true)]
async fn a_game_that_ends_with_nobody_back_is_kept_in_memory_for_a_rematch() {
    let mut trial = Trial::open_with(Some("60s")).await;
    trial.both_play().await;
    let revived = Arc::clone(&trial.directory).revive_due(CancellationToken::new());
    let revived = tokio::spawn(revived);
    trial.break_room().await;
    wait(130_000).await;
    trial.reload().await;
    let row = trial.room.look().await.expect("the room is there");
    assert!(matches!(row.phase, Phase::Over { .. }), "{:?}", row.phase);
    trial.enter(0, Part::Returning(Token(1))).await;
    assert_eq!(trial.act(Act::Rematch).await, Ok(()));
    revived.abort();
}

/// The room counted as deserted since days at the next start, and ended.
#[tokio::test(start_paused = true)]
async fn a_player_who_is_back_while_the_store_fails_is_noted_when_it_works() {
    let (store, fault) = failing(store::memory());
    let mut trial = Trial::open_in(Config::default(), store, None).await;
    trial.both_play().await;
    let store = trial.directory.shared().store.clone();
    let probes = store.clone();
    let stop = CancellationToken::new();
    let probes = tokio::spawn({
        let stop = stop.clone();
        async move {
            probes
                .probe_while_failing(Duration::from_secs(1), stop)
                .await;
        }
    });
    let room = trial.room.room();
    for was_known in [false, true] {
        trial.lose(0).await;
        trial.lose(1).await;
        trial.room.unload().await;
        assert!(store.load(room).await.unwrap().left.is_some());
        trial.reload().await;
        fault.begin();
        if was_known {
            // A note about a room that is not there.
            store.rest(RoomId::from_draw(99), None).await;
            wait(1).await;
        }
        for (who, token) in [(0, Token(1)), (1, Token(2))] {
            trial.enter(who, Part::Returning(token)).await;
        }
        wait(10_000).await;
        assert!(store.load(room).await.unwrap().left.is_some());
        fault.end();
        wait(2_000).await;
        assert_eq!(store.load(room).await.unwrap().left, None);
    }
    stop.cancel();
    probes.await.unwrap();
}

/// It was loaded again and again without an end, with an event in the store for each time.
#[tokio::test(start_paused = true)]
async fn a_room_that_breaks_whenever_it_is_looked_at_is_refused_and_not_loaded_each_time() {
    let mut trial = Trial::open().await;
    trial.both_play().await;
    trial.break_room().await;
    let room = trial.room.room();
    let store = trial.directory.shared().store.clone();
    let stored = async || store.load(room).await.unwrap().events.len();
    let before = stored().await;
    for _ in 0..10 {
        let mut look = pin!(trial.directory.look(room));
        let mut looks = 0;
        let answer = loop {
            if let Poll::Ready(answer) = poll!(look.as_mut()) {
                break answer;
            }
            looks += 1;
            assert!(looks < 100, "it goes on");
            for room in trial.directory.list().0 {
                room.note_broken();
            }
            yield_now().await;
        };
        assert!(matches!(answer, Err(Refusal::Internal { .. })));
    }
    // Whoever comes after the first time finds the room at once.
    assert_eq!(stored().await, before + 1);
    wait(11_000).await;
    trial.directory.look(room).await.expect("its time has come");
}

/// The next one was opened at once, without a pause.
#[tokio::test(start_paused = true)]
async fn an_exhibition_whose_room_breaks_waits_before_it_opens_the_next() {
    let directory = testing::directory(Config::default(), store::memory());
    let stop = CancellationToken::new();
    let exhibition = exhibition::run(Arc::clone(&directory), stop.clone());
    let exhibition = tokio::spawn(exhibition);
    let mut broken = 0;
    for _ in 0..20 {
        yield_now().await;
        for room in directory.list().0 {
            room.note_broken();
            assert!(room.look().await.is_err(), "it is lost");
            room.gone().await;
            broken += 1;
        }
    }
    assert_eq!(broken, 1);
    stop.cancel();
    exhibition.await.unwrap();
}

/// They had a board that stood still, or a seat that was given up for lost.
#[tokio::test(start_paused = true)]
async fn whoever_is_in_a_room_that_breaks_loses_the_connection_to_come_back_by() {
    let mut trial = Trial::open().await;
    trial.enter(1, Part::Player(Token(2))).await;
    trial.watch(2).await;
    trial.enter(3, Part::Watcher).await;
    trial.break_room().await;
    for (&who, outgoing) in &trial.people {
        let has_ended = outgoing.ended().now_or_never().is_some();
        assert_eq!(has_ended, who != 3, "{who}");
    }
    // They may play in another room on the same connection.
    let outgoing = &trial.people[&3];
    let last = std::iter::from_fn(|| outgoing.take()).last();
    assert!(
        matches!(
            last,
            Some(Outgoing::Left {
                why: LeftWhy::Asked,
                ..
            })
        ),
        "{last:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn whoever_is_in_a_room_when_the_server_stops_keeps_the_connection_for_its_goodbye() {
    let mut trial = Trial::open().await;
    trial.watch(1).await;
    trial.directory.drain().await;
    for (who, outgoing) in &trial.people {
        assert!(outgoing.ended().now_or_never().is_none(), "{who}");
    }
}

/// They were told that it was closed, and gave their seats up.
#[tokio::test(start_paused = true)]
async fn a_room_that_is_refused_is_not_told_as_closed() {
    for quarantined in [false, true] {
        let (store, fault) = failing(store::memory());
        let mut trial = Trial::open_in(Config::default(), store, None).await;
        trial.enter(1, Part::Player(Token(2))).await;
        let damaged = StoreError::Damaged {
            room: trial.room.room(),
            problem: "its row cannot be read".to_owned(),
            quarantined,
        };
        fault.begin_with(damaged);
        trial.play(0).await;
        trial.room.gone().await;
        for outgoing in trial.people.values() {
            let mut is_told = false;
            while let Some(item) = outgoing.take() {
                is_told |= matches!(item, Outgoing::Left { .. });
            }
            assert_eq!(is_told, quarantined);
            assert_eq!(outgoing.ended().now_or_never().is_some(), !quarantined);
        }
    }
}

/// They were given a number to quote, and did not know that nothing was lost.
#[tokio::test(start_paused = true)]
async fn whoever_plays_on_a_full_disk_is_told_so() {
    let (store, fault) = failing(store::memory());
    let mut trial = Trial::open_in(Config::default(), store, None).await;
    trial.enter(1, Part::Player(Token(2))).await;
    fault.begin_with(StoreError::Full("database or disk is full".to_owned()));
    assert_eq!(trial.act(Act::OfferDraw).await, Err(Refusal::DiskFull));
    let health = trial.directory.shared().store.health().latest();
    assert!(matches!(health, Health::Failing { .. }), "{health:?}");
    fault.end();
    assert_eq!(trial.act(Act::OfferDraw).await, Ok(()));
}
