use super::menu::Menu;
use crate::api::OpinionPlace;
use crate::catalog;
use crate::diagnostic::Severity;
use crate::document::{BlockHead, DocumentHead, Versions};
use crate::pages::chain::ChainAddress;
use crate::text::Oddities;
use crate::ui::prelude::*;
use crate::ui::{Age, Crumbs, crumb, size};

/// What a document is and where it came from.
#[component]
pub(super) fn Head(
    head: DocumentHead,
    versions: Versions,
    opinion: Option<OpinionPlace>,
    /// The last reports of its scope before it, the oldest first.
    earlier: Vec<DocumentHead>,
    oddities: Oddities,
    /// The ids of the formats that are quarantined.
    quarantined: Vec<String>,
) -> impl IntoView {
    let series = (!earlier.is_empty()).then(|| series(&earlier, &head));
    let menu = view! { <Menu head=&head/> };
    let source = head.source;
    let steps = match &source.session {
        Some(session) => {
            let list = crumb("Sessions", "/sessions").into_iter();
            list.chain([(session.clone(), ChainAddress::session(session).href())]).collect()
        }
        None => crumb("Documents", "/documents"),
    };
    let mut kinds = head.blocks.clone();
    kinds.sort_by(|left, right| left.format.cmp(&right.format));
    kinds.dedup_by(|left, right| left.format == right.format);
    let held = kinds.iter().filter(|block| quarantined.contains(&block.format)).map(held).collect_view();
    let missing =
        kinds.iter().filter(|block| catalog::by_id(&block.format).is_none()).map(missing).collect_view();
    view! {
        <header class="document__head">
            <Crumbs steps/>
            <div class="document__top">
                <h1 class="document__title">{visible(&head.title)}</h1>
                <div class="document__actions">{menu}</div>
            </div>
            <p class="facts">
                {kinds.iter().map(read_as).collect_view()}
                {source.sample.then(|| view! { <Tag label="Sample"/> })}
                {source.path.map(|path| view! { <span class="path">{visible(&path)}</span> })}
                {source.part.map(|part| view! { <span>{visible(&part)}</span> })}
                {(versions.newest > 1).then(|| version(head.version, &versions))}
                {source.agent.map(|agent| view! { <span>"agent "<span class="path">{visible(&agent)}</span></span> })}
                {opinion.map(compared)}
                {source.repository.map(|repository| view! { <span class="path">{repository}</span> })}
                {source.branch.map(|branch| view! { <span>"branch "<span class="path">{visible(&branch)}</span></span> })}
                {source.commit.map(|commit| view! { <span>"commit "<span class="path">{commit}</span></span> })}
                {source.ci_run.map(|run| view! { <span>"CI run "<span class="path">{run}</span></span> })}
                {source.said_ms.map(|said| view! { <span>"written "<Age milliseconds=said/></span> })}
                <span>"received "<Age milliseconds=head.received_ms/></span>
                {head.pinned.then(|| view! { <Tag label="Pinned"/> })}
                <span>{size::counted(head.lines.into(), "line")}", "{size::bytes(head.bytes)}</span>
            </p>
            {series}
        </header>
        {held}
        {missing}
        {(head.masked > 0).then(|| notice(match head.masked {
            1 => "What looked like a key was masked before this text was stored.".to_owned(),
            count => format!("{count} places that looked like keys were masked before this text was stored."),
        }))}
        {oddities.mojibake.then(|| notice("This text was damaged on its way: UTF-8 was read as Windows-1252 and encoded again. It is shown repaired; the stored bytes are as they came."))}
        {(oddities.invalid_utf8 || head.not_utf8).then(|| notice("Some bytes of this text are not UTF-8. They are shown as \u{fffd}; the stored bytes are as they came."))}
    }
}

/// The scores of earlier reports of the scope and of this one, each a link, and the way to what changed since the last.
fn series(earlier: &[DocumentHead], head: &DocumentHead) -> impl IntoView + use<> {
    let score = |head: &DocumentHead| {
        let summary = head.lead().map(|block| &block.summary);
        let label = match summary.and_then(|summary| summary.score) {
            Some(score) => format!("{score}%"),
            None => summary
                .and_then(|summary| summary.state.label(summary.verdict.as_deref()))
                .unwrap_or_else(|| "no score".to_owned()),
        };
        view! { <a href=format!("/documents/{}", head.id)>{label}</a>" → " }
    };
    let before = earlier.last().map(|last| format!("/compare?from={}&to={}", last.id, head.id));
    let now = head.lead().and_then(|block| block.summary.score).map(|score| format!("{score}%"));
    view! {
        <p class="facts">
            <span>"Earlier reports: "{earlier.iter().map(score).collect_view()} <strong>{now.unwrap_or_else(|| "this one".to_owned())}</strong></span>
            {before.map(|href| view! { <a href=href>"Compare with the last one"</a> })}
        </p>
    }
}

/// A format of the document, and the version of a team's format that it was read by.
fn read_as(block: &BlockHead) -> impl IntoView + use<> {
    let version = block.format_version.clone();
    match catalog::by_id(&block.format) {
        Some(spec) => {
            let newer = spec
                .own_version
                .filter(|newest| version.as_deref().is_some_and(|version| version != *newest));
            view! {
                <a class="badge badge--plain" href=format!("/contract/{}", spec.slug)>{spec.labelled()}</a>
                {version.map(|version| view! { <span>"read by version "<span class="mono">{version}</span></span> })}
                {newer.map(|newest| view! { <span>"to be read again by "<span class="mono">{newest}</span></span> })}
            }
            .into_any()
        }
        None => view! { <Tag label=block.name.clone()/> }.into_any(),
    }
}

/// That a format of the document is quarantined.
fn held(block: &BlockHead) -> impl IntoView + use<> {
    let sentence = format!(" The format {} is quarantined.", block.name);
    view! {
        <Banner severity=Severity::Warning>
            <p class="banner__text"><QuarantineBadge/>{sentence}</p>
        </Banner>
    }
}

/// That the document was read by a format that the server doesn't have.
fn missing(block: &BlockHead) -> impl IntoView + use<> {
    let version =
        block.format_version.as_deref().map(|version| format!(", version {version}")).unwrap_or_default();
    notice(format!(
        "This document was read as {}{version}, a format that the server can’t read by at present. Lists keep what was read; \
         below is what the other formats read in its text.",
        block.name
    ))
}

/// The way to the comparison with the other report.
fn compared(OpinionPlace { session, chain, step, is_critique }: OpinionPlace) -> impl IntoView {
    let href = ChainAddress::session(&session).of_chain(&chain).of_step(step).href();
    let label = if is_critique { "Compare with the review" } else { "Compare with the second opinion" };
    view! { <a href=format!("{href}#second-opinion")>{label}</a> }
}

/// Which version it is, with the ways to its neighbors and to the newest.
fn version(number: u32, versions: &Versions) -> impl IntoView + use<> {
    let link = |label: &'static str, id: Option<&String>| {
        id.map(|id| view! { " "<a href=format!("/documents/{id}")>{label}</a> })
    };
    let newest = (number + 1 < versions.newest).then_some(&versions.newest_id);
    view! {
        <span>
            {format!("version {number} of {}", versions.newest)}
            {link("older", versions.older.as_ref())}
            {link("newer", versions.newer.as_ref())}
            {link("newest", newest)}
        </span>
    }
}

fn notice(sentence: impl Into<String>) -> impl IntoView {
    let sentence = sentence.into();
    view! {
        <Banner severity=Severity::Warning>
            <p class="banner__text">{sentence}</p>
        </Banner>
    }
}
