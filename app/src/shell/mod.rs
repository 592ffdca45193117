//! The document around every page: the frame, the routes, and what all pages share.

mod bar;
#[cfg(feature = "ssr")]
mod html;
mod keys;
mod rail;
mod theme;

use leptos::prelude::*;
use leptos_meta::{Title, provide_meta_context};
use leptos_router::components::{Route, Router, Routes};
use leptos_router::path;

use self::bar::Bar;
use self::keys::Keys;
use self::rail::Rail;
use crate::live::Live;
use crate::pages::{
    AddPage, DocumentPage, DocumentsPage, FormatPage, FormatsPage, GalleryPage, NotFoundPage, OverviewPage,
};
use crate::ui::{Toast, Toasts};

#[cfg(feature = "ssr")]
pub use self::html::shell;

#[component]
pub fn App() -> impl IntoView {
    provide_meta_context();
    Live::provide();
    let toast = Toast::provide();
    view! {
        <Title formatter=|title: String| if title.is_empty() { "Harmony".to_owned() } else { format!("{title} · Harmony") }/>
        <Router>
            <a class="skip" href="#main">
                "Skip to content"
            </a>
            <div class="frame">
                <Bar/>
                <main class="main" id="main" tabindex="-1">
                    <Routes fallback=NotFoundPage>
                        <Route path=path!("/") view=OverviewPage/>
                        <Route path=path!("/documents") view=DocumentsPage/>
                        <Route path=path!("/documents/:id") view=DocumentPage/>
                        <Route path=path!("/formats") view=FormatsPage/>
                        <Route path=path!("/formats/:slug") view=FormatPage/>
                        <Route path=path!("/add") view=AddPage/>
                        <Route path=path!("/gallery") view=GalleryPage/>
                    </Routes>
                </main>
                <Rail/>
            </div>
            <Keys/>
        </Router>
        <Toasts toast/>
    }
}
