use leptos::html::{Input, Textarea};
use leptos::prelude::*;

use crate::ui::{Glyph, Icon};

/// A form to paste a text. With scripts a file can be dropped, too.
#[island]
pub fn AddForm() -> impl IntoView {
    let area = NodeRef::<Textarea>::new();
    let path = NodeRef::<Input>::new();
    let is_over = RwSignal::new(false);
    let dropped = move |event: leptos::ev::DragEvent| {
        event.prevent_default();
        is_over.set(false);
        #[cfg(feature = "hydrate")]
        leptos::task::spawn_local(take_file(event, area, path));
    };
    let over = move |event: leptos::ev::DragEvent| {
        event.prevent_default();
        is_over.set(true);
    };
    view! {
        <form
            class="card add__form"
            class:is-over=is_over
            method="POST"
            action="/documents"
            on:drop=dropped
            on:dragover=over
            on:dragleave=move |_| is_over.set(false)
        >
            <label class="field">
                <span class="field__label">"Text"</span>
                <span class="field__hint needs-script">"Paste it, or drop a file anywhere on this form."</span>
                <textarea class="field__input" node_ref=area name="text" rows="18" required spellcheck="false" placeholder="# Review Report: …"></textarea>
            </label>
            <label class="field">
                <span class="field__label">"Path "<span class="faint">"(optional)"</span></span>
                <input class="field__input" node_ref=path name="path" autocomplete="off" placeholder="reports/review.md"/>
            </label>
            <label class="field">
                <span class="field__label">"Session "<span class="faint">"(optional)"</span></span>
                <input class="field__input" name="session" autocomplete="off" placeholder="night-42"/>
            </label>
            <div>
                <button class="button button--primary" type="submit">
                    <Glyph icon=Icon::Add/>
                    "Add document"
                </button>
            </div>
        </form>
    }
}

/// Puts a dropped file's text and name into the form.
#[cfg(feature = "hydrate")]
async fn take_file(event: leptos::ev::DragEvent, area: NodeRef<Textarea>, path: NodeRef<Input>) {
    let file = event.data_transfer().and_then(|data| data.files()).and_then(|files| files.get(0));
    let Some(file) = file else { return };
    let read = wasm_bindgen_futures::JsFuture::from(file.text()).await.ok().and_then(|text| text.as_string());
    let (Some(text), Some(area), Some(path)) = (read, area.get_untracked(), path.get_untracked()) else {
        super::toasts::Toast::of_page().error(format!("{} could not be read as text.", file.name()));
        return;
    };
    area.set_value(&text);
    path.set_value(&file.name());
}
