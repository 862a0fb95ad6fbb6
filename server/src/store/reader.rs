//! The thread that answers questions about the games that are over.
//!
//! It has a connection of its own, which only reads: no game waits for a question, and a question sees every commit
//! before it. Questions are answered in turn, each within a bounded number of rows.

use std::path::Path;

use tokio::sync::{mpsc, oneshot};
use tracing::error;

use super::{HistoryError, Reader, StoreError};
use protocol::refusal::Refusal;

/// Questions that may wait. When the queue is full those who ask wait.
const QUEUE: usize = 256;

type Question = Box<dyn FnOnce(&Reader) + Send>;

/// Handle of the thread.
#[derive(Clone, Debug)]
pub(crate) struct History {
    questions: mpsc::Sender<Question>,
}

impl History {
    /// Starts the thread on the database in `directory`. It ends with the last handle.
    ///
    /// # Errors
    ///
    /// The database cannot be read, or there can be no thread.
    pub(crate) fn start(directory: &Path) -> std::io::Result<Self> {
        let reader = Reader::open(directory).map_err(std::io::Error::other)?;
        let (questions, mut queue) = mpsc::channel::<Question>(QUEUE);
        std::thread::Builder::new()
            .name("reader".to_owned())
            .spawn(move || {
                while let Some(question) = queue.blocking_recv() {
                    question(&reader);
                }
            })?;
        Ok(Self { questions })
    }

    /// Asks a question; `reference` is the number under which the log has a failure.
    ///
    /// # Errors
    ///
    /// The refusal of the question, or [`Refusal::Internal`] if the database cannot be read.
    pub(crate) async fn ask<T: Send + 'static>(
        &self,
        reference: u32,
        question: impl FnOnce(&Reader) -> Result<T, HistoryError> + Send + 'static,
    ) -> Result<T, Refusal> {
        let gone = || StoreError::Failed("the reader has ended".to_owned()).to_refusal(reference);
        let (sender, answer) = oneshot::channel();
        let question = move |reader: &Reader| drop(sender.send(question(reader)));
        let sent = self.questions.send(Box::new(question)).await;
        sent.map_err(|_ended| gone())?;
        match answer.await.map_err(|_ended| gone())? {
            Ok(answer) => Ok(answer),
            Err(HistoryError::Refused(refusal)) => Err(refusal),
            Err(error @ HistoryError::Failed(_)) => {
                error!(reference, %error, "a question about games failed");
                Err(Refusal::Internal { reference })
            }
        }
    }
}
