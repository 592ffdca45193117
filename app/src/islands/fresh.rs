use leptos::prelude::*;

/// Brings the parts of the page that are marked with `data-fresh` up to date whenever something happened. What the
/// address says stays: a moment that was chosen, a page of a list.
#[island]
pub fn Fresh() -> impl IntoView {
    #[cfg(feature = "hydrate")]
    {
        let arrived = crate::live::Live::of_page().arrived;
        let is_due = StoredValue::new(false);
        Effect::new(move || {
            let something_happened = arrived.get() > 0;
            if something_happened && !is_due.get_value() {
                is_due.set_value(true);
                leptos::task::spawn_local(async move {
                    // What comes meanwhile comes with it.
                    gloo_timers::future::TimeoutFuture::new(GATHER_MS).await;
                    is_due.set_value(false);
                    let shown = match window().location().href() {
                        Ok(address) => super::fragment::show(&address).await,
                        Err(error) => Err(error),
                    };
                    if shown.is_err() {
                        leptos::logging::warn!("the page could not be brought up to date");
                    }
                });
            }
        });
    }
}

/// Long enough for a burst of documents, short enough to pass for at once.
#[cfg(feature = "hydrate")]
const GATHER_MS: u32 = 150;
