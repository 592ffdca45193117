//! Load is sent to this machine only.

use std::fmt;
use std::net::SocketAddr;
use std::str::FromStr;

use anyhow::{Context, Result, bail};
use tokio::net::TcpStream;

/// An address of this machine.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Loopback(SocketAddr);

impl Loopback {
    pub async fn connect(self) -> Result<TcpStream> {
        let stream = TcpStream::connect(self.0).await.with_context(|| format!("{self} does not answer"))?;
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
