//! Answers to the appends of a batch, on their way from the writer's thread to the rooms.
//!
//! ```text
//! writer's thread -> one wake -> task -> every room of the batch
//! ```
//!
//! A room that is woken from the writer's thread goes through the queue that all threads of the runtime share, and
//! often wakes one of them. A task that does it goes on with the requests of all these rooms itself (`wakes.rs`).

use tokio::sync::{mpsc, oneshot};

use super::StoreError;
use crate::wakes;

/// Batches whose answers may wait for the task. When they are full, or the task is gone, the writer's thread wakes
/// the rooms itself.
const BATCHES: usize = 16;

/// Result of an append, with the way to the room that waits for it.
pub(super) type Answer = (
    oneshot::Sender<Result<(), StoreError>>,
    Result<(), StoreError>,
);

/// The sending end of the way to the rooms.
#[derive(Debug)]
pub(super) struct Answers {
    /// Queue of the task that wakes the rooms; none where they are woken in place.
    task: Option<mpsc::Sender<Vec<Answer>>>,
}

impl Answers {
    /// Starts the task, which ends when this end is dropped and everything is delivered. To be called within a
    /// runtime.
    pub(super) fn by_task() -> Self {
        let (task, mut batches) = mpsc::channel(BATCHES);
        tokio::spawn(async move {
            while let Some(answers) = batches.recv().await {
                wakes::resume_woken_by(|| deliver(answers));
            }
        });
        Self { task: Some(task) }
    }

    /// Returns an end that delivers before [`send`](Self::send) returns.
    pub(super) fn in_place() -> Self {
        Self { task: None }
    }

    /// Sends the answers of a batch.
    pub(super) fn send(&self, answers: Vec<Answer>) {
        match &self.task {
            // One answer is one wake anyway.
            Some(task) if answers.len() > 1 => {
                if let Err(error) = task.try_send(answers) {
                    deliver(error.into_inner());
                }
            }
            _ => deliver(answers),
        }
    }
}

fn deliver(answers: Vec<Answer>) {
    for (room, result) in answers {
        // The caller may be gone; the events stay written.
        let _ = room.send(result);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Waiting = Vec<oneshot::Receiver<Result<(), StoreError>>>;

    /// Returns the answers of a batch, and those who wait for them.
    fn batch(of: usize) -> (Vec<Answer>, Waiting) {
        let pairs = (0..of).map(|_| oneshot::channel());
        pairs
            .map(|(sender, waiting)| ((sender, Ok(())), waiting))
            .unzip()
    }

    /// Returns the number of those who have their answer.
    fn answered(waiting: &mut Waiting) -> usize {
        waiting
            .iter_mut()
            .filter_map(|one| one.try_recv().ok())
            .count()
    }

    #[tokio::test]
    async fn the_answers_of_a_batch_are_delivered_by_one_task() {
        let answers = Answers::by_task();
        let (batch, mut waiting) = batch(10);
        answers.send(batch);
        assert_eq!(answered(&mut waiting), 0, "not by the one who sends them");
        tokio::task::yield_now().await;
        assert_eq!(answered(&mut waiting), 10);
    }

    #[tokio::test]
    async fn a_single_answer_takes_no_detour() {
        let (one, mut waiting) = batch(1);
        Answers::by_task().send(one);
        assert_eq!(answered(&mut waiting), 1);
        let (two, mut waiting) = batch(2);
        Answers::in_place().send(two);
        assert_eq!(answered(&mut waiting), 2);
    }

    #[tokio::test]
    async fn a_caller_that_is_gone_holds_up_nobody() {
        let answers = Answers::by_task();
        let (batch, mut waiting) = batch(3);
        waiting.remove(0);
        answers.send(batch);
        // Delivered, though the writer has ended.
        drop(answers);
        tokio::task::yield_now().await;
        assert_eq!(answered(&mut waiting), 2);
    }

    #[tokio::test]
    async fn answers_that_the_task_cannot_take_are_delivered_in_place() {
        let answers = Answers::by_task();
        let mut queued = Vec::new();
        for _ in 0..BATCHES {
            let (batch, waiting) = batch(2);
            answers.send(batch);
            queued.push(waiting);
        }
        let (over, mut waiting) = batch(2);
        answers.send(over);
        assert_eq!(answered(&mut waiting), 2);
        tokio::task::yield_now().await;
        for mut waiting in queued {
            assert_eq!(answered(&mut waiting), 2);
        }
    }
}
