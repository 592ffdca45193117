use leptos::prelude::*;

use crate::api::SharedLibrary;
use crate::diagnostic::Severity;
use crate::ui::Banner;

/// On every page while something is wrong with the store: what pages show may then be less than there is.
#[component]
pub(super) fn Trouble() -> impl IntoView {
    let library = use_context::<SharedLibrary>();
    let is_damaged = library.as_ref().is_some_and(|library| library.is_damaged());
    let is_full = library.is_some_and(|library| library.is_full());
    let banner = |text: &'static str| {
        view! {
            <Banner severity=Severity::Error>
                <p class="banner__text">{text}</p>
            </Banner>
        }
    };
    view! {
        <div data-fresh="trouble">
            {is_damaged.then(|| banner(
                "The store is damaged: some of what it holds can’t be read, and pages may show less than there is. Whoever runs Harmony opens a back-up in its place; its log says more.",
            ))}
            {is_full.then(|| banner(
                "The store’s disk is full: nothing new is stored until there is room. What is here can be read and deleted.",
            ))}
        </div>
    }
}
