use app::diagnostic::Severity;
use app::ui::Banner;
use app::ui::visible::visible;
use leptos::prelude::*;

use crate::dom;
use crate::shown::Shown;

/// The place of the page that says what went wrong, or what was done.
pub struct Messages(Shown);

impl Messages {
    pub fn of_page() -> Option<Self> {
        Some(Self(Shown::at(dom::first("[data-messages]")?)))
    }

    pub fn clear(&mut self) {
        self.0.show(|| ().into_any());
    }

    pub fn say(&mut self, severity: Severity, words: String) {
        self.0.show(move || {
            view! {
                <Banner severity>
                    <p class="banner__text">{visible(&words)}</p>
                </Banner>
            }
            .into_any()
        });
    }

    /// Shows a view of its own.
    pub fn show(&mut self, view: impl FnOnce() -> AnyView + 'static) {
        self.0.show(view);
    }
}
