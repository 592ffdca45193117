//! What the reader chose of the frame, from the cookies of the request.

use leptos::prelude::use_context;

use crate::islands::{COLLAPSED, SIDEBAR_COOKIE, Theme};

pub(super) fn theme_of_request() -> Option<Theme> {
    let chosen = cookie(Theme::COOKIE)?;
    [Theme::Light, Theme::Dark].into_iter().find(|theme| theme.as_str() == chosen)
}

pub(super) fn sidebar_of_request() -> Option<&'static str> {
    cookie(SIDEBAR_COOKIE).filter(|chosen| chosen == COLLAPSED).map(|_| COLLAPSED)
}

fn cookie(name: &str) -> Option<String> {
    let parts = use_context::<http::request::Parts>()?;
    let cookies = parts.headers.get(http::header::COOKIE)?.to_str().ok()?;
    let found = cookies.split(';').find_map(|cookie| cookie.trim().strip_prefix(name)?.strip_prefix('='))?;
    Some(found.to_owned())
}
