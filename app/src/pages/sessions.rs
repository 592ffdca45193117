use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;

use super::chain::ChainAddress;
use crate::api::{SessionHead, SessionList, load_sessions};
use crate::ui::size::counted;
use crate::ui::visible::visible;
use crate::ui::{Empty, Icon, Loaded, Moment};

/// All sessions, the one in which something happened last first.
#[component]
pub fn SessionsPage() -> impl IntoView {
    let before = use_query_map().with(|map| map.get("before").and_then(|seq| seq.parse().ok()));
    let list = Resource::new_blocking(move || before, load_sessions);
    view! {
        <Title text="Sessions"/>
        <div class="page">
            <div class="page__head">
                <h1>"Sessions"</h1>
                <p class="page__lead">"What agents did together: their chains, step by step."</p>
            </div>
            <Loaded resource=list let:loaded>
                <Listing list=loaded/>
            </Loaded>
        </div>
    }
}

#[component]
fn Listing(list: SessionList) -> impl IntoView {
    if list.sessions.is_empty() {
        return view! {
            <div class="card">
                <Empty
                    icon=Icon::Inbox
                    title="No sessions yet"
                    text="A document belongs to a session when its delivery names one, as in POST /api/documents?session=night-42; a chain that is told without one stands here too."
                >
                    <a class="button" href="/formats/chain-compilation">
                        "How a chain is told"
                    </a>
                </Empty>
            </div>
        }
        .into_any();
    }
    let older = list.next.map(|before| {
        view! { <a class="button" href=format!("/sessions?before={before}")>"Older sessions"</a> }
    });
    view! {
        <section class="card scroll-x" aria-label="Sessions">
            <table class="table">
                <thead>
                    <tr>
                        <th scope="col">"Session"</th>
                        <th scope="col">"Documents"</th>
                        <th scope="col">"Began"</th>
                        <th scope="col">"Newest"</th>
                    </tr>
                </thead>
                <tbody>{list.sessions.into_iter().map(row).collect_view()}</tbody>
            </table>
        </section>
        <nav class="overview__more" aria-label="Pages of the list">{older}</nav>
    }
    .into_any()
}

fn row(head: SessionHead) -> impl IntoView {
    let href = ChainAddress::session(&head.name).href();
    view! {
        <tr>
            <td>
                <a href=href>{session_name(&head.name)}</a>
            </td>
            <td>{counted(head.documents, "document")}</td>
            <td>
                <Moment milliseconds=head.first_ms/>
            </td>
            <td>
                <Moment milliseconds=head.newest_ms/>
            </td>
        </tr>
    }
}

/// Documents that name no session share a place.
pub(super) fn session_name(name: &str) -> AnyView {
    if name.is_empty() { "Without a session".into_any() } else { visible(name) }
}
