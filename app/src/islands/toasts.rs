use leptos::prelude::*;

use crate::ui::ToastCard;

#[derive(Clone, Debug, PartialEq, Eq)]
struct Message {
    id: u32,
    is_error: bool,
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
        let id = self.push(false, text.into());
        let toast = self.clone();
        set_timeout(move || toast.close(id), std::time::Duration::from_secs(6));
    }

    /// Shows an error, which stays until it is closed.
    pub fn error(&self, text: impl Into<String>) {
        self.push(true, text.into());
    }

    fn push(&self, is_error: bool, text: String) -> u32 {
        let id = self.messages.with_untracked(|messages| messages.last().map_or(0, |last| last.id + 1));
        self.messages.update(|messages| messages.push(Message { id, is_error, text }));
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
                <ToastCard is_error=message.is_error text=message.text>
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
