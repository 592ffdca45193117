use leptos::prelude::*;

/// Goes from moment to moment by itself. Each moment is a page with an address of its own; that it plays stands in the
/// address too, so that nothing has to be remembered.
#[island]
pub fn Play(
    /// The address of the next moment; none at the last one.
    next: Option<String>,
    /// The address of the first moment, where it begins again after the last.
    start: String,
) -> impl IntoView {
    let plays = RwSignal::new(false);
    #[cfg(feature = "hydrate")]
    {
        use std::time::Duration;

        let next = next.clone();
        Effect::new(move || {
            let asks = window().location().hash().is_ok_and(|hash| hash == PLAYS);
            let Some(next) = next.clone().filter(|_| asks) else { return };
            plays.set(true);
            set_timeout(
                move || {
                    if plays.get_untracked() {
                        // Fails only where the browser forbids it; the links stay.
                        let _ = window().location().replace(&format!("{next}{PLAYS}"));
                    }
                },
                Duration::from_millis(900),
            );
        });
    }
    let first = next.unwrap_or(start);
    let toggle = move |_| {
        if plays.get_untracked() {
            plays.set(false);
            #[cfg(feature = "hydrate")]
            let _ = window().location().set_hash("");
        } else {
            #[cfg(feature = "hydrate")]
            let _ = window().location().assign(&format!("{first}{PLAYS}"));
            #[cfg(not(feature = "hydrate"))]
            let _ = &first;
        }
    };
    view! {
        <button class="button button--small needs-script" type="button" on:click=toggle>
            {move || if plays.get() { "Pause" } else { "Play" }}
        </button>
    }
}

#[cfg(feature = "hydrate")]
const PLAYS: &str = "#play";
