use std::sync::Arc;

use leptos::nonce::use_nonce;

use crate::ui::prelude::*;

/// The folder of the files that browsers load, such as `pkg/HASH`. The server gives it to pages as context.
#[derive(Clone)]
pub struct BrowserFiles(pub Arc<str>);

/// A text that is read as it is written. The server sends the places; the playground's code fills them.
#[component]
pub fn PlaygroundPage() -> impl IntoView {
    view! {
        <Title text="Playground"/>
        <Style/>
        <div class="page playground">
            <header class="playground__head">
                <h1 class="playground__title">"Playground"</h1>
                <p class="playground__said needs-script" role="status" data-said></p>
                <div class="playground__ways needs-script">
                    <select class="field__input" aria-label="Start from a template" data-templates>
                        <option value="">"Start from…"</option>
                    </select>
                    <button class="button" type="button" data-open>
                        <Glyph icon=Icon::File/>
                        "Open a file"
                    </button>
                    <input type="file" multiple hidden data-file/>
                    <button class="button button--primary" type="button" data-share>
                        <Glyph icon=Icon::Copy/>
                        "Copy link"
                    </button>
                </div>
            </header>
            <div class="card card--padded without-script">
                <p>
                    "The playground reads a text in your browser, which takes scripts. Without them, "
                    <a href="/add">"add the text"</a> ": the server reads and keeps it."
                </p>
            </div>
            <div class="playground__messages" data-messages></div>
            <div class="playground__split needs-script">
                <div class="playground__text">
                    <div class="editor card" data-editor>
                        <div class="editor__sheet">
                            <div class="editor__mirror" aria-hidden="true" data-mirror></div>
                            <textarea
                                class="editor__area"
                                aria-label="Text"
                                spellcheck="false"
                                autocapitalize="off"
                                placeholder="Paste a text, type, or drop a file. It stays in this tab."
                                data-area
                            ></textarea>
                        </div>
                    </div>
                    <section class="playground__notes card" aria-label="Issues" tabindex="0" data-notes></section>
                    <p class="playground__keys faint">
                        <kbd>"F8"</kbd>
                        " next issue "
                        <kbd>"⇧ F8"</kbd>
                        " the one before"
                    </p>
                </div>
                <section class="playground__views document" aria-label="Views" tabindex="0" data-views></section>
            </div>
        </div>
        <Start/>
    }
}

/// Loads the styles of these pages.
#[component]
pub(super) fn Style() -> impl IntoView {
    use_context::<BrowserFiles>().map(|BrowserFiles(folder)| {
        view! { <link rel="stylesheet" href=format!("/{folder}/playground.css")/> }
    })
}

/// Loads the playground's code, which only its own pages do: at the first sign of a reader or after a pause, so that the
/// page itself is there first. A link that carries a text is read at once.
#[component]
pub(super) fn Start() -> impl IntoView {
    const SIGNS: &str =
        r#"["pointermove", "pointerdown", "touchstart", "keydown", "focusin", "input", "dragenter"]"#;
    const LOADING: &str = "Loading the parsers…";
    const FAILED: &str = "The parsers could not be loaded. Reload the page to try again.";
    use_context::<BrowserFiles>().map(|BrowserFiles(folder)| {
        let script = format!(
            "const say = (words) => {{ document.querySelector(\"[data-said]\").textContent = words; }};\
             let asked; const load = () => {{ if (asked) return; asked = true; say(\"{LOADING}\"); import(\"/{folder}/playground.js\")\
             .then(({{ default: init, start }}) => init({{ module_or_path: \"/{folder}/playground_bg.wasm\" }}).then(start))\
             .catch(() => say(\"{FAILED}\")); }};\
             if (location.hash || location.search) load();\
             else {{ for (const sign of {SIGNS}) addEventListener(sign, load, {{ once: true, passive: true }}); setTimeout(load, 8000); }}"
        );
        view! { <script type="module" nonce=use_nonce()>{script}</script> }
    })
}
