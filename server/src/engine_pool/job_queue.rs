//! The queue between those who want a search and the engine threads.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};

use engine::Stop;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// What a job is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Priority {
    /// A ply that a game waits for.
    Bot,
    /// What a person wants to know.
    Person,
}

/// Searches, and returns what hands the answer over.
pub(super) type SearchJob = dyn FnOnce(&Stop) -> Box<dyn FnOnce() + Send> + Send;

/// A search that is wanted.
pub(super) struct Job {
    pub(super) priority: Priority,
    pub(super) search: Box<SearchJob>,
    pub(super) stop: Stop,
    /// In the queue: free again as soon as a thread takes the job, or nobody wants it any more.
    pub(super) place: OwnedSemaphorePermit,
}

/// The jobs that wait, and the searches that have begun.
pub(super) struct JobQueue {
    /// One for each job that may be queued. Who finds none waits for one, in order of arrival.
    pub(super) places: Arc<Semaphore>,
    /// How many threads may work for people's questions at once, so that bots have the others.
    for_people: usize,
    work: Mutex<Work>,
    changed: Condvar,
}

#[derive(Default)]
struct Work {
    /// The number of the last job.
    last: u64,
    queued: VecDeque<(u64, Job)>,
    /// What the searches that have begun are for, and what ends them.
    searches: BTreeMap<u64, (Priority, Stop)>,
    ended: bool,
}

impl Work {
    /// Where the job is that comes next.
    fn next(&self, for_people: usize) -> Option<usize> {
        let first = |priority| {
            self.queued
                .iter()
                .position(|(_, job)| job.priority == priority)
        };
        let under_way = self
            .searches
            .values()
            .filter(|(priority, _)| *priority == Priority::Person)
            .count();
        first(Priority::Bot)
            .or_else(|| first(Priority::Person).filter(|_| under_way < for_people && !self.ended))
    }
}

impl JobQueue {
    /// An empty queue for `threads` threads, in which `places` jobs may wait.
    pub(super) fn new(threads: usize, places: usize) -> Self {
        Self {
            places: Arc::new(Semaphore::new(places.max(1))),
            for_people: (threads / 2).max(1),
            work: Mutex::default(),
            changed: Condvar::new(),
        }
    }

    /// Queues a job and returns its number; nothing where the threads end.
    pub(super) fn put(&self, job: Job) -> Option<u64> {
        let mut work = self.work();
        if work.ended {
            return None;
        }
        work.last += 1;
        let number = work.last;
        work.queued.push_back((number, job));
        self.changed.notify_one();
        Some(number)
    }

    /// The next job, as soon as there is one; nothing when the thread is to end. Bots go before people.
    pub(super) fn take(&self) -> Option<(u64, Job)> {
        let mut work = self
            .changed
            .wait_while(self.work(), |work| {
                !work.ended && work.next(self.for_people).is_none()
            })
            .expect("no holder panics");
        let at = work.next(self.for_people)?;
        let (number, job) = work.queued.remove(at)?;
        work.searches
            .insert(number, (job.priority, job.stop.clone()));
        Some((number, job))
    }

    /// Notes that a search is over. What came of it counts only while the threads go on.
    pub(super) fn finish(&self, number: u64) -> bool {
        let mut work = self.work();
        work.searches.remove(&number);
        // A job of a person may have waited for one of the threads that work for people.
        self.changed.notify_one();
        !work.ended
    }

    /// Takes a job out of the queue, if it is still there.
    fn forget(&self, number: u64) {
        self.work().queued.retain(|(queued, _)| *queued != number);
    }

    /// Ends the threads, and every search.
    pub(super) fn end(&self) {
        self.places.close();
        let mut work = self.work();
        work.ended = true;
        work.queued.clear();
        work.searches.values().for_each(|(_, stop)| stop.raise());
        self.changed.notify_all();
    }

    /// Jobs that wait.
    #[cfg(test)]
    pub(super) fn queued(&self) -> usize {
        self.work().queued.len()
    }

    fn work(&self) -> MutexGuard<'_, Work> {
        self.work.lock().expect("no holder panics")
    }
}

/// A job whose answer somebody waits for; dropping it stops the search.
pub(super) struct PendingJob<'a> {
    pub(super) jobs: &'a JobQueue,
    pub(super) number: u64,
    pub(super) stop: Stop,
}

impl Drop for PendingJob<'_> {
    fn drop(&mut self) {
        self.stop.raise();
        self.jobs.forget(self.number);
    }
}
