//! Answers that are sent while they are written, so that their length costs no memory.

use std::io::{self, BufWriter, ErrorKind, Write};

use axum::body::{Body, Bytes};
use futures_util::stream;
use tokio::sync::mpsc;
use tokio::task;

/// Bytes that are sent together.
const CHUNK: usize = 64 * 1024;
/// Chunks that wait for a client; whoever writes waits with them.
const WAITING: usize = 4;

/// A body that `write` writes on a thread of its own. Where that fails the body breaks off, and the client sees so.
pub fn streamed(write: impl FnOnce(&mut dyn Write) -> io::Result<()> + Send + 'static) -> Body {
    let (sender, mut chunks) = mpsc::channel(WAITING);
    task::spawn_blocking(move || {
        let mut out = BufWriter::with_capacity(CHUNK, Chunks(sender.clone()));
        if let Err(error) = write(&mut out).and_then(|()| out.flush()) {
            // A client that went away takes no error either.
            let _ = sender.blocking_send(Err(error));
        }
    });
    Body::from_stream(stream::poll_fn(move |context| chunks.poll_recv(context)))
}

struct Chunks(mpsc::Sender<io::Result<Bytes>>);

impl Write for Chunks {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for chunk in bytes.chunks(CHUNK) {
            let sent = self.0.blocking_send(Ok(Bytes::copy_from_slice(chunk)));
            sent.map_err(|_| io::Error::from(ErrorKind::BrokenPipe))?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
