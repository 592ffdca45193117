//! Load is sent to this machine only.

use std::fmt;
use std::net::{Ipv4Addr, SocketAddr};
use std::str::FromStr;

use anyhow::{Context, Result, bail};
use tokio::net::{TcpSocket, TcpStream};

/// An address of this machine.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Loopback(SocketAddr);

impl Loopback {
    pub async fn connect(self) -> Result<TcpStream> {
        let stream = TcpStream::connect(self.0).await.with_context(|| format!("{self} does not answer"))?;
        stream.set_nodelay(true)?;
        Ok(stream)
    }

    /// Connects with a small buffer for what is not read.
    pub async fn connect_narrowly(self) -> Result<TcpStream> {
        let socket = if self.0.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
        socket.set_recv_buffer_size(4096)?;
        socket.connect(self.0).await.with_context(|| format!("{self} does not answer"))
    }

    /// Connects from a numbered address of this machine, of which some systems have one only.
    pub async fn connect_from(self, number: u32) -> Result<TcpStream> {
        let [_, a, b, c] = number.to_be_bytes();
        let from = SocketAddr::from((Ipv4Addr::new(127, a, b, c.max(2)), 0));
        let socket = TcpSocket::new_v4()?;
        if !self.0.is_ipv4() || socket.bind(from).is_err() {
            return self.connect().await;
        }
        let stream = socket.connect(self.0).await.with_context(|| format!("{self} does not answer"))?;
        stream.set_nodelay(true)?;
        Ok(stream)
    }
}

impl FromStr for Loopback {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let address: SocketAddr =
            text.parse().with_context(|| format!("`{text}` is not an address with a port"))?;
        if !address.ip().is_loopback() {
            bail!("{address} may be another machine: a load is sent to this one only");
        }
        Ok(Self(address))
    }
}

impl fmt::Display for Loopback {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

#[cfg(test)]
mod tests {
    use super::Loopback;

    #[test]
    fn nothing_is_sent_to_other_machines() {
        for address in ["127.0.0.1:4180", "127.8.9.10:80", "[::1]:4180"] {
            assert!(address.parse::<Loopback>().is_ok(), "{address}");
        }
        for address in [
            "0.0.0.0:80", "192.0.2.7:4180", "[::]:80", "[::ffff:192.0.2.7]:80", "example.org:80", "localhost",
        ] {
            assert!(address.parse::<Loopback>().is_err(), "{address}");
        }
    }
}
