use leptos::prelude::*;

use crate::islands::Theme;

/// What the reader chose, as the request says it.
pub(super) fn theme_of_request() -> Option<Theme> {
    let parts = use_context::<http::request::Parts>()?;
    let cookies = parts.headers.get(http::header::COOKIE)?.to_str().ok()?;
    let chosen =
        cookies.split(';').find_map(|cookie| cookie.trim().strip_prefix(Theme::COOKIE)?.strip_prefix('='))?;
    [Theme::Light, Theme::Dark].into_iter().find(|theme| theme.as_str() == chosen)
}
