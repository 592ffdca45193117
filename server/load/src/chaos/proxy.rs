//! A network between servers and their database that can be cut.

use std::io;
use std::net::SocketAddr;

use anyhow::Result;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::loopback::Loopback;

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Network {
    Open,
    /// Connections end, and new ones are refused.
    Refused,
    /// Nothing arrives until it is open again, and nobody hears of it.
    Stalled,
}

/// What is between one server and the database.
pub struct Proxy {
    pub address: SocketAddr,
    network: watch::Sender<Network>,
    /// Connections from before are never heard of again.
    forgotten: watch::Sender<u64>,
    carrying: JoinHandle<()>,
}

impl Proxy {
    pub async fn start(database: Loopback) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let (network, forgotten) = (watch::Sender::new(Network::Open), watch::Sender::new(0));
        let carrying =
            tokio::spawn(carry(listener, address, database, network.subscribe(), forgotten.subscribe()));
        Ok(Self { address, network, forgotten, carrying })
    }

    pub fn set(&self, network: Network) {
        self.network.send_replace(network);
    }

    /// Forgets all connections without a word to either side, as a firewall that starts again. New ones work.
    pub fn forget(&self) {
        self.forgotten.send_modify(|count| *count += 1);
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.carrying.abort();
    }
}

/// Accepts connections while they are not refused.
async fn carry(
    listener: TcpListener,
    address: SocketAddr,
    database: Loopback,
    mut network: watch::Receiver<Network>,
    forgotten: watch::Receiver<u64>,
) {
    let mut listener = Some(listener);
    loop {
        let is_refused = |network: &Network| *network == Network::Refused;
        if is_refused(&network.borrow_and_update()) {
            listener = None;
            if network.wait_for(|network| !is_refused(network)).await.is_err() {
                return;
            }
        }
        let listening = match listener.take() {
            Some(listening) => listening,
            // Its port may be taken for a moment.
            None => match TcpListener::bind(address).await {
                Ok(listening) => listening,
                Err(_) => {
                    tokio::time::sleep(std::time::Duration::from_millis(20)).await;
                    continue;
                }
            },
        };
        tokio::select! {
            accepted = listening.accept() => {
                if let Ok((stream, _)) = accepted {
                    tokio::spawn(join(stream, database, network.clone(), forgotten.clone()));
                }
            }
            changed = network.changed() => if changed.is_err() { return },
        }
        listener = Some(listening);
    }
}

/// Carries bytes both ways until either side ends the connection, or it is cut.
async fn join(
    server: TcpStream,
    database: Loopback,
    mut network: watch::Receiver<Network>,
    mut forgotten: watch::Receiver<u64>,
) {
    forgotten.mark_unchanged();
    let stalled = network.clone();
    let carried = async {
        wait_until_open(stalled.clone()).await?;
        let (from_server, to_server) = server.into_split();
        let (from_database, to_database) = database.connect().await.map_err(io::Error::other)?.into_split();
        let (there, back) = (
            pass(from_server, to_database, stalled.clone()),
            pass(from_database, to_server, stalled.clone()),
        );
        tokio::pin!(there, back);
        tokio::select! {
            ended = &mut there => ended,
            ended = &mut back => ended,
            // Both sides stay open, unheard, until the proxy is gone.
            Ok(()) = forgotten.changed() => std::future::pending().await,
        }
    };
    tokio::select! {
        _ended = carried => {}
        _ = network.wait_for(|network| *network == Network::Refused) => {}
    }
}

async fn pass(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    network: watch::Receiver<Network>,
) -> io::Result<()> {
    let mut bytes = vec![0; 16 * 1024];
    loop {
        let count = from.read(&mut bytes).await?;
        wait_until_open(network.clone()).await?;
        if count == 0 {
            return Ok(());
        }
        to.write_all(&bytes[..count]).await?;
    }
}

async fn wait_until_open(mut network: watch::Receiver<Network>) -> io::Result<()> {
    network.wait_for(|network| *network != Network::Stalled).await.map_err(io::Error::other)?;
    Ok(())
}
