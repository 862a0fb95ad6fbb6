//! The write side of a connection, which its session and the rooms that write to it share.
//!
//! A connection gets whole frames, in the order in which they were given to its outbox, whether a room or the session
//! writes them. A room writes a frame only if every connection may see it as it is, and only if nothing is before it:
//! in the queue, with the session, or unfinished in the socket.

use std::collections::VecDeque;
use std::future::{Future, poll_fn};
use std::io;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll, Waker, ready};

use bytes::{Buf, BytesMut};
use protocol::codec::Encoding;
use tokio::io::AsyncWrite;
use tokio::task::coop::unconstrained;

use super::{EndReason, Flush, Outgoing};
use crate::base::metrics::Sent;

/// The write side of a connection, and the stream itself.
pub(super) struct State<S: ?Sized> {
    capacity: usize,
    /// Encoding of what is written at once; none before the session begins.
    encoding: Option<Encoding>,
    sent: Arc<Sent>,
    /// Items that the session is to write, in order.
    queue: VecDeque<Outgoing>,
    /// True while the session writes what it took from the queue: everything else is behind that.
    is_writing: bool,
    /// First reason for which the connection must end.
    end: Option<EndReason>,
    /// True once the session takes nothing more.
    is_closed: bool,
    /// That of the session's task.
    waker: Option<Waker>,
    /// Whole frames, and the end of one, that the stream has not taken.
    rest: BytesMut,
    /// True while the stream was not asked to take the rest, since somebody is to flush it.
    is_buffered: bool,
    progress: Progress,
    // Last, so that the rooms need not know its type.
    pub(super) stream: S,
}

/// Progress of the stream with what it has taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Progress {
    Flushed,
    /// It still has to send something, as TLS does.
    Unflushed,
    /// A room could not write. The session finds that out behind all that the client has said.
    Broken,
}

impl<S> State<S> {
    pub(super) fn new(stream: S) -> Self {
        Self {
            capacity: 0,
            encoding: None,
            sent: Arc::default(),
            queue: VecDeque::new(),
            is_writing: false,
            end: None,
            is_closed: false,
            waker: None,
            rest: BytesMut::new(),
            is_buffered: false,
            progress: Progress::Flushed,
            stream,
        }
    }
}

impl<S: AsyncWrite + Unpin + ?Sized> State<S> {
    /// Begins to take items, `capacity` of them that wait; those that may be are written at once in `encoding`.
    pub(super) fn begin(&mut self, capacity: usize, encoding: Option<Encoding>, sent: Arc<Sent>) {
        self.capacity = capacity;
        self.encoding = encoding;
        self.sent = sent;
    }

    /// Takes an item; with [`Flush::Later`] somebody calls [`flush`](Self::flush) afterwards. Returns the waker of the
    /// session if it has something to do.
    pub(super) fn put(&mut self, item: Outgoing, flush: Flush) -> Option<Waker> {
        if self.is_closed || self.end.is_some() {
            return None;
        }
        if let (Outgoing::Frame(frame, reference), Some(encoding)) = (&item, self.encoding)
            && self.is_idle()
            && frame.is_plain()
        {
            let bytes = frame.encoded(encoding, *reference);
            self.sent.count(bytes.len());
            return match flush {
                Flush::Now => self.write_at_once(&bytes),
                Flush::Later => {
                    self.keep(&bytes);
                    self.is_buffered = true;
                    None
                }
            };
        }
        if self.queue.len() >= self.capacity {
            return self.end(EndReason::TooSlow);
        }
        self.queue.push_back(item);
        self.waker.take()
    }

    /// Returns true if nothing waits to be written.
    fn is_idle(&self) -> bool {
        self.queue.is_empty() && !self.is_writing && !self.is_blocked()
    }

    /// Returns true if the stream did not take everything.
    fn is_blocked(&self) -> bool {
        (!self.rest.is_empty() && !self.is_buffered) || self.progress != Progress::Flushed
    }

    /// Writes what is buffered, unless the session has done so.
    pub(super) fn flush(&mut self) -> Option<Waker> {
        if self.is_buffered {
            self.write_at_once(&[])
        } else {
            None
        }
    }

    /// Writes a frame of a room, behind what is buffered. What the stream does not take is left to the session.
    fn write_at_once(&mut self, frame: &[u8]) -> Option<Waker> {
        // A room that tells thousands must not be taken for one that never yields: tokio would have the socket say
        // that it is full.
        let written = pin!(unconstrained(poll_fn(|cx| {
            let written = self.write(cx, frame);
            Poll::Ready(written.and_then(|()| match self.poll_flush(cx) {
                Poll::Ready(flushed) => flushed,
                Poll::Pending => Ok(()),
            }))
        })));
        let written = written.poll(&mut Context::from_waker(Waker::noop()));
        if let Poll::Ready(Err(_)) = written {
            self.progress = Progress::Broken;
        }
        if self.is_blocked() {
            self.waker.take()
        } else {
            None
        }
    }

    /// Writes `bytes`, whole frames, and keeps what the stream does not take.
    pub(super) fn write(&mut self, cx: &mut Context<'_>, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() && self.rest.is_empty() {
            match Pin::new(&mut self.stream).poll_write(cx, bytes) {
                Poll::Ready(Ok(0)) => return Err(io::ErrorKind::WriteZero.into()),
                Poll::Ready(Ok(written)) => {
                    self.progress = Progress::Unflushed;
                    bytes = &bytes[written..];
                }
                Poll::Ready(Err(error)) => return Err(error),
                Poll::Pending => break,
            }
        }
        self.keep(bytes);
        Ok(())
    }

    /// Adds whole frames to what is written next.
    pub(super) fn keep(&mut self, bytes: &[u8]) {
        self.rest.extend_from_slice(bytes);
    }

    /// Returns the number of bytes that the stream has not taken.
    pub(super) fn unwritten(&self) -> usize {
        self.rest.len()
    }

    pub(super) fn poll_flush(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.progress == Progress::Broken {
            return Poll::Ready(Err(io::ErrorKind::BrokenPipe.into()));
        }
        self.is_buffered = false;
        while !self.rest.is_empty() {
            let written = ready!(Pin::new(&mut self.stream).poll_write(cx, &self.rest))?;
            if written == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            self.progress = Progress::Unflushed;
            self.rest.advance(written);
        }
        // Most connections wait most of the time, and keep no buffer for it.
        self.rest = BytesMut::new();
        ready!(Pin::new(&mut self.stream).poll_flush(cx))?;
        self.progress = Progress::Flushed;
        Poll::Ready(Ok(()))
    }

    /// Notes why the connection must end; the first reason stands. Returns the waker of the session if this is it.
    pub(super) fn end(&mut self, end: EndReason) -> Option<Waker> {
        if self.end.is_some() {
            return None;
        }
        self.end = Some(end);
        self.queue.clear();
        self.waker.take()
    }

    /// Returns true if no reason is noted yet.
    pub(super) fn goes_on(&self) -> bool {
        self.end.is_none()
    }

    pub(super) fn poll_ended(&mut self, cx: &mut Context<'_>) -> Poll<EndReason> {
        match self.end.clone() {
            Some(end) => Poll::Ready(end),
            None => self.wait(cx),
        }
    }

    /// Takes the next item; none if only a rest is to be written.
    pub(super) fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Option<Outgoing>> {
        match self.next() {
            Some(item) => Poll::Ready(Some(item)),
            None if self.is_blocked() => Poll::Ready(None),
            None => self.wait(cx),
        }
    }

    /// Takes the next item, which the session writes before it asks for another.
    pub(super) fn next(&mut self) -> Option<Outgoing> {
        let item = self.queue.pop_front();
        if self.queue.is_empty() {
            // As with the rest: an empty queue keeps nothing on the heap.
            self.queue = VecDeque::new();
        }
        self.is_writing = item.is_some();
        item
    }

    /// Writes nothing more: nobody reads it. Items are still taken.
    pub(super) fn give_up_writing(&mut self) {
        self.encoding = None;
        self.rest = BytesMut::new();
        self.is_buffered = false;
        self.progress = Progress::Flushed;
    }

    fn wait<T>(&mut self, cx: &mut Context<'_>) -> Poll<T> {
        match &self.waker {
            Some(waker) if waker.will_wake(cx.waker()) => {}
            _ => self.waker = Some(cx.waker().clone()),
        }
        Poll::Pending
    }

    /// Takes nothing more.
    pub(super) fn close(&mut self) {
        self.is_closed = true;
        self.queue = VecDeque::new();
        self.waker = None;
    }
}
