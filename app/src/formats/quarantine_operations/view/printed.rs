//! What was stored and sent, as the report prints it.

use leptos::prelude::*;
use serde_json::Value;

use super::super::{Redis, json};
use crate::json::Property;
use crate::ui::linking::data_span;
use crate::ui::visible::visible;
use crate::ui::{JsonView, ViewContext, few};

#[component]
pub(super) fn Printed(redis: Redis, event: Option<Value>, context: ViewContext) -> impl IntoView {
    let key = redis
        .key
        .map(|key| view! { <code class="quarantine__key" data-field="redis.key">{visible(&key)}</code> });
    let stored = context.place("redis.payload", None);
    let sent = context.place("event", None);
    view! {
        <section class="section" aria-label="Stored and sent">
            <h2 class="section__title">"Stored and sent"</h2>
            <div class="quarantine__printed">
                <div class="card card--padded stop-row" data-field="redis" data-span=stored.map(data_span) data-stop=stored.is_some()>
                    <h3 class="quarantine__label">"Redis"</h3>
                    {key}
                    {redis.payload.map(|value| view! { <Members value field="redis.payload" known=&json::RECORD/> })}
                </div>
                <div class="card card--padded stop-row" data-span=sent.map(data_span) data-stop=sent.is_some()>
                    <h3 class="quarantine__label">"Event"</h3>
                    {match event {
                        Some(value) => view! { <Members value field="event" known=&json::ADDED/> }.into_any(),
                        None => view! { <p class="faint">"No event is printed."</p> }.into_any(),
                    }}
                </div>
            </div>
        </section>
    }
}

/// The members of an object, one below the other.
#[component]
fn Members(
    value: Value,
    /// The field that the object is.
    field: &'static str,
    known: &'static [Property],
) -> impl IntoView {
    let Value::Object(members) = value else {
        return view! { <div data-field=field><JsonView value/></div> }.into_any();
    };
    let member = |(key, value): (String, Value)| {
        let path = known.iter().find(|property| property.spec.name == key).map(|property| property.path);
        let written = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        view! {
            <div class="quarantine__member">
                <dt>{visible(&key)}</dt>
                <dd data-field=path>{visible(&written)}</dd>
            </div>
        }
    };
    let (members, more) = few(members, member);
    view! { <dl class="quarantine__members" data-field=field>{members}</dl> {more} }.into_any()
}
