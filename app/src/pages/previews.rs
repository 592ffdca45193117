//! The page of preview links: what is published, until when, and a way to revoke it. Works without scripts.

use super::wrong_address::{WrongAddress, unknown};
use crate::api::load_previews;
use crate::document::State;
use crate::preview::Preview;
use crate::ui::prelude::*;

#[component]
pub fn PreviewsPage() -> impl IntoView {
    let errors = unknown(&use_query_map().get_untracked(), &[]);
    if !errors.is_empty() {
        return view! { <WrongAddress errors href="/previews" label="All preview links"/> }.into_any();
    }
    let list = Resource::new_blocking(|| (), |()| load_previews());
    view! {
        <div class="page">
            <PageHead
                title="Preview links"
                lead="Reports that were published outside of the dashboard. Whoever has a link can read it until it expires."
            />
            <Loaded resource=list let:previews>
                <List previews/>
            </Loaded>
        </div>
    }
    .into_any()
}

#[component]
fn List(previews: Vec<Preview>) -> impl IntoView {
    if previews.is_empty() {
        return view! {
            <div class="card">
                <Empty
                    icon=Icon::Live
                    title="No preview links"
                    text="A CI job publishes its reports with `harmony preview FILES… --server URL`, and prints the link."
                >
                    <a class="button" href="/documents">"Documents"</a>
                </Empty>
            </div>
        }
        .into_any();
    }
    view! {
        <section class="card card--padded" aria-label="All preview links">
            <ul class="inbox">{previews.into_iter().map(row).collect_view()}</ul>
        </section>
    }
    .into_any()
}

fn row(preview: Preview) -> impl IntoView {
    let Preview { id, title, state, verdict, score, documents, published_ms, expires_ms, url } = preview;
    let badge = state.label(verdict.as_deref()).map(|label| view! { <Badge tone=Tone::from(state) label/> });
    let revoke = format!("Revoke {title}");
    view! {
        <li class="inbox__item">
            <div class="inbox__words">
                <p class="inbox__title">
                    <a href=url rel="external">{visible(&title)}</a>
                    {badge}
                    {score.map(|value| view! { <Score value is_contradicted=state == State::Contradicted/> })}
                </p>
                <p class="inbox__facts faint">
                    <span>{counted(documents.into(), "report")}</span>
                    <span>"published "<Moment milliseconds=published_ms/></span>
                    <span>"expires "<Moment milliseconds=expires_ms/></span>
                </p>
            </div>
            <div class="inbox__actions">
                <details class="webhooks__remove">
                    <summary class="button button--small" aria-label=revoke>"Revoke"</summary>
                    <form method="POST" action=format!("/previews/{id}/revoke")>
                        <p>"The link stops working at once, and its reports are deleted."</p>
                        <button class="button button--small button--danger" type="submit">"Revoke it"</button>
                    </form>
                </details>
            </div>
        </li>
    }
}
