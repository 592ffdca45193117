use leptos::prelude::*;

use crate::language::Language;

/// Offers the other languages, each by its own name. A form, so that it works without scripts.
#[component]
pub(super) fn Languages() -> impl IntoView {
    let chosen = use_context::<Language>().unwrap_or_default();
    let parts = use_context::<http::request::Parts>();
    let here = parts.and_then(|parts| parts.uri.path_and_query().map(ToString::to_string));
    let offer = |language: Language| {
        view! {
            <button class="sidebar__language" type="submit" name="to" value=language.tag() lang=language.tag() translate="no">
                {language.name()}
            </button>
        }
    };
    let others = Language::ALL.into_iter().filter(|language| *language != chosen);
    view! {
        <form class="sidebar__languages" method="POST" action="/language" aria-label="Language">
            <input type="hidden" name="back" value=here/>
            {others.map(offer).collect_view()}
        </form>
    }
}
