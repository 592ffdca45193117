use leptos_router::params::ParamsMap;

use crate::diagnostic::Severity;
use crate::quarantine::Quarantined;
use crate::ui::prelude::*;

/// States at the top of a target's page that it is quarantined, and why.
#[component]
pub fn QuarantineBanner(quarantined: Quarantined) -> impl IntoView {
    let record = quarantined.record;
    let href = super::release::href(&record.target_type, &record.target_id);
    view! {
        <Banner severity=Severity::Error>
            <p class="banner__text">
                {format!("This {} is quarantined: no new step should begin until it is released.", record.target_type)}
                {record.reason.map(|reason| view! { " Reason: "{visible(&reason)} })}
            </p>
            <a class="button button--small" href=href>
                "Release"
            </a>
        </Banner>
    }
}

/// The page on which a target can be quarantined.
pub fn quarantine_href(target_type: &str, target_id: &str) -> String {
    format!("{}#add", address("/quarantine", target_type, target_id))
}

pub(super) fn address(page: &str, target_type: &str, target_id: &str) -> String {
    let mut query = ParamsMap::new();
    query.insert("type", target_type.to_owned());
    query.insert("id", target_id.to_owned());
    format!("{page}{}", query.to_query_string())
}
