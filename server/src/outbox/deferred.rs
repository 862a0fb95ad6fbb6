//! Writes to sockets that wait until a thread has nothing else to do.
//!
//! ```text
//! room -> Outbox: the frame is kept -> list of the thread -> the sockets, one after the other
//!                                      when the thread is about to sleep, or enough wait, or one waits for long
//! ```
//!
//! Where hundreds play, a thread that decides a move, sends it, decides the next one and sends that alternates between
//! the code of the server and that of the kernel, which seem to evict each other from the processor's caches. Moves
//! first, and then all of their writes, take a tenth less of the processor (`tests/LOAD.md`). Where few play the
//! thread is about to sleep after each move, and nothing waits.
//!
//! Only a thread that says when it is about to sleep defers: a worker of [`runtime`]. Everywhere else outboxes write at
//! once.

use std::cell::{Cell, RefCell};
use std::io;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::runtime::{Builder, Runtime};
use tokio::time::Instant;

use super::state::State;
use super::{lock, wake};
use crate::env::Stream;

/// Connections that wait at most: more of them would save nothing (measured with 32, 64 and 256), and keep the first
/// one waiting.
const MAX_DEFERRED: usize = 64;

/// Time that one waits at most while its thread is busy: nobody notices it, and a thread decides a hundred moves in it.
const MAX_DELAY: Duration = Duration::from_millis(1);

/// A connection whose frames wait.
pub(super) type DeferredConnection = Arc<Mutex<State<dyn Stream>>>;

thread_local! {
    /// True once the thread has said that it is about to sleep.
    static DEFERS: Cell<bool> = const { Cell::new(false) };
    static LIST: RefCell<List> = const { RefCell::new(List { since: None, waiting: Vec::new() }) };
}

/// The connections that wait in one thread, some of them twice: the second time nothing is left to write.
struct List {
    /// Moment at which the first of them came.
    since: Option<Instant>,
    waiting: Vec<DeferredConnection>,
}

/// Returns a runtime whose threads write to sockets when they have nothing else to do.
///
/// # Errors
///
/// That of the operating system, if there can be no thread or no driver.
pub fn runtime() -> io::Result<Runtime> {
    runtime_with(&mut Builder::new_multi_thread())
}

fn runtime_with(builder: &mut Builder) -> io::Result<Runtime> {
    let about_to_sleep = || {
        DEFERS.set(true);
        write_all();
    };
    builder.enable_all().on_thread_park(about_to_sleep).build()
}

/// Returns true if writes may wait in this thread.
pub(super) fn is_deferring() -> bool {
    DEFERS.get()
}

/// Adds a connection to those that wait.
pub(super) fn add(connection: DeferredConnection) {
    add_at(Instant::now(), connection);
}

fn add_at(now: Instant, connection: DeferredConnection) {
    let is_full = LIST.with_borrow_mut(|list| {
        list.since.get_or_insert(now);
        list.waiting.push(connection);
        list.waiting.len() >= MAX_DEFERRED
    });
    if is_full {
        write_all();
    } else {
        write_if_late(now);
    }
}

/// Writes to all that wait in this thread, if the first has waited for long at the moment `now`. For whatever keeps a
/// thread busy without a word to anybody: messages, and requests for the page.
pub(crate) fn write_if_late(now: Instant) {
    let since = LIST.with_borrow(|list| list.since);
    if since.is_some_and(|since| now.duration_since(since) >= MAX_DELAY) {
        write_all();
    }
}

fn write_all() {
    let mut waiting = LIST.with_borrow_mut(|list| {
        list.since = None;
        std::mem::take(&mut list.waiting)
    });
    for connection in waiting.drain(..) {
        let waker = lock(&connection).flush();
        wake(waker);
    }
    // The list keeps its memory: the next ones come soon.
    LIST.with_borrow_mut(|list| {
        if list.waiting.is_empty() {
            list.waiting = waiting;
        }
    });
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;
    use protocol::codec::Encoding;
    use protocol::id::{RoomId, Seq};
    use protocol::message::{RoomEvent, ServerMsg};
    use protocol::side::Side;
    use tokio::io::{AsyncReadExt, DuplexStream};

    use super::super::{Frame, Outbox, OutboxReader, SharedStream};
    use super::*;

    /// An outbox, and the other end of its connection.
    struct Line {
        outbox: Outbox,
        far: DuplexStream,
        _outgoing: OutboxReader,
    }

    impl Line {
        fn new() -> Self {
            let (near, far) = tokio::io::duplex(1 << 16);
            let stream = SharedStream::new(near);
            let (outbox, outgoing) = stream.outbox(4, Encoding::Json, Arc::default());
            Self {
                outbox,
                far,
                _outgoing: outgoing,
            }
        }

        /// Returns true if something has been written that was not read.
        fn has_come(&mut self) -> bool {
            self.far.read(&mut [0; 1 << 10]).now_or_never().is_some()
        }

        async fn comes(&mut self) {
            let read = self.far.read(&mut [0; 1 << 10]).await;
            assert!(read.expect("the line is open") > 0);
        }
    }

    fn event() -> Arc<Frame> {
        Frame::new(ServerMsg::Event {
            room: RoomId::from_draw(1),
            seq: Seq(1),
            event: RoomEvent::DrawOffered { by: Side::First },
        })
    }

    /// Runs a test in a thread of its own that has been about to sleep, and therefore defers. Its clock stands still.
    fn in_worker(test: impl Future<Output = ()> + Send + 'static) {
        let worker = std::thread::spawn(|| {
            let runtime = runtime_with(Builder::new_current_thread().start_paused(true));
            let runtime = runtime.expect("a driver can be had");
            runtime.block_on(async {
                tokio::time::sleep(MAX_DELAY).await;
                assert!(is_deferring());
                test.await;
            });
        });
        worker.join().expect("the test passes");
    }

    #[test]
    fn what_is_sent_is_written_when_the_thread_has_nothing_else_to_do() {
        in_worker(async {
            let mut lines = [Line::new(), Line::new()];
            for line in &mut lines {
                line.outbox.send(&event(), None);
                line.outbox.send_buffered(&event(), None);
                line.outbox.flush();
                assert!(!line.has_come());
            }
            for line in &mut lines {
                line.comes().await;
                assert!(!line.has_come(), "all of it came in one piece");
            }
        });
    }

    #[test]
    fn what_is_buffered_and_flushed_alone_is_written_too() {
        in_worker(async {
            let mut line = Line::new();
            line.outbox.send_buffered(&event(), None);
            assert!(!line.has_come());
            line.outbox.flush();
            assert!(!line.has_come());
            line.comes().await;
        });
    }

    #[test]
    fn enough_that_wait_are_written_at_once() {
        in_worker(async {
            let mut lines: Vec<_> = (0..MAX_DEFERRED).map(|_| Line::new()).collect();
            let (last, others) = lines.split_last_mut().expect("there are some");
            for line in &mut *others {
                line.outbox.send(&event(), None);
                // A second one for the same connection is none that waits more.
                line.outbox.send(&event(), None);
            }
            assert!(!others[0].has_come());
            last.outbox.send(&event(), None);
            assert!(lines.iter_mut().all(Line::has_come));
        });
    }

    #[test]
    fn what_has_waited_for_long_is_written_while_the_thread_is_busy() {
        in_worker(async {
            let mut line = Line::new();
            let begun = Instant::now();
            line.outbox.send(&event(), None);
            write_if_late(begun);
            assert!(!line.has_come());
            write_if_late(Instant::now() + MAX_DELAY);
            assert!(line.has_come());
        });
    }

    #[test]
    fn a_thread_that_is_busy_telling_writes_in_time() {
        in_worker(async {
            let mut lines = [Line::new(), Line::new()];
            lines[0].outbox.send(&event(), None);
            lines[1].outbox.send_buffered(&event(), None);
            assert!(!lines[0].has_come());
            add_at(Instant::now() + MAX_DELAY, Arc::clone(&lines[1].outbox.0));
            assert!(lines.iter_mut().all(Line::has_come));
        });
    }

    #[test]
    fn nothing_waits_in_a_thread_that_does_not_say_when_it_sleeps() {
        let runtime = Builder::new_current_thread().build().expect("is built");
        runtime.block_on(async {
            let mut line = Line::new();
            line.outbox.send(&event(), None);
            assert!(line.has_come());
            line.outbox.send_buffered(&event(), None);
            assert!(!line.has_come());
            line.outbox.flush();
            assert!(line.has_come());
        });
    }
}
