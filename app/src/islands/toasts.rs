use leptos::prelude::*;

use crate::ui::{ToastCard, Tone};

#[derive(Clone, Debug, PartialEq, Eq)]
struct Message {
    id: u32,
    tone: Tone,
    text: String,
}

/// A handle to the stack of short messages on the page.
#[derive(Clone)]
pub struct Toast {
    messages: ArcRwSignal<Vec<Message>>,
}

impl Toast {
    /// Returns the stack of the page. On the server it stays empty.
    pub fn of_page() -> Self {
        #[cfg(feature = "browser")]
        {
            thread_local! {
                static OF_PAGE: Toast = Toast { messages: ArcRwSignal::new(Vec::new()) };
            }
            OF_PAGE.with(Clone::clone)
        }
        #[cfg(not(feature = "browser"))]
        Self { messages: ArcRwSignal::new(Vec::new()) }
    }

    pub fn done(&self, text: impl Into<String>) {
        self.push_for_a_while(Tone::Pass, text.into());
    }

    /// Shows what a reader should know of, and nobody here did.
    pub fn warning(&self, text: impl Into<String>) {
        self.push_for_a_while(Tone::Warning, text.into());
    }

    fn push_for_a_while(&self, tone: Tone, text: String) {
        let id = self.push(tone, text);
        let toast = self.clone();
        set_timeout(move || toast.close(id), std::time::Duration::from_secs(6));
    }

    /// Shows an error, which stays until it is closed.
    pub fn error(&self, text: impl Into<String>) {
        self.push(Tone::Error, text.into());
    }

    fn push(&self, tone: Tone, text: String) -> u32 {
        let id = self.messages.with_untracked(|messages| messages.last().map_or(0, |last| last.id + 1));
        self.messages.update(|messages| messages.push(Message { id, tone, text }));
        id
    }

    fn close(&self, id: u32) {
        self.messages.update(|messages| messages.retain(|message| message.id != id));
    }
}

/// The stack itself, once in the frame.
#[island]
pub fn Toasts() -> impl IntoView {
    let toast = Toast::of_page();
    let cards = move || {
        let card = |message: Message| {
            let (toast, id) = (toast.clone(), message.id);
            view! {
                <ToastCard tone=message.tone text=message.text>
                    <button class="button button--small button--quiet" type="button" on:click=move |_| toast.close(id)>
                        "Close"
                    </button>
                </ToastCard>
            }
        };
        toast.messages.get().into_iter().map(card).collect_view()
    };
    view! {
        <div class="toasts" role="status" aria-live="polite">
            {cards}
        </div>
    }
}
