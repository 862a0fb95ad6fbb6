//! The queue between the requests for searches and the engine threads.
//!
//! A search that has begun runs until it is over: the operating system shares the cores. Which one begins next is
//! decided by the client addresses in turn, so that a hundred rooms of one address weigh as much as another's one.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};

use engine::Stop;

use super::progress::SearchProgress;
use crate::people::person::Person;

/// Limits on the searches that run at once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Those of one address.
    pub(super) of_one: usize,
    /// All of them.
    pub(super) all: usize,
    /// The last of all, for addresses that have none running.
    pub(super) reserved: usize,
    /// Analyses of all addresses.
    pub(super) analyses: usize,
}

/// The purpose of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Ply of a bot.
    Ply,
    /// Analysis that a person asked for.
    Analysis,
}

/// Function that searches, and returns one that delivers the answer.
pub(super) type SearchJob = dyn FnOnce(&Stop) -> Box<dyn FnOnce() + Send> + Send;

/// A search to be done.
pub(super) struct Job {
    pub(super) number: u64,
    pub(super) stop: Arc<Stop>,
    pub(super) search: Box<SearchJob>,
    person: Person,
    purpose: Purpose,
}

/// A search under way.
struct Running {
    person: Person,
    purpose: Purpose,
    stop: Arc<Stop>,
}

/// Queue of the searches that wait, with those under way.
pub(super) struct JobQueue {
    limits: Limits,
    state: Mutex<QueueState>,
    /// Notified of jobs that begin, and of the end.
    begins: Condvar,
}

#[derive(Default)]
struct QueueState {
    /// Number of the last job.
    last: u64,
    waiting: BTreeMap<Person, VecDeque<Job>>,
    /// The addresses that have jobs waiting, the next to be served first.
    turns: VecDeque<Person>,
    /// Jobs that begin as soon as a thread takes them. They count as running.
    beginning: VecDeque<Job>,
    running: BTreeMap<u64, Running>,
    ended: bool,
}

impl JobQueue {
    /// Returns an empty queue.
    pub(super) fn new(limits: Limits) -> Self {
        Self {
            limits,
            state: Mutex::default(),
            begins: Condvar::new(),
        }
    }

    /// Queues a search for the client at an address; `None` if the threads end. If it cannot begin at once, `progress`
    /// says so until it does.
    pub(super) fn put(
        &self,
        person: Person,
        purpose: Purpose,
        progress: &SearchProgress,
        search: Box<SearchJob>,
    ) -> Option<PendingJob<'_>> {
        let mut state = self.state();
        if state.ended {
            return None;
        }
        state.last += 1;
        let number = state.last;
        let stop = Arc::new(Stop::default());
        let job = Job {
            number,
            stop: Arc::clone(&stop),
            search,
            person,
            purpose,
        };
        let jobs = state.waiting.entry(person).or_default();
        jobs.push_back(job);
        if jobs.len() == 1 {
            state.turns.push_back(person);
        }
        self.hand_out(&mut state);
        if !state.running.contains_key(&number) {
            // Under the lock, so that no thread can have begun the search before.
            progress.wait();
        }
        Some(PendingJob {
            jobs: self,
            number,
            stop,
        })
    }

    /// Takes the next job to begin, as soon as there is one; `None` if the thread is to end.
    pub(super) fn take(&self) -> Option<Job> {
        let mut state = self
            .begins
            .wait_while(self.state(), |state| {
                !state.ended && state.beginning.is_empty()
            })
            .expect("no holder panics");
        state.beginning.pop_front()
    }

    /// Notes the end of a search. Returns true if its answer counts: if the threads are not ending.
    pub(super) fn finish(&self, number: u64) -> bool {
        let mut state = self.state();
        state.running.remove(&number);
        self.hand_out(&mut state);
        !state.ended
    }

    /// Ends the threads and stops every search.
    pub(super) fn end(&self) {
        let mut state = self.state();
        state.ended = true;
        state.waiting.clear();
        state.turns.clear();
        state.beginning.clear();
        for running in state.running.values() {
            running.stop.raise();
        }
        self.begins.notify_all();
    }

    /// Returns the number of searches that wait.
    pub(super) fn waiting(&self) -> usize {
        self.state().waiting.values().map(VecDeque::len).sum()
    }

    /// Stops a search for whose answer nothing waits, wherever it is.
    fn forget(&self, number: u64, stop: &Stop) {
        stop.raise();
        let mut state = self.state();
        if let Some(at) = state.beginning.iter().position(|job| job.number == number) {
            state.beginning.remove(at);
            state.running.remove(&number);
            self.hand_out(&mut state);
        } else if !state.running.contains_key(&number) {
            for jobs in state.waiting.values_mut() {
                jobs.retain(|job| job.number != number);
            }
            state.waiting.retain(|_, jobs| !jobs.is_empty());
            let QueueState { turns, waiting, .. } = &mut *state;
            turns.retain(|person| waiting.contains_key(person));
        }
        // The thread of one that runs sees the flag, and notes the end.
    }

    /// Lets searches begin while the limits allow it.
    fn hand_out(&self, state: &mut QueueState) {
        while let Some(job) = state.next(self.limits) {
            let running = Running {
                person: job.person,
                purpose: job.purpose,
                stop: Arc::clone(&job.stop),
            };
            state.running.insert(job.number, running);
            state.beginning.push_back(job);
            self.begins.notify_one();
        }
    }

    fn state(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().expect("no holder panics")
    }
}

impl QueueState {
    /// Takes out the next search to begin; `None` if none may.
    fn next(&mut self, limits: Limits) -> Option<Job> {
        let all = self.running.len();
        let analyses = self.running_if(|running| running.purpose == Purpose::Analysis);
        for turn in 0..self.turns.len() {
            let person = self.turns[turn];
            let theirs = self.running_if(|running| running.person == person);
            let may_begin = match theirs {
                0 => all < limits.all,
                _ => theirs < limits.of_one && all + limits.reserved < limits.all,
            };
            if !may_begin {
                continue;
            }
            let jobs = self.waiting.get_mut(&person)?;
            let may = |job: &Job| job.purpose == Purpose::Ply || analyses < limits.analyses;
            let Some(job) = jobs.iter().position(may).and_then(|at| jobs.remove(at)) else {
                continue;
            };
            self.turns.remove(turn);
            if jobs.is_empty() {
                self.waiting.remove(&person);
            } else {
                self.turns.push_back(person);
            }
            return Some(job);
        }
        None
    }

    fn running_if(&self, such: impl Fn(&Running) -> bool) -> usize {
        let running = self.running.values();
        running.filter(|running| such(running)).count()
    }
}

/// A job whose answer is awaited; dropping it stops the search.
pub(super) struct PendingJob<'a> {
    jobs: &'a JobQueue,
    number: u64,
    stop: Arc<Stop>,
}

impl Drop for PendingJob<'_> {
    fn drop(&mut self) {
        self.jobs.forget(self.number, &self.stop);
    }
}
