//! The queue between the requests for searches and the engine threads, and the pauses of searches under way.
//!
//! Each search that has begun has a thread, but as many run as the [`Schedule`] allows: the others wait inside a
//! look at their clock until it is their turn again. So a search of a minute keeps nobody waiting for longer than
//! the time between two looks, and loses nothing of what it has found.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;

use engine::Stop;
use tokio::time::Instant;

use super::schedule::{Limits, Schedule, TooMany};
use super::standing::{Class, Standing};
use super::waits::Waits;

/// Time after which a search pauses if another waits: short enough that nobody notices, and a thousand times what a
/// change of threads costs.
const SLICE: Duration = Duration::from_millis(20);

/// Function that searches, and returns one that delivers the answer.
pub(super) type SearchJob = dyn FnOnce(&Arc<Turn>) -> Box<dyn FnOnce() + Send> + Send;

/// A search to be done.
pub(super) struct Job {
    pub(super) search: Box<SearchJob>,
    pub(super) turn: Arc<Turn>,
}

/// The part of a search that its thread, its requester and the queue share.
pub(super) struct Turn {
    number: u64,
    pub(super) stop: Stop,
    waits: Waits,
    /// True if the search is to pause at its next look at the clock.
    gives_way: AtomicBool,
    queued: Instant,
    /// Beginning of its slice, in microseconds since `queued`.
    slice: AtomicU64,
    resumed: Condvar,
}

impl Turn {
    /// Notes that the search runs from `now` on.
    pub(super) fn begin_slice(&self, now: Instant) {
        self.waits.end(now);
        let slice = now.saturating_duration_since(self.queued);
        self.slice
            .store(slice.as_micros() as u64, Ordering::Relaxed);
    }

    fn slice_is_over(&self, now: Instant) -> bool {
        let begun = self.queued + Duration::from_micros(self.slice.load(Ordering::Relaxed));
        now >= begun + SLICE
    }
}

/// Queue of the searches that wait, with those under way.
pub(super) struct JobQueue {
    work: Mutex<Work>,
    /// Told of jobs that begin, and of the end.
    begins: Condvar,
    /// True if a search waits that may run when another pauses.
    is_contended: AtomicBool,
}

struct Work {
    schedule: Schedule,
    queued: BTreeMap<u64, Job>,
    /// Jobs that begin as soon as a thread takes them.
    beginning: VecDeque<Job>,
    /// All that are not over.
    turns: BTreeMap<u64, Arc<Turn>>,
    ended: bool,
}

impl JobQueue {
    /// Returns an empty queue.
    pub(super) fn new(limits: Limits) -> Self {
        Self {
            work: Mutex::new(Work {
                schedule: Schedule::new(limits),
                queued: BTreeMap::new(),
                beginning: VecDeque::new(),
                turns: BTreeMap::new(),
                ended: false,
            }),
            begins: Condvar::new(),
            is_contended: AtomicBool::new(false),
        }
    }

    /// Queues a search and returns its turn; none if the threads end.
    pub(super) fn put(
        &self,
        standing: Standing,
        waits: Waits,
        search: Box<SearchJob>,
    ) -> Result<Option<Arc<Turn>>, TooMany> {
        let mut work = self.work();
        if work.ended {
            return Ok(None);
        }
        let number = work.schedule.add(standing)?;
        let now = Instant::now();
        waits.begin(now);
        let turn = Arc::new(Turn {
            number,
            stop: Stop::default(),
            waits,
            gives_way: AtomicBool::new(false),
            queued: now,
            slice: AtomicU64::new(0),
            resumed: Condvar::new(),
        });
        work.turns.insert(number, Arc::clone(&turn));
        let job = Job {
            search,
            turn: Arc::clone(&turn),
        };
        work.queued.insert(number, job);
        self.hand_out(&mut work);
        Self::make_way(&mut work, number);
        Ok(Some(turn))
    }

    /// Changes the standing of a search, wherever it is.
    pub(super) fn set_standing(&self, turn: &Turn, standing: Standing) {
        let mut work = self.work();
        work.schedule.set_standing(turn.number, standing);
        self.hand_out(&mut work);
        Self::make_way(&mut work, turn.number);
    }

    /// Takes the next job to begin, as soon as there is one; none if the thread is to end.
    pub(super) fn take(&self) -> Option<Job> {
        let mut work = self
            .begins
            .wait_while(self.work(), |work| !work.ended && work.beginning.is_empty())
            .expect("no holder panics");
        work.beginning.pop_front()
    }

    /// Pauses the search if another is to run in its place, until it is its turn again or it is stopped. Returns
    /// the length of the pause.
    pub(super) fn pause_if_due(&self, turn: &Turn) -> Option<Duration> {
        let now = Instant::now();
        let is_due = turn.gives_way.load(Ordering::Relaxed)
            || (self.is_contended.load(Ordering::Relaxed) && turn.slice_is_over(now));
        if !is_due {
            return None;
        }
        let mut work = self.work();
        if work.ended || turn.stop.is_raised() || !work.schedule.pause(turn.number) {
            return None;
        }
        turn.gives_way.store(false, Ordering::Relaxed);
        turn.waits.begin(now);
        self.hand_out(&mut work);
        let runs = |work: &Work| {
            work.ended || turn.stop.is_raised() || work.schedule.is_running(turn.number)
        };
        let work = turn.resumed.wait_while(work, |work| !runs(work));
        drop(work.expect("no holder panics"));
        let resumed = Instant::now();
        turn.begin_slice(resumed);
        Some(resumed.saturating_duration_since(now))
    }

    /// Notes the end of a search. Returns true if its answer counts: if the threads are not ending.
    pub(super) fn finish(&self, turn: &Turn) -> bool {
        let mut work = self.work();
        work.schedule.remove(turn.number);
        work.turns.remove(&turn.number);
        self.hand_out(&mut work);
        !work.ended
    }

    /// Ends the threads and stops every search.
    pub(super) fn end(&self) {
        let mut work = self.work();
        work.ended = true;
        work.queued.clear();
        work.beginning.clear();
        for turn in work.turns.values() {
            turn.stop.raise();
            turn.resumed.notify_all();
        }
        self.begins.notify_all();
    }

    /// Returns the number of jobs that have not begun.
    #[cfg(test)]
    pub(super) fn queued(&self) -> usize {
        self.work().schedule.queued()
    }

    /// Returns the number of searches that were told to pause and have not looked at their clock since.
    #[cfg(test)]
    pub(super) fn giving_way(&self) -> usize {
        let work = self.work();
        let told = |turn: &&Arc<Turn>| turn.gives_way.load(Ordering::Relaxed);
        work.turns.values().filter(told).count()
    }

    /// Returns the number of searches that wait, in the order of the classes.
    pub(super) fn waiting(&self) -> [usize; Class::ALL.len()] {
        self.work().schedule.waiting()
    }

    /// Stops a search that nobody waits for, wherever it is.
    fn forget(&self, turn: &Turn) {
        turn.stop.raise();
        let mut work = self.work();
        let began = work.queued.remove(&turn.number).is_none();
        let waits = work.beginning.len();
        work.beginning.retain(|job| job.turn.number != turn.number);
        if began && work.beginning.len() == waits {
            // Its thread sees the flag, and says when it is over.
            turn.resumed.notify_all();
        } else {
            work.schedule.remove(turn.number);
            work.turns.remove(&turn.number);
        }
        self.hand_out(&mut work);
    }

    /// Lets searches begin or go on while there is space.
    fn hand_out(&self, work: &mut Work) {
        while let Some(number) = work.schedule.next() {
            if let Some(job) = work.queued.remove(&number) {
                work.beginning.push_back(job);
                self.begins.notify_one();
            } else if let Some(turn) = work.turns.get(&number) {
                turn.resumed.notify_all();
            }
        }
        let is_contended = work.schedule.is_contended();
        self.is_contended.store(is_contended, Ordering::Relaxed);
    }

    /// Tells a search to pause if there is one that is to give way to this one.
    fn make_way(work: &mut Work, number: u64) {
        if let Some(other) = work.schedule.gives_way_to(number)
            && let Some(turn) = work.turns.get(&other)
        {
            turn.gives_way.store(true, Ordering::Relaxed);
        }
    }

    fn work(&self) -> MutexGuard<'_, Work> {
        self.work.lock().expect("no holder panics")
    }
}

/// A job whose answer is awaited; dropping it stops the search.
pub(super) struct PendingJob<'a> {
    pub(super) jobs: &'a JobQueue,
    pub(super) turn: Arc<Turn>,
}

impl Drop for PendingJob<'_> {
    fn drop(&mut self) {
        self.jobs.forget(&self.turn);
    }
}
