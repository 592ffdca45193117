//! What a server sends to a viewer, over either transport.

use anyhow::{Context, Result, bail};
use memchr::memchr;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::frame::{CLOSE, PING, PONG, TEXT, frame};
use crate::loopback::Loopback;
use crate::viewer::{open, upgrade};

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Transport {
    Events,
    WebSocket,
}

pub struct Messages {
    stream: TcpStream,
    transport: Transport,
    heard: Vec<u8>,
    /// Up to where it was read.
    at: usize,
}

impl Messages {
    /// Asks a server for what comes after a cursor.
    pub async fn open(address: Loopback, transport: Transport, since: &str) -> Result<Self> {
        let (request, status) = match transport {
            Transport::Events => (
                format!(
                    "GET /events?since={since} HTTP/1.1\r\nHost: {address}\r\nAccept: text/event-stream\r\n\r\n"
                ),
                "200",
            ),
            Transport::WebSocket => (upgrade(address, &format!("/ws?since={since}")), "101"),
        };
        let (stream, heard) = open(address, &request, status).await?;
        Ok(Self { stream, transport, heard, at: 0 })
    }

    /// Returns the JSON of the next message, once all of it is there.
    pub async fn next(&mut self) -> Result<Vec<u8>> {
        loop {
            let message = match self.transport {
                Transport::Events => self.line(),
                Transport::WebSocket => self.text().await?,
            };
            if let Some(message) = message {
                return Ok(message);
            }
            self.heard.drain(..self.at);
            self.at = 0;
            self.read().await?;
        }
    }

    async fn read(&mut self) -> Result<()> {
        match self.stream.read_buf(&mut self.heard).await? {
            0 => bail!("the connection was closed"),
            _ => Ok(()),
        }
    }

    /// Lengths of chunks are lines of their own, too.
    fn line(&mut self) -> Option<Vec<u8>> {
        loop {
            let rest = self.heard.get(self.at..)?;
            let end = memchr(b'\n', rest)?;
            self.at += end + 1;
            if let Some(data) = rest.get(..end)?.strip_prefix(b"data:") {
                return Some(data.trim_ascii().to_vec());
            }
        }
    }

    async fn text(&mut self) -> Result<Option<Vec<u8>>> {
        while let Some(rest) = self.heard.get(self.at..)
            && let Some(frame) = frame(rest)
        {
            let payload = rest.get(frame.from..frame.to).context("a frame ends before it starts")?.to_vec();
            self.at += frame.to;
            match frame.kind {
                TEXT => return Ok(Some(payload)),
                CLOSE => bail!("the server said goodbye"),
                PING => self.stream.write_all(&PONG).await?,
                _ => {}
            }
        }
        Ok(None)
    }
}
