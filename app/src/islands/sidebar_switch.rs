use leptos::prelude::*;

use crate::ui::{Glyph, Icon};

/// Collapses the sidebar to its icons, and back. The key `[` does the same.
#[island]
pub fn SidebarSwitch() -> impl IntoView {
    let turn = move |_| {
        #[cfg(feature = "hydrate")]
        turn();
    };
    view! {
        <button class="sidebar__switch needs-script" type="button" aria-label="Collapse or expand the sidebar" title="Collapse or expand the sidebar ([)" on:click=turn>
            <Glyph icon=Icon::Sidebar/>
        </button>
    }
}

/// A cookie, so that the first HTML has the width already and nothing jumps.
pub const SIDEBAR_COOKIE: &str = "harmony-sidebar";
pub const COLLAPSED: &str = "collapsed";

#[cfg(feature = "hydrate")]
pub(super) fn turn() {
    let Some(root) = document().document_element() else { return };
    let is_collapsed = root.has_attribute("data-sidebar");
    // Fails only if the browser forbids it; the sidebar stays.
    let _ = match is_collapsed {
        true => root.remove_attribute("data-sidebar"),
        false => root.set_attribute("data-sidebar", COLLAPSED),
    };
    super::page::keep(SIDEBAR_COOKIE, (!is_collapsed).then_some(COLLAPSED));
}
