//! Bounded engine threads, below the sockets in priority.
//!
//! A room asks and waits beside everything else it waits for. Dropping what it waits for forgets the
//! question if it is still queued, and stops the search if it has begun.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Instant;

use engine::{Choice, Search, Stop, Stopped};
use protocol::clock::Millis;
use protocol::game::Game;
use protocol::message::Thought;
use protocol::side::Side;
use protocol::spec::BotSpec;
use thread_priority::{ThreadPriority, ThreadPriorityValue};
use tokio::sync::{mpsc, oneshot};
use tracing::{debug, error};

/// Plies of a principal variation that are told: more does not fit a line of a screen.
const LONGEST_LINE: usize = 12;

/// Of 99: engines give way to everything that a person waits for.
const PRIORITY: u8 = 20;

/// A ply that a bot is to find.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    /// The position.
    pub(crate) game: Game,
    /// Which bot.
    pub(crate) bot: BotSpec,
    /// The side it plays.
    pub(crate) side: Side,
    /// The number of the ply, from 1.
    pub(crate) ply: u16,
    /// What its lots are drawn from.
    pub(crate) seed: u64,
    /// How long it may think, from the moment it begins: a busy server makes a bot late, not weak.
    pub(crate) limit: Millis,
}

/// How a task is done; tests put doubles here.
type Choose = dyn Fn(&Task, Search<'_>) -> Result<Choice, Stopped> + Send + Sync;

struct Job {
    task: Task,
    stop: Stop,
    answer: oneshot::Sender<Option<Thought>>,
}

/// The engine threads of a server.
#[derive(Debug)]
pub(crate) struct Thinkers {
    /// Taken when the threads are to end.
    queue: Mutex<Option<mpsc::Sender<Job>>>,
    threads: Mutex<Vec<JoinHandle<()>>>,
    ending: Stop,
}

impl Thinkers {
    /// Starts so many threads (0: as many as there are cores) behind a queue of so many places.
    pub(crate) fn start(threads: usize, places: usize) -> Self {
        Self::with(threads, places, &(Arc::new(choose) as Arc<Choose>))
    }

    fn with(threads: usize, places: usize, choose: &Arc<Choose>) -> Self {
        let threads = match threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        };
        let (queue, jobs) = mpsc::channel(places);
        let jobs = Arc::new(Mutex::new(jobs));
        let ending = Stop::default();
        let threads = (0..threads)
            .map(|number| {
                let (jobs, choose) = (Arc::clone(&jobs), Arc::clone(choose));
                let ending = ending.clone();
                std::thread::Builder::new()
                    .name(format!("thinker {number}"))
                    .spawn(move || work(&jobs, choose.as_ref(), &ending))
                    .expect("a thread can be started at the start")
            })
            .collect();
        Self {
            queue: Mutex::new(Some(queue)),
            threads: Mutex::new(threads),
            ending,
        }
    }

    /// What the bot comes to; nothing where it fails. Waits while the queue is full.
    ///
    /// Dropping the future stops the search.
    pub(crate) async fn think(&self, task: Task) -> Option<Thought> {
        let queue = self.queue.lock().expect("no holder panics").clone()?;
        let stop = RaisedWhenDropped(Stop::default());
        let (answer, thought) = oneshot::channel();
        let job = Job {
            task,
            stop: stop.0.clone(),
            answer,
        };
        queue.send(job).await.ok()?;
        drop(queue);
        match thought.await {
            Ok(thought) => thought,
            // The threads end, and so does the server: nobody has lost for that.
            Err(_ended) => std::future::pending().await,
        }
    }

    /// Stops every search and waits for the threads to end.
    pub(crate) fn stop(&self) {
        self.ending.raise();
        drop(self.queue.lock().expect("no holder panics").take());
        let threads = std::mem::take(&mut *self.threads.lock().expect("no holder panics"));
        for thread in threads {
            if thread.join().is_err() {
                error!("an engine thread had panicked");
            }
        }
    }
}

impl Drop for Thinkers {
    fn drop(&mut self) {
        self.stop();
    }
}

struct RaisedWhenDropped(Stop);

impl Drop for RaisedWhenDropped {
    fn drop(&mut self) {
        self.0.raise();
    }
}

/// The life of a thread.
fn work(jobs: &Mutex<mpsc::Receiver<Job>>, choose: &Choose, ending: &Stop) {
    let priority = ThreadPriorityValue::try_from(PRIORITY).map(ThreadPriority::Crossplatform);
    if let Ok(priority) = priority
        && let Err(error) = thread_priority::set_current_thread_priority(priority)
    {
        debug!(?error, "the engine threads keep the usual priority");
    }
    loop {
        let job = jobs.lock().expect("no holder panics").blocking_recv();
        let Some(job) = job else { return };
        if ending.is_raised() {
            return;
        }
        if !job.stop.is_raised() {
            let thought = think(&job, choose);
            // A stopped search has nobody who waits for it.
            let _ = job.answer.send(thought);
        }
    }
}

fn think(job: &Job, choose: &Choose) -> Option<Thought> {
    let Job { task, stop, .. } = job;
    let begun = Instant::now();
    let elapsed = move || Millis(begun.elapsed().as_millis() as u64);
    let search = Search {
        depth: task.bot.depth(),
        limit: Some(task.limit),
        elapsed: &elapsed,
        stop,
        seed: task.seed,
    };
    // A bot that panics loses its game, and takes nothing else along: the search owns all it changes.
    match catch_unwind(AssertUnwindSafe(|| choose(task, search))) {
        Ok(Ok(choice)) => Some(Thought {
            side: task.side,
            ply: task.ply,
            score: choice.score,
            depth: choice.depth,
            nodes: choice.nodes,
            elapsed: elapsed(),
            pv: {
                let mut line = choice.pv;
                if line.first() != Some(&choice.square) {
                    line.insert(0, choice.square);
                }
                line.truncate(LONGEST_LINE);
                line
            },
        }),
        Ok(Err(Stopped)) => None,
        Err(_panic) => {
            error!(bot = %task.bot, game = ?task.game, "the bot panicked");
            None
        }
    }
}

fn choose(task: &Task, search: Search<'_>) -> Result<Choice, Stopped> {
    let Some(kind) = engine::bots::named(task.bot.kind()) else {
        // Rooms are opened with bots that exist; a store may be older than a bot's end.
        error!(bot = %task.bot, "there is no such bot any more");
        return Err(Stopped);
    };
    kind.choose(&task.game, search)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Sender, channel};

    use protocol::rules::Variant;
    use protocol::square::Square;

    use super::*;

    fn task(ply: u16) -> Task {
        Task {
            game: Game::new(Variant::named("connect-four").unwrap()),
            bot: "random".parse().unwrap(),
            side: Side::First,
            ply,
            seed: 0,
            limit: Millis(1000),
        }
    }

    fn choice() -> Choice {
        let square = Square::new(3, 0).unwrap();
        Choice {
            square,
            score: 7,
            depth: None,
            nodes: 1,
            pv: vec![square],
        }
    }

    /// Ply 1 panics; ply 2 thinks until it is stopped, and says when it begins and ends; others answer.
    fn double(says: Sender<&'static str>) -> Arc<Choose> {
        Arc::new(move |task: &Task, search: Search<'_>| match task.ply {
            1 => panic!("on purpose"),
            2 => {
                says.send("begun").unwrap();
                while !search.stop.is_raised() {
                    std::thread::yield_now();
                }
                says.send("stopped").unwrap();
                Err(Stopped)
            }
            _ => Ok(choice()),
        })
    }

    #[tokio::test]
    async fn a_bot_that_panics_fails_alone() {
        let thinkers = Thinkers::with(1, 4, &double(channel().0));
        assert_eq!(thinkers.think(task(1)).await, None);
        assert_eq!(
            thinkers.think(task(3)).await.map(|thought| thought.score),
            Some(7)
        );
    }

    #[tokio::test]
    async fn who_no_longer_waits_stops_the_search() {
        let (says, heard) = channel();
        let thinkers = Arc::new(Thinkers::with(1, 4, &double(says)));
        let waiting = tokio::spawn({
            let thinkers = Arc::clone(&thinkers);
            async move { thinkers.think(task(2)).await }
        });
        let (heard, word) = tokio::task::spawn_blocking(move || {
            let word = heard.recv().unwrap();
            (heard, word)
        })
        .await
        .unwrap();
        assert_eq!(word, "begun");
        waiting.abort();
        let word = tokio::task::spawn_blocking(move || heard.recv().unwrap());
        assert_eq!(word.await.unwrap(), "stopped");
        assert!(thinkers.think(task(3)).await.is_some());
    }

    #[tokio::test]
    async fn a_full_queue_delays_and_loses_nothing() {
        let thinkers = Arc::new(Thinkers::with(2, 1, &double(channel().0)));
        let many: Vec<_> = (0..50)
            .map(|_| {
                let thinkers = Arc::clone(&thinkers);
                tokio::spawn(async move { thinkers.think(task(3)).await })
            })
            .collect();
        for answer in many {
            assert!(answer.await.unwrap().is_some());
        }
    }
}
