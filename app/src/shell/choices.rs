//! What a reader chooses of all pages: their language, and the zone of their times. Forms, so that they work without
//! scripts.

use leptos::nonce::use_nonce;
use leptos::prelude::*;

use crate::language::Language;
use crate::ui::Zone;

/// Lets the form name the zone that the browser is in, which no request does.
const ZONE_OF_BROWSER: &str = "for(const field of document.getElementsByName('zone'))field.value=Intl.DateTimeFormat().resolvedOptions().timeZone";

/// Offers the other languages, each by its own name, and the other zone.
#[component]
pub(super) fn Choices() -> impl IntoView {
    let chosen = use_context::<Language>().unwrap_or_default();
    let offer = |language: Language| {
        view! {
            <button class="sidebar__language" type="submit" name="to" value=language.tag() lang=language.tag() translate="no">
                {language.name()}
            </button>
        }
    };
    let others = Language::ALL.into_iter().filter(|language| *language != chosen);
    let zone = use_context::<Zone>();
    let zone = match zone.as_ref().and_then(Zone::name) {
        Some("UTC") | None => view! {
            <input type="hidden" name="zone"/>
            <script nonce=use_nonce()>{ZONE_OF_BROWSER}</script>
            <button class="sidebar__language needs-script" type="submit" title="Times are in UTC">"Local time"</button>
        }
        .into_any(),
        Some(name) => view! {
            <input type="hidden" name="zone" value="UTC"/>
            <button class="sidebar__language" type="submit" title=format!("Times are in the zone {name}")>"UTC"</button>
        }
        .into_any(),
    };
    view! {
        <form class="sidebar__languages" method="POST" action="/language" aria-label="Language">
            <input type="hidden" name="back" value=here()/>
            {others.map(offer).collect_view()}
        </form>
        <form class="sidebar__languages" method="POST" action="/zone" aria-label="Times">
            <input type="hidden" name="back" value=here()/>
            {zone}
        </form>
    }
}

/// The address of the page.
fn here() -> Option<String> {
    let parts = use_context::<http::request::Parts>()?;
    Some(parts.uri.path_and_query()?.to_string())
}
