use leptos::prelude::*;

/// When the page was asked for: milliseconds since 1970. The server gives it to pages as context, for nothing here has
/// a clock.
#[derive(Copy, Clone, Debug)]
pub struct RequestTime(pub i64);

impl RequestTime {
    /// Returns the time, or `None` if the view isn't rendered for a request.
    pub fn milliseconds() -> Option<i64> {
        use_context::<Self>().map(|Self(milliseconds)| milliseconds)
    }
}

/// When the reader's last visit to the overview ended, if there was one.
#[derive(Copy, Clone, Debug)]
pub struct LastVisit(pub i64);
