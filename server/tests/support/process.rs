//! Runs the binary, and sends requests to it over a plain socket.

use std::io::{BufRead, BufReader, Error, ErrorKind, Read, Result, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

pub struct Harmony {
    pub child: Child,
    pub address: String,
    /// Kept open, since the server would fail to print otherwise.
    _output: BufReader<ChildStdout>,
}

impl Harmony {
    /// Starts the server on a store and a free port, and waits until it listens.
    #[allow(dead_code, reason = "one measurement has more options")]
    pub fn start(store: &Path) -> Result<Self> {
        Self::start_with(store, &[])
    }

    /// Starts it with more options.
    pub fn start_with(store: &Path, options: &[&str]) -> Result<Self> {
        Self::start_in(store, options, &[("RUST_LOG", "error")], Stdio::inherit())
    }

    /// Starts it with variables of the environment, and writes its log there.
    pub fn start_in(
        store: &Path,
        options: &[&str],
        variables: &[(&str, &str)],
        log: impl Into<Stdio>,
    ) -> Result<Self> {
        let mut child = Command::new(env!("CARGO_BIN_EXE_harmony"))
            .args(["serve", "--listen", "127.0.0.1:0", "--store"])
            .arg(store)
            .args(options)
            .env_remove("HARMONY_TOKEN")
            .envs(variables.iter().copied())
            .stdin(Stdio::null())
            .stderr(log)
            .stdout(Stdio::piped())
            .spawn()?;
        let output = child.stdout.take().ok_or_else(|| Error::other("the server has no output"))?;
        let mut output = BufReader::new(output);
        let mut line = String::new();
        while output.read_line(&mut line)? > 0 {
            if let Some(address) =
                line.trim().strip_prefix("open").and_then(|rest| rest.trim().strip_prefix("http://"))
            {
                let address = address.to_owned();
                return Ok(Self { child, address, _output: output });
            }
            line.clear();
        }
        Err(Error::other("the server stopped before it listened"))
    }

    pub fn connect(&self) -> Result<Connection> {
        Connection::to(&self.address)
    }
}

impl Drop for Harmony {
    fn drop(&mut self) {
        // Usually it was killed already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A connection that is reused for several requests.
pub struct Connection {
    stream: BufReader<TcpStream>,
    host: String,
}

impl Connection {
    pub fn to(address: &str) -> Result<Self> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        Ok(Self { stream: BufReader::new(stream), host: address.to_owned() })
    }

    pub fn get(&mut self, path: &str) -> Result<(u16, Vec<u8>)> {
        let request = format!("GET {path} HTTP/1.1\r\nhost: {}\r\n\r\n", self.host);
        self.ask(request.as_bytes())
    }

    #[allow(dead_code, reason = "measurements only read")]
    pub fn delete(&mut self, path: &str) -> Result<(u16, Vec<u8>)> {
        let request = format!("DELETE {path} HTTP/1.1\r\nhost: {}\r\n\r\n", self.host);
        self.ask(request.as_bytes())
    }

    #[allow(dead_code, reason = "measurements only read")]
    pub fn post_json(&mut self, path: &str, body: &str) -> Result<(u16, Vec<u8>)> {
        let request = format!(
            "POST {path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            self.host,
            body.len()
        );
        self.ask(request.as_bytes())
    }

    /// Sends a text with an idempotency key.
    #[allow(dead_code, reason = "measurements only read")]
    pub fn deliver(&mut self, key: &str, text: &str) -> Result<(u16, Vec<u8>)> {
        let request = format!(
            "POST /api/documents HTTP/1.1\r\nhost: {}\r\ncontent-type: text/markdown\r\nidempotency-key: {key}\r\n\
             content-length: {}\r\n\r\n{text}",
            self.host,
            text.len()
        );
        self.ask(request.as_bytes())
    }

    pub fn ask(&mut self, request: &[u8]) -> Result<(u16, Vec<u8>)> {
        self.stream.get_mut().write_all(request)?;
        let status_line = self.line()?;
        let status = status_line.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.ok_or_else(|| Error::other(format!("no status: {status_line}")))?;
        let (mut length, mut is_chunked) = (0, false);
        loop {
            let line = self.line()?.to_ascii_lowercase();
            match line.split_once(':') {
                Some(("content-length", value)) => length = value.trim().parse().map_err(Error::other)?,
                Some(("transfer-encoding", _)) => is_chunked = true,
                None => break,
                Some(_) => {}
            }
        }
        let mut body = Vec::new();
        if !is_chunked {
            body.resize(length, 0);
            self.stream.read_exact(&mut body)?;
            return Ok((status, body));
        }
        loop {
            let size = usize::from_str_radix(&self.line()?, 16).map_err(Error::other)?;
            let start = body.len();
            body.resize(start + size + 2, 0);
            self.stream.read_exact(&mut body[start..])?;
            body.truncate(start + size);
            if size == 0 {
                return Ok((status, body));
            }
        }
    }

    /// Returns the next line without its line break. The end of the stream is an error.
    fn line(&mut self) -> Result<String> {
        let mut line = String::new();
        if self.stream.read_line(&mut line)? == 0 {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        Ok(line.trim_end().to_owned())
    }
}
