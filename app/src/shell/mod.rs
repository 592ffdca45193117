//! The document around every page: the frame, the routes, and what all pages share.
//!
//! Pages are HTML from the server; their interactive parts are islands, which the browser hydrates one by one.

mod account;
mod bar;
mod choices;
mod chosen;
mod html;
mod sidebar;
mod trouble;
mod words;

use leptos::prelude::*;
use leptos_meta::{Title, provide_meta_context};
use leptos_router::SsrMode;
use leptos_router::components::{Route, Router, Routes};
use leptos_router::path;

use self::bar::Bar;
use self::sidebar::Sidebar;
use self::trouble::Trouble;
use crate::islands::{Ages, Away, Keys, Toasts};
use crate::pages::playground::PlaygroundPage;
use crate::pages::{
    AccessPage, AddPage, ComparePage, ContractPage, DecisionsPage, DeletePage, DeleteSelectedPage,
    DocumentPage, DocumentsPage, FixedPage, FormatPage, GalleryPage, HarmonyPage, InboxPage, NewFormatPage,
    NotFoundPage, OverviewPage, PreviewsPage, ProjectsPage, QuarantinePage, ReleasePage, SearchPage,
    SessionPage, SessionsPage, VerdictsPage, WebhooksPage,
};

pub use self::html::shell;
pub use crate::pages::{Lifetime, PreviewFrame, PreviewIndex, PreviewPlace, PreviewReport};

/// Each page waits for its data, so that the HTML is complete with and without scripts.
#[component]
pub fn App() -> impl IntoView {
    const WHOLE: SsrMode = SsrMode::Async;
    provide_meta_context();
    view! {
        <Title formatter=in_tab/>
        <Router>
            <a class="skip" href="#main">
                "Skip to content"
            </a>
            <div class="frame">
                <Sidebar/>
                <Bar/>
                <main class="main" id="main" tabindex="-1">
                    <Away/>
                    <Trouble/>
                    <Routes fallback=NotFoundPage>
                        <Route path=path!("/") view=OverviewPage ssr=WHOLE/>
                        <Route path=path!("/inbox") view=InboxPage ssr=WHOLE/>
                        <Route path=path!("/webhooks") view=WebhooksPage ssr=WHOLE/>
                        <Route path=path!("/access") view=AccessPage ssr=WHOLE/>
                        <Route path=path!("/projects") view=ProjectsPage ssr=WHOLE/>
                        <Route path=path!("/documents") view=DocumentsPage ssr=WHOLE/>
                        <Route path=path!("/previews") view=PreviewsPage ssr=WHOLE/>
                        <Route path=path!("/documents/:id") view=DocumentPage ssr=WHOLE/>
                        <Route path=path!("/documents/:id/delete") view=DeletePage ssr=WHOLE/>
                        <Route path=path!("/documents/:id/fixed") view=FixedPage ssr=WHOLE/>
                        <Route path=path!("/documents/:id/format") view=NewFormatPage ssr=WHOLE/>
                        <Route path=path!("/compare") view=ComparePage ssr=WHOLE/>
                        <Route path=path!("/delete") view=DeleteSelectedPage ssr=WHOLE/>
                        <Route path=path!("/search") view=SearchPage ssr=WHOLE/>
                        <Route path=path!("/sessions") view=SessionsPage ssr=WHOLE/>
                        <Route path=path!("/session") view=SessionPage ssr=WHOLE/>
                        <Route path=path!("/verdicts") view=VerdictsPage ssr=WHOLE/>
                        <Route path=path!("/decisions") view=DecisionsPage ssr=WHOLE/>
                        <Route path=path!("/harmony") view=HarmonyPage ssr=WHOLE/>
                        <Route path=path!("/quarantine") view=QuarantinePage ssr=WHOLE/>
                        <Route path=path!("/quarantine/release") view=ReleasePage ssr=WHOLE/>
                        <Route path=path!("/contract") view=ContractPage ssr=WHOLE/>
                        <Route path=path!("/contract/:slug") view=FormatPage ssr=WHOLE/>
                        <Route path=path!("/add") view=AddPage ssr=WHOLE/>
                        <Route path=path!("/playground") view=PlaygroundPage ssr=WHOLE/>
                        <Route path=path!("/dev/gallery") view=GalleryPage ssr=WHOLE/>
                    </Routes>
                </main>
            </div>
            <Ages/>
            <Keys/>
            <Toasts/>
        </Router>
    }
}

/// Returns the title of a page as its tab shows it. Leptos writes it into the page as it is, so it is escaped here: it may
/// be the title of a document.
fn in_tab(title: String) -> String {
    match title.as_str() {
        "" => "Harmony".to_owned(),
        title => format!("{} · Harmony", title.replace('&', "&amp;").replace('<', "&lt;")),
    }
}
