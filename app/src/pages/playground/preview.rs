use super::page::{Start, Style};
use crate::ui::prelude::*;

/// The page of a link that carries a text. It has no frame, for its reader may have nothing to do with this server.
#[component]
pub fn Preview() -> impl IntoView {
    view! {
        <Style/>
        <main class="preview">
            <header class="preview__head">
                <a class="plain__home" href="/">
                    <img src="/favicon.svg" alt="" width="22" height="22"/>
                    "Harmony"
                </a>
                <div class="preview__name">
                    <h1 class="preview__title" data-name>
                        "Preview"
                    </h1>
                    <p class="preview__said needs-script" role="status" data-said>
                        "Loading the parsers…"
                    </p>
                </div>
                <a class="button needs-script" href="/playground" hidden data-edit>
                    "Edit a copy"
                </a>
            </header>
            <div class="card card--padded without-script">
                <p>
                    "The link of this page carries a text, and your browser reads it, which takes scripts: the text is sent to no \
                     server, so none can show it to you."
                </p>
            </div>
            <div class="preview__messages" data-messages></div>
            <div class="document" data-views></div>
            <p class="preview__promise faint needs-script">"Read and shown in this tab. Nothing of the text is sent to a server."</p>
        </main>
        <Start/>
    }
}
