//! The server's only clock. The store and the parsers get the time as an argument.

use std::time::{SystemTime, UNIX_EPOCH};

/// Milliseconds since 1970 (UTC).
pub fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// Writes a time as the contract does: `2026-11-20T05:46:00Z`.
pub fn iso(milliseconds: i64) -> String {
    let (date, time) = app::ui::utc(milliseconds);
    format!("{date}T{time}Z")
}

/// An epoch for a store that is made now: no two stores on one address continue each other's order.
pub fn new_epoch() -> u32 {
    u32::try_from(now_ms() / 1000).unwrap_or(u32::MAX)
}
