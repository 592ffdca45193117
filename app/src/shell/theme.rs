use leptos::prelude::*;

use crate::islands::Theme;

/// Returns the theme that the reader chose, from the cookie of the request.
pub(super) fn theme_of_request() -> Option<Theme> {
    let parts = use_context::<http::request::Parts>()?;
    let cookies = parts.headers.get(http::header::COOKIE)?.to_str().ok()?;
    let chosen =
        cookies.split(';').find_map(|cookie| cookie.trim().strip_prefix(Theme::COOKIE)?.strip_prefix('='))?;
    [Theme::Light, Theme::Dark].into_iter().find(|theme| theme.as_str() == chosen)
}
