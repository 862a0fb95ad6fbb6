//! A stream that is read no faster than a budget of bytes and of WebSocket frames allows.
//!
//! Frames are counted below the codec, which puts the fragments of a message together by itself: a client that sends
//! empty fragments for ever would keep it busy and never be seen by the session. What comes over the budget waits in
//! the network. A session whose client sends no whole message meanwhile ends it as silent, which is the end of a flood.

mod frames;

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

use self::frames::FrameCounter;
use crate::base::time::Time;
use crate::config::rate::{Rate, RateLimiter};

/// A stream of WebSocket frames of a client, and its budget.
#[derive(Debug)]
pub(crate) struct Metered<S> {
    stream: S,
    counter: FrameCounter,
    frames: RateLimiter,
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
    /// Returns a stream of which `read_before` was read already, for a connection with so many messages a second.
    pub(crate) fn new(stream: S, read_before: &[u8], messages: u32, time: Time) -> Self {
        let rate = |at_once: u32| {
            let burst = messages.saturating_mul(at_once);
            Rate::per_second(burst, messages.saturating_mul(PER_MESSAGE))
        };
        let mut metered = Self {
            stream,
            counter: FrameCounter::default(),
            frames: RateLimiter::new(rate(FRAMES_AT_ONCE)),
            kibibytes: RateLimiter::new(rate(KIBIBYTES_AT_ONCE)),
            rest: 0,
            pause: None,
            is_ended: false,
            time,
        };
        metered.charge(read_before);
        metered
    }

    fn charge(&mut self, read: &[u8]) {
        let now = self.time.now();
        let frames = self.counter.count(read);
        let bytes = self.rest + read.len();
        self.rest = bytes % KIBIBYTE;
        let wait = self.frames.charge_many(now, frames);
        let wait = wait.max(self.kibibytes.charge_many(now, (bytes / KIBIBYTE) as u64));
        if wait.as_millis() > 0 {
            let wait = Duration::from_millis(wait.as_millis()).min(LONGEST_PAUSE);
            self.pause = Some(Box::pin(sleep(wait)));
        }
    }
}

const KIBIBYTE: usize = 1024;

/// Frames, and KiB, for each message that a connection may send: a message is one frame of most clients, and 4 KiB at
/// most; there are pings and pongs beside.
const PER_MESSAGE: u32 = 5;

/// Frames that are read at once, in times of the messages a second: five for each message that is.
const FRAMES_AT_ONCE: u32 = 15;

/// KiB that are read at once, in times of the messages a second.
const KIBIBYTES_AT_ONCE: u32 = 13;

/// Longest pause, whatever the budgets are set to.
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
        self.charge(&buffer.filled()[before..]);
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

    /// 300 frames and 260 KiB at once, then 100 a second.
    const MESSAGES: u32 = 20;

    /// Returns the time in which a stream of `bytes` is read.
    async fn reading(bytes: Vec<u8>) -> Duration {
        let length = bytes.len();
        let (near, mut far) = tokio::io::duplex(1 << 20);
        far.write_all(&bytes).await.unwrap();
        let mut stream = Metered::new(near, &[], MESSAGES, Time::start(Millis::from_secs(9)));
        let begun = Instant::now();
        let mut left = length;
        let mut chunk = [0; 2048];
        while left > 0 {
            left -= stream.read(&mut chunk).await.unwrap();
        }
        // The pause after the last bytes is over when the next ones can be read.
        far.write_all(&[0x80]).await.unwrap();
        stream.read_u8().await.unwrap();
        begun.elapsed()
    }

    #[tokio::test(start_paused = true)]
    async fn frames_beyond_the_budget_are_read_at_its_pace() {
        // Empty fragments, with masks of zeros.
        let fragments = [0x00, 0x80, 0, 0, 0, 0].repeat(1300);
        let taken = reading(fragments).await;
        let expected = Duration::from_secs(10)..Duration::from_millis(10_200);
        assert!(expected.contains(&taken), "{taken:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn bytes_beyond_the_budget_are_read_at_its_pace() {
        // One frame of 760 KiB.
        let length = 760 * 1024_u64;
        let mut frame = vec![0x82, 0xff];
        frame.extend(length.to_be_bytes());
        frame.extend([0; 4]);
        frame.resize(frame.len() + length as usize, 7);
        let taken = reading(frame).await;
        let expected = Duration::from_secs(5)..Duration::from_millis(5_200);
        assert!(expected.contains(&taken), "{taken:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_within_the_budget_does_not_wait() {
        assert_eq!(
            reading([0x00, 0x80, 0, 0, 0, 0].repeat(290)).await,
            Duration::ZERO
        );
    }

    #[tokio::test(start_paused = true)]
    async fn what_was_read_with_the_request_counts() {
        let (near, mut far) = tokio::io::duplex(64);
        let before = [0x00, 0x80, 0, 0, 0, 0].repeat(400);
        let time = Time::start(Millis::from_secs(9));
        let mut stream = Metered::new(near, &before, MESSAGES, time);
        let begun = Instant::now();
        far.write_all(&[0]).await.unwrap();
        stream.read_u8().await.unwrap();
        assert!(begun.elapsed() >= Duration::from_secs(1));
    }
}
