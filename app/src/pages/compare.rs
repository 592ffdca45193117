//! Two reports of one scope: what is new in the later one, what was fixed, and what both have.

use std::sync::Arc;

use super::not_found::NotFound;
use super::placed_finding::placed_finding;
use super::wrong_address::{WrongAddress, unknown};
use crate::api::{self, load_document};
use crate::diagnostic::Severity;
use crate::document::DocumentHead;
use crate::query_error::QueryError;
use crate::reading::SeverityLevel;
use crate::second_opinion::{Changes, PlacedFinding};
use crate::text::Text;
use crate::ui::prelude::*;
use crate::ui::{Age, Crumbs, Difference, ROWS_OF_PAGE, crumb, differences};

/// Places that differ and are shown.
const MOST_GROUPS: usize = 100;

#[component]
pub fn ComparePage() -> impl IntoView {
    let query = use_query_map().get_untracked();
    let mut errors = unknown(&query, &["from", "to"]);
    let id = |name: &str| query.get(name).unwrap_or_default();
    let (from, to) = (id("from"), id("to"));
    for (name, id) in [("from", &from), ("to", &to)] {
        if id.is_empty() {
            errors.push(QueryError::new(name, id, "the id of a document"));
        }
    }
    if !errors.is_empty() {
        return view! { <WrongAddress errors href="/documents" label="All documents"/> }.into_any();
    }
    let both = Resource::new_blocking(
        move || (from.clone(), to.clone()),
        |(from, to)| async move { Ok::<_, ServerFnError>((load_document(from).await?, load_document(to).await?)) },
    );
    view! {
        <Loaded resource=both let:found>
            {match found {
                (Some(from), Some(to)) => view! { <Compared from to/> }.into_any(),
                _ => view! { <NotFound title="There is no such document" text="One of both may have been deleted, or the address may be mistyped."/> }.into_any(),
            }}
        </Loaded>
    }
    .into_any()
}

#[component]
fn Compared(from: api::DocumentPage, to: api::DocumentPage) -> impl IntoView {
    Allowance::provide(Allowance::OF_PAGE);
    let (earlier, later) = (Arc::new(Text::new(from.text)), Arc::new(Text::new(to.text)));
    let changes = Changes::of(&earlier, &later);
    let has_findings = !changes.is_empty();
    let Changes { new, unchanged, fixed, is_cut } = changes;
    let rated_once = |found: PlacedFinding| (found, None);
    let new = findings("New findings", new.into_iter().map(rated_once).collect(), &to.head.id);
    let fixed = findings("Fixed findings", fixed.into_iter().map(rated_once).collect(), &from.head.id);
    let unchanged = unchanged.into_iter().map(with_other_level).collect();
    let unchanged = findings("Unchanged findings", unchanged, &to.head.id);
    let groups = differences(&earlier, &later);
    let shown = groups.get(..MOST_GROUPS).unwrap_or(&groups);
    let text = match groups.is_empty() {
        true => view! { <p class="muted">"Both texts are the same."</p> }.into_any(),
        false => view! {
            <div class="card">
                <Difference before=&*earlier after=&*later groups=shown label="What differs"/>
            </div>
        }
        .into_any(),
    };
    let more = groups.len() - shown.len();
    let has_other_scope = from.head.title != to.head.title;
    let score = score_change(&from.head, &to.head);
    view! {
        <Title text="Compare reports"/>
        <div class="page document">
            <header class="document__head">
                <Crumbs steps=crumb("Documents", "/documents")/>
                <h1 class="document__title">{visible(&to.head.title)}</h1>
                {score.map(|sentence| view! { <p class="page__lead">{sentence}</p> })}
            </header>
            <div class="compared">
                {side("Earlier", from.head)}
                {side("Later", to.head)}
            </div>
            {has_other_scope.then(|| view! {
                <Banner severity=Severity::Info>
                    <p class="banner__text">"These documents have different titles, so they may be about different things."</p>
                </Banner>
            })}
            {has_findings.then(|| view! { {new} {fixed} {unchanged} })}
            {is_cut.then(|| view! { <p class="muted">"So many findings differ that not each was compared with each: some that are new and fixed here may be the same."</p> })}
            <Section title="Text">
                {text}
                {(more > 0).then(|| view! { <p class="muted">{format!("{} more places differ.", grouped(more as u64))}</p> })}
            </Section>
        </div>
    }
}

/// How the score went, where both have one.
fn score_change(from: &DocumentHead, to: &DocumentHead) -> Option<String> {
    let score = |head: &DocumentHead| head.lead().and_then(|block| block.summary.score);
    let (from, to) = (score(from)?, score(to)?);
    Some(match i16::from(to) - i16::from(from) {
        0 => format!("The score is {to}% in both."),
        change => format!("The score went from {from}% to {to}% ({change:+})."),
    })
}

fn side(label: &'static str, head: DocumentHead) -> impl IntoView {
    let lead = head.lead();
    let badge = lead.and_then(|block| {
        let label = block.summary.state.label(block.summary.verdict.as_deref())?;
        Some(view! { <Badge tone=Tone::from(block.summary.state) label/> })
    });
    let score = lead.and_then(|block| block.summary.score);
    let is_contradicted = lead.is_some_and(|block| block.contradiction.is_some());
    view! {
        <section class="card card--padded" aria-label=label>
            <h2 class="section__title">{label}</h2>
            <p><a href=format!("/documents/{}", head.id)>{visible(&head.title)}</a></p>
            <p class="facts">
                {badge}
                {score.map(|value| view! { <Score value is_contradicted/> })}
                <span>"version "{head.version}</span>
                <Age milliseconds=head.at_ms()/>
            </p>
        </section>
    }
}

/// A finding as the later report has it, and its severity in the earlier one if that is another.
fn with_other_level(
    (known, found): (PlacedFinding, PlacedFinding),
) -> (PlacedFinding, Option<SeverityLevel>) {
    let before = known.finding.level.filter(|before| found.finding.level.is_some_and(|now| now != *before));
    (found, before)
}

/// Findings under a title, each with its severity before if that was another; nothing where there are none.
fn findings(
    title: &'static str,
    found: Vec<(PlacedFinding, Option<SeverityLevel>)>,
    document: &str,
) -> Option<impl IntoView + use<>> {
    let count = found.len();
    let row = |(found, before): (PlacedFinding, Option<SeverityLevel>)| {
        let before = before.map(|before| format!("severity before: {}", before.as_str()));
        view! {
            <li class="card card--padded">
                {placed_finding(found, document)}
                {before.map(|before| view! { <p class="muted">{before}</p> })}
            </li>
        }
    };
    let rows: Vec<_> = found.into_iter().take(ROWS_OF_PAGE).map(row).collect();
    let more = count - rows.len();
    (count > 0).then(|| {
        view! {
            <section class="section">
                <h2 class="section__title">{title}" "<span class="section__count">{grouped(count as u64)}</span></h2>
                <ul class="compared__findings">{rows}</ul>
                {(more > 0).then(|| view! { <p class="muted">{format!("and {} more", grouped(more as u64))}</p> })}
            </section>
        }
    })
}
