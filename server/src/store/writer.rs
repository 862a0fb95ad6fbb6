//! The one thread that writes: takes everything that is queued as one batch, so that one sync of the
//! disk serves every move of every room that arrived meanwhile.

use std::thread::JoinHandle;

use protocol::id::RoomId;
use tokio::sync::{mpsc, oneshot};

use super::{Append, Recorded, Store, StoreError};

/// Requests that may wait. When the queue is full a room waits, which delays its own players only.
const QUEUE: usize = 1024;

/// Appends that go into one transaction at most, so that nobody waits for a crowd behind them.
const BATCH: usize = 256;

enum Request {
    Append(Append, oneshot::Sender<Result<(), StoreError>>),
    Load(RoomId, oneshot::Sender<Result<Vec<Recorded>, StoreError>>),
    Unfinished(oneshot::Sender<Result<Vec<RoomId>, StoreError>>),
}

/// Speaks to the writer.
#[derive(Clone, Debug)]
pub(crate) struct StoreHandle {
    requests: mpsc::Sender<Request>,
}

impl StoreHandle {
    /// As [`Store::append`], for one room.
    pub(crate) async fn append(&self, append: Append) -> Result<(), StoreError> {
        self.ask(|answer| Request::Append(append, answer)).await
    }

    /// As [`Store::load`].
    pub(crate) async fn load(&self, room: RoomId) -> Result<Vec<Recorded>, StoreError> {
        self.ask(|answer| Request::Load(room, answer)).await
    }

    /// As [`Store::unfinished`].
    pub(crate) async fn unfinished(&self) -> Result<Vec<RoomId>, StoreError> {
        self.ask(Request::Unfinished).await
    }

    async fn ask<T>(
        &self,
        request: impl FnOnce(oneshot::Sender<Result<T, StoreError>>) -> Request,
    ) -> Result<T, StoreError> {
        let gone = || StoreError::Failed("the writer has ended".to_owned());
        let (sender, answer) = oneshot::channel();
        let sent = self.requests.send(request(sender)).await;
        sent.map_err(|_ended| gone())?;
        answer.await.map_err(|_ended| gone())?
    }
}

/// Starts the writer. It ends when the last handle is dropped, and has written everything then.
pub(crate) fn spawn(mut store: Box<dyn Store>) -> (StoreHandle, JoinHandle<()>) {
    let (requests, mut queue) = mpsc::channel(QUEUE);
    let thread = std::thread::Builder::new()
        .name("writer".to_owned())
        .spawn(move || {
            let mut taken = Vec::with_capacity(BATCH);
            while queue.blocking_recv_many(&mut taken, BATCH) > 0 {
                serve(store.as_mut(), taken.drain(..));
            }
        })
        .expect("a thread can be started at the start");
    (StoreHandle { requests }, thread)
}

/// Appends first, as one batch: whoever reads a room asked after it was written, or does not mind.
fn serve(store: &mut dyn Store, requests: impl Iterator<Item = Request>) {
    let (mut batch, mut writers, mut readers) = (Vec::new(), Vec::new(), Vec::new());
    for request in requests {
        match request {
            Request::Append(append, answer) => {
                batch.push(append);
                writers.push(answer);
            }
            Request::Load(..) | Request::Unfinished(_) => readers.push(request),
        }
    }
    if !batch.is_empty() {
        for (answer, result) in writers.into_iter().zip(store.append(&batch)) {
            // Who asked may be gone; what was written stays written.
            let _ = answer.send(result);
        }
    }
    for reader in readers {
        match reader {
            Request::Load(room, answer) => drop(answer.send(store.load(room))),
            Request::Unfinished(answer) => drop(answer.send(store.unfinished())),
            Request::Append(..) => unreachable!("sorted out above"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, Sender, channel};

    use protocol::id::Seq;

    use super::*;

    /// A storage that says how many appends came at once, and writes only when it is let.
    struct Gate {
        sizes: Sender<usize>,
        open: Receiver<()>,
    }

    impl Store for Gate {
        fn append(&mut self, batch: &[Append]) -> Vec<Result<(), StoreError>> {
            self.sizes.send(batch.len()).unwrap();
            self.open.recv().unwrap();
            batch.iter().map(|_| Ok(())).collect()
        }

        fn load(&mut self, _: RoomId) -> Result<Vec<Recorded>, StoreError> {
            Ok(Vec::new())
        }

        fn unfinished(&mut self) -> Result<Vec<RoomId>, StoreError> {
            Ok(Vec::new())
        }
    }

    fn append(number: u64) -> Append {
        Append {
            room: RoomId::from_draw(number),
            expected: Seq(0),
            events: Vec::new(),
            live: true,
        }
    }

    #[tokio::test]
    async fn what_arrives_during_a_write_is_written_together() {
        let (sizes, seen) = channel();
        let (open, gate) = channel();
        let (handle, writer) = spawn(Box::new(Gate { sizes, open: gate }));
        let mut waiting = vec![tokio::spawn({
            let handle = handle.clone();
            async move { handle.append(append(0)).await }
        })];
        let first = tokio::task::spawn_blocking(move || (seen.recv().unwrap(), seen));
        let (size, seen) = first.await.unwrap();
        assert_eq!(size, 1);
        for number in 1..=10 {
            let (answer, waits) = oneshot::channel();
            let request = Request::Append(append(number), answer);
            handle.requests.send(request).await.unwrap();
            waiting.push(tokio::spawn(async { waits.await.unwrap() }));
        }
        open.send(()).unwrap();
        open.send(()).unwrap();
        for answer in waiting {
            answer.await.unwrap().unwrap();
        }
        assert_eq!(seen.recv(), Ok(10));
        drop(handle);
        writer.join().unwrap();
    }

    #[tokio::test]
    async fn the_writer_ends_when_nobody_can_ask_any_more() {
        let (handle, writer) = spawn(super::super::memory());
        handle.append(append(1)).await.unwrap();
        drop(handle);
        writer.join().unwrap();
    }
}
