//! A stream that is read no faster than a budget of bytes allows.
//!
//! Bytes are counted below the codec, which puts the fragments of a message together by itself: a client that sends
//! empty fragments for ever would keep it busy and never be seen by the session. What comes over the budget waits in
//! the network. A session whose client sends no whole message meanwhile ends it as silent, which is the end of a flood.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

use crate::base::time::Time;
use crate::config::rate::{Rate, RateLimiter};

/// A stream of a client, and its budget.
#[derive(Debug)]
pub(crate) struct Metered<S> {
    stream: S,
    kibibytes: RateLimiter,
    /// Bytes of a kibibyte that is not charged yet.
    rest: usize,
    /// Pause in reading, if one is under way.
    pause: Option<Pin<Box<Sleep>>>,
    /// True if the server has ended its side: what comes is dropped, and bounded elsewhere.
    is_ended: bool,
    time: Time,
}

impl<S> Metered<S> {
    /// Returns a stream of which `read_before` bytes were read already, for a connection with so many messages a
    /// second.
    pub(crate) fn new(stream: S, read_before: usize, messages: u32, time: Time) -> Self {
        let rate = |kibibytes: u32| messages.saturating_mul(kibibytes);
        let mut metered = Self {
            stream,
            kibibytes: RateLimiter::new(Rate::per_second(rate(AT_ONCE), rate(PER_MESSAGE))),
            rest: 0,
            pause: None,
            is_ended: false,
            time,
        };
        metered.charge(read_before);
        metered
    }

    fn charge(&mut self, read: usize) {
        let bytes = self.rest + read;
        self.rest = bytes % KIBIBYTE;
        let kibibytes = (bytes / KIBIBYTE) as u64;
        let wait = self.kibibytes.charge_many(self.time.now(), kibibytes);
        if wait.as_millis() > 0 {
            let wait = Duration::from_millis(wait.as_millis()).min(LONGEST_PAUSE);
            self.pause = Some(Box::pin(sleep(wait)));
        }
    }
}

const KIBIBYTE: usize = 1024;

/// KiB for each message that a connection may send. Nearly all messages are shorter, and there are pings and pongs
/// beside; of empty fragments, which have six bytes, the codec passes over as many in a few microseconds.
const PER_MESSAGE: u32 = 2;

/// KiB that are read at once, in times of the messages a second: more than three times as many of the longest.
const AT_ONCE: u32 = 13;

/// Longest pause, whatever the budget is set to.
const LONGEST_PAUSE: Duration = Duration::from_hours(1);

impl<S: AsyncRead + Unpin> AsyncRead for Metered<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.is_ended {
            return Pin::new(&mut self.stream).poll_read(cx, buffer);
        }
        if let Some(pause) = &mut self.pause {
            ready!(pause.as_mut().poll(cx));
            self.pause = None;
        }
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(cx, buffer))?;
        self.charge(buffer.filled().len() - before);
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Metered<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.is_ended = true;
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(cx, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

#[cfg(test)]
mod tests {
    use protocol::millis::Millis;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::time::Instant;

    use super::*;

    /// 260 KiB at once, then 40 a second.
    const MESSAGES: u32 = 20;

    /// Returns the time in which so many KiB are read after `before` bytes.
    async fn reading(kibibytes: usize, before: usize) -> Duration {
        let (near, mut far) = tokio::io::duplex(1 << 20);
        let mut left = kibibytes * KIBIBYTE;
        far.write_all(&vec![7; left]).await.unwrap();
        let mut stream = Metered::new(near, before, MESSAGES, Time::start(Millis::from_secs(9)));
        let begun = Instant::now();
        let mut chunk = [0; 1000];
        while left > 0 {
            left -= stream.read(&mut chunk).await.unwrap();
        }
        // The pause after the last bytes is over when the next ones can be read.
        far.write_all(&[0x80]).await.unwrap();
        stream.read_u8().await.unwrap();
        begun.elapsed()
    }

    #[tokio::test(start_paused = true)]
    async fn bytes_beyond_the_budget_are_read_at_its_pace() {
        for (kibibytes, before, seconds) in [(259, 0, 0), (460, 0, 5), (260, 200 * KIBIBYTE, 5)] {
            let taken = reading(kibibytes, before).await;
            let expected = Duration::from_secs(seconds);
            assert!(
                (expected..expected + Duration::from_millis(200)).contains(&taken),
                "{kibibytes} after {before}: {taken:?}"
            );
        }
    }
}
