//! The page of webhooks: where items of the inbox are reported, what came of it, and a form to add one. Works without
//! scripts.

mod add;
mod list;
mod log;

use self::add::AddForm;
use self::list::List;
use self::log::Log;
use super::wrong_address::{WrongAddress, number, unknown};
use crate::api::{WebhooksPage as Page, load_webhooks};
use crate::ui::prelude::*;

#[component]
pub fn WebhooksPage() -> impl IntoView {
    let map = use_query_map().get_untracked();
    let mut errors = unknown(&map, &["log"]);
    let log = number(&map, "log", &mut errors);
    if !errors.is_empty() {
        return view! { <WrongAddress errors href="/webhooks" label="All webhooks"/> }.into_any();
    }
    let log = log.and_then(|id| i64::try_from(id).ok());
    let page = Resource::new_blocking(move || log, load_webhooks);
    view! {
        <div class="page">
            <PageHead title="Webhooks" lead="Report what waits for a person to other programs, as it arrives."/>
            <Loaded resource=page let:loaded>
                <Whole page=loaded/>
            </Loaded>
        </div>
    }
    .into_any()
}

#[component]
fn Whole(page: Page) -> impl IntoView {
    let Page { allowed, has_links, webhooks, log } = page;
    let name_of =
        |id: i64| webhooks.iter().find(|webhook| webhook.id == id).map(|webhook| webhook.name.clone());
    let log = log.and_then(|(id, deliveries)| Some((name_of(id)?, deliveries)));
    let log = log.map(|(name, deliveries)| view! { <Log name deliveries/> });
    let is_first = webhooks.is_empty();
    view! {
        <List webhooks/>
        {log}
        {match allowed.is_empty() {
            true => view! { <NothingAllowed/> }.into_any(),
            false => view! { <AddForm allowed has_links is_first/> }.into_any(),
        }}
    }
}

#[component]
fn NothingAllowed() -> impl IntoView {
    view! {
        <section class="section card card--padded" aria-labelledby="allowed">
            <h2 class="section__title" id="allowed">"No host is allowed"</h2>
            <p>
                "Webhooks send only to hosts that the operator of this server names. Start it with "
                <code>"--webhook-host HOST"</code>", as in:"
            </p>
            <p><code>"harmony serve --webhook-host hooks.slack.com --public-url https://harmony.example"</code></p>
        </section>
    }
}
