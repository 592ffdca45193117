use std::time::Duration;

/// How many viewers there may be, and how long either side waits for the other.
#[derive(Copy, Clone, Debug)]
pub struct Limits {
    /// Further viewers are asked to try again later.
    pub viewers: usize,
    /// The longest time without a message from the server.
    pub heartbeat: Duration,
    /// A viewer on a WebSocket that doesn't read its messages for this long is cut. It resumes by its cursor.
    pub write: Duration,
    /// A viewer that sends nothing for this long is cut: browsers answer the pings of heartbeats automatically.
    pub silence: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            viewers: 10_000,
            heartbeat: Duration::from_secs(15),
            write: Duration::from_secs(10),
            silence: Duration::from_secs(25),
        }
    }
}
