use crate::inbox::ItemKind;
use crate::ui::duration_words;
use crate::ui::prelude::*;
use crate::webhook::{Delivery, Outcome};

/// The deliveries of a webhook, newest first.
#[component]
pub(super) fn Log(name: String, deliveries: Vec<Delivery>) -> impl IntoView {
    view! {
        <section class="section card card--padded" id="log" aria-labelledby="log-title">
            <h2 class="section__title" id="log-title">"Deliveries to "{visible(&name)}</h2>
            {match deliveries.is_empty() {
                true => view! { <p class="muted">"Nothing was sent yet."</p> }.into_any(),
                false => view! { <ul class="inbox">{deliveries.into_iter().map(row).collect_view()}</ul> }.into_any(),
            }}
        </section>
    }
}

fn row(delivery: Delivery) -> impl IntoView {
    let outcome = outcome(&delivery);
    let Delivery { id, kind, session, title, place, attempts, took_ms, due_ms, .. } = delivery;
    let kind = kind.map_or("test", ItemKind::label);
    let title = title.map(|title| match place {
        Some(place) => view! { <a href=place.href()>{visible(&title)}</a> }.into_any(),
        None => visible(&title),
    });
    let session = session.filter(|name| !name.is_empty());
    let session = session.map(|name| view! { <span>"in "{visible(&name)}</span> });
    let attempts = (attempts > 0).then(|| format!("attempt {attempts}"));
    let took = took_ms.map(|took| match took {
        0..1000 => format!("{took} ms"),
        _ => duration_words(i64::try_from(took).unwrap_or(i64::MAX)),
    });
    let again = due_ms.filter(|due| *due > 0);
    let again =
        again.map(|due| view! { <span>"again at "<Moment milliseconds=due with_seconds=true/></span> });
    view! {
        <li class="inbox__item">
            <div class="inbox__words">
                <p class="inbox__title">
                    <span class="faint">{format!("#{id}")}</span>
                    <Tag label=kind/>
                    {title}
                    {session}
                </p>
                <p class="inbox__facts faint">
                    {outcome}
                    {attempts.map(|words| view! { <span>{words}</span> })}
                    {took.map(|words| view! { <span>{words}</span> })}
                    {again}
                </p>
            </div>
        </li>
    }
}

/// What became of a delivery, and when.
pub(super) fn outcome(delivery: &Delivery) -> AnyView {
    let (tone, label) = match (delivery.outcome, delivery.attempts) {
        (Outcome::Delivered, _) => (Tone::Pass, "delivered"),
        (Outcome::Failed, _) => (Tone::Fail, "failed"),
        (Outcome::Queued, 0) => (Tone::Running, "waiting"),
        (Outcome::Queued, _) => (Tone::Waiting, "will be tried again"),
    };
    let answer =
        delivery.error.clone().or_else(|| delivery.status.map(|status| format!("answered {status}")));
    let at = delivery.tried_ms.map(|at| view! { <Moment milliseconds=at with_seconds=true/> });
    view! {
        <Badge tone label/>
        {answer.map(|answer| view! { <span>{visible(&answer)}</span> })}
        {at}
    }
    .into_any()
}
