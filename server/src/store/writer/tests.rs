mod names;
mod silent;

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel};

use futures::FutureExt;
use protocol::id::{Seq, ServerId, TokenHash};
use protocol::side::Side;
use room::{Event, KeyHolder, Occupant};
use tokio_util::sync::CancellationToken;

use super::*;
use crate::base::time::Time;
use crate::store::{OwnedName, Pruned, Pruning};
use crate::testing::faulty::{Fault, Faulty};

/// A storage that reports the number of appends in a batch, and writes only when it is let.
struct Gate {
    sizes: Sender<usize>,
    open: Receiver<()>,
}

impl Store for Gate {
    fn id(&mut self, fresh: ServerId) -> Result<ServerId, StoreError> {
        Ok(fresh)
    }

    fn owned_names(&mut self) -> Result<Vec<OwnedName>, StoreError> {
        Ok(Vec::new())
    }

    fn change_names(&mut self, _: &[NameChange]) -> Result<(), StoreError> {
        Ok(())
    }

    fn seats(&mut self, _: TokenHash, _: usize) -> Result<Vec<RoomId>, StoreError> {
        Ok(Vec::new())
    }

    fn prune(
        &mut self,
        _: Millis,
        _: &BTreeSet<RoomId>,
        _: &mut Pruning,
    ) -> Result<Pruned, StoreError> {
        Err(StoreError::Failed("nothing is kept".to_owned()))
    }

    fn append(&mut self, batch: &[Append]) -> Vec<Result<(), StoreError>> {
        self.sizes.send(batch.len()).unwrap();
        self.open.recv().unwrap();
        batch.iter().map(|_| Ok(())).collect()
    }

    fn load(&mut self, _: RoomId) -> Result<Stored, StoreError> {
        Ok(Stored::default())
    }

    fn live(&mut self, _: Millis) -> Result<Vec<LiveRoom>, StoreError> {
        Ok(Vec::new())
    }

    fn rest(&mut self, _: &[Rest]) -> Result<(), StoreError> {
        Ok(())
    }

    fn quarantine(&mut self, _: RoomId, _: &str) -> Result<(), StoreError> {
        Ok(())
    }

    fn probe(&mut self) -> Result<(), StoreError> {
        Ok(())
    }
}

/// Time between probes: as short as the test allows.
const AT_ONCE: Duration = Duration::from_millis(1);

/// Time after which a wait that should have begun is missing: as long as no machine takes.
const PATIENCE: Duration = Duration::from_secs(10);

/// A moment that is not the epoch.
const NOW: Millis = Millis::from_millis(1_700_000_000_000);

/// Returns a writer over a storage that fails on command, with the switch for that, the reports of its probes
/// and its thread.
fn faulty(
    probe_every: Duration,
) -> (
    StoreHandle,
    Fault,
    mpsc::UnboundedReceiver<()>,
    JoinHandle<()>,
) {
    let (mut store, fault) = Faulty::new();
    let probed = store.probes();
    let (handle, writer) = spawn(Box::new(store), || NOW, probe_every).unwrap();
    (handle, fault, probed, writer)
}

fn append(number: u64) -> Append {
    Append::to_room(RoomId::from_draw(number), Seq(0), &[], Some(Millis::ZERO))
}

#[tokio::test]
async fn what_arrives_during_a_write_is_written_together() {
    let (sizes, seen) = channel();
    let (open, gate) = channel();
    let (handle, writer) = spawn(Box::new(Gate { sizes, open: gate }), || NOW, AT_ONCE).unwrap();
    let mut waiting = vec![tokio::spawn({
        let handle = handle.clone();
        async move { handle.append(append(0)).await }
    })];
    let first = tokio::task::spawn_blocking(move || (seen.recv().unwrap(), seen));
    let (size, seen) = first.await.unwrap();
    assert_eq!(size, 1);
    for number in 1..=10 {
        let (answer, waits) = oneshot::channel();
        let request = Write::Append(append(number), answer);
        handle.send(request).await.unwrap();
        waiting.push(tokio::spawn(async { waits.await.unwrap() }));
    }
    open.send(()).unwrap();
    open.send(()).unwrap();
    for answer in waiting {
        answer.await.unwrap().unwrap();
    }
    assert_eq!(seen.recv(), Ok(10));
    drop(handle);
    writer.join().unwrap();
}

/// It returns no error, and nothing at all.
#[tokio::test]
async fn a_store_that_hangs_is_a_problem_after_a_while() {
    let (sizes, seen) = channel();
    let (open, gate) = channel();
    let (handle, writer) = spawn(Box::new(Gate { sizes, open: gate }), || NOW, AT_ONCE).unwrap();
    let asked = tokio::spawn({
        let handle = handle.clone();
        async move { handle.append(append(0)).await }
    });
    tokio::task::spawn_blocking(move || seen.recv().unwrap())
        .await
        .unwrap();
    assert_eq!(handle.failure(NOW), None);
    tokio::time::pause();
    tokio::time::advance(Duration::from_secs(12)).await;
    let problem = handle.failure(NOW).expect("it hangs");
    assert!(problem.starts_with("the store has hung for 1"), "{problem}");
    tokio::time::resume();
    open.send(()).unwrap();
    asked.await.unwrap().unwrap();
    drop(handle);
    writer.join().unwrap();
}

#[tokio::test]
async fn further_appends_are_waited_for_while_several_rooms_wait() {
    let (sizes, seen) = channel();
    let (open, gate) = channel();
    let (waits, waiting) = channel();
    let (over, goes_on) = channel::<()>();
    let gathering = Gathering::new(Duration::from_hours(1), move |time| {
        waits.send(time).unwrap();
        let _ = goes_on.recv_timeout(PATIENCE);
        time
    });
    let store = Box::new(Gate { sizes, open: gate });
    let (handle, writer) = spawn_gathering(store, || NOW, AT_ONCE, gathering).unwrap();
    let mut answers = Vec::new();
    let mut request = async |number| {
        let (answer, written) = oneshot::channel();
        let request = Write::Append(append(number), answer);
        handle.send(request).await.unwrap();
        answers.push(written);
    };
    request(0).await;
    assert_eq!(seen.recv_timeout(PATIENCE), Ok(1));
    assert!(
        waiting.try_recv().is_err(),
        "a room by itself does not wait"
    );
    request(1).await;
    request(2).await;
    open.send(()).unwrap();
    waiting.recv_timeout(PATIENCE).unwrap();
    request(3).await;
    over.send(()).unwrap();
    // One more has come, so that others may. None do.
    waiting.recv_timeout(PATIENCE).unwrap();
    over.send(()).unwrap();
    assert_eq!(seen.recv_timeout(PATIENCE), Ok(3));
    open.send(()).unwrap();
    for written in answers {
        written.await.unwrap().unwrap();
    }
    drop(handle);
    writer.join().unwrap();
}

#[tokio::test]
async fn the_writer_ends_when_nobody_can_ask_any_more() {
    let (handle, writer) = spawn(super::super::memory(), || NOW, AT_ONCE).unwrap();
    handle.append(append(1)).await.unwrap();
    drop(handle);
    writer.join().unwrap();
}

#[tokio::test]
async fn a_read_has_what_the_storage_has() {
    let (handle, writer) = spawn(super::super::memory(), || NOW, AT_ONCE).unwrap();
    handle.append(append(1)).await.unwrap();
    let live = handle.live(NOW).await.unwrap();
    let rooms: Vec<_> = live.iter().map(|live| live.room).collect();
    assert_eq!(rooms, [RoomId::from_draw(1)]);
    let key = TokenHash(1);
    let occupant = Occupant::KeyHolder {
        name: "Ana".parse().unwrap(),
        hash: TokenHash(9),
        holder: KeyHolder { key, nonce: 0 },
    };
    let side = Side::First;
    let taken = (NOW, Event::SeatTaken { side, occupant });
    let seated = Append::to_room(append(2).room, Seq(0), &[taken], None);
    handle.append(seated).await.unwrap();
    assert_eq!(handle.seats(key, 9).await.unwrap(), [RoomId::from_draw(2)]);
    drop(handle);
    writer.join().unwrap();
}

#[tokio::test(start_paused = true)]
async fn that_the_server_runs_is_noted_again_and_again_and_at_its_end() {
    let every = Duration::from_mins(1);
    let (mut store, _) = Faulty::new();
    let mut noted = store.notes();
    let handle = at_once(Box::new(store), || NOW);
    let stop = CancellationToken::new();
    let noting = handle.note_alive(Time::start(NOW), every, stop.clone());
    let minute = Millis::from_secs(60);
    let reading = async {
        for moment in [NOW + minute, NOW + minute + minute] {
            let noted = tokio::time::timeout(every * 3, noted.recv()).await;
            assert_eq!(noted.ok().flatten(), Some(moment));
        }
        stop.cancel();
    };
    tokio::join!(noting, reading);

    let (mut store, _) = Faulty::new();
    let mut noted = store.notes();
    let (handle, writer) = spawn(Box::new(store), || NOW, AT_ONCE).unwrap();
    drop(handle);
    writer.join().unwrap();
    assert_eq!(noted.try_recv(), Ok(NOW));
}

#[tokio::test]
async fn a_store_that_fails_is_said_to_and_tried_until_it_works_again() {
    let (handle, fault, mut probed, writer) = faulty(AT_ONCE);
    let mut health = handle.health();
    handle.append(append(1)).await.unwrap();
    assert_eq!(health.latest(), Health::Working);

    fault.begin();
    let error = handle.append(append(2)).await.unwrap_err();
    assert!(matches!(error, StoreError::Failed(_)), "{error}");
    let failing = Health::Failing {
        since: NOW,
        problem: "no space left on device".to_owned(),
    };
    assert_eq!(health.latest(), failing, "known when the refusal is");
    for _ in 0..3 {
        probed.recv().await.unwrap();
    }
    assert_eq!(health.latest(), failing);

    fault.end();
    while health.latest() != Health::Working {
        health.changed().await;
    }
    handle.append(append(2)).await.unwrap();
    drop(handle);
    writer.join().unwrap();
}

#[tokio::test]
async fn an_append_that_succeeds_ends_the_failure_before_the_next_probe() {
    let (handle, fault, mut probed, writer) = faulty(Duration::from_hours(1));
    let mut health = handle.health();
    fault.begin();
    handle.append(append(1)).await.unwrap_err();
    assert_ne!(health.latest(), Health::Working);
    fault.end();
    handle.append(append(1)).await.unwrap();
    assert_eq!(health.latest(), Health::Working);
    drop(handle);
    writer.join().unwrap();
    assert!(probed.recv().await.is_none(), "never tried");
}

#[tokio::test]
async fn a_conflict_or_damage_of_a_room_is_no_failure_of_the_store() {
    let (handle, _, mut probed, writer) = faulty(AT_ONCE);
    let mut health = handle.health();
    let late = Append {
        expected: Seq(7),
        ..append(1)
    };
    let error = handle.append(late).await.unwrap_err();
    assert!(matches!(error, StoreError::Conflict { .. }), "{error}");
    let room = append(2).room;
    handle
        .quarantine(room, "a stone on a stone".to_owned())
        .await;
    let error = handle.append(append(2)).await.unwrap_err();
    assert!(matches!(error, StoreError::Damaged { .. }), "{error}");
    let error = handle.load(room).await.unwrap_err();
    assert!(error.to_string().contains("a stone on a stone"), "{error}");
    assert_eq!(health.latest(), Health::Working);
    drop(handle);
    writer.join().unwrap();
    assert!(probed.recv().await.is_none(), "never tried");
}

#[tokio::test]
async fn a_note_comes_after_the_appends_asked_for_before_and_not_over_those_after() {
    let (handle, writer) = spawn(super::super::memory(), || NOW, AT_ONCE).unwrap();
    let room = append(1).room;
    handle.append(append(1)).await.unwrap();
    handle.rest(room, Some(Millis::from_millis(7))).await;
    assert_eq!(
        handle.load(room).await.unwrap().left,
        Some(Millis::from_millis(7))
    );
    // Queued together, so that they are one batch, whatever comes first in it.
    let (answer, written) = oneshot::channel();
    let note = Write::Rest(Rest {
        room,
        left: Some(Millis::from_millis(8)),
    });
    for request in [note, Write::Append(append(1), answer)] {
        handle.send(request).await.unwrap();
    }
    written.await.unwrap().unwrap();
    assert_eq!(handle.load(room).await.unwrap().left, None);
    drop(handle);
    writer.join().unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_store_without_a_thread_answers_in_place_and_is_tried_while_it_fails() {
    let (mut store, fault) = Faulty::new();
    fault.begin();
    let mut probed = store.probes();
    let handle = at_once(Box::new(store), || NOW);
    let mut health = handle.health();
    let stop = CancellationToken::new();
    let every = Duration::from_secs(1);
    let probing = tokio::spawn({
        let (handle, stop) = (handle.clone(), stop.clone());
        async move { handle.probe_while_failing(every, stop).await }
    });
    let refused = handle.append(append(1)).now_or_never();
    assert!(matches!(refused, Some(Err(StoreError::Failed(_)))));
    assert_ne!(health.latest(), Health::Working);
    let failed = Instant::now();
    probed.recv().await.unwrap();
    probed.recv().await.unwrap();
    assert_eq!(failed.elapsed(), every * 2);
    fault.end();
    health.changed().await;
    assert_eq!(health.latest(), Health::Working);
    assert!(matches!(
        handle.append(append(1)).now_or_never(),
        Some(Ok(()))
    ));
    stop.cancel();
    probing.await.unwrap();
}

#[test]
fn a_batch_that_is_written_in_part_does_not_end_the_failure() {
    let (store, fault) = Faulty::new();
    fault.begin();
    let moments = (1..).map(Millis::from_millis);
    let moments = Mutex::new(moments);
    let clock = move || moments.lock().unwrap().next().unwrap();
    let (mut writer, mut health) = Writer::new(Box::new(store), clock);
    let written = Append {
        wake_after: None,
        ..append(1)
    };
    let requests =
        [append(2), written].map(|append| Write::Append(append, oneshot::channel().0).into());
    writer.serve(requests.into_iter());
    let failing = health.latest();
    let since = Millis::from_millis(1);
    assert!(
        matches!(&failing, Health::Failing { since: first, .. } if *first == since),
        "{failing:?}"
    );
    let written = Append {
        wake_after: None,
        ..append(3)
    };
    let requests =
        [append(2), written].map(|append| Write::Append(append, oneshot::channel().0).into());
    writer.serve(requests.into_iter());
    assert_eq!(health.latest(), failing, "since the same moment");
}

#[test]
fn the_metrics_of_a_handle_count_its_commits() {
    let handle = at_once(super::super::memory(), || NOW);
    for number in 1..=3 {
        let written = handle.append(append(number)).now_or_never();
        assert!(matches!(written, Some(Ok(()))));
    }
    let mut registry = prometheus_client::registry::Registry::default();
    registry.register("commits", "Sizes", handle.metrics().sizes.clone());
    let page = crate::base::metrics::text(&registry);
    assert!(page.contains("commits_count 3"), "{page}");
}
