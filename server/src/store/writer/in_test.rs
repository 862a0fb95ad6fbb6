//! A test that answers in the writer's place.

use std::sync::Arc;

use tokio::sync::mpsc;

use super::answers::Answers;
use super::handle::StoreHandle;
use super::health::HealthState;
use super::{QUEUE, Request, StoreError, Write};

/// The writer's place.
pub(crate) struct WriterInTest {
    queue: mpsc::Receiver<Request>,
    answers: Answers,
    _health: HealthState,
}

impl WriterInTest {
    /// Returns a storage that stores nothing, and the place of its writer. To be called within a runtime.
    pub(crate) fn start() -> (StoreHandle, Self) {
        let (requests, queue) = mpsc::channel(QUEUE);
        let (state, health) = HealthState::new();
        let handle = StoreHandle::queued(requests, health, Arc::default());
        let writer = Self {
            queue,
            answers: Answers::by_task(),
            _health: state,
        };
        (handle, writer)
    }

    /// Answers the appends that wait as one batch, and returns their number.
    pub(crate) fn answer(&mut self, result: &Result<(), StoreError>) -> usize {
        let mut answers = Vec::new();
        while let Ok(request) = self.queue.try_recv() {
            if let Request::Write(Write::Append(_, answer)) = request {
                answers.push((answer, result.clone()));
            }
        }
        let answered = answers.len();
        self.answers.send(answers);
        answered
    }
}
