use crate::islands::DropFile;
use crate::ui::prelude::*;

/// A form to paste a text. With scripts a file can be dropped, too.
#[component]
pub fn AddPage() -> impl IntoView {
    let optional = |label: &'static str, name: &'static str, example: &'static str| {
        view! {
            <label class="field">
                <span class="field__label">{label}" "<span class="faint">"(optional)"</span></span>
                <input class="field__input" name=name autocomplete="off" placeholder=example/>
            </label>
        }
    };
    view! {
        <div class="page add">
            <PageHead title="Add a document" lead="Paste text or drop a file, up to 16 MB."/>
            <form class="card add__form" method="POST" action="/documents">
                <label class="field">
                    <span class="field__label">"Text"</span>
                    <span class="field__hint needs-script">"Paste it, or drop a file anywhere on this form."</span>
                    <textarea class="field__input" name="text" rows="18" required spellcheck="false" placeholder="# Review Report: …"></textarea>
                </label>
                {optional("Path", "path", "reports/review.md")}
                {optional("Session", "session", "night-42")}
                <div>
                    <button class="button button--primary" type="submit">
                        <Glyph icon=Icon::Add/>
                        "Add document"
                    </button>
                </div>
            </form>
            <DropFile/>
        </div>
    }
}
