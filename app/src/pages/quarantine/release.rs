//! Asks for confirmation before a target is released.

use crate::pages::wrong_address::{WrongAddress, unknown};
use crate::ui::prelude::*;

pub(super) fn href(target_type: &str, target_id: &str) -> String {
    super::badge::address("/quarantine/release", target_type, target_id)
}

#[component]
pub fn ReleasePage() -> impl IntoView {
    let map = use_query_map().get_untracked();
    let errors = unknown(&map, &["type", "id"]);
    if !errors.is_empty() {
        return view! { <WrongAddress errors href="/quarantine" label="All quarantines"/> }.into_any();
    }
    let target_type = map.get("type").unwrap_or_default();
    let target_id = map.get("id").unwrap_or_default();
    let hidden = hidden_inputs(vec![("type", target_type.clone()), ("id", target_id.clone())]);
    view! {
        <div class="page">
            <PageHead title="Release this quarantine?"/>
            <div class="card question">
                <p class="question__title">{visible(&target_type)}" "{visible(&target_id)}</p>
                <p>"Agents may run new steps again. The release is kept below the list of quarantines."</p>
                <form class="question__answers" method="POST" action="/quarantine/release">
                    {hidden}
                    <button class="button button--primary" type="submit">
                        "Release"
                    </button>
                    <a class="button" href="/quarantine">
                        "Keep it quarantined"
                    </a>
                </form>
            </div>
        </div>
    }
    .into_any()
}
