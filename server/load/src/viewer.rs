//! A viewer that only counts messages, so that the cost of the server is measured and not that of a client.

use anyhow::{Context, Result, bail};
use memchr::memmem;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::loopback::Loopback;

const TEXT: u8 = 1;
const CLOSE: u8 = 8;
const PING: u8 = 9;
/// An empty pong, masked with zeros, since frames of clients must be masked.
const PONG: [u8; 6] = [0x8a, 0x80, 0, 0, 0, 0];

pub struct Viewer {
    stream: TcpStream,
    heard: Vec<u8>,
}

struct Frame {
    kind: u8,
    /// The start and end of the payload.
    from: usize,
    to: usize,
}

impl Viewer {
    pub async fn open(address: Loopback) -> Result<Self> {
        let mut stream = address.connect().await?;
        let upgrade = format!(
            "GET /ws HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        );
        stream.write_all(upgrade.as_bytes()).await?;
        let mut heard = Vec::new();
        let end = loop {
            if stream.read_buf(&mut heard).await? == 0 {
                bail!("{address} closed a viewer's connection");
            }
            if let Some(end) = memmem::find(&heard, b"\r\n\r\n") {
                break end;
            }
        };
        if !heard.starts_with(b"HTTP/1.1 101") {
            bail!("{address} answered a viewer: {}", String::from_utf8_lossy(&heard));
        }
        heard.drain(..end + 4);
        Ok(Self { stream, heard })
    }

    /// Calls `see` with each document event, until the server closes the connection.
    pub async fn watch(mut self, mut see: impl FnMut(&[u8])) -> Result<()> {
        loop {
            let mut at = 0;
            while let Some(rest) = self.heard.get(at..)
                && let Some(frame) = frame(rest)
            {
                let payload = rest.get(frame.from..frame.to).context("a frame ends before it starts")?;
                match frame.kind {
                    TEXT if is_document(payload) => see(payload),
                    CLOSE => return Ok(()),
                    PING => self.stream.write_all(&PONG).await?,
                    _ => {}
                }
                at += frame.to;
            }
            self.heard.drain(..at);
            if self.stream.read_buf(&mut self.heard).await? == 0 {
                return Ok(());
            }
        }
    }
}

/// Returns whether a message is an event other than a heartbeat. The type is near its start.
fn is_document(payload: &[u8]) -> bool {
    memmem::find(payload.get(..96).unwrap_or(payload), br#""type":"DocumentEvent""#).is_some()
}

/// Returns the first frame if it is complete. Servers don't mask frames, and these don't fragment messages.
fn frame(heard: &[u8]) -> Option<Frame> {
    let kind = heard.first()? & 0x0f;
    let (from, length) = match heard.get(1)? {
        126 => (4, u64::from(u16::from_be_bytes(heard.get(2..4)?.try_into().ok()?))),
        127 => (10, u64::from_be_bytes(heard.get(2..10)?.try_into().ok()?)),
        short => (2, u64::from(*short)),
    };
    let to = from + usize::try_from(length).ok()?;
    (heard.len() >= to).then_some(Frame { kind, from, to })
}

#[cfg(test)]
mod tests {
    use super::frame;

    #[test]
    fn a_frame_is_one_once_all_of_it_is_there() {
        let check = |heard: &[u8], expected: Option<(u8, usize, usize)>| {
            let found = frame(heard).map(|frame| (frame.kind, frame.from, frame.to));
            assert_eq!(found, expected);
        };
        check(b"\x81\x02hi\x89", Some((1, 2, 4)));
        check(b"\x81\x02h", None);
        check(b"\x89\x00", Some((9, 2, 2)));
        check(&[&[0x81, 126, 1, 0][..], &[b'x'; 256]].concat(), Some((1, 4, 260)));
        check(&[0x81, 126, 1], None);
    }
}
