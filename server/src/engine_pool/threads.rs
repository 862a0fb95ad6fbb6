//! The engine threads, below the sockets in priority, and the queue before them.

use std::sync::{Arc, Mutex, mpsc};
use std::thread::JoinHandle;

use engine::Stop;
use thread_priority::{ThreadPriority, ThreadPriorityValue};
use tokio::sync::oneshot;
use tracing::{debug, error};

use super::job_queue::{Job, JobQueue, PendingJob, Priority};
use super::stopwatch::Stopwatch;

/// Priority out of 99: engines give way to everything that a person waits for.
const PRIORITY: u8 = 20;

/// Threads that run searches. Dropping them stops every search.
pub(super) struct Threads {
    pub(super) jobs: Arc<JobQueue>,
    handles: Mutex<Vec<JoinHandle<()>>>,
}

impl Threads {
    /// Starts `threads` threads (0: as many as there are cores) with a queue of `places` places.
    ///
    /// # Errors
    ///
    /// The error of the system if it cannot start a thread; those started before have then ended.
    pub(super) fn start(threads: usize, places: usize) -> std::io::Result<Self> {
        let threads = match threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        };
        let started = Self {
            jobs: Arc::new(JobQueue::new(threads, places)),
            handles: Mutex::default(),
        };
        let (begin, begun) = mpsc::channel();
        for number in 0..threads {
            let (jobs, begin) = (Arc::clone(&started.jobs), begin.clone());
            // If this fails, `started` is dropped, which ends the threads that were started.
            let thread = std::thread::Builder::new()
                .name(format!("engine {number}"))
                .spawn(move || {
                    let _ = begin.send(());
                    work(&jobs);
                })?;
            let mut handles = started.handles.lock().expect("no holder panics");
            handles.push(thread);
            // A thread needs more memory before it begins, and its lack would end the program: not all of them
            // may be on their way at once.
            begun.recv().expect("the sender is at hand");
        }
        Ok(started)
    }

    /// Runs a job on a thread and returns its answer; none if the threads end before there is one.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        priority: Priority,
        search: impl FnOnce(&Stop, &Stopwatch) -> T + Send + 'static,
    ) -> Option<T> {
        let place = Arc::clone(&self.jobs.places).acquire_owned().await.ok()?;
        let (answer, answered) = oneshot::channel();
        let stop = Stop::default();
        let number = self.jobs.put(Job {
            priority,
            search: Box::new(move |stop| {
                let found = search(stop, &Stopwatch::running());
                // Nobody waits for a search that was stopped.
                Box::new(move || drop(answer.send(found)))
            }),
            stop: stop.clone(),
            place,
        })?;
        let _forgotten_when_dropped = PendingJob {
            jobs: &self.jobs,
            number,
            stop,
        };
        answered.await.ok()
    }

    /// Stops every search and waits for the threads to end, which takes as long as a bot takes to check its
    /// `Stop`.
    pub(super) fn stop(&self) {
        self.jobs.end();
        let handles = std::mem::take(&mut *self.handles.lock().expect("no holder panics"));
        for thread in handles {
            if thread.join().is_err() {
                error!("an engine thread had panicked");
            }
        }
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Runs jobs until the pool ends: the main loop of a thread.
fn work(jobs: &JobQueue) {
    let priority = ThreadPriorityValue::try_from(PRIORITY).map(ThreadPriority::Crossplatform);
    if let Ok(priority) = priority
        && let Err(error) = thread_priority::set_current_thread_priority(priority)
    {
        debug!(?error, "the engine threads keep the usual priority");
    }
    while let Some((number, job)) = jobs.take() {
        let Job {
            priority: _,
            search,
            stop,
            place,
        } = job;
        drop(place);
        let hand_over = search(&stop);
        if jobs.finish(number) {
            hand_over();
        }
    }
}
