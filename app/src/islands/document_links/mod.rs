#[cfg(feature = "browser")]
mod tie;

use leptos::prelude::*;

/// Links the viewer to the source, by pointer, click and key.
#[island]
pub fn DocumentLinks() -> impl IntoView {
    #[cfg(feature = "browser")]
    Effect::new(tie::tie);
}
