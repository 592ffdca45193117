use std::time::Duration;

use leptos::prelude::*;

use crate::ui::{Glyph, Icon};

#[derive(Clone, Debug)]
struct Message {
    id: u32,
    is_error: bool,
    text: String,
}

/// Short messages about what just happened; a handle to the page's one stack of them.
#[derive(Copy, Clone)]
pub struct Toast {
    messages: RwSignal<Vec<Message>>,
}

impl Toast {
    pub fn provide() -> Self {
        let toast = Self { messages: RwSignal::new(Vec::new()) };
        provide_context(toast);
        toast
    }

    pub fn done(self, text: impl Into<String>) {
        let id = self.push(false, text.into());
        set_timeout(move || self.close(id), Duration::from_secs(6));
    }

    /// Stays until it is closed: an error is not to be missed.
    pub fn error(self, text: impl Into<String>) {
        self.push(true, text.into());
    }

    fn push(self, is_error: bool, text: String) -> u32 {
        let id = self.messages.with_untracked(|messages| messages.last().map_or(0, |last| last.id + 1));
        self.messages.update(|messages| messages.push(Message { id, is_error, text }));
        id
    }

    fn close(self, id: u32) {
        self.messages.update(|messages| messages.retain(|message| message.id != id));
    }
}

/// The stack itself; stands once in the frame.
#[component]
pub fn Toasts(toast: Toast) -> impl IntoView {
    let item = move |message: Message| {
        let id = message.id;
        let class = if message.is_error { "toast toast--error" } else { "toast toast--done" };
        let icon = if message.is_error { Icon::Error } else { Icon::Pass };
        view! {
            <div class=class>
                <Glyph icon/>
                <p class="toast__text">{message.text}</p>
                <button class="button button--small button--quiet" type="button" on:click=move |_| toast.close(id)>
                    "Close"
                </button>
            </div>
        }
    };
    view! {
        <div class="toasts" role="status" aria-live="polite">
            <For each=move || toast.messages.get() key=|message| message.id children=item/>
        </div>
    }
}
