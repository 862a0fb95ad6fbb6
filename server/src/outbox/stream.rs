//! The stream of a connection under its WebSocket, to which rooms write as well.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};

use protocol::codec::Encoding;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use super::state::State;
use super::{Outbox, OutboxReader};
use crate::base::env::Stream;
use crate::base::metrics::Sent;

/// Unwritten bytes above which the WebSocket itself, with its pings and pongs, has to wait.
const MOST_UNWRITTEN: usize = 16 * 1024;

/// A stream that is written in whole frames: by the WebSocket of a session, and by the rooms that have its outbox.
pub(crate) struct SharedStream<S>(Arc<Mutex<State<S>>>);

impl<S: Stream> SharedStream<S> {
    pub(crate) fn new(stream: S) -> Self {
        Self(Arc::new(Mutex::new(State::new(stream))))
    }

    /// Returns an outbox in which `capacity` items may wait, and its receiving end. From now on rooms write to the
    /// stream by themselves, in `encoding`.
    pub(crate) fn outbox(
        &self,
        capacity: usize,
        encoding: Encoding,
        sent: Arc<Sent>,
    ) -> (Outbox, OutboxReader) {
        self.state().begin(capacity, Some(encoding), sent);
        let state: Arc<Mutex<State<dyn Stream>>> = Arc::clone(&self.0) as _;
        (Outbox(Arc::clone(&state)), OutboxReader(state))
    }

    fn state(&self) -> MutexGuard<'_, State<S>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<S: Stream> AsyncRead for SharedStream<S> {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.state().stream).poll_read(cx, buffer)
    }
}

impl<S: Stream> AsyncWrite for SharedStream<S> {
    /// Takes all of `bytes` or nothing: they are whole frames, and no other may come between.
    fn poll_write(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let mut state = self.state();
        if state.unwritten() > MOST_UNWRITTEN {
            ready!(state.poll_flush(cx))?;
        }
        state.write(cx, bytes)?;
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.state().poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let mut state = self.state();
        ready!(state.poll_flush(cx))?;
        Pin::new(&mut state.stream).poll_shutdown(cx)
    }
}
