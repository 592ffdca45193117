#[cfg(feature = "hydrate")]
mod narrow;

use leptos::prelude::*;

/// Lists whose rows are all there are narrowed while the reader types; the forms of others are sent at a choice.
#[island]
pub fn NarrowingForms() -> impl IntoView {
    #[cfg(feature = "hydrate")]
    Effect::new(narrow::narrow);
}
