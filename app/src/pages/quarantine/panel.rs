use std::collections::BTreeMap;

use super::release;
use crate::catalog::Catalog;
use crate::pages::chain::ChainAddress;
use crate::quarantine::{NamedChain, Origin, Quarantined, Targeted};
use crate::ui::prelude::*;
use crate::ui::{RequestTime, time_left};

/// Everything that is quarantined, with the time that is left.
#[component]
pub fn QuarantineListPanel(
    active: Vec<Quarantined>,
    count: u64,
    /// The chains that are quarantined by their ids.
    chains: BTreeMap<String, NamedChain>,
) -> impl IntoView {
    if active.is_empty() {
        return view! {
            <div class="card">
                <Empty
                    icon=Icon::Shield
                    title="Nothing is quarantined"
                    text="A quarantine record (5.6), another program, or the form below quarantines a chain, a session or a format."
                >
                    <code>"harmony quarantine add session NAME --reason \"…\""</code>
                </Empty>
            </div>
        }
        .into_any();
    }
    let items = active.into_iter().map(|quarantined| item(quarantined, &chains)).collect_view();
    view! {
        <section class="section quarantines" aria-labelledby="active">
            <h2 class="section__title" id="active">
                "Active "
                <span class="section__count">{grouped(count)}</span>
            </h2>
            <ul class="quarantine__list card">{items}</ul>
        </section>
    }
    .into_any()
}

fn item(quarantined: Quarantined, chains: &BTreeMap<String, NamedChain>) -> impl IntoView + use<> {
    let href = target_href(&quarantined, chains);
    let title = named(&quarantined, chains).and_then(|chain| chain.title.clone());
    let release = release::href(&quarantined.record.target_type, &quarantined.record.target_id);
    let Quarantined { record, origin, document, from_ms, ends_ms } = quarantined;
    let by_id = title.is_some().then(|| view! { <span class="faint path">{record.target_id.clone()}</span> });
    let id = visible(title.as_ref().unwrap_or(&record.target_id));
    let label = format!("Release {} {}", record.target_type, record.target_id);
    let left = ends_ms.zip(RequestTime::milliseconds()).map(|(until, now)| {
        view! { <span role="timer" data-until=until.to_string()>{time_left(until, now)}</span> }
    });
    view! {
        <li class="quarantine__record">
            <div class="quarantine__target">
                <Badge tone=Tone::Fail label=record.target_type.clone()/>
                <strong class="path">
                    {match href {
                        Some(href) => view! { <a href=href>{id}</a> }.into_any(),
                        None => id,
                    }}
                </strong>
                {by_id}
                <a class="button button--small quarantines__release" href=release aria-label=label>
                    "Release"
                </a>
            </div>
            {record.reason.map(|reason| view! { <p>{visible(&reason)}</p> })}
            <p class="quarantine__times">
                <span>"since " <Moment milliseconds=from_ms/></span>
                {match left {
                    Some(left) => left.into_any(),
                    None => "until it is released".into_any(),
                }}
                {record.suggested_flow.map(|flow| view! { <span>"heal with "<code>{visible(&flow)}</code></span> })}
                <span>{origin_link(origin, document)}</span>
            </p>
        </li>
    }
}

/// Returns the chain that is quarantined, if it is known by its id.
fn named<'c>(quarantined: &Quarantined, chains: &'c BTreeMap<String, NamedChain>) -> Option<&'c NamedChain> {
    let (target_type, target_id) = quarantined.target();
    chains.get(target_id).filter(|_| target_type == "chain")
}

/// Where the target is shown, if Harmony has a page of it.
fn target_href(quarantined: &Quarantined, chains: &BTreeMap<String, NamedChain>) -> Option<String> {
    let (target_type, target_id) = quarantined.target();
    if let Some(chain) = named(quarantined, chains) {
        return Some(ChainAddress::session(&chain.session).of_chain(target_id).href());
    }
    match target_type {
        "session" => Some(ChainAddress::session(target_id).href()),
        "format" => Catalog::current().specs().find_map(|spec| {
            let is_of = quarantined.is_of_format(spec.names());
            is_of.then(|| format!("/contract/{}", spec.slug))
        }),
        _ => None,
    }
}

/// Who changed it, with a link to the document that states it.
pub(super) fn origin_link(origin: Origin, document: Option<String>) -> AnyView {
    match (origin, document) {
        (Origin::Document, Some(id)) => {
            view! { <a href=format!("/documents/{id}")>"stated by a document"</a> }.into_any()
        }
        (Origin::Document, None) => "stated by a document that has expired".into_any(),
        (Origin::Api, _) => "by API or command".into_any(),
        (Origin::Page, _) => "by a person on this page".into_any(),
        (Origin::Redis, _) => "by another program, through Redis".into_any(),
        (Origin::Time, _) => "by itself, when its time was over".into_any(),
    }
}
