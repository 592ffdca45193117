use crate::ui::prelude::*;

/// When a preview was published, and until when it can be read, in milliseconds since 1970.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Lifetime {
    pub published_ms: i64,
    pub expires_ms: i64,
}

/// What is around every preview: whose page it is, and how long it lasts.
#[component]
pub fn PreviewFrame(
    /// Only a link has one.
    #[prop(optional_no_strip)]
    lifetime: Option<Lifetime>,
    children: Children,
) -> impl IntoView {
    let lifetime = lifetime.map(|Lifetime { published_ms, expires_ms }| {
        view! {
            <p class="preview__lifetime">
                <span>"Published "<Moment milliseconds=published_ms/></span>
                <span>"Expires "<Moment milliseconds=expires_ms/></span>
            </p>
        }
    });
    view! {
        <a class="skip" href="#main">
            "Skip to content"
        </a>
        <div class="preview">
            <header class="preview__bar">
                <p class="preview__home">
                    <svg viewBox="0 0 32 32" width="20" height="20" aria-hidden="true">
                        <rect class="preview__mark" width="32" height="32" rx="7"></rect>
                        <path class="preview__wave" d="M8 21c2.7 0 2.7-10 5.4-10S16 21 18.7 21 21.3 11 24 11"></path>
                    </svg>
                    "Harmony"
                    <span class="preview__kind">"Preview"</span>
                </p>
                {lifetime}
            </header>
            <main class="preview__main" id="main" tabindex="-1">{children()}</main>
        </div>
    }
}
