#[cfg(feature = "hydrate")]
mod tie;

use leptos::prelude::*;

/// Ties what the viewer shows to where the source has it, by pointer, click and key.
#[island]
pub fn DocumentLinks() -> impl IntoView {
    #[cfg(feature = "hydrate")]
    Effect::new(tie::tie);
}
