use leptos::prelude::*;

/// Plays the events of a session, one after the other, in place. Each has an address, and the page links to the next one
/// with `rel=next`.
#[island]
pub fn Play(
    /// The address of the first event, which follows the last.
    start: String,
) -> impl IntoView {
    let plays = RwSignal::new(false);
    let toggle = move |_| {
        plays.update(|plays| *plays = !*plays);
        #[cfg(feature = "hydrate")]
        if plays.get_untracked() {
            leptos::task::spawn_local(run(plays, start.clone()));
        }
        #[cfg(not(feature = "hydrate"))]
        let _ = &start;
    };
    view! {
        <button class="button button--small needs-script" type="button" on:click=toggle>
            {move || if plays.get() { "Pause" } else { "Play" }}
        </button>
    }
}

#[cfg(feature = "hydrate")]
const EACH_MS: u32 = 900;

#[cfg(feature = "hydrate")]
async fn run(plays: RwSignal<bool>, start: String) {
    let mut address = next().unwrap_or(start);
    while plays.get_untracked() {
        if let Err(error) = super::fragment::go(&address).await {
            leptos::logging::warn!("could not show an event: {error:?}");
            break;
        }
        let Some(after) = next() else { break };
        address = after;
        gloo_timers::future::TimeoutFuture::new(EACH_MS).await;
    }
    plays.set(false);
}

#[cfg(feature = "hydrate")]
fn next() -> Option<String> {
    document().query_selector("a[rel=next]").ok()??.get_attribute("href")
}
