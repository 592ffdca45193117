#[cfg(feature = "hydrate")]
mod narrow;

use leptos::prelude::*;

/// Filters a list while the reader types if the page has all of its rows; submits the form of others after a choice.
#[island]
pub fn NarrowingForms() -> impl IntoView {
    #[cfg(feature = "hydrate")]
    Effect::new(narrow::narrow);
}
