//! A viewer that only counts messages, so that the cost of the server is measured and not that of a client.

use anyhow::{Context, Result, bail};
use memchr::memmem;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::frame::{CLOSE, PING, PONG, TEXT, frame};
use crate::loopback::Loopback;
use crate::message::Message;

pub struct Viewer {
    stream: TcpStream,
    heard: Vec<u8>,
}

impl Viewer {
    pub async fn open(address: Loopback) -> Result<Self> {
        let (stream, heard) = open(address, &upgrade(address, "/ws"), "101").await?;
        Ok(Self { stream, heard })
    }

    /// Returns its socket, and what was read of it beyond the answer.
    pub fn into_parts(self) -> (TcpStream, Vec<u8>) {
        (self.stream, self.heard)
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
                    TEXT if Message::of(payload).is_some_and(|message| message.is("DocumentEvent")) => {
                        see(payload)
                    }
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

/// Returns the request for a WebSocket.
pub fn upgrade(address: Loopback, target: &str) -> String {
    format!(
        "GET {target} HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
}

/// Sends a request that is answered with a stream, and returns what was read of it beyond the head.
pub async fn open(address: Loopback, request: &str, status: &str) -> Result<(TcpStream, Vec<u8>)> {
    let mut stream = address.connect().await?;
    stream.write_all(request.as_bytes()).await?;
    let mut heard = Vec::new();
    let end = loop {
        if stream.read_buf(&mut heard).await? == 0 {
            bail!("{address} closed a viewer's connection");
        }
        if let Some(end) = memmem::find(&heard, b"\r\n\r\n") {
            break end;
        }
    };
    if !heard.starts_with(format!("HTTP/1.1 {status}").as_bytes()) {
        bail!("{address} answered a viewer: {}", String::from_utf8_lossy(&heard));
    }
    heard.drain(..end + 4);
    Ok((stream, heard))
}
