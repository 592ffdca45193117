//! One decision in a log: when, what and why, on which signals, and what it is linked to.

use serde_json::Value;

use super::log::Links;
use super::parts;
use super::signal::{is_lit, is_signal};
use crate::format::Format;
use crate::formats::v36_decision::V36Decision;
use crate::log::Record;
use crate::ui::prelude::*;
use crate::ui::{lamps, record_href};

/// A line shows so many links, and the number of the others.
const MOST_LINKS: usize = 8;

pub(super) fn line(
    index: usize,
    record: &Record<'_, V36Decision>,
    links: &Links<'_>,
    shown: &[usize],
    context: &ViewContext,
) -> AnyView {
    let V36Decision { ts, task_id, contract_layer, decision_class, reason_code, decision_id, .. } =
        record.value;
    let said = |value: &Option<String>| visible(value.as_deref().unwrap_or("not said"));
    let tone = Tone::from((V36Decision::SUMMARY)(record.value).state);
    let label = decision_class.clone().unwrap_or_else(|| "no class".to_owned());
    let outcome = &record.value.decision_outcome;
    let actor = &record.value.actor_attribution;
    let follows = record.value.linked_decision_ids.iter().map(|id| (id.clone(), links.index_of(id)));
    let followers = decision_id.as_deref().map_or(&[][..], |id| links.followers_of(id));
    let leads = followers.iter().map(|index| (format!("#{}", index + 1), Some(*index)));
    view! {
        <p class="decision-log__what">
            <span class="decision-log__number">"#"{index + 1}</span>
            <Badge tone label/>
            <strong class="mono">{said(reason_code)}</strong>
        </p>
        <p class="facts">
            <span>{said(ts)}</span>
            <span class="mono">{said(task_id)}</span>
            <span class="mono">{said(contract_layer)}</span>
            <span>"by "{said(&actor.claimed_actor)}", "{said(&actor.evidence_level)}</span>
            <span>"then "{said(&outcome.next_action)}</span>
            <span>"state "{said(&outcome.next_state)}</span>
        </p>
        {signals(&record.value.evidence.value())}
        {chips("rests on", follows.collect(), shown, context)}
        {chips("leads to", leads.collect(), shown, context)}
    }
    .into_any()
}

/// Every source of evidence as a lamp beside its name.
fn signals(evidence: &Value) -> Option<AnyView> {
    let groups = parts().iter().filter_map(|group| Some((&group.parts, evidence.get(group.spec.name)?)));
    let stated = groups.flat_map(|(parts, value)| {
        parts.iter().filter_map(move |part| Some((part, value.get(part.spec.name)?)))
    });
    let signals = stated.filter(|(part, value)| is_signal(part, value));
    lamps(signals.map(|(part, value)| (part.spec.name, is_lit(value))))
}

/// Other decisions by name, as links where the log has them.
fn chips(
    label: &'static str,
    others: Vec<(String, Option<usize>)>,
    shown: &[usize],
    context: &ViewContext,
) -> Option<impl IntoView + use<>> {
    let rest = others.len().saturating_sub(MOST_LINKS);
    let chips: Vec<_> = others
        .iter()
        .take(MOST_LINKS)
        .map(|(name, index)| {
            match index {
        Some(index) => {
            let href = record_href(*index, shown, context);
            view! { <a class="chain__wait" href=href>{visible(name)}</a> }.into_any()
        }
        None => {
            view! { <span class="chain__wait faint" title="No decision of this log">{visible(name)}</span> }
                .into_any()
        }
    }
        })
        .collect();
    (!others.is_empty()).then(|| {
        view! {
            <p class="decision-log__links">
                <span class="faint">{label}" "</span>
                {chips}
                {(rest > 0).then(|| view! { <span class="faint">{format!("and {rest} more")}</span> })}
            </p>
        }
    })
}
