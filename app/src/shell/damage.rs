use leptos::prelude::*;

use crate::api::SharedLibrary;
use crate::diagnostic::Severity;
use crate::ui::Banner;

/// On every page once a part of the store could not be read: what pages show may then be less than there is.
#[component]
pub(super) fn Damage() -> impl IntoView {
    let is_damaged = use_context::<SharedLibrary>().is_some_and(|library| library.is_damaged());
    is_damaged.then(|| {
        view! {
            <Banner severity=Severity::Error>
                <p class="banner__text">
                    "The store is damaged: some of what it holds can’t be read, and pages may show less than there is. Whoever runs Harmony opens a back-up in its place; its log says more."
                </p>
            </Banner>
        }
    })
}
