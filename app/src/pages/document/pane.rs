use leptos::prelude::*;

use super::address::Address;
use crate::diagnostic::Diagnostic;
use crate::text::Text;
use crate::ui::{Linking, SourceView};

/// The source, as the side pane and as a view of its own.
#[component]
pub(super) fn SourcePane(
    text: StoredValue<Text>,
    diagnostics: StoredValue<Vec<Diagnostic>>,
    from: Signal<u32>,
    address: Address,
) -> impl IntoView {
    let page_href = Callback::new(move |from| address.source_page(from));
    view! { <SourceView text diagnostics from page_href/> }
}

/// Brings what was chosen into sight: the page of the source that holds it, then the line, and the row of the
/// viewer that shows it.
pub(super) fn follow(linking: Linking, text: StoredValue<Text>, line: RwSignal<u32>) {
    #[cfg(feature = "hydrate")]
    Effect::new(move || {
        let Some(span) = linking.chosen.get() else { return };
        let number = text.with_value(|text| text.position(span.start).line);
        line.set(number);
        request_animation_frame(move || {
            scroll_to(&format!(".document__side #L{number}"));
            scroll_to(".document__viewer .is-chosen");
        });
    });
    #[cfg(not(feature = "hydrate"))]
    let _ = (linking, text, line);
}

#[cfg(feature = "hydrate")]
fn scroll_to(selector: &str) {
    let Ok(Some(element)) = document().query_selector(selector) else { return };
    let options = web_sys::ScrollIntoViewOptions::new();
    options.set_block(web_sys::ScrollLogicalPosition::Nearest);
    element.scroll_into_view_with_scroll_into_view_options(&options);
}
