//! What the reader chose of the frame, from the cookies of the request.

use leptos::prelude::use_context;

use crate::access::{Role, Viewer};
use crate::cookie::cookie;
use crate::islands::{COLLAPSED, SIDEBAR_COOKIE, Theme, side_of};

pub(super) fn theme_of_request() -> Option<Theme> {
    let found = chosen(Theme::COOKIE)?;
    [Theme::Light, Theme::Dark].into_iter().find(|theme| theme.as_str() == found)
}

pub(super) fn side_of_request() -> Option<&'static str> {
    side_of(&use_context::<http::request::Parts>()?.headers)
}

pub(super) fn sidebar_of_request() -> Option<&'static str> {
    chosen(SIDEBAR_COOKIE).filter(|chosen| chosen == COLLAPSED).map(|_| COLLAPSED)
}

/// Returns the role of whoever looks, if there is something that they may not do. Styles hide what they would be refused.
pub(super) fn role_of_viewer() -> Option<&'static str> {
    use_context::<Viewer>().filter(|viewer| viewer.role != Role::Operate).map(|viewer| viewer.role.as_str())
}

fn chosen(name: &str) -> Option<String> {
    let parts = use_context::<http::request::Parts>()?;
    cookie(&parts.headers, name).map(str::to_owned)
}
