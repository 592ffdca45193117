//! Clients that send or read as slowly as they can, all at once, each on a connection of its own.

use std::time::{Duration, Instant};

use anyhow::Result;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::super::request::{Request, exchange};
use super::bystander::{Bystander, quiet};
use super::{MEMORY, MOST, compared, is_served, memory};
use crate::harmony::Harmony;
use crate::loopback::Loopback;

/// A little more than the limit, for a busy machine.
const PATIENCE: Duration = MOST.saturating_add(Duration::from_secs(2));
const PAUSE: Duration = Duration::from_secs(1);

/// What a client does until it is cut.
#[derive(Copy, Clone)]
enum Way {
    /// Sends these bytes, and nothing more.
    Silent(&'static str),
    /// Sends the first, and then the second every second.
    Trickle(&'static str, &'static str),
    /// Sends these bytes again and again, and reads nothing.
    Deaf(&'static str),
}

const WAYS: &[(&str, Way)] = &[
    ("nothing is sent", Way::Silent("")),
    ("half a line", Way::Silent("GET /docu")),
    ("half a head", Way::Silent("GET / HTTP/1.1\r\nHost: {host}\r\n")),
    ("half the preface of HTTP/2", Way::Silent("PRI * HTTP/2.0\r\n")),
    ("HTTP/2 without a request", Way::Silent("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")),
    ("a head that never ends", Way::Trickle("GET / HTTP/1.1\r\nHost: {host}\r\n", "X: a\r\n")),
    ("a name that never ends", Way::Trickle("GET / HTTP/1.1\r\nX", "x")),
    ("no body", Way::Silent(POST)),
    ("a body that never ends", Way::Trickle(POST, "a")),
    ("chunks that never end", Way::Trickle(CHUNKED, "1\r\na\r\n")),
    ("a form that never ends", Way::Trickle(FORM, "a")),
    ("JSON that never ends", Way::Trickle(DECISION, " ")),
    ("a preview that never ends", Way::Trickle(PREVIEW, "a")),
    ("a page's call that never ends", Way::Trickle(CALL, "a")),
    ("a page that nobody reads", Way::Deaf(PAGE)),
    ("events that nobody reads", Way::Deaf("GET /events?since=0.0 HTTP/1.1\r\nHost: {host}\r\n\r\n")),
    ("a WebSocket without an answer", Way::Silent(SOCKET)),
    ("a WebSocket that nobody reads", Way::Deaf(SOCKET)),
];

const PAGE: &str = "GET /api HTTP/1.1\r\nHost: {host}\r\n\r\n";
const POST: &str = "POST /api/documents HTTP/1.1\r\nHost: {host}\r\nContent-Type: text/plain\r\nContent-Length: 9999\r\n\r\n";
const CHUNKED: &str = "POST /api/documents HTTP/1.1\r\nHost: {host}\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n";
const FORM: &str = "POST /documents HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 9999\r\n\r\ntext=";
const DECISION: &str = "POST /api/inbox HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n{";
const PREVIEW: &str =
    "POST /api/previews HTTP/1.1\r\nHost: {host}\r\nContent-Type: text/plain\r\nContent-Length: 9999\r\n\r\n";
const CALL: &str = "POST /api/page/sample HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 9999\r\n\r\n";
const SOCKET: &str = "GET /ws HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
                      Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";

/// Starts so many clients of each way.
pub async fn attack(server: &Harmony, clients: usize, unnoticed: Duration) -> Result<bool> {
    let address = server.address;
    crate::handles::allow((WAYS.len() * clients) as u64)?;
    let before = quiet(address, MOST / 6).await?;
    memory::forget_peak(server.process());
    let bystander = Bystander::begin(address);
    let mut attacks = JoinSet::new();
    for (way, (_, what)) in WAYS.iter().enumerate() {
        for _ in 0..clients {
            attacks.spawn(async move { (way, until_cut(address, *what).await) });
        }
    }
    // Something for viewers to fall behind of.
    let writer = tokio::spawn(write(address));
    let mut longest = vec![Some(Duration::ZERO); WAYS.len()];
    while let Some(attack) = attacks.join_next().await {
        let (way, took) = attack?;
        if let Some(slowest) = longest.get_mut(way) {
            *slowest = slowest.zip(took).map(|(slowest, took)| slowest.max(took));
        }
    }
    writer.abort();
    let during = bystander.end().await?;
    let peak = memory::peak(server.process()).unwrap_or(0);
    let quiet = before.and(quiet(address, MOST / 6).await?)?;
    println!(
        "{} slow clients in {} ways; memory at most {} MB; {}",
        clients * WAYS.len(),
        WAYS.len(),
        peak >> 20,
        compared(&quiet, &during)?
    );
    let mut holds = true;
    for ((name, _), longest) in WAYS.iter().zip(&longest) {
        match longest {
            Some(longest) => println!("  {name}: cut within {:.1} s", longest.as_secs_f64()),
            None => println!("  WRONG {name}: not cut within {} s", MOST.as_secs()),
        }
        holds &= longest.is_some();
    }
    if !is_served(&quiet, &during, unnoticed)? || peak > MEMORY {
        println!("  WRONG others waited, or the memory grew");
        holds = false;
    }
    Ok(holds)
}

/// Returns how long it takes until the server ends the connection.
async fn until_cut(address: Loopback, way: Way) -> Option<Duration> {
    let began = Instant::now();
    let client = async {
        // One that is not even let in is cut as well.
        let _ = match way {
            Way::Silent(sent) => silent(address, sent).await,
            Way::Trickle(first, rest) => trickle(address, first, rest).await,
            Way::Deaf(sent) => deaf(address, sent).await,
        };
    };
    let looks = if matches!(way, Way::Deaf(_)) { MOST } else { Duration::ZERO };
    timeout(PATIENCE + looks, client).await.ok()?;
    Some(began.elapsed().min(PATIENCE))
}

async fn silent(address: Loopback, sent: &str) -> Result<()> {
    let mut stream = address.connect().await?;
    stream.write_all(&filled(sent, address)).await?;
    heard_to_the_end(&mut stream).await
}

async fn trickle(address: Loopback, first: &str, rest: &str) -> Result<()> {
    let (mut reading, mut writing) = address.connect().await?.into_split();
    let trickle = async {
        writing.write_all(&filled(first, address)).await?;
        loop {
            sleep(PAUSE).await;
            writing.write_all(rest.as_bytes()).await?;
        }
    };
    tokio::select! {
        broken = trickle => broken,
        ended = heard_to_the_end(&mut reading) => ended,
    }
}

/// A client that does not read does not see that it is cut: it looks in the end. From one that was not, more and more comes.
async fn deaf(address: Loopback, sent: &str) -> Result<()> {
    let mut stream = address.connect_narrowly().await?;
    let request = filled(sent, address);
    let again = if sent == PAGE { usize::MAX } else { 1 };
    let asking = async {
        for _ in 0..again {
            stream.write_all(&request).await?;
        }
        std::future::pending::<Result<()>>().await
    };
    let _ = timeout(MOST, asking).await;
    // What was sent before is still there, and read slowly by somebody with so little room.
    heard_to_the_end(&mut stream).await
}

async fn heard_to_the_end(stream: &mut (impl AsyncReadExt + Unpin)) -> Result<()> {
    let mut dropped = vec![0; 64 * 1024];
    while stream.read(&mut dropped).await? > 0 {}
    Ok(())
}

fn filled(text: &str, address: Loopback) -> Vec<u8> {
    text.replace("{host}", &address.to_string()).into_bytes()
}

/// Stores texts that viewers hear much of.
async fn write(address: Loopback) {
    for number in 0_u64.. {
        let texts: Vec<_> =
            (0..40).map(|part| format!(r##"{{"text":"# Review Report: slow {number} {part}"}}"##)).collect();
        let path = "a".repeat(1_000);
        let body = format!(r#"{{"source":{{"path":"{path}"}},"documents":[{}]}}"#, texts.join(","));
        let request = Request::new(address, "POST", "/api/documents").sending("application/json", body);
        // What the bystander sees is what counts.
        let _ = exchange(address, &request.bytes()).await;
        sleep(Duration::from_millis(100)).await;
    }
}
