//! The queue between the requests for searches and the engine threads.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};

use engine::Stop;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Priority of a job, by the kind of its requester.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Priority {
    /// Search for a ply that a game waits for.
    Bot,
    /// Analysis that a person asked for.
    Person,
}

/// Function that searches, and returns one that delivers the answer.
pub(super) type SearchJob = dyn FnOnce(&Stop) -> Box<dyn FnOnce() + Send> + Send;

/// A search to be done.
pub(super) struct Job {
    pub(super) priority: Priority,
    pub(super) search: Box<SearchJob>,
    pub(super) stop: Stop,
    /// Place in the queue: free again as soon as a thread takes the job, or nobody waits for it any more.
    pub(super) place: OwnedSemaphorePermit,
}

/// Queue of the waiting jobs, with the searches under way.
pub(super) struct JobQueue {
    /// One permit for each job that may be queued. A caller that finds none waits for one, in order of
    /// arrival.
    pub(super) places: Arc<Semaphore>,
    /// Number of threads that may work on analyses for people at once; the others are left to bots.
    for_people: usize,
    work: Mutex<Work>,
    changed: Condvar,
}

#[derive(Default)]
struct Work {
    /// Number of the last job.
    last: u64,
    queued: VecDeque<(u64, Job)>,
    /// Priority and stop flag of each search under way.
    searches: BTreeMap<u64, (Priority, Stop)>,
    ended: bool,
}

impl Work {
    /// Returns the index of the next job in the queue.
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
    /// Returns an empty queue for `threads` threads, in which `places` jobs may wait.
    pub(super) fn new(threads: usize, places: usize) -> Self {
        Self {
            places: Arc::new(Semaphore::new(places.max(1))),
            for_people: (threads / 2).max(1),
            work: Mutex::default(),
            changed: Condvar::new(),
        }
    }

    /// Queues a job and returns its number; none if the threads end.
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

    /// Takes the next job, as soon as there is one; none if the thread is to end. Bots go before people.
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

    /// Notes the end of a search. Returns true if its answer counts: if the threads are not ending.
    pub(super) fn finish(&self, number: u64) -> bool {
        let mut work = self.work();
        work.searches.remove(&number);
        // A person's job may have waited for one of the threads that work for people.
        self.changed.notify_one();
        !work.ended
    }

    /// Removes a job from the queue, if it is still there.
    fn forget(&self, number: u64) {
        self.work().queued.retain(|(queued, _)| *queued != number);
    }

    /// Ends the threads and stops every search.
    pub(super) fn end(&self) {
        self.places.close();
        let mut work = self.work();
        work.ended = true;
        work.queued.clear();
        work.searches.values().for_each(|(_, stop)| stop.raise());
        self.changed.notify_all();
    }

    /// Returns the number of waiting jobs.
    #[cfg(test)]
    pub(super) fn queued(&self) -> usize {
        self.work().queued.len()
    }

    fn work(&self) -> MutexGuard<'_, Work> {
        self.work.lock().expect("no holder panics")
    }
}

/// A job whose answer is awaited; dropping it stops the search.
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
