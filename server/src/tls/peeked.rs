//! A stream whose beginning was read already, and is read again.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// A stream and the bytes that were taken from it.
#[derive(Debug)]
pub(crate) struct Peeked<S> {
    stream: S,
    beginning: Box<[u8]>,
}

impl<S> Peeked<S> {
    /// Puts `beginning` back before the other bytes of the stream.
    pub(super) fn new(stream: S, beginning: &[u8]) -> Self {
        Self {
            stream,
            beginning: beginning.into(),
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Peeked<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.beginning.is_empty() {
            return Pin::new(&mut self.stream).poll_read(cx, buffer);
        }
        let length = self.beginning.len().min(buffer.remaining());
        let (read, rest) = self.beginning.split_at(length);
        buffer.put_slice(read);
        self.beginning = rest.into();
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Peeked<S> {
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
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    #[tokio::test]
    async fn every_byte_is_read_once_and_in_order() {
        for size in [1, 2, 3, 16] {
            let (near, mut far) = tokio::io::duplex(64);
            far.write_all(b"cdef").await.unwrap();
            drop(far);
            let mut stream = Peeked::new(near, b"ab");
            let mut read = Vec::<u8>::new();
            let mut chunk = vec![0; size];
            while let length @ 1.. = stream.read(&mut chunk).await.unwrap() {
                read.extend(&chunk[..length]);
            }
            assert_eq!(read, b"abcdef");
        }
    }

    #[test]
    fn a_plain_connection_is_hardly_larger_than_its_socket() {
        let plain = size_of::<tokio::net::TcpStream>();
        let wire = size_of::<crate::tls::Wire<tokio::net::TcpStream>>();
        assert!(wire <= plain + 16, "{wire} bytes instead of {plain}");
    }

    #[tokio::test]
    async fn the_beginning_does_not_wait_for_what_follows() {
        let (near, _far) = tokio::io::duplex(64);
        let mut stream = Peeked::new(near, b"ab");
        let mut chunk = [0; 8];
        assert_eq!(stream.read(&mut chunk).await.unwrap(), 2);
    }
}
