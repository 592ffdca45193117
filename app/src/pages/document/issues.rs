//! The issues of a block by rule: what is wrong, where, and how to fix it.

use super::change::Change;
use super::diagnostics::{Actions, LONGEST, Prompt};
use crate::diagnostic::{Diagnostic, Rule, Severity};
use crate::fix::Choice;
use crate::format::Parsed;
use crate::reading::capitalized;
use crate::text::Text;
use crate::ui::Anchors;
use crate::ui::prelude::*;
use crate::ui::visible::affordable;

/// Places of a rule that are shown before the rest is folded, and at all; the source has them all.
const UNFOLDED: usize = 3;
const MOST_PLACES: usize = 100;
/// Rules that are shown in any case; others only while the page's allowance lasts.
const FEWEST_RULES: usize = 3;
/// What the markup of a rule and of a place cost, in bytes of HTML.
const RULE: usize = 1_200;
const PLACE: usize = 700;

/// Where a block deviates from its contract, and how to fix it.
pub(super) fn issues(
    parsed: &Parsed,
    text: &Text,
    lines: Callback<u32, String>,
    actions: Option<&Actions>,
) -> impl IntoView + use<> {
    let count = parsed.diagnostics.len();
    let mut shown = 0;
    let mut groups = Vec::new();
    for (rule, places) in by_rule(&parsed.diagnostics) {
        if groups.len() >= FEWEST_RULES && Allowance::is_nearly_spent() {
            break;
        }
        shown += places.len().min(MOST_PLACES);
        groups.push(view! { <OfRule rule places=&places parsed text lines actions/> });
    }
    let left_out = count - shown;
    view! {
        <section class="section" aria-label="Issues" id=issues_anchor(parsed)>
            <h2 class="section__title">
                "Issues" {(count > 0).then(|| view! { <span class="section__count">{grouped(count as u64)}</span> })}
            </h2>
            {if count == 0 {
                view! { <p class="muted">"No issues"</p> }.into_any()
            } else {
                view! { <div class="diagnostics card">{groups}</div> }.into_any()
            }}
            {(left_out > 0).then(|| {
                view! { <p class="muted">{format!("{} more in the source.", grouped(left_out as u64))}</p> }
            })}
        </section>
    }
}

/// Where the issues of a block are listed.
pub(super) fn issues_anchor(parsed: &Parsed) -> String {
    Anchors::id(&format!("issues-{}", parsed.span.start))
}

/// The issues of each rule: errors first, then in the order of the text.
fn by_rule(diagnostics: &[Diagnostic]) -> Vec<(&'static Rule, Vec<&Diagnostic>)> {
    let mut groups: Vec<(&'static Rule, Vec<&Diagnostic>)> = Vec::new();
    for diagnostic in diagnostics {
        match groups.iter_mut().find(|(rule, _)| rule.id == diagnostic.rule.id) {
            Some((_, places)) => places.push(diagnostic),
            None => groups.push((diagnostic.rule, vec![diagnostic])),
        }
    }
    groups.sort_by_key(|(_, places)| worst(places));
    groups
}

fn worst(places: &[&Diagnostic]) -> Severity {
    places.iter().map(|place| place.severity).min().unwrap_or(Severity::Info)
}

#[component]
fn OfRule<'a>(
    rule: &'static Rule,
    places: &'a [&'a Diagnostic],
    parsed: &'a Parsed,
    text: &'a Text,
    lines: Callback<u32, String>,
    actions: Option<&'a Actions>,
) -> impl IntoView + use<> {
    Allowance::take(RULE + PLACE * places.len().min(MOST_PLACES));
    let tone = Tone::from(worst(places));
    let place = |diagnostic: &&Diagnostic| view! { <Place diagnostic text lines actions/> };
    let shown = places.get(..MOST_PLACES).unwrap_or(places);
    // One more place takes as much room as the line that unfolds it.
    let unfolded = if shown.len() <= UNFOLDED + 1 { shown.len() } else { UNFOLDED };
    let (first, rest) = shown.split_at(unfolded);
    let rest = (!rest.is_empty()).then(|| {
        view! {
            <details class="issues__rest">
                <summary>{format!("Show {} more", grouped(rest.len() as u64))}</summary>
                <ol>{rest.iter().map(place).collect::<Vec<_>>()}</ol>
            </details>
        }
    });
    let fixable = places.iter().filter(|place| place.fix.is_some()).count();
    let blocks = [parsed];
    let actions = actions.map(|actions| {
        let href = actions.fix_href.run(rule.id.to_owned());
        let label = format!("Fix all {}", grouped(fixable as u64));
        let choice = match places {
            [place] => Choice::one(place),
            _ => Choice::Rule(rule.id.to_owned()),
        };
        view! {
            <div class="issues__actions">
                {(fixable > 1).then(|| view! { <a class="button button--small" href=href>{label}</a> })}
                <Prompt text blocks=&blocks choice label="Prompt" actions/>
            </div>
        }
    });
    view! {
        <div class=format!("diagnostic issues diagnostic--{}", tone.as_str())>
            <Glyph icon=tone.icon()/>
            <h3 class="issues__title">
                <span class="visually-hidden">{format!("{}: ", tone.as_str())}</span>
                {capitalized(&rule.id.replace('-', " "))}
                {(places.len() > 1).then(|| view! { <span class="section__count">{counted(places.len() as u64, "place")}</span> })}
                <span class="section__count mono">{rule.id}</span>
            </h3>
            {actions}
            <p class="diagnostic__why">
                {sentence(&capitalized(rule.summary))}". "
                <span class="faint">{sentence(rule.clause)}</span>
            </p>
            <ol class="issues__places">{first.iter().map(place).collect::<Vec<_>>()}</ol>
            {rest}
        </div>
    }
}

/// One place where a rule is broken.
#[component]
fn Place<'a>(
    diagnostic: &'a Diagnostic,
    text: &'a Text,
    lines: Callback<u32, String>,
    actions: Option<&'a Actions>,
) -> impl IntoView + use<> {
    let line = text.position(diagnostic.span.start).line;
    let fix = diagnostic.fix.as_ref();
    let apply = actions.filter(|_| fix.is_some()).map(|actions| {
        let href = actions.fix_href.run(Choice::one(diagnostic).to_string());
        view! { <a class="button button--small" href=href>"Fix"</a> }
    });
    view! {
        <li class="issue" data-span=data_span(diagnostic.span) data-issue>
            <a href=lines.run(line) data-jump>"line "{line}</a>
            <p>
                {sentence(affordable(&diagnostic.message, LONGEST))}
                {fix.map(|edit| view! { <Change edit text/> })}
            </p>
            {apply}
        </li>
    }
}
