use std::time::Duration;

/// What viewers may cost, and how long either side waits for the other.
#[derive(Copy, Clone, Debug)]
pub struct Limits {
    /// Who comes beyond them is asked to come again.
    pub viewers: usize,
    /// The server speaks at least so often.
    pub heartbeat: Duration,
    /// A viewer on a WebSocket that does not take what it is told in this time is cut; it comes back by its cursor.
    pub write: Duration,
    /// One that says nothing for so long is gone: browsers answer the pings of heartbeats by themselves.
    pub silence: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            viewers: 10_000,
            heartbeat: Duration::from_secs(15),
            write: Duration::from_secs(10),
            silence: Duration::from_secs(45),
        }
    }
}
