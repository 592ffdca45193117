//! What was stored and sent, as the report prints it.

use serde_json::Value;

use super::super::{Redis, json};
use crate::json::Property;
use crate::ui::prelude::*;

pub(super) fn printed(redis: Redis, event: Option<Value>, context: &ViewContext) -> impl IntoView + use<> {
    let stored = context.place("redis.payload", None);
    let sent = context.place("event", None);
    view! {
        <Section title="Stored and sent">
            <div class="quarantine__printed">
                <div class="card card--padded stop-row" data-field="redis" data-span=stored.map(data_span) data-stop=stored.is_some()>
                    <h3 class="quarantine__label">"Redis"</h3>
                    {redis.key.map(|key| view! {
                        <code class="quarantine__key" data-field="redis.key">{visible(&key)}</code>
                    })}
                    {redis.payload.map(|value| members(value, "redis.payload", &json::RECORD))}
                </div>
                <div class="card card--padded stop-row" data-span=sent.map(data_span) data-stop=sent.is_some()>
                    <h3 class="quarantine__label">"Event"</h3>
                    {match event {
                        Some(value) => members(value, "event", &json::ADDED),
                        None => view! { <p class="faint">"No event is printed."</p> }.into_any(),
                    }}
                </div>
            </div>
        </Section>
    }
}

/// The members of an object that is a field, one below the other.
fn members(value: Value, field: &'static str, known: &'static [Property]) -> AnyView {
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
    view! { <dl data-field=field>{members}</dl> {more} }.into_any()
}
