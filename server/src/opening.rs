//! The first bytes of a connection. Which version of HTTP a client speaks is known from the second one on or, for HTTP/2, after
//! its preface; until then no other deadline runs.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// What a client of HTTP/2 begins with.
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// A stream that fails if it does not begin in time.
pub struct Opening<S> {
    stream: S,
    /// How much of the preface has been read.
    read: usize,
    /// Dropped once the version is known.
    deadline: Option<Pin<Box<Sleep>>>,
}

impl<S> Opening<S> {
    pub fn new(stream: S, within: Duration) -> Self {
        Self { stream, read: 0, deadline: Some(Box::pin(sleep(within))) }
    }

    /// Takes note of what was read.
    fn see(&mut self, bytes: &[u8]) {
        let rest = PREFACE.get(self.read..).unwrap_or_default();
        self.read += bytes.len();
        if !rest.starts_with(bytes) || self.read == PREFACE.len() {
            self.deadline = None;
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Opening<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        let Some(deadline) = &mut self.deadline else { return read };
        if read.is_pending() {
            ready!(deadline.as_mut().poll(context));
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        self.see(buffer.filled().get(before..).unwrap_or_default());
        read
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Opening<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    use super::{Opening, PREFACE};

    const WITHIN: Duration = Duration::from_millis(50);

    /// Returns whether a connection that began so is still there after the deadline.
    async fn lasts(sent: &[u8]) -> bool {
        let (mut client, server) = duplex(64);
        let mut opening = Opening::new(server, WITHIN);
        client.write_all(sent).await.unwrap();
        let reading = async { while opening.read(&mut [0; 8]).await.is_ok() {} };
        tokio::time::timeout(WITHIN * 4, reading).await.is_err()
    }

    #[tokio::test]
    async fn a_connection_that_does_not_begin_is_cut() {
        assert!(!lasts(b"").await);
        assert!(!lasts(b"PRI * HTTP").await);
    }

    #[tokio::test]
    async fn one_that_has_begun_has_other_deadlines() {
        assert!(lasts(b"G").await);
        assert!(lasts(b"PUT /").await);
        assert!(lasts(PREFACE).await);
    }
}
