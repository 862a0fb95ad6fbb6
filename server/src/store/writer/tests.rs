mod names;
mod silent;

use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel};

use futures::FutureExt;
use protocol::id::{GameNr, Seq, TokenHash};
use tokio_util::sync::CancellationToken;

use super::*;
use crate::base::time::Time;
use crate::store::OwnedName;
use crate::testing::faulty::{Call, Faulty};
use crate::testing::{Fault, failing};

/// Time between probes: as short as the test allows.
const AT_ONCE: Duration = Duration::from_millis(1);

/// Time after which a wait that should have begun is missing: as long as no machine takes.
const PATIENCE: Duration = Duration::from_secs(10);

/// A moment that is not the epoch.
const NOW: Millis = Millis::from_millis(1_700_000_000_000);

/// A writer over a storage in memory.
struct Working {
    handle: StoreHandle,
    thread: JoinHandle<()>,
}

impl Working {
    fn new(store: Box<dyn Store>, probe_every: Duration) -> Self {
        let (handle, thread) = spawn(store, || NOW, probe_every).unwrap();
        Self { handle, thread }
    }

    /// Lets the writer end, which it does when nobody can ask any more.
    fn ends(self) {
        drop(self.handle);
        self.thread.join().unwrap();
    }
}

/// Returns a storage that works in memory and shows each call.
fn shown(mut show: impl FnMut(Call<'_>) + Send + 'static) -> Box<dyn Store> {
    Faulty::over(crate::store::memory(), false, move |call, go_on| {
        show(call);
        go_on()
    })
}

/// Returns a storage that reports the number of appends in a batch, and writes only when it is let.
fn gate() -> (Box<dyn Store>, Receiver<usize>, Sender<()>) {
    let (sizes, seen) = channel();
    let (open, gate) = channel();
    let store = shown(move |call| {
        if let Call::Batch(size) = call {
            sizes.send(size).unwrap();
            gate.recv().unwrap();
        }
    });
    (store, seen, open)
}

/// Returns a storage that fails on command, the switch for that, and the reports of its probes.
fn probed() -> (Box<dyn Store>, Fault, mpsc::UnboundedReceiver<()>) {
    let (sender, probed) = mpsc::unbounded_channel();
    let (store, fault) = failing(crate::store::memory());
    let store = Faulty::over(store, false, move |call, go_on| {
        if let Call::Probe = call {
            // The test may have seen enough of them.
            let _ = sender.send(());
        }
        go_on()
    });
    (store, fault, probed)
}

/// Returns a storage that works, and the reports of every note that the server runs.
fn noted() -> (Box<dyn Store>, mpsc::UnboundedReceiver<Millis>) {
    let (sender, noted) = mpsc::unbounded_channel();
    let store = shown(move |call| {
        if let Call::Alive(now) = call {
            let _ = sender.send(now);
        }
    });
    (store, noted)
}

/// Queues an append, and returns its answer.
async fn queue(handle: &StoreHandle, number: u64) -> oneshot::Receiver<Result<(), StoreError>> {
    let (answer, written) = oneshot::channel();
    let request = Write::Append(append(number), answer);
    handle.send(request).await.unwrap();
    written
}

fn append(number: u64) -> Append {
    Append::to_room(RoomId::from_draw(number), Seq(0), &[], Some(Millis::ZERO))
}

#[tokio::test]
async fn what_arrives_during_a_write_is_written_together() {
    let (store, seen, open) = gate();
    let writer = Working::new(store, AT_ONCE);
    let mut waiting = vec![queue(&writer.handle, 0).await];
    assert_eq!(seen.recv_timeout(PATIENCE), Ok(1));
    for number in 1..=10 {
        waiting.push(queue(&writer.handle, number).await);
    }
    open.send(()).unwrap();
    open.send(()).unwrap();
    for answer in waiting {
        answer.await.unwrap().unwrap();
    }
    assert_eq!(seen.recv(), Ok(10));
    writer.ends();
}

/// It returns no error, and nothing at all.
#[tokio::test]
async fn a_store_that_hangs_is_a_problem_after_a_while() {
    let (store, seen, open) = gate();
    let writer = Working::new(store, AT_ONCE);
    let asked = queue(&writer.handle, 0).await;
    seen.recv_timeout(PATIENCE).unwrap();
    assert_eq!(writer.handle.failure(NOW), None);
    tokio::time::pause();
    tokio::time::advance(Duration::from_secs(12)).await;
    let problem = writer.handle.failure(NOW).expect("it hangs");
    assert!(problem.starts_with("the store has hung for 1"), "{problem}");
    tokio::time::resume();
    open.send(()).unwrap();
    asked.await.unwrap().unwrap();
    writer.ends();
}

/// To derive the ratings of a million games takes half a minute, and is no fault of the disk.
#[tokio::test]
async fn a_store_that_amends_its_games_hangs_only_after_minutes() {
    let (begun, begins) = channel();
    let (open, gate) = channel::<()>();
    let store = shown(move |call| {
        if let Call::Amend = call {
            begun.send(()).unwrap();
            gate.recv().unwrap();
        }
    });
    let writer = Working::new(store, AT_ONCE);
    let handle = writer.handle.clone();
    let amended = tokio::spawn(async move { handle.amend(Amendment::Annul(GameNr(1))).await });
    while begins.try_recv().is_err() {
        tokio::task::yield_now().await;
    }
    tokio::time::pause();
    tokio::time::advance(Duration::from_mins(1)).await;
    assert_eq!(writer.handle.failure(NOW), None);
    tokio::time::advance(Duration::from_mins(10)).await;
    assert!(writer.handle.failure(NOW).is_some(), "it hangs");
    tokio::time::resume();
    open.send(()).unwrap();
    amended.await.unwrap().unwrap();
    writer.ends();
}

#[tokio::test]
async fn further_appends_are_waited_for_while_several_rooms_wait() {
    let (store, seen, open) = gate();
    let (waits, waiting) = channel();
    let (over, goes_on) = channel::<()>();
    let gathering = Gathering::new(Duration::from_hours(1), move |time| {
        waits.send(time).unwrap();
        let _ = goes_on.recv_timeout(PATIENCE);
        time
    });
    let (handle, thread) = spawn_gathering(store, || NOW, AT_ONCE, gathering).unwrap();
    let mut answers = vec![queue(&handle, 0).await];
    assert_eq!(seen.recv_timeout(PATIENCE), Ok(1));
    assert!(
        waiting.try_recv().is_err(),
        "a room by itself does not wait"
    );
    answers.push(queue(&handle, 1).await);
    answers.push(queue(&handle, 2).await);
    open.send(()).unwrap();
    waiting.recv_timeout(PATIENCE).unwrap();
    answers.push(queue(&handle, 3).await);
    over.send(()).unwrap();
    // One more has come, so that others may. None do.
    waiting.recv_timeout(PATIENCE).unwrap();
    over.send(()).unwrap();
    assert_eq!(seen.recv_timeout(PATIENCE), Ok(3));
    open.send(()).unwrap();
    for written in answers {
        written.await.unwrap().unwrap();
    }
    Working { handle, thread }.ends();
}

#[tokio::test(start_paused = true)]
async fn that_the_server_runs_is_noted_again_and_again_and_at_its_end() {
    let every = Duration::from_mins(1);
    let (store, mut notes) = noted();
    let handle = at_once(store, || NOW);
    let stop = CancellationToken::new();
    let noting = handle.note_alive(Time::start(NOW), every, stop.clone());
    let minute = Millis::from_secs(60);
    let reading = async {
        for moment in [NOW + minute, NOW + minute + minute] {
            let noted = tokio::time::timeout(every * 3, notes.recv()).await;
            assert_eq!(noted.ok().flatten(), Some(moment));
        }
        stop.cancel();
    };
    tokio::join!(noting, reading);

    let (store, mut notes) = noted();
    Working::new(store, AT_ONCE).ends();
    assert_eq!(notes.try_recv(), Ok(NOW));
}

#[tokio::test]
async fn a_store_that_fails_is_said_to_and_tried_until_it_works_again() {
    let (store, fault, mut probed) = probed();
    let writer = Working::new(store, AT_ONCE);
    let handle = &writer.handle;
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
    writer.ends();
}

#[tokio::test]
async fn an_append_that_succeeds_ends_the_failure_before_the_next_probe() {
    let (store, fault, mut probed) = probed();
    let writer = Working::new(store, Duration::from_hours(1));
    let mut health = writer.handle.health();
    fault.begin();
    writer.handle.append(append(1)).await.unwrap_err();
    assert_ne!(health.latest(), Health::Working);
    fault.end();
    writer.handle.append(append(1)).await.unwrap();
    assert_eq!(health.latest(), Health::Working);
    writer.ends();
    assert!(probed.recv().await.is_none(), "never tried");
}

#[tokio::test]
async fn a_conflict_or_damage_of_a_room_is_no_failure_of_the_store() {
    let (store, _, mut probed) = probed();
    let writer = Working::new(store, AT_ONCE);
    let handle = &writer.handle;
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
    handle.load(room).await.unwrap_err();
    assert_eq!(health.latest(), Health::Working);
    writer.ends();
    assert!(probed.recv().await.is_none(), "never tried");
}

#[tokio::test]
async fn a_note_comes_after_the_appends_asked_for_before_and_not_over_those_after() {
    let writer = Working::new(crate::store::memory(), AT_ONCE);
    let handle = &writer.handle;
    let room = append(1).room;
    let left = async || handle.load(room).await.unwrap().left;
    let at = |millis| Some(Millis::from_millis(millis));
    handle.append(append(1)).await.unwrap();
    handle.rest(room, at(7)).await;
    assert_eq!(left().await, at(7));
    // Queued together, so that they are one batch, whatever comes first in it.
    let note = Write::Rest(Rest { room, left: at(8) });
    handle.send(note).await.unwrap();
    queue(handle, 1).await.await.unwrap().unwrap();
    assert_eq!(left().await, None);
    writer.ends();
}

#[tokio::test(start_paused = true)]
async fn a_store_without_a_thread_answers_in_place_and_is_tried_while_it_fails() {
    let (store, fault, mut probed) = probed();
    fault.begin();
    let handle = at_once(store, || NOW);
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
    let (store, fault) = failing(crate::store::memory());
    fault.begin();
    let moments = Mutex::new((1..).map(Millis::from_millis));
    let clock = move || moments.lock().unwrap().next().unwrap();
    let (mut writer, mut health) = Writer::new(store, clock);
    // The fault is no matter to a room that waits for nothing.
    for written in [1, 3] {
        let written = Append {
            wake_after: None,
            ..append(written)
        };
        let requests =
            [append(2), written].map(|append| Write::Append(append, oneshot::channel().0).into());
        writer.serve(requests.into_iter());
        let Health::Failing { since, .. } = health.latest() else {
            panic!("it works");
        };
        assert_eq!(since, Millis::from_millis(1), "since the same moment");
    }
}
