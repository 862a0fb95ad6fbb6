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

use super::priority::{Priority, PriorityClass};
use super::schedule::{Limits, Schedule, TooMany};
use super::wait_time::WaitTime;

/// Time after which a search pauses if another waits: short enough that nobody notices, and a thousand times what a
/// change of threads costs.
const SLICE: Duration = Duration::from_millis(20);

/// Function that searches, and returns one that delivers the answer.
pub(super) type SearchJob = dyn FnOnce(&Arc<SearchControl>) -> Box<dyn FnOnce() + Send> + Send;

/// A search to be done.
pub(super) struct Job {
    pub(super) search: Box<SearchJob>,
    pub(super) control: Arc<SearchControl>,
}

/// The part of a search that its thread, its requester and the queue share.
pub(super) struct SearchControl {
    number: u64,
    pub(super) stop: Stop,
    wait_time: WaitTime,
    /// True if the search is to pause at its next look at the clock.
    gives_way: AtomicBool,
    queued: Instant,
    /// Beginning of its slice, in microseconds since `queued`.
    slice: AtomicU64,
    resumed: Condvar,
}

impl SearchControl {
    /// Notes that the search runs from `now` on.
    pub(super) fn begin_slice(&self, now: Instant) {
        self.wait_time.end(now);
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
    state: Mutex<QueueState>,
    /// Told of jobs that begin, and of the end.
    begins: Condvar,
    /// True if a search waits that may run when another pauses.
    is_contended: AtomicBool,
}

struct QueueState {
    schedule: Schedule,
    queued: BTreeMap<u64, Job>,
    /// Jobs that begin as soon as a thread takes them.
    beginning: VecDeque<Job>,
    /// All that are not over.
    controls: BTreeMap<u64, Arc<SearchControl>>,
    ended: bool,
}

impl JobQueue {
    /// Returns an empty queue.
    pub(super) fn new(limits: Limits) -> Self {
        Self {
            state: Mutex::new(QueueState {
                schedule: Schedule::new(limits),
                queued: BTreeMap::new(),
                beginning: VecDeque::new(),
                controls: BTreeMap::new(),
                ended: false,
            }),
            begins: Condvar::new(),
            is_contended: AtomicBool::new(false),
        }
    }

    /// Queues a search and returns its control; none if the threads end.
    pub(super) fn put(
        &self,
        priority: Priority,
        wait_time: WaitTime,
        search: Box<SearchJob>,
    ) -> Result<Option<Arc<SearchControl>>, TooMany> {
        let mut state = self.state();
        if state.ended {
            return Ok(None);
        }
        let number = state.schedule.add(priority)?;
        let now = Instant::now();
        wait_time.begin(now);
        let control = Arc::new(SearchControl {
            number,
            stop: Stop::default(),
            wait_time,
            gives_way: AtomicBool::new(false),
            queued: now,
            slice: AtomicU64::new(0),
            resumed: Condvar::new(),
        });
        state.controls.insert(number, Arc::clone(&control));
        let job = Job {
            search,
            control: Arc::clone(&control),
        };
        state.queued.insert(number, job);
        self.hand_out(&mut state);
        Self::make_way(&mut state, number);
        Ok(Some(control))
    }

    /// Changes the priority of a search, wherever it is.
    pub(super) fn set_priority(&self, control: &SearchControl, priority: Priority) {
        let mut state = self.state();
        state.schedule.set_priority(control.number, priority);
        self.hand_out(&mut state);
        Self::make_way(&mut state, control.number);
    }

    /// Takes the next job to begin, as soon as there is one; none if the thread is to end.
    pub(super) fn take(&self) -> Option<Job> {
        let mut state = self
            .begins
            .wait_while(self.state(), |state| {
                !state.ended && state.beginning.is_empty()
            })
            .expect("no holder panics");
        state.beginning.pop_front()
    }

    /// Pauses the search if another is to run in its place, until it is its turn again or it is stopped. Returns
    /// the length of the pause.
    pub(super) fn pause_if_due(&self, control: &SearchControl) -> Option<Duration> {
        let now = Instant::now();
        let is_due = control.gives_way.load(Ordering::Relaxed)
            || (self.is_contended.load(Ordering::Relaxed) && control.slice_is_over(now));
        if !is_due {
            return None;
        }
        let mut state = self.state();
        if state.ended || control.stop.is_raised() || !state.schedule.pause(control.number) {
            return None;
        }
        control.gives_way.store(false, Ordering::Relaxed);
        control.wait_time.begin(now);
        self.hand_out(&mut state);
        let runs = |state: &QueueState| {
            state.ended || control.stop.is_raised() || state.schedule.is_running(control.number)
        };
        let state = control.resumed.wait_while(state, |state| !runs(state));
        drop(state.expect("no holder panics"));
        let resumed = Instant::now();
        control.begin_slice(resumed);
        Some(resumed.saturating_duration_since(now))
    }

    /// Notes the end of a search. Returns true if its answer counts: if the threads are not ending.
    pub(super) fn finish(&self, control: &SearchControl) -> bool {
        let mut state = self.state();
        state.schedule.remove(control.number);
        state.controls.remove(&control.number);
        self.hand_out(&mut state);
        !state.ended
    }

    /// Ends the threads and stops every search.
    pub(super) fn end(&self) {
        let mut state = self.state();
        state.ended = true;
        state.queued.clear();
        state.beginning.clear();
        for control in state.controls.values() {
            control.stop.raise();
            control.resumed.notify_all();
        }
        self.begins.notify_all();
    }

    /// Returns the number of jobs that have not begun.
    #[cfg(test)]
    pub(super) fn queued(&self) -> usize {
        self.state().schedule.queued()
    }

    /// Returns the number of searches that were told to pause and have not looked at their clock since.
    #[cfg(test)]
    pub(super) fn giving_way(&self) -> usize {
        let state = self.state();
        let told = |control: &&Arc<SearchControl>| control.gives_way.load(Ordering::Relaxed);
        state.controls.values().filter(told).count()
    }

    /// Returns the number of searches that wait, in the order of the classes.
    pub(super) fn waiting(&self) -> [usize; PriorityClass::ALL.len()] {
        self.state().schedule.waiting()
    }

    /// Stops a search that nobody waits for, wherever it is.
    fn forget(&self, control: &SearchControl) {
        control.stop.raise();
        let mut state = self.state();
        let began = state.queued.remove(&control.number).is_none();
        let beginning = state.beginning.len();
        state
            .beginning
            .retain(|job| job.control.number != control.number);
        if began && state.beginning.len() == beginning {
            // Its thread sees the flag, and says when it is over.
            control.resumed.notify_all();
        } else {
            state.schedule.remove(control.number);
            state.controls.remove(&control.number);
        }
        self.hand_out(&mut state);
    }

    /// Lets searches begin or go on while there is space.
    fn hand_out(&self, state: &mut QueueState) {
        while let Some(number) = state.schedule.next() {
            if let Some(job) = state.queued.remove(&number) {
                state.beginning.push_back(job);
                self.begins.notify_one();
            } else if let Some(control) = state.controls.get(&number) {
                control.resumed.notify_all();
            }
        }
        let is_contended = state.schedule.is_contended();
        self.is_contended.store(is_contended, Ordering::Relaxed);
    }

    /// Tells a search to pause if there is one that is to give way to this one.
    fn make_way(state: &mut QueueState, number: u64) {
        if let Some(other) = state.schedule.gives_way_to(number)
            && let Some(control) = state.controls.get(&other)
        {
            control.gives_way.store(true, Ordering::Relaxed);
        }
    }

    fn state(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().expect("no holder panics")
    }
}

/// A job whose answer is awaited; dropping it stops the search.
pub(super) struct PendingJob<'a> {
    pub(super) jobs: &'a JobQueue,
    pub(super) control: Arc<SearchControl>,
}

impl Drop for PendingJob<'_> {
    fn drop(&mut self) {
        self.jobs.forget(&self.control);
    }
}
