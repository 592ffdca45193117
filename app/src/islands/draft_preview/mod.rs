#[cfg(feature = "hydrate")]
mod draft;

use leptos::prelude::*;

/// Shows what a draft of a format makes of the document while its author types, and copies the draft.
#[island]
pub fn DraftPreview() -> impl IntoView {
    #[cfg(feature = "hydrate")]
    Effect::new(draft::follow);
}
