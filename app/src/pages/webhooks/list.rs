use super::log::outcome;
use crate::health::Urgency;
use crate::inbox::ItemKind;
use crate::ui::prelude::*;
use crate::webhook::{Filter, Shape, Webhook};

#[component]
pub(super) fn List(webhooks: Vec<Webhook>) -> impl IntoView {
    if webhooks.is_empty() {
        return view! {
            <div class="card">
                <Empty
                    icon=Icon::Inbox
                    title="No webhooks"
                    text="A webhook sends each new item of the inbox to a channel or a program of yours."
                >
                    <a class="button" href="/inbox">"Inbox"</a>
                </Empty>
            </div>
        }
        .into_any();
    }
    view! {
        <section class="card card--padded" aria-label="All webhooks">
            <ul class="inbox">{webhooks.into_iter().map(row).collect_view()}</ul>
        </section>
    }
    .into_any()
}

fn row(webhook: Webhook) -> impl IntoView {
    let filter = words_of(&webhook.filter);
    let Webhook { id, name, target, shape, is_signed, queued, last, .. } = webhook;
    let shape = match shape {
        Shape::Json => "JSON",
        Shape::Slack => "Slack",
    };
    let waiting = (queued > 0).then(|| view! { <span>{grouped(queued)}" waiting"</span> });
    let last = match last {
        Some(last) => outcome(&last),
        None => view! { <span>"nothing sent yet"</span> }.into_any(),
    };
    view! {
        <li class="inbox__item">
            <div class="inbox__words">
                <p class="inbox__title">
                    <strong>{visible(&name)}</strong>
                    <Tag label=shape/>
                    {is_signed.then(|| view! { <Tag label="signed"/> })}
                </p>
                <p class="inbox__question">{visible(&target)}<span class="faint">"/…"</span>" · "{visible(&filter)}</p>
                <p class="inbox__facts faint">{last}{waiting}</p>
            </div>
            <div class="inbox__actions">
                <form method="POST" action=format!("/webhooks/{id}/test")>
                    <button class="button button--small" type="submit" aria-label=format!("Test {name}")>"Test"</button>
                </form>
                <a class="button button--small" href=format!("/webhooks?log={id}#log") aria-label=format!("Log of {name}")>"Log"</a>
                <details class="webhooks__remove">
                    <summary class="button button--small" aria-label=format!("Remove {name}")>"Remove"</summary>
                    <form method="POST" action=format!("/webhooks/{id}/remove")>
                        <p>"What waits is not sent, and the log goes with it."</p>
                        <button class="button button--small button--danger" type="submit">"Remove it"</button>
                    </form>
                </details>
            </div>
        </li>
    }
}

/// Says which items a webhook reports.
fn words_of(filter: &Filter) -> String {
    let kinds: Vec<&str> = filter.kinds.iter().copied().map(ItemKind::label).collect();
    let kinds = if kinds.is_empty() { "all kinds".to_owned() } else { kinds.join(", ") };
    let urgency = match filter.urgency {
        Urgency::Medium => "",
        Urgency::High => ", high and critical",
        Urgency::Critical => ", critical",
    };
    let session = filter.session.as_ref().map(|name| format!(", in {name}")).unwrap_or_default();
    format!("{kinds}{urgency}{session}")
}
