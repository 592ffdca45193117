//! The keys of quarantines in Redis.

use std::collections::{BTreeMap, BTreeSet};

use app::quarantine::QuarantineRecord;
use redis::aio::MultiplexedConnection;
use redis::{RedisResult, cmd, pipe};
use serde_json::Value;

use crate::clock;
use crate::quarantine::masked;

pub(super) const PREFIX: &str = "quarantine:";
/// The most keys that are read; those of others are no reason to run out of memory.
const MOST_KEYS: usize = 100_000;
const AT_ONCE: usize = 500;
/// The longest value that is read as a record.
const LONGEST: usize = 64 * 1024;
/// The most bytes of a reason or a flow.
const LONGEST_WORDS: usize = 4_000;

/// The value of a key, and when it expires.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Theirs {
    pub payload: String,
    pub expires_ms: Option<i64>,
}

impl Theirs {
    pub fn quarantined_at(&self) -> String {
        let payload = serde_json::from_str::<Value>(&self.payload).unwrap_or_default();
        payload.get("quarantinedAt").and_then(Value::as_str).unwrap_or_default().to_owned()
    }

    /// Reads the record. The key names the target, and what is missing is as the contract has it. `None` if the value is
    /// no object.
    pub fn record(&self, key: &str, now_ms: i64) -> Option<QuarantineRecord> {
        let (target_type, target_id) = key.strip_prefix(PREFIX)?.split_once(':')?;
        let payload: Value = serde_json::from_str(&self.payload).ok()?;
        let payload = payload.as_object()?;
        let words = |name: &str| {
            let words = payload.get(name).and_then(Value::as_str)?;
            Some(masked(words.get(..words.floor_char_boundary(LONGEST_WORDS))?.to_owned()))
        };
        let auto_release = payload.get("autoRelease").and_then(Value::as_bool).unwrap_or_default();
        Some(QuarantineRecord {
            target_type: target_type.to_owned(),
            target_id: target_id.to_owned(),
            reason: words("reason"),
            quarantined_at: words("quarantinedAt").unwrap_or_else(|| clock::iso(now_ms)),
            auto_release,
            ttl: payload
                .get("ttl")
                .and_then(Value::as_u64)
                .unwrap_or(QuarantineRecord::usual_ttl(auto_release)),
            suggested_flow: words("suggestedFlow"),
        })
    }
}

/// Returns the id of the running process of Redis, which changes when it is started again.
pub(super) async fn run_id(connection: &mut MultiplexedConnection) -> RedisResult<String> {
    let server: String = cmd("INFO").arg("server").query_async(connection).await?;
    let line = server.lines().find_map(|line| line.strip_prefix("run_id:"));
    Ok(line.unwrap_or_default().trim().to_owned())
}

/// Returns the values of all keys of quarantines, and of those that are named.
pub(super) async fn read(
    connection: &mut MultiplexedConnection,
    mut keys: BTreeSet<String>,
    now_ms: i64,
) -> RedisResult<BTreeMap<String, Theirs>> {
    let mut cursor = 0_u64;
    loop {
        let mut scan = cmd("SCAN");
        scan.arg(cursor).arg("MATCH").arg(format!("{PREFIX}*")).arg("COUNT").arg(1000);
        let (next, found): (u64, Vec<Vec<u8>>) = scan.query_async(connection).await?;
        keys.extend(found.into_iter().filter_map(|key| String::from_utf8(key).ok()));
        cursor = next;
        if cursor == 0 || keys.len() > MOST_KEYS {
            break;
        }
    }
    let keys: Vec<String> = keys.into_iter().collect();
    let mut read = BTreeMap::new();
    for keys in keys.chunks(AT_ONCE) {
        // A key of another kind has no value here.
        let values: Vec<Option<Vec<u8>>> = cmd("MGET").arg(keys).query_async(connection).await?;
        let mut expiries = pipe();
        for key in keys {
            expiries.cmd("PTTL").arg(key);
        }
        let left: Vec<i64> = expiries.query_async(connection).await?;
        for ((key, value), left_ms) in keys.iter().zip(values).zip(left) {
            let payload = value.filter(|value| value.len() <= LONGEST).map(String::from_utf8);
            // -1 never expires, -2 just did.
            if let (Some(Ok(payload)), -1..) = (payload, left_ms) {
                let expires_ms = (left_ms >= 0).then(|| now_ms.saturating_add(left_ms));
                read.insert(key.clone(), Theirs { payload, expires_ms });
            }
        }
    }
    Ok(read)
}

pub(super) async fn write(
    connection: &mut MultiplexedConnection,
    key: &str,
    payload: &str,
    lasts_ms: i64,
) -> RedisResult<()> {
    cmd("SET").arg(key).arg(payload).arg("PX").arg(lasts_ms).query_async(connection).await
}

pub(super) async fn delete(connection: &mut MultiplexedConnection, key: &str) -> RedisResult<()> {
    cmd("DEL").arg(key).query_async(connection).await
}
