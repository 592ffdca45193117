//! Requests whose every byte is chosen, and what is answered.

use std::fmt::Write;
use std::time::Duration;

use anyhow::{Context, Result};
use memchr::memmem;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::loopback::Loopback;

/// A server that answers nothing for longer has not refused anything.
const PATIENCE: Duration = Duration::from_secs(30);
/// No more of an answer is looked at.
const LONGEST: usize = 4 * 1024 * 1024;

#[derive(Clone)]
pub struct Request {
    pub method: String,
    pub target: String,
    /// The values of all `Host` headers.
    pub hosts: Vec<String>,
    pub headers: Vec<(&'static str, String)>,
    pub body: Vec<u8>,
}

impl Request {
    pub fn new(address: Loopback, method: &str, target: &str) -> Self {
        Self {
            method: method.to_owned(),
            target: target.to_owned(),
            hosts: vec![address.to_string()],
            headers: Vec::new(),
            body: Vec::new(),
        }
    }

    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    pub fn of_host(self, host: &str) -> Self {
        Self { hosts: vec![host.to_owned()], ..self }
    }

    pub fn bearing(self, token: &str) -> Self {
        self.with("Authorization", format!("Bearer {token}"))
    }

    pub fn sending(self, content_type: &str, body: impl Into<Vec<u8>>) -> Self {
        Self { body: body.into(), ..self.with("Content-Type", content_type) }
    }

    pub fn bytes(&self) -> Vec<u8> {
        let mut head = format!("{} {} HTTP/1.1\r\n", self.method, self.target);
        for host in &self.hosts {
            // Writing to a string never fails.
            let _ = write!(head, "Host: {host}\r\n");
        }
        for (name, value) in &self.headers {
            let _ = write!(head, "{name}: {value}\r\n");
        }
        if !self.body.is_empty() || self.method != "GET" {
            let _ = write!(head, "Content-Length: {}\r\n", self.body.len());
        }
        [head.as_bytes(), b"Connection: close\r\n\r\n", &self.body].concat()
    }

    /// The request without its body and in one line.
    pub fn shown(&self) -> String {
        let headers = self.headers.iter().map(|(name, value)| format!(" [{name}: {value}]"));
        let hosts = self.hosts.iter().map(|host| format!(" [Host: {host}]"));
        let whole = format!("{} {}", self.method, self.target);
        let whole: String = hosts.chain(headers).fold(whole, |shown, more| shown + &more);
        whole.chars().take(300).flat_map(char::escape_default).collect()
    }
}

pub struct Answer {
    /// 0 if the connection was closed without an answer.
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (found, value) = line.split_once(':')?;
            found.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }

    fn is_endless(&self) -> bool {
        self.status == 101 || self.header("content-type").is_some_and(|kind| kind.contains("event-stream"))
    }

    fn is_whole(&self) -> bool {
        let length = self.header("content-length").and_then(|length| length.parse::<usize>().ok());
        length.is_some_and(|length| self.body.len() >= length)
    }
}

/// Sends bytes on a connection of their own, and reads the first answer.
pub async fn exchange(address: Loopback, bytes: &[u8]) -> Result<Answer> {
    over(address.connect().await?, bytes).await
}

/// Does the same over a connection that may come from another address of this machine.
pub async fn over(mut stream: TcpStream, bytes: &[u8]) -> Result<Answer> {
    let exchange = async {
        // A server may refuse before it has read everything, and close the connection.
        let _ = stream.write_all(bytes).await;
        read(&mut stream).await
    };
    timeout(PATIENCE, exchange).await.context("no answer")
}

/// Reads an answer to its end, or as far as there is any.
pub async fn read(stream: &mut TcpStream) -> Answer {
    let mut heard = Vec::new();
    loop {
        let is_over = !matches!(stream.read_buf(&mut heard).await, Ok(1..)) || heard.len() > LONGEST;
        let answer = parse(&heard);
        if is_over || answer.is_endless() || answer.is_whole() {
            return answer;
        }
    }
}

fn parse(heard: &[u8]) -> Answer {
    let Some(end) = memmem::find(heard, b"\r\n\r\n") else {
        return Answer { status: 0, head: String::new(), body: Vec::new() };
    };
    let (head, body) = heard.split_at(end + 4);
    let head = String::from_utf8_lossy(head).into_owned();
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    Answer { status, head, body: body.to_vec() }
}
