use crate::api::{count_quarantined, count_waiting};
use crate::islands::{InboxCount, QuarantineNotification};
use crate::ui::prelude::*;

use leptos_router::hooks::use_location;

struct PageLink {
    href: &'static str,
    label: &'static str,
    icon: Icon,
}

const PAGES: [PageLink; 10] = [
    PageLink { href: INBOX, label: "Inbox", icon: Icon::Inbox },
    PageLink { href: "/", label: "Overview", icon: Icon::Overview },
    PageLink { href: "/sessions", label: "Sessions", icon: Icon::Chain },
    PageLink { href: "/documents", label: "Documents", icon: Icon::File },
    PageLink { href: "/verdicts", label: "Verdicts", icon: Icon::Check },
    PageLink { href: "/decisions", label: "Decisions", icon: Icon::Scales },
    PageLink { href: "/harmony", label: "Harmony", icon: Icon::Pulse },
    PageLink { href: QUARANTINE, label: "Quarantine", icon: Icon::Shield },
    PageLink { href: "/contract", label: "Contract", icon: Icon::Book },
    PageLink { href: "/playground", label: "Playground", icon: Icon::Pencil },
];

const INBOX: &str = "/inbox";
const QUARANTINE: &str = "/quarantine";

#[component]
pub(super) fn Rail() -> impl IntoView {
    let path = use_location().pathname;
    let is_current = move |href: &str| {
        path.with(|path| match href {
            "/" => path == "/",
            // The page of a session belongs to Sessions.
            "/sessions" => path.starts_with("/session"),
            _ => path.starts_with(href),
        })
    };
    let page_link = |page: &'static PageLink| {
        view! {
            <li>
                <a class="rail__page" href=page.href aria-current=move || is_current(page.href).then_some("page")>
                    <Glyph icon=page.icon/>
                    {page.label}
                    {(page.href == INBOX).then(|| view! { <Waiting/> })}
                    {(page.href == QUARANTINE).then(|| view! { <QuarantineCount/> })}
                </a>
            </li>
        }
    };
    view! {
        <nav class="rail" aria-label="Pages">
            <a class="rail__home" href="/" aria-label="Harmony, to the overview">
                <Logo/>
            </a>
            <ul class="rail__pages">{PAGES.iter().map(page_link).collect_view()}</ul>
        </nav>
    }
}

#[component]
fn QuarantineCount() -> impl IntoView {
    let count = Resource::new_blocking(|| (), |()| count_quarantined());
    view! {
        <Suspense>
            {move || Suspend::new(async move {
                // A page whose store can't be read says so itself.
                let count = count.await.unwrap_or_default();
                view! { <QuarantineNotification count/> }
            })}
        </Suspense>
    }
}

#[component]
fn Waiting() -> impl IntoView {
    let count = Resource::new_blocking(|| (), |()| count_waiting());
    view! {
        <Suspense>
            {move || Suspend::new(async move {
                let count = count.await.unwrap_or_default();
                view! { <InboxCount count/> }
            })}
        </Suspense>
    }
}

/// Three lines that meet.
#[component]
fn Logo() -> impl IntoView {
    view! {
        <svg viewBox="0 0 32 32" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round" aria-hidden="true">
            <path d="M4 8c8 0 8 8 12 8s4-8 12-8"></path>
            <path d="M4 16h24"></path>
            <path d="M4 24c8 0 8-8 12-8s4 8 12 8"></path>
        </svg>
    }
}
