//! One source of evidence: lit, dark, or a statement of its own.

use serde_json::Value;

pub(super) use crate::formats::v36_decision::check::is_lit;
use crate::json::Property;
use crate::ui::prelude::*;

/// Returns `true` if a part of the evidence is a signal and no statement of its own.
pub(super) fn is_signal(property: &Property, value: &Value) -> bool {
    value.is_boolean() || value.is_null() || property.path.contains("_signals.")
}

pub(super) fn signal(property: &Property, value: &Value) -> impl IntoView + use<> {
    let state = match (is_signal(property, value), is_lit(value)) {
        (false, _) => "said",
        (true, true) => "lit",
        (true, false) => "dark",
    };
    let written = match value {
        Value::String(text) => text.clone(),
        Value::Bool(seen) => (if *seen { "yes" } else { "no" }).to_owned(),
        other => other.to_string(),
    };
    view! {
        <li class=format!("signal signal--{state}")>
            <span class="signal__lamp" aria-hidden="true"></span>
            <span class="signal__name">{property.spec.name.replace('_', " ")}</span>
            <span class="signal__value" data-field=property.path>{visible(&written)}</span>
        </li>
    }
}
