//! The server's one clock, read by sessions, rooms and timers.
//!
//! Moments are milliseconds of the Unix epoch, so that they have a meaning after a restart, but they grow
//! with the monotonic clock, so that a corrected system clock moves no chess clock.
//!
//! A server that was stopped for a while, or whose machine slept, must not find everybody's time used up when
//! it wakes. So the clock is wound by a task that beats many times a second, and without a beat it goes on
//! for [`SLACK`] only: a standstill counts as no time, whichever task reads the clock first.

use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use protocol::millis::Millis;
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;
use tracing::warn;

/// Time between two beats: far below what a person notices on a clock.
const BEAT: Duration = Duration::from_millis(50);

/// Time that passes without a beat. It is more than a busy machine keeps the task waiting, and it is the most
/// that a standstill of the server may cost the side to move.
const SLACK: Millis = Millis::from_millis(250);

/// A standstill that is worth a line in the log, and to be told where a clock runs.
const NOTABLE: Millis = Millis::from_millis(1000);

/// Reads the time; clones read the same time.
#[derive(Clone, Debug)]
pub(crate) struct Time {
    started: Instant,
    last: Arc<Mutex<Beat>>,
    standstills: watch::Sender<()>,
}

/// Waits for a standstill of the server.
#[derive(Debug)]
pub(crate) struct StandstillWatch(watch::Receiver<()>);

/// A moment known by both clocks.
#[derive(Clone, Copy, Debug)]
struct Beat {
    /// Time since the start, by the monotonic clock.
    elapsed: Millis,
    /// Time of the server.
    moment: Millis,
    /// The way it goes on from here.
    pace: Pace,
}

/// The way of a clock from its last beat on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pace {
    /// Nobody winds it yet: it runs freely.
    Free,
    /// The next beat is sure to come.
    Wound,
    /// The server ends, and the time until the next one is nobody's.
    Stopped,
}

/// Time until a timer of a stopped clock fires: longer than a server takes to end.
const NEVER: Duration = Duration::from_hours(24);

impl Beat {
    /// Returns the server's time when the monotonic clock is at `elapsed`.
    fn moment_at(&self, elapsed: Millis) -> Millis {
        let since = elapsed - self.elapsed;
        let counted = match self.pace {
            Pace::Free => since,
            Pace::Wound => since.min(SLACK),
            Pace::Stopped => Millis::ZERO,
        };
        self.moment + counted
    }

    /// Returns the next beat, and the duration of the standstill before it.
    fn next(&self, elapsed: Millis) -> (Self, Millis) {
        let moment = self.moment_at(elapsed);
        let stood_still = (elapsed - self.elapsed) - (moment - self.moment);
        let next = Self {
            elapsed,
            moment,
            pace: Pace::Wound,
        };
        (next, stood_still)
    }
}

impl Time {
    /// Starts the clock at `epoch`, the moment by the wall clock.
    pub(crate) fn start(epoch: Millis) -> Self {
        let beat = Beat {
            elapsed: Millis::ZERO,
            moment: epoch,
            pace: Pace::Free,
        };
        Self {
            started: Instant::now(),
            last: Arc::new(Mutex::new(beat)),
            standstills: watch::Sender::new(()),
        }
    }

    /// Winds the clock until `stop`, at which it stops for good.
    pub(crate) async fn run(&self, stop: CancellationToken) {
        let mut beats = interval(BEAT);
        beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                biased;
                () = stop.cancelled() => break,
                _ = beats.tick() => self.beat(),
            }
        }
        // Whoever leaves slowly, and what is still to be written, must not cost the side to move its time.
        self.beat();
        self.last().pace = Pace::Stopped;
    }

    /// Returns the present moment.
    pub(crate) fn now(&self) -> Millis {
        self.at(Instant::now())
    }

    /// Returns the moment for a reading of the monotonic clock that was just taken.
    pub(crate) fn at(&self, now: Instant) -> Millis {
        self.last().moment_at(self.elapsed(now))
    }

    /// Returns the moment for tokio's timers. After a standstill it is early: the caller checks the time and
    /// waits again. On a stopped clock no moment is reached.
    pub(crate) fn instant(&self, moment: Millis) -> Instant {
        let last = *self.last();
        if last.pace == Pace::Stopped && moment > last.moment {
            return Instant::now() + NEVER;
        }
        let (ahead, behind) = (moment - last.moment, last.moment - moment);
        let elapsed = last.elapsed + ahead - behind;
        self.started + Duration::from_millis(elapsed.as_millis())
    }

    /// Returns the watch for the next standstill.
    pub(crate) fn standstills(&self) -> StandstillWatch {
        StandstillWatch(self.standstills.subscribe())
    }

    fn beat(&self) {
        let elapsed = self.elapsed(Instant::now());
        let mut last = self.last();
        let (next, stood_still) = last.next(elapsed);
        *last = next;
        drop(last);
        if stood_still >= NOTABLE {
            warn!(
                for_ms = stood_still.as_millis(),
                "the server stood still; no clock ran meanwhile"
            );
            self.standstills.send_replace(());
        }
    }

    fn elapsed(&self, now: Instant) -> Millis {
        let elapsed = now.duration_since(self.started);
        Millis::from_millis(elapsed.as_millis() as u64)
    }

    fn last(&self) -> MutexGuard<'_, Beat> {
        self.last.lock().expect("no holder panics")
    }
}

impl StandstillWatch {
    /// Waits until the server has stood still, and returns the watch for the next time.
    pub(crate) async fn next(mut self) -> Self {
        if self.0.changed().await.is_err() {
            // The clock is gone, so nobody notices another.
            std::future::pending::<()>().await;
        }
        self
    }
}

/// Waits for `moment`, or for ever if there is none.
pub(crate) async fn until(moment: Option<Instant>) {
    match moment {
        Some(moment) => tokio::time::sleep_until(moment).await,
        None => std::future::pending().await,
    }
}

#[cfg(test)]
mod tests {
    use tokio::task::JoinHandle;

    use super::*;

    fn at(millis: u64) -> Millis {
        Millis::from_millis(millis)
    }

    fn wound() -> Beat {
        Beat {
            elapsed: at(1_000),
            moment: at(5_000),
            pace: Pace::Wound,
        }
    }

    /// Winds a clock until it is told to stop.
    fn wind(time: &Time) -> (CancellationToken, JoinHandle<()>) {
        let stop = CancellationToken::new();
        let winding = tokio::spawn({
            let (time, stop) = (time.clone(), stop.clone());
            async move { time.run(stop).await }
        });
        (stop, winding)
    }

    #[test]
    fn between_two_beats_time_passes_as_on_any_clock() {
        let (next, stood_still) = wound().next(at(1_050));
        assert_eq!((next.moment, stood_still), (at(5_050), Millis::ZERO));
        assert_eq!(next.moment_at(at(1_060)), at(5_060));
    }

    #[test]
    fn a_standstill_is_no_time_for_whoever_looks_before_the_next_beat_or_after_it() {
        let before = wound();
        let woken = at(20_000);
        assert_eq!(before.moment_at(woken), at(5_000) + SLACK);
        let (after, stood_still) = before.next(woken);
        assert_eq!(after.moment_at(woken), at(5_000) + SLACK);
        assert_eq!(stood_still, at(19_000) - SLACK);
        assert_eq!(after.moment_at(woken + at(100)), at(5_100) + SLACK);
    }

    #[test]
    fn a_clock_that_nobody_winds_runs_on() {
        let free = Beat {
            pace: Pace::Free,
            ..wound()
        };
        assert_eq!(free.moment_at(at(20_000)), at(24_000));
    }

    #[tokio::test(start_paused = true)]
    async fn a_stopped_clock_stands_and_reaches_no_moment() {
        let time = Time::start(at(1_000));
        let (stop, winding) = wind(&time);
        tokio::time::sleep(Duration::from_millis(220)).await;
        stop.cancel();
        winding.await.unwrap();
        tokio::time::sleep(Duration::from_secs(5)).await;
        let now = time.now();
        assert_eq!(now, at(1_220));
        let soon = now + at(1);
        assert!(time.instant(soon) > Instant::now() + Duration::from_hours(1));
        assert!(time.instant(now) <= Instant::now());
    }

    #[tokio::test(start_paused = true)]
    async fn a_moment_is_reached_when_its_timer_fires() {
        let time = Time::start(at(1_000_000));
        let (stop, winding) = wind(&time);
        let moment = time.now() + at(10_000);
        tokio::time::sleep_until(time.instant(moment)).await;
        assert_eq!(time.now(), moment);
        stop.cancel();
        winding.await.unwrap();
    }

    #[tokio::test(start_paused = true)]
    async fn a_moment_before_the_last_beat_has_an_instant_of_its_own() {
        let begun = Instant::now();
        let time = Time::start(at(1_000));
        tokio::time::advance(Duration::from_millis(200)).await;
        time.beat();
        for (moment, after) in [(1_150, 150), (1_200, 200), (1_230, 230), (0, 0)] {
            let instant = time.instant(at(moment));
            assert_eq!(instant, begun + Duration::from_millis(after));
        }
    }
}
