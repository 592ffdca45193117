use leptos::prelude::*;

use crate::ui::{Glyph, Icon};

crate::named::named! {
    /// The theme that the reader chose instead of the system's.
    pub enum Theme {
        Light = "light",
        Dark = "dark",
    }
}

impl Theme {
    /// A cookie, so that the first HTML has the theme already and nothing flashes.
    pub const COOKIE: &str = "harmony-theme";
}

/// Cycles through system, light and dark. The style sheet shows the icon of the current theme.
#[island]
pub fn ThemeSwitch() -> impl IntoView {
    let turn = move |_| {
        #[cfg(feature = "hydrate")]
        turn();
    };
    view! {
        <button class="button button--icon theme needs-script" type="button" aria-label="Change the theme" title="System, light or dark theme" on:click=turn>
            <span class="theme__system"><Glyph icon=Icon::SunMoon/></span>
            <span class="theme__light"><Glyph icon=Icon::Sun/></span>
            <span class="theme__dark"><Glyph icon=Icon::Moon/></span>
        </button>
    }
}

#[cfg(feature = "hydrate")]
pub(super) fn turn() {
    let Some(root) = document().document_element() else { return };
    let next = match root.get_attribute("data-theme").as_deref() {
        None => Some(Theme::Light),
        Some("light") => Some(Theme::Dark),
        Some(_) => None,
    };
    // Fails only if the browser forbids it; the theme stays.
    let _ = match next {
        Some(theme) => root.set_attribute("data-theme", theme.as_str()),
        None => root.remove_attribute("data-theme"),
    };
    super::page::keep(Theme::COOKIE, next.map(Theme::as_str));
}
