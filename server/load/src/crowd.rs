//! Many viewers on one thread, so that a machine of two cores has one left for the server. Each of them is still checked:
//! it has to hear of every event, in order.

use std::io::{ErrorKind, Read, Write};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use mio::net::TcpStream;
use mio::{Events, Interest, Poll, Token};

use crate::frame::{CLOSE, PING, PONG, TEXT, frame};
use crate::heard::Heard;
use crate::times::Times;
use crate::viewer::Viewer;

/// Read at once into a buffer that all viewers share.
const READ: usize = 256 * 1024;
/// Sockets that are looked at before the system is asked for more.
const SOCKETS: usize = 1024;

pub struct Crowd {
    poll: Poll,
    viewers: Vec<Member>,
}

struct Member {
    stream: TcpStream,
    /// The start of a frame whose end is still to come.
    rest: Vec<u8>,
    heard: Heard,
}

/// When each event is due, and how many there are.
#[derive(Copy, Clone)]
pub struct Schedule {
    pub began: Instant,
    pub every: Duration,
    pub events: u32,
    /// How long viewers are waited for after the last event.
    pub patience: Duration,
}

impl Schedule {
    pub fn due(&self, event: u32) -> Instant {
        self.began + self.every * event
    }
}

impl Crowd {
    pub fn new() -> Result<Self> {
        Ok(Self { poll: Poll::new().context("sockets can't be waited for")?, viewers: Vec::new() })
    }

    pub fn add(&mut self, viewer: Viewer) -> Result<()> {
        let (stream, rest) = viewer.into_parts();
        let mut stream = TcpStream::from_std(stream.into_std()?);
        self.poll.registry().register(&mut stream, Token(self.viewers.len()), Interest::READABLE)?;
        self.viewers.push(Member { stream, rest, heard: Heard::default() });
        Ok(())
    }

    /// Waits until all viewers have heard of all events, and returns how late each of them was.
    pub fn watch(mut self, schedule: Schedule) -> Result<Times> {
        let (mut times, mut events) = (Times::new(), Events::with_capacity(SOCKETS));
        let mut buffer = vec![0; READ];
        let end = schedule.due(schedule.events) + schedule.patience;
        let mut behind = self.viewers.len();
        while behind > 0 {
            let Some(left) = end.checked_duration_since(Instant::now()) else {
                bail!("{behind} of {} viewers didn't hear of all events", self.viewers.len());
            };
            match self.poll.poll(&mut events, Some(left)) {
                Err(error) if error.kind() != ErrorKind::Interrupted => return Err(error.into()),
                _ => {}
            }
            for event in &events {
                let Token(number) = event.token();
                let Some(viewer) = self.viewers.get_mut(number) else { continue };
                let before = viewer.heard.events();
                viewer.read(&mut buffer).with_context(|| format!("viewer {number}"))?;
                let now = Instant::now();
                for event in before..viewer.heard.events() {
                    times.add(now.saturating_duration_since(schedule.due(event)));
                }
                if before < schedule.events && viewer.heard.events() >= schedule.events {
                    behind -= 1;
                }
            }
        }
        Ok(times)
    }
}

impl Member {
    /// Reads all there is. The system says only once that there is something.
    fn read(&mut self, buffer: &mut [u8]) -> Result<()> {
        loop {
            // What was left of the last read comes first.
            let kept = self.rest.len();
            let Some((start, free)) = buffer.split_at_mut_checked(kept) else {
                bail!("a message is larger than {READ} bytes")
            };
            start.copy_from_slice(&self.rest);
            self.rest.clear();
            let read = match self.stream.read(free) {
                Ok(0) => bail!("the server closed its connection"),
                Ok(read) => read,
                Err(error) if error.kind() == ErrorKind::WouldBlock => 0,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error.into()),
            };
            let is_all = read < free.len();
            let all = buffer.get(..kept + read).unwrap_or_default();
            let used = self.take(all)?;
            self.rest.extend_from_slice(all.get(used..).unwrap_or_default());
            if is_all {
                return Ok(());
            }
        }
    }

    /// Takes in all complete frames, and returns their length.
    fn take(&mut self, heard: &[u8]) -> Result<usize> {
        let mut at = 0;
        while let Some(rest) = heard.get(at..)
            && let Some(frame) = frame(rest)
        {
            match frame.kind {
                TEXT => self.heard.take(rest.get(frame.from..frame.to).unwrap_or_default())?,
                CLOSE => bail!("the server ended the stream"),
                // Six bytes always fit: nothing else is sent.
                PING => self.stream.write_all(&PONG)?,
                _ => {}
            }
            at += frame.to;
        }
        Ok(at)
    }
}
