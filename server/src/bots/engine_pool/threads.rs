//! The engine threads, below the sockets in priority, and the queue before them.

use std::sync::{Arc, Mutex, mpsc};
use std::thread::JoinHandle;

use engine::Stop;
use thread_priority::{ThreadPriority, ThreadPriorityValue};
use tokio::sync::oneshot;
use tracing::{debug, error};

use super::job_queue::{JobQueue, Limits, Purpose};
use super::progress::SearchProgress;
use super::stopwatch::Stopwatch;
use crate::people::person::Person;

/// Priority of the threads out of 99: engines give way to everything that a person waits for.
const THREAD_PRIORITY: u8 = 20;

/// Threads that run searches. Dropping them stops every search.
pub(super) struct Threads {
    pub(super) jobs: Arc<JobQueue>,
    handles: Mutex<Vec<JoinHandle<()>>>,
}

impl Threads {
    /// Starts a thread for each search that may run.
    ///
    /// # Errors
    ///
    /// The error of the system if it cannot start a thread; those started before have then ended.
    pub(super) fn start(limits: Limits) -> std::io::Result<Self> {
        let started = Self {
            jobs: Arc::new(JobQueue::new(limits)),
            handles: Mutex::default(),
        };
        let (begin, begun) = mpsc::channel();
        for number in 0..limits.all {
            let (jobs, begin) = (Arc::clone(&started.jobs), begin.clone());
            // If this fails, `started` is dropped, which ends the threads that were started.
            let thread = std::thread::Builder::new()
                .name(format!("engine {number}"))
                .spawn(move || {
                    let _ = begin.send(());
                    run_jobs(&jobs);
                })?;
            let mut handles = started.handles.lock().expect("no holder panics");
            handles.push(thread);
            // A thread needs more memory before it begins, and its lack would end the program: not all of them
            // may be on their way at once.
            begun.recv().expect("the sender is at hand");
        }
        Ok(started)
    }

    /// Runs a search on a thread and returns its answer; `None` if the threads end before there is one.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        person: Person,
        purpose: Purpose,
        progress: &SearchProgress,
        search: impl FnOnce(&Stop, &Stopwatch) -> T + Send + 'static,
    ) -> Option<T> {
        let (answer, answered) = oneshot::channel();
        let search = Box::new(move |stop: &Stop| {
            let found = search(stop, &Stopwatch::running());
            // Nothing waits for a search that was stopped.
            Box::new(move || drop(answer.send(found))) as Box<dyn FnOnce() + Send>
        });
        let _pending = self.jobs.put(person, purpose, progress, search)?;
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
fn run_jobs(jobs: &JobQueue) {
    let priority =
        ThreadPriorityValue::try_from(THREAD_PRIORITY).map(ThreadPriority::Crossplatform);
    if let Ok(priority) = priority
        && let Err(error) = thread_priority::set_current_thread_priority(priority)
    {
        debug!(?error, "the engine threads keep the usual priority");
    }
    while let Some(job) = jobs.take() {
        let hand_over = (job.search)(&job.stop);
        if jobs.finish(job.number) {
            hand_over();
        }
    }
}
