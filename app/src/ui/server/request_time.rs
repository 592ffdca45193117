use leptos::prelude::*;

/// When the page was asked for: milliseconds since 1970. The server gives it to pages as context, for nothing here has
/// a clock.
#[derive(Copy, Clone, Debug)]
pub struct RequestTime(pub i64);

impl RequestTime {
    /// None where a view is made for no request.
    pub fn milliseconds() -> Option<i64> {
        use_context::<Self>().map(|Self(milliseconds)| milliseconds)
    }
}
