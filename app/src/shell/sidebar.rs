use leptos_router::hooks::use_location;

use super::account::Account;
use super::choices::Choices;
use crate::access::{Role, Viewer};
use crate::api::{ProjectPlace, SharedProjects, count_quarantined, count_waiting};
use crate::islands::{InboxCount, QuarantineNotification, SidebarSwitch};
use crate::pages::asked_host;
use crate::ui::prelude::*;

struct PageLink {
    href: &'static str,
    label: &'static str,
    icon: Icon,
    /// It has a place in the bar of a phone; the others are behind "More".
    is_at_hand: bool,
}

const fn page(href: &'static str, label: &'static str, icon: Icon) -> PageLink {
    PageLink { href, label, icon, is_at_hand: false }
}

const fn at_hand(page: PageLink) -> PageLink {
    PageLink { is_at_hand: true, ..page }
}

/// The pages in groups, the first of which needs no name.
const GROUPS: [(&str, &[PageLink]); 4] = [
    (
        "",
        &[
            page(PROJECTS, "Projects", Icon::Projects),
            at_hand(page(INBOX, "Inbox", Icon::Inbox)),
            page("/", "Overview", Icon::Overview),
        ],
    ),
    (
        "Runs",
        &[
            at_hand(page("/sessions", "Sessions", Icon::Chain)),
            at_hand(page("/documents", "Documents", Icon::File)),
            page("/verdicts", "Verdicts", Icon::Check),
            page("/decisions", "Decisions", Icon::Scales),
        ],
    ),
    (
        "Quality",
        &[
            at_hand(page("/harmony", "Harmony", Icon::Pulse)),
            page(QUARANTINE, "Quarantine", Icon::Shield),
            page("/contract", "Contract", Icon::Book),
        ],
    ),
    (
        "Tools",
        &[
            page("/playground", "Playground", Icon::Pencil),
            page("/previews", "Preview links", Icon::Link),
            page("/webhooks", "Webhooks", Icon::Bell),
            page(ACCESS, "Access", Icon::Key),
        ],
    ),
];

const INBOX: &str = "/inbox";
const QUARANTINE: &str = "/quarantine";
/// Only where there are several.
const PROJECTS: &str = "/projects";
/// Only for operators.
const ACCESS: &str = "/access";

#[component]
pub(super) fn Sidebar() -> impl IntoView {
    let path = use_location().pathname;
    let is_operator = use_context::<Viewer>().is_none_or(|viewer| viewer.role == Role::Operate);
    let has_projects = use_context::<SharedProjects>().is_some();
    let is_offered = move |page: &&'static PageLink| match page.href {
        ACCESS => is_operator,
        PROJECTS => has_projects,
        _ => true,
    };
    let project = use_context::<ProjectPlace>().map(|ProjectPlace(name)| {
        let main = asked_host().and_then(|host| Some(host.strip_prefix(&name)?.strip_prefix('.')?.to_owned()));
        let all = main.map(|host| format!("//{host}/projects"));
        view! { <a class="sidebar__project sidebar__label" href=all rel="external" title="All projects">{name}</a> }
    });
    let is_current = move |href: &str| {
        path.with(|path| match href {
            "/" => path == "/",
            // The page of a session belongs to Sessions.
            "/sessions" => path.starts_with("/session"),
            _ => path.starts_with(href),
        })
    };
    let current = move |page: &'static PageLink| move || is_current(page.href).then_some("page");
    let count = |page: &PageLink| match page.href {
        INBOX => Some(view! { <Waiting/> }.into_any()),
        QUARANTINE => Some(view! { <QuarantineCount/> }.into_any()),
        _ => None,
    };
    let item = move |page: &'static PageLink| {
        view! {
            <li class="sidebar__item" class:sidebar__item--at-hand=page.is_at_hand>
                <a class="sidebar__page" href=page.href title=page.label aria-current=current(page)>
                    <Glyph icon=page.icon/>
                    <span class="sidebar__label">{page.label}</span>
                    {count(page)}
                </a>
            </li>
        }
    };
    let group = move |(name, pages): (&'static str, &'static [PageLink])| {
        let title = (!name.is_empty()).then(|| view! { <p class="sidebar__group">{name}</p> });
        view! {
            {title}
            <ul class="sidebar__pages" aria-label=(!name.is_empty()).then_some(name)>
                {pages.iter().filter(is_offered).map(item).collect_view()}
            </ul>
        }
    };
    let other = move |page: &'static PageLink| {
        view! { <li><a class="sidebar__page" href=page.href aria-current=current(page)>{page.label}</a></li> }
    };
    let others =
        GROUPS.iter().flat_map(|(_, pages)| *pages).filter(|page| !page.is_at_hand).filter(is_offered);
    view! {
        <nav class="sidebar" aria-label="Pages">
            <a class="sidebar__home" href="/" aria-label="Harmony, to the overview">
                <Logo/>
                <span class="sidebar__label">"Harmony"</span>
            </a>
            {project}
            <div class="sidebar__groups">{GROUPS.into_iter().map(group).collect_view()}</div>
            <Account/>
            <div class="sidebar__foot">
                <SidebarSwitch/>
                <Choices/>
            </div>
            <details class="sidebar__more" name="more">
                <summary class="sidebar__page">
                    <Glyph icon=Icon::More/>
                    <span class="sidebar__label">"More"</span>
                </summary>
                <ul class="sidebar__sheet">
                    {others.map(other).collect_view()}
                    <li><Account/></li>
                    <li><Choices/></li>
                </ul>
            </details>
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
