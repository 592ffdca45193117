use leptos::prelude::*;

/// Puts the text and the name of a file into the form that it is dropped on.
#[island]
pub fn DropFile() -> impl IntoView {
    #[cfg(feature = "hydrate")]
    Effect::new(hydrated::listen_to_files);
}

#[cfg(feature = "hydrate")]
mod hydrated {
    use leptos::ev;
    use wasm_bindgen::JsCast;
    use web_sys::{DragEvent, Element, HtmlInputElement, HtmlTextAreaElement};

    use crate::islands::page::{first, listen};
    use crate::islands::toasts::Toast;

    pub(super) fn listen_to_files() {
        listen(ev::dragover, |event| mark(&event, true));
        listen(ev::dragleave, |event| mark(&event, false));
        listen(ev::drop, |event| {
            if form_under(&event).is_some() {
                mark(&event, false);
                leptos::task::spawn_local(take_file(event));
            }
        });
    }

    fn form_under(event: &DragEvent) -> Option<Element> {
        let target: Element = event.target()?.dyn_into().ok()?;
        target.closest(".add__form").ok()?
    }

    /// Marks the form while a file is over it. The browser would open a file that is dropped elsewhere.
    fn mark(event: &DragEvent, is_over: bool) {
        if let Some(form) = form_under(event) {
            event.prevent_default();
            // Fails only for a class name with a space.
            let _ = form.class_list().toggle_with_force("is-over", is_over);
        }
    }

    async fn take_file(event: DragEvent) {
        let file = event.data_transfer().and_then(|data| data.files()).and_then(|files| files.get(0));
        let Some(file) = file else { return };
        let text = wasm_bindgen_futures::JsFuture::from(file.text()).await;
        let area = first::<HtmlTextAreaElement>(".add__form [name=text]");
        let path = first::<HtmlInputElement>(".add__form [name=path]");
        match (text.ok().and_then(|text| text.as_string()), area, path) {
            (Some(text), Some(area), Some(path)) => {
                area.set_value(&text);
                path.set_value(&file.name());
            }
            _ => Toast::of_page().error(format!("{} could not be read as text.", file.name())),
        }
    }
}
