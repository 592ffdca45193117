use crate::api::SharedLibrary;
use crate::diagnostic::Severity;
use crate::ui::prelude::*;

/// The banners on every page while the store is damaged or its disk is full.
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
                "The store is damaged: some of its content can’t be read, and pages may be incomplete. The server’s log has details; restore a backup to repair it.",
            ))}
            {is_full.then(|| banner(
                "The store’s disk is full: nothing new is stored until there is room. Documents can still be read and deleted.",
            ))}
        </div>
    }
}
